//! Programs in pipelined stages against the uncut program: numbers, refusals, and what is written of them.

use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::driver::{CompileOptions, Compiled, compile};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::exec::{Engine, Inputs, Program};
use shardwright_compiler::output::{self, Emit};
use shardwright_compiler::pass_registry;
use shardwright_compiler::pipeline::cost::scheduled;
use shardwright_compiler::pipeline::options::PipelineOptions;
use shardwright_compiler::verify::{compare, initial_deviation, random_with};
use shardwright_ir::role::Role;
use shardwright_passes::schedule::{Memory, SCHEDULES, simulate};
use shardwright_passes::stage::cut::STAGE;
use shardwright_passes::train::TrainOptions;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Schedules that cannot run a program cut by microbatch: two cut sequences, two give steps that are none of the program, four cut stages or microbatches by themselves.
const OTHERS: [&str; 8] = ["terapipe", "seq1f1b", "pipedream", "pipedream-2bw", "adapipe", "autopipe", "dynapipe", "mcap"];

/// `layers` layers `tanh(h w + b)` of width 4 in `stages` stages, rows of `batch`.
fn chain(layers: usize, stages: usize) -> String {
    let args: Vec<String> = (0..layers).map(|layer| format!("%w{layer}: tensor<4x4xf32>, %b{layer}: tensor<4xf32>")).collect();
    let mut text = format!("func.func @main({}, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {{\n", args.join(", "));
    let mut h = "%x".to_owned();
    for layer in 0..layers {
        let mark = format!("{{{STAGE} = {} : i64}}", layer * stages / layers);
        let _ = writeln!(text, "  %a{layer} = stablehlo.dot_general {h}, %w{layer}, contracting_dims = [1] x [0] {mark} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>");
        let _ = writeln!(text, "  %s{layer} = stablehlo.broadcast_in_dim %b{layer}, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>");
        let _ = writeln!(text, "  %c{layer} = stablehlo.add %a{layer}, %s{layer} : tensor<4x4xf32>\n  %h{layer} = stablehlo.tanh %c{layer} : tensor<4x4xf32>");
        h = format!("%h{layer}");
    }
    let _ = writeln!(text, "  return {h} : tensor<4x4xf32>\n}}");
    text
}

/// Parameters of a chain, as `--train` takes them.
const PARAMETERS: &str = ",parameters=w?,parameters=b?";

struct Case {
    options: CompileOptions,
}

fn case(mesh: &str, pipeline: &str, train: Option<&str>, shards: &[&str]) -> Case {
    let options = CompileOptions {
        mesh: Some(parse_mesh(mesh).unwrap()),
        pipeline: Some(PipelineOptions::parse(pipeline).unwrap()),
        train: train.map(|text| TrainOptions::parse(text).unwrap()),
        patterns: shards.iter().map(|text| ShardPattern::parse(text).unwrap()).collect(),
        ..CompileOptions::default()
    };
    Case { options }
}

impl Case {
    fn compile(&self, model: &Path) -> Result<Compiled, String> {
        let ops = shardwright_dialects::registry();
        compile(model, &self.options, &ops, &pass_registry(), &mut []).map_err(|fault| fault.diagnostics.to_string())
    }
    fn write(&self, model: &Path, folder: &Path) -> PathBuf {
        let out = folder.join("out");
        let compiled = self.compile(model).unwrap_or_else(|why| panic!("{why}"));
        output::write(&compiled, &out, Emit::default()).unwrap();
        out
    }
}

fn model(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("model.mlir");
    std::fs::write(&path, text).unwrap();
    path
}

/// Inputs by lot: weights as before they have learned.
fn inputs(program: &Program) -> Inputs {
    let ports = program.manifest.inputs.iter().enumerate();
    let one = |(index, port): (usize, &shardwright_compiler::manifest::Port)| {
        let ty = port.global_type().unwrap();
        let deviation = if port.in_step.role == Some(Role::Parameter) { initial_deviation(&ty) } else { 1.0 };
        // Masks hide nothing.
        let mask = || HostTensor::from_values(&ty.dims, &vec![1i64; ty.num_elements() as usize]).unwrap();
        let made = || if port.name.contains("mask") { mask() } else { random_with(&ty, 7 + index as u64, deviation).unwrap() };
        port.is_given().then(made)
    };
    ports.map(one).collect()
}

