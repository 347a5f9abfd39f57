//! The end of a run whose time is over, whatever it is busy with.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use gordian_formula::Clock;

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// The search looks at the clock itself, and has this long to end in good order. Turning a large model into a problem
/// looks at no clock.
const GRACE: Duration = Duration::from_secs(2);

/// Waits until the run ends, which closes the channel. If the time is over for too long before, `give_up` is called.
pub(crate) fn watch(clock: &Clock, run: &Receiver<()>, give_up: impl FnOnce()) {
    let mut over_since: Option<Instant> = None;
    while run.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if clock.is_over() {
            let since = *over_since.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE {
                return give_up();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_run_that_goes_on_is_given_up_and_one_that_ended_is_not() {
        let given_up = Cell::new(0);
        let over = Clock::unlimited().with_deadline(Instant::now());
        let (sender, receiver) = channel();
        watch(&over, &receiver, || given_up.set(given_up.get() + 1));
        assert_eq!(given_up.get(), 1);
        drop(sender);
        watch(&over, &receiver, || given_up.set(given_up.get() + 1));
        assert_eq!(given_up.get(), 1);
    }
}
