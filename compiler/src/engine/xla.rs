//! Runs programs on XLA's CPU devices through the jaxlib wheel, in a Python child process.
//!
//! Invariants: the contract of a run is that of the other engines, tensors of a known signature in and out; the
//! child is started on first use, serves any number of runs, and ends with its owner; a child that dies is an
//! error with the end of what it said, and the next run starts another.

use super::installed_below;
use super::host::HostTensor;
use super::npz::{NpzError, read_npz, write_npz};
use serde_json::{Value, json};
use shardwright_ir::types::TensorType;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The environment variable that names a Python with JAX.
pub const PYTHON_VARIABLE: &str = "SHARDWRIGHT_PYTHON";

/// Where `./test --install-only` puts a Python with JAX, below the root of a checkout.
const INSTALLED: &str = ".deps/venv/bin/python";

const RUNNER: &str = include_str!("xla_runner.py");

/// Why a program cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum XlaError {
    /// No Python was named or found.
    #[error("{0}")]
    NotFound(String),
    /// The child process cannot be started, or ended before it answered.
    #[error("XLA runner {python}: {reason}")]
    Runner {
        /// The Python that runs it.
        python: String,
        /// What went wrong.
        reason: String,
    },
    /// JAX or XLA reports an error.
    #[error("XLA: {0}")]
    Job(String),
    /// Arguments or results do not fit.
    #[error("{0}")]
    Signature(String),
    /// A file of arrays cannot be written or read.
    #[error(transparent)]
    Arrays(#[from] NpzError),
    /// A temporary file cannot be made.
    #[error("temporary file: {0}")]
    Io(#[from] io::Error),
}

/// What XLA's compiler allocates on one device, in bytes (`CompiledMemoryStats`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Arguments.
    pub arguments: i64,
    /// Results, with the table of pointers to them.
    pub outputs: i64,
    /// Everything else.
    pub temporaries: i64,
    /// Results that lie where arguments lay.
    pub aliased: i64,
}

impl Statistics {
    /// All that is allocated.
    pub fn total(self) -> i64 {
        self.arguments + self.outputs + self.temporaries - self.aliased
    }
}

/// A Python child process that runs programs with JAX.
pub struct XlaRunner {
    python: PathBuf,
    process: Mutex<Option<Process>>,
}

impl XlaRunner {
    /// A runner with the Python in [`PYTHON_VARIABLE`], else the one installed in this folder or the nearest
    /// folder above it.
    ///
    /// # Errors
    /// When the named Python is not there, or none is named and none is installed.
    pub fn find() -> Result<XlaRunner, XlaError> {
        if let Some(python) = std::env::var_os(PYTHON_VARIABLE).filter(|value| !value.is_empty()) {
            return Ok(XlaRunner::new(python.into()));
        }
        installed_below(&std::env::current_dir()?, INSTALLED).map(XlaRunner::new).ok_or_else(|| {
            XlaError::NotFound(format!(
                "no Python with JAX: name one in {PYTHON_VARIABLE}, or run `./test --install-only` in a checkout, \
                 which makes {INSTALLED}"
            ))
        })
    }

    /// A runner with this Python, which must have `jax` 0.10.
    pub fn new(python: PathBuf) -> XlaRunner {
        XlaRunner { python, process: Mutex::new(None) }
    }

    /// Its Python.
    pub fn python(&self) -> &Path {
        &self.python
    }

    /// Runs a module of global shapes with `sdy` shardings, which XLA partitions for `devices` devices: global
    /// tensors in and out.
    ///
    /// # Errors
    /// When the child cannot run, XLA refuses the module, or it returns other types than `results`.
    pub fn run_sdy(
        &self,
        module: &str,
        devices: usize,
        arguments: &[HostTensor],
        results: &[TensorType],
    ) -> Result<Vec<HostTensor>, XlaError> {
        let names: Vec<String> = (0..arguments.len()).map(|i| format!("arg{i}")).collect();
        let inputs = names.iter().map(String::as_str).zip(arguments);
        let types: Vec<&TensorType> = arguments.iter().map(HostTensor::ty).collect();
        let job = Job { mode: "sdy", module, devices, arguments: &types, results };
        self.run(&job, inputs, |arrays| {
            results.iter().enumerate().map(|(i, ty)| arrays.take(&format!("res{i}"), ty)).collect()
        })
    }

