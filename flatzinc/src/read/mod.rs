//! Files into models.

mod classic;
mod names;

use crate::error::Error;
use crate::model::Model;

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// If the text is not FlatZinc, or needs what is not supported: variables that are floats or sets. Such variables
    /// may be declared, and are left out unless something names them.
    ///
    /// ```
    /// let text = "var 1..3: x :: output_var;\nconstraint int_le(2, x);\nsolve minimize x;\n";
    /// let model = gordian_flatzinc::Model::read(text.as_bytes())?;
    /// assert_eq!(model.variables.len(), 1);
    /// assert_eq!(model.constraints[0].name, "int_le");
    ///
    /// let error = gordian_flatzinc::Model::read(b"constraint int_le(2, y);").unwrap_err();
    /// let expected = "line 1, column 22: `y`: no variable, parameter or array of this name is declared before";
    /// assert_eq!(error.to_string(), expected);
    /// # Ok::<(), gordian_flatzinc::Error>(())
    /// ```
    pub fn read(text: &[u8]) -> Result<Model, Error> {
        classic::read(text)
    }
}
