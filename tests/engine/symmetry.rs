//! Symmetry groups of formulas: read, verified, and used where they are small and where they are huge.

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, PermutationError, Var};
use gordian_queries::{Engine, Limits, QueryError, Question, Stop, SymmetryError, SymmetryGroup};

/// Every node of a graph has one of so many colours, and neighbours differ. The variable of node `n` and colour `c` is
/// `n * colours + c`.
fn colouring(nodes: usize, edges: &[(usize, usize)], colours: usize) -> Cnf {
    let lit = |node: usize, colour: usize| Var::from_index(node * colours + colour).positive();
    let mut cnf = Cnf::new();
    for node in 0..nodes {
        cnf.add_exactly_one(&(0..colours).map(|colour| lit(node, colour)).collect::<Vec<Lit>>());
    }
    for &(first, second) in edges {
        for colour in 0..colours {
            cnf.add_at_most_one(&[lit(first, colour), lit(second, colour)]);
        }
    }
    cnf
}

/// The permutation of the variables that permutations of nodes and of colours make.
fn permutation(
    nodes: usize,
    colours: usize,
    node: impl Fn(usize) -> usize,
    colour: impl Fn(usize) -> usize,
) -> Permutation {
    let image = |index: usize| Var::from_index(node(index / colours) * colours + colour(index % colours)).positive();
    Permutation::from_images((0..nodes * colours).map(image).collect()).unwrap()
}

/// Generators of all permutations of the colours.
fn exchanges(nodes: usize, colours: usize) -> [Permutation; 2] {
    let turn = permutation(nodes, colours, |node| node, |colour| (colour + 1) % colours);
    let swap = permutation(nodes, colours, |node| node, |colour| if colour < 2 { 1 - colour } else { colour });
    [turn, swap]
}

/// The nodes of the Petersen graph: pairs out of five. Disjoint ones are neighbours.
const PAIRS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

fn petersen() -> Cnf {
    let disjoint =
        |&(first, second): &(usize, usize)| PAIRS[first].iter().all(|member| !PAIRS[second].contains(member));
    let pairs = (0..10).flat_map(|second| (0..second).map(move |first| (first, second)));
    colouring(10, &pairs.filter(disjoint).collect::<Vec<_>>(), 3)
}

/// The permutation of the nodes that a permutation of the five makes.
fn of_pairs(map: impl Fn(usize) -> usize) -> Permutation {
    let image = |node: usize| {
        let mut image = PAIRS[node].map(&map);
        image.sort_unstable();
        PAIRS.iter().position(|&pair| pair == image).unwrap()
    };
    permutation(10, 3, image, |colour| colour)
}

/// Engines that go through all solutions.
const LISTING: [Engine; 3] = [Engine::Blocking, Engine::Chronological, Engine::ExactCover];

#[test]
fn colourings_of_the_petersen_graph() {
    let cnf = petersen();
    let colours = exchanges(10, 3);
    let group = SymmetryGroup::from_generators(&cnf, &colours, "colours").unwrap();
    assert_eq!(group.order(), Some(6));
    for method in LISTING {
        let answer = Question::new(&cnf).with_method(method).up_to(&group).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (120, Some(20)), "{method}");
    }
    let mut all = colours.to_vec();
    all.push(of_pairs(|member| (member + 1) % 5));
    all.push(of_pairs(|member| if member < 2 { 1 - member } else { member }));
    let group = SymmetryGroup::from_generators(&cnf, &all, "colours and graph").unwrap();
    assert_eq!(group.order(), Some(720));
    for method in LISTING {
        let answer = Question::new(&cnf).with_method(method).up_to(&group).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (120, Some(1)), "{method}");
    }
}

#[test]
fn a_group_too_large_to_list_has_an_order_and_classes() {
    // Proper colourings of a path of four nodes by twelve colours, up to all 12! exchanges of colours: the partitions
    // of the path into independent sets.
    let cnf = colouring(4, &[(0, 1), (1, 2), (2, 3)], 12);
    let group = SymmetryGroup::from_generators(&cnf, &exchanges(4, 12), "colours").unwrap();
    assert_eq!(group.order(), Some(479_001_600));
    for method in LISTING {
        let answer = Question::new(&cnf).with_method(method).up_to(&group).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (12 * 11 * 11 * 11, Some(5)), "{method}");
    }
}

