//! Whole numbers as people write them, and why a text is none.

use std::num::IntErrorKind;

/// The number that a text is.
///
/// # Errors
/// `… is too large` (or too small) with the bound where only that is wrong, else `expected a whole number, got …`.
pub fn whole(text: &str) -> Result<i64, String> {
    text.trim().parse::<i64>().map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow => format!("{text} is too large: at most {}", i64::MAX),
        IntErrorKind::NegOverflow => format!("{text} is too small: at least {}", i64::MIN),
        _ => format!("expected a whole number, got `{text}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn what_is_no_number_and_what_is_too_large_are_told_apart() {
        assert_eq!(whole("-12"), Ok(-12));
        assert_eq!(whole("1e9").unwrap_err(), "expected a whole number, got `1e9`");
        assert_eq!(whole("9223372036854775808").unwrap_err(), "9223372036854775808 is too large: at most 9223372036854775807");
    }
}
