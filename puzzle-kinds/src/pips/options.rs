//! The places where each domino can lie.

use super::clue::Clue;
use super::diagram::Diagram;
use super::laid::{Kind, Laid, Options};
use super::puzzle::Pips;
use crate::error::PuzzleError;

/// The most ways in which dominoes can lie.
const MAX_OPTIONS: usize = 1 << 20;

impl Pips {
    /// All ways in which dominoes can lie.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn options(&self) -> Result<Options, PuzzleError> {
        let kinds = self.kinds();
        let edges = self.edges();
        if edges.len().saturating_mul(2 * kinds.len()) > MAX_OPTIONS {
            let message = format!("there are more than {MAX_OPTIONS} ways to lay the dominoes");
            return Err(PuzzleError::malformed(message));
        }
        let mut laid = Vec::new();
        for &squares in &edges {
            for (kind, &Kind { numbers: [a, b], .. }) in kinds.iter().enumerate() {
                laid.push(Laid { kind, squares, numbers: [a, b] });
                if a != b {
                    laid.push(Laid { kind, squares, numbers: [b, a] });
                }
            }
        }
        let mut options = Options { kinds, laid, domains: vec![Vec::new(); self.squares.len()] };
        options.find_domains();
        Ok(options)
    }

    /// Removes options that no way to fill a region uses. Returns whether there were any.
    pub(super) fn prune(&mut self) -> bool {
        let options = &mut self.pruned;
        for region in &self.regions {
            let domains: Vec<&[u32]> =
                region.squares.iter().map(|&square| options.domains[square].as_slice()).collect();
            let Some(diagram) = Diagram::new(region.clue, &domains) else { continue };
            for (index, &square) in region.squares.iter().enumerate() {
                options.domains[square] = diagram.numbers(index);
            }
        }
        let before = options.laid.len();
        let Options { laid, domains, .. } = options;
        laid.retain(|Laid { squares: [first, second], numbers: [a, b], .. }| {
            let together = match (self.region_of[*first], self.region_of[*second]) {
                (region, other) if region == other => self.regions[region].clue,
                _ => Clue::Empty,
            };
            let fits = match together {
                Clue::Equals => a == b,
                Clue::Unequal => a != b,
                _ => true,
            };
            fits && domains[*first].binary_search(a).is_ok() && domains[*second].binary_search(b).is_ok()
        });
        let changed = laid.len() < before;
        options.find_domains();
        changed
    }
}
