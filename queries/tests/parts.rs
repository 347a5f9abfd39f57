//! Counting in parts: by several threads, and in runs that are ended and taken up again.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{
    CheckpointErrorKind, Limits, Listener, Method, Progress, QueryError, Question, Solution, Stop, SymmetryGroup,
};

/// Queens on a board, one a row and a column, at most one a diagonal.
fn queens(size: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let cell = |row: usize, column: usize| Var::from_index(row * size + column).positive();
    for line in 0..size {
        cnf.add_exactly_one(&(0..size).map(|at| cell(line, at)).collect::<Vec<_>>());
        cnf.add_exactly_one(&(0..size).map(|at| cell(at, line)).collect::<Vec<_>>());
    }
    for sum in 1..2 * size - 2 {
        let cells = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let rising = cells().filter(|(row, column)| row + column == sum);
        let falling = cells().filter(|(row, column)| row + size - 1 - column == sum);
        cnf.add_at_most_one(&rising.map(|(row, column)| cell(row, column)).collect::<Vec<_>>());
        cnf.add_at_most_one(&falling.map(|(row, column)| cell(row, column)).collect::<Vec<_>>());
    }
    cnf
}

/// The symmetries of the square board.
fn of_square(size: usize) -> [Permutation; 2] {
    let permutation = |image: fn(usize, usize, usize) -> (usize, usize)| {
        let of = |index: usize| {
            let (row, column) = image(index / size, index % size, size);
            Var::from_index(row * size + column).positive()
        };
        Permutation::from_images((0..size * size).map(of).collect()).unwrap()
    };
    [permutation(|row, column, size| (column, size - 1 - row)), permutation(|row, column, _| (column, row))]
}

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

const METHODS: [Method; 3] = [Method::Blocking, Method::Chronological, Method::ExactCover];

#[test]
fn the_number_of_threads_changes_nothing() {
    for (size, count, classes) in [(5, 10, 2), (6, 4, 1), (8, 92, 12)] {
        let cnf = queens(size);
        let group = SymmetryGroup::from_generators(&cnf, &of_square(size), "square").unwrap();
        for method in METHODS {
            for threads in [1, 2, 4, 7] {
                let question = Question::new(&cnf).with_method(method).with_threads(threads);
                assert_eq!(question.count(&mut ()).unwrap().count, count, "{size} {method} {threads}");
                let answer = question.up_to(&group).count(&mut ()).unwrap();
                let found = (answer.count, answer.orbits, answer.method, answer.is_complete());
                assert_eq!(found, (count, Some(classes), method, true), "{size} {threads}");
            }
        }
    }
}

#[test]
fn random_formulas_are_split_right() {
    let mut state = 7u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % bound
    };
    for number in 0..150 {
        let mut cnf = Cnf::new();
        let num_vars = 2 + below(9);
        cnf.reserve_vars(num_vars);
        for _ in 0..1 + below(12) {
            let lits: Vec<Lit> =
                (0..1 + below(3)).map(|_| Var::from_index(below(num_vars)).lit(below(2) == 0)).collect();
            match below(5) {
                0 => cnf.add_exactly_one(&lits),
                1 => cnf.add_at_most_one(&lits),
                _ => cnf.add_clause(&lits),
            }
        }
        if below(2) == 0 {
            let shown: Vec<Var> = (0..num_vars).map(Var::from_index).filter(|_| below(2) == 0).collect();
            cnf.add_visible(&shown);
        }
        let expected = Question::new(&cnf).with_method(Method::Blocking).count(&mut ()).unwrap().count;
        for method in METHODS {
            for threads in [2, 3] {
                match Question::new(&cnf).with_method(method).with_threads(threads).count(&mut ()) {
                    Ok(answer) => assert_eq!(answer.count, expected, "formula {number} by {method}"),
                    Err(QueryError::Refused { .. }) => assert_eq!(method, Method::ExactCover),
                    Err(error) => panic!("formula {number}: {error}"),
                }
            }
        }
    }
}

