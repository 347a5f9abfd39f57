//! Bounded model checking (Biere, Cimatti, Clarke & Zhu 1999): a system is unrolled step by step, and
//! each step is asked whether it can be bad, by an assumption.

use rustsat::solvers::SolveIncremental;
use rustsat::types::Lit;

use gordian_testkit::Random;

use crate::questions::Questions;

/// A system of bits: how it begins, goes on, and what is bad.
trait System<S> {
    fn initial(&mut self, questions: &mut Questions<S>) -> Vec<Lit>;
    fn step(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Vec<Lit>;
    fn bad(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Lit;
}

/// Asks for each of the first states whether it can be bad, until one can.
fn unroll<S: SolveIncremental>(questions: &mut Questions<S>, mut system: impl System<S>, steps: usize) {
    let mut state = system.initial(questions);
    for step in 0..=steps {
        let bad = system.bad(questions, &state);
        if questions.ask(&[bad]) {
            return questions.note(step as u64);
        }
        questions.add(&[!bad]);
        state = system.step(questions, &state);
    }
    questions.note(u64::MAX);
}

/// Two queues with the same inputs: a shift register, and a ring with two pointers. They never
/// differ in what comes next.
struct Queues {
    width: usize,
    /// The logarithm of the depth.
    depth: u32,
}

impl Queues {
    fn cells(&self) -> usize {
        1 << self.depth
    }

    /// The shift register, the ring, the head, and the number of words that are waiting.
    fn parts<'a>(&self, state: &'a [Lit]) -> (Vec<&'a [Lit]>, Vec<&'a [Lit]>, &'a [Lit], &'a [Lit]) {
        let words: Vec<&[Lit]> = state[..2 * self.cells() * self.width].chunks(self.width).collect();
        let (head, count) = state[2 * self.cells() * self.width..].split_at(self.depth as usize);
        (words[..self.cells()].to_vec(), words[self.cells()..].to_vec(), head, count)
    }

    /// The word of the ring that the pointer points at.
    fn read<S: SolveIncremental>(questions: &mut Questions<S>, words: &[Vec<Lit>], pointer: &[Lit]) -> Vec<Lit> {
        match pointer.split_last() {
            None => words[0].clone(),
            Some((&top, rest)) => {
                let (low, high) = words.split_at(words.len() / 2);
                let (low, high) = (Queues::read(questions, low, rest), Queues::read(questions, high, rest));
                questions.choices(top, &high, &low)
            }
        }
    }

    /// Whether a word is this number.
    fn is<S: SolveIncremental>(questions: &mut Questions<S>, word: &[Lit], number: usize) -> Lit {
        let wrong: Vec<Lit> =
            word.iter().enumerate().map(|(bit, &lit)| if number >> bit & 1 == 1 { !lit } else { lit }).collect();
        !questions.any(&wrong)
    }
}

impl<S: SolveIncremental> System<S> for Queues {
    fn initial(&mut self, questions: &mut Questions<S>) -> Vec<Lit> {
        let words = questions.fresh_many(2 * self.cells() * self.width);
        // Both are empty; the ring begins anywhere, and old words may be anything.
        let head = questions.fresh_many(self.depth as usize);
        let truth = questions.truth();
        [words, head, vec![!truth; self.depth as usize + 1]].concat()
    }

