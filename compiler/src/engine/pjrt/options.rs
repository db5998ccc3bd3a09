//! How a program is compiled, and its wire form: the fields of XLA's `CompileOptionsProto` that we set
//! (xla/pjrt/proto/compile_options.proto, xla/xla_data.proto), by their numbers there.
//!
//! Invariant: replicas × partitions is the number of devices, each named once.

use super::PjrtError;
use prost::Message;
use std::collections::BTreeMap;

/// How a program is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    mode: Mode,
    count: usize,
    devices: Option<Vec<i32>>,
    fast_compile: bool,
}

impl CompileOptions {
    /// An already partitioned program, run as it is on `count` devices, which `stablehlo.replica_id` numbers.
    pub fn replicas(count: usize) -> CompileOptions {
        CompileOptions { mode: Mode::Replicas, count, devices: None, fast_compile: false }
    }

    /// A program of global shapes with `sdy` shardings that XLA's partitioner cuts for `count` devices. Inputs and
    /// results without a sharding are replicated.
    pub fn sdy(count: usize) -> CompileOptions {
        CompileOptions { mode: Mode::Sdy, count, devices: None, fast_compile: false }
    }

    /// Runs on these devices of the client, by id in the order of the replicas or partitions, instead of the
    /// first ones.
    pub fn on_devices(mut self, ids: &[i32]) -> CompileOptions {
        self.devices = Some(ids.to_vec());
        self
    }

    /// Spends little on optimisation (LLVM's level 0, no costly passes): for programs that run once.
    pub fn fast_compile(mut self) -> CompileOptions {
        self.fast_compile = true;
        self
    }

    /// Devices that the program runs on.
    pub fn num_devices(&self) -> usize {
        self.count
    }

    /// The serialised `CompileOptionsProto`, for a client of `available` devices of this platform.
    pub(super) fn encode(&self, available: usize, platform: &str) -> Result<Vec<u8>, PjrtError> {
        let count = self.count;
        if count == 0 || count > available {
            return Err(PjrtError::Devices(format!("program takes {count} devices, client has {available}")));
        }
        let devices = self.devices.clone().unwrap_or_else(|| (0..count as i32).collect());
        if devices.len() != count {
            let named = devices.len();
            return Err(PjrtError::Devices(format!("program takes {count} devices, {named} are named")));
        }
        for (index, id) in devices.iter().enumerate() {
            if devices[..index].contains(id) {
                return Err(PjrtError::Devices(format!("device {id} is named twice")));
            }
        }
        // The proto holds a list of partitions, each a list of the devices of its replicas.
        let ids = |ids: &[i32]| ComputationDevice { replica_device_ids: ids.iter().map(|&id| id.into()).collect() };
        let sdy = self.mode == Mode::Sdy;
        let (replicas, partitions, computation_devices) = match self.mode {
            Mode::Replicas => (count, 1, vec![ids(&devices)]),
            Mode::Sdy => (1, count, devices.iter().map(|&id| ids(&[id])).collect()),
        };
        let mut overrides = BTreeMap::new();
        if self.fast_compile {
            overrides.insert("xla_backend_optimization_level".to_owned(), OptionValue::Int(0));
            overrides.insert("xla_llvm_disable_expensive_passes".to_owned(), OptionValue::Bool(true));
        }
        if platform == "cpu" {
            // XLA ends the process when a device waits longer for its peers, by default 40 s: too little for many
            // devices on few cores.
            let timeout = OptionValue::Int(COLLECTIVE_TIMEOUT_SECONDS);
            overrides.insert("xla_cpu_collective_call_terminate_timeout_seconds".to_owned(), timeout);
        }
        let options = CompileOptionsProto {
            build: Some(ExecutableBuildOptions {
                num_replicas: replicas as i64,
                num_partitions: partitions as i64,
                use_spmd_partitioning: sdy,
                device_assignment: Some(DeviceAssignment {
                    replica_count: replicas as i32,
                    computation_count: partitions as i32,
                    computation_devices,
                }),
                propagate_to_output: vec![false],
                propagate_to_parameters: vec![false],
                use_shardy_partitioner: sdy,
            }),
            env_option_overrides: overrides
                .into_iter()
                .map(|(name, value)| (name, OptionOverride { value: Some(value) }))
                .collect(),
        };
        Ok(options.encode_to_vec())
    }
}

