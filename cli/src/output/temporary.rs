//! Temporary files; in a page, which has no files, memory.

#[cfg(not(target_family = "wasm"))]
pub(crate) use system::{Spool, TempPath, in_folder, spool};

#[cfg(target_family = "wasm")]
pub(crate) use page::{Spool, TempPath, in_folder, spool};

#[cfg(not(target_family = "wasm"))]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(crate) use tempfile::TempPath;

    /// A place for what is written and read again.
    pub(crate) type Spool = File;

    /// A file without a name.
    pub(crate) fn spool() -> io::Result<Spool> {
        tempfile::tempfile()
    }

    /// A file in the folder, which goes away with its path, unless that is given another name.
    pub(crate) fn in_folder(folder: &Path) -> io::Result<(File, TempPath)> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".gordian-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(builder.tempfile_in(folder)?.into_parts())
    }
}

#[cfg(target_family = "wasm")]
mod page {
    use std::convert::Infallible;
    use std::fs::File;
    use std::io::{self, Cursor, ErrorKind};
    use std::path::{Path, PathBuf};

    /// The path of a file that cannot exist.
    #[derive(Debug)]
    pub(crate) struct TempPath(Infallible);

    /// The error of giving the file its name.
    pub(crate) struct PersistError {
        pub(crate) error: io::Error,
    }

    impl TempPath {
        pub(crate) fn persist(self, _: PathBuf) -> Result<(), PersistError> {
            match self.0 {}
        }
    }

    /// A place for what is written and read again.
    pub(crate) type Spool = Cursor<Vec<u8>>;

    /// Memory.
    pub(crate) fn spool() -> io::Result<Spool> {
        Ok(Cursor::default())
    }

    /// # Errors
    /// Always.
    pub(crate) fn in_folder(_: &Path) -> io::Result<(File, TempPath)> {
        Err(ErrorKind::Unsupported.into())
    }
}
