//! Permutations of literals: what a symmetry does to a formula.

use std::fmt;

use crate::{Lit, Var};

/// A permutation of literals that commutes with negation. Variables it does not hold are left in place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation {
    /// The image of the positive literal of each variable.
    images: Vec<Lit>,
}

/// Why a list of images or a text in cycle notation is not a permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermutationError {
    /// Two literals would have this image, or two cycles hold this literal.
    Repeated(Lit),
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
    /// and its negation to that one's negation. `(1 -1)` negates a variable.
    ///
    /// # Errors
    /// If the text is not of this form, or a literal is beyond `num_vars`, or a variable would have two images.
    pub fn parse(text: &str, num_vars: usize) -> Result<Permutation, PermutationError> {
        let mut permutation = Permutation::identity(num_vars);
        let mut moved = vec![false; num_vars];
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
                    permutation.close_cycle(lits, &mut moved)?;
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

    /// `(1 -1)` is a whole cycle; so is `(1 2 -1 -2)`, where a variable stands twice with its negation half way.
    fn close_cycle(&mut self, lits: &[Lit], moved: &mut [bool]) -> Result<(), PermutationError> {
        let mut set: Vec<Option<Lit>> = vec![None; if lits.is_empty() { 0 } else { moved.len() }];
        for (position, &lit) in lits.iter().enumerate() {
            let next = lits[(position + 1) % lits.len()];
            let image = if lit.is_negative() { !next } else { next };
            let index = lit.var().index();
            match set[index] {
                None if moved[index] => return Err(PermutationError::Repeated(lit)),
                None => set[index] = Some(image),
                Some(known) if known == image => {}
                Some(_) => return Err(PermutationError::Repeated(lit)),
            }
        }
        let mut hit = vec![false; set.len()];
        for (index, image) in set.into_iter().enumerate().filter_map(|(index, image)| Some((index, image?))) {
            if std::mem::replace(&mut hit[image.var().index()], true) {
                return Err(PermutationError::Repeated(image));
            }
            self.images[index] = image;
            moved[index] = true;
        }
        Ok(())
    }

    /// The number of variables it holds.
    pub fn num_vars(&self) -> usize {
        self.images.len()
    }

    /// Where a literal goes.
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
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        for text in ["(1 2", "1 2)", "(1 2)(2 3)", "(1 7)", "(x)", "(1 2 -2)", "(0)", "(1 2 1 3)"] {
            assert!(Permutation::parse(text, 3).is_err(), "{text}");
        }
        assert!(Permutation::from_images(vec![lit(1), lit(-1)]).is_err());
    }
}
