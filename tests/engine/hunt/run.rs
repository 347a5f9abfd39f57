//! Running a trace on the solver, each answer judged.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gordian_checker::{Assignment, Encoding, ProofFormat, ProofOptions, Strategy, Verdict, check_model, check_proof};
use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};
use gordian_solver::{
    Budget, Callbacks, DratWriter, Enumeration, Interrupt, Options, Outcome, Portfolio, ProofTracer, Solver,
};

use super::call::Call;
use super::theory::Theory;
use gordian_testkit::{MAX_VARS, Oracle, project};

/// No call of these hunts takes this long: longer is a fault too.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most visible variables of an enumeration of a formula too large for the oracle.
pub(crate) const MAX_PROBED: usize = 6;

/// The most variables that propagators may bring in all calls of a trace.
const OWN: usize = 1000;

/// The counts of all that was done, so that a hunt can be seen to have hunted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) traces: u64,
    /// Questions that several threads were asked.
    pub(crate) divided: u64,
    pub(crate) satisfiable: u64,
    pub(crate) unsatisfiable: u64,
    pub(crate) unknown: u64,
    pub(crate) proofs: u64,
    pub(crate) lemmas: u64,
    pub(crate) cores: u64,
    pub(crate) enumerations: u64,
    pub(crate) models: u64,
    pub(crate) propagations: u64,
    /// Clauses told as learned, and those that propagators gave.
    pub(crate) learned: u64,
    pub(crate) imported: u64,
    /// The solver's own counters, added up.
    pub(crate) statistics: BTreeMap<&'static str, u64>,
}

/// Keeps the steps of a proof where they can be read while the solver goes on.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<Step>>>);

/// The action, and the clause it is about.
type Step = (Action, Vec<Lit>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Import,
    Add,
    Delete,
}

impl Recorder {
    fn push(&self, action: Action, clause: &[Lit]) {
        self.0.lock().expect("one thread").push((action, clause.to_vec()));
    }

    /// The clauses that propagators gave.
    fn imported(&self) -> Vec<Vec<Lit>> {
        let steps = self.0.lock().expect("one thread");
        steps.iter().filter(|(action, _)| *action == Action::Import).map(|(_, clause)| clause.clone()).collect()
    }

    /// The proof so far, as the solver's own writer writes it.
    fn write(&self, encoding: Encoding) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = match encoding {
            Encoding::Text => DratWriter::text(&mut bytes),
            Encoding::Binary => DratWriter::binary(&mut bytes),
        };
        for (action, clause) in self.0.lock().expect("one thread").iter() {
            match action {
                Action::Import => writer.import_clause(clause),
                Action::Add => writer.add_clause(clause),
                Action::Delete => writer.delete_clause(clause),
            }
        }
        writer.finish().expect("memory takes everything");
        drop(writer);
        bytes
    }
}

impl ProofTracer for Recorder {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.push(Action::Add, clause);
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        self.push(Action::Delete, clause);
    }

    fn import_clause(&mut self, clause: &[Lit]) {
        self.push(Action::Import, clause);
    }

    fn finish(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Another solver, which is told the same and asked the same.
pub(crate) trait Judge {
    fn add_clause(&mut self, clause: &[i32]);
    fn is_satisfiable(&mut self, assumptions: &[i32]) -> bool;
}

/// The solver, what it was told, and what is true of that.
struct Run<'a> {
    solver: Solver,
    portfolio: Option<Portfolio>,
    /// All of it, and without what only the propagator knows.
    cnf: Cnf,
    plain: Cnf,
    hidden: Vec<Vec<i32>>,
    /// The oracle, if there are few variables.
    oracle: Option<Oracle>,
    judge: Option<&'a mut (dyn Judge + 'a)>,
    proof: Recorder,
    /// How many variables the trace has; a propagator's own are numbered beyond.
    num_vars: usize,
    tally: &'a mut Tally,
}

