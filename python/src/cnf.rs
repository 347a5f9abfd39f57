//! Formulas and the encoders that write to them.

use std::io::Write as _;
use std::path::PathBuf;

use gordian_encoders::encode::{
    AtMostOneEncoding, CardinalityEncoding, EncodingError, Relation, Sum, at_least, at_most, at_most_one, exactly,
    exactly_one,
};
use gordian_formula::dimacs::{self, ReadOptions};
use gordian_formula::{ClauseSink, GroupKind, Lit, LiteralWeight, Var, Weights};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::literals::{clauses, literal, literals};

/// A formula: clauses, and groups of which at most or exactly one literal is true.
///
/// Encoders write constraints to it; their auxiliary variables come after those that are there.
/// Every encoding keeps the number of models.
// Methods read their arguments before they borrow the formula: to read them runs the caller's code, such as a generator
// that asks this formula, or lets another thread run that does.
#[pyclass(name = "CNF", module = "gordian")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Cnf {
    pub(crate) formula: gordian_formula::Cnf,
    /// The weights of literals, which came with a text.
    weights: Weights,
}

/// The number of variables that encoders may add at least: they count them in 31 bits.
const ROOM: usize = 1 << 24;

#[pymethods]
impl Cnf {
    /// A formula of these clauses, of a text in DIMACS, or of a file in DIMACS.
    #[new]
    #[pyo3(signature = (from_clauses=None, *, from_string=None, from_file=None))]
    fn new(
        from_clauses: Option<&Bound<'_, PyAny>>,
        from_string: Option<&str>,
        from_file: Option<PathBuf>,
    ) -> PyResult<Cnf> {
        let text = match (from_string, from_file) {
            (Some(text), None) => Some(text.as_bytes().to_vec()),
            (None, Some(path)) => Some(std::fs::read(path)?),
            (None, None) => None,
            (Some(_), Some(_)) => return Err(PyValueError::new_err("a formula is read from one place")),
        };
        let mut cnf = text.map(|text| Cnf::read(&text)).transpose()?.unwrap_or_default();
        if let Some(clauses_of) = from_clauses {
            cnf.add_all(&Given::read(clauses_of)?)?;
        }
        Ok(cnf)
    }

    /// The number of variables.
    #[getter]
    fn nv(&self) -> usize {
        self.formula.num_vars()
    }

