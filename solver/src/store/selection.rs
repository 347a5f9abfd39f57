//! One option of each choice, exchanged until no two exclude each other.

use gordian_formula::Lit;

use super::random::Random;
use super::rows::Rows;

/// Choices that share no options, and what excludes what, with one option of each choice selected.
///
/// Options are numbered from choice to choice. Invariants: an option clashes with the selected
/// options that exclude it; `unsettled` are the choices whose selected option has clashes, and
/// `places` says where.
#[derive(Clone)]
pub(crate) struct Selection {
    /// The literals of the options of each choice.
    choices: Rows<Lit>,
    /// The choice of each option.
    choice_of: Vec<u32>,
    /// For each option those of other choices that exclude it.
    excluded: Rows<u32>,
    /// For each choice its selected option.
    selected: Vec<u32>,
    standings: Vec<Standing>,
    unsettled: Vec<u32>,
    /// For each choice where it is in `unsettled`, or [`NOWHERE`].
    places: Vec<u32>,
    /// For each option the exchange from which on it may come back.
    barred: Vec<u64>,
    exchanges: u64,
    /// Pairs of selected options that exclude each other: how many there are, and the fewest there ever were.
    num_clashes: u32,
    least_clashes: u32,
}

/// The number of clashes of an option and, in the lowest bit, whether it is selected. Most options
/// whose clashes change are not.
#[derive(Clone, Copy, Default)]
struct Standing(u32);

impl Standing {
    #[inline]
    fn clashes(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    fn is_selected(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    fn count(&mut self, is_more: bool) {
        self.0 = if is_more { self.0 + 2 } else { self.0 - 2 };
    }

    fn select(&mut self, is_selected: bool) {
        self.0 = self.0 & !1 | u32::from(is_selected);
    }
}

const NOWHERE: u32 = u32::MAX;

/// An exchanged option may not come back for a random number of exchanges up to this one, plus a
/// number that grows with the clashes (Galinier & Hao 1999).
const BARRED: u64 = 10;
const BARRED_PER_CLASH: (u64, u64) = (7, 10);

/// The number of options looked at, or tables brought up to date, that take as much time as a cache
/// line that propagation touches.
const STEPS_PER_TICK: u64 = 8;

impl Selection {
    /// Selects of each choice an option with the fewest clashes so far. `choices` share no literals
    /// and none is empty; `exclusions` are pairs of options by their numbers, in any order.
    pub(crate) fn new(choices: Rows<Lit>, mut exclusions: Vec<(u32, u32)>, random: &mut Random) -> Selection {
        let mut choice_of = Vec::new();
        for (number, choice) in (0..).zip(choices.iter()) {
            choice_of.resize(choice_of.len() + choice.len(), number);
        }
        let choice = |option: u32| choice_of[option as usize];
        exclusions.retain(|&(first, second)| choice(first) != choice(second));
        exclusions.extend_from_within(..);
        let half = exclusions.len() / 2;
        exclusions[half..].iter_mut().for_each(|(first, second)| std::mem::swap(first, second));
        exclusions.sort_unstable();
        exclusions.dedup();
        let mut excluded = Rows::default();
        let mut left = &exclusions[..];
        for option in 0..choice_of.len() as u32 {
            let (own, others) = left.split_at(left.partition_point(|&(first, _)| first == option));
            excluded.push(own.iter().map(|&(_, second)| second));
            left = others;
        }
        let mut selection = Selection {
            excluded,
            selected: Vec::new(),
            standings: vec![Standing::default(); choice_of.len()],
            unsettled: Vec::new(),
            places: vec![NOWHERE; choices.len()],
            barred: vec![0; choice_of.len()],
            exchanges: 0,
            num_clashes: 0,
            least_clashes: 0,
            choice_of,
            choices,
        };
        for choice in 0..selection.choices.len() {
            let mut best = Candidate::none();
            for option in selection.choices.range(choice) {
                best.offer(option as u32, i64::from(selection.standings[option].clashes()), random);
            }
            let standing = &mut selection.standings[best.option as usize];
            standing.select(true);
            selection.num_clashes += standing.clashes();
            for &other in selection.excluded.row(best.option as usize) {
                selection.standings[other as usize].count(true);
            }
            selection.selected.push(best.option);
        }
        for choice in 0..selection.choices.len() {
            selection.settle(selection.selected[choice]);
        }
        selection.least_clashes = selection.num_clashes;
        selection
    }

    /// The selected literals.
    pub(crate) fn selected(&self) -> impl Iterator<Item = Lit> + '_ {
        self.selected.iter().map(|&option| self.lits()[option as usize])
    }

    /// All options.
    pub(crate) fn lits(&self) -> &[Lit] {
        self.choices.entries()
    }

    /// The exchanges so far.
    pub(crate) fn exchanges(&self) -> u64 {
        self.exchanges
    }

    /// Exchanges, in a choice whose option has clashes, that option for another one, such that the
    /// fewest clashes are left. An exchanged option may not come back for a while, unless it leaves
    /// fewer clashes than ever (tabu search: Hertz & de Werra 1987). Ends when there are no
    /// clashes, or the ticks are spent. Returns whether there are none, and the ticks it took.
    pub(crate) fn run(&mut self, ticks: u64, random: &mut Random) -> (bool, u64) {
        let limit = ticks * STEPS_PER_TICK;
        let mut steps = 0;
        while self.num_clashes > 0 && steps < limit {
            let best = self.best_exchange(&mut steps, random);
            self.exchanges += 1;
            if best.option != NOWHERE {
                self.exchange(best.option, &mut steps, random);
            }
            steps += STEPS_PER_TICK;
        }
        (self.num_clashes == 0, steps / STEPS_PER_TICK)
    }

    /// The option whose selection leaves the fewest clashes of those that may be selected.
    fn best_exchange(&self, steps: &mut u64, random: &mut Random) -> Candidate {
        let mut best = Candidate::none();
        for &choice in &self.unsettled {
            let now = self.clashes(self.selected[choice as usize]);
            let places = self.choices.range(choice as usize);
            *steps += places.len() as u64;
            for (option, standing) in (places.start as u32..).zip(&self.standings[places]) {
                let change = i64::from(standing.clashes()) - i64::from(now);
                if change > best.change || standing.is_selected() {
                    continue;
                }
                let is_barred = self.barred[option as usize] > self.exchanges;
                let is_record = || i64::from(self.num_clashes) + change < i64::from(self.least_clashes);
                if !is_barred || is_record() {
                    best.offer(option, change, random);
                }
            }
        }
        best
    }

    fn clashes(&self, option: u32) -> u32 {
        self.standings[option as usize].clashes()
    }

    fn exchange(&mut self, option: u32, steps: &mut u64, random: &mut Random) {
        let choice = self.choice_of[option as usize] as usize;
        let former = std::mem::replace(&mut self.selected[choice], option);
        self.num_clashes = self.num_clashes + self.clashes(option) - self.clashes(former);
        self.least_clashes = self.least_clashes.min(self.num_clashes);
        for (changed, is_selected) in [(former, false), (option, true)] {
            self.standings[changed as usize].select(is_selected);
            let range = self.excluded.range(changed as usize);
            *steps += range.len() as u64;
            for index in range {
                let other = self.excluded.entries()[index];
                let standing = &mut self.standings[other as usize];
                standing.count(is_selected);
                if standing.is_selected() {
                    self.settle(other);
                }
            }
        }
        self.settle(option);
        let (numerator, denominator) = BARRED_PER_CLASH;
        let while_clashing = u64::from(self.num_clashes) * numerator / denominator;
        self.barred[former as usize] = self.exchanges + 1 + random.below(BARRED) + while_clashing;
    }

    /// Puts the choice of a selected option among the unsettled ones or takes it out.
    fn settle(&mut self, option: u32) {
        let choice = self.choice_of[option as usize];
        let place = self.places[choice as usize];
        match (self.clashes(option) > 0, place != NOWHERE) {
            (true, false) => {
                self.places[choice as usize] = self.unsettled.len() as u32;
                self.unsettled.push(choice);
            }
            (false, true) => {
                self.unsettled.swap_remove(place as usize);
                if let Some(&moved) = self.unsettled.get(place as usize) {
                    self.places[moved as usize] = place;
                }
                self.places[choice as usize] = NOWHERE;
            }
            _ => {}
        }
    }
}

/// The best of the offered exchanges, each of the best equally likely.
struct Candidate {
    option: u32,
    change: i64,
    /// The number of candidates that were as good.
    ties: u64,
}

impl Candidate {
    fn none() -> Candidate {
        Candidate { option: NOWHERE, change: i64::MAX, ties: 0 }
    }

