//! Relations of two integers that chains of definitions amount to.

use std::collections::{BTreeMap, HashMap};

use gordian_encoders::model::MOST_PAIRS;

use super::definitions::defined_variable;
use super::equation::{Equation, Known};
use super::statement::{Addend, Condition, Demand, Global, Number, Statement};
use super::store::{Resolved, Store};
use super::values::Values;
use crate::model::Model;

/// The most equations that are evaluated.
const MOST_WORK: usize = 1 << 22;
/// A relation is written if it allows at most one of so many pairs of values: others leave too many partners to each
/// value.
const SPARSENESS: usize = 4;
/// The most integers that definitions lead to, and the most definitions on the way.
const MOST_BASES: usize = 4;
const MOST_DEFINITIONS: usize = 32;

/// Adds what statements about defined integers say of the two that these follow from, if it is much, and returns the
/// pairs of integers that can never be equal.
///
/// The compiler of MiniZinc cuts `abs(x - u) + abs(y - v) = 1` into a sum and four definitions, and propagation looks
/// at each alone. Together they allow few pairs of values, if `x` and `y` follow from one integer, as the row and the
/// column of a cell do from its number, and `u` and `v` from another.
pub(super) fn relate(model: &Model, store: &mut Store, statements: &mut Vec<Statement>) -> Vec<[u32; 2]> {
    let network = Network::of(model, store, statements);
    let mut found: BTreeMap<[u32; 2], Vec<(usize, Chain)>> = BTreeMap::new();
    for at in 0..network.equations.len() {
        if store.is_over() {
            return Vec::new();
        }
        if let Some(chain) = network.chain(store, at) {
            found.entry(chain.pair).or_default().push((at, chain));
        }
    }
    let (mut different, mut work) = (Vec::new(), 0);
    for (pair, checks) in found {
        let values = pair.map(|root| store.values(root).clone());
        let num_pairs = pairs(&values).unwrap_or(MOST_PAIRS);
        let length: usize = checks.iter().map(|(_, chain)| chain.order.len() + 1).sum();
        if work + num_pairs * length > MOST_WORK || store.is_over() {
            continue;
        }
        work += num_pairs * length;
        let rows = network.rows(store, pair, &values, &checks);
        if rows.iter().all(|row| row[0] != row[1]) {
            different.push(pair);
        }
        if rows.len() * SPARSENESS <= num_pairs {
            let of = pair.map(|root| Addend::Number(Number::Variable(root))).to_vec();
            statements.push(Statement {
                source: statements[checks[0].0].source,
                condition: Condition::Always,
                demand: Demand::Global(Global::Table { of, rows }),
            });
        }
    }
    different
}

/// The values of two integers, by those of a third.
type Decoded = HashMap<i64, [i64; 2]>;

/// Two integers, and those that follow from them, each after what it follows from.
struct Chain {
    pair: [u32; 2],
    order: Vec<u32>,
}

/// The equations of the statements.
#[derive(Default)]
struct Network {
    equations: Vec<Option<Equation>>,
    /// The position of the equation that defines each root.
    definitions: HashMap<u32, usize>,
    /// For two roots the one that both follow from.
    joint: HashMap<[u32; 2], u32>,
    /// For each of these the two, and their values by its own.
    parts: HashMap<u32, ([u32; 2], Decoded)>,
}

impl Network {
    fn of(model: &Model, store: &mut Store, statements: &[Statement]) -> Network {
        let mut network = Network::default();
        for statement in statements {
            if store.is_over() {
                break;
            }
            let equation = Equation::of(store, statement);
            let defined = equation.as_ref().and_then(|equation| {
                let root = defined(model, store, statement)?;
                equation.defines(root).then_some((root, equation))
            });
            if let Some((root, equation)) = defined {
                let others: Vec<u32> = equation.roots().into_iter().filter(|&other| other != root).collect();
                network.definitions.entry(root).or_insert(network.equations.len());
                if let &[first, second] = &others[..]
                    && first != second
                    && let pair = [first.min(second), first.max(second)]
                    && !network.joint.contains_key(&pair)
                    && let Some(values) = decoded(store, equation, root, pair)
                {
                    network.joint.insert(pair, root);
                    network.parts.insert(root, (pair, values));
                }
            }
            network.equations.push(equation);
        }
        network
    }

