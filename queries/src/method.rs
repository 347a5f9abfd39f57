//! Ways to find all solutions: who searches, how the symmetry is used, and what fits what.

use std::fmt;
use std::str::FromStr;

use crate::Refusal;

/// The engine that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The CDCL engine, asked again and again, each time with clauses that exclude what was found.
    Blocking,
    /// The CDCL engine, which backtracks through all models, in constant memory (Gebser, Kaufmann,
    /// Neumann and Schaub, *Conflict-driven answer set enumeration*, 2007).
    Chronological,
    /// A bit-parallel search for exact covers (Knuth, *Dancing links*, 2000, by other means).
    ExactCover,
    /// Splitting into components, which are counted once each (Thurley, *sharpSAT*, 2006).
    Component,
    /// Equal sets of covered items merged, along an order of the items (Minato, *Zero-suppressed BDDs
    /// for set manipulation in combinatorial problems*, 1993, and what is called the frontier method).
    Frontier,
}

/// How classes of solutions are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymmetryUse {
    /// All solutions come; the images of each are looked at, or kept.
    Orbits,
    /// Clauses leave few solutions of each class (Crawford, Ginsberg, Luks and Roy,
    /// *Symmetry-breaking predicates for search problems*, 1996), and the greatest is taken.
    LexLeader,
    /// The average number of solutions that a symmetry leaves in place, each number counted on a
    /// formula of its own (the lemma that is called Burnside's).
    Burnside,
}

/// A way to find all solutions. In a question, an open part (`None`) is left to the planner; in an
/// answer, the engine is open if several had a part, and the use of the symmetry if none was used.
///
/// ```
/// use gordian_queries::{Engine, Method, SymmetryUse};
///
/// let method: Method = "frontier+burnside".parse()?;
/// assert_eq!((method.engine, method.symmetry), (Some(Engine::Frontier), Some(SymmetryUse::Burnside)));
/// assert_eq!(Method::from(Engine::Blocking).to_string(), "blocking");
/// # Ok::<(), gordian_queries::UnknownMethod>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Method {
    /// The engine that searches.
    pub engine: Option<Engine>,
    /// How classes are told apart.
    pub symmetry: Option<SymmetryUse>,
}

/// The goal of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Each of them, or one of each class.
    List,
    /// Their number, and that of the classes.
    Count,
}

/// The abilities of an engine: a row of the table of methods.
#[derive(Clone, Copy, Debug)]
pub struct EngineRow {
    /// The engine.
    pub engine: Engine,
    /// Its name on the command line and in answers.
    pub name: &'static str,
    /// Its description, in a line.
    pub about: &'static str,
    /// Whether it brings the solutions; else it counts them only.
    pub lists: bool,
    /// Whether it adds up weights of solutions.
    pub weighs: bool,
    /// The uses of a symmetry that it goes with, and whether it brings solutions then; the one first
    /// that is taken where nothing else is asked for.
    pub uses: &'static [(SymmetryUse, bool)],
}

/// A use of the symmetry: a column of the table of methods.
#[derive(Clone, Copy, Debug)]
pub struct UseRow {
    /// The use.
    pub symmetry: SymmetryUse,
    /// Its name on the command line and in answers.
    pub name: &'static str,
    /// Its description, in a line.
    pub about: &'static str,
}

use SymmetryUse::{Burnside, LexLeader, Orbits};

/// The table of engines, with the uses of the symmetry that fit each. A question by a method that
/// is not here is refused.
pub static ENGINES: [EngineRow; 5] = [
    EngineRow {
        engine: Engine::Blocking,
        name: "blocking",
        about: "Solve again and again, each time excluding what was found",
        lists: true,
        weighs: false,
        uses: &[(Orbits, true), (LexLeader, true), (Burnside, false)],
    },
    EngineRow {
        engine: Engine::Chronological,
        name: "chronological",
        about: "Backtrack through all models, in constant memory",
        lists: true,
        weighs: false,
        uses: &[(Orbits, true), (LexLeader, true), (Burnside, false)],
    },
    EngineRow {
        engine: Engine::ExactCover,
        name: "exact-cover",
        about: "A search of its own for formulas that are nothing, or little, but exactly-one and at-most-one groups",
        lists: true,
        weighs: false,
        uses: &[(Orbits, true), (Burnside, false)],
    },
    EngineRow {
        engine: Engine::Component,
        name: "component",
        about: "Split into parts without common variables and remember how many models each has",
        lists: false,
        weighs: true,
        uses: &[(Burnside, false)],
    },
    EngineRow {
        engine: Engine::Frontier,
        name: "frontier",
        about: "Merge equal sets of covered cells along an order, where the formula is nothing but groups",
        lists: true,
        weighs: false,
        uses: &[(Burnside, false), (Orbits, true)],
    },
];

