//! The part of the PJRT C API that we call, declared by hand (header `pjrt_c_api.h`, API 0.81, OpenXLA).
//!
//! Invariants: every argument struct has the header's fields in the header's order; each starts with its own
//! size and an extension pointer, and ends in zeroed spare words. A plugin refuses a struct that is smaller than
//! the one it was built with and reads 0 as "not set" in fields that we do not know, so the spare words let
//! plugins of later minor versions accept these structs.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

/// Oldest minor version of API 0 that these declarations are known to fit.
pub const MIN_MINOR: c_int = 81;

const SPARE_WORDS: usize = 16;

/// Head of the plugin's table. Its functions follow, one pointer each.
#[repr(C)]
pub struct Api {
    /// Bytes of the whole table.
    pub struct_size: usize,
    _extension_start: *const c_void,
    _version_struct_size: usize,
    _version_extension_start: *const c_void,
    pub major: c_int,
    pub minor: c_int,
}

/// An argument struct of one function of the table.
///
/// # Safety
/// `SLOT` must be the position in the table of a function that takes a pointer to this struct and returns a
/// pointer to an error, or nothing where `VOID`; the all-zero struct must be valid.
pub unsafe trait Args: Default {
    /// Position of the function in the table.
    const SLOT: usize;
    /// Its name.
    const NAME: &'static str;
}

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[repr(C)]
        pub struct $name {
            _opaque: [u8; 0],
        }
    )* };
}
handles! { Error, Event, Client, Device, DeviceDescription, Executable, LoadedExecutable, Buffer }

macro_rules! structs {
    ($($name:ident { $($field:ident: $ty:ty),* $(,)? })*) => { $(
        #[repr(C)]
        pub struct $name {
            pub struct_size: usize,
            pub extension_start: *const c_void,
            $(pub $field: $ty,)*
            pub spare: [usize; SPARE_WORDS],
        }
        impl Default for $name {
            fn default() -> Self {
                // SAFETY: all fields are integers and raw pointers, for which zero is a value.
                let mut own: Self = unsafe { std::mem::zeroed() };
                own.struct_size = size_of::<Self>();
                own
            }
        }
    )* };
}
macro_rules! args {
    ($($slot:literal $function:literal $name:ident { $($field:ident: $ty:ty),* $(,)? })*) => {
        structs! { $($name { $($field: $ty),* })* }
        $(
            // SAFETY: slot and fields are those of the header.
            unsafe impl Args for $name {
                const SLOT: usize = $slot;
                const NAME: &'static str = $function;
            }
        )*
    };
}

args! {
    0 "PJRT_Error_Destroy" ErrorDestroy { error: *mut Error }
    1 "PJRT_Error_Message" ErrorMessage { error: *const Error, message: *const c_char, message_size: usize }
    3 "PJRT_Plugin_Initialize" PluginInitialize {}
    5 "PJRT_Event_Destroy" EventDestroy { event: *mut Event }
    8 "PJRT_Event_Await" EventAwait { event: *mut Event }
    10 "PJRT_Client_Create" ClientCreate {
        create_options: *const NamedValue, num_options: usize,
        kv_get_callback: *const c_void, kv_get_user_arg: *mut c_void,
        kv_put_callback: *const c_void, kv_put_user_arg: *mut c_void,
        client: *mut Client,
        kv_try_get_callback: *const c_void, kv_try_get_user_arg: *mut c_void,
    }
    11 "PJRT_Client_Destroy" ClientDestroy { client: *mut Client }
    12 "PJRT_Client_PlatformName" ClientPlatformName {
        client: *mut Client, platform_name: *const c_char, platform_name_size: usize,
    }
    14 "PJRT_Client_PlatformVersion" ClientPlatformVersion {
        client: *mut Client, platform_version: *const c_char, platform_version_size: usize,
    }
    16 "PJRT_Client_AddressableDevices" ClientAddressableDevices {
        client: *mut Client, devices: *const *mut Device, num_devices: usize,
    }
    20 "PJRT_Client_Compile" ClientCompile {
        client: *mut Client, program: *const Program,
        compile_options: *const c_char, compile_options_size: usize,
        executable: *mut LoadedExecutable,
    }
    22 "PJRT_Client_BufferFromHostBuffer" BufferFromHostBuffer {
        client: *mut Client, data: *const c_void, ty: c_int, dims: *const i64, num_dims: usize,
        byte_strides: *const i64, num_byte_strides: usize, host_buffer_semantics: c_int,
        device: *mut Device, memory: *mut c_void, device_layout: *const c_void,
        done_with_host_buffer: *mut Event, buffer: *mut Buffer,
    }
    26 "PJRT_DeviceDescription_Kind" DescriptionKind {
        device_description: *mut DeviceDescription, device_kind: *const c_char, device_kind_size: usize,
    }
    29 "PJRT_Device_GetDescription" GetDescription { device: *mut Device, device_description: *mut DeviceDescription }
    40 "PJRT_Executable_Destroy" ExecutableDestroy { executable: *mut Executable }
    50 "PJRT_LoadedExecutable_Destroy" LoadedExecutableDestroy { executable: *mut LoadedExecutable }
    51 "PJRT_LoadedExecutable_GetExecutable" GetExecutable {
        loaded: *mut LoadedExecutable, executable: *mut Executable,
    }
    52 "PJRT_LoadedExecutable_AddressableDevices" ExecutableAddressableDevices {
        executable: *mut LoadedExecutable, devices: *const *mut Device, num_devices: usize,
    }
    55 "PJRT_LoadedExecutable_Execute" Execute {
        executable: *mut LoadedExecutable, options: *mut ExecuteOptions,
        argument_lists: *const *const *mut Buffer, num_devices: usize, num_args: usize,
        output_lists: *const *mut *mut Buffer, device_complete_events: *mut *mut Event,
        execute_device: *mut Device,
    }
    58 "PJRT_Buffer_Destroy" BufferDestroy { buffer: *mut Buffer }
    69 "PJRT_Buffer_CopyToDevice" BufferCopyToDevice { buffer: *mut Buffer, dst_device: *mut Device, dst_buffer: *mut Buffer }
    70 "PJRT_Buffer_ToHostBuffer" BufferToHostBuffer {
        src: *mut Buffer, host_layout: *const MemoryLayout, dst: *mut c_void, dst_size: usize, event: *mut Event,
    }
    90 "PJRT_Executable_OutputElementTypes" OutputElementTypes {
        executable: *mut Executable, types: *const c_int, num_types: usize,
    }
    91 "PJRT_Executable_OutputDimensions" OutputDimensions {
        executable: *mut Executable, num_outputs: usize, dims: *const i64, dim_sizes: *const usize,
    }
}

