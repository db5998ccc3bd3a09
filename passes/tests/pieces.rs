//! Pieces evaluated one after the other give what the uncut step gives.

use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::rng::Rng;
use shardwright_ir::text::parse_module;
use shardwright_ir::sharding::{AxisRef, Mesh, MeshAxis, TensorSharding};
use shardwright_ir::{Attr, ElementType, Func, Module, Sym, verify};
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_passes::stage::build::Lying;
use shardwright_passes::stage::cut::STAGE;
use shardwright_passes::stage::choose::{Asked, StageChoice, choose};
use shardwright_passes::stage::divide::{Division, divide, divide_forward};
use shardwright_passes::stage::evaluate::evaluate;
use shardwright_passes::stage::pieces::{Phase, PieceInput, Pieces};
use shardwright_passes::train::{ArgUse, Forward, TrainOptions, training_step};

/// `layers` layers `tanh(sin(h w + b))`, as many to a stage as there are.
fn chain(layers: usize, stages: usize) -> (String, usize) {
    let args: Vec<String> = (0..layers).map(|layer| format!("%w{layer}: tensor<4x4xf32>, %b{layer}: tensor<4xf32>")).collect();
    let mut text = format!("func.func @main({}, %x: tensor<3x4xf32>) -> tensor<3x4xf32> {{\n", args.join(", "));
    let mut h = "%x".to_owned();
    for layer in 0..layers {
        let mark = format!("{{{STAGE} = {} : i64}}", layer * stages / layers);
        text += &format!("  %a{layer} = stablehlo.dot_general {h}, %w{layer}, contracting_dims = [1] x [0] {mark} : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<3x4xf32>\n");
        text += &format!("  %s{layer} = stablehlo.broadcast_in_dim %b{layer}, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>\n");
        text += &format!("  %c{layer} = stablehlo.add %a{layer}, %s{layer} : tensor<3x4xf32>\n  %d{layer} = stablehlo.sine %c{layer} : tensor<3x4xf32>\n  %h{layer} = stablehlo.tanh %d{layer} : tensor<3x4xf32>\n");
        h = format!("%h{layer}");
    }
    (text + &format!("  return {h} : tensor<3x4xf32>\n}}\n"), 2 * layers)
}

/// The first and the last stage share a weight.
fn tied() -> (String, usize) {
    let mark = |stage: usize| format!("{{{STAGE} = {stage} : i64}}");
    let text = format!(
        "func.func @main(%e: tensor<4x4xf32>, %w: tensor<4x4xf32>, %x: tensor<3x4xf32>) -> tensor<3x4xf32> {{
          %h = stablehlo.dot_general %x, %e, contracting_dims = [1] x [0] {0} : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<3x4xf32>
          %t = stablehlo.tanh %h : tensor<3x4xf32>
          %g = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0] {1} : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<3x4xf32>
          %u = stablehlo.sine %g : tensor<3x4xf32>
          %r = stablehlo.add %u, %t {2} : tensor<3x4xf32>
          %et = stablehlo.transpose %e, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
          %y = stablehlo.dot_general %r, %et, contracting_dims = [1] x [0] {2} : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<3x4xf32>
          return %y : tensor<3x4xf32>
        }}",
        mark(0),
        mark(1),
        mark(2)
    );
    (text, 2)
}

fn passes(module: &mut Module, text: &str) {
    let pipeline = Pipeline::parse(text, &shardwright_passes::registry()).unwrap();
    run_pipeline(&pipeline, module, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).unwrap();
    verify(module).unwrap();
}

/// The step of a model whose first arguments are parameters and whose others are batches.
fn step(text: &str, parameters: usize, options: &str) -> Module {
    plain_step(text, parameters, options, true).unwrap()
}

fn plain_step(text: &str, parameters: usize, options: &str, in_stages: bool) -> Result<Module, String> {
    let mut module = parse_module(text, &shardwright_dialects::registry()).unwrap();
    let func = module.main().unwrap();
    let names: Vec<String> = (0..func.args().len()).map(|index| format!("arg{index}")).collect();
    let uses: Vec<ArgUse> = (0..names.len()).map(|index| if index < parameters { ArgUse::Parameter } else { ArgUse::Batch }).collect();
    let options = TrainOptions { in_stages, ..TrainOptions::parse(options).unwrap() };
    let step = training_step(&Forward { func, names: &names, uses: &uses, output: 0 }, &options).map_err(|found| found.to_string())?;
    let name = func.name;
    module.funcs.insert(name, step.func);
    passes(&mut module, "canonicalize,fold,cse,dce");
    Ok(module)
}

