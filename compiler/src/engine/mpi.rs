//! Native programs as processes of MPI, started by `mpirun`.
//!
//! Invariants: `mpirun` is of the same MPI as the program, asked before it starts; a program of one device is started
//! alone; what a rank says is the error, the launcher's own words only where no rank said anything.

use super::host::HostTensor;
use super::npz::{read_npz, write_npz};
use crate::back::native::link::PROGRAM;
use shardwright_ir::types::TensorType;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The environment variable that names `mpirun`.
pub const MPIRUN_VARIABLE: &str = "SHARDWRIGHT_MPIRUN";

/// An implementation of MPI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implementation {
    /// Open MPI.
    OpenMpi,
    /// MPICH and what is made of it: their processes are started by Hydra.
    Mpich,
}

impl Implementation {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Implementation::OpenMpi => "Open MPI",
            Implementation::Mpich => "MPICH",
        }
    }

    /// The one whose name a text holds.
    fn of(text: &str) -> Option<Implementation> {
        let has = |word: &str| text.contains(word);
        if has("Open MPI") || has("OpenRTE") || has("open-mpi") || has("PRRTE") {
            Some(Implementation::OpenMpi)
        } else if has("MPICH") || has("HYDRA") || has("Intel(R) MPI") || has("MVAPICH") {
            Some(Implementation::Mpich)
        } else {
            None
        }
    }

    /// Launchers to try, the likeliest first.
    fn launchers(self) -> [&'static str; 3] {
        match self {
            Implementation::OpenMpi => ["mpirun", "mpirun.openmpi", "orterun"],
            Implementation::Mpich => ["mpirun", "mpirun.mpich", "mpiexec.hydra"],
        }
    }
}

/// The launcher that is named, or in [`MPIRUN_VARIABLE`], or found for this implementation, with its own implementation.
///
/// # Errors
/// Where it is missing, or of another implementation than `wanted`.
pub fn find(named: Option<&Path>, wanted: Option<Implementation>) -> Result<(PathBuf, Implementation), String> {
    let named = named.map(Path::to_owned).or_else(|| std::env::var_os(MPIRUN_VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from));
    if let Some(path) = named {
        let own = implementation(&path)?;
        return match wanted {
            Some(wanted) if wanted != own => Err(format!("{} is of {}, the program is linked with {}", path.display(), own.name(), wanted.name())),
            _ => Ok((path, own)),
        };
    }
    let kinds = wanted.map_or_else(|| vec![Implementation::OpenMpi, Implementation::Mpich], |wanted| vec![wanted]);
    let found = kinds.iter().flat_map(|kind| kind.launchers().map(|launcher| (launcher, *kind))).find(|(launcher, kind)| implementation(Path::new(launcher)) == Ok(*kind));
    found.map(|(launcher, kind)| (launcher.into(), kind)).ok_or_else(|| {
        let what = wanted.map_or("MPI", Implementation::name);
        format!("no mpirun of {what} is on PATH: install it (Debian: openmpi-bin or mpich), or name one by --mpirun or in {MPIRUN_VARIABLE}")
    })
}

/// What a launcher says that it is.
fn implementation(launcher: &Path) -> Result<Implementation, String> {
    let output = Command::new(launcher).arg("--version").stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", launcher.display()))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Implementation::of(&said).ok_or_else(|| format!("{} is neither of Open MPI nor of MPICH", launcher.display()))
}

/// Runs the native program of an output folder on named arrays: once, or so many steps of training. Also gives what it printed.
///
/// # Errors
/// Where there is no program, no launcher, or a rank fails: with what it said.
pub fn run(
    folder: &Path,
    (devices, launcher): (usize, Option<&Path>),
    steps: Option<usize>,
    inputs: &[(String, &HostTensor)],
    results: &[TensorType],
) -> Result<(Vec<HostTensor>, String), String> {
    let program = folder.join(PROGRAM);
    if !program.is_file() {
        return Err(format!("{}: there is no native program: compile with --emit native", program.display()));
    }
    let program = std::fs::canonicalize(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    let scratch = tempfile::tempdir().map_err(|error| format!("temporary folder: {error}"))?;
    let (input, output) = (scratch.path().join("in.npz"), scratch.path().join("out.npz"));
    write_npz(&input, inputs.iter().map(|(name, tensor)| (name.as_str(), *tensor))).map_err(|error| error.to_string())?;
    let mut command = start(&program, devices, launcher)?;
    command.arg("--inputs").arg(&input).arg("--output").arg(&output);
    if let Some(steps) = steps {
        command.args(["--steps", &steps.to_string()]);
    }
    let ended = command.stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))?;
    if !ended.status.success() {
        return Err(complaint(&ended, &command));
    }
    let arrays = read_npz(&output).map_err(|error| error.to_string())?;
    let result = |(index, ty): (usize, &TensorType)| {
        let array = arrays.get(&format!("res{index}")).ok_or_else(|| format!("the program gave no result {index}"))?;
        let tensor = array.to_tensor(Some(ty.element)).map_err(|why| format!("result {index}: {why}"))?;
        if tensor.ty() == ty { Ok(tensor) } else { Err(format!("result {index} is {}, expected {ty}", tensor.ty())) }
    };
    let results = results.iter().enumerate().map(result).collect::<Result<Vec<_>, String>>()?;
    Ok((results, String::from_utf8_lossy(&ended.stdout).into_owned()))
}

/// The command that starts a program on so many devices, without the program's own options.
fn start(program: &Path, devices: usize, launcher: Option<&Path>) -> Result<Command, String> {
    if devices == 1 {
        return Ok(Command::new(program));
    }
    let about = Command::new(program).arg("--help").output().map_err(|error| format!("{}: {error}", program.display()))?;
    let linked = Implementation::of(&String::from_utf8_lossy(&about.stdout));
    let (launcher, implementation) = find(launcher, linked)?;
    let mut command = Command::new(launcher);
    if implementation == Implementation::OpenMpi {
        // More processes than cores are no fault here; and in containers everybody is root.
        command.arg("--oversubscribe").envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
        // The library behind this transport measures the processor's clock before it looks for its hardware, and on busy machines does not end.
        if std::env::var_os("OMPI_MCA_mtl").is_none() {
            command.env("OMPI_MCA_mtl", "^psm");
        }
    }
    command.arg("-np").arg(devices.to_string()).arg(program);
    Ok(command)
}

/// What the ranks said; where none spoke, how it all ended.
fn complaint(ended: &std::process::Output, command: &Command) -> String {
    const SHOWN: usize = 12;
    let said = String::from_utf8_lossy(&ended.stderr).into_owned() + &String::from_utf8_lossy(&ended.stdout);
    let own: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("shardwright: ")).collect();
    if !own.is_empty() {
        return own.join("\n");
    }
    let lines: Vec<&str> = said.lines().filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    let start = lines.len().saturating_sub(SHOWN);
    format!("{} ended with {}; it said:\n{}", command.get_program().to_string_lossy(), ended.status, lines[start..].join("\n"))
}
