//! The result of one cube.

use std::io;

use gordian_queries::CubeCount;
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
    Listed {
        /// The number of solutions in the file of this cube.
        listed: u64,
        #[serde(flatten)]
        numbers: CubeNumbers,
        /// The hash of that file.
        solutions_sha256: String,
    },
    Counted {
        #[serde(flatten)]
        numbers: CubeNumbers,
        /// The hash of the diagram that proves the count, if one was written.
        #[serde(skip_serializing_if = "Option::is_none")]
        trace_sha256: Option<String>,
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

/// The numbers of a cube whose solutions were counted or listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CubeNumbers {
    /// The number of solutions in the cube, in decimal.
    pub(crate) count: String,
    /// The classes whose least solution is in the cube, in decimal, and the solutions in these
    /// classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orbits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orbit_sum: Option<String>,
    pub(crate) method: String,
}

impl CubeNumbers {
    pub(crate) fn of(counted: &CubeCount) -> CubeNumbers {
        CubeNumbers {
            count: counted.count.to_string(),
            orbits: counted.classes.map(|classes| classes.orbits.to_string()),
            orbit_sum: counted.classes.map(|classes| classes.orbit_sum.to_string()),
            method: counted.method.to_string(),
        }
    }
}

impl CubeAnswer {
    /// The numbers, if solutions were counted or listed.
    pub(crate) fn numbers(&self) -> Option<&CubeNumbers> {
        match self {
            CubeAnswer::Listed { numbers, .. } | CubeAnswer::Counted { numbers, .. } => Some(numbers),
            CubeAnswer::Satisfiable { .. } | CubeAnswer::Refuted { .. } => None,
        }
    }

    /// Whether it answers this question.
    pub(super) fn fits(&self, question: Question) -> bool {
        match self {
            CubeAnswer::Listed { .. } => question == Question::List,
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