fn count(func: &Func, name: &str) -> usize {
    func.walk().into_iter().filter(|&op| func.op(op).info.name == name).count()
}

fn inputs(func: &Func) -> Vec<Tensor> {
    let mut rng = Rng::new(3);
    let mut random = |ty: &shardwright_ir::TensorType| {
        let bytes = (0..ty.num_elements()).flat_map(|_| match ty.element {
            ElementType::F32 => ((rng.bits() % 1000) as f32 / 1000.0).to_le_bytes().to_vec(),
            ElementType::I64 => ((rng.bits() % 4) as i64).to_le_bytes().to_vec(),
            other => vec![0; other.byte_size()],
        });
        Tensor::from_bytes(ty.clone(), &bytes.collect::<Vec<u8>>()).unwrap()
    };
    func.args().iter().map(|&arg| random(func.tensor_type(arg))).collect()
}

fn cut(module: &Module, stages: usize, split: bool) -> Pieces {
    let ranks: Vec<usize> = vec![0; stages];
    let pieces = divide(module, &Division { lying: Lying { mesh: None, pipe_axes: &[] }, ranks: &ranks, split, least: true }).unwrap();
    for piece in &pieces.pieces {
        verify(&piece.module).unwrap_or_else(|error| panic!("{:?} of stage {}: {error}", piece.phase, piece.stage));
        for input in &piece.inputs {
            if let PieceInput::Result { piece: other, .. } = input {
                assert!(pieces.pieces[*other].phase <= piece.phase);
            }
        }
    }
    pieces
}

/// Cuts a step and compares all its results, of inputs drawn by lot.
fn same(module: &Module, stages: usize, split: bool, tolerance: f64) -> Pieces {
    let func = module.main().unwrap();
    let args = inputs(func);
    let expected = Interpreter::new(module).run(func, &args).unwrap();
    let pieces = cut(module, stages, split);
    let got = evaluate(&pieces, &args, expected.len()).unwrap();
    for (index, (got, expected)) in got.iter().zip(&expected).enumerate() {
        let name = func.result_attrs[index].get("shardwright.name").and_then(Attr::as_str).unwrap_or("?");
        for (got, expected) in got.to_f64s().iter().zip(expected.to_f64s()) {
            assert!((got - expected).abs() <= tolerance * expected.abs().max(1.0), "result {index} `{name}`: {got}, uncut {expected}");
        }
    }
    pieces
}

const STEPS: &[&str] = &[
    "sgd:loss=mse,microbatches=3,lr=0.1",
    "adam:loss=mse,microbatches=2,clip=0.01,weight-decay=0.1",
    "momentum:loss=cross-entropy,nesterov=true",
    "sgd:loss=mse,microbatches=2,scale=dynamic,clip=0.1,lr=0.1",
];

#[test]
fn pieces_of_a_chain_give_what_the_step_gives() {
    for options in STEPS {
        for (layers, stages) in [(2, 2), (4, 2), (4, 4)] {
            let (text, parameters) = chain(layers, stages);
            let module = step(&text, parameters, options);
            let products = |pieces: &Pieces| -> usize {
                let all = pieces.pieces.iter().filter_map(|piece| piece.module.main());
                all.map(|func| count(func, "stablehlo.dot_general")).sum()
            };
            for split in [false, true] {
                let pieces = same(&module, stages, split, 1e-5);
                // A product of each layer forward, two backward but for the first, whose input needs no gradient: none twice.
                assert_eq!(products(&pieces), 3 * layers - 1, "{options}");
                let phases = |phase: Phase| pieces.pieces.iter().filter(|piece| piece.phase == phase).map(|piece| piece.stage).collect::<Vec<_>>();
                let all: Vec<usize> = (0..stages).collect();
                assert_eq!(phases(Phase::Forward), all, "{options}");
                assert_eq!(phases(Phase::Input), all.iter().rev().copied().collect::<Vec<_>>(), "{options}");
                assert_eq!(phases(Phase::Weight).len(), if split { stages } else { 0 }, "{options}");
                let chain: Vec<Vec<usize>> = all.iter().map(|&stage| stage.checked_sub(1).into_iter().collect()).collect();
                assert_eq!(pieces.after, chain, "{options}");
            }
        }
    }
}

