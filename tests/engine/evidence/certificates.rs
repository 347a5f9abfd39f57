//! Certificates of counts: random formulas with planted symmetries against brute force, and damaged certificates, which
//! must all be refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gordian_checker::{Claim, CountEvidence, CountRefusal, CountVerdict, check_count, read_listing};
use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{Question, SymmetryGroup};
use gordian_solver::DratWriter;

use gordian_testkit::{Planted, Random, Shape, SharedBytes, classes, number_of, planted, sample_path, solutions};

use crate::{directory, run};

/// A random formula, and permutations that map it onto itself.
pub(crate) fn symmetric_formula(random: &mut Random) -> (Cnf, Vec<Permutation>) {
    let Planted { cnf, generators } = planted(random, &Shape { max_vars: 8, general: true }, 2);
    (cnf, generators)
}

/// A certificate as it stands in its files.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) claim: Vec<u8>,
    pub(crate) models: Vec<u8>,
    pub(crate) symmetry: Vec<u8>,
    pub(crate) proof: Vec<u8>,
}

/// The parts of a certificate.
struct Parts {
    claim: Claim,
    listing: Vec<Vec<Var>>,
    generators: Vec<Permutation>,
    proof: Vec<u8>,
    orbit_sizes: Vec<u128>,
}

/// Counts and proves. `free` are variables that are left out of the question, each of which doubles the count.
pub(crate) fn written(cnf: &Cnf, generators: &[Permutation], on_trust: bool, free: &[Var]) -> Files {
    let group = if on_trust {
        SymmetryGroup::from_verified(cnf, generators, "planted").unwrap()
    } else {
        SymmetryGroup::from_generators(cnf, generators, "planted").unwrap()
    };
    let proof = SharedBytes::default();
    let mut question = Question::new(cnf);
    if !generators.is_empty() {
        question = question.up_to(&group);
    }
    let certified = question.certify(Box::new(DratWriter::binary(proof.clone())), &mut ()).unwrap();
    certified.written.unwrap();
    let certificate = certified.certificate.unwrap();
    let (mut claim, mut models, mut symmetry) = (Vec::new(), Vec::new(), Vec::new());
    certificate.write_claim(&mut claim, &certified.answer, free).unwrap();
    certificate.write_models(&mut models).unwrap();
    certificate.write_symmetry(&mut symmetry).unwrap();
    let proof = proof.bytes();
    Files { claim, models, symmetry, proof }
}

/// The numbers that a certificate in its files verifies, free variables counted in: solutions,
/// classes and the order of the group. `None` if it is refused, or not one.
pub(crate) fn verified(cnf: &Cnf, files: &Files) -> Option<(u128, Option<u128>, Option<u128>)> {
    let claim = Claim::read(&*files.claim).ok()?;
    let listing = read_listing(&*files.models).ok()?;
    let generators = generators_in(&files.symmetry, cnf.num_vars())?;
    let evidence = CountEvidence { claim: &claim, generators: &generators, listing: &listing };
    match check_count(cnf, &evidence, &*files.proof).ok()? {
        CountVerdict::Verified { order, .. } => {
            let doubled = |number: u128| number << claim.free.len();
            Some((doubled(claim.solutions), claim.classes.map(doubled), order))
        }
        CountVerdict::Refused(_) => None,
    }
}

/// The generators in a file, if it can be read.
pub(crate) fn generators_in(symmetry: &[u8], num_vars: usize) -> Option<Vec<Permutation>> {
    let text = std::str::from_utf8(symmetry).ok()?;
    text.lines().map(|line| Permutation::parse(line, num_vars).ok()).collect()
}

fn certify(cnf: &Cnf, generators: &[Permutation], on_trust: bool) -> Parts {
    let Files { claim, models, symmetry, proof } = written(cnf, generators, on_trust, &[]);
    let mut parts = Parts {
        claim: Claim::read(&*claim).unwrap(),
        listing: read_listing(&*models).unwrap(),
        generators: generators_in(&symmetry, cnf.num_vars()).unwrap(),
        proof,
        orbit_sizes: Vec::new(),
    };
    parts.orbit_sizes = parts.listing.iter().map(|vars| orbit_size(cnf, &parts.generators, vars)).collect();
    parts
}

/// The size of the orbit of a solution under generators, where one is listed for its class.
fn orbit_size(cnf: &Cnf, generators: &[Permutation], vars: &[Var]) -> u128 {
    let mut alone = Cnf::new();
    alone.reserve_vars(cnf.num_vars());
    let shown = cnf.projection();
    alone.add_visible(&shown);
    let mut seen = BTreeSet::new();
    let mut agenda = vec![shown.iter().map(|var| var.lit(vars.contains(var))).collect::<BTreeSet<Lit>>()];
    while let Some(lits) = agenda.pop() {
        if seen.insert(lits.clone()) {
            agenda.extend(generators.iter().map(|generator| lits.iter().map(|&lit| generator.image(lit)).collect()));
        }
    }
    seen.len() as u128
}

