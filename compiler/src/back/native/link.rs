//! Writing the sources of a native program beside its object file, and linking them.
//!
//! Invariant: the link is what the `build.sh` that is left in the folder does, so that it can be done again elsewhere.

use super::tables::{Meetings, function_name, tables};
use crate::manifest::Manifest;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The executable's name in an output folder.
pub const PROGRAM: &str = "program";
/// The folder of object file and sources in an output folder.
pub const FOLDER: &str = "native";
/// The environment variable that names MPI's C compiler.
pub const MPICC_VARIABLE: &str = "MPICC";

const SOURCES: &[(&str, &str)] = &[
    ("shardwright.h", include_str!("runtime/shardwright.h")),
    ("collectives.c", include_str!("runtime/collectives.c")),
    ("shards.c", include_str!("runtime/shards.c")),
    ("npz.c", include_str!("runtime/npz.c")),
    ("pipeline.c", include_str!("runtime/pipeline.c")),
    ("main.c", include_str!("runtime/main.c")),
];
const MPI: (&str, &str) = ("mpi.c", include_str!("runtime/mpi.c"));
const SERIAL: (&str, &str) = ("serial.c", include_str!("runtime/serial.c"));

/// Which compiler links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linker {
    /// MPI's C compiler; the one of the environment, else `mpicc`, where none is named.
    pub mpicc: Option<PathBuf>,
    /// More options, such as definitions.
    pub flags: Vec<String>,
}

/// Writes object files (one, or one a piece), sources and executable of a program to its output folder.
///
/// # Errors
/// Where the program has no tables, a file cannot be written, or the compiler is missing or fails; with what it said.
pub fn write(folder: &Path, manifest: &Manifest, objects: &[Vec<u8>], meetings: &Meetings, linker: &Linker) -> Result<(), String> {
    let native = folder.join(FOLDER);
    let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&native).map_err(|error| at(&native, error))?;
    let put = |name: &str, bytes: &[u8]| std::fs::write(native.join(name), bytes).map_err(|error| at(&native.join(name), error));
    let transport = if manifest.devices == 1 { SERIAL } else { MPI };
    for (name, text) in SOURCES.iter().chain([&transport]) {
        put(name, text.as_bytes())?;
    }
    put("tables.c", tables(manifest, meetings)?.as_bytes())?;
    let name = |index: usize| format!("{}.o", function_name(manifest.schedule.as_ref().map(|_| index)).replace("shardwright_", ""));
    let names: Vec<String> = (0..objects.len()).map(name).collect();
    for (name, object) in names.iter().zip(objects) {
        put(name, object)?;
    }
    put("build.sh", script(manifest.devices, transport.0, &names).as_bytes())?;
    build(&native, manifest.devices, linker)
}

/// The script that links: with what it is called by is for the user to say.
fn script(devices: usize, transport: &str, objects: &[String]) -> String {
    let (compiler, variable, what) = match devices {
        1 => ("cc", "CC", "a C compiler"),
        _ => ("mpicc", MPICC_VARIABLE, "the C compiler of the MPI that is to run it"),
    };
    let sources: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".c")).collect();
    format!(
        "#!/bin/sh\n# Links the program anew: {variable} names {what}, CFLAGS and LDFLAGS are heeded. Needs zlib.\nset -e\ncd \"$(dirname \"$0\")\"\n\
         \"${{{variable}:-{compiler}}}\" -std=gnu11 -O2 -ffp-contract=off ${{CFLAGS:-}} tables.c {} {transport} {} -o ../{PROGRAM}.new ${{LDFLAGS:-}} -lz -lm\n\
         mv ../{PROGRAM}.new ../{PROGRAM}\n",
        sources.join(" "),
        objects.join(" ")
    )
}

fn build(native: &Path, devices: usize, linker: &Linker) -> Result<(), String> {
    let mut command = Command::new("sh");
    command.arg(native.join("build.sh"));
    let named = linker.mpicc.clone().or_else(|| std::env::var_os(MPICC_VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from));
    let compiler = match devices {
        1 => PathBuf::from(std::env::var_os("CC").unwrap_or_else(|| "cc".into())),
        _ => {
            let compiler = named.unwrap_or_else(|| "mpicc".into());
            command.env(MPICC_VARIABLE, &compiler);
            compiler
        }
    };
    if !linker.flags.is_empty() {
        command.env("CFLAGS", linker.flags.join(" "));
    }
    if let Err(error) = Command::new(&compiler).arg("--version").output() {
        let how = match devices {
            1 => "install a C compiler, or name one in CC".to_owned(),
            _ => format!("install Open MPI or MPICH (Debian: libopenmpi-dev or libmpich-dev), or name one by --mpicc or in {MPICC_VARIABLE}"),
        };
        return Err(format!("{}: {error}; {how}", compiler.display()));
    }
    let output = command.output().map_err(|error| format!("sh: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} cannot link the native program ({}); it said:\n{}", compiler.display(), output.status, said.trim_end()))
}
