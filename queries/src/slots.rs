//! Visible variables by their rank.

use gordian_formula::{ClauseSink, Cnf, GroupKind, Lit, Model, Var};

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

/// The slots of the visible variables that are true in a model.
pub(crate) fn true_slots(slots: &Slots, model: &Model, row: &mut Vec<u32>) {
    row.clear();
    row.extend((0..).zip(slots.vars()).filter(|(_, var)| model.value(**var)).map(|(slot, _)| slot));
}

/// The exactly-one groups of visible variables, as rows of slots.
pub(crate) fn visible_choices(cnf: &Cnf, slots: &Slots) -> impl Iterator<Item = Vec<u32>> {
    let slot = |&lit: &Lit| slots.made_true_by(lit);
    cnf.groups()
        .filter(|group| group.kind == GroupKind::ExactlyOne)
        .filter_map(move |group| group.members.iter().map(slot).collect())
}

/// Whether the true visible variables of one solution are never a proper subset of those of another, so that it is
/// enough to forbid the true ones.
///
/// It is so if each visible variable stands in an exactly-one group of visible variables: were one true only in the
/// larger of two nested solutions, the member of its group that is true in the smaller one would be true beside it.
pub(crate) fn never_nested(cnf: &Cnf, slots: &Slots) -> bool {
    let mut covered = vec![false; slots.len()];
    for slot in visible_choices(cnf, slots).flatten() {
        covered[slot as usize] = true;
    }
    covered.iter().all(|&covered| covered)
}
