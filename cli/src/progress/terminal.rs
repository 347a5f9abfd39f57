//! The line on a terminal; in a page there is none.

#[cfg(not(target_family = "wasm"))]
pub(super) use system::Line;

#[cfg(target_family = "wasm")]
pub(super) use page::Line;

#[cfg(not(target_family = "wasm"))]
mod system {
    use std::thread;
    use std::time::Duration;

    use indicatif::{ProgressBar, ProgressStyle};

    /// A line on standard error that is redrawn again and again and disappears at the end. It shows
    /// nothing if it is not wanted.
    #[derive(Clone)]
    pub(crate) struct Line {
        bar: ProgressBar,
    }

    impl Line {
        pub(crate) fn new(is_wanted: bool) -> Line {
            // A thread redraws the bar. The library panics if no thread can be started, so we try to
            // start one first.
            let can_start = || thread::Builder::new().spawn(|| {}).is_ok_and(|thread| thread.join().is_ok());
            if !is_wanted || !can_start() {
                return Line { bar: ProgressBar::hidden() };
            }
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            Line { bar }
        }

        /// Replaces the text of the line; the text is not made if nobody sees it.
        pub(crate) fn show(&self, message: impl FnOnce() -> String) {
            if !self.bar.is_hidden() {
                self.bar.set_message(message());
            }
        }

        pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
            self.bar.suspend(print)
        }

        pub(crate) fn clear(&self) {
            self.bar.finish_and_clear();
        }
    }
}

#[cfg(target_family = "wasm")]
mod page {
    #[derive(Clone)]
    pub(crate) struct Line;

    impl Line {
        pub(crate) fn new(_: bool) -> Line {
            Line
        }

        pub(crate) fn show(&self, _: impl FnOnce() -> String) {}

        pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
            print()
        }

        pub(crate) fn clear(&self) {}
    }
}
