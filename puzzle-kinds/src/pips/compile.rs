//! A puzzle of pips as a formula.

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Var, sorted_set};

use super::clue::Clue;
use super::diagram::Diagram;
use super::laid::{Laid, Options};
use super::puzzle::{Pips, Region};
use crate::compiled::Compiled;
use crate::error::PuzzleError;
use gordian_encoders::encode::{CardinalityEncoding, exactly};
use gordian_encoders::rule::{Guarding, Rule, RuleWriter};

/// A region with at most this many ways to be filled has a variable for each; another one for each step of a diagram.
const MAX_WAYS: usize = 512;
/// The most steps of the diagram of a region.
const MAX_STEPS: usize = 1 << 18;

impl Pips {
    /// The puzzle as a formula: one variable for each way in which a domino can lie, its numbers on its squares.
    ///
    /// Squares and dominoes are exactly-one groups. The ways to fill a region are further options of the same exact
    /// cover: the item "this square has this number" is covered by the domino that puts the number there, or else by
    /// the way to fill the region, which covers all numbers that its squares do not have. So the whole puzzle is an
    /// exact cover wherever no two dominoes are the same; Knuth's colours (*The Art of Computer Programming* 7.2.2.1,
    /// 2019) would say the same with fewer items.
    ///
    /// The rules of the regions can be left out, and so can the rules that each domino lies once and that the board is
    /// covered. No two dominoes ever lie on one square.
    pub(super) fn write(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let all;
        let options = match guarding {
            Guarding::None => &self.pruned,
            Guarding::Selectors => {
                all = self.options()?;
                &all
            }
        };
        let mut cnf = Cnf::new();
        let lits: Vec<Lit> = cnf.new_vars(options.laid.len()).into_iter().map(Var::positive).collect();
        let mut meanings: Vec<String> = options.laid.iter().map(|laid| self.meaning(options, laid)).collect();
        let mut covering: Vec<Vec<Lit>> = vec![Vec::new(); self.squares.len()];
        let mut of_kind: Vec<Vec<Lit>> = vec![Vec::new(); options.kinds.len()];
        for (laid, &lit) in options.laid.iter().zip(&lits) {
            laid.squares.iter().for_each(|&square| covering[square].push(lit));
            of_kind[laid.kind].push(lit);
        }
        let mut writer = RuleWriter::within(cnf, guarding, clock);
        let board = Rule::new("board", "dominoes cover the whole board", self.squares.iter().copied());
        if guarding == Guarding::Selectors {
            covering.iter().for_each(|members| writer.structure().add_at_most_one(members));
            writer.rule(board, |sink| covering.iter().for_each(|members| sink.add_clause(members)));
        } else {
            writer.rule(board, |sink| covering.iter().for_each(|members| sink.add_exactly_one(members)));
        }
        let view = View { options, lits: &lits };
        let remainder = if guarding == Guarding::None { self.remainder() } else { None };
        for region in self.regions.iter().filter(|region| region.clue != Clue::Empty) {
            if writer.structure().is_over() {
                return Err(PuzzleError::stopped());
            }
            let squares = region.squares.iter().map(|&square| self.squares[square]);
            let rule = Rule::new("region", self.demand(region), squares);
            let said = remainder.as_ref().filter(|(spared, _)| std::ptr::eq(*spared, region));
            let said = said.map_or(region, |(_, remainder)| remainder);
            writer.rule(rule, |sink| match said.squares.is_empty() {
                true => Ok(()),
                false => self.write_region(said, &view, sink, &mut meanings),
            })?;
        }
        // All that comes after these variables is hidden: the counters of dominoes that are there more than once.
        let visible = if guarding == Guarding::None { meanings.len() } else { lits.len() };
        meanings.truncate(visible);
        let visible: Vec<Var> = (0..visible).map(Var::from_index).collect();
        writer.structure().add_visible(&visible);
        for (kind, members) in options.kinds.iter().zip(&of_kind) {
            let [a, b] = kind.numbers;
            let text = match kind.copies {
                1 => format!("the domino {a}-{b} lies on the board once"),
                copies => format!("the domino {a}-{b} lies on the board {copies} times"),
            };
            let written = writer.rule(Rule::new("domino", text, []), |sink| {
                exactly(sink, members, kind.copies, CardinalityEncoding::Auto)
            });
            written.map_err(|error| PuzzleError::of_encoding("", &error))?;
        }
        Ok(Compiled::new(writer.finish(), meanings))
    }

    /// The largest region with a sum, and what says the same in fewer squares: the numbers of all
    /// dominoes have a sum, too, so where the sums of all other regions are told, those outside of
    /// them have to add up to the rest.
    fn remainder(&self) -> Option<(&Region, Region)> {
        let target = |region: &Region| match region.clue {
            Clue::Sum(target) => Some(target),
            _ => None,
        };
        let told = self.regions.iter().filter(|region| target(region).is_some());
        let largest = told.clone().max_by_key(|region| region.squares.len())?;
        let outside = self.regions.iter().filter(|region| target(region).is_none());
        let squares: Vec<usize> = outside.flat_map(|region| region.squares.iter().copied()).collect();
        if squares.len() >= largest.squares.len() {
            return None;
        }
        let total: u64 = self.dominoes.iter().flatten().map(|&number| u64::from(number)).sum();
        let rest = total.checked_sub(told.filter_map(target).map(u64::from).sum())?;
        if squares.is_empty() && rest > 0 {
            return None;
        }
        Some((largest, Region { squares, clue: Clue::Sum(u32::try_from(rest).ok()?), place: largest.place }))
    }