structs! {
    Program { code: *const c_char, code_size: usize, format: *const c_char, format_size: usize }
    ExecuteOptions {
        send_callbacks: *mut c_void, recv_callbacks: *mut c_void, num_send_ops: usize, num_recv_ops: usize,
        launch_id: c_int, non_donatable_input_indices: *const i64, num_non_donatable_input_indices: usize,
        context: *mut c_void, call_location: *const c_char,
        num_tasks: usize, task_ids: *mut c_int, incarnation_ids: *mut i64,
    }
}

/// `PJRT_NamedValue` of kind `int64`. Its size is exact: the header's array of them has this stride.
#[repr(C)]
pub struct NamedValue {
    struct_size: usize,
    extension_start: *const c_void,
    name: *const c_char,
    name_size: usize,
    kind: c_int,
    int64_value: i64,
    value_size: usize,
}

impl NamedValue {
    /// The value `name` = `value`. Borrows `name` without saying so: it must outlive the call that takes this.
    pub fn int64(name: &'static str, value: i64) -> NamedValue {
        const KIND_INT64: c_int = 1;
        NamedValue {
            struct_size: size_of::<NamedValue>(),
            extension_start: ptr::null(),
            name: name.as_ptr().cast(),
            name_size: name.len(),
            kind: KIND_INT64,
            int64_value: value,
            value_size: 1,
        }
    }
}

/// `PJRT_Buffer_MemoryLayout` of kind `Tiled`, whose union is as large as its tiled member.
#[repr(C)]
pub struct MemoryLayout {
    struct_size: usize,
    extension_start: *const c_void,
    tiled_struct_size: usize,
    tiled_extension_start: *const c_void,
    minor_to_major: *const i64,
    minor_to_major_size: usize,
    tile_dims: *const i64,
    tile_dim_sizes: *const usize,
    num_tiles: usize,
    kind: c_int,
}

impl MemoryLayout {
    /// The untiled layout with this order of dimensions. Borrows the order: it must outlive the call that takes
    /// this.
    pub fn dense(minor_to_major: &[i64]) -> MemoryLayout {
        const KIND_TILED: c_int = 0;
        MemoryLayout {
            struct_size: size_of::<MemoryLayout>(),
            extension_start: ptr::null(),
            tiled_struct_size: 7 * size_of::<usize>(),
            tiled_extension_start: ptr::null(),
            minor_to_major: minor_to_major.as_ptr(),
            minor_to_major_size: minor_to_major.len(),
            tile_dims: ptr::null(),
            tile_dim_sizes: ptr::null(),
            num_tiles: 0,
            kind: KIND_TILED,
        }
    }
}

/// `PJRT_HostBufferSemantics_kImmutableOnlyDuringCall`: the plugin copies before it returns.
pub const IMMUTABLE_ONLY_DURING_CALL: c_int = 0;

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn structs_have_the_sizes_that_the_header_asserts() {
        // PJRT_X_Args_STRUCT_SIZE of the header (API 0.81), as a C compiler prints them: end of the last field.
        let spare = SPARE_WORDS * size_of::<usize>();
        assert_eq!(size_of::<ClientCreate>() - spare, 88);
        assert_eq!(size_of::<BufferFromHostBuffer>() - spare, 120);
        assert_eq!(size_of::<Execute>() - spare, 80);
        assert_eq!(size_of::<ExecuteOptions>() - spare, 112);
        assert_eq!(size_of::<BufferToHostBuffer>() - spare, 56);
        assert_eq!(size_of::<ClientCompile>() - spare, 56);
        assert_eq!(size_of::<NamedValue>(), 56);
        assert_eq!(size_of::<MemoryLayout>(), 80);
        assert_eq!(size_of::<Api>(), 40);
        assert_eq!(offset_of!(ExecuteOptions, non_donatable_input_indices), 56);
    }
}
