//! Random numbers.

/// A generator of pseudorandom numbers: the same everywhere, and others for each seed.
///
/// (Marsaglia's xorshift64* as by Vigna, the seed spread by Steele's splitmix64.)
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    pub const fn new(seed: u64) -> Random {
        let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random((bits ^ bits >> 31) | 1)
    }

    /// Sixty-four bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`, of whatever type that is; one of 32 bits at most.
    ///
    /// # Panics
    ///
    /// If `bound` is not positive.
    pub fn below<N: TryFrom<u64> + TryInto<u64>>(&mut self, bound: N) -> N {
        let bound = bound.try_into().ok().expect("a bound is positive");
        N::try_from((self.bits() >> 32) % bound).ok().expect("what is below a bound fits where it does")
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True so many times of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Puts these into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The numbers from 0 on, so many of them, in a random order.
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        self.shuffle(&mut order);
        order
    }

    /// The variables of DIMACS, from 1 on, in a random order.
    pub fn shuffled(&mut self, num_vars: usize) -> Vec<i32> {
        let mut vars: Vec<i32> = (1..=num_vars as i32).collect();
        self.shuffle(&mut vars);
        vars
    }

    /// A literal of DIMACS.
    pub fn lit(&mut self, num_vars: usize) -> i32 {
        let var = self.between(1, num_vars) as i32;
        if self.chance(50) { var } else { -var }
    }

    /// Literals that may repeat and contradict one another.
    pub fn careless(&mut self, num_vars: usize, size: usize) -> Vec<i32> {
        (0..size).map(|_| self.lit(num_vars)).collect()
    }

    /// Literals of distinct variables.
    pub fn distinct(&mut self, num_vars: usize, size: usize) -> Vec<i32> {
        let mut vars = self.shuffled(num_vars);
        vars.truncate(size);
        vars.into_iter().map(|var| if self.chance(50) { var } else { -var }).collect()
    }
}
