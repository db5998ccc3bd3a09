//! Plans with pipeline stages: layers that compute what the whole model computes, choices that place everything once, and steps that agree with the schedule's arithmetic.

mod common;

use common::{shardwright, text};
use serde_json::Value;
use shardwright_compiler::{CompileOptions, compile, pass_registry};
use shardwright_compiler::driver::read_annotated;
use shardwright_compiler::plan::Plan;
use shardwright_compiler::staged::choose::evaluate;
use shardwright_compiler::staged::describe::plan_of;
use shardwright_compiler::staged::{Again, Choices, Config, Question, RankPlan, Tables, plan};
use shardwright_compiler::verify::random;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::machine::{Machine, builtin};
use shardwright_ir::Module;
use shardwright_passes::stage::layers::layers;
use shardwright_passes::train::TrainOptions;
use std::collections::HashMap;
use std::path::Path;

fn training(text: &str) -> CompileOptions {
    CompileOptions { train: Some(TrainOptions::parse(text).unwrap()), ..CompileOptions::default() }
}

fn question<'a>(model: &'a str, options: &'a CompileOptions, machine: &'a Machine, devices: i64, rows: i64) -> Question<'a> {
    Question { model: Path::new(model), options, machine, devices, rows, rows_dim: "batch".to_owned(), memory: 80_000_000_000, shards: &[], choices: Choices::default() }
}

fn run(module: &Module, inputs: &[Tensor]) -> Vec<Tensor> {
    Interpreter::new(module).run(module.main().unwrap(), inputs).unwrap_or_else(|why| panic!("{}", why.message))
}

/// Layers run forward one after the other and backward in reverse give the loss and the gradients of the whole step: with SGD and a rate of 1, those are parameters before less after.
#[test]
fn layers_by_themselves_compute_the_steps_gradients() {
    let options = training("sgd:lr=1,loss=mse");
    let (_, source) = read_annotated(Path::new("mlp:layers=5,hidden=6,batch=3"), &options, &shardwright_dialects::registry()).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
    let step = source.module.main().unwrap();
    let found = layers(step).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(found.layers.len() >= 3 && found.kinds.len() < found.layers.len(), "{} layers of {} kinds", found.layers.len(), found.kinds.len());
    let args = step.args();
    let inputs: Vec<Tensor> = args.iter().zip(0..).map(|(&arg, seed)| Tensor::try_from(&random(step.tensor_type(arg), seed).unwrap()).unwrap()).collect();
    let whole = run(&source.module, &inputs);
    let mut known: HashMap<shardwright_ir::Value, Tensor> = args.iter().copied().zip(inputs.iter().cloned()).collect();
    // Data of a layer is in no list of values: in this model the first layer reads `x`, the last the target.
    let data = |names: &[&str]| names.iter().map(|name| args.iter().position(|&arg| step.value(arg).name.is_some_and(|own| own.as_str() == *name)).unwrap()).map(|place| inputs[place].clone()).collect::<Vec<_>>();
    let last = found.layers.len() - 1;
    let mut ran = Vec::new();
    for (number, layer) in found.layers.iter().enumerate() {
        let kind = &found.kinds[layer.kind];
        let own = if number == 0 { data(&["x"]) } else if number == last { data(&["target"]) } else { Vec::new() };
        assert_eq!(own.len(), kind.data, "layer {number}");
        let values = layer.weights.iter().map(|weight| known[weight].clone()).chain(own).chain(layer.inputs.iter().map(|input| known[input].clone()));
        let given: Vec<Tensor> = values.collect();
        let main = kind.module.main().unwrap();
        // Gradients of outputs do not matter on the way forward.
        let rest = main.args()[given.len()..].iter().map(|&arg| Tensor::try_from(&random(main.tensor_type(arg), 1).unwrap()).unwrap());
        let results = run(&kind.module, &given.iter().cloned().chain(rest).collect::<Vec<_>>());
        layer.outputs.iter().zip(&results).for_each(|(&output, value)| _ = known.insert(output, value.clone()));
        ran.push(given);
    }
    let mut gradients: HashMap<shardwright_ir::Value, Tensor> = HashMap::new();
    let loss = found.layers[last].outputs[0];
    let one = Tensor::from_bytes(step.tensor_type(loss).clone(), &1f32.to_le_bytes()).unwrap();
    gradients.insert(loss, one);
    let mut of_weights: HashMap<shardwright_ir::Value, Vec<f64>> = HashMap::new();
    for (layer, given) in found.layers.iter().zip(ran).rev() {
        let kind = &found.kinds[layer.kind];
        let back = layer.outputs.iter().map(|output| gradients[output].clone());
        let results = run(&kind.module, &given.into_iter().chain(back).collect::<Vec<_>>());
        for (input, &value) in layer.inputs.iter().enumerate() {
            gradients.insert(value, results[kind.input_gradient_result(input).unwrap()].clone());
        }
        for (&weight, result) in layer.weights.iter().zip(kind.weight_gradient_results()) {
            assert!(of_weights.insert(weight, results[result].to_f64s()).is_none());
        }
    }
    for (place, &arg) in args.iter().take(5).enumerate() {
        let change = inputs[place].to_f64s().into_iter().zip(whole[place].to_f64s()).map(|(before, after)| before - after);
        for (one, other) in change.zip(&of_weights[&arg]) {
            assert!((one - other).abs() < 1e-5, "parameter {place}: {one} of the step, {other} of the layers");
        }
    }
}

