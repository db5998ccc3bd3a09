//! Machines: what the devices can do and how they are joined.
//!
//! A machine is a device and a list of levels, innermost first: level 0 joins devices into a unit (a node, a slice), level 1 joins
//! those units, and so on. Device `d` lies in unit `d / n` of level 0, where `n` is the number of devices that level 0 joins.
//! Units: 1 gigabyte is 1e9 bytes, 1 teraflop/s is 1e12 operations a second, latencies are microseconds; bandwidths are those of one
//! direction. Invariants of a machine that was read ([`Machine::parse`]): every figure is finite and positive where it must be, every
//! object says where its figures come from, and only the outermost level may join as many units as it is asked to.

mod builtin;
mod file;
mod scale;

pub use builtin::{BUILTIN, DEFAULT_MACHINE, builtin, find};
pub use file::MachineError;
pub use scale::{Scaled, TorusAxis};

use crate::types::{ElementClass, ElementType};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// A kind of machine, of no particular size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Its name: lower case, digits and dashes.
    pub name: String,
    /// What it is, in a line.
    pub summary: String,
    /// The device of which it has many.
    pub device: DeviceSpec,
    /// How devices are joined, innermost first; at least one.
    pub levels: Vec<Level>,
    /// The software that moves data.
    pub library: Library,
}

/// What one device can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceSpec {
    /// The product's name.
    pub name: String,
    /// Peak dense rate by type of operand, in 1e12 operations a second: `f64`, `f32`, `tf32`, `f16`, `bf16`, `f8`, `i8`.
    /// `tf32` is what products of `f32` run at where reduced precision is allowed.
    pub teraflops: IndexMap<String, f64>,
    /// Part of the peak rate that a large matrix product reaches.
    pub matmul_efficiency: f64,
    /// Time that a matrix product loses to filling and draining the device, in microseconds: one that would take `t` at full
    /// efficiency reaches `t / (t + ramp)` of it. 0 where left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub matmul_ramp_us: f64,
    /// Memory, in 1e9 bytes.
    pub memory_gigabytes: f64,
    /// Peak bandwidth of the memory, in 1e9 bytes a second.
    pub memory_gigabytes_per_second: f64,
    /// Part of that bandwidth that a large elementwise op reaches.
    pub memory_efficiency: f64,
    /// The same for ops that the memory bounds, in microseconds. 0 where left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub memory_ramp_us: f64,
    /// Rate at which the device adds what it receives to what it has, in 1e9 bytes a second; left out where that is hidden behind the
    /// transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduce_gigabytes_per_second: Option<f64>,
    /// Time from the end of one kernel to the start of the next that waits for nothing else, in microseconds. 0 where left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub launch_us: f64,
    /// Where the figures come from.
    pub source: String,
}

/// One level of the hierarchy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What the level is called: `nvlink`, `infiniband`, `ici`, ….
    pub name: String,
    /// How many units of the level below (devices, at level 0) one unit of this level has; left out at the outermost level where any
    /// number will do, and for a torus, whose shapes say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<u64>,
    /// How the units are joined.
    pub topology: Topology,
    /// Links that each device has at this level (a network adapter that 8 devices share is 0.125): at a switch to the switch, in a full
    /// mesh to each peer, in a torus in each direction of each dimension; a graph says it itself.
    #[serde(default = "one")]
    pub links_a_device: f64,
    /// Bandwidth of one link, one direction, in 1e9 bytes a second.
    pub gigabytes_per_second: f64,
    /// Part of it that collectives reach.
    pub efficiency: f64,
    /// Part of it that one large message from one device to another reaches; as `efficiency` where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_efficiency: Option<f64>,
    /// From the first byte sent to the first received, in microseconds.
    pub latency_us: f64,
    /// Where the figures come from.
    pub source: String,
}

