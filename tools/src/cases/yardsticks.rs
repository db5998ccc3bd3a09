//! What other partitioners send for the same annotated modules, and how we compare.
//!
//! The file is what `testdata/bank/yardsticks.py` writes:
//! `{ "versions", "cases": { "MODEL/SET": { "module", "xla": { KIND: { "count", "wire_bytes" } } or null, "shardy": … } } }`, `module` the [`fingerprint`]
//! of the text that was measured. Invariant: a case is compared only with what was measured, never with a guess.

use serde_json::Value;
use shardwright_compiler::testing::rng::fnv1a;
use shardwright_passes::analysis::traffic::Traffic;
use std::collections::BTreeMap;
use std::path::Path;

/// How often collectives run and what one device sends, by kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sent {
    /// Kind, runs, bytes on the wire.
    pub kinds: Vec<(String, i64, f64)>,
}

/// One case, measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Yardstick {
    /// Fingerprint of the module that was measured.
    pub module: String,
    /// XLA's partitioner; `None` where it refuses the module.
    pub xla: Option<Sent>,
    /// Shardy's passes; `None` where they do not lower the module whole.
    pub shardy: Option<Sent>,
}

/// How we compare with the lesser of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Fewer bytes.
    Fewer,
    /// As many.
    Equal,
    /// More.
    More,
}

impl Sent {
    /// What a per-device program sends, unrounded.
    pub fn of(traffic: &Traffic) -> Sent {
        let mut kinds: Vec<(String, i64, f64)> = Vec::new();
        for site in &traffic.sites {
            let (group, bytes) = (site.group as f64, site.bytes as f64);
            let once = match site.kind {
                "all_reduce" => 2.0 * (group - 1.0) / group * bytes,
                "all_gather" | "all_to_all" => (group - 1.0) / group * bytes,
                "reduce_scatter" => (group - 1.0) * bytes,
                _ => bytes,
            };
            let sent = once * site.times as f64;
            match kinds.iter_mut().find(|(kind, ..)| kind == site.kind) {
                Some((_, count, sum)) => (*count, *sum) = (*count + site.times, *sum + sent),
                None => kinds.push((site.kind.to_owned(), site.times, sent)),
            }
        }
        kinds.sort_by(|a, b| a.0.cmp(&b.0));
        Sent { kinds }
    }

    /// Bytes of all kinds.
    pub fn bytes(&self) -> f64 {
        self.kinds.iter().fold(0.0, |sum, (.., bytes)| sum + bytes)
    }

    /// `AG 2, AR 4`.
    pub fn counts(&self) -> String {
        let short = |kind: &str| kind.split('_').filter_map(|word| word.chars().next()).map(|c| c.to_ascii_uppercase()).collect::<String>();
        self.kinds.iter().map(|(kind, count, _)| format!("{} {count}", short(kind).replace("ATA", "A2A"))).collect::<Vec<_>>().join(", ")
    }
}

impl Yardstick {
    /// How `ours` compares with the lesser of the others; `None` where neither was measured.
    pub fn verdict(&self, ours: &Sent) -> Option<Verdict> {
        // Half a byte is beneath every collective.
        const ROUNDING: f64 = 0.5;
        let least = [&self.xla, &self.shardy].into_iter().flatten().map(Sent::bytes).min_by(f64::total_cmp)?;
        Some(match ours.bytes() - least {
            more if more > ROUNDING => Verdict::More,
            less if less < -ROUNDING => Verdict::Fewer,
            _ => Verdict::Equal,
        })
    }
}

/// Reads a file of yardsticks.
///
/// # Errors
/// Where it is malformed.
pub fn read_yardsticks(path: &Path) -> Result<BTreeMap<String, Yardstick>, String> {
    let at = |why: String| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| at(error.to_string()))?;
    let file: Value = serde_json::from_str(&text).map_err(|error| at(error.to_string()))?;
    let cases = file["cases"].as_object().ok_or_else(|| at("`cases` must be an object".to_owned()))?;
    let mut found = BTreeMap::new();
    for (name, case) in cases {
        let sent = |who: &str| sent(&case[who]).map_err(|why| at(format!("{name}: {who}: {why}")));
        let module = case["module"].as_str().unwrap_or_default().to_owned();
        found.insert(name.clone(), Yardstick { module, xla: sent("xla")?, shardy: sent("shardy")? });
    }
    Ok(found)
}

fn sent(value: &Value) -> Result<Option<Sent>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let mut kinds = Vec::new();
    for (kind, total) in value.as_object().ok_or("must be an object or null")? {
        let (count, bytes) = (total["count"].as_i64(), total["wire_bytes"].as_f64());
        let (Some(count), Some(bytes)) = (count, bytes) else { return Err(format!("`{kind}` needs `count` and `wire_bytes`")) };
        kinds.push((kind.clone(), count, bytes));
    }
    Ok(Some(Sent { kinds }))
}

/// The 64-bit FNV-1a hash of a text, in hexadecimal: tells whether a module is the one that was measured.
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", fnv1a(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(bytes: f64) -> Sent {
        Sent { kinds: vec![("all_reduce".to_owned(), 1, bytes)] }
    }

    #[test]
    fn the_lesser_of_the_others_counts() {
        let both = Yardstick { module: String::new(), xla: Some(sent(8.0)), shardy: Some(sent(6.0)) };
        assert_eq!(both.verdict(&sent(6.0)), Some(Verdict::Equal));
        assert_eq!(both.verdict(&sent(7.0)), Some(Verdict::More));
        assert_eq!(both.verdict(&Sent::default()), Some(Verdict::Fewer));
        assert_eq!(Yardstick { shardy: None, ..both }.verdict(&sent(7.0)), Some(Verdict::Fewer));
        assert_eq!(Yardstick::default().verdict(&sent(7.0)), None);
    }

    #[test]
    fn kinds_are_shown_short() {
        let kinds = ["all_gather", "all_to_all", "collective_permute", "reduce_scatter"].map(|kind| (kind.to_owned(), 2, 0.0));
        assert_eq!(Sent { kinds: kinds.to_vec() }.counts(), "AG 2, A2A 2, CP 2, RS 2");
    }

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        // Test vectors of the hash's authors.
        assert_eq!(fingerprint(""), "cbf29ce484222325");
        assert_eq!(fingerprint("foobar"), "85944171f73967e8");
    }
}
