//! A puzzle as a formula.

use gordian_formula::{ClauseSink, Cnf, GroupKind, Lit, Permutation, Var};

use super::error::PuzzleError;
use crate::encode::{CardinalityEncoding, between};
use crate::rule::{Guarding, Rule, RuleWriter, Written};

/// A puzzle as a formula, with what its variables mean and the symmetries of its rules.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The formula. Its visible variables are the first ones, and only they mean something:
    /// solutions of the puzzle and assignments of the visible variables that extend to a model correspond one to one.
    pub cnf: Cnf,
    /// What each visible variable means when it is true, in the order of the variables.
    pub meanings: Vec<String>,
    /// Groups of symmetries, each verified on the rules. Of a board there are two: `board symmetries`, then those among
    /// them without reflections, `board rotations`. A puzzle without a board has none.
    pub symmetries: Vec<SymmetrySpec>,
    /// The rules in the order in which they were written; empty for a kind of puzzle whose rules have no names yet.
    pub rules: Vec<Rule>,
}

/// A puzzle as a formula from which rules can be left out: the door to explanations.
///
/// The visible variables are those of [`Compiled`]. With all selectors true the solutions are those of the puzzle; with
/// some of them false, those of the puzzle without these rules. Solve with selectors as assumptions: the failed ones
/// name rules that contradict each other. What is no rule, like the domains of variables, holds always.
#[derive(Clone, Debug)]
pub struct GuardedCompiled {
    /// The formula, with every clause of a rule under the selector of the rule.
    pub cnf: Cnf,
    /// What each visible variable means when it is true, as in [`Compiled`].
    pub meanings: Vec<String>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The selector of each rule, parallel to `rules`.
    pub selectors: Vec<Lit>,
}

impl GuardedCompiled {
    /// What a writer with selectors has written.
    pub(crate) fn new(written: Written, meanings: Vec<String>) -> GuardedCompiled {
        debug_assert_eq!(written.rules.len(), written.selectors.len());
        GuardedCompiled { cnf: written.cnf, meanings, rules: written.rules, selectors: written.selectors }
    }

    /// All rules of a puzzle under one selector, for kinds of puzzles whose rules have no names.
    pub(crate) fn whole(compiled: Compiled) -> GuardedCompiled {
        let mut cnf = Cnf::new();
        let visible = compiled.cnf.projection();
        cnf.reserve_vars(compiled.cnf.num_vars());
        cnf.add_visible(&visible);
        let mut writer = RuleWriter::new(cnf, Guarding::Selectors);
        writer.rule(Rule::new("puzzle", "the rules of the puzzle", []), |sink| {
            compiled.cnf.clauses().for_each(|clause| sink.add_clause(clause));
            for group in compiled.cnf.groups() {
                match group.kind {
                    GroupKind::AtMostOne => sink.add_at_most_one(group.members),
                    GroupKind::ExactlyOne => sink.add_exactly_one(group.members),
                }
            }
        });
        GuardedCompiled::new(writer.finish(), compiled.meanings)
    }
}

/// A group of symmetries of a puzzle, by generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetrySpec {
    /// What one would call it, like `board symmetries`.
    pub name: String,
    /// The number of its elements.
    pub order: u64,
    /// Permutations of the visible variables; auxiliary variables are not moved, so only the set of visible parts of
    /// models is mapped onto itself, not the clauses of an encoding that has auxiliary variables.
    pub generators: Vec<Permutation>,
}

impl Compiled {
    /// The largest group of symmetries that is known; it may hold the identity only.
    pub fn symmetry(&self) -> Option<&SymmetrySpec> {
        self.symmetries.first()
    }
}

/// The rules of a puzzle: how many of some visible variables are true.
///
/// Symmetries are verified on rules, because the encoding of a rule need not be as symmetric as the rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    rows: Vec<Count>,
    /// Those that the others imply, so that they are not written.
    implied: Vec<Count>,
}

/// Between `least` and `most` members are true; no upper bound where `most` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Count {
    least: u32,
    most: Option<u32>,
    members: Vec<Lit>,
}

impl Rules {
    /// Between `least` and `most` of `members` are true.
    pub(crate) fn count(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.rows.push(Count { least, most, members });
    }

    /// As [`Rules::count`], for a rule that follows from all others: it is not written.
    pub(crate) fn count_implied(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.implied.push(Count { least, most, members });
    }

    /// Whether the permutation maps the set of rules onto itself.
    pub(crate) fn are_symmetric_under(&self, permutation: &Permutation) -> bool {
        let sorted = |map: &dyn Fn(Lit) -> Lit| {
            let image = |count: &Count| {
                let mut members: Vec<Lit> = count.members.iter().map(|&lit| map(lit)).collect();
                members.sort_unstable();
                Count { members, ..*count }
            };
            let mut rows: Vec<Count> = self.rows.iter().chain(&self.implied).map(image).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        sorted(&|lit| lit) == sorted(&|lit| permutation.image(lit))
    }

    /// The formula of these rules over `num_visible` variables, all of them visible.
    ///
    /// # Errors
    /// If a count is too large for any encoding.
    pub(crate) fn encode(&self, num_visible: usize) -> Result<Cnf, PuzzleError> {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(num_visible);
        let visible: Vec<Var> = (0..num_visible).map(Var::from_index).collect();
        cnf.add_visible(&visible);
        for count in &self.rows {
            encode_count(&mut cnf, count)?;
        }
        Ok(cnf)
    }
}

fn encode_count(cnf: &mut Cnf, Count { least, most, members }: &Count) -> Result<(), PuzzleError> {
    match (*least, *most) {
        (0, None) => {}
        (0, Some(1)) => cnf.add_at_most_one(members),
        (1, Some(1)) => cnf.add_exactly_one(members),
        (1, None) => cnf.add_clause(members),
        _ => {
            let most = most.map_or(usize::MAX, |most| most as usize);
            let written = between(cnf, members, *least as usize, most, CardinalityEncoding::Auto);
            return written.map_err(|error| PuzzleError::malformed(error.to_string()));
        }
    }
    Ok(())
}

/// Those of the elements of a group that the earlier ones do not generate.
///
/// `elements` is a whole finite group in any order, `multiply(a, b)` the element that first does `a`, then `b`.
pub(crate) fn generators_of<T: Copy + PartialEq>(elements: &[T], identity: T, multiply: impl Fn(T, T) -> T) -> Vec<T> {
    let mut generators: Vec<T> = Vec::new();
    let mut closed = vec![identity];
    for &candidate in elements {
        if closed.contains(&candidate) {
            continue;
        }
        generators.push(candidate);
        let mut next = 0;
        closed = vec![identity];
        while next < closed.len() {
            for &generator in &generators {
                let product = multiply(closed[next], generator);
                if !closed.contains(&product) {
                    closed.push(product);
                }
            }
            next += 1;
        }
    }
    generators
}
