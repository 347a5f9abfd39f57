//! Hearing of solutions that other runs find.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::cubes::Folder;

/// The time between two looks into the folder: a file system that many machines share is asked seldom.
const INTERVAL: Duration = Duration::from_millis(500);

/// Works, and meanwhile looks whether another run has found a solution. Then `is_done` becomes true.
/// Returns the cube of that solution.
pub(super) fn watch(folder: &Folder, is_done: &AtomicBool, work: impl FnOnce()) -> Option<usize> {
    let (is_over, told) = (AtomicBool::new(false), Mutex::new(None));
    thread::scope(|scope| {
        let looks = || {
            while !is_over.load(Ordering::Relaxed) {
                thread::park_timeout(INTERVAL);
                if let Some(cube) = folder.told() {
                    is_done.store(true, Ordering::Relaxed);
                    if let Ok(mut told) = told.lock() {
                        *told = Some(cube);
                    }
                    return;
                }
            }
        };
        // If no thread can be started, the work is done to its end.
        let watcher = thread::Builder::new().spawn_scoped(scope, looks);
        work();
        is_over.store(true, Ordering::Relaxed);
        if let Ok(watcher) = watcher {
            watcher.thread().unpark();
        }
    });
    told.into_inner().ok().flatten()
}
