//! The names of the files in the folder of a certificate.

/// The claim. It takes its name last, so that a folder that holds it is complete.
pub(crate) const CLAIM: &str = "certificate.txt";
/// The solutions listed.
pub(crate) const MODELS: &str = "models.txt";
/// The generators of the symmetry group, as `--symmetry` reads them.
pub(crate) const SYMMETRY: &str = "symmetry.txt";
/// The proof that the list is complete.
pub(crate) const PROOF: &str = "proof.drat";
/// The formula that is counted.
pub(crate) const FORMULA: &str = "formula.cnf";
/// The formula that the proof refutes.
pub(crate) const REFUTED: &str = "refuted.cnf";

/// All files.
pub(crate) const PARTS: [&str; 6] = [CLAIM, MODELS, SYMMETRY, PROOF, FORMULA, REFUTED];