/// Six blocks on four ranks of two devices: every layer in one stage, every device in one rank, data that reads back, and a bound below the step.
#[test]
fn a_plan_places_every_layer_and_every_device_once() {
    let (options, machine) = (training("adam:precision=bf16"), builtin("dgx-h100").unwrap());
    let mut question = question("gpt:layers=6,hidden=256,heads=4,sequence=128,vocabulary=512", &options, &machine, 8, 32);
    question.choices.ranks = vec![4];
    let (mut tables, chosen) = plan(&question, &shardwright_dialects::registry(), &mut |_| {}).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
    let best = &chosen.tried[0];
    assert!(chosen.bound <= best.judged.step, "{} s, bound {} s", best.judged.step, chosen.bound);
    let data = plan_of(&mut tables, best, question.rows).unwrap();
    let mut next = 0;
    for stage in &data.stages {
        assert_eq!(stage.layers.0, next);
        next = stage.layers.1;
    }
    assert_eq!(next, tables.chain.len());
    let mut devices: Vec<i64> = (0..data.ranks).flat_map(|rank| data.stages.iter().find(|stage| stage.rank == rank).map(|stage| stage.devices.0..stage.devices.0 + stage.devices.1).unwrap()).collect();
    devices.sort_unstable();
    assert_eq!(devices, (0..8).collect::<Vec<_>>());
    let written = Plan::of_pipeline(data);
    assert_eq!(Plan::parse(&written.to_json()).unwrap(), written);
}

/// One rank: a step is its microbatches one after the other, and the update. Two ranks of equal work would take one more: with the rest uneven, it lies between the longer stage's and that with both stages once more.
#[test]
fn steps_agree_with_the_arithmetic_of_the_schedule() {
    let (options, machine) = (training("sgd:loss=mse"), builtin("dgx-h100").unwrap());
    let question = question("mlp:layers=8,hidden=512", &options, &machine, 2, 64);
    let mut tables = Tables::new(&question, &shardwright_dialects::registry()).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
    let count = tables.chain.len();
    let rank = RankPlan { replicas: 1, group: 1, divided: false, again: Again::None, zero: 0 };
    let config = Config { stages: vec![0..count], ranks: vec![rank], schedule: "1f1b".to_owned(), microbatches: 8, microbatch_rows: 8 };
    let one = evaluate(&mut tables, &config).unwrap_or_else(|fault| panic!("{}", fault.diagnostics)).judged;
    let (forward, backward) = one.stages[0];
    assert!((one.step - 8.0 * (forward + backward) - one.updated).abs() < 1e-9, "{one:?}");
    let config = Config { stages: vec![0..count / 2, count / 2..count], ranks: vec![rank; 2], ..config };
    let two = evaluate(&mut tables, &config).unwrap_or_else(|fault| panic!("{}", fault.diagnostics)).judged;
    let times: Vec<f64> = two.stages.iter().map(|(forward, backward)| forward + backward).collect();
    let (longest, sum) = (times[0].max(times[1]), times[0] + times[1]);
    // Both stages together are what one was.
    assert!((sum - forward - backward).abs() < 1e-9);
    let least = longest * 8.0;
    let most = longest * 7.0 + sum + 2.0 * 8.0 * two.hop + two.updated + two.synchronised;
    assert!(least < two.step && two.step <= most + 1e-9, "{least} < {} <= {most}", two.step);
    // The first of two ranks holds two microbatches.
    assert!(two.memory[0].activations > two.memory[1].activations);
}

