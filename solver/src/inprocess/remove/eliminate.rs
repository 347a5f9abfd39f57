//! Bounded variable elimination.

use gordian_formula::{Lit, LitMap, Var};

use crate::engine::{Call, Engine};
use crate::inprocess::dense::collect_dense;
use crate::store::arena::ClauseRef;
use crate::store::occurrences::Occurrences;
use crate::store::rows::Rows;
use crate::store::trail::Trail;

pub(crate) mod own {
    technique! {
        options {
            /// Eliminate variables, after subsumption.
            enabled "eliminate": bool = true;
            /// Per mille of the ticks of search that elimination may take.
            effort "eliminate_effort": (0..=10_000) = 100;
            /// Most clauses that eliminating a variable may add.
            bound "eliminate_bound": (0..=1000) = 16;
            /// Literals with more occurrences are not eliminated.
            occurrences "eliminate_occurrences": (1..=100_000) = 100;
        }
        counters {
            /// Variables eliminated.
            eliminated "eliminated";
        }
        schedule(_options) {
            /// The number of clauses that an elimination may add beyond those that it removes.
            bound: u64 = 0;
        }
    }
}

/// Resolvents longer than this are not made.
const RESOLVENT_LIMIT: usize = 100;
/// Rounds over the variables whose clauses changed.
const ROUNDS: usize = 3;

/// Work space of one run.
struct Eliminator<'a> {
    occurrences: &'a mut Occurrences,
    marked: LitMap<bool>,
    /// Variables that lost clauses since they were last tried.
    touched: Vec<bool>,
    is_frozen: Vec<bool>,
    ticks: u64,
    /// The resolvents of the clauses of the variable at hand, and the two parents of each.
    resolvents: Rows<Lit>,
    parents: Vec<[ClauseRef; 2]>,
    /// The resolvent at hand.
    resolvent: Vec<Lit>,
}

/// Replaces the clauses of a variable by their resolvents where these are not many more (Davis &
/// Putnam 1960; Subbarayan & Pradhan 2004; Eén & Biere 2005). Variables of groups stay, since a
/// group stands for clauses that are not written out, and so do those of assumptions and those that
/// a propagator observes.
///
/// A variable that defines a gate needs only resolvents of a gate clause with another one. How many more clauses
/// are allowed grows from run to run, once all variables were tried with the bound before.
pub(crate) fn eliminate(engine: &mut Engine, call: &mut Call<'_>, occurrences: &mut Occurrences, ticks: u64) {
    let num_vars = engine.trail.num_vars();
    let mut is_frozen = vec![false; num_vars];
    for (_, members) in engine.groups.iter() {
        members.iter().for_each(|lit| is_frozen[lit.var().index()] = true);
    }
    call.frozen().for_each(|lit| is_frozen[lit.var().index()] = true);
    let mut marked = LitMap::new();
    marked.grow(num_vars);
    let mut run = Eliminator {
        occurrences,
        marked,
        touched: vec![true; num_vars],
        is_frozen,
        ticks,
        resolvents: Rows::default(),
        parents: Vec::new(),
        resolvent: Vec::new(),
    };
    for _ in 0..ROUNDS {
        let mut candidates = run.candidates(engine, call);
        if candidates.is_empty() {
            break;
        }
        candidates.sort_unstable();
        for (_, var) in candidates {
            if run.ticks == 0 || engine.is_inconsistent || call.is_late_by_now() {
                return;
            }
            run.touched[var.index()] = false;
            run.try_eliminate(engine, call, var);
            collect_dense(engine, run.occurrences);
        }
    }
    let bound = &mut engine.schedule.eliminate.bound;
    *bound = if *bound == 0 { 1 } else { (2 * *bound).min(call.options.eliminate.bound) };
}

