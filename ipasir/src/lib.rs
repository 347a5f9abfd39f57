//! Gordian as a C library: the ten functions of IPASIR, the re-entrant incremental interface of SAT
//! solvers (Balyo, Biere, Iser & Sinz 2016).
//!
//! ```c
//! #include <gordian_ipasir.h>
//!
//! void *solver = ipasir_init();
//! ipasir_add(solver, 1); ipasir_add(solver, 2); ipasir_add(solver, 0);
//! ipasir_assume(solver, -1);
//! if (ipasir_solve(solver) == 10) assert(ipasir_val(solver, 2) == 2);
//! ipasir_release(solver);
//! ```
//!
//! `include/gordian_ipasir.h` says what each function does, and `README.md` how to build and
//! install. No panic crosses the boundary: a solver in which one happened answers 0, "unknown",
//! from then on. So does one that was given a literal that no variable has.
//!
//! `abi` is the boundary, with all unsafe code; `instance` is the solver behind a solver pointer,
//! in safe Rust.

mod instance;

#[expect(unsafe_code, reason = "C passes raw pointers")]
pub mod abi;