#[test]
fn less_memory_never_makes_a_faster_plan_and_too_little_is_told() {
    let (options, machine) = (training("adam:precision=bf16"), builtin("dgx-h100").unwrap());
    let mut question = question("gpt:layers=4,hidden=512,heads=8,sequence=256,vocabulary=1024", &options, &machine, 4, 16);
    let ops = shardwright_dialects::registry();
    let mut tables = Tables::new(&question, &ops).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
    let mut steps = Vec::new();
    let mut peak = 0;
    for memory in [80_000_000_000, 0] {
        question.memory = if memory > 0 { memory } else { peak * 2 / 3 };
        let chosen = shardwright_compiler::staged::choose(&question, &mut tables, &mut |_| {}).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
        peak = chosen.tried[0].judged.peak();
        assert!(peak <= question.memory);
        steps.push(chosen.tried[0].judged.step);
    }
    assert!(steps[0] <= steps[1], "{steps:?}");
    question.memory = 1 << 20;
    let Err(fault) = shardwright_compiler::staged::choose(&question, &mut tables, &mut |_| {}) else { panic!("a plan in 1 MiB") };
    assert!(fault.diagnostics.to_string().contains("no plan with stages fits 1048576 bytes a device: the least that was seen needs "), "{}", fault.diagnostics);
}