/// The largest relative error of any output, and which.
fn error(program: &Program, got: &[HostTensor], expected: &[HostTensor]) -> (f64, String) {
    assert_eq!(got.len(), expected.len());
    let of = |((port, got), expected): ((&shardwright_compiler::manifest::Port, &HostTensor), &HostTensor)| (compare(got, expected).unwrap().relative, port.name.clone());
    program.manifest.outputs.iter().zip(got).zip(expected).map(of).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

/// Runs the pieces on each engine with its tolerance, and the uncut program on one device.
fn equal(out: &Path, engines: &[(Engine, f64)], what: &str) {
    let ops = shardwright_dialects::registry();
    let program = Program::open(out, &ops).unwrap();
    let inputs = inputs(&program);
    let expected = program.run_source(&Engine::Virtual, &inputs).unwrap();
    for (engine, tolerance) in engines {
        let got = program.run(engine, &inputs).unwrap_or_else(|why| panic!("{what} on {engine:?}: {why}"));
        let (worst, name) = error(&program, &got, &expected);
        assert!(worst <= *tolerance, "{what} on {engine:?}: `{name}` is off by {worst:e}, allowed {tolerance:e}");
    }
}

fn both() -> [(Engine, f64); 2] {
    [(Engine::Virtual, 1e-5), (Engine::Pjrt(None), 1e-4)]
}

/// Options of schedules whose own defaults ask for more ranks than two.
fn spec(name: &str, microbatches: usize) -> String {
    match name {
        "graphpipe" | "distmm" => format!("{name}:microbatches={microbatches},branches=1"),
        _ => format!("{name}:microbatches={microbatches}"),
    }
}

#[test]
fn every_synchronous_schedule_gives_the_step_of_one_device() {
    let folder = tempfile::tempdir().unwrap();
    for name in OTHERS {
        let built = PipelineOptions::parse(&spec(name, 4)).and_then(|asked| asked.build(2, 4, shardwright_passes::schedule::Times::UNIT));
        assert!(built.is_err_and(|why| why.starts_with(name)), "{name} runs");
    }
    for info in SCHEDULES.iter().filter(|info| !OTHERS.contains(&info.name)) {
        // The stages that it has on two ranks for four microbatches; GEMS has two at a time, naive one.
        let microbatches = match info.name {
            "naive" => 1,
            "gems" => 2,
            _ => 4,
        };
        let asked = spec(info.name, microbatches);
        let shape = PipelineOptions::parse(&asked).unwrap().build(2, microbatches, shardwright_passes::schedule::Times::UNIT);
        let stages = shape.unwrap_or_else(|why| panic!("{why}")).stages.iter().filter(|stage| stage.copy_of.is_none()).count();
        let path = model(folder.path(), &chain(stages.max(4), stages));
        let train = format!("sgd:lr=0.1,loss=mse{}", PARAMETERS);
        let out = case("pipe=2,data=2", &asked, Some(&train), &["x=[{data}, {}]", "target=[{data}, {}]"]).write(&path, folder.path());
        equal(&out, &[(Engine::Virtual, 1e-5)], &asked);
    }
}

#[test]
fn shards_stay_on_their_devices_on_a_plugin_and_the_numbers_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    // Halves of backward passes; copies of stages; weights cut over `model`, and one round more for the norm of all gradients.
    for (pipeline, stages, train) in [("zbv:microbatches=4", 4, "adam:lr=0.01,eps=0.1,loss=mse,clip=0.5"), ("chimera:microbatches=4", 2, "momentum:lr=0.1,loss=mse"), ("varuna:microbatches=3", 2, "sgd:lr=0.1,loss=mse")] {
        let path = model(folder.path(), &chain(4, stages));
        let shards = ["x=[{data}, {}]", "target=[{data}, {}]", "w0=[{}, {model}]", "b0=[{model}]", "w1=[{model}, {}]"];
        let out = case("data=2,pipe=2,model=2", pipeline, Some(&format!("{train}{}", PARAMETERS)), &shards).write(&path, folder.path());
        equal(&out, &both(), pipeline);
    }
}

