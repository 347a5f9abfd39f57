//! Files into models.

mod classic;
mod json;
mod names;
mod output_shape;

use crate::error::Error;
use crate::model::Model;

impl Model {
    /// Reads a model: classic FlatZinc or, if the text begins with `{`, FlatZinc in JSON.
    ///
    /// # Errors
    ///
    /// If the text is not FlatZinc, or needs what is not supported: variables that are floats, or sets without bounds.
    /// Such variables may be declared, and are left out unless something names them.
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
        let first = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).iter().find(|byte| !byte.is_ascii_whitespace());
        // An item of the classic format may also begin like this: `{1, 3}: x = 3;`.
        let is_json =
            first == Some(&b'{') && text.iter().filter(|byte| !byte.is_ascii_whitespace()).nth(1) == Some(&b'"');
        if is_json { json::read(text) } else { classic::read(text) }
    }
}
