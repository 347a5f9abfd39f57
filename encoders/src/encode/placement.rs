//! Exact cover and packing: options that cover items.

use gordian_formula::{ClauseSink, Lit};

use super::{AtMostOneEncoding, EncodingError, at_most_one, exactly_one};

/// How often an item is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coverage {
    /// By one option.
    ExactlyOnce,
    /// By one option or by none.
    AtMostOnce,
    /// By any number of options.
    Any,
}

/// Items, and options each of which covers some of them: an exact cover problem where every item is to be covered
/// exactly once, a packing where none need be.
///
/// ```
/// use gordian_encoders::encode::{AtMostOneEncoding, Coverage, Placement};
/// use gordian_formula::{ClauseSink, Cnf};
///
/// // Two dominoes on a row of four squares.
/// let mut cnf = Cnf::new();
/// let mut placement = Placement::new(vec![Coverage::ExactlyOnce; 4]);
/// for square in 0..3 {
///     let domino = cnf.new_var().positive();
///     placement.add_option(domino, &[square, square + 1])?;
/// }
/// placement.post(&mut cnf, AtMostOneEncoding::Group);
/// assert_eq!(cnf.num_groups(), 4);
/// # Ok::<(), gordian_encoders::encode::EncodingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placement {
    coverage: Vec<Coverage>,
    covering: Vec<Vec<Lit>>,
}

impl Placement {
    /// Items numbered from 0, without options.
    pub fn new(coverage: Vec<Coverage>) -> Placement {
        let covering = vec![Vec::new(); coverage.len()];
        Placement { coverage, covering }
    }

    /// Adds the option that this literal chooses. An item that stands twice is covered once.
    ///
    /// # Errors
    /// [`EncodingError::NoSuchItem`]; the option is not added.
    pub fn add_option(&mut self, chosen: Lit, items: &[usize]) -> Result<(), EncodingError> {
        let count = self.coverage.len();
        if let Some(&item) = items.iter().find(|&&item| item >= count) {
            return Err(EncodingError::NoSuchItem { item, items: count });
        }
        for (position, &item) in items.iter().enumerate() {
            if !items[..position].contains(&item) {
                self.covering[item].push(chosen);
            }
        }
        Ok(())
    }

    /// The literals of the options that cover this item; of an item that does not exist, none.
    pub fn options_of(&self, item: usize) -> &[Lit] {
        self.covering.get(item).map_or(&[], Vec::as_slice)
    }

    /// Makes every item be covered as often as it is to be: one group for each item.
    /// An item that must be covered and has no option is a contradiction.
    ///
    /// Keeps the model count: yes.
    pub fn post<S: ClauseSink + ?Sized>(&self, sink: &mut S, encoding: AtMostOneEncoding) {
        for (coverage, options) in self.coverage.iter().zip(&self.covering) {
            match coverage {
                Coverage::ExactlyOnce => exactly_one(sink, options, encoding),
                Coverage::AtMostOnce if options.len() > 1 => at_most_one(sink, options, encoding),
                Coverage::AtMostOnce | Coverage::Any => {}
            }
        }
    }
}
