//! Which files a command line names: what is read, and what is to be written.

use std::path::{Path, PathBuf};

use super::{
    CheckArguments, CountArguments, DecodeArguments, Drawing, EncodeArguments, ExplainArguments, FactsArguments,
    ListArguments, Reading, ShowArguments, SolveArguments, Verb,
};
use crate::output::parts::PARTS;

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
    fn new(reading: &Reading, inputs: &[&PathBuf]) -> Files {
        let inputs = inputs.iter().copied().cloned().collect();
        Files { inputs, outputs: Vec::new(), force: reading.relaxed }
    }

    fn writing(mut self, path: Option<&PathBuf>, content: Content) -> Files {
        self.outputs.extend(path.map(|path| (path.clone(), content)));
        self
    }

    fn drawing(self, drawing: &Drawing) -> Files {
        self.writing(drawing.svg.as_ref(), Content::Drawing)
    }

    /// Where a picture is to go, if one is wanted.
    pub(crate) fn picture(&self) -> Option<&Path> {
        self.outputs.iter().find(|(_, content)| *content == Content::Drawing).map(|(path, _)| path.as_path())
    }
}

impl Verb {
    /// The files that it names.
    pub(crate) fn files(&self) -> Files {
        match self {
            Verb::Solve(arguments) => arguments.files(),
            Verb::List(arguments) => arguments.files(),
            Verb::Count(arguments) => arguments.files(),
            Verb::Facts(arguments) => arguments.files(),
            Verb::Explain(arguments) => arguments.files(),
            Verb::Encode(arguments) => arguments.files(),
            Verb::Decode(arguments) => arguments.files(),
            Verb::Check(arguments) => arguments.files(),
            Verb::Show(arguments) => arguments.files(),
            Verb::Completions { .. } => Files::default(),
        }
    }
}

impl SolveArguments {
    pub(crate) fn files(&self) -> Files {
        let standard_input = PathBuf::from("-");
        let proof = self.proof.as_ref().filter(|proof| *proof != Path::new("-"));
        Files::new(&self.reading, &[self.input.as_ref().unwrap_or(&standard_input)])
            .writing(proof, Content::Proof)
            .drawing(&self.drawing)
    }
}

impl ListArguments {
    pub(crate) fn files(&self) -> Files {
        let inputs: Vec<&PathBuf> = [&self.input].into_iter().chain(&self.scope.symmetry).collect();
        Files::new(&self.reading, &inputs).drawing(&self.drawing)
    }
}

impl CountArguments {
    pub(crate) fn files(&self) -> Files {
        let inputs: Vec<&PathBuf> = [&self.input].into_iter().chain(&self.scope.symmetry).collect();
        let mut files = Files::new(&self.reading, &inputs)
            .writing(self.certificate.as_ref(), Content::Certificate)
            .writing(self.checkpoint.as_ref(), Content::Checkpoint)
            .writing(self.trace.as_ref(), Content::Trace)
            .drawing(&self.drawing);
        if let Some(folder) = &self.certificate {
            files.outputs.extend(PARTS.iter().map(|part| (folder.join(part), Content::Part)));
        }
        files
    }
}

impl FactsArguments {
    pub(crate) fn files(&self) -> Files {
        Files::new(&self.reading, &[&self.input]).drawing(&self.drawing)
    }
}

impl ExplainArguments {
    pub(crate) fn files(&self) -> Files {
        let files = Files::new(&self.reading, &[&self.input]);
        files.writing(self.output.as_ref(), Content::Formula).drawing(&self.drawing)
    }
}

impl EncodeArguments {
    pub(crate) fn files(&self) -> Files {
        Files::new(&self.reading, &[&self.input]).writing(self.output.as_ref(), Content::Formula)
    }
}

impl DecodeArguments {
    pub(crate) fn files(&self) -> Files {
        Files::new(&self.reading, &[&self.input, &self.result]).drawing(&self.drawing)
    }
}

impl CheckArguments {
    pub(crate) fn files(&self) -> Files {
        Files::new(&self.reading, &[&self.input, &self.evidence])
    }
}

impl ShowArguments {
    pub(crate) fn files(&self) -> Files {
        Files::new(&self.reading, &[&self.input]).drawing(&self.drawing)
    }
}
