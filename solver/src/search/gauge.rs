//! Whether an enumeration is to learn from its conflicts.

use gordian_formula::Lit;

/// Conflicts without learning before learning is tried, and conflicts with it.
const PLAIN: u64 = 2000;
const TRIED: u64 = 1000;
/// It is measured again at so many times the conflicts: sooner while it learns, since a trial
/// without learning costs little.
const AGAIN_PLAIN: u64 = 16;
const AGAIN_LEARNING: u64 = 4;
/// Branches of a level that are enough to compare.
const ENOUGH: u64 = 16;
/// Conflicts with analysis and all that belongs to it, which counts no ticks, take so many times as
/// long as their ticks say.
const ANALYSIS: f64 = 4.0;

/// Measures how much learning saves an enumeration, and tells whether it pays: a conflict takes
/// several times as long, but the learned clause may refute other branches. The conflicts in the
/// branches of a level are compared, with learning and without.
pub(crate) struct Gauge {
    phase: Phase,
    /// The number of conflicts at which the phase ends.
    end: u64,
    began: Mark,
    /// For each level the branch that its last decision began.
    branches: Vec<Branch>,
    /// For each level, the branches that came to an end, without learning and with it.
    plain: Vec<Tally>,
    learning: Vec<Tally>,
    /// Ticks for a conflict without learning.
    plain_cost: f64,
    serials: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Plain,
    Trial,
    Decided { learns: bool },
}

/// The work below a decision. If the same decision is made again after the same ones, the learned
/// clauses had led out of the branch before its end.
#[derive(Clone, Copy, Default)]
struct Branch {
    decision: Option<Lit>,
    serial: u64,
    /// The serial of the branch that it is part of.
    parent: u64,
    /// Conflicts when it was last begun, and those before.
    begun: u64,
    conflicts: u64,
    is_open: bool,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    branches: u64,
    conflicts: u64,
}

impl Tally {
    fn mean(self) -> f64 {
        self.conflicts as f64 / self.branches as f64
    }
}

/// Counters at one moment.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) conflicts: u64,
    pub(crate) ticks: u64,
}

impl Mark {
    /// Ticks for each conflict since then.
    fn cost_since(self, before: Mark) -> f64 {
        (self.ticks - before.ticks) as f64 / (self.conflicts - before.conflicts).max(1) as f64
    }
}

impl Gauge {
    pub(crate) fn new(now: Mark) -> Gauge {
        Gauge {
            phase: Phase::Plain,
            end: now.conflicts + PLAIN,
            began: now,
            branches: Vec::new(),
            plain: Vec::new(),
            learning: Vec::new(),
            plain_cost: 0.0,
            serials: 0,
        }
    }

    pub(crate) fn learns(&self) -> bool {
        matches!(self.phase, Phase::Trial | Phase::Decided { learns: true })
    }

    fn is_measuring(&self) -> bool {
        !matches!(self.phase, Phase::Decided { .. })
    }

    /// A decision begins this level.
    pub(crate) fn note_decision(&mut self, level: u32, decision: Lit, conflicts: u64) {
        if !self.is_measuring() {
            return;
        }
        let level = level as usize;
        if self.branches.len() <= level {
            self.branches.resize(level + 1, Branch::default());
        }
        let parent = self.branches[level - 1].serial;
        let branch = &mut self.branches[level];
        if branch.decision == Some(decision) && branch.parent == parent {
            (branch.begun, branch.is_open) = (conflicts, true);
            return;
        }
        let ended = std::mem::replace(
            branch,
            Branch {
                decision: Some(decision),
                serial: self.serials + 1,
                parent,
                begun: conflicts,
                conflicts: 0,
                is_open: true,
            },
        );
        self.serials += 1;
        if ended.decision.is_some() && !ended.is_open {
            let tallies = if self.phase == Phase::Trial { &mut self.learning } else { &mut self.plain };
            if tallies.len() <= level {
                tallies.resize(level + 1, Tally::default());
            }
            tallies[level].branches += 1;
            tallies[level].conflicts += ended.conflicts;
        }
    }

