//! C programs that are compiled here, linked with the library in both its forms, and run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gordian_testkit::{Oracle, Random, absent, dimacs, skip};

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
    absent(&format!("a C compiler ({compiler})"));
    None
}

/// The way in which a program is linked to the library.
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

/// The number of variables of each random formula.
const NUM_VARS: usize = 12;

/// The output that the program should print.
fn backbone(clauses: &[Vec<i32>]) -> String {
    let mut oracle = Oracle::new();
    clauses.iter().for_each(|clause| oracle.add_clause(clause));
    if !oracle.is_satisfiable() {
        return "unsat\n".to_string();
    }
    let common = |number: &i32| oracle.implies(&[*number]);
    let numbers = (1..=NUM_VARS as i32).flat_map(|var| [var, -var]).filter(common);
    format!("backbone{}\n", numbers.map(|number| format!(" {number}")).collect::<String>())
}

#[test]
fn an_application_finds_the_backbones_of_formulas() {
    let Some(compiler) = compiler() else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = build(&compiler, "backbone", Link::Shared, folder.path());
    let mut kinds = [0, 0, 0];
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let clauses: Vec<Vec<i32>> = (0..40 + seed % 20).map(|_| random.careless(NUM_VARS, 3)).collect();
        let expected = backbone(&clauses);
        assert_eq!(run(&program, &dimacs(&clauses)), expected, "seed {seed}");
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
        return skip("there is no pkg-config");
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
