//! Machine files: JSON, read strictly.
//!
//! Invariants: a field that the format lacks, one left out and one of the wrong type are errors that name the file and the field;
//! so is a figure that no machine can have. A file that was read can be priced without further checks.

use super::{Level, Library, Machine, Topology, Wrap};
use crate::json::{self, JsonFault};
use std::fmt;
use std::path::Path;

/// Why a machine file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineError {
    /// The file, or the name of the built-in machine.
    pub file: String,
    /// The field, such as `levels[0].latency_us`; empty where no field is at fault.
    pub field: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { write!(f, "{}: {}", self.file, self.message) } else { write!(f, "{}: {}: {}", self.file, self.field, self.message) }
    }
}

impl std::error::Error for MachineError {}

/// A machine file is a page or two; one of more than this is none.
const MOST_BYTES: u64 = 1 << 20;
const MOST_LEVELS: usize = 8;
const MOST_UNITS: u64 = 1 << 24;

impl Machine {
    /// Reads a machine file.
    ///
    /// # Errors
    /// The file, the field and what is wrong with it.
    pub fn read(path: &Path) -> Result<Machine, MachineError> {
        let at = |message: String| MachineError { file: path.display().to_string(), field: String::new(), message };
        let size = std::fs::metadata(path).map_err(|error| at(error.to_string()))?.len();
        if size > MOST_BYTES {
            return Err(at(format!("a machine file has at most {MOST_BYTES} bytes, this one has {size}")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| at(error.to_string()))?;
        Machine::parse(&text, &path.display().to_string())
    }

    /// As [`Machine::read`] from text; `file` is what errors call it.
    ///
    /// # Errors
    /// The field and what is wrong with it.
    pub fn parse(text: &str, file: &str) -> Result<Machine, MachineError> {
        let fault = |JsonFault { field, message }| MachineError { file: file.to_owned(), field, message };
        let machine: Machine = json::read(text, "a machine file").map_err(fault)?;
        machine.check().map_err(|(field, message)| MachineError { file: file.to_owned(), field, message })?;
        Ok(machine)
    }

    /// The machine as JSON.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        text.push('\n');
        text
    }

    fn check(&self) -> Result<(), (String, String)> {
        if self.name.is_empty() || self.name.contains(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')) {
            return Err(fault("name", format!("must be lower case letters, digits and dashes, got `{}`", self.name)));
        }
        said("summary", &self.summary)?;
        let device = &self.device;
        said("device.source", &device.source)?;
        const TYPES: [&str; 7] = ["f64", "f32", "tf32", "f16", "bf16", "f8", "i8"];
        for (ty, rate) in &device.teraflops {
            let field = format!("device.teraflops.{ty}");
            if !TYPES.contains(&ty.as_str()) {
                return Err(fault(field, format!("is no type of operand; those are {}", TYPES.join(", "))));
            }
            above_zero(field, *rate)?;
        }
        if !device.teraflops.contains_key("f32") {
            return Err(fault("device.teraflops", "must have a rate of f32"));
        }
        part("device.matmul_efficiency", device.matmul_efficiency)?;
        above_zero("device.memory_gigabytes", device.memory_gigabytes)?;
        above_zero("device.memory_gigabytes_per_second", device.memory_gigabytes_per_second)?;
        part("device.memory_efficiency", device.memory_efficiency)?;
        at_least_zero("device.matmul_ramp_us", device.matmul_ramp_us)?;
        at_least_zero("device.memory_ramp_us", device.memory_ramp_us)?;
        at_least_zero("device.launch_us", device.launch_us)?;
        if let Some(rate) = device.reduce_gigabytes_per_second {
            above_zero("device.reduce_gigabytes_per_second", rate)?;
        }
        if self.levels.is_empty() || self.levels.len() > MOST_LEVELS {
            return Err(fault("levels", format!("must be 1 to {MOST_LEVELS}, got {}", self.levels.len())));
        }
        let mut total = 1u64;
        for (index, level) in self.levels.iter().enumerate() {
            let last = index + 1 == self.levels.len();
            check_level(&format!("levels[{index}]"), index, level, last)?;
            total = total.saturating_mul(level.units.unwrap_or(1));
            if total > MOST_UNITS {
                return Err(fault(format!("levels[{index}].units"), format!("makes {total} devices, at most {MOST_UNITS} are supported")));
            }
        }
        match &self.library {
            Library::Nccl(nccl) => {
                said("library.nccl.source", &nccl.source)?;
                if nccl.channels == 0 || nccl.channels > 1024 || nccl.nvls_channels > 1024 {
                    return Err(fault("library.nccl.channels", format!("must be 1 to 1024, got {} and {}", nccl.channels, nccl.nvls_channels)));
                }
                if self.levels.len() < 2 {
                    return Err(fault("levels", "nccl needs a level within the node and one for the network, got 1"));
                }
            }
            Library::Algorithms { names, call_us, source } => {
                said("library.algorithms.source", source)?;
                at_least_zero("library.algorithms.call_us", *call_us)?;
                if names.is_empty() {
                    return Err(fault("library.algorithms.names", "must name at least one algorithm, got 0"));
                }
            }
        }
        Ok(())
    }
}

fn check_level(at: &str, index: usize, level: &Level, last: bool) -> Result<(), (String, String)> {
    said(&format!("{at}.name"), &level.name)?;
    said(&format!("{at}.source"), &level.source)?;
    above_zero(format!("{at}.links_a_device"), level.links_a_device)?;
    above_zero(format!("{at}.gigabytes_per_second"), level.gigabytes_per_second)?;
    part(&format!("{at}.efficiency"), level.efficiency)?;
    if let Some(efficiency) = level.message_efficiency {
        part(&format!("{at}.message_efficiency"), efficiency)?;
    }
    at_least_zero(&format!("{at}.latency_us"), level.latency_us)?;
    let units = |needed: bool| match level.units {
        Some(0) => Err(fault(format!("{at}.units"), "must be at least 1, got 0")),
        Some(units) if units > MOST_UNITS => Err(fault(format!("{at}.units"), format!("must be at most {MOST_UNITS}, got {units}"))),
        None if needed => Err(fault(format!("{at}.units"), "must say how many units this level joins: only the outermost may leave it out")),
        _ => Ok(()),
    };
    let here = format!("{at}.topology");
    if index > 0 && !matches!(level.topology, Topology::Switch | Topology::Tree { .. }) {
        return Err(fault(here, "must be a switch or a tree: only devices, at level 0, are joined otherwise"));
    }
    match &level.topology {
        Topology::Switch => units(!last),
        Topology::Tree { oversubscription } => {
            if !(oversubscription.is_finite() && *oversubscription >= 1.0) {
                return Err(fault(format!("{here}.tree.oversubscription"), format!("must be at least 1, got {oversubscription}")));
            }
            units(!last)
        }
        Topology::FullyConnected | Topology::Ring { .. } => units(true),
        Topology::Graph { links } => {
            units(true)?;
            let count = level.units.unwrap_or(0);
            for (position, &[from, to, number]) in links.iter().enumerate() {
                let field = format!("{here}.graph.links[{position}]");
                if from >= count || to >= count || from == to {
                    return Err(fault(field, format!("must join two of the units 0 to {}, got {from} and {to}", count - 1)));
                }
                if number == 0 || number > 1024 {
                    return Err(fault(field, format!("must be 1 to 1024 links, got {number}")));
                }
                let same = |other: &[u64; 3]| (other[0], other[1]) == (from, to) || (other[1], other[0]) == (from, to);
                if links[..position].iter().any(same) {
                    return Err(fault(field, format!("names the pair {from} and {to} again")));
                }
            }
            Ok(())
        }
        Topology::Torus { shapes, wrap } => {
            if level.units.is_some() {
                return Err(fault(format!("{at}.units"), "must be left out: the shapes of a torus say it"));
            }
            if matches!(wrap, Wrap::Size(0) | Wrap::MultipleOf(0)) {
                return Err(fault(format!("{here}.torus.wrap"), "must be at least 1, got 0"));
            }
            if shapes.is_empty() || shapes.len() > 256 {
                return Err(fault(format!("{here}.torus.shapes"), format!("must be 1 to 256, got {}", shapes.len())));
            }
            let mut before = 0;
            for (position, shape) in shapes.iter().enumerate() {
                let field = format!("{here}.torus.shapes[{position}]");
                let devices = shape.iter().try_fold(1u64, |product, &size| product.checked_mul(size)).unwrap_or(u64::MAX);
                if shape.is_empty() || shape.len() > 4 || shape.len() != shapes[0].len() || devices == 0 || devices > MOST_UNITS {
                    return Err(fault(field, format!("must have 1 to 4 sizes, as many as the others, and at most {MOST_UNITS} devices, got {shape:?}")));
                }
                if devices <= before {
                    return Err(fault(field, format!("must have more devices than the shape before it ({before}), got {devices}")));
                }
                before = devices;
            }
            Ok(())
        }
    }
}

fn fault(field: impl Into<String>, message: impl Into<String>) -> (String, String) {
    (field.into(), message.into())
}

fn said(field: &str, text: &str) -> Result<(), (String, String)> {
    if text.trim().is_empty() { Err(fault(field, "must not be empty")) } else { Ok(()) }
}

fn above_zero(field: impl Into<String>, value: f64) -> Result<(), (String, String)> {
    if value.is_finite() && value > 1e-9 && value < 1e12 { Ok(()) } else { Err(fault(field, format!("must be above 0 and below 1e12, got {value}"))) }
}

fn at_least_zero(field: &str, value: f64) -> Result<(), (String, String)> {
    if value.is_finite() && (0.0..1e12).contains(&value) { Ok(()) } else { Err(fault(field, format!("must be at least 0 and below 1e12, got {value}"))) }
}

fn part(field: &str, value: f64) -> Result<(), (String, String)> {
    if value > 1e-6 && value <= 1.0 { Ok(()) } else { Err(fault(field, format!("must be above 0 and at most 1, got {value}"))) }
}

#[cfg(test)]
mod tests {
    use super::super::builtin;
    use super::*;

