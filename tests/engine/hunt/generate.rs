//! Random formulas and traces.

use gordian_formula::Lit;
use gordian_solver::{OptionRow, Options};
use gordian_testkit::{MAX_VARS, Random, lits};

use super::call::Call;
use super::counted::{coloured, pigeonhole, pigeons, relayed};
use super::run::MAX_PROBED;

/// A formula of one of many kinds, asked about once, sometimes with its models.
pub(crate) fn formula(seed: u64) -> Vec<Call> {
    let random = &mut Random::new(seed);
    let mut trace = options(random);
    let num_vars = random.between(3, MAX_VARS);
    trace.push(Call::NewVars(num_vars));
    match random.below(12) {
        0..=2 => uniform(random, num_vars, &mut trace),
        3 => mixed(random, num_vars, &mut trace),
        4 => dirty(random, num_vars, &mut trace),
        5 | 6 => grouped(random, num_vars, &mut trace),
        7 => exact_cover(random, num_vars, &mut trace),
        8 => parity(random, num_vars, &mut trace),
        9 => circuit(random, num_vars, &mut trace),
        10 => choices(random, num_vars, &mut trace),
        _ => pigeonhole(random, &mut trace),
    }
    if random.chance(40) {
        write_out_groups(random, &mut trace, MAX_VARS);
    }
    shuffle_constraints(random, &mut trace);
    trace.push(Call::Solve(Vec::new()));
    if random.chance(15) {
        trace.push(enumeration(random, num_vars));
    }
    if random.chance(25) {
        let size = random.between(1, 4);
        trace.push(Call::Solve(random.careless(num_vars, size)));
    }
    trace
}

/// Constraints and questions in turn.
pub(crate) fn trace(seed: u64) -> Vec<Call> {
    let random = &mut Random::new(seed ^ 0x7472_6163_6500);
    let mut trace = options(random);
    let mut num_vars = random.between(2, MAX_VARS);
    let final_vars = random.between(num_vars, MAX_VARS);
    trace.push(Call::NewVars(num_vars));
    let has_groups = random.chance(50);
    let rounds = random.between(3, 12);
    let most = (random.between(2, 10) * final_vars).div_ceil(rounds);
    for _ in 0..rounds {
        for _ in 0..random.below(most + 1) {
            trace.push(constraint(random, num_vars, has_groups));
        }
        if random.chance(5) {
            trace.push(Call::AddClause(random.careless(num_vars, 1)));
        }
        if num_vars < final_vars && random.chance(40) {
            let more = random.between(1, final_vars - num_vars);
            num_vars += more;
            trace.push(Call::NewVars(more));
        }
        for _ in 0..random.between(1, 3) {
            let size = [0, 0, 1, 1, 2, 3, 5, 9][random.below(8)];
            let assumptions = match random.chance(70) {
                true => random.distinct(num_vars, size.min(num_vars)),
                false => random.careless(num_vars, size),
            };
            trace.push(match random.below(8) {
                0 => enumeration(random, num_vars),
                1 => Call::SolveLimited(random.below(6) as u64, assumptions),
                _ => Call::Solve(assumptions),
            });
        }
    }
    vary(&mut Random::new(seed ^ 0x7661_7279), &mut trace);
    trace
}

/// One of all these, for several threads that exchange nearly all that they learn.
pub(crate) fn for_threads(seed: u64) -> Vec<Call> {
    let random = &mut Random::new(seed ^ 0x7468_7265_6164_7300);
    let mut trace = match random.below(40) {
        0..=14 => formula(seed),
        15..=24 => self::trace(seed),
        25..=38 => medium(seed),
        _ => large(seed),
    };
    let threads = [2, 2, 3, 4][random.below(4)];
    let alone = [1, 1, 10, 100, 1000, 10_000, 100_000][random.below(7)];
    trace.insert(0, Call::Threads(threads, random.chance(70), alone));
    for (name, values) in [
        ("share_interval", [1, 1, 3, 20]),
        ("share_ticks", [1, 100, 1000, 10_000]),
        ("share_glue", [1000, 1000, 2, 5]),
        ("share_size", [1000, 1000, 30, 5]),
    ] {
        trace.insert(1, Call::SetOption(name.to_string(), values[random.below(4)]));
    }
    trace
}

