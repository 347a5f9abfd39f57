//! One file or folder for each verb: its arguments ask the libraries, and the answer is a report.

mod check;
mod count;
mod cubes;
mod decode;
mod encode;
mod explain;
mod facts;
mod list;
mod page;
mod show;
mod solve;

mod answer;
mod each;

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;
use gordian_formula::Instant;
use gordian_solver::Options;

use crate::arguments::{Arguments, ColorChoice, Content, PageArguments, Usual, Verb};
#[cfg(not(target_family = "wasm"))]
use crate::arguments::{CubesArguments, CubesStep};
use crate::ask::Ask;
use crate::failure::Failure;
use crate::output::guard;
use crate::output::stdout::Output;
use crate::render::report::Exit;
use crate::session::Session;
use crate::signals::Signals;

/// Something to do with the arguments of a verb, whichever it is.
trait Visit {
    type Output;

    fn visit(self, verb: &(impl Ask + Sync)) -> Self::Output;
}

impl Verb {
    /// Runs the verb of the command line.
    pub(crate) fn run(&self, started: Instant) -> Result<Exit, Failure> {
        match self.visit(Run { started }) {
            Ok(exit) => exit,
            #[cfg(target_family = "wasm")]
            Err(NoQuestion::OfFiles) => Err(Failure::new("this verb needs files")),
            Err(NoQuestion::Page(arguments)) => page::serve(arguments),
            Err(NoQuestion::Completions(shell)) => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut Arguments::command(), "gordian", &mut script);
                print(&script)
            }
        }
    }

    /// Asks the verb about what a session was given, and prints nothing.
    pub(crate) fn ask(&self, session: &mut Session) -> Result<Exit, Failure> {
        self.visit(Question { session }).unwrap_or_else(|_| Err(Failure::new("this verb asks no question")))
    }

    /// The options that all verbs share; none of a verb that has none.
    pub(crate) fn usual(&self) -> Option<Usual> {
        self.visit(Shared).ok()
    }

    /// Hands the arguments to the visitor. `Err` are those of a verb that asks nothing.
    fn visit<V: Visit>(&self, visitor: V) -> Result<V::Output, NoQuestion<'_>> {
        Ok(match self {
            Verb::Solve(arguments) => visitor.visit(arguments),
            Verb::List(arguments) => visitor.visit(arguments),
            Verb::Count(arguments) => visitor.visit(arguments),
            Verb::Facts(arguments) => visitor.visit(arguments),
            Verb::Explain(arguments) => visitor.visit(arguments),
            Verb::Encode(arguments) => visitor.visit(arguments),
            Verb::Decode(arguments) => visitor.visit(arguments),
            #[cfg(not(target_family = "wasm"))]
            Verb::Check(arguments) => visitor.visit(arguments),
            Verb::Show(arguments) => visitor.visit(arguments),
            #[cfg(target_family = "wasm")]
            Verb::Check(_) | Verb::Cubes(_) => return Err(NoQuestion::OfFiles),
            #[cfg(not(target_family = "wasm"))]
            Verb::Cubes(CubesArguments { step: CubesStep::Split(arguments) }) => visitor.visit(arguments),
            #[cfg(not(target_family = "wasm"))]
            Verb::Cubes(CubesArguments { step: CubesStep::Run(arguments) }) => visitor.visit(arguments),
            #[cfg(not(target_family = "wasm"))]
            Verb::Cubes(CubesArguments { step: CubesStep::Merge(arguments) }) => visitor.visit(arguments),
            Verb::Page(arguments) => return Err(NoQuestion::Page(arguments)),
            Verb::Completions { shell } => return Err(NoQuestion::Completions(shell)),
        })
    }
}

/// The arguments of a verb that asks no question.
enum NoQuestion<'a> {
    Page(&'a PageArguments),
    Completions(&'a Shell),
    /// These verbs are about several files, and a page has none.
    #[cfg(target_family = "wasm")]
    OfFiles,
}

/// Runs the verb as a program.
struct Run {
    started: Instant,
}

impl Visit for Run {
    type Output = Result<Exit, Failure>;

    fn visit(self, verb: &(impl Ask + Sync)) -> Result<Exit, Failure> {
        run(verb, self.started)
    }
}

/// Asks the verb once.
struct Question<'a> {
    session: &'a mut Session,
}

impl Visit for Question<'_> {
    type Output = Result<Exit, Failure>;

    fn visit(self, verb: &(impl Ask + Sync)) -> Result<Exit, Failure> {
        let (_, drawing, files) = verb.shared();
        let picture = drawing.and_then(|drawing| drawing.svg.as_ref());
        match files.outputs.first().map(|(path, _)| path).or(picture) {
            Some(path) => Err(Failure::at(path, "no file is written here")),
            None if verb.several().is_some() => Err(Failure::new("one question is asked at a time, without --each")),
            None => answer::ask(verb, self.session),
        }
    }
}

/// Finds the options that all verbs share.
struct Shared;

impl Visit for Shared {
    type Output = Usual;

    fn visit(self, verb: &(impl Ask + Sync)) -> Usual {
        verb.shared().0.clone()
    }
}

