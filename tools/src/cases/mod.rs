//! Models under annotation sets: what is compiled, run, compared with expected results, and measured against other partitioners.
//!
//! A file of cases is a list of
//! `{ "model", "name", "dims", "tolerance", "inputs", "cases": [ { "name", "mesh", "shard": [...], "inside" } ] }`. A model is a path relative to the file: a folder
//! with `model.onnx` and `test_data_set_0/{input,output}_K.pb`, or a `.mlir` text, with `NAME.npz` beside it (`arg0`…, `res0`…) or else expected to compute
//! what the unpartitioned program computes on small random inputs (`"inputs": "positive"`: without negative ones). A list of meshes stands for a case on each. A case without a mesh keeps the text's own annotations; one with a mesh replaces those of
//! the main function's arguments and results, and with `"inside": "drop"` the constraints inside too. In names of `shard`, `{1..9..2,12}` stands for
//! each of 1, 3, 5, 7, 9 and 12. Invariant: a malformed file is an error that names the model.

pub mod run;
pub mod yardsticks;

use serde_json::Value;
use shardwright_compiler::CompileOptions;
use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::reannotate::Own;
use std::path::{Path, PathBuf};

/// One model under one annotation set.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the model: its own, else that of its folder, or of its text without the extension.
    pub model: String,
    /// Name of the annotation set; its mesh where it has none.
    pub set: String,
    /// The model: `.onnx` or `.mlir`.
    pub file: PathBuf,
    /// The mesh, as `--mesh` takes it; `None` for the model's own annotations.
    pub mesh: Option<String>,
    /// Which of the model's own shardings count.
    pub own: Own,
    /// Shardings, as `--shard` takes them.
    pub shards: Vec<String>,
    /// Sizes of symbolic dimensions.
    pub dims: Vec<(String, i64)>,
    /// Largest relative error.
    pub tolerance: f64,
    /// Whether inputs made at random must have no negative elements: second moments of Adam, say.
    pub positive: bool,
}

impl Case {
    /// `MODEL/SET`, unique in a file of cases.
    pub fn name(&self) -> String {
        format!("{}/{}", self.model, self.set)
    }

    /// What a compile is told.
    ///
    /// # Errors
    /// Where the mesh or a sharding is malformed.
    pub fn options(&self) -> Result<CompileOptions, String> {
        Ok(CompileOptions {
            dims: self.dims.clone(),
            mesh: self.mesh.as_deref().map(parse_mesh).transpose()?,
            own: self.own,
            patterns: self.shards.iter().map(|text| ShardPattern::parse(text)).collect::<Result<_, _>>()?,
            ..CompileOptions::default()
        })
    }
}

