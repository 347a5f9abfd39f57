//! Makes the folder of the page: the WebAssembly with its bindings, and the files of the page. Says
//! how large they are.
//!
//! `bindings MODULE PAGE OUTPUT`. The bindings are those of the version of `wasm-bindgen` that the
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

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, page, output] = arguments.as_slice() else { return Err("bindings MODULE PAGE OUTPUT".into()) };
    let (page, output) = (Path::new(page), Path::new(output));
    if output.exists() {
        fs::remove_dir_all(output)?;
    }
    fs::create_dir_all(output)?;
    copy(page, output)?;
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
    Ok(())
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
