//! Signals: the first asks the search to stop, a second one ends the program at once. Rust aborts
//! when memory runs out; that becomes an error like others.

use std::io;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::thread;
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXCPU};
#[cfg(not(target_family = "wasm"))]
use signal_hook::{flag, iterator, low_level};

#[cfg(not(target_family = "wasm"))]
use crate::failure::ERROR;

/// The time after the first signal in which others are taken for the same one: `timeout` and schedulers signal the
/// process and then its group.
#[cfg(not(target_family = "wasm"))]
const SAME_SIGNAL: Duration = Duration::from_millis(200);

/// The flags that the handlers set; they do nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    stop: Arc<AtomicBool>,
    /// Whether the next signal ends the program.
    is_final: Arc<AtomicBool>,
    /// The number of the signal that came; zero if none came.
    #[cfg(not(target_family = "wasm"))]
    caught: Arc<AtomicUsize>,
}

impl Signals {
    /// No signal comes to a page.
    #[cfg(target_family = "wasm")]
    pub(crate) fn install() -> io::Result<Signals> {
        Ok(Signals::default())
    }

    /// Installs the handlers.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn install() -> io::Result<Signals> {
        let signals = Signals::default();
        let mut ending = Vec::new();
        for signal in [SIGINT, SIGTERM, SIGXCPU, SIGHUP] {
            // A user who starts the program with nohup wants it to outlive the terminal.
            if signal == SIGHUP && is_ignored(signal) {
                continue;
            }
            // The order matters: the default action comes only if the flag was set before.
            flag::register_conditional_default(signal, Arc::clone(&signals.is_final))?;
            // The system repeats SIGXCPU every second until its hard limit, so the default action
            // is not needed.
            if signal != SIGXCPU {
                ending.push(signal);
            }
            flag::register_usize(signal, Arc::clone(&signals.caught), signal.unsigned_abs() as usize)?;
            flag::register(signal, Arc::clone(&signals.stop))?;
        }
        signals.end_with_second(&ending)?;
        // Rust has printed the reason. No core is dumped: it would be as large as the memory that
        // ran out.
        flag::register_conditional_shutdown(SIGABRT, i32::from(ERROR), Arc::new(AtomicBool::new(true)))?;
        Ok(signals)
    }

    /// Lets a second one of these signals end the program, unless it comes with the first.
    #[cfg(not(target_family = "wasm"))]
    fn end_with_second(&self, signals: &[i32]) -> io::Result<()> {
        let mut arriving = iterator::Signals::new(signals)?;
        let is_final = Arc::clone(&self.is_final);
        let watch = move || {
            if arriving.forever().next().is_some() {
                thread::sleep(SAME_SIGNAL);
                is_final.store(true, Ordering::Relaxed);
            }
        };
        let watched = thread::Builder::new().name("signals".to_owned()).spawn(watch);
        if watched.is_err() {
            // Without another thread nobody can wait.
            for &signal in signals {
                flag::register(signal, Arc::clone(&self.is_final))?;
            }
        }
        Ok(())
    }

    /// From now on nobody reads the flag, so a signal ends the program at once.
    pub(crate) fn let_through(&self) {
        self.is_final.store(true, Ordering::Relaxed);
    }

    /// The flag that becomes true with the first signal.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether a signal came.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The name of the signal that came.
    pub(crate) fn name(&self) -> Option<&'static str> {
        #[cfg(target_family = "wasm")]
        return None;
        #[cfg(not(target_family = "wasm"))]
        low_level::signal_name(self.caught.load(Ordering::Relaxed) as i32)
    }

    /// If a signal came, ends the program as that signal does by default, so that the parent sees
    /// the reason.
    pub(crate) fn raise_again(&self) {
        #[cfg(not(target_family = "wasm"))]
        self.raise();
    }

    #[cfg(not(target_family = "wasm"))]
    fn raise(&self) {
        let caught = self.caught.load(Ordering::Relaxed) as i32;
        if caught != 0 && low_level::emulate_default_handler(caught).is_err() {
            std::process::exit(128 + caught);
        }
    }
}

/// Whether the parent process made this process ignore the signal; `false` where the system cannot
/// tell.
#[cfg(not(target_family = "wasm"))]
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
