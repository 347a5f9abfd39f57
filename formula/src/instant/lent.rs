//! Moments of time where no system tells them: WebAssembly in a page, which lends its own clock.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// The time since some moment in the past.
static TIME: OnceLock<fn() -> Duration> = OnceLock::new();

/// Lends the function that tells the time since some moment in the past, and never goes back. Only
/// the first one counts; until there is one, the time stands still, and no deadline passes.
pub fn lend_time(time: fn() -> Duration) {
    let _ = TIME.set(time);
}

/// A moment, as [`std::time::Instant`] is one on other systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    since: Duration,
}

impl Instant {
    /// The present moment.
    pub fn now() -> Instant {
        Instant { since: TIME.get().map_or(Duration::ZERO, |time| time()) }
    }

    /// The time since an earlier moment; none since a later one.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.since.saturating_sub(earlier.since)
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The moment so much later; `None` if that is too far away.
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        Some(Instant { since: self.since.checked_add(duration)? })
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, duration: Duration) -> Instant {
        Instant { since: self.since.saturating_add(duration) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    static MILLISECONDS: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn time_goes_as_the_lent_clock_says() {
        let start = Instant::now();
        assert_eq!(start.elapsed(), Duration::ZERO);
        lend_time(|| Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed)));
        lend_time(|| Duration::MAX);
        MILLISECONDS.store(1500, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(1500));
        let now = Instant::now();
        assert!(now > start && start.duration_since(now) == Duration::ZERO);
        assert_eq!(start.checked_add(Duration::from_millis(1500)), Some(now));
        assert_eq!((now.checked_add(Duration::MAX), now + Duration::ZERO), (None, now));
    }
}
