//! How far a search has come, and how long it will still take, as far as one can tell.

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Advance {
    /// Lines of memory read, about.
    pub(crate) ticks: u64,
    /// The part of the space that is done, from 0 to 1.
    pub(crate) share: f64,
}

/// How far a search has come that does not know its space, but about how long it will still take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outlook {
    pub(crate) ticks: u64,
    /// Ticks until it ends; infinite as long as it cannot tell.
    pub(crate) rest: f64,
}

/// How many times longer than until its earliest end a search has to have gone on for that to have been none.
const LONG_PASSED: f64 = 4.0;
/// The share below which the speed of a search says little, and how fast it may grow: at most with this power of the
/// steps.
const SMALL_SHARE: f64 = 0.125;
const MOST_POWER: f64 = 4.0;
/// How many times longer a search whose share grows like that may take than that says.
const POWER_IS_OFF: f64 = 2.0;
/// The part of its steps that a search is expected to take still at least, for each time after the first that its
/// earliest end was none.
const PER_PASSED_END: f64 = 0.5;

/// A search of which the share of the space that it has done is known now and then. The speed since the last look says
/// about when it ends.
///
/// The share of some searches comes near to all of the space soon, and then halves its distance again and again. So
/// each time that a search has not ended when it should have, it is expected to take twice as long from then on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forecast {
    share: f64,
    steps: u64,
    /// By the speed alone, and with doubt.
    by_speed: f64,
    rest: f64,
    /// If the share goes on to grow with the same power of the steps.
    by_power: f64,
    /// The factor of what the speed says.
    doubt: f64,
    /// How many times longer it took, in the mean, than the look before had said.
    lateness: f64,
    /// At how many looks the earliest end that the look before had told was long passed.
    passed_ends: u32,
}

impl Forecast {
    /// Nothing is known before the first look.
    pub(crate) fn new() -> Forecast {
        let unknown = f64::INFINITY;
        let (by_speed, rest, by_power) = (unknown, unknown, unknown);
        Forecast { share: 0.0, steps: 0, by_speed, rest, by_power, doubt: 1.0, lateness: 1.0, passed_ends: 0 }
    }

    /// Looks at what came of the steps since the last look. A share that has become smaller is that of a search that
    /// was begun again.
    pub(crate) fn look(&mut self, steps: u64, share: f64) {
        if steps <= self.steps {
            return;
        }
        let passed = (steps - self.steps) as f64;
        self.passed_ends += u32::from(LONG_PASSED * self.early_rest() < passed);
        if self.rest < passed {
            self.doubt *= 2.0;
        }
        let speed = (share - self.share) / passed;
        self.by_power = self.rest_by_power(steps, share);
        (self.share, self.steps) = (share, steps);
        let before = self.by_speed;
        self.by_speed = if speed > 0.0 { (1.0 - share) / speed } else { f64::INFINITY };
        self.rest = self.doubt * self.by_speed;
        let later = (passed + self.by_speed) / before;
        if later.is_finite() {
            self.lateness = (self.lateness * later.max(1.0)).sqrt();
        }
    }

    /// The steps until a search ends of which a small share is done, if that grows faster than its steps: backtracking
    /// that learns often begins with its longest branches.
    fn rest_by_power(&self, steps: u64, share: f64) -> f64 {
        let power = (share / self.share).ln() / (steps as f64 / self.steps as f64).ln();
        if self.share > 0.0 && share < SMALL_SHARE && power > 1.0 {
            (share.powf(-1.0 / power.min(MOST_POWER)) - 1.0) * steps as f64
        } else {
            f64::INFINITY
        }
    }

    /// The steps until the search ends, if that is as much later than it seems as it was up to now.
    fn late_rest(&self) -> f64 {
        self.lateness * self.rest
    }

    /// The steps until the search ends, between the earliest and a late end: their geometric mean.
    ///
    /// The share of a search whose first branches are tiny comes near to all of the space at once, and says nothing
    /// from then on. So one that goes on long after its earliest end, again and again, is expected to take about as
    /// many steps as it has taken.
    pub(crate) fn likely_rest(&self) -> f64 {
        let least = f64::from(self.passed_ends.saturating_sub(1)) * PER_PASSED_END * self.steps as f64;
        (self.early_rest() * self.late_rest()).sqrt().min(POWER_IS_OFF * self.by_power).max(least)
    }

