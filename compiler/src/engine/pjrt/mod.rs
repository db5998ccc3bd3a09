//! Runs programs on the devices of any PJRT C API plugin.
//!
//! Invariants: a program sees only tensors of its signature; every object of the plugin is destroyed through the
//! plugin; what the plugin reports is an error with its message. One client may hold many programs, on all or on
//! some of its devices.

mod api;
mod find;
mod options;
mod sys;

pub use find::{PLUGIN_VARIABLE, find_plugin};
pub use options::CompileOptions;

use super::host::HostTensor;
use shardwright_ir::types::{ElementType, TensorType};
use std::fmt;
use std::path::Path;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why a program cannot be compiled or run.
#[derive(Debug, thiserror::Error)]
pub enum PjrtError {
    /// No plugin was named or found.
    #[error("{0}")]
    NotFound(String),
    /// The file is no plugin that we can use.
    #[error("cannot load PJRT plugin {path}: {reason}")]
    Load {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The plugin lacks a function.
    #[error("PJRT plugin has no {function}")]
    Missing {
        /// Its name.
        function: &'static str,
    },
    /// The plugin reports an error.
    #[error("{function}: {message}")]
    Call {
        /// The function that failed.
        function: &'static str,
        /// What the plugin says.
        message: String,
    },
    /// The devices asked for do not fit the client or the program.
    #[error("{0}")]
    Devices(String),
    /// Arguments or results do not fit the program's signature.
    #[error("{0}")]
    Signature(String),
}

/// A loaded plugin.
#[derive(Clone, Copy)]
pub struct PjrtPlugin {
    api: api::Api,
}

impl PjrtPlugin {
    /// Loads the plugin in this file. Loading it again costs nothing.
    ///
    /// # Errors
    /// When the file is no loadable library, no PJRT plugin, or one of an API that we do not know.
    pub fn load(path: &Path) -> Result<PjrtPlugin, PjrtError> {
        api::Api::load(path).map(|api| PjrtPlugin { api })
    }

    /// Major and minor version of the PJRT API that the plugin was built with.
    pub fn api_version(&self) -> (i32, i32) {
        self.api.version()
    }

    /// A client with `devices` devices. The count is the plugin's to grant: CPU plugins make as many devices as
    /// they are asked for, others have those that the machine has.
    ///
    /// # Errors
    /// When the plugin refuses, or has fewer devices.
    pub fn client(&self, devices: usize) -> Result<PjrtClient, PjrtError> {
        let count = i64::try_from(devices).unwrap_or(i64::MAX);
        let option = sys::NamedValue::int64("cpu_device_count", count);
        let args = sys::ClientCreate { create_options: &option, num_options: 1, ..Default::default() };
        let raw = self.api.call(args)?.client;
        let client = api::Client { api: self.api, raw };
        let args = sys::ClientAddressableDevices { client: raw, ..Default::default() };
        let args = self.api.call(args)?;
        // SAFETY: the array lives as long as the client, which lives until the end of this function.
        let handles = unsafe { api::slice(args.devices, args.num_devices) };
        if handles.len() < devices {
            let got = handles.len();
            return Err(PjrtError::Devices(format!("{devices} devices wanted, the plugin has {got}")));
        }
        let devices: Vec<DeviceHandle> = handles.iter().map(|&raw| DeviceHandle(raw)).collect();
        let inner = ClientInner { running: devices.iter().map(|_| Mutex::new(())).collect(), devices, client };
        Ok(PjrtClient { inner: Arc::new(inner) })
    }
}

/// A client: the devices of a plugin. Clones share it.
#[derive(Clone)]
pub struct PjrtClient {
    inner: Arc<ClientInner>,
}

struct ClientInner {
    devices: Vec<DeviceHandle>,
    /// For each device, held while a program runs on it: XLA's CPU client has one thread a device, so the devices of two programs that
    /// run at once on the same wait for each other's threads in their collectives, forever.
    running: Vec<Mutex<()>>,
    client: api::Client,
}

impl PjrtClient {
    /// Number of devices.
    pub fn num_devices(&self) -> usize {
        self.inner.devices.len()
    }

