//! Ordered partitions of the vertices of a graph, refined until no cell tells the members of another apart.

use std::collections::VecDeque;

use super::graph::Graph;

/// An ordered partition. A cell is known by the position of its first member.
///
/// Invariant: `members` is a permutation of the vertices, `position` its inverse; `cell[v]` is the
/// position of the first member of the cell of `v`, and `length` of that position the number of its
/// members.
#[derive(Clone)]
pub(super) struct Partition {
    pub(super) members: Vec<u32>,
    position: Vec<u32>,
    pub(super) cell: Vec<u32>,
    length: Vec<u32>,
    pub(super) num_cells: usize,
    /// The positions at which cells were cut since the partition was made, in this order.
    cuts: Vec<u32>,
}

/// The working memory of a refinement, and its trace. Two partitions that an automorphism maps to
/// each other leave the same trace.
pub(super) struct Refiner<'a> {
    counts: Vec<u32>,
    touched: Vec<u32>,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// Edges looked at so far.
    pub(super) work: u64,
    /// Hears of the work now and then, and says whether the time is over.
    is_over: &'a mut dyn FnMut(u64) -> bool,
    /// The work at which it is asked next.
    next_look: u64,
    /// Whether the time was over. Then the refined partition is of no use.
    pub(super) is_stopped: bool,
}

/// Edges looked at between two looks at the clock.
const LOOK_INTERVAL: u64 = 1 << 18;

impl Partition {
    /// The vertices by colour.
    pub(super) fn by_colour(graph: &Graph) -> Partition {
        let mut members: Vec<u32> = (0..graph.len() as u32).collect();
        members.sort_by_key(|&vertex| graph.colours[vertex as usize]);
        let mut partition = Partition {
            position: vec![0; members.len()],
            cell: vec![0; members.len()],
            length: vec![0; members.len()],
            members,
            num_cells: 0,
            cuts: Vec::new(),
        };
        let mut start = 0;
        for at in 0..partition.members.len() {
            let vertex = partition.members[at] as usize;
            if graph.colours[vertex] != graph.colours[partition.members[start] as usize] {
                start = at;
            }
            partition.num_cells += usize::from(start == at);
            partition.position[vertex] = at as u32;
            partition.cell[vertex] = start as u32;
            partition.length[start] += 1;
        }
        partition
    }

    /// How many cells were cut since the partition was made.
    pub(super) fn num_cuts(&self) -> usize {
        self.cuts.len()
    }

    /// The partition as it was after so many cuts, but for the order in which members of a cell stand.
    pub(super) fn after_cuts(&self, num_cuts: usize) -> Partition {
        let undone = &self.cuts[num_cuts..];
        let mut before = Partition {
            members: self.members.clone(),
            position: self.position.clone(),
            cell: vec![0; self.members.len()],
            length: vec![0; self.members.len()],
            num_cells: self.num_cells - undone.len(),
            cuts: Vec::new(),
        };
        let mut is_start = vec![false; self.members.len()];
        self.starts().for_each(|start| is_start[start as usize] = true);
        undone.iter().for_each(|&at| is_start[at as usize] = false);
        let mut start = 0;
        for (at, &vertex) in self.members.iter().enumerate() {
            if is_start[at] {
                start = at;
            }
            before.length[start] += 1;
            before.cell[vertex as usize] = start as u32;
        }
        before
    }

    pub(super) fn is_discrete(&self) -> bool {
        self.num_cells == self.members.len()
    }

    /// The members of the cell that begins at this position.
    pub(super) fn members_of(&self, start: u32) -> &[u32] {
        &self.members[start as usize..(start + self.length[start as usize]) as usize]
    }

    /// The positions at which cells begin.
    pub(super) fn starts(&self) -> impl Iterator<Item = u32> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = (at < self.members.len()).then_some(at as u32)?;
            at += self.length[at] as usize;
            Some(start)
        })
    }

    fn swap(&mut self, first: u32, second: u32) {
        self.members.swap(first as usize, second as usize);
        for at in [first, second] {
            self.position[self.members[at as usize] as usize] = at;
        }
    }

    /// Makes the members from `at` on a cell of their own, which ended the cell at `start` so far.
    fn cut(&mut self, start: u32, at: u32) {
        let end = start + self.length[start as usize];
        self.length[at as usize] = end - at;
        self.length[start as usize] = at - start;
        for place in at..end {
            self.cell[self.members[place as usize] as usize] = at;
        }
        self.num_cells += 1;
        self.cuts.push(at);
    }
}

