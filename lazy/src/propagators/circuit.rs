//! Tours: each vertex has one next vertex, and all of them together are one circle.

use gordian_formula::Lit;

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Priority, Propagate, Wake};

/// Arcs that form one circle through all vertices. Clauses see to it that each vertex has exactly
/// one arc that leaves it and one that enters it; here paths are kept from closing too early (check
/// and prevent; Francis & Stuckey, *Explaining circuit propagation*, 2014).
///
/// A loop, an arc from a vertex to itself, leaves the vertex out where that is allowed (a subcircuit).
#[derive(Debug)]
pub(crate) struct Circuit {
    /// For each vertex its arcs.
    arcs: Vec<Vec<(usize, Lit)>>,
    /// Whether vertices may be left out by loops.
    may_skip: bool,
}

impl Circuit {
    pub(crate) fn new(arcs: Vec<Vec<(usize, Lit)>>, may_skip: bool) -> Circuit {
        Circuit { arcs, may_skip }
    }

    /// The arc that is chosen, to another vertex or, as a loop, to the same.
    fn next(&self, vertex: usize, is_true: &dyn Fn(Lit) -> bool) -> Option<(usize, Lit)> {
        self.arcs[vertex].iter().copied().find(|&(_, lit)| is_true(lit))
    }

    /// The chosen arcs from a vertex on, until there is none or the vertex is met again.
    fn path(&self, from: usize, is_true: &dyn Fn(Lit) -> bool) -> (usize, Vec<Lit>) {
        let (mut at, mut lits) = (from, Vec::new());
        while let Some((next, lit)) = self.next(at, is_true) {
            lits.push(lit);
            at = next;
            // The second is for what clauses have not refuted yet: paths that run into themselves.
            if at == from || lits.len() > self.arcs.len() {
                break;
            }
        }
        (at, lits)
    }

    /// A vertex off a path that cannot be left out: its loop is false, or it has none.
    fn outside(&self, path: &[usize], is_false: &dyn Fn(Lit) -> bool) -> Option<(usize, Option<Lit>)> {
        (0..self.arcs.len()).filter(|vertex| !path.contains(vertex)).find_map(|vertex| {
            if !self.may_skip {
                return Some((vertex, None));
            }
            match self.arcs[vertex].iter().find(|&&(to, _)| to == vertex) {
                None => Some((vertex, None)),
                Some(&(_, lit)) => is_false(lit).then_some((vertex, Some(lit))),
            }
        })
    }

    fn vertices(&self, from: usize, is_true: &dyn Fn(Lit) -> bool) -> Vec<usize> {
        let mut path = vec![from];
        while let Some((next, _)) = self.next(path[path.len() - 1], is_true) {
            if path.contains(&next) {
                break;
            }
            path.push(next);
        }
        path
    }
}

impl Propagate for Circuit {
    fn wakes(&self) -> Vec<Wake> {
        let arcs =
            self.arcs.iter().enumerate().flat_map(|(from, arcs)| arcs.iter().map(move |&(to, lit)| (from, to, lit)));
        arcs.map(|(from, to, lit)| if from == to { Wake::True(!lit) } else { Wake::True(lit) }).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Last
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let store = &*context.store;
        let is_true = |lit: Lit| store.value(lit) == Some(true);
        let is_false = |lit: Lit| store.value(lit) == Some(false);
        let mut has_before = vec![false; self.arcs.len()];
        for from in 0..self.arcs.len() {
            if let Some((next, _)) = self.next(from, &is_true) {
                has_before[next] = true;
            }
        }
        let mut forbidden: Vec<(Lit, usize)> = Vec::new();
        let mut is_done = vec![false; self.arcs.len()];
        // Paths from their first vertices, then what is left: circles.
        for is_circle in [false, true] {
            for from in 0..self.arcs.len() {
                if has_before[from] != is_circle || is_done[from] {
                    continue;
                }
                let path = self.vertices(from, &is_true);
                path.iter().for_each(|&vertex| is_done[vertex] = true);
                let is_loop = matches!(self.next(from, &is_true), Some((next, _)) if next == from);
                if is_loop && (self.may_skip || self.arcs.len() == 1) {
                    continue;
                }
                let end = path[path.len() - 1];
                if path.len() == self.arcs.len() || (path.len() == 1 && self.may_skip) {
                    continue;
                }
                if self.outside(&path, &is_false).is_none() {
                    continue;
                }
                if let Some(&(_, lit)) = self.arcs[end].iter().find(|&&(to, _)| to == from) {
                    forbidden.push((!lit, from));
                }
            }
        }
        forbidden.into_iter().try_for_each(|(lit, from)| context.set_true(lit, from as u32))
    }