    /// The way from two integers to all that an equation names, if there are two and some definition lies on the way.
    fn chain(&self, store: &Store, at: usize) -> Option<Chain> {
        let (mut bases, mut order, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for root in self.equations[at].as_ref()?.roots() {
            self.descend(root, &mut bases, &mut order, &mut open)?;
        }
        if order.is_empty() {
            return None;
        }
        let mut joined: Vec<u32> = Vec::new();
        bases.sort_unstable();
        while let Some(base) = bases.pop() {
            let joint = bases.iter().enumerate().find_map(|(at, &other)| Some((at, *self.joint.get(&[other, base])?)));
            joined.push(joint.map_or(base, |(at, joint)| {
                bases.remove(at);
                joint
            }));
        }
        joined.sort_unstable();
        let pair: [u32; 2] = joined.try_into().ok()?;
        pairs(&pair.map(|root| store.values(root).clone()))?;
        order.retain(|root| !pair.contains(root));
        Some(Chain { pair, order })
    }

    /// Goes to what a root follows from; `None` if that is too much, or itself.
    fn descend(&self, root: u32, bases: &mut Vec<u32>, order: &mut Vec<u32>, open: &mut Vec<u32>) -> Option<()> {
        if bases.contains(&root) || order.contains(&root) {
            return Some(());
        }
        let Some(&definition) = self.definitions.get(&root) else {
            bases.push(root);
            return (bases.len() <= MOST_BASES).then_some(());
        };
        if open.contains(&root) || open.len() + order.len() == MOST_DEFINITIONS {
            return None;
        }
        open.push(root);
        for other in self.equations[definition].as_ref()?.roots() {
            if other != root {
                self.descend(other, bases, order, open)?;
            }
        }
        open.pop();
        order.push(root);
        Some(())
    }

    /// The pairs of values that the equations and the definitions on the way to them allow.
    fn rows(&self, store: &Store, pair: [u32; 2], values: &[Values; 2], checks: &[(usize, Chain)]) -> Vec<Vec<i64>> {
        let mut rows = Vec::new();
        for first in values[0].iter() {
            for second in values[1].iter() {
                let row = [first, second];
                if checks.iter().all(|(at, chain)| self.allows(store, pair, row, *at, &chain.order) != Some(false)) {
                    rows.push(row.to_vec());
                }
            }
        }
        rows
    }

    /// Whether an equation allows two values; `None` if that is not known.
    fn allows(&self, store: &Store, pair: [u32; 2], row: [i64; 2], at: usize, order: &[u32]) -> Option<bool> {
        let mut known = Known::from([(pair[0], row[0]), (pair[1], row[1])]);
        for (root, value) in pair.into_iter().zip(row) {
            if let Some((parts, values)) = self.parts.get(&root) {
                let Some(of_parts) = values.get(&value) else { return Some(false) };
                known.extend(parts.iter().copied().zip(of_parts.iter().copied()));
            }
        }
        for &root in order {
            let equation = self.equations[*self.definitions.get(&root)?].as_ref()?;
            if !equation.is_known(Some(root), &known) {
                return None;
            }
            match equation.solve(root, &known) {
                Some(value) if store.values(root).contains(value) => known.insert(root, value),
                _ => return Some(false),
            };
        }
        let equation = self.equations[at].as_ref()?;
        equation.is_known(None, &known).then(|| equation.holds(&known))?
    }
}

/// The number of pairs of values, if it is not too large.
fn pairs(values: &[Values; 2]) -> Option<usize> {
    let count = values[0].count().checked_mul(values[1].count())?;
    usize::try_from(count).ok().filter(|&count| count <= MOST_PAIRS)
}

/// The root of the variable that a statement's constraint defines, as its compiler says.
fn defined(model: &Model, store: &mut Store, statement: &Statement) -> Option<u32> {
    let variable = defined_variable(&model.constraints[statement.source as usize])?;
    match store.number(Number::Variable(variable.0)) {
        Resolved::View(view) => Some(view.root),
        Resolved::Constant(_) => None,
    }
}

/// The values of two roots for each value of a third one that is defined by them, if no two pairs give it the same.
fn decoded(store: &Store, equation: &Equation, root: u32, parts: [u32; 2]) -> Option<Decoded> {
    let values = parts.map(|part| store.values(part).clone());
    pairs(&values)?;
    let mut decoded = HashMap::new();
    for first in values[0].iter() {
        for second in values[1].iter() {
            let known = Known::from([(parts[0], first), (parts[1], second)]);
            if let Some(value) = equation.solve(root, &known)
                && store.values(root).contains(value)
                && decoded.insert(value, [first, second]).is_some()
            {
                return None;
            }
        }
    }
    Some(decoded)
}

#[cfg(test)]
mod tests {
    use gordian_formula::Clock;

