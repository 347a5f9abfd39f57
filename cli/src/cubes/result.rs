//! The result of one cube.

use std::io;

use serde::{Deserialize, Serialize};

use super::sha256;
use crate::arguments::Question;
use crate::failure::Failure;

/// The result of one cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CubeResult {
    /// The number of the cube, from 1.
    pub(crate) cube: usize,
    /// The hash of the manifest.
    pub(crate) manifest_sha256: String,
    #[serde(flatten)]
    pub(crate) answer: CubeAnswer,
    /// The hash of the document without this field, so that a changed number is noticed.
    pub(crate) sha256: String,
}

/// The answer of one cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum CubeAnswer {
    Counted {
        /// The number of solutions in the cube, in decimal.
        count: String,
        /// The classes whose least solution is in the cube, in decimal, and the solutions in these
        /// classes.
        #[serde(skip_serializing_if = "Option::is_none")]
        orbits: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        orbit_sum: Option<String>,
        method: String,
    },
    Satisfiable {
        /// A literal for each variable.
        model: Vec<i32>,
        conflicts: u64,
    },
    Refuted {
        /// Always true.
        refuted: bool,
        conflicts: u64,
        /// The hash of the proof, if one was written.
        proof_sha256: Option<String>,
    },
}

impl CubeAnswer {
    /// Whether it answers this question.
    pub(super) fn fits(&self, question: Question) -> bool {
        match self {
            CubeAnswer::Counted { .. } => question == Question::Count,
            CubeAnswer::Satisfiable { .. } => question == Question::Satisfiable,
            CubeAnswer::Refuted { refuted, .. } => *refuted && question == Question::Satisfiable,
        }
    }
}

impl CubeResult {
    /// The result with its hash.
    pub(crate) fn sealed(self) -> Result<CubeResult, Failure> {
        let open = CubeResult { sha256: String::new(), ..self };
        let bytes = serde_json::to_vec(&open).map_err(io::Error::from)?;
        Ok(CubeResult { sha256: sha256(&bytes), ..open })
    }
}
