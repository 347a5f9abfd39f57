//! Formulas that are refuted before the first search: pigeons, parities and compared circuits. The
//! tests check the verdict, that nothing was searched for, and the proof.

use gordian_checker::{ProofOptions, Verdict, check_proof};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::{Budget, DratWriter, LratWriter, Options, Outcome, Portfolio, ProofTracer, Solver, Statistics};
use gordian_testkit::{Random, SharedBytes, parity};

/// Variables in any order, with any signs.
fn lits(number: usize, random: &mut Random) -> Vec<Lit> {
    let mut lits: Vec<Lit> = (0..number).map(|index| Var::from_index(index).lit(random.below(2) == 0)).collect();
    random.shuffle(&mut lits);
    lits
}

fn at_most_one(cnf: &mut Cnf, members: &[Lit], as_group: bool) {
    if as_group {
        cnf.add_at_most_one(members);
        return;
    }
    for (index, &one) in members.iter().enumerate() {
        members[index + 1..].iter().for_each(|&other| cnf.add_clause(&[!one, !other]));
    }
}

/// Clauses that asked for more than the groups allow.
fn without_room(statistics: &Statistics) -> u64 {
    statistics.get("pigeonhole clauses").expect("it is counted")
}

/// Parities that were added up to facts.
fn sums(statistics: &Statistics) -> u64 {
    statistics.get("gauss sums").expect("it is counted")
}

/// Solves, and judges the proof of a refutation, which takes no conflict, in both formats.
fn judge(cnf: &Cnf) -> Outcome {
    let (outcome, statistics) = verified(cnf);
    if outcome == Outcome::Unsatisfiable {
        assert_eq!((statistics.conflicts, sums(&statistics) + without_room(&statistics) > 0), (0, true));
    }
    outcome
}

/// Solves without looking for gates, which would answer what is small, and judges the proof of a
/// refutation in both formats.
fn verified(cnf: &Cnf) -> (Outcome, Statistics) {
    verified_with(cnf, &without_gates())
}

/// Without a search before it, either, which would do the same.
fn without_gates() -> Options {
    Options::default().with("warm_up", 0).with("congruence", 0)
}

/// Solves, and judges the model, or the proof in both formats.
fn verified_with(cnf: &Cnf, options: &Options) -> (Outcome, Statistics) {
    let proof = SharedBytes::default();
    let drat = Box::new(DratWriter::binary(proof.clone()));
    let (outcome, statistics) = verified_by(cnf, options, &proof, drat);
    let proof = SharedBytes::default();
    let lrat = Box::new(LratWriter::binary(proof.clone()));
    let (again, others) = verified_by(cnf, options, &proof, lrat);
    let told = |statistics: &Statistics| (statistics.conflicts, sums(statistics), without_room(statistics));
    assert_eq!((again, told(&others)), (outcome, told(&statistics)));
    (outcome, statistics)
}

fn verified_by(
    cnf: &Cnf,
    options: &Options,
    proof: &SharedBytes,
    tracer: Box<dyn ProofTracer + Send>,
) -> (Outcome, Statistics) {
    let mut solver = Solver::with_options(options.clone());
    solver.set_proof(tracer);
    solver.allow_definitions(Var::from_index(cnf.num_vars()));
    cnf.feed(&mut solver);
    let outcome = solver.solve();
    let statistics = solver.statistics().clone();
    let mut tracer = solver.take_proof().expect("it was set");
    tracer.finish().expect("memory takes everything");
    if outcome == Outcome::Unsatisfiable {
        let bytes = proof.bytes();
        let verdict = check_proof(cnf, &[], &bytes[..], &ProofOptions::default()).expect("a proof");
        assert!(matches!(verdict, Verdict::Verified(_)), "{verdict:?}");
    } else {
        let model = solver.model().expect("nothing stops it");
        assert_eq!(cnf.first_violated(&model), None);
    }
    (outcome, statistics)
}

fn pigeons(pigeons: usize, holes: usize, as_groups: bool, random: &mut Random) -> Cnf {
    let lits = lits(pigeons * holes, random);
    let mut cnf = Cnf::new();
    lits.chunks(holes).for_each(|pigeon| cnf.add_clause(pigeon));
    for hole in 0..holes {
        let column: Vec<Lit> = lits.iter().skip(hole).step_by(holes).copied().collect();
        at_most_one(&mut cnf, &column, as_groups);
    }
    cnf
}

