//! Reading: bytes with their positions, formats, proof steps.

pub(crate) mod position;

pub(crate) mod bytes;

pub(crate) mod format;

pub(crate) mod drat;
pub(crate) mod lrat;
