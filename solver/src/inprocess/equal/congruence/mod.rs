//! Congruence closure: gates that compute the same from equal inputs have equal outputs.

mod closure;
mod extract;
mod gates;
mod nested;
mod shorten;

use crate::engine::{Call, Engine};

use self::closure::Closure;
use self::extract::{Extractor, extract};
use self::shorten::shorten;

pub(crate) mod own {
    use crate::store::delay::Delay;

    technique! {
        options {
            /// Find gates, and outputs of gates that are equal because their inputs are.
            enabled "congruence": bool = true;
        }
        counters {
            /// Gates found among clauses, each time they were looked for.
            gates "gates";
            /// Outputs of gates found to be equal.
            congruent "congruent";
        }
        schedule(_options) {
            /// The delay until congruence closure runs again.
            delay: Delay = Delay::default();
            /// The number of clauses that the caller had given when gates were last matched before
            /// a search.
            clauses: u64 = 0;
        }
    }
}

/// Steps that looking for gates may take for each clause.
const STEPS_PER_CLAUSE: u64 = 50;

/// Finds gates, and equal outputs of equal gates until there are no more (Biere, Fazekas, Fleury &
/// Froleyks 2024). Each equivalence becomes two binary clauses;
/// [`decompose`](crate::inprocess::equal::decompose::decompose) writes one literal for both.
/// Circuits that compute the same in the same way fall together so, which search would have to find
/// out gate by gate.
///
/// At level zero, everything propagated, and so it is afterwards unless the formula is inconsistent.
pub(crate) fn congruence(engine: &mut Engine, call: &mut Call<'_>) {
    shorten(engine, call);
    let steps = STEPS_PER_CLAUSE * engine.statistics.irredundant;
    let Extractor { gates, equal, never, .. } = extract(engine, call, steps);
    engine.statistics.congruence.gates += gates.len() as u64;
    let before = engine.statistics.congruence.congruent + engine.statistics.units;
    let search_ticks = engine.statistics.ticks;
    Closure::new(engine, call, gates).run(&equal, &never);
    engine.statistics.inprocess_ticks += engine.statistics.ticks - search_ticks;
    engine.statistics.ticks = search_ticks;
    let found = engine.statistics.congruence.congruent + engine.statistics.units - before;
    engine.schedule.congruence.delay.note(found > 0);
}

#[cfg(test)]
mod tests {
    use gordian_formula::{Lit, Var};

    use crate::options::Options;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use crate::store::random::Random;

    struct Circuit {
        solver: Solver,
    }

    impl Circuit {
        fn new() -> Circuit {
            Circuit::with_warm_up(0)
        }

        fn with_warm_up(warm_up: u64) -> Circuit {
            let options = Options::default().with("warm_up", warm_up).with("eliminate", 0).with("probe", 0);
            Circuit { solver: Solver::with_options(options) }
        }

        fn inputs<const N: usize>(&mut self) -> [Lit; N] {
            [(); N].map(|()| self.solver.new_var().positive())
        }

        fn output(&mut self) -> Lit {
            Var::positive(self.solver.new_var())
        }

        fn and(&mut self, inputs: &[Lit]) -> Lit {
            let output = self.output();
            self.define(output, inputs);
            output
        }

        /// Makes a literal the conjunction of others.
        fn define(&mut self, output: Lit, inputs: &[Lit]) {
            inputs.iter().for_each(|&input| self.solver.add_clause(&[!output, input]));
            self.solver.add_clause(&inputs.iter().map(|&input| !input).chain([output]).collect::<Vec<_>>());
        }

        fn choice(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
            let output = self.output();
            for (guard, branch) in [(!condition, then), (condition, otherwise)] {
                self.solver.add_clause(&[guard, !output, branch]);
                self.solver.add_clause(&[guard, output, !branch]);
            }
            output
        }