    /// Runs an already partitioned module on `per_device.len()` devices, which `stablehlo.replica_id` numbers:
    /// `per_device[d][a]` is argument `a` of device `d`, the result is indexed alike.
    ///
    /// # Errors
    /// As [`XlaRunner::run_sdy`], and when devices get arguments of different types.
    pub fn run_partitioned(
        &self,
        module: &str,
        per_device: &[Vec<HostTensor>],
        results: &[TensorType],
    ) -> Result<Vec<Vec<HostTensor>>, XlaError> {
        let first = per_device.first().ok_or_else(|| XlaError::Signature("program takes 0 devices".into()))?;
        let types: Vec<&TensorType> = first.iter().map(HostTensor::ty).collect();
        for (device, row) in per_device.iter().enumerate() {
            if !row.iter().map(HostTensor::ty).eq(types.iter().copied()) {
                let got: Vec<&TensorType> = row.iter().map(HostTensor::ty).collect();
                return Err(XlaError::Signature(format!(
                    "device {device} gets arguments {got:?}, device 0 {types:?}"
                )));
            }
        }
        let names: Vec<String> = (0..per_device.len())
            .flat_map(|d| (0..types.len()).map(move |i| format!("arg{i}_dev{d}")))
            .collect();
        let inputs = names.iter().map(String::as_str).zip(per_device.iter().flatten());
        let job = Job { mode: "replicas", module, devices: per_device.len(), arguments: &types, results };
        self.run(&job, inputs, |arrays| {
            let row = |d| results.iter().enumerate().map(move |(i, ty)| arrays.take(&format!("res{i}_dev{d}"), ty));
            (0..per_device.len()).map(|d| row(d).collect()).collect()
        })
    }

    /// What XLA's compiler says that an already partitioned module of `devices` devices takes on each of them.
    ///
    /// # Errors
    /// When the child cannot run, XLA refuses the module, or it gives no statistics.
    pub fn memory(&self, module: &str, devices: usize) -> Result<Statistics, XlaError> {
        let job = Job { mode: "memory", module, devices, arguments: &[], results: &[] };
        let answer = self.answer(&job, Path::new(""), Path::new(""))?;
        let sizes: Vec<i64> = answer["memory"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
        let [arguments, outputs, temporaries, aliased] = sizes[..] else {
            return Err(XlaError::Job(format!("no memory statistics in {answer}")));
        };
        Ok(Statistics { arguments, outputs, temporaries, aliased })
    }

    fn run<'a, T>(
        &self,
        job: &Job,
        inputs: impl Iterator<Item = (&'a str, &'a HostTensor)>,
        read: impl FnOnce(&Outputs) -> Result<T, XlaError>,
    ) -> Result<T, XlaError> {
        let folder = tempfile::tempdir()?;
        let (input, output) = (folder.path().join("in.npz"), folder.path().join("out.npz"));
        write_npz(&input, inputs)?;
        self.answer(job, &input, &output)?;
        read(&Outputs { arrays: read_npz(&output)? })
    }

    /// What the child answers to a job that it did.
    fn answer(&self, job: &Job, input: &Path, output: &Path) -> Result<Value, XlaError> {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        // The number of devices is set when JAX starts.
        let mut running = match process.take().filter(|running| running.devices >= job.devices) {
            Some(running) => running,
            None => Process::start(&self.python, job.devices.max(8))?,
        };
        let answer = running
            .ask(&job.line(input, output))
            .map_err(|reason| XlaError::Runner { python: self.python.display().to_string(), reason })?;
        // Only a child that answered is kept.
        *process = Some(running);
        drop(process);
        if answer["ok"] != json!(true) {
            return Err(XlaError::Job(answer["error"].as_str().unwrap_or("no reason given").to_owned()));
        }
        Ok(answer)
    }
}

