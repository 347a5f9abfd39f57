//! Connectives: negation, conjunction, disjunction, implication, equivalence.

use gordian_formula::ClauseSink;

use super::super::poster::Poster;
use super::super::variable::{Assignment, Boolean};
use super::Constraint;
use crate::encode::{EncodingError, Truth, all_of, any_of, imply};

impl Constraint {
    /// `then` holds where this does.
    pub fn implies(self, then: Constraint) -> Constraint {
        Constraint::Implies(Box::new(self), Box::new(then))
    }

    /// `then` holds where this Boolean is true: its half reification.
    pub fn when(condition: Boolean, then: Constraint) -> Constraint {
        Constraint::Holds(condition).implies(then)
    }

    /// The Boolean is true exactly where the constraint holds: its full reification.
    pub fn iff(boolean: Boolean, constraint: Constraint) -> Constraint {
        Constraint::Iff(boolean, Box::new(constraint))
    }

    /// The constraint that this one does not hold.
    pub fn negated(self) -> Constraint {
        Constraint::Not(Box::new(self))
    }

    /// Whether it holds in an assignment of all variables of its problem, by its meaning alone: no clause is involved.
    pub fn holds_in(&self, assignment: &Assignment) -> bool {
        match self {
            Constraint::Holds(boolean) => assignment.is_true(*boolean),
            Constraint::Not(inner) => !inner.holds_in(assignment),
            Constraint::All(parts) => parts.iter().all(|part| part.holds_in(assignment)),
            Constraint::Any(parts) => parts.iter().any(|part| part.holds_in(assignment)),
            Constraint::Implies(condition, then) => !condition.holds_in(assignment) || then.holds_in(assignment),
            Constraint::Iff(boolean, inner) => assignment.is_true(*boolean) == inner.holds_in(assignment),
            other => other.atom().is_none_or(|atom| atom.holds(assignment)),
        }
    }

    /// A constraint that holds where this one does not, negation pushed inwards as far as it goes; `None` where clauses
    /// of its own say so.
    fn negation(&self) -> Option<Constraint> {
        let all = |parts: &[Constraint]| parts.iter().cloned().map(Constraint::negated).collect();
        Some(match self {
            Constraint::Holds(boolean) => Constraint::Holds(!*boolean),
            Constraint::Not(inner) => (**inner).clone(),
            Constraint::All(parts) => Constraint::Any(all(parts)),
            Constraint::Any(parts) => Constraint::All(all(parts)),
            Constraint::Implies(condition, then) => {
                Constraint::All(vec![(**condition).clone(), (**then).clone().negated()])
            }
            Constraint::Iff(boolean, inner) => Constraint::Iff(!*boolean, inner.clone()),
            other => return other.atom().and_then(|atom| atom.negate()),
        })
    }
}

