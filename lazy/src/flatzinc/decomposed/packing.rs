//! Boxes in the plane, and tasks whose durations or demands are variables.

use super::part::{Comparison, Part, at_most, truth};
use crate::flatzinc::translator::{Call, Refusal, Translator};
use crate::view::View;

pub(super) fn parts(translator: &mut Translator, call: &Call<'_>) -> Option<Result<Vec<Part>, Refusal>> {
    Some(match call.name {
        "diffn" => boxes(translator, call, true),
        "diffn_nonstrict" => boxes(translator, call, false),
        "cumulative" => cumulative(translator, call),
        "disjunctive" => tasks(translator, call, false),
        "disjunctive_strict" => tasks(translator, call, true),
        _ => return None,
    })
}

fn tasks(translator: &mut Translator, call: &Call<'_>, is_strict: bool) -> Result<Vec<Part>, Refusal> {
    let (starts, durations) = (translator.views(call.terms(0)?)?, translator.views(call.terms(1)?)?);
    if starts.len() != durations.len() {
        return Err(Refusal::Arguments);
    }
    let mut parts: Vec<Part> =
        durations.iter().map(|&duration| Part::Clause(vec![translator.solver.at_least(duration, 0)])).collect();
    parts.extend(apart(translator, &[(starts, durations)], is_strict)?);
    Ok(parts)
}

/// The tasks that run when a task starts fit: the need is greatest at one of these moments (Schutt, Feydy, Stuckey &
/// Wallace, "Why cumulative decomposition is not as bad as it sounds", 2009).
fn cumulative(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (starts, durations) = (translator.views(call.terms(0)?)?, translator.views(call.terms(1)?)?);
    let (demands, capacity) = (translator.views(call.terms(2)?)?, translator.view(call.term(3)?)?);
    let count = starts.len();
    if durations.len() != count || demands.len() != count {
        return Err(Refusal::Arguments);
    }
    let sizes = durations.iter().chain(&demands).chain((count > 0).then_some(&capacity));
    let mut parts: Vec<Part> = sizes.map(|&size| Part::Clause(vec![translator.solver.at_least(size, 0)])).collect();
    for moment in 0..count {
        let mut needs = vec![(-1, capacity)];
        for task in 0..count {
            if translator.bounds_of(durations[task]).1 <= 0 || translator.bounds_of(demands[task]).1 <= 0 {
                continue;
            }
            // It has begun, and goes on.
            let begun = truth(translator, &at_most(starts[task], starts[moment], 0))?;
            let ends = vec![(1, starts[moment]), (-1, starts[task]), (-1, durations[task])];
            let goes_on = truth(translator, &Part::Sum(ends, Comparison::AtMost, -1))?;
            let runs = translator.conjunction(&[begun, goes_on]);
            let runs = View::from(translator.zero_one(runs)?);
            needs.push(match translator.only_value(demands[task]) {
                Some(demand) => (demand, runs),
                None => {
                    let (least, most) = translator.bounds_of(demands[task]);
                    let need = translator.solver.new_integer(least.min(0), most)?.into();
                    translator.solver.add_product(need, runs, demands[task], None);
                    (1, need)
                }
            });
        }
        parts.push(Part::Sum(needs, Comparison::AtMost, 0));
    }
    Ok(parts)
}

fn boxes(translator: &mut Translator, call: &Call<'_>, is_strict: bool) -> Result<Vec<Part>, Refusal> {
    let mut dimensions = Vec::with_capacity(2);
    for at in 0..2 {
        dimensions.push((translator.views(call.terms(at)?)?, translator.views(call.terms(at + 2)?)?));
    }
    let count = dimensions[0].0.len();
    if dimensions.iter().any(|(origins, sizes)| origins.len() != count || sizes.len() != count) {
        return Err(Refusal::Arguments);
    }
    apart(translator, &dimensions, is_strict)
}

/// Each two are apart in some dimension, each given by origins and sizes.
fn apart(
    translator: &mut Translator,
    dimensions: &[(Vec<View>, Vec<View>)],
    is_strict: bool,
) -> Result<Vec<Part>, Refusal> {
    let count = dimensions.first().map_or(0, |(origins, _)| origins.len());
    let mut parts = Vec::with_capacity(count * count / 2);
    for one in 0..count {
        for other in 0..one {
            let mut ways = Vec::new();
            for (origins, sizes) in dimensions {
                for (first, second) in [(one, other), (other, one)] {
                    let terms = vec![(1, origins[first]), (1, sizes[first]), (-1, origins[second])];
                    ways.push(truth(translator, &Part::Sum(terms, Comparison::AtMost, 0))?);
                    if !is_strict {
                        ways.push(translator.solver.equals(sizes[first], 0));
                    }
                }
            }
            parts.push(Part::Clause(ways));
        }
    }
    Ok(parts)
}
