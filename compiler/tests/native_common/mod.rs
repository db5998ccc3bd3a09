//! What tests of native programs share: programs whose kernel is C text, and the installed implementations of MPI.

pub mod hosts;

use shardwright_compiler::back::native::{self, Linker, Meetings};
use shardwright_compiler::manifest::{FILE, Manifest, Port};
use shardwright_ir::sharding::Mesh;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The implementations of MPI that are installed: C compiler and launcher.
pub fn implementations() -> Vec<(&'static str, &'static str)> {
    let all = [("mpicc.mpich", "mpirun.mpich"), ("mpicc.openmpi", "mpirun.openmpi")];
    let there = |name: &str| Command::new(name).arg("--version").output().is_ok();
    let found: Vec<_> = all.into_iter().filter(|(mpicc, mpirun)| there(mpicc) && there(mpirun)).collect();
    if found.len() < all.len() {
        eprintln!("MPI that is installed (`./test` installs Open MPI and MPICH): {found:?}");
    }
    found
}

/// A port on devices that start there.
pub fn port(name: &str, element: &str, shape: &[i64], local: &[i64], starts: &[Vec<i64>]) -> Port {
    Port {
        name: name.into(),
        element: element.into(),
        shape: shape.to_vec(),
        sharding: String::new(),
        local: local.to_vec(),
        starts: starts.to_vec(),
        weight: None,
        in_step: Default::default(),
    }
}

/// A port whose first dimension is cut over the devices.
pub fn rows(name: &str, element: &str, devices: i64, local: &[i64]) -> Port {
    let mut shape = local.to_vec();
    shape[0] *= devices;
    let start = |device| std::iter::once(device * local[0]).chain(local[1..].iter().map(|_| 0)).collect();
    port(name, element, &shape, local, &(0..devices).map(start).collect::<Vec<Vec<i64>>>())
}

/// A port that every device has whole.
pub fn whole(name: &str, element: &str, devices: usize, shape: &[i64]) -> Port {
    port(name, element, shape, shape, &vec![vec![0; shape.len()]; devices])
}

/// The manifest of these ports.
pub fn manifest(devices: usize, inputs: Vec<Port>, outputs: Vec<Port>) -> Manifest {
    let empty = Manifest::new(&Mesh::default(), &[], &[]).expect("an empty manifest");
    let order = (0..devices as i64).collect();
    Manifest { devices, device_order: order, inputs, outputs, ..empty }
}

/// Compiles a kernel and links it with the runtime to an output folder.
pub fn build(folder: &Path, manifest: &Manifest, kernel: &str, meetings: &Meetings, mpicc: &str, flags: &[&str]) -> Result<(), String> {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/back/native/runtime");
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let (source, object) = (folder.join("kernel.c"), folder.join("kernel.o"));
    std::fs::write(&source, kernel).map_err(|error| error.to_string())?;
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu11", "-O1", "-Wall", "-Wno-unused-variable", "-c"]).arg(&source).arg("-o").arg(&object).arg("-I").arg(runtime);
    let said = cc.output().map_err(|error| format!("cc: {error}"))?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stderr).into_owned());
    }
    std::fs::write(folder.join(FILE), manifest.to_json()).map_err(|error| error.to_string())?;
    let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
    let linker = Linker { mpicc: Some(PathBuf::from(mpicc)), flags: flags.iter().map(|&flag| flag.to_owned()).collect() };
    native::write(folder, manifest, &[bytes], meetings, &linker)
}

/// The kernel whose arguments are `i[0]`, `i[1]`, … and results `o[0]`, `o[1]`, …
pub fn kernel(body: &str) -> String {
    let includes = ["shardwright.h", "signal.h", "string.h", "unistd.h"].map(|name| format!("#include \"{name}\"\n")).concat();
    format!("{includes}void shardwright_program(void *const *i, void *const *o) {{\n{body}}}\n")
}

/// Starts a program on so many ranks, and ends it where it hangs.
pub fn start(folder: &Path, mpirun: &str, ranks: usize, arguments: &[&str]) -> Output {
    const SECONDS: &str = "60";
    let mut command = Command::new("timeout");
    command.args(["-k", "5", SECONDS, mpirun]);
    if mpirun.ends_with("openmpi") {
        // As the engine does.
        command.args(["--oversubscribe", "--allow-run-as-root"]).env("OMPI_MCA_mtl", "^psm");
    }
    let output = command.args(["-np", &ranks.to_string()]).arg(folder.join("program")).args(arguments).output().expect("timeout of coreutils");
    assert!(output.status.code() != Some(124), "it hangs: {mpirun} -np {ranks} {}", folder.display());
    output
}

/// What a failed run's ranks said.
pub fn said(output: &Output) -> String {
    assert!(!output.status.success(), "it succeeded: {}", String::from_utf8_lossy(&output.stdout));
    let all = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    let own: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("shardwright: ")).collect();
    if own.is_empty() { all } else { own.join("\n") }
}
