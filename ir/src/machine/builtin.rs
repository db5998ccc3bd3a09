//! Machines that come with the program: files of `ir/machines`, embedded.
//!
//! Invariant: all of them read (a test reads each) and are called by their file's name; the list is in alphabetic order.

use super::{Machine, MachineError};

/// The machine that is priced where none is named: today's common training node, which takes meshes of any number of devices.
pub const DEFAULT_MACHINE: &str = "dgx-h100";

macro_rules! machines {
    ($($name:literal),* $(,)?) => {
        /// Names and texts of the built-in machines.
        pub const BUILTIN: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../machines/", $name, ".json")))),*];
    };
}

machines! {
    "cpu", "dgx-a100", "dgx-b200", "dgx-h100", "dgx-v100", "ethernet", "hgx-h200", "mi300x", "pcie", "tpu-v3", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e",
}

/// The built-in machine of this name.
///
/// # Errors
/// That there is none, with the names that there are.
pub fn builtin(name: &str) -> Result<Machine, MachineError> {
    let Some((_, text)) = BUILTIN.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
        let message = format!("is neither a file nor a built-in machine; those are {}", names.join(", "));
        return Err(MachineError { file: name.to_owned(), field: String::new(), message });
    };
    Machine::parse(text, name)
}

/// A machine by what a user calls it: the name of a built-in one, else a file.
///
/// # Errors
/// That there is neither, or what is wrong with the file.
pub fn find(name_or_file: &str) -> Result<Machine, MachineError> {
    let built_in = BUILTIN.iter().any(|(known, _)| *known == name_or_file);
    if !built_in && std::path::Path::new(name_or_file).is_file() { Machine::read(std::path::Path::new(name_or_file)) } else { builtin(name_or_file) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_machine_reads_and_bears_the_name_of_its_file() {
        assert!(BUILTIN.is_sorted_by_key(|(name, _)| *name));
        for (name, _) in BUILTIN {
            assert_eq!(builtin(name).unwrap_or_else(|error| panic!("{error}")).name, *name);
        }
        assert!(builtin(DEFAULT_MACHINE).is_ok());
        assert!(builtin("dgx-z").unwrap_err().to_string().starts_with("dgx-z: is neither a file nor a built-in machine; those are cpu, "));
    }
}
