//! Turns: which of several searches goes on, one at a time.

/// Searches that take turns by the steps that they have taken: the one that has taken the fewest
/// goes on until it is a given number of steps ahead of another. The better of two searches ends
/// after about twice the steps that it takes alone.
///
/// Each search counts its own steps; a search that is to go slower counts more of them.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    turn: usize,
    /// The steps of each search; none if it has given up.
    steps: Vec<Option<u64>>,
    /// The most steps that one may be ahead of another.
    ahead: u64,
}

impl Turns {
    /// The first one begins.
    pub(crate) fn new(number: usize, ahead: u64) -> Turns {
        Turns::beginning_at(std::iter::repeat_n(0, number), ahead)
    }

    /// The first one begins; each has so many steps behind it.
    pub(crate) fn beginning_at(steps: impl Iterator<Item = u64>, ahead: u64) -> Turns {
        Turns { turn: 0, steps: steps.map(Some).collect(), ahead }
    }

    pub(crate) fn turn(&self) -> usize {
        self.turn
    }

    /// The fewest steps that one has taken which has not given up, and which one that is.
    pub(crate) fn least(&self) -> Option<(u64, usize)> {
        self.steps.iter().enumerate().filter_map(|(side, &steps)| Some((steps?, side))).min()
    }

    /// Whether each has taken so many steps.
    pub(crate) fn have_all_taken(&self, steps: u64) -> bool {
        self.least().is_none_or(|(least, _)| least >= steps)
    }

    /// Notes the number of steps that one has taken, and passes the turn on if it is far enough
    /// ahead. Returns whose turn it is then.
    pub(crate) fn take(&mut self, side: usize, steps: u64) -> usize {
        self.steps[side] = Some(steps);
        if let (true, Some((least, other))) = (self.turn == side, self.least())
            && steps > least + self.ahead
        {
            self.turn = other;
        }
        self.turn
    }

    /// Leaves the rest to the others.
    pub(crate) fn give_up(&mut self, side: usize) {
        self.steps[side] = None;
        if self.turn == side {
            self.pass_on();
        }
    }

    /// Notes steps that are counted anew from now on, and begins with the search that has taken the fewest.
    pub(crate) fn count_anew(&mut self, steps: impl Iterator<Item = u64>) {
        self.steps.iter_mut().zip(steps).for_each(|(known, steps)| *known = Some(steps));
        self.pass_on();
    }

    fn pass_on(&mut self) {
        self.turn = self.least().map_or(self.turn, |(_, side)| side);
    }
}
