//! The encoders: what they say, and how much they write.

mod sizes;
mod truth_tables;
