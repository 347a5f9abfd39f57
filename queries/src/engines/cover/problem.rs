//! A formula read as an exact cover.

use gordian_formula::{ClauseSink, Clock, Cnf, GroupKind, Lit, LitMap};

use super::exclusions::Exclusions;
use crate::Refusal;
use crate::slots::Slots;

/// An exact-cover problem: each option is a literal that a solution makes true.
///
/// Invariant: items `0..num_primary` are primary, the others secondary; the items of an option are in ascending order,
/// the options of an item too; no option stands twice in an item.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    pub(crate) options: Vec<Lit>,
    pub(crate) num_primary: usize,
    option_ends: Vec<u32>,
    option_items: Vec<u32>,
    item_ends: Vec<u32>,
    item_options: Vec<u32>,
}

/// Rows between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 10;

impl Cover {
    /// Reads a formula of groups, and of clauses that make up groups, over visible variables.
    ///
    /// A clause whose literals exclude each other by clauses of two literals is an exactly-one group, as DIMACS holds
    /// it. Any other clause of two literals says that at most one of their negations is true; such ones are taken
    /// together to larger groups. A variable is one option where it stands in an exactly-one group and is nowhere
    /// negated: it is false unless chosen. Any other variable is two options, one for each value, which a primary item
    /// of its own makes exclusive.
    ///
    /// # Errors
    /// If the formula is not of this form, or the time was over before that was known.
    pub(crate) fn of(cnf: &Cnf, slots: &Slots, clock: &Clock) -> Result<Cover, Refusal> {
        let groups = groups_of_clauses(cnf, clock, &mut |index, _| Err(Refusal::LongClause(index)))?;
        Cover::of_groups(cnf, slots, groups, clock)
    }

    /// As [`Cover::of`], and the clauses that are no groups: a cover is a solution if it satisfies these too.
    ///
    /// # Errors
    /// If a constraint is about a hidden variable, or the groups do not make up most of the formula.
    pub(crate) fn beside_clauses(cnf: &Cnf, slots: &Slots, clock: &Clock) -> Result<(Cover, Vec<Vec<Lit>>), Refusal> {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut first = None;
        let groups = groups_of_clauses(cnf, clock, &mut |index, lits| {
            first.get_or_insert(index);
            if let Some(hidden) = lits.iter().find(|lit| slots.of(lit.var()).is_none()) {
                return Err(Refusal::HiddenVariable(hidden.var()));
            }
            clauses.push(lits.to_vec());
            Ok(())
        })?;
        let cover = Cover::of_groups(cnf, slots, groups, clock)?;
        match first {
            Some(index) if !cover.is_mostly_groups() => Err(Refusal::LongClause(index)),
            _ => Ok((cover, clauses)),
        }
    }

    fn of_groups(cnf: &Cnf, slots: &Slots, groups: (Rows, Rows), clock: &Clock) -> Result<Cover, Refusal> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let (mut primary, mut secondary) = groups;
        for group in cnf.groups() {
            match group.kind {
                GroupKind::ExactlyOne => primary.push(group.members.to_vec()),
                GroupKind::AtMostOne => secondary.push(group.members.to_vec()),
            }
        }

