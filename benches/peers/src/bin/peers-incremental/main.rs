//! An incremental run of many questions on one growing formula, by Gordian and by CaDiCaL through
//! the same interface, on the same calls.
//!
//! Without an argument it runs itself once for each solver and once for a solver that is given the
//! final formula at once, each in a process of its own, and prints CPU time and peak memory of
//! each.

use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rustsat::solvers::{SolveIncremental, SolveStats, SolverResult};
use rustsat::types::{Clause, Lit};
use rustsat_cadical::CaDiCaL;
use rustsat_gordian::Gordian;

const CALLS: usize = 10_000;
const VARS: u64 = 3000;
const CLAUSES_PER_CALL: usize = 1;
const ASSUMPTIONS: usize = 5;

/// Numbers of Marsaglia's xorshift64.
struct Random(u64);

impl Random {
    fn lit(&mut self) -> Lit {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Lit::new((self.0 >> 33) as u32 % VARS as u32, self.0 >> 32 & 1 == 1)
    }
}

/// The clauses that are added before a question, and its assumptions.
fn call(random: &mut Random) -> (Vec<Clause>, Vec<Lit>) {
    let clauses = (0..CLAUSES_PER_CALL).map(|_| [(); 3].map(|()| random.lit()).into_iter().collect()).collect();
    (clauses, (0..ASSUMPTIONS).map(|_| random.lit()).collect())
}

fn incremental<S: SolveIncremental + SolveStats + Default>(name: &str) {
    let mut solver = S::default();
    let mut random = Random(88_172_645_463_325_252);
    let mut digest = 0_u64;
    for index in 0..CALLS {
        let (clauses, assumptions) = call(&mut random);
        clauses.into_iter().for_each(|clause| solver.add_clause(clause).expect("clauses can be added"));
        let answer = solver.solve_assumps(&assumptions).expect("questions can be asked");
        digest = digest.rotate_left(1) ^ (u64::from(answer == SolverResult::Sat) * (index as u64 + 1));
    }
    report(name, &solver, digest);
}

/// The final formula, asked about once.
fn at_once() {
    let mut solver = Gordian::default();
    let mut random = Random(88_172_645_463_325_252);
    let clauses = (0..CALLS).flat_map(|_| call(&mut random).0);
    solver.extend(clauses);
    use rustsat::solvers::Solve;
    solver.solve().expect("questions can be asked");
    report("gordian, final formula at once", &solver, 0);
}

fn report(name: &str, solver: &impl SolveStats, digest: u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or(" unknown").trim();
    let stats = solver.stats();
    println!(
        "{name}: {:.2} s in {} questions ({} satisfiable, answers {digest:016x}), peak memory {peak}",
        cpu_time(),
        solver.n_solves(),
        stats.n_sat,
    );
}

/// Seconds of CPU that this process took, making the questions included.
fn cpu_time() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask for its own usage");
    let time = usage.user_time() + usage.system_time();
    time.num_microseconds() as f64 / 1e6
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("gordian") => incremental::<Gordian>("gordian"),
        Some("cadical") => incremental::<CaDiCaL>("cadical"),
        Some("at-once") => at_once(),
        _ => {
            let program = std::env::current_exe().expect("a running program has a path");
            for who in ["gordian", "cadical", "at-once"] {
                let status = Command::new(&program).arg(who).status().expect("a running program can be run");
                assert!(status.success(), "{who}: {status}");
            }
        }
    }
}
