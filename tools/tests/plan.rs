//! `plan`: what it finds compiles to programs that compute the same, and is what a hand calculation says where there is one.

mod common;

use common::{shardwright, text};
use shardwright_compiler::engine::pjrt::find_plugin;
use std::path::{Path, PathBuf};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

/// All models without symbolic dimensions, and the JAX modules of which results are kept (their inputs are those of JAX), on virtual devices and, where
/// `./test` has installed it, on a PJRT plugin.
#[test]
fn programs_of_plans_compute_what_the_model_computes() {
    let folder = tempfile::tempdir().unwrap();
    let engines: &[&str] = if find_plugin(None).is_ok() { &["virtual", "pjrt"] } else { &["virtual"] };
    let inside = |folder: &str, ending: &str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(testdata().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut found: Vec<PathBuf> = entries.filter(|path| text(path).ends_with(ending)).collect();
        found.sort();
        found
    };
    let models = inside("models", ".dynamo").into_iter().map(|path| (path.join("model.onnx"), None));
    // The ways of a manual computation are the user's.
    let modules = inside("jax", ".npz").into_iter().filter(|path| !text(path).ends_with("shard_map_manual.npz"));
    let cases: Vec<(PathBuf, Option<PathBuf>)> = models.chain(modules.map(|npz| (npz.with_extension("mlir"), Some(npz)))).collect();
    assert!(cases.len() > 25, "{cases:?}");
    let mut faults = Vec::new();
    for (index, (file, inputs)) in cases.iter().enumerate() {
        let (plan, out) = (folder.path().join("plan.json"), folder.path().join(index.to_string()));
        let run = || {
            let mesh: &[&str] = if inputs.is_none() { &["--mesh", "data=2,model=2"] } else { &[] };
            shardwright(&[&["plan", text(file), "--budget", "5", "-o", text(&plan)], mesh].concat())?;
            shardwright(&["compile", text(file), "--plan", text(&plan), "-o", text(&out)])?;
            for engine in engines {
                let given: Vec<&str> = inputs.iter().flat_map(|npz| ["--inputs", text(npz)]).collect();
                shardwright(&[&["verify", text(&out), "--engine", engine], &given[..]].concat())?;
            }
            Ok::<(), String>(())
        };
        faults.extend(run().err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Eight rows through two layers of 4096 x 16384 weights in f32, on eight devices: reading all weights takes 2 * 256 MiB / 3 TB/s, more than
/// 150 us; each device reads an eighth where the hidden dimension is sharded, and what is exchanged is the result, 128 KiB. So a plan
/// shards the columns of the first and the rows of the second, and exchanges at most the sum of the results (Megatron-LM, arXiv 1909.08053).
#[test]
fn wide_layers_on_few_rows_are_split_as_megatron_splits_them() {
    let folder = tempfile::tempdir().unwrap();
    let (model, plan, planned, out) = (folder.path().join("mlp.mlir"), folder.path().join("plan.json"), folder.path().join("planned.mlir"), folder.path().join("out"));
    std::fs::write(
        &model,
        "func.func public @main(%x: tensor<8x4096xf32>, %w1: tensor<4096x16384xf32>, %w2: tensor<16384x4096xf32>) -> tensor<8x4096xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x4096xf32>, tensor<4096x16384xf32>) -> tensor<8x16384xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16384xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x16384xf32>, tensor<16384x4096xf32>) -> tensor<8x4096xf32>
  return %2 : tensor<8x4096xf32>
}
",
    )
    .unwrap();
    let said = shardwright(&["plan", text(&model), "--mesh", "model=8", "-o", text(&plan), "--annotated", text(&planned)]).unwrap();
    assert!(said.contains("(optimal)"), "{said}");
    let found: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&plan).unwrap()).unwrap();
    let of = |name: &str| found["shardings"][name].as_str().unwrap_or_default().to_owned();
    assert_eq!((of("w1").as_str(), of("w2").as_str()), ("[{}, {\"model\"}]", "[{\"model\"}, {}]"), "{found}");
    shardwright(&["compile", text(&planned), "-o", text(&out)]).unwrap();
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(out.join("report.json")).unwrap()).unwrap();
    let collectives = report["collectives"].as_object().unwrap();
    let sent: f64 = collectives.values().filter_map(|one| one["wire_bytes"].as_f64()).sum();
    // 2 * 7/8 of 8 x 4096 elements of 4 bytes.
    assert!(sent <= 229_376.0, "{report}");
}

