//! A tree decomposition: its bags, and how far each variable is from where decisions begin.

use super::elimination::Elimination;

/// The place at which decisions begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// In the middle: no part of the tree has more than half of the variables.
    Centre,
    /// At an end of a longest path.
    End,
    OtherEnd,
}

/// A tree for each part of the formula. Nodes are bags; parents stand before their children.
#[derive(Debug, Default)]
pub(crate) struct Decomposition {
    num_vars: usize,
    bags: Vec<Vec<u32>>,
    parents: Vec<Option<u32>>,
    /// Visible variables that were eliminated in the bag.
    sizes: Vec<u32>,
    /// The neighbours of each bag.
    links: Vec<Vec<u32>>,
}

impl Decomposition {
    pub(super) fn of(elimination: &Elimination, visible: &[bool]) -> Decomposition {
        let num_vars = elimination.bags.len();
        let mut position = vec![0u32; num_vars];
        for (at, &var) in elimination.order.iter().enumerate() {
            position[var as usize] = at as u32;
        }
        // A bag that lies within the next one is none of its own.
        let mut node_of = vec![0u32; num_vars];
        let mut tree = Decomposition { num_vars, ..Decomposition::default() };
        for &var in elimination.order.iter().rev() {
            let bag = &elimination.bags[var as usize];
            let next = bag.iter().min_by_key(|&&other| position[other as usize]);
            let parent = next.map(|&next| node_of[next as usize]);
            let size = u32::from(visible[var as usize]);
            let mut full = bag.clone();
            full.push(var);
            match parent {
                Some(parent) if tree.bags[parent as usize].len() == bag.len() => {
                    node_of[var as usize] = parent;
                    tree.bags[parent as usize] = full;
                    tree.sizes[parent as usize] += size;
                }
                _ => {
                    node_of[var as usize] = tree.bags.len() as u32;
                    tree.bags.push(full);
                    tree.parents.push(parent);
                    tree.sizes.push(size);
                }
            }
        }
        tree.links = vec![Vec::new(); tree.bags.len()];
        for (node, parent) in tree.parents.iter().enumerate() {
            if let &Some(parent) = parent {
                tree.links[node].push(parent);
                tree.links[parent as usize].push(node as u32);
            }
        }
        tree
    }

    /// How far from the start the first bag with each variable is.
    pub(super) fn depths(&self, start: Start) -> Vec<u32> {
        let mut depths = vec![u32::MAX; self.num_vars];
        for centre in self.centres() {
            let first = match start {
                Start::Centre => centre,
                Start::End => self.farthest(centre),
                Start::OtherEnd => self.farthest(self.farthest(centre)),
            };
            for (depth, layer) in (0..).zip(self.layers(first)) {
                for &var in layer.iter().flat_map(|&node| &self.bags[node as usize]) {
                    depths[var as usize] = depths[var as usize].min(depth);
                }
            }
        }
        depths
    }

    /// A node of the same tree that no other is farther from this one than: seen from anywhere, it
    /// is an end of a longest path.
    fn farthest(&self, node: u32) -> u32 {
        self.layers(node).last().map_or(node, |layer| layer[0])
    }

    /// The nodes at each distance from this one.
    fn layers(&self, first: u32) -> impl Iterator<Item = Vec<u32>> {
        let mut layer = vec![(first, None)];
        std::iter::from_fn(move || {
            let nodes: Vec<u32> = layer.iter().map(|&(node, _)| node).collect();
            let links = |&(node, from): &(u32, Option<u32>)| {
                let links = self.links[node as usize].iter().filter(move |&&to| Some(to) != from);
                links.map(move |&to| (to, Some(node)))
            };
            layer = layer.iter().flat_map(links).collect();
            (!nodes.is_empty()).then_some(nodes)
        })
    }

    /// The node of each tree without which no part has more than half of the variables.
    fn centres(&self) -> Vec<u32> {
        let num_nodes = self.sizes.len();
        let mut below = self.sizes.clone();
        let mut heaviest = vec![0u32; num_nodes];
        let mut root = vec![0u32; num_nodes];
        for node in (0..num_nodes).rev() {
            if let Some(parent) = self.parents[node] {
                below[parent as usize] += below[node];
                heaviest[parent as usize] = heaviest[parent as usize].max(below[node]);
            }
        }
        let mut best: Vec<Option<(u32, u32)>> = vec![None; num_nodes];
        for node in 0..num_nodes {
            root[node] = self.parents[node].map_or(node as u32, |parent| root[parent as usize]);
            let tree = root[node] as usize;
            let load = heaviest[node].max(below[tree] - below[node]);
            if best[tree].is_none_or(|best| load < best.0) {
                best[tree] = Some((load, node as u32));
            }
        }
        best.into_iter().flatten().map(|(_, node)| node).collect()
    }
}