    use super::super::{declare, simplify, translate};
    use super::*;

    /// Two cells of a grid of three rows and four columns by row, column and number, by so many steps apart.
    fn cells(relation: &str, distance: i64) -> Model {
        let (mut variables, mut constraints) = (String::new(), String::new());
        for cell in ["a", "b"] {
            variables += &format!("var 1..12: number_{cell};\nvar 1..4: column_{cell};\nvar 1..3: row_{cell};\n");
            constraints += &format!(
                "constraint int_lin_eq([1,4,-1],[column_{cell},row_{cell},number_{cell}],4)::defines_var(number_{cell});\n"
            );
        }
        for way in ["row", "column"] {
            variables += &format!("var -3..3: step_{way};\nvar 0..3: size_{way};\n");
            constraints += &format!(
                "constraint int_lin_eq([1,-1,-1],[{way}_a,{way}_b,step_{way}],0)::defines_var(step_{way});
                constraint int_abs(step_{way},size_{way})::defines_var(size_{way});\n"
            );
        }
        constraints += &format!("constraint {relation}([1,1],[size_row,size_column],{distance});\n");
        Model::read(format!("{variables}{constraints}solve satisfy;\n").as_bytes()).unwrap()
    }

    /// The pairs of variables that differ, by their names, and the tables.
    fn related(model: &Model) -> (Vec<String>, Vec<Vec<Vec<i64>>>) {
        let mut store = Store::within(&Clock::unlimited());
        declare(model, &mut store).unwrap();
        let mut statements = translate::translate(model, &mut store).unwrap();
        simplify::simplify(&mut store, &mut statements).unwrap();
        let different = relate(model, &mut store, &mut statements);
        let names = different.iter().flatten().map(|&root| model.variables[root as usize].name.clone()).collect();
        let tables = statements.into_iter().filter_map(|statement| match statement.demand {
            Demand::Global(Global::Table { rows, .. }) => Some(rows),
            _ => None,
        });
        (names, tables.collect())
    }

    #[test]
    fn neighbours_are_a_table_of_the_numbers_of_their_cells() {
        let (different, tables) = related(&cells("int_lin_eq", 1));
        assert_eq!(different, ["number_a", "number_b"]);
        assert_eq!(tables.len(), 1);
        let mut rows = Vec::new();
        for a in 0..12_i64 {
            rows.extend(
                (0..12).filter(|b| (a / 4 - b / 4).abs() + (a % 4 - b % 4).abs() == 1).map(|b| vec![a + 1, b + 1]),
            );
        }
        assert_eq!(tables[0], rows);
    }

    /// A relation that allows many pairs is left to its parts.
    #[test]
    fn what_says_little_is_no_table() {
        let (different, tables) = related(&cells("int_lin_eq", 2));
        assert_eq!(different, ["number_a", "number_b"]);
        assert_eq!(tables, Vec::<Vec<Vec<i64>>>::new());
        // Both may be the same cell.
        let (different, tables) = related(&cells("int_lin_le", 1));
        assert_eq!(different, Vec::<String>::new());
        assert_eq!(tables, Vec::<Vec<Vec<i64>>>::new());
    }
}