#[test]
fn what_is_annotated_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.json");
    let file = testdata().join("models/gpt2_tiny.dynamo/model.onnx");
    shardwright(&["plan", text(&file), "--mesh", "data=2,model=2", "--shard", "input_ids=[{data}, {}]", "-o", text(&plan)]).unwrap();
    let found: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&plan).unwrap()).unwrap();
    assert_eq!(found["shardings"]["input_ids"], "[{\"data\"}, {}]");
}

/// A device of the smallest built-in memory cannot hold a tensor of a terabyte, in two parts neither.
#[test]
fn where_memory_is_too_small_the_message_names_tensors_and_the_memory_that_would_do() {
    let folder = tempfile::tempdir().unwrap();
    let (model, plan) = (folder.path().join("big.mlir"), folder.path().join("plan.json"));
    std::fs::write(&model, "func.func public @main(%big: tensor<524288x524288xf32>) -> tensor<524288x524288xf32> {\n  %0 = stablehlo.tanh %big : tensor<524288x524288xf32>\n  return %0 : tensor<524288x524288xf32>\n}\n").unwrap();
    let why = shardwright(&["plan", text(&model), "--mesh", "x=2", "-o", text(&plan)]).unwrap_err();
    assert!(why.contains("big") && why.contains("no plan was found"), "{why}");
    assert!(!plan.exists());
}

/// The search counts 2.72 MB for the smallest choices of this step, its programs hold 3.01 MB: a limit between is met by the account and by no program.
#[test]
fn a_plan_whose_program_holds_more_than_there_is_is_not_given() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.json");
    let step = ["plan", "mlp:layers=4,hidden=256,batch=512", "--train", "sgd:loss=mse", "--mesh", "data=2,model=2", "-o", text(&plan)];
    let why = shardwright(&[&step[..], &["--memory", "3000000"]].concat()).unwrap_err();
    assert!(why.contains("once compiled, every plan holds more than 3000000 bytes a device; the least is "), "{why}");
    assert!(!plan.exists());
    shardwright(&[&step[..], &["--memory", "3100000"]].concat()).unwrap();
}

/// The step that `plan` prints is that of the compiled plan; values without names are in the file by their numbers. A plan does not differ from itself,
/// and from a plan of another mesh in what both say.
#[test]
fn a_plan_file_says_all_that_was_planned() {
    let folder = tempfile::tempdir().unwrap();
    for model in ["jax/mlp_train_sgd.mlir", "models/resnet50_narrow.dynamo/model.onnx"] {
        let (plan, out) = (folder.path().join("plan.json"), folder.path().join(model.replace('/', "_")));
        let file = testdata().join(model);
        let said = shardwright(&["plan", text(&file), "--machine", "ethernet", "-o", text(&plan), "--explain", "--top", "3"]);
        // The text brings its mesh, the ONNX model none.
        let said = said.or_else(|_| shardwright(&["plan", text(&file), "--machine", "ethernet", "--mesh", "x=2,y=2", "-o", text(&plan), "--explain", "--top", "3"])).unwrap();
        assert!(said.contains("other parts") && std::fs::read_to_string(&plan).unwrap().contains("\"%"), "{said}");
        let compiled = shardwright(&["compile", text(&file), "--plan", text(&plan), "--machine", "ethernet", "-o", text(&out)]).unwrap();
        let step = |said: &str, before: &str| said.split_once(before).and_then(|(_, rest)| rest.split_once(['(', 'o'])).map(|(step, _)| step.trim().to_owned());
        assert_eq!(step(&said, "a step of "), step(&compiled, "step: "), "{said}\n{compiled}");
        let same = shardwright(&["plan", text(&file), "--machine", "ethernet", "--diff", text(&plan), text(&plan)]).unwrap();
        assert!(same.contains("\n0 of "), "{same}");
    }
}

