//! What the engine counted.

/// Counters since the solver was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Times a constraint was found false.
    pub conflicts: u64,
    /// Literals decided, assumptions included.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Cache lines touched by propagation, about.
    pub ticks: u64,
    /// Restarts.
    pub restarts: u64,
    /// Switches between focused and stable mode.
    pub mode_switches: u64,
    /// Times the saved phases were reset.
    pub rephased: u64,
    /// Local searches for phases.
    pub walks: u64,
    /// Phases that they changed.
    pub flips: u64,
    /// Times tabu search for what to choose began or went on.
    pub tabu_searches: u64,
    /// Options that it exchanged.
    pub exchanges: u64,
    /// Reductions of the learned clauses.
    pub reductions: u64,
    /// Clauses learned.
    pub learned: u64,
    /// Literals in learned clauses, after minimization.
    pub learned_literals: u64,
    /// Literals that minimization removed.
    pub minimized_literals: u64,
    /// Literals that shrinking removed.
    pub shrunken_literals: u64,
    /// Learned clauses forgotten.
    pub forgotten: u64,
    /// Literals found to hold in every model.
    pub units: u64,
    /// Times a constant assignment was a model.
    pub lucky: u64,
    /// Rounds of simplification before a search.
    pub preprocessings: u64,
    /// Rounds of simplification.
    pub inprocessings: u64,
    /// Cache lines touched by simplification, about.
    pub inprocess_ticks: u64,
    /// Variables added by definitions.
    pub defined: u64,
    /// Variables eliminated.
    pub eliminated: u64,
    /// Variables for which an equivalent literal was written.
    pub substituted: u64,
    /// Gates found among clauses, each time they were looked for.
    pub gates: u64,
    /// Outputs of gates found to be equal.
    pub congruent: u64,
    /// Parities found among clauses, each time they were looked for.
    pub parities: u64,
    /// Parities that were added up to facts.
    pub sums: u64,
    /// Clauses that were found to ask for more true literals than the groups of theirs allow.
    pub pigeons: u64,
    /// Variables whose surroundings were swept.
    pub swept: u64,
    /// Literals that sweeping found to be equal.
    pub swept_equal: u64,
    /// Literals probed.
    pub probed: u64,
    /// Literals that probing found to be false.
    pub failed_literals: u64,
    /// Removed variables brought back.
    pub restored: u64,
    /// Clauses found to contain another one.
    pub subsumed: u64,
    /// Literals that another clause allowed to take out.
    pub strengthened: u64,
    /// Clauses tried by vivification.
    pub vivify_tried: u64,
    /// Clauses shortened by vivification.
    pub vivified: u64,
    /// Groups found among binary clauses.
    pub groups_found: u64,
    /// Binary clauses that these groups stand for.
    pub grouped_binaries: u64,
    /// Models visited by enumerations.
    pub models: u64,
    /// Learned clauses held now.
    pub redundant: u64,
    /// Clauses of the formula held now, binary ones included, groups not.
    pub irredundant: u64,
}

impl Statistics {
    /// All counters with their names, in a fixed order.
    pub fn rows(&self) -> [(&'static str, u64); 44] {
        [
            ("conflicts", self.conflicts),
            ("decisions", self.decisions),
            ("propagations", self.propagations),
            ("ticks", self.ticks),
            ("restarts", self.restarts),
            ("mode switches", self.mode_switches),
            ("rephased", self.rephased),
            ("walks", self.walks),
            ("flips", self.flips),
            ("tabu searches", self.tabu_searches),
            ("exchanges", self.exchanges),
            ("reductions", self.reductions),
            ("learned", self.learned),
            ("learned literals", self.learned_literals),
            ("minimized literals", self.minimized_literals),
            ("shrunken literals", self.shrunken_literals),
            ("forgotten", self.forgotten),
            ("units", self.units),
            ("lucky", self.lucky),
            ("preprocessings", self.preprocessings),
            ("inprocessings", self.inprocessings),
            ("inprocess ticks", self.inprocess_ticks),
            ("defined", self.defined),
            ("eliminated", self.eliminated),
            ("substituted", self.substituted),
            ("gates", self.gates),
            ("congruent", self.congruent),
            ("parities", self.parities),
            ("sums", self.sums),
            ("pigeons", self.pigeons),
            ("swept", self.swept),
            ("swept equal", self.swept_equal),
            ("probed", self.probed),
            ("failed literals", self.failed_literals),
            ("restored", self.restored),
            ("subsumed", self.subsumed),
            ("strengthened", self.strengthened),
            ("vivify tried", self.vivify_tried),
            ("vivified", self.vivified),
            ("groups found", self.groups_found),
            ("grouped binaries", self.grouped_binaries),
            ("models", self.models),
            ("redundant", self.redundant),
            ("irredundant", self.irredundant),
        ]
    }
}
