//! C programs that are compiled here, linked with the library in both its forms, and run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gordian_formula::Lit;

/// The folder in which the library stands that was built for these tests.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a running program has a path");
    test.parent().expect("a file stands in a folder").to_path_buf()
}

/// The C compiler, if there is one; without one, tests pass with a line, but not where everything must run.
fn compiler() -> Option<String> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    if Command::new(&compiler).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Some(compiler);
    }
    assert!(std::env::var_os("CI").is_none(), "CI is set and there is no C compiler");
    skip(&format!("no C compiler ({compiler}): skipped"));
    None
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn skip(message: &str) {
    println!("{message}");
}

/// How a program gets at the library.
#[derive(Clone, Copy, Debug)]
enum Link {
    Shared,
    Static,
}

/// Compiles one of the programs beside this file.
fn build(compiler: &str, program: &str, link: Link, folder: &Path) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = library_folder();
    let built = folder.join(format!("{program}-{link:?}"));
    let mut command = Command::new(compiler);
    command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-I"]);
    command.arg(sources.join("include")).arg(sources.join(format!("tests/c/{program}.c"))).arg("-o").arg(&built);
    match link {
        Link::Shared => {
            let library = library.to_str().expect("paths of tests are text");
            command.args(["-L", library, "-lgordian_ipasir", &format!("-Wl,-rpath,{library}")])
        }
        Link::Static => command.arg(library.join("libgordian_ipasir.a")).args(["-lpthread", "-ldl", "-lm"]),
    };
    let output = command.output().expect("the compiler was there a moment ago");
    assert!(output.status.success(), "{program}, {link:?}: {}", String::from_utf8_lossy(&output.stderr));
    built
}

fn run(program: &Path, input: &str) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("what was built can be run");
    let written = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it was started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && written.is_ok(), "{}: {} {errors}", program.display(), output.status);
    String::from_utf8(output.stdout).expect("programs print text")
}

#[test]
fn every_function_does_what_it_promises_to_c() {
    let Some(compiler) = compiler() else { return };
    let folder = tempfile::tempdir().unwrap();
    for link in [Link::Shared, Link::Static] {
        let program = build(&compiler, "functions", link, folder.path());
        assert_eq!(run(&program, ""), "every function does what it promises\n");
    }
}

/// Numbers of a small generator (Lehmer's, with the multiplier of Park and Miller).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0 * 48271 % 0x7fff_ffff;
        self.0 % bound
    }
}

fn random_formula(seed: u64, num_vars: u64, num_clauses: u64) -> Vec<Vec<i32>> {
    let mut random = Random(seed + 1);
    let mut lit = || (1 + random.below(num_vars) as i32) * if random.below(2) == 0 { 1 } else { -1 };
    (0..num_clauses).map(|_| [lit(), lit(), lit()].to_vec()).collect()
}

/// What the program should print.
fn backbone(num_vars: usize, clauses: &[Vec<i32>]) -> String {
    let holds = |bits: u32, number: i32| {
        let lit = Lit::from_dimacs(number).expect("not zero");
        (bits >> lit.var().index() & 1 > 0) == lit.is_positive()
    };
    let is_model = |&bits: &u32| clauses.iter().all(|clause| clause.iter().any(|&number| holds(bits, number)));
    let models: Vec<u32> = (0..1 << num_vars).filter(is_model).collect();
    if models.is_empty() {
        return "unsat\n".to_string();
    }
    let common = |number: &i32| models.iter().all(|&bits| holds(bits, *number));
    let numbers = (1..=num_vars as i32).flat_map(|var| [var, -var]).filter(common);
    format!("backbone{}\n", numbers.map(|number| format!(" {number}")).collect::<String>())
}

#[test]
fn an_application_finds_the_backbones_of_formulas() {
    let Some(compiler) = compiler() else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = build(&compiler, "backbone", Link::Shared, folder.path());
    let mut kinds = [0, 0, 0];
    for seed in 0..150 {
        let (num_vars, num_clauses) = (12, 40 + seed % 20);
        let clauses = random_formula(seed, num_vars, num_clauses);
        let mut text = format!("p cnf {num_vars} {num_clauses}\n");
        for clause in &clauses {
            text.extend(clause.iter().map(|number| format!("{number} ")));
            text.push_str("0\n");
        }
        let expected = backbone(num_vars as usize, &clauses);
        assert_eq!(run(&program, &text), expected, "seed {seed}");
        kinds[if expected == "unsat\n" { 0 } else { expected.contains(' ').into() }] += 1;
        kinds[2] += usize::from(expected.contains(' '));
    }
    assert!(kinds[0] > 10 && kinds[2] > 10, "{kinds:?}");
}

/// Follows the instructions of the README: installs below a folder, and lets `pkg-config` find it there.
#[test]
fn what_is_installed_is_found_by_pkg_config() {
    let Some(compiler) = compiler() else { return };
    if !Command::new("pkg-config").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return skip("no pkg-config: skipped");
    }
    let folder = tempfile::tempdir().unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let installed =
        Command::new("sh").arg(sources.join("install")).arg(folder.path()).arg(library_folder()).output().unwrap();
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "gordian-ipasir"])
        .env("PKG_CONFIG_PATH", folder.path().join("lib/pkgconfig"))
        .output()
        .unwrap();
    assert!(flags.status.success(), "{}", String::from_utf8_lossy(&flags.stderr));
    let program = folder.path().join("functions");
    let compiled = Command::new(compiler)
        .arg(sources.join("tests/c/functions.c"))
        .arg("-o")
        .arg(&program)
        .args(String::from_utf8(flags.stdout).unwrap().split_whitespace())
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).env("LD_LIBRARY_PATH", folder.path().join("lib")).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
