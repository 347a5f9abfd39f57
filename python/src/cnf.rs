//! Formulas and the encoders that write to them.

use std::io::Write as _;
use std::path::PathBuf;

use gordian_encoders::encode::{
    AtMostOneEncoding, CardinalityEncoding, EncodingError, Relation, Sum, at_least, at_most, at_most_one, exactly,
    exactly_one,
};
use gordian_formula::dimacs::{self, ReadOptions};
use gordian_formula::{ClauseSink, Weights};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::literals::{clauses, literals};

/// A formula: clauses, and groups of which at most or exactly one literal is true.
///
/// Encoders write constraints to it; their auxiliary variables come after those that are there.
/// Every encoding keeps the number of models.
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
        let mut cnf = Cnf::default();
        if let Some(text) = text {
            let options = ReadOptions { weights: true, ..ReadOptions::default() };
            let report = dimacs::read(&text[..], &options, &mut cnf.formula);
            let report = report.map_err(|error| PyValueError::new_err(error.to_string()))?;
            cnf.formula.reserve_vars(report.num_vars());
            cnf.weights = report.literal_weights;
        }
        match from_clauses.map(|clauses| (clauses, clauses.extract::<PyRef<'_, Cnf>>())) {
            Some((_, Ok(other))) if cnf.formula.num_vars() == 0 => cnf = other.clone(),
            Some((clauses, _)) => cnf.add_all(clauses)?,
            None => {}
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
    fn append(&mut self, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        self.formula.add_clause(&literals(clause)?);
        Ok(())
    }

    /// Adds clauses, and the variables of a formula.
    fn extend(slf: &Bound<'_, Cnf>, clauses_of: &Bound<'_, PyAny>) -> PyResult<()> {
        // Its own clauses are there already.
        if slf.is(clauses_of) { Ok(()) } else { slf.try_borrow_mut()?.add_all(clauses_of) }
    }

    /// At most one of the literals is true. Encodings: group, pairwise, sequential, product,
    /// commander, bimander, auto.
    #[pyo3(signature = (lits, encoding="group"))]
    fn at_most_one(&mut self, lits: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        self.has_room(ROOM)?;
        at_most_one(&mut self.formula, &literals(lits)?, at_most_one_encoding(encoding)?);
        Ok(())
    }

    /// Exactly one of the literals is true. Encodings: as of at_most_one.
    #[pyo3(signature = (lits, encoding="group"))]
    fn exactly_one(&mut self, lits: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        self.has_room(ROOM)?;
        exactly_one(&mut self.formula, &literals(lits)?, at_most_one_encoding(encoding)?);
        Ok(())
    }

    /// At most `bound` of the literals are true. Encodings: auto, sequential, totalizer.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn at_most(&mut self, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        self.has_room(ROOM)?;
        let written = at_most(&mut self.formula, &literals(lits)?, bound, cardinality_encoding(encoding)?);
        written.map_err(refused)
    }

    /// At least `bound` of the literals are true. Encodings: as of at_most.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn at_least(&mut self, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        self.has_room(ROOM)?;
        let written = at_least(&mut self.formula, &literals(lits)?, bound, cardinality_encoding(encoding)?);
        written.map_err(refused)
    }

    /// Exactly `bound` of the literals are true. Encodings: as of at_most.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn exactly(&mut self, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        self.has_room(ROOM)?;
        let written = exactly(&mut self.formula, &literals(lits)?, bound, cardinality_encoding(encoding)?);
        written.map_err(refused)
    }

    /// The sum of the coefficients of true literals is `relation` to `bound`; relations are `==`,
    /// `!=`, `<=`, `<`, `>=` and `>`.
    fn linear(
        &mut self,
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
        self.has_room(ROOM)?;
        sum.post(&mut self.formula, relation, bound).map_err(refused)
    }

    /// The formula in DIMACS.
    fn to_dimacs(&self) -> PyResult<String> {
        let mut text = dimacs::write(&self.formula, Vec::new())?;
        for (lit, weight) in self.weights.given() {
            writeln!(text, "c p weight {lit} {weight} 0")?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

impl Cnf {
    /// Adds clauses, and the variables of what says how many it has.
    fn add_all(&mut self, clauses_of: &Bound<'_, PyAny>) -> PyResult<()> {
        clauses(clauses_of)?.iter().for_each(|clause| self.formula.add_clause(clause));
        if let Ok(num_vars) = clauses_of.getattr("nv").and_then(|num_vars| num_vars.extract::<i32>()) {
            self.formula.reserve_vars(usize::try_from(num_vars).unwrap_or(0));
        }
        Ok(())
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
