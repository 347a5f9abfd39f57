//! The boundary: ten functions that C calls.

use std::cell::{Cell, UnsafeCell};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use crate::instance::{Instance, Learn, Terminate};

const SIGNATURE: &CStr =
    match CStr::from_bytes_with_nul(concat!("gordian-", env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(signature) => signature,
        Err(_) => c"gordian",
    };

/// The target of a solver pointer.
#[derive(Default)]
struct Handle {
    instance: UnsafeCell<Instance>,
    /// Whether a function is at work on the instance: callbacks that call back into their own solver are turned away.
    is_busy: Cell<bool>,
}

/// Lends the instance to `act`. The answer is `otherwise` for a null pointer, a solver that is busy
/// or broken, and where `act` panics.
///
/// # Safety
/// `solver` is null or came from [`ipasir_init`] and was not released, and no other thread uses it at the same time.
unsafe fn with<T>(solver: *mut c_void, otherwise: T, act: impl FnOnce(&mut Instance) -> T) -> T {
    // SAFETY: by the contract of this function it is null or points to a live `Handle`, which is
    // only ever borrowed shared.
    let Some(handle) = (unsafe { solver.cast::<Handle>().as_ref() }) else { return otherwise };
    if handle.is_busy.replace(true) {
        return otherwise;
    }
    // SAFETY: `is_busy` was false, so no other borrow of the instance is alive on this thread, and
    // there is no other thread.
    let instance = unsafe { &mut *handle.instance.get() };
    let answer = match instance.is_broken() {
        true => otherwise,
        // A broken instance is never looked into again, so nothing half-changed is seen.
        false => catch_unwind(AssertUnwindSafe(|| act(instance))).unwrap_or_else(|_| {
            instance.break_off();
            otherwise
        }),
    };
    handle.is_busy.set(false);
    answer
}

/// The name and version of the solver, a string that lives for ever.
#[unsafe(no_mangle)]
pub extern "C" fn ipasir_signature() -> *const c_char {
    SIGNATURE.as_ptr()
}

/// A new solver without clauses; null if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn ipasir_init() -> *mut c_void {
    catch_unwind(|| Box::into_raw(Box::<Handle>::default()).cast()).unwrap_or(ptr::null_mut())
}

/// Gives a solver back. Null is ignored, and so is a call from a callback of the same solver.
///
/// # Safety
/// For all functions here: `solver` is null or came from [`ipasir_init`] and was not released; no
/// other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_release(solver: *mut c_void) {
    let handle = solver.cast::<Handle>();
    // SAFETY: null or a live handle, by the contract.
    let is_idle = unsafe { handle.as_ref() }.is_some_and(|handle| !handle.is_busy.get());
    if is_idle {
        // SAFETY: it came from `Box::into_raw` in `ipasir_init`, is not used any more, and nothing borrows it.
        let handle = unsafe { Box::from_raw(handle) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(handle)));
    }
}

/// Adds a literal to the clause being written, or ends that clause with 0.
///
/// # Safety
/// See [`ipasir_release`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_add(solver: *mut c_void, lit_or_zero: c_int) {
    // SAFETY: the contract of `with` is that of this function.
    unsafe { with(solver, (), |instance| instance.add(lit_or_zero)) }
}

/// Assumes a literal for the next call of [`ipasir_solve`] only.
///
/// # Safety
/// See [`ipasir_release`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_assume(solver: *mut c_void, lit: c_int) {
    // SAFETY: the contract of `with` is that of this function.
    unsafe { with(solver, (), |instance| instance.assume(lit)) }
}

/// Solves under the assumptions: 10 satisfiable, 20 unsatisfiable, 0 unknown.
///
/// # Safety
/// See [`ipasir_release`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_solve(solver: *mut c_void) -> c_int {
    // SAFETY: the contract of `with` is that of this function.
    unsafe { with(solver, 0, Instance::solve) }
}

/// `lit` if the model makes it true, `-lit` if false, 0 if there is no model.
///
/// # Safety
/// See [`ipasir_release`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_val(solver: *mut c_void, lit: c_int) -> c_int {
    // SAFETY: the contract of `with` is that of this function.
    unsafe { with(solver, 0, |instance| instance.value(lit)) }
}

/// 1 if the assumption `lit` was used to show that there is no model, else 0.
///
/// # Safety
/// See [`ipasir_release`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_failed(solver: *mut c_void, lit: c_int) -> c_int {
    // SAFETY: the contract of `with` is that of this function.
    unsafe { with(solver, 0, |instance| c_int::from(instance.failed(lit))) }
}

