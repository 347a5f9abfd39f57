//! Local search over choices.

use std::collections::BinaryHeap;

use gordian_formula::{GroupKind, Lit};

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;
use crate::store::lists::Lists;
use crate::store::rows::Rows;
use crate::store::selection::Selection;

pub(crate) mod own {
    technique! {
        options {
            /// Also search by exchanging options, in formulas whose clauses choose and exclude.
            enabled "tabu": bool = true;
            /// Per mille of the ticks of search that tabu search may take.
            effort "tabu_effort": (0..=10_000) = 400;
            /// Thousands of ticks for each option that the first tabu search may take.
            start "tabu_start": (0..=1000) = 5;
        }
        counters {
            /// Times tabu search for what to choose began or went on.
            searches "tabu searches";
            /// Options that it exchanged.
            exchanges "exchanges";
        }
        schedule(_options) {
            /// Ticks of search when tabu search last ended.
            last_ticks: u64 = 0;
        }
    }
}

/// Most pairs of options that exclude each other.
const MOST_EXCLUSIONS: usize = 1 << 22;
/// Looks from one choice at another one that finding choices that share none may take.
const MOST_STEPS: usize = 1 << 23;
/// The most ticks for finding the options that exclude each other.
const MOST_TRIAL_TICKS: u64 = 20_000_000;
/// At least this many of ten options must be in the choices that share none.
const COVERED_OF_TEN: usize = 9;
/// After so many exchanges for each option, all goes to the other search: the formula may have no model.
const MOST_EXCHANGES: u64 = 2500;
/// Ticks between two looks at the clock.
const SLICE: u64 = 1 << 20;

/// Selects one option of each choice, such that no two exclude each other, by tabu search from the
/// last selection on. In formulas of choices, such as puzzles, that is nearly all there is to do.
/// If it succeeds, the saved phases become the selection and its consequences, and it returns true.
/// Call it at level zero.
pub(crate) fn tabu(engine: &mut Engine, call: &mut Call<'_>, ticks: u64) -> bool {
    let Some(mut selection) = engine.selection.take() else { return false };
    let exchanges = selection.exchanges();
    let mut left = ticks;
    let mut is_over = false;
    while left > 0 && !is_over && call.late().is_none() {
        let spent;
        (is_over, spent) = selection.run(left.min(SLICE), &mut engine.random);
        left = left.saturating_sub(spent);
    }
    engine.statistics.tabu.searches += 1;
    engine.statistics.tabu.exchanges += selection.exchanges() - exchanges;
    engine.statistics.inprocess_ticks += ticks - left;
    if is_over {
        adopt(engine, &selection);
    } else if selection.exchanges() < MOST_EXCHANGES * selection.lits().len() as u64 {
        engine.selection = Some(selection);
    }
    is_over
}

/// Saves phases for the selected options, and for the consequences of these.
fn adopt(engine: &mut Engine, selection: &Selection) {
    for lit in selection.lits() {
        engine.phases.set(lit.var(), lit.is_negative());
    }
    for lit in selection.selected() {
        engine.phases.set(lit.var(), lit.is_positive());
    }
    let [decisions, ticks] = [engine.statistics.decisions, engine.statistics.ticks];
    for lit in selection.selected() {
        if engine.trail.value(lit) == 0 && !engine.removed[lit.var().index()] {
            open_level(engine, lit);
            if propagate(engine).is_some() {
                break;
            }
        }
    }
    // Undoing the assignment saves it.
    backtrack(engine, 0);
    engine.phases.reset_target();
    engine.statistics.inprocess_ticks += engine.statistics.ticks - ticks;
    engine.statistics.decisions = decisions;
    engine.statistics.ticks = ticks;
}

/// Finds choices and what excludes what: by trying each option, however the formula puts it. None
/// where there are too many, or where no choices that share none cover the options. At level zero,
/// everything propagated.
pub(crate) fn find_choices(engine: &mut Engine) -> Option<Selection> {
    let choices = choices(engine);
    let choices_of = choices_of(&choices, engine.trail.num_vars());
    let num_options = choices_of.iter().filter(|(_, own)| !own.is_empty()).count();
    let first = choices.entries().first()?;
    let mut steps = MOST_STEPS;
    let packings =
        choices_of.of(*first).iter().map_while(|&number| disjoint(&choices, &choices_of, number, &mut steps));
    let size = |packing: &Vec<u32>| packing.iter().map(|&number| choices.row(number as usize).len()).sum::<usize>();
    let packing = packings.max_by_key(size)?;
    if 10 * size(&packing) < COVERED_OF_TEN * num_options {
        return None;
    }
    let mut chosen = Rows::default();
    packing.iter().for_each(|&number| chosen.push(choices.row(number as usize).iter().copied()));
    let exclusions = exclusions(engine, chosen.entries())?;
    Some(Selection::new(chosen, exclusions, &mut engine.random))
}

