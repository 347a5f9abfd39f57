//! Makes the folder of the page: the WebAssembly with its bindings, and the files of the page. Says
//! how large they are.
//!
//! `bindings MODULE PAGE PUZZLES OUTPUT`. The bindings are those of the version of `wasm-bindgen` that the
//! lock file names, so nobody needs to install a program of the same version.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

/// The extensions of files that belong to the page; others are about its making.
const SERVED: [&str; 7] = ["css", "html", "js", "json", "png", "svg", "txt"];

/// The most bytes of all files with gzip: nobody should wait for a page.
const MOST_PACKED: u64 = 1_500_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, page, puzzles, output] = arguments.as_slice() else {
        return Err("bindings MODULE PAGE PUZZLES OUTPUT".into());
    };
    let (page, puzzles, output) = (Path::new(page), Path::new(puzzles), Path::new(output));
    if output.exists() {
        fs::remove_dir_all(output)?;
    }
    fs::create_dir_all(output)?;
    copy(page, output)?;
    copy_samples(puzzles, &output.join("samples"))?;
    Bindgen::new()
        .remove_name_section(true)
        .remove_producers_section(true)
        .input_path(module)
        .web(true)?
        .typescript(true)
        .out_name("gordian")
        .generate(output)?;
    let (plain, packed) = size(output)?;
    println!("{}: {} kB, {} kB with gzip", output.display(), plain / 1000, packed / 1000);
    if packed > MOST_PACKED { Err(format!("more than {} kB with gzip", MOST_PACKED / 1000).into()) } else { Ok(()) }
}

/// Copies the files that are served.
fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied)?;
        } else if path.extension().and_then(OsStr::to_str).is_some_and(|extension| SERVED.contains(&extension)) {
            fs::copy(&path, &copied)?;
        }
    }
    Ok(())
}

/// Copies the puzzles that the list of samples names beside it.
fn copy_samples(puzzles: &Path, samples: &Path) -> Result<(), Box<dyn Error>> {
    let list = fs::read_to_string(samples.join("index.js"))?;
    for quoted in list.split('"').skip(1).step_by(2) {
        let puzzle = puzzles.join(quoted);
        let name = puzzle.file_name().filter(|_| quoted.contains('/') && puzzle.is_file());
        if let Some(name) = name {
            fs::copy(&puzzle, samples.join(name))?;
        }
    }
    Ok(())
}

/// The bytes of all files of a folder, and those with gzip.
fn size(folder: &Path) -> Result<(u64, u64), Box<dyn Error>> {
    let (mut plain, mut packed) = (0, 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            let (more, more_packed) = size(&path)?;
            (plain, packed) = (plain + more, packed + more_packed);
        } else {
            let bytes = fs::read(&path)?;
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&bytes)?;
            plain += bytes.len() as u64;
            packed += encoder.finish()?.len() as u64;
        }
    }
    Ok((plain, packed))
}
