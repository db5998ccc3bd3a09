//! Running what a compile wrote: global tensors in, global tensors out, on any engine.
//!
//! Invariants: inputs go to arguments by name or as `argN`; one that is missing, unknown or of another type is an error
//! that names both; weights are read from their files, for a partitioned run shard by shard from the mapped file.

use crate::engine::host::HostTensor;
use crate::back::onnx;
use crate::engine::mpi;
use crate::engine::npz::Arrays;
use crate::engine::ort::{OrtProgram, find_library};
use crate::engine::pjrt::{CompileOptions, PjrtError, PjrtPlugin, find_plugin};
use crate::engine::virtual_;
use crate::engine::xla::XlaRunner;
use crate::files::read_text;
use crate::manifest::{Manifest, Port, StageSource};
use crate::pipeline::manifest::{ScheduleManifest, all_rows, rows_of};
use crate::render::position;
use crate::shards::{WeightFiles, join, split};
use indexmap::IndexMap;
use shardwright_ir::diag::Span;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::text::parse_module;
use shardwright_ir::types::TensorType;
use shardwright_ir::{Module, Registry};
use std::path::{Path, PathBuf};

/// What runs a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Virtual devices in this process.
    Virtual,
    /// A PJRT plugin; `None` looks for an installed one.
    Pjrt(Option<PathBuf>),
    /// XLA's CPU devices through the jaxlib wheel.
    Xla,
    /// ONNX Runtime, on per-device ONNX files; `None` looks for an installed library.
    Ort(Option<PathBuf>),
    /// The native program of the output folder, by `mpirun`; `None` looks for one.
    Mpi(Option<PathBuf>),
}

/// The output folder of a compile, opened.
pub struct Program<'a> {
    /// The folder.
    pub folder: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    ops: &'a Registry,
}

/// Global inputs by position of the argument; `None` for weights.
pub type Inputs = Vec<Option<HostTensor>>;

/// Where the bytes of one argument come from: a tensor, or the weight of the port.
pub(crate) struct Origin<'t> {
    /// The tensor that a caller gives.
    pub tensor: Option<&'t HostTensor>,
    /// The argument of the whole program.
    pub port: &'t Port,
}

