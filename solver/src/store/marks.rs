//! Marks on variables that are cheap to clear.

use gordian_formula::Var;

/// A set of bits for each variable, and the list of variables that have any.
///
/// Invariant: a variable has a bit only if it is in `marked`.
#[derive(Clone, Default)]
pub(crate) struct Marks {
    bits: Vec<u8>,
    marked: Vec<Var>,
}

impl Marks {
    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.bits.resize(num_vars, 0);
    }

    #[inline]
    pub(crate) fn has(&self, var: Var, bits: u8) -> bool {
        self.bits[var.index()] & bits != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, var: Var, bits: u8) {
        let entry = &mut self.bits[var.index()];
        if *entry == 0 {
            self.marked.push(var);
        }
        *entry |= bits;
    }

    /// The marked variables, in the order in which they were first marked.
    pub(crate) fn marked(&self) -> &[Var] {
        &self.marked
    }

    pub(crate) fn clear(&mut self) {
        for var in self.marked.drain(..) {
            self.bits[var.index()] = 0;
        }
    }
}
