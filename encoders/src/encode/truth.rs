//! A literal or a constant.

use std::ops::Not;

use gordian_formula::{ClauseSink, Lit, Model};

/// The knowledge of an encoder on a proposition: it always holds, it never holds, or a literal stands for it.
///
/// `x >= v` is a constant where `v` is at or below the lower bound of `x` or above its upper bound, and a literal
/// between them; encoders treat the three cases alike and never spend a variable on a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds in every model.
    Always,
    /// It holds in no model.
    Never,
    /// It holds in the models of this literal.
    When(Lit),
}

impl Truth {
    /// The literal that stands for it, `None` for a constant.
    pub fn lit(self) -> Option<Lit> {
        match self {
            Truth::When(lit) => Some(lit),
            Truth::Always | Truth::Never => None,
        }
    }

    /// Whether it holds in this model.
    pub fn holds_in(self, model: &Model) -> bool {
        match self {
            Truth::Always => true,
            Truth::Never => false,
            Truth::When(lit) => model.satisfies(lit),
        }
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::Always => Truth::Never,
            Truth::Never => Truth::Always,
            Truth::When(lit) => Truth::When(!lit),
        }
    }
}

impl From<Lit> for Truth {
    fn from(lit: Lit) -> Truth {
        Truth::When(lit)
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::Always } else { Truth::Never }
    }
}

/// Adds the clause "one of these holds": nothing if one always does, without those that never do.
///
/// Keeps the model count: yes (no auxiliary variables).
pub(crate) fn add_any<S: ClauseSink + ?Sized, const N: usize>(sink: &mut S, truths: [Truth; N]) {
    const { assert!(N > 0) };
    let mut clause = [Lit::from_code(0); N];
    let mut length = 0;
    for truth in truths {
        match truth {
            Truth::Always => return,
            Truth::Never => {}
            Truth::When(lit) => {
                clause[length] = lit;
                length += 1;
            }
        }
    }
    sink.add_clause(&clause[..length]);
}
