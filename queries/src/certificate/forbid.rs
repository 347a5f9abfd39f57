//! The clause that forbids a solution.

use gordian_formula::{Lit, Var};

/// The clause that forbids the solution with these slots true: `by_clause` of these only, else of
/// all visible variables.
pub(super) fn forbid(vars: &[Var], row: &[u32], by_clause: bool, clause: &mut Vec<Lit>) {
    clause.clear();
    if by_clause {
        clause.extend(row.iter().map(|&slot| vars[slot as usize].negative()));
    } else {
        clause.extend(vars.iter().map(|var| var.positive()));
        for &slot in row {
            clause[slot as usize] = vars[slot as usize].negative();
        }
    }
}
