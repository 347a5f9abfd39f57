//! Queens and Star Battle from text to solutions.

mod puzzles_common;

use gordian_encoders::puzzle::star_battle::{StarBattle, boards, parse, parse_board};
use gordian_formula::{Lit, Permutation};
use puzzles_common::{for_each_model, shared};

fn read(text: &str) -> StarBattle {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The number of solutions, each decoded and checked; for boards with one star.
fn count(puzzle: &StarBattle) -> u64 {
    let cnf = puzzle.compile().unwrap().cnf;
    let mut total = 0;
    for_each_model(&cnf, &mut |model| {
        total += 1;
        puzzle.check(&puzzle.decode(model)).unwrap_or_else(|violation| panic!("{violation}"));
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
fn shared_queens_have_the_counts_in_their_table() {
    let Some(folder) = shared("queens") else { return };
    let counts = std::fs::read_to_string(folder.join("counts.tsv")).unwrap();
    let (mut checked, mut refused) = (0, 0);
    for line in counts.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let text = std::fs::read_to_string(folder.join(format!("{}.txt", fields[0]))).unwrap();
        // Many of these boards have regions in several parts. Two of them look as if one square was misprinted.
        let puzzle = parse(&text).unwrap_or_else(|error| {
            assert!(error.message.contains("is not connected"), "{}: {error}", fields[0]);
            refused += 1;
            read(&format!("connected: no\n{text}"))
        });
        let expected: u64 = fields[2].parse().unwrap();
        assert_eq!(puzzle.size().to_string(), fields[1], "{}", fields[0]);
        if expected <= 2000 {
            assert_eq!(count(&puzzle), expected, "{}", fields[0]);
            checked += 1;
        }
    }
    assert_eq!((checked, refused), (234, 2));
}

#[test]
fn shared_star_battles_are_read() {
    let Some(folder) = shared("starbattle") else { return };
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
fn boards_without_regions_have_the_known_classes() {
    let queens: Vec<u64> = (4..=8).map(|size| classes(&format!("queens: {size}"))).collect();
    assert_eq!(queens, [1, 2, 1, 6, 12]);
    let stars: Vec<u64> = (4..=7).map(|size| classes(&format!("size: {size}\nregions: none"))).collect();
    assert_eq!(stars, [1, 3, 15, 88]);
}
