//! Constraints into clauses.

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Lit};

use super::connected::{both_connected, connected};
use super::constraint::Constraint;
use super::diagram::Diagram;
use super::evaluate::compares;
use super::negate::negation;
use super::poster::Poster;
use super::variable::{Boolean, Integer, Operand};
use crate::encode::{CardinalityEncoding, EncodingError, IntVar, Relation, Truth, at_most_variable, between, imply};

/// Two variables are compared by their values where there are at most this many pairs, by order literals beyond.
const MOST_PAIRS: usize = 1 << 12;

/// At most this many sets of different values with a given sum are enumerated.
const MOST_SETS: usize = 400;

/// A difference as a variable is a table of at most this many rows.
const MOST_ROWS: usize = 1 << 14;

impl Poster {
    /// Writes a constraint, under the guard where there is one.
    pub(super) fn post(&mut self, constraint: &Constraint) -> Result<(), EncodingError> {
        match constraint {
            Constraint::Holds(boolean) => {
                let truth = self.truth(*boolean);
                self.any(&[truth]);
            }
            Constraint::Linear { terms, relation, bound } => self.linear(terms, *relation, *bound)?,
            Constraint::AllDifferent(of) => self.all_different(of),
            Constraint::AllDifferentWithSum { of, total } => self.different_with_sum(of, *total)?,
            Constraint::AllEqual(of) => {
                for pair in of.windows(2) {
                    self.post(&Constraint::compare(pair[0], Relation::Equal, pair[1]))?;
                }
            }
            Constraint::Increasing { of, strictly } => {
                for pair in of.windows(2) {
                    let (x, y) = (self.int_var(pair[0]), self.int_var(pair[1]));
                    let x = if *strictly { x.plus(1)? } else { x };
                    at_most_variable(self, &x, &y);
                }
            }
            Constraint::Member { of, values } => self.restrict(*of, |value| values.contains(&value)),
            Constraint::Table { of, rows } => self.table(of, rows)?,
            Constraint::Path { of, diagram } => self.path(of, diagram),
            Constraint::Element { list, index, result } => self.element(list, *index, *result),
            Constraint::Count { of, values, relation, bound } => self.count(of, values, *relation, *bound)?,
            Constraint::Minimum { of, result } => self.minimum(of, *result, 1)?,
            Constraint::Maximum { of, result } => self.minimum(of, *result, -1)?,
            Constraint::Difference { first, second, relation, bound } => {
                self.difference(*first, *second, *relation, *bound)?;
            }
            Constraint::DifferenceIs { first, second, result } => self.difference_is(*first, *second, *result)?,
            Constraint::Connected { of, edges } => {
                let lits: Vec<Lit> = of.iter().map(|&boolean| self.lit(boolean)).collect();
                connected(self, &lits, edges);
            }
            Constraint::BothConnected { of, width } => {
                let lits: Vec<Lit> = of.iter().map(|&boolean| self.lit(boolean)).collect();
                both_connected(self, &lits, *width);
            }
            Constraint::Not(inner) => match self.complement(inner)? {
                Complement::Constraint(constraint) => self.post(&constraint)?,
                Complement::Path(of, diagram) => self.path(&of, &diagram),
            },
            Constraint::All(parts) => parts.iter().try_for_each(|part| self.post(part))?,
            Constraint::Any(_) | Constraint::Implies(..) => self.post_any(constraint)?,
            Constraint::Iff(boolean, inner) => self.iff(*boolean, inner)?,
        }
        Ok(())
    }

    /// The constraint holds exactly where the Boolean is true.
    fn iff(&mut self, boolean: Boolean, constraint: &Constraint) -> Result<(), EncodingError> {
        if let Some(own) = self.simple(constraint)? {
            let truth = self.truth(boolean);
            imply(self, &[truth], &[own]);
            imply(self, &[own], &[truth]);
            return Ok(());
        }
        self.post(&Constraint::when(boolean, constraint.clone()))?;
        self.post(&Constraint::when(!boolean, constraint.clone().negated()))
    }