/// Ends the run as soon as more of the space is done than before.
struct Impatient {
    terminator: Arc<AtomicBool>,
    before: f64,
}

impl Listener for Impatient {
    fn solution(&mut self, _: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.share.unwrap() > self.before {
            self.before = progress.share.unwrap();
            self.terminator.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_run_that_was_ended_is_taken_up_again() {
    let cnf = queens(12);
    let group = SymmetryGroup::from_generators(&cnf, &of_square(12), "square").unwrap();
    let path = file("queens.checkpoint");
    let mut interrupted = 0;
    let mut before = 0.0;
    loop {
        let mut listener = Impatient { terminator: Arc::default(), before };
        let limits = match interrupted {
            ..6 => Limits::none().with_terminator(Arc::clone(&listener.terminator)),
            _ => Limits::none(),
        };
        let question = Question::new(&cnf).with_method(Method::Chronological).up_to(&group).with_limits(limits);
        let answer = question.with_threads(1 + interrupted % 3).with_checkpoint(&*path).count(&mut listener).unwrap();
        if answer.is_complete() {
            assert_eq!((answer.count, answer.orbits), (14200, Some(1787)));
            break;
        }
        assert_eq!(answer.stop, Some(Stop::Terminated));
        assert!(listener.before > before && answer.count <= 14200);
        (before, interrupted) = (listener.before, interrupted + 1);
    }
    assert!(interrupted > 0, "the count was over before it could be ended");
    let again = Question::new(&cnf).with_method(Method::Chronological).up_to(&group).with_checkpoint(&*path);
    let answer = again.count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.orbits, answer.is_complete()), (14200, Some(1787), true));
}

#[test]
fn checkpoints_of_other_questions_are_refused() {
    let path = file("other.checkpoint");
    let cnf = queens(6);
    let group = SymmetryGroup::from_generators(&cnf, &of_square(6), "square").unwrap();
    let question = Question::new(&cnf).with_method(Method::ExactCover).with_checkpoint(&*path);
    assert_eq!(question.count(&mut ()).unwrap().count, 4);
    assert_eq!(question.count(&mut ()).unwrap().count, 4);
    let refused = |question: Question<'_>| match question.count(&mut ()) {
        Err(QueryError::Checkpoint(error)) => error.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(question.clone().with_method(Method::Blocking)), CheckpointErrorKind::OtherQuestion);
    assert_eq!(refused(question.clone().up_to(&group)), CheckpointErrorKind::OtherQuestion);
    let other = queens(5);
    let other = Question::new(&other).with_method(Method::ExactCover).with_checkpoint(&*path);
    assert_eq!(refused(other), CheckpointErrorKind::OtherQuestion);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 3]).unwrap();
    assert!(matches!(refused(question.clone()), CheckpointErrorKind::Line(_) | CheckpointErrorKind::Truncated));
    std::fs::write(&path, text.replace("done", "gone")).unwrap();
    assert_eq!(refused(question.clone()), CheckpointErrorKind::Line(3));
    let nowhere = file("no-folder").join("x");
    assert!(matches!(refused(question.with_checkpoint(&*nowhere)), CheckpointErrorKind::Io(_)));
}

#[test]
fn large_groups_cannot_be_counted_in_parts() {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = cnf.new_vars(8).iter().map(|var| var.positive()).collect();
    cnf.add_exactly_one(&lits);
    let all = [Permutation::parse("(1 2 3 4 5 6 7 8)", 8).unwrap(), Permutation::parse("(1 2)", 8).unwrap()];
    let group = SymmetryGroup::from_generators(&cnf, &all, "all").unwrap();
    let question = Question::new(&cnf).with_method(Method::Blocking).up_to(&group);
    let answer = question.clone().with_threads(2).count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.orbits), (8, Some(1)));
    let path = file("large.checkpoint");
    assert_eq!(question.with_checkpoint(&*path).count(&mut ()).unwrap_err(), QueryError::NotInParts);
}