impl Poster<'_> {
    /// Writes a constraint, under the guard where there is one.
    pub(in super::super) fn post(&mut self, constraint: &Constraint) -> Result<(), EncodingError> {
        match constraint {
            Constraint::Holds(boolean) => {
                let truth = self.boolean(*boolean);
                self.any(&[truth]);
                Ok(())
            }
            Constraint::Not(inner) => match (inner.negation(), inner.atom()) {
                (Some(negation), _) => self.post(&negation),
                (None, Some(atom)) => atom.post_negation(self),
                (None, None) => Err(EncodingError::NotNegatable),
            },
            Constraint::All(parts) => parts.iter().try_for_each(|part| self.post(part)),
            Constraint::Any(_) | Constraint::Implies(..) => self.post_any(constraint),
            Constraint::Iff(boolean, inner) => self.iff(*boolean, inner),
            other => other.atom().map_or(Ok(()), |atom| atom.post(self)),
        }
    }

    /// Writes a disjunction: literals where parts are literals, and else guards that imply the parts.
    fn post_any(&mut self, constraint: &Constraint) -> Result<(), EncodingError> {
        let mut parts = Vec::new();
        disjuncts(constraint, &mut parts);
        let mut truths = Vec::with_capacity(parts.len());
        let mut others = Vec::new();
        for part in &parts {
            match self.literal(part) {
                Some(truth) => truths.push(truth),
                None => others.push(part),
            }
        }
        if truths.contains(&Truth::Always) {
            return Ok(());
        }
        truths.retain(|&truth| truth != Truth::Never);
        match (self.guard, truths.as_slice(), others.as_slice()) {
            (_, [], [only]) => return self.post(only),
            (None, [Truth::When(lit)], [only]) => return self.under(!*lit, |poster| poster.post(only)),
            _ => {}
        }
        for part in others {
            let guard = self.new_var().positive();
            self.under(guard, |poster| poster.post(part))?;
            truths.push(guard.into());
        }
        self.any(&truths);
        Ok(())
    }

    /// The literal or the constant that a constraint is, where it is one.
    fn literal(&mut self, constraint: &Constraint) -> Option<Truth> {
        match constraint {
            Constraint::Holds(boolean) => Some(self.boolean(*boolean)),
            Constraint::Not(inner) => self.literal(inner).map(|truth| !truth),
            Constraint::All(parts) if parts.is_empty() => Some(Truth::Always),
            Constraint::Any(parts) if parts.is_empty() => Some(Truth::Never),
            Constraint::All(parts) | Constraint::Any(parts) if parts.len() == 1 => self.literal(&parts[0]),
            other => other.atom().and_then(|atom| atom.literal(self)),
        }
    }

    /// The constraint holds exactly where the Boolean is true.
    fn iff(&mut self, boolean: Boolean, constraint: &Constraint) -> Result<(), EncodingError> {
        match self.definition(constraint)? {
            Some(own) => {
                let truth = self.boolean(boolean);
                imply(self, &[truth], &[own]);
                imply(self, &[own], &[truth]);
                Ok(())
            }
            None => {
                self.post(&Constraint::when(boolean, constraint.clone()))?;
                self.post(&Constraint::when(!boolean, constraint.clone().negated()))
            }
        }
    }

    /// A literal that is true exactly where the constraint holds, whatever the guard is.
    ///
    /// A constraint that defines none is posted under a new one, and so is its negation.
    pub(super) fn defined(&mut self, constraint: &Constraint) -> Result<Truth, EncodingError> {
        if let Some(truth) = self.definition(constraint)? {
            return Ok(truth);
        }
        let own = self.structure().new_var().positive();
        self.under(own, |poster| poster.post(constraint))?;
        self.under(!own, |poster| poster.post(&constraint.clone().negated()))?;
        Ok(own.into())
    }

    fn definition(&mut self, constraint: &Constraint) -> Result<Option<Truth>, EncodingError> {
        if let Some(truth) = self.literal(constraint) {
            return Ok(Some(truth));
        }
        Ok(Some(match constraint {
            Constraint::Not(inner) => return Ok(self.definition(inner)?.map(|truth| !truth)),
            Constraint::All(parts) => {
                let truths = self.all_defined(parts)?;
                all_of(self.structure(), truths)
            }
            Constraint::Any(parts) => {
                let truths = self.all_defined(parts)?;
                any_of(self.structure(), truths)
            }
            Constraint::Implies(condition, then) => {
                let truths = [!self.defined(condition)?, self.defined(then)?];
                any_of(self.structure(), truths)
            }
            Constraint::Iff(boolean, inner) => {
                let (one, other) = (self.boolean(*boolean), self.defined(inner)?);
                let both = all_of(self.structure(), [one, other]);
                let neither = all_of(self.structure(), [!one, !other]);
                any_of(self.structure(), [both, neither])
            }
            other => return other.atom().map_or(Ok(None), |atom| atom.truth(self)),
        }))
    }

    fn all_defined(&mut self, parts: &[Constraint]) -> Result<Vec<Truth>, EncodingError> {
        parts.iter().map(|part| self.defined(part)).collect()
    }
}

/// The parts of a disjunction, those of disjunctions within it in their place.
fn disjuncts(constraint: &Constraint, parts: &mut Vec<Constraint>) {
    match constraint {
        Constraint::Any(inner) => inner.iter().for_each(|part| disjuncts(part, parts)),
        Constraint::Implies(condition, then) => {
            disjuncts(&(**condition).clone().negated(), parts);
            disjuncts(then, parts);
        }
        Constraint::Not(inner) => match inner.negation() {
            Some(negated) if matches!(negated, Constraint::Any(_) | Constraint::Implies(..) | Constraint::Not(_)) => {
                disjuncts(&negated, parts);
            }
            Some(negated) => parts.push(negated),
            None => parts.push(constraint.clone()),
        },
        other => parts.push(other.clone()),
    }
}