/// For each literal the choices that it is an option of.
fn choices_of(choices: &Rows<Lit>, num_vars: usize) -> Lists<u32> {
    let mut lists = Lists::with_room(num_vars, choices.entries().iter().copied());
    for (number, choice) in (0..).zip(choices.iter()) {
        choice.iter().for_each(|&lit| lists.push(lit, number));
    }
    lists
}

/// The choices: clauses whose literals all have the more frequent sign, and exactly-one groups.
fn choices(engine: &Engine) -> Rows<Lit> {
    let Engine { trail, arena, watches, groups, .. } = engine;
    let mut choices = Rows::default();
    let mut push = |lits: &[Lit]| {
        if lits.iter().all(|&lit| trail.value(lit) <= 0) {
            choices.push(lits.iter().copied().filter(|&lit| trail.value(lit) == 0));
        }
    };
    let longs: Vec<&[Lit]> = arena.irredundant().map(|clause| arena.lits(clause)).collect();
    let has_sign = |lits: &[Lit], sign: bool| lits.iter().all(|lit| lit.is_positive() == sign);
    let [negative, positive] = [false, true].map(|sign| longs.iter().filter(|lits| has_sign(lits, sign)).count());
    let sign = positive >= negative;
    longs.iter().filter(|lits| has_sign(lits, sign)).for_each(|lits| push(lits));
    watches.irredundant_binaries().filter(|clause| has_sign(clause, sign)).for_each(|clause| push(&clause));
    for (_, members) in groups.iter().filter(|&(kind, _)| kind == GroupKind::ExactlyOne) {
        push(members);
    }
    choices
}

/// Choices of which no two share an option, the first of them given. Next comes that which shares
/// options with most of those that share options with choices taken before: rows after rows, not
/// columns. None where that takes more steps than are left.
fn disjoint(choices: &Rows<Lit>, choices_of: &Lists<u32>, first: u32, steps: &mut usize) -> Option<Vec<u32>> {
    let mut taken = Vec::new();
    let mut is_open = vec![true; choices.len()];
    let mut scores = vec![0u32; choices.len()];
    let mut queue: BinaryHeap<(u32, u32)> = (0..choices.len() as u32).map(|number| (0, number)).collect();
    queue.push((u32::MAX, first));
    scores[first as usize] = u32::MAX;
    let beside = |number: u32| choices.row(number as usize).iter().flat_map(|&lit| choices_of.of(lit));
    while let Some((score, number)) = queue.pop() {
        if !is_open[number as usize] || score != scores[number as usize] {
            continue;
        }
        taken.push(number);
        is_open[number as usize] = false;
        for &closed in beside(number) {
            if !std::mem::replace(&mut is_open[closed as usize], false) {
                continue;
            }
            let number_beside = choices.row(closed as usize).iter().map(|&lit| choices_of.of(lit).len()).sum();
            *steps = steps.checked_sub(number_beside)?;
            for &next in beside(closed).filter(|&&next| is_open[next as usize]) {
                scores[next as usize] += 1;
                queue.push((scores[next as usize], next));
            }
        }
    }
    Some(taken)
}

/// The pairs of options, by their places, of which one makes the other false. None where they are
/// too many, or take too long to find.
fn exclusions(engine: &mut Engine, options: &[Lit]) -> Option<Vec<(u32, u32)>> {
    let mut number_of = vec![u32::MAX; 2 * engine.trail.num_vars()];
    for (number, lit) in (0..).zip(options) {
        number_of[lit.index()] = number;
    }
    let before = engine.statistics.clone();
    let saved_phases = engine.phases.copy_saved();
    let mut pairs = Vec::new();
    let is_too_much = |engine: &Engine, pairs: &[_]| {
        pairs.len() > MOST_EXCLUSIONS || engine.statistics.ticks > before.ticks + MOST_TRIAL_TICKS
    };
    for (number, &lit) in (0..).zip(options) {
        if is_too_much(engine, &pairs) {
            break;
        }
        let start = engine.trail.len();
        open_level(engine, lit);
        // If an option cannot be selected, whatever its propagation met before the conflict serves
        // as well.
        let _ = propagate(engine);
        let assigned = (start..engine.trail.len()).map(|position| engine.trail.literal(position));
        let excluded = assigned.map(|lit| number_of[(!lit).index()]).filter(|&other| other != u32::MAX);
        pairs.extend(excluded.map(|other| (number, other)));
        backtrack(engine, 0);
    }
    engine.phases.restore_saved(&saved_phases);
    let is_complete = !is_too_much(engine, &pairs);
    let ticks = engine.statistics.ticks - before.ticks;
    engine.statistics = before;
    engine.statistics.inprocess_ticks += ticks;
    is_complete.then_some(pairs)
}

