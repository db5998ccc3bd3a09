//! Where pieces run: values as they lie on the devices of a rank, on each engine.
//!
//! Invariants: a value stays on its devices from the piece that makes it to the last that reads it; it goes through the host only where it is cut anew, or
//! where the engine has no way of its own. A program is made ready once for the devices of a rank, at its first run there.

use crate::engine::host::HostTensor;
use crate::engine::pjrt::{CompileOptions, DeviceTensor, Executable, PjrtClient, PjrtError, PjrtPlugin, find_plugin};
use crate::engine::virtual_;
use crate::engine::xla::XlaRunner;
use crate::exec::{Engine, Program};
use shardwright_ir::Module;
use shardwright_ir::interp::Tensor;
use shardwright_ir::types::TensorType;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// One value: a shard a device of a rank. Clones share it.
#[derive(Clone)]
pub enum Shards {
    /// In the process.
    Host(Arc<Vec<HostTensor>>),
    /// On virtual devices.
    Virtual(Arc<Vec<Tensor>>),
    /// On a plugin's devices.
    Pjrt(Arc<Vec<DeviceTensor>>),
}

/// A per-device program: its file's name, text, and local types.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Name of its file; of one that is made here, what it does.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Types of its arguments.
    pub arguments: Vec<TensorType>,
    /// Types of its results.
    pub results: Vec<TensorType>,
    /// Arguments whose places results take, where nothing else holds them.
    pub given: Vec<usize>,
}

/// An engine, with the programs that it runs.
pub struct Devices<'a> {
    program: &'a Program<'a>,
    ranks: &'a [Vec<i64>],
    programs: Vec<Ready>,
    engine: Kind,
}

enum Kind {
    Virtual(Vec<OnceLock<Result<Module, String>>>),
    Pjrt { client: PjrtClient, compiled: Vec<Mutex<BTreeMap<usize, Arc<Executable>>>> },
    Xla(XlaRunner),
}

fn told(error: PjrtError) -> String {
    error.to_string()
}