#[test]
fn clipping_and_the_loss_scale_take_a_round_more() {
    let rounds = |options: &str| {
        let (text, parameters) = chain(2, 2);
        let pieces = cut(&step(&text, parameters, options), 2, false);
        pieces.pieces.iter().filter_map(|piece| if let Phase::After(round) = piece.phase { Some((round, piece.stage)) } else { None }).collect::<Vec<_>>()
    };
    assert_eq!(rounds("sgd:loss=mse,microbatches=2"), [(0, 0), (0, 1)]);
    assert_eq!(rounds("sgd:loss=mse,microbatches=2,clip=1"), [(0, 0), (0, 1), (1, 0), (1, 1)]);
}

#[test]
fn a_weight_that_stages_share_is_updated_once_with_the_gradients_of_all() {
    for options in STEPS {
        let (text, parameters) = tied();
        let module = step(&text, parameters, options);
        for split in [false, true] {
            let pieces = same(&module, 3, split, 1e-5);
            assert_eq!(pieces.after, [vec![], vec![0], vec![0, 1]]);
            // A sum of each stage that reads it, one of the other weight, and the loss.
            assert_eq!(pieces.sums.len(), 4);
            let gives: Vec<usize> = pieces.pieces.iter().filter(|piece| piece.outputs.iter().flatten().any(|&result| result == 0)).map(|piece| piece.stage).collect();
            assert_eq!(gives, [0], "{options}");
        }
    }
}

#[test]
fn what_is_computed_again_belongs_to_the_backward_pass() {
    for stages in [2, 3] {
        let (text, parameters) = chain(9, stages);
        let mut module = step(&text, parameters, "adam:loss=mse,microbatches=2");
        passes(&mut module, "recompute{policy=full},canonicalize,fold,cse,dce");
        for split in [false, true] {
            let pieces = same(&module, stages, split, 0.0);
            let again = |phase: Phase| {
                let of = pieces.pieces.iter().filter(|piece| piece.phase == phase).filter_map(|piece| piece.module.main());
                of.map(|func| count(func, "stablehlo.optimization_barrier")).sum::<usize>()
            };
            assert_eq!(again(Phase::Forward), 0);
            assert!(again(Phase::Input) >= stages);
            assert_eq!(again(Phase::Weight), 0);
        }
    }
}

#[test]
fn marks_that_cannot_be_are_refused() {
    let (text, parameters) = chain(4, 4);
    let error = |text: &str, stages: usize| {
        let module = step(text, parameters, "sgd:loss=mse");
        divide(&module, &Division { lying: Lying { mesh: None, pipe_axes: &[] }, ranks: &vec![0; stages], split: false, least: true }).unwrap_err().to_string()
    };
    assert!(error(&text, 5).contains("stage 4 of 5 has no work"));
    assert!(error(&text, 3).contains("lies in stage 3, there are 3"));
    let skipped = text.replace("= 2 : i64", "= 1 : i64");
    assert!(error(&skipped, 4).contains("stage 2 of 4 has no work"));
    // A step whose only microbatch has no loop, and a program that is no step.
    let refused = |module: &Module| divide(module, &Division { lying: Lying { mesh: None, pipe_axes: &[] }, ranks: &[0, 0], split: false, least: true }).unwrap_err().to_string();
    assert!(refused(&plain_step(&text, parameters, "sgd:loss=mse", false).unwrap()).contains("its loss is no sum over microbatches"));
    assert!(refused(&parse_module(&text, &shardwright_dialects::registry()).unwrap()).contains("none of its results is a loss"));
    let back = text.replace("= 3 : i64", "= 0 : i64");
    let error = plain_step(&back, parameters, "sgd:loss=mse", true).unwrap_err();
    assert!(error.contains("stablehlo.dot_general is marked for stage 0 but reads a value of stage 2"), "{error}");
}

