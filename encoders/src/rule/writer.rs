//! One way of writing rules, two forms of their formula.

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Timed};

use super::Rule;
use super::guarded::Guarded;

/// Whether rules can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarding {
    /// Every rule holds.
    None,
    /// Each rule holds where its selector is true.
    Selectors,
}

/// Writes rules into a formula, and keeps what they are called.
#[derive(Clone, Debug)]
pub struct RuleWriter {
    sink: Timed<Cnf>,
    rules: Vec<Rule>,
    selectors: Vec<Lit>,
    guarding: Guarding,
}

/// The formula and the rules that a [`RuleWriter`] has written.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The formula.
    pub cnf: Cnf,
    /// The rules, in the order in which they were written.
    pub rules: Vec<Rule>,
    /// The selector of each rule, parallel to `rules`; empty where the rules are not guarded.
    pub selectors: Vec<Lit>,
}

impl RuleWriter {
    /// A writer that goes on with a formula, in which the variables that mean something stand already.
    pub fn new(cnf: Cnf, guarding: Guarding) -> RuleWriter {
        RuleWriter::within(cnf, guarding, &Clock::unlimited())
    }

    /// As [`RuleWriter::new`], into a sink that tells encoders when the time is over.
    pub fn within(cnf: Cnf, guarding: Guarding, clock: &Clock) -> RuleWriter {
        let sink = Timed::new(cnf, clock.clone());
        RuleWriter { sink, rules: Vec::new(), selectors: Vec::new(), guarding }
    }

    /// The sink for what is no rule and can never be left out: the domains of variables, channelling, definitions that
    /// several rules share.
    pub fn structure(&mut self) -> &mut Timed<Cnf> {
        &mut self.sink
    }

    /// Writes a rule with `write`, under a selector of its own where rules are guarded.
    pub fn rule<T>(&mut self, rule: Rule, write: impl FnOnce(&mut dyn ClauseSink) -> T) -> T {
        match self.begin(rule) {
            None => write(&mut self.sink),
            Some(selector) => write(&mut Guarded::new(&mut self.sink, selector)),
        }
    }

    /// Begins a rule: what is written for it has to hold where this selector is true, or always where there is none.
    pub(crate) fn begin(&mut self, rule: Rule) -> Option<Lit> {
        self.rules.push(rule);
        if self.guarding == Guarding::None {
            return None;
        }
        self.selectors.push(self.sink.new_var().positive());
        self.last_selector()
    }

    /// The selector of the rule that was written last; `None` where rules are not guarded.
    pub fn last_selector(&self) -> Option<Lit> {
        self.selectors.last().copied()
    }

    /// The formula and its rules.
    pub fn finish(self) -> Written {
        Written { cnf: self.sink.into_inner(), rules: self.rules, selectors: self.selectors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_the_same_rules() {
        for guarding in [Guarding::None, Guarding::Selectors] {
            let mut cnf = Cnf::new();
            let lits = cnf.new_vars(3).into_iter().map(|var| var.positive()).collect::<Vec<_>>();
            let mut writer = RuleWriter::new(cnf, guarding);
            writer.structure().add_exactly_one(&lits);
            writer.rule(Rule::new("given", "the first", [[0, 0]]), |sink| sink.add_clause(&[lits[0]]));
            writer.rule(Rule::new("given", "not the first", [[0, 0]]), |sink| sink.add_clause(&[!lits[0]]));
            let written = writer.finish();
            assert_eq!(
                written.rules.iter().map(|rule| rule.text.as_str()).collect::<Vec<_>>(),
                ["the first", "not the first"]
            );
            assert_eq!(written.cnf.num_groups(), 1);
            let clauses: Vec<&[Lit]> = written.cnf.clauses().collect();
            match guarding {
                Guarding::None => assert_eq!(clauses, [[lits[0]], [!lits[0]]]),
                Guarding::Selectors => {
                    let [first, second] = written.selectors[..] else { panic!("two selectors") };
                    assert_eq!(clauses, [[lits[0], !first], [!lits[0], !second]]);
                }
            }
        }
    }
}