/// The options that a trace asks for. By default, the first simplification comes before any search,
/// which would answer small formulas at once.
pub(crate) fn options_of(trace: &[Call]) -> Options {
    let mut options = Options::default().with("warm_up", 0);
    for call in trace {
        if let Call::SetOption(name, value) = call {
            // An option that is gone does not make an old trace useless.
            let _ = options.set(name, &value.to_string());
        }
    }
    options
}

/// The threads that a trace asks for.
pub(crate) fn portfolio_of(trace: &[Call]) -> Option<Portfolio> {
    trace.iter().find_map(|call| match *call {
        Call::Threads(threads, is_deterministic, alone) => {
            Some(Portfolio::of_threads(threads).deterministic(is_deterministic).with_ticks_alone(alone))
        }
        _ => None,
    })
}

/// Runs a trace; the error tells the number of the call, from 1, and what is wrong. A judge agrees
/// or that is wrong, too.
pub(crate) fn run<'a>(trace: &[Call], tally: &'a mut Tally, judge: Option<&'a mut dyn Judge>) -> Result<(), String> {
    let proof = Recorder::default();
    let mut solver = Solver::with_options(options_of(trace));
    solver.set_proof(Box::new(proof.clone()));
    let new_vars = trace.iter().map(|call| if let Call::NewVars(count) = call { *count } else { 0 });
    let num_vars = max_var(trace) + new_vars.sum::<usize>();
    solver.allow_definitions(Var::from_index(num_vars + OWN));
    let oracle = (max_var(trace) <= MAX_VARS).then(Oracle::new);
    let (cnf, plain, hidden) = (Cnf::new(), Cnf::new(), Vec::new());
    let portfolio = portfolio_of(trace);
    let mut run = Run { solver, portfolio, cnf, plain, hidden, oracle, judge, proof, num_vars, tally };
    for (index, call) in trace.iter().enumerate() {
        run.call(call).map_err(|error| format!("call {}, `{call}`: {error}", index + 1))?;
    }
    for (name, value) in run.solver.statistics().rows() {
        *run.tally.statistics.entry(name).or_default() += value;
    }
    run.tally.traces += 1;
    Ok(())
}

fn max_var(trace: &[Call]) -> usize {
    let numbers = trace.iter().flat_map(|call| call.clone().numbers_mut().map(std::mem::take).unwrap_or_default());
    numbers.map(|number| number.unsigned_abs() as usize).max().unwrap_or(0)
}