impl<'a> Program<'a> {
    /// Opens an output folder.
    ///
    /// # Errors
    /// Where its manifest cannot be read.
    pub fn open(folder: &Path, ops: &'a Registry) -> Result<Program<'a>, String> {
        Ok(Program { folder: folder.to_owned(), manifest: Manifest::read(folder)?, ops })
    }

    /// Finds the arrays that the arguments want.
    ///
    /// # Errors
    /// Where one is of another type or shape, or no argument has its name. Arguments without an array stay `None`.
    pub fn bind(&self, arrays: &Arrays) -> Result<Inputs, String> {
        let ports = &self.manifest.inputs;
        let mut inputs: Inputs = vec![None; ports.len()];
        for (name, array) in arrays {
            let Some(index) = self.argument(name) else {
                // Files of inputs and expected outputs together are common.
                if name.starts_with("res") {
                    continue;
                }
                let hint = did_you_mean(name, ports.iter().map(|port| port.name.as_str()));
                return Err(format!("no input is called `{name}`{hint}; inputs are {}", names(self.wanted())));
            };
            let port = &ports[index];
            let ty = port.global_type()?;
            let tensor = array.to_tensor(Some(ty.element)).map_err(|why| format!("input `{name}`: {why}"))?;
            if *tensor.ty() != ty {
                return Err(format!("input `{name}` is {}, the program takes {ty}", tensor.ty()));
            }
            if inputs[index].replace(tensor).is_some() {
                return Err(format!("input `{}` is given twice, by name and as arg{index}", port.name));
            }
        }
        Ok(inputs)
    }

    /// The argument that has this name, or that `argN` counts.
    pub(crate) fn argument(&self, name: &str) -> Option<usize> {
        let ports = &self.manifest.inputs;
        let by_order = || name.strip_prefix("arg")?.parse::<usize>().ok().filter(|&index| index < ports.len());
        ports.iter().position(|port| port.name == name).or_else(by_order)
    }

    /// The inputs that a caller gives: all that are neither weights nor have an initial value.
    pub fn wanted(&self) -> impl Iterator<Item = &Port> {
        self.manifest.inputs.iter().filter(|port| port.is_given())
    }

    /// Runs the partitioned program.
    ///
    /// # Errors
    /// Where an input is missing or the engine fails.
    pub fn run(&self, engine: &Engine, inputs: &Inputs) -> Result<Vec<HostTensor>, String> {
        let manifest = &self.manifest;
        if let Engine::Mpi(launcher) = engine {
            return Ok(self.run_native(launcher.as_deref(), None, inputs, &[])?.0);
        }
        if let Some(schedule) = &manifest.schedule {
            return self.run_pieces(engine, schedule, inputs);
        }
        let mut files = WeightFiles::of(&self.manifest);
        let Some(program) = &manifest.program else { return self.run_stages(engine, inputs, &mut files) };
        let sources: Vec<Origin> = inputs.iter().zip(&manifest.inputs).map(|(tensor, port)| Origin { tensor: tensor.as_ref(), port }).collect();
        self.run_one(engine, program, manifest.devices, (&manifest.inputs, &sources), &manifest.outputs, &mut files)
    }

    /// Runs the native program, once or so many steps; it reads weights itself. Batches are inputs with a slice a step. Also gives what it printed.
    pub(crate) fn run_native(&self, launcher: Option<&Path>, steps: Option<usize>, inputs: &Inputs, batches: &[(usize, HostTensor)]) -> Result<(Vec<HostTensor>, String), String> {
        let ports = &self.manifest.inputs;
        let batch = |index: usize| batches.iter().find(|(other, _)| *other == index).map(|(_, tensor)| tensor);
        let given: Vec<Option<&HostTensor>> = inputs.iter().enumerate().map(|(index, input)| batch(index).or(input.as_ref())).collect();
        if let Some((port, _)) = ports.iter().zip(&given).find(|(port, input)| port.is_given() && input.is_none()) {
            return Err(format!("input `{}` is missing; inputs are {}", port.name, names(self.wanted())));
        }
        let named = given.iter().enumerate().filter_map(|(index, tensor)| {
            // By order, unless another input has such a name.
            let by_order = format!("arg{index}");
            let name = if self.argument(&by_order) == Some(index) { by_order } else { ports[index].name.clone() };
            Some((name, (*tensor)?))
        });
        let results = types(&self.manifest.outputs, Port::global_type)?;
        mpi::run(&self.folder, (self.manifest.devices, launcher), steps, &named.collect::<Vec<_>>(), &results)
    }

    /// Runs stage after stage; what crosses goes through this process.
    fn run_stages(&self, engine: &Engine, inputs: &Inputs, files: &mut WeightFiles) -> Result<Vec<HostTensor>, String> {
        let mut crossing: Vec<Vec<HostTensor>> = Vec::new();
        let mut outputs: Vec<Option<HostTensor>> = vec![None; self.manifest.outputs.len()];
        for stage in &self.manifest.stages {
            let sources = stage.from.iter().zip(&stage.inputs).map(|(from, port)| match *from {
                StageSource::Input(index) => Origin { tensor: inputs[index].as_ref(), port: &self.manifest.inputs[index] },
                StageSource::Result(stage, index) => Origin { tensor: crossing[stage].get(index), port },
            });
            let sources: Vec<Origin> = sources.collect();
            let made = self.run_one(engine, &stage.program, stage.devices.len(), (&stage.inputs, &sources), &stage.outputs, files)?;
            for (tensor, results) in made.iter().zip(&stage.results) {
                for &result in results {
                    *outputs.get_mut(result).ok_or_else(|| format!("there is no result {result}"))? = Some(tensor.clone());
                }
            }
            crossing.push(made);
        }
        let missing = |(index, output): (usize, Option<HostTensor>)| output.ok_or_else(|| format!("no stage gives result {index}"));
        outputs.into_iter().enumerate().map(missing).collect()
    }

    /// Runs one per-device program.
    fn run_one(
        &self,
        engine: &Engine,
        program: &str,
        devices: usize,
        (ports, sources): (&[Port], &[Origin]),
        outputs: &[Port],
        files: &mut WeightFiles,
    ) -> Result<Vec<HostTensor>, String> {
        let mut per_device: Vec<Vec<HostTensor>> = vec![Vec::with_capacity(ports.len()); devices];
        let stored = if matches!(engine, Engine::Ort(_)) { self.stored(program) } else { Vec::new() };
        for (index, (port, source)) in ports.iter().zip(sources).enumerate() {
            let shards = if stored.get(index) == Some(&true) { held_by_files(source)? } else { self.shards(port, source, files)? };
            per_device.iter_mut().enumerate().for_each(|(device, row)| row.push(shards.get(device).unwrap_or(&shards[0]).clone()));
        }
        let text = if matches!(engine, Engine::Ort(_)) { String::new() } else { self.read(program)? };
        let rows = self.execute(engine, (program, &text), &per_device, &types(outputs, Port::local_type)?)?;
        outputs.iter().enumerate().map(|(index, port)| joined(port, index, &rows)).collect()
    }

    /// What each device gets.
    fn local(&self, devices: usize, (ports, sources): (&[Port], &[Origin]), files: &mut WeightFiles) -> Result<Vec<Vec<HostTensor>>, String> {
        let mut per_device: Vec<Vec<HostTensor>> = vec![Vec::with_capacity(ports.len()); devices];
        for (port, source) in ports.iter().zip(sources) {
            let shards = self.shards(port, source, files)?;
            per_device.iter_mut().zip(shards).for_each(|(row, shard)| row.push(shard));
        }
        Ok(per_device)
    }

    /// The devices' shards of one argument.
    ///
    /// # Errors
    /// Where it is missing, or its weight cannot be read.
    pub(crate) fn shards(&self, port: &Port, origin: &Origin, files: &mut WeightFiles) -> Result<Vec<HostTensor>, String> {
        if origin.tensor.is_none() && origin.port.weight.is_none() && origin.port.in_step.initial == Some(0.0) {
            // No need to have zeros whole before they are cut.
            let zeros = HostTensor::zeros(port.local_type()?).map_err(|error| format!("`{}`: {error}", port.name))?;
            return Ok(vec![zeros; port.starts.len()]);
        }
        self.with_bytes(origin.port, origin.tensor, files, |bytes| split(port, bytes))?
    }

    /// The per-device program and the arguments of each device: what an engine is given.
    ///
    /// # Errors
    /// Where an input is missing, or the program runs in stages, of which each has its own.
    pub fn for_engine(&self, inputs: &Inputs) -> Result<(String, Vec<Vec<HostTensor>>), String> {
        let program = self.single()?;
        Ok((self.read(program)?, self.arguments(inputs)?))
    }

    /// The one per-device program's file.
    ///
    /// # Errors
    /// Where there are several, in stages.
    pub(crate) fn single(&self) -> Result<&str, String> {
        let program = self.manifest.program.as_deref();
        program.ok_or_else(|| format!("{}: the program runs in {} parts, not as one", self.folder.display(), self.manifest.programs().count()))
    }

    /// What each device gets of the arguments of the one per-device program.
    ///
    /// # Errors
    /// Where an input is missing.
    pub(crate) fn arguments(&self, inputs: &Inputs) -> Result<Vec<Vec<HostTensor>>, String> {
        let manifest = &self.manifest;
        let sources: Vec<Origin> = inputs.iter().zip(&manifest.inputs).map(|(tensor, port)| Origin { tensor: tensor.as_ref(), port }).collect();
        self.local(manifest.devices, (&manifest.inputs, &sources), &mut WeightFiles::of(&self.manifest))
    }

    /// Runs the original program on one device.
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn run_source(&self, engine: &Engine, inputs: &Inputs) -> Result<Vec<HostTensor>, String> {
        match &self.manifest.schedule {
            Some(schedule) if !schedule.batched.is_empty() => self.run_source_by_rows(engine, inputs, schedule),
            _ => self.run_source_once(engine, inputs),
        }
    }

    /// The original program is one of a microbatch: it runs for each.
    fn run_source_by_rows(&self, engine: &Engine, inputs: &Inputs, schedule: &ScheduleManifest) -> Result<Vec<HostTensor>, String> {
        let count = schedule.microbatches;
        let part = |microbatch: usize| {
            let of = |(index, input): (usize, &Option<HostTensor>)| match input {
                Some(tensor) if schedule.batched.contains(&index) => rows_of(tensor, microbatch, count).map(Some),
                other => Ok(other.clone()),
            };
            self.run_source_once(engine, &inputs.iter().enumerate().map(of).collect::<Result<Inputs, String>>()?)
        };
        let parts = (0..count).map(part).collect::<Result<Vec<_>, String>>()?;
        (0..self.manifest.outputs.len()).map(|output| all_rows(&parts.iter().map(|part| part[output].clone()).collect::<Vec<_>>())).collect()
    }

    fn run_source_once(&self, engine: &Engine, inputs: &Inputs) -> Result<Vec<HostTensor>, String> {
        let mut files = WeightFiles::of(&self.manifest);
        let row = (0..inputs.len()).map(|index| self.whole(index, inputs, &mut files)).collect::<Result<Vec<_>, String>>()?;
        let text = self.read(&self.manifest.source)?;
        if *engine == Engine::Virtual {
            // Manual computations of the global view run on virtual devices of their own.
            let name = &self.manifest.source;
            return virtual_::run_global(&self.parse(&text, name)?, &row).map_err(|error| self.located(&error, &text, name));
        }
        let mut results = types(&self.manifest.outputs, Port::global_type)?;
        if let Some(schedule) = self.manifest.schedule.as_ref().filter(|schedule| !schedule.batched.is_empty()) {
            results.iter_mut().filter_map(|ty| ty.dims.first_mut()).for_each(|rows| *rows /= schedule.microbatches as i64);
        }
        let rows = self.execute(engine, (&self.manifest.source, &text), &[row], &results)?;
        rows.into_iter().next().ok_or_else(|| "the engine ran no device".to_owned())
    }

    /// What an argument holds: what the caller gives, else what its weight file does, else its initial value.
    ///
    /// # Errors
    /// Where nothing says it.
    pub fn value_of(&self, index: usize, inputs: &Inputs) -> Result<HostTensor, String> {
        self.whole(index, inputs, &mut WeightFiles::of(&self.manifest))
    }

    fn whole(&self, index: usize, inputs: &Inputs, files: &mut WeightFiles) -> Result<HostTensor, String> {
        let port = &self.manifest.inputs[index];
        // Of a microbatch, a part of what the port says.
        let ty = inputs[index].as_ref().map_or_else(|| port.global_type(), |tensor| Ok(tensor.ty().clone()))?;
        let tensor = self.with_bytes(port, inputs[index].as_ref(), files, |bytes| HostTensor::new(ty, bytes.to_vec()))?;
        tensor.map_err(|error| format!("input `{}`: {error}", port.name))
    }

    /// The original program.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn source(&self) -> Result<Module, String> {
        self.parse(&self.read(&self.manifest.source)?, &self.manifest.source)
    }

