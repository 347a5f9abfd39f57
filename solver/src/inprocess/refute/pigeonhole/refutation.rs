//! Refuting clauses that have fewer groups than there are of them: a clause and a group less at a time.

use std::collections::{BTreeMap, BTreeSet};

use gordian_formula::{Lit, Var};

use crate::budget::Budget;
use crate::proof::Proof;

/// The literal that each clause has in each group. At least one literal of each clause is true, and
/// at most one of each group.
///
/// Invariant: `columns` says of each group which clauses have a literal in it, and clauses that
/// were taken out have none.
pub(super) struct Table<T> {
    rows: Vec<BTreeMap<u32, T>>,
    columns: Vec<BTreeSet<u32>>,
    /// The clauses that are left, with how many literals they have.
    sizes: BTreeSet<(usize, u32)>,
}

/// A clause and one of its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pivot {
    clause: u32,
    group: u32,
}

/// The entries that were taken out of a table.
struct TakenOut<T> {
    /// The literals of the clause in other groups.
    rest: Vec<(u32, T)>,
    /// Those of other clauses in the group.
    others: Vec<(u32, T)>,
}

impl<T: Copy> Table<T> {
    /// The literals of each clause by its groups, which are numbers below `num_groups`.
    pub(super) fn new(rows: Vec<BTreeMap<u32, T>>, num_groups: usize) -> Table<T> {
        let mut columns = vec![BTreeSet::new(); num_groups];
        for (clause, row) in (0..).zip(&rows) {
            row.keys().for_each(|&group| {
                columns[group as usize].insert(clause);
            });
        }
        let sizes = (0..).zip(&rows).map(|(clause, row)| (row.len(), clause)).collect();
        Table { rows, columns, sizes }
    }

    /// The same table with other names for the entries.
    pub(super) fn map<U>(&self, name: impl Fn(T) -> U) -> Table<U> {
        let rename = |row: &BTreeMap<u32, T>| row.iter().map(|(&group, &entry)| (group, name(entry))).collect();
        Table { rows: self.rows.iter().map(rename).collect(), columns: self.columns.clone(), sizes: self.sizes.clone() }
    }

    pub(super) fn num_rows(&self) -> usize {
        self.rows.len()
    }

    /// The literals of a clause.
    fn row(&self, clause: u32) -> impl Iterator<Item = T> + '_ {
        self.rows[clause as usize].values().copied()
    }

    /// The literals of the clauses in a group.
    fn column(&self, group: u32) -> impl Iterator<Item = T> + '_ {
        let clauses = self.columns[group as usize].iter();
        clauses.filter_map(move |&clause| self.rows[clause as usize].get(&group).copied())
    }

    fn set(&mut self, clause: u32, group: u32, entry: T) {
        let row = &mut self.rows[clause as usize];
        self.sizes.remove(&(row.len(), clause));
        row.insert(group, entry);
        self.sizes.insert((row.len(), clause));
        self.columns[group as usize].insert(clause);
    }

    /// The pivot that fills in the fewest literals, by an upper bound (Markowitz 1957). None once a
    /// clause has no group.
    fn pivot(&self) -> Option<Pivot> {
        let mut best = None;
        for &(size, clause) in &self.sizes {
            for &group in self.rows[clause as usize].keys() {
                let fill = (size - 1) * (self.columns[group as usize].len() - 1);
                if best.is_none_or(|(least, _)| fill < least) {
                    best = Some((fill, Pivot { clause, group }));
                }
            }
            // Longer clauses fill in no less, unless nobody else has their group.
            if best.is_none_or(|(least, _)| least < size) {
                break;
            }
        }
        best.map(|(_, pivot)| pivot)
    }

    fn take_out(&mut self, Pivot { clause, group }: Pivot) -> TakenOut<T> {
        let row = std::mem::take(&mut self.rows[clause as usize]);
        self.sizes.remove(&(row.len(), clause));
        row.keys().for_each(|&column| {
            self.columns[column as usize].remove(&clause);
        });
        let mut others = Vec::new();
        for other in std::mem::take(&mut self.columns[group as usize]) {
            let row = &mut self.rows[other as usize];
            self.sizes.remove(&(row.len(), other));
            others.extend(row.remove(&group).map(|entry| (other, entry)));
            self.sizes.insert((row.len(), other));
        }
        TakenOut { rest: row.into_iter().filter(|&(column, _)| column != group).collect(), others }
    }
}

