//! The server of the page: a table of files that are part of the program, for this machine alone.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};

use include_dir::{Dir, include_dir};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::arguments::PageArguments;
use crate::failure::Failure;
use crate::output::stdout::Output;
use crate::render::report::Exit;

/// The page, as `web/build` made it.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

/// Headers of every answer. The policy is that of the page, which holds for its workers by this
/// header alone.
const HEADERS: [(&str, &str); 4] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-cache"),
];

/// Serves the page until the program is ended.
pub(super) fn serve(arguments: &PageArguments) -> Result<Exit, Failure> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port.unwrap_or(0)));
    let server = Server::http(address).map_err(|error| Failure::about(address, error))?;
    let address = server.server_addr().to_ip().unwrap_or(address);
    let mut out = Output::new();
    writeln!(out, "http://{address}/")?;
    out.flush()?;
    if !arguments.no_open {
        // Nobody needs a browser on this machine to know the address.
        let _ = open::that_detached(format!("http://{address}/"));
    }
    for request in server.incoming_requests() {
        answer(request, address);
    }
    Ok(Exit::Done)
}

/// Answers a request. If whoever asked has gone away, there is nobody to tell.
fn answer(request: Request, address: SocketAddr) {
    let hosts = [format!("{address}"), format!("localhost:{}", address.port())];
    let is_host =
        |header: &Header| header.field.equiv("Host") && hosts.iter().any(|host| header.value == host.as_str());
    // A page of another name that leads here is not this page.
    let is_ours = request.headers().iter().any(is_host);
    let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
    let found = match request.method() {
        Method::Get if is_ours => file(&path),
        _ => None,
    };
    let (status, kind, bytes) = match (found, request.method()) {
        (Some((kind, bytes)), _) => (200, kind, bytes),
        (None, Method::Get) => (404, "text/plain", &b"not found\n"[..]),
        (None, _) => (405, "text/plain", &b"only GET is answered\n"[..]),
    };
    let headers = HEADERS.iter().copied().chain([("Content-Type", kind)]);
    let headers = headers.filter_map(|(name, value)| Header::from_bytes(name, value).ok());
    let response = headers.fold(Response::from_data(bytes).with_status_code(status), Response::with_header);
    let _ = request.respond(response);
}

/// A file of the page and its type.
fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    let kind = match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => return None,
    };
    Some((kind, PAGE.get_file(name)?.contents()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_served() {
        assert!(
            file("/").is_some_and(|(kind, bytes)| kind.starts_with("text/html") && bytes.starts_with(b"<!DOCTYPE"))
        );
        assert!(file("/gordian_bg.wasm").is_some_and(|(_, bytes)| bytes.starts_with(b"\0asm")));
        for other in ["", "index.html", "/..", "/../Cargo.toml", "//etc/passwd", "/main", "/%2e%2e/Cargo.toml"] {
            assert!(file(other).is_none(), "{other}");
        }
    }
}