    #[inline]
    fn offer(&mut self, option: u32, change: i64, random: &mut Random) {
        if change < self.change {
            *self = Candidate { option, change, ties: 1 };
        } else if change == self.change {
            self.ties += 1;
            if random.below(self.ties) == 0 {
                self.option = option;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The queens of a board: a choice of columns for each row.
    fn queens(side: u32) -> (Rows<Lit>, Vec<(u32, u32)>) {
        let mut choices = Rows::default();
        (0..side).for_each(|row| choices.push((0..side).map(|column| Lit::from_code(2 * (row * side + column)))));
        let mut exclusions = Vec::new();
        for (first, second) in (0..side * side).flat_map(|first| (0..first).map(move |second| (first, second))) {
            let [rows, columns] = [(first / side, second / side), (first % side, second % side)];
            let [rows, columns] = [rows, columns].map(|(one, other)| one.abs_diff(other));
            if rows == 0 || columns == 0 || rows == columns {
                exclusions.push((first, second));
            }
        }
        (choices, exclusions)
    }

    #[test]
    fn the_tables_follow_the_exchanges() {
        let (choices, exclusions) = queens(if cfg!(miri) { 4 } else { 14 });
        let excludes = |first: u32, second: u32| exclusions.contains(&(first.max(second), first.min(second)));
        let mut random = Random::new(3);
        let mut selection = Selection::new(choices, exclusions.clone(), &mut random);
        for _ in 0..if cfg!(miri) { 2 } else { 10 } {
            let (is_over, _) = selection.run(5, &mut random);
            let selected: Vec<u32> = selection.selected().map(|lit| lit.code() / 2).collect();
            let mut pairs = 0;
            for option in 0..selection.lits().len() as u32 {
                let choice = selection.choice_of[option as usize];
                let others = selected.iter().filter(|&&other| selection.choice_of[other as usize] != choice);
                let clashes = others.filter(|&&other| excludes(option, other)).count() as u32;
                assert_eq!(selection.clashes(option), clashes);
                let is_selected = selected[choice as usize] == option;
                pairs += if is_selected { clashes } else { 0 };
                assert!(!is_selected || selection.unsettled.contains(&choice) == (clashes > 0));
            }
            assert_eq!((selection.num_clashes, is_over), (pairs / 2, pairs == 0));
        }
        if !cfg!(miri) {
            assert!(selection.run(100_000, &mut random).0);
        }
    }
}