fn verdict(cnf: &Cnf, parts: &Parts) -> CountVerdict {
    let Parts { claim, listing, generators, proof, .. } = parts;
    check_count(cnf, &CountEvidence { claim, generators, listing }, &**proof).unwrap()
}

fn is_verified(cnf: &Cnf, parts: &Parts) -> bool {
    matches!(verdict(cnf, parts), CountVerdict::Verified { .. })
}

#[test]
fn random_certificates_are_verified_and_damaged_ones_refused() {
    let mut damaged = 0;
    let mut with_choice = 0;
    let cases = number_of("GORDIAN_COUNT_CERTIFICATES", 1000);
    for seed in 0..cases {
        let mut random = Random::new(seed);
        let (cnf, generators) = symmetric_formula(&mut random);
        let solutions = solutions(&cnf);
        let classes = classes(&cnf, &solutions, &generators);
        let on_trust = seed % 7 == 0;
        let mut parts = certify(&cnf, &generators, on_trust);
        let verdict = verdict(&cnf, &parts);
        assert!(matches!(verdict, CountVerdict::Verified { .. }), "seed {seed}: {verdict:?}");
        assert_eq!(parts.claim.solutions, solutions.len() as u128, "seed {seed}");
        assert_eq!(parts.claim.classes.unwrap_or(parts.claim.solutions), classes.len() as u128, "seed {seed}");
        with_choice += u64::from(!parts.claim.choice.is_empty());

        parts.claim.solutions += 1;
        assert!(!is_verified(&cnf, &parts), "seed {seed}: one more claimed");
        parts.claim.solutions -= 1;
        if parts.listing.is_empty() {
            continue;
        }
        damaged += 1;
        let at = random.below(parts.listing.len());
        let removed = parts.listing.remove(at);
        let claim = parts.claim.clone();
        assert!(!is_verified(&cnf, &parts), "seed {seed}: solution {at} left out");
        // Also where the numbers that are claimed are made to agree: then it is the proof that tells.
        parts.claim.num_listed -= 1;
        let gone = if parts.claim.lists_classes { parts.orbit_sizes[at] } else { 1 };
        parts.claim.solutions -= gone;
        for lost in 0..=1 {
            parts.claim.classes = claim.classes.map(|classes| classes - lost);
            assert!(!is_verified(&cnf, &parts), "seed {seed}: solution {at} left out, and not counted");
        }
        parts.claim = claim.clone();
        parts.listing.insert(at, removed.clone());
        parts.listing.insert(at, removed.clone());
        assert!(!is_verified(&cnf, &parts), "seed {seed}: solution {at} doubled");
        parts.claim.num_listed += 1;
        parts.claim.solutions += gone;
        assert!(!is_verified(&cnf, &parts), "seed {seed}: solution {at} doubled, and counted twice");
        parts.claim = claim;
        parts.listing.remove(at);
        for index in 0..cnf.num_vars() {
            let var = Var::from_index(index);
            if !cnf.projection().contains(&var) {
                continue;
            }
            let mut changed = removed.clone();
            match changed.binary_search(&var) {
                Ok(place) => drop(changed.remove(place)),
                Err(place) => changed.insert(place, var),
            }
            parts.listing[at] = changed;
            assert!(!is_verified(&cnf, &parts), "seed {seed}: variable {index} of solution {at} changed");
        }
    }
    assert!(damaged * 5 > cases * 2 && with_choice * 50 > cases, "{damaged} certificates, {with_choice} with a choice");
}

