//! Boards: grids of cells with areas and marks, and how to draw them.
//!
//! Every puzzle draws itself by filling a [`Board`]. The renderers return text; who prints it decides about colour.

mod figures;

mod model;

mod colours;
mod pips;

mod marks;

mod svg;
mod terminal;

pub use figures::{Figure, Place};
pub use model::{Board, Cell, Mark, PencilMark, PencilMarks, Role, Style};
