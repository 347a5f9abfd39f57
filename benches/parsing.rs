//! The speed with which DIMACS text becomes clauses: nowhere, in a formula, in the solver; and the
//! speed of writing it.

use std::fmt;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gordian_formula::dimacs::{self, FormulaTarget, ReadOptions};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::Solver;

/// Shapes of formulas, for numbers of different lengths between zeros at different distances.
#[derive(Clone, Copy)]
enum Shape {
    /// Three random literals of a million variables.
    Random,
    /// Two to five literals near each other, as circuits have them.
    Structured,
    /// A hundred literals of ten thousand variables.
    Wide,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Random => "random",
            Shape::Structured => "structured",
            Shape::Wide => "wide",
        })
    }
}

/// About this many literals are in each formula.
const LITERALS: usize = 2_000_000;

fn formula(shape: Shape) -> Cnf {
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut cnf = Cnf::new();
    let mut literals = 0;
    while literals < LITERALS {
        let (length, base, spread) = match shape {
            Shape::Random => (3, 0, 1_000_000),
            Shape::Structured => (2 + random(4), literals / 8, 100),
            Shape::Wide => (100, 0, 10_000),
        };
        let clause: Vec<Lit> =
            (0..length).map(|_| Var::from_index(base + random(spread)).lit(random(2) == 0)).collect();
        cnf.add_clause(&clause);
        literals += length;
    }
    cnf
}

/// Looks at each clause and forgets it.
struct Nowhere;

impl FormulaTarget for Nowhere {
    fn clause(&mut self, clause: &[Lit]) {
        black_box(clause);
    }
}

fn read<T: FormulaTarget>(text: &[u8], mut target: T) -> T {
    dimacs::read(text, &ReadOptions::default(), &mut target).expect("what was written is read");
    target
}

fn parsing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dimacs");
    group.sample_size(20);
    for shape in [Shape::Random, Shape::Structured, Shape::Wide] {
        let cnf = formula(shape);
        let text = dimacs::write(&cnf, Vec::new()).expect("a vector takes everything");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("nowhere", shape), &text, |bencher, text| {
            bencher.iter(|| read(text, Nowhere));
        });
        group.bench_with_input(BenchmarkId::new("formula", shape), &text, |bencher, text| {
            bencher.iter_with_large_drop(|| read(text, Cnf::new()));
        });
        group.bench_with_input(BenchmarkId::new("solver", shape), &text, |bencher, text| {
            bencher.iter_with_large_drop(|| read(text, Solver::new()));
        });
        group.bench_with_input(BenchmarkId::new("write", shape), &cnf, |bencher, cnf| {
            bencher.iter_with_large_drop(|| dimacs::write(cnf, Vec::with_capacity(text.len())));
        });
    }
    group.finish();
}

criterion_group!(benches, parsing);
criterion_main!(benches);