    fn complement(&mut self, constraint: &Constraint) -> Result<Complement, EncodingError> {
        if let Some(negated) = negation(constraint) {
            return Ok(Complement::Constraint(negated));
        }
        let complement_of = |poster: &Poster, of: &[Integer], diagram: &Diagram| {
            let domains: Vec<&[i64]> = of.iter().map(|&x| poster.values(x)).collect();
            Ok(Complement::Path(of.to_vec(), diagram.complement(&domains)?))
        };
        match constraint {
            Constraint::Member { of, values } => {
                let others = self.values(*of).iter().copied().filter(|value| !values.contains(value));
                Ok(Complement::Constraint(Constraint::member(*of, others)))
            }
            Constraint::Table { of, rows } => complement_of(self, of, &Diagram::of_rows(of.len(), rows)?),
            Constraint::Path { of, diagram } => complement_of(self, of, diagram),
            _ => Err(EncodingError::NotNegatable),
        }
    }

    /// Writes a disjunction: literals where parts are literals, and else guards that imply the parts.
    fn post_any(&mut self, constraint: &Constraint) -> Result<(), EncodingError> {
        let mut parts = Vec::new();
        disjuncts(constraint, &mut parts);
        let mut truths = Vec::with_capacity(parts.len());
        let mut others = Vec::new();
        for part in &parts {
            match self.simple(part)? {
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

    /// The truth of a constraint that is one literal or a constant.
    fn simple(&mut self, constraint: &Constraint) -> Result<Option<Truth>, EncodingError> {
        Ok(match constraint {
            Constraint::Holds(boolean) => Some(self.truth(*boolean)),
            Constraint::Member { of, values } => Some(self.is_among(*of, values)),
            Constraint::Linear { terms, relation, bound } => match terms[..] {
                [(factor, Operand::Integer(x))] => {
                    let allowed = |&value: &i64| compares(product(factor, value), *relation, i128::from(*bound));
                    let values: Vec<i64> = self.values(x).iter().copied().filter(allowed).collect();
                    Some(self.is_among(x, &values))
                }
                _ => None,
            },
            Constraint::Not(inner) => match &**inner {
                Constraint::Holds(_) | Constraint::Member { .. } => self.simple(inner)?.map(|truth| !truth),
                Constraint::Linear { terms, .. } if terms.len() == 1 => self.simple(inner)?.map(|truth| !truth),
                _ => None,
            },
            Constraint::All(parts) if parts.is_empty() => Some(Truth::Always),
            Constraint::All(parts) if parts.len() == 1 => self.simple(&parts[0])?,
            _ => None,
        })
    }

    /// The value of `x` is one that is allowed.
    fn restrict(&mut self, x: Integer, allowed: impl Fn(i64) -> bool) {
        let (kept, denied): (Vec<i64>, Vec<i64>) = self.values(x).iter().copied().partition(|&value| allowed(value));
        if denied.is_empty() {
            return;
        }
        if kept.len() <= 1 || self.guard.is_some() && kept.len() < denied.len() {
            let kept: Vec<Truth> = kept.into_iter().map(|value| self.equals(x, value)).collect();
            self.any(&kept);
        }
        for value in denied {
            let truth = self.equals(x, value);
            self.any(&[!truth]);
        }
    }

    fn linear(&mut self, terms: &[(i64, Operand)], relation: Relation, bound: i64) -> Result<(), EncodingError> {
        match *terms {
            [(factor, Operand::Integer(x))] if self.values(x).len() <= MOST_PAIRS => {
                self.restrict(x, |value| compares(product(factor, value), relation, bound.into()));
                return Ok(());
            }
            [(a, Operand::Integer(x)), (b, Operand::Integer(y))]
                if matches!(relation, Relation::Equal | Relation::NotEqual)
                    && x != y
                    && self.combinations(&[x, y]) <= MOST_PAIRS =>
            {
                self.pairs(x, y, |first, second| {
                    compares(product(a, first) + product(b, second), relation, bound.into())
                });
                return Ok(());
            }
            _ => {}
        }
        let only_booleans =
            terms.iter().all(|&(factor, operand)| factor == 1 && matches!(operand, Operand::Boolean(_)));
        if only_booleans && relation != Relation::NotEqual {
            let truths: Vec<Truth> = terms.iter().filter_map(|&(_, operand)| self.operand_truth(operand)).collect();
            return self.counted(truths, relation, bound);
        }
        let sum = self.sum(terms)?;
        sum.post(self, relation, bound)
    }

    fn operand_truth(&mut self, operand: Operand) -> Option<Truth> {
        match operand {
            Operand::Boolean(boolean) => Some(self.truth(boolean)),
            Operand::Integer(_) => None,
        }
    }

    /// The number of true literals compares like this with the bound.
    fn between(&mut self, lits: &[Lit], relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let count = i64::try_from(lits.len()).unwrap_or(i64::MAX);
        let (least, most) = match relation {
            Relation::Equal => (bound, bound),
            Relation::AtMost => (0, bound),
            Relation::Less => (0, bound.saturating_sub(1)),
            Relation::AtLeast => (bound, count),
            Relation::Greater => (bound.saturating_add(1), count),
            Relation::NotEqual => {
                let sum = lits.iter().fold(crate::encode::Sum::new(), |sum, &lit| sum.plus_literal(1, lit));
                return sum.post(self, relation, bound);
            }
        };
        if most < 0 || least > count {
            self.add_clause(&[]);
            return Ok(());
        }
        between(self, lits, least.max(0) as usize, most.min(count) as usize, CardinalityEncoding::Auto)
    }

    fn count(&mut self, of: &[Integer], values: &[i64], relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let truths: Vec<Truth> = of.iter().map(|&x| self.is_among(x, values)).collect();
        self.counted(truths, relation, bound)
    }

    /// How many of these hold compares like this with the bound.
    fn counted(&mut self, truths: Vec<Truth>, relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let always = truths.iter().filter(|&&truth| truth == Truth::Always).count();
        let lits: Vec<Lit> = truths.into_iter().filter_map(Truth::lit).collect();
        self.between(&lits, relation, bound.saturating_sub(i64::try_from(always).unwrap_or(i64::MAX)))
    }

    fn all_different(&mut self, of: &[Integer]) {
        let mut of_value: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
        for &x in of {
            for value in self.values(x).to_vec() {
                let truth = self.equals(x, value);
                of_value.entry(value).or_default().push(truth);
            }
        }
        if of.len() > of_value.len() {
            return self.add_clause(&[]);
        }
        let is_permutation = of.len() == of_value.len();
        for truths in of_value.values() {
            let lits: Vec<Lit> = truths.iter().filter_map(|truth| truth.lit()).collect();
            match truths.len() - lits.len() {
                0 if is_permutation => self.add_exactly_one(&lits),
                0 => self.add_at_most_one(&lits),
                1 => lits.iter().for_each(|&lit| self.add_clause(&[!lit])),
                _ => self.add_clause(&[]),
            }
        }
    }

    /// One literal for each set of values that sum to the total; its values all occur.
    fn different_with_sum(&mut self, of: &[Integer], total: i64) -> Result<(), EncodingError> {
        let mut values: Vec<i64> = of.iter().flat_map(|&x| self.values(x).iter().copied()).collect();
        values.sort_unstable();
        values.dedup();
        let mut sets = Vec::new();
        if !sets_with_sum(&values, of.len(), i128::from(total), &mut Vec::new(), &mut sets) {
            self.all_different(of);
            let terms: Vec<(i64, Operand)> = of.iter().map(|&x| (1, x.into())).collect();
            return self.linear(&terms, Relation::Equal, total);
        }
        let chosen: Vec<Truth> = match sets.len() {
            0 => {
                self.add_clause(&[]);
                return Ok(());
            }
            1 => vec![Truth::Always],
            count => self.new_vars(count).into_iter().map(|var| var.positive().into()).collect(),
        };
        let lits: Vec<Lit> = chosen.iter().filter_map(|truth| truth.lit()).collect();
        if !lits.is_empty() {
            self.add_exactly_one(&lits);
        }
        for value in values {
            let mut truths: Vec<Truth> = of.iter().map(|&x| self.equals(x, value)).collect();
            truths.retain(|&truth| truth != Truth::Never);
            let holds = |set: &Vec<i64>| set.binary_search(&value).is_ok();
            let with: Vec<Truth> =
                chosen.iter().zip(&sets).filter(|(_, set)| holds(set)).map(|(&lit, _)| lit).collect();
            let lits: Vec<Lit> = truths.iter().filter_map(|truth| truth.lit()).collect();
            let is_plain = lits.len() == truths.len();
            if with.is_empty() {
                truths.iter().for_each(|&truth| self.any(&[!truth]));
                continue;
            }
            if with.len() < chosen.len() {
                for &truth in &truths {
                    imply(self, &[truth], &with);
                }
                for &set in &with {
                    imply(self, &[set], &truths);
                }
            } else if !is_plain {
                self.any(&truths);
            }
            match truths.len() - lits.len() {
                0 if with.len() == chosen.len() => self.add_exactly_one(&lits),
                0 => self.add_at_most_one(&lits),
                1 => lits.iter().for_each(|&lit| self.add_clause(&[!lit])),
                _ => self.add_clause(&[]),
            }
        }
        Ok(())
    }

    fn table(&mut self, of: &[Integer], rows: &[Vec<i64>]) -> Result<(), EncodingError> {
        match of {
            [x] => self.restrict(*x, |value| rows.iter().any(|row| row[..] == [value])),
            &[x, y] if x != y && self.combinations(of) <= MOST_PAIRS => {
                self.pairs(x, y, |first, second| rows.iter().any(|row| row[..] == [first, second]));
            }
            _ => self.path(of, &Diagram::of_rows(of.len(), rows)?),
        }
        Ok(())
    }

    /// The values of two variables are a pair that is allowed: values that exclude each other where few do, and the
    /// values that support a value where few do.
    fn pairs(&mut self, x: Integer, y: Integer, allowed: impl Fn(i64, i64) -> bool) {
        let (first, second) = (self.values(x).to_vec(), self.values(y).to_vec());
        for &a in &first {
            let (with, without): (Vec<i64>, Vec<i64>) = second.iter().partition(|&&b| allowed(a, b));
            let own = self.equals(x, a);
            if without.len() <= with.len() {
                for &b in &without {
                    let other = self.equals(y, b);
                    imply(self, &[own, other], &[]);
                }
            }
            self.supported(own, y, &with, &without);
        }
        for &b in &second {
            let (with, without): (Vec<i64>, Vec<i64>) = first.iter().partition(|&&a| allowed(a, b));
            let own = self.equals(y, b);
            self.supported(own, x, &with, &without);
        }
    }

    fn supported(&mut self, own: Truth, other: Integer, with: &[i64], without: &[i64]) {
        if without.len() > 1 || with.is_empty() {
            let support: Vec<Truth> = with.iter().map(|&value| self.equals(other, value)).collect();
            imply(self, &[own], &support);
        }
    }

    /// A literal for each node, exactly one true in each layer, and edges in both directions.
    fn path(&mut self, of: &[Integer], diagram: &Diagram) {
        let Some(layers) = diagram.layers().filter(|layers| layers.len() == of.len()) else {
            return self.add_clause(&[]);
        };
        let mut nodes = vec![Truth::Always];
        for (position, (&x, layer)) in of.iter().zip(layers).enumerate() {
            let next: Vec<Truth> = match layers.get(position + 1).map_or(1, Vec::len) {
                1 => vec![Truth::Always],
                count => {
                    let lits: Vec<Lit> = self.new_vars(count).into_iter().map(|var| var.positive()).collect();
                    self.add_exactly_one(&lits);
                    lits.into_iter().map(Truth::from).collect()
                }
            };
            let values = self.values(x).to_vec();
            let equal: Vec<Truth> = values.iter().map(|&value| self.equals(x, value)).collect();
            // Which nodes lead with which value to each node.
            let mut into: Vec<BTreeMap<usize, Vec<Truth>>> = vec![BTreeMap::new(); next.len()];
            let mut reading: Vec<Vec<Truth>> = vec![Vec::new(); values.len()];
            for (&node, edges) in nodes.iter().zip(layer) {
                let mut allowed = Vec::new();
                for &(value, target) in edges {
                    let Ok(index) = values.binary_search(&value) else { continue };
                    imply(self, &[node, equal[index]], &[next[target]]);
                    into[target].entry(index).or_default().push(node);
                    reading[index].push(node);
                    allowed.push(equal[index]);
                }
                if allowed.len() < values.len() {
                    imply(self, &[node], &allowed);
                }
            }
            for (sources, &equal) in reading.iter().zip(&equal) {
                if sources.len() < nodes.len() {
                    imply(self, &[equal], sources);
                }
            }
            for (&target, into) in next.iter().zip(&into) {
                if target != Truth::Always {
                    let read: Vec<Truth> = into.keys().map(|&index| equal[index]).collect();
                    imply(self, &[target], &read);
                    let mut sources: Vec<Truth> = into.values().flatten().copied().collect();
                    sources.sort_unstable_by_key(|truth| truth.lit());
                    sources.dedup();
                    imply(self, &[target], &sources);
                }
                for (&index, sources) in into {
                    imply(self, &[target, equal[index]], sources);
                }
            }
            nodes = next;
        }
    }

    fn element(&mut self, list: &[Integer], index: Integer, result: Integer) {
        self.restrict(index, |value| usize::try_from(value).is_ok_and(|at| at < list.len()));
        for value in self.values(index).to_vec() {
            let Some(&element) = usize::try_from(value).ok().and_then(|at| list.get(at)) else { continue };
            let is = self.equals(index, value);
            for value in self.values(element).to_vec() {
                let (there, here) = (self.equals(element, value), self.equals(result, value));
                imply(self, &[is, there], &[here]);
            }
            for value in self.values(result).to_vec() {
                let (there, here) = (self.equals(element, value), self.equals(result, value));
                imply(self, &[is, here], &[there]);
            }
        }
    }

    /// The result is the least of `sign * x`, times `sign`.
    fn minimum(&mut self, of: &[Integer], result: Integer, sign: i64) -> Result<(), EncodingError> {
        let result = self.int_var(result).times(sign)?;
        let of: Vec<IntVar> = of.iter().map(|&x| self.int_var(x).times(sign)).collect::<Result<_, _>>()?;
        let mut thresholds: Vec<i64> = of.iter().flat_map(|x| x.values().iter().copied()).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        for x in &of {
            at_most_variable(self, &result, x);
        }
        for value in thresholds {
            let above: Vec<Truth> = of.iter().map(|x| x.at_least(value)).collect();
            imply(self, &above, &[result.at_least(value)]);
        }
        if of.is_empty() {
            self.add_clause(&[]);
        }
        Ok(())
    }

    fn difference(&mut self, x: Integer, y: Integer, relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let allowed = |a: i64, b: i64| compares((i128::from(a) - i128::from(b)).abs(), relation, bound.into());
        if x == y {
            return if allowed(0, 0) { Ok(()) } else { self.post(&Constraint::Any(Vec::new())) };
        }
        if self.combinations(&[x, y]) <= MOST_PAIRS {
            self.pairs(x, y, allowed);
            return Ok(());
        }
        let minus = |bound| Constraint::weighted([(1, x), (-1, y)], relation, bound);
        let opposite = |bound| Constraint::weighted([(1, y), (-1, x)], relation, bound);
        let both = vec![minus(bound), opposite(bound)];
        self.post(&match relation {
            Relation::Equal if bound < 0 => Constraint::Any(Vec::new()),
            Relation::Equal | Relation::AtLeast | Relation::Greater => Constraint::Any(both),
            Relation::NotEqual if bound < 0 => Constraint::All(Vec::new()),
            Relation::NotEqual | Relation::AtMost | Relation::Less => Constraint::All(both),
        })
    }

    fn difference_is(&mut self, x: Integer, y: Integer, result: Integer) -> Result<(), EncodingError> {
        if self.combinations(&[x, y]) <= MOST_ROWS {
            let differences = self.values(result);
            let all = self.values(x).iter().flat_map(|&a| self.values(y).iter().map(move |&b| (a, b, (a - b).abs())));
            let rows = all.filter(|(_, _, difference)| differences.binary_search(difference).is_ok());
            let rows: Vec<Vec<i64>> = rows.map(|(a, b, difference)| vec![a, b, difference]).collect();
            return self.table(&[x, y, result], &rows);
        }
        let compare = |a, b, relation| Constraint::weighted([(1, a), (-1, b), (-1, result)], relation, 0);
        self.post(&compare(x, y, Relation::AtMost))?;
        self.post(&compare(y, x, Relation::AtMost))?;
        self.post(&Constraint::Any(vec![compare(x, y, Relation::AtLeast), compare(y, x, Relation::AtLeast)]))
    }
}

/// The negation of a constraint.
enum Complement {
    Constraint(Constraint),
    Path(Vec<Integer>, Diagram),
}

/// The parts of a disjunction, those of disjunctions within it in their place.
fn disjuncts(constraint: &Constraint, parts: &mut Vec<Constraint>) {
    match constraint {
        Constraint::Any(inner) => inner.iter().for_each(|part| disjuncts(part, parts)),
        Constraint::Implies(condition, then) => {
            disjuncts(&(**condition).clone().negated(), parts);
            disjuncts(then, parts);
        }
        Constraint::Not(inner) => match negation(inner) {
            Some(negated) if matches!(negated, Constraint::Any(_) | Constraint::Implies(..) | Constraint::Not(_)) => {
                disjuncts(&negated, parts);
            }
            Some(negated) => parts.push(negated),
            None => parts.push(constraint.clone()),
        },
        other => parts.push(other.clone()),
    }
}

fn product(factor: i64, value: i64) -> i128 {
    i128::from(factor) * i128::from(value)
}

/// All sets of so many of the values with this sum, sorted; false beyond [`MOST_SETS`].
fn sets_with_sum(values: &[i64], count: usize, total: i128, chosen: &mut Vec<i64>, sets: &mut Vec<Vec<i64>>) -> bool {
    if count == 0 {
        if total == 0 {
            sets.push(chosen.clone());
        }
        return sets.len() <= MOST_SETS;
    }
    for (at, &value) in values.iter().enumerate() {
        let rest = &values[at + 1..];
        if rest.len() + 1 < count {
            break;
        }
        let sum = |part: &[i64]| part.iter().map(|&value| i128::from(value)).sum::<i128>();
        let left = total - i128::from(value);
        // The least and the greatest that the others can add.
        if sum(&rest[..count - 1]) > left || sum(&rest[rest.len() - (count - 1)..]) < left {
            continue;
        }
        chosen.push(value);
        let few = sets_with_sum(rest, count - 1, left, chosen, sets);
        chosen.pop();
        if !few {
            return false;
        }
    }
    true
}
