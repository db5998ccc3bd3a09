//! The command line as tests call it.

use std::path::Path;
use std::process::Command;

/// Standard output; what was called and all that it wrote where it fails.
pub fn shardwright(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwright")).args(arguments).output().map_err(|error| error.to_string())?;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(out.into_owned()) } else { Err(format!("{arguments:?}:\n{out}{err}")) }
}

/// A path that a test made.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path of this test")
}