    /// The clauses, with groups written as clauses.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        let expanded = self.formula.expanded();
        expanded.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
    }

    fn __len__(&self) -> usize {
        self.formula.num_expanded_clauses() as usize
    }

    fn __repr__(&self) -> String {
        format!("<CNF: {} variables, {} clauses>", self.formula.num_vars(), self.formula.num_expanded_clauses())
    }

    /// A new variable.
    fn new_var(&mut self) -> PyResult<i32> {
        self.has_room(1)?;
        Ok(self.formula.new_var().to_dimacs())
    }

    /// Adds a clause.
    fn append(slf: &Bound<'_, Cnf>, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        let clause = literals(clause)?;
        slf.try_borrow_mut()?.formula.add_clause(&clause);
        Ok(())
    }

    /// Adds clauses; or all of another formula, with its variables, weights and projection. If it names
    /// visible variables, these are visible here, too, and so is what was visible before. If it gives a
    /// variable other weights than it has here, that is a ValueError, and nothing is added.
    fn extend(slf: &Bound<'_, Cnf>, clauses_of: &Bound<'_, PyAny>) -> PyResult<()> {
        // Its own clauses are there already.
        if slf.is(clauses_of) {
            return Ok(());
        }
        let given = Given::read(clauses_of)?;
        slf.try_borrow_mut()?.add_all(&given)
    }

    /// At most one of the literals is true. Encodings: group, pairwise, sequential, product,
    /// commander, bimander, auto.
    #[pyo3(signature = (lits, encoding="group"))]
    fn at_most_one(slf: &Bound<'_, Cnf>, lits: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        let (lits, encoding) = (literals(lits)?, at_most_one_encoding(encoding)?);
        at_most_one(&mut Cnf::with_room(slf)?.formula, &lits, encoding);
        Ok(())
    }

    /// Exactly one of the literals is true. Encodings: as of at_most_one.
    #[pyo3(signature = (lits, encoding="group"))]
    fn exactly_one(slf: &Bound<'_, Cnf>, lits: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        let (lits, encoding) = (literals(lits)?, at_most_one_encoding(encoding)?);
        exactly_one(&mut Cnf::with_room(slf)?.formula, &lits, encoding);
        Ok(())
    }

    /// At most `bound` of the literals are true. Encodings: auto, sequential, totalizer.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn at_most(slf: &Bound<'_, Cnf>, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        let (lits, encoding) = (literals(lits)?, cardinality_encoding(encoding)?);
        at_most(&mut Cnf::with_room(slf)?.formula, &lits, bound, encoding).map_err(refused)
    }

    /// At least `bound` of the literals are true. Encodings: as of at_most.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn at_least(slf: &Bound<'_, Cnf>, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        let (lits, encoding) = (literals(lits)?, cardinality_encoding(encoding)?);
        at_least(&mut Cnf::with_room(slf)?.formula, &lits, bound, encoding).map_err(refused)
    }

    /// Exactly `bound` of the literals are true. Encodings: as of at_most.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn exactly(slf: &Bound<'_, Cnf>, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        let (lits, encoding) = (literals(lits)?, cardinality_encoding(encoding)?);
        exactly(&mut Cnf::with_room(slf)?.formula, &lits, bound, encoding).map_err(refused)
    }

    /// The sum of the coefficients of true literals is `relation` to `bound`; relations are `==`,
    /// `!=`, `<=`, `<`, `>=` and `>`.
    fn linear(
        slf: &Bound<'_, Cnf>,
        coefficients: &Bound<'_, PyAny>,
        lits: &Bound<'_, PyAny>,
        relation: &str,
        bound: i64,
    ) -> PyResult<()> {
        let lits = literals(lits)?;
        let coefficients: Vec<i64> =
            coefficients.try_iter()?.map(|number| number?.extract()).collect::<PyResult<_>>()?;
        if lits.len() != coefficients.len() {
            let message = format!("there are {} coefficients for {} literals", coefficients.len(), lits.len());
            return Err(PyValueError::new_err(message));
        }
        let relation = match relation {
            "==" | "=" => Relation::Equal,
            "!=" => Relation::NotEqual,
            "<=" => Relation::AtMost,
            "<" => Relation::Less,
            ">=" => Relation::AtLeast,
            ">" => Relation::Greater,
            other => return Err(PyValueError::new_err(format!("`{other}` is no relation: ==, !=, <=, <, >= or >"))),
        };
        let mut sum = Sum::new();
        coefficients.into_iter().zip(lits).for_each(|(coefficient, lit)| sum.add_literal(coefficient, lit));
        sum.post(&mut Cnf::with_room(slf)?.formula, relation, bound).map_err(refused)
    }

    /// The formula in DIMACS.
    fn to_dimacs(&self) -> PyResult<String> {
        self.text_with(&self.formula)
    }

    fn __copy__(&self) -> Cnf {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Cnf {
        self.clone()
    }

    /// The formula in DIMACS without its groups, and the groups, since a group has very many clauses.
    fn __reduce__<'py>(slf: &Bound<'py, Cnf>) -> PyResult<(Bound<'py, PyType>, (), Kept)> {
        let cnf = slf.try_borrow()?;
        let mut without_groups = gordian_formula::Cnf::new();
        without_groups.reserve_vars(cnf.formula.num_vars());
        cnf.formula.clauses().for_each(|clause| without_groups.add_clause(clause));
        without_groups.set_visible(cnf.formula.visible());
        let numbers = |lits: &[Lit]| lits.iter().map(|lit| lit.to_dimacs()).collect();
        let groups =
            cnf.formula.groups().map(|group| (group.kind == GroupKind::ExactlyOne, numbers(group.members))).collect();
        Ok((slf.get_type(), (), (cnf.text_with(&without_groups)?, groups)))
    }

    /// Takes what `__reduce__` kept in place of what there is.
    fn __setstate__(slf: &Bound<'_, Cnf>, state: Kept) -> PyResult<()> {
        let (text, groups) = state;
        let mut cnf = Cnf::read(text.as_bytes())?;
        for (is_exactly_one, members) in groups {
            let members = members.into_iter().map(|number| literal(number.into())).collect::<PyResult<Vec<Lit>>>()?;
            match is_exactly_one {
                true => cnf.formula.add_exactly_one(&members),
                false => cnf.formula.add_at_most_one(&members),
            }
        }
        *slf.try_borrow_mut()? = cnf;
        Ok(())
    }
}

/// A formula as it is pickled: a text in DIMACS without groups; and the groups, of each whether exactly
/// one literal is true.
type Kept = (String, Vec<(bool, Vec<i32>)>);

/// Clauses that were read from an object of Python.
pub(crate) enum Given<'py> {
    Formula(PyRef<'py, Cnf>),
    Clauses {
        clauses: Vec<Vec<Lit>>,
        /// The number of variables, if the object says it; else 0.
        num_vars: usize,
    },
}