    fn edited(change: impl FnOnce(&mut serde_json::Value)) -> String {
        let mut value: serde_json::Value = serde_json::from_str(&builtin("dgx-h100").unwrap().to_json()).unwrap();
        change(&mut value);
        Machine::parse(&value.to_string(), "m.json").unwrap_err().to_string()
    }

    #[test]
    fn a_machine_reads_back_what_it_wrote() {
        for name in super::super::BUILTIN.iter().map(|(name, _)| name) {
            let machine = builtin(name).unwrap();
            assert_eq!(Machine::parse(&machine.to_json(), "again").unwrap(), machine);
        }
    }

    #[test]
    fn errors_name_the_file_and_the_field() {
        assert_eq!(
            edited(|machine| machine["levels"][0]["latency_us"] = (-1).into()),
            "m.json: levels[0].latency_us: must be at least 0 and below 1e12, got -1"
        );
        let unknown = edited(|machine| machine["device"]["cores"] = 132.into());
        assert!(unknown.starts_with("m.json: device.cores: unknown field `cores`"), "{unknown}");
        let missing = edited(|machine| drop(machine["levels"][1].as_object_mut().unwrap().remove("source")));
        assert!(missing.starts_with("m.json: levels[1]: missing field `source`"), "{missing}");
        let ty = edited(|machine| machine["device"]["memory_gigabytes"] = "eighty".into());
        assert!(ty.starts_with("m.json: device.memory_gigabytes: must be a number, got the text \"eighty\""), "{ty}");
        assert_eq!(edited(|machine| machine["device"]["source"] = " ".into()), "m.json: device.source: must not be empty");
        assert_eq!(
            edited(|machine| machine["levels"][1]["topology"] = serde_json::json!("fully-connected")),
            "m.json: levels[1].topology: must be a switch or a tree: only devices, at level 0, are joined otherwise"
        );
        assert_eq!(
            edited(|machine| machine["levels"][0]["topology"] = serde_json::json!({ "torus": { "shapes": [[2, 2], [2, 1]], "wrap": "never" } })),
            "m.json: levels[0].units: must be left out: the shapes of a torus say it"
        );
        assert!(Machine::parse("{", "m.json").unwrap_err().to_string().starts_with("m.json: is no JSON, which a machine file is: EOF while parsing"));
        assert!(Machine::parse(&format!("{} x", builtin("cpu").unwrap().to_json()), "m.json").unwrap_err().to_string().contains("trailing characters"));
        assert!(Machine::read(Path::new("no-such.json")).unwrap_err().to_string().starts_with("no-such.json: "));
    }
}
