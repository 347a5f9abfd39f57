//! A file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::output::temporary::{self, TempPath};

/// A file that is being written. The bytes go to a temporary file in the same folder, which takes
/// the name at the end. Until then, the previous file stays, even if the program fails or is
/// killed. A killed program may leave a file `.gordian-…` behind.
///
/// Devices and pipes are written to directly. In a folder that takes no new files, an existing file
/// is not written at all: it would have to be emptied first, before there is anything to put into
/// it.
#[derive(Debug)]
pub(crate) struct Target {
    file: File,
    /// The temporary file, and the name that it is to take.
    pending: Option<(TempPath, PathBuf)>,
}

/// The largest number of links in a chain.
const MOST_LINKS: usize = 40;

/// The path at the end of a chain of symbolic links, even if nothing exists there.
///
/// # Errors
/// If the links form a circle.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    if let Ok(path) = path.canonicalize() {
        return Ok(path);
    }
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // A relative link starts from its own folder.
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its symbolic links lead in a circle"))
}

/// The folder that holds a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Target {
    /// # Errors
    /// If nothing can be written there. An existing file stays.
    pub(crate) fn create(path: &Path) -> io::Result<Target> {
        // The link of the system to a pipe without a name, as `/dev/stdout` may be, leads to no path: it can be opened
        // only by itself.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return File::options().write(true).open(path).map(|file| Target { file, pending: None });
        }
        // A link stays a link; the file that it points to is replaced.
        let path = &resolve(path)?;
        let existing = fs::metadata(path).ok();
        if existing.as_ref().is_some_and(|metadata| metadata.permissions().readonly()) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such folder"));
        }
        let (file, temporary) = temporary::in_folder(folder).map_err(|error| {
            // The user did not choose the name of the temporary file, so a message without it is
            // clearer.
            let reason = error.to_string();
            let reason = reason.split(" at path ").next().unwrap_or_default();
            io::Error::new(error.kind(), format!("no new file can be made in its folder: {reason}"))
        })?;
        if let Some(metadata) = existing {
            file.set_permissions(metadata.permissions())?;
        }
        Ok(Target { file, pending: Some((temporary, path.clone())) })
    }

    /// Like [`Target::finish`]. When this returns, the content and then the name have reached the
    /// disk and survive a crash of the machine.
    ///
    /// # Errors
    /// If the file cannot take its name. The previous file stays.
    pub(crate) fn finish_durably(self) -> io::Result<()> {
        self.file.sync_all()?;
        let folder = self.pending.as_ref().map(|(_, path)| folder_of(path).to_path_buf());
        self.finish()?;
        // Some systems cannot open a folder. There the name may reach the disk later than the
        // content.
        let _ = folder.map(|folder| File::open(folder).and_then(|folder| folder.sync_all()));
        Ok(())
    }

    /// Lets the file take its name.
    ///
    /// # Errors
    /// If it cannot. The previous file stays.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut target = Target::create(path)?;
        target.write_all(bytes)?;
        target.finish()
    }

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
        let (nothing, dangling) = (folder.path().join("nothing"), folder.path().join("dangling"));
        std::os::unix::fs::symlink("nothing", &dangling).unwrap();
        write_file(&dangling, b"new").unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read(&nothing).unwrap(), b"new");
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        std::os::unix::fs::symlink(&one, &other).unwrap();
        std::os::unix::fs::symlink(&other, &one).unwrap();
        assert!(write_file(&one, b"").unwrap_err().to_string().contains("circle"));
        assert!(fs::symlink_metadata(&one).unwrap().is_symlink());
        write_file(Path::new("/dev/null"), b"gone").unwrap();
        assert!(write_file(Path::new("/dev/full"), b"no room").is_err());
        assert!(write_file(&folder.path().join("no/such/folder"), b"").is_err());
    }
}
