//! A loaded plugin's table of functions, and owners of what it hands out.
//!
//! Invariants: every object of the plugin has one owner here, which destroys it through the plugin; every error
//! is read, destroyed and returned as a [`PjrtError`]. A plugin is never unloaded: its threads outlive any client.

use super::PjrtError;
use super::sys::{self, Args};
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

/// The table of a plugin that lives as long as the process.
#[derive(Clone, Copy)]
pub struct Api {
    // A pointer, not a reference: the functions lie behind the declared head.
    table: NonNull<sys::Api>,
}
// SAFETY: the table is never written, and the PJRT C API lets any thread call its functions.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

impl Api {
    /// Loads a plugin, or finds it where it was loaded before.
    pub fn load(path: &Path) -> Result<Api, PjrtError> {
        // Initialising a plugin twice is an error for some of them.
        static LOADED: Mutex<BTreeMap<PathBuf, Api>> = Mutex::new(BTreeMap::new());
        let error = |reason: String| PjrtError::Load { path: path.display().to_string(), reason };
        let path = path.canonicalize().map_err(|source| error(source.to_string()))?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&api) = loaded.get(&path) {
            return Ok(api);
        }
        // SAFETY: loading runs the initialisers of a library that the user named as a plugin.
        let library = unsafe { libloading::Library::new(&path) }.map_err(|source| error(chain(&source)))?;
        let library = Box::leak(Box::new(library));
        // SAFETY: this is the entry point's type in the PJRT C API.
        let entry = unsafe { library.get::<unsafe extern "C" fn() -> *const sys::Api>(b"GetPjrtApi\0") }
            .map_err(|source| error(format!("not a PJRT plugin: {}", chain(&source))))?;
        // SAFETY: the entry point takes nothing and returns null or a table that lives as long as the library.
        let table = NonNull::new(unsafe { entry() }.cast_mut());
        let api = Api { table: table.ok_or_else(|| error("GetPjrtApi returned null".into()))? };
        let ((major, minor), least) = (api.version(), sys::MIN_MINOR);
        if major != 0 || minor < least {
            return Err(error(format!("PJRT API must be 0.{least} or a later 0.x, got {major}.{minor}")));
        }
        api.call(sys::PluginInitialize::default())?;
        loaded.insert(path, api);
        Ok(api)
    }

    /// Major and minor version of the plugin's API.
    pub fn version(self) -> (i32, i32) {
        let head = self.head();
        (head.major, head.minor)
    }

    /// Calls the function that takes these arguments, and returns them with what it wrote into them.
    pub fn call<T: Args>(self, mut args: T) -> Result<T, PjrtError> {
        let function = self.function::<T>()?;
        // SAFETY: `Args` promises that the slot takes this struct; callers keep what it points to alive.
        let error = unsafe { function(&mut args) };
        if error.is_null() { Ok(args) } else { Err(self.take_error(T::NAME, error)) }
    }

    fn head(self) -> &'static sys::Api {
        // SAFETY: the table lives as long as the process and is never written.
        unsafe { self.table.as_ref() }
    }

    fn function<T: Args>(self) -> Result<unsafe extern "C" fn(*mut T) -> *mut sys::Error, PjrtError> {
        let missing = || PjrtError::Missing { function: T::NAME };
        let word = size_of::<usize>();
        let offset = size_of::<sys::Api>() + T::SLOT * word;
        if offset + word > self.head().struct_size {
            return Err(missing());
        }
        // SAFETY: the table is as long as it says, and each slot is a nullable function pointer of this type.
        unsafe {
            let slot = self.table.byte_add(offset);
            *slot.cast::<Option<unsafe extern "C" fn(*mut T) -> *mut sys::Error>>().as_ptr()
        }
        .ok_or_else(missing)
    }

    fn take_error(self, function: &'static str, error: *mut sys::Error) -> PjrtError {
        let mut args = sys::ErrorMessage { error, ..Default::default() };
        let message = match self.function::<sys::ErrorMessage>() {
            Ok(read) => {
                // SAFETY: `error` is a live error of this plugin. This function returns nothing, so the pointer
                // that the shared signature claims is never looked at.
                unsafe { read(&mut args) };
                text(args.message, args.message_size)
            }
            Err(_) => "the plugin has no PJRT_Error_Message".into(),
        };
        self.destroy(sys::ErrorDestroy { error, ..Default::default() });
        PjrtError::Call { function, message }
    }

    /// Calls a destructor. An error of a destructor leaves nothing to be done but to lose the object.
    fn destroy<T: Args>(self, mut args: T) {
        if let Ok(function) = self.function::<T>() {
            // SAFETY: the caller owns the object and gives it up. The result is not looked at, since
            // `PJRT_Error_Destroy` returns nothing.
            unsafe { function(&mut args) };
        }
    }
}

/// Copies text that a plugin points to.
pub fn text(start: *const c_char, len: usize) -> String {
    // SAFETY: the plugin promises `len` readable bytes.
    String::from_utf8_lossy(unsafe { slice(start.cast(), len) }).into_owned()
}

/// The slice of a plugin's array, which may be null when empty.
///
/// # Safety
/// `start` must point to `len` live values, or `len` be 0, for as long as the result is used.
pub unsafe fn slice<'a, T>(start: *const T, len: usize) -> &'a [T] {
    // SAFETY: promised by the caller.
    if start.is_null() || len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(start, len) } }
}

macro_rules! owners {
    ($($(#[$doc:meta])* $name:ident($handle:ty) by $destroy:ident.$field:ident)*) => { $(
        $(#[$doc])*
        pub struct $name {
            pub api: Api,
            pub raw: *mut $handle,
        }
        impl Drop for $name {
            fn drop(&mut self) {
                if !self.raw.is_null() {
                    self.api.destroy(sys::$destroy { $field: self.raw, ..Default::default() });
                }
            }
        }
        // SAFETY: the PJRT C API lets any thread use or destroy any of its objects.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}
    )* };
}
owners! {
    /// Owner of a client.
    Client(sys::Client) by ClientDestroy.client
    /// Owner of a compiled program loaded onto devices.
    LoadedExecutable(sys::LoadedExecutable) by LoadedExecutableDestroy.executable
    /// Owner of a compiled program.
    Executable(sys::Executable) by ExecutableDestroy.executable
    /// Owner of a device buffer.
    Buffer(sys::Buffer) by BufferDestroy.buffer
    /// Owner of an event; null is an event that has happened.
    Event(sys::Event) by EventDestroy.event
}

impl Event {
    /// Waits until the event has happened; its error is returned.
    pub fn wait(self) -> Result<(), PjrtError> {
        if !self.raw.is_null() {
            self.api.call(sys::EventAwait { event: self.raw, ..Default::default() })?;
        }
        Ok(())
    }
}

/// An error with what caused it: the loader's own words are in the cause.
fn chain(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {}", chain(cause)))
}
