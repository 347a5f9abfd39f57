//! Constraints that stand for many, as statements.

use super::arguments::Arguments;
use super::error::MappingError;
use super::statement::{Demand, Global};

/// What a constraint of this name demands; `None` where it is not known.
pub(super) fn demand(name: &str, of: Arguments<'_>) -> Result<Option<Demand>, MappingError> {
    Ok(Some(match name {
        "all_different_int" | "alldifferent" | "all_different" => {
            Demand::AllDifferent(of.numbers(0)?.into_iter().map(|number| (number, 0)).collect())
        }
        "table_int" => {
            let (variables, cells) = (of.numbers(0)?, of.constants(1)?);
            if variables.is_empty() || cells.len() % variables.len() != 0 {
                return Err(of.wrong("the table has no whole rows"));
            }
            let rows = cells.chunks(variables.len()).map(<[i64]>::to_vec).collect();
            Demand::Global(Global::Table { of: variables, rows })
        }
        "all_equal_int" => Demand::Global(Global::AllEqual(of.numbers(0)?)),
        _ => return Ok(None),
    }))
}
