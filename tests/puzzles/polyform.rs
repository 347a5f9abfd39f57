//! Polyform puzzles from text to counts and classes.

use std::collections::HashSet;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Lit, Model, Permutation};
use gordian_puzzles::board::Style;
use gordian_puzzles::polyform::{Polyform, parse};
use gordian_puzzles::{Compiled, Puzzle, SymmetrySpec};
use gordian_solver::{Budget, Enumeration, Solver};
use gordian_testkit::sample;

use crate::common::for_each_model;

fn read(text: &str) -> Polyform {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The elements that the generators generate.
fn closure(spec: &SymmetrySpec, num_vars: usize) -> Vec<Permutation> {
    let mut elements = vec![Permutation::identity(num_vars)];
    let mut known: HashSet<Permutation> = elements.iter().cloned().collect();
    let mut next = 0;
    while next < elements.len() {
        for generator in &spec.generators {
            let product = elements[next].then(generator);
            if known.insert(product.clone()) {
                elements.push(product);
            }
        }
        next += 1;
    }
    elements
}

/// The ways to find solutions.
#[derive(Clone, Copy)]
enum By {
    /// A plain search over groups, which knows no auxiliary variables.
    Search,
    /// The engine.
    Engine,
}

fn visit_models(compiled: &Compiled, by: By, visit: &mut dyn FnMut(&Model)) {
    match by {
        By::Search => for_each_model(&compiled.cnf, visit),
        By::Engine => {
            let mut solver = Solver::new();
            compiled.cnf.feed(&mut solver);
            let outcome = solver.enumerate(&compiled.cnf.projection(), &Budget::unlimited(), &mut |model: &Model| {
                visit(model);
                ControlFlow::Continue(())
            });
            assert!(matches!(outcome, Enumeration::Complete));
        }
    }
}

/// The number of solutions, each decoded and checked, and the number of classes under each group.
fn count_with_classes(puzzle: &Polyform, by: By) -> (u64, Vec<u64>) {
    let compiled = puzzle.compile().unwrap();
    let num_visible = compiled.meanings.len();
    assert_eq!(num_visible, puzzle.num_placements());
    let groups: Vec<Vec<Permutation>> = compiled.symmetries.iter().map(|spec| closure(spec, num_visible)).collect();
    for (spec, group) in compiled.symmetries.iter().zip(&groups) {
        assert_eq!(group.len() as u64, spec.order, "{}", spec.name);
    }
    let mut total = 0;
    let mut least = vec![0; groups.len()];
    visit_models(&compiled, by, &mut |model| {
        let solution = puzzle.decode(model).unwrap();
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}"));
        total += 1;
        let own: Vec<Lit> =
            model.literals().filter(|lit| lit.is_positive() && lit.var().index() < num_visible).collect();
        for (group, least) in groups.iter().zip(&mut least) {
            let image = |element: &Permutation| {
                let mut image: Vec<Lit> = own.iter().map(|&lit| element.image(lit)).collect();
                image.sort();
                image
            };
            *least += u64::from(group.iter().all(|element| image(element) >= own));
        }
    });
    (total, least)
}

/// The number of solutions and of classes under the largest group.
fn count(text: &str) -> (u64, u64) {
    let (total, classes) = count_with_classes(&read(text), By::Search);
    (total, classes.first().copied().unwrap_or(total))
}

fn on_board(size: &str, pieces: &str) -> (u64, u64) {
    count(&format!("board: {size}\npieces: {pieces}"))
}

#[test]
fn flat_samples_have_the_known_counts() {
    for (name, known) in [
        ("pentominoes-3x20", (8, 2)),
        ("l-trominoes-6x6", (162, 25)),
        ("pentomino-subsets-5x5", (856, 107)),
        ("pentominoes-any-5x5", (4006, 515)),
        ("squares-6x6", (10668, 1494)),
        ("trominoes-any-6x6", (80092, 10112)),
    ] {
        assert_eq!(count(&sample(&format!("polyforms/{name}.txt"))), known, "{name}");
    }
}

