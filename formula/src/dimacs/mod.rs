//! The DIMACS format, read as it is found in the world, and written as everyone reads it.
//!
//! [`read`] is a streaming parser: it pushes clauses into a [`FormulaTarget`] as it meets them and
//! keeps nothing but one buffer and the clause at hand, so a formula is never held twice.
//! Departures from the format are told in the [`Report`] or refused with their place, as the
//! [`Dialect`] says; `docs/dialect.md` lists every case.
//!
//! ```
//! use gordian_formula::{Cnf, dimacs};
//!
//! let text = "c p show 1 2 0\np cnf 3 2\n1 -3 0\n2 3\n-1 0\n";
//! let mut cnf = Cnf::new();
//! let report = dimacs::read(text.as_bytes(), &dimacs::ReadOptions::default(), &mut cnf)?;
//! assert_eq!(cnf.num_clauses(), 2);
//! assert_eq!(cnf.visible().map(<[_]>::len), Some(2));
//! assert!(report.warnings.is_empty());
//!
//! let error = dimacs::read("p cnf 2 1\n1 -0 0\n".as_bytes(), &Default::default(), &mut Cnf::new()).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 3: `-0`: zero ends a clause and has no sign");
//! # Ok::<(), dimacs::Error>(())
//! ```

mod fault;
mod number;
mod report;
mod scanner;
mod target;

/// More literals than these are refused in one clause: it would be held as a whole before it is known to end.
pub const LONGEST_CLAUSE: usize = 1 << 27;

/// The largest number of clauses that a header may declare: the next number stands for all that do not fit 64 bits.
const MOST_CLAUSES: u64 = u64::MAX - 1;

mod assembler;
mod reader;
mod writer;

pub use fault::{Error, Fault, Place, Quirk, SyntaxError, Warning};
pub use number::append_literal;
pub use reader::read;
pub use report::{CountType, Dialect, Format, Header, Query, ReadOptions, Report};
pub use target::FormulaTarget;
pub use writer::{Writer, write, write_literals};