    /// Copies a tensor to a device.
    ///
    /// # Errors
    /// When there is no such device, the element type has no PJRT form, or the plugin reports an error.
    pub fn put(&self, tensor: &HostTensor, device: usize) -> Result<DeviceTensor, PjrtError> {
        let buffer = self.upload(tensor, self.device(device)?)?;
        Ok(DeviceTensor { buffer, client: self.clone() })
    }

    fn device(&self, device: usize) -> Result<DeviceHandle, PjrtError> {
        let devices = &self.inner.devices;
        devices.get(device).copied().ok_or_else(|| PjrtError::Devices(format!("device {device} wanted, the plugin has {}", devices.len())))
    }

    fn upload(&self, tensor: &HostTensor, device: DeviceHandle) -> Result<api::Buffer, PjrtError> {
        let api = self.inner.client.api;
        let args = sys::BufferFromHostBuffer {
            client: self.inner.client.raw,
            data: tensor.bytes().as_ptr().cast(),
            ty: buffer_type(tensor.ty().element)?,
            dims: tensor.ty().dims.as_ptr(),
            num_dims: tensor.ty().rank(),
            host_buffer_semantics: sys::IMMUTABLE_ONLY_DURING_CALL,
            device: device.0,
            ..Default::default()
        };
        let args = api.call(args)?;
        let buffer = api::Buffer { api, raw: args.buffer };
        api::Event { api, raw: args.done_with_host_buffer }.wait()?;
        Ok(buffer)
    }

    /// The name of the platform, such as `cpu`.
    ///
    /// # Errors
    /// When the plugin refuses.
    pub fn platform_name(&self) -> Result<String, PjrtError> {
        let args = sys::ClientPlatformName { client: self.inner.client.raw, ..Default::default() };
        let args = self.inner.client.api.call(args)?;
        Ok(api::text(args.platform_name, args.platform_name_size))
    }

    /// What the platform says of its version: the runtime's or the driver's.
    ///
    /// # Errors
    /// When the plugin refuses.
    pub fn platform_version(&self) -> Result<String, PjrtError> {
        let args = sys::ClientPlatformVersion { client: self.inner.client.raw, ..Default::default() };
        let args = self.inner.client.api.call(args)?;
        Ok(api::text(args.platform_version, args.platform_version_size))
    }

    /// The kind of the first device, such as `NVIDIA H200`.
    ///
    /// # Errors
    /// When the plugin refuses, or has no device.
    pub fn device_kind(&self) -> Result<String, PjrtError> {
        let api = self.inner.client.api;
        let args = sys::ClientAddressableDevices { client: self.inner.client.raw, ..Default::default() };
        let args = api.call(args)?;
        // SAFETY: the array and what it names live as long as the client.
        let devices = unsafe { api::slice(args.devices, args.num_devices) };
        let &device = devices.first().ok_or_else(|| PjrtError::Devices("1 device wanted, the plugin has 0".to_owned()))?;
        let description = api.call(sys::GetDescription { device, ..Default::default() })?.device_description;
        let args = api.call(sys::DescriptionKind { device_description: description, ..Default::default() })?;
        Ok(api::text(args.device_kind, args.device_kind_size))
    }