#[cfg(test)]
mod tests {
    use gordian_formula::Var;

    use super::*;
    use crate::options::Options;
    use crate::outcome::Outcome;
    use crate::solver::Solver;

    fn lit(side: usize, row: usize, column: usize, value: usize) -> Lit {
        Var::from_index((row * side + column) * side + value).positive()
    }

    /// The groups of a Latin square: each square has one value, and each row and column has each
    /// value once.
    fn units(side: usize) -> Vec<Vec<Lit>> {
        let mut units = Vec::new();
        for (first, second) in (0..side).flat_map(|first| (0..side).map(move |second| (first, second))) {
            units.push((0..side).map(|third| lit(side, first, second, third)).collect());
            units.push((0..side).map(|third| lit(side, first, third, second)).collect());
            units.push((0..side).map(|third| lit(side, third, first, second)).collect());
        }
        units
    }

    fn latin_square(side: usize) -> Solver {
        let options = Options::default().with("warm_up", 0).with("lucky", 0).with("cliques", 0);
        let mut solver = Solver::with_options(options);
        for unit in units(side) {
            solver.add_clause(&unit);
            for (index, &first) in unit.iter().enumerate() {
                unit[..index].iter().for_each(|&second| solver.add_clause(&[!first, !second]));
            }
        }
        // Nothing is left to be found by propagation alone.
        (0..side - 2).for_each(|row| solver.add_clause(&[lit(side, row, row, 1)]));
        solver
    }

    #[test]
    #[cfg_attr(miri, ignore = "exchanges take long when they are interpreted")]
    fn a_square_is_filled_by_exchanges() {
        let side = 14;
        let mut solver = latin_square(side);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        let statistics = solver.statistics();
        assert_eq!((statistics.tabu.searches, statistics.conflicts), (1, 0));
        for unit in units(side) {
            assert_eq!(unit.iter().filter(|&&lit| solver.value(lit) == Some(true)).count(), 1);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "exchanges take long when they are interpreted")]
    fn a_square_that_cannot_be_filled_is_left_to_the_search() {
        let side = 6;
        let mut solver = latin_square(side);
        // Two values for three squares of a row.
        for (column, value) in (0..3).flat_map(|column| (2..side).map(move |value| (column, value))) {
            solver.add_clause(&[!lit(side, side - 1, column, value)]);
        }
        assert_eq!(solver.solve(), Outcome::Unsatisfiable);
    }

    #[test]
    #[cfg_attr(miri, ignore = "exchanges take long when they are interpreted")]
    fn what_is_no_pair_is_left_to_the_search() {
        let side = 8;
        let mut solver = latin_square(side);
        // The values of the last row are far from each other in three places at once.
        for column in 0..side - 2 {
            for value in 0..side - 2 {
                let run = [0, 1, 2].map(|step| !lit(side, side - 1, column + step, value + step));
                solver.add_clause(&run);
            }
        }
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        for (column, value) in (0..side - 2).flat_map(|column| (0..side - 2).map(move |value| (column, value))) {
            let is_set = |step| solver.value(lit(side, side - 1, column + step, value + step)) == Some(true);
            assert!(![0, 1, 2].into_iter().all(is_set));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "exchanges take long when they are interpreted")]
    fn choices_that_share_nothing_cover_the_square() {
        let side = 7;
        let mut choices = Rows::default();
        units(side).iter().for_each(|unit| choices.push(unit.iter().copied()));
        let choices_of = choices_of(&choices, side * side * side);
        let mut steps = usize::MAX;
        for first in 0..3 * side as u32 {
            let packing = disjoint(&choices, &choices_of, first, &mut steps).unwrap();
            let mut lits: Vec<Lit> = packing.iter().flat_map(|&number| choices.row(number as usize)).copied().collect();
            lits.sort_unstable();
            lits.dedup();
            assert_eq!((packing[0], packing.len(), lits.len()), (first, side * side, side * side * side));
        }
        assert_eq!(disjoint(&choices, &choices_of, 0, &mut 10), None);
    }
}
