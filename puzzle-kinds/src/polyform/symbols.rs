//! The character that stands for each piece.

use std::collections::HashSet;

use super::puzzle::Piece;

/// Letters, digits, and where those run out, the letters of further alphabets: endless for all purposes.
pub(crate) fn pool() -> impl Iterator<Item = char> {
    let alphabets = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('α'..='ω').chain('а'..='я');
    alphabets.chain('\u{4e00}'..='\u{9fff}').chain('\u{20000}'..='\u{2a6df}')
}

/// Gives each piece a symbol of its own.
///
/// Drawn pieces keep theirs. A piece of a named set takes the letter of tradition, else the small
/// letter, else a free one.
pub(crate) fn assign(pieces: &mut [Piece]) {
    let mut used: HashSet<char> = pieces.iter().filter(|piece| piece.drawn).map(|piece| piece.symbol).collect();
    let mut free = pool();
    let mut later = Vec::new();
    for (index, piece) in pieces.iter_mut().enumerate().filter(|(_, piece)| !piece.drawn) {
        let wanted = [piece.symbol, piece.symbol.to_ascii_lowercase()];
        match wanted.into_iter().find(|&symbol| symbol != char::default() && used.insert(symbol)) {
            Some(symbol) => piece.symbol = symbol,
            None => later.push(index),
        }
    }
    for index in later {
        if let Some(symbol) = free.find(|symbol| !used.contains(symbol)) {
            used.insert(symbol);
            pieces[index].symbol = symbol;
        }
    }
}