    fn execute(&self, engine: &Engine, program: (&str, &str), per_device: &[Vec<HostTensor>], results: &[TensorType]) -> Result<Vec<Vec<HostTensor>>, String> {
        let arguments: Vec<TensorType> = per_device[0].iter().map(|tensor| tensor.ty().clone()).collect();
        self.with_executor(engine, program, (per_device.len(), &arguments, results), &mut |run| run(per_device))
    }

    /// Makes a program ready to run on so many devices, and hands it to `with`, which may run it as often as it likes.
    ///
    /// # Errors
    /// Where the engine does not take the program, and as `with`.
    pub(crate) fn with_executor<T>(
        &self,
        engine: &Engine,
        (name, text): (&str, &str),
        (devices, arguments, results): (usize, &[TensorType], &[TensorType]),
        with: &mut dyn FnMut(&mut Executor) -> Result<T, String>,
    ) -> Result<T, String> {
        match engine {
            Engine::Virtual => {
                let module = self.parse(text, name)?;
                with(&mut |rows| virtual_::run(&module, rows).map_err(|error| self.located(&error, text, name)))
            }
            Engine::Pjrt(plugin) => {
                let compile = || {
                    let plugin = PjrtPlugin::load(&find_plugin(plugin.as_deref())?)?;
                    let options = CompileOptions::replicas(devices).fast_compile();
                    plugin.client(devices)?.compile(text, arguments, results, &options)
                };
                let program = compile().map_err(|error: PjrtError| error.to_string())?;
                with(&mut |rows| program.execute(rows).map_err(|error| error.to_string()))
            }
            Engine::Ort(library) => {
                let models = self.manifest.onnx.get(name).ok_or_else(|| {
                    format!("{}: there are no ONNX files for {name}: compile with `--emit onnx` to run in ONNX Runtime", self.folder.display())
                })?;
                if models.len() != devices {
                    return Err(format!("{}: there are ONNX files for {} devices, {name} runs on {devices}", self.folder.display(), models.len()));
                }
                let models: Vec<PathBuf> = models.iter().map(|model| self.folder.join(model)).collect();
                let (program, stored) = (OrtProgram::open(&find_library(library.as_deref())?, &models, results)?, self.stored(name));
                with(&mut |rows| program.run(&rows.iter().map(|row| given(row, &stored)).collect::<Vec<_>>()))
            }
            Engine::Mpi(_) => Err("engine mpi runs the program that a compile wrote, and once: this needs another engine".to_owned()),
            Engine::Xla => {
                let runner = XlaRunner::find().map_err(|error| error.to_string())?;
                with(&mut |rows| runner.run_partitioned(text, rows, results).map_err(|error| error.to_string()))
            }
        }
    }

