//! Elimination orders of the graph of variables that share a clause: hidden variables first, then by degree, or by how
//! many edges are to be added (both in Bodlaender and Koster 2010).

use std::collections::BTreeSet;

use gordian_formula::Lit;

use super::polls::{Polls, Work};

/// Steps that the search for elimination orders may take.
const MOST_STEPS: u64 = 60_000_000;
/// Orders tried at most.
const MOST_TRIES: u64 = 24;

/// The bags of an elimination order: each variable with those it shares something with when it is eliminated.
pub(super) struct Elimination {
    /// For each variable, its bag without itself.
    pub(super) bags: Vec<Vec<u32>>,
    pub(super) order: Vec<u32>,
    pub(super) width: usize,
}

/// A way to find an elimination order.
type Method = fn(&[Vec<u32>], &[bool], u64, usize, &mut Work<'_, '_>) -> Option<Elimination>;

/// The narrowest of some elimination orders; none if looking for them takes too long. Every second one is by
/// fill-in, which often is narrower, and takes longer.
pub(super) fn best_elimination(visible: &[bool], clauses: &[Vec<Lit>], polls: &mut Polls<'_>) -> Option<Elimination> {
    let mut work = Work::new(polls, MOST_STEPS);
    let graph = graph(visible.len(), clauses, &mut work)?;
    let mut best: Option<Elimination> = None;
    for seed in 0..MOST_TRIES {
        let most_width = best.as_ref().map_or(usize::MAX, |best| best.width);
        let method: Method = if seed % 2 == 0 { by_degree } else { by_fill };
        let found = method(&graph, visible, seed, most_width, &mut work);
        if found.is_some() {
            best = found;
        }
        if work.is_over() {
            break;
        }
    }
    best
}

/// The neighbours of each variable, sorted; `None` if there are too many.
fn graph(num_vars: usize, clauses: &[Vec<Lit>], work: &mut Work<'_, '_>) -> Option<Vec<Vec<u32>>> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
    for clause in clauses {
        work.steps += (clause.len() * clause.len()) as u64;
        if work.is_over() {
            return None;
        }
        for lit in clause {
            let others = clause.iter().map(|other| other.var().index() as u32);
            neighbours[lit.var().index()].extend(others.filter(|&other| other as usize != lit.var().index()));
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    Some(neighbours)
}

/// Variables that are left, hidden ones first, then those of least cost, ties by chance; and the order so far.
struct Queue<'a> {
    visible: &'a [bool],
    costs: Vec<u32>,
    ranks: Vec<u32>,
    places: BTreeSet<(bool, u32, u32, u32)>,
    found: Elimination,
    /// The width is to be below it.
    most_width: usize,
}

impl Queue<'_> {
    fn new(visible: &[bool], costs: Vec<u32>, seed: u64, most_width: usize) -> Queue<'_> {
        let num_vars = visible.len();
        let found = Elimination { bags: vec![Vec::new(); num_vars], order: Vec::with_capacity(num_vars), width: 0 };
        let (ranks, places) = (ranks(seed, num_vars), BTreeSet::new());
        let mut queue = Queue { visible, costs, ranks, places, found, most_width };
        queue.places = (0..num_vars as u32).map(|var| queue.place(var)).collect();
        queue
    }

    fn place(&self, var: u32) -> (bool, u32, u32, u32) {
        let at = var as usize;
        (self.visible[at], self.costs[at], self.ranks[at], var)
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn pop(&mut self) -> Option<u32> {
        self.places.pop_first().map(|(_, _, _, var)| var)
    }

    /// Changes the cost of a variable that is left.
    fn set_cost(&mut self, var: u32, cost: u32) {
        if self.costs[var as usize] != cost {
            self.places.remove(&self.place(var));
            self.costs[var as usize] = cost;
            self.places.insert(self.place(var));
        }
    }

    /// Notes that a variable with so many neighbours is next in the order; false if that is too wide.
    fn eliminate(&mut self, var: u32, degree: usize) -> bool {
        if self.visible[var as usize] {
            if degree >= self.most_width {
                return false;
            }
            self.found.width = self.found.width.max(degree);
        }
        self.found.order.push(var);
        true
    }
}