impl Table<Lit> {
    /// For each two literals of a group the clause that says that not both are true.
    pub(super) fn pairs(&self) -> Vec<[Lit; 2]> {
        let mut pairs = Vec::new();
        for group in 0..self.columns.len() as u32 {
            let column: Vec<Lit> = self.column(group).collect();
            for (at, &lit) in column.iter().enumerate() {
                pairs.extend(column[..at].iter().map(|&other| [!other, !lit]));
            }
        }
        pairs
    }
}

/// Looks at so many clauses, in search of a pivot, take as long as a lemma.
const LOOKS_PER_LEMMA: usize = 16;

/// The pivots to take out until a clause has no group left. None if that needs more than about
/// `most` lemmas.
pub(super) fn plan<T: Copy>(table: &Table<T>, most: u64) -> Option<Vec<Pivot>> {
    let mut table = table.map(|_| ());
    let mut pivots = Vec::new();
    let mut lemmas = 0;
    while let Some(pivot) = table.pivot() {
        let TakenOut { rest, others } = table.take_out(pivot);
        lemmas += (others.len() + table.sizes.len() / LOOKS_PER_LEMMA) as u64;
        for &(group, ()) in &rest {
            others.iter().for_each(|&(clause, ())| table.set(clause, group, ()));
            lemmas += (others.len() * (4 + table.columns[group as usize].len())) as u64;
        }
        if lemmas > most {
            return None;
        }
        pivots.push(pivot);
    }
    Some(pivots)
}

/// Derives the empty clause; `None` where the proof has no more variables. The literals of the
/// table are in the names of the proof.
///
/// The other clauses of the group that is taken out move to where the clause that is taken out
/// could be: their literals in another group become true where they were, and where those in the
/// group were and that of the clause in the other one, too (Cook 1976).
pub(super) fn derive(proof: &mut Proof, budget: &Budget, mut table: Table<Lit>, pivots: &[Pivot]) -> Option<()> {
    let is_derived = vec![false; table.rows.len()];
    let mut derivation = Derivation { proof, first_defined: None, is_derived, obsolete: Vec::new() };
    for &pivot in pivots {
        if budget.is_over() {
            return None;
        }
        derivation.take_out(&mut table, pivot)?;
    }
    Some(())
}

/// A literal that takes the place of another one, or of none, in a group.
struct Change {
    clause: u32,
    old: Option<Lit>,
    new: Lit,
}

struct Derivation<'a> {
    proof: &'a mut Proof,
    /// From here on variables are those that were defined here.
    first_defined: Option<Var>,
    /// For each clause of the table, whether the proof derived it here.
    is_derived: Vec<bool>,
    /// The clauses that were derived here and that are not needed once the clause at hand is taken
    /// out.
    obsolete: Vec<Vec<Lit>>,
}