    /// The steps until the search ends at the earliest: by the speed since the last look, or since the beginning.
    pub(crate) fn early_rest(&self) -> f64 {
        self.by_speed.min((1.0 - self.share) / self.share * self.steps as f64).min(self.by_power)
    }

    /// The steps until the search ends.
    pub(crate) fn rest(&self) -> f64 {
        self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_since_the_last_look_tells_the_rest() {
        let mut forecast = Forecast::new();
        assert_eq!(forecast.rest(), f64::INFINITY);
        forecast.look(100, 0.25);
        assert_eq!(forecast.rest(), 300.0);
        forecast.look(100, 0.5);
        assert_eq!(forecast.rest(), 300.0);
        forecast.look(200, 0.75);
        assert_eq!((forecast.rest(), forecast.early_rest()), (50.0, 50.0));
        forecast.look(300, 0.8);
        assert!((forecast.rest() - 2.0 * 400.0).abs() < 1e-9);
        assert!((forecast.early_rest() - 75.0).abs() < 1e-9);
        // Begun again.
        forecast.look(400, 0.0);
        assert_eq!((forecast.rest(), forecast.early_rest()), (f64::INFINITY, f64::INFINITY));
        forecast.look(500, 0.5);
        assert_eq!(forecast.rest(), 2.0 * 100.0);
    }

    #[test]
    fn a_search_that_does_not_end_when_it_should_is_doubted() {
        let mut forecast = Forecast::new();
        forecast.look(100, 0.5);
        assert_eq!(forecast.rest(), 100.0);
        // It should have ended before.
        forecast.look(250, 0.75);
        assert_eq!(forecast.rest(), 2.0 * 150.0);
        forecast.look(450, 0.875);
        assert_eq!(forecast.rest(), 2.0 * 200.0);
    }

    #[test]
    fn a_share_that_is_near_to_all_of_the_space_all_the_time_says_nothing() {
        let mut forecast = Forecast::new();
        let mut steps = 100;
        for _ in 0..6 {
            forecast.look(steps, 1.0 - (-(steps as f64) / 50.0).exp());
            steps += steps / 2;
        }
        assert!(forecast.early_rest() < 1e-3, "{forecast:?}");
        assert!(forecast.likely_rest() > 0.8 * forecast.steps as f64, "{forecast:?}");
    }

    #[test]
    fn a_small_share_that_grows_faster_and_faster_tells_the_end() {
        // Dominating sets of a board of queens, by backtracking: it ended after 56 million steps.
        let looks = [
            (6_947_522, 0.000_145),
            (8_326_091, 0.000_260),
            (10_916_461, 0.000_732),
            (14_096_996, 0.001_955),
            (22_143_897, 0.011_726),
            (35_597_506, 0.070_343),
        ];
        let mut forecast = Forecast::new();
        for (look, (steps, share)) in looks.into_iter().enumerate() {
            forecast.look(steps, share);
            let ratio = (steps as f64 + forecast.likely_rest()) / 56e6;
            assert!(look == 0 || (0.5..4.0).contains(&ratio), "{forecast:?}");
            assert!(forecast.rest() > 2e8);
        }
        // Not if it grows as fast as its steps.
        let mut steady = Forecast::new();
        (1..8).for_each(|look| steady.look(100 * look, 0.01 * look as f64));
        assert!((steady.likely_rest() - steady.rest()).abs() < 1e-6, "{steady:?}");
    }

    #[test]
    fn a_search_that_was_always_late_is_expected_to_be_late_again() {
        let mut steady = Forecast::new();
        let mut halving = Forecast::new();
        for look in 1..6 {
            steady.look(100 * look, 0.1 * look as f64);
            halving.look(100 * look, 1.0 - 0.5_f64.powi(look as i32));
        }
        assert!((steady.late_rest() - steady.rest()).abs() < 1e-6, "{steady:?}");
        // Each look, as much is left as at the look before, and a hundred steps have passed.
        assert!((1.8..2.0).contains(&(halving.late_rest() / halving.rest())), "{halving:?}");
        assert!((steady.likely_rest() - steady.rest()).abs() < 1e-6, "{steady:?}");
        assert!(halving.early_rest() < halving.likely_rest() && halving.likely_rest() < halving.late_rest());
    }
}
