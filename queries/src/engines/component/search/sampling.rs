//! The side of a decision that a sample takes.

use std::f64::consts::LN_2;

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// The number of variables fixed by which one side of a decision is taken to be smaller than the other, at most.
const MOST_BIAS: f64 = 4.0;

/// How decisions are sampled.
pub(super) struct Sampling {
    random: fastrand::Rng,
    /// Components with so many variables or fewer are counted to the end.
    pub(super) exact_size: usize,
    /// The logarithm of how unlikely the choices of this sample were.
    pub(super) ln_weight: f64,
}

impl Sampling {
    pub(super) fn new(exact_size: usize) -> Sampling {
        Sampling { random: fastrand::Rng::with_seed(SEED), exact_size, ln_weight: 0.0 }
    }

    /// Whether to take the first side, where the sides fix so many visible variables.
    ///
    /// The side that fixes fewer is likely to have more models, and is taken more often.
    pub(super) fn takes_first(&mut self, fixed: [usize; 2]) -> bool {
        let bias = (fixed[0] as f64 - fixed[1] as f64).clamp(-MOST_BIAS, MOST_BIAS);
        // The second side is larger by the power of two of the bias.
        let chance = 1.0 / (1.0 + (bias * LN_2).exp());
        let is_first = self.random.f64() < chance;
        self.ln_weight -= if is_first { chance } else { 1.0 - chance }.ln();
        is_first
    }
}
