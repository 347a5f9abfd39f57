//! Clauses of three literals without watches.

use gordian_formula::Lit;

use crate::store::arena::{Arena, ClauseRef};
use crate::store::lists::{Entry, Lists};
use crate::store::watches::Watches;

/// A clause of three literals, as one of them sees it.
#[derive(Clone, Copy)]
pub(crate) struct Ternary {
    pub(crate) others: [Lit; 2],
    pub(crate) clause: ClauseRef,
}

impl Entry for Ternary {
    const BLANK: Ternary = Ternary { others: [Lit::from_code(0); 2], clause: ClauseRef::from_offset(0) };
}

/// Lists of the clauses of three literals, by each of these. Finding the consequences of a literal
/// needs no look at clauses and moves no watches (as in Siege; Ryan 2004).
pub(crate) type Ternaries = Lists<Ternary>;

impl Ternaries {
    /// Moves the clauses of three literals from the watches to lists.
    pub(crate) fn take_from(watches: &mut Watches, arena: &Arena, num_vars: usize) -> Ternaries {
        let is_ternary = |clause: ClauseRef| arena.size(clause) == 3;
        watches.retain_all(|_, watch| watch.is_binary() || !is_ternary(watch.clause()));
        Ternaries::among(arena, num_vars, |clause| !arena.is_garbage(clause))
    }

    /// Lists of those clauses of three literals that are wanted.
    pub(crate) fn among(arena: &Arena, num_vars: usize, is_wanted: impl Fn(ClauseRef) -> bool) -> Ternaries {
        let clauses = || arena.clauses().filter(|&clause| arena.size(clause) == 3 && is_wanted(clause));
        let mut ternaries = Ternaries::with_room(num_vars, clauses().flat_map(|clause| arena.lits(clause)).copied());
        for clause in clauses() {
            if let &[first, second, third] = arena.lits(clause) {
                for (lit, others) in [(first, [second, third]), (second, [first, third]), (third, [first, second])] {
                    ternaries.push(lit, Ternary { others, clause });
                }
            }
        }
        ternaries
    }

    /// Watches them all again.
    pub(crate) fn give_back(self, watches: &mut Watches, arena: &Arena) {
        // Room for all that could be watched, without a look at any clause: lists that outgrow their places one by
        // one take longer than everything else here.
        watches.reserve(self.iter().flat_map(|(lit, list)| std::iter::repeat_n(lit, list.len())));
        for (lit, list) in self.iter() {
            for &Ternary { clause, .. } in list {
                let lits = arena.lits(clause);
                if lits[0] == lit {
                    watches.watch_clause(clause, lits);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gordian_testkit::lits;

    #[test]
    fn clauses_of_three_literals_come_back_to_the_watches() {
        let mut arena = Arena::default();
        let mut watches = Watches::new(5);
        for numbers in [&[1, 2, 3][..], &[-1, 2, 3, 4], &[-2, 1, 4], &[3, -4, 5]] {
            let lits = lits(numbers);
            let reference = arena.add(&lits, None);
            watches.watch_clause(reference, &lits);
        }
        watches.add_binary(lits(&[1])[0], lits(&[5])[0], false);
        let sorted = |watches: &Watches| -> Vec<String> {
            let lists = watches.iter().flat_map(|(lit, list)| list.iter().map(move |watch| format!("{lit} {watch:?}")));
            let mut lists: Vec<String> = lists.collect();
            lists.sort();
            lists
        };
        let before = sorted(&watches);
        let ternaries = Ternaries::take_from(&mut watches, &arena, 5);
        assert_eq!(ternaries.len(), 9);
        assert_eq!(watches.len(), 4, "the binary clause and the one of four literals");
        assert_eq!(ternaries.of(lits(&[3])[0]).len(), 2);
        ternaries.give_back(&mut watches, &arena);
        assert_eq!(sorted(&watches), before);
    }
}
