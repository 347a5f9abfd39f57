//! Variables of the model as variables of the problem.

use std::collections::{HashMap, HashSet};

use gordian_encoders::encode::{EncodingError, MAX_VALUES};
use gordian_encoders::model::{Boolean, Integer, Problem, Representation};

use super::lookups;
use super::propagated::{Computed, Propagated, Wide, WideTest};
use super::statement::{Addend, Literal, Number};
use super::store::{Resolved, Shape, Store, Test};

/// Variables of the problem, made when a constraint or an output first names them.
pub(super) struct Handles<'a> {
    pub(super) store: &'a mut Store,
    pub(super) problem: Problem,
    booleans: HashMap<u32, Boolean>,
    integers: HashMap<u32, Integer>,
    constants: HashMap<i64, Integer>,
    /// The roots that are no variables of the problem, and these with their positions.
    wide_roots: HashSet<u32>,
    wide_positions: HashMap<u32, usize>,
    /// Roots that belong to a solution.
    visible: HashSet<u32>,
    pub(super) wide: Vec<Wide>,
    /// The constraints that are left to propagators.
    pub(super) propagated: Vec<Propagated>,
    /// The literals of roots for which it is not a matter of their size.
    representations: HashMap<u32, Representation>,
}

impl Handles<'_> {
    pub(super) fn new(
        store: &mut Store,
        representations: HashMap<u32, Representation>,
        wide: HashSet<u32>,
    ) -> Handles<'_> {
        Handles {
            store,
            representations,
            wide_roots: wide,
            wide_positions: HashMap::new(),
            visible: HashSet::new(),
            wide: Vec::new(),
            propagated: Vec::new(),
            problem: Problem::new(),
            booleans: HashMap::new(),
            integers: HashMap::new(),
            constants: HashMap::new(),
        }
    }

    /// The literal as one of the problem.
    ///
    /// # Errors
    /// If the integer that it is a literal of has too many values.
    pub(super) fn boolean(&mut self, literal: Literal) -> Result<Boolean, EncodingError> {
        let (of, positive) = match self.store.literal(literal) {
            Literal::Constant(value) => return Ok(self.problem.truth(value)),
            Literal::Variable { of, positive } => (of, positive),
        };
        let known = self.booleans.get(&of).copied();
        let boolean = match (known, self.store.meaning(of)) {
            (Some(boolean), _) => boolean,
            (None, None) => self.problem.hidden_boolean(format!("b{of}")),
            (None, Some((meaning, negated))) => {
                let boolean = match (self.wide_of(meaning.integer), meaning.test) {
                    (Some(wide), test) => self.wide_literal(wide, test),
                    (None, Test::Is(value)) => {
                        let integer = self.root(meaning.integer)?;
                        self.problem.is(integer, value)
                    }
                    (None, Test::AtLeast(value)) => {
                        let integer = self.root(meaning.integer)?;
                        self.problem.at_least(integer, value)
                    }
                };
                if negated { !boolean } else { boolean }
            }
        };
        self.booleans.insert(of, boolean);
        Ok(if positive { boolean } else { !boolean })
    }

    /// The number as an integer of the problem.
    ///
    /// # Errors
    /// If it has too many values.
    pub(super) fn integer(&mut self, number: Number) -> Result<Integer, EncodingError> {
        match self.store.number(number) {
            Resolved::Constant(value) => self.constant(value),
            Resolved::View(view) => {
                let root = self.root(view.root)?;
                self.problem.scaled(root, view.factor, view.offset)
            }
        }
    }

    /// The numbers as integers of the problem.
    ///
    /// # Errors
    /// As [`Handles::integer`].
    pub(super) fn integers(&mut self, numbers: &[Number]) -> Result<Vec<Integer>, EncodingError> {
        numbers.iter().map(|&number| self.integer(number)).collect()
    }

    /// Numbers, and literals that are one where they are true, as integers of the problem.
    ///
    /// # Errors
    /// As [`Handles::integer`].
    pub(super) fn addends(&mut self, addends: &[Addend]) -> Result<Vec<Integer>, EncodingError> {
        let integer = |&addend: &Addend| match addend {
            Addend::Number(number) => self.integer(number),
            Addend::Literal(literal) => {
                let boolean = self.boolean(literal)?;
                Ok(self.problem.zero_one(boolean))
            }
        };
        addends.iter().map(integer).collect()
    }

    pub(super) fn constant(&mut self, value: i64) -> Result<Integer, EncodingError> {
        if let Some(&known) = self.constants.get(&value) {
            return Ok(known);
        }
        let made = self.problem.constant(value)?;
        self.constants.insert(value, made);
        Ok(made)
    }

    /// The value of a number that is a constant, or that nothing in the problem depends on.
    pub(super) fn unused_value(&mut self, number: Number) -> Option<i64> {
        match self.store.number(number) {
            Resolved::Constant(value) => Some(value),
            Resolved::View(view) => {
                let is_free = !self.wide_positions.contains_key(&view.root)
                    && !self.integers.contains_key(&view.root)
                    && matches!(self.store.shape(view.root), Shape::Plain);
                is_free.then(|| view.factor * self.store.values(view.root).lower() + view.offset)
            }
        }
    }

    /// The number as a sum of integers of the problem, where it is a view of a root that is one.
    pub(super) fn computed(
        &mut self,
        number: Number,
        computed: &HashMap<u32, lookups::Computed>,
    ) -> Option<Result<Computed, EncodingError>> {
        let Resolved::View(view) = self.store.number(number) else { return None };
        let lookups::Computed { terms, constant } = computed.get(&view.root)?;
        let term = |&(factor, root): &(i64, u32)| Ok((factor * view.factor, self.integer(Number::Variable(root))?));
        let terms: Result<Vec<(i64, Integer)>, EncodingError> = terms.iter().map(term).collect();
        Some(terms.map(|terms| Computed { terms, constant: constant * view.factor + view.offset }))
    }

    /// The position of a root among the wide integers, where it is one.
    pub(super) fn wide_of(&mut self, root: u32) -> Option<usize> {
        if !self.wide_roots.contains(&root) || !matches!(self.store.shape(root), Shape::Plain) {
            return None;
        }
        let Handles { wide_positions, wide, store, .. } = self;
        Some(*wide_positions.entry(root).or_insert_with(|| {
            let ranges = store.values(root).ranges().collect();
            wide.push(Wide { ranges, is_visible: false, literals: Vec::new() });
            wide.len() - 1
        }))
    }

    /// The wide integer that a number is a view of.
    pub(super) fn wide_view(&mut self, number: Number) -> Option<(i64, usize, i64)> {
        let Resolved::View(view) = self.store.number(number) else { return None };
        self.wide_of(view.root).map(|wide| (view.factor, wide, view.offset))
    }

    /// The root as a variable of the problem that two solutions need not differ in.
    pub(super) fn root(&mut self, root: u32) -> Result<Integer, EncodingError> {
        if self.wide_of(root).is_some() {
            let values = u64::try_from(self.store.values(root).count()).unwrap_or(u64::MAX);
            return Err(EncodingError::DomainTooLarge { values, limit: MAX_VALUES });
        }
        if let Some(&known) = self.integers.get(&root) {
            return Ok(known);
        }
        let made = match self.store.shape(root) {
            Shape::Choice { literal, when_true, when_false } => {
                let boolean = self.boolean(literal)?;
                let binary = self.problem.zero_one(boolean);
                self.problem.scaled(binary, when_true - when_false, when_false)?
            }
            Shape::Plain => {
                let values = values(self.store, root)?;
                let made = self.problem.hidden_integer(format!("i{root}"), values)?;
                if let Some(&representation) = self.representations.get(&root) {
                    self.problem.represent(made, representation);
                }
                made
            }
        };
        self.integers.insert(root, made);
        Ok(made)
    }

    /// Makes the literal belong to a solution, under this name.
    ///
    /// If it is a literal of an integer that does not, a Boolean is made for it, and it remains to
    /// be demanded that the two are the same.
    ///
    /// # Errors
    /// If the integer that it is a literal of has too many values.
    pub(super) fn show_literal(&mut self, literal: Literal, name: &str) -> Result<Option<[Boolean; 2]>, EncodingError> {
        let Literal::Variable { of, positive } = self.store.literal(literal) else { return Ok(None) };
        if self.booleans.contains_key(&of) {
            return Ok(None);
        }
        match self.store.meaning(of) {
            None => {
                let name = if positive { name.to_string() } else { format!("not {name}") };
                let boolean = self.problem.boolean(name);
                self.booleans.insert(of, boolean);
                Ok(None)
            }
            Some((meaning, _)) if self.visible.contains(&meaning.integer) => {
                self.boolean(literal)?;
                Ok(None)
            }
            Some(_) => {
                let shown = self.problem.boolean(name);
                let shown = if positive { shown } else { !shown };
                let own = self.boolean(Literal::positive(of))?;
                Ok(Some([shown, own]))
            }
        }
    }

    /// Makes the number belong to a solution, under this name; `root_name` is that of the variable it is a view of.
    ///
    /// # Errors
    /// If it has too many values.
    pub(super) fn show_number(
        &mut self,
        number: Number,
        name: &str,
        root_name: impl FnOnce(u32) -> String,
    ) -> Result<Option<[Boolean; 2]>, EncodingError> {
        let Resolved::View(view) = self.store.number(number) else { return Ok(None) };
        if !self.visible.insert(view.root) {
            return Ok(None);
        }
        if let Some(wide) = self.wide_of(view.root) {
            self.wide[wide].is_visible = true;
            return Ok(None);
        }
        if let Shape::Choice { literal, when_true, .. } = self.store.shape(view.root) {
            let value = view.factor * when_true + view.offset;
            return self.show_literal(literal, &format!("{name}={value}"));
        }
        let is_itself = (view.factor, view.offset) == (1, 0);
        let name = if is_itself { name.to_string() } else { root_name(view.root) };
        if let Some(&known) = self.integers.get(&view.root) {
            self.problem.show(known, name);
            return Ok(None);
        }
        let values = values(self.store, view.root)?;
        let made = self.problem.integer(name, values)?;
        self.integers.insert(view.root, made);
        Ok(None)
    }
}

impl From<Test> for WideTest {
    fn from(test: Test) -> WideTest {
        match test {
            Test::Is(value) => WideTest::Is(value),
            Test::AtLeast(value) => WideTest::AtLeast(value),
        }
    }
}

/// The values that are left to a root.
fn values(store: &Store, root: u32) -> Result<Vec<i64>, EncodingError> {
    let values = store.values(root);
    let count = values.count();
    if count > u128::from(MAX_VALUES) {
        let values = u64::try_from(count).unwrap_or(u64::MAX);
        return Err(EncodingError::DomainTooLarge { values, limit: MAX_VALUES });
    }
    Ok(values.iter().collect())
}