/// A formula too large for brute force that takes some dozens of conflicts.
fn medium(seed: u64) -> Vec<Call> {
    let random = &mut Random::new(seed ^ 0x6d65_6469_756d_0000);
    let mut trace = options(random);
    let num_vars = random.between(25, 60);
    trace.push(Call::NewVars(num_vars));
    for _ in 0..num_vars * random.between(39, 47) / 10 {
        trace.push(Call::AddClause(random.distinct(num_vars, 3)));
    }
    if random.chance(50) {
        parity(random, num_vars.min(MAX_VARS), &mut trace);
    }
    shuffle_constraints(random, &mut trace);
    trace.push(Call::Solve(Vec::new()));
    let size = random.between(1, 4);
    trace.push(Call::Solve(random.careless(num_vars, size)));
    trace
}

/// Leaves some clauses to a propagator, lets some questions be about propagation alone, and wishes for phases.
fn vary(random: &mut Random, trace: &mut [Call]) {
    let hides = if random.chance(40) { random.between(5, 100) } else { 0 };
    for call in trace.iter_mut() {
        match call {
            Call::AddClause(clause) if random.chance(hides) => *call = Call::AddHidden(std::mem::take(clause)),
            Call::Solve(assumptions) if random.chance(5) => *call = Call::Propagate(std::mem::take(assumptions)),
            Call::Solve(assumptions) if random.chance(5) => *call = Call::SetPhase(std::mem::take(assumptions)),
            _ => {}
        }
    }
}

/// A formula too large for brute force, hard enough that clauses are forgotten and phases change, asked about under
/// assumptions, by itself, and for a few of its variables.
pub(crate) fn large(seed: u64) -> Vec<Call> {
    let random = &mut Random::new(seed ^ 0x6c61_7267_6500);
    let mut trace = options(random);
    if random.chance(50) {
        // Forget nearly everything all the time, whatever was learned just now.
        let least = |name: &str| Options::all().find(|row| row.name == name).map(|row| row.low);
        for name in ["reduce_interval", "tier1", "tier2"] {
            trace.extend(least(name).map(|value| Call::SetOption(name.to_string(), value)));
        }
    }
    let num_vars = random.between(40, 110);
    trace.push(Call::NewVars(num_vars));
    match random.below(8) {
        0 | 1 => {
            for _ in 0..num_vars * random.between(38, 46) / 10 {
                trace.push(Call::AddClause(random.distinct(num_vars, 3)));
            }
        }
        2 => pigeons(random, &mut trace, &[(6, 5), (7, 6), (6, 6), (8, 6)]),
        6 => relayed(random, &mut trace, &[(3, 4, 2), (4, 5, 3), (4, 4, 3), (5, 6, 4), (4, 5, 4), (5, 5, 3)]),
        7 => coloured(random, &mut trace),
        4 => {
            for _ in 0..num_vars / 3 {
                trace.push(group(random, num_vars));
            }
            for _ in 0..num_vars * random.between(10, 30) / 10 {
                trace.push(Call::AddClause(random.distinct(num_vars, 3)));
            }
        }
        3 => parity(random, num_vars.min(45), &mut trace),
        _ => circuit(random, num_vars, &mut trace),
    }
    if random.chance(50) {
        write_out_groups(random, &mut trace, 2 * num_vars);
    }
    // Questions before everything is known, each going on from what the last one learned.
    let start = trace.iter().position(|call| matches!(call, Call::NewVars(_))).map_or(0, |at| at + 1);
    for _ in 0..random.below(5) {
        let at = random.between((start + trace.len()) / 2, trace.len());
        let size = random.below(12);
        let assumptions = random.distinct(num_vars, size);
        let call = match random.chance(40) {
            true => Call::SolveLimited(random.below(300) as u64, assumptions),
            false => Call::Solve(assumptions),
        };
        trace.insert(at, call);
    }
    let few = random.between(0, MAX_PROBED);
    let mut visible = random.shuffled(num_vars);
    visible.truncate(few);
    let size = random.between(1, 8);
    trace.push(Call::Solve(random.distinct(num_vars, size)));
    trace.push(Call::Solve(Vec::new()));
    trace.push(Call::Enumerate(visible));
    trace.push(Call::Solve(random.distinct(num_vars, size)));
    trace
}

