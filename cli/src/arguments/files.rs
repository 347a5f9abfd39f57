//! The files that a command line names: those it reads, and those it is to write.

use std::path::{Path, PathBuf};

/// The files of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    /// The files to read; `-` is standard input.
    pub(crate) inputs: Vec<PathBuf>,
    /// The files to write, without standard output.
    pub(crate) outputs: Vec<(PathBuf, Content)>,
    /// Whether an output may replace somebody's formula or puzzle.
    pub(crate) force: bool,
}

/// The content of a file that is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Proof,
    Formula,
    Drawing,
    Trace,
    Solutions,
    Checkpoint,
    /// A folder, whose files are [`Content::Part`].
    Certificate,
    Part,
}

/// The file that an output goes to, unless it is for standard output.
pub(crate) fn file_of(path: Option<&PathBuf>) -> Option<&PathBuf> {
    path.filter(|path| *path != Path::new("-"))
}

impl Files {
    pub(crate) fn reading<'a>(inputs: impl IntoIterator<Item = &'a PathBuf>) -> Files {
        Files { inputs: inputs.into_iter().cloned().collect(), ..Files::default() }
    }

    pub(crate) fn writing(mut self, path: Option<&PathBuf>, content: Content) -> Files {
        self.outputs.extend(path.map(|path| (path.clone(), content)));
        self
    }

    /// The path for the picture, if one is wanted.
    pub(crate) fn picture(&self) -> Option<&Path> {
        self.outputs.iter().find(|(_, content)| *content == Content::Drawing).map(|(path, _)| path.as_path())
    }
}
