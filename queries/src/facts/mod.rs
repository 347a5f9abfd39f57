//! The properties that all solutions of a formula share.

use gordian_solver::Options;

use crate::engines::reading::Reading;
use crate::plan::QUICK_TICKS;
use crate::{Limits, Listener, Stop};

mod backbone;
mod found;

mod tally;

use backbone::Backbone;
pub use found::{Counts, Facts};
pub(crate) use tally::{Tally, of_cover};

/// See [`Question::facts`](crate::Question::facts).
pub(crate) fn facts(reading: &Reading<'_>, limits: &Limits, options: &Options, listener: &mut dyn Listener) -> Facts {
    let mut search = Backbone::new(reading.cnf, options);
    search.advance(limits, Some(QUICK_TICKS), listener);
    if search.facts.stop == Some(Stop::Budget) {
        if let Ok(Some(tally)) = of_cover(reading, limits) {
            return tally.into_facts(search.facts);
        }
        search.advance(limits, None, listener);
    }
    search.facts
}
