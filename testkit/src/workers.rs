//! Work that is done by several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does the work on each item, by so many threads, and returns what came out, item by item.
///
/// Two threads do twice the work on two cores. More are for work that mostly waits, or that lasts as long as the clock
/// says, whoever else works.
///
/// # Panics
///
/// If the work on some item does.
pub fn at_once<T: Sync, U: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, U)>> = Mutex::new(Vec::new());
    let work_on = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return };
            let out = work(item);
            done.lock().expect("nobody panics with it").push((at, out));
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(items.len())).map(|_| scope.spawn(work_on)).collect();
        work_on();
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, out)| out).collect()
}
