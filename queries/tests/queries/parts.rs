//! Counting in parts: by several threads, and in runs that are ended and taken up again.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{
    CheckpointErrorKind, CheckpointStore, Engine, Limits, Listener, Progress, QueryError, Question, Solution, Stop,
    SymmetryGroup,
};
use gordian_testkit::Random;
use num_bigint::BigUint;

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

const METHODS: [Engine; 3] = [Engine::Blocking, Engine::Chronological, Engine::ExactCover];

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
                let found = (answer.count, answer.orbits, answer.method.engine, answer.is_complete());
                assert_eq!(found, (count, Some(classes), Some(method), true), "{size} {threads}");
            }
        }
    }
}

#[test]
fn random_formulas_are_split_right() {
    let mut random = Random::new(7);
    for number in 0..150 {
        let mut cnf = Cnf::new();
        let num_vars = 2 + random.below(9);
        cnf.reserve_vars(num_vars);
        for _ in 0..1 + random.below(12) {
            let lits: Vec<Lit> = (0..1 + random.below(3))
                .map(|_| Var::from_index(random.below(num_vars)).lit(random.below(2) == 0))
                .collect();
            match random.below(5) {
                0 => cnf.add_exactly_one(&lits),
                1 => cnf.add_at_most_one(&lits),
                _ => cnf.add_clause(&lits),
            }
        }
        if random.below(2) == 0 {
            let shown: Vec<Var> = (0..num_vars).map(Var::from_index).filter(|_| random.below(2) == 0).collect();
            cnf.add_visible(&shown);
        }
        let expected = Question::new(&cnf).with_method(Engine::Blocking).count(&mut ()).unwrap().count;
        for method in METHODS {
            for threads in [2, 3] {
                match Question::new(&cnf).with_method(method).with_threads(threads).count(&mut ()) {
                    Ok(answer) => assert_eq!(answer.count, expected, "formula {number} by {method}"),
                    Err(QueryError::Refused { .. }) => assert_eq!(method, Engine::ExactCover),
                    Err(error) => panic!("formula {number}: {error}"),
                }
            }
        }
        // With a checkpoint, cubes are counted by what is chosen and by components in turn.
        for threads in [1, 3] {
            let store = Memory::default();
            let question = Question::new(&cnf).with_threads(threads).with_checkpoint(&store as &dyn CheckpointStore);
            assert_eq!(question.count(&mut ()).unwrap().count, expected, "formula {number}");
            let store = Memory::default();
            let question = question.with_method(Engine::Component).with_checkpoint(&store as &dyn CheckpointStore);
            assert_eq!(question.count(&mut ()).unwrap().count, expected, "formula {number} by components");
        }
    }
}

/// Keeps a checkpoint in memory.
#[derive(Debug, Default)]
struct Memory(Mutex<Option<Vec<u8>>>);

impl Memory {
    fn kept(&self) -> Option<Vec<u8>> {
        self.0.lock().unwrap().clone()
    }

    fn keep(&self, bytes: &[u8]) {
        *self.0.lock().unwrap() = Some(bytes.to_vec());
    }
}

impl CheckpointStore for Memory {
    fn name(&self) -> String {
        "memory".to_owned()
    }

    fn load(&self) -> io::Result<Option<Vec<u8>>> {
        Ok(self.kept())
    }

    fn save(&self, checkpoint: &[u8]) -> io::Result<()> {
        self.keep(checkpoint);
        Ok(())
    }
}

/// Keeps nothing.
#[derive(Debug)]
struct Nowhere;

impl CheckpointStore for Nowhere {
    fn name(&self) -> String {
        "nowhere".to_owned()
    }

    fn load(&self) -> io::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn save(&self, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
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
    let store = Memory::default();
    let mut interrupted = 0;
    let mut before = 0.0;
    loop {
        let mut listener = Impatient { terminator: Arc::default(), before };
        let limits = match interrupted {
            ..6 => Limits::none().with_terminator(Arc::clone(&listener.terminator)),
            _ => Limits::none(),
        };
        let question = Question::new(&cnf).with_method(Engine::Chronological).up_to(&group).with_limits(limits);
        let answer = question
            .with_threads(1 + interrupted % 3)
            .with_checkpoint(&store as &dyn CheckpointStore)
            .count(&mut listener)
            .unwrap();
        if answer.is_complete() {
            assert_eq!((answer.count, answer.orbits), (14200, Some(1787)));
            break;
        }
        assert_eq!(answer.stop, Some(Stop::Terminated));
        assert!(listener.before > before && answer.count <= 14200);
        (before, interrupted) = (listener.before, interrupted + 1);
    }
    assert!(interrupted > 0, "the count was over before it could be ended");
    let again = Question::new(&cnf)
        .with_method(Engine::Chronological)
        .up_to(&group)
        .with_checkpoint(&store as &dyn CheckpointStore);
    let answer = again.count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.orbits, answer.is_complete()), (14200, Some(1787), true));
}

/// Clauses of three without a variable in common: seven to the power of their number are the solutions.
fn clauses_apart(number: usize) -> Cnf {
    let mut cnf = Cnf::new();
    for _ in 0..number {
        let lits: Vec<Lit> = cnf.new_vars(3).iter().map(|var| var.positive()).collect();
        cnf.add_clause(&lits);
    }
    cnf
}