/// A plan is made, followed, and what comes of it computes the step of the whole program: of a generated model on ranks of two chunks with divided layers, of an ONNX model whose rows are bound, and of an encoder and decoder.
#[test]
fn a_plan_with_stages_is_followed_by_a_compile() {
    let folder = tempfile::tempdir().unwrap();
    let models = format!("{}/../testdata/models", env!("CARGO_MANIFEST_DIR"));
    let (gpt2, dynamic, t5) = (format!("{models}/gpt2_tiny.ts/model.onnx"), format!("{models}/gpt2_tiny.dynamo_dyn/model.onnx"), format!("{models}/t5_tiny.dynamo/model.onnx"));
    let cases: [(&str, &str, &str, &str, &[&str], &[&str]); 5] = [
        ("gpt:layers=4,hidden=32,heads=4,sequence=16,vocabulary=64", "adam", "8", "16", &["ranks=2", "chunks=2", "group=2", "rows=2", "zero=1", "schedule=interleaved-1f1b", "recompute=full"], &[]),
        ("gpt:layers=4,hidden=32,heads=4,sequence=16,vocabulary=64", "adam", "4", "8", &["ranks=4", "group=1", "rows=2", "schedule=zb-h1"], &[]),
        (&gpt2, "sgd:loss=next-token", "4", "8", &["ranks=2", "group=1", "rows=1", "schedule=1f1b"], &[]),
        (&dynamic, "sgd:loss=next-token", "4", "8", &["ranks=2", "group=1", "rows=2"], &["--dim", "s72=8", "--dim", "s53=8"]),
        (&t5, "sgd:loss=cross-entropy", "2", "4", &["ranks=2", "group=1", "schedule=zb-h1"], &[]),
    ];
    for (number, (model, train, devices, batch, choices, dims)) in cases.into_iter().enumerate() {
        let (plan, out) = (folder.path().join(format!("{number}.json")), folder.path().join(number.to_string()));
        let mut asked = vec!["plan", model, "--train", train, "--devices", devices, "--batch", batch, "--format", "json", "-o", text(&plan)];
        asked.extend(dims);
        if *model == *dynamic {
            asked.extend(["--rows-dim", "s70+s43"]);
        }
        choices.iter().for_each(|choice| asked.extend(["--choose", choice]));
        let promised: Value = serde_json::from_str(&shardwright(&asked).unwrap_or_else(|why| panic!("{why}"))).unwrap();
        shardwright(&[&["compile", model, "--train", train, "--plan", text(&plan), "-o", text(&out)], dims].concat()).unwrap_or_else(|why| panic!("{why}"));
        // What the plan promised is what its program is reported to take, and what the simulation of its schedule says.
        let report: Value = serde_json::from_str(&std::fs::read_to_string(out.join("report.json")).unwrap()).unwrap();
        let best = &promised["tried"][0];
        assert_eq!((&best["step_seconds"], &best["peak_bytes"]), (&report["seconds"]["step"], &report["memory"]["peak"]), "{best}");
        let simulated: Value = serde_json::from_str(&shardwright(&["simulate", text(&out), "--format", "json"]).unwrap_or_else(|why| panic!("{why}"))).unwrap();
        for (name, own) in [("makespan", "step"), ("bubble", "bubble")] {
            let (one, other) = (simulated[name].as_f64().unwrap() / 1e6, report["seconds"][own].as_f64().unwrap());
            assert!((one - other).abs() <= 1e-9 * other.abs().max(1e-6), "{name}: {one} simulated, {other} reported");
        }
        let told = shardwright(&["verify", text(&out)]).unwrap_or_else(|why| panic!("{why}"));
        assert!(told.contains("\nequal within relative tolerance"), "{told}");
        // What was followed is what stands beside the programs.
        assert_eq!(Plan::read(&out.join("plan.json")).unwrap(), Plan::read(&plan).unwrap());
    }
}

/// A memory that programs of plans that the tables allow do not fit is told, with what the least of them needs; three quarters of what a plan takes get another plan, while there is one.
#[test]
fn no_plan_is_given_whose_program_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.json");
    let asked = |memory: &str| shardwright(&["plan", "gpt:layers=4,hidden=64,heads=4,sequence=32,vocabulary=128", "--train", "adam", "--devices", "4", "--batch", "16", "--memory", memory, "--format", "json", "-o", text(&plan)]);
    let (mut memory, mut peaks) = ("80000000000".to_owned(), Vec::new());
    let refused = loop {
        let told = match asked(&memory) {
            Ok(told) => told,
            Err(why) => break why,
        };
        let best = &serde_json::from_str::<Value>(&told).unwrap()["tried"][0];
        let peak = best["peak_bytes"].as_i64().unwrap();
        assert!(best["compiled"] == true && peak <= memory.parse().unwrap(), "{memory}: {best}");
        peaks.push(peak);
        memory = (peak * 3 / 4).to_string();
    };
    assert!(peaks.len() >= 2, "{peaks:?}");
    assert!(refused.contains("no plan with stages was found whose program fits") || refused.contains("no plan with stages fits"), "{refused}");
}

