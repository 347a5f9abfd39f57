//! What is said of a formula and what proves it: certificates and diagrams of counts, proofs of
//! refutations. The evidence that Gordian writes is accepted; damaged evidence proves nothing false.

mod certificates;
mod damage;
mod diagrams;
mod outside;
mod random;