#[test]
fn any_number_of_copies_tiles_as_often_as_known() {
    assert_eq!(on_board("4x4", "dominoes x*"), (36, 9));
    assert_eq!(on_board("6x6", "dominoes x*"), (6728, 930));
    assert_eq!(on_board("4x4", "tetrominoes x*"), (117, 22));
    let squares: Vec<(u64, u64)> =
        (2..=5).map(|size| on_board(&format!("{size}x{size}"), &format!("squares 1..{size} x*"))).collect();
    assert_eq!(squares, [(2, 2), (6, 3), (40, 13), (472, 77)]);
    let oblongs: Vec<u64> =
        (3..=5).map(|size| on_board(&format!("{size}x{size}"), &format!("oblongs 1..{size} optional")).0).collect();
    assert_eq!(oblongs, [4, 12, 256]);
}

#[test]
fn parity_leaves_the_tetrominoes_no_rectangle() {
    assert_eq!(on_board("4x5", "tetrominoes").0, 0);
    assert_eq!(on_board("4x7", "one-sided tetrominoes").0, 0);
}

/// If the pieces can just meet each layer of odd size oddly, a constraint says so for each layer,
/// and no solution is lost.
#[test]
fn odd_layers_are_met_oddly_by_one_piece() {
    let squares = |count: usize, last: &str| {
        let squares: String =
            ('P'..).take(count).map(|symbol| "xx\nxx\n\n".replace('x', &symbol.to_string())).collect();
        squares + last
    };
    // With the groups of the formula: the cells, the layers, and the pieces of which there is one.
    for (board, pieces, groups, solutions) in [
        ("3x3x3", squares(6, "A\n\nB\n\nC"), 27 + 9, 8),
        ("3x3", squares(1, "BBB\n\nCC"), 9 + 6 + 3, 8),
        ("3x3", squares(1, "BB\nB\n\nCC"), 9 + 3, 0),
        ("5x3", squares(2, "BBB\n\nCCCC"), 15 + 8 + 2, 4),
    ] {
        let puzzle = read(&format!("board: {board}\n\npieces:\n{pieces}\n"));
        let (compiled, guarded) = (puzzle.compile().unwrap(), puzzle.compile_guarded().unwrap());
        assert_eq!(compiled.cnf.num_groups(), groups, "{board} {pieces}");
        let mut with_all = guarded.cnf.clone();
        guarded.selectors.iter().for_each(|&selector| with_all.add_clause(&[selector]));
        let mut count = 0;
        visit_models(&Compiled { cnf: with_all, ..compiled.clone() }, By::Engine, &mut |_| count += 1);
        assert_eq!((count_with_classes(&puzzle, By::Engine).0, count), (solutions, solutions), "{board} {pieces}");
    }
}

#[test]
fn the_soma_cube_has_240_classes_with_reflections_and_480_without() {
    for text in [sample("polyforms/soma-cube.txt"), "board: 3x3x3\npieces: soma".to_owned()] {
        let puzzle = read(&text);
        let names: Vec<(String, u64)> =
            puzzle.compile().unwrap().symmetries.into_iter().map(|spec| (spec.name, spec.order)).collect();
        assert_eq!(names, [("board symmetries".to_owned(), 48), ("board rotations".to_owned(), 24)]);
        assert_eq!(count_with_classes(&puzzle, By::Engine), (11520, vec![240, 480]));
    }
}

#[test]
fn copies_are_counted_as_asked() {
    // On 2x4 the dominoes, 1x1 squares and 2x2 squares that fit, by brute force over all subsets of placements.
    let board = "board: 2x4\npieces: ";
    for (pieces, mut allowed) in [
        (
            "dominoes x2, 1x1 x4",
            Box::new(|[i, o, q]: [usize; 3]| [i, o, q] == [2, 4, 0]) as Box<dyn FnMut([usize; 3]) -> bool>,
        ),
        ("dominoes x1..2, 1x1 x*", Box::new(|[i, _, q]| (1..=2).contains(&i) && q == 0)),
        ("dominoes x2.., 1x1 x*, 2x2 optional", Box::new(|[i, _, q]| i >= 2 && q <= 1)),
        ("dominoes x3 optional, 1x1 x2..6, 2x2 x*", Box::new(|[i, o, _]| i <= 3 && (2..=6).contains(&o))),
    ] {
        let puzzle = read(&format!("{board}{pieces}"));
        let counted = count_with_classes(&puzzle, By::Engine).0;
        let all = read(&format!("{board}dominoes x*, 1x1 x*, 2x2 x*"));
        let mut expected = 0;
        for_each_model(&all.compile().unwrap().cnf, &mut |model| {
            let of_size =
                |size| all.decode(model).unwrap().pieces.iter().filter(|piece| piece.cells.len() == size).count();
            expected += u64::from(allowed([of_size(2), of_size(1), of_size(4)]));
        });
        assert_eq!(counted, expected, "{pieces}");
    }
}

