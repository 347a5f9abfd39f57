//! The order in which the items are covered.
//!
//! The frontier of an order at a position are the later items that an option of an earlier item
//! covers: what is to be remembered there. An order is good where no frontier is large. Boards are
//! swept along their longer side; the formula tells no coordinates, so these are found from it:
//!
//! * Items that share many options are close. The *relative neighbourhood graph* (Toussaint, *The
//!   relative neighbourhood graph of a finite planar set*, 1980) keeps of all pairs those for which
//!   no third item is closer to both: of the cells of a board, the adjacent ones.
//! * Distances in this graph from two far items, the *landmarks*, are coordinates: their sum grows
//!   with the distance from the line between the two, their difference along it.
//! * Items that share options with nearly all others, such as that a piece is used, come last, for
//!   they would make everything close to everything.

use super::problem::Problem;

/// Shared options counted to find out which items are close: beyond, the order is the given one. A Sudoku of side 100
/// has 16 million.
const MAX_PAIRS: usize = 1 << 24;
/// So many sets of items that come last are tried.
const MAX_SPLITS: usize = 8;
/// So many landmarks are taken in one connected part.
const MAX_LANDMARKS: usize = 8;
/// Up to so many items, the narrow order is tried, which takes time quadratic in their number.
const MAX_NARROW: usize = 1 << 12;
/// How many times more states one more item in the frontier is taken to mean.
const GROWTH: f64 = 1.3;
/// Items between two looks at the clock.
const POLL_INTERVAL: usize = 1 << 6;
/// Looks at each of some items to sort them.
const LOOKS_OF_SORTING: usize = 8;

/// Items that share options with each item, and how many each, those that share most first.
type Neighbours = Vec<Vec<(u32, f64)>>;

