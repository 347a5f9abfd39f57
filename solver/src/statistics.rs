//! The counters of the engine.

/// Builds [`Statistics`] from the table of techniques.
macro_rules! statistics {
    (all { $($technique:ident: $($path:ident)::+;)+ } $($rest:tt)+) => {
        /// Counters since the solver was made: those of the engine as a whole, and, by name, those of its techniques.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Statistics {
            /// Times a constraint was found false.
            pub conflicts: u64,
            /// Literals decided, assumptions included.
            pub decisions: u64,
            /// Literals propagated.
            pub propagations: u64,
            /// Cache lines touched by propagation, about.
            pub ticks: u64,
            /// Cache lines touched by simplification, about.
            pub inprocess_ticks: u64,
            /// Clauses learned.
            pub learned: u64,
            /// Literals in learned clauses, after minimization.
            pub learned_literals: u64,
            /// Literals found to hold in every model.
            pub units: u64,
            /// Variables added by definitions.
            pub defined: u64,
            /// Learned clauses held now.
            pub redundant: u64,
            /// Clauses of the formula held now, binary ones included, groups not.
            pub irredundant: u64,
            $(pub(crate) $technique: $($path)::+::Counters,)+
        }

        impl Statistics {
            /// All counters with their names.
            pub fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
                let mut rows = vec![
                    ("conflicts", self.conflicts),
                    ("decisions", self.decisions),
                    ("propagations", self.propagations),
                    ("ticks", self.ticks),
                    ("inprocess ticks", self.inprocess_ticks),
                    ("learned", self.learned),
                    ("learned literals", self.learned_literals),
                    ("units", self.units),
                    ("defined", self.defined),
                    ("redundant", self.redundant),
                    ("irredundant", self.irredundant),
                ];
                $(rows.extend(self.$technique.rows());)+
                rows.into_iter()
            }
        }
    };
}

techniques!(statistics);

impl Statistics {
    /// One counter by its name, as in [`Statistics::rows`].
    pub fn get(&self, name: &str) -> Option<u64> {
        self.rows().find(|row| row.0 == name).map(|row| row.1)
    }
}
