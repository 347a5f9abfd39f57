//! Checkpoints in files: one run at a time, and never in place of something else.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gordian_formula::text::escaped;
use gordian_queries::{CheckpointErrorKind, CheckpointStore};

use crate::failure::Failure;
use crate::output::guard::stands_for_checkpoint;
use crate::output::target::{Target, resolve};

/// How often to try for a lock while another run may be removing it.
const ATTEMPTS: usize = 10;

/// The file of a checkpoint. It stays locked until this value is dropped.
#[derive(Debug)]
pub(crate) struct CheckpointFile {
    path: PathBuf,
    _lock: Lock,
}

impl CheckpointFile {
    /// # Errors
    /// If another run holds the lock, or no lock can be made.
    pub(crate) fn open(path: &Path) -> Result<CheckpointFile, Failure> {
        let locked = resolve(path).and_then(|path| Lock::take(beside(&path)));
        let lock = locked.map_err(|error| Failure::at(path, error))?;
        Ok(CheckpointFile { path: path.to_path_buf(), _lock: lock })
    }

    /// Fails if the path holds something other than a checkpoint, which may have come during the
    /// run.
    fn require_checkpoint(&self) -> io::Result<()> {
        match fs::metadata(&self.path) {
            // A link to nothing is a place for a checkpoint, too.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
            Ok(_) if stands_for_checkpoint(&self.path) => Ok(()),
            Ok(_) => Err(io::Error::other(CheckpointErrorKind::NoCheckpoint.to_string())),
        }
    }
}

impl CheckpointStore for CheckpointFile {
    fn name(&self) -> String {
        escaped(&self.path.display().to_string()).into_owned()
    }

    fn load(&self) -> io::Result<Option<Vec<u8>>> {
        self.require_checkpoint()?;
        match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    fn save(&self, checkpoint: &[u8]) -> io::Result<()> {
        self.require_checkpoint()?;
        let mut target = Target::create(&self.path)?;
        target.write_all(checkpoint)?;
        target.finish_durably()
    }
}

/// The path of the lock of a file. The file itself cannot be locked, since each checkpoint replaces
/// it.
fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    path.with_file_name(name)
}

/// A lock of the operating system. It ends with the program, however the program ends, so a file
/// that stays behind locks nothing.
#[derive(Debug)]
struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    fn take(path: PathBuf) -> io::Result<Lock> {
        let fail = |message: &str| Err(io::Error::other(format!("{}: {message}", path.display())));
        for _ in 0..ATTEMPTS {
            // Do not open a pipe or a link that somebody else put there.
            if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
                return fail("this is no file, so it cannot be locked");
            }
            let file = File::options().write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Lock { file, path }),
                // The run that held it removed it between the two calls.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return fail("locked: another run is counting with this checkpoint"),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        fail("the lock comes and goes: other runs are counting with this checkpoint")
    }
}

/// Removes the file while it is locked, so that nobody else can have locked it. A file that is not
/// empty belongs to somebody else and stays.
impl Drop for Lock {
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether an open file still has its name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(file), Ok(named)) => identity(file) == identity(named),
        _ => false,
    }
}

/// An open file cannot be removed on this system, so it still has its name.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time_has_a_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let first = CheckpointFile::open(&path).unwrap();
        let refusal = CheckpointFile::open(&path).unwrap_err().to_string();
        assert!(refusal.contains("another run"), "{refusal}");
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the lock is taken away");
        // The file that a killed run leaves behind locks nothing.
        fs::write(beside(&path), "").unwrap();
        drop(CheckpointFile::open(&path).unwrap());
        fs::write(beside(&path), "somebody's").unwrap();
        drop(CheckpointFile::open(&path).unwrap());
        assert_eq!(fs::read(beside(&path)).unwrap(), b"somebody's");
    }

    #[test]
    fn what_is_no_checkpoint_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let store = CheckpointFile::open(&path).unwrap();
        assert_eq!(store.load().unwrap(), None);
        store.save(b"gordian checkpoint 3\n").unwrap();
        store.save(b"gordian checkpoint 3\nmore\n").unwrap();
        assert_eq!(store.load().unwrap().unwrap(), b"gordian checkpoint 3\nmore\n");
        for other in ["p cnf 1 1\n1 0\n", ""] {
            fs::write(&path, other).unwrap();
            assert!(store.save(b"gordian checkpoint 3\n").is_err());
            assert!(store.load().is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
    }
}
