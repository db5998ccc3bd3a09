//! Execution traces of MLCommons Chakra: graphs of what devices do, out of a simulated schedule and into a timeline.
//!
//! * [`of_schedule`]: the graph of a schedule with its costs; [`replay`]: a graph run.
//! * [`file`]: folders of traces, one file a device.
//!
//! Invariant: dependencies, not recorded times, say when a node runs. A graph that comes from a simulation takes as long as the simulation did, to the unit.

pub mod file;
pub mod of_schedule;
pub mod replay;

#[cfg(test)]
mod tests;

use super::Clock;
use shardwright_passes::schedule::Time;

/// The Rust types of the messages, generated from `proto/chakra.proto`.
mod proto {
    #![allow(missing_docs, clippy::all, reason = "generated code: the schema documents it")]
    include!(concat!(env!("OUT_DIR"), "/chakra.rs"));
}

/// What devices do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// What is traced.
    pub name: String,
    /// What a unit of time is.
    pub clock: Clock,
    /// How long the busiest device would take if it never waited; `None` where that is only known from the nodes.
    pub ideal: Option<Time>,
    /// For each device, its nodes.
    pub devices: Vec<Vec<Node>>,
    /// Devices of process groups, by the name that nodes have for them.
    pub groups: Vec<(String, Vec<usize>)>,
}

/// Something that a device does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number, once in its device.
    pub id: u64,
    /// Its name: an action's text where it is one.
    pub name: String,
    /// What it does.
    pub work: Work,
    /// Nodes of its device that it comes after, as their order in time has it.
    pub order: Vec<u64>,
    /// Nodes of its device whose results it needs.
    pub needs: Vec<u64>,
    /// When it started where the trace is from.
    pub start: Time,
    /// How long it takes.
    pub duration: Time,
}

/// What a node does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// Nothing that takes a device's time.
    Note,
    /// Computes; on the host where `host` is set.
    Compute {
        /// Whether the host does it.
        host: bool,
    },
    /// Copies to the device.
    Load,
    /// Copies off the device.
    Store,
    /// Sends to a device.
    Send(Peer),
    /// Receives from a device.
    Receive(Peer),
    /// Takes part in a collective of a process group; `None` is all devices.
    Collective {
        /// Chakra's number of the collective.
        kind: i32,
        /// The group.
        group: Option<String>,
    },
}

/// The other end of a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Peer {
    /// The other device.
    pub device: usize,
    /// What tells messages between two devices apart.
    pub tag: i32,
    /// How many bytes; 0 where that is not known.
    pub bytes: u64,
}
