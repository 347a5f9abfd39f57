//! Which files a command line names: what is read, and what is to be written.

use std::path::{Path, PathBuf};

/// The files of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    /// What is read; `-` is standard input.
    pub(crate) inputs: Vec<PathBuf>,
    /// What is to be written, standard output left out.
    pub(crate) outputs: Vec<(PathBuf, Content)>,
    /// Whether somebody's formula or puzzle may be replaced.
    pub(crate) force: bool,
}

/// What is to be written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Proof,
    Formula,
    Drawing,
    Trace,
    Checkpoint,
    /// A folder, whose files are [`Content::Part`].
    Certificate,
    Part,
}

impl Files {
    pub(crate) fn reading<'a>(inputs: impl IntoIterator<Item = &'a PathBuf>) -> Files {
        Files { inputs: inputs.into_iter().cloned().collect(), ..Files::default() }
    }

    pub(crate) fn writing(mut self, path: Option<&PathBuf>, content: Content) -> Files {
        self.outputs.extend(path.map(|path| (path.clone(), content)));
        self
    }

    /// Where a picture is to go, if one is wanted.
    pub(crate) fn picture(&self) -> Option<&Path> {
        self.outputs.iter().find(|(_, content)| *content == Content::Drawing).map(|(path, _)| path.as_path())
    }
}