#[test]
fn generators_are_read_from_text() {
    let cnf = colouring(3, &[(0, 1), (1, 2)], 2);
    let text = "c the ends change places\n(1 5)(2 6)\n\n# colours\n(1 2)(3 4)(5 6)\n";
    let group = SymmetryGroup::read(&cnf, text, "file").unwrap();
    assert_eq!((group.name(), group.order()), ("file", Some(4)));
    let read = |text: &str| SymmetryGroup::read(&cnf, text, "file").unwrap_err();
    assert_eq!(read("(1 5)(2 6)\n(1 3)(2 4)"), SymmetryError::NotASymmetryOnLine { line: 2 });
    assert_eq!(read("\n\n(1 2"), SymmetryError::Syntax { line: 3, error: PermutationError::Syntax(4) });
    let beyond = PermutationError::OutOfRange(Lit::from_dimacs(7).unwrap());
    assert_eq!(read("(1 7)"), SymmetryError::Syntax { line: 1, error: beyond });
    assert_eq!(read("(1 7)").to_string(), "line 1: literal 7 is beyond the last variable");
}

#[test]
fn what_is_no_symmetry_is_refused() {
    let cnf = colouring(3, &[(0, 1), (1, 2)], 2);
    let wrong = permutation(3, 2, |node| (node + 1) % 3, |colour| colour);
    let right = permutation(3, 2, |node| 2 - node, |colour| colour);
    let refused = SymmetryGroup::from_generators(&cnf, &[right.clone(), wrong], "turn").unwrap_err();
    assert_eq!(refused, SymmetryError::NotASymmetry { generator: 1 });
    let group = SymmetryGroup::from_generators(&cnf, &[right], "mirror").unwrap();
    let other = colouring(4, &[], 2);
    assert_eq!(Question::new(&other).up_to(&group).count(&mut ()).unwrap_err(), QueryError::ForeignGroup);
}

#[test]
fn negations_are_symmetries_too() {
    // x1 and x2 differ, x3 and x4 differ: negating a pair keeps that, and so does exchanging the pairs.
    let mut cnf = Cnf::new();
    let lit = |number| Lit::from_dimacs(number).unwrap();
    cnf.add_exactly_one(&[lit(1), lit(2)]);
    cnf.add_exactly_one(&[lit(3), lit(4)]);
    cnf.add_exactly_one(&[lit(-1), lit(-2)]);
    cnf.add_exactly_one(&[lit(-3), lit(-4)]);
    let group = SymmetryGroup::read(&cnf, "(1 -1)(2 -2)\n(1 3)(2 4)\n", "negations").unwrap();
    assert_eq!(group.order(), Some(8));
    for method in LISTING {
        let answer = Question::new(&cnf).with_method(method).up_to(&group).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (4, Some(1)), "{method}");
    }
}

#[test]
fn hidden_variables_move_along() {
    // Two visible variables, each with a hidden copy.
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(4);
    for side in 0..2 {
        cnf.add_clause(&[vars[side].positive(), vars[side + 2].negative()]);
        cnf.add_clause(&[vars[side].negative(), vars[side + 2].positive()]);
    }
    cnf.add_visible(&vars[..2]);
    assert!(SymmetryGroup::read(&cnf, "(1 2)", "visible only").is_err());
    assert!(SymmetryGroup::read(&cnf, "(1 3)", "visible to hidden").is_err());
    let group = SymmetryGroup::read(&cnf, "(1 2)(3 4)", "sides").unwrap();
    for method in [Engine::Blocking, Engine::Chronological] {
        let answer = Question::new(&cnf).with_method(method).up_to(&group).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (4, Some(3)), "{method}");
    }
}

#[test]
fn a_limit_is_one_on_classes() {
    let cnf = petersen();
    let group = SymmetryGroup::from_generators(&cnf, &exchanges(10, 3), "colours").unwrap();
    for method in LISTING {
        let limits = Limits::none().with_solutions(7);
        let question = Question::new(&cnf).with_method(method).up_to(&group).with_limits(limits);
        let answer = question.count(&mut ()).unwrap();
        assert_eq!((answer.orbits, answer.stop), (Some(7), Some(Stop::Limit)), "{method}");
    }
}