/// Eliminates hidden variables, then visible ones, those of least degree first, ties by chance;
/// `None` if that takes too long, or if the width would not be below `most_width`.
fn by_degree(
    graph: &[Vec<u32>],
    visible: &[bool],
    seed: u64,
    most_width: usize,
    work: &mut Work<'_, '_>,
) -> Option<Elimination> {
    let mut graph = graph.to_vec();
    let mut queue = Queue::new(visible, graph.iter().map(|list| list.len() as u32).collect(), seed, most_width);
    let mut union = Vec::new();
    // Twice the number of edges.
    let mut degrees: usize = graph.iter().map(Vec::len).sum();
    // From where on all are neighbours of each other: they keep their order, and a bag is all that are left.
    let mut clique: Option<Vec<u32>> = None;
    while let Some(var) = queue.pop() {
        let left = queue.len();
        if clique.is_none() && graph[var as usize].len() == left && degrees == left * (left + 1) {
            clique = Some(std::mem::take(&mut graph[var as usize]));
        }
        if !queue.eliminate(var, if clique.is_some() { left } else { graph[var as usize].len() }) {
            return None;
        }
        if let Some(rest) = &mut clique {
            work.steps += left as u64;
            rest.retain(|&other| other != var);
            queue.found.bags[var as usize] = rest.clone();
            continue;
        }
        let bag = std::mem::take(&mut graph[var as usize]);
        degrees -= bag.len();
        for &neighbour in &bag {
            let list = &mut graph[neighbour as usize];
            work.steps += (list.len() + bag.len()) as u64;
            degrees -= list.len();
            union.clear();
            merge(list, &bag, &mut union);
            union.retain(|&other| other != neighbour && other != var);
            std::mem::swap(list, &mut union);
            degrees += list.len();
            queue.set_cost(neighbour, list.len() as u32);
        }
        queue.found.bags[var as usize] = bag;
        if work.is_over() {
            return None;
        }
    }
    Some(queue.found)
}

/// The same with those first whose neighbours lack the fewest edges to be neighbours of each other (minimum fill-in).
fn by_fill(
    graph: &[Vec<u32>],
    visible: &[bool],
    seed: u64,
    most_width: usize,
    work: &mut Work<'_, '_>,
) -> Option<Elimination> {
    let mut fill = Fill::of(graph, work)?;
    let mut queue = Queue::new(visible, fill.lacking.clone(), seed, most_width);
    while let Some(var) = queue.pop() {
        if !queue.eliminate(var, fill.graph[var as usize].len()) {
            return None;
        }
        queue.found.bags[var as usize] = fill.eliminate(var, &mut work.steps);
        for other in fill.touched.drain(..) {
            fill.is_touched[other as usize] = false;
            if other != var {
                queue.set_cost(other, fill.lacking[other as usize]);
            }
        }
        if work.is_over() {
            return None;
        }
    }
    Some(queue.found)
}

/// A graph, and of each variable how many edges its neighbours lack to be neighbours of each other.
struct Fill {
    /// Sorted.
    graph: Vec<Vec<u32>>,
    lacking: Vec<u32>,
    /// Those whose number may have changed.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl Fill {
    /// `None` if it takes too long to find out.
    fn of(graph: &[Vec<u32>], work: &mut Work<'_, '_>) -> Option<Fill> {
        let num_vars = graph.len();
        let mut lacking = Vec::with_capacity(num_vars);
        let mut neighbour_of = vec![usize::MAX; num_vars];
        for (var, neighbours) in graph.iter().enumerate() {
            neighbours.iter().for_each(|&neighbour| neighbour_of[neighbour as usize] = var);
            let mut ends = 0;
            for &neighbour in neighbours {
                let others = &graph[neighbour as usize];
                work.steps += others.len() as u64;
                ends += others.iter().filter(|&&other| neighbour_of[other as usize] == var).count();
            }
            if work.is_over() {
                return None;
            }
            lacking.push(((neighbours.len() * neighbours.len().saturating_sub(1) - ends) / 2) as u32);
        }
        Some(Fill { graph: graph.to_vec(), lacking, touched: Vec::new(), is_touched: vec![false; num_vars] })
    }

