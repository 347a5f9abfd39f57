//! Permutations of literals, in the form of which symmetries of formulas are given.

use std::fmt;

use crate::{Lit, Var};

/// A permutation of literals that commutes with negation. Variables it does not hold are left in place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation {
    /// The image of the positive literal of each variable.
    images: Vec<Lit>,
}

/// The reason why a list of images or a text in cycle notation is not a permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermutationError {
    /// Two literals would have this image, or this literal would have two images.
    Repeated(Lit),
    /// The literal stands twice, although with the same image.
    Twice(Lit),
    /// An image or a literal beyond the last variable.
    OutOfRange(Lit),
    /// The text is not in cycle notation; the offset in bytes where reading stopped.
    Syntax(usize),
}

impl Permutation {
    /// The permutation that moves nothing.
    pub fn identity(num_vars: usize) -> Permutation {
        Permutation { images: (0..num_vars).map(|index| Var::from_index(index).positive()).collect() }
    }

    /// The permutation that maps the positive literal of variable `i` to `images[i]`.
    ///
    /// # Errors
    /// If two images share a variable, or one is beyond the last variable.
    pub fn from_images(images: Vec<Lit>) -> Result<Permutation, PermutationError> {
        let mut seen = vec![false; images.len()];
        for &image in &images {
            match seen.get_mut(image.var().index()) {
                None => return Err(PermutationError::OutOfRange(image)),
                Some(seen) if *seen => return Err(PermutationError::Repeated(image)),
                Some(seen) => *seen = true,
            }
        }
        Ok(Permutation { images })
    }

    /// Reads cycle notation over DIMACS literals, `(1 2 3)(4 -5)`: each literal goes to the next one in its cycle,
    /// and its negation to that one's negation. `(1 -1)` negates a variable. `(1 2)(-1 -2)` says the same as `(1 2)`.
    ///
    /// # Errors
    /// If the text is not of this form, or a literal is beyond `num_vars`, stands twice or would have two images.
    pub fn parse(text: &str, num_vars: usize) -> Result<Permutation, PermutationError> {
        let mut permutation = Permutation::identity(num_vars);
        let mut reached = vec![false; num_vars];
        let mut stands = vec![[false; 2]; num_vars];
        let mut cycle: Option<Vec<Lit>> = None;
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match (bytes[at], &mut cycle) {
                (b' ' | b'\t' | b',' | b'\r' | b'\n', _) => at += 1,
                (b'(', None) => {
                    cycle = Some(Vec::new());
                    at += 1;
                }
                (b')', Some(lits)) => {
                    permutation.close_cycle(lits, &mut stands, &mut reached)?;
                    cycle = None;
                    at += 1;
                }
                (b'-' | b'0'..=b'9', Some(lits)) => {
                    let tail = &bytes[at + 1..];
                    let length = 1 + tail.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let lit = text[at..at + length].parse().ok().and_then(Lit::from_dimacs);
                    let lit = lit.ok_or(PermutationError::Syntax(at))?;
                    if lit.var().index() >= num_vars {
                        return Err(PermutationError::OutOfRange(lit));
                    }
                    lits.push(lit);
                    at += length;
                }
                _ => return Err(PermutationError::Syntax(at)),
            }
        }
        if cycle.is_some() {
            return Err(PermutationError::Syntax(bytes.len()));
        }
        Ok(permutation)
    }

    /// Enters a cycle. `stands` holds whether the literals of each variable, the negative one second, are in a cycle
    /// already, and `reached` whether the variable is the image of another: a cycle costs its own length, not that of
    /// the table.
    ///
    /// `(1 -1)` is a whole cycle; so is `(1 2 -1 -2)`, where a variable stands twice with its negation half way. The
    /// negations may also stand in a cycle of their own, if it says the same.
    fn close_cycle(
        &mut self,
        lits: &[Lit],
        stands: &mut [[bool; 2]],
        reached: &mut [bool],
    ) -> Result<(), PermutationError> {
        for (&lit, &next) in lits.iter().zip(lits.iter().cycle().skip(1)) {
            let image = if lit.is_negative() { !next } else { next };
            let index = lit.var().index();
            let is_new = stands[index] == [false; 2];
            if !is_new && self.images[index] != image {
                return Err(PermutationError::Repeated(lit));
            }
            if std::mem::replace(&mut stands[index][usize::from(lit.is_negative())], true) {
                return Err(PermutationError::Twice(lit));
            }
            if is_new {
                if std::mem::replace(&mut reached[image.var().index()], true) {
                    return Err(PermutationError::Repeated(image));
                }
                self.images[index] = image;
            }
        }
        Ok(())
    }

    /// The number of variables it holds.
    pub fn num_vars(&self) -> usize {
        self.images.len()
    }

    /// The image of a literal.
    #[inline]
    pub fn image(&self, lit: Lit) -> Lit {
        match self.images.get(lit.var().index()) {
            Some(&image) if lit.is_negative() => !image,
            Some(&image) => image,
            None => lit,
        }
    }

    /// First this one, then `next`.
    pub fn then(&self, next: &Permutation) -> Permutation {
        let num_vars = self.num_vars().max(next.num_vars());
        let of = |index| next.image(self.image(Var::from_index(index).positive()));
        Permutation { images: (0..num_vars).map(of).collect() }
    }

    /// The permutation that undoes this one.
    pub fn inverse(&self) -> Permutation {
        let mut inverse = Permutation::identity(self.num_vars());
        for (index, &image) in self.images.iter().enumerate() {
            inverse.images[image.var().index()] = Var::from_index(index).lit(image.is_positive());
        }
        inverse
    }

    /// Whether it moves nothing.
    pub fn is_identity(&self) -> bool {
        self.images.iter().enumerate().all(|(index, &image)| image == Var::from_index(index).positive())
    }
}