    /// Compiles MLIR text whose `main` takes `arguments` and returns `results` on each device (local shapes).
    ///
    /// # Errors
    /// When the options do not fit the client, the plugin cannot compile the text, or the compiled program
    /// returns other types than `results`.
    pub fn compile(
        &self,
        mlir: &str,
        arguments: &[TensorType],
        results: &[TensorType],
        options: &CompileOptions,
    ) -> Result<Executable, PjrtError> {
        const FORMAT: &str = "mlir";
        let api = self.inner.client.api;
        let encoded = options.encode(self.inner.devices.len(), &self.platform_name()?)?;
        for ty in arguments.iter().chain(results) {
            buffer_type(ty.element)?;
        }
        let program = sys::Program {
            code: mlir.as_ptr().cast(),
            code_size: mlir.len(),
            format: FORMAT.as_ptr().cast(),
            format_size: FORMAT.len(),
            ..Default::default()
        };
        let args = sys::ClientCompile {
            client: self.inner.client.raw,
            program: &program,
            compile_options: encoded.as_ptr().cast(),
            compile_options_size: encoded.len(),
            ..Default::default()
        };
        let loaded = api::LoadedExecutable { api, raw: api.call(args)?.executable };
        let devices = program_devices(&loaded)?;
        if devices.len() != options.num_devices() {
            let (expected, got) = (options.num_devices(), devices.len());
            return Err(PjrtError::Devices(format!("program takes {expected} devices, compiled for {got}")));
        }
        let returned = result_types(&loaded)?;
        if returned != results {
            return Err(PjrtError::Signature(format!("program returns {returned:?}, expected {results:?}")));
        }
        Ok(Executable {
            loaded,
            devices,
            arguments: arguments.to_vec(),
            results: results.to_vec(),
            client: self.clone(),
        })
    }
}

/// A program that is compiled for some devices of a client.
pub struct Executable {
    // Dropped before the client, which is the last field.
    loaded: api::LoadedExecutable,
    devices: Vec<DeviceHandle>,
    arguments: Vec<TensorType>,
    results: Vec<TensorType>,
    client: PjrtClient,
}

impl Executable {
    /// Number of devices that the program runs on.
    pub fn num_devices(&self) -> usize {
        self.devices.len()
    }

    /// Runs the program once: `per_device[d][a]` is argument `a` of device `d`, in the order of the replicas
    /// (or partitions); the result is indexed alike. Programs of one client run at once only where they share no device.
    ///
    /// # Errors
    /// When the arguments do not fit the signature, or the plugin reports an error.
    pub fn execute(&self, per_device: &[Vec<HostTensor>]) -> Result<Vec<Vec<HostTensor>>, PjrtError> {
        let outputs = self.launch(&self.place(per_device)?)?.0;
        outputs
            .iter()
            .map(|row| row.iter().zip(&self.results).map(|(buffer, ty)| download(buffer, ty)).collect())
            .collect()
    }

    /// Copies arguments to the devices, once for many runs.
    ///
    /// # Errors
    /// When the arguments do not fit the signature, or the plugin reports an error.
    pub fn place(&self, per_device: &[Vec<HostTensor>]) -> Result<Placed, PjrtError> {
        self.check_arguments(per_device)?;
        let mut buffers = Vec::with_capacity(per_device.len());
        for (device, tensors) in self.devices.iter().zip(per_device) {
            let row = tensors.iter().map(|tensor| self.client.upload(tensor, *device));
            buffers.push(row.collect::<Result<Vec<api::Buffer>, PjrtError>>()?);
        }
        Ok(Placed { buffers })
    }

    /// Runs the program once on arguments that [`Executable::place`] of this program put there, drops the results, and returns
    /// the time from the call to the end on all devices. The program must not donate its arguments.
    ///
    /// # Errors
    /// When the plugin reports an error.
    pub fn time(&self, arguments: &Placed) -> Result<Duration, PjrtError> {
        Ok(self.launch(arguments)?.1)
    }