/// The uses of a symmetry.
pub static USES: [UseRow; 3] = [
    UseRow { symmetry: Orbits, name: "orbits", about: "Look at the images of each solution" },
    UseRow {
        symmetry: LexLeader,
        name: "lex-leader",
        about: "Break the symmetry, by clauses or during the search: the greatest of each class is found",
    },
    UseRow { symmetry: Burnside, name: "burnside", about: "Average what each symmetry leaves in place" },
];

impl Engine {
    /// Its row of the table.
    pub fn row(self) -> &'static EngineRow {
        let row = ENGINES.iter().find(|row| row.engine == self);
        row.unwrap_or_else(|| unreachable!("each engine has a row"))
    }
}

/// Its name on the command line and in answers.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().name)
    }
}

impl SymmetryUse {
    /// Its name on the command line and in answers.
    pub fn name(self) -> &'static str {
        USES.iter().find(|row| row.symmetry == self).map_or("", |row| row.name)
    }
}

impl Method {
    /// An engine with a use of the symmetry.
    pub fn new(engine: Engine, symmetry: impl Into<Option<SymmetryUse>>) -> Method {
        Method { engine: Some(engine), symmetry: symmetry.into() }
    }

    /// Everything that can be asked for by name: engines, uses of the symmetry, and engines with a use
    /// that is not the usual one.
    pub fn all() -> impl Iterator<Item = Method> {
        let engines = ENGINES.iter().map(|row| Method::from(row.engine));
        let uses = USES.iter().map(|row| Method::from(row.symmetry));
        let both =
            ENGINES.iter().flat_map(|row| row.uses.iter().map(|&(symmetry, _)| Method::new(row.engine, symmetry)));
        engines.chain(uses).chain(both)
    }

    /// The use of the symmetry that a question with or without symmetry, listed or counted, asks
    /// for, or that goes with the engine.
    ///
    /// # Errors
    /// If the engine does not do that.
    pub(crate) fn use_for(self, has_symmetry: bool, goal: Goal) -> Result<Option<SymmetryUse>, Refusal> {
        if !has_symmetry {
            return match (self.symmetry, self.engine) {
                (Some(_), _) => Err(Refusal::NoSymmetry),
                (None, Some(engine)) if goal == Goal::List && !engine.row().lists => Err(Refusal::Listing),
                _ => Ok(None),
            };
        }
        let uses =
            self.engine.map_or(&[(Orbits, true), (LexLeader, true), (Burnside, false)][..], |engine| engine.row().uses);
        let mut fitting = uses.iter().filter(|(symmetry, _)| self.symmetry.is_none_or(|asked| asked == *symmetry));
        match fitting.clone().next() {
            None => Err(Refusal::Symmetry),
            Some(_) => match fitting.find(|(_, lists)| *lists || goal == Goal::Count) {
                Some(&(symmetry, _)) => Ok(Some(symmetry)),
                None => Err(Refusal::Listing),
            },
        }
    }
}

impl From<Engine> for Method {
    fn from(engine: Engine) -> Method {
        Method { engine: Some(engine), symmetry: None }
    }
}

impl From<SymmetryUse> for Method {
    fn from(symmetry: SymmetryUse) -> Method {
        Method { engine: None, symmetry: Some(symmetry) }
    }
}

