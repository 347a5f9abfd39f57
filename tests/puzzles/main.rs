//! Puzzles from their files to solutions, judged by rules that know nothing of the encoding.

mod burrtools;
mod common;
mod cryptarithm;
mod explanations;
mod faults;
mod flatzinc;
mod pips;
mod polyform;
mod readings;
mod samples;
mod shared;
mod star_battle;
mod sudoku;
mod sudoku_json;
mod sudoku_lines;
mod sudoku_text;