#[test]
fn congruent_pieces_are_one_kind() {
    // Two L-trominoes drawn differently, and two that are named: the 2x3 board has two tilings, not four.
    let drawn = "board: 2x3\npieces:\na.  bb\naa  b.\n";
    assert_eq!(count_with_classes(&read(drawn), By::Engine).0, 2);
    assert_eq!(count_with_classes(&read("board: 2x3\npieces: tromino L, tromino L"), By::Engine).0, 2);
    // Told apart by how they may be turned, they are two kinds.
    let apart = "board: 2x3\npieces:\na.  bb\naa  b.\nb: fixed\n";
    assert_eq!(count_with_classes(&read(apart), By::Engine).0, 1);
}

#[test]
fn mirror_images_are_exchanged_by_reflections_only_when_both_are_there() {
    let order = |text: &str| read(text).compile().unwrap().symmetry().map_or(1, |spec| spec.order);
    assert_eq!(order("board: 4x4\npieces: one-sided tetrominoes L J x2"), 8);
    assert_eq!(order("board: 4x4\npieces: one-sided tetromino L x4"), 4);
    assert_eq!(order("board: 4x4\npieces: one-sided tetromino L x3, one-sided tetromino J"), 4);
    assert_eq!(order("board: 3x3x3\npieces: soma"), 48);
    assert_eq!(order("board: 3x3x3\nempty: any\npieces: soma V L T Z A P"), 24);
    assert_eq!(order("board: 2x3\npieces: fixed dominoes x*"), 4);
}

/// Pieces and copies for which there is no room change neither solutions nor symmetries.
#[test]
fn pieces_that_fit_nowhere_leave_the_symmetries_alone() {
    let board = "board:\n....\n?.?.\nempty: any\n\npieces: fixed\n.a.\naaa\n\n";
    let alone = count(&format!("{board}a: x0..1\n"));
    assert_eq!(alone, (3, 2));
    for absent in [".b\nbb\nb.\n\nb: optional", ".b\nbb\nb.\n\nb: x*", "b\nb\nb\n\nccccc\n\nb: x0..3\nc: optional"] {
        assert_eq!(count(&format!("{board}{absent}\na: x0..1\n")), alone, "{absent}");
    }
    for absent in ["fixed tetromino L optional", "one-sided heptominoes x0..2", "2x4 x*"] {
        assert_eq!(on_board("2x3", &format!("trominoes x*\npieces: {absent}")), on_board("2x3", "trominoes x*"));
    }
    let mirrored = |first: &str, second: &str| {
        on_board("2x4\nempty: any", &format!("one-sided tetromino L {first}, one-sided tetromino J {second}"))
    };
    let expected = mirrored("x0..2", "x0..2");
    for (first, second) in [("x0..2", "x0..3"), ("x*", "x0..2"), ("x0..2", "x0..9")] {
        assert_eq!(mirrored(first, second), expected, "{first} {second}");
    }
    let single = |first: &str, second: &str| {
        on_board("2x3\nempty: any", &format!("one-sided tetromino L {first}, one-sided tetromino J {second}"))
    };
    let expected = single("optional", "optional");
    for (first, second) in [("optional", "x*"), ("x0..3", "optional"), ("x0..2", "x0..3")] {
        assert_eq!(single(first, second), expected, "{first} {second}");
    }
    // Copies that have room still count.
    assert!(mirrored("x0..1", "x0..2").0 < mirrored("x0..2", "x0..2").0);
}

