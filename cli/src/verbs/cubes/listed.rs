//! The lists of all cubes, one behind the other.

use std::io::{self, BufRead, BufWriter, Write};
use std::path::Path;

use crate::arguments::Content;
use crate::cubes::{CubeAnswer, CubeResult, Folder, HashedInput};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::session::Session;

/// Checks that each file holds the solutions that its result speaks of, and copies them to `path` if
/// that is wanted.
///
/// # Errors
/// If a file is missing or is not the one that its result names.
pub(super) fn put_together(
    session: &Session,
    path: Option<&Path>,
    folder: &Folder,
    known: &[CubeResult],
) -> Result<(), Failure> {
    let clock = session.clock();
    let file = path.map(|path| OutputFile::create(&session.files, path, Content::Solutions)).transpose()?;
    let mut out = file.map(BufWriter::new);
    for CubeResult { cube, answer, .. } in known {
        let CubeAnswer::Listed { listed, solutions_sha256, .. } = answer else { continue };
        if clock.is_over() {
            return Err(Failure::new("the time is over before the solutions were put together"));
        }
        let place = folder.place_of_solutions(*cube);
        let mut input = HashedInput::open(&place)?;
        let copied = copy(&mut input.reader, out.as_mut()).map_err(|error| Failure::at(&place, error))?;
        let message = "does not hold the solutions that the result of the cube names: its hash is another one";
        input.finish(&place, solutions_sha256, message)?;
        if copied != *listed {
            return Err(Failure::at(&place, message));
        }
    }
    let written =
        out.map_or(Ok(()), |out| out.into_inner().map_err(io::IntoInnerError::into_error).and_then(OutputFile::finish));
    written.map_err(|error| Failure::at(path.unwrap_or(Path::new("-")), error))
}

/// Copies lines, if they are wanted. Returns how many there are.
fn copy(input: &mut impl BufRead, mut out: Option<&mut BufWriter<OutputFile>>) -> io::Result<u64> {
    let mut lines = 0;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(lines);
        }
        lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if let Some(out) = &mut out {
            out.write_all(bytes)?;
        }
        let length = bytes.len();
        input.consume(length);
    }
}
