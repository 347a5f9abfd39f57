//! Visiting the clauses that watch a literal: the innermost loop of the solver.
//!
//! PERF: with raw pointers, solving takes 7 % less time than with slices, whose bounds are checked
//! and whose places are read again from memory after each assignment. It takes another 4 % less if
//! the watch list of a literal is asked for when the literal becomes false, so that it is there when
//! its turn comes (`docs/hot-path.md`).

#![expect(unsafe_code, reason = "a tenth of all solving; debug assertions check each walk")]

use gordian_formula::Lit;

use crate::store::arena::Arena;
use crate::store::ternaries::{Ternaries, Ternary};
use crate::store::trail::{Conflict, Reason, Trail};
use crate::store::watches::{Watch, Watches};

/// The entries of a vector, reached through a pointer. It is good until the vector grows.
struct Store<T> {
    entries: *mut T,
    len: usize,
}

impl<T: Copy> Store<T> {
    // From the vector, not from a slice of it: the vector may be used between accesses through the
    // pointer, a slice not.
    fn of(vector: &mut Vec<T>) -> Store<T> {
        Store { entries: vector.as_mut_ptr(), len: vector.len() }
    }

    /// The place of an entry, or the end.
    ///
    /// # Safety
    /// The store is good, and `index` is at most the length of the vector.
    #[inline(always)]
    unsafe fn at(&self, index: usize) -> *mut T {
        debug_assert!(index <= self.len, "{index} of {}", self.len);
        // SAFETY: as the caller promises.
        unsafe { self.entries.add(index) }
    }

    /// # Safety
    /// The store is good, and `index` is below the length of the vector.
    #[inline(always)]
    unsafe fn get(&self, index: usize) -> T {
        debug_assert!(index < self.len, "{index} of {}", self.len);
        // SAFETY: as the caller promises.
        unsafe { *self.entries.add(index) }
    }
}

