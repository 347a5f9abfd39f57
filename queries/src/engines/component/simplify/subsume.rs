//! Clauses that contain another one go; literals that a clause nearly contained proves needless go too.

use gordian_formula::Lit;

use super::formula::Formula;
use crate::engines::component::polls::{Polls, Work};

/// Comparisons of clauses made at most.
const MOST_STEPS: u64 = 20_000_000;

/// Removes subsumed clauses and strengthens by self-subsuming resolution (Eén and Biere 2005);
/// whether anything changed. The formula stays equivalent.
pub(crate) fn subsume(formula: &mut Formula, polls: &mut Polls<'_>) -> bool {
    let mut clauses = std::mem::take(&mut formula.clauses);
    clauses.sort_by_key(Vec::len);
    let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); 2 * formula.num_vars()];
    for (at, clause) in clauses.iter().enumerate() {
        for lit in clause {
            occurrences[lit.index()].push(at as u32);
        }
    }
    let signature = |clause: &[Lit]| clause.iter().fold(0u64, |bits, lit| bits | 1 << (lit.var().index() % 64));
    let mut signatures: Vec<u64> = clauses.iter().map(|clause| signature(clause)).collect();
    let mut marks = vec![false; 2 * formula.num_vars()];
    let mut queue: std::collections::VecDeque<u32> = (0..clauses.len() as u32).collect();
    let mut is_changed = false;
    let mut work = Work::new(polls, MOST_STEPS);
    while let Some(at) = queue.pop_front() {
        let at = at as usize;
        if clauses[at].is_empty() || work.is_over() {
            continue;
        }
        // A clause that this one subsumes or strengthens has its rarest variable.
        let both = |lit: &Lit| occurrences[lit.index()].len() + occurrences[(!*lit).index()].len();
        let rarest = *clauses[at].iter().min_by_key(|lit| both(lit)).expect("the clause is not empty");
        let small = clauses[at].clone();
        for lit in [rarest, !rarest] {
            for &other in &occurrences[lit.index()] {
                let other = other as usize;
                work.steps += 1;
                if other == at || clauses[other].len() < small.len() || signatures[at] & !signatures[other] != 0 {
                    continue;
                }
                clauses[other].iter().for_each(|lit| marks[lit.index()] = true);
                work.steps += clauses[other].len() as u64;
                let mut flipped = None;
                let mut is_within = true;
                for &lit in &small {
                    if marks[lit.index()] {
                        continue;
                    }
                    if marks[(!lit).index()] && flipped.is_none() {
                        flipped = Some(!lit);
                    } else {
                        is_within = false;
                        break;
                    }
                }
                clauses[other].iter().for_each(|lit| marks[lit.index()] = false);
                if !is_within {
                    continue;
                }
                is_changed = true;
                match flipped {
                    None => clauses[other].clear(),
                    Some(needless) => {
                        clauses[other].retain(|&lit| lit != needless);
                        signatures[other] = signature(&clauses[other]);
                        formula.record.iter_mut().for_each(|record| record.derive(&clauses[other]));
                        if clauses[other].is_empty() {
                            formula.contradict();
                            return true;
                        }
                        queue.push_back(other as u32);
                    }
                }
            }
            // Clauses that went, or lost the literal, stay in the lists: a clause that does not hold the rarest
            // variable any more is not within reach of `small`, which the marks tell.
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    if let Some(record) = formula.record.as_mut().filter(|_| is_changed) {
        record.follow(&clauses);
    }
    formula.clauses = clauses;
    is_changed
}
