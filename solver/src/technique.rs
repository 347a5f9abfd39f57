//! The macro with which a technique declares what it owns: its options, its counters, and when it
//! is next due.
//!
//! Each does so in a module `own` of its file, which names nothing above the stores, so that the
//! engine can hold what all of them own. `techniques` is the table of them.

/// One row of the table of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionRow {
    /// The name, as in `--set name=value`.
    pub name: &'static str,
    /// The default; 0 or 1 for a switch.
    pub default: u64,
    /// The least value.
    pub low: u64,
    /// The greatest value.
    pub high: u64,
    /// Its effect.
    pub doc: &'static str,
}

/// Makes the types `Options`, `Counters` and `Schedule` of one technique. Each part may be missing:
///
/// ```text
/// technique! {
///     options {
///         /// What it does.
///         field "name": bool = true;
///         /// What it does.
///         field "name": (least..=greatest) = default;
///     }
///     counters {
///         /// What is counted.
///         field "name";
///     }
///     schedule(options) {
///         /// What it says; `options` are those above.
///         field: Type = first value;
///     }
/// }
/// ```
macro_rules! technique {
    (
        $(options { $($(#[doc = $meaning:literal])+ $option:ident $name:literal: $kind:tt = $default:expr;)+ })?
        $(counters { $($(#[doc = $counted:literal])+ $counter:ident $row:literal;)+ })?
        $(schedule($chosen:ident) { $($(#[doc = $said:literal])+ $state:ident: $type:ty = $first:expr;)+ })?
    ) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Options {
            $($($(#[doc = $meaning])+ pub(crate) $option: technique!(@type $kind),)+)?
        }

        impl Options {
            pub(crate) const ROWS: &'static [$crate::technique::OptionRow] = &[$($($crate::technique::OptionRow {
                name: $name,
                default: $default as u64,
                low: technique!(@low $kind),
                high: technique!(@high $kind),
                doc: concat!($($meaning),+).trim_ascii(),
            },)+)?];

            pub(crate) fn get(&self, _name: &str) -> Option<u64> {
                $($(if _name == $name {
                    return Some(u64::from(self.$option));
                })+)?
                None
            }

            /// Nothing changes if the option is none of these.
            pub(crate) fn set(&mut self, _name: &str, _value: u64) {
                $($(if _name == $name {
                    self.$option = technique!(@from $kind, _value);
                })+)?
            }
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($($option: $default,)+)? }
            }
        }

        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub(crate) struct Counters {
            $($($(#[doc = $counted])+ pub(crate) $counter: u64,)+)?
        }

        impl Counters {
            pub(crate) fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$($(($row, self.$counter),)+)?].into_iter()
            }
        }

        $(#[derive(Clone)]
        pub(crate) struct Schedule {
            $($(#[doc = $said])+ pub(crate) $state: $type,)+
        }

        impl Schedule {
            pub(crate) fn new($chosen: &Options) -> Schedule {
                Schedule { $($state: $first,)+ }
            }
        })?
    };
    (@type bool) => { bool };
    (@type $range:tt) => { u64 };
    (@from bool, $number:expr) => { $number != 0 };
    (@from $range:tt, $number:expr) => { $number };
    (@low bool) => { 0 };
    (@low ($low:tt ..= $high:expr)) => { $low };
    (@high bool) => { 1 };
    (@high ($low:tt ..= $high:expr)) => { $high };
}