    /// Runs the program once on tensors that are on its devices already, and leaves the results there: rows as in [`Executable::execute`]. Results take the places of arguments that the
    /// program donates, which nothing may read any more, but for the arguments of these numbers (`kept`). Programs of one client run at once only where they share no device.
    ///
    /// # Errors
    /// When there are not as many rows and arguments as the program has, or the plugin reports an error.
    pub fn execute_on(&self, rows: &[Vec<&DeviceTensor>], kept: &[i64]) -> Result<Vec<Vec<DeviceTensor>>, PjrtError> {
        let (devices, arguments) = (self.devices.len(), self.arguments.len());
        if rows.len() != devices || rows.iter().any(|row| row.len() != arguments) {
            let got: Vec<usize> = rows.iter().map(Vec::len).collect();
            return Err(PjrtError::Signature(format!("program takes {arguments} arguments on {devices} devices, got {got:?}")));
        }
        let rows = rows.iter().map(|row| row.iter().map(|tensor| tensor.buffer.raw).collect()).collect();
        let outputs = self.launch_raw(rows, kept)?.0;
        let owned = |buffer: api::Buffer| DeviceTensor { buffer, client: self.client.clone() };
        Ok(outputs.into_iter().map(|row| row.into_iter().map(owned).collect()).collect())
    }

    fn launch(&self, arguments: &Placed) -> Result<(Vec<Vec<api::Buffer>>, Duration), PjrtError> {
        self.launch_raw(arguments.buffers.iter().map(|row| row.iter().map(|buffer| buffer.raw).collect()).collect(), &[])
    }

    fn launch_raw(&self, rows: Vec<Vec<*mut sys::Buffer>>, kept: &[i64]) -> Result<(Vec<Vec<api::Buffer>>, Duration), PjrtError> {
        let api = self.loaded.api;
        let argument_lists: Vec<*const *mut sys::Buffer> = rows.iter().map(|row| row.as_ptr()).collect();
        let mut outputs = vec![vec![ptr::null_mut::<sys::Buffer>(); self.results.len()]; rows.len()];
        let output_lists: Vec<*mut *mut sys::Buffer> = outputs.iter_mut().map(|row| row.as_mut_ptr()).collect();
        let mut events = vec![ptr::null_mut::<sys::Event>(); rows.len()];
        let mut options = sys::ExecuteOptions { non_donatable_input_indices: kept.as_ptr(), num_non_donatable_input_indices: kept.len(), ..Default::default() };
        let args = sys::Execute {
            executable: self.loaded.raw,
            options: &mut options,
            argument_lists: argument_lists.as_ptr(),
            num_devices: rows.len(),
            num_args: self.arguments.len(),
            output_lists: output_lists.as_ptr(),
            device_complete_events: events.as_mut_ptr(),
            ..Default::default()
        };
        // In ascending order, so that no two programs each hold what the other waits for.
        let inner = &self.client.inner;
        let own = inner.devices.iter().zip(&inner.running).filter(|(device, _)| self.devices.iter().any(|own| own.0 == device.0));
        let running: Vec<_> = own.map(|(_, lock)| lock.lock().unwrap_or_else(PoisonError::into_inner)).collect();
        let start = Instant::now();
        let called = api.call(args);
        // Everything that came back gets its owner before any error leaves this function.
        let events: Vec<api::Event> = events.into_iter().map(|raw| api::Event { api, raw }).collect();
        let outputs: Vec<Vec<api::Buffer>> =
            outputs.into_iter().map(|row| row.into_iter().map(|raw| api::Buffer { api, raw }).collect()).collect();
        called?;
        // All devices are awaited, so that none still runs when the first error is returned.
        let waited: Vec<Result<(), PjrtError>> = events.into_iter().map(api::Event::wait).collect();
        let took = start.elapsed();
        drop(running);
        waited.into_iter().collect::<Result<(), PjrtError>>()?;
        Ok((outputs, took))
    }

