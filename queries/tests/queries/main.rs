//! Counting and listing, against brute force and known numbers.

mod agreement;
mod choices;
mod components;
mod detect;
mod diagrams;
mod folding;
mod hunt;
mod nnf;
mod parts;
mod weights;