#[test]
fn pigeons_without_holes_are_counted() {
    let mut random = Random::new(1);
    for holes in 3..10 {
        for as_groups in [false, true] {
            let too_many = holes + 1 + random.below(3);
            assert_eq!(judge(&pigeons(too_many, holes, as_groups, &mut random)), Outcome::Unsatisfiable);
            assert_eq!(judge(&pigeons(holes, holes, as_groups, &mut random)), Outcome::Satisfiable);
        }
    }
}

/// Clauses of literals of some groups each, one more than groups. Now and then a literal serves two
/// of them, or a literal in one and its negation in another.
fn crowd(holes: usize, random: &mut Random) -> Cnf {
    let mut members: Vec<Vec<Lit>> = vec![Vec::new(); holes];
    let mut known: Vec<Lit> = Vec::new();
    let mut cnf = Cnf::new();
    for _ in 0..=holes {
        let mut clause: Vec<Lit> = Vec::new();
        let first = random.below(holes);
        for step in 0..holes {
            let hole = (first + step) % holes;
            if step > 1 && random.below(3) > 0 {
                continue;
            }
            let mut lit = Var::from_index(known.len()).lit(random.below(2) == 0);
            if !known.is_empty() && random.below(8) == 0 {
                lit = known[random.below(known.len())].var().lit(random.below(2) == 0);
            }
            if members[hole].contains(&lit) || clause.iter().any(|other| other.var() == lit.var()) {
                lit = Var::from_index(known.len()).lit(random.below(2) == 0);
            }
            if lit.var().index() == known.len() {
                known.push(lit);
            }
            members[hole].push(lit);
            clause.push(lit);
        }
        cnf.add_clause(&clause);
    }
    for group in &members {
        at_most_one(&mut cnf, group, random.below(2) == 0);
    }
    cnf
}

#[test]
fn clauses_with_too_few_groups_are_refuted_whatever_their_literals_share() {
    let mut random = Random::new(3);
    let mut refuted = 0;
    for round in 0..300 {
        let (outcome, statistics) = verified(&crowd(3 + round % 6, &mut random));
        assert_eq!(outcome, Outcome::Unsatisfiable);
        refuted += u64::from(without_room(&statistics) > 0);
    }
    assert!(refuted > 100, "{refuted} of 300: the others are refuted by propagation and search");
}

/// The proof takes lemmas by the fourth power of the number of holes, each of a few literals.
#[test]
fn many_pigeons_take_a_short_proof() {
    let proof = SharedBytes::default();
    let cnf = pigeons(31, 30, false, &mut Random::new(4));
    let (outcome, statistics) =
        verified_by(&cnf, &without_gates(), &proof, Box::new(DratWriter::binary(proof.clone())));
    assert_eq!((outcome, without_room(&statistics), statistics.conflicts), (Outcome::Unsatisfiable, 31, 0));
    let size = proof.bytes().len();
    assert!(size < 10_000_000, "{size} bytes");
}

/// Pigeons that rest, each at a place of its own, before they fly on; those that rest at different
/// places fly to different holes.
fn resting_pigeons(pigeons: usize, places: usize, holes: usize, random: &mut Random) -> Cnf {
    let lits = lits((pigeons + holes + 1) * places, random);
    let (rests, rest) = lits.split_at(pigeons * places);
    let (flies, taken) = rest.split_at(places * holes);
    let mut cnf = Cnf::new();
    rests.chunks(places).for_each(|pigeon| cnf.add_clause(pigeon));
    for place in 0..places {
        let here: Vec<Lit> = rests.iter().skip(place).step_by(places).copied().collect();
        here.iter().for_each(|&lit| cnf.add_clause(&[!lit, taken[place]]));
        at_most_one(&mut cnf, &here, random.below(2) == 0);
        let holes_of = |place: usize| &flies[place * holes..(place + 1) * holes];
        cnf.add_clause(&[&[!taken[place]], holes_of(place)].concat());
        for other in 0..place {
            for (&one, &two) in holes_of(place).iter().zip(holes_of(other)) {
                cnf.add_clause(&[!taken[place], !taken[other], !one, !two]);
            }
        }
    }
    cnf
}