    fn check_arguments(&self, per_device: &[Vec<HostTensor>]) -> Result<(), PjrtError> {
        if per_device.len() != self.devices.len() {
            let (expected, got) = (self.devices.len(), per_device.len());
            return Err(PjrtError::Signature(format!(
                "program runs on {expected} devices, got arguments for {got}"
            )));
        }
        for (device, tensors) in per_device.iter().enumerate() {
            if tensors.len() != self.arguments.len() {
                let (expected, got) = (self.arguments.len(), tensors.len());
                return Err(PjrtError::Signature(format!(
                    "program takes {expected} arguments, got {got} for device {device}"
                )));
            }
            for (index, (tensor, expected)) in tensors.iter().zip(&self.arguments).enumerate() {
                if tensor.ty() != expected {
                    let got = tensor.ty();
                    return Err(PjrtError::Signature(format!(
                        "argument {index} must be {expected}, got {got} for device {device}"
                    )));
                }
            }
        }
        Ok(())
    }
}

/// A tensor on a device.
pub struct DeviceTensor {
    // Dropped before the client.
    buffer: api::Buffer,
    client: PjrtClient,
}

impl DeviceTensor {
    /// A copy on another device, without a way through the host.
    ///
    /// # Errors
    /// When there is no such device, or the plugin reports an error.
    pub fn copy_to(&self, device: usize) -> Result<DeviceTensor, PjrtError> {
        let api = self.buffer.api;
        let args = sys::BufferCopyToDevice { buffer: self.buffer.raw, dst_device: self.client.device(device)?.0, ..Default::default() };
        let raw = api.call(args)?.dst_buffer;
        Ok(DeviceTensor { buffer: api::Buffer { api, raw }, client: self.client.clone() })
    }

    /// The tensor on the host, which has this type.
    ///
    /// # Errors
    /// When the plugin reports an error.
    pub fn to_host(&self, ty: &TensorType) -> Result<HostTensor, PjrtError> {
        download(&self.buffer, ty)
    }
}

/// Arguments of a program, on its devices.
pub struct Placed {
    buffers: Vec<Vec<api::Buffer>>,
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (devices, arguments, results) = (self.devices.len(), &self.arguments, &self.results);
        write!(f, "program on {devices} devices: {arguments:?} -> {results:?}")
    }
}

/// A device; it lives as long as its client.
#[derive(Clone, Copy)]
struct DeviceHandle(*mut sys::Device);
// SAFETY: the PJRT C API lets any thread use any device.
unsafe impl Send for DeviceHandle {}
// SAFETY: as above.
unsafe impl Sync for DeviceHandle {}

/// The devices of a program, in the order of its replicas or partitions.
fn program_devices(loaded: &api::LoadedExecutable) -> Result<Vec<DeviceHandle>, PjrtError> {
    let args = sys::ExecutableAddressableDevices { executable: loaded.raw, ..Default::default() };
    let args = loaded.api.call(args)?;
    // SAFETY: the array lives as long as the executable.
    let devices = unsafe { api::slice(args.devices, args.num_devices) };
    Ok(devices.iter().map(|&raw| DeviceHandle(raw)).collect())
}

/// The types that a compiled program returns on each device.
fn result_types(loaded: &api::LoadedExecutable) -> Result<Vec<TensorType>, PjrtError> {
    let api = loaded.api;
    let args = api.call(sys::GetExecutable { loaded: loaded.raw, ..Default::default() })?;
    let executable = api::Executable { api, raw: args.executable };
    let args = api.call(sys::OutputElementTypes { executable: executable.raw, ..Default::default() })?;
    // SAFETY: the arrays live as long as the executable, which lives until the end of this function.
    let elements = unsafe { api::slice(args.types, args.num_types) };
    let args = api.call(sys::OutputDimensions { executable: executable.raw, ..Default::default() })?;
    // SAFETY: as above.
    let ranks = unsafe { api::slice(args.dim_sizes, args.num_outputs) };
    // SAFETY: the header: one entry for each dimension of each output.
    let mut dims = unsafe { api::slice(args.dims, ranks.iter().sum()) };
    if elements.len() != ranks.len() {
        let (types, shapes) = (elements.len(), ranks.len());
        return Err(PjrtError::Signature(format!("program returns {types} element types and {shapes} shapes")));
    }
    let mut types = Vec::with_capacity(ranks.len());
    for (&element, &rank) in elements.iter().zip(ranks) {
        let (own, rest) = dims.split_at(rank);
        dims = rest;
        types.push(TensorType::new(element_type(element)?, own));
    }
    Ok(types)
}