/// Asks the processor to bring the data at an address into its caches, if stable Rust knows an
/// instruction for that.
#[inline(always)]
fn prefetch<T>(address: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: it is no access: whatever the address, nothing is read and nothing faults. Every x86_64 has it.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// Visits the clauses that watch literals falsified since the last time, until one clause is false.
///
/// Not inlined, so that its registers are its own.
#[inline(never)]
pub(crate) fn visit_all(
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    ticks: &mut u64,
) -> Option<Conflict> {
    while let Some(lit) = trail.next_unpropagated() {
        let conflict = visit_list(!lit, trail, arena, watches, ticks);
        if conflict.is_some() {
            return conflict;
        }
    }
    None
}

/// Visits the clauses that watch a literal which became false.
#[inline(never)]
pub(crate) fn visit(
    false_lit: Lit,
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    ticks: &mut u64,
) -> Option<Conflict> {
    visit_list(false_lit, trail, arena, watches, ticks)
}

/// Kept watches close the gaps that moved ones leave. A clause remembers where its last search
/// ended (Gent 2013), so that long clauses are not searched from the start each time.
#[inline(always)]
fn visit_list(
    false_lit: Lit,
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    ticks: &mut u64,
) -> Option<Conflict> {
    // Long because it is one loop over pointers that share one argument for their safety.
    let range = watches.range(false_lit);
    let mut visited = 1 + range.len() as u64 / 8;
    let mut conflict = None;
    let values = Store::of(trail.values_mut());
    let words = Store::of(arena.words_mut());
    let slots = Store::of(watches.slots_mut());
    // SAFETY: `values`: the literals of watches and clauses have values, as variables get these
    // before they get clauses, and assigning does not change how many there are. `words`: a watch
    // that is not binary leads to the header of a clause, whose literals lie behind it, at least
    // two; its position is at least 2 and at most its size, as what shortens a clause sets it back;
    // nothing here adds clauses. `slots`: `target` is at most `source`, and that is below `end`
    // where it is read, all within the list of `false_lit`, whose length and place do not change
    // but where lists are moved, and there the three are taken anew.
    let kept = unsafe {
        let mut begin = slots.at(range.start);
        let mut end = slots.at(range.end);
        let mut source = begin;
        let mut target = source;
        while source != end {
            let watch = *source;
            source = source.add(1);
            *target = watch;
            target = target.add(1);
            let blocker_value = values.get(watch.blocker.index());
            if blocker_value > 0 {
                continue;
            }
            if watch.is_binary() {
                if blocker_value < 0 {
                    conflict = Some(Conflict::Binary(false_lit, watch.blocker));
                    break;
                }
                prefetch(watches.address(!watch.blocker));
                trail.assign(watch.blocker, Reason::Binary(false_lit));
                continue;
            }
            visited += 1;
            let clause = watch.clause();
            let [size, position, first] = Arena::places(clause);
            let lits = words.at(first);
            let second = lits.add(1);
            let other = Lit::from_code((*lits).code() ^ (*second).code() ^ false_lit.code());
            let other_value = values.get(other.index());
            if other_value > 0 {
                (*target.sub(1)).blocker = other;
                continue;
            }
            let stop = words.at(first + words.get(size).index());
            let start = words.at(first + words.get(position).index());
            debug_assert!(lits.add(2) <= start && start <= stop);
            let mut found = start;
            while found != stop && values.get((*found).index()) < 0 {
                found = found.add(1);
            }
            if found == stop {
                found = lits.add(2);
                while found != start && values.get((*found).index()) < 0 {
                    found = found.add(1);
                }
                if found == start {
                    if other_value == 0 {
                        prefetch(watches.address(!other));
                        trail.assign(other, Reason::Long(clause));
                        continue;
                    }
                    conflict = Some(Conflict::Long(clause));
                    break;
                }
            }
            let replacement = *found;
            *words.at(position) = Lit::from_code(found.offset_from(lits) as u32);
            if values.get(replacement.index()) > 0 {
                // It will stay true at least as long as this literal stays false: no need to move the watch.
                (*target.sub(1)).blocker = replacement;
                continue;
            }
            *lits = other;
            *second = replacement;
            *found = false_lit;
            visited += 1;
            target = target.sub(1);
            let watch = Watch::long(clause, other);
            if !watches.push_in_place(replacement, watch) {
                let (left, gap) = (end.offset_from(source), source.offset_from(target));
                watches.push(replacement, watch);
                let range = watches.range(false_lit);
                let slots = Store::of(watches.slots_mut());
                (begin, end) = (slots.at(range.start), slots.at(range.end));
                source = end.sub(left as usize);
                target = source.sub(gap as usize);
            }
        }
        // Keep the entries that a conflict left unvisited.
        while source != end {
            *target = *source;
            source = source.add(1);
            target = target.add(1);
        }
        target.offset_from(begin) as usize
    };
    *ticks += visited;
    watches.truncate(false_lit, kept);
    conflict
}

/// Visits the clauses of three literals, as they are listed by one that became false.
#[inline]
pub(crate) fn visit_ternaries(
    false_lit: Lit,
    trail: &mut Trail,
    ternaries: &Ternaries,
    ticks: &mut u64,
) -> Option<Conflict> {
    let list = ternaries.of(false_lit);
    *ticks += 1 + list.len() as u64 / 16;
    let values = Store::of(trail.values_mut());
    for &Ternary { others: [first, second], clause } in list {
        // SAFETY: the literals of clauses have values, and assigning does not change how many there are.
        // (`map` of an array is not always inlined.)
        let (first_value, second_value) = unsafe { (values.get(first.index()), values.get(second.index())) };
        // Nearly always one is true or both are open, which takes a single look at the sum.
        let sum = first_value + second_value;
        if sum >= 0 {
            continue;
        }
        if sum == -2 {
            return Some(Conflict::Long(clause));
        }
        trail.assign(if first_value == 0 { first } else { second }, Reason::Long(clause));
    }
    None
}