/// Asks `terminate` now and then during a search; it ends when the answer is not 0. A null function asks nobody.
///
/// # Safety
/// See [`ipasir_release`]. `terminate` may be called with `state` until it is replaced or the solver is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_set_terminate(
    solver: *mut c_void,
    state: *mut c_void,
    terminate: Option<unsafe extern "C" fn(state: *mut c_void) -> c_int>,
) {
    let terminate = terminate.map(|terminate| -> Terminate {
        // SAFETY: the caller promised that it can be called with this state.
        Box::new(move || unsafe { terminate(state) } != 0)
    });
    // SAFETY: the contract of `with` is part of that of this function.
    unsafe { with(solver, (), |instance| instance.set_terminate(terminate)) }
}

/// Hands each learned clause of at most `max_length` literals to `learn`, ended by 0, valid during
/// the call. A null function gets none.
///
/// # Safety
/// See [`ipasir_release`]. `learn` may be called with `state` until it is replaced or the solver is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_set_learn(
    solver: *mut c_void,
    state: *mut c_void,
    max_length: c_int,
    learn: Option<unsafe extern "C" fn(state: *mut c_void, clause: *mut c_int)>,
) {
    let learn = learn.map(|learn| -> Learn {
        let mut numbers: Vec<c_int> = Vec::new();
        Box::new(move |clause| {
            numbers.clear();
            numbers.extend(clause.iter().map(|lit| lit.to_dimacs()));
            numbers.push(0);
            // SAFETY: the caller promised that it can be called with this state; the numbers outlive the call.
            unsafe { learn(state, numbers.as_mut_ptr()) }
        })
    });
    let longest = usize::try_from(max_length).unwrap_or(0);
    // SAFETY: the contract of `with` is part of that of this function.
    unsafe { with(solver, (), |instance| instance.set_learn(longest, learn)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::tests::contradictory_clauses;

    fn add(solver: *mut c_void, clause: &[c_int]) {
        // SAFETY: tests pass live solvers.
        clause.iter().chain([&0]).for_each(|&number| unsafe { ipasir_add(solver, number) });
    }

    #[test]
    fn a_panic_is_caught_and_the_solver_answers_nothing_from_then_on() {
        let solver = ipasir_init();
        add(solver, &[1]);
        // SAFETY: the solver is live until it is released.
        unsafe {
            assert_eq!(ipasir_solve(solver), 10);
            assert_eq!(with(solver, -1, |_| panic!("on purpose")), -1);
            assert_eq!((ipasir_solve(solver), ipasir_val(solver, 1)), (0, 0));
            add(solver, &[2]);
            ipasir_release(solver);
        }
    }

    /// The state is the solver and the learned clauses.
    struct State {
        solver: *mut c_void,
        asked: usize,
        learned: Vec<Vec<c_int>>,
    }

    unsafe extern "C" fn ask(state: *mut c_void) -> c_int {
        // SAFETY: the test passes its state, which nothing else borrows while the solver runs.
        let state = unsafe { &mut *state.cast::<State>() };
        state.asked += 1;
        // SAFETY: the solver lives; it is busy, and turns these away.
        unsafe {
            assert_eq!(ipasir_solve(state.solver), 0);
            ipasir_release(state.solver);
        }
        0
    }

    unsafe extern "C" fn keep(state: *mut c_void, clause: *mut c_int) {
        // SAFETY: as above.
        let state = unsafe { &mut *state.cast::<State>() };
        // SAFETY: a clause ends with 0.
        let length = (0..).take_while(|&at| unsafe { *clause.add(at) } != 0).count();
        // SAFETY: there are so many literals before the 0.
        state.learned.push(unsafe { std::slice::from_raw_parts(clause, length) }.to_vec());
    }

    #[test]
    #[cfg_attr(miri, ignore = "a search that takes minutes when it is interpreted")]
    fn callbacks_get_their_state_and_cannot_harm_the_solver_they_run_in() {
        let solver = ipasir_init();
        let mut state = State { solver, asked: 0, learned: Vec::new() };
        let pointer = (&raw mut state).cast();
        contradictory_clauses().iter().for_each(|clause| add(solver, clause));
        // SAFETY: the solver is live until it is released, and the state outlives it.
        unsafe {
            ipasir_set_terminate(solver, pointer, Some(ask));
            ipasir_set_learn(solver, pointer, 20, Some(keep));
            assert_eq!(ipasir_solve(solver), 20);
            ipasir_release(solver);
        }
        assert!(state.asked > 0 && !state.learned.is_empty());
        assert!(state.learned.iter().all(|clause| (1..=20).contains(&clause.len())));
    }
}
