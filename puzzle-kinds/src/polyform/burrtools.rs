//! Packings in the files of BurrTools: XML with shapes of voxels and problems that name some of them.

use gordian_formula::text::harmless;
use roxmltree::{Document, Node};

use super::puzzle::{Board, MAX_CELLS, Piece, Polyform, Square};
use super::shape::{Shape, Turning};
use super::space::Cell;
use super::symbols;
use crate::error::{ErrorClass, Place, PuzzleError, caret_picture};
use crate::part::index_of_picked;

/// The grids of BurrTools by their numbers. Only the first is one of cubes.
const GRIDS: [&str; 5] = [
    "cubes",
    "prisms with triangular base",
    "closely packed spheres",
    "rhombic tetrahedra",
    "tetrahedra and octahedra",
];

/// Whether a text is XML.
pub(crate) fn is_xml(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// Reads a problem of a file: of several, the one that is picked by its number from 1 or by its name.
///
/// # Errors
/// If the text is no such file, its grid is not one of cubes, it asks for something that cannot be expressed (colours,
/// pieces in a range of copies that is wrong), or several problems are there and none is picked.
pub(crate) fn parse(text: &str, pick: Option<&str>) -> Result<Polyform, PuzzleError> {
    let document = Document::parse(text).map_err(|error| {
        let at = error.pos();
        let place = Place { line: (at.row as usize).max(1), column: (at.col as usize).max(1) };
        let message = error.to_string();
        let message = message.split(" at ").next().unwrap_or_default();
        PuzzleError::malformed(format!("this is not XML: {message}"))
            .at(place.line, place.column)
            .with_picture(caret_picture(text, place, 1))
    })?;
    let file = File { text, document: &document };
    let root = document.root_element();
    if root.tag_name().name() != "puzzle" {
        return Err(file.at(root, "this is XML, but no file of BurrTools: there is no element `puzzle`"));
    }
    if let Some(grid) = child(root, "gridType") {
        let number: usize = file.number(grid, "type")?.unwrap_or(0);
        if number != 0 {
            let name = GRIDS.get(number).copied().unwrap_or("an unknown grid");
            return Err(file.at(grid, format!("the grid is one of {name}; only cubes are understood")));
        }
    }
    let voxels: Vec<Node<'_, '_>> = elements(root, "shapes", "voxel");
    let problem = file.pick(&elements(root, "problems", "problem"), pick)?;
    file.puzzle(problem, &voxels)
}

/// The names of the problems of a file, where it can be read.
pub(crate) fn problems(text: &str) -> Vec<Option<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let document = is_xml(text).then(|| Document::parse(text)).and_then(Result::ok);
    let name = |problem: Node<'_, '_>| problem.attribute("name").filter(|name| !name.is_empty()).map(str::to_owned);
    document.iter().flat_map(|document| elements(document.root_element(), "problems", "problem")).map(name).collect()
}

/// The first child element of this name.
fn child<'a, 'b>(node: Node<'a, 'b>, name: &str) -> Option<Node<'a, 'b>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The elements of one name inside the first child of another.
fn elements<'a, 'b>(node: Node<'a, 'b>, list: &str, name: &str) -> Vec<Node<'a, 'b>> {
    let inside = child(node, list).into_iter().flat_map(|list| list.children());
    inside.filter(|child| child.has_tag_name(name)).collect()
}

/// A file being read.
struct File<'a, 'b> {
    text: &'a str,
    document: &'a Document<'b>,
}

/// The meaning of a character in a shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voxel {
    Full,
    /// A cell of the board that may stay empty.
    Variable,
}

impl File<'_, '_> {
    fn place(&self, node: Node<'_, '_>) -> Place {
        let at = self.document.text_pos_at(node.range().start);
        Place { line: at.row as usize, column: at.col as usize }
    }

    fn at(&self, node: Node<'_, '_>, message: impl Into<String>) -> PuzzleError {
        let Place { line, column } = self.place(node);
        PuzzleError::malformed(message).at(line, column).pointing_into(self.text, 1)
    }

    fn number<T: std::str::FromStr>(&self, node: Node<'_, '_>, name: &str) -> Result<Option<T>, PuzzleError> {
        let Some(value) = node.attribute(name) else { return Ok(None) };
        let number = value.trim().parse().ok();
        number.map(Some).ok_or_else(|| self.at(node, format!("`{name}` is a number, not `{value}`")))
    }

