//! Exponential moving averages.

/// An exponential moving average over about the last `window` values, free of the bias towards its start
/// (as in ADAM, Kingma & Ba 2014).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Average {
    biased: f64,
    weight_of_start: f64,
    decay: f64,
}

impl Average {
    /// `window` is at least one.
    pub(crate) fn new(window: f64) -> Average {
        Average { biased: 0.0, weight_of_start: 1.0, decay: 1.0 - 1.0 / window.max(1.0) }
    }

    #[inline]
    pub(crate) fn update(&mut self, value: f64) {
        self.biased = self.decay * self.biased + (1.0 - self.decay) * value;
        self.weight_of_start *= self.decay;
    }

    /// Zero before the first value.
    #[inline]
    pub(crate) fn value(&self) -> f64 {
        if self.weight_of_start < 1.0 { self.biased / (1.0 - self.weight_of_start) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_its_own_average_from_the_first_value_on() {
        let mut average = Average::new(33.0);
        assert_eq!(average.value(), 0.0);
        for _ in 0..100 {
            average.update(5.0);
            assert!((average.value() - 5.0).abs() < 1e-9);
        }
    }
}
