//! Formulas and the encoders that write to them.

use std::path::PathBuf;

use gordian_encoders::encode::{
    AtMostOneEncoding, CardinalityEncoding, EncodingError, Relation, Sum, at_least, at_most, at_most_one, exactly,
    exactly_one,
};
use gordian_formula::ClauseSink;
use gordian_formula::dimacs::{self, ReadOptions};
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
}

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
            (Some(text), None) => Some(text.to_owned()),
            (None, Some(path)) => Some(std::fs::read_to_string(path)?),
            (None, None) => None,
            (Some(_), Some(_)) => return Err(PyValueError::new_err("a formula is read from one place")),
        };
        let mut cnf = Cnf::default();
        if let Some(text) = text {
            let report = dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut cnf.formula);
            let report = report.map_err(|error| PyValueError::new_err(error.to_string()))?;
            cnf.formula.reserve_vars(report.num_vars());
        }
        if let Some(clauses) = from_clauses {
            cnf.extend(clauses)?;
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
    fn new_var(&mut self) -> i32 {
        self.formula.new_var().to_dimacs()
    }

    /// Adds a clause.
    fn append(&mut self, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        self.formula.add_clause(&literals(clause)?);
        Ok(())
    }

    /// Adds clauses.
    fn extend(&mut self, clauses_of: &Bound<'_, PyAny>) -> PyResult<()> {
        clauses(clauses_of)?.iter().for_each(|clause| self.formula.add_clause(clause));
        Ok(())
    }

    /// At most one of the literals is true. Encodings: group, pairwise, sequential, product,
    /// commander, bimander, auto.
    #[pyo3(signature = (lits, encoding="group"))]
    fn at_most_one(&mut self, lits: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        at_most_one(&mut self.formula, &literals(lits)?, at_most_one_encoding(encoding)?);
        Ok(())
    }

    /// Exactly one of the literals is true. Encodings: as of at_most_one.
    #[pyo3(signature = (lits, encoding="group"))]
    fn exactly_one(&mut self, lits: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        exactly_one(&mut self.formula, &literals(lits)?, at_most_one_encoding(encoding)?);
        Ok(())
    }

    /// At most `bound` of the literals are true. Encodings: auto, sequential, totalizer.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn at_most(&mut self, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        let written = at_most(&mut self.formula, &literals(lits)?, bound, cardinality_encoding(encoding)?);
        written.map_err(refused)
    }

    /// At least `bound` of the literals are true. Encodings: as of at_most.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn at_least(&mut self, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
        let written = at_least(&mut self.formula, &literals(lits)?, bound, cardinality_encoding(encoding)?);
        written.map_err(refused)
    }

    /// Exactly `bound` of the literals are true. Encodings: as of at_most.
    #[pyo3(signature = (lits, bound, encoding="auto"))]
    fn exactly(&mut self, lits: &Bound<'_, PyAny>, bound: usize, encoding: &str) -> PyResult<()> {
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
        sum.post(&mut self.formula, relation, bound).map_err(refused)
    }

    /// The formula in DIMACS.
    fn to_dimacs(&self) -> PyResult<String> {
        let text = dimacs::write(&self.formula, Vec::new())?;
        Ok(String::from_utf8_lossy(&text).into_owned())
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