/// A program drawn by lot: ops of 3x4 numbers on weights, data and each other, in stages that never go back; some unmarked, some weights shared, values that skip stages.
fn drawn(rng: &mut Rng, stages: usize) -> (String, usize) {
    let mut below = |count: usize| (rng.bits() % count as u64) as usize;
    let (weights, ops) = (2 + below(3), 4 * stages + below(8));
    let args: Vec<String> = (0..weights).map(|index| format!("%w{index}: tensor<4x4xf32>")).collect();
    let ty = "tensor<3x4xf32>";
    let mut text = format!("func.func @main({}, %x: {ty}, %z: {ty}) -> {ty} {{\n", args.join(", "));
    let mut values = vec!["%x".to_owned(), "%z".to_owned()];
    let mut turned = 0;
    for index in 0..ops {
        let stage = index * stages / ops;
        // The first op of each stage is a marked product, which is work.
        let first = index == 0 || (index - 1) * stages / ops < stage;
        let mark = if first || below(3) > 0 { format!("{{{STAGE} = {stage} : i64}} ") } else { String::new() };
        // What came last is used, so that nothing is dead.
        let last = values[values.len() - 1].clone();
        let other = values[below(values.len())].clone();
        let weight = below(weights);
        match if first { 0 } else { below(6) } {
            0 => text += &format!("  %v{index} = stablehlo.dot_general {last}, %w{weight}, contracting_dims = [1] x [0] {mark}: ({ty}, tensor<4x4xf32>) -> {ty}\n"),
            1 => {
                text += &format!("  %t{turned} = stablehlo.transpose %w{weight}, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>\n");
                text += &format!("  %v{index} = stablehlo.dot_general {last}, %t{turned}, contracting_dims = [1] x [0] {mark}: ({ty}, tensor<4x4xf32>) -> {ty}\n");
                turned += 1;
            }
            2 => text += &format!("  %v{index} = stablehlo.tanh {last} {mark}: {ty}\n"),
            3 => text += &format!("  %v{index} = stablehlo.multiply {last}, {other} {mark}: {ty}\n"),
            4 => text += &format!("  %v{index} = stablehlo.sine {last} {mark}: {ty}\n"),
            _ => text += &format!("  %v{index} = stablehlo.add {last}, {other} {mark}: {ty}\n"),
        }
        values.push(format!("%v{index}"));
    }
    let last = &values[values.len() - 1];
    (text + &format!("  return {last} : {ty}\n}}\n"), weights)
}

#[test]
fn programs_drawn_by_lot_are_cut_right() {
    let mut rng = Rng::new(11);
    for number in 0..60 {
        let stages = 2 + number % 3;
        let (text, parameters) = drawn(&mut rng, stages);
        let options = STEPS[number % STEPS.len()];
        let mut module = step(&text, parameters, options);
        if number % 4 == 1 && parameters < 4 {
            let mut again = module.clone();
            let pipeline = Pipeline::parse("recompute{policy=full},canonicalize,fold,cse,dce", &shardwright_passes::registry()).unwrap();
            if run_pipeline(&pipeline, &mut again, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).is_ok() {
                module = again;
            }
        }
        same(&module, stages, number % 2 == 0, 2e-5);
    }
}

/// What a forward program that is cut gives, stage after stage.
fn forward_is_whole(text: &str) -> Vec<Vec<usize>> {
    let module = parse_module(text, &shardwright_dialects::registry()).unwrap();
    let func = module.main().unwrap();
    let args = inputs(func);
    let expected = Interpreter::new(&module).run(func, &args).unwrap();
    let pieces = divide_forward(&module, &Lying { mesh: None, pipe_axes: &[] }).unwrap();
    let got = evaluate(&pieces, &args, expected.len()).unwrap();
    assert!(got.iter().zip(&expected).all(|(got, expected)| got.to_bytes() == expected.to_bytes()));
    pieces.after
}

#[test]
fn forward_programs_are_cut_by_the_same_rules() {
    let mut rng = Rng::new(5);
    for number in 0..20 {
        forward_is_whole(&drawn(&mut rng, 2 + number % 3).0);
    }
    assert_eq!(forward_is_whole(&tied().0), [vec![], vec![0], vec![0, 1]]);
}

