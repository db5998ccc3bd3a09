//! Published memory of training, by the memory model on generated programs: the activations of Megatron's layers (Korthikanti et al., arXiv:2205.05198, table 2 and figure 1).
//!
//! They are held against what a device holds that runs the partitioned step in its order. Nothing is filled in: activations are those of the programs that the
//! partitioner makes from generated models with shardings on them.

use shardwright_compiler::generate::generate;
use shardwright_compiler::testing::check::partition;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::role::Role;
use shardwright_ir::sharding::{Mesh, ReduceKind, TensorSharding};
use shardwright_ir::text::parse_sharding;
use shardwright_ir::{Attrs, Builder, ElementType, Func, Sym, Value};
use shardwright_passes::analysis::memory::memory;
use shardwright_passes::autodiff::gradients;

/// A sharding of these axes by dimension; none is replicated.
fn placed(dims: &[&[&str]]) -> TensorSharding {
    let list: Vec<String> = dims.iter().map(|axes| format!("{{{}}}", axes.iter().map(|axis| format!("{axis:?}")).collect::<Vec<_>>().join(", "))).collect();
    parse_sharding(&format!("<@mesh, [{}]>", list.join(", "))).expect("a sharding")
}

fn finish(func: &mut Func, results: &[Value], roles: &[Role], lies: Vec<TensorSharding>) {
    let row = shardwright_dialects::local::row("func.return").expect("a row");
    Builder::at_end(func).op_of_types(row, results, Attrs::new(), &[], Vec::new()).expect("legal");
    let types = results.iter().map(|&value| func.ty(value).clone()).collect();
    func.set_results(types);
    for (attrs, role) in func.result_attrs.iter_mut().zip(roles) {
        role.set(attrs);
    }
    func.result_shardings = lies.into_iter().map(Some).collect();
}

/// What a layer keeps for the backward pass on each of 8 devices of Megatron's tensor parallelism, in bytes: the slope in the number of layers of a generated model's
/// activations, dropout and its masks included, in `f16`.
fn kept_by_a_layer(spec: &str) -> i64 {
    const LAYERS: i64 = 4;
    let of = |layers: i64| {
        let (mut module, _) = generate(&format!("{spec},layers={layers},vocabulary=1024,dropout=10,type=f16")).unwrap_or_else(|why| panic!("{why}"));
        module.meshes.insert(Sym::new("mesh"), Mesh::new(&[("t", 8)]));
        let func = module.main_mut().expect("a main function");
        let end = func.terminator(func.body()).expect("a return");
        let logits = func.op(end).operands[0];
        func.erase(end);
        let mut b = Builder::at_end(func);
        let wide = b.convert(logits, ElementType::F32).unwrap();
        let loss = b.reduce_identity(wide, &[0, 1, 2], ReduceKind::Sum).unwrap();
        let (mut wrt, mut lies) = (Vec::new(), vec![placed(&[])]);
        for index in 0..func.args().len() {
            let value = func.args()[index];
            let name = func.value(value).name.map_or_else(String::new, |name| name.as_str().to_owned());
            if Role::of(&func.arg_attrs[index]) != Some(Role::Parameter) {
                continue;
            }
            // Columns, then rows.
            let along = match name.split_once(".attn.").or(name.split_once(".mlp.")).map(|(_, part)| part) {
                Some("c_attn.weight") => Some(2),
                Some("c_attn.bias" | "c_fc.weight") => Some(1),
                Some("c_proj.weight" | "c_fc.bias") => Some(0),
                _ => None,
            };
            let rank = func.tensor_type(value).rank();
            let sharding = placed(&(0..rank).map(|dim| if Some(dim) == along { &["t"][..] } else { &[] }).collect::<Vec<_>>());
            func.set_sharding(value, Some(sharding.clone()));
            // The embedding's own gradient says nothing of layers.
            if name.starts_with("h.") {
                wrt.push(value);
                lies.push(sharding);
            }
        }
        let found = gradients(func, loss, &wrt).unwrap_or_else(|why| panic!("{why:?}"));
        let results: Vec<Value> = std::iter::once(loss).chain(found).collect();
        finish(func, &results, &[Role::Loss], lies);
        let program = partition(&module, &shardwright_dialects::registry(), "clean,shard,partition").unwrap_or_else(|why| panic!("{spec}: {why}"));
        memory(program.module.main().expect("a main function")).activations
    };
    (of(LAYERS) - of(1)) / (LAYERS - 1)
}

/// Figure 1 of the paper, the bar without sequence parallelism and recomputation, in GiB of a device of the first pipeline stage: sequences of 2048 tokens, 8 devices of tensor
/// parallelism, `p` stages of `chunks` chunks of layers each.
#[test]
fn megatrons_layers_keep_what_korthikanti_says() {
    // Heads, hidden, layers, p, chunks, batch; published.
    let models = [(64, 6144, 48, 1, 1, 4, 59.25), (96, 12288, 96, 8, 3, 1, 66.84375), (128, 20480, 105, 35, 3, 1, 114.0234375), (160, 25600, 128, 64, 1, 1, 131.25)];
    for (heads, hidden, layers, p, chunks, batch, published) in models {
        let measured = kept_by_a_layer(&format!("gpt:heads={heads},hidden={hidden},sequence=2048,batch={batch}"));
        // The three slices of the weights of queries, keys and values are kept too; they are no activations.
        let layer = measured - 3 * 2 * hidden * hidden / 8;
        // Chunks whose forward pass is done and whose backward pass is not, on the first stage of Megatron's schedule: those of the warm-up and the first of the steady state.
        let in_flight = if chunks == 1 { p } else { 2 * (p - 1) + (chunks - 1) * p + 1 };
        let held = (layer * in_flight * layers / (p * chunks)) as f64 / f64::from(1 << 30);
        println!("| {heads} heads, {hidden} hidden, {layers} layers | {published} | {held:.4} |");
        // What the formula leaves out: the averages and scales of norms, and the maxima and sums of softmax.
        assert!((0.0..1e-3).contains(&(held / published - 1.0)), "{heads} heads: {held} GiB, published {published}");
    }
}
