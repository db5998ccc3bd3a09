//! Reading JSON files that people write: what is wrong is said in words, with the field and the line.
//!
//! Invariants: nothing is read after an error; the same text gives the same words.

use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::fmt;

/// What is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonFault {
    /// The field, such as `levels[0].latency_us`; empty where no field is at fault.
    pub field: String,
    /// What is wrong, and on which line.
    pub message: String,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.field, self.message) }
    }
}

/// Reads a document; `what` says what it should be: `a plan`.
///
/// # Errors
/// The field and what is wrong with it.
pub fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, JsonFault> {
    // Following paths takes time: only where there is something to tell.
    let plain = match serde_json::from_str(text) {
        Ok(found) => return Ok(found),
        Err(plain) => plain,
    };
    let mut json = serde_json::Deserializer::from_str(text);
    let found: Result<T, _> = serde_path_to_error::deserialize(&mut json);
    let path = found.err().map_or_else(String::new, |error| error.path().to_string());
    Err(fault(&plain, path, what))
}

fn fault(error: &serde_json::Error, path: String, what: &str) -> JsonFault {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let line = if error.line() > 0 { format!(" (line {}, column {})", error.line(), error.column()) } else { String::new() };
    if error.classify() != Category::Data {
        return JsonFault { field: String::new(), message: format!("is no JSON, which {what} is: {message}{line}") };
    }
    let field = if matches!(path.as_str(), "." | "?") { String::new() } else { path };
    let of = if field.is_empty() { format!("{what} ") } else { String::new() };
    let split = |kind: &str| message.strip_prefix(kind).and_then(|rest| rest.rsplit_once(", expected "));
    let words = if let Some((got, wanted)) = split("invalid type: ").or_else(|| split("invalid value: ")) {
        format!("{of}must be {}, got {}", expected(wanted), given(got))
    } else if let Some((length, wanted)) = split("invalid length ") {
        match wanted {
            wanted if wanted.starts_with("struct ") => format!("{of}must be an object with named fields, got a list"),
            wanted => format!("{of}must be {}, got {length} elements", expected(wanted)),
        }
    } else {
        message.to_owned()
    };
    JsonFault { field, message: words + &line }
}

/// What serde expects, in words.
fn expected(what: &str) -> String {
    let number = what.strip_prefix(['i', 'u']).is_some_and(|rest| rest == "size" || rest.parse::<u8>().is_ok());
    match what {
        "a string" | "string" => "a text".to_owned(),
        "a sequence" | "sequence" => "a list".to_owned(),
        "a map" | "map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "f64" | "f32" => "a number".to_owned(),
        what if what.starts_with("struct ") => "an object with named fields".to_owned(),
        what if what.starts_with("a tuple of size ") => format!("a list of {}", &what["a tuple of size ".len()..]),
        _ if number && what.starts_with('u') => "a whole number of at least 0".to_owned(),
        _ if number => "a whole number".to_owned(),
        what => what.to_owned(),
    }
}

/// What serde found, in words.
fn given(what: &str) -> String {
    let inner = |prefix: &str| what.strip_prefix(prefix).map(|rest| rest.trim_matches('`').to_owned());
    match what {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "null" => "nothing (null)".to_owned(),
        what if what.starts_with("string ") => format!("the text {}", &what["string ".len()..]),
        _ => inner("integer ").or_else(|| inner("floating point ")).or_else(|| inner("boolean ")).unwrap_or_else(|| what.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "read alone matters")]
    struct Thing {
        size: u32,
        names: BTreeMap<String, String>,
        pair: (i64, i64),
    }

    #[test]
    fn what_is_wrong_is_said_in_words_with_field_and_line() {
        let fault = |text: &str| read::<Thing>(text, "a thing").unwrap_err().to_string();
        assert_eq!(fault("[]"), "a thing must be an object with named fields, got a list (line 1, column 2)");
        assert_eq!(fault("\"x\""), "a thing must be an object with named fields, got the text \"x\" (line 1, column 3)");
        assert_eq!(fault("{\n\"size\": \"2\"}"), "size: must be a whole number of at least 0, got the text \"2\" (line 2, column 11)");
        assert_eq!(fault(r#"{"size": 2, "names": {"a": {}}}"#), "names.a: must be a text, got an object (line 1, column 27)");
        assert_eq!(fault(r#"{"size": 2, "names": []}"#), "names: must be an object, got a list (line 1, column 21)");
        assert!(fault(r#"{"size": -1}"#).starts_with("size: must be a whole number of at least 0, got -1"));
        assert!(fault(r#"{"size": 2, "names": {}, "pair": [1]}"#).starts_with("pair: must be a list of 2, got 1 elements"));
        assert!(fault(r#"{"size": 2, "names": {}}"#).starts_with("missing field `pair`"));
        assert!(fault(r#"{"sise": 2}"#).starts_with("sise: unknown field `sise`"));
        assert!(fault("{\"size\":").starts_with("is no JSON, which a thing is: EOF while parsing"));
        assert!(fault("").starts_with("is no JSON"));
    }
}
