//! Literals of RustSAT and of Gordian.

use anyhow::ensure;
use gordian_formula as ours;
use rustsat::types as theirs;

/// # Errors
/// RustSAT has one variable more than DIMACS has numbers.
pub(crate) fn var_to_ours(var: theirs::Var) -> anyhow::Result<ours::Var> {
    ensure!(var.idx() <= ours::Var::MAX_INDEX, "the variable {var} has no DIMACS number");
    Ok(ours::Var::from_index(var.idx()))
}

/// # Errors
/// The errors of [`var_to_ours`].
pub(crate) fn to_ours(lit: theirs::Lit) -> anyhow::Result<ours::Lit> {
    Ok(var_to_ours(lit.var())?.lit(lit.is_pos()))
}

pub(crate) fn to_theirs(lit: ours::Lit) -> theirs::Lit {
    theirs::Lit::new(lit.var().index() as u32, lit.is_negative())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_come_back_as_they_were() {
        for index in [0, 1, 17, ours::Var::MAX_INDEX as u32] {
            for negated in [false, true] {
                let lit = theirs::Lit::new(index, negated);
                let converted = to_ours(lit).unwrap();
                assert_eq!((converted.var().index() as u32, converted.is_negative()), (index, negated));
                assert_eq!(to_theirs(converted), lit);
                assert_eq!(converted.to_dimacs(), lit.to_ipasir());
            }
        }
        assert!(to_ours(theirs::Lit::new_with_error(theirs::Var::MAX_IDX, true).unwrap()).is_err());
    }
}