impl<'a> Devices<'a> {
    /// An engine for these programs, on ranks of these devices.
    ///
    /// # Errors
    /// Where the engine cannot be had.
    pub fn new(program: &'a Program<'a>, engine: &Engine, ranks: &'a [Vec<i64>], programs: Vec<Ready>) -> Result<Devices<'a>, String> {
        let engine = match engine {
            Engine::Virtual => Kind::Virtual(programs.iter().map(|_| OnceLock::new()).collect()),
            Engine::Pjrt(plugin) => {
                let client = |plugin: Option<&Path>| PjrtPlugin::load(&find_plugin(plugin)?)?.client(program.manifest.devices);
                Kind::Pjrt { client: client(plugin.as_deref()).map_err(told)?, compiled: programs.iter().map(|_| Mutex::default()).collect() }
            }
            Engine::Ort(_) => return Err("pieces of a pipeline schedule do not run in ONNX Runtime: use engine virtual, pjrt or xla".to_owned()),
            Engine::Mpi(_) => return Err("engine mpi runs a pipeline as a whole, once: this needs another engine".to_owned()),
            Engine::Xla => Kind::Xla(XlaRunner::find().map_err(|error| error.to_string())?),
        };
        Ok(Devices { program, ranks, programs, engine })
    }

    fn device(&self, rank: usize, position: usize) -> usize {
        // Checked with the manifest: ids are those of its devices.
        self.ranks[rank][position] as usize
    }

    /// Puts shards onto the devices of a rank.
    ///
    /// # Errors
    /// Where the engine does not take them.
    pub fn put(&self, rank: usize, shards: Vec<HostTensor>) -> Result<Shards, String> {
        match &self.engine {
            Kind::Virtual(_) => {
                let tensors = shards.iter().map(|shard| Tensor::from_bytes(shard.ty().clone(), shard.bytes()));
                Ok(Shards::Virtual(Arc::new(tensors.collect::<Result<_, _>>()?)))
            }
            Kind::Pjrt { client, .. } => {
                let put = shards.iter().enumerate().map(|(position, shard)| client.put(shard, self.device(rank, position)).map_err(told));
                Ok(Shards::Pjrt(Arc::new(put.collect::<Result<_, _>>()?)))
            }
            Kind::Xla(_) => Ok(Shards::Host(Arc::new(shards))),
        }
    }

    /// The shards of a value of this local type, on the host.
    ///
    /// # Errors
    /// Where the engine does not give them.
    pub fn take(&self, value: &Shards, ty: &TensorType) -> Result<Arc<Vec<HostTensor>>, String> {
        match value {
            Shards::Host(shards) => Ok(shards.clone()),
            Shards::Virtual(tensors) => {
                let host = tensors.iter().map(|tensor| HostTensor::new(tensor.ty.clone(), tensor.to_bytes()).map_err(|error| error.to_string()));
                host.collect::<Result<_, _>>().map(Arc::new)
            }
            Shards::Pjrt(tensors) => tensors.iter().map(|tensor| tensor.to_host(ty).map_err(told)).collect::<Result<_, _>>().map(Arc::new),
        }
    }

    /// The same shards on the devices of another rank, which has as many.
    ///
    /// # Errors
    /// Where the engine cannot copy them.
    pub fn copy(&self, value: &Shards, to: usize) -> Result<Shards, String> {
        match value {
            Shards::Pjrt(tensors) => {
                let copies = tensors.iter().enumerate().map(|(position, tensor)| tensor.copy_to(self.device(to, position)).map_err(told));
                Ok(Shards::Pjrt(Arc::new(copies.collect::<Result<_, _>>()?)))
            }
            // Memory that virtual devices share.
            other => Ok(other.clone()),
        }
    }

    /// Runs a program on the devices of a rank. What nobody else holds of the arguments whose places results take is gone after that.
    ///
    /// # Errors
    /// Where the engine does not take the program, or it fails.
    pub fn run(&self, index: usize, rank: usize, arguments: Vec<Shards>) -> Result<Vec<Shards>, String> {
        let ready = &self.programs[index];
        let count = self.ranks[rank].len();
        match &self.engine {
            Kind::Virtual(modules) => {
                let module = modules[index].get_or_init(|| self.program.parse(&ready.text, &ready.name)).as_ref().map_err(Clone::clone)?;
                let row = |position: usize| arguments.iter().map(|value| on_virtual(value, position)).collect::<Result<Vec<_>, String>>();
                let rows = (0..count).map(row).collect::<Result<Vec<_>, _>>()?;
                let results = virtual_::run_tensors(module, &rows).map_err(|error| self.program.located(&error, &ready.text, &ready.name))?;
                Ok(columns(results, ready.results.len()).into_iter().map(|column| Shards::Virtual(Arc::new(column))).collect())
            }
            Kind::Pjrt { client, compiled } => {
                let executable = {
                    let mut compiled = compiled[index].lock().unwrap_or_else(PoisonError::into_inner);
                    match compiled.get(&rank) {
                        Some(executable) => executable.clone(),
                        None => {
                            let ids: Vec<i32> = self.ranks[rank].iter().map(|&id| id as i32).collect();
                            let options = CompileOptions::replicas(count).on_devices(&ids).fast_compile();
                            let made = Arc::new(client.compile(&ready.text, &ready.arguments, &ready.results, &options).map_err(told)?);
                            compiled.insert(rank, made.clone());
                            made
                        }
                    }
                };
                let on_device = arguments.into_iter().zip(&ready.arguments).map(|(value, ty)| match value {
                    Shards::Pjrt(tensors) => Ok(tensors),
                    other => match self.put(rank, self.take(&other, ty)?.to_vec())? {
                        Shards::Pjrt(tensors) => Ok(tensors),
                        _ => Err("a tensor that was put onto a device is not there".to_owned()),
                    },
                });
                let on_device = on_device.collect::<Result<Vec<Arc<Vec<DeviceTensor>>>, String>>()?;
                let rows: Vec<Vec<&DeviceTensor>> = (0..count).map(|position| on_device.iter().map(|value| &value[position]).collect()).collect();
                let held = ready.given.iter().filter(|&&given| on_device.get(given).is_none_or(|tensors| Arc::strong_count(tensors) > 1));
                let held: Vec<i64> = held.filter_map(|&given| i64::try_from(given).ok()).collect();
                let results = executable.execute_on(&rows, &held).map_err(told)?;
                Ok(columns(results, ready.results.len()).into_iter().map(|column| Shards::Pjrt(Arc::new(column))).collect())
            }
            Kind::Xla(runner) => {
                let host = arguments.iter().zip(&ready.arguments).map(|(value, ty)| self.take(value, ty)).collect::<Result<Vec<_>, _>>()?;
                let rows: Vec<Vec<HostTensor>> = (0..count).map(|position| host.iter().map(|value| value[position].clone()).collect()).collect();
                let results = runner.run_partitioned(&ready.text, &rows, &ready.results).map_err(|error| error.to_string())?;
                Ok(columns(results, ready.results.len()).into_iter().map(|column| Shards::Host(Arc::new(column))).collect())
            }
        }
    }
}

fn on_virtual(value: &Shards, position: usize) -> Result<Tensor, String> {
    match value {
        Shards::Virtual(tensors) => Ok(tensors[position].clone()),
        Shards::Host(shards) => Tensor::from_bytes(shards[position].ty().clone(), shards[position].bytes()),
        Shards::Pjrt(_) => Err("a tensor of a plugin on virtual devices".to_owned()),
    }
}

/// From a row a device to a column a result.
fn columns<T>(rows: Vec<Vec<T>>, count: usize) -> Vec<Vec<T>> {
    let mut columns: Vec<Vec<T>> = (0..count).map(|_| Vec::with_capacity(rows.len())).collect();
    for row in rows {
        columns.iter_mut().zip(row).for_each(|(column, tensor)| column.push(tensor));
    }
    columns
}
