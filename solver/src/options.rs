//! Every choice of the engine that can be changed, technique by technique.

use std::fmt;

use crate::technique::OptionRow;

/// Builds [`Options`] from the table of techniques.
macro_rules! options {
    (all { $($technique:ident: $($path:ident)::+;)+ } $($rest:tt)+) => {
        /// The choices of the engine, by name: `--set name=value`, and the rows of [`Options::all`].
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $(pub(crate) $technique: $($path)::+::Options,)+
        }

        impl Options {
            /// The value of an option by its name; 0 or 1 of a switch.
            pub fn get(&self, name: &str) -> Option<u64> {
                None$(.or_else(|| self.$technique.get(name)))+
            }

            /// All options, in the order of the table of techniques.
            pub fn all() -> impl Iterator<Item = &'static OptionRow> {
                [$($($path)::+::Options::ROWS),+].into_iter().flatten()
            }

            fn put(&mut self, name: &str, number: u64) {
                $(self.$technique.set(name, number);)+
            }
        }
    };
}

techniques!(options);

impl Options {
    /// Changes one option by its name.
    ///
    /// # Errors
    /// If there is no such option, or the value is not a whole number of its range (`true` and
    /// `false` stand for 1 and 0).
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let row = Options::all().find(|row| row.name == name);
        let row = row.ok_or_else(|| OptionError::Unknown { name: name.to_owned() })?;
        self.put(name, parse(row, value)?);
        Ok(())
    }

    /// Like [`Options::set`], for names and values that stand in the text of a program.
    ///
    /// # Panics
    /// If there is no such option, or the value is not of its range.
    #[must_use]
    pub fn with(mut self, name: &str, value: u64) -> Options {
        match self.set(name, &value.to_string()) {
            Ok(()) => self,
            Err(error) => panic!("{error}"),
        }
    }

    /// The seed of the random numbers, for callers that draw some too.
    pub fn seed(&self) -> u64 {
        self.search.seed
    }
}

/// The reason why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The value is not a whole number of the range.
    Value {
        /// The option.
        name: String,
        /// The value asked for.
        value: String,
        /// The least value.
        low: u64,
        /// The greatest value.
        high: u64,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name } => write!(f, "there is no option '{name}'"),
            OptionError::Value { name, value, low, high } => {
                write!(f, "option '{name}' takes a whole number from {low} to {high}, not '{value}'")
            }
        }
    }
}

impl std::error::Error for OptionError {}

fn parse(row: &OptionRow, value: &str) -> Result<u64, OptionError> {
    let &OptionRow { name, low, high, .. } = row;
    let number = match value {
        "true" => Some(1),
        "false" => Some(0),
        _ => value.parse().ok(),
    };
    let error = || OptionError::Value { name: name.to_owned(), value: value.to_owned(), low, high };
    number.filter(|number| (low..=high).contains(number)).ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "a table that takes long to go through when it is interpreted")]
    fn every_row_can_be_set_within_its_range_and_not_beyond() {
        for row in Options::all() {
            let mut options = Options::default();
            assert_eq!(options.get(row.name), Some(row.default));
            for value in [row.low, row.high] {
                options.set(row.name, &value.to_string()).unwrap();
                assert_eq!(options.get(row.name), Some(value));
            }
            if let Some(beyond) = row.high.checked_add(1) {
                assert!(options.set(row.name, &beyond.to_string()).is_err());
            }
            assert!(options.set(row.name, "x").is_err());
        }
        assert!(Options::default().set("no_such_option", "1").is_err());
    }

    #[test]
    fn no_two_techniques_have_an_option_of_one_name() {
        let names: BTreeSet<&str> = Options::all().map(|row| row.name).collect();
        assert_eq!(names.len(), Options::all().count());
    }
}