#[test]
fn steps_follow_each_other_as_those_of_one_device() {
    let folder = tempfile::tempdir().unwrap();
    let ops = shardwright_dialects::registry();
    let path = model(folder.path(), &chain(4, 4));
    for pipeline in ["interleaved-1f1b:microbatches=4,v=2", "dualpipe:microbatches=4"] {
        let path = if pipeline.starts_with("dualpipe") { model(folder.path(), &chain(4, 2)) } else { path.clone() };
        let out = case("pipe=2,data=2", pipeline, Some(&format!("momentum:lr=0.1,loss=mse{}", PARAMETERS)), &["x=[{data}, {}]", "target=[{data}, {}]"]).write(&path, folder.path());
        let program = Program::open(&out, &ops).unwrap();
        let (mut given, mut losses, mut expected) = (inputs(&program), Vec::new(), Vec::new());
        let first = given.clone();
        let loss = program.manifest.outputs.iter().position(|port| port.in_step.role == Some(Role::Loss)).unwrap();
        for _ in 0..3 {
            expected = program.run_source(&Engine::Virtual, &given).unwrap();
            losses.push(f64::from(expected[loss].values::<f32>().unwrap()[0]));
            for (index, port) in program.manifest.inputs.iter().enumerate() {
                if let Some(next) = port.in_step.next {
                    given[index] = Some(expected[next].clone());
                }
            }
        }
        // On a plugin weights and states are given away from the second step on, when no caller holds them any more.
        for (engine, tolerance) in both() {
            let mut told = Vec::new();
            let got = program.run_steps(&engine, &first, &Vec::new(), 3, &mut |_, loss| told.extend(loss)).unwrap();
            assert_eq!(told.len(), 3);
            assert!(losses.iter().zip(&told).all(|(expected, got)| (expected - got).abs() < tolerance), "{pipeline} on {engine:?}: losses {told:?}, expected {losses:?}");
            let (worst, name) = error(&program, &got, &expected);
            assert!(worst < tolerance, "{pipeline} on {engine:?}: `{name}` is off by {worst:e} after three steps");
        }
    }
}

#[test]
fn a_forward_pipeline_gives_the_rows_of_every_microbatch() {
    let folder = tempfile::tempdir().unwrap();
    for (pipeline, stages, rows) in [("1f1b:microbatches=3", 2, 12), ("zbv:microbatches=4", 4, 16), ("gpipe", 2, 4)] {
        let path = model(folder.path(), &chain(4, stages));
        let out = case("pipe=2,data=2", pipeline, None, &["x=[{data}, {}]"]).write(&path, folder.path());
        let program = Program::open(&out, &shardwright_dialects::registry()).map(|program| program.manifest.outputs[0].shape.clone());
        assert_eq!(program.unwrap(), [rows, 4]);
        equal(&out, &both(), pipeline);
    }
}

#[test]
fn what_is_written_says_what_ranks_do_hold_and_wait() {
    let folder = tempfile::tempdir().unwrap();
    let path = model(folder.path(), &chain(4, 2));
    let train = format!("sgd:lr=0.1,loss=mse{}", PARAMETERS);
    let of = |pipeline: &str| {
        let compiled = case("pipe=2,data=2", pipeline, Some(&train), &["x=[{data}, {}]", "target=[{data}, {}]"]).compile(&path).unwrap();
        let schedule = compiled.manifest.schedule.clone().unwrap();
        (compiled, schedule)
    };
    let (compiled, schedule) = of("1f1b:microbatches=4");
    assert_eq!(schedule.name, "1f1b:p=2,m=4,v=1");
    assert_eq!(schedule.ranks, [[0, 1], [2, 3]]);
    // The order of two ranks and four microbatches, with each message after what makes it and before what reads it.
    let compute = |row: &str| row.split(',').filter(|cell| !cell.contains("SEND") && !cell.contains("RECV")).collect::<Vec<_>>().join(",");
    assert_eq!(compute(&schedule.actions[0]), "0F0,0F1,0B0,0F2,0B1,0F3,0B2,0B3,0REDUCE_GRAD,0UPDATE");
    assert_eq!(compute(&schedule.actions[1]), "1F0,1B0,1F1,1B1,1F2,1B2,1F3,1B3,1REDUCE_GRAD,1UPDATE");
    assert!(schedule.actions[0].starts_with("0F0,0SEND_F0,0F1,0SEND_F1,") && schedule.actions[1].starts_with("1RECV_F0,1F0,"), "{:?}", schedule.actions);
    let out = folder.path().join("out");
    output::write(&compiled, &out, Emit::default()).unwrap();
    let run = scheduled(&out).unwrap();
    let (costs, report) = (&run.costs, &compiled.report);
    let simulation = simulate(&run.schedule, &costs.of(&run.schedule).unwrap(), Memory::UNTIL_WEIGHT, false).unwrap();
    // (p-1)(F+B) on ranks that take as long; a hop exposed besides.
    assert_eq!(costs.forward.len(), 2);
    assert!(report.bubble.unwrap() > 0.0 && report.step.unwrap() > report.bubble.unwrap());
    assert!((simulation.makespan as f64 / 1e12 - report.step.unwrap()).abs() <= costs.before.iter().sum::<u64>() as f64 / 1e12 + 1e-12);
    // GPipe holds activations of all four microbatches, 1F1B of two on the first rank and of one on the last.
    let (all, _) = of("gpipe:microbatches=4");
    assert!(all.report.memory.activations > report.memory.activations, "{} and {}", all.report.memory.activations, report.memory.activations);
    // Each of the eight weights is updated where it lies.
    let in_place = compiled.manifest.pieces.iter().flat_map(|piece| &piece.inputs).filter(|port| port.in_step.next.is_some() && port.in_step.role == Some(Role::Parameter));
    assert_eq!(in_place.count(), 8);
    // Gradients of eight weights are summed over `data` once a step, the loss once for each of four microbatches.
    let count = |compiled: &Compiled| compiled.report.traffic.totals.values().map(|total| total.count).sum::<i64>();
    assert_eq!([count(&compiled), count(&all)], [8 + 4; 2]);
    assert!(compiled.manifest.sums.iter().filter(|sum| sum.parts).count() == 8);
}

