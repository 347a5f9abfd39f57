//! Queens and Star Battle from text to solutions.

use gordian_formula::{Lit, Permutation};
use gordian_puzzles::star_battle::{KIND, StarBattle, boards, parse, parse_board};
use gordian_puzzles::{Kind, Puzzle};

use crate::common::{for_each_model, shared_puzzles};

fn read(text: &str) -> StarBattle {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The number of solutions, each decoded and checked; for boards with one star.
fn count(puzzle: &StarBattle) -> u64 {
    let cnf = puzzle.compile().unwrap().cnf;
    let mut total = 0;
    for_each_model(&cnf, &mut |model| {
        total += 1;
        puzzle.check(&puzzle.decode(model).unwrap()).unwrap_or_else(|violation| panic!("{violation}"));
    });
    total
}

#[test]
fn boards_without_regions_have_the_known_counts() {
    let queens: Vec<u64> = (4..=8).map(|size| count(&read(&format!("queens: {size}")))).collect();
    assert_eq!(queens, [2, 10, 4, 40, 92]);
    let stars: Vec<u64> = (4..=7).map(|size| count(&read(&format!("size: {size}\nregions: none")))).collect();
    assert_eq!(stars, [2, 14, 90, 646]);
}

#[test]
fn shared_star_battles_are_read() {
    let Some(folder) = shared_puzzles("starbattle") else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let boards = boards(&text);
        count += boards.len();
        for board in &boards {
            assert!(board.name.as_ref().unwrap().starts_with(name), "{name}");
            let puzzle = parse_board(&text, board).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(name.starts_with(&format!("{}-{}-", puzzle.size(), puzzle.stars())), "{name}");
            puzzle.compile().unwrap();
        }
    }
    assert_eq!(count, 185);
}

/// The address of a board, by its borders: between columns, then between rows, five in a digit of base 32.
fn address(puzzle: &StarBattle, rows: &[Vec<char>]) -> String {
    let size = puzzle.size();
    let columns = (0..size).flat_map(|row| (1..size).map(move |column| rows[row][column - 1] != rows[row][column]));
    let between = (1..size).flat_map(|row| (0..size).map(move |column| rows[row - 1][column] != rows[row][column]));
    let digits = |bits: Vec<bool>| -> String {
        let digit = |five: &[bool]| {
            let value: u32 = five.iter().enumerate().map(|(place, &bit)| u32::from(bit) << (4 - place)).sum();
            char::from_digit(value, 32).unwrap()
        };
        bits.chunks(5).map(digit).collect()
    };
    let borders = digits(columns.collect()) + &digits(between.collect());
    format!("https://puzz.link/p?starbattle/{size}/{size}/{}/{borders}", puzzle.stars())
}

#[test]
fn addresses_are_read_as_the_boards_they_stand_for() {
    let Some(folder) = shared_puzzles("starbattle") else { return };
    let mut sizes = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for board in boards(&text) {
            let puzzle = parse_board(&text, &board).unwrap();
            let own =
                text.lines().skip(board.lines.start).take(board.lines.len()).filter(|line| !line.contains([':', '#']));
            let rows: Vec<Vec<char>> = own.map(|line| line.trim().chars().collect()).collect();
            if !puzzle.notes().is_empty() || rows.iter().any(|row| row.len() != puzzle.size()) {
                continue;
            }
            let link = address(&puzzle, &rows);
            assert_eq!(Kind::detect(&link), Some(KIND));
            let linked = read(&link);
            assert_eq!((linked.size(), linked.stars()), (puzzle.size(), puzzle.stars()));
            // The same constraints, whatever the regions are called.
            let constraints = |puzzle: &StarBattle| {
                let mut cells: Vec<Vec<[usize; 2]>> =
                    puzzle.compile().unwrap().rules.into_iter().map(|rule| rule.cells).collect();
                cells.sort();
                cells
            };
            assert_eq!(constraints(&linked), constraints(&puzzle), "{link}");
            sizes.insert(puzzle.size());
        }
    }
    assert!(sizes.len() > 5 && sizes.contains(&25), "{sizes:?}");
}

#[test]
fn wrong_addresses_are_refused_with_a_place() {
    for (link, column, message) in [
        ("https://puzz.link/p?starbattle/4/5/1/0000", 32, "not square"),
        ("https://puzz.link/p?starbattle/x/4/1/0000", 32, "the width must be a number"),
        ("https://puzz.link/p?starbattle/4/4", 35, "the number of stars is missing"),
        ("https://puzz.link/p?starbattle/4/4/1/000z00", 41, "no digit of base 32"),
        ("https://puzz.link/p?starbattle/4/4/1/000", 38, "has 6 digits of borders, not 3"),
        ("https://puzz.link/p?starbattle/4/4/1/000000", 38, "has 4 regions, and this one has 1"),
    ] {
        let error = parse(link).unwrap_err();
        assert!(error.message.contains(message), "{link}: {error}");
        assert_eq!(error.place.unwrap().column, column, "{link}: {error}");
    }
}

/// The number of orbits of the solutions under the largest group, by its elements on the stars.
fn classes(text: &str) -> u64 {
    let puzzle = read(text);
    let compiled = puzzle.compile().unwrap();
    let spec = compiled.symmetry().unwrap();
    let mut elements = vec![Permutation::identity(compiled.meanings.len())];
    let mut next = 0;
    while next < elements.len() {
        for generator in &spec.generators {
            let product = elements[next].then(generator);
            if !elements.contains(&product) {
                elements.push(product);
            }
        }
        next += 1;
    }
    assert_eq!(elements.len() as u64, spec.order);
    let mut least = 0;
    for_each_model(&compiled.cnf, &mut |model| {
        let own: Vec<Lit> = model.literals().filter(|lit| lit.is_positive()).collect();
        let images = elements.iter().map(|element| {
            let mut image: Vec<Lit> = own.iter().map(|&lit| element.image(lit)).collect();
            image.sort();
            image
        });
        least += u64::from(images.min() == Some(own.clone()));
    });
    least
}

#[test]
fn an_address_whose_digits_spell_a_mark_of_another_format_stays_one() {
    for digits in ["0scl00", "0fpuz0"] {
        let address = format!("https://puzz.link/p?starbattle/4/4/1/{digits}");
        assert_eq!(Kind::detect(&address), Some(KIND), "{address}");
    }
}

#[test]
fn boards_without_regions_have_the_known_classes() {
    let queens: Vec<u64> = (4..=8).map(|size| classes(&format!("queens: {size}"))).collect();
    assert_eq!(queens, [1, 2, 1, 6, 12]);
    let stars: Vec<u64> = (4..=7).map(|size| classes(&format!("size: {size}\nregions: none"))).collect();
    assert_eq!(stars, [1, 3, 15, 88]);
}
