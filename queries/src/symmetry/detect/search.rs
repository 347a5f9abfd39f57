//! Searching for automorphisms that generate the group.

use gordian_formula::{Clock, Cnf, Permutation};

use super::graph::Graph;
use super::partition::{Partition, Refiner};

/// Up to this much memory for partitions, in vertices; and the work for which one of them may be held.
const MAX_VERTICES: usize = 1 << 25;
const WORK_PER_VERTEX: u64 = 1 << 4;

/// Generators of the symmetries of a formula, none of which the others make up for, and whether
/// these are known to generate all. The work is bounded, in edges looked at and vertices copied or
/// compared. `None` if the time was over first, as the clock says or `is_over`, which hears of the work.
pub(crate) fn generators(
    cnf: &Cnf,
    max_work: u64,
    clock: &Clock,
    is_over: &mut dyn FnMut(u64) -> bool,
) -> Option<(Vec<Permutation>, bool)> {
    let graph = Graph::of(cnf, clock)?;
    let is_over = &mut |work| is_over(work) || clock.is_over();
    let mut search = Search {
        refiner: Refiner::new(&graph, is_over),
        orbits: Orbits::new(graph.len()),
        found: Vec::new(),
        scratch: Vec::new(),
        graph: &graph,
        max_work,
    };
    let is_complete = search.run();
    (!search.refiner.is_stopped).then_some((search.found, is_complete))
}

/// The path on which each cell is split by its first member.
struct Path {
    steps: Vec<Step>,
    /// The partition at its end. Those before follow from it, so that a long path takes little memory.
    last: Partition,
}

/// A step of the path.
struct Step {
    /// The cuts before the vertex was taken out of its cell.
    num_cuts: usize,
    cell: u32,
    vertex: u32,
    /// The trace of the refinement after that.
    trace: u64,
}

impl Path {
    /// The partition before this step.
    fn before(&self, level: usize) -> Partition {
        self.last.after_cuts(self.steps.get(level).map_or(self.last.num_cuts(), |step| step.num_cuts))
    }
}

struct Search<'a> {
    graph: &'a Graph,
    refiner: Refiner<'a>,
    /// The orbits of the group that was found so far.
    orbits: Orbits,
    found: Vec<Permutation>,
    scratch: Vec<u32>,
    max_work: u64,
}

/// The work is done.
struct TooMuch;

impl Search<'_> {
    fn is_over(&mut self) -> bool {
        self.refiner.work > self.max_work || self.refiner.look()
    }

    /// Finds generators from the end of the path to its beginning: those of a step leave the
    /// vertices of the steps before it in place. Whether these are all.
    fn run(&mut self) -> bool {
        let mut partition = Partition::by_colour(self.graph);
        self.refiner.refine(self.graph, &mut partition);
        let mut steps: Vec<Step> = Vec::new();
        while let Some(cell) = target(&partition) {
            if self.is_over() {
                return false;
            }
            self.refiner.work += self.graph.len() as u64;
            let num_cuts = partition.num_cuts();
            let vertex = partition.members_of(cell)[0];
            let trace = self.refiner.individualise(self.graph, &mut partition, vertex);
            steps.push(Step { num_cuts, cell, vertex, trace });
        }
        let path = Path { steps, last: partition };
        (0..path.steps.len()).rev().all(|level| self.run_level(&path, level).is_ok())
    }

    /// Finds, for each other member of the cell that a step splits, an automorphism that maps the
    /// vertex of the step to it, or finds out that there is none.
    fn run_level(&mut self, path: &Path, level: usize) -> Result<(), TooMuch> {
        let step = &path.steps[level];
        let before = path.before(level);
        self.refiner.work += self.graph.len() as u64;
        let mut refuted: Vec<u32> = Vec::new();
        for &other in before.members_of(step.cell) {
            let orbit = self.orbits.of(other);
            if orbit == self.orbits.of(step.vertex) || refuted.iter().any(|&known| self.orbits.of(known) == orbit) {
                continue;
            }
            if !self.map(path, level, &before, other, 0)? {
                refuted.push(other);
            }
        }
        Ok(())
    }

    /// Whether there is an automorphism that maps the cells of the path before `level` to those of
    /// `image`, and the vertex of that step to `vertex`. Depth of recursion: the length of the
    /// path; `depth` of it is done.
    fn map(
        &mut self,
        path: &Path,
        level: usize,
        image: &Partition,
        vertex: u32,
        depth: usize,
    ) -> Result<bool, TooMuch> {
        let memory = (depth + 2) * self.graph.len();
        if self.is_over() || memory > MAX_VERTICES || memory as u64 > self.max_work / WORK_PER_VERTEX {
            return Err(TooMuch);
        }
        // To copy a partition, and to compare it with another.
        self.refiner.work += 2 * self.graph.len() as u64;
        let mut image = image.clone();
        if self.refiner.individualise(self.graph, &mut image, vertex) != path.steps[level].trace {
            return Ok(false);
        }
        self.refiner.work += self.graph.len() as u64;
        if self.try_identity(&path.before(level + 1), &image) {
            return Ok(true);
        }
        let Some(next) = path.steps.get(level + 1) else { return Ok(false) };
        // If possible, the automorphism leaves the vertex in place, so that it moves few.
        let cell = image.members_of(next.cell);
        let stays = cell.iter().copied().find(|&other| other == next.vertex);
        let candidates: Vec<u32> =
            stays.into_iter().chain(cell.iter().copied().filter(|&other| other != next.vertex)).collect();
        for other in candidates {
            if self.map(path, level + 1, &image, other, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries the permutation that maps the cells of one member of the first partition to those of
    /// the second, and leaves all other vertices in place.
    fn try_identity(&mut self, from: &Partition, to: &Partition) -> bool {
        let mut image: Vec<u32> = (0..self.graph.len() as u32).collect();
        let mut moved = Vec::new();
        for start in from.starts() {
            let (members, images) = (from.members_of(start), to.members_of(start));
            if members.len() != images.len() {
                return false;
            }
            match (members, images) {
                ([vertex], [other]) => {
                    image[*vertex as usize] = *other;
                    if vertex != other {
                        moved.push(*vertex);
                    }
                }
                _ if members.iter().any(|&member| to.cell[member as usize] != start) => return false,
                _ => {}
            }
        }
        self.refiner.work += moved.iter().map(|&vertex| self.graph.neighbours(vertex).len() as u64).sum::<u64>();
        if moved.is_empty() || !self.graph.is_automorphism(&image, &moved, &mut self.scratch) {
            return false;
        }
        for &vertex in &moved {
            self.orbits.join(vertex, image[vertex as usize]);
        }
        self.found.extend(self.graph.permutation(&image));
        true
    }
}

/// The first of the smallest cells of several members.
fn target(partition: &Partition) -> Option<u32> {
    if partition.is_discrete() {
        return None;
    }
    partition
        .starts()
        .filter(|&start| partition.members_of(start).len() > 1)
        .min_by_key(|&start| partition.members_of(start).len())
}

/// Disjoint sets of vertices.
struct Orbits {
    parent: Vec<u32>,
}

impl Orbits {
    fn new(size: usize) -> Orbits {
        Orbits { parent: (0..size as u32).collect() }
    }

    fn of(&mut self, vertex: u32) -> u32 {
        let mut at = vertex;
        while self.parent[at as usize] != at {
            let next = self.parent[at as usize];
            self.parent[at as usize] = self.parent[next as usize];
            at = next;
        }
        at
    }

    fn join(&mut self, first: u32, second: u32) {
        let (first, second) = (self.of(first), self.of(second));
        self.parent[first as usize] = second;
    }
}