    fn pick<'n>(&self, problems: &[Node<'n, 'n>], pick: Option<&str>) -> Result<Node<'n, 'n>, PuzzleError> {
        let choice = |message: String| PuzzleError::new(ErrorClass::Choice, message);
        let name = |problem: &Node<'_, '_>| problem.attribute("name").unwrap_or("").to_owned();
        match (pick, problems) {
            (_, []) => Err(PuzzleError::malformed("the file holds shapes, but no problem")),
            (None, [only]) => Ok(*only),
            (None, several) => {
                let names: Vec<String> =
                    (1..).zip(several).map(|(number, problem)| format!("{number} {}", name(problem))).collect();
                let names = names.iter().map(|name| name.trim_end()).collect::<Vec<_>>().join(", ");
                Err(choice(format!("the file holds {} problems: choose one of {names}", several.len())))
            }
            (Some(pick), problems) => {
                let picked = index_of_picked(pick, problems.iter().map(|problem| problem.attribute("name")));
                let count = problems.len();
                picked
                    .map(|index| problems[index])
                    .ok_or_else(|| choice(format!("the file holds {count} problems, and none is called `{pick}`")))
            }
        }
    }

    fn puzzle(&self, problem: Node<'_, '_>, voxels: &[Node<'_, '_>]) -> Result<Polyform, PuzzleError> {
        let shape_of = |node: Node<'_, '_>| {
            let id: usize = self.number(node, "id")?.ok_or_else(|| self.at(node, "the `id` of a shape is missing"))?;
            let shape = voxels.get(id);
            shape
                .copied()
                .ok_or_else(|| self.at(node, format!("there are {} shapes, and none is number {id}", voxels.len())))
        };
        let result = child(problem, "result").ok_or_else(|| self.at(problem, "the problem has no `result`"))?;
        let mut board = Board::default();
        for (cell, voxel) in self.voxels(shape_of(result)?)? {
            board.squares.insert(cell, Square { may_stay_empty: voxel == Voxel::Variable, given: None });
        }
        if board.squares.is_empty() {
            return Err(self.at(result, "the result has no cells"));
        }
        let mut pieces = Vec::new();
        for node in elements(problem, "shapes", "shape") {
            let voxels = self.voxels(shape_of(node)?)?;
            let cells: Vec<Cell> = voxels.iter().map(|(cell, _)| *cell).collect();
            let shape = Shape::of(&cells).ok_or_else(|| self.at(node, "this piece has no cells"))?;
            if voxels.iter().any(|(_, voxel)| *voxel == Voxel::Variable) {
                return Err(self.at(node, "a piece has cells that may be empty, which only a result can have"));
            }
            let count: Option<u32> = self.number(node, "count")?;
            let least: u32 = self.number(node, "min")?.or(count).unwrap_or(1);
            let most: u32 = self.number(node, "max")?.or(count).unwrap_or(least.max(1));
            if least > most {
                return Err(self.at(node, format!("at least {least} and at most {most} copies exclude each other")));
            }
            let (line, turning) = (self.place(node).line, Turning::Free);
            let most = Some(most);
            pieces.push(Piece { symbol: char::default(), drawn: false, shape, turning, least, most, line });
        }
        if pieces.is_empty() {
            return Err(self.at(problem, "the problem has no pieces"));
        }
        self.holes(problem, &board, &pieces)?;
        symbols::assign(&mut pieces);
        let title = problem.attribute("name").map(|name| harmless(name).into_owned());
        Polyform::new(title, board, pieces, self.text)
    }

    /// Refuses a limit of the empty cells that excludes something. BurrTools ignores it where the pieces have a fixed
    /// number of cells.
    fn holes(&self, problem: Node<'_, '_>, board: &Board, pieces: &[Piece]) -> Result<(), PuzzleError> {
        let Some(limit) = self.number::<u64>(problem, "maxHoles")? else { return Ok(()) };
        let cells = |copies: fn(&Piece) -> u32| {
            let of_piece = |piece: &Piece| u64::from(copies(piece)).saturating_mul(piece.shape.cells().len() as u64);
            pieces.iter().map(of_piece).fold(0, u64::saturating_add)
        };
        let (least, most) = (cells(|piece| piece.least), cells(|piece| piece.most.unwrap_or(u32::MAX)));
        let may_stay_empty = board.squares.values().filter(|square| square.may_stay_empty).count() as u64;
        let empty = (board.squares.len() as u64).saturating_sub(least).min(may_stay_empty);
        if least == most || empty <= limit {
            return Ok(());
        }
        let message =
            format!("`maxHoles` is {limit}, but {empty} cells may stay empty; no limit below that is understood");
        Err(self.at(problem, message))
    }

    /// The cells of a shape: columns run fastest, then rows, then layers.
    fn voxels(&self, node: Node<'_, '_>) -> Result<Vec<(Cell, Voxel)>, PuzzleError> {
        let side = |name: &str| {
            let side: Option<usize> = self.number(node, name)?;
            let side = side.filter(|side| (1..=MAX_CELLS).contains(side));
            side.ok_or_else(|| self.at(node, format!("`{name}` must be a number from 1 to {MAX_CELLS}")))
        };
        let [columns, rows, layers] = [side("x")?, side("y")?, side("z")?];
        let count = columns.checked_mul(rows).and_then(|area| area.checked_mul(layers));
        let count = count.filter(|&count| count <= 16 * MAX_CELLS);
        let count = count.ok_or_else(|| self.at(node, "this shape has too many cells"))?;
        if self.number::<u32>(node, "type")?.unwrap_or(0) != 0 {
            return Err(self.at(node, "this shape is not written as plain voxels"));
        }
        let mut voxels = Vec::new();
        let mut index = 0;
        // Comments may stand between the cells.
        let texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
        for char in texts.flat_map(str::chars).filter(|char| !char.is_whitespace()) {
            let (layer, row, column) = (index / columns / rows, index / columns % rows, index % columns);
            let cell = [layer as i32, row as i32, column as i32];
            match char {
                '_' => {}
                '#' => voxels.push((cell, Voxel::Full)),
                '+' => voxels.push((cell, Voxel::Variable)),
                '0'..='9' => {
                    let message = "this shape has colours, which can say where pieces may lie and are not understood";
                    return Err(self.at(node, message));
                }
                _ => return Err(self.at(node, format!("`{char}` stands in a shape; it is made of _, # and +"))),
            }
            index += 1;
        }
        if index != count {
            return Err(
                self.at(node, format!("a shape of {columns}x{rows}x{layers} has {count} cells, and this one {index}"))
            );
        }
        Ok(voxels)
    }
}
