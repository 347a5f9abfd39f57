//! FlatZinc in both formats: no panic in reading, and what is written is read as the same model.

#![no_main]

use gordian_flatzinc::{Model, Place};
use libfuzzer_sys::fuzz_target;

/// The model without its places.
fn placeless(mut model: Model) -> Model {
    model.variables.iter_mut().for_each(|variable| variable.place = Place::default());
    model.constraints.iter_mut().for_each(|constraint| constraint.place = Place::default());
    model
}

fuzz_target!(|bytes: &[u8]| {
    let model = match Model::read(bytes) {
        Ok(model) => placeless(model),
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    let read = |text: &str| Model::read(text.as_bytes()).map(placeless);
    assert_eq!(read(&model.to_json()).as_ref(), Ok(&model));
    // The classic format has the outputs of variables where these are declared.
    if let Ok(mut classic) = read(&model.to_classic()) {
        classic.outputs.sort_by(|a, b| a.name.cmp(&b.name));
        let mut model = model;
        model.outputs.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(classic, model);
    } else {
        panic!("{}", model.to_classic());
    }
});
