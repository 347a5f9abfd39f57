//! Rules, as things one can name, leave out and take back.
//!
//! A compiler writes its formula through a [`RuleWriter`]: what is structure goes to [`RuleWriter::structure`], each
//! rule in words of its own to [`RuleWriter::rule`]. The same code then gives both forms of the formula: the
//! plain one, in which rules simply hold, and the guarded one, in which each rule holds where its selector is true
//! ([`Guarded`]), so that a solver under assumptions can say which rules contradict each other.
//!
//! ```
//! use gordian_encoders::rule::{Guarding, Rule, RuleWriter};
//! use gordian_formula::{ClauseSink, Cnf};
//!
//! let mut writer = RuleWriter::new(Cnf::new(), Guarding::Selectors);
//! let lits: Vec<_> = writer.structure().new_vars(2).into_iter().map(|var| var.positive()).collect();
//! writer.rule(Rule::new("given", "a star stands at r1c1", [[0, 0]]), |sink| sink.add_clause(&[lits[0]]));
//! writer.rule(Rule::new("row", "row 1 has at most one star", [[0, 0], [0, 1]]), |sink| sink.add_at_most_one(&lits));
//! let written = writer.finish();
//! assert_eq!(written.rules[1].text, "row 1 has at most one star");
//! assert_eq!(written.selectors.len(), 2);
//! ```

mod statement;

mod guarded;

mod writer;

pub use guarded::Guarded;
pub use statement::Rule;
pub use writer::{Guarding, RuleWriter, Written};
