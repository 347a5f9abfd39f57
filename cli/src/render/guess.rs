//! Numbers that were estimated.

use gordian_queries::Estimate;
use serde::Serialize;

/// A number that random samples suggest.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Guess {
    /// The logarithm of the number to base ten; null if all samples were zero.
    log10: Option<f64>,
    /// The relative standard error, like 0.1 for ten percent; null if nothing is known about it.
    error: Option<f64>,
}

impl Guess {
    /// An estimate, doubled so many times.
    pub(crate) fn new(estimate: Estimate, doublings: usize) -> Guess {
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        let log10 = finite(estimate.log10()).map(|log10| log10 + doublings as f64 * std::f64::consts::LOG10_2);
        Guess { log10, error: finite(estimate.error()) }
    }

    /// A sentence about so many `things`.
    pub(crate) fn sentence(&self, things: &str) -> String {
        let Some(log10) = self.log10 else { return format!("Random samples found no {things}, so there may be few.") };
        let number = match log10 {
            0.0..6.0 => format!("{:.0}", 10f64.powf(log10)),
            _ => {
                // Rounding to two digits may bring a third one before the point.
                let tenths = (10.0 * 10f64.powf(log10 - log10.floor())).round();
                let (tenths, exponent) =
                    if tenths < 100.0 { (tenths, log10.floor()) } else { (10.0, log10.floor() + 1.0) };
                format!("{:.1}e{exponent:.0}", tenths / 10.0)
            }
        };
        match self.error {
            Some(error) if error < 1.0 => {
                format!(
                    "Random samples suggest about {number} {things}, give or take {:.0} %.",
                    (100.0 * error).max(1.0)
                )
            }
            _ => format!("Random samples suggest very roughly {number} {things}."),
        }
    }
}
