//! The sizes of the encodings, as `docs/encodings.md` shows them.
//!
//! `UPDATE_DOCS=1 cargo test -p gordian-encoders --test encoders sizes` writes the new table where an encoder changes;
//! the difference is then part of the change and is read with it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use gordian_encoders::encode::*;
use gordian_formula::{ClauseCounter, ClauseSink, Lit};

const BEGIN: &str = "<!-- sizes: begin -->\n";
const END: &str = "<!-- sizes: end -->\n";

/// Those that write clauses.
fn plain() -> &'static [AtMostOneEncoding] {
    &AtMostOneEncoding::ALL[1..]
}

/// Auxiliary variables and clauses of what is written after the inputs.
struct Size {
    auxiliaries: usize,
    clauses: u64,
}

fn size<I>(inputs: impl FnOnce(&mut ClauseCounter) -> I, encode: impl FnOnce(&mut ClauseCounter, I)) -> Size {
    let mut counter = ClauseCounter::default();
    let inputs = inputs(&mut counter);
    let before = counter.clone();
    encode(&mut counter, inputs);
    Size { auxiliaries: counter.variables - before.variables, clauses: counter.clauses - before.clauses }
}

fn literals(count: usize) -> impl FnOnce(&mut ClauseCounter) -> Vec<Lit> {
    move |sink| sink.new_vars(count).iter().map(|var| var.positive()).collect()
}

fn digits(count: usize) -> impl FnOnce(&mut ClauseCounter) -> Vec<IntVar> {
    move |sink| (0..count).map(|_| IntVar::new(sink, 0..=9).unwrap()).collect()
}

fn of_at_most_one(count: usize, encoding: AtMostOneEncoding) -> Size {
    size(literals(count), |sink, lits| at_most_one(sink, &lits, encoding))
}

fn of_at_most(count: usize, bound: usize, encoding: CardinalityEncoding) -> Size {
    size(literals(count), |sink, lits| at_most(sink, &lits, bound, encoding).unwrap())
}

fn of_equation(coefficients: &[i64], bound: i64, encoding: SumEncoding) -> Option<Size> {
    let mut result = Ok(());
    let size = size(digits(coefficients.len()), |sink, digits| {
        let sum = coefficients.iter().zip(&digits).fold(Sum::new(), |sum, (&a, x)| sum.plus(a, x));
        result = sum.post_with(sink, Relation::Equal, bound, encoding);
    });
    result.is_ok().then_some(size)
}

fn table(head: &str, columns: &[String], rows: impl Iterator<Item = (String, Vec<Option<Size>>)>) -> String {
    let mut text = format!("| {head} |");
    columns.iter().for_each(|column| write!(text, " {column} |").unwrap());
    writeln!(text, "\n|{}", "---|".repeat(columns.len() + 1)).unwrap();
    for (name, sizes) in rows {
        write!(text, "| {name} |").unwrap();
        for size in sizes {
            match size {
                Some(Size { auxiliaries, clauses }) => write!(text, " {auxiliaries} / {clauses} |").unwrap(),
                None => text.push_str(" too large |"),
            }
        }
        text.push('\n');
    }
    text
}

fn names(encodings: &[impl std::fmt::Debug]) -> Vec<String> {
    encodings.iter().map(|encoding| format!("{encoding:?}")).collect()
}

