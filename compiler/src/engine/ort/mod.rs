//! Runs per-device ONNX files in ONNX Runtime: a session a device, each on a thread of its own, collectives as custom ops.
//!
//! Invariants: a device that fails ends all, with its error, and none hangs: collectives meet where the virtual devices' do ([`run_devices`]). The library is
//! loaded once in a process, on first use.

mod find;
mod meet;

pub use find::{LIBRARY_VARIABLE, find_library};

use super::host::HostTensor;
use crate::back::onnx::{DEVICE, DEVICES, DOMAIN, RUNTIME, Versions, whole_model};
use crate::front::onnx::proto::ModelProto;
use bytes::Bytes;
use meet::{Meet, OURS, THEIRS, with_devices};
use ort::environment::Environment;
use ort::memory::Allocator;
use ort::operator::OperatorDomain;
use ort::session::{Session, SessionInputValue};
use ort::value::{DynTensor, TensorElementType};
use prost::Message;
use shardwright_ir::interp::run_devices;
use shardwright_ir::text::parse_module;
use shardwright_ir::types::{ElementType, TensorType};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// One model a device, ready to run.
pub struct OrtProgram {
    sessions: Vec<Mutex<Session>>,
    results: Vec<TensorType>,
}

/// The library of this process.
fn environment(library: &Path) -> Result<&'static Environment, String> {
    static LOADED: OnceLock<(PathBuf, Result<Environment, String>)> = OnceLock::new();
    let load = || {
        let made = ort::init_from(library).map_err(|error| error.to_string()).and_then(|builder| builder.with_telemetry(false).build().map_err(told));
        let made = made.and_then(|environment| register(&environment).map(|()| environment));
        (library.to_owned(), made.map_err(|why| format!("cannot load ONNX Runtime from {}: {why}", library.display())))
    };
    let (path, made) = LOADED.get_or_init(load);
    if path != library {
        return Err(format!("ONNX Runtime was loaded from {} in this process, {} cannot be loaded besides", path.display(), library.display()));
    }
    made.as_ref().map_err(Clone::clone)
}

/// Makes our domains known. The runtime does so when the first session with them is made, and not safely when several are made at once.
fn register(environment: &Environment) -> Result<(), String> {
    let ops = shardwright_dialects::registry();
    let module = parse_module("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n return %x : tensor<f32>\n }", &ops).map_err(|faults| faults.to_string())?;
    let model = whole_model(&module, Versions::default(), &ops).map_err(|faults| faults.to_string())?;
    let builder = Session::builder(environment).map_err(told)?;
    let mut builder = builder.with_operators(domain(DOMAIN, OURS)?).map_err(told)?.with_operators(domain(RUNTIME, THEIRS)?).map_err(told)?;
    builder.commit_from_memory(&model).map(|_| ()).map_err(told)
}

impl OrtProgram {
    /// Opens the devices' models; `results` are the types of what each gives.
    ///
    /// # Errors
    /// The library cannot be loaded, it refuses a model, or a file says that it is another device's.
    pub fn open(library: &Path, models: &[PathBuf], results: &[TensorType]) -> Result<OrtProgram, String> {
        let environment = environment(library)?;
        // On the devices' threads: constants are folded while a session is made, and a collective of constants meets then.
        let sessions = run_devices(models.len(), |devices| {
            let own = devices.device() as usize;
            let path = &models[own];
            let open = || open(environment, path, (own, models.len())).map_err(|why| format!("{}: {why}", path.display()));
            Ok(Mutex::new(with_devices(devices, open)?))
        });
        Ok(OrtProgram { sessions: sessions.map_err(|error| error.message)?, results: results.to_vec() })
    }

    /// Runs the program: arguments by device, results by device.
    ///
    /// # Errors
    /// What the first device that fails says.
    pub fn run(&self, rows: &[Vec<&HostTensor>]) -> Result<Vec<Vec<HostTensor>>, String> {
        if rows.len() != self.sessions.len() {
            return Err(format!("{} ONNX files run on as many devices, there are arguments for {}", self.sessions.len(), rows.len()));
        }
        let made = run_devices(rows.len(), |devices| {
            let device = devices.device() as usize;
            let mut session = self.sessions[device].lock().unwrap_or_else(PoisonError::into_inner);
            Ok(with_devices(devices, || run(&mut session, &rows[device], &self.results))?)
        });
        made.map_err(|error| error.message)
    }
}

