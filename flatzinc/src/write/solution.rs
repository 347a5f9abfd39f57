//! Solutions as MiniZinc's solvers print them.

use std::fmt::Write;

use crate::model::{Domain, Model, OutputForm, Term};

impl Model {
    /// A solution in FlatZinc's form, `x = 3;` or `xs = array2d(1..2, 1..2, [1,2,3,4]);` on a line for each output;
    /// `values` has one for each variable, 0 or 1 for Booleans.
    ///
    /// # Panics
    ///
    /// If there are fewer values than variables.
    ///
    /// ```
    /// let text = "var 1..9: x :: output_var; var bool: b;
    ///     array [1..2] of var bool: bs :: output_array([1..1, 0..1]) = [b, false]; solve satisfy;";
    /// let model = gordian_flatzinc::Model::read(text.as_bytes())?;
    /// assert_eq!(model.solution(&[3, 1]), "x = 3;\nbs = array2d(1..1, 0..1, [true,false]);\n");
    /// # Ok::<(), gordian_flatzinc::Error>(())
    /// ```
    pub fn solution(&self, values: &[i64]) -> String {
        let mut text = String::new();
        for output in &self.outputs {
            text.push_str(&output.name);
            text.push_str(" = ");
            match &output.form {
                OutputForm::Term(term) => self.write_value(&mut text, term, values),
                OutputForm::Array { dimensions, elements } => {
                    let _ = write!(text, "array{}d(", dimensions.len());
                    for (first, last) in dimensions {
                        let _ = write!(text, "{first}..{last}, ");
                    }
                    text.push('[');
                    for (at, element) in elements.iter().enumerate() {
                        text.push_str(if at > 0 { "," } else { "" });
                        self.write_value(&mut text, element, values);
                    }
                    text.push_str("])");
                }
            }
            text.push_str(";\n");
        }
        text
    }

    fn write_value(&self, text: &mut String, term: &Term, values: &[i64]) {
        // Writing to a string does not fail.
        let _ = match term {
            Term::Boolean(value) => write!(text, "{value}"),
            Term::Integer(value) => write!(text, "{value}"),
            Term::Set(set) => write!(text, "{set}"),
            Term::VariableSet(set) => write!(text, "{}", set.value(values)),
            Term::Variable(id) => match self.variables[id.index()].domain {
                Domain::Boolean => write!(text, "{}", values[id.index()] != 0),
                Domain::Integer(_) => write!(text, "{}", values[id.index()]),
            },
        };
    }
}
