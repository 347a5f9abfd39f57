//! Numbers and lists in sentences.

use std::fmt::Display;

/// So many things: `1 cell`, `2 cells`. The noun takes an `s` for several.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Some names as a part of a sentence: `a, b and c`.
pub(crate) fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular_and_the_last_of_several_follows_an_and() {
        assert_eq!(
            [counted(0u32, "cell"), counted(1u32, "cell"), counted(2u32, "cell")],
            ["0 cells", "1 cell", "2 cells"]
        );
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([0, 1, 2, 3].map(|count| joined(&names[..count])), ["", "a", "a and b", "a, b and c"]);
    }
}