#[test]
fn other_symmetries_variables_and_choices_are_refused() {
    let lit = |number: i32| Lit::from_dimacs(number).unwrap();
    let mut cnf = Cnf::new();
    cnf.add_exactly_one(&[lit(1), lit(2), lit(3), lit(4)]);
    cnf.add_clause(&[lit(5), lit(6)]);
    let generators = [Permutation::parse("(1 2)(3 4)", 6).unwrap()];
    let mut parts = certify(&cnf, &generators, false);
    assert_eq!((parts.claim.solutions, parts.claim.classes), (12, Some(6)));
    assert_eq!(parts.claim.choice.len(), 4);
    assert!(is_verified(&cnf, &parts));
    let refusal = |parts: &Parts| match verdict(&cnf, parts) {
        CountVerdict::Refused(refusal) => refusal,
        CountVerdict::Verified { .. } => panic!("a damaged certificate was accepted"),
    };

    let generators = std::mem::replace(&mut parts.generators, vec![Permutation::parse("(1 5)", 6).unwrap()]);
    assert_eq!(refusal(&parts), CountRefusal::NotASymmetry(0));
    parts.generators = vec![Permutation::parse("(1 2 3 4)", 6).unwrap()];
    assert_eq!(refusal(&parts), CountRefusal::Order(4));
    parts.generators = generators;

    let kept = parts.claim.representatives.pop().unwrap();
    assert!(matches!(refusal(&parts), CountRefusal::NotRepresented(_)));
    parts.claim.representatives.push(kept);
    let choice = parts.claim.choice.clone();
    parts.claim.choice.pop();
    assert_eq!(refusal(&parts), CountRefusal::NoChoice);
    parts.claim.choice = vec![lit(5), lit(6)];
    parts.claim.representatives = vec![lit(5)];
    assert!(matches!(refusal(&parts), CountRefusal::NotRepresented(_)));
    parts.claim.choice = choice;
    parts.claim.representatives.clear();
    assert!(matches!(refusal(&parts), CountRefusal::NotRepresented(_)));

    let mut parts = certify(&cnf, &generators_of(&["(1 2)(3 4)"]), false);
    let last = parts.claim.show.pop().unwrap();
    assert_eq!(refusal(&parts), CountRefusal::OtherVariables);
    parts.claim.free.push(last);
    assert_eq!(refusal(&parts), CountRefusal::NotFree(last));
    parts.claim.free.clear();
    parts.claim.show.push(last);
    parts.claim.forbids_true = true;
    assert!(matches!(refusal(&parts), CountRefusal::NotDetermined(_)));
}

fn generators_of(texts: &[&str]) -> Vec<Permutation> {
    texts.iter().map(|text| Permutation::parse(text, 6).unwrap()).collect()
}

fn sample() -> String {
    sample_path("polyforms/pentominoes-3x20.txt").to_str().expect("the path is text").to_owned()
}

#[test]
fn a_folder_is_written_and_judged() {
    let folder = directory("certificates").join("3x20");
    let folder = folder.to_str().unwrap();
    let puzzle = sample();
    let counted = run(["count", "--up-to-symmetry", "--json", "--certificate", folder, &puzzle]);
    assert_eq!(counted.code, Some(10), "{counted:?}");
    assert_eq!((counted.json()["count"].as_str(), counted.json()["orbits"].as_str()), (Some("8"), Some("2")));
    let again = run(["count", "--up-to-symmetry", "--certificate", folder, &puzzle]);
    assert!(again.code == Some(1) && again.stderr.contains("is not empty"), "{again:?}");

    let part = |name: &str| Path::new(folder).join(name);
    for formula in [puzzle.clone(), part("formula.cnf").to_str().unwrap().to_owned()] {
        let checked = run(["check", &formula, folder]);
        assert_eq!((checked.status(), checked.code), ("VERIFIED", Some(0)), "{checked:?}");
        assert!(checked.stdout.contains("8 solutions in 2 classes under a group of order 4"), "{checked:?}");
    }
    let outside = run(["check", part("refuted.cnf").to_str().unwrap(), part("proof.drat").to_str().unwrap()]);
    assert_eq!((outside.status(), outside.code), ("VERIFIED", Some(0)), "{outside:?}");

    let models = fs::read_to_string(part("models.txt")).unwrap();
    let first = models.find("\nv ").unwrap() + 1;
    let second = first + models[first..].find("\nv ").unwrap() + 1;
    for damaged in [
        models[..second].to_owned(),
        format!("{models}{}", &models[second..]),
        models.replacen("\nv ", "\nv 1 2 3 ", 1),
        models.replacen("\nv", "\nx", 1),
    ] {
        fs::write(part("models.txt"), damaged).unwrap();
        let checked = run(["check", &puzzle, folder]);
        assert_eq!((checked.status(), checked.code), ("NOT VERIFIED", Some(1)), "{checked:?}");
    }
    fs::write(part("models.txt"), models).unwrap();
    let other = run(["check", &puzzle.replace("3x20", "4x15"), folder]);
    assert_eq!((other.status(), other.code), ("NOT VERIFIED", Some(1)), "{other:?}");
}