    fn meaning(&self, options: &Options, laid: &Laid) -> String {
        let [first, second] = laid.squares.map(|square| self.name(square));
        let [a, b] = laid.numbers;
        let [low, high] = options.kinds[laid.kind].numbers;
        format!("domino {low}-{high} with {a} on {first} and {b} on {second}")
    }

    fn write_region(
        &self,
        region: &Region,
        view: &View<'_>,
        sink: &mut dyn ClauseSink,
        meanings: &mut Vec<String>,
    ) -> Result<(), PuzzleError> {
        let domains: Vec<&[u32]> =
            region.squares.iter().map(|&square| view.options.domains[square].as_slice()).collect();
        let Some(diagram) = Diagram::new(region.clue, &domains) else {
            view.write_all_different(region, sink);
            return Ok(());
        };
        if diagram.num_steps() > MAX_STEPS {
            let message = format!("{}: there are too many ways", self.demand(region));
            return Err(PuzzleError::malformed(message).at(region.place.0, region.place.1));
        }
        if let [square] = region.squares[..] {
            let allowed = diagram.numbers(0);
            for (number, members) in view.by_number(square) {
                if allowed.binary_search(&number).is_err() {
                    members.iter().for_each(|&lit| sink.add_clause(&[!lit]));
                }
            }
        } else if let Some(ways) = diagram.ways(MAX_WAYS.min(diagram.num_steps())) {
            let lits: Vec<Lit> = sink.new_vars(ways.len()).into_iter().map(Var::positive).collect();
            let text = |way: &Vec<u32>| way.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            meanings.extend(ways.iter().map(|way| format!("{} hold {}", self.names(region), text(way))));
            sink.add_exactly_one(&lits);
            for (index, &square) in region.squares.iter().enumerate() {
                for (number, mut members) in view.by_number(square) {
                    let others = ways.iter().zip(&lits).filter(|(way, _)| way[index] != number);
                    members.extend(others.map(|(_, &lit)| lit));
                    sink.add_exactly_one(&members);
                }
            }
        } else {
            self.write_steps(region, &diagram, view, sink, meanings);
        }
        Ok(())
    }

    /// One variable for each step, and one for each state between squares that says that the path does not go through
    /// it: so a step out of a state is taken if and only if one into it is.
    fn write_steps(
        &self,
        region: &Region,
        diagram: &Diagram,
        view: &View<'_>,
        sink: &mut dyn ClauseSink,
        meanings: &mut Vec<String>,
    ) {
        let mut arriving: Vec<(u32, Vec<Lit>)> = Vec::new();
        for (index, (layer, &square)) in diagram.layers.iter().zip(&region.squares).enumerate() {
            let name = self.name(square);
            let lits: Vec<Lit> = sink.new_vars(layer.len()).into_iter().map(Var::positive).collect();
            meanings.extend(layer.iter().map(|step| format!("{name} holds {} after {}", step.number, step.from)));
            sink.add_exactly_one(&lits);
            for (number, mut members) in view.by_number(square) {
                let others = layer.iter().zip(&lits).filter(|(step, _)| step.number != number);
                members.extend(others.map(|(_, &lit)| lit));
                sink.add_exactly_one(&members);
            }
            let steps = |keep: &dyn Fn(u32, u32) -> bool| {
                layer
                    .iter()
                    .zip(&lits)
                    .filter(|(step, _)| keep(step.from, step.to))
                    .map(|(_, &lit)| lit)
                    .collect::<Vec<_>>()
            };
            for (state, mut into) in std::mem::take(&mut arriving) {
                let mut out = steps(&|from, _| from == state);
                let unused = sink.new_var().positive();
                meanings.push(format!("{name} does not come after {state}"));
                into.push(unused);
                out.push(unused);
                sink.add_exactly_one(&into);
                sink.add_exactly_one(&out);
            }
            if index + 1 < diagram.layers.len() {
                let states: Vec<u32> = sorted_set(layer.iter().map(|step| step.to));
                arriving = states.into_iter().map(|state| (state, steps(&|_, to| to == state))).collect();
            }
        }
    }
}

/// The options with their literals.
struct View<'a> {
    options: &'a Options,
    lits: &'a [Lit],
}

impl View<'_> {
    /// For each number that a square may hold, what puts it there.
    fn by_number(&self, square: usize) -> Vec<(u32, Vec<Lit>)> {
        let putting = |number: u32| {
            let all = self.options.laid.iter().zip(self.lits);
            let own = all.filter(|(laid, _)| laid.squares.iter().zip(laid.numbers).any(|own| own == (&square, number)));
            (number, own.map(|(_, &lit)| lit).collect())
        };
        self.options.domains[square].iter().map(|&number| putting(number)).collect()
    }

    /// Each number stands on one square of the region at most; a domino that puts it on two is out.
    fn write_all_different(&self, region: &Region, sink: &mut dyn ClauseSink) {
        let mut holding: Vec<(u32, Vec<Lit>)> =
            region.squares.iter().flat_map(|&square| self.by_number(square)).collect();
        holding.sort_by_key(|(number, _)| *number);
        for same in holding.chunk_by(|(a, _), (b, _)| a == b) {
            let members: Vec<Lit> = same.iter().flat_map(|(_, members)| members.iter().copied()).collect();
            sink.add_at_most_one(&members);
        }
    }
}
