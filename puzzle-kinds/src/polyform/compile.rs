//! A polyform puzzle as a formula.

use gordian_formula::{Clock, Lit, Var};

use super::puzzle::{Kind, Placement, Polyform};
use super::space::Cell;
use super::symmetry::symmetries;
use crate::compiled::Compiled;
use crate::counts::CountRules;
use crate::error::PuzzleError;
use gordian_encoders::rule::{Guarding, Rule};

/// Placements between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 10;

impl Polyform {
    /// The puzzle as a formula: one variable for each placement, all of them visible.
    ///
    /// A cell is an exactly-one group of the placements that cover it, or an at-most-one group if
    /// it may stay empty. A kind of pieces is a count of its placements, left out if covering the
    /// board implies it. If parity says that exactly one piece meets a layer of the board oddly,
    /// these placements are an exactly-one group, too.
    ///
    /// The rules can be left out that a cell is covered, and how many pieces of a kind there are.
    /// No two pieces ever cover the same cell.
    pub(super) fn write(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let rules = self.rules(guarding, clock);
        let symmetries = match guarding {
            Guarding::None => symmetries(self, &rules, clock),
            Guarding::Selectors => Vec::new(),
        };
        let meanings = self.meanings(clock);
        // Writing ends when the time is over, so these are all.
        let written = rules.write(self.placements.len(), guarding, clock)?;
        Ok(Compiled { symmetries, ..Compiled::new(written, meanings) })
    }

    /// The meanings of the placements. If the time is over, some are missing, and encoding fails.
    fn meanings(&self, clock: &Clock) -> Vec<String> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let meaning = |placement: &Placement| {
            let cells = placement.cells.iter().map(|&cell| self.cell_name(self.cells[cell as usize]));
            format!("{} covers {}", self.kinds[placement.kind].name(), cells.collect::<Vec<_>>().join(" "))
        };
        self.placements.iter().take_while(|_| !poller.is_over()).map(meaning).collect()
    }

    /// The rules; not all of them where the time is over, which encoding them finds out.
    ///
    /// If no rule can be left out, pieces that no solution has are forbidden and take no part in the
    /// others, so that they do not disturb the symmetries.
    fn rules(&self, guarding: Guarding, clock: &Clock) -> CountRules {
        let mut rules = CountRules::default();
        let mut covering: Vec<Vec<Lit>> = vec![Vec::new(); self.cells.len()];
        let mut of_kind: Vec<Vec<Lit>> = vec![Vec::new(); self.kinds.len()];
        for (index, placement) in self.placements.iter().enumerate() {
            let lit = Var::from_index(index).positive();
            of_kind[placement.kind].push(lit);
            if guarding == Guarding::None && self.kinds[placement.kind].is_never_used {
                continue;
            }
            for &cell in &placement.cells {
                covering[cell as usize].push(lit);
            }
        }
        for ((target, &cell), members) in self.targets.iter().zip(&self.cells).zip(covering) {
            let [_, row, column] = cell.map(|coordinate| coordinate as usize);
            let is = if target.may_stay_empty { "covered once at most" } else { "covered" };
            let place = if self.solid { Vec::new() } else { vec![[row, column]] };
            rules.never_together(members.clone());
            rules.begin(Rule::new("cell", format!("{} is {is}", self.cell_name(cell)), place));
            rules.count(members, u32::from(!target.may_stay_empty), Some(1));
        }
        let odd_layers = self.odd_layers(clock);
        let mut implied = Vec::from_iter(odd_layers.as_ref().and_then(|layers| layers.kind));
        implied.extend(self.implied_count(&of_kind, &implied));
        for members in odd_layers.into_iter().flat_map(|layers| layers.placements) {
            rules.count_redundant(members, 1, Some(1));
        }
        for (index, (kind, members)) in self.kinds.iter().zip(of_kind).enumerate() {
            let (least, most) = self.bounds(index);
            rules.begin(Rule::new("piece", self.copies_rule(kind), []));
            if guarding == Guarding::None && kind.is_never_used {
                rules.count(members, 0, Some(0));
            } else if implied.contains(&index) {
                rules.count_implied(members, least, most);
            } else if (least, most) != (0, None) {
                rules.count(members, least, most);
            }
        }
        rules
    }

    fn copies_rule(&self, kind: &Kind) -> String {
        let times = |number: u32| if number == 1 { "once".to_owned() } else { format!("{number} times") };
        let name = kind.name();
        match (kind.least, kind.most) {
            (0, None) => format!("piece {name} is used any number of times"),
            (least, None) => format!("piece {name} is used {} at least", times(least)),
            (0, Some(most)) => format!("piece {name} is used {} at most", times(most)),
            (least, Some(most)) if least == most => format!("piece {name} is used {}", times(least)),
            (least, Some(most)) => format!("piece {name} is used {least} to {most} times"),
        }
    }

    /// The least and the largest number of copies of a kind. A largest number is left out if no more
    /// copies would have room anyway; but one copy is always a bound, as a group is cheap.
    pub(super) fn bounds(&self, index: usize) -> (u32, Option<u32>) {
        let kind = &self.kinds[index];
        let room = self.places(index).min(self.cells.len() / kind.shape.size());
        let only_one = room == 1 && kind.least <= 1;
        let most = if only_one { Some(1) } else { kind.most.filter(|&most| (most as usize) < room) };
        (kind.least, most)
    }

    /// The number of placements of a kind.
    pub(super) fn places(&self, index: usize) -> usize {
        let before = |kind: usize| self.placements.partition_point(|placement| placement.kind < kind);
        before(index + 1) - before(index)
    }

    /// Row and column from zero, in three dimensions after the layer.
    pub(crate) fn cell_name(&self, [layer, row, column]: Cell) -> String {
        if self.solid { format!("({layer},{row},{column})") } else { format!("({row},{column})") }
    }

    /// The kind whose count need not be written. If the board is covered wholly and the number of
    /// copies of each kind is fixed, the numbers of all kinds but one imply that of the last, since
    /// the areas add up. It is the kind whose count costs most, among those that are not `known`.
    fn implied_count(&self, of_kind: &[Vec<Lit>], known: &[usize]) -> Option<usize> {
        let covered = self.targets.iter().all(|target| !target.may_stay_empty);
        let fixed = self.kinds.iter().all(|kind| kind.most == Some(kind.least));
        let several = (0..self.kinds.len()).filter(|&index| self.kinds[index].least > 1 && !known.contains(&index));
        several.max_by_key(|&index| of_kind[index].len()).filter(|_| covered && fixed)
    }
}
