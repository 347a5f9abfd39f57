//! Why a search has no answer.

use std::fmt;

use gordian_encoders::encode::EncodingError;
use gordian_flatzinc::mapping::MappingError;
use gordian_flatzinc::{EvaluationError, Place};
use gordian_lazy::flatzinc::TranslationError;
use gordian_queries::QueryError;

/// Why a search has no answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// The model cannot be turned into a problem.
    Mapping(MappingError),
    /// The problem is too large for a formula.
    Encoding(EncodingError),
    /// The formula would be too large, and not all constraints can be propagated instead.
    TooLarge {
        /// The part of the formula that is too large.
        error: Box<SearchError>,
        /// Why the model cannot be propagated.
        refusal: TranslationError,
    },
    /// The query refused.
    Query(QueryError),
    /// A constraint cannot be judged.
    Judgement(EvaluationError),
    /// An assignment was found that is no solution, a defect of this program. It breaks this constraint.
    Wrong(String),
}

impl SearchError {
    /// Whether no solution was searched yet, since the formula of the model would be too large.
    pub(crate) fn is_too_large(&self) -> bool {
        matches!(self, SearchError::Encoding(_) | SearchError::Mapping(MappingError::TooLarge { .. }))
    }

    /// Whether the question is refused since it is too much for every kind of search.
    pub(crate) fn is_refusal(&self) -> bool {
        self.is_too_large() || matches!(self, SearchError::TooLarge { .. })
    }

    /// The place of the constraint or the variable that the error is about, if there is one.
    pub fn place(&self) -> Place {
        match self {
            SearchError::Mapping(error) => error.place(),
            SearchError::TooLarge { error, .. } => error.place(),
            _ => Place::default(),
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Mapping(error) => error.fmt(f),
            SearchError::Encoding(error) => write!(f, "the model is too large: {error}"),
            SearchError::TooLarge { error, refusal } => write!(f, "{error}; nor can it be propagated: {refusal}"),
            SearchError::Query(error) => error.fmt(f),
            SearchError::Judgement(error) => error.fmt(f),
            SearchError::Wrong(words) => {
                write!(f, "a defect of this program: an assignment was found that breaks `{words}`")
            }
        }
    }
}

impl std::error::Error for SearchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SearchError::Mapping(error) => Some(error),
            SearchError::Encoding(error) => Some(error),
            SearchError::TooLarge { error, .. } => Some(error),
            SearchError::Query(error) => Some(error),
            SearchError::Judgement(error) => Some(error),
            SearchError::Wrong(_) => None,
        }
    }
}

impl From<MappingError> for SearchError {
    fn from(error: MappingError) -> SearchError {
        SearchError::Mapping(error)
    }
}

impl From<EncodingError> for SearchError {
    fn from(error: EncodingError) -> SearchError {
        SearchError::Encoding(error)
    }
}

impl From<QueryError> for SearchError {
    fn from(error: QueryError) -> SearchError {
        SearchError::Query(error)
    }
}

impl From<EvaluationError> for SearchError {
    fn from(error: EvaluationError) -> SearchError {
        SearchError::Judgement(error)
    }
}
