//! Clauses that hold where a literal is true.

use gordian_formula::{ClauseSink, Lit, Var};

/// Groups up to this size are written as pairs under the guard, four clauses less than through copies of four members.
const MAX_PAIRWISE: usize = 6;

/// A sink that puts every constraint under a guard: where the guard is false, nothing is demanded.
///
/// Each clause gets the negated guard. A group cannot carry one: a small one becomes guarded pairs; a larger one speaks
/// of copies `member and guard` of its members, so that it stays a group, and unit propagation finds the same with the
/// guard true. Variables made through the adapter are those of the sink behind it.
///
/// Auxiliary variables of an encoding are defined by guarded clauses, so where the guard is false they are free: the
/// adapter keeps satisfiability, and projected counts, but no count over all variables. For the same reason a literal
/// that other constraints use too has to be defined outside of it.
///
/// ```
/// use gordian_encoders::rule::Guarded;
/// use gordian_formula::{ClauseSink, Cnf};
///
/// let mut cnf = Cnf::new();
/// let [guard, a, b] = [0; 3].map(|_| cnf.new_var().positive());
/// Guarded::new(&mut cnf, guard).add_clause(&[a, b]);
/// assert_eq!(cnf.clauses().next(), Some(&[a, b, !guard][..]));
/// ```
#[derive(Debug)]
pub struct Guarded<'a, S: ?Sized> {
    sink: &'a mut S,
    guard: Lit,
    clause: Vec<Lit>,
}

impl<'a, S: ClauseSink + ?Sized> Guarded<'a, S> {
    /// An adapter for `sink` whose constraints hold where `guard` is true.
    pub fn new(sink: &'a mut S, guard: Lit) -> Guarded<'a, S> {
        Guarded { sink, guard, clause: Vec::new() }
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for Guarded<'_, S> {
    fn new_var(&mut self) -> Var {
        self.sink.new_var()
    }

    fn num_vars(&self) -> usize {
        self.sink.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.clause.push(!self.guard);
        self.sink.add_clause(&self.clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        if members.len() <= MAX_PAIRWISE {
            for (position, &first) in members.iter().enumerate() {
                for &second in &members[position + 1..] {
                    self.add_clause(&[!first, !second]);
                }
            }
            return;
        }
        let mut copies = Vec::with_capacity(members.len());
        for &member in members {
            let copy = self.sink.new_var().positive();
            self.sink.add_clause(&[!copy, member]);
            self.sink.add_clause(&[!copy, self.guard]);
            self.sink.add_clause(&[!member, !self.guard, copy]);
            copies.push(copy);
        }
        self.sink.add_at_most_one(&copies);
    }

    fn add_visible(&mut self, visible: &[Var]) {
        self.sink.add_visible(visible);
    }

    fn is_over(&self) -> bool {
        self.sink.is_over()
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{Cnf, Model};
    use gordian_testkit::models;

    use super::*;

    /// The assignments of the first `count` variables that extend to a model, by trying all.
    fn projected(cnf: &Cnf, count: usize) -> Vec<u32> {
        let value = |model: &Model, index| u32::from(model.value(Var::from_index(index))) << index;
        let bits = |model: Model| (0..count).map(|index| value(&model, index)).sum();
        let mut visible: Vec<u32> = models(cnf).map(bits).collect();
        visible.sort_unstable();
        visible.dedup();
        visible
    }

    #[test]
    fn a_guarded_group_holds_exactly_where_its_guard_does() {
        for size in [0, 1, 3, 6, 7, 8] {
            for exactly in [false, true] {
                let mut cnf = Cnf::new();
                let guard = cnf.new_var().positive();
                let members: Vec<Lit> = cnf.new_vars(size).into_iter().map(Var::positive).collect();
                let mut guarded = Guarded::new(&mut cnf, guard);
                if exactly {
                    guarded.add_exactly_one(&members)
                } else {
                    guarded.add_at_most_one(&members)
                }
                let expected: Vec<u32> = (0..1_u32 << (size + 1))
                    .filter(|bits| {
                        let trues = (bits >> 1).count_ones();
                        bits & 1 == 0 || if exactly { trues == 1 } else { trues <= 1 }
                    })
                    .collect();
                assert_eq!(projected(&cnf, size + 1), expected, "{size} members, exactly {exactly}");
            }
        }
    }
}
