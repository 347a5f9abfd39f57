//! The consequences of the parity of layers for pieces.

use gordian_formula::{Clock, Lit, Var};

use super::puzzle::{Placement, Polyform};

/// Placements between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 10;

/// Layers of which each is met oddly by exactly one piece.
pub(super) struct OddLayers {
    /// The placements that meet each of the layers in an odd number of cells.
    pub(super) placements: Vec<Vec<Lit>>,
    /// The kind whose number of copies follows, since all its placements meet as many of them, and no other kind does.
    pub(super) kind: Option<usize>,
}

impl Polyform {
    /// Layers, rows or columns of the board with an odd number of cells, where there are as many as
    /// the pieces together can meet oddly.
    ///
    /// A piece must meet each of them oddly, and in such a puzzle only one piece can. If most
    /// pieces meet every layer evenly, that restricts the few others. A search would find these
    /// restrictions by failing to fill the rest, each time anew (Conway's and Slothouber and
    /// Graatsma's boxes; Berlekamp, Conway & Guy 1982, chapter 24).
    ///
    /// `None` also where the time is over.
    pub(super) fn odd_layers(&self, clock: &Clock) -> Option<OddLayers> {
        let mut poller = clock.poller(POLL_INTERVAL);
        if self.targets.iter().any(|target| target.may_stay_empty) {
            return None;
        }
        let size = self.size();
        // Layers have numbers, those of one axis after those of another.
        let first = [0, size[0], size[0] + size[1]];
        let met_oddly = |cells: &mut dyn Iterator<Item = u32>| {
            let axes = || (0..3).filter(|&axis| size[axis] > 1);
            let layers = |cell| axes().map(move |axis| first[axis] + self.cells[cell as usize][axis] as usize);
            let mut met: Vec<usize> = cells.flat_map(layers).collect();
            met.sort_unstable();
            let odd = met.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
            odd.map(|same| same[0]).collect::<Vec<usize>>()
        };
        let odd = met_oddly(&mut (0..self.cells.len() as u32));
        let mut placements: Vec<Vec<Lit>> = vec![Vec::new(); odd.len()];
        // The least and the most of them that placements of a kind meet.
        let mut range = vec![(usize::MAX, 0); self.kinds.len()];
        for (index, Placement { kind, cells }) in self.placements.iter().enumerate() {
            if poller.is_over() {
                return None;
            }
            if self.kinds[*kind].is_never_used {
                continue;
            }
            let met = met_oddly(&mut cells.iter().copied());
            let met: Vec<usize> = met.iter().filter_map(|layer| odd.binary_search(layer).ok()).collect();
            met.iter().for_each(|&layer| placements[layer].push(Var::from_index(index).positive()));
            let (least, most) = range[*kind];
            range[*kind] = (least.min(met.len()), most.max(met.len()));
        }
        let meeting: Vec<usize> = (0..self.kinds.len()).filter(|&kind| range[kind].1 > 0).collect();
        let mut together = 0usize;
        for &kind in &meeting {
            together = together.saturating_add(range[kind].1.saturating_mul(self.kinds[kind].most? as usize));
        }
        if odd.is_empty() || together != odd.len() {
            return None;
        }
        let kind = if let [kind] = meeting[..] { Some(kind) } else { None };
        Some(OddLayers { placements, kind: kind.filter(|&kind| range[kind].0 == range[kind].1) })
    }
}
