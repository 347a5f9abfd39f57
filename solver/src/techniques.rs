//! The table of techniques.

/// Gives the table to a macro: the name of each technique, and the module with what it owns; then
/// those among them that have a schedule.
macro_rules! techniques {
    ($then:ident) => {
        $then! {
            all {
                search: crate::search::own;
                mode: crate::search::mode::own;
                restart: crate::search::restart::own;
                share: crate::search::share::own;
                decide: crate::search::decide::own;
                bump: crate::search::bump::own;
                minimize: crate::search::minimize::own;
                shrink: crate::search::shrink::own;
                reduce: crate::search::reduce::own;
                collect: crate::search::collect::own;
                rephase: crate::search::rephase::own;
                walk: crate::search::local_search::walk::own;
                tabu: crate::search::local_search::tabu::own;
                enumerate: crate::search::enumerate::own;
                inprocess: crate::inprocess::own;
                compact: crate::inprocess::remove::compact::own;
                cliques: crate::inprocess::cliques::own;
                lucky: crate::inprocess::lucky::own;
                pigeonhole: crate::inprocess::refute::pigeonhole::own;
                gauss: crate::inprocess::refute::gauss::own;
                decompose: crate::inprocess::equal::decompose::own;
                congruence: crate::inprocess::equal::congruence::own;
                sweep: crate::inprocess::equal::sweep::own;
                probe: crate::inprocess::clauses::probe::own;
                subsume: crate::inprocess::clauses::subsume::own;
                vivify: crate::inprocess::clauses::vivify::own;
                bva: crate::inprocess::remove::bva::own;
                eliminate: crate::inprocess::remove::eliminate::own;
                restore: crate::inprocess::remove::restore::own;
            }
            scheduled {
                mode: crate::search::mode::own;
                restart: crate::search::restart::own;
                reduce: crate::search::reduce::own;
                collect: crate::search::collect::own;
                rephase: crate::search::rephase::own;
                walk: crate::search::local_search::walk::own;
                tabu: crate::search::local_search::tabu::own;
                inprocess: crate::inprocess::own;
                congruence: crate::inprocess::equal::congruence::own;
                sweep: crate::inprocess::equal::sweep::own;
                probe: crate::inprocess::clauses::probe::own;
                eliminate: crate::inprocess::remove::eliminate::own;
            }
        }
    };
}