/// ZeRO 3 over four replicas of groups of two: a device holds an eighth of the parameters that the group divides, and a quarter of the few that it does not, or an eighth where propagation divides those too; the optimizer's two states and what the update gives lie as these do.
#[test]
fn zero_divides_what_groups_divide() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = (folder.path().join("plan.json"), folder.path().join("out"));
    let model = "gpt:layers=1,hidden=512,heads=8,sequence=32,vocabulary=256";
    let choices = ["zero=3", "group=2", "ranks=1", "rows=2"].iter().flat_map(|choice| ["--choose", choice]);
    shardwright(&["plan", model, "--train", "adam", "--devices", "8", "--batch", "16", "-o", text(&plan)].into_iter().chain(choices).collect::<Vec<_>>()).unwrap_or_else(|why| panic!("{why}"));
    shardwright(&["compile", model, "--train", "adam", "--plan", text(&plan), "-o", text(&out)]).unwrap_or_else(|why| panic!("{why}"));
    let read = |name: &str| serde_json::from_str::<Value>(&std::fs::read_to_string(out.join(name)).unwrap()).unwrap();
    let (manifest, report, planned) = (read("manifest.json"), read("report.json"), read("plan.json"));
    let divided = planned["pipeline"]["stages"][0]["shardings"].as_object().unwrap();
    let parameters = manifest["inputs"].as_array().unwrap().iter().filter(|port| port["role"] == "parameter");
    let share = |port: &Value| {
        let bytes = 4 * port["shape"].as_array().unwrap().iter().map(|size| size.as_i64().unwrap()).product::<i64>();
        bytes / if divided.contains_key(port["name"].as_str().unwrap()) { 8 } else { 4 }
    };
    let most: i64 = parameters.clone().map(share).sum();
    let least: i64 = parameters.map(|port| port["shape"].as_array().unwrap().iter().map(|size| size.as_i64().unwrap()).product::<i64>() * 4 / 8).sum();
    assert!(divided.len() >= 6, "{divided:?}");
    let held = report["memory"]["parameters"].as_i64().unwrap();
    assert!(least <= held && held <= most && most < least + least / 64, "{least} <= {held} <= {most}");
    // Adam's count of steps is a scalar beside its states.
    let optimizer = report["memory"]["optimizer"].as_i64().unwrap();
    assert!((2 * held..2 * held + 64).contains(&optimizer), "{optimizer}, parameters {held}");
    assert!(report["memory"]["outputs"].as_i64().unwrap() < 1024, "what the update gives takes the place of what it replaces: {}", report["memory"]);
    let told = shardwright(&["verify", text(&out)]).unwrap_or_else(|why| panic!("{why}"));
    assert!(told.contains("\nequal within relative tolerance"), "{told}");
}

#[test]
fn a_plan_that_cannot_be_followed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = (folder.path().join("plan.json"), folder.path().join("out"));
    let model = "gpt:layers=4,hidden=32,heads=4,sequence=16,vocabulary=64";
    shardwright(&["plan", model, "--train", "sgd", "--devices", "4", "--batch", "8", "--choose", "ranks=2", "--choose", "group=1", "-o", text(&plan)]).unwrap_or_else(|why| panic!("{why}"));
    let refused = |model: &str, more: &[&str]| shardwright(&[&["compile", model, "--plan", text(&plan), "-o", text(&out)], more].concat()).unwrap_err();
    let told = refused(model, &[]);
    assert!(told.contains("the plan is of a training step, the model does not learn"), "{told}");
    let told = refused(model, &["--train", "sgd", "--mesh", "pipe=2"]);
    assert!(told.contains("the plan has pipeline stages and says what --mesh would"), "{told}");
    let told = refused("mlp:layers=4", &["--train", "sgd:loss=mse"]);
    assert!(told.contains("no activation is called `h."), "{told}");
    let written = std::fs::read_to_string(&plan).unwrap();
    for (old, new, why) in [
        ("\"group\": 1,", "\"group\": 4294967296,", "one program has one mesh"),
        ("\"rows\": 8", "\"rows\": 9", "which 2 shards do not divide"),
    ] {
        std::fs::write(&plan, written.replacen(old, new, 1)).unwrap();
        let told = refused(model, &["--train", "sgd"]);
        assert!(told.contains(why), "{told}");
    }
    std::fs::write(&plan, written.replace("\"group\": 1,", "\"group\": 4294967296,")).unwrap();
    let told = refused(model, &["--train", "sgd"]);
    assert!(told.contains("devices, at most"), "{told}");
    std::fs::write(&plan, written.replacen("\"zero\": 0", "\"zero\": 1", 1).replacen("\"zero\": 3", "\"zero\": 1", 1)).unwrap();
    let told = refused(model, &["--train", "sgd"]);
    assert!(told.contains("one program has one mesh"), "{told}");
}