/// Values for some options; small ones are the likeliest, since they make rare events frequent.
fn options(random: &mut Random) -> Vec<Call> {
    let mut trace = Vec::new();
    if random.chance(25) {
        return trace;
    }
    if random.chance(40) {
        trace.extend(Options::all().filter_map(eager));
    }
    if random.chance(40) {
        // Solving before the search would leave it no chance to err.
        trace.push(Call::SetOption("preprocess".to_string(), 0));
    }
    for row in Options::all() {
        if !random.chance(25) {
            continue;
        }
        let width = row.high - row.low;
        let value = match random.below(6) {
            0 | 1 => row.low,
            2 | 3 => row.low + (random.below(20) as u64).min(width),
            4 => row.low + random.bits() % width.saturating_add(1).max(1),
            _ => row.high,
        };
        trace.push(Call::SetOption(row.name.to_string(), value));
    }
    trace
}

/// The value that makes an option's technique run as often and as long as it can.
fn eager(row: &OptionRow) -> Option<Call> {
    let value = if ["_interval", "_conflicts", "_size", "warm_up"].iter().any(|end| row.name.ends_with(end)) {
        row.low
    } else if ["_effort", "_share"].iter().any(|end| row.name.ends_with(end)) {
        row.high
    } else {
        return None;
    };
    Some(Call::SetOption(row.name.to_string(), value))
}

fn enumeration(random: &mut Random, num_vars: usize) -> Call {
    let mut vars = random.shuffled(num_vars);
    if random.chance(60) {
        vars.truncate(random.below(num_vars + 1));
    }
    if random.chance(10) && !vars.is_empty() {
        vars.push(vars[0]);
    }
    match random.chance(25) {
        true => Call::EnumerateSome(random.between(1, 20), vars),
        false => Call::Enumerate(vars),
    }
}

fn constraint(random: &mut Random, num_vars: usize, has_groups: bool) -> Call {
    if has_groups && random.chance(12) {
        return group(random, num_vars);
    }
    if random.chance(5) {
        let size = random.below(5);
        return Call::AddClause(random.careless(num_vars, size));
    }
    let size = [2, 2, 3, 3, 3, 3, 4, 6][random.below(8)];
    Call::AddClause(random.distinct(num_vars, size))
}

fn group(random: &mut Random, num_vars: usize) -> Call {
    let size = random.between(2, num_vars.min(7));
    let members = match random.below(10) {
        0 => {
            let size = random.below(5);
            random.careless(num_vars, size)
        }
        1..=3 => random.distinct(num_vars, size),
        _ => random.distinct(num_vars, size).into_iter().map(i32::abs).collect(),
    };
    match random.chance(50) {
        true => Call::AddAtMostOne(members),
        false => Call::AddExactlyOne(members),
    }
}

