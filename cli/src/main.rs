//! The command line of Gordian.

#[cfg(target_os = "linux")]
mod memory;

use std::process::ExitCode;
use std::time::Instant;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: memory::HugePages = memory::HugePages;

fn main() -> ExitCode {
    let started = Instant::now();
    #[cfg(target_os = "linux")]
    memory::map_large_stores();
    gordian::run(std::env::args_os(), started)
}
