//! The search: decide, propagate, split into components, look each up, go back and add.
//!
//! Counting by components (Bayardo and Pehoushek 2000) with a cache and clause learning (Sang et
//! al. 2004), laid out as Thurley (2006) found best, guided by a tree decomposition (Korhonen and
//! Järvisalo 2021).

mod cache;
mod propagator;
mod rows;
mod sample;
mod sampling;
mod split;

use std::ops::ControlFlow;

use gordian_formula::{Lit, Var};

use super::dnnf::{Node, Trace};
use super::measure::{Amount, Measure};
use crate::Effort;
use crate::forecast::Advance;
use cache::Cache;
pub(crate) use propagator::Propagator;
use propagator::{Conflict, Learned, Reason};
use sampling::Sampling;
use split::{Component, Splitter};

/// Branches between two looks at the clock, fewer where a component has more variables than that.
const POLL_INTERVAL: u64 = 256;
const LARGE_COMPONENT: u64 = 1 << 13;
/// Lines of memory that a component and its place in the table take where it is looked up, which no
/// cache holds if the table is large.
const TICKS_PER_LOOKUP: u64 = 10;
/// Learned clauses before the first reduction, and how many more before each next one.
const FIRST_REDUCE: usize = 4000;
const MORE_REDUCE: usize = 1000;
/// The weight of the activity of a variable beside its occurrences.
const ACTIVITY: f64 = 10.0;
/// Decisions after which activity counts half. A conflict lets older ones count less, but where conflicts are rare, a
/// few variables would be preferred for good.
const AGE: u64 = 1 << 12;

/// The formula that is counted: clauses of two and more distinct literals over variables without
/// gaps.
pub(crate) struct Task<'a> {
    pub(crate) num_vars: usize,
    pub(crate) clauses: &'a [Vec<Lit>],
    /// The variables whose values are told apart.
    pub(crate) visible: &'a [bool],
    pub(crate) cache_bytes: usize,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Total<A> {
    /// It was broken off.
    Stopped,
    /// There is no model.
    Refuted,
    /// The amount of all assignments of the visible variables that extend to a model.
    Amount(A),
}

/// The trace that a search leaves behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    Nothing,
    /// Sides of visible variables. Hidden ones have values, whichever they are.
    Diagram,
    /// Everything, with what was learned.
    Proof,
}

/// A decision with what became of its two sides.
///
/// That a side has no model is told apart from the amount zero, which sides with models have where weights are zero
/// or cancel each other out. Then the search goes on to the other parts of the side: only a side all of whose parts
/// are known to have a model has a right to what it stored in the cache.
struct Frame<A> {
    /// The variable decided; none where a component is only split again, because variables of it were assigned since.
    decision: Option<Lit>,
    is_second: bool,
    /// The place on the stack of the component that this decides.
    component: usize,
    /// The parts of the component: all on the stack from `first` on, those from `first` to `open` not counted yet.
    first: usize,
    open: usize,
    num_parts: usize,
    /// Length of the trail, height of the splitter's stack and of the log before the decision.
    trail: usize,
    height: usize,
    log: usize,
    /// The amount of the first side, and the product so far of the side being counted; `None` if it has no model.
    before: Option<A>,
    current: Option<A>,
    /// Whether the first side is all that is counted, and whether that is so of a decision above.
    is_sampled: bool,
    has_samples: bool,
    /// For the trace: the finished sides, what is true on the side being counted, and the nodes of its parts.
    sides: Vec<(Vec<Lit>, Node)>,
    lits: Vec<Lit>,
    parts: Vec<Node>,
}

/// A literal that a learned clause forces, which may stand on the trail later than where it was forced first.
#[derive(Clone, Copy)]
struct Asserted {
    lit: Lit,
    /// Its place on the trail.
    position: usize,
}

