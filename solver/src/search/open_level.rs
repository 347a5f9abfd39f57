//! Beginning a decision level.

use gordian_formula::Lit;

use crate::engine::Engine;
use crate::store::trail::Reason;

/// Decides a literal that has no value.
pub(crate) fn open_level(engine: &mut Engine, lit: Lit) {
    engine.statistics.decisions += 1;
    engine.trail.push_level();
    engine.trail.assign(lit, Reason::Decision);
}
