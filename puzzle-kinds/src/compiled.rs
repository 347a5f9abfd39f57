//! A puzzle as a formula.

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Permutation, Timed, Var};

use super::error::PuzzleError;
use gordian_encoders::encode::{CardinalityEncoding, between};
use gordian_encoders::rule::{Guarding, Rule, RuleWriter, Written};

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

/// Counts between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 6;

/// The rules of a puzzle: how many of some visible variables are true.
///
/// Symmetries are verified on rules, because the encoding of a rule need not be as symmetric as the rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// What the rules are called; counts that come before the first name are part of a rule without one.
    names: Vec<Rule>,
    /// Counts with the number of rules that were named before them.
    rows: Vec<(usize, Count)>,
    /// Those that the others imply, so that they are written only where rules can be left out.
    implied: Vec<(usize, Count)>,
    /// What all rules together imply and no search sees soon; written only where no rule can be left out.
    redundant: Vec<Count>,
    /// What holds even where rules are left out, because rules say the same or more.
    structure: Vec<Count>,
}

/// Between `least` and `most` members are true; no upper bound where `most` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Count {
    least: u32,
    most: Option<u32>,
    members: Vec<Lit>,
}

impl Rules {
    /// Begins a rule: the counts that follow are what it says.
    pub(crate) fn begin(&mut self, name: Rule) {
        self.names.push(name);
    }

    /// Between `least` and `most` of `members` are true.
    pub(crate) fn count(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.rows.push((self.names.len(), Count { least, most, members }));
    }

    /// As [`Rules::count`], for a rule that follows from all others: it is written only where rules can be left out.
    pub(crate) fn count_implied(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.implied.push((self.names.len(), Count { least, most, members }));
    }

    /// As [`Rules::count`], for what follows from all rules together and makes the search shorter. What maps the rules onto
    /// themselves has to map these onto themselves.
    pub(crate) fn count_redundant(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.redundant.push(Count { least, most, members });
    }

    /// At most one of `members` is true even where rules are left out; the rules have to imply it.
    pub(crate) fn never_together(&mut self, members: Vec<Lit>) {
        self.structure.push(Count { least: 0, most: Some(1), members });
    }

    /// Whether the permutation maps the set of rules onto itself; not, where the time is over.
    pub(crate) fn are_symmetric_under(&self, permutation: &Permutation, clock: &Clock) -> bool {
        let sorted = |map: &dyn Fn(Lit) -> Lit| {
            let mut poller = clock.poller(POLL_INTERVAL);
            let image = |(_, count): &(usize, Count)| {
                let mut members: Vec<Lit> = count.members.iter().map(|&lit| map(lit)).collect();
                members.sort_unstable();
                Count { members, ..*count }
            };
            let rows = self.rows.iter().chain(&self.implied).take_while(|_| !poller.is_over());
            let mut rows: Vec<Count> = rows.map(image).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        let is_same = sorted(&|lit| lit) == sorted(&|lit| permutation.image(lit));
        is_same && !clock.is_over()
    }

    /// The formula of these rules over `num_visible` variables, all of them visible.
    ///
    /// # Errors
    /// If a count is too large for any encoding, or the time is over.
    pub(crate) fn encode(&self, num_visible: usize, clock: &Clock) -> Result<Cnf, PuzzleError> {
        let mut sink = Timed::new(visible_only(num_visible), clock.clone());
        if sink.is_over() {
            return Err(PuzzleError::stopped());
        }
        for count in self.rows.iter().map(|(_, count)| count).chain(&self.redundant) {
            encode_count(&mut sink, count)?;
        }
        Ok(sink.into_inner())
    }

    /// The formula of these rules from which rules can be left out.
    ///
    /// # Errors
    /// As [`Rules::encode`].
    pub(crate) fn encode_guarded(&self, meanings: Vec<String>, clock: &Clock) -> Result<GuardedCompiled, PuzzleError> {
        if clock.is_over() {
            return Err(PuzzleError::stopped());
        }
        let mut writer = RuleWriter::within(visible_only(meanings.len()), Guarding::Selectors, clock);
        for count in &self.structure {
            encode_count(writer.structure(), count)?;
        }
        for (number, name) in (1..).zip(&self.names) {
            let mut own = self.rows.iter().chain(&self.implied).filter(|(of, _)| *of == number);
            writer.rule(name.clone(), |sink| own.try_for_each(|(_, count)| encode_count(sink, count)))?;
        }
        Ok(GuardedCompiled::new(writer.finish(), meanings))
    }

    /// What the rules are called.
    pub(crate) fn names(&self) -> &[Rule] {
        &self.names
    }
}

/// A formula without constraints, whose variables are all visible.
fn visible_only(num_visible: usize) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(num_visible);
    let visible: Vec<Var> = (0..num_visible).map(Var::from_index).collect();
    cnf.add_visible(&visible);
    cnf
}

fn encode_count(
    cnf: &mut (impl ClauseSink + ?Sized),
    Count { least, most, members }: &Count,
) -> Result<(), PuzzleError> {
    if cnf.is_over() {
        return Err(PuzzleError::stopped());
    }
    match (*least, *most) {
        (0, None) => {}
        (0, Some(1)) => cnf.add_at_most_one(members),
        (1, Some(1)) => cnf.add_exactly_one(members),
        (1, None) => cnf.add_clause(members),
        _ => {
            let most = most.map_or(usize::MAX, |most| most as usize);
            let written = between(cnf, members, *least as usize, most, CardinalityEncoding::Auto);
            return written.map_err(|error| PuzzleError::of_encoding("", &error));
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