/// The engine, and the use of the symmetry behind a plus sign; [`SymmetryUse::Orbits`] goes without saying.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symmetry = self.symmetry.map(SymmetryUse::name);
        match (self.engine.map(|engine| engine.row().name), symmetry) {
            (None, None) => f.pad("auto"),
            (None, Some(symmetry)) => f.pad(symmetry),
            (Some(engine), None | Some("orbits")) => f.pad(engine),
            (Some(engine), Some(symmetry)) => f.pad(&format!("{engine}+{symmetry}")),
        }
    }
}

/// The text names no method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownMethod;

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a method is auto, or one of ")?;
        let names = ENGINES.iter().map(|row| row.name).chain(USES.iter().map(|row| row.name));
        for (at, name) in names.enumerate() {
            write!(f, "{}{name}", if at == 0 { "" } else { ", " })?;
        }
        f.write_str(", or an engine and a use of the symmetry with a plus sign between")
    }
}

impl std::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<Method, UnknownMethod> {
        let engine = |name: &str| ENGINES.iter().find(|row| row.name == name).map(|row| row.engine);
        let symmetry = |name: &str| USES.iter().find(|row| row.name == name).map(|row| row.symmetry);
        match text.split_once('+') {
            Some((first, second)) => {
                let (engine, symmetry) = (engine(first), symmetry(second));
                if engine.is_none() || symmetry.is_none() {
                    return Err(UnknownMethod);
                }
                Ok(Method { engine, symmetry })
            }
            None if text == "auto" => Ok(Method::default()),
            None => {
                let method = Method { engine: engine(text), symmetry: symmetry(text) };
                if method == Method::default() { Err(UnknownMethod) } else { Ok(method) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_again() {
        for method in Method::all().chain([Method::default()]) {
            let read: Method = method.to_string().parse().unwrap();
            let unsaid = (method.engine.is_some() && method.symmetry == Some(Orbits)).then_some(method.engine);
            assert_eq!(read, unsaid.map_or(method, |engine| Method { engine, symmetry: None }));
        }
        for wrong in ["", "block", "blocking+", "+orbits", "orbits+blocking", "blocking+blocking"] {
            assert_eq!(wrong.parse::<Method>(), Err(UnknownMethod), "{wrong}");
        }
    }

    #[test]
    fn the_table_of_the_document_is_this_one() {
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../ARCHITECTURE.md");
        // If the crate stands alone, there is no document.
        let Ok(document) = std::fs::read_to_string(document) else { return };
        for row in &ENGINES {
            let fits =
                USES.iter().map(|column| match row.uses.iter().find(|(symmetry, _)| *symmetry == column.symmetry) {
                    None => "no",
                    Some((_, true)) => "yes",
                    Some((_, false)) => "counts",
                });
            let [lists, weighs] = [row.lists, row.weighs].map(|can| if can { "yes" } else { "no" });
            let cells: Vec<&str> = [row.name, lists, weighs].into_iter().chain(fits).collect();
            let line = format!("| {} |\n", cells.join(" | "));
            assert!(document.contains(&line), "ARCHITECTURE.md lacks {line}");
        }
    }

    #[test]
    fn the_table_tells_what_is_refused() {
        let of = |text: &str| text.parse::<Method>().unwrap();
        assert_eq!(of("frontier").use_for(true, Goal::Count), Ok(Some(Burnside)));
        assert_eq!(of("frontier").use_for(true, Goal::List), Ok(Some(Orbits)));
        assert_eq!(of("component").use_for(true, Goal::Count), Ok(Some(Burnside)));
        assert_eq!(of("component").use_for(true, Goal::List), Err(Refusal::Listing));
        assert_eq!(of("component").use_for(false, Goal::List), Err(Refusal::Listing));
        assert_eq!(of("exact-cover+lex-leader").use_for(true, Goal::Count), Err(Refusal::Symmetry));
        assert_eq!(of("burnside").use_for(false, Goal::Count), Err(Refusal::NoSymmetry));
        assert_eq!(of("burnside").use_for(true, Goal::List), Err(Refusal::Listing));
        assert_eq!(of("blocking").use_for(true, Goal::Count), Ok(Some(Orbits)));
        assert_eq!(of("blocking").use_for(false, Goal::List), Ok(None));
    }
}