        fn parity(&mut self, inputs: &[Lit]) -> Lit {
            let output = self.output();
            for signs in 0..1u32 << inputs.len() {
                let negate = |(at, &lit): (usize, &Lit)| if signs >> at & 1 == 1 { !lit } else { lit };
                let last = if signs.count_ones() % 2 == 1 { output } else { !output };
                let clause: Vec<Lit> = inputs.iter().enumerate().map(negate).chain([last]).collect();
                self.solver.add_clause(&clause);
            }
            output
        }

        /// Whether two literals are found to be equal without a single conflict of the search.
        fn shows_equal(mut self, left: Lit, right: Lit) -> bool {
            self.solver.add_clause(&[left, right]);
            self.solver.add_clause(&[!left, !right]);
            self.solver.solve() == Outcome::Unsatisfiable && self.solver.statistics().conflicts == 0
        }
    }

    #[test]
    fn circuits_that_compute_the_same_alike_fall_together() {
        let mut circuit = Circuit::new();
        let [a, b, c, d] = circuit.inputs();
        let mut outputs = Vec::new();
        for order in [[a, b, c, d], [b, a, d, c]] {
            let [w, x, y, z] = order;
            let first = circuit.and(&[w, !x, c]);
            let second = if w == a { circuit.and(&[!a, b]) } else { circuit.and(&[b, !a]) };
            let first = if w == a { first } else { circuit.and(&[c, a, !b]) };
            let third = circuit.parity(&[second, y, z]);
            let fourth = circuit.choice(first, third, !d);
            outputs.push(circuit.and(&[fourth, third]));
        }
        assert!(circuit.shows_equal(outputs[0], outputs[1]));
    }

    #[test]
    fn gates_are_simplified_when_inputs_turn_out_equal() {
        // A parity with an input twice, a choice with its condition as a branch, and one whose branches are opposite.
        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let [first, second] = [[a, b], [b, a]].map(|inputs| circuit.and(&inputs));
        let cancelled = circuit.parity(&[first, second, c, a]);
        let shorter = circuit.parity(&[c, a]);
        assert!(circuit.shows_equal(cancelled, shorter));

        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let [first, second] = [[a, b], [b, a]].map(|inputs| circuit.and(&inputs));
        let either = circuit.choice(first, second, c);
        let neither = circuit.and(&[!first, !c]);
        assert!(circuit.shows_equal(either, !neither));

        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let [first, second] = [[a, b], [b, a]].map(|inputs| circuit.and(&inputs));
        let opposite = circuit.choice(c, first, !second);
        let parity = circuit.parity(&[first, c]);
        assert!(circuit.shows_equal(opposite, !parity));
    }

    #[test]
    fn choices_with_an_input_twice_are_seen_as_what_they_are() {
        let mut circuit = Circuit::new();
        let [a, b] = circuit.inputs();
        let choice = circuit.choice(a, a, b);
        let neither = circuit.and(&[!a, !b]);
        assert!(circuit.shows_equal(choice, !neither));

        // Shortening a clause of the outer choices must leave them choices.
        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let [first, second] = [0, 1].map(|_| {
            let inner = circuit.choice(!a, a, !b);
            circuit.choice(b, !c, inner)
        });
        assert!(circuit.shows_equal(first, second));
    }

    #[test]
    fn circuits_of_conjunctions_are_the_gates_they_are_made_for() {
        let mut circuit = Circuit::new();
        let [a, b, c, d] = circuit.inputs();
        let parts = [[a, b], [!a, c]].map(|inputs| !circuit.and(&inputs));
        let [choice, made] = [circuit.choice(a, b, c), !circuit.and(&parts)];
        let parts = [[choice, !d], [!choice, d]].map(|inputs| !circuit.and(&inputs));
        let [parity, other] = [circuit.parity(&[made, d]), !circuit.and(&parts)];
        assert!(circuit.shows_equal(parity, other));

        // Conjunctions in any order, and what other inputs decide of one that is negated.
        let mut circuit = Circuit::new();
        let [a, b, c, d] = circuit.inputs();
        let [left, right] = [[a, b], [c, d]].map(|inputs| circuit.and(&inputs));
        let balanced = circuit.and(&[left, right]);
        let inner = circuit.and(&[b, !d]);
        let without = circuit.and(&[a, b, c, !inner]);
        assert!(circuit.shows_equal(balanced, without));
    }

