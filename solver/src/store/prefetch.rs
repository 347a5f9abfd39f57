//! Asking for memory before it is read.
//!
//! PERF: a watch list asked for when its literal becomes false is there when its turn comes; 4 %
//! less time (`docs/hot-path.md`).

#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "4 % of all solving; the instruction reads nothing")
)]

/// Has the processor bring an entry into its caches, if it has an instruction for that which stable Rust knows.
#[inline(always)]
pub(crate) fn prefetch<T>(entries: &[T], index: usize) {
    let place = entries.as_ptr().wrapping_add(index);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: it is no access: whatever the address, nothing is read and nothing faults. Every x86_64 has it.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}
