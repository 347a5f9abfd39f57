//! One file a verb.

pub(crate) mod check;
pub(crate) mod count;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod facts;
pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod solve;
