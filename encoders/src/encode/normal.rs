//! A sum in normal form, and the totals that a comparison allows it.

use bumpalo::Bump;
use gordian_formula::{ClauseSink, Lit};

use super::cardinality::MAX_CLAUSES;
use super::classes::Classes;
use super::columns::{Addend, Columns, Question};
use super::error::go_on;
use super::int_var::{checked, gcd};
use super::plan::{Plan, Room, Shape};
use super::totalizer::Part;
use super::truth::add_any;
use super::{CardinalityEncoding, EncodingError, Truth, any_of, between};

/// How a sum compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    AtMost,
    /// `<`
    Less,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

/// How a linear sum is written. Every form keeps the model count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumEncoding {
    /// A count of literals where it is one; else the tree, unless that takes many clauses and columns in some base take
    /// far fewer: see `docs/encodings.md`.
    #[default]
    Auto,
    /// A tree of partial sums in order encoding (Tamura, Taga, Kitagawa & Banbara, "Compiling finite linear CSP into
    /// SAT", 2009; the tree as in Bailleux & Boufkhad, 2003), neighbours with the smallest sum added first.
    Tree,
    /// Column by column in this base, each column a tree, the carry a view on its total.
    Columns(u32),
}

pub(crate) const TOO_LARGE: EncodingError = EncodingError::SumTooLarge { limit: MAX_CLAUSES };

/// A tree of at most this many clauses is not compared with columns.
const FEW_CLAUSES: u64 = 4000;

/// How many times the clauses of the columns a tree may take and still be preferred: it propagates more.
const TREE_WORTH: u64 = 6;

/// The bases that are tried for columns.
const BASES: [i64; 14] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 60, 100, 256, 1000];

/// `divisor * (sum of addends) + constant`.
///
/// Invariant: the coefficients have no common divisor; the sum of the addends is from `lower` to `upper`, and neither
/// these nor any partial sum leave the range of magnitudes.
pub(crate) struct Normal<'a> {
    pub(crate) addends: Vec<Addend<'a>>,
    pub(crate) divisor: i64,
    pub(crate) constant: i64,
    lower: i64,
    upper: i64,
}

impl<'a> Normal<'a> {
    pub(crate) fn new(mut addends: Vec<Addend<'a>>, constant: i64) -> Result<Normal<'a>, EncodingError> {
        let divisor = addends.iter().fold(0, |divisor, addend| gcd(divisor, addend.coefficient.unsigned_abs()));
        let divisor = divisor.max(1) as i64;
        let (mut lower, mut upper) = (0, 0);
        for addend in &mut addends {
            addend.coefficient /= divisor;
            let end = i128::from(addend.coefficient) * i128::from(addend.greatest());
            lower = i128::from(checked(lower + end.min(0))?);
            upper = i128::from(checked(upper + end.max(0))?);
        }
        addends.sort_by_key(|addend| (addend.coefficient.unsigned_abs(), addend.values.len()));
        Ok(Normal { addends, divisor, constant, lower: lower as i64, upper: upper as i64 })
    }

    pub(crate) fn plan_tree<'b>(
        &self,
        bump: &'b Bump,
        targets: Option<Classes<'_>>,
        room: Room<'_>,
    ) -> Option<Plan<'b>> {
        let classes = self.addends.iter().map(|addend| addend.classes(bump, addend.coefficient));
        Plan::new(bump, &classes.collect::<Vec<_>>(), targets, Shape::Greedy, room)
    }

    pub(crate) fn parts<'b>(&self, bump: &'b Bump) -> Vec<Part<'b>> {
        self.addends.iter().map(|addend| addend.part(bump, addend.coefficient)).collect()
    }

    /// Literals of which the sum counts the true ones, and by how much it falls short of their number.
    fn counted(&self) -> Option<(Vec<Lit>, i64)> {
        let mut short = 0;
        let mut lits = Vec::with_capacity(self.addends.len());
        for addend in &self.addends {
            match (addend.coefficient, addend.values, addend.order) {
                (1, [0, 1], &[lit]) => lits.push(lit),
                (-1, [0, 1], &[lit]) => {
                    lits.push(!lit);
                    short += 1;
                }
                _ => return None,
            }
        }
        Some((lits, short))
    }
}