/// A graph of so many vertices that has a clique of `places` vertices, and a colouring.
fn coloured_clique(places: usize, vertices: usize, colours: usize, random: &mut Random) -> Cnf {
    let lits = lits((places + colours) * vertices + vertices * (vertices - 1) / 2, random);
    let (takes, rest) = lits.split_at(places * vertices);
    let (has, edges) = rest.split_at(vertices * colours);
    let mut cnf = Cnf::new();
    takes.chunks(vertices).for_each(|place| cnf.add_clause(place));
    has.chunks(colours).for_each(|vertex| cnf.add_exactly_one(vertex));
    for vertex in 0..vertices {
        let places_of = |vertex: usize| takes.iter().skip(vertex).step_by(vertices).copied();
        at_most_one(&mut cnf, &places_of(vertex).collect::<Vec<Lit>>(), random.below(2) == 0);
        for other in 0..vertex {
            let edge = edges[vertex * (vertex - 1) / 2 + other];
            for (at, one) in places_of(vertex).enumerate() {
                let others = places_of(other).enumerate().filter(|&(place, _)| place != at);
                others.for_each(|(_, two)| cnf.add_clause(&[!one, !two, edge]));
            }
            for colour in 0..colours {
                cnf.add_clause(&[!edge, !has[vertex * colours + colour], !has[other * colours + colour]]);
            }
        }
    }
    cnf
}

#[test]
fn choices_that_lead_to_too_few_others_are_refuted() {
    let mut random = Random::new(5);
    for holes in 3..6 {
        for places in [holes + 2, holes + 4] {
            for make in [resting_pigeons, coloured_clique] {
                let (outcome, statistics) = verified(&make(holes + 1, places, holes, &mut random));
                let told = (outcome, without_room(&statistics), statistics.conflicts);
                assert_eq!(told, (Outcome::Unsatisfiable, holes as u64 + 1, 0));
                let (outcome, statistics) = verified(&make(holes, places, holes, &mut random));
                assert_eq!((outcome, without_room(&statistics)), (Outcome::Satisfiable, 0));
            }
        }
    }
}

#[test]
fn what_simplification_tries_takes_as_long_with_several_threads() {
    let cnf = coloured_clique(8, 12, 7, &mut Random::new(7));
    let mut solver = Solver::with_options(Options::default().with("warm_up", 1).with("congruence", 0));
    cnf.feed(&mut solver);
    // One thread searches alone at first. The trials that find the cliques take more ticks than it has.
    let portfolio = Portfolio::of_threads(2).with_ticks_alone(2000);
    let answer = solver.solve_portfolio(&[], &Budget::unlimited(), &portfolio);
    assert_eq!((answer.outcome, without_room(solver.statistics())), (Outcome::Unsatisfiable, 8));
}

#[test]
fn cliques_with_too_few_colours_are_found_among_other_vertices() {
    let mut random = Random::new(6);
    for colours in 4..12 {
        for size in [colours, colours + 1] {
            let vertices = 5 * colours;
            let lits = lits(vertices * colours, &mut random);
            let mut cnf = Cnf::new();
            lits.chunks(colours).for_each(|vertex| cnf.add_clause(vertex));
            // The clique stands somewhere among vertices of as many parts as there are colours.
            let start = random.below(vertices - size);
            let clique = start..start + size;
            for vertex in 0..vertices {
                for other in 0..vertex {
                    let is_edge = vertex % colours != other % colours && random.below(2) == 0;
                    if is_edge || (clique.contains(&vertex) && clique.contains(&other)) {
                        for colour in 0..colours {
                            cnf.add_clause(&[!lits[vertex * colours + colour], !lits[other * colours + colour]]);
                        }
                    }
                }
            }
            let (outcome, statistics) = verified(&cnf);
            let is_small = size == colours;
            assert_eq!(outcome, if is_small { Outcome::Satisfiable } else { Outcome::Unsatisfiable });
            assert_eq!(without_room(&statistics) > 0, !is_small, "{colours} colours");
        }
    }
}

