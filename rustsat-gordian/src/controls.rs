//! Callbacks, limits, phases, freezing, propagation.

use gordian_formula as ours;
use rustsat::solvers::{
    ControlSignal, FreezeVar, Learn, LimitConflicts, LimitDecisions, LimitPropagations, PhaseLit, Propagate,
    PropagateResult, Terminate,
};
use rustsat::types::{Clause, Lit, Var};
use rustsat::utils::Timer;

use crate::callbacks::CallbackStore;
use crate::literal::{to_ours, to_theirs, var_to_ours};
use crate::solver::{Adapter, Answer, GordianWithCallbacks};

impl<'term> Terminate<'term> for GordianWithCallbacks<'term, '_> {
    fn attach_terminator<CB>(&mut self, cb: CB)
    where
        CB: FnMut() -> ControlSignal + 'term,
    {
        self.callbacks.terminator = Some(Box::new(cb));
    }

    fn detach_terminator(&mut self) {
        self.callbacks.terminator = None;
    }
}

impl<'learn> Learn<'learn> for GordianWithCallbacks<'_, 'learn> {
    fn attach_learner<CB>(&mut self, cb: CB, max_len: usize)
    where
        CB: FnMut(Clause) + 'learn,
    {
        self.callbacks.learner = Some((max_len, Box::new(cb)));
    }

    fn detach_learner(&mut self) {
        self.callbacks.learner = None;
    }
}

impl<C> LimitConflicts for Adapter<C> {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.limits.conflicts = limit;
        Ok(())
    }
}

impl<C> LimitDecisions for Adapter<C> {
    fn limit_decisions(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.limits.decisions = limit;
        Ok(())
    }
}

impl<C> LimitPropagations for Adapter<C> {
    fn limit_propagations(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.limits.propagations = limit;
        Ok(())
    }
}

impl<C> PhaseLit for Adapter<C> {
    fn phase_lit(&mut self, lit: Lit) -> anyhow::Result<()> {
        self.solver.set_phase(to_ours(lit)?);
        Ok(())
    }

    fn unphase_var(&mut self, var: Var) -> anyhow::Result<()> {
        self.solver.unset_phase(var_to_ours(var)?);
        Ok(())
    }
}

/// Nothing needs to be frozen; frozen variables are remembered for [`FreezeVar::is_frozen`].
impl<C> FreezeVar for Adapter<C> {
    fn freeze_var(&mut self, var: Var) -> anyhow::Result<()> {
        self.frozen.insert(var);
        Ok(())
    }

    fn melt_var(&mut self, var: Var) -> anyhow::Result<()> {
        self.frozen.remove(&var);
        Ok(())
    }

    fn is_frozen(&mut self, var: Var) -> anyhow::Result<bool> {
        Ok(self.frozen.contains(&var))
    }
}

impl<C: CallbackStore> Propagate for Adapter<C> {
    /// The literals that follow, without the assumptions and without those that hold anyway. With
    /// `phase_saving`, the search will try them first, as long as it has no better idea.
    fn propagate(&mut self, assumps: &[Lit], phase_saving: bool) -> anyhow::Result<PropagateResult> {
        let timer = Timer::now();
        let lits: Vec<ours::Lit> = assumps.iter().map(|&lit| to_ours(lit)).collect::<anyhow::Result<_>>()?;
        self.note_vars(assumps);
        let found = if phase_saving { self.solver.propagate_and_save(&lits) } else { self.solver.propagate(&lits) };
        self.answer = Answer::None;
        self.counts.time += timer.elapsed();
        let propagated = found.implied.into_iter().map(to_theirs).collect();
        Ok(PropagateResult { propagated, conflict: found.is_conflict })
    }
}