#[test]
fn cells_may_stay_empty_where_it_is_declared() {
    // A domino on 2x2 with two empty cells, then one whose place is half given.
    assert_eq!(on_board("2x2\nempty: any", "domino").0, 4);
    assert_eq!(count("board:\n.?\n??\npieces: domino").0, 2);
    assert_eq!(count("board:\nI?\n??\npieces: domino").0, 2);
    assert_eq!(count("board:\nII\n??\npieces: domino").0, 1);
}

#[test]
fn givens_break_the_symmetries_of_the_board() {
    let text = sample("polyforms/pentominoes-8x8-square-corner.txt");
    let compiled = read(&text).compile().unwrap();
    assert_eq!(compiled.symmetry().map(|spec| spec.order), Some(2));
    let open = read(&text.replace('O', ".").replace("tetromino .", "tetromino O")).compile().unwrap();
    assert_eq!(open.symmetry().map(|spec| spec.order), Some(8));
    assert!(compiled.cnf.projection().len() < open.cnf.projection().len());
}

#[test]
fn the_famous_formulas_have_the_famous_sizes() {
    for (name, items, options) in [("pentominoes-6x10", 72, 2056), ("pentominoes-8x8-square", 77, 2357)] {
        let cnf = read(&sample(&format!("polyforms/{name}.txt"))).compile().unwrap().cnf;
        assert_eq!((cnf.num_groups(), cnf.projection().len(), cnf.num_clauses()), (items, options, 0), "{name}");
    }
}

#[test]
fn symmetries_without_auxiliary_variables_are_those_of_the_formula() {
    for name in ["pentominoes-8x8-square", "soma-cube", "one-sided-pentominoes-3x30"] {
        let compiled = read(&sample(&format!("polyforms/{name}.txt"))).compile().unwrap();
        for spec in &compiled.symmetries {
            assert!(spec.generators.iter().all(|generator| compiled.cnf.is_symmetric_under(generator)), "{name}");
        }
    }
}

#[test]
fn a_solution_that_breaks_a_rule_is_refused() {
    let puzzle = read("board: 3x3\npieces:\nL.\nLL\n\nIII\nL: x2");
    let compiled = puzzle.compile().unwrap();
    let mut solutions = Vec::new();
    for_each_model(&compiled.cnf, &mut |model| solutions.push(puzzle.decode(model).unwrap()));
    let good = &solutions[0];
    assert_eq!(puzzle.check(good), Ok(()));
    let broken = |change: &dyn Fn(&mut gordian_puzzles::polyform::PolyformSolution)| {
        let mut solution = good.clone();
        change(&mut solution);
        puzzle.check(&solution).unwrap_err().message
    };
    assert!(broken(&|solution| drop(solution.pieces.pop())).contains("pieces"));
    assert!(broken(&|solution| solution.pieces[0].name = 'Q').contains("no piece Q"));
    assert!(broken(&|solution| solution.pieces[0].cells[0] = [0, 7, 7]).contains("shape"));
    assert!(broken(&|solution| solution.layers[0][0] = "...".to_owned()).contains("layers"));
    let shift = |solution: &mut gordian_puzzles::polyform::PolyformSolution| {
        solution.pieces[0].cells.iter_mut().for_each(|cell| cell[2] += 1);
    };
    let message = broken(&shift);
    assert!(message.contains("no cell") || message.contains("two pieces"), "{message}");
}

#[test]
fn drawings_show_borders_and_layers() {
    let puzzle = read("board: 2x2x1\npieces: dominoes x*");
    let compiled = puzzle.compile().unwrap();
    let mut drawings = Vec::new();
    for_each_model(&compiled.cnf, &mut |model| {
        drawings.push(puzzle.draw(&puzzle.decode(model).unwrap(), Style::PLAIN))
    });
    let upright =
        "layer 0   layer 1\n+---+     +---+\n| I |     | A |\n|   |     |   |\n| I |     | A |\n+---+     +---+\n";
    let flat =
        "layer 0   layer 1\n+---+     +---+\n| I |     | I |\n+---+     +---+\n| A |     | A |\n+---+     +---+\n";
    drawings.sort();
    assert_eq!(drawings, [upright, flat]);
}
