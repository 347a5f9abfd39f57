//! One cycle through all vertices.

use gordian_formula::{ClauseSink, Lit};

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth, all_of, any_of, go_on, imply};

/// A shift register of `bits` bits runs through all `2^bits - 1` states but zero where the new bit is the exclusive or
/// of the last bit and the bit `tap` (primitive trinomials).
const REGISTERS: [(usize, usize); 13] =
    [(2, 1), (3, 2), (4, 3), (5, 3), (6, 5), (7, 6), (9, 5), (10, 7), (11, 9), (15, 14), (17, 14), (18, 11), (20, 17)];

/// A negation follows the cycle vertex by vertex, for at most this many.
const MOST_VERTICES: usize = 100;

/// `successors[i]` is the vertex after vertex `i`, from zero, on one cycle through all vertices.
///
/// All successors differ, and the vertices are counted along the cycle from the first one by the states of a shift
/// register, so that no cycle misses the first vertex (Johnson, "Quasi-linear reduction of Hamiltonian cycle problem to
/// satisfiability problem", 2014): about `2 log n` clauses for each edge.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The vertex after each vertex.
    pub successors: Vec<Integer>,
}

impl Constraint {
    /// `successors[i]` is the vertex after vertex `i`, from zero, on one cycle through all vertices.
    pub fn circuit(successors: impl IntoIterator<Item = Integer>) -> Constraint {
        Circuit { successors: successors.into_iter().collect() }.into()
    }
}

impl Circuit {
    /// For each vertex whether it is the first one.
    fn first(&self) -> Vec<Truth> {
        (0..self.successors.len()).map(|at| Truth::from(at == 0)).collect()
    }
}

impl Constrain for Circuit {
    fn holds(&self, assignment: &Assignment) -> bool {
        is_cycle(&assignment.of(&self.successors), false)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        if self.successors.len() > 1 {
            for (at, &x) in self.successors.iter().enumerate() {
                poster.restrict(x, |value| value != at as i64);
            }
        }
        post_cycle(poster, &self.successors, &self.first())
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let within = vec![Truth::Always; self.successors.len()];
        post_no_cycle(poster, &self.successors, &self.first(), &within)
    }
}

/// Whether the successors make one cycle of all vertices; of those that do not follow themselves, where some may.
pub(super) fn is_cycle(successors: &[i64], some_stay: bool) -> bool {
    let count = successors.len();
    let next: Option<Vec<usize>> =
        successors.iter().map(|&next| usize::try_from(next).ok().filter(|&next| next < count)).collect();
    let Some(next) = next else { return false };
    let is_within = |at: usize| !some_stay || next[at] != at;
    // The first vertex on the cycle; there may be none.
    let Some(start) = (0..count).find(|&at| is_within(at)) else { return true };
    let mut seen = vec![false; count];
    let mut at = start;
    while !seen[at] {
        seen[at] = true;
        at = next[at];
    }
    at == start && (0..count).all(|at| seen[at] == is_within(at))
}

/// All successors differ, and no cycle misses the first vertex, but for vertices that follow themselves.
pub(super) fn post_cycle(
    poster: &mut Poster<'_>,
    successors: &[Integer],
    first: &[Truth],
) -> Result<(), EncodingError> {
    let count = successors.len();
    for &x in successors {
        poster.restrict(x, |value| usize::try_from(value).is_ok_and(|value| value < count));
    }
    poster.all_different(successors);
    if count < 2 {
        return Ok(());
    }
    let Some(&(bits, tap)) = REGISTERS.iter().find(|&&(bits, _)| (1 << bits) > count) else {
        return Err(EncodingError::DomainTooLarge { values: count as u64, limit: 1 << 20 });
    };
    let states: Vec<Vec<Lit>> =
        (0..count).map(|_| poster.new_vars(bits).into_iter().map(|var| var.positive()).collect()).collect();
    for (at, state) in states.iter().enumerate() {
        poster.add_clause(state);
        // The first vertex has the state with the first bit alone, and so have those that are on no cycle.
        let stays = poster.equals(successors[at], at as i64);
        for (index, &bit) in state.iter().enumerate() {
            let bit = if index == 0 { bit } else { !bit };
            imply(poster, &[first[at]], &[bit.into()]);
            imply(poster, &[stays], &[bit.into()]);
        }
    }
    for (from, &x) in successors.iter().enumerate() {
        go_on(poster)?;
        for to in (0..count).filter(|&to| to != from) {
            let edge = poster.equals(x, to as i64);
            if edge == Truth::Never || first[to] == Truth::Always {
                continue;
            }
            let (state, next) = (&states[from], &states[to]);
            for index in 1..bits {
                let (before, after) = (Truth::When(state[index - 1]), Truth::When(next[index]));
                imply(poster, &[edge, before], &[after, first[to]]);
                imply(poster, &[edge, after], &[before, first[to]]);
            }
            let [a, b, sum] = [state[bits - 1], state[tap - 1], next[0]].map(Truth::When);
            imply(poster, &[edge, a, b, sum], &[first[to]]);
            imply(poster, &[edge, a], &[b, sum, first[to]]);
            imply(poster, &[edge, b], &[a, sum, first[to]]);
            imply(poster, &[edge, sum], &[a, b, first[to]]);
        }
    }
    Ok(())
}

/// Some successor is no vertex, or two are equal, or the cycle through the first vertex misses one that is within.
pub(super) fn post_no_cycle(
    poster: &mut Poster<'_>,
    successors: &[Integer],
    first: &[Truth],
    within: &[Truth],
) -> Result<(), EncodingError> {
    let count = successors.len();
    if count > MOST_VERTICES {
        return Err(EncodingError::NotNegatable);
    }
    let mut reasons = Vec::new();
    for &x in successors {
        let is_vertex = poster.defined(&Constraint::member(x, 0..count as i64))?;
        reasons.push(!is_vertex);
    }
    for to in 0..count {
        // Two vertices with one successor: of those before a vertex, one leads there, too.
        let mut before = Truth::Never;
        for &x in successors {
            let edge = poster.equals(x, to as i64);
            reasons.push(all_of(poster.structure(), [before, edge]));
            before = any_of(poster.structure(), [before, edge]);
        }
    }
    let mut here = first.to_vec();
    let mut seen = here.clone();
    for _ in 1..count {
        let mut next = Vec::with_capacity(count);
        for to in 0..count {
            let mut ways = Vec::new();
            for (&here, &x) in here.iter().zip(successors) {
                let edge = poster.equals(x, to as i64);
                ways.push(all_of(poster.structure(), [here, edge]));
            }
            next.push(any_of(poster.structure(), ways));
        }
        for (seen, &next) in seen.iter_mut().zip(&next) {
            *seen = any_of(poster.structure(), [*seen, next]);
        }
        here = next;
    }
    for (&seen, &within) in seen.iter().zip(within) {
        reasons.push(all_of(poster.structure(), [within, !seen]));
    }
    poster.any(&reasons);
    Ok(())
}
