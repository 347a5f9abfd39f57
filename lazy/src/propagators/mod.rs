//! The constraints, one a file. None of them knows another; sums share how terms are gathered.

pub(crate) mod all_different;
pub(crate) mod circuit;
pub(crate) mod cumulative;
pub(crate) mod different;
pub(crate) mod element;
pub(crate) mod gathered;
pub(crate) mod linear;
pub(crate) mod maximum;
pub(crate) mod product;

#[cfg(test)]
mod judge;