/// Copies a buffer of this type to the host, row-major.
fn download(buffer: &api::Buffer, ty: &TensorType) -> Result<HostTensor, PjrtError> {
    let signature = |error: super::host::HostError| PjrtError::Signature(error.to_string());
    let (_, mut bytes) = HostTensor::zeros(ty.clone()).map_err(signature)?.into_parts();
    if !bytes.is_empty() {
        let minor_to_major: Vec<i64> = (0..ty.rank() as i64).rev().collect();
        let layout = sys::MemoryLayout::dense(&minor_to_major);
        let args = sys::BufferToHostBuffer {
            src: buffer.raw,
            host_layout: &layout,
            dst: bytes.as_mut_ptr().cast(),
            dst_size: bytes.len(),
            ..Default::default()
        };
        let args = buffer.api.call(args)?;
        api::Event { api: buffer.api, raw: args.event }.wait()?;
    }
    HostTensor::new(ty.clone(), bytes).map_err(signature)
}

/// Element types in the order of the header's `PJRT_Buffer_Type`, whose 0 is no type.
#[rustfmt::skip]
const BUFFER_TYPES: [Option<ElementType>; 29] = {
    use ElementType as E;
    [
        None, Some(E::I1), Some(E::I8), Some(E::I16), Some(E::I32), Some(E::I64),
        Some(E::UI8), Some(E::UI16), Some(E::UI32), Some(E::UI64), Some(E::F16), Some(E::F32), Some(E::F64),
        Some(E::BF16), Some(E::C64), Some(E::C128), Some(E::F8E5M2), Some(E::F8E4M3FN), Some(E::F8E4M3B11FNUZ),
        Some(E::F8E5M2FNUZ), Some(E::F8E4M3FNUZ), Some(E::I4), Some(E::UI4), None, Some(E::I2), Some(E::UI2),
        Some(E::F8E4M3), Some(E::F8E3M4), Some(E::F8E8M0FNU),
    ]
};

fn buffer_type(element: ElementType) -> Result<i32, PjrtError> {
    let position = BUFFER_TYPES.iter().position(|&own| own == Some(element));
    position
        .map(|position| position as i32)
        .ok_or_else(|| PjrtError::Signature(format!("element type {element} has no PJRT form")))
}

fn element_type(buffer_type: i32) -> Result<ElementType, PjrtError> {
    let known = usize::try_from(buffer_type).ok().and_then(|index| BUFFER_TYPES.get(index).copied().flatten());
    known.ok_or_else(|| PjrtError::Signature(format!("PJRT element type {buffer_type} is not supported")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_has_a_pjrt_form_and_back() {
        for &element in ElementType::ALL {
            assert_eq!(element_type(buffer_type(element).unwrap()).unwrap(), element);
        }
        // Values of the header's enum, as a C compiler prints them.
        assert_eq!(buffer_type(ElementType::BF16).unwrap(), 13);
        assert_eq!(buffer_type(ElementType::I2).unwrap(), 24);
        assert_eq!(buffer_type(ElementType::F8E8M0FNU).unwrap(), 28);
        assert!(element_type(0).is_err() && element_type(-1).is_err() && element_type(99).is_err());
    }

    #[test]
    fn a_file_that_is_no_plugin_is_an_error_that_names_it() {
        let error = PjrtPlugin::load(Path::new("/nonexistent/plugin.so")).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("cannot load PJRT plugin /nonexistent/plugin.so: "), "{error}");
    }
}
