//! Damage to bytes.

use crate::Random;

/// Changes some bytes: replaced, exchanged, left out, put in or repeated, by digits, signs and
/// blanks more often than not.
pub fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    const LIKELY: &[u8] = b"0123456789- \nabcdeflotv()";
    let byte = match random.below(3) {
        0 => random.below(256) as u8,
        _ => LIKELY[random.below(LIKELY.len())],
    };
    let at = random.below(bytes.len() + 1);
    let to = (at + random.below(12)).min(bytes.len());
    match random.below(7) {
        0 => bytes.insert(at, byte),
        1 => drop(bytes.drain(at..to)),
        2 => {
            let repeated = bytes[at..to].to_vec();
            let place = random.below(bytes.len() + 1);
            bytes.splice(place..place, repeated);
        }
        3 => bytes.truncate(if random.below(4) == 0 { at } else { bytes.len() }),
        _ if at == bytes.len() => bytes.push(byte),
        4 => bytes[at] ^= 1 << random.below(8),
        5 => {
            let other = random.below(bytes.len());
            bytes.swap(at, other);
        }
        _ => bytes[at] = byte,
    }
}