/// The totals of the addends that a comparison allows.
pub(crate) struct Allowed {
    /// Within the bounds of the sum, but for one step beyond them where nothing lies between.
    least: i64,
    greatest: i64,
    /// Whether the totals between them are those allowed, or all others.
    inside: bool,
}

/// One set of columns for each question, with the addends it asks about.
type PlannedColumns<'a, 'b> = Vec<(Vec<Addend<'a>>, Columns<'b>)>;

/// The form that is to be written.
enum Chosen<'a, 'b> {
    Tree(Plan<'b>),
    Columns(PlannedColumns<'a, 'b>),
}

impl Allowed {
    pub(crate) fn new(relation: Relation, bound: i64, normal: &Normal<'_>) -> Allowed {
        let bound = i128::from(bound) - i128::from(normal.constant);
        let divisor = i128::from(normal.divisor);
        let (lower, upper) = (i128::from(normal.lower), i128::from(normal.upper));
        let floor = |number: i128| number.div_euclid(divisor);
        let ceiling = |number: i128| -(-number).div_euclid(divisor);
        let (least, greatest) = match relation {
            Relation::AtMost => (lower, floor(bound)),
            Relation::Less => (lower, floor(bound - 1)),
            Relation::AtLeast => (ceiling(bound), upper),
            Relation::Greater => (ceiling(bound + 1), upper),
            Relation::Equal | Relation::NotEqual => (ceiling(bound), floor(bound)),
        };
        Allowed {
            least: least.clamp(lower, upper + 1) as i64,
            greatest: greatest.clamp(lower - 1, upper) as i64,
            inside: relation != Relation::NotEqual,
        }
    }

    /// The answer, where the bounds of the sum decide it.
    pub(crate) fn decided(&self, normal: &Normal<'_>) -> Option<bool> {
        if self.least > self.greatest {
            Some(!self.inside)
        } else if self.least == normal.lower && self.greatest == normal.upper {
            Some(self.inside)
        } else {
            None
        }
    }

    /// Demands an allowed total.
    pub(crate) fn post<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        normal: &Normal<'_>,
        encoding: SumEncoding,
    ) -> Result<(), EncodingError> {
        if encoding == SumEncoding::Auto
            && self.inside
            && let Some((lits, short)) = normal.counted()
        {
            let (least, greatest) = ((self.least + short) as usize, (self.greatest + short) as usize);
            return between(sink, &lits, least, greatest, CardinalityEncoding::Auto);
        }
        let bump = Bump::new();
        let targets = if self.inside {
            Classes::intervals(&bump, [(self.least, self.greatest)])
        } else {
            Classes::intervals(&bump, [(i64::MIN, self.least - 1), (self.greatest + 1, i64::MAX)])
        };
        let questions = match (self.inside, self.least == self.greatest) {
            (true, true) => vec![(1, -self.least, Question::Zero)],
            (true, false) if self.least == normal.lower => vec![(1, -self.greatest - 1, Question::Negative)],
            (true, false) => vec![(-1, self.least - 1, Question::Negative)],
            (false, _) => self.both_sides(),
        };
        match choose(sink, &bump, normal, targets, &questions, encoding)? {
            Chosen::Tree(plan) => {
                plan.write(sink, &normal.parts(&bump));
            }
            Chosen::Columns(columns) => {
                let answers = write_columns(sink, &bump, &columns);
                if let &[below, above] = &answers[..] {
                    add_any(sink, [below, above]);
                }
            }
        }
        Ok(())
    }

