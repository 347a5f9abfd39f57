//! A file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// Where bytes go on their way to a file: to a temporary one in the same folder, which takes the name in the end. Until then, what stood there before stays; so it
/// does when the program fails or is killed, and only then a file `.gordian-…` may stay behind.
///
/// Devices and pipes are written to directly, and so are files in a folder that takes no new ones.
#[derive(Debug)]
pub(crate) struct Target {
    file: File,
    /// The temporary file, and the name that it is to take.
    pending: Option<(TempPath, PathBuf)>,
}

impl Target {
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn create(path: &Path) -> io::Result<Target> {
        // A link stays a link: what it points to is replaced.
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let existing = fs::metadata(path).ok();
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return Target::directly(path);
        }
        if existing.as_ref().is_some_and(|metadata| metadata.permissions().readonly()) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".gordian-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        match builder.tempfile_in(folder) {
            Ok(temporary) => {
                let (file, temporary) = temporary.into_parts();
                if let Some(metadata) = existing {
                    file.set_permissions(metadata.permissions())?;
                }
                Ok(Target { file, pending: Some((temporary, path.to_path_buf())) })
            }
            Err(_) => Target::directly(path),
        }
    }

    fn directly(path: &Path) -> io::Result<Target> {
        File::create(path).map(|file| Target { file, pending: None })
    }

    /// Lets the file take its name.
    ///
    /// # Errors
    /// If it cannot; what stood there before stays.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        match self.pending {
            Some((temporary, path)) => temporary.persist(path).map_err(|error| error.error),
            None => Ok(()),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file.
///
/// # Errors
/// If that cannot be done; what stood there before stays then.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut target = Target::create(path)?;
    target.write_all(bytes)?;
    target.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_in_the_end_and_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        let mut target = Target::create(&path).unwrap();
        target.write_all(b"one").unwrap();
        assert!(!path.exists());
        target.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o640)).unwrap();
        let before = fs::metadata(&path).unwrap().permissions();
        write_file(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_given_up_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old");
        fs::write(&path, b"old").unwrap();
        let mut target = Target::create(&path).unwrap();
        target.write_all(b"half of the n").unwrap();
        drop(target);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, b"old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_file(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        write_file(Path::new("/dev/null"), b"gone").unwrap();
        assert!(write_file(Path::new("/dev/full"), b"no room").is_err());
        assert!(write_file(&folder.path().join("no/such/folder"), b"").is_err());
    }
}