fn json(said: &str) -> serde_json::Value {
    serde_json::from_str(said).unwrap_or_else(|why| panic!("{why}: {said}"))
}

/// `(a b) v`, 256 x 256 each and one column: 2 * 256^3 operations, where `a (b v)` takes 4 * 256^2.
const CHAIN: &str = "func.func public @main(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %v: tensor<256x1xf32>) -> tensor<256x1xf32> {
  %ab = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %0 = stablehlo.dot_general %ab, %v, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x1xf32>) -> tensor<256x1xf32>
  return %0 : tensor<256x1xf32>
}
";

/// What is written is the best of all that was planned, the program as it is among them; `compile` of the model with it gives the step that was told,
/// against the source that `compile` without it has, and the weights of the model's files.
#[test]
fn plans_in_new_forms_are_never_worse_and_are_verified_against_the_model_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let chain = folder.path().join("chain.mlir");
    std::fs::write(&chain, CHAIN).unwrap();
    let (plan, out, plain) = (folder.path().join("plan.json"), folder.path().join("out"), folder.path().join("plain"));
    let mut renewed = Vec::new();
    for (file, mesh) in [
        (chain.clone(), "x=4"),
        (testdata().join("../docs/examples/gates.mlir"), "x=4"),
        (testdata().join("models/gpt2_tiny.dynamo/model.onnx"), "x=2"),
        (testdata().join("models/llama_tiny.dynamo/model.onnx"), "x=2"),
    ] {
        for algebra in ["sequential", "joint"] {
            let options = ["plan", text(&file), "--mesh", mesh, "--machine", "pcie", "--budget", "2", "--algebra", algebra, "--format", "json", "-o", text(&plan)];
            let found = json(&shardwright(&options).unwrap());
            let tried = found["tried"].as_array().unwrap();
            let step = |one: &serde_json::Value| one["step_seconds"].as_f64().unwrap();
            let best = tried.iter().find(|one| one["best"] == true).unwrap();
            assert_eq!(tried[0]["algebra"], "none", "{found}");
            assert!(tried.iter().all(|one| step(best) <= step(one)), "{found}");
            let costs = &found["algebra"][0]["each_op_a_kernel"];
            let cost = |which: &str| costs[which]["seconds"].as_f64();
            assert!(cost("joint").is_none_or(|joint| joint <= cost("sequential").unwrap() && joint <= cost("none").unwrap()), "{found}");
            shardwright(&["compile", text(&file), "--plan", text(&plan), "--machine", "pcie", "--verify", "-o", text(&out)]).unwrap();
            let report = json(&std::fs::read_to_string(out.join("report.json")).unwrap());
            assert_eq!(report["seconds"]["step"].as_f64().unwrap_or_else(|| panic!("{report}")), step(best), "{}", file.display());
            shardwright(&["compile", text(&file), "-o", text(&plain)]).unwrap();
            let source = |folder: &Path| std::fs::read_to_string(folder.join("source.mlir")).unwrap();
            assert_eq!(source(&out), source(&plain), "{}", file.display());
            // The plan of the output is one too.
            shardwright(&["compile", text(&file), "--plan", text(&out.join("plan.json")), "-o", text(&plain)]).unwrap();
            if found["new_forms"] == true {
                renewed.push((file.clone(), algebra));
            }
        }
    }
    for algebra in ["sequential", "joint"] {
        assert!(renewed.contains(&(chain.clone(), algebra)), "{renewed:?}");
    }
    // The plan of another model's forms.
    shardwright(&["plan", text(&chain), "--mesh", "x=4", "--algebra", "joint", "-o", text(&plan)]).unwrap();
    let why = shardwright(&["compile", text(&testdata().join("../docs/examples/gates.mlir")), "--plan", text(&plan), "-o", text(&plain)]).unwrap_err();
    assert!(why.contains("made for the model fnv1a64:") && why.contains("plan this model again"), "{why}");
    // What is annotated is kept in new forms too.
    shardwright(&["plan", text(&chain), "--mesh", "x=4", "--shard", "a=[{x}, {}]", "--algebra", "joint", "-o", text(&plan)]).unwrap();
    let found = json(&std::fs::read_to_string(&plan).unwrap());
    assert!(found["shardings"]["a"] == "[{\"x\"}, {}]" && found["forms"].is_object(), "{found}");
    shardwright(&["compile", text(&chain), "--plan", text(&plan), "--verify", "-o", text(&out)]).unwrap();
}