/// Reads a file of cases, or all `.json` files of a folder that hold a list of objects, in order of their names.
///
/// # Errors
/// Where a file is malformed, or a case is there twice.
pub fn read_cases(path: &Path) -> Result<Vec<Case>, String> {
    let at = |why: std::io::Error| format!("{}: {why}", path.display());
    if !path.is_dir() {
        return read_file(path);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(at)? {
        let file = entry.map_err(at)?.path();
        let begins_list = |text: String| text.trim_start().strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
        if file.extension().is_some_and(|extension| extension == "json") && begins_list(std::fs::read_to_string(&file).map_err(at)?) {
            files.push(file);
        }
    }
    files.sort();
    let mut cases: Vec<Case> = Vec::new();
    for file in &files {
        cases.extend(read_file(file)?);
    }
    Ok(cases)
}

fn read_file(path: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse_cases(&text, path)
}

/// The cases of one file, from the text of the file at `path`, which is not touched.
///
/// # Errors
/// The file's name and what is wrong with the text.
pub fn parse_cases(text: &str, path: &Path) -> Result<Vec<Case>, String> {
    let at = |why: String| format!("{}: {why}", path.display());
    let models: Vec<Value> = serde_json::from_str(text).map_err(|error| at(error.to_string()))?;
    let mut found: Vec<Case> = Vec::new();
    for model in &models {
        let relative = model["model"].as_str().ok_or_else(|| at("a model has no name".to_owned()))?;
        let fault = |what: &str| at(format!("model {relative}: {what}"));
        let dims = model["dims"].as_object().into_iter().flatten().map(|(dim, size)| Some((dim.clone(), size.as_i64()?)));
        let dims = dims.collect::<Option<Vec<_>>>().ok_or_else(|| fault("`dims` must be numbers"))?;
        let target = path.with_file_name(relative);
        let is_text = target.extension().is_some_and(|extension| extension == "mlir");
        let name = if is_text { target.file_stem() } else { target.file_name() };
        let name = name.ok_or_else(|| fault("no file name"))?.to_string_lossy().into_owned();
        let name = model["name"].as_str().map_or(name, str::to_owned);
        let positive = match &model["inputs"] {
            Value::Null => false,
            Value::String(kind) if kind == "positive" => true,
            other => return Err(fault(&format!("`inputs` must be `positive`, got {other}"))),
        };
        for case in model["cases"].as_array().ok_or_else(|| fault("`cases` must be a list"))? {
            let meshes = match &case["mesh"] {
                Value::Null if is_text => vec![None],
                Value::Array(several) => several.iter().map(Value::as_str).map(|mesh| mesh.map(Some)).collect::<Option<Vec<_>>>().unwrap_or_default(),
                mesh => mesh.as_str().map(Some).into_iter().collect(),
            };
            if meshes.is_empty() {
                return Err(fault("a case's `mesh` must be a mesh or a list of meshes"));
            }
            let own = match (meshes[0], case["inside"].as_str()) {
                (None, None) => Own::All,
                (Some(_), None | Some("keep")) => Own::Inside,
                (Some(_), Some("drop")) => Own::Manual,
                _ => return Err(fault("`inside` must be `keep` or `drop`, and goes with a mesh")),
            };
            let shards = case["shard"].as_array().into_iter().flatten().map(|shard| Some(expand(shard.as_str()?)));
            let shards = shards.collect::<Option<Vec<_>>>().ok_or_else(|| fault("`shard` must be texts"))?;
            let shards = shards.into_iter().collect::<Result<Vec<_>, _>>().map_err(|why| fault(&why))?;
            let shards = shards.concat();
            for mesh in meshes {
                let set = case["name"].as_str().or(mesh).ok_or_else(|| fault("a case has neither name nor mesh"))?.to_owned();
                if found.iter().any(|other| other.model == name && other.set == set) {
                    return Err(fault(&format!("two cases are called `{set}`")));
                }
                found.push(Case {
                    model: name.clone(),
                    set,
                    file: if is_text { target.clone() } else { target.join("model.onnx") },
                    mesh: mesh.map(str::to_owned),
                    own: if is_text { own } else { Own::All },
                    shards: shards.clone(),
                    dims: dims.clone(),
                    tolerance: model["tolerance"].as_f64().ok_or_else(|| fault("`tolerance` must be a number"))?,
                    positive,
                });
            }
        }
    }
    Ok(found)
}

/// `a{1..5..2,8}=[{x}]` as `a1=[{x}]`, `a3=[{x}]`, `a5=[{x}]`, `a8=[{x}]`; only before `=` are braces ranges.
fn expand(pattern: &str) -> Result<Vec<String>, String> {
    const MOST: usize = 100_000;
    let (name, sharding) = pattern.split_once('=').ok_or_else(|| format!("shard pattern `{pattern}` must have the form GLOB=[{{axis}}, {{}}]"))?;
    let Some((before, rest)) = name.split_once('{') else { return Ok(vec![pattern.to_owned()]) };
    let (list, after) = rest.split_once('}').ok_or_else(|| format!("`{name}`: `{{` is not closed"))?;
    let mut found = Vec::new();
    for part in list.split(',') {
        let numbers = part.split("..").map(|number| number.trim().parse::<usize>().ok()).collect::<Option<Vec<_>>>();
        let (first, last, step) = match numbers.as_deref() {
            Some(&[one]) => (one, one, 1),
            Some(&[first, last]) => (first, last, 1),
            Some(&[first, last, step]) if step > 0 => (first, last, step),
            _ => return Err(format!("`{name}`: `{part}` is neither a number nor a range FIRST..LAST..STEP")),
        };
        let numbers = (first..=last).step_by(step).take(MOST + 1 - found.len().min(MOST));
        found.extend(numbers.map(|number| format!("{before}{number}{after}={sharding}")));
        if found.len() > MOST {
            return Err(format!("`{name}` stands for more than {MOST} names"));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_stand_for_their_numbers() {
        assert_eq!(expand("arg{1..5..2,8}=[{x}]").unwrap(), ["arg1=[{x}]", "arg3=[{x}]", "arg5=[{x}]", "arg8=[{x}]"]);
        assert_eq!(expand("a*=[{x}, {}]").unwrap(), ["a*=[{x}, {}]"]);
        assert!(expand("arg{1..x}=[]").unwrap_err().contains("`1..x` is neither a number nor a range"));
        assert!(expand("arg{0..9999999}=[]").unwrap_err().contains("more than 100000 names"));
    }

    #[test]
    fn a_list_of_meshes_is_a_case_on_each() {
        let cases = |mesh: &str| parse_cases(&format!(r#"[{{"model": "m", "tolerance": 0, "cases": [{{"mesh": {mesh}, "shard": ["a=[{{x}}]"]}}]}}]"#), Path::new("cases.json"));
        let found: Vec<String> = cases(r#"["x=2", "x=4"]"#).unwrap().iter().map(|case| format!("{} {}", case.name(), case.shards.concat())).collect();
        assert_eq!(found, ["m/x=2 a=[{x}]", "m/x=4 a=[{x}]"]);
        assert!(cases("[]").unwrap_err().contains("`mesh` must be a mesh or a list of meshes"));
        assert!(cases(r#"["x=2", 4]"#).unwrap_err().contains("`mesh` must be a mesh or a list of meshes"));
    }

    #[test]
    fn a_text_keeps_its_own_annotations_unless_a_mesh_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cases.json");
        let text = r#"[{"model": "a.mlir", "tolerance": 0, "cases": [{"name": "own"}, {"mesh": "x=2"}, {"name": "bare", "mesh": "x=2", "inside": "drop"}]}]"#;
        std::fs::write(&file, text).unwrap();
        let cases = read_cases(&file).unwrap();
        let found: Vec<(String, Own)> = cases.iter().map(|case| (case.name(), case.own)).collect();
        assert_eq!(found, [("a/own".to_owned(), Own::All), ("a/x=2".to_owned(), Own::Inside), ("a/bare".to_owned(), Own::Manual)]);
        std::fs::write(&file, r#"[{"model": "a.mlir", "tolerance": 0, "cases": [{"name": "b"}, {"name": "b"}]}]"#).unwrap();
        assert!(read_cases(folder.path()).unwrap_err().contains("two cases are called `b`"));
    }
}
