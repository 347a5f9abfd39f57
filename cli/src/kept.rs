//! A place for values that one question leaves for the next.

use std::any::Any;

/// The formula of a folder of cubes, between two questions about the folder. Its files are read and
/// prepared once; a folder that was changed meanwhile is read again.
#[derive(Debug, Default)]
pub struct Kept(Option<Box<dyn Any + Send>>);

impl Kept {
    /// Keeps this, and nothing else.
    pub(crate) fn put(&mut self, value: impl Any + Send) {
        self.0 = Some(Box::new(value));
    }

    /// Takes out what was kept, if it is of this type.
    pub(crate) fn take<T: Any>(&mut self) -> Option<T> {
        self.0.take()?.downcast().ok().map(|value| *value)
    }
}