/// Puts clauses in place of groups: for each pair, or by a sequential counter (Sinz 2005), whose
/// variables are new as long as there are fewer than `most`.
fn write_out_groups(random: &mut Random, trace: &mut Vec<Call>, most: usize) {
    let num_vars: usize = trace.iter().map(|call| if let Call::NewVars(count) = call { *count } else { 0 }).sum();
    let start = trace.iter().position(|call| matches!(call, Call::NewVars(_))).map_or(0, |at| at + 1);
    let mut next_var = num_vars + 1;
    for call in trace.split_off(start) {
        let members = match &call {
            Call::AddAtMostOne(members) | Call::AddExactlyOne(members) if random.chance(80) => members.clone(),
            _ => {
                trace.push(call);
                continue;
            }
        };
        if matches!(call, Call::AddExactlyOne(_)) {
            trace.push(Call::AddClause(members.clone()));
        }
        let counters = members.len().saturating_sub(1);
        if next_var + counters > most + 1 || random.chance(50) {
            for (at, &first) in members.iter().enumerate() {
                trace.extend(members[at + 1..].iter().map(|&second| Call::AddClause(vec![-first, -second])));
            }
            continue;
        }
        for (at, &member) in members.iter().enumerate() {
            let counter = (next_var + at) as i32;
            if at > 0 {
                trace.push(Call::AddClause(vec![-(counter - 1), -member]));
            }
            if at < counters {
                trace.push(Call::AddClause(vec![-member, counter]));
                if at > 0 {
                    trace.push(Call::AddClause(vec![-(counter - 1), counter]));
                }
            }
        }
        next_var += counters;
    }
    trace.insert(start, Call::NewVars(next_var - 1 - num_vars));
}

/// Clauses of one width, about as many as make half of such formulas satisfiable.
fn uniform(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    let width = [2, 3, 3, 3, 4, 5][random.below(6)].min(num_vars);
    let ratio = [0.0, 1.0, 1.5, 5.0, 11.0, 22.0][width];
    let count = (ratio * num_vars as f64) as usize;
    let count = count * random.between(60, 150) / 100;
    for _ in 0..count {
        trace.push(Call::AddClause(random.distinct(num_vars, width)));
    }
}

fn mixed(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    for _ in 0..num_vars * random.between(2, 6) {
        let width = [2, 2, 3, 3, 3, 4, 5, 8][random.below(8)];
        trace.push(Call::AddClause(random.distinct(num_vars, width)));
    }
}

/// Unit and empty clauses, repeated literals, tautologies.
fn dirty(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    for _ in 0..num_vars * random.between(1, 5) {
        let width = [1, 2, 2, 3, 3, 4, 5, 7][random.below(8)];
        trace.push(Call::AddClause(random.careless(num_vars, width)));
    }
    if random.chance(5) {
        trace.push(Call::AddClause(Vec::new()));
    }
}

/// Overlapping groups with some clauses.
fn grouped(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    for _ in 0..random.between(1, 6) {
        trace.push(group(random, num_vars));
    }
    for _ in 0..random.below(3 * num_vars) {
        let width = [2, 3, 3, 4][random.below(4)];
        trace.push(Call::AddClause(random.distinct(num_vars, width)));
    }
}

/// Items that options cover, each item exactly once; some optional.
fn exact_cover(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    let num_items = random.between(2, 8);
    let mut items = vec![Vec::new(); num_items];
    for option in 1..=num_vars as i32 {
        let percent = random.between(15, 50);
        for item in &mut items {
            if random.chance(percent) {
                item.push(option);
            }
        }
    }
    for item in items {
        trace.push(match random.chance(85) {
            true => Call::AddExactlyOne(item),
            false => Call::AddAtMostOne(item),
        });
    }
}

/// Sums modulo two of a few variables each.
fn parity(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    for _ in 0..random.between(num_vars / 2, num_vars + 2) {
        let width = random.between(2, 4).min(num_vars);
        let lits = lits(&random.distinct(num_vars, width));
        let clauses = gordian_testkit::parity(&lits, true);
        trace.extend(clauses.map(|clause| Call::AddClause(clause.into_iter().map(Lit::to_dimacs).collect())));
    }
}