/// The stage of each weight's first reader, and of each op, by name.
fn chosen(text: &str, weights: usize, count: usize, choice: &str) -> Result<Vec<Option<i64>>, String> {
    let mut module = parse_module(text, &shardwright_dialects::registry()).unwrap();
    let func = module.main_mut().unwrap();
    for index in 0..weights {
        // w0, b0, w1, b1, … of layers 0, 1, …
        let arg = func.args()[index];
        func.value_mut(arg).name = Some(Sym::new(&format!("h.{}.{}", index / 2, ["weight", "bias"][index % 2])));
    }
    let choice = StageChoice::parse(choice).unwrap();
    let cost = |func: &Func, op: shardwright_ir::OpId| if func.op(op).info.name == "stablehlo.dot_general" { 1.0 } else { 0.01 };
    choose(func, &Asked { count, choice: &choice, is_weight: &|index| index < weights, cost: &cost }).map_err(|found| found.to_string())?;
    let products = func.region(func.body()).ops.iter().filter(|&&op| func.op(op).info.name == "stablehlo.dot_general");
    Ok(products.map(|&op| func.op(op).attrs.int(STAGE)).collect())
}

#[test]
fn stages_are_chosen_by_layers_globs_and_cost() {
    let (text, weights) = chain(6, 1);
    let of = |list: &[i64]| Ok(list.iter().copied().map(Some).collect::<Vec<_>>());
    for choice in ["layers", "auto"] {
        assert_eq!(chosen(&text, weights, 3, choice), of(&[0, 0, 1, 1, 2, 2]), "{choice}");
        assert_eq!(chosen(&text, weights, 6, choice), of(&[0, 1, 2, 3, 4, 5]), "{choice}");
    }
    assert_eq!(chosen(&text, weights, 2, "h.0.*;h.1.*+h.2.*+h.3.*+h.4.*+h.5.*"), of(&[0, 1, 1, 1, 1, 1]));
}

#[test]
fn layers_left_out_and_stages_without_work_are_refused() {
    let (text, weights) = chain(4, 1);
    let error = |count: usize, choice: &str| chosen(&text, weights, count, choice).unwrap_err();
    assert!(error(2, "h.0.*;h.1.*+h.3.*").contains("layer `h.2` lies in no stage: no glob matches its weight `h.2.weight`"));
    assert!(error(2, "h.0.*+h.2.*;h.1.*+h.3.*").contains("the op that reads `h.2.weight` is in stage 0, but reads a value of stage 1"));
    assert!(error(2, "h.?.*;h.9.*").contains("`h.9.*` matches no weight and no value"));
    assert!(error(2, "h.?.*;h.0.*").contains("stage 1 of 2 has no work"));
    assert!(error(3, "h.?.*;h.0.*").contains("globs name 2 stages, there shall be 3"));
    assert!(error(5, "layers").contains("5 stages of 4 layers: they are h.0, h.1, h.2, h.3"));
    assert!(error(99, "auto").contains("99 stages: the model can be cut into"));
    assert!(error(2, "marks").contains("marked with 1 stages, there shall be 2"));
}

#[test]
fn a_tensor_is_not_sent_to_a_mesh_that_lacks_its_axes() {
    let (text, parameters) = chain(2, 2);
    let mesh = |axes: &[(&str, i64)]| Mesh { axes: axes.iter().map(|&(name, size)| MeshAxis { name: Sym::new(name), size }).collect(), device_ids: Vec::new() };
    let (whole, name, pipe) = (mesh(&[("pipe", 2), ("data", 2)]), Sym::new("mesh"), [Sym::new("pipe")]);
    let error = |axis: &str| {
        let mut module = step(&text, parameters, "sgd:loss=mse");
        module.meshes.insert(name, mesh(&[("pipe", 2), ("data", 2), ("tensor", 2)]));
        let func = module.main_mut().unwrap();
        let weight = func.args()[0];
        func.set_sharding(weight, Some(TensorSharding::of_axes(name, vec![vec![AxisRef::full(Sym::new(axis))], vec![]])));
        let made = divide(&module, &Division { lying: Lying { mesh: Some((name, &whole)), pipe_axes: &pipe }, ranks: &[1, 0], split: false, least: true });
        made.map(|pieces| pieces.devices).map_err(|found| found.to_string())
    };
    // Stage 0 lies at place 1 of the axis, stage 1 at place 0.
    assert_eq!(error("data").unwrap(), [[2, 3], [0, 1]]);
    assert!(error("tensor").unwrap_err().contains("`arg0` is sharded along `tensor`, an axis that the mesh of its stage"));
    assert!(error("pipe").unwrap_err().contains("`arg0` is sharded along `pipe`, along which the stages lie"));
}
