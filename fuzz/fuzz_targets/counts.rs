//! Evidence of counts, of any bytes, for small formulas: no panic, and no number is ever accepted but the right one.

#![no_main]

use arbitrary::{Result, Unstructured};
use gordian_checker::{Claim, CountEvidence, CountVerdict, check_count, check_dnnf, read_listing};
use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_testkit::Oracle;
use libfuzzer_sys::fuzz_target;

const MAX_VAR: i32 = 5;

/// A formula over all five variables, some of them visible, and the assignments of those that extend to a model.
fn formula(bytes: &mut Unstructured<'_>) -> Result<(Cnf, Vec<Vec<Var>>)> {
    let (mut cnf, mut oracle) = (Cnf::new(), Oracle::new());
    cnf.reserve_vars(MAX_VAR as usize);
    for _ in 0..bytes.int_in_range(0..=12)? {
        let width = bytes.int_in_range(1..=3)?;
        let clause: Vec<i32> = (0..width)
            .map(|_| Ok(bytes.int_in_range(1..=MAX_VAR)? * if bytes.arbitrary()? { 1 } else { -1 }))
            .collect::<Result<_>>()?;
        oracle.add_clause(&clause);
        cnf.add_clause(&clause.iter().map(|&number| Lit::from_dimacs(number).expect("not zero")).collect::<Vec<Lit>>());
    }
    let hidden: u8 = bytes.arbitrary()?;
    let visible: Vec<Var> = (0..MAX_VAR as usize).filter(|at| hidden >> at & 1 == 0).map(Var::from_index).collect();
    cnf.add_visible(&visible);
    let numbers: Vec<i32> = visible.iter().map(|var| var.positive().to_dimacs()).collect();
    let is_true = |row: u32| move |(at, _): &(usize, &Var)| row >> at & 1 == 1;
    let rows = oracle.projection(&numbers).into_iter();
    Ok((cnf, rows.map(|row| visible.iter().enumerate().filter(is_true(row)).map(|(_, &var)| var).collect()).collect()))
}

fn generators(bytes: &mut Unstructured<'_>) -> Result<Vec<Permutation>> {
    let mut generators = Vec::new();
    for _ in 0..bytes.int_in_range(0..=2)? {
        let mut vars: Vec<usize> = (0..MAX_VAR as usize).collect();
        let (first, second) = (bytes.choose_index(vars.len())?, bytes.choose_index(vars.len())?);
        vars.swap(first, second);
        let is_negated: u8 = if bytes.ratio(1, 4)? { bytes.arbitrary()? } else { 0 };
        let images = vars.iter().map(|&var| Var::from_index(var).lit(is_negated >> var & 1 == 0)).collect();
        generators.extend(Permutation::from_images(images));
    }
    Ok(generators)
}

/// A certificate near the truth: the listing with something left out, added or moved, and numbers that may be wrong.
fn certificate(bytes: &mut Unstructured<'_>, cnf: &Cnf, rows: &[Vec<Var>]) -> Result<(Claim, Vec<Vec<Var>>)> {
    let mut listing = rows.to_vec();
    listing.sort_unstable();
    for _ in 0..bytes.int_in_range(0..=2)? {
        if listing.is_empty() {
            break;
        }
        let (from, to) = (bytes.choose_index(listing.len())?, bytes.choose_index(listing.len())?);
        match bytes.int_in_range(0..=3)? {
            0 => _ = listing.remove(from),
            1 => listing.insert(to, listing[from].clone()),
            2 => listing.swap(from, to),
            _ => listing[from] = cnf.projection().into_iter().filter(|_| bytes.arbitrary().unwrap_or(true)).collect(),
        }
    }
    let near = |bytes: &mut Unstructured<'_>, number: usize| {
        Ok((number as u128 + bytes.int_in_range(0..=2)?).saturating_sub(1))
    };
    let mut claim = Claim {
        solutions: near(bytes, rows.len())?,
        classes: if bytes.arbitrary()? { Some(near(bytes, listing.len())?) } else { None },
        lists_classes: bytes.arbitrary()?,
        num_listed: listing.len() as u64,
        forbids_true: bytes.arbitrary()?,
        show: cnf.projection(),
        ..Claim::default()
    };
    if bytes.ratio(1, 4)? {
        claim.choice = cnf.clauses().next().map(<[Lit]>::to_vec).unwrap_or_default();
        claim.representatives = claim.choice.iter().copied().filter(|_| bytes.arbitrary().unwrap_or(true)).collect();
    }
    if bytes.ratio(1, 8)?
        && let Some(var) = claim.show.pop()
    {
        claim.free.push(var);
    }
    Ok((claim, listing))
}

fn judge(bytes: &[u8]) -> Result<()> {
    let mut bytes = Unstructured::new(bytes);
    let (cnf, rows) = formula(&mut bytes)?;
    let has_certificate: bool = bytes.arbitrary()?;
    if !has_certificate {
        let trace = bytes.take_rest();
        if let Ok(verdict) = check_dnnf(&cnf, trace) {
            assert_eq!(verdict.count.to_string(), rows.len().to_string());
        }
        let _ = (
            Claim::read(trace).map_err(|error| error.to_string()),
            read_listing(trace).map_err(|error| error.to_string()),
        );
        return Ok(());
    }
    let generators = generators(&mut bytes)?;
    let (claim, listing) = certificate(&mut bytes, &cnf, &rows)?;
    let evidence = CountEvidence { claim: &claim, generators: &generators, listing: &listing };
    if let Ok(CountVerdict::Verified { .. }) = check_count(&cnf, &evidence, bytes.take_rest()) {
        assert_eq!(claim.solutions << claim.free.len(), rows.len() as u128, "{claim:?}");
    }
    Ok(())
}

fuzz_target!(|bytes: &[u8]| {
    let _ = judge(bytes);
});
