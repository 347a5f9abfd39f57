//! Every kind of puzzle in every format: no panic in reading, drawing and, where it is small, compiling.

#![no_main]

use gordian_puzzles::board::Style;
use gordian_puzzles::{AnyPuzzle, KINDS, Kind};
use libfuzzer_sys::fuzz_target;

/// Longer texts are read and drawn but not compiled, so that many small ones are.
const COMPILED: usize = 300;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Kind::detect(text);
    for &kind in KINDS {
        for pick in [None, Some("2")] {
            let puzzle = match AnyPuzzle::parse(kind, text, pick) {
                Ok(puzzle) => puzzle,
                Err(error) => {
                    let _ = error.to_string();
                    continue;
                }
            };
            let _ = puzzle.draw_puzzle(Style::PLAIN);
            if text.len() <= COMPILED {
                let _ = puzzle.compile().map_err(|error| error.to_string());
            }
        }
    }
});