impl Given<'_> {
    pub(crate) fn read<'py>(clauses_of: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
        if let Ok(cnf) = clauses_of.cast::<Cnf>() {
            return Ok(Given::Formula(cnf.try_borrow()?));
        }
        let clauses = clauses(clauses_of)?;
        let num_vars = clauses_of.getattr("nv").and_then(|num_vars| num_vars.extract::<i32>());
        Ok(Given::Clauses { clauses, num_vars: num_vars.map_or(0, |number| usize::try_from(number).unwrap_or(0)) })
    }
}

impl Cnf {
    /// A formula in DIMACS.
    fn read(text: &[u8]) -> PyResult<Cnf> {
        let mut cnf = Cnf::default();
        let options = ReadOptions { weights: true, ..ReadOptions::default() };
        let report = dimacs::read(text, &options, &mut cnf.formula);
        let report = report.map_err(|error| PyValueError::new_err(error.to_string()))?;
        cnf.formula.reserve_vars(report.num_vars());
        cnf.weights = report.literal_weights;
        Ok(cnf)
    }

    /// A formula in DIMACS, with the weights of this one.
    fn text_with(&self, formula: &gordian_formula::Cnf) -> PyResult<String> {
        let mut text = dimacs::write(formula, Vec::new())?;
        for (lit, weight) in self.weights.given() {
            writeln!(text, "c p weight {lit} {weight} 0")?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn add_all(&mut self, given: &Given<'_>) -> PyResult<()> {
        match given {
            Given::Formula(other) => self.add_formula(other),
            Given::Clauses { clauses, num_vars } => {
                clauses.iter().for_each(|clause| self.formula.add_clause(clause));
                self.formula.reserve_vars(*num_vars);
                Ok(())
            }
        }
    }

    /// Adds all of another formula, or nothing if it has other weights for a variable.
    fn add_formula(&mut self, other: &Cnf) -> PyResult<()> {
        let differ = |&var: &Var| {
            let here = weights_of(&self.weights, var);
            here[0] != LiteralWeight::One && here != weights_of(&other.weights, var)
        };
        if let Some(var) = other.weights.vars().find(differ) {
            let message = format!("the weights of variable {} differ in the two formulas", var.positive());
            return Err(PyValueError::new_err(message));
        }
        if let Some(shown) = other.formula.visible() {
            // All variables here are shown where none are named, and they stay so.
            let shown_here = self.formula.projection();
            self.formula.add_visible(&shown_here);
            self.formula.add_visible(shown);
        }
        other.formula.feed_constraints(&mut self.formula);
        self.formula.reserve_vars(other.formula.num_vars());
        for (lit, weight) in other.weights.given() {
            self.weights.set(lit, weight.clone());
        }
        Ok(())
    }

    /// The formula, if the numbers that are left suffice for the variables of an encoder.
    fn with_room<'py>(slf: &Bound<'py, Cnf>) -> PyResult<PyRefMut<'py, Cnf>> {
        let cnf = slf.try_borrow_mut()?;
        cnf.has_room(ROOM)?;
        Ok(cnf)
    }

    /// Refuses to number more variables than there are numbers.
    fn has_room(&self, vars: usize) -> PyResult<()> {
        if i32::MAX as usize - self.formula.num_vars() >= vars {
            return Ok(());
        }
        let message = format!("{} variables leave no numbers for others", self.formula.num_vars());
        Err(PyValueError::new_err(message))
    }
}

/// The weights of both literals of a variable.
fn weights_of(weights: &Weights, var: Var) -> [LiteralWeight<'_>; 2] {
    [weights.of(var.positive()), weights.of(var.negative())]
}

fn refused(error: EncodingError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn at_most_one_encoding(name: &str) -> PyResult<AtMostOneEncoding> {
    Ok(match name {
        "group" => AtMostOneEncoding::Group,
        "pairwise" => AtMostOneEncoding::Pairwise,
        "sequential" => AtMostOneEncoding::Sequential,
        "product" => AtMostOneEncoding::Product,
        "commander" => AtMostOneEncoding::Commander,
        "bimander" => AtMostOneEncoding::Bimander,
        "auto" => AtMostOneEncoding::Auto,
        other => return Err(PyValueError::new_err(format!("`{other}` is no encoding of at most one"))),
    })
}

fn cardinality_encoding(name: &str) -> PyResult<CardinalityEncoding> {
    Ok(match name {
        "auto" => CardinalityEncoding::Auto,
        "sequential" => CardinalityEncoding::Sequential,
        "totalizer" => CardinalityEncoding::Totalizer,
        other => return Err(PyValueError::new_err(format!("`{other}` is no encoding of a cardinality"))),
    })
}