    /// Which arguments of a program its ONNX files hold.
    fn stored(&self, program: &str) -> Vec<bool> {
        let place = self.manifest.programs().position(|(name, _)| name == program);
        place.map_or_else(Vec::new, |place| onnx::stored(&self.manifest, place))
    }

    fn with_bytes<T>(
        &self,
        port: &Port,
        input: Option<&HostTensor>,
        files: &mut WeightFiles,
        with: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, String> {
        match (input, &port.weight) {
            (Some(tensor), _) => Ok(with(tensor.bytes())),
            (None, Some(weight)) => files.bytes(&self.folder, weight, with).map_err(|why| format!("weight `{}`: {why}", port.name)),
            (None, None) => match port.in_step.initial {
                Some(initial) => Ok(with(filled(&port.global_type()?, initial).map_err(|why| format!("`{}`: {why}", port.name))?.bytes())),
                None => Err(format!("input `{}` is missing; inputs are {}", port.name, names(self.wanted()))),
            },
        }
    }

    pub(crate) fn read(&self, file: &str) -> Result<String, String> {
        read_text(&self.folder.join(file))
    }

    pub(crate) fn parse(&self, text: &str, name: &str) -> Result<Module, String> {
        parse_module(text, self.ops).map_err(|faults| {
            let lines = faults.0.iter().map(|fault| match fault.labels.first() {
                Some(label) => self.at_place(&fault.message, label.span, text, name),
                None => format!("{}: {}", self.folder.join(name).display(), fault.message),
            });
            lines.collect::<Vec<_>>().join("\n")
        })
    }

    /// The failure with the place in the program's file at which it happened, where it is one op's.
    pub(crate) fn located(&self, error: &virtual_::VirtualError, text: &str, name: &str) -> String {
        match error {
            virtual_::VirtualError::Failed(why) if why.span.is_known() => self.at_place(&why.message, why.span, text, name),
            _ => error.to_string(),
        }
    }

    fn at_place(&self, why: &str, span: Span, text: &str, name: &str) -> String {
        let (line, column) = position(text, span.start as usize);
        format!("{}:{line}:{column}: {why}", self.folder.join(name).display())
    }
}

/// Runs a program that is ready: arguments by device, results by device.
pub(crate) type Executor<'e> = dyn FnMut(&[Vec<HostTensor>]) -> Result<Vec<Vec<HostTensor>>, String> + 'e;

/// Result `index` of all devices as one tensor.
pub(crate) fn joined(port: &Port, index: usize, rows: &[Vec<HostTensor>]) -> Result<HostTensor, String> {
    let shards: Option<Vec<&HostTensor>> = rows.iter().map(|row| row.get(index)).collect();
    join(port, &shards.ok_or_else(|| format!("the program gave no result {index}"))?)
}

/// The arguments that the files of a device do not hold.
fn given<'t>(row: &'t [HostTensor], stored: &[bool]) -> Vec<&'t HostTensor> {
    row.iter().zip(stored).filter(|(_, stored)| !**stored).map(|(tensor, _)| tensor).collect()
}