/// Orders of the items, the most promising ones first; `None` if `is_over` said so, which hears how many more items
/// were looked at.
pub(super) fn orders(problem: &Problem, most: usize, is_over: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Vec<u32>>> {
    let num_items = problem.items.len();
    let given: Vec<u32> = (0..num_items as u32).collect();
    let pairs: usize = problem.options.iter().map(|items| items.len() * items.len()).sum();
    if pairs > MAX_PAIRS {
        return Some(vec![given]);
    }
    let neighbours = neighbours(problem, is_over)?;
    let mut orders = vec![given];
    let literals: usize = problem.options.iter().map(Vec::len).sum();
    for last in splits(problem, &neighbours) {
        let before = orders.len();
        orders.extend(sweeps(&relative_neighbourhood(&neighbours, &last, is_over)?, &last));
        // To sort the items of an order, and to find out what it costs.
        let looks = LOOKS_OF_SORTING * num_items + literals;
        if is_over(((orders.len() - before) * looks) as u64) {
            return None;
        }
    }
    if num_items <= MAX_NARROW {
        orders.push(narrow(problem, &neighbours, is_over)?);
    }
    let mut found: Vec<(f64, Vec<u32>)> = orders.into_iter().map(|order| (cost(problem, &order), order)).collect();
    found.sort_by(|first, second| first.0.total_cmp(&second.0).then_with(|| first.1.cmp(&second.1)));
    // Orders of the same cost are most often images of each other under a symmetry.
    found.dedup_by(|second, first| first.0 == second.0);
    found.truncate(most);
    Some(found.into_iter().map(|(_, order)| order).collect())
}

/// How many states an order is expected to meet.
fn cost(problem: &Problem, order: &[u32]) -> f64 {
    widths(order, &spans(problem, order)).into_iter().map(|width| GROWTH.powi(width)).sum()
}

/// The number of items in the frontier at each position and at the end, by the first positions of the items.
pub(super) fn widths(order: &[u32], spans: &[usize]) -> Vec<i32> {
    let mut change = vec![0i32; order.len() + 1];
    for (position, &item) in order.iter().enumerate() {
        if spans[item as usize] < position {
            change[spans[item as usize] + 1] += 1;
            change[position + 1] -= 1;
        }
    }
    let entered = |width: &mut i32, change: i32| {
        *width += change;
        Some(*width)
    };
    change.into_iter().scan(0, entered).collect()
}

/// For each item the first position whose options cover it.
pub(super) fn spans(problem: &Problem, order: &[u32]) -> Vec<usize> {
    let mut position = vec![0; order.len()];
    for (at, &item) in order.iter().enumerate() {
        position[item as usize] = at;
    }
    let mut spans = position.clone();
    for items in &problem.options {
        let first = items.iter().map(|&item| position[item as usize]).min().unwrap_or(0);
        for &item in items {
            spans[item as usize] = spans[item as usize].min(first);
        }
    }
    spans
}

fn neighbours(problem: &Problem, is_over: &mut dyn FnMut(u64) -> bool) -> Option<Neighbours> {
    let mut shared = vec![0u32; problem.items.len()];
    let mut touched = Vec::new();
    let mut looks = 0;
    let row = |(number, item): (usize, &super::problem::Item)| {
        if number.is_multiple_of(POLL_INTERVAL) && is_over(std::mem::take(&mut looks)) {
            return None;
        }
        for &option in &item.options {
            looks += problem.options[option as usize].len() as u64;
            for &other in &problem.options[option as usize] {
                if shared[other as usize] == 0 {
                    touched.push(other);
                }
                shared[other as usize] += 1;
            }
        }
        touched.sort_unstable();
        let row = touched.iter().filter(|&&other| other as usize != number);
        let degree = |item: u32| problem.items[item as usize].options.len() as f64;
        let product = |other: u32| degree(number as u32) * degree(other);
        let mut row: Vec<_> =
            row.map(|&other| (other, f64::from(shared[other as usize]) / product(other).sqrt())).collect();
        row.sort_by(|first, second| second.1.total_cmp(&first.1));
        looks += (LOOKS_OF_SORTING * row.len()) as u64;
        for other in touched.drain(..) {
            shared[other as usize] = 0;
        }
        Some(row)
    };
    problem.items.iter().enumerate().map(row).collect()
}

/// Sets of items that may come last: none, and those with the most neighbours, cut where the
/// numbers of neighbours leave the widest gaps. Each as a row that tells of every item whether it
/// is one.
fn splits(problem: &Problem, neighbours: &Neighbours) -> Vec<Vec<bool>> {
    let mut degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    degrees.sort_unstable();
    degrees.dedup();
    let mut gaps: Vec<(f64, usize)> =
        degrees.windows(2).map(|pair| (pair[0] as f64 / pair[1] as f64, pair[1])).collect();
    gaps.sort_by(|first, second| first.0.total_cmp(&second.0).then(second.1.cmp(&first.1)));
    gaps.truncate(MAX_SPLITS - 1);
    let mut splits = vec![vec![false; problem.items.len()]];
    splits.extend(gaps.iter().map(|&(_, least)| neighbours.iter().map(|row| row.len() >= least).collect()));
    splits
}

/// Orders along distances from landmarks, of the items that are not to come last; those follow. The n-th way through
/// one connected part goes with the n-th of the next: parts are alike more often than not.
fn sweeps(graph: &[Vec<u32>], last: &[bool]) -> Vec<Vec<u32>> {
    let mut places: Vec<Option<usize>> = vec![None; graph.len()];
    let mut parts: Vec<Vec<Vec<u32>>> = Vec::new();
    for start in 0..graph.len() as u32 {
        if !last[start as usize] && places[start as usize].is_none() {
            let part = Part::of(graph, start, &mut places);
            parts.push(part.ways(&places));
        }
    }
    let tail: Vec<u32> = (0..last.len() as u32).filter(|&item| last[item as usize]).collect();
    let most = parts.iter().map(Vec::len).max().unwrap_or(1);
    let order = |number: usize| {
        let mut order = Vec::with_capacity(graph.len());
        parts.iter().for_each(|ways| order.extend_from_slice(&ways[number % ways.len()]));
        order.extend_from_slice(&tail);
        order
    };
    (0..most).map(order).collect()
}

/// Among the pairs of items that share options, those for which no third item shares more with
/// both.
fn relative_neighbourhood(
    neighbours: &Neighbours,
    left_out: &[bool],
    is_over: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<Vec<u32>>> {
    let mut shared = vec![0.0; neighbours.len()];
    let is_in = |item: &u32| !left_out[*item as usize];
    let mut graph = vec![Vec::new(); neighbours.len()];
    let mut looks = 0;
    for (item, row) in neighbours.iter().enumerate().filter(|&(item, _)| !left_out[item]) {
        if item.is_multiple_of(POLL_INTERVAL) && is_over(std::mem::take(&mut looks)) {
            return None;
        }
        for &(other, number) in row {
            shared[other as usize] = number;
        }
        for &(other, number) in row.iter().filter(|(other, _)| is_in(other)) {
            let closer = neighbours[other as usize].iter().take_while(|(_, to_other)| *to_other > number);
            if !closer.inspect(|_| looks += 1).any(|(third, _)| is_in(third) && shared[*third as usize] > number) {
                graph[item].push(other);
            }
        }
        for &(other, _) in row {
            shared[other as usize] = 0.0;
        }
    }
    Some(graph)
}

/// A connected part of a graph.
struct Part<'a> {
    graph: &'a [Vec<u32>],
    /// By their distance from one of them.
    items: Vec<u32>,
}

impl<'a> Part<'a> {
    /// The part of an item; its items get their places in it.
    fn of(graph: &'a [Vec<u32>], start: u32, places: &mut [Option<usize>]) -> Part<'a> {
        places[start as usize] = Some(0);
        let mut items = vec![start];
        let mut last_of_distance = 0;
        let mut next = 0;
        while let Some(&item) = items.get(next) {
            for &other in &graph[item as usize] {
                if places[other as usize].is_none() {
                    places[other as usize] = Some(items.len());
                    items.push(other);
                }
            }
            if next == last_of_distance {
                items[next + 1..].sort_unstable();
                last_of_distance = items.len() - 1;
            }
            next += 1;
        }
        items.iter().enumerate().for_each(|(place, &item)| places[item as usize] = Some(place));
        Part { graph, items }
    }

    /// Orders of the items along their distances from two landmarks each.
    fn ways(&self, places: &[Option<usize>]) -> Vec<Vec<u32>> {
        let landmarks = self.landmarks(places);
        let mut ways = Vec::with_capacity(landmarks.len() * landmarks.len());
        for (first, from_first) in landmarks.iter().enumerate() {
            for (second, from_second) in landmarks.iter().enumerate() {
                let mut way: Vec<usize> = (0..self.items.len()).collect();
                way.sort_by_key(|&place| {
                    let (near, far) = (i64::from(from_first[place]), i64::from(from_second[place]));
                    let item = self.items[place];
                    if first == second { (near, 0, item) } else { (near + far, near - far, item) }
                });
                ways.push(way.into_iter().map(|place| self.items[place]).collect());
            }
        }
        ways
    }

    /// Distances of all items, by their places, from items far from each other: each is the farthest from those before
    /// it.
    fn landmarks(&self, places: &[Option<usize>]) -> Vec<Vec<u32>> {
        let farthest = |nearest: &[u32]| {
            (0..self.items.len()).max_by_key(|&place| (nearest[place], u32::MAX - self.items[place])).unwrap_or(0)
        };
        let first = farthest(&self.distances(0, places));
        let mut found = vec![self.distances(first, places)];
        let mut nearest = found[0].clone();
        while found.len() < MAX_LANDMARKS.min(self.items.len()) {
            let from_next = self.distances(farthest(&nearest), places);
            for (least, &distance) in nearest.iter_mut().zip(&from_next) {
                *least = distance.min(*least);
            }
            found.push(from_next);
        }
        found
    }

    /// Distances of all items, by their places, from the one at a place.
    fn distances(&self, from: usize, places: &[Option<usize>]) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.items.len()];
        distances[from] = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            for &other in &self.graph[self.items[place] as usize] {
                let Some(other) = places[other as usize] else { continue };
                if distances[other] == u32::MAX {
                    distances[other] = distances[place] + 1;
                    queue.push(other);
                }
            }
        }
        distances
    }
}