/// Gates of a few inputs, many of them copies of others, and sometimes two that are to differ. In
/// some circuits choices are made of conjunctions, in some gates are inputs of each other.
fn circuit(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    let num_inputs = (num_vars / 3).clamp(2, 8);
    let names = random.shuffled(num_vars);
    let is_cyclic = random.chance(25);
    let most_kinds = if random.chance(30) { 1 } else { 3 };
    let mut gates: Vec<(usize, Vec<i32>)> = Vec::new();
    let mut at = num_inputs.min(num_vars - 1);
    while at < num_vars {
        let num_known = if is_cyclic { num_vars } else { at };
        let (kind, mut inputs) = match gates.len() {
            0 => (0, Vec::new()),
            count => gates[random.below(count)].clone(),
        };
        if inputs.is_empty() || random.chance(50) {
            let size = [2, 2, 3, 4][random.below(4)].min(num_known);
            inputs =
                (0..size).map(|_| names[random.below(num_known)] * if random.chance(50) { 1 } else { -1 }).collect();
        }
        let kind = if random.chance(40) { random.below(most_kinds) } else { kind };
        if kind < 2 && random.chance(50) {
            inputs.reverse();
        }
        let output = names[at] * if random.chance(50) { 1 } else { -1 };
        if most_kinds == 1 && at + 2 < num_vars && random.chance(50) {
            // The negation of a choice, or of a parity.
            let otherwise = if inputs.len() == 2 { -inputs[1] } else { inputs[2] };
            write_gate(trace, 0, names[at + 1], &[inputs[0], inputs[1]]);
            write_gate(trace, 0, names[at + 2], &[-inputs[0], otherwise]);
            write_gate(trace, 0, output, &[-names[at + 1], -names[at + 2]]);
            at += 2;
        } else {
            write_gate(trace, kind, output, &inputs);
        }
        gates.push((kind, inputs));
        at += 1;
    }
    for _ in 0..random.below(3) {
        let [left, right] = [names[random.below(num_vars)], names[random.below(num_vars)]];
        trace.push(Call::AddClause(vec![left, right]));
        trace.push(Call::AddClause(vec![-left, -right]));
    }
}

/// The clauses of a gate: one for each assignment of its inputs, shorter ones for conjunctions and choices.
fn write_gate(trace: &mut Vec<Call>, kind: usize, output: i32, inputs: &[i32]) {
    match (kind, inputs) {
        (0, _) => {
            trace.extend(inputs.iter().map(|&input| Call::AddClause(vec![-output, input])));
            trace.push(Call::AddClause(inputs.iter().map(|input| -input).chain([output]).collect()));
        }
        (1, &[condition, then, otherwise, ..]) => {
            for (guard, branch) in [(-condition, then), (condition, otherwise)] {
                trace.push(Call::AddClause(vec![guard, -output, branch]));
                trace.push(Call::AddClause(vec![guard, output, -branch]));
            }
        }
        _ => {
            for signs in 0..1u32 << inputs.len() {
                let negate = |(at, &input): (usize, &i32)| if signs >> at & 1 == 1 { -input } else { input };
                let is_odd = signs.count_ones() % 2 == 1;
                let clause = inputs.iter().enumerate().map(negate).chain([if is_odd { output } else { -output }]);
                trace.push(Call::AddClause(clause.collect()));
            }
        }
    }
}

/// Choices, and pairs that exclude each other; sometimes with a little else beside them.
fn choices(random: &mut Random, num_vars: usize, trace: &mut Vec<Call>) {
    if random.chance(70) {
        // Else the search has ended before local search begins.
        trace.extend(["warm_up", "lucky", "cliques"].map(|name| Call::SetOption(name.to_string(), 0)));
    }
    let names = random.shuffled(num_vars);
    for choice in names.chunks(random.between(2, 5)) {
        trace.push(Call::AddClause(choice.to_vec()));
    }
    let percent = random.between(5, 60);
    for (at, &first) in names.iter().enumerate() {
        let others: Vec<i32> = names[at + 1..].iter().copied().filter(|_| random.chance(percent)).collect();
        trace.extend(others.into_iter().map(|second| Call::AddClause(vec![-first, -second])));
    }
    for _ in 0..[0, 0, 1, 3][random.below(4)] {
        trace.push(Call::AddClause(random.distinct(num_vars, 3)));
    }
}

fn shuffle_constraints(random: &mut Random, trace: &mut [Call]) {
    let start = trace.iter().position(|call| matches!(call, Call::NewVars(_))).map_or(0, |at| at + 1);
    for at in (start + 1..trace.len()).rev() {
        trace.swap(at, start + random.below(at - start + 1));
    }
}
