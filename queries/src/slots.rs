//! Visible variables by their rank.

use gordian_formula::{ClauseSink, Cnf, Lit, Var};

/// The visible variables of a formula in ascending order. The *slot* of one is its rank among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slots {
    vars: Vec<Var>,
    /// One more than the slot of each variable, zero for hidden ones.
    of_var: Vec<u32>,
}

impl Slots {
    pub(crate) fn of_formula(cnf: &Cnf) -> Slots {
        let vars = cnf.projection();
        let mut of_var = vec![0; cnf.num_vars()];
        for (slot, var) in vars.iter().enumerate() {
            of_var[var.index()] = slot as u32 + 1;
        }
        Slots { vars, of_var }
    }

    /// The number of visible variables.
    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    /// The number of variables of the formula, hidden ones included.
    pub(crate) fn num_vars(&self) -> usize {
        self.of_var.len()
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    #[inline]
    pub(crate) fn of(&self, var: Var) -> Option<u32> {
        self.of_var.get(var.index()).and_then(|slot| slot.checked_sub(1))
    }

    /// The slot that is true where this literal is; `None` for hidden and for negated variables.
    pub(crate) fn made_true_by(&self, lit: Lit) -> Option<u32> {
        if lit.is_positive() { self.of(lit.var()) } else { None }
    }
}
