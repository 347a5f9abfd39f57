//! The end of a run whose time is over, or whose answer nobody would read, whatever it is busy with.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use gordian_formula::Clock;

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// The search looks at the clock itself, and has this long to end in good order. Turning a large model into a problem
/// looks at no clock.
const GRACE: Duration = Duration::from_secs(2);

/// Waits until the run ends, which closes the channel. If the time is over for too long before, or the answer would not
/// be read any more, `give_up` is called.
pub(crate) fn watch(clock: &Clock, run: &Receiver<()>, is_read: impl Fn() -> bool, give_up: impl FnOnce()) {
    let mut over_since: Option<Instant> = None;
    while run.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if !is_read() {
            return give_up();
        }
        if clock.is_over() {
            let since = *over_since.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE {
                return give_up();
            }
        }
    }
}

/// Whether somebody may read standard output. A driver that is killed tells nobody to stop, but its end of the pipe is
/// closed then.
#[cfg(unix)]
pub(crate) fn is_read() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let out = std::io::stdout();
    let mut polled = [PollFd::new(&out, PollFlags::empty())];
    let told = poll(&mut polled, Some(&Timespec::default()));
    told.is_err() || !polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

#[cfg(not(unix))]
pub(crate) fn is_read() -> bool {
    true
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
        watch(&over, &receiver, || true, || given_up.set(given_up.get() + 1));
        assert_eq!(given_up.get(), 1);
        watch(&Clock::unlimited(), &receiver, || false, || given_up.set(given_up.get() + 1));
        assert_eq!(given_up.get(), 2);
        drop(sender);
        watch(&over, &receiver, || true, || given_up.set(given_up.get() + 1));
        assert_eq!(given_up.get(), 2);
    }
}