    fn touch(&mut self, var: u32) {
        if !std::mem::replace(&mut self.is_touched[var as usize], true) {
            self.touched.push(var);
        }
    }

    /// Makes the neighbours of a variable neighbours of each other, and takes it out. Returns them.
    fn eliminate(&mut self, var: u32, steps: &mut u64) -> Vec<u32> {
        let bag = std::mem::take(&mut self.graph[var as usize]);
        for (at, &one) in bag.iter().enumerate() {
            if self.lacking[var as usize] == 0 {
                break;
            }
            *steps += (bag.len() - at) as u64;
            for &other in &bag[at + 1..] {
                if self.graph[one as usize].binary_search(&other).is_err() {
                    self.join(one, other, steps);
                }
            }
        }
        for &neighbour in &bag {
            self.touch(neighbour);
            let list = &mut self.graph[neighbour as usize];
            *steps += bag.len() as u64;
            // Edges from the variable to the neighbours of its neighbour that were none of its own.
            self.lacking[neighbour as usize] -= (list.len() - bag.len()) as u32;
            list.retain(|&other| other != var);
        }
        bag
    }

    /// Adds an edge between two variables.
    fn join(&mut self, one: u32, other: u32, steps: &mut u64) {
        let [first, second] = [one, other].map(|var| std::mem::take(&mut self.graph[var as usize]));
        *steps += (first.len() + second.len()) as u64;
        let (mut at, mut in_second, mut num_common) = (0, 0, 0);
        while at < first.len() && in_second < second.len() {
            let (left, right) = (first[at], second[in_second]);
            if left == right {
                num_common += 1;
                self.lacking[left as usize] -= 1;
                self.touch(left);
            }
            at += usize::from(left <= right);
            in_second += usize::from(right <= left);
        }
        for (var, mut list, neighbour) in [(one, first, other), (other, second, one)] {
            self.lacking[var as usize] += (list.len() - num_common) as u32;
            list.insert(list.partition_point(|&known| known < neighbour), neighbour);
            self.graph[var as usize] = list;
        }
    }
}

/// Numbers that ties are decided by: the first two times they are all alike.
fn ranks(seed: u64, num_vars: usize) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut rank = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        if seed < 2 { 0 } else { (state >> 40) as u32 }
    };
    (0..num_vars).map(|_| rank()).collect()
}

