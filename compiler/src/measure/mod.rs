//! Measuring a device through its PJRT plugin: the figures of a profile, and how near predictions come to whole programs.
//!
//! [`bench`] times programs, [`curves`] are products and elementwise ops over sizes, [`kernels`] those of a model, [`check`] compares predictions. Times are medians
//! of repeated runs after a warm-up. Invariants: nothing that a budget of seconds cannot hold is begun, so that a slow device gets a shorter
//! profile, never a hanging one; what is measured is what the plugin compiles with all its optimisations.

pub mod bench;
pub mod check;
pub mod curves;
pub mod kernels;

pub use bench::{Bench, Sample};

use std::time::{SystemTime, UNIX_EPOCH};

/// Today's date in UTC, `2026-11-28`.
pub fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    date(days)
}

/// The date so many days after 1970-01-01 in the Gregorian calendar.
fn date(days: u64) -> String {
    let leap = |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    // 400 years are 146097 days.
    year += left / 146_097 * 400;
    left %= 146_097;
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    /// Unix days as `date -u -d DATE +%s` gives them, divided by 86400.
    #[test]
    fn dates_follow_the_calendar() {
        let known = [(0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (11_016, "2000-02-29"), (11_322, "2000-12-31"), (20_785, "2026-11-28"), (157_113, "2400-02-29")];
        for (days, text) in known {
            assert_eq!(date(days), text);
        }
    }
}