/// What stands for an argument that the files of a device hold.
fn held_by_files(source: &Origin) -> Result<Vec<HostTensor>, String> {
    match source.tensor {
        None => Ok(vec![HostTensor::scalar(false)]),
        Some(_) => Err(format!("weight `{}` stands in the ONNX files: give no other, or use another engine", source.port.name)),
    }
}

/// A tensor of equal elements.
fn filled(ty: &TensorType, value: f64) -> Result<HostTensor, String> {
    let (ty, mut bytes) = HostTensor::zeros(ty.clone()).map_err(|error| error.to_string())?.into_parts();
    let element = bytes_of_f64(ty.element, value);
    bytes.chunks_exact_mut(element.len()).for_each(|chunk| chunk.copy_from_slice(&element));
    HostTensor::new(ty, bytes).map_err(|error| error.to_string())
}

/// Outputs by the names `res0`, `res1`, … that an `.npz` gives them.
pub fn named_outputs(outputs: Vec<HostTensor>) -> IndexMap<String, HostTensor> {
    outputs.into_iter().enumerate().map(|(index, tensor)| (format!("res{index}"), tensor)).collect()
}

pub(crate) fn types(ports: &[Port], ty: impl Fn(&Port) -> Result<TensorType, String>) -> Result<Vec<TensorType>, String> {
    ports.iter().map(ty).collect()
}

fn names<'p>(ports: impl Iterator<Item = &'p Port>) -> String {
    let names: Vec<String> = ports.map(|port| format!("`{}`", port.name)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