fn open(environment: &Environment, path: &Path, (own, devices): (usize, usize)) -> Result<Session, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let model = ModelProto::decode(Bytes::from(bytes)).map_err(|error| format!("not an ONNX model (protobuf: {error})"))?;
    for (key, wanted) in [(DEVICE, own), (DEVICES, devices)] {
        let said = model.metadata_props.iter().find(|entry| entry.key() == key).map(|entry| entry.value());
        if let Some(said) = said.filter(|said| *said != wanted.to_string()) {
            return Err(format!("its metadata say `{key}` {said}, the program has {wanted} here: the files of one compile belong together"));
        }
    }
    let builder = Session::builder(environment).map_err(told)?;
    // One thread a device: kernels run where collectives find their device.
    let builder = builder.with_intra_threads(1).map_err(told)?.with_inter_threads(1).map_err(told)?.with_parallel_execution(false).map_err(told)?;
    let mut builder = builder.with_operators(domain(DOMAIN, OURS)?).map_err(told)?;
    // Where a model does not import ONNX Runtime's domain, a domain of custom ops would hide what the runtime itself has in it.
    if model.opset_import.iter().any(|set| set.domain() == RUNTIME) {
        builder = builder.with_operators(domain(RUNTIME, THEIRS)?).map_err(told)?;
    }
    builder.commit_from_file(path).map_err(told)
}

fn domain(name: &str, ops: &[&'static str]) -> Result<OperatorDomain, String> {
    ops.iter().try_fold(OperatorDomain::new(name).map_err(told)?, |domain, op| domain.add(Meet::new(op)).map_err(told))
}

fn run(session: &mut Session, row: &[&HostTensor], results: &[TensorType]) -> Result<Vec<HostTensor>, String> {
    let (inputs, outputs) = (session.inputs().len(), session.outputs().len());
    if inputs != row.len() || outputs != results.len() {
        return Err(format!("the model has {inputs} inputs and {outputs} outputs, the program {} and {}", row.len(), results.len()));
    }
    let values = row.iter().map(|tensor| Ok(SessionInputValue::from(to_value(tensor)?))).collect::<Result<Vec<_>, String>>()?;
    let made = session.run(&values[..]).map_err(told)?;
    results.iter().enumerate().map(|(index, ty)| from_value(&made[index], ty)).collect()
}

fn to_value(tensor: &HostTensor) -> Result<DynTensor, String> {
    let ty = tensor.ty();
    let element = number(ty.element).ok_or_else(|| format!("tensors of {} are not handed to ONNX Runtime", ty.element))?;
    let mut value = DynTensor::new(&Allocator::default(), element, ty.dims.to_vec()).map_err(told)?;
    // SAFETY: the tensor is in host memory and has as many elements of as many bytes.
    unsafe { std::ptr::copy_nonoverlapping(tensor.bytes().as_ptr(), value.data_ptr_mut().cast::<u8>(), tensor.bytes().len()) };
    Ok(value)
}

fn from_value(value: &ort::value::DynValue, ty: &TensorType) -> Result<HostTensor, String> {
    let (dims, element) = match (value.dtype().tensor_shape(), value.dtype().tensor_type()) {
        (Some(shape), Some(element)) => (shape.to_vec(), element),
        _ => return Err("a result is no tensor".to_owned()),
    };
    if number(ty.element) != Some(element) || dims[..] != ty.dims[..] {
        return Err(format!("the model gave {element} of {dims:?}, the program gives {ty}"));
    }
    let view = value.view().downcast::<ort::value::DynTensorValueType>().map_err(told)?;
    HostTensor::new(ty.clone(), meet::bytes_of(view.data_ptr(), ty)).map_err(|error| error.to_string())
}

/// ONNX Runtime's name of an element type whose elements it holds as we do.
fn number(element: ElementType) -> Option<TensorElementType> {
    Some(match element {
        ElementType::F32 => TensorElementType::Float32,
        ElementType::F64 => TensorElementType::Float64,
        ElementType::F16 => TensorElementType::Float16,
        ElementType::BF16 => TensorElementType::Bfloat16,
        ElementType::I1 => TensorElementType::Bool,
        ElementType::I2 | ElementType::I4 | ElementType::I8 => TensorElementType::Int8,
        ElementType::I16 => TensorElementType::Int16,
        ElementType::I32 => TensorElementType::Int32,
        ElementType::I64 => TensorElementType::Int64,
        ElementType::UI2 | ElementType::UI4 | ElementType::UI8 => TensorElementType::Uint8,
        ElementType::UI16 => TensorElementType::Uint16,
        ElementType::UI32 => TensorElementType::Uint32,
        ElementType::UI64 => TensorElementType::Uint64,
        ElementType::F8E4M3FN => TensorElementType::Float8E4M3FN,
        ElementType::F8E4M3FNUZ => TensorElementType::Float8E4M3FNUZ,
        ElementType::F8E5M2 => TensorElementType::Float8E5M2,
        ElementType::F8E8M0FNU => TensorElementType::Float8E8M0,
        ElementType::F8E5M2FNUZ => TensorElementType::Float8E5M2FNUZ,
        _ => return None,
    })
}

fn told<T>(error: ort::Error<T>) -> String {
    error.to_string()
}
