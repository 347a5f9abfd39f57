//! Reading: bytes with their positions, solver output, proof steps.

pub(crate) mod position;

pub(crate) mod bytes;

pub(crate) mod format;

pub(crate) mod drat;
pub(crate) mod lrat;
pub(crate) mod result;