    /// The levels above this one are undone.
    pub(crate) fn note_backtrack(&mut self, level: u32, conflicts: u64) {
        if self.is_measuring() {
            let above = self.branches.iter_mut().skip(level as usize + 1);
            for branch in above.take_while(|branch| branch.is_open) {
                branch.conflicts += conflicts - branch.begun;
                branch.is_open = false;
            }
        }
    }

    /// Goes on to the next phase if it is time.
    pub(crate) fn advance(&mut self, now: Mark) {
        if now.conflicts < self.end {
            return;
        }
        let length;
        (self.phase, length) = match self.phase {
            Phase::Plain => {
                self.plain_cost = now.cost_since(self.began);
                (Phase::Trial, TRIED)
            }
            Phase::Trial => {
                let cost = ANALYSIS * now.cost_since(self.began);
                let learns = self.saving().is_some_and(|saving| saving * self.plain_cost > cost);
                let again = if learns { AGAIN_LEARNING } else { AGAIN_PLAIN };
                (Phase::Decided { learns }, (again - 1) * now.conflicts)
            }
            Phase::Decided { .. } => (Phase::Plain, PLAIN),
        };
        self.branches.clear();
        if self.phase == Phase::Plain {
            self.plain.clear();
            self.learning.clear();
        }
        self.began = now;
        self.end = now.conflicts + length;
    }

    /// The factor by which conflicts in a branch grow without learning, on the lowest level with
    /// enough branches.
    fn saving(&self) -> Option<f64> {
        let mut levels = self.plain.iter().zip(&self.learning);
        let (plain, learning) = levels.find(|(plain, learning)| plain.branches.min(learning.branches) >= ENOUGH)?;
        Some(plain.mean() / learning.mean())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes through branches of two levels, of which the upper ones take so many conflicts each,
    /// until there are so many in all.
    fn walk(gauge: &mut Gauge, now: &mut Mark, conflicts_per_branch: u64, ticks_per_conflict: u64, until: u64) {
        for code in 0.. {
            gauge.note_decision(2, Lit::from_code(code), now.conflicts);
            for inner in 0..conflicts_per_branch {
                gauge.note_decision(3, Lit::from_code(inner as u32), now.conflicts);
                now.conflicts += 1;
                now.ticks += ticks_per_conflict;
                gauge.advance(*now);
                if now.conflicts == until {
                    return;
                }
                gauge.note_backtrack(2, now.conflicts);
            }
            gauge.note_backtrack(1, now.conflicts);
        }
    }

    /// Whether learning is taken up where branches take so many conflicts instead of fifty.
    fn learns_with(conflicts_per_branch: u64) -> bool {
        let mut now = Mark { conflicts: 0, ticks: 0 };
        let mut gauge = Gauge::new(now);
        walk(&mut gauge, &mut now, 50, 100, PLAIN);
        assert!(gauge.learns(), "it is tried");
        walk(&mut gauge, &mut now, conflicts_per_branch, 125, PLAIN + TRIED);
        gauge.learns()
    }

    #[test]
    #[cfg_attr(miri, ignore = "arithmetic that takes long when it is interpreted")]
    fn learning_is_taken_up_where_it_saves_more_than_it_costs() {
        assert!(learns_with(5));
        assert!(!learns_with(20));
        assert!(!learns_with(60));
    }

    #[test]
    fn a_decision_made_again_goes_on_with_its_branch() {
        let mut gauge = Gauge::new(Mark { conflicts: 0, ticks: 0 });
        let [one, two] = [0, 1].map(Lit::from_code);
        gauge.note_decision(2, one, 0);
        gauge.note_backtrack(1, 10);
        gauge.note_decision(2, one, 10);
        gauge.note_backtrack(1, 15);
        gauge.note_decision(2, two, 20);
        assert_eq!((gauge.plain[2].branches, gauge.plain[2].conflicts), (1, 15));
    }

    #[test]
    fn what_was_found_is_measured_again() {
        let mut now = Mark { conflicts: 0, ticks: 0 };
        let mut gauge = Gauge::new(now);
        for learns in [false, true, false, false, true] {
            assert_eq!(gauge.learns(), learns);
            now.conflicts = gauge.end;
            gauge.advance(now);
        }
    }
}