#[test]
fn a_rank_that_fails_ends_all_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let ops = shardwright_dialects::registry();
    let path = model(folder.path(), &chain(4, 2));
    let out = case("pipe=2", "1f1b:microbatches=4", Some(&format!("sgd:loss=mse{}", PARAMETERS)), &[]).write(&path, folder.path());
    let piece = out.join("stage-1.input.mlir");
    let text = std::fs::read_to_string(&piece).unwrap();
    std::fs::write(&piece, text.replace("stablehlo.multiply", "stablehlo.multiplied")).unwrap();
    let program = Program::open(&out, &ops).unwrap();
    let why = program.run(&Engine::Virtual, &inputs(&program)).unwrap_err();
    assert!(why.starts_with("rank 1, stage-1.input.mlir, microbatch 0: ") && why.contains("stablehlo.multiplied"), "{why}");
    // A pass that is left out is found before anything runs.
    let manifest = out.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("0F2,", "")).unwrap();
    let Err(why) = Program::open(&out, &ops) else { panic!("a pass is left out") };
    assert!(why.ends_with("the actions: 0F2 is missing"), "{why}");
}

#[test]
fn what_cannot_be_a_pipeline_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = model(folder.path(), &chain(4, 2));
    let train = format!("sgd:loss=mse{}", PARAMETERS);
    let refused = |mesh: &str, pipeline: &str, train: &str, shards: &[&str]| case(mesh, pipeline, Some(train), shards).compile(&path).map(|_| ()).unwrap_err();
    assert!(refused("data=2", "1f1b:microbatches=4", &train, &[]).contains("has no axis `pipe`"));
    assert!(refused("pipe=2", "chimera:microbatches=3", &train, &[]).contains("chimera needs m % 2 = 0; p=2, m=3, v=1"));
    assert!(refused("pipe=2", "1f1b:microbatches=4", &format!("{train},microbatches=2"), &[]).contains("--train asks for 2 microbatches, --pipeline for 4"));
    // More stages than the model is marked with, and more than it has layers.
    assert!(refused("pipe=4", "1f1b:microbatches=4", &train, &[]).contains("the model is marked with 2 stages, there shall be 4"));
    assert!(refused("pipe=2", "zbv:microbatches=4", &train, &[]).contains("the model is marked with 2 stages, there shall be 4"));
    assert!(refused("pipe=32", "1f1b:microbatches=4,stages=auto", &train, &[]).contains("32 stages: the model can be cut into"));
    assert!(refused("pipe=2", "1f1b:microbatches=4", &train, &["w0=[{pipe}, {}]"]).contains("is sharded along `pipe`"));
}

/// Models with their loss, and shardings over `data` and over `model`.
struct Model {
    name: &'static str,
    loss: &'static str,
    data: &'static [&'static str],
    tensor: &'static [&'static str],
}

