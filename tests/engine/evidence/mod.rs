//! The evidence for answers about a formula: certificates and diagrams of counts, proofs of
//! refutations. The evidence that Gordian writes is accepted; damaged evidence proves nothing
//! false.

mod certificates;
mod damage;
mod diagrams;
mod outside;
mod problems;
mod random;