/// A search that can be broken off and taken up again.
pub(crate) struct Search<'a, M: Measure> {
    task: &'a Task<'a>,
    measure: &'a M,
    /// How much each variable is preferred for decisions, beside its activity.
    preferences: Vec<f64>,
    engine: Propagator,
    splitter: Splitter,
    cache: Cache<M::Amount>,
    components: Vec<Component>,
    frames: Vec<Frame<M::Amount>>,
    asserted: Vec<Asserted>,
    /// Literals to assert once the trail is taken back, and what forces them.
    to_assert: Vec<(Lit, Reason)>,
    /// Whether a conflict depended on no decision.
    is_refuted: bool,
    next_reduce: usize,
    decisions: u64,
    found: Vec<Component>,
    /// The values of hidden variables where a model was found last: 1 for true, -1 for false.
    phases: Vec<i8>,
    trace: Option<Trace>,
    /// Whether the trace is about hidden variables, too.
    has_proof: bool,
    /// How decisions are sampled, while they are.
    sampling: Option<Sampling>,
}

impl<'a, M: Measure> Search<'a, M> {
    pub(crate) fn new(task: &'a Task<'a>, measure: &'a M, preferences: Vec<f64>, leaves: Leaves) -> Search<'a, M> {
        let mut engine = Propagator::new(task.num_vars);
        for clause in task.clauses {
            engine.add_clause(clause, 0);
        }
        let mut search = Search {
            task,
            measure,
            preferences,
            engine,
            splitter: Splitter::new(task.num_vars, task.clauses, task.visible),
            cache: Cache::new(task.cache_bytes),
            components: Vec::new(),
            frames: Vec::new(),
            asserted: Vec::new(),
            to_assert: Vec::new(),
            is_refuted: false,
            next_reduce: FIRST_REDUCE,
            decisions: 0,
            found: Vec::new(),
            phases: vec![0; task.num_vars],
            trace: (leaves != Leaves::Nothing).then(Trace::new),
            has_proof: leaves == Leaves::Proof,
            sampling: None,
        };
        let whole = search.splitter.whole();
        search.components.push(whole);
        search.push_frame(0, None);
        search.settle();
        search
    }

    pub(crate) fn effort(&self) -> Effort {
        Effort {
            vars: self.task.num_vars as u64,
            clauses: self.task.clauses.len() as u64,
            decisions: self.decisions,
            conflicts: self.engine.conflicts,
            propagations: self.engine.propagations,
            lookups: self.cache.lookups,
            hits: self.cache.hits,
            ..Effort::default()
        }
    }

    /// Lines of memory read so far, about.
    pub(crate) fn ticks(&self) -> u64 {
        self.engine.ticks + self.splitter.ticks + TICKS_PER_LOOKUP * self.cache.lookups
    }

    pub(crate) fn into_trace(self) -> Option<Trace> {
        self.trace
    }

    /// The share of the assignments that is done: each side of a decision is half of what it
    /// decides, parts of a component are alike.
    pub(crate) fn share(&self) -> f64 {
        let (mut done, mut open) = (0.0, 1.0);
        for frame in &self.frames {
            if frame.decision.is_some() {
                open /= 2.0;
                done += if frame.is_second { open } else { 0.0 };
            }
            if frame.current.is_none() || frame.num_parts == 0 {
                return done + open;
            }
            let part = open / frame.num_parts as f64;
            done += part * (frame.num_parts - (frame.open - frame.first)) as f64;
            open = part;
        }
        done
    }

    /// Goes on until the amount is found, or `poll` breaks it off.
    pub(crate) fn run(&mut self, poll: &mut dyn FnMut(Advance) -> ControlFlow<()>) -> Total<M::Amount> {
        let mut until_poll = POLL_INTERVAL;
        while !self.is_refuted {
            if let Some(part) = self.open_part() {
                let num_vars = self.components[part].num_vars() as u64;
                until_poll = until_poll.saturating_sub(1 + num_vars / LARGE_COMPONENT);
                if until_poll == 0 {
                    until_poll = POLL_INTERVAL;
                    if poll(Advance { ticks: self.ticks(), share: self.share() }).is_break() {
                        return Total::Stopped;
                    }
                }
                self.branch(part);
            } else if let ControlFlow::Break(total) = self.finish_side() {
                let Some(amount) = total else { break };
                return Total::Amount(amount);
            }
        }
        if let Some(trace) = &mut self.trace {
            trace.refute();
        }
        Total::Refuted
    }

    /// The part of the side on top that is decided next; `None` if the side is done, or has no model.
    fn open_part(&self) -> Option<usize> {
        let top = self.frames.last().expect("the first frame is popped last");
        (top.current.is_some() && top.open > top.first).then(|| top.open - 1)
    }

    /// The level of the frame on top.
    fn level(&self) -> u32 {
        self.frames.len() as u32 - 1
    }

    fn push_frame(&mut self, component: usize, decision: Option<Lit>) {
        self.frames.push(Frame {
            decision,
            is_second: decision.is_none(),
            component,
            first: self.components.len(),
            open: self.components.len(),
            num_parts: 0,
            trail: self.engine.trail().len(),
            height: self.splitter.height(),
            log: self.cache.log_position(),
            before: None,
            current: Some(Amount::ONE),
            is_sampled: false,
            has_samples: false,
            sides: Vec::new(),
            lits: Vec::new(),
            parts: Vec::new(),
        });
    }

    /// Decides in a component and counts the first side.
    fn branch(&mut self, component: usize) {
        self.reduce();
        let decision = self.choose(component);
        self.push_frame(component, decision);
        if self.is_to_sample(component) {
            self.sample_side();
            return;
        }
        if let Some(lit) = decision {
            self.decisions += 1;
            if self.decisions.is_multiple_of(AGE) {
                self.engine.age();
            }
            self.engine.assign(lit, self.level(), Reason::NONE);
        }
        self.settle();
    }

    /// Whether a decision in this component is to be sampled.
    fn is_to_sample(&self, component: usize) -> bool {
        let component = &self.components[component];
        let is_large = |sampling: &Sampling| component.num_vars() > sampling.exact_size;
        component.has_visible && self.sampling.as_ref().is_some_and(is_large)
    }

    /// Takes one side of the decision on top by chance. But if one of them has no model, as propagation shows, the
    /// other one is all there is.
    fn sample_side(&mut self) {
        let level = self.level();
        let frame = self.frames.last_mut().expect("a frame was pushed");
        let (trail, Some(decision)) = (frame.trail, frame.decision) else { return self.settle() };
        self.decisions += 1;
        let mut fixed = [0; 2];
        for (fixed, lit) in fixed.iter_mut().zip([decision, !decision]) {
            frame.decision = Some(lit);
            self.engine.assign(lit, level, Reason::NONE);
            if let Some(conflict) = self.engine.propagate(level) {
                return self.learn(conflict);
            }
            let is_visible = |lit: &&Lit| self.task.visible[lit.var().index()];
            *fixed = self.engine.trail()[trail..].iter().filter(is_visible).count();
            self.engine.undo(trail);
        }
        let Some(sampling) = &mut self.sampling else { return };
        let lit = if sampling.takes_first(fixed) { decision } else { !decision };
        frame.decision = Some(lit);
        (frame.is_sampled, frame.has_samples) = (true, true);
        self.engine.assign(lit, level, Reason::NONE);
        self.settle();
    }

    /// The literal to decide, of a visible variable while there is one; `None` if a variable of the
    /// component has a value already.
    fn choose(&self, component: usize) -> Option<Lit> {
        let component = &self.components[component];
        if component.is_rest {
            let first = self.splitter.vars(component)[0];
            let var = Var::from_index(first as usize);
            return self.engine.is_free(first).then(|| match self.phases[first as usize] {
                0 => self.engine.busier(var),
                phase => var.lit(phase > 0),
            });
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for &var in self.splitter.vars(component) {
            if !self.engine.is_free(var) {
                return None;
            }
            if component.has_visible && !self.task.visible[var as usize] {
                continue;
            }
            let score = self.preferences[var as usize]
                + f64::from(self.splitter.frequency(var))
                + ACTIVITY * self.engine.activity(var);
            if score > best.0 {
                best = (score, var);
            }
        }
        let var = Var::from_index(best.1 as usize);
        Some(self.engine.busier(var))
    }

    /// Propagates, and splits what is left into components; a side with a conflict has no model, and is learned from.
    fn settle(&mut self) {
        let level = self.level();
        match self.engine.propagate(level) {
            Some(conflict) => self.learn(conflict),
            None => self.split(),
        }
    }

    /// Finds the parts of what is left of the component, and those that are known. One model is
    /// enough for hidden variables: without visible ones, the component stays whole, since parts cost
    /// more than they save.
    fn split(&mut self) {
        let Search { splitter, cache, components, frames, engine, found, measure, phases, .. } = self;
        let frame = frames.last_mut().expect("a side is being counted");
        let component = components[frame.component];
        if !component.has_visible && !self.has_proof && frame.current.is_some() {
            let score =
                |splitter: &Splitter, var: u32| f64::from(splitter.frequency(var)) + ACTIVITY * engine.activity(var);
            match splitter.rest(&component, engine.values(), score) {
                Some(rest) => components.push(rest),
                None => engine
                    .trail()
                    .iter()
                    .for_each(|lit| phases[lit.var().index()] = if lit.is_positive() { 1 } else { -1 }),
            }
            frame.open = components.len();
            frame.num_parts = frame.open - frame.first;
            return;
        }
        let Frame { current, lits, parts, .. } = frame;
        let Some(current) = current else { return };
        measure.assigned(current, splitter.vars(&component), engine.values());
        if self.trace.is_some() {
            let values = engine.values();
            let signed = splitter.vars(&component).iter().map(|&var| (var, values[2 * var as usize]));
            let known = signed.filter(|&(_, value)| value != 0);
            *lits = known.map(|(var, value)| Var::from_index(var as usize).lit(value > 0)).collect();
        }
        found.clear();
        splitter.split(&component, engine.values(), |part| {
            if let Some((amount, node)) = cache.get(part.key) {
                current.multiply(amount);
                parts.push(node);
                return false;
            }
            found.push(part);
            true
        });
        measure.free(current, splitter.free());
        // Small ones first, which are on top then: should one have no model, little was done in vain.
        found.sort_by_key(|part| std::cmp::Reverse(part.num_vars()));
        components.append(found);
        frame.open = components.len();
        frame.num_parts = frame.open - frame.first;
    }

    /// Learns from a conflict, which leaves the side without a model. The literal that the clause
    /// forces is assigned when the side is undone.
    fn learn(&mut self, conflict: Conflict) {
        self.frames.last_mut().expect("a side is being counted").current = None;
        let Some(Learned { lits, glue }) = self.engine.analyze(conflict) else {
            self.is_refuted = true;
            return;
        };
        if let Some(trace) = self.trace.as_mut().filter(|_| self.has_proof) {
            trace.learn(lits.clone());
        }
        let reason = if lits.len() > 1 { self.engine.add_clause(&lits, glue) } else { Reason::NONE };
        self.to_assert.push((lits[0], reason));
    }

    /// Ends the side that is being counted: begins the second one, or hands the sum to the frame below. Breaks with the
    /// result, when there is none below.
    fn finish_side(&mut self) -> ControlFlow<Option<M::Amount>> {
        let frame = self.frames.last_mut().expect("a side is being counted");
        let is_refuted = frame.current.is_none();
        if is_refuted {
            self.cache.drop_since(frame.log);
        }
        if let Some(trace) = &mut self.trace {
            let parts = std::mem::take(&mut frame.parts);
            let mut lits = std::mem::take(&mut frame.lits);
            // The decision is said first.
            let is_decided = |lit: &Lit| frame.decision.is_some_and(|decision| decision.var() == lit.var());
            if let Some(at) = lits.iter().position(is_decided) {
                lits.swap(0, at);
            }
            match frame.decision.map(|lit| if frame.is_second { !lit } else { lit }) {
                Some(lit) if is_refuted => frame.sides.push(Trace::refuted(lit)),
                None if is_refuted => {}
                _ => frame.sides.push((lits, trace.and(parts))),
            }
        }
        let trail = frame.trail;
        let component = self.components[frame.component];
        // For hidden variables, one way is enough.
        let is_settled = !is_refuted && !component.has_visible;
        let has_second = frame.decision.is_some() && !frame.is_second && !frame.is_sampled && !is_settled;
        self.clear_side();
        if has_second {
            self.begin_second_side();
            return ControlFlow::Continue(());
        }
        let Frame { before, current, sides, decision, has_samples, .. } =
            self.frames.pop().expect("a side was counted");
        let amount = match (before, current) {
            (Some(before), Some(mut amount)) => {
                amount.add(before);
                Some(amount)
            }
            (before, current) => before.or(current),
        };
        let node = self.trace_frame(sides, decision, amount.is_none());
        let Some(below) = self.frames.last_mut() else { return ControlFlow::Break(amount) };
        below.parts.extend(node);
        self.components.pop();
        below.open -= 1;
        below.has_samples |= has_samples;
        match (&mut below.current, amount) {
            (Some(current), Some(amount)) => {
                current.multiply(&amount);
                if !component.is_rest && !has_samples {
                    self.cache.insert(component.key, amount, node.unwrap_or_default());
                }
            }
            (current, _) => *current = None,
        }
        self.go_back(trail);
        ControlFlow::Continue(())
    }

    /// Takes the parts of the side on top from the stack.
    fn clear_side(&mut self) {
        let top = self.frames.last().expect("a side was counted");
        self.components.truncate(top.first);
        self.splitter.truncate(top.height);
    }

    /// Begins the other side of the decision on top, of which the first is done.
    fn begin_second_side(&mut self) {
        let level = self.level();
        let frame = self.frames.last_mut().expect("a side was counted");
        let (trail, decision) = (frame.trail, frame.decision);
        frame.before = frame.current.replace(Amount::ONE);
        frame.is_second = true;
        frame.open = frame.first;
        frame.log = self.cache.log_position();
        self.undo(trail);
        match decision {
            Some(lit) if self.assert_again() && self.engine.value(lit) <= 0 => {
                if self.engine.value(lit) == 0 {
                    self.engine.assign(!lit, level, Reason::NONE);
                }
                self.settle();
            }
            _ => self.frames.last_mut().expect("the second side was begun").current = None,
        }
    }

    /// Takes the trail back to where it stood before a frame that is done, which may show that the side on top has no
    /// model.
    fn go_back(&mut self, trail: usize) {
        self.undo(trail);
        let is_consistent = self.assert_again();
        let level = self.level();
        let below = self.frames.last_mut().expect("there is a frame below");
        if !is_consistent {
            below.current = None;
        } else if below.current.is_some()
            && let Some(conflict) = self.engine.propagate(level)
        {
            self.learn(conflict);
        }
    }

    /// The node of a frame that is done. One without a model has none; that its first decision
    /// cannot be added to those below is what a checker needs to know.
    fn trace_frame(&mut self, sides: Vec<(Vec<Lit>, Node)>, decision: Option<Lit>, is_refuted: bool) -> Option<Node> {
        let trace = self.trace.as_mut()?;
        if !is_refuted {
            let node = trace.or(sides);
            trace.set_root(node);
            return Some(node);
        }
        if let Some(decision) = decision.filter(|_| self.has_proof) {
            let below = self.frames.iter().filter_map(|frame| frame.decision.map(|lit| (lit, frame.is_second)));
            let mut lemma = vec![!decision];
            lemma.extend(below.map(|(lit, is_second)| if is_second { lit } else { !lit }));
            trace.learn(lemma);
        }
        None
    }

    /// Takes back the trail; what learned clauses forced there may be asserted again.
    fn undo(&mut self, trail: usize) {
        let new = self.to_assert.len();
        while let Some(asserted) = self.asserted.pop_if(|asserted| asserted.position >= trail) {
            self.to_assert.push((asserted.lit, self.engine.reason(asserted.lit)));
        }
        // In the order in which they stood, before what was learned since.
        self.to_assert[new..].reverse();
        self.to_assert.rotate_left(new);
        self.engine.undo(trail);
    }

    /// Asserts what learned clauses force; false if that contradicts what is already true.
    fn assert_again(&mut self) -> bool {
        let mut is_consistent = true;
        for (lit, reason) in std::mem::take(&mut self.to_assert) {
            let Some(since) = self.engine.forced_since(lit, reason) else { continue };
            match self.engine.value(lit) {
                0 => {
                    self.asserted.push(Asserted { lit, position: self.engine.trail().len() });
                    self.engine.assign(lit, since, reason);
                }
                value if value < 0 => {
                    // It waits for the levels that contradict it to be undone.
                    self.to_assert.push((lit, reason));
                    is_consistent = false;
                }
                _ => {}
            }
        }
        is_consistent
    }

    fn reduce(&mut self) {
        if self.engine.num_learned() > self.next_reduce {
            self.engine.reduce();
            self.next_reduce += MORE_REDUCE;
        }
    }
}