fn measured() -> String {
    let counts = [4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 48, 64];
    let groups = counts.into_iter().map(|count| {
        let sizes = plain().iter().map(|&encoding| Some(of_at_most_one(count, encoding)));
        (count.to_string(), sizes.collect())
    });
    let mut text = table("at most one of", &names(plain()), groups);

    let encodings = [CardinalityEncoding::Sequential, CardinalityEncoding::Totalizer, CardinalityEncoding::Auto];
    let bounds =
        [4, 8, 16, 32, 64].into_iter().flat_map(|count| [2, count / 4, count / 2, count - 2].map(|k| (count, k)));
    let mut bounds: Vec<(usize, usize)> = bounds.filter(|&(_, bound)| bound > 1).collect();
    bounds.sort_unstable();
    bounds.dedup();
    let cardinalities = bounds.into_iter().map(|(count, bound)| {
        let sizes = encodings.iter().map(|&encoding| Some(of_at_most(count, bound, encoding)));
        (format!("{bound} of {count}"), sizes.collect())
    });
    text.push('\n');
    text.push_str(&table("at most", &names(&encodings), cardinalities));

    // The letters of an addition stand for digits, the coefficient of each for its places.
    let equations: [(&str, &[i64], i64); 6] = [
        ("`a + b + c + d = 18`", &[1; 4], 18),
        ("eight digits with sum 36", &[1; 8], 36),
        ("`3a + 5b - 7c + 4d = 12`", &[3, 5, -7, 4], 12),
        ("`17a - 23b + 41c + 59d - 37e = 100`", &[17, -23, 41, 59, -37], 100),
        ("SEND + MORE = MONEY", &[1000, 91, -90, 1, -9000, -900, 10, -1], 0),
        ("DONALD + GERALD = ROBERT", &[100_002, 1000, 200, 20, 100_000, 9900, -99_010, -1000, -1], 0),
    ];
    let encodings = [
        SumEncoding::Tree,
        SumEncoding::Columns(2),
        SumEncoding::Columns(5),
        SumEncoding::Columns(10),
        SumEncoding::Columns(100),
        SumEncoding::Auto,
    ];
    let sums = equations.into_iter().map(|(name, coefficients, bound)| {
        let sizes = encodings.iter().map(|&encoding| of_equation(coefficients, bound, encoding));
        (name.to_string(), sizes.collect())
    });
    text.push('\n');
    text.push_str(&table("digits from 0 to 9", &names(&encodings), sums));

    let channelled = size(literals(10), |sink, lits| {
        let pairs: Vec<(i64, Lit)> = (0..).zip(lits).collect();
        IntVar::from_value_literals(sink, &pairs).unwrap();
    });
    let others = [
        ("integer 0 to 9 from its value literals, with their group", channelled),
        (
            "value literals of an integer 0 to 9, with their group",
            size(digits(1), |sink, mut x| {
                x[0].value_literals(sink);
            }),
        ),
        (
            "ten digits all different",
            size(digits(10), |sink, mut x| {
                all_different(sink, &mut x, AtMostOneEncoding::Pairwise);
            }),
        ),
        (
            "product of two digits",
            size(digits(2), |sink, x| {
                product(sink, &x[0], &x[1]).unwrap();
            }),
        ),
        ("`x <= y` for digits", size(digits(2), |sink, x| at_most_variable(sink, &x[0], &x[1]))),
    ];
    text.push('\n');
    text.push_str(&table(
        "other",
        &["size".to_string()],
        others.into_iter().map(|(name, size)| (name.into(), vec![Some(size)])),
    ));
    text
}

#[test]
fn the_documented_sizes_are_those_measured() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/encodings.md");
    let document = fs::read_to_string(&path).expect("docs/encodings.md");
    let (before, rest) = document.split_once(BEGIN).expect("a begin mark");
    let (shown, after) = rest.split_once(END).expect("an end mark");
    let measured = measured();
    if shown == measured {
        return;
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{measured}{END}{after}")).expect("docs/encodings.md is writable");
    } else {
        panic!("docs/encodings.md shows other sizes; run with UPDATE_DOCS=1 to write these:\n{measured}");
    }
}

#[test]
fn auto_is_never_far_from_the_smallest() {
    for count in 2..=100 {
        let clauses = |encoding| of_at_most_one(count, encoding).clauses;
        let least = plain().iter().map(|&encoding| clauses(encoding)).min().unwrap();
        assert!(clauses(AtMostOneEncoding::Auto) <= least + least / 10 + 1, "at most one of {count}");
    }
    for count in 4..=40 {
        for bound in 2..count - 1 {
            let clauses = |encoding| of_at_most(count, bound, encoding).clauses;
            let least = clauses(CardinalityEncoding::Sequential).min(clauses(CardinalityEncoding::Totalizer));
            assert!(clauses(CardinalityEncoding::Auto) <= least, "at most {bound} of {count}");
        }
    }
}