impl fmt::Display for PermutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PermutationError::Repeated(lit) => write!(f, "literal {lit} would have two images or two origins"),
            PermutationError::Twice(lit) => write!(f, "literal {lit} stands twice"),
            PermutationError::OutOfRange(lit) => write!(f, "literal {lit} is beyond the last variable"),
            PermutationError::Syntax(offset) => {
                write!(f, "not in cycle notation like (1 2 3)(4 -5), at column {}", offset + 1)
            }
        }
    }
}

impl std::error::Error for PermutationError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn cycles_are_read_with_signs() {
        let permutation = Permutation::parse("(1 2 3)(4 -5)", 6).unwrap();
        let image = |number: i32| permutation.image(lit(number)).to_dimacs();
        assert_eq!([image(1), image(2), image(3), image(-3)], [2, 3, 1, -1]);
        assert_eq!([image(4), image(5), image(-5), image(6)], [-5, -4, 4, 6]);
        assert!(permutation.then(&permutation.inverse()).is_identity());
        let negation = Permutation::parse("(1 -1)", 2).unwrap();
        assert_eq!(negation.image(lit(1)), lit(-1));
        let turn = Permutation::parse("(1 2 -1 -2)()", 2).unwrap();
        assert_eq!([turn.image(lit(1)), turn.image(lit(2))], [lit(2), lit(-1)]);
    }

    #[test]
    fn negations_may_stand_in_cycles_of_their_own() {
        for (text, same) in
            [("(1 2 3)(-1 -2 -3)", "(1 2 3)"), ("(1 -2)(-1 2)", "(1 -2)"), ("(-1 -2)", "(1 2)"), ("(1)(-1)", "")]
        {
            assert_eq!(Permutation::parse(text, 3), Permutation::parse(same, 3), "{text}");
        }
    }

    #[test]
    fn the_cycles_of_a_random_permutation_give_it_back() {
        let mut state = 5u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for _ in 0..if cfg!(miri) { 5 } else { 1000 } {
            let num_vars = 1 + random(9);
            let mut images: Vec<Lit> = (0..num_vars).map(|index| Var::from_index(index).lit(random(2) == 0)).collect();
            for last in (1..num_vars).rev() {
                images.swap(last, random(last + 1));
            }
            let permutation = Permutation::from_images(images).unwrap();
            let mut text = String::new();
            let mut is_written = vec![false; num_vars];
            for index in 0..num_vars {
                if is_written[index] {
                    continue;
                }
                let start = Var::from_index(index).positive();
                let next = |&lit: &Lit| Some(permutation.image(lit)).filter(|&lit| lit != start);
                let cycle: Vec<Lit> = std::iter::successors(Some(start), next).collect();
                cycle.iter().for_each(|lit| is_written[lit.var().index()] = true);
                let numbers: Vec<String> = cycle.iter().map(Lit::to_string).collect();
                text += &format!("({})", numbers.join(" "));
            }
            assert_eq!(Permutation::parse(&text, num_vars).as_ref(), Ok(&permutation), "{text}");
            assert!(permutation.inverse().then(&permutation).is_identity());
            let twice = permutation.then(&permutation);
            (0..num_vars).map(|index| Var::from_index(index).negative()).for_each(|lit| {
                assert_eq!(twice.image(lit), permutation.image(permutation.image(lit)));
            });
        }
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        for text in ["(1 2", "1 2)", "(1 2)(2 3)", "(1 2)(1 2)", "(1 7)", "(x)", "(1 2 -2)", "(0)", "(1 2 1 3)"]
            .into_iter()
            .chain(["(1 1)", "(1 2 1 2)", "(-1 -1)", "(1)(1 2)", "(1 2)(-1 -3)", "(1 2 3)(-1 -2)"])
        {
            assert!(Permutation::parse(text, 3).is_err(), "{text}");
        }
        assert_eq!(Permutation::from_images(vec![lit(1), lit(-1)]), Err(PermutationError::Repeated(lit(-1))));
        assert_eq!(Permutation::from_images(vec![lit(1), lit(3)]), Err(PermutationError::OutOfRange(lit(3))));
    }

    #[test]
    fn a_fault_in_cycle_notation_is_named_with_its_literal_or_its_column() {
        for (text, message) in [
            ("(1 2)(2 3)", "literal 2 would have two images or two origins"),
            ("(1 1)", "literal 1 stands twice"),
            ("(1 2)(-1 -3)", "literal -1 would have two images or two origins"),
            ("(1 -7)", "literal -7 is beyond the last variable"),
            ("(1 2) x", "not in cycle notation like (1 2 3)(4 -5), at column 7"),
            ("(1 2", "not in cycle notation like (1 2 3)(4 -5), at column 5"),
        ] {
            assert_eq!(Permutation::parse(text, 3).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn only_the_permutation_that_moves_nothing_is_the_identity() {
        assert!(Permutation::identity(3).is_identity());
        for text in ["(1 2)", "(3 -3)"] {
            assert!(!Permutation::parse(text, 3).unwrap().is_identity(), "{text}");
        }
    }
}