/// The order that always goes on with the item that adds the fewest to the frontier; of these with the one that entered
/// it first (King, *An automatic reordering scheme for simultaneous equations derived from network systems*, 1970).
fn narrow(problem: &Problem, neighbours: &Neighbours, is_over: &mut dyn FnMut(u64) -> bool) -> Option<Vec<u32>> {
    let num_items = problem.items.len();
    let mut order: Vec<u32> = Vec::with_capacity(num_items);
    let mut entered = vec![u32::MAX; num_items];
    let mut is_done = vec![false; num_items];
    let mut adds: Vec<u32> = neighbours.iter().map(|row| row.len() as u32).collect();
    let enter = |item: u32, time: u32, entered: &mut Vec<u32>, adds: &mut Vec<u32>| {
        if entered[item as usize] == u32::MAX {
            entered[item as usize] = time;
            for &(other, _) in &neighbours[item as usize] {
                adds[other as usize] -= 1;
            }
        }
    };
    for time in 0..num_items as u32 {
        if (time as usize).is_multiple_of(POLL_INTERVAL) && is_over((POLL_INTERVAL * num_items) as u64) {
            return None;
        }
        let waiting = (0..num_items as u32).filter(|&item| !is_done[item as usize]);
        let Some(best) = waiting.min_by_key(|&item| (adds[item as usize], entered[item as usize], item)) else { break };
        is_done[best as usize] = true;
        order.push(best);
        enter(best, time, &mut entered, &mut adds);
        for &(other, _) in &neighbours[best as usize] {
            enter(other, time, &mut entered, &mut adds);
        }
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Cnf};

    use super::*;
    use crate::engines::cover::Cover;
    use crate::slots::Slots;

    /// The two variables of a clause.
    type Shape = fn(usize) -> [usize; 2];

    /// The orders of a formula, and the items looked at for them.
    fn orders_of(cnf: &Cnf) -> (Vec<Vec<u32>>, u64) {
        let cover = Cover::of(cnf, &Slots::of_formula(cnf), &Default::default()).unwrap();
        let problem = Problem::of(&cover).unwrap();
        let mut looks = 0;
        let found = orders(&problem, 5, &mut |more| {
            looks += more;
            false
        });
        (found.unwrap(), looks)
    }

    #[test]
    fn orders_hold_each_item_once_and_take_few_looks() {
        // A variable that excludes all others, pairs that share nothing, and a chain.
        let shapes: [(&str, Shape); 3] =
            [("star", |at| [0, at + 1]), ("parts", |at| [2 * at, 2 * at + 1]), ("chain", |at| [at, at + 1])];
        for (name, shape) in shapes {
            let mut looked = [0; 2];
            for (looked, number) in looked.iter_mut().zip([250, 500]) {
                let mut cnf = Cnf::new();
                let vars = cnf.new_vars(2 * number);
                (0..number).for_each(|at| cnf.add_clause(&shape(at).map(|var| vars[var].negative())));
                let (orders, looks) = orders_of(&cnf);
                *looked = looks;
                for mut order in orders {
                    order.sort_unstable();
                    assert!((0..).zip(&order).all(|(at, &item)| at == item), "{name}");
                }
            }
            // The narrow order takes time quadratic in the number of items.
            assert!(looked[1] < 5 * looked[0], "{name}: {looked:?}");
        }
    }
}