/// A square board without two of its squares, to be covered by dominoes.
fn board(size: usize, without: [usize; 2], random: &mut Random) -> Cnf {
    let is_there = |square: usize| !without.contains(&square);
    let mut dominoes = Vec::new();
    for square in (0..size * size).filter(|&square| is_there(square)) {
        if square % size + 1 < size && is_there(square + 1) {
            dominoes.push([square, square + 1]);
        }
        if square + size < size * size && is_there(square + size) {
            dominoes.push([square, square + size]);
        }
    }
    let lits = lits(dominoes.len(), random);
    let mut cnf = Cnf::new();
    for square in (0..size * size).filter(|&square| is_there(square)) {
        let covering = dominoes.iter().zip(&lits).filter(|(domino, _)| domino.contains(&square));
        let covering: Vec<Lit> = covering.map(|(_, &lit)| lit).collect();
        cnf.add_clause(&covering);
        at_most_one(&mut cnf, &covering, random.below(2) == 0);
    }
    cnf
}

#[test]
fn boards_without_two_squares_of_a_colour_are_not_covered() {
    let mut random = Random::new(2);
    for size in [4, 6, 8, 10] {
        let same = [0, size * size - 1];
        assert_eq!(judge(&board(size, same, &mut random)), Outcome::Unsatisfiable);
        let different = [0, size - 1];
        assert_eq!(judge(&board(size, different, &mut random)), Outcome::Satisfiable);
    }
}

/// For each vertex of a random graph, the parity of the edges that meet there (Tseitin 1968); in
/// all, an odd or an even number of odd ones.
fn parities(num_vertices: usize, is_odd: bool, random: &mut Random) -> Cnf {
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); num_vertices];
    let mut num_edges = 0;
    let mut join = |one: usize, other: usize| {
        if one != other && edges[one].len() < 6 && edges[other].len() < 6 {
            edges[one].push(num_edges);
            edges[other].push(num_edges);
            num_edges += 1;
        }
    };
    for vertex in 0..num_vertices {
        join(vertex, (vertex + 1) % num_vertices);
    }
    for _ in 0..num_vertices {
        join(random.below(num_vertices), random.below(num_vertices));
    }
    let lits = lits(num_edges, random);
    let mut cnf = Cnf::new();
    for (vertex, edges) in edges.iter().enumerate() {
        let edges: Vec<Lit> = edges.iter().map(|&edge| lits[edge]).collect();
        parity(&edges, is_odd && vertex == 0).for_each(|clause| cnf.add_clause(&clause));
    }
    cnf
}

/// The same literals added up in two orders, three at a time (Chew & Heule 2020): both sums are
/// even, or only the first is.
fn orders(num_lits: usize, are_equal: bool, random: &mut Random) -> Cnf {
    let lits = lits(3 * num_lits, random);
    let (summands, mut others) = lits.split_at(num_lits);
    let mut summands = summands.to_vec();
    let mut cnf = Cnf::new();
    for is_odd in [false, !are_equal] {
        random.shuffle(&mut summands);
        let Some((&first, rest)) = summands.split_first() else { continue };
        let mut sum = first;
        for &summand in rest {
            let Some((&next, left)) = others.split_first() else { continue };
            parity(&[sum, summand, next], false).for_each(|clause| cnf.add_clause(&clause));
            (sum, others) = (next, left);
        }
        cnf.add_clause(&[if is_odd { sum } else { !sum }]);
    }
    cnf
}

#[test]
fn parities_that_do_not_add_up_are_refuted() {
    // A seed by which three vertices have more edges than two each: else nothing is to be added up.
    let mut random = Random::new(2);
    for num_vertices in [3, 10, 20, 50, 100] {
        assert_eq!(judge(&parities(num_vertices, true, &mut random)), Outcome::Unsatisfiable);
        assert_eq!(judge(&parities(num_vertices, false, &mut random)), Outcome::Satisfiable);
    }
}

