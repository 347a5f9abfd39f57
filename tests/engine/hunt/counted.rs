//! Formulas of too much in too little: pigeons in holes, on their way or at once, and colourings.

use gordian_testkit::{MAX_VARS, Random};

use super::call::Call;

pub(crate) fn pigeonhole(random: &mut Random, trace: &mut Vec<Call>) {
    trace.retain(|call| !matches!(call, Call::NewVars(_)));
    trace.push(Call::NewVars(MAX_VARS));
    pigeons(random, trace, &[(3, 2), (4, 3), (3, 3), (2, 3), (5, 2), (3, 4), (2, 7)]);
}

/// Pigeons into holes, sometimes enough of them; the holes as groups or written out.
pub(crate) fn pigeons(random: &mut Random, trace: &mut Vec<Call>, sizes: &[(usize, usize)]) {
    let (pigeons, holes) = sizes[random.below(sizes.len())];
    let names = random.shuffled(pigeons * holes);
    let sign = if random.chance(50) { 1 } else { -1 };
    let lit = |pigeon: usize, hole: usize| sign * names[pigeon * holes + hole];
    for pigeon in 0..pigeons {
        let row: Vec<i32> = (0..holes).map(|hole| lit(pigeon, hole)).collect();
        trace.push(if random.chance(50) { Call::AddClause(row) } else { Call::AddExactlyOne(row) });
    }
    let is_written_out = random.chance(30);
    for hole in 0..holes {
        let column: Vec<i32> = (0..pigeons).map(|pigeon| lit(pigeon, hole)).collect();
        if is_written_out {
            for (at, &first) in column.iter().enumerate() {
                trace.extend(column[at + 1..].iter().map(|&second| Call::AddClause(vec![-first, -second])));
            }
        } else {
            trace.push(Call::AddAtMostOne(column));
        }
    }
}

/// Pigeons that rest, each at a place of its own, before they fly on to holes; or vertices that
/// take places of a clique, which have colours. Now and then a constraint is missing or has other
/// literals.
pub(crate) fn relayed(random: &mut Random, trace: &mut Vec<Call>, sizes: &[(usize, usize, usize)]) {
    let (pigeons, places, holes) = sizes[random.below(sizes.len())];
    let is_clique = random.chance(50);
    let num_links = if is_clique { places * (places - 1) / 2 } else { places };
    let num_vars = (pigeons + holes) * places + num_links;
    if random.chance(80) {
        // Else they are found by search, or no longer look as they did.
        trace.extend(["warm_up", "lucky", "congruence"].map(|name| Call::SetOption(name.to_string(), 0)));
    }
    let names = random.distinct(num_vars, num_vars);
    let rests = |pigeon: usize, place: usize| names[pigeon * places + place];
    let flies = |place: usize, hole: usize| names[pigeons * places + place * holes + hole];
    let link = |index: usize| names[(pigeons + holes) * places + index];
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..places).map(|place| rests(pigeon, place)).collect());
        for (place, other) in (0..places).flat_map(|place| (0..pigeon).map(move |other| (place, other))) {
            clauses.push(vec![-rests(pigeon, place), -rests(other, place)]);
        }
    }
    let guard = |place: usize| (!is_clique).then(|| -link(place));
    for place in 0..places {
        clauses.push((0..holes).map(|hole| flies(place, hole)).chain(guard(place)).collect());
        if !is_clique {
            clauses.extend((0..pigeons).map(|pigeon| vec![-rests(pigeon, place), link(place)]));
        }
    }
    let pairs = (0..places).flat_map(|place| (0..place).map(move |other| (place, other)));
    for (index, (place, other)) in pairs.enumerate() {
        let guards: Vec<i32> = if is_clique { vec![-link(index)] } else { vec![-link(place), -link(other)] };
        for hole in 0..holes {
            clauses
                .push([-flies(place, hole), -flies(other, hole)].into_iter().chain(guards.iter().copied()).collect());
        }
        let both = (0..pigeons).flat_map(|one| (0..pigeons).map(move |two| (one, two))).filter(|(one, two)| one != two);
        for (one, two) in both.filter(|_| is_clique) {
            clauses.push(vec![-rests(one, place), -rests(two, other), link(index)]);
        }
    }
    for _ in 0..[0, 0, 1, 2][random.below(4)] {
        let at = random.below(clauses.len());
        match random.below(3) {
            0 => _ = clauses.swap_remove(at),
            1 => {
                let literal = random.below(clauses[at].len());
                clauses[at][literal] = names[random.below(names.len())];
            }
            _ => clauses[at].push(names[random.below(names.len())]),
        }
    }
    trace.extend(clauses.into_iter().map(Call::AddClause));
}

/// Vertices, neighbours of which have different colours; now and then not where they have one of them.
pub(crate) fn coloured(random: &mut Random, trace: &mut Vec<Call>) {
    let colours = random.between(4, 5);
    let vertices = random.between(colours + 1, 9);
    if random.chance(80) {
        trace.extend(["warm_up", "lucky"].map(|name| Call::SetOption(name.to_string(), 0)));
    }
    let names = random.distinct(vertices * colours, vertices * colours);
    let percent = random.between(60, 95);
    for (vertex, literals) in names.chunks(colours).enumerate() {
        trace.push(if random.chance(50) {
            Call::AddClause(literals.to_vec())
        } else {
            Call::AddExactlyOne(literals.to_vec())
        });
        for other in (0..vertex).filter(|_| random.chance(percent)).collect::<Vec<_>>() {
            let pairs = literals.iter().zip(&names[other * colours..]);
            let pairs: Vec<Vec<i32>> =
                pairs.filter(|_| !random.chance(1)).map(|(&one, &two)| vec![-one, -two]).collect();
            trace.extend(pairs.into_iter().map(Call::AddClause));
        }
    }
}