/// Time grows and memory falls from line to line; the fastest is as fast as the plan of the same search; a line's memory, given as a limit, gives a plan
/// that fits it and costs no more.
#[test]
fn a_frontier_s_lines_are_plans_within_less_and_less_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (model, plan) = (folder.path().join("mlp.mlir"), folder.path().join("plan.json"));
    std::fs::write(
        &model,
        "func.func public @main(%x: tensor<512x512xf32>, %w1: tensor<512x2048xf32>, %w2: tensor<2048x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x2048xf32>) -> tensor<512x2048xf32>
  %1 = stablehlo.tanh %0 : tensor<512x2048xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<512x2048xf32>, tensor<2048x512xf32>) -> tensor<512x512xf32>
  return %2 : tensor<512x512xf32>
}
",
    )
    .unwrap();
    let to = ["--mesh", "x=4", "--machine", "pcie"];
    let found = json(&shardwright(&[&["plan", text(&model), "--frontier", "--format", "json"], &to[..]].concat()).unwrap());
    let points = found["frontiers"][0]["points"].as_array().unwrap();
    let of = |point: &serde_json::Value| (point["planned_seconds"].as_f64().unwrap(), point["planned_bytes"].as_i64().unwrap());
    assert!(points.len() >= 3, "{found}");
    assert!(points.windows(2).all(|pair| of(&pair[0]).0 < of(&pair[1]).0 && of(&pair[0]).1 > of(&pair[1]).1), "{found}");
    let whole = json(&shardwright(&[&["plan", text(&model), "--format", "json", "-o", text(&plan)], &to[..]].concat()).unwrap());
    assert!(of(&points[0]).0 <= whole["tried"][0]["planned"].as_f64().unwrap() * 1.02, "{found} {whole}");
    for point in [&points[1], points.last().unwrap()] {
        let memory = point["planned_bytes"].to_string();
        let limited = json(&shardwright(&[&["plan", text(&model), "--memory", &memory, "--format", "json", "-o", text(&plan)], &to[..]].concat()).unwrap());
        assert!(limited["tried"][0]["planned"].as_f64().unwrap() <= of(point).0 * 1.02, "{point} {limited}");
    }
    let table = shardwright(&[&["plan", text(&model), "--frontier", "--top", "2"], &to[..]].concat()).unwrap();
    assert!(table.contains("planned") && table.lines().count() == 5, "{table}");
}

/// By its own objective Alpa's choice is the cheapest; by the time of a step it is no faster than ours.
#[test]
fn what_alpa_would_choose_is_planned_and_priced_by_the_cost_model() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = (folder.path().join("plan.json"), folder.path().join("out"));
    let model = testdata().join("models/gpt2_tiny.dynamo/model.onnx");
    let found = |objective: &str| json(&shardwright(&["plan", text(&model), "--mesh", "x=2,y=2", "--objective", objective, "--format", "json", "-o", text(&plan)]).unwrap());
    let ours = found("time");
    let alpa = found("alpa");
    assert_eq!((&alpa["tried"][0]["unit"], &alpa["tried"][0]["stop"]), (&"alpa".into(), &"optimal".into()), "{alpa}");
    assert!(ours["tried"][0]["step_seconds"].as_f64() <= alpa["tried"][0]["step_seconds"].as_f64(), "{ours} {alpa}");
    shardwright(&["compile", text(&model), "--plan", text(&plan), "--verify", "-o", text(&out)]).unwrap();
}
