//! At most one and exactly one of some literals.

use gordian_formula::{ClauseSink, Lit};

use super::gate::any_literal;

/// How "at most one of these" is written.
///
/// Every one of them keeps the model count: auxiliary variables are defined in both directions, also in those
/// encodings whose authors define them in one. Up to three literals all but [`AtMostOneEncoding::Group`] are pairwise.
/// Sizes for `n` literals are in `docs/encodings.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMostOneEncoding {
    /// One native group, handed to the sink: the best where a solver of this workspace stands behind it.
    /// A sink without groups writes it pairwise.
    #[default]
    Group,
    /// A clause for each pair, no auxiliary variables.
    Pairwise,
    /// A ladder: "one of the first `i`" (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints",
    /// 2005).
    Sequential,
    /// Rows and columns of a grid (Chen, "A new SAT encoding of the at-most-one constraint", 2010).
    Product,
    /// A commander for each three (Klieber & Kwon, "Efficient CNF encoding for selecting 1 from N objects", 2007).
    Commander,
    /// The number of the true literal's pair in binary (Hölldobler & Nguyen, "An efficient encoding of the at-most-one
    /// constraint", 2013).
    Bimander,
    /// For sinks that hold plain clauses: pairwise or one of the others, by the number of literals.
    Auto,
}

impl AtMostOneEncoding {
    /// All of them, in the order of the documents.
    pub const ALL: [AtMostOneEncoding; 7] = [
        AtMostOneEncoding::Group,
        AtMostOneEncoding::Pairwise,
        AtMostOneEncoding::Sequential,
        AtMostOneEncoding::Product,
        AtMostOneEncoding::Commander,
        AtMostOneEncoding::Bimander,
        AtMostOneEncoding::Auto,
    ];
}

/// Up to this many literals, no auxiliary variable pays for itself in any encoding.
const ALWAYS_PAIRWISE: usize = 3;

/// Up to this many literals [`AtMostOneEncoding::Auto`] writes pairs, no more clauses than any other encoding takes.
const AUTO_PAIRWISE: usize = 6;

/// Up to this many literals it writes commanders, and the product beyond: each takes the fewest clauses in its range,
/// and commanders also the fewest propagations. The measured tables stand in `docs/encodings.md`.
const AUTO_COMMANDER: usize = 45;

/// At most one of these literals is true. A literal that stands twice counts twice, so it must be false.
///
/// Keeps the model count: yes, in every encoding.
pub fn at_most_one<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit], encoding: AtMostOneEncoding) {
    write(sink, lits, encoding, Zero::Allowed);
}

/// Exactly one of these literals is true; of none of them, that is a contradiction.
///
/// Keeps the model count: yes, in every encoding.
pub fn exactly_one<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit], encoding: AtMostOneEncoding) {
    if encoding == AtMostOneEncoding::Group {
        sink.add_exactly_one(lits);
    } else {
        sink.add_clause(lits);
        write(sink, lits, encoding, Zero::Excluded);
    }
}

/// Whether the literals may all be false. Some definitions follow from the rest where they may not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zero {
    Allowed,
    Excluded,
}

fn write<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit], encoding: AtMostOneEncoding, zero: Zero) {
    match encoding {
        AtMostOneEncoding::Group => sink.add_at_most_one(lits),
        AtMostOneEncoding::Pairwise => pairwise(sink, lits),
        _ if lits.len() <= ALWAYS_PAIRWISE => pairwise(sink, lits),
        AtMostOneEncoding::Sequential => sequential(sink, lits),
        AtMostOneEncoding::Product => product(sink, lits),
        AtMostOneEncoding::Commander => commander(sink, lits),
        AtMostOneEncoding::Bimander => bimander(sink, lits, zero),
        AtMostOneEncoding::Auto if lits.len() <= AUTO_PAIRWISE => pairwise(sink, lits),
        AtMostOneEncoding::Auto if lits.len() <= AUTO_COMMANDER => commander(sink, lits),
        AtMostOneEncoding::Auto => product(sink, lits),
    }
}

fn pairwise<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit]) {
    for (position, &first) in lits.iter().enumerate() {
        for &second in &lits[position + 1..] {
            sink.add_clause(&[!first, !second]);
        }
    }
}

fn sequential<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit]) {
    let mut one_before = lits[0];
    for &lit in &lits[1..lits.len() - 1] {
        sink.add_clause(&[!one_before, !lit]);
        let one = sink.new_var().positive();
        sink.add_clause(&[!one_before, one]);
        sink.add_clause(&[!lit, one]);
        sink.add_clause(&[!one, one_before, lit]);
        one_before = one;
    }
    sink.add_clause(&[!one_before, !lits[lits.len() - 1]]);
}

fn product<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit]) {
    let width = (1..).find(|width| width * width >= lits.len()).unwrap_or(1);
    let rows: Vec<Lit> = lits.chunks(width).map(|row| any_literal(sink, row)).collect();
    let mut column = Vec::new();
    let columns: Vec<Lit> = (0..width)
        .map(|first| {
            column.clear();
            column.extend(lits.iter().skip(first).step_by(width));
            any_literal(sink, &column)
        })
        .collect();
    for side in [rows, columns] {
        // Four lines are six pairs, as many as the clauses of a two by two grid.
        if side.len() <= 4 { pairwise(sink, &side) } else { product(sink, &side) }
    }
}

fn commander<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit]) {
    if lits.len() <= 4 {
        return pairwise(sink, lits);
    }
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(3));
    for squad in lits.chunks(3) {
        pairwise(sink, squad);
        commanders.push(any_literal(sink, squad));
    }
    commander(sink, &commanders);
}

fn bimander<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit], zero: Zero) {
    let pairs = lits.len().div_ceil(2);
    for pair in lits.chunks(2) {
        pairwise(sink, pair);
    }
    let mut set = Vec::new();
    for digit in 0..pairs.next_power_of_two().trailing_zeros() {
        let bit = sink.new_var().positive();
        set.clear();
        for (number, pair) in lits.chunks(2).enumerate() {
            let is_set = number >> digit & 1 == 1;
            for &lit in pair {
                sink.add_clause(&[!lit, if is_set { bit } else { !bit }]);
            }
            if is_set {
                set.extend_from_slice(pair);
            }
        }
        // Without a true literal the number would be free, and each of its values would be a model.
        if zero == Zero::Allowed {
            set.push(!bit);
            sink.add_clause(&set);
        }
    }
}