/// How the units of a level are joined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Topology {
    /// Every unit on one switch (or a fat tree without oversubscription) that carries all of them at once.
    Switch,
    /// A tree whose trunk carries less than its leaves together: PCIe switches behind one host bridge, an oversubscribed network.
    Tree {
        /// By how much: 2 means that the trunk carries half of what the leaves can send.
        oversubscription: f64,
    },
    /// A link from every unit to every other.
    FullyConnected,
    /// Links between some pairs: `[from, to, number of links]`.
    Graph {
        /// The links; each pair once.
        links: Vec<[u64; 3]>,
    },
    /// Units in a row, each linked to the next.
    Ring {
        /// Whether the last is linked to the first.
        closed: bool,
    },
    /// A grid of units, each linked to its neighbours; units are numbered with the last dimension running fastest.
    Torus {
        /// The shapes in which it is to be had.
        shapes: Vec<Vec<u64>>,
        /// Which dimensions are closed to rings.
        wrap: Wrap,
    },
}

/// Which dimensions of a torus are closed to rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wrap {
    /// All.
    Always,
    /// None: a grid.
    Never,
    /// Those of exactly this size.
    Size(u64),
    /// Those whose size is a multiple of this.
    MultipleOf(u64),
}

/// The software that moves data: which algorithms it has and what a call costs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Library {
    /// NVIDIA's NCCL (or AMD's RCCL), priced by its published tuning tables. The outermost level is the network.
    Nccl(Nccl),
    /// Alpha-beta prices of named algorithms; the cheapest is chosen.
    Algorithms {
        /// Algorithms that the library has, by name.
        names: Vec<String>,
        /// What every call costs before the first byte moves, in microseconds.
        call_us: f64,
        /// Where that comes from.
        source: String,
    },
}

/// What NCCL's tuning depends on besides bandwidths.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nccl {
    /// The GPUs' generation.
    pub generation: Generation,
    /// How the GPUs of a node are joined.
    pub intra: Intra,
    /// The hosts' processors.
    pub host: Host,
    /// Channels that NCCL opens.
    pub channels: u32,
    /// Channels of reductions in the switch; 0 where the switch cannot reduce (or the feature is off).
    pub nvls_channels: u32,
    /// Where that comes from.
    pub source: String,
}

/// Generation of an NVIDIA GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "NVIDIA's names")]
pub enum Generation {
    Volta,
    Ampere,
    Hopper,
    Blackwell,
}

/// What joins the GPUs of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Intra {
    Nvlink,
    Pci,
}

/// Maker of the hosts' processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the makers' names")]
pub enum Host {
    Intel,
    Amd,
}

impl DeviceSpec {
    /// Peak rate for operands of this type, in operations a second: that of the type itself, else of the next wider one that the device
    /// lists (a product of `f8` on a device without it is computed in `f16`). `None` where it lists none that is wide enough.
    pub fn flops(&self, ty: ElementType) -> Option<f64> {
        let names: &[&str] = match (ty.class(), ty.bits()) {
            (ElementClass::Float, 64) => &["f64"],
            (ElementClass::Complex, 128) => &["f64"],
            (ElementClass::Complex, _) => &["f32", "f64"],
            (ElementClass::Float, 32) => &["f32", "f64"],
            (ElementClass::Float, 16) if ty == ElementType::F16 => &["f16", "bf16", "f32", "f64"],
            (ElementClass::Float, 16) => &["bf16", "f16", "f32", "f64"],
            (ElementClass::Float, _) => &["f8", "f16", "bf16", "f32", "f64"],
            (_, 1..=8) => &["i8", "f32", "f64"],
            _ => &["f32", "f64"],
        };
        names.iter().find_map(|name| self.teraflops.get(*name)).map(|rate| rate * 1e12)
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> u64 {
        (self.memory_gigabytes * 1e9) as u64
    }
}

impl Level {
    /// Seconds that one byte takes on one link in collectives.
    pub fn seconds_a_byte(&self) -> f64 {
        1.0 / (self.gigabytes_per_second * 1e9 * self.efficiency)
    }

    /// Seconds that one byte takes on one link in one large message.
    pub fn seconds_a_message_byte(&self) -> f64 {
        1.0 / (self.gigabytes_per_second * 1e9 * self.message_efficiency.unwrap_or(self.efficiency))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn one() -> f64 {
    1.0
}