fn run(verb: &(impl Ask + Sync), started: Instant) -> Result<Exit, Failure> {
    let (usual, drawing, mut files) = verb.shared();
    if usual.common.set.iter().any(|setting| setting == "help") {
        return print(options_table().as_bytes());
    }
    files.force = usual.reading.relaxed;
    files = files.writing(drawing.and_then(|drawing| drawing.svg.as_ref()), Content::Drawing);
    guard::check(&files)?;
    let is_about_many = verb.several().is_some();
    if let Some((output, _)) = files.outputs.first().filter(|_| is_about_many) {
        return Err(Failure::at(output, "with --each, answers are printed; no other file is written"));
    }
    let signals = Signals::install().map_err(|error| Failure::about("signal handlers", error))?;
    let color = drawing.map_or(ColorChoice::Never, |drawing| drawing.color);
    let mut session = Session::new(usual.clone(), color, files, signals.clone(), started);
    // A verb that asks no engine would not notice a wrong name.
    session.options(Options::default())?;
    let result = match verb.several() {
        Some(files) => each::ask(verb, files, &mut session),
        None => answer::ask(verb, &mut session),
    };
    // Output that came before an error is printed before the error.
    let flushed = session.out.flush();
    let exit = result?;
    flushed?;
    signals.raise_again();
    // Everything is written. Freeing the session, which consists of millions of small pieces, could
    // take longer than the time limit allows.
    std::mem::forget(session);
    Ok(exit)
}

/// Prints an output that is not the answer to a question.
fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut out = Output::new();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Done)
}

fn options_table() -> String {
    let row = |row: &gordian_solver::OptionRow| {
        let range = format!("{}..{}", row.low, row.high);
        format!("{:<20} {:>10} {:<24} {}\n", row.name, row.default, range, row.doc)
    };
    let heading = format!("{:<20} {:>10} {:<24} {}\n", "option", "default", "range", "meaning");
    heading + &Options::all().map(row).collect::<String>()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use schemars::JsonSchema;
    use schemars::generate::SchemaSettings;
    use serde_json::Value;

    use super::*;
    use crate::arguments::{
        CheckArguments, CountArguments, DecodeArguments, EncodeArguments, ExplainArguments, FactsArguments,
        ListArguments, MergeArguments, RunArguments, ShowArguments, SolveArguments, SplitArguments,
    };
    use crate::render::json::Document;
    use crate::render::report::Early;

    /// The JSON document of a verb that asks about solutions.
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Answered<'a, R> {
        Asked(Document<'a, R>),
        Early(Document<'a, Early>),
    }

    fn schema<T: JsonSchema>() -> Value {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let mut schema = generator.into_root_schema_for::<T>().to_value();
        without_nulls(&mut schema);
        schema
    }

    /// A key that is not required is left out where it would be null.
    fn without_nulls(schema: &mut Value) {
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required = |key: &str| required.as_array().is_some_and(|keys| keys.iter().any(|other| other == key));
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        for (_, property) in properties.into_iter().flatten().filter(|(key, _)| !is_required(key)) {
            for choice in ["type", "anyOf"] {
                if let Some(Value::Array(choices)) = property.get_mut(choice) {
                    choices.retain(|choice| choice != "null" && choice.get("type").is_none_or(|kind| kind != "null"));
                }
            }
        }
        match schema {
            Value::Object(parts) => parts.values_mut().for_each(without_nulls),
            Value::Array(parts) => parts.iter_mut().for_each(without_nulls),
            _ => {}
        }
    }

    fn schema_of<A: Ask>() -> Value
    where
        A::Report: JsonSchema + 'static,
    {
        if A::IS_QUESTION { schema::<Answered<'_, A::Report>>() } else { schema::<Document<'_, A::Report>>() }
    }

    #[test]
    fn the_schemas_in_the_documents_are_those_of_the_reports() {
        let schemas = [
            ("check", schema_of::<CheckArguments>()),
            ("count", schema_of::<CountArguments>()),
            ("cubes-merge", schema_of::<MergeArguments>()),
            ("cubes-run", schema_of::<RunArguments>()),
            ("cubes-split", schema_of::<SplitArguments>()),
            ("decode", schema_of::<DecodeArguments>()),
            ("encode", schema_of::<EncodeArguments>()),
            ("explain", schema_of::<ExplainArguments>()),
            ("facts", schema_of::<FactsArguments>()),
            ("list", schema_of::<ListArguments>()),
            ("show", schema_of::<ShowArguments>()),
            ("solve", schema_of::<SolveArguments>()),
        ];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
        let mut arguments = Arguments::command();
        // Steps of verbs are there only then.
        arguments.build();
        // The page asks no question.
        let verbs = arguments.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "page");
        let steps = |verb: &clap::Command| verb.get_subcommands().count().max(1);
        assert_eq!(verbs.map(steps).sum::<usize>(), schemas.len(), "each verb has its schema");
        for (verb, mut schema) in schemas {
            let mut words = verb.split('-');
            let found = words.try_fold(&arguments, |command, word| command.find_subcommand(word));
            assert!(found.is_some(), "{verb} is no verb");
            schema["title"] = format!("The document of `gordian {} --json`", verb.replace('-', " ")).into();
            let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            let path = folder.join(format!("{verb}.json"));
            if std::env::var_os("UPDATE_DOCS").is_some() {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, &text).unwrap();
            }
            let written = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                written == text,
                "docs/schema/{verb}.json is another one; `UPDATE_DOCS=1 cargo test --lib schemas` writes it anew"
            );
        }
    }
}