/// What the child is asked to do.
struct Job<'a> {
    mode: &'static str,
    module: &'a str,
    devices: usize,
    arguments: &'a [&'a TensorType],
    results: &'a [TensorType],
}

impl Job<'_> {
    fn line(&self, inputs: &Path, outputs: &Path) -> String {
        let kind = |ty: &TensorType| json!([ty.element.as_str(), ty.dims.as_slice()]);
        json!({
            "mode": self.mode,
            "module": self.module,
            "devices": self.devices,
            "arguments": self.arguments.iter().copied().map(kind).collect::<Vec<Value>>(),
            "results": self.results.iter().map(kind).collect::<Vec<Value>>(),
            "inputs": inputs,
            "outputs": outputs,
        })
        .to_string()
    }
}

/// The arrays that the child wrote.
struct Outputs {
    arrays: super::npz::Arrays,
}

impl Outputs {
    fn take(&self, name: &str, ty: &TensorType) -> Result<HostTensor, XlaError> {
        let array = self.arrays.get(name).ok_or_else(|| XlaError::Signature(format!("program returns no {name}")))?;
        let tensor = array
            .to_tensor(Some(ty.element))
            .map_err(|reason| XlaError::Signature(format!("{name}: {reason}")))?;
        if tensor.ty() != ty {
            let got = tensor.ty();
            return Err(XlaError::Signature(format!("program returns {got} as {name}, expected {ty}")));
        }
        Ok(tensor)
    }
}

/// A running child.
struct Process {
    devices: usize,
    child: Child,
    // Closing it is what ends the child.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    stderr: File,
}

impl Process {
    fn start(python: &Path, devices: usize) -> Result<Process, XlaError> {
        let error = |reason: String| XlaError::Runner { python: python.display().to_string(), reason };
        let stderr = tempfile::tempfile()?;
        let mut child = Command::new(python)
            .args(["-c", RUNNER, &devices.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr.try_clone()?)
            .spawn()
            .map_err(|source| error(source.to_string()))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => {
                Ok(Process { devices, child, stdin: Some(stdin), stdout: BufReader::new(stdout), stderr })
            }
            _ => Err(error("the child has no pipes".into())),
        }
    }

    /// Sends one job and waits for its answer.
    fn ask(&mut self, line: &str) -> Result<Value, String> {
        let mut answer = String::new();
        let sent = match &mut self.stdin {
            Some(stdin) => writeln!(stdin, "{line}").and_then(|()| stdin.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        let got = sent.and_then(|()| self.stdout.read_line(&mut answer));
        match got {
            Ok(count) if count > 0 => {
                serde_json::from_str(&answer).map_err(|error| format!("unreadable answer: {error}"))
            }
            _ => Err(self.last_words()),
        }
    }

    fn last_words(&mut self) -> String {
        const SHOWN: u64 = 4096;
        self.stdin = None;
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let mut said = Vec::new();
        let end = self.stderr.seek(SeekFrom::End(0)).unwrap_or(0);
        let start = SeekFrom::Start(end.saturating_sub(SHOWN));
        let said = match self.stderr.seek(start).and_then(|_| self.stderr.read_to_end(&mut said)) {
            Ok(_) => String::from_utf8_lossy(&said).into_owned(),
            Err(error) => error.to_string(),
        };
        format!("ended without an answer ({status}); it said:\n{said}")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        // A child that is busy would not notice its closed input for a while; nobody waits for its answer any more.
        let _killed = self.child.kill();
        let _status = self.child.wait();
    }
}