#[test]
fn one_sum_in_two_orders_is_refuted_if_it_is_to_differ() {
    let mut random = Random::new(3);
    for num_lits in [8, 20, 60, 150] {
        assert_eq!(judge(&orders(num_lits, false, &mut random)), Outcome::Unsatisfiable);
        assert_eq!(judge(&orders(num_lits, true, &mut random)), Outcome::Satisfiable);
    }
}

/// The proof of this one would have some hundreds of millions of clauses.
#[test]
fn without_a_proof_sums_of_any_length_are_refuted() {
    let mut solver = Solver::with_options(without_gates());
    orders(2600, false, &mut Random::new(4)).feed(&mut solver);
    assert_eq!(solver.solve(), Outcome::Unsatisfiable);
    assert_eq!(solver.statistics().conflicts, 0);
    assert!(sums(solver.statistics()) > 5000);
}

/// Gates, and clauses that say what they compute.
struct Circuit {
    cnf: Cnf,
    num_vars: usize,
    random: Random,
}

/// A gate: its kind, and how far back, in what was computed before it, its inputs stand; negated or not.
type Gate = (usize, [(usize, bool); 3]);

impl Circuit {
    fn var(&mut self) -> Lit {
        self.num_vars += 1;
        Var::from_index(self.num_vars - 1).positive()
    }

    fn conjunction(&mut self, inputs: &[Lit]) -> Lit {
        let output = self.var();
        inputs.iter().for_each(|&input| self.cnf.add_clause(&[!output, input]));
        self.cnf.add_clause(&inputs.iter().map(|&input| !input).chain([output]).collect::<Vec<Lit>>());
        output
    }

    /// With four clauses, or with three conjunctions.
    fn choice(&mut self, condition: Lit, [then, otherwise]: [Lit; 2], by_conjunctions: bool) -> Lit {
        if by_conjunctions {
            let parts = [[condition, then], [!condition, otherwise]].map(|inputs| !self.conjunction(&inputs));
            return !self.conjunction(&parts);
        }
        let output = self.var();
        for (guard, branch) in [(!condition, then), (condition, otherwise)] {
            self.cnf.add_clause(&[guard, !output, branch]);
            self.cnf.add_clause(&[guard, output, !branch]);
        }
        output
    }

    /// A gate made of clauses, or of conjunctions and negations alone, with its inputs in any
    /// order.
    fn gate(&mut self, kind: usize, [a, b, c]: [Lit; 3], by_conjunctions: bool) -> Lit {
        match kind {
            0 => self.conjunction(&[a, b]),
            1 if by_conjunctions => {
                let mut inputs = [a, b, c];
                inputs.rotate_left(self.random.below(3));
                let inner = self.conjunction(&inputs[..2]);
                self.conjunction(&[inner, inputs[2]])
            }
            1 => self.conjunction(&[a, b, c]),
            2 => self.choice(a, [!b, b], by_conjunctions),
            _ => self.choice(a, [b, c], by_conjunctions),
        }
    }
}

/// Says that two circuits of the same gates differ in their last outputs. One has an input negated, if one is given.
fn compared(num_inputs: usize, gates: &[Gate], negated: Option<usize>, random: &mut Random) -> Cnf {
    let mut circuit = Circuit { cnf: Cnf::new(), num_vars: 0, random: Random::new(random.below(1000)) };
    let inputs: Vec<Lit> = (0..num_inputs).map(|_| circuit.var()).collect();
    let mut sides = [inputs.clone(), inputs];
    for (at, &(kind, picks)) in gates.iter().enumerate() {
        for (side, signals) in sides.iter_mut().enumerate() {
            let mut inputs = picks.map(|(back, is_negated)| {
                let lit = signals[signals.len() - 1 - back];
                if is_negated { !lit } else { lit }
            });
            if side == 1 && negated == Some(at) {
                inputs[0] = !inputs[0];
            }
            signals.push(circuit.gate(kind, inputs, side == 1 && random.below(3) > 0));
        }
    }
    let [left, right] = sides.map(|side| side[side.len() - 1]);
    circuit.cnf.add_clause(&[left, right]);
    circuit.cnf.add_clause(&[!left, !right]);
    circuit.cnf
}