/// Longest time that a CPU device waits for its peers.
const COLLECTIVE_TIMEOUT_SECONDS: i64 = 600;

/// What the devices of a program are to XLA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Replicas,
    Sdy,
}

#[derive(Clone, PartialEq, Message)]
struct CompileOptionsProto {
    #[prost(message, optional, tag = "3")]
    build: Option<ExecutableBuildOptions>,
    #[prost(btree_map = "string, message", tag = "7")]
    env_option_overrides: BTreeMap<String, OptionOverride>,
}

#[derive(Clone, PartialEq, Message)]
struct ExecutableBuildOptions {
    #[prost(int64, tag = "4")]
    num_replicas: i64,
    #[prost(int64, tag = "5")]
    num_partitions: i64,
    #[prost(bool, tag = "6")]
    use_spmd_partitioning: bool,
    #[prost(message, optional, tag = "9")]
    device_assignment: Option<DeviceAssignment>,
    #[prost(bool, repeated, tag = "12")]
    propagate_to_output: Vec<bool>,
    #[prost(bool, repeated, tag = "18")]
    propagate_to_parameters: Vec<bool>,
    #[prost(bool, tag = "19")]
    use_shardy_partitioner: bool,
}

#[derive(Clone, PartialEq, Message)]
struct DeviceAssignment {
    #[prost(int32, tag = "1")]
    replica_count: i32,
    #[prost(int32, tag = "2")]
    computation_count: i32,
    #[prost(message, repeated, tag = "3")]
    computation_devices: Vec<ComputationDevice>,
}

#[derive(Clone, PartialEq, Message)]
struct ComputationDevice {
    #[prost(int64, repeated, tag = "1")]
    replica_device_ids: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
struct OptionOverride {
    #[prost(oneof = "OptionValue", tags = "2, 3")]
    value: Option<OptionValue>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
enum OptionValue {
    #[prost(bool, tag = "2")]
    Bool(bool),
    #[prost(int64, tag = "3")]
    Int(i64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_counts_and_names_must_agree() {
        let error = |options: CompileOptions| options.encode(4, "gpu").unwrap_err().to_string();
        assert_eq!(error(CompileOptions::replicas(5)), "program takes 5 devices, client has 4");
        assert_eq!(error(CompileOptions::replicas(0)), "program takes 0 devices, client has 4");
        assert_eq!(
            error(CompileOptions::replicas(2).on_devices(&[1])),
            "program takes 2 devices, 1 are named"
        );
        assert_eq!(error(CompileOptions::replicas(2).on_devices(&[3, 3])), "device 3 is named twice");
    }

    #[test]
    fn the_wire_form_is_that_of_the_proto_file() {
        // executable_build_options(3) of 23 bytes: num_replicas(4)=2, num_partitions(5)=1,
        // device_assignment(9) of 10 bytes: replica_count(1)=2, computation_count(2)=1,
        // computation_devices(3) of 4 bytes with replica_device_ids(1) packed [3, 1];
        // sharding propagation to output(12) and to parameters(18), packed [false].
        #[rustfmt::skip]
        let expected = [
            0x1a, 23, 0x20, 2, 0x28, 1,
            0x4a, 10, 0x08, 2, 0x10, 1, 0x1a, 4, 0x0a, 2, 3, 1,
            0x62, 1, 0, 0x92, 0x01, 1, 0,
        ];
        let bytes = CompileOptions::replicas(2).on_devices(&[3, 1]).encode(4, "gpu").unwrap();
        assert_eq!(bytes, expected);
    }
}