    /// Whether the total is an allowed one.
    pub(crate) fn truth<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        normal: &Normal<'_>,
        encoding: SumEncoding,
    ) -> Result<Truth, EncodingError> {
        let bump = Bump::new();
        let below = (self.least > normal.lower).then(|| (i64::MIN, self.least - 1));
        let above = (self.greatest < normal.upper).then(|| (self.greatest + 1, i64::MAX));
        let within = (self.least, self.greatest);
        let targets = Classes::intervals(&bump, below.into_iter().chain([within]).chain(above));
        let questions = match (below, above) {
            (None, _) => vec![(-1, self.greatest, Question::IsNegative)],
            (_, None) => vec![(1, -self.least, Question::IsNegative)],
            _ => self.both_sides(),
        };
        let outside = match choose(sink, &bump, normal, targets, &questions, encoding)? {
            Chosen::Tree(plan) => {
                let total = plan.write(sink, &normal.parts(&bump));
                let reaches = |sum: i64| total.reaches(total.classes.first_from(sum));
                let above = if self.greatest < normal.upper { reaches(self.greatest + 1) } else { Truth::Never };
                any_of(sink, [!reaches(self.least), above])
            }
            Chosen::Columns(columns) => {
                let answers = write_columns(sink, &bump, &columns);
                any_of(sink, answers)
            }
        };
        Ok(if self.inside { !outside } else { outside })
    }

    /// Whether the total is less than the least of the range, and whether it is greater than the greatest.
    fn both_sides(&self) -> Vec<(i64, i64, Question)> {
        vec![(1, -self.least, Question::IsNegative), (-1, self.greatest, Question::IsNegative)]
    }
}

/// Columns answer questions about `sign * sum + constant`.
fn choose<'a, 'b, S: ClauseSink + ?Sized>(
    sink: &S,
    bump: &'b Bump,
    normal: &Normal<'a>,
    targets: Classes<'_>,
    questions: &[(i64, i64, Question)],
    encoding: SumEncoding,
) -> Result<Chosen<'a, 'b>, EncodingError> {
    let room = Room { clauses: MAX_CLAUSES, is_over: &|| sink.is_over() };
    let tree = |clauses| normal.plan_tree(bump, Some(targets), room.of(clauses)).map(Chosen::Tree);
    let columns = |base| columns(bump, normal, questions, base, room).map(|(columns, _)| columns);
    let chosen = match encoding {
        SumEncoding::Tree => tree(MAX_CLAUSES),
        SumEncoding::Columns(base) if base < 2 => return Err(EncodingError::BadBase(base)),
        SumEncoding::Columns(base) => columns(i64::from(base)).map(Chosen::Columns),
        SumEncoding::Auto => tree(FEW_CLAUSES).or_else(|| match cheapest_base(normal, questions, room) {
            Some((base, clauses)) => {
                tree(TREE_WORTH.saturating_mul(clauses).min(MAX_CLAUSES)).or_else(|| columns(base).map(Chosen::Columns))
            }
            None => tree(MAX_CLAUSES),
        }),
    };
    // Nothing is known of the size where the time is over.
    go_on(sink)?;
    chosen.ok_or(TOO_LARGE)
}

/// The base whose columns take the fewest clauses, and that number.
fn cheapest_base(normal: &Normal<'_>, questions: &[(i64, i64, Question)], room: Room<'_>) -> Option<(i64, u64)> {
    let greatest = normal.addends.iter().map(|addend| addend.coefficient.abs()).max()?;
    let mut scratch = Bump::new();
    let mut best: Option<(i64, u64)> = None;
    for base in BASES.into_iter().filter(|&base| base / 2 < greatest) {
        let room = room.of(best.map_or(room.clauses, |(_, clauses)| clauses - 1));
        if let Some((_, clauses)) = columns(&scratch, normal, questions, base, room) {
            best = Some((base, clauses));
        }
        scratch.reset();
    }
    best
}

fn columns<'a, 'b>(
    bump: &'b Bump,
    normal: &Normal<'a>,
    questions: &[(i64, i64, Question)],
    base: i64,
    room: Room<'_>,
) -> Option<(PlannedColumns<'a, 'b>, u64)> {
    let mut planned = Vec::with_capacity(questions.len());
    let mut clauses = 0;
    for &(sign, constant, question) in questions {
        let signed = |addend: &Addend<'a>| Addend { coefficient: sign * addend.coefficient, ..*addend };
        let addends: Vec<Addend<'a>> = normal.addends.iter().map(signed).collect();
        let columns = Columns::new(bump, &addends, constant, question, base, room.after(clauses)?)?;
        clauses += columns.clauses();
        planned.push((addends, columns));
    }
    Some((planned, clauses))
}

fn write_columns<'b, S: ClauseSink + ?Sized>(
    sink: &mut S,
    bump: &'b Bump,
    columns: &[(Vec<Addend<'_>>, Columns<'b>)],
) -> Vec<Truth> {
    columns.iter().map(|(addends, columns)| columns.write(sink, bump, addends)).collect()
}