impl Run<'_> {
    fn call(&mut self, call: &Call) -> Result<(), String> {
        match call {
            Call::SetOption(..) | Call::Threads(..) => Ok(()),
            Call::NewVars(count) => {
                for _ in 0..*count {
                    self.plain.new_var();
                    let var = self.cnf.new_var();
                    if self.solver.num_vars() <= self.num_vars {
                        ensure(self.solver.new_var() == var, || "a wrong new variable".to_string())?;
                    }
                }
                Ok(())
            }
            Call::AddClause(numbers) => {
                self.tell_clause(numbers);
                self.plain.add_clause(&lits(numbers));
                self.cnf.add_clause(&lits(numbers));
                self.solver.add_clause(&lits(numbers));
                Ok(())
            }
            Call::AddHidden(numbers) => {
                self.tell_clause(numbers);
                self.cnf.add_clause(&lits(numbers));
                self.hidden.push(numbers.clone());
                Ok(())
            }
            Call::AddAtMostOne(numbers) => {
                self.tell_at_most_one(numbers);
                self.plain.add_at_most_one(&lits(numbers));
                self.cnf.add_at_most_one(&lits(numbers));
                self.solver.add_at_most_one(&lits(numbers));
                Ok(())
            }
            Call::AddExactlyOne(numbers) => {
                self.tell_at_most_one(numbers);
                self.tell_clause(numbers);
                self.plain.add_exactly_one(&lits(numbers));
                self.cnf.add_exactly_one(&lits(numbers));
                self.solver.add_exactly_one(&lits(numbers));
                Ok(())
            }
            Call::Solve(assumptions) => self.solve(assumptions, None),
            Call::SolveLimited(conflicts, assumptions) => self.solve(assumptions, Some(*conflicts)),
            Call::Propagate(assumptions) => self.propagate(assumptions),
            Call::SetPhase(phases) => {
                lits(phases).into_iter().for_each(|lit| self.solver.set_phase(lit));
                Ok(())
            }
            Call::Enumerate(vars) => self.enumerate(vars, None),
            Call::EnumerateSome(limit, vars) => self.enumerate(vars, Some(*limit)),
        }
    }

    fn tell_clause(&mut self, clause: &[i32]) {
        if let Some(oracle) = &mut self.oracle {
            oracle.add_clause(clause);
        }
        if let Some(judge) = &mut self.judge {
            judge.add_clause(clause);
        }
    }

    fn tell_at_most_one(&mut self, members: &[i32]) {
        if let Some(oracle) = &mut self.oracle {
            oracle.add_at_most_one(members);
        }
        if let Some(judge) = &mut self.judge {
            for (index, &first) in members.iter().enumerate() {
                members[index + 1..].iter().for_each(|&second| judge.add_clause(&[-first, -second]));
            }
        }
    }

    /// Whether there is a model under assumptions, if it is known without the solver.
    fn is_satisfiable(&self, assumptions: &[i32]) -> Option<bool> {
        self.oracle.as_ref().map(|oracle| oracle.under(assumptions).is_satisfiable())
    }

    fn solve(&mut self, assumptions: &[i32], conflicts: Option<u64>) -> Result<(), String> {
        let mut budget = Budget::unlimited().with_deadline(Instant::now() + PATIENCE);
        if let Some(conflicts) = conflicts {
            budget = budget.with_conflicts(conflicts);
        }
        let is_satisfiable = self.is_satisfiable(assumptions);
        let mut learned = Vec::new();
        let mut tell = |clause: &[Lit]| learned.push(clause.to_vec());
        let mut callbacks = Callbacks::none().with_learned(usize::MAX, &mut tell);
        let mut theory = self.theory();
        let observed = theory.observed();
        if !self.hidden.is_empty() {
            callbacks = callbacks.with_propagator(&mut theory, &observed);
        }
        let outcome = match &self.portfolio {
            Some(portfolio) if self.hidden.is_empty() => {
                let answer = self.solver.solve_portfolio(&lits(assumptions), &budget, portfolio);
                self.tally.divided += u64::from(answer.workers.len() > 1);
                answer.outcome
            }
            _ => self.solver.solve_with(&lits(assumptions), &budget, callbacks),
        };
        self.judge_learned(&learned)?;
        if let (Some(judge), Outcome::Satisfiable | Outcome::Unsatisfiable) = (&mut self.judge, outcome) {
            let is_satisfiable = judge.is_satisfiable(assumptions);
            ensure(is_satisfiable == (outcome == Outcome::Satisfiable), || {
                format!(
                    "{outcome:?}, and another solver says that there is {} model",
                    if is_satisfiable { "a" } else { "no" }
                )
            })?;
        }
        match outcome {
            Outcome::Satisfiable => {
                ensure(is_satisfiable != Some(false), || "satisfiable, and there is no model".to_string())?;
                self.judge_found_model(assumptions)?;
                // They hold when everything is propagated, as with a model.
                self.solver.check_invariants();
                ensure(self.solver.core().is_empty(), || "a core beside a model".to_string())?;
                self.tally.satisfiable += 1;
            }
            Outcome::Unsatisfiable => {
                ensure(is_satisfiable != Some(true), || "unsatisfiable, and there is a model".to_string())?;
                ensure(self.solver.model().is_none(), || "a model beside a core".to_string())?;
                self.judge_core(assumptions)?;
                self.tally.unsatisfiable += 1;
            }
            Outcome::Unknown(Interrupt::Conflicts) if conflicts.is_some() => self.tally.unknown += 1,
            Outcome::Unknown(interrupt) => return Err(format!("unknown because of {interrupt:?}")),
        }
        Ok(())
    }

    /// The propagator of a call.
    fn theory(&self) -> Theory {
        let next_own = Var::from_index(self.num_vars.max(self.solver.num_vars()));
        Theory::new(self.hidden.clone(), next_own, self.tally.traces + self.solver.statistics().decisions)
    }

    /// Each of them follows.
    fn judge_learned(&mut self, learned: &[Vec<Lit>]) -> Result<(), String> {
        self.tally.learned += learned.len() as u64;
        let is_own = |lit: &Lit| lit.var().index() >= self.num_vars;
        for clause in learned.iter().filter(|clause| !clause.iter().any(is_own)) {
            let negated: Vec<i32> = clause.iter().map(|&lit| (!lit).to_dimacs()).collect();
            ensure(self.is_satisfiable(&negated) != Some(true), || {
                format!("learned {clause:?}, which does not follow")
            })?;
        }
        Ok(())
    }

    fn propagate(&mut self, assumptions: &[i32]) -> Result<(), String> {
        let propagation = self.solver.propagate(&lits(assumptions));
        if propagation.is_conflict {
            ensure(self.is_satisfiable(assumptions) != Some(true), || "a conflict that is none".to_string())?;
        }
        let is_own = |lit: &Lit| lit.var().index() >= self.num_vars;
        for lit in propagation.implied.into_iter().filter(|lit| !is_own(lit)) {
            let mut negated = assumptions.to_vec();
            negated.push((!lit).to_dimacs());
            ensure(self.is_satisfiable(&negated) != Some(true), || format!("{lit} does not follow"))?;
        }
        self.tally.propagations += 1;
        Ok(())
    }

    fn judge_found_model(&self, assumptions: &[i32]) -> Result<(), String> {
        let model = self.solver.model().ok_or("satisfiable without a model")?;
        self.judge_model(&model, assumptions)?;
        for lit in model.literals() {
            let (value, opposite) = (self.solver.value(lit), self.solver.value(!lit));
            ensure(value == Some(true) && opposite == Some(false), || {
                format!("the value of {lit} is not the model's")
            })?;
        }
        Ok(())
    }

    fn judge_model(&self, model: &Model, assumptions: &[i32]) -> Result<(), String> {
        check_model(&self.cnf, &Assignment::from(model)).map_err(|violation| format!("a wrong model: {violation}"))?;
        ensure(model.num_vars() >= self.cnf.num_vars(), || "a model of too few variables".to_string())?;
        let broken = assumptions.iter().find(|&&number| !model.satisfies(lit(number)));
        broken.map_or(Ok(()), |assumption| Err(format!("the model breaks the assumption {assumption}")))
    }

    fn judge_core(&mut self, assumptions: &[i32]) -> Result<(), String> {
        let core = self.solver.core().to_vec();
        let numbers: Vec<i32> = core.iter().map(|lit| lit.to_dimacs()).collect();
        let foreign = numbers.iter().find(|number| !assumptions.contains(number));
        ensure(foreign.is_none(), || format!("the core {numbers:?} is not of the assumptions"))?;
        ensure(self.is_satisfiable(&numbers) != Some(true), || format!("the core {numbers:?} is satisfiable"))?;
        if !core.is_empty() {
            let mut fresh = Solver::new();
            self.cnf.feed(&mut fresh);
            let again = fresh.solve_under(&core);
            ensure(again == Outcome::Unsatisfiable, || format!("the core {numbers:?} alone is {again:?}"))?;
            self.tally.cores += 1;
        }
        self.judge_proof(&core)
    }

    fn judge_proof(&mut self, core: &[Lit]) -> Result<(), String> {
        let mut given = self.plain.clone();
        let imported = self.proof.imported();
        imported.iter().for_each(|clause| given.add_clause(clause));
        self.tally.imported += imported.len() as u64;
        let text = self.proof.write(Encoding::Text);
        let shown = || String::from_utf8_lossy(&text).into_owned();
        let binary = self.proof.write(Encoding::Binary);
        for (bytes, encoding, strategy) in [
            (&text, Encoding::Text, Strategy::Backward),
            (&binary, Encoding::Binary, Strategy::Backward),
            (&text, Encoding::Text, Strategy::Forward),
        ] {
            let options = ProofOptions { format: Some(ProofFormat::Drat(encoding)), strategy };
            let verdict = check_proof(&given, core, &bytes[..], &options);
            match verdict.map_err(|error| format!("{encoding:?} proof: {error}\n{}", shown()))? {
                Verdict::Refused(refusal) => {
                    return Err(format!("{strategy:?} checking of the {encoding:?} proof: {refusal}\n{}", shown()));
                }
                Verdict::Verified(summary) => {
                    ensure(summary.unknown_deletions == 0, || {
                        format!("the proof deletes what is not there\n{}", shown())
                    })?;
                    self.tally.lemmas += summary.lemmas;
                }
            }
            self.tally.proofs += 1;
        }
        Ok(())
    }

    /// The assignments of these variables that extend to a model, each asked for by itself.
    fn probe(&self, vars: &[i32]) -> Result<BTreeSet<u32>, String> {
        let mut distinct = vars.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        ensure(distinct.len() <= MAX_PROBED, || "too many variables to enumerate by probing".to_string())?;
        let mut solver = Solver::new();
        self.cnf.feed(&mut solver);
        let mut seen = BTreeSet::new();
        for signs in 0..1u32 << distinct.len() {
            let assumed: Vec<i32> =
                distinct.iter().enumerate().map(|(at, &var)| if signs >> at & 1 == 1 { var } else { -var }).collect();
            if solver.solve_under(&lits(&assumed)) == Outcome::Satisfiable {
                seen.insert(project(vars, |var| assumed.contains(&var)));
            }
        }
        Ok(seen)
    }

    fn enumerate(&mut self, vars: &[i32], limit: Option<usize>) -> Result<(), String> {
        let expected = match &self.oracle {
            Some(oracle) => oracle.projection(vars),
            None => self.probe(vars)?,
        };
        let visible: Vec<Var> = vars.iter().map(|&var| lit(var).var()).collect();
        let mut models = Vec::new();
        let budget = Budget::unlimited().with_deadline(Instant::now() + PATIENCE);
        let mut theory = self.theory();
        let observed = theory.observed();
        let callbacks = match self.hidden.is_empty() {
            true => Callbacks::none(),
            false => Callbacks::none().with_propagator(&mut theory, &observed),
        };
        let ended = self.solver.enumerate_with(&visible, &budget, callbacks, &mut |model| {
            models.push(model.clone());
            match limit == Some(models.len()) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let mut seen = BTreeSet::new();
        for model in &models {
            self.judge_model(model, &[])?;
            ensure(seen.insert(project(vars, |var| model.satisfies(lit(var)))), || {
                format!("the same assignment twice, the second in {model:?}")
            })?;
        }
        let is_stopped = limit.is_some_and(|limit| limit <= expected.len() && limit > 0);
        match ended {
            Enumeration::Complete if !is_stopped => {
                ensure(seen == expected, || format!("{} assignments instead of {}", seen.len(), expected.len()))?
            }
            Enumeration::Stopped if is_stopped => ensure(Some(seen.len()) == limit, || "stopped late".to_string())?,
            _ => return Err(format!("the enumeration ended {ended:?} after {} of {}", seen.len(), expected.len())),
        }
        self.tally.enumerations += 1;
        self.tally.models += models.len() as u64;
        Ok(())
    }
}

fn ensure(holds: bool, error: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(error()) }
}

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).expect("traces hold no zero")
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}
