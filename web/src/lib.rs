//! Gordian for pages: one function, which asks a question in the words of the command.
//!
//! It runs in a worker. A page ends the worker to cancel a question, so nothing here can be stopped
//! but by `--time`.

#![cfg(target_family = "wasm")]

use std::sync::Arc;
use std::time::Duration;

use gordian::{About, Hearer, Reply, Request, RequestError};
use gordian_formula::lend_time;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsValue, throw_str};

/// The answer to a question.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Answer {
    /// The document that the command prints with `--json`.
    pub document: String,
    /// The text that the command prints without it. Solutions of a list are left out.
    pub text: String,
    /// The picture, in SVG, if there is something to draw.
    pub svg: Option<String>,
    /// Further pictures: of the next solutions of a list, or of two solutions where they differ.
    pub pictures: Vec<String>,
    /// The proof, as text, if `-` stands among the options, in the place of its file.
    pub proof: Option<Vec<u8>>,
}

/// The reason why a question was not answered.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Refusal {
    /// `usage` if the verb or an option makes no sense; `input` if the input cannot be read, or the
    /// question does not fit it.
    pub kind: String,
    /// The words of the command.
    pub message: String,
}

thread_local! {
    /// The function that hears of the question that is being answered. One worker asks one at a time.
    static PROGRESS: std::cell::RefCell<Option<Progress>> = const { std::cell::RefCell::new(None) };
}

/// Asks a verb about the bytes of a file or the text of a puzzle.
///
/// `pictures` is the most of them beside the first one. `progress` hears a JSON object at most ten times a second.
///
/// # Errors
/// If the command line would be refused, or the command would print an error.
#[wasm_bindgen]
pub fn ask(
    verb: &str,
    options: Vec<String>,
    name: &str,
    bytes: &[u8],
    pictures: usize,
    progress: Option<Progress>,
) -> Result<Answer, Refusal> {
    lend_time(|| Duration::from_secs_f64((now() / 1e3).max(0.0)));
    // The message of a panic becomes the exception that the worker sees, instead of `unreachable`.
    std::panic::set_hook(Box::new(|panic| throw_str(&panic.to_string())));
    PROGRESS.set(progress);
    let hearer = Hearer::new(|text| {
        PROGRESS.with_borrow(|progress| {
            // A page that throws an exception only misses a report.
            let _ = progress.as_ref().map(|progress| progress.call(&JsValue::NULL, text));
        });
    });
    let request = Request {
        verb,
        options: &options,
        about: About::Bytes { name, bytes },
        stop: Arc::default(),
        hearer,
        pictures,
    };
    let answered = gordian::ask(&request);
    PROGRESS.take();
    match answered {
        Ok(Reply { document, text, svg, pictures, proof }) => Ok(Answer { document, text, svg, pictures, proof }),
        Err(RequestError::Usage(message)) => Err(Refusal { kind: "usage".to_owned(), message }),
        Err(RequestError::Failed(message)) => Err(Refusal { kind: "input".to_owned(), message }),
    }
}

#[wasm_bindgen]
extern "C" {
    /// The milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// A function of the page that hears how far a question has come.
    #[wasm_bindgen(typescript_type = "(progress: string) => void")]
    pub type Progress;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Progress, receiver: &JsValue, progress: &str) -> Result<(), JsValue>;
}