#[test]
fn a_formula_that_falls_apart_is_counted_with_a_checkpoint() {
    let cnf = clauses_apart(60);
    let expected = BigUint::from(7u8).pow(60);
    assert!(expected.bits() > 128);
    for (method, threads) in [(None, 1), (None, 2), (Some(Engine::Component), 1)] {
        let store = Memory::default();
        let question = Question::new(&cnf).with_threads(threads).with_checkpoint(&store as &dyn CheckpointStore);
        let question = method.map_or(question.clone(), |method| question.with_method(method));
        // The second run has the number from the checkpoint.
        for _ in 0..2 {
            let answer = question.count(&mut ()).unwrap();
            assert!(answer.is_complete());
            assert_eq!(answer.exact_count(), expected);
        }
        assert!(String::from_utf8(store.kept().unwrap()).unwrap().contains(&format!("done {expected} 0 0 0\nend 0\n")));
        // Other engines count the same in a cube, so they take up what one has begun.
        let by_another = question.with_method(Engine::Blocking).count(&mut ()).unwrap();
        assert_eq!(by_another.exact_count(), expected);
    }
}

/// Without a moment to find out what to split, a run tells what its checkpoint knows.
#[test]
fn a_run_without_time_knows_its_checkpoint() {
    for method in METHODS {
        let cnf = queens(10);
        let store = Memory::default();
        let mut listener = Impatient { terminator: Arc::default(), before: 0.0 };
        let limits = Limits::none().with_terminator(Arc::clone(&listener.terminator));
        let question = Question::new(&cnf).with_checkpoint(&store as &dyn CheckpointStore);
        let begun = question.clone().with_method(method).with_limits(limits).count(&mut listener).unwrap();
        let late = || Limits::none().with_terminator(Arc::new(AtomicBool::new(true)));
        let resumed = question.clone().with_limits(late()).count(&mut ()).unwrap();
        // Solutions in cubes that stay open are counted by the run that found them only.
        assert!(resumed.count <= begun.count && (resumed.count > 0 || begun.stop.is_some()), "{method}");
        assert_eq!(resumed.is_complete(), begun.is_complete(), "{method}");
        question.clone().with_method(method).count(&mut ()).unwrap();
        let complete = question.clone().with_limits(late()).count(&mut ()).unwrap();
        assert!(complete.is_complete(), "{method}");
        assert_eq!(complete.count, 724, "{method}");
        let other = queens(5);
        let other = Question::new(&other).with_checkpoint(&store as &dyn CheckpointStore).with_limits(late());
        assert!(matches!(other.count(&mut ()), Err(QueryError::Checkpoint(_))));
    }
}

#[test]
fn checkpoints_of_other_questions_are_refused() {
    let store = Memory::default();
    let cnf = queens(6);
    let group = SymmetryGroup::from_generators(&cnf, &of_square(6), "square").unwrap();
    let question = Question::new(&cnf).with_method(Engine::ExactCover).with_checkpoint(&store as &dyn CheckpointStore);
    assert_eq!(question.count(&mut ()).unwrap().count, 4);
    assert_eq!(question.count(&mut ()).unwrap().count, 4);
    let refused = |question: Question<'_>| match question.count(&mut ()) {
        Err(QueryError::Checkpoint(error)) => error.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(question.clone().with_method(Engine::Blocking)), CheckpointErrorKind::OtherQuestion);
    assert_eq!(refused(question.clone().up_to(&group)), CheckpointErrorKind::OtherQuestion);
    let other = queens(5);
    let other = Question::new(&other).with_method(Engine::ExactCover).with_checkpoint(&store as &dyn CheckpointStore);
    assert_eq!(refused(other), CheckpointErrorKind::OtherQuestion);
    let text = String::from_utf8(store.kept().unwrap()).unwrap();
    for (other, kind) in [
        (text[..text.len() - 3].to_owned(), CheckpointErrorKind::Damaged),
        (text[..text.len() / 3].to_owned(), CheckpointErrorKind::Truncated),
        (text.replace("done 4", "done 5"), CheckpointErrorKind::Damaged),
        (text.clone() + "\n", CheckpointErrorKind::Damaged),
        (text.replace("checkpoint 3", "checkpoint 1"), CheckpointErrorKind::OtherFormat("1".to_owned())),
        ("p cnf 1 1\n1 0\n".to_owned(), CheckpointErrorKind::NoCheckpoint),
        (String::new(), CheckpointErrorKind::NoCheckpoint),
    ] {
        store.keep(other.as_bytes());
        assert_eq!(refused(question.clone()), kind, "{other}");
        assert_eq!(store.kept().unwrap(), other.as_bytes(), "what is refused stays");
    }
    assert!(matches!(refused(question.with_checkpoint(&Nowhere as &dyn CheckpointStore)), CheckpointErrorKind::Io(_)));
}

#[test]
fn large_groups_cannot_be_counted_in_parts() {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = cnf.new_vars(8).iter().map(|var| var.positive()).collect();
    cnf.add_exactly_one(&lits);
    let all = [Permutation::parse("(1 2 3 4 5 6 7 8)", 8).unwrap(), Permutation::parse("(1 2)", 8).unwrap()];
    let group = SymmetryGroup::from_generators(&cnf, &all, "all").unwrap();
    let question = Question::new(&cnf).with_method(Engine::Blocking).up_to(&group);
    let answer = question.clone().with_threads(2).count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.orbits), (8, Some(1)));
    let store = Memory::default();
    assert_eq!(
        question.with_checkpoint(&store as &dyn CheckpointStore).count(&mut ()).unwrap_err(),
        QueryError::NotInParts
    );
}

/// Each would take memory for a search of its own; and the system would give out at some number.
#[test]
fn of_too_many_threads_some_are_started() {
    let cnf = queens(8);
    for method in [Engine::ExactCover, Engine::Chronological] {
        let question = Question::new(&cnf).with_method(method);
        let answer = question.clone().with_threads(100_000).count(&mut ()).unwrap();
        let most = 8 * std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!((answer.count, answer.threads), (92, Some(most)));
        assert_eq!(question.with_threads(2).count(&mut ()).unwrap().threads, Some(2));
    }
}