/// Whether the outputs differ for any inputs.
fn differ(num_inputs: usize, gates: &[Gate], negated: usize) -> bool {
    (0..1u32 << num_inputs).any(|values| {
        let inputs: Vec<bool> = (0..num_inputs).map(|at| values >> at & 1 == 1).collect();
        let outputs = [false, true].map(|is_changed| {
            let mut signals = inputs.clone();
            for (at, &(kind, picks)) in gates.iter().enumerate() {
                let [mut a, b, c] = picks.map(|(back, is_negated)| signals[signals.len() - 1 - back] != is_negated);
                a ^= is_changed && at == negated;
                signals.push(match kind {
                    0 => a && b,
                    1 => a && b && c,
                    2 => a != b,
                    _ => (a && b) || (!a && c),
                });
            }
            signals[signals.len() - 1]
        });
        outputs[0] != outputs[1]
    })
}

fn gates(number: usize, num_inputs: usize, are_distinct: bool, random: &mut Random) -> Vec<Gate> {
    let mut gates = Vec::new();
    while gates.len() < number {
        let picks = [(); 3].map(|()| (random.below(num_inputs), random.below(2) == 0));
        let [a, b, c] = picks.map(|(back, _)| back);
        if !are_distinct || (a != b && a != c && b != c) {
            gates.push((random.below(4), picks));
        }
    }
    gates
}

#[test]
fn circuits_of_the_same_gates_are_found_to_be_equal() {
    let mut random = Random::new(4);
    for (number, num_inputs) in [(10, 6), (50, 10), (300, 30)] {
        for _ in 0..10 {
            let gates = gates(number, num_inputs, true, &mut random);
            let cnf = compared(num_inputs, &gates, None, &mut random);
            let (outcome, statistics) = verified_with(&cnf, &Options::default().with("warm_up", 0));
            assert_eq!((outcome, statistics.conflicts), (Outcome::Unsatisfiable, 0), "{number} gates");
        }
    }
}

#[test]
fn circuits_differ_where_they_do() {
    let mut random = Random::new(5);
    let mut counts = [0; 2];
    for _ in 0..300 {
        let num_inputs = 3 + random.below(4);
        let gates = gates(4 + random.below(30), num_inputs, false, &mut random);
        let negated = gates.len() - 1 - random.below(4);
        let (outcome, _) =
            verified_with(&compared(num_inputs, &gates, Some(negated), &mut random), &Options::default());
        let expected = differ(num_inputs, &gates, negated);
        assert_eq!(outcome == Outcome::Satisfiable, expected, "{gates:?}, {negated}");
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Rows whose first literals, once decided, leave hundreds of literals that exclude each other: every
/// clause among these may be one that the rows lead to, in very many ways. The search for these ways
/// once knew no limit, and heard no signal.
#[test]
fn looking_for_pigeons_that_rest_on_the_way_ends_with_the_budget() {
    const ROWS: usize = 12;
    const ENDS: usize = 300;
    let mut random = Random::new(6);
    let mut cnf = Cnf::new();
    let rows: Vec<Vec<Lit>> = (0..ROWS).map(|_| cnf.new_vars(ROWS).into_iter().map(Var::positive).collect()).collect();
    let ends: Vec<Lit> = cnf.new_vars(ENDS).into_iter().map(Var::positive).collect();
    rows.iter().for_each(|row| cnf.add_clause(row));
    let first = rows[0][0];
    rows[1..].iter().for_each(|row| cnf.add_clause(&[!first, !row[ROWS - 1]]));
    for (index, &one) in ends.iter().enumerate() {
        ends[..index].iter().for_each(|&other| cnf.add_clause(&[!first, !one, !other]));
    }
    for _ in 0..8 * ENDS {
        let [a, b, c] = [(); 3].map(|()| ends[random.below(ENDS)]);
        cnf.add_clause(&[a, b, c]);
    }
    let mut solver = Solver::with_options(without_gates().with("lucky", 0));
    cnf.feed(&mut solver);
    let outcome = solver.solve_within(&[], &Budget::unlimited().with_ticks(1_000_000));
    assert!(!matches!(outcome, Outcome::Unsatisfiable));
    let ticks = solver.statistics().get("inprocess ticks").expect("it is counted");
    assert!((500_000..5_000_000).contains(&ticks), "{ticks}");
}