        let num_vars = slots.num_vars();
        let mut used: LitMap<bool> = LitMap::new();
        let mut dead: LitMap<bool> = LitMap::new();
        let mut in_primary = vec![false; num_vars];
        used.grow(num_vars);
        dead.grow(num_vars);
        for (is_primary, row) in
            primary.iter_mut().map(|row| (true, row)).chain(secondary.iter_mut().map(|row| (false, row)))
        {
            if poller.is_over() {
                return Err(Refusal::Stopped);
            }
            row.sort_unstable();
            for pair in row.windows(2).filter(|pair| pair[0] == pair[1]) {
                dead[pair[0]] = true;
            }
            row.dedup();
            if let ([only], true) = (&row[..], is_primary) {
                dead[!*only] = true;
            }
            for &lit in &*row {
                if slots.of(lit.var()).is_none() {
                    return Err(Refusal::HiddenVariable(lit.var()));
                }
                used[lit] = true;
                in_primary[lit.var().index()] |= is_primary && lit.is_positive();
            }
        }
        for &var in slots.vars() {
            if used[var.negative()] || !in_primary[var.index()] {
                primary.push(vec![var.positive(), var.negative()]);
                used[var.positive()] = true;
                used[var.negative()] = true;
            }
        }
        secondary.retain(|row| row.len() > 1);
        if clock.is_over() {
            return Err(Refusal::Stopped);
        }
        Ok(Cover::assemble(primary, &secondary, &used, &dead))
    }

    fn assemble(mut rows: Vec<Vec<Lit>>, secondary: &[Vec<Lit>], used: &LitMap<bool>, dead: &LitMap<bool>) -> Cover {
        let num_primary = rows.len();
        rows.extend_from_slice(secondary);
        let mut cover = Cover { num_primary, ..Cover::default() };
        let mut option_of: LitMap<u32> = LitMap::new();
        option_of.grow(used.len() / 2);
        for code in 0..used.len() as u32 {
            let lit = Lit::from_code(code);
            if used[lit] && !dead[lit] {
                cover.options.push(lit);
                option_of[lit] = cover.options.len() as u32;
            }
        }
        let mut items_of: Vec<Vec<u32>> = vec![Vec::new(); cover.options.len()];
        for (item, row) in rows.iter().enumerate() {
            for option in row.iter().filter_map(|&lit| option_of[lit].checked_sub(1)) {
                cover.item_options.push(option);
                items_of[option as usize].push(item as u32);
            }
            cover.item_ends.push(cover.item_options.len() as u32);
        }
        for items in items_of {
            cover.option_items.extend_from_slice(&items);
            cover.option_ends.push(cover.option_items.len() as u32);
        }
        cover
    }

    /// The options that a search can choose: those that are not the only one of a primary item.
    fn choices(&self) -> impl Iterator<Item = u32> {
        let is_forced = |option: &u32| self.primary_items(*option).any(|item| self.options_of(item).len() == 1);
        (0..self.options.len() as u32).filter(move |option| !is_forced(option))
    }

    fn primary_items(&self, option: u32) -> impl Iterator<Item = u32> {
        self.items(option).iter().copied().take_while(|&item| (item as usize) < self.num_primary)
    }

    /// Whether the options that can be chosen stand in at least as many primary items as secondary
    /// ones.
    pub(crate) fn is_mostly_primary(&self) -> bool {
        let [mut primary, mut all] = [0, 0];
        for option in self.choices() {
            primary += self.primary_items(option).count();
            all += self.items(option).len();
        }
        2 * primary >= all
    }

    /// Whether half of the options that can be chosen or more stand in an exactly-one group of three
    /// or more. If they do not, most are values of variables, and a search option by option has no
    /// advantage.
    pub(crate) fn is_mostly_groups(&self) -> bool {
        let [mut in_group, mut all] = [0, 0];
        for option in self.choices() {
            in_group += usize::from(self.primary_items(option).any(|item| self.options_of(item).len() > 2));
            all += 1;
        }
        2 * in_group >= all
    }

    /// The slot that each option makes true, if it does.
    pub(crate) fn slots(&self, slots: &Slots) -> Vec<Option<u32>> {
        self.options.iter().map(|&lit| slots.made_true_by(lit)).collect()
    }

    pub(crate) fn num_items(&self) -> usize {
        self.item_ends.len()
    }

    /// The items that an option covers.
    #[inline]
    pub(crate) fn items(&self, option: u32) -> &[u32] {
        row(&self.option_items, &self.option_ends, option)
    }

    /// The options that cover an item.
    #[inline]
    pub(crate) fn options_of(&self, item: u32) -> &[u32] {
        row(&self.item_options, &self.item_ends, item)
    }
}

/// Rows of literals.
type Rows = Vec<Vec<Lit>>;

/// A listener for clauses that belong to no group: their index and their literals.
type Other<'a> = dyn FnMut(usize, &[Lit]) -> Result<(), Refusal> + 'a;

/// The exactly-one and the at-most-one groups that the clauses make up. Other clauses are handed on, with their index.
fn groups_of_clauses(cnf: &Cnf, clock: &Clock, other: &mut Other<'_>) -> Result<(Rows, Rows), Refusal> {
    let mut poller = clock.poller(POLL_INTERVAL);
    let mut clauses: Vec<(usize, Vec<Lit>)> = Vec::new();
    let mut pairs = Vec::new();
    let mut num_pairs: LitMap<usize> = LitMap::new();
    num_pairs.grow(cnf.num_vars());
    for (index, clause) in cnf.clauses().enumerate() {
        if poller.is_over() {
            return Err(Refusal::Stopped);
        }
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            continue;
        }
        if let [first, second] = lits[..] {
            pairs.push((!first, !second));
            num_pairs[!first] += 1;
            num_pairs[!second] += 1;
        }
        clauses.push((index, lits));
    }
    // Most formulas that are not of this form are told here, before anything is sorted.
    let too_few = |lits: &[Lit]| lits.len() > 2 && lits.iter().any(|&lit| num_pairs[lit] + 1 < lits.len());
    let mut candidates = Vec::new();
    for (index, lits) in clauses {
        if too_few(&lits) {
            other(index, &lits)?;
        } else {
            candidates.push((index, lits));
        }
    }
    if clock.is_over() {
        return Err(Refusal::Stopped);
    }
    let mut exclusions = Exclusions::new(cnf.num_vars(), pairs);
    let mut primary = Vec::new();
    for (index, lits) in candidates {
        if poller.is_over() {
            return Err(Refusal::Stopped);
        }
        if lits.len() < 2 {
            primary.push(lits);
        } else if exclusions.is_clique(&lits) && !exclusions.is_used(!lits[0], !lits[1]) {
            exclusions.use_clique(&lits);
            if let [first, second] = lits[..] {
                exclusions.use_clique(&[!first, !second]);
            }
            primary.push(lits);
        } else if lits.len() > 2 {
            other(index, &lits)?;
        }
    }
    Ok((primary, exclusions.into_cliques(clock).ok_or(Refusal::Stopped)?))
}

#[inline]
fn row<'a>(cells: &'a [u32], ends: &[u32], index: u32) -> &'a [u32] {
    let start = if index == 0 { 0 } else { ends[index as usize - 1] };
    &cells[start as usize..ends[index as usize] as usize]
}