impl<'a> Refiner<'a> {
    pub(super) fn new(graph: &Graph, is_over: &'a mut dyn FnMut(u64) -> bool) -> Refiner<'a> {
        Refiner {
            counts: vec![0; graph.len()],
            touched: Vec::new(),
            queue: VecDeque::new(),
            is_queued: vec![false; graph.len()],
            work: 0,
            is_over,
            next_look: LOOK_INTERVAL,
            is_stopped: false,
        }
    }

    /// Asks now and then, and says whether the time is over.
    pub(super) fn look(&mut self) -> bool {
        if self.work >= self.next_look {
            self.next_look = self.work + LOOK_INTERVAL;
            self.is_stopped = self.is_stopped || (self.is_over)(self.work);
        }
        self.is_stopped
    }

    /// Refines by all cells.
    pub(super) fn refine(&mut self, graph: &Graph, partition: &mut Partition) -> u64 {
        let starts: Vec<u32> = partition.starts().collect();
        starts.into_iter().for_each(|start| self.push(start));
        self.run(graph, partition)
    }

    /// Makes a vertex the last member of its cell and a cell of its own, and refines by it.
    pub(super) fn individualise(&mut self, graph: &Graph, partition: &mut Partition, vertex: u32) -> u64 {
        let start = partition.cell[vertex as usize];
        let last = start + partition.length[start as usize] - 1;
        partition.swap(partition.position[vertex as usize], last);
        partition.cut(start, last);
        self.push(last);
        self.run(graph, partition)
    }

    fn push(&mut self, start: u32) {
        if !std::mem::replace(&mut self.is_queued[start as usize], true) {
            self.queue.push_back(start);
        }
    }

    /// Splits cells by the number of neighbours in the cells that are queued. Returns the trace.
    fn run(&mut self, graph: &Graph, partition: &mut Partition) -> u64 {
        let mut trace = 0u64;
        let mut mix = |number: u64| {
            trace = (trace ^ number).wrapping_mul(0xd6e8_feb8_6659_fd93);
            trace ^= trace >> 32;
        };
        let mut cells: Vec<u32> = Vec::new();
        while let Some(splitter) = self.queue.pop_front() {
            if self.look() {
                break;
            }
            self.is_queued[splitter as usize] = false;
            mix(splitter.into());
            for &vertex in partition.members_of(splitter) {
                self.work += graph.neighbours(vertex).len() as u64;
                for &neighbour in graph.neighbours(vertex) {
                    if self.counts[neighbour as usize] == 0 {
                        self.touched.push(neighbour);
                    }
                    self.counts[neighbour as usize] += 1;
                }
            }
            // A cell may hold nearly all of a large graph.
            if self.look() {
                break;
            }
            // Touched members go to the end of their cells; there the cells are told apart by the counts.
            cells.clear();
            cells.extend(self.touched.iter().map(|&vertex| partition.cell[vertex as usize]));
            cells.sort_unstable();
            cells.dedup();
            self.touched
                .sort_unstable_by_key(|&vertex| (partition.cell[vertex as usize], self.counts[vertex as usize]));
            let mut first = 0;
            for &start in &cells {
                let of_cell =
                    self.touched[first..].iter().take_while(|&&vertex| partition.cell[vertex as usize] == start);
                let number = of_cell.count();
                let end = start + partition.length[start as usize];
                let begin = end - number as u32;
                mix(u64::from(start) << 32 | number as u64);
                let vertices: Vec<u32> = self.touched[first..first + number].to_vec();
                first += number;
                for (offset, &vertex) in (0..).zip(vertices.iter().rev()) {
                    partition.swap(partition.position[vertex as usize], end - 1 - offset);
                }
                self.split(partition, start, begin, &vertices, &mut mix);
            }
            for vertex in self.touched.drain(..) {
                self.counts[vertex as usize] = 0;
            }
        }
        mix(partition.num_cells as u64);
        trace
    }

    /// Splits a cell whose members from `begin` on are `vertices`, by ascending count.
    fn split(
        &mut self,
        partition: &mut Partition,
        start: u32,
        begin: u32,
        vertices: &[u32],
        mix: &mut impl FnMut(u64),
    ) {
        let mut parts = vec![start];
        let mut current = 0;
        for (at, &vertex) in (begin..).zip(vertices) {
            let count = self.counts[vertex as usize];
            if count != current {
                current = count;
                mix(u64::from(at) << 32 | u64::from(count));
                if at > start {
                    let last = *parts.last().unwrap_or(&start);
                    partition.cut(last, at);
                    parts.push(at);
                }
            }
        }
        if parts.len() == 1 {
            return;
        }
        // If the whole cell is not queued, one of its parts need not be queued (Hopcroft 1971).
        let length = |part: &u32| partition.length[*part as usize];
        let largest = parts.iter().copied().rev().max_by_key(|part| length(part)).unwrap_or(start);
        let was_queued = self.is_queued[start as usize];
        for part in parts {
            if was_queued || part != largest {
                self.push(part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Clock, Cnf};
    use gordian_testkit::Random;

    use super::*;

    #[test]
    fn a_partition_before_some_cuts_has_the_cells_of_that_time() {
        let mut random = Random::new(5);
        let mut cells = 0;
        for _ in 0..50 {
            let mut cnf = Cnf::new();
            let vars = cnf.new_vars(12);
            for _ in 0..4 {
                let mut chosen = vars.clone();
                random.shuffle(&mut chosen);
                cnf.add_clause(&[chosen[0].positive(), chosen[1].positive()]);
            }
            let graph = Graph::of(&cnf, &Clock::unlimited()).unwrap();
            let is_over = &mut |_| false;
            let mut refiner = Refiner::new(&graph, is_over);
            let mut partition = Partition::by_colour(&graph);
            refiner.refine(&graph, &mut partition);
            let mut path = Vec::new();
            while !partition.is_discrete() {
                let members = partition.starts().map(|start| partition.members_of(start));
                let vertex = members.filter(|members| members.len() > 1).map(|members| members[0]).next().unwrap();
                path.push(partition.clone());
                refiner.individualise(&graph, &mut partition, vertex);
            }
            for before in path {
                let again = partition.after_cuts(before.num_cuts());
                let sorted = |partition: &Partition, start| {
                    let mut members = partition.members_of(start).to_vec();
                    members.sort_unstable();
                    (start, members)
                };
                assert!(again.starts().map(|at| sorted(&again, at)).eq(before.starts().map(|at| sorted(&before, at))));
                assert!((again.num_cells, &again.cell) == (before.num_cells, &before.cell));
                cells += again.num_cells;
            }
        }
        assert!(cells > 1000, "{cells}");
    }
}