    fn step(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Vec<Lit> {
        let (shift, ring, head, count) = self.parts(state);
        let input = questions.fresh_many(self.width);
        let (push, pop) = (questions.fresh(), questions.fresh());
        let full = count[self.depth as usize];
        let empty = Queues::is(questions, count, 0);
        let (push, pop) = (questions.and(push, !full), questions.and(pop, !empty));
        let only_push = questions.and(push, !pop);
        let only_pop = questions.and(pop, !push);
        // A pop moves all words down; a push writes behind the last one that stays.
        let up = questions.incremented(count, only_push);
        let minus: Vec<Lit> = count.iter().map(|&lit| !lit).collect();
        let down: Vec<Lit> = questions.incremented(&minus, only_pop).into_iter().map(|lit| !lit).collect();
        let next_count = questions.choices(only_pop, &down, &up);
        let mut next = Vec::new();
        for cell in 0..self.cells() {
            let behind = shift.get(cell + 1).unwrap_or(&shift[cell]);
            let moved = questions.choices(pop, behind, shift[cell]);
            let (without, with) = (Queues::is(questions, count, cell), Queues::is(questions, count, cell + 1));
            let here = questions.choice(pop, with, without);
            let write = questions.and(push, here);
            next.extend(questions.choices(write, &input, &moved));
        }
        let tail = questions.sum(head, count);
        for (cell, word) in ring.iter().enumerate() {
            let here = Queues::is(questions, &tail, cell);
            let write = questions.and(push, here);
            next.extend(questions.choices(write, &input, word));
        }
        next.extend(questions.incremented(head, pop));
        next.extend(next_count);
        next
    }

    fn bad(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Lit {
        let (shift, ring, head, count) = self.parts(state);
        let ring: Vec<Vec<Lit>> = ring.into_iter().map(<[Lit]>::to_vec).collect();
        let first = Queues::read(questions, &ring, head);
        let differ = questions.differ(&first, shift[0]);
        let empty = Queues::is(questions, count, 0);
        questions.and(differ, !empty)
    }
}

/// Two registers: each input is added to the first one, and three times the input to the second one,
/// which is three times the first one for ever.
struct Sums {
    width: usize,
}

impl Sums {
    fn triple<S: SolveIncremental>(questions: &mut Questions<S>, word: &[Lit]) -> Vec<Lit> {
        let zero = !questions.truth();
        let twice = [&[zero], &word[..word.len() - 1]].concat();
        questions.sum(word, &twice)
    }
}

impl<S: SolveIncremental> System<S> for Sums {
    fn initial(&mut self, questions: &mut Questions<S>) -> Vec<Lit> {
        let zero = !questions.truth();
        vec![zero; 2 * self.width]
    }

    fn step(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Vec<Lit> {
        let (first, second) = state.split_at(self.width);
        let input = questions.fresh_many(self.width);
        let triple = Sums::triple(questions, &input);
        [questions.sum(first, &input), questions.sum(second, &triple)].concat()
    }

    fn bad(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Lit {
        let (first, second) = state.split_at(self.width);
        let triple = Sums::triple(questions, first);
        questions.differ(&triple, second)
    }
}

/// The sliding puzzle of three by three from a random arrangement: bad is the one in order, so that
/// the first step that can be bad is the length of a shortest solution.
struct Sliding<'a> {
    random: &'a mut Random,
    moves: usize,
}

const SIDE: usize = 3;
const CELLS: usize = SIDE * SIDE;

fn neighbours(cell: usize) -> Vec<usize> {
    let (row, column) = (cell / SIDE, cell % SIDE);
    let near = |other: &usize| (other / SIDE).abs_diff(row) + (other % SIDE).abs_diff(column) == 1;
    (0..CELLS).filter(near).collect()
}

impl<S: SolveIncremental> System<S> for Sliding<'_> {
    /// The state says with `CELLS * tile + cell` where each tile is; tile 0 is the gap.
    fn initial(&mut self, questions: &mut Questions<S>) -> Vec<Lit> {
        let mut tiles: Vec<usize> = (0..CELLS).collect();
        let (mut gap, mut before) = (0, CELLS);
        for _ in 0..self.moves {
            let ways: Vec<usize> = neighbours(gap).into_iter().filter(|&cell| cell != before).collect();
            let to = ways[self.random.below(ways.len())];
            tiles.swap(gap, to);
            (gap, before) = (to, gap);
        }
        let truth = questions.truth();
        let mut state = vec![!truth; CELLS * CELLS];
        for (cell, tile) in tiles.into_iter().enumerate() {
            state[CELLS * tile + cell] = truth;
        }
        state
    }

    fn step(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Vec<Lit> {
        let next = questions.fresh_many(CELLS * CELLS);
        let at = |tile: usize, cell: usize| CELLS * tile + cell;
        for one in 0..CELLS {
            let (cells, tiles): (Vec<Lit>, Vec<Lit>) =
                (0..CELLS).map(|other| (next[at(one, other)], next[at(other, one)])).unzip();
            questions.add(&cells);
            questions.add(&tiles);
            for a in 0..CELLS {
                for b in 0..a {
                    questions.add(&[!cells[a], !cells[b]]);
                    questions.add(&[!tiles[a], !tiles[b]]);
                }
            }
        }
        for cell in 0..CELLS {
            // The gap goes to a neighbour, whose tile comes to its place.
            let to: Vec<Lit> = neighbours(cell).into_iter().map(|other| next[at(0, other)]).collect();
            questions.add(&[&[!state[at(0, cell)]], &to[..]].concat());
            for tile in 1..CELLS {
                questions.add(&[!state[at(tile, cell)], next[at(tile, cell)], next[at(0, cell)]]);
                for other in neighbours(cell) {
                    questions.add(&[
                        !state[at(0, cell)],
                        !next[at(0, other)],
                        !state[at(tile, other)],
                        next[at(tile, cell)],
                    ]);
                }
            }
        }
        next
    }

    fn bad(&mut self, questions: &mut Questions<S>, state: &[Lit]) -> Lit {
        let wrong: Vec<Lit> = (0..CELLS).map(|tile| !state[CELLS * tile + tile]).collect();
        !questions.any(&wrong)
    }
}

/// Two queues, of four and of eight words.
pub fn queues<S: SolveIncremental>(questions: &mut Questions<S>) {
    unroll(questions, Queues { width: 4, depth: 2 }, 40);
    unroll(questions, Queues { width: 2, depth: 3 }, 18);
}

/// Sums of eight bits.
pub fn sums<S: SolveIncremental>(questions: &mut Questions<S>) {
    unroll(questions, Sums { width: 8 }, 40);
}

/// Twelve sliding puzzles, one after the other in one solver.
pub fn sliding<S: SolveIncremental>(questions: &mut Questions<S>) {
    let mut random = Random::new(1);
    for _ in 0..12 {
        unroll(questions, Sliding { random: &mut random, moves: 40 }, 31);
    }
}
