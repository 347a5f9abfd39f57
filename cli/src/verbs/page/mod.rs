//! `gordian page`: the page, served to this machine alone.

#[cfg(feature = "page")]
mod served;

use crate::arguments::PageArguments;
use crate::failure::Failure;
use crate::render::report::Exit;

/// Serves the page until the program is ended.
#[cfg(feature = "page")]
pub(super) fn serve(arguments: &PageArguments) -> Result<Exit, Failure> {
    served::serve(arguments)
}

/// The page is made of WebAssembly, for which few builds have the compiler.
#[cfg(not(feature = "page"))]
pub(super) fn serve(_: &PageArguments) -> Result<Exit, Failure> {
    Err(Failure::new(
        "this program was built without the page; in its sources, `web/build` makes the page, and \
         `cargo build --release --features page` puts it in",
    ))
}
