//! The literals that are known to be equal.

use gordian_formula::Lit;

/// Classes of equal literals, the negations of the members of one being those of another
/// (union-find; Galler & Fischer 1964, with halved paths).
///
/// Invariant: for each literal and its negation everything is the same but for the sign.
pub(crate) struct Equivalences {
    /// For each literal one that it is equal to, closer to the representative; itself for a representative.
    parents: Vec<Lit>,
    /// For each literal the next one of its class, in a ring.
    next: Vec<Lit>,
}

impl Equivalences {
    /// Nothing is equal.
    pub(crate) fn new(num_vars: usize) -> Equivalences {
        let parents: Vec<Lit> = (0..2 * num_vars as u32).map(Lit::from_code).collect();
        Equivalences { next: parents.clone(), parents }
    }

    /// The representative of the class; halves the path to it.
    pub(crate) fn find(&mut self, mut lit: Lit) -> Lit {
        while self.parents[lit.index()] != lit {
            let grandparent = self.parents[self.parents[lit.index()].index()];
            self.parents[lit.index()] = grandparent;
            self.parents[(!lit).index()] = !grandparent;
            lit = grandparent;
        }
        lit
    }

    /// Makes two literals equal that are neither so nor opposite. The representative of smaller
    /// variable stands for both; returns it and the other.
    pub(crate) fn merge(&mut self, left: Lit, right: Lit) -> (Lit, Lit) {
        let [left, right] = [left, right].map(|lit| self.find(lit));
        debug_assert_ne!(left.var(), right.var());
        let (root, child) = if left.var() < right.var() { (left, right) } else { (right, left) };
        for (root, child) in [(root, child), (!root, !child)] {
            self.parents[child.index()] = root;
            self.next.swap(root.index(), child.index());
        }
        (root, child)
    }

    /// The class of a literal, beginning with it.
    pub(crate) fn class_of(&self, lit: Lit) -> impl Iterator<Item = Lit> + '_ {
        let mut next = Some(lit);
        std::iter::from_fn(move || {
            let current = next?;
            next = Some(self.next[current.index()]).filter(|&following| following != lit);
            Some(current)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_joined_with_their_negations() {
        let mut equivalences = Equivalences::new(5);
        let lit = |code: u32| Lit::from_code(code);
        equivalences.merge(lit(8), lit(3));
        equivalences.merge(lit(4), lit(6));
        assert_eq!(equivalences.merge(lit(9), lit(7)), (lit(2), lit(5)));
        let roots: Vec<Lit> = (0..10).map(|code| equivalences.find(lit(code))).collect();
        assert_eq!(roots, [0, 1, 2, 3, 3, 2, 3, 2, 3, 2].map(lit));
        let mut class: Vec<Lit> = equivalences.class_of(lit(6)).collect();
        class.sort_unstable();
        assert_eq!(class, [3, 4, 6, 8].map(lit));
        assert_eq!(equivalences.class_of(lit(1)).collect::<Vec<_>>(), [lit(1)]);
    }
}
