//! All models of a small formula, one bit each.

use std::collections::BTreeSet;

/// The most variables that it can hold.
pub const MAX_VARS: usize = 14;

/// For each of the first six variables the words in which it is true.
const PATTERNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The assignments of `MAX_VARS` variables that satisfy what was added so far.
///
/// Assignment `a` gives variable `v`, from 1, the bit `v - 1` of `a`.
#[derive(Clone, Debug)]
pub struct Oracle {
    models: Vec<u64>,
}

impl Default for Oracle {
    fn default() -> Oracle {
        Oracle { models: vec![u64::MAX; 1 << (MAX_VARS - 6)] }
    }
}

impl Oracle {
    /// All assignments.
    pub fn new() -> Oracle {
        Oracle::default()
    }

    fn word(number: i32, index: usize) -> u64 {
        let var = number.unsigned_abs() as usize - 1;
        debug_assert!(var < MAX_VARS, "variable {number} is beyond what this oracle holds");
        let word = match PATTERNS.get(var) {
            Some(&pattern) => pattern,
            None if index >> (var - 6) & 1 == 1 => u64::MAX,
            None => 0,
        };
        if number > 0 { word } else { !word }
    }

    /// Leaves those that satisfy a clause.
    pub fn add_clause(&mut self, clause: &[i32]) {
        for (index, models) in self.models.iter_mut().enumerate() {
            *models &= clause.iter().fold(0, |word, &number| word | Oracle::word(number, index));
        }
    }

    /// Leaves those in which one of these is true at most, a member that is named twice being two.
    pub fn add_at_most_one(&mut self, members: &[i32]) {
        for (index, models) in self.models.iter_mut().enumerate() {
            let (mut one, mut two) = (0, 0);
            for &member in members {
                let word = Oracle::word(member, index);
                two |= one & word;
                one |= word;
            }
            *models &= !two;
        }
    }

    /// The oracle of the formula with these literals made true.
    pub fn under(&self, assumptions: &[i32]) -> Oracle {
        let mut oracle = self.clone();
        assumptions.iter().for_each(|&number| oracle.add_clause(&[number]));
        oracle
    }

    /// Whether there is a model.
    pub fn is_satisfiable(&self) -> bool {
        self.models.iter().any(|&word| word != 0)
    }

    /// Whether every model satisfies the clause.
    pub fn implies(&self, clause: &[i32]) -> bool {
        let negated: Vec<i32> = clause.iter().map(|number| -number).collect();
        !self.under(&negated).is_satisfiable()
    }

    /// The values that these variables take in the models: bit `i` is the value of `vars[i]`.
    pub fn projection(&self, vars: &[i32]) -> BTreeSet<u32> {
        let mut seen = BTreeSet::new();
        for (index, &models) in self.models.iter().enumerate() {
            let mut rest = models;
            while rest != 0 {
                let model = (index << 6) as u32 | rest.trailing_zeros();
                seen.insert(project(vars, |var| model >> (var - 1) & 1 == 1));
                rest &= rest - 1;
            }
        }
        seen
    }
}

/// The values of these variables, that of `vars[i]` as bit `i`.
pub fn project(vars: &[i32], is_true: impl Fn(i32) -> bool) -> u32 {
    vars.iter().enumerate().fold(0, |key, (at, &var)| key | u32::from(is_true(var)) << at)
}
