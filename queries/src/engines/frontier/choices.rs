//! The options of one position, sorted by what they have in common.

use super::key::Key;

/// Options at the position of their first item, each told by the slots of its other items, as a
/// tree in one row: where slots are taken that several choices need, these are passed over
/// together.
pub(super) struct Choices<K> {
    nodes: Vec<Node<K>>,
}

/// A choice, told by its option, or [`COMMON`]: what those that follow up to `next` have in common.
struct Node<K> {
    mask: K,
    next: u32,
    option: u32,
}

const COMMON: u32 = u32::MAX;
/// So few choices are looked at one by one.
const FEW: usize = 3;

impl<K: Key> Choices<K> {
    /// The choices of these options, each with its number.
    pub(super) fn new(choices: Vec<(K, u32)>) -> Choices<K> {
        let mut tree = Choices { nodes: Vec::new() };
        tree.add(choices, K::EMPTY);
        tree
    }

    /// Visits the choices that need nothing of what is covered, and adds what it looks at to `looks`.
    #[inline]
    pub(super) fn for_each<E>(
        &self,
        key: K,
        looks: &mut u64,
        mut visit: impl FnMut(K, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            *looks += 1;
            if key.meets(node.mask) {
                at = node.next as usize;
                continue;
            }
            if node.option != COMMON {
                visit(node.mask, node.option)?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Adds choices that all need the slots in `known`.
    fn add(&mut self, mut choices: Vec<(K, u32)>, known: K) {
        while choices.len() > FEW {
            let number = |slot: usize| choices.iter().filter(|(mask, _)| mask.meets(K::of_slot(slot))).count();
            let wanted = choices.iter().fold(K::EMPTY, |all, (mask, _)| all.union(*mask)).without(known);
            let most = wanted.slots().max_by_key(|&slot| (number(slot), usize::MAX - slot));
            let Some(slot) = most.filter(|&slot| number(slot) > 1) else { break };
            let (with, without): (Vec<_>, Vec<_>) =
                choices.into_iter().partition(|(mask, _)| mask.meets(K::of_slot(slot)));
            let common = with.iter().fold(with[0].0, |common, (mask, _)| common.common(*mask)).without(known);
            let at = self.nodes.len();
            self.nodes.push(Node { mask: common, next: 0, option: COMMON });
            self.add(with, known.union(common));
            self.nodes[at].next = self.nodes.len() as u32;
            choices = without;
        }
        for (mask, option) in choices {
            let next = self.nodes.len() as u32 + 1;
            self.nodes.push(Node { mask, next, option });
        }
    }
}