impl Derivation<'_> {
    fn take_out(&mut self, table: &mut Table<Lit>, pivot: Pivot) -> Option<()> {
        let row: Vec<Lit> = table.row(pivot.clause).collect();
        let column: Vec<Lit> = table.column(pivot.group).collect();
        let TakenOut { rest, others } = table.take_out(pivot);
        let mut changes: Vec<Vec<Change>> = Vec::new();
        for &(group, lit) in &rest {
            let mut of_group = Vec::new();
            for &(clause, out) in &others {
                let old = table.rows[clause as usize].get(&group).copied();
                of_group.push(Change { clause, old, new: self.define(old, [out, lit])? });
            }
            changes.push(of_group);
        }
        self.retire_clause(pivot.clause, row);
        for &(clause, out) in &others {
            self.retire_clause(clause, table.row(clause).chain([out]).collect());
        }
        for (&(group, _), of_group) in rest.iter().zip(&changes) {
            of_group.iter().for_each(|change| table.set(change.clause, group, change.new));
        }
        for &(clause, _) in &others {
            let lits: Vec<Lit> = table.row(clause).collect();
            self.is_derived[clause as usize] = self.add(&lits);
            if lits.is_empty() {
                return Some(());
            }
        }
        for (&(group, lit), of_group) in rest.iter().zip(&changes) {
            self.exclude_pairs(table, group, lit, of_group);
        }
        for (index, &one) in column.iter().enumerate() {
            column[..index].iter().for_each(|&other| self.retire_pair(one, other));
        }
        for clause in std::mem::take(&mut self.obsolete) {
            self.proof.delete_named(&clause);
        }
        Some(())
    }

    /// No two literals of a group are true with the new ones, either. `gone` is that of the clause that was taken out.
    fn exclude_pairs(&mut self, table: &Table<Lit>, group: u32, gone: Lit, changes: &[Change]) {
        let is_new = |lit: &Lit| changes.iter().any(|change| change.new == *lit);
        let kept: Vec<Lit> = table.column(group).filter(|lit| !is_new(lit)).collect();
        kept.iter().for_each(|&lit| self.retire_pair(gone, lit));
        for (index, change) in changes.iter().enumerate() {
            for &lit in &kept {
                self.add(&[!change.new, !lit]);
            }
            for other in &changes[..index] {
                let pair = [!change.new, !other.new];
                // Propagation alone does not see which of the two was there before.
                let helper = change.old.filter(|_| other.old.is_some()).map(|old| [pair[0], pair[1], !old]);
                let has_helper = helper.is_some_and(|helper| self.add(&helper));
                self.add(&pair);
                if let Some(helper) = helper.filter(|_| has_helper) {
                    self.proof.delete_named(&helper);
                }
            }
            let before = changes[..index].iter().filter_map(|other| other.old);
            if let Some(old) = change.old {
                kept.iter().copied().chain(before).chain([gone]).for_each(|other| self.retire_pair(old, other));
            }
        }
    }

    /// A new literal for the old one, if there is one, or both of two others.
    fn define(&mut self, old: Option<Lit>, both: [Lit; 2]) -> Option<Lit> {
        let var = self.proof.define()?;
        self.first_defined.get_or_insert(var);
        let new = var.positive();
        let mut clauses = vec![vec![new, !both[0], !both[1]]];
        clauses.extend(old.map(|old| vec![new, !old]));
        clauses.extend(both.map(|lit| [!new, lit].into_iter().chain(old).collect()));
        for clause in clauses.iter().filter_map(|clause| without_repetition(clause)) {
            // The new literal stands first, as resolution asymmetric tautologies ask.
            self.proof.add_named_definition(&clause);
            self.obsolete.push(clause);
        }
        Some(new)
    }

    /// Whether it was added: it is no tautology.
    fn add(&mut self, lits: &[Lit]) -> bool {
        let clause = without_repetition(lits);
        if let Some(clause) = &clause {
            self.proof.add_named(clause);
        }
        clause.is_some()
    }

    fn retire_clause(&mut self, clause: u32, lits: Vec<Lit>) {
        if std::mem::take(&mut self.is_derived[clause as usize]) {
            self.obsolete.extend(without_repetition(&lits));
        }
    }

    /// The pairs of the formula's own literals are clauses of it.
    fn retire_pair(&mut self, one: Lit, other: Lit) {
        let is_defined = |lit: Lit| self.first_defined.is_some_and(|first| lit.var() >= first);
        if is_defined(one) || is_defined(other) {
            self.obsolete.extend(without_repetition(&[!one, !other]));
        }
    }
}

/// The literals, each once, the first in its place. None for a tautology.
fn without_repetition(lits: &[Lit]) -> Option<Vec<Lit>> {
    let mut clause: Vec<Lit> = Vec::with_capacity(lits.len());
    for &lit in lits {
        if clause.contains(&!lit) {
            return None;
        }
        if !clause.contains(&lit) {
            clause.push(lit);
        }
    }
    Some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[u32]], num_groups: usize) -> Table<()> {
        Table::new(rows.iter().map(|row| row.iter().map(|&group| (group, ())).collect()).collect(), num_groups)
    }

    #[test]
    fn clauses_are_taken_out_until_one_has_no_group() {
        let mut pairs = table(&[&[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]], 3);
        let pivots = plan(&pairs, u64::MAX).unwrap();
        assert_eq!(pivots.len(), 3);
        for pivot in pivots {
            assert!(pairs.rows[pivot.clause as usize].contains_key(&pivot.group));
            let TakenOut { rest, others } = pairs.take_out(pivot);
            for (group, ()) in rest {
                others.iter().for_each(|&(clause, ())| pairs.set(clause, group, ()));
            }
        }
        assert!(pairs.pivot().is_none() && pairs.columns.iter().all(BTreeSet::is_empty));
    }

    #[test]
    #[cfg_attr(miri, ignore = "a hundred thousand lemmas, which takes a minute when it is interpreted")]
    fn pigeons_take_lemmas_by_the_fourth_power() {
        let all: Vec<u32> = (0..20).collect();
        let rows: Vec<&[u32]> = (0..21).map(|_| &all[..]).collect();
        let pigeons = table(&rows, 20);
        assert!(plan(&pigeons, 10_000).is_none());
        assert_eq!(plan(&pigeons, 100_000).unwrap().len(), 20);
    }

    #[test]
    fn a_literal_stands_once_and_a_tautology_is_none() {
        let [one, two] = [0, 1].map(|index| Var::from_index(index).positive());
        assert_eq!(without_repetition(&[one, two, one]), Some(vec![one, two]));
        assert_eq!(without_repetition(&[one, two, !one]), None);
    }
}
