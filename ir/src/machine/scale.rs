//! A machine of a certain size.
//!
//! Invariants: the sizes of units grow outwards and the last is at least the number of devices asked for; a machine that cannot have
//! that many devices is refused, never rounded.

use super::{Level, Machine, MachineError, Topology, Wrap};

/// How many devices the units of each level have, for a given number of devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaled {
    /// Devices.
    pub devices: u64,
    /// Devices in one unit of each level, innermost first (nodes of 8 and 3 of them: 8, 24).
    pub unit_devices: Vec<u64>,
    /// Dimensions of the grid at level 0, outermost first; empty where level 0 is no ring or torus.
    pub torus: Vec<TorusAxis>,
}

/// One dimension of a torus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TorusAxis {
    /// Devices along it.
    pub size: u64,
    /// Whether the last is linked to the first.
    pub closed: bool,
}

impl Machine {
    /// The machine with so many devices: as many nodes as hold them, the last perhaps not full; a torus in one of its shapes, or several
    /// of the largest.
    ///
    /// # Errors
    /// That the machine cannot have so many devices, and how many it can.
    pub fn scaled(&self, devices: u64) -> Result<Scaled, MachineError> {
        let at = |index: usize, message: String| MachineError { file: self.name.clone(), field: format!("levels[{index}]"), message };
        let Some(first) = self.levels.first() else { return Err(at(0, "a machine must have at least one level, got 0".to_owned())) };
        let devices = devices.max(1);
        let torus = torus_of(first, devices).map_err(|message| at(0, message))?;
        let mut unit_devices = Vec::with_capacity(self.levels.len());
        let mut below = 1u64;
        for (index, level) in self.levels.iter().enumerate() {
            let last = index + 1 == self.levels.len();
            let units = match (level.units, index) {
                (_, 0) if !torus.is_empty() => torus.iter().fold(1u64, |product, axis| product.saturating_mul(axis.size)),
                (Some(units), _) => units,
                (None, _) => devices.div_ceil(below),
            };
            let total = below.saturating_mul(units);
            if last && total < devices {
                return Err(at(index, format!("machine {} has at most {total} devices, the mesh has {devices}", self.name)));
            }
            unit_devices.push(total);
            below = total;
        }
        Ok(Scaled { devices, unit_devices, torus })
    }
}

/// The grid of level 0.
fn torus_of(level: &Level, devices: u64) -> Result<Vec<TorusAxis>, String> {
    match &level.topology {
        Topology::Ring { closed } => Ok(vec![TorusAxis { size: level.units.unwrap_or(devices), closed: *closed }]),
        Topology::Torus { shapes, wrap } => {
            let count = |shape: &[u64]| shape.iter().fold(1u64, |product, &size| product.saturating_mul(size));
            let fits = |shape: &&Vec<u64>| count(shape) == devices;
            let whole = shapes.last().filter(|shape| devices > count(shape) && devices.is_multiple_of(count(shape)));
            let Some(shape) = shapes.iter().find(fits).or(whole) else {
                let sizes: Vec<String> = shapes.iter().map(|shape| count(shape).to_string()).collect();
                return Err(format!("a slice of {} has {} devices (or several of the largest), the mesh has {devices}", level.name, sizes.join(", ")));
            };
            let closed = |size: u64| match *wrap {
                Wrap::Always => true,
                Wrap::Never => false,
                Wrap::Size(of) => size == of,
                Wrap::MultipleOf(of) => size.is_multiple_of(of),
            };
            Ok(shape.iter().map(|&size| TorusAxis { size, closed: closed(size) }).collect())
        }
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::builtin;
    use super::*;

    #[test]
    fn nodes_are_as_many_as_hold_the_devices() {
        let machine = builtin("dgx-h100").unwrap();
        assert_eq!(machine.scaled(20).unwrap().unit_devices, [8, 24]);
        assert_eq!(machine.scaled(1).unwrap().unit_devices, [8, 8]);
    }

    #[test]
    fn a_slice_has_one_of_its_shapes() {
        // Of v5e only an axis of 16 is closed.
        let machine = builtin("tpu-v5e").unwrap();
        let axis = |size, closed| TorusAxis { size, closed };
        assert_eq!(machine.scaled(128).unwrap().torus, [axis(8, false), axis(16, true)]);
        assert_eq!(machine.scaled(512).unwrap().unit_devices, [256, 512]);
        let why = machine.scaled(12).unwrap_err().to_string();
        assert!(why.starts_with("tpu-v5e: levels[0]: a slice of ici has 1, 4, 8, 16, ") && why.ends_with("the mesh has 12"), "{why}");
        // Of v4 and v5p every multiple of 4 is closed.
        assert_eq!(builtin("tpu-v4").unwrap().scaled(32).unwrap().torus, [axis(2, false), axis(4, true), axis(4, true)]);
    }

    #[test]
    fn a_machine_that_is_too_small_is_refused() {
        let mut machine = builtin("dgx-h100").unwrap();
        machine.levels[1].units = Some(4);
        assert_eq!(machine.scaled(33).unwrap_err().to_string(), "dgx-h100: levels[1]: machine dgx-h100 has at most 32 devices, the mesh has 33");
    }
}
