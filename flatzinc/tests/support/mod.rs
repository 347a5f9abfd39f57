//! Parts that the tests of FlatZinc share.

#![allow(dead_code, reason = "each test has its own copy and needs a part of it")]

pub(crate) mod random_models;

use std::io::Read;

use gordian_testkit::shared;

/// The flattened instances of the shared folder, with their names; none where it is absent.
pub(crate) fn instances() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = shared("minizinc/flat") else { return Vec::new() };
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let instance = |path: &std::path::PathBuf| {
        let mut text = Vec::new();
        liblzma::read::XzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut text).unwrap();
        (path.file_name().unwrap().to_str().unwrap().replace(".fzn.xz", ""), text)
    };
    paths.iter().map(instance).collect()
}
