//! The engines: each folder or file is one way through the solutions of a formula.

pub(crate) mod cover;
pub(crate) mod reading;
pub(crate) mod task;

pub(crate) mod blocking;
pub(crate) mod cdcl;
pub(crate) mod chronological;
pub(crate) mod component;
pub(crate) mod exact_cover;
pub(crate) mod frontier;

use crate::collect::Collector;
use crate::{Engine, Refusal};
use task::{Found, Task};

/// Has the engine search. Its row in [`ENGINES`](crate::ENGINES) tells what it can do.
///
/// # Errors
/// If it does not apply to the formula or to the symmetry.
pub(crate) fn search(engine: Engine, task: &Task<'_>, collector: &mut Collector<'_>) -> Result<Found, Refusal> {
    match engine {
        Engine::Blocking | Engine::Chronological => cdcl::run(engine, task, None, collector),
        Engine::ExactCover => exact_cover::run(task, collector),
        Engine::Component => Ok(component::run(task.cnf(), collector)),
        Engine::Frontier => frontier::run(task, collector),
    }
}
