//! Making a failing trace small (delta debugging, Zeller and Hildebrandt, 2002).

use super::call::Call;

/// The most traces that are tried.
const MAX_TRIES: usize = 20_000;

/// A trace from which nothing can be left out without `fails` becoming false, if the tries suffice.
pub(crate) fn shrink(trace: Vec<Call>, mut fails: impl FnMut(&[Call]) -> bool) -> Vec<Call> {
    let mut tries = 0;
    let mut fails = |trace: &[Call]| {
        tries += 1;
        tries <= MAX_TRIES && fails(trace)
    };
    let mut best = trace;
    loop {
        let size = weight(&best);
        best = without_chunks(best, &mut fails, |trace, start, end| {
            let mut shorter = trace.to_vec();
            shorter.drain(start..end);
            shorter
        });
        for at in 0..best.len() {
            best = without_numbers(best, at, &mut fails);
            best = with_fewer_vars(best, at, &mut fails);
        }
        if weight(&best) == size {
            return best;
        }
    }
}

fn weight(trace: &[Call]) -> usize {
    let numbers = |call: &Call| match call {
        Call::NewVars(count) => *count,
        _ => call.clone().numbers_mut().map_or(0, |numbers| numbers.len()),
    };
    trace.iter().map(|call| 1 + numbers(call)).sum()
}

/// Leaves out as many calls as it can, large chunks first.
fn without_chunks(
    mut best: Vec<Call>,
    fails: &mut impl FnMut(&[Call]) -> bool,
    cut: impl Fn(&[Call], usize, usize) -> Vec<Call>,
) -> Vec<Call> {
    let mut chunk = best.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        while start < best.len() {
            let shorter = cut(&best, start, best.len().min(start + chunk));
            if fails(&shorter) {
                best = shorter;
            } else {
                start += chunk;
            }
        }
        if chunk == 1 {
            return best;
        }
        chunk = chunk.div_ceil(2);
    }
}

/// Leaves out as many literals of one call as it can.
fn without_numbers(mut best: Vec<Call>, at: usize, fails: &mut impl FnMut(&[Call]) -> bool) -> Vec<Call> {
    let mut place = 0;
    while best[at].numbers_mut().is_some_and(|numbers| place < numbers.len()) {
        let mut shorter = best.clone();
        if let Some(numbers) = shorter[at].numbers_mut() {
            numbers.remove(place);
        }
        if fails(&shorter) {
            best = shorter;
        } else {
            place += 1;
        }
    }
    best
}

fn with_fewer_vars(mut best: Vec<Call>, at: usize, fails: &mut impl FnMut(&[Call]) -> bool) -> Vec<Call> {
    while let Call::NewVars(count @ 2..) = best[at] {
        let mut shorter = best.clone();
        shorter[at] = Call::NewVars(count - 1);
        if !fails(&shorter) {
            break;
        }
        best = shorter;
    }
    best
}