#[test]
fn choices_that_no_plan_has_are_refused_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("plan.json");
    let refused = |model: &str, batch: &str, choice: &str| shardwright(&["plan", model, "--train", "sgd", "--devices", "8", "--batch", batch, "--choose", choice, "-o", text(&out)]).unwrap_err();
    let gpt = "gpt:layers=4,hidden=32,heads=4,sequence=16,vocabulary=64";
    let told = refused(gpt, "8", "schedule=dualpipe");
    assert!(told.contains("no plan has the schedule `dualpipe`") && told.contains("plans have 1f1b, zb-h1, interleaved-1f1b, zbv"), "{told}");
    let told = refused(gpt, "8", "ranks=5");
    assert!(told.contains("8 devices and 8 rows a step are not ranks x replicas x groups of 1, 2, 4, 8"), "{told}");
    // Its batch of two rows cannot be shared out.
    let fixed = format!("{}/../testdata/models/gpt2_tiny.dynamo/model.onnx", env!("CARGO_MANIFEST_DIR"));
    let told = shardwright(&["plan", &fixed, "--train", "sgd:loss=next-token", "--devices", "4", "--batch", "15", "-o", text(&out)]).unwrap_err();
    assert!(told.contains("the model has batches of 2 rows and no other, so that no stage has replicas"), "{told}");
}

/// The most that a rank holds, of a compiled plan and by the plan itself.
fn compiled_and_planned(question: &Question, tables: &mut Tables, config: &Config) -> (i64, i64) {
    let ops = shardwright_dialects::registry();
    let tried = evaluate(tables, config).unwrap_or_else(|fault| panic!("{config:?}: {}", fault.diagnostics));
    let written = Plan::of_pipeline(plan_of(tables, &tried, question.rows).unwrap());
    let options = CompileOptions { plan: Some(written), ..question.options.clone() };
    let compiled = compile(question.model, &options, &ops, &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{config:?}: {}", fault.diagnostics));
    (compiled.report.memory.peak, tried.judged.peak())
}

/// Plans are held to their memory: what their pieces hold when they are compiled is about what was planned with, whatever the schedule.
#[test]
fn a_compiled_plan_holds_what_was_planned() {
    let machine = builtin("dgx-h100").unwrap();
    let mut off = Vec::new();
    for (model, train) in [("gpt:layers=8,hidden=64,heads=4,sequence=64,vocabulary=256", "adam:lr=0.001"), ("gpt:layers=8,hidden=128,heads=4,sequence=64,vocabulary=256", "adam:precision=bf16")] {
        let options = training(train);
        let question = question(model, &options, &machine, 4, 8);
        let mut tables = Tables::new(&question, &shardwright_dialects::registry()).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
        for (ranks, chunks, schedule) in [(2, 1, "gpipe"), (2, 1, "1f1b"), (4, 1, "1f1b"), (2, 1, "zb-h1"), (4, 1, "zb-h1"), (2, 2, "interleaved-1f1b"), (2, 2, "zbv")] {
            for again in [Again::Least, Again::None] {
                let rank = RankPlan { replicas: 1, group: 1, divided: false, again, zero: 0 };
                let stages = shardwright_compiler::staged::choose::even(&tables, ranks * chunks).unwrap();
                let config = Config { stages, ranks: vec![rank; ranks], schedule: schedule.to_owned(), microbatches: 8, microbatch_rows: 1 };
                let (compiled, planned) = compiled_and_planned(&question, &mut tables, &config);
                let ratio = compiled as f64 / planned as f64;
                println!("| {model} | {schedule} | {ranks} x {chunks} | {again} | {planned} | {compiled} | {ratio:.2} |");
                if !(0.85..=1.1).contains(&ratio) {
                    off.push((model, schedule, ranks, again, ratio));
                }
            }
        }
    }
    assert!(off.is_empty(), "{off:#?}");
}
