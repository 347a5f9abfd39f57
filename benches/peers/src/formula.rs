//! A formula as it stands in a file, read here once more so that no solver's own reader is believed.

use std::path::Path;

/// The clauses of a DIMACS file, each ended by a zero.
pub struct Formula {
    literals: Vec<i32>,
    /// The larger of the declared and the greatest variable.
    pub num_vars: usize,
}

impl Formula {
    /// Reads a DIMACS file.
    ///
    /// # Errors
    /// If it cannot be read, or holds a word that is no literal. Comments, the header and what
    /// follows a `%` are skipped.
    pub fn read(path: &Path) -> Result<Formula, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut formula = Formula { literals: Vec::with_capacity(bytes.len() / 4), num_vars: 0 };
        for line in bytes.split(|byte| *byte == b'\n') {
            let line = line.trim_ascii();
            match line.first() {
                None | Some(b'c') => continue,
                Some(b'%') => break,
                _ => {}
            }
            let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            if line[0] == b'p' {
                let declared = words.nth(2).and_then(parse).ok_or_else(|| format!("{}: odd header", path.display()))?;
                formula.num_vars = formula.num_vars.max(declared.unsigned_abs() as usize);
                continue;
            }
            for word in words {
                let literal = parse(word).ok_or_else(|| format!("{}: odd literal", path.display()))?;
                formula.num_vars = formula.num_vars.max(literal.unsigned_abs() as usize);
                formula.literals.push(literal);
            }
        }
        if formula.literals.last().is_some_and(|last| *last != 0) {
            formula.literals.push(0);
        }
        Ok(formula)
    }

    /// The clauses, each as its literals.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.literals.split_inclusive(|literal| *literal == 0).map(|clause| &clause[..clause.len() - 1])
    }

    /// Whether the literals, which may leave variables out, satisfy every clause and hold no literal with its negation.
    pub fn is_model(&self, literals: &[i32]) -> bool {
        let mut values = vec![0i8; self.num_vars + 1];
        for &literal in literals {
            let value = if literal > 0 { 1 } else { -1 };
            // A solver may know of more variables than the formula.
            if let Some(known) = values.get_mut(literal.unsigned_abs() as usize) {
                if *known == -value {
                    return false;
                }
                *known = value;
            }
        }
        let holds = |literal: &i32| values[literal.unsigned_abs() as usize] == if *literal > 0 { 1 } else { -1 };
        self.clauses().all(|clause| clause.iter().any(holds))
    }
}

fn parse(word: &[u8]) -> Option<i32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_judged_by_every_clause() {
        let formula = Formula { literals: vec![1, -2, 0, 2, 3, 0], num_vars: 3 };
        assert_eq!(formula.clauses().collect::<Vec<_>>(), [&[1, -2][..], &[2, 3]]);
        assert!(formula.is_model(&[1, 3]));
        assert!(!formula.is_model(&[1]));
        assert!(!formula.is_model(&[-1, 2, 3]));
        assert!(!formula.is_model(&[1, 3, -3]));
    }
}
