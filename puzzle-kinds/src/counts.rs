//! Rules that are counts.

use gordian_encoders::encode::{CardinalityEncoding, between};
use gordian_encoders::rule::{Guarding, Rule, RuleWriter, Written};
use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Permutation, Var, sorted_set};

use super::error::PuzzleError;

/// Counts between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 6;

/// The rules of a puzzle that say no more than how many of some visible variables are true.
///
/// Symmetries are verified on rules, because the encoding of a rule need not be as symmetric as the rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct CountRules {
    rules: Vec<CountRule>,
    /// Counts that all rules together imply and that no search finds soon. They are written only if
    /// no rule can be left out.
    redundant: Vec<Count>,
    /// Counts that hold even if rules are left out, because rules say the same or more.
    structure: Vec<Count>,
}

#[derive(Clone, Debug)]
struct CountRule {
    rule: Rule,
    counts: Vec<Count>,
    /// Counts that other rules imply. They are written only if those rules can be left out.
    implied: Vec<Count>,
}

/// Between `least` and `most` members are true; no upper bound where `most` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Count {
    least: u32,
    most: Option<u32>,
    members: Vec<Lit>,
}

impl CountRules {
    /// Begins a rule: the counts that follow make it up.
    pub(crate) fn begin(&mut self, rule: Rule) {
        self.rules.push(CountRule { rule, counts: Vec::new(), implied: Vec::new() });
    }

    /// Between `least` and `most` of `members` are true.
    pub(crate) fn count(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.last().counts.push(Count { least, most, members });
    }

    /// Like [`CountRules::count`], for a count that follows from all other rules. It is written
    /// only if rules can be left out.
    pub(crate) fn count_implied(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.last().implied.push(Count { least, most, members });
    }

    /// Like [`CountRules::count`], for a count that follows from all rules together and makes the
    /// search shorter. A permutation that maps the rules onto themselves must map these counts onto
    /// themselves.
    pub(crate) fn count_redundant(&mut self, members: Vec<Lit>, least: u32, most: Option<u32>) {
        self.redundant.push(Count { least, most, members });
    }

    /// At most one of `members` is true even where rules are left out; the rules have to imply it.
    pub(crate) fn never_together(&mut self, members: Vec<Lit>) {
        self.structure.push(Count { least: 0, most: Some(1), members });
    }

    fn last(&mut self) -> &mut CountRule {
        self.rules.last_mut().expect("a rule begins before its counts")
    }

    /// Whether the permutation maps the set of rules onto itself; not, where the time is over.
    pub(crate) fn are_symmetric_under(&self, permutation: &Permutation, clock: &Clock) -> bool {
        let sorted = |map: &dyn Fn(Lit) -> Lit| {
            let mut poller = clock.poller(POLL_INTERVAL);
            let image = |count: &Count| {
                let mut members: Vec<Lit> = count.members.iter().map(|&lit| map(lit)).collect();
                members.sort_unstable();
                Count { members, ..*count }
            };
            let counts = self.rules.iter().flat_map(|rule| rule.counts.iter().chain(&rule.implied));
            let counts: Vec<Count> = sorted_set(counts.take_while(|_| !poller.is_over()).map(image));
            counts
        };
        let is_same = sorted(&|lit| lit) == sorted(&|lit| permutation.image(lit));
        is_same && !clock.is_over()
    }

    /// The formula of these rules over `num_visible` variables, all of them visible.
    ///
    /// # Errors
    /// If a count is too large for any encoding, or the time is over.
    pub(crate) fn write(&self, num_visible: usize, guarding: Guarding, clock: &Clock) -> Result<Written, PuzzleError> {
        if clock.is_over() {
            return Err(PuzzleError::stopped());
        }
        let mut cnf = Cnf::new();
        cnf.reserve_vars(num_visible);
        let visible: Vec<Var> = (0..num_visible).map(Var::from_index).collect();
        cnf.add_visible(&visible);
        let mut writer = RuleWriter::within(cnf, guarding, clock);
        let is_guarded = guarding == Guarding::Selectors;
        for count in self.structure.iter().filter(|_| is_guarded) {
            count.write(writer.structure())?;
        }
        for CountRule { rule, counts, implied } in &self.rules {
            let mut own = counts.iter().chain(implied.iter().filter(|_| is_guarded));
            writer.rule(rule.clone(), |sink| own.try_for_each(|count| count.write(sink)))?;
        }
        for count in self.redundant.iter().filter(|_| !is_guarded) {
            count.write(writer.structure())?;
        }
        Ok(writer.finish())
    }
}

impl Count {
    fn write(&self, sink: &mut (impl ClauseSink + ?Sized)) -> Result<(), PuzzleError> {
        if sink.is_over() {
            return Err(PuzzleError::stopped());
        }
        match (self.least, self.most) {
            (0, None) => {}
            (0, Some(1)) => sink.add_at_most_one(&self.members),
            (1, Some(1)) => sink.add_exactly_one(&self.members),
            (1, None) => sink.add_clause(&self.members),
            (least, most) => {
                let most = most.map_or(usize::MAX, |most| most as usize);
                let written = between(sink, &self.members, least as usize, most, CardinalityEncoding::Auto);
                return written.map_err(|error| PuzzleError::of_encoding("", &error));
            }
        }
        Ok(())
    }
}
