//! All models of a small formula, one bit each.

use std::collections::BTreeSet;

/// The most variables that it can hold.
pub(crate) const MAX_VARS: usize = 14;

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
#[derive(Clone)]
pub(crate) struct Oracle {
    models: Vec<u64>,
}

impl Oracle {
    pub(crate) fn new() -> Oracle {
        Oracle { models: vec![u64::MAX; 1 << (MAX_VARS - 6)] }
    }

    fn word(number: i32, index: usize) -> u64 {
        let var = number.unsigned_abs() as usize - 1;
        let word = match PATTERNS.get(var) {
            Some(&pattern) => pattern,
            None if index >> (var - 6) & 1 == 1 => u64::MAX,
            None => 0,
        };
        if number > 0 { word } else { !word }
    }

    pub(crate) fn add_clause(&mut self, clause: &[i32]) {
        for (index, models) in self.models.iter_mut().enumerate() {
            *models &= clause.iter().fold(0, |word, &number| word | Oracle::word(number, index));
        }
    }

    pub(crate) fn add_at_most_one(&mut self, members: &[i32]) {
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
    pub(crate) fn under(&self, assumptions: &[i32]) -> Oracle {
        let mut oracle = self.clone();
        assumptions.iter().for_each(|&number| oracle.add_clause(&[number]));
        oracle
    }

    pub(crate) fn is_satisfiable(&self) -> bool {
        self.models.iter().any(|&word| word != 0)
    }

    /// The values that these variables take in the models: bit `i` is the value of `vars[i]`.
    pub(crate) fn projection(&self, vars: &[i32]) -> BTreeSet<u32> {
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
pub(crate) fn project(vars: &[i32], is_true: impl Fn(i32) -> bool) -> u32 {
    vars.iter().enumerate().fold(0, |key, (at, &var)| key | u32::from(is_true(var)) << at)
}