impl Eliminator<'_> {
    /// Variables to try, those with few resolvents first.
    fn candidates(&self, engine: &Engine, call: &Call<'_>) -> Vec<(u32, Var)> {
        let limit = call.options.eliminate.occurrences as usize;
        let mut candidates = Vec::new();
        for index in 0..engine.trail.num_vars() {
            let var = Var::from_index(index);
            if !self.touched[index] || self.is_frozen[index] || engine.removed[index] || engine.trail.is_assigned(var) {
                continue;
            }
            let [positive, negative] = [var.positive(), var.negative()].map(|lit| self.occurrences.of(lit).len());
            if positive <= limit && negative <= limit && positive + negative > 0 {
                candidates.push((positive.saturating_mul(negative).try_into().unwrap_or(u32::MAX), var));
            }
        }
        candidates
    }

    fn try_eliminate(&mut self, engine: &mut Engine, call: &mut Call<'_>, var: Var) {
        let sides = [var.positive(), var.negative()];
        if engine.trail.is_assigned(var) {
            return;
        }
        for lit in sides {
            self.occurrences.flush(lit, &engine.arena);
        }
        let [positive, negative] = sides.map(|lit| self.live(engine, lit));
        if positive.len().max(negative.len()) > call.options.eliminate.occurrences as usize {
            return;
        }
        let gate = self.find_gate(engine, &positive, &negative, var);
        // A definition must not be undone for the price of the clauses that it saved.
        let is_definition = call.external.names().name(var.positive()).is_none();
        let bound = if is_definition { 0 } else { engine.schedule.eliminate.bound as usize };
        let limit = positive.len() + negative.len() + bound;
        if self.resolve_all(engine, var, &positive, &negative, &gate, limit) {
            self.replace(engine, call, var, &positive, &negative);
        }
    }

    /// The clauses of a literal that level zero does not satisfy.
    fn live(&self, engine: &Engine, lit: Lit) -> Vec<ClauseRef> {
        let is_open = |&clause: &ClauseRef| engine.arena.lits(clause).iter().all(|&lit| engine.trail.value(lit) <= 0);
        self.occurrences.of(lit).iter().copied().filter(is_open).collect()
    }

    /// The clauses of a definition of the variable as a conjunction of literals or its negation as
    /// one, if there is one; equivalences are the shortest.
    fn find_gate(
        &mut self,
        engine: &Engine,
        positive: &[ClauseRef],
        negative: &[ClauseRef],
        var: Var,
    ) -> Vec<ClauseRef> {
        let arena = &engine.arena;
        for (output, base_side, binary_side) in
            [(var.positive(), positive, negative), (var.negative(), negative, positive)]
        {
            // output = conjunction of inputs: binary clauses (not output, input), base clause (output, not inputs).
            let inputs: Vec<(Lit, ClauseRef)> = binary_side
                .iter()
                .filter_map(|&clause| match *arena.lits(clause) {
                    [first, second] => Some((if first == !output { second } else { first }, clause)),
                    _ => None,
                })
                .collect();
            for &(input, _) in &inputs {
                self.marked[input] = true;
            }
            let is_base =
                |&&clause: &&ClauseRef| arena.lits(clause).iter().all(|&lit| lit == output || self.marked[!lit]);
            let base = base_side.iter().find(is_base).copied();
            for &(input, _) in &inputs {
                self.marked[input] = false;
            }
            if let Some(base) = base {
                let lits = arena.lits(base);
                let mut gate = vec![base];
                for &(input, clause) in &inputs {
                    // Each input once, though its binary clause may be there twice.
                    let is_new = !gate[1..].iter().any(|&known| arena.lits(known).contains(&input));
                    if lits.contains(&!input) && is_new {
                        gate.push(clause);
                    }
                }
                return gate;
            }
        }
        Vec::new()
    }

    /// Makes the resolvents on a variable that are no tautologies. False if there are more than
    /// `limit`, or one is too long.
    fn resolve_all(
        &mut self,
        engine: &Engine,
        var: Var,
        positive: &[ClauseRef],
        negative: &[ClauseRef],
        gate: &[ClauseRef],
        limit: usize,
    ) -> bool {
        let Engine { arena, trail, groups, .. } = engine;
        self.resolvents.clear();
        self.parents.clear();
        for &first in positive {
            let lits = arena.lits(first);
            lits.iter().for_each(|&lit| self.marked[lit] = true);
            let mut is_over = false;
            for &second in negative {
                // With a gate, two gate clauses give a tautology, and two others give a consequence
                // of the gate ones.
                if !gate.is_empty() && gate.contains(&first) == gate.contains(&second) {
                    continue;
                }
                self.ticks = self.ticks.saturating_sub(1 + arena.size(second) as u64 / 16);
                if resolve(lits, arena.lits(second), var, &self.marked, trail, &mut self.resolvent)
                    && !matches!(self.resolvent[..], [first, second] if groups.exclude(!first, !second))
                {
                    is_over = self.resolvent.len() > RESOLVENT_LIMIT || self.parents.len() == limit;
                    if is_over {
                        break;
                    }
                    self.resolvents.push(self.resolvent.iter().copied());
                    self.parents.push([first, second]);
                }
            }
            lits.iter().for_each(|&lit| self.marked[lit] = false);
            if is_over || self.ticks == 0 {
                return false;
            }
        }
        true
    }

    /// Puts the resolvents in the place of the clauses they come from.
    fn replace(
        &mut self,
        engine: &mut Engine,
        call: &mut Call<'_>,
        var: Var,
        positive: &[ClauseRef],
        negative: &[ClauseRef],
    ) {
        for (lits, parents) in self.resolvents.iter().zip(&self.parents) {
            let Engine { arena, trail, .. } = &mut *engine;
            let identifier = call.proof.add_by_chain(lits, |chain| {
                for &parent in parents {
                    chain.push_clause(arena, parent);
                }
                let [first, second] = parents.map(|parent| arena.lits(parent));
                let others = second.iter().filter(|lit| !first.contains(lit));
                // False literals were left out, but for those that a unit clause among the
                // resolvents has made false since.
                let falsified = first.iter().chain(others).filter(|lit| trail.value(**lit) < 0 && !lits.contains(lit));
                falsified.for_each(|lit| chain.push_unit(lit.var()));
            });
            match *lits {
                [] => engine.is_inconsistent = true,
                [unit] => engine.take_unit(unit, call.proof),
                ref lits => {
                    let clause = engine.arena.add(lits, None);
                    engine.arena.note_identifier(clause, identifier);
                    self.occurrences.connect(clause, lits);
                    engine.statistics.irredundant += 1;
                }
            }
        }
        for (witness, side) in [(var.positive(), positive), (var.negative(), negative)] {
            for &clause in side {
                let lits = engine.arena.lits(clause);
                engine.reconstruction.push(witness, lits);
                lits.iter().for_each(|lit| self.touched[lit.var().index()] = true);
                // The proof keeps the clause: it comes back if the variable is restored.
                engine.arena.mark_garbage(clause);
                engine.statistics.irredundant -= 1;
            }
            self.occurrences.truncate(witness, 0);
        }
        engine.removed[var.index()] = true;
        engine.statistics.eliminate.eliminated += 1;
    }
}

/// Makes the resolvent of a clause whose literals are marked with another one; false for a
/// tautology or a clause that level zero satisfies.
fn resolve(
    first: &[Lit],
    second: &[Lit],
    var: Var,
    marked: &LitMap<bool>,
    trail: &Trail,
    resolvent: &mut Vec<Lit>,
) -> bool {
    if second.iter().any(|&lit| lit.var() != var && (marked[!lit] || trail.value(lit) > 0)) {
        return false;
    }
    resolvent.clear();
    resolvent.extend(first.iter().copied().filter(|&lit| lit.var() != var && trail.value(lit) == 0));
    let fresh = |&lit: &Lit| lit.var() != var && !marked[lit] && trail.value(lit) == 0;
    resolvent.extend(second.iter().copied().filter(fresh));
    true
}
