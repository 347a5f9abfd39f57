//! The tiers: how long learned clauses are kept, by their glue.

use crate::options::Options;

/// The tier of learned clauses of such glue, 0 to 2: those that are kept longest first (Oh 2016).
pub(crate) fn tier_of(glue: u32, options: &Options) -> usize {
    [options.reduce.tier1, options.reduce.tier2].iter().position(|&most| u64::from(glue) <= most).unwrap_or(2)
}

/// The number of reductions that a learned clause of such glue survives after a use: two in the
/// second tier.
pub(crate) fn lasting(glue: u32, options: &Options) -> u32 {
    if tier_of(glue, options) < 2 { 2 } else { 1 }
}
