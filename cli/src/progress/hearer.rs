//! Programs that ask in the same process, and hear how far the answer has come.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gordian_formula::Instant;
use serde::Serialize;

/// The least time between two reports; a little less than searches wait, so that none of theirs is
/// left out.
const INTERVAL: Duration = Duration::from_millis(90);

/// A function that hears how far a question has come, ten times a second at most; by default nobody
/// hears. Clones are the same one.
///
/// The text is a JSON object. Searches for many solutions tell `solutions` and `classes`, numbers in
/// decimal, and `share`, the part of the space that is done, each as far as it is known. Searches for
/// facts and contradictions tell `settled`, the number of `parts` (a word in the plural) that are
/// settled, and `of`, the number of all. The engine tells `conflicts`, `restarts`, `learned` and
/// `units`, numbers.
#[derive(Clone, Default)]
pub struct Hearer {
    heard: Option<Arc<Heard>>,
}

struct Heard {
    hear: Box<dyn Fn(&str) + Send + Sync>,
    last: Mutex<Option<Instant>>,
}

/// The progress of a search for many solutions.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct OfSolutions {
    #[serde(serialize_with = "in_decimal")]
    pub(crate) solutions: Option<u128>,
    #[serde(serialize_with = "in_decimal")]
    pub(crate) classes: Option<u128>,
    pub(crate) share: Option<f64>,
}

/// The progress of a question whose parts are settled one after the other.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct OfParts {
    pub(crate) settled: usize,
    pub(crate) of: usize,
    pub(crate) parts: &'static str,
}

/// The progress of the engine.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct OfEngine {
    pub(crate) conflicts: u64,
    pub(crate) restarts: u64,
    pub(crate) learned: u64,
    pub(crate) units: u64,
}

impl Hearer {
    /// Calls the function from the thread that searches, which waits for it.
    pub fn new(hear: impl Fn(&str) + Send + Sync + 'static) -> Hearer {
        Hearer { heard: Some(Arc::new(Heard { hear: Box::new(hear), last: Mutex::default() })) }
    }

    pub(crate) fn tell(&self, progress: &impl Serialize) {
        let Some(heard) = &self.heard else { return };
        let now = Instant::now();
        let mut last = heard.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            return;
        }
        *last = Some(now);
        drop(last);
        if let Ok(text) = serde_json::to_string(progress) {
            (heard.hear)(&text);
        }
    }
}

impl fmt::Debug for Hearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hearer").field("hears", &self.heard.is_some()).finish()
    }
}

fn in_decimal<S: serde::Serializer>(number: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => serializer.collect_str(number),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_heard_now_and_then_as_json() {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let hearer = Hearer::new({
            let heard = Arc::clone(&heard);
            move |text| heard.lock().unwrap().push(text.to_owned())
        });
        for _ in 0..1000 {
            hearer.tell(&OfSolutions { solutions: Some(u128::MAX), classes: None, share: Some(0.5) });
        }
        let heard = heard.lock().unwrap();
        assert!(heard.len() < 500, "{}", heard.len());
        let number = "340282366920938463463374607431768211455";
        assert_eq!(heard[0], format!(r#"{{"solutions":"{number}","classes":null,"share":0.5}}"#));
        Hearer::default().tell(&0);
    }
}
