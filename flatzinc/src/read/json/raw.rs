//! JSON as it stands in the text: keys in order, twice where they stand twice.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A value of JSON.
///
/// `serde_json::Value` would merge keys that stand twice and sort them all.
#[derive(Debug)]
pub(super) enum Raw<'a> {
    Null,
    Boolean(bool),
    Integer(i64),
    /// An integer beyond 64 bits.
    Huge(u64),
    Float(f64),
    Text(Cow<'a, str>),
    Array(Vec<Raw<'a>>),
    Object(Vec<(Cow<'a, str>, Raw<'a>)>),
}

impl Raw<'_> {
    /// As it is written, if it is a single value.
    pub(super) fn word(&self) -> String {
        match self {
            Raw::Null => "null".to_owned(),
            Raw::Boolean(value) => value.to_string(),
            Raw::Integer(value) => value.to_string(),
            Raw::Huge(value) => value.to_string(),
            Raw::Float(value) => format!("{value:?}"),
            Raw::Text(text) => text.to_string(),
            Raw::Array(_) => "[".to_owned(),
            Raw::Object(_) => "{".to_owned(),
        }
    }
}

/// A string, borrowed from the text where that has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<'de>, D::Error> {
        match Raw::deserialize(deserializer)? {
            Raw::Text(text) => Ok(Text(text)),
            _ => Err(serde::de::Error::custom("a key is a string")),
        }
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Raw<'de>, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw<'de>, E> {
        Ok(Raw::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw<'de>, E> {
        Ok(Raw::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw<'de>, E> {
        Ok(i64::try_from(value).map_or(Raw::Huge(value), Raw::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Raw<'de>, E> {
        Ok(Raw::Float(value))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Raw<'de>, A::Error> {
        let mut array = Vec::new();
        while let Some(element) = elements.next_element()? {
            array.push(element);
        }
        Ok(Raw::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw<'de>, A::Error> {
        let mut object = Vec::new();
        while let Some((Text(key), value)) = entries.next_entry()? {
            object.push((key, value));
        }
        Ok(Raw::Object(object))
    }
}

impl<'de> Deserialize<'de> for Raw<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw<'de>, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}