    #[test]
    fn conjunctions_that_are_defined_by_each_other_end() {
        let mut circuit = Circuit::new();
        let [a, b] = circuit.inputs();
        let [first, second] = [circuit.output(), circuit.output()];
        circuit.define(first, &[a, second]);
        circuit.define(second, &[a, first]);
        let [left, right] = [circuit.and(&[a, b, !first]), circuit.and(&[b, a, !second])];
        assert!(circuit.shows_equal(left, right));

        let mut circuit = Circuit::new();
        let [a, b] = circuit.inputs();
        let [first, second] = [circuit.output(), circuit.output()];
        circuit.define(first, &[a, second]);
        circuit.define(second, &[b, first]);
        let [left, right] = [circuit.and(&[a, first]), circuit.and(&[b, second])];
        assert!(circuit.shows_equal(left, right));
    }

    #[test]
    fn literals_that_two_binary_clauses_decide_are_no_inputs() {
        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let never = circuit.and(&[a, !a]);
        let [first, second] = [circuit.parity(&[b, c, never]), circuit.parity(&[b, c])];
        assert!(circuit.shows_equal(first, second));
    }

    #[test]
    fn parities_of_conjunctions_are_found_in_any_order() {
        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let parts = [[a, b], [!a, !b]].map(|inputs| !circuit.and(&inputs));
        let parity = circuit.and(&parts);
        let back = circuit.parity(&[parity, b]);
        let [first, second] = [circuit.and(&[back, c]), circuit.and(&[a, c])];
        assert!(circuit.shows_equal(first, second));
    }

    #[test]
    fn conjunctions_that_share_an_input_are_flattened() {
        let mut circuit = Circuit::new();
        let [a, b, c, d] = circuit.inputs();
        let shared = circuit.and(&[a, b]);
        let inner = circuit.and(&[c, shared]);
        let inner = circuit.and(&[inner, d]);
        let nested = circuit.and(&[shared, inner]);
        let flat = circuit.and(&[a, b, c, d]);
        assert!(circuit.shows_equal(nested, flat));
    }

    #[test]
    fn random_circuits_fall_together_before_the_search() {
        let mut circuit = Circuit::with_warm_up(3000);
        let mut random = Random::new(1);
        let inputs: [Lit; 20] = circuit.inputs();
        let mut signals = [inputs.to_vec(), inputs.to_vec()];
        for _ in 0..if cfg!(miri) { 40 } else { 300 } {
            let kind = random.below(3);
            let picks = [(); 3].map(|()| (random.below(20), random.below(2) == 1));
            for side in &mut signals {
                let last = side.len() as u64 - 1;
                let [a, b, c] = picks.map(|(back, is_negated)| {
                    let lit = side[(last - back) as usize];
                    if is_negated { !lit } else { lit }
                });
                side.push(match kind {
                    0 => circuit.and(&[a, b]),
                    1 => circuit.parity(&[a, b]),
                    _ => circuit.choice(a, b, c),
                });
            }
        }
        let [left, right] = signals.map(|side| side[side.len() - 1]);
        assert!(circuit.shows_equal(left, right));
    }

    #[test]
    fn different_circuits_stay_apart() {
        let mut circuit = Circuit::new();
        let [a, b, c] = circuit.inputs();
        let [left, right] = [circuit.choice(a, b, c), circuit.choice(a, c, b)];
        assert!(!circuit.shows_equal(left, right));
    }
}
