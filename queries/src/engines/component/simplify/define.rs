//! Whether clauses define a variable by the others in them.

use gordian_formula::Lit;

/// Clauses in which a definition is looked for at most.
pub(super) const MOST_CLAUSES: usize = 60;
/// Branches that one question may take.
const MOST_BRANCHES: u32 = 200;

/// Work space for questions about definitions.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    values: Vec<i8>,
    branches: u32,
    /// Whether the last answer took both values of a variable in turn.
    has_cases: bool,
    /// Clauses looked at for the last answer.
    steps: u64,
}

impl Definitions {
    pub(crate) fn new(num_vars: usize) -> Definitions {
        Definitions { values: vec![0; 2 * num_vars], branches: 0, has_cases: false, steps: 0 }
    }

    /// The clauses, by their positions, that are contradictory without the literals of this
    /// variable: each assignment of the other variables then makes one of them force a value.
    /// `None` if there are none such, or the search is too long.
    ///
    /// (Gates of any kind are found like this: Fleury and Biere 2021.)
    pub(crate) fn core(&mut self, pivot: Lit, clauses: &[&[Lit]]) -> Option<Vec<usize>> {
        let mut core = vec![false; clauses.len()];
        (self.branches, self.has_cases, self.steps) = (0, false, 0);
        let is_defined = self.refute(pivot, clauses, &mut core);
        is_defined.then(|| (0..core.len()).filter(|&at| core[at]).collect())
    }

    /// The effort of the last answer, in clauses looked at.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether both values of a variable had to be tried for the last answer: unit propagation does not find it.
    pub(super) fn has_cases(&self) -> bool {
        self.has_cases
    }

    /// Whether the clauses contradict each other under the assignment, and which ones are needed for that.
    fn refute(&mut self, pivot: Lit, clauses: &[&[Lit]], core: &mut [bool]) -> bool {
        self.branches += 1;
        self.steps += clauses.len() as u64;
        if self.branches > MOST_BRANCHES {
            return false;
        }
        // The clause with the fewest open literals: none is a contradiction.
        let mut best: Option<(usize, usize)> = None;
        for (at, clause) in clauses.iter().enumerate() {
            let mut open = 0;
            let is_satisfied = clause.iter().any(|&lit| {
                open += usize::from(lit.var() != pivot.var() && self.values[lit.index()] == 0);
                lit.var() != pivot.var() && self.values[lit.index()] > 0
            });
            if !is_satisfied && best.is_none_or(|best| open < best.0) {
                best = Some((open, at));
                if open == 0 {
                    break;
                }
            }
        }
        let Some((open, at)) = best else { return false };
        core[at] = true;
        if open == 0 {
            return true;
        }
        let is_open = |this: &Definitions, lit: Lit| lit.var() != pivot.var() && this.values[lit.index()] == 0;
        let lit = *clauses[at].iter().find(|&&lit| is_open(self, lit)).expect("one is open");
        self.has_cases |= open > 1;
        let sides = if open == 1 { &[lit][..] } else { &[lit, !lit][..] };
        sides.iter().all(|&side| {
            self.values[side.index()] = 1;
            self.values[(!side).index()] = -1;
            let is_refuted = self.refute(pivot, clauses, core);
            self.values[side.index()] = 0;
            self.values[(!side).index()] = 0;
            is_refuted
        })
    }
}