    fn explain(&self, _fact: Fact, hint: Hint, because: &mut Because<'_>) {
        let from = hint.item as usize;
        let (path, lits, outside) = {
            let is_true = |lit: Lit| because.was_true(lit);
            let path = self.vertices(from, &is_true);
            let (_, mut lits) = self.path(from, &is_true);
            lits.truncate(path.len() - 1);
            let outside = self.outside(&path, &|lit| because.was_true(!lit));
            (path, lits, outside)
        };
        debug_assert!(path.len() == lits.len() + 1);
        lits.into_iter().for_each(|lit| because.lit(lit));
        if let Some((_, Some(lit))) = outside {
            because.lit(!lit);
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let next = |vertex: usize| {
            let mut chosen = self.arcs[vertex].iter().filter(|&&(_, lit)| assignment.literal(lit));
            chosen.next().filter(|_| chosen.next().is_none()).map(|&(to, _)| to)
        };
        let skipped = (0..self.arcs.len()).filter(|&vertex| self.may_skip && next(vertex) == Some(vertex)).count();
        let Some(from) = (0..self.arcs.len()).find(|&vertex| !self.may_skip || next(vertex) != Some(vertex)) else {
            return true;
        };
        let (mut at, mut length) = (from, 0);
        while let Some(to) = next(at) {
            (at, length) = (to, length + 1);
            if at == from || length > self.arcs.len() {
                break;
            }
        }
        at == from && length + skipped == self.arcs.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, World, judge, literal};
    use gordian_testkit::Random;

    /// Whether the chosen arcs, exactly one from and one to each vertex, are a circle beside loops that may be.
    fn is_circuit(arcs: &[(usize, usize)], chosen: &[bool], num_vertices: usize, may_skip: bool) -> bool {
        let mut next = vec![None; num_vertices];
        for (&(from, to), _) in arcs.iter().zip(chosen).filter(|&(_, &is_chosen)| is_chosen) {
            if next[from].replace(to).is_some() {
                return false;
            }
        }
        let Some(next): Option<Vec<usize>> = next.into_iter().collect() else { return false };
        let moved: Vec<usize> = (0..num_vertices).filter(|&vertex| !may_skip || next[vertex] != vertex).collect();
        let Some(&first) = moved.first() else { return true };
        let mut seen = vec![first];
        while next[seen[seen.len() - 1]] != first && seen.len() <= num_vertices {
            seen.push(next[seen[seen.len() - 1]]);
        }
        seen.sort_unstable();
        seen == moved
    }

    /// The circuit with the clauses that it counts on, so that it can be judged alone.
    #[derive(Debug)]
    struct Whole(Circuit);

    impl Whole {
        fn rows(&self) -> Vec<Vec<Lit>> {
            let from = self.0.arcs.iter().map(|arcs| arcs.iter().map(|&(_, lit)| lit).collect());
            let to = (0..self.0.arcs.len()).map(|vertex| {
                self.0.arcs.iter().flatten().filter(|&&(to, _)| to == vertex).map(|&(_, lit)| lit).collect()
            });
            from.chain(to).collect()
        }
    }

    const ROW: u32 = 1 << 20;

    impl Propagate for Whole {
        fn wakes(&self) -> Vec<Wake> {
            self.0.wakes()
        }

        fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
            for (number, row) in self.rows().into_iter().enumerate() {
                let hint = ROW + number as u32;
                let is = |context: &Context<'_>, lit, value| context.value(lit) == Some(value);
                if let Some(&chosen) = row.iter().find(|&&lit| is(context, lit, true)) {
                    for &other in row.iter().filter(|&&lit| lit != chosen) {
                        if context.value(other).is_none() {
                            context.set_true(!other, Hint { item: hint, point: i64::from(chosen.code()) })?;
                        } else if is(context, other, true) {
                            return context.fail(Hint { item: hint, point: i64::from(chosen.code()) });
                        }
                    }
                } else if row.iter().all(|&lit| is(context, lit, false)) {
                    return context.fail(Hint { item: hint, point: -1 });
                }
            }
            self.0.propagate(context)
        }

        fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
            if hint.item < ROW {
                return self.0.explain(fact, hint, because);
            }
            let row = &self.rows()[(hint.item - ROW) as usize];
            match (fact, u32::try_from(hint.point)) {
                (_, Err(_)) => row.iter().for_each(|&lit| because.lit(!lit)),
                (Fact::True(_), Ok(code)) => because.lit(Lit::from_code(code)),
                (_, Ok(_)) => {
                    let chosen: Vec<Lit> = row.iter().copied().filter(|&lit| because.was_true(lit)).collect();
                    chosen.into_iter().for_each(|lit| because.lit(lit));
                }
            }
        }

        fn holds(&self, assignment: &dyn Assignment) -> bool {
            self.0.holds(assignment)
        }
    }

    #[test]
    fn what_is_said_of_tours_and_why_is_right() {
        let random = &mut Random::new(8);
        let mut seen = Seen::default();
        for _ in 0..150 {
            let num_vertices = random.between(2, 4);
            let may_skip = random.chance(50);
            let pairs = (0..num_vertices).flat_map(|from| (0..num_vertices).map(move |to| (from, to)));
            let mut arcs: Vec<(usize, usize)> = pairs.filter(|_| random.chance(75)).collect();
            arcs.truncate(10);
            let mut table = vec![Vec::new(); num_vertices];
            for (number, &(from, to)) in arcs.iter().enumerate() {
                table[from].push((to, literal(number + 1)));
            }
            let world = World { domains: vec![vec![0]], num_literals: arcs.len() };
            let means = |_: &[i64], chosen: &[bool]| is_circuit(&arcs, chosen, num_vertices, may_skip);
            judge(&world, Box::new(Whole(Circuit::new(table, may_skip))), &means, 30, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.failures > 300 && seen.accepted > 300, "{seen:?}");
    }
}
