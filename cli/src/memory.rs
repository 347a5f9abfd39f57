//! The allocation of large stores.
//!
//! PERF: with every large store mapped on its own, processes take up to a fourth less memory; with
//! the largest in huge pages, search in them takes a tenth less time (`docs/hot-path.md`).

#![expect(unsafe_code, reason = "nothing but the allocator of C, and the system, can be told this")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;

/// Has the allocator map each store of 128 KiB and more on its own, so that it grows without being
/// copied and is given back when it is freed.
///
/// The GNU C library begins in this way, but each such store that is freed raises its limit, up to
/// 32 MiB, and stores that grow side by side below it leave holes behind. Call it first, before
/// there are other threads. With another allocator, it does nothing.
pub(crate) fn map_large_stores() {
    // SAFETY: any parameter and any value may be given. It tells whether it took effect; if not, nothing changes.
    #[cfg(target_env = "gnu")]
    let _ = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 128 * 1024) };
}

/// The allocator of the system, but stores of 8 MiB and more begin at a multiple of 2 MiB, and the
/// system is advised to keep them in huge pages: a search that jumps about in them looks up fewer
/// addresses (Fichte, Manthey, Stecklina & Schidler 2020).
///
/// On other machines than x86-64, it is the allocator of the system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HugePages;

/// Stores of at least this many bytes are mapped here. The unused end of the last huge page is a
/// small part of such a store.
const LARGE: usize = 8 << 20;
const PAGE: usize = 4 << 10;
const HUGE_PAGE: usize = 2 << 20;

fn is_large(size: usize, alignment: usize) -> bool {
    cfg!(target_arch = "x86_64") && size >= LARGE && alignment <= HUGE_PAGE
}

// SAFETY: stores of one size class come from the allocator of the system, the others from mappings
// of their own; the layout, which is the same when a store is given back, tells which. A store that
// changes its class is copied.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_large(layout.size(), layout.align()) {
            return map(layout.size());
        }
        // SAFETY: passed on as it came.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_large(layout.size(), layout.align()) {
            // The system clears what it maps.
            return map(layout.size());
        }
        // SAFETY: passed on as it came.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, store: *mut u8, layout: Layout) {
        // SAFETY: the store is of this layout, so it came from there.
        unsafe {
            if is_large(layout.size(), layout.align()) {
                unmap(store, layout.size());
            } else {
                System.dealloc(store, layout);
            }
        }
    }

    unsafe fn realloc(&self, store: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the store is of this layout, so it came from there; the new size is not zero and,
        // rounded up to the alignment, no overflow. The bytes that both stores have are copied.
        unsafe {
            match (is_large(layout.size(), layout.align()), is_large(new_size, layout.align())) {
                (true, true) => resize(store, layout.size(), new_size),
                (false, false) => System.realloc(store, layout, new_size),
                _ => {
                    let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
                    if !new.is_null() {
                        std::ptr::copy_nonoverlapping(store, new, layout.size().min(new_size));
                        self.dealloc(store, layout);
                    }
                    new
                }
            }
        }
    }
}

/// A cleared store at a multiple of a huge page; null if there is no room for it.
fn map(size: usize) -> *mut u8 {
    let size = size.next_multiple_of(PAGE);
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping at no given place touches nothing; only whole pages at its ends are
    // unmapped. Advice changes no contents.
    unsafe {
        let start =
            libc::mmap(null_mut(), size + HUGE_PAGE, protection, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0);
        if start == libc::MAP_FAILED {
            return null_mut();
        }
        let before = start.addr().next_multiple_of(HUGE_PAGE) - start.addr();
        let store = start.add(before);
        if before > 0 {
            libc::munmap(start, before);
        }
        libc::munmap(store.add(size), HUGE_PAGE - before);
        let _ = libc::madvise(store, size, libc::MADV_HUGEPAGE);
        store.cast()
    }
}

/// # Safety
///
/// The store was mapped here with this size.
unsafe fn unmap(store: *mut u8, size: usize) {
    // SAFETY: as asked for above.
    unsafe { libc::munmap(store.cast(), size.next_multiple_of(PAGE)) };
}

/// The same contents in a store of another size: at its place where it shrinks, else at a new one
/// that its pages are moved to, with their advice. Null if there is no room; the store is as it was
/// then.
///
/// # Safety
///
/// The store was mapped here with this size.
unsafe fn resize(store: *mut u8, old_size: usize, new_size: usize) -> *mut u8 {
    let [old_size, new_size] = [old_size, new_size].map(|size| size.next_multiple_of(PAGE));
    if new_size <= old_size {
        if new_size < old_size {
            // SAFETY: these pages are the end of the store.
            unsafe { libc::munmap(store.add(new_size).cast(), old_size - new_size) };
        }
        return store;
    }
    let room = map(new_size);
    if room.is_null() {
        return room;
    }
    let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
    // SAFETY: the pages go where nothing but the new mapping is, which is as large.
    let moved = unsafe { libc::mremap(store.cast(), old_size, new_size, flags, room) };
    if moved == libc::MAP_FAILED {
        // SAFETY: it was mapped with this size.
        unsafe { unmap(room, new_size) };
        return null_mut();
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number for each place, which no other page has at the same place.
    fn mark(place: usize) -> u8 {
        (place / 4096 * 31 + place) as u8
    }

    #[test]
    fn stores_keep_what_they_hold_when_their_size_changes() {
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        let sizes = [100, LARGE - 1, LARGE, LARGE + 1, 3 * LARGE, 5 * LARGE + 5000, 2 * LARGE, LARGE, 5000];
        // SAFETY: each size is given with the store that has it, and only its bytes are touched.
        unsafe {
            let mut store = HugePages.alloc_zeroed(layout(sizes[0]));
            let mut filled = 0;
            for (at, &size) in sizes.iter().enumerate() {
                if at > 0 {
                    store = HugePages.realloc(store, layout(sizes[at - 1]), size);
                }
                assert!(!store.is_null());
                assert!(!is_large(size, 8) || store.addr() % HUGE_PAGE == 0);
                let bytes = std::slice::from_raw_parts_mut(store, size);
                filled = size.min(filled);
                assert!((0..filled).step_by(509).all(|place| bytes[place] == mark(place)), "{size}");
                (filled..size).for_each(|place| bytes[place] = mark(place));
                filled = size;
            }
            HugePages.dealloc(store, layout(sizes[sizes.len() - 1]));
            let zeroed = HugePages.alloc_zeroed(layout(2 * LARGE));
            assert!(std::slice::from_raw_parts(zeroed, 2 * LARGE).iter().all(|&byte| byte == 0));
            HugePages.dealloc(zeroed, layout(2 * LARGE));
        }
    }
}