/// The plain formula of a puzzle has the symmetries of its board, which are found in it, and its
/// certificate is as short.
#[test]
fn the_symmetries_of_a_plain_formula_are_found_and_certified() {
    let folder = directory("certificate-of-formula");
    let (formula, certificate) = (folder.join("3x20.cnf"), folder.join("certificate"));
    let [formula, certificate] = [&formula, &certificate].map(|path| path.to_str().unwrap());
    assert_eq!(run(["encode", &sample(), "-o", formula]).code, Some(0));
    let counted = run(["count", "--symmetry", "auto", "--certificate", certificate, formula]);
    assert!(counted.stdout.contains("c o orbits 2 under group found order 4"), "{counted:?}");
    let checked = run(["check", formula, certificate]);
    assert_eq!((checked.status(), checked.code), ("VERIFIED", Some(0)), "{checked:?}");
    assert!(checked.stdout.contains("8 solutions in 2 classes under a group of order 4"), "{checked:?}");
}

/// A free variable that a generator moves does not double the number of classes. Once twelve classes under a group of
/// order 1 were verified here.
#[test]
fn a_group_that_moves_free_variables_is_refused() {
    let lit = |number: i32| Lit::from_dimacs(number).unwrap();
    let vars = |numbers: &[i32]| numbers.iter().map(|&number| lit(number).var()).collect::<Vec<Var>>();
    let mut asked = Cnf::new();
    asked.reserve_vars(4);
    asked.add_clause(&[lit(1), lit(2)]);
    asked.add_visible(&vars(&[1, 2]));
    let mut cnf = Cnf::new();
    cnf.reserve_vars(4);
    cnf.add_clause(&[lit(1), lit(2)]);
    let mut files = written(&asked, &generators_of(&["(3 4)"]), false, &vars(&[3, 4]));
    assert_eq!(verified(&cnf, &files), Some((12, Some(12), Some(1))));
    for symmetry in ["(3 4)\n", "(3 -3)\n", "(3 4)\n(4 3)\n", "(1 2)\n", "(1 2)(3 4)\n"] {
        files.symmetry = symmetry.as_bytes().to_vec();
        assert_eq!(verified(&cnf, &files), None, "{symmetry}");
    }
    let files = written(&cnf, &generators_of(&["(3 4)"]), false, &[]);
    assert_eq!(verified(&cnf, &files), Some((12, Some(9), Some(2))));
    let files = written(&asked, &generators_of(&["(1 2)"]), false, &vars(&[3, 4]));
    assert_eq!(verified(&cnf, &files), Some((12, Some(8), Some(2))));
}

/// A line that says a thing a second time is refused, and so is a part without one that it needs.
#[test]
fn a_claim_says_each_thing_once() {
    let claim = "gordian certificate 1\nsolutions 3\nclasses 2\norder 2\nlists classes 2\nforbids all\nshow 1 2 0\n";
    assert!(Claim::read(claim.as_bytes()).is_ok());
    for line in claim.lines() {
        let doubled = format!("{claim}{line}\n");
        assert_eq!(Claim::read(doubled.as_bytes()).is_ok(), line.starts_with("show"), "{doubled}");
        let missing = claim.replace(&format!("{line}\n"), "");
        let may_be_missing = ["order", "show"].iter().any(|word| line.starts_with(word));
        assert_eq!(Claim::read(missing.as_bytes()).is_ok(), may_be_missing, "{missing}");
    }
}

/// Every byte of every part is replaced by every other one.
#[test]
fn no_changed_byte_is_verified_with_another_report() {
    let (mut refused, mut kept, mut tried) = (0u32, 0u32, 0);
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let (cnf, generators) = symmetric_formula(&mut random);
        let files = written(&cnf, &generators, false, &[]);
        let bytes = files.claim.len() + files.models.len() + files.symmetry.len() + files.proof.len();
        // The elements of a group are listed at each verdict.
        let is_small = Claim::read(&*files.claim).unwrap().order.is_some_and(|order| (2..64).contains(&order));
        if !is_small || files.proof.is_empty() || bytes > 400 || tried == 8 {
            continue;
        }
        tried += 1;
        let report = verified(&cnf, &files);
        assert!(report.is_some(), "seed {seed}");
        let parts: [fn(&mut Files) -> &mut Vec<u8>; 4] = [
            |files| &mut files.claim,
            |files| &mut files.models,
            |files| &mut files.symmetry,
            |files| &mut files.proof,
        ];
        for part in parts {
            let mut changed = files.clone();
            for at in 0..part(&mut changed).len() {
                let was = part(&mut changed)[at];
                for byte in (0..=u8::MAX).filter(|&byte| byte != was) {
                    part(&mut changed)[at] = byte;
                    match verified(&cnf, &changed) {
                        None => refused += 1,
                        shown => {
                            assert_eq!(shown, report, "seed {seed}: {changed:?}");
                            kept += 1;
                        }
                    }
                }
                part(&mut changed)[at] = was;
            }
        }
    }
    assert!(tried == 8 && kept > 0 && refused > kept, "{tried} tried, {refused} refused, {kept} kept");
}
