//! Variables that a propagator of the caller brings.

use gordian_formula::Lit;

use crate::engine::{Call, Engine};

/// The propagator's literal inside. Its variable is made if it is new, at whatever level the search is.
pub(crate) fn internal(lit: Lit, engine: &mut Engine, call: &mut Call<'_>) -> Lit {
    let Some(link) = &mut call.link else { unreachable!("only a propagator speaks of its variables") };
    if let Some(known) = link.known(lit, call.external) {
        return known;
    }
    assert!(link.may_make(lit.var()), "the propagator speaks of {lit}, which it does not observe");
    call.external.add_definitions(engine.trail.num_vars());
    call.external.put_to_use(lit.var());
    call.proof.push_name(lit.var());
    let var = engine.lend_var(call.options);
    link.observe(var);
    var.lit(lit.is_positive())
}