const GPT2: Model = Model {
    name: "gpt2_tiny.dynamo",
    loss: "next-token",
    data: &["input_ids=[{data}, {}]", "attention_mask=[{data}, {}]", "labels=[{data}, {}]"],
    tensor: &["*.c_attn.weight=[{}, {model}]", "*.attn.c_proj.weight=[{model}, {}]", "*.c_fc.weight=[{}, {model}]", "*.mlp.c_proj.weight=[{model}, {}]"],
};
const BERT: Model = Model {
    name: "bert_tiny.dynamo",
    loss: "cross-entropy",
    data: &["input_ids=[{data}, {}]", "attention_mask=[{data}, {}]", "labels=[{data}, {}]"],
    tensor: &["val_93=[{}, {model}]", "val_95=[{model}, {}]", "val_132=[{}, {model}]", "val_134=[{model}, {}]"],
};
/// Encoder and decoder: every stage of the decoder reads the last one of the encoder.
const T5: Model = Model {
    name: "t5_tiny.dynamo",
    loss: "cross-entropy",
    data: &["input_ids=[{data}, {}]", "decoder_input_ids=[{data}, {}]", "labels=[{data}, {}]"],
    tensor: &["val_93=[{}, {model}]", "val_94=[{model}, {}]", "val_319=[{}, {model}]", "val_320=[{model}, {}]"],
};

impl Model {
    /// Momentum is the gradient after the first step, so gradients are compared by themselves.
    fn check(&self, ranks: usize, axis: &str, schedule: &str, engines: &[(Engine, f64)]) {
        let folder = tempfile::tempdir().unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models").join(self.name).join("model.onnx");
        let train = format!("momentum:lr=0.1,loss={}", self.loss);
        let shards = if axis == "data" { self.data } else { self.tensor };
        let out = case(&format!("pipe={ranks},{axis}=2"), &format!("{schedule}:microbatches=4"), Some(&train), shards).write(&path, folder.path());
        equal(&out, engines, &format!("{}, {schedule} on {ranks} ranks, {axis}", self.name));
    }
}

#[test]
fn models_learn_in_a_pipeline_as_on_one_device() {
    GPT2.check(2, "data", "1f1b", &both());
    T5.check(2, "model", "zbv", &[(Engine::Virtual, 1e-5)]);
    BERT.check(2, "data", "chimera", &[(Engine::Pjrt(None), 1e-4)]);
}

/// Whoever changes what ranks do must change it to a schedule that runs the stages.
#[test]
fn actions_that_are_no_schedule_of_the_pieces_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = model(folder.path(), &chain(2, 2));
    let out = case("pipe=2", "1f1b:microbatches=2", Some(&format!("sgd:loss=mse{PARAMETERS}")), &[]).write(&path, folder.path());
    let file = out.join("manifest.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let ops = shardwright_dialects::registry();
    Program::open(&out, &ops).unwrap_or_else(|why| panic!("{why}"));
    for (old, new, why) in [
        ("0SEND_F0,", "", "the actions: 0SEND_F0 is missing"),
        ("0F0,", "0F0,0F0,", "0F0"),
        ("\"microbatches\":2,", "\"microbatches\":1152921504606846976,", "actions are not those of 1152921504606846976 microbatches"),
        ("\"parts\":1,", "\"parts\":0,", "stages in 0 parts"),
        ("\"training\":true", "\"training\":false", "a schedule of a training step has backward passes"),
        ("\"pipe\":2", "\"pipe\":3", "ranks have 2 devices, the program 2 and its mesh"),
    ] {
        assert!(text.contains(old), "{old} in {text}");
        std::fs::write(&file, text.replacen(old, new, 1)).unwrap();
        let Err(told) = Program::open(&out, &ops) else { panic!("{old} as {new} is taken") };
        assert!(told.contains(why), "{told}");
    }
}

/// The whole table: with `SHARDWRIGHT_ALL=1`, as it takes minutes.
#[test]
fn every_model_learns_under_every_schedule() {
    if std::env::var("SHARDWRIGHT_ALL").is_err() {
        return;
    }
    let one = ["gpipe", "1f1b", "zb-h1", "chimera"];
    let two = ["interleaved-1f1b", "zbv", "dualpipev"];
    for model in [GPT2, BERT, T5] {
        for axis in ["data", "model"] {
            // Two stages, then four.
            for ranks in [2, 4] {
                one.iter().for_each(|schedule| model.check(ranks, axis, schedule, &both()));
                two.iter().for_each(|schedule| model.check(ranks / 2, axis, schedule, &both()));
            }
        }
    }
}
