//! Permutations in cycle notation.

use std::io::{self, Write};

use gordian_formula::{Permutation, Var};

/// Writes generators in cycle notation over literals, one a line, as
/// [`SymmetryGroup::read`](super::SymmetryGroup::read) reads them.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_cycles(generators: &[Permutation], out: &mut impl Write) -> io::Result<()> {
    for generator in generators {
        let mut is_done = vec![false; generator.num_vars()];
        for index in 0..generator.num_vars() {
            let first = Var::from_index(index).positive();
            if is_done[index] || generator.image(first) == first {
                continue;
            }
            let mut lit = first;
            write!(out, "(")?;
            loop {
                is_done[lit.var().index()] = true;
                write!(out, "{}", lit.to_dimacs())?;
                lit = generator.image(lit);
                if lit == first {
                    break;
                }
                write!(out, " ")?;
            }
            write!(out, ")")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
