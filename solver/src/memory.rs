//! How the memory of large stores is asked for.
//!
//! PERF: where every large store is mapped on its own, processes take up to a fourth less memory (`docs/hot-path.md`).

#![expect(unsafe_code, reason = "nothing but the allocator of C can be told this")]

/// Has the allocator map each store of 128 KiB and more on its own, so that it grows without being copied and is given back when it is freed.
///
/// That is how the GNU C library begins; but each such store that is freed raises its limit, up to 32 MiB, and stores that grow side by side below it
/// leave holes behind. For programs that solve one formula after the other, or one large one; to be called first, before there are other
/// threads. Does nothing where the allocator is another one.
pub fn map_large_stores() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        use std::ffi::c_int;
        // SAFETY: the declaration is that of `malloc.h`; any parameter and any value may be given.
        unsafe extern "C" {
            safe fn mallopt(parameter: c_int, value: c_int) -> c_int;
        }
        const M_MMAP_THRESHOLD: c_int = -3;
        // It tells whether it did so. Where not, all goes on as before.
        let _ = mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    }
}