/// The union of two sorted lists.
fn merge(left: &[u32], right: &[u32], union: &mut Vec<u32>) {
    let (mut at, mut other) = (0, 0);
    while at < left.len() && other < right.len() {
        let (first, second) = (left[at], right[other]);
        union.push(first.min(second));
        at += usize::from(first <= second);
        other += usize::from(second <= first);
    }
    union.extend_from_slice(&left[at..]);
    union.extend_from_slice(&right[other..]);
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use gordian_formula::Var;
    use gordian_testkit::Random;

    use super::*;

    #[test]
    fn the_work_is_told_as_it_is_done() {
        let mut random = Random::new(3);
        let vars: Vec<Var> = (0..300).map(Var::from_index).collect();
        let clause = |_| (0..3).map(|_| vars[random.below(300)].positive()).collect();
        let clauses: Vec<Vec<Lit>> = (0..1500).map(clause).collect();
        let mut told = vec![0];
        let poll = &mut |ticks| {
            told.push(ticks);
            ControlFlow::Continue(())
        };
        let mut polls = Polls::new(poll);
        assert!(best_elimination(&[true; 300], &clauses, &mut polls).is_some());
        let ticks = polls.ticks();
        assert!(ticks > 1 << 20, "{ticks}");
        told.push(ticks);
        let longest = told.windows(2).map(|two| two[1] - two[0]).max();
        assert!(longest < Some(1 << 17), "{longest:?}");
    }

    #[test]
    fn every_elimination_order_is_one_of_the_graph_by_its_measure() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let num_vars = 3 + random.below(20);
            let visible: Vec<bool> = (0..num_vars).map(|_| random.chance(70)).collect();
            let clause = |_| (0..3).map(|_| Var::from_index(random.below(num_vars)).positive()).collect();
            let clauses: Vec<Vec<Lit>> = (0..num_vars).map(clause).collect();
            let go_on = &mut |_| ControlFlow::Continue(());
            let polls = &mut Polls::new(go_on);
            let mut work = Work::new(polls, MOST_STEPS);
            let graph = graph(num_vars, &clauses, &mut work).unwrap();
            for (is_fill, method) in [(false, by_degree as Method), (true, by_fill)] {
                let found = method(&graph, &visible, seed % 4, usize::MAX, &mut work).unwrap();
                let mut edges: Vec<Vec<bool>> = vec![vec![false; num_vars]; num_vars];
                let ends = graph.iter().enumerate().flat_map(|(one, list)| list.iter().map(move |&other| (one, other)));
                ends.for_each(|(one, other)| edges[one][other as usize] = true);
                let mut is_left = vec![true; num_vars];
                let mut width = 0;
                for &var in &found.order {
                    let bag_of = |var: usize| -> Vec<usize> {
                        (0..num_vars).filter(|&other| is_left[other] && edges[var][other]).collect()
                    };
                    let measure = |var: usize| {
                        let bag = bag_of(var);
                        let pairs = bag.iter().flat_map(|&one| bag.iter().map(move |&other| (one, other)));
                        let lacking = pairs.filter(|&(one, other)| one < other && !edges[one][other]).count();
                        (visible[var], if is_fill { lacking } else { bag.len() })
                    };
                    let best = (0..num_vars).filter(|&var| is_left[var]).map(measure).min();
                    let var = var as usize;
                    assert_eq!(Some(measure(var)), best, "{seed}");
                    let bag = bag_of(var);
                    let said: Vec<usize> = found.bags[var].iter().map(|&other| other as usize).collect();
                    assert_eq!(said, bag, "{seed}");
                    width = width.max(if visible[var] { bag.len() } else { 0 });
                    bag.iter().for_each(|&one| {
                        bag.iter().filter(|&&other| other != one).for_each(|&other| edges[one][other] = true);
                    });
                    is_left[var] = false;
                }
                assert_eq!((found.order.len(), found.width), (num_vars, width), "{seed}");
            }
        }
    }

    #[test]
    fn a_clique_is_one_bag_of_those_that_are_left() {
        let numbers: Vec<Lit> = (0..20).map(|var| Var::from_index(var).positive()).collect();
        for num_hidden in [0, 5] {
            let visible: Vec<bool> = (0..20).map(|var| var >= num_hidden).collect();
            let go_on = &mut |_| ControlFlow::Continue(());
            let best = best_elimination(&visible, std::slice::from_ref(&numbers), &mut Polls::new(go_on)).unwrap();
            assert_eq!(best.width, 19 - num_hidden);
            assert!(best.order[..num_hidden].iter().all(|&var| !visible[var as usize]));
            for (at, &var) in best.order.iter().enumerate() {
                let mut later = best.order[at + 1..].to_vec();
                later.sort_unstable();
                assert_eq!(best.bags[var as usize], later);
            }
        }
    }
}
