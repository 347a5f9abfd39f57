//! The command `gordian` as a library: its verbs, for other programs in the same process.
//!
//! [`run`] is the whole command: it reads the command line, prints and says how the program ends.
//! [`ask`] asks one question in the same words, prints nothing and returns what there is to know. The
//! interfaces for Rust are in the crates below; this one serves bindings, which are to answer as the
//! command does.

#![forbid(unsafe_code)]

mod arguments;
mod failure;
mod signals;

mod output;

mod given;
mod kept;
mod progress;
mod session;

mod render;

mod ask;
mod input;
mod proof;
mod reading;

mod clauses;
mod judge;
mod subject;
mod verify;

mod certificate;
mod checkpoint;
mod cubes;
mod watch;

mod verbs;

mod library;

pub use kept::Kept;
pub use library::{About, Reply, Request, RequestError, ask, ask_and_keep, run};
pub use progress::Hearer;
