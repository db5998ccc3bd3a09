//! Strategy files: those of `testdata/strategies` on training steps (right numbers, plans that say the same), PartIR's table from tactics, and what is refused.

mod common;

use common::{shardwright, text};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::write_npz;
use shardwright_compiler::reannotate::Own;
use shardwright_compiler::strategy::{Turn, read_strategy};
use shardwright_compiler::{CompileFault, CompileOptions, Compiled, compile, pass_registry};
use shardwright_ir::role::Role;
use shardwright_ir::text::{parse_module, print_module};
use shardwright_passes::attention::distribute::parse_request;
use shardwright_passes::names::Target;
use shardwright_passes::tactics::meaning::Meanings;
use shardwright_passes::tactics::roles::Roles;
use shardwright_passes::train::TrainOptions;
use std::path::{Path, PathBuf};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

fn turns(model: &str, strategy: &str) -> Result<Vec<Turn>, CompileFault> {
    turns_with(model, strategy, CompileOptions::default())
}

fn turns_with(model: &str, strategy: &str, options: CompileOptions) -> Result<Vec<Turn>, CompileFault> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.tactics");
    std::fs::write(&file, strategy).unwrap();
    let options = CompileOptions { own: Own::Manual, strategy: Some(read_strategy(&file, &[])?), ..options };
    Ok(compile(&testdata().join("jax").join(model), &options, &shardwright_dialects::registry(), &pass_registry(), &mut [])?.turns)
}

/// All-gathers, all-reduces, reduce-scatters, and all others.
fn counts(turn: &Turn) -> [i64; 4] {
    let of = |wanted: &str| turn.collectives.iter().filter(|(kind, ..)| kind == wanted).map(|(_, count, _)| count).sum::<i64>();
    let known = [of("all_gather"), of("all_reduce"), of("reduce_scatter")];
    let all: i64 = turn.collectives.iter().map(|(_, count, _)| count).sum();
    [known[0], known[1], known[2], all - known.iter().sum::<i64>()]
}

/// PartIR's rows as it writes them: batch parallelism, Megatron's sharding, ZeRO on the tensors of more than one dimension.
const PARTIR: [(&str, &str); 2] = [
    ("2", "mesh batch=4, model=2\nshard input by batch along batch\nshard parameter by heads, ffn along model\nzero 2 along batch where rank >= 2\n"),
    ("3", "mesh batch=4, model=2\nshard input by batch along batch\nshard parameter by heads, ffn along model\nzero 3 along batch where rank >= 2\n"),
];

/// PartIR's table (arXiv 2401.11202; all-gathers, all-reduces, reduce-scatters) of a transformer's Adam step with 9 parameters a layer and a tied embedding, for L layers,
/// from the unannotated step by tactics:
/// * BP 0/290/0 is 9 L + 1 gradients and the loss: 9 L + 2.
/// * MP adds 4 all-reduces a layer, 128 = 4 x 32: two after the products by rows, two for the gradients of what enters the products by columns.
///   Alone, and decided by cost, 3 and two gathers: attention's output (16 x 16 x 8 x 8 floats, 64 KiB) and its weight (8 x 8 x 64, 16 KiB) are gathered, which sends
///   (64 + 16) / 2 = 40 KiB in the place of an all-reduce of the product (16 x 16 x 64), 2 x 64 / 2 = 64 KiB. Real sizes, with more tokens than columns, make it 4.
/// * Z2 129/289/129: the 4 L + 1 gradients of matrices are reduce-scattered in the place of all-reduced (418 - 129 = 289), and the same parameters gathered.
/// * Z3 259/289/129: parameters are gathered at their uses in the forward pass and again in the backward pass. Ours are gathered once and kept; and the table is
///   gathered for the logits only: for the lookup, the tokens are gathered, looked up in each device's rows, and the rows reduce-scattered, which is a
///   gather and a reduce-scatter more: 4 L + 2 of each.
fn rows(model: &str, layers: i64) {
    for (stage, strategy) in PARTIR {
        let turns = turns(model, strategy).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
        let matrices = 4 * layers + 1;
        assert_eq!(counts(&turns[1]), [0, 9 * layers + 2, 0, 0], "BP: {}", turns[1].line());
        assert_eq!(counts(&turns[2]), [0, 9 * layers + 2 + 4 * layers, 0, 0], "BP+MP: {}", turns[2].line());
        let scattered = if stage == "2" { matrices } else { matrices + 1 };
        assert_eq!(counts(&turns[3]), [scattered, 9 * layers + 2 + 4 * layers - matrices, scattered, 0], "Z{stage}: {}", turns[3].line());
    }
    let alone = "mesh batch=4, model=2\nshard parameter by heads, ffn along model\n";
    let by_size = CompileOptions { shardy_policy: true, ..CompileOptions::default() };
    for (options, expected) in [(by_size, [0, 4 * layers, 0, 0]), (CompileOptions::default(), [2 * layers, 3 * layers, 0, 0])] {
        let turns = turns_with(model, alone, options).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
        assert_eq!(counts(&turns[1]), expected, "MP: {}", turns[1].line());
    }
}

#[test]
fn partirs_table_comes_out_of_tactics_on_the_bare_step() {
    rows("t2_bp.mlir", 2);
}

/// Arguments for `t2_bp.mlir`, whose 19 parameters come first, then as many first and second moments: second moments are not negative, and weights are small, as those of
/// a network that trains; with normal ones scores of a hundred and more go into each softmax, and f32 holds no four digits.
fn arguments(folder: &Path) -> PathBuf {
    let module = parse_module(&std::fs::read_to_string(testdata().join("jax/t2_bp.mlir")).unwrap(), &shardwright_dialects::registry()).unwrap();
    let func = module.main().unwrap();
    let tensor = |index: usize| {
        let ty = func.tensor_type(func.args()[index]).clone();
        let wave = |at: i64| (at as f32 * 0.7 + index as f32).sin();
        let value = |at: i64| if index < 38 { 0.2 * wave(at) } else { 0.5 + 0.2 * wave(at) };
        let values: Vec<f32> = (0..ty.num_elements()).map(value).collect();
        (format!("arg{index}"), HostTensor::from_values(&ty.dims, &values).unwrap())
    };
    let tensors: Vec<(String, HostTensor)> = (0..57).map(tensor).collect();
    let file = folder.join("arguments.npz");
    write_npz(&file, tensors.iter().map(|(name, tensor)| (name.as_str(), tensor))).unwrap();
    file
}

/// Each file of `testdata/strategies` on a training step: `--set`s for eight devices or fewer.
const RUNS: [(&str, &str, &[&str]); 15] = [
    ("ddp", "t2_bp.mlir", &[]),
    ("horovod", "t2_bp.mlir", &[]),
    ("pytorch_ddp", "t2_bp.mlir", &[]),
    ("zero1", "t2_bp.mlir", &[]),
    ("zero2", "t2_bp.mlir", &[]),
    ("zero3", "t2_bp.mlir", &[]),
    ("fsdp", "t2_bp.mlir", &[]),
    ("weight_update_sharding", "t2_bp.mlir", &[]),
    ("weight_update_sharding", "mlp_train_sgd.mlir", &["data=8"]),
    ("hsdp", "t2_bp.mlir", &[]),
    ("hsdp", "mlp_train_sgd.mlir", &["groups=4"]),
    ("megatron", "t2_bp.mlir", &[]),
    ("megatron", "mlp_train_sgd.mlir", &[]),
    ("megatron_sp", "t2_bp.mlir", &[]),
    ("vocabulary", "t2_bp.mlir", &[]),
];

#[test]
fn every_strategy_computes_what_the_step_computes_and_its_plan_is_the_same_program() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = arguments(folder.path());
    for (name, model, set) in RUNS {
        let (out, again) = (folder.path().join(format!("{name}-{model}")), folder.path().join("again"));
        let strategy = testdata().join("strategies").join(format!("{name}.tactics"));
        let model = testdata().join("jax").join(model);
        let mut arguments = vec!["compile", text(&model), "--bare", "--strategy", text(&strategy), "-o", text(&out)];
        set.iter().for_each(|set| arguments.extend(["--set", set]));
        let told = shardwright(&arguments).unwrap();
        assert!(told.contains("before any tactic: no communication"), "{told}");
        let given: &[&str] = if model.ends_with("t2_bp.mlir") { &["--inputs", text(&inputs)] } else { &[] };
        let compared = shardwright(&[&["verify", text(&out)], given].concat()).unwrap();
        assert!(!compared.contains("not finite"), "{name}: {compared}");
        let plan = out.join("plan.json");
        // A plan says how values lie; how collectives are joined is said beside it.
        let joined: &[&str] = match name {
            "horovod" => &["--combine-collectives", "67108864"],
            "pytorch_ddp" => &["--combine-collectives", "26214400"],
            _ => &[],
        };
        shardwright(&[&["compile", text(&model), "--bare", "--plan", text(&plan), "-o", text(&again)], joined].concat()).unwrap();
        let program = |folder: &Path| std::fs::read_to_string(folder.join("program.mlir")).unwrap();
        assert!(program(&out) == program(&again), "{name}: the plan's program is another");
    }
}

/// Masks and positions that a model stores are parameters, where nothing says else, and lie as the batch does: ZeRO leaves what the axis divides already. All values are checked on virtual devices.
#[test]
fn zero_takes_models_whose_stored_tables_follow_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    for model in ["t5_tiny.dynamo", "vit_tiny.dynamo"] {
        for stage in 1..=3 {
            let file = folder.path().join("zero.tactics");
            std::fs::write(&file, format!("shard input by batch along data\nzero {stage} along data where rank >= 1\n")).unwrap();
            let (path, out) = (format!("../testdata/models/{model}/model.onnx"), folder.path().join("out"));
            let args = ["compile", &path, "--train", "adam:loss=mse", "--mesh", "data=2", "--strategy", text(&file), "-o", text(&out), "--verify"];
            let told = shardwright(&args).unwrap_or_else(|why| panic!("{model}, stage {stage}: {why}"));
            assert!(told.contains("so already"), "{model}, stage {stage}: {told}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let cases: &[(&str, &str, &str, &str)] = &[
        ("t2_bp.mlir", "shard parameter by heads along modle", "the mesh has no axis `modle`; did you mean `model`?", "modle"),
        ("t2_bp.mlir", "shard parameter by ffn along model\nshard 'layers.0.w1' by dim 0 along model", "`arg8` would use axis \"model\" twice: it is sharded along it already, on dimension 1", "model"),
        ("t2_bp.mlir", "shard parameter 'layers.*.qvk' by dim 2 along model", "`layers.*.qvk` matches no parameter; did you mean `layers.0.qkv`?", "'layers.*.qvk'"),
        ("t2_bp.mlir", "shard 'layers.0.qkv' by dim 0 along model", "dimension 0 of `arg7` has size 3, which 2 shards do not divide (tensor<3x64x8x8xf32>)", "model"),
        ("t2_bp.mlir", "shard 'layers.0.qkv' by dim 4 along model", "`arg7` has no dimension 4: it is tensor<3x64x8x8xf32>", "model"),
        ("t2_bp.mlir", "shard parameter by experts along model", "of 19 values none has a dimension that is `experts`", "experts"),
        ("t2_bp.mlir", "shard parameter by haeds along model", "no dimension means `haeds`; did you mean `heads`?", "haeds"),
        ("t2_bp.mlir", "shard optimiser by first along model", "no role is named `optimiser`; did you mean `optimizer`?", "optimiser"),
        ("t2_bp.mlir", "zero 4 along batch", "zero has stages 1, 2 and 3, not 4", "4"),
        ("t2_bp.mlir", "replicate parameter along batch\nzero 3 along batch", "lies along these axes already", "3"),
        ("t2_bp.mlir", "shard parameter 'emb' by first along batch\nreplicate parameter 'emb' along batch", "cannot be kept whole along \"batch\"", "parameter 'emb' "),
        ("t2_bp.mlir", "role big = 'w9'", "`w9` matches no value; the first arguments are arg0", "'w9'"),
        ("mlp_train_sgd.mlir", "zero 2 along batch", "the program has no optimizer state, which `zero 2` shards", "2"),
        ("mlp_train_sgd.mlir", "shard optimizer by first along batch", "the program has no optimizer state", "optimizer"),
        ("mlp_megatron.mlir", "shard gradient by first along batch", "the program has no gradient", "gradient"),
    ];
    for (model, tactic, message, at) in cases {
        let file = format!("mesh batch=4, model=2\n{tactic}\n");
        let fault = turns(model, &file).err().unwrap_or_else(|| panic!("{tactic}: not refused"));
        let first = &fault.diagnostics.0[0];
        assert!(first.message.contains(message), "{tactic}: {}", first.message);
        let span = first.labels[0].span;
        assert_eq!(&fault.text.unwrap().text[span.start as usize..span.end as usize], *at, "{tactic}");
    }
}

/// The two-layer step says nothing of its arguments but their types; its results are named by JAX.
#[test]
fn roles_and_meanings_are_found_in_a_training_step_without_names() {
    let mut module = parse_module(&std::fs::read_to_string(testdata().join("jax/t2_bp.mlir")).unwrap(), &shardwright_dialects::registry()).unwrap();
    let clean = shardwright_passes::manager::Pipeline::parse("clean,split-constants", &pass_registry()).unwrap();
    shardwright_passes::manager::run_pipeline(&clean, &mut module, &shardwright_dialects::registry(), &Default::default(), &mut []).unwrap();
    let func = module.main().unwrap();
    let roles = Roles::new(func, &|_| false, &[]);
    // 19 parameters, then m and v of each, then tokens and targets.
    let expected = |index: usize| Some([Role::Parameter, Role::Optimizer, Role::Optimizer, Role::Input][index / 19]);
    for index in 0..59 {
        assert_eq!(roles.args[index], expected(index), "argument {index}");
        assert_eq!(roles.updated[index], (index < 57).then_some(index + 1), "argument {index}");
        assert_eq!(roles.of[index], (19..57).contains(&index).then_some(index % 19), "argument {index}");
    }
    assert_eq!(roles.gradients.len(), 19);
    let meanings = Meanings::new(func, &roles).unwrap();
    let of = |name: &str| {
        let index = (0..19).find(|&index| roles.aliases[index].as_deref() == Some(name)).unwrap();
        let arg = func.args()[index];
        (0..func.tensor_type(arg).rank()).map(|dim| meanings.of(Target::Value(arg), dim).unwrap_or("-")).collect::<Vec<_>>()
    };
    assert_eq!(of("emb"), ["vocab", "hidden"]);
    assert_eq!(of("layers.0.qkv"), ["-", "hidden", "heads", "head_dim"]);
    assert_eq!(of("layers.1.out"), ["heads", "head_dim", "hidden"]);
    assert_eq!(of("layers.0.w1"), ["hidden", "ffn"]);
    assert_eq!(of("layers.1.w2"), ["ffn", "hidden"]);
    assert_eq!((of("layers.1.b1"), of("layers.1.ln2s")), (vec!["ffn"], vec!["hidden"]));
    let tokens = func.args()[57];
    assert_eq!([0, 1].map(|dim| meanings.of(Target::Value(tokens), dim)), [Some("batch"), Some("sequence")]);
}

const SMALL_GPT: &str = "gpt:layers=1,hidden=32,heads=4,sequence=32,batch=2,vocabulary=64";

/// A model by its sizes as the library compiles it.
fn sized(model: &str, strategy: &str, options: CompileOptions) -> Compiled {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.tactics");
    std::fs::write(&file, strategy).unwrap();
    let options = CompileOptions { strategy: Some(read_strategy(&file, &[]).unwrap_or_else(|fault| panic!("{}", fault.diagnostics))), ..options };
    compile(Path::new(model), &options, &shardwright_dialects::registry(), &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{}", fault.diagnostics))
}

fn messages(compiled: &Compiled) -> Vec<&str> {
    compiled.diagnostics.iter().map(|found| found.message.as_str()).collect()
}

/// Attention is found before a step is differentiated: what a file says of it must be known by then, as what the command line says is.
#[test]
fn an_attention_statement_counts_for_training_steps() {
    let step = || CompileOptions { train: Some(TrainOptions::parse("sgd:loss=next-token").unwrap()), ..CompileOptions::default() };
    let lines = "mesh context=4\nshard input by sequence along context\n";
    let by_file = sized(SMALL_GPT, &format!("{lines}attention ring layout zigzag\n"), step());
    let by_option = sized(SMALL_GPT, lines, CompileOptions { attention: Some(parse_request("ring/zigzag").unwrap()), ..step() });
    assert_eq!(messages(&by_file), [""; 0]);
    assert!(by_file.report.traffic.totals.contains_key("collective_permute"));
    assert!(print_module(&by_file.programs[0].1.local) == print_module(&by_option.programs[0].1.local));
}

/// 12 tokens on 4 devices: three each, which make no two chunks.
#[test]
fn a_layout_that_does_not_fit_is_said_with_the_reason() {
    let model = SMALL_GPT.replace("sequence=32", "sequence=12");
    let compiled = sized(&model, "mesh context=4\nshard input by sequence along context\nattention ring layout zigzag\n", CompileOptions::default());
    assert_eq!(messages(&compiled), ["tokens of this attention stay by position, not zigzag: 12 tokens do not divide by 8, which 4 devices need"]);
    assert!(parse_request("ulysses/zigzag").unwrap_err().contains("the layout zigzag evens out the steps of rings"));
}

/// `nn.attention_grad` makes scores again anyhow.
#[test]
fn selective_recomputation_has_nothing_to_do_where_attention_is_whole() {
    let options = CompileOptions { train: Some(TrainOptions::parse("sgd:loss=next-token").unwrap()), ..CompileOptions::default() };
    let compiled = sized(SMALL_GPT, "mesh context=4\nshard input by sequence along context\nattention ring\nrecompute selective\n", options);
    assert!(messages(&compiled)[0].contains("`selective` computes nothing again: attentions are kept whole here"), "{:?}", messages(&compiled));
}

#[test]
fn a_strategy_alone_is_refused_where_no_model_could_have_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alone.tactics");
    let check = |lines: &str, more: &[&str]| {
        std::fs::write(&file, lines).unwrap();
        shardwright(&[&["strategy", "check", text(&file)], more].concat())
    };
    let told = check("mesh data=2\nshard input by batch along data\n", &[]).unwrap();
    assert!(told.ends_with("not checked without a model: that it has these names, roles and dimensions, and that shards divide them\n"), "{told}");
    assert!(check("shard input by batch along data\n", &[]).unwrap().contains("not checked without a model: axes, and"));
    assert!(check("shard input by batch along data\n", &["--mesh", "x=2"]).unwrap_err().contains("the mesh has no axis `data`"));
    assert!(check("mesh data=2\nattention spiral\n", &[]).unwrap_err().contains("unknown attention scheme `spiral`"));
    assert!(check("mesh data=99999999999999999999\n", &[]).unwrap_err().contains("99999999999999999999 is too large"));
    let step = check("mesh data=2\nshard input by batch along data\nzero 1 along data\n", &[SMALL_GPT, "--train", "adam:loss=next-token"]).unwrap();
    // The loss and the number of tokens that count; gradients are scattered to the parts of the state.
    assert!(step.contains("zero 1 along data: all_reduce 2, reduce_scatter"), "{step}");
}

/// Biases of keys have no gradient, as a softmax does not change where all scores grow alike: what is there is rounding, and Adam's first step takes its sign alone.
#[test]
fn steps_of_adam_are_compared_by_what_they_follow_from() {
    let folder = tempfile::tempdir().unwrap();
    let (out, strategy) = (folder.path().join("step"), testdata().join("strategies/megatron.tactics"));
    let model = "gpt:layers=2,hidden=64,heads=4,sequence=16,batch=8,vocabulary=64";
    let told = shardwright(&["compile", model, "--train", "adam:loss=next-token", "--strategy", text(&strategy), "-o", text(&out), "--verify"]).unwrap();
    assert!(told.contains("but for what the errors of its moments make of it"), "{told}");
}

/// Mixtral as exporters write it, with matrices looked up for each token: found as a layer of experts by both exporters, shared out and in part on every device, forward and in a training step.
#[test]
fn experts_of_imported_models_are_shared_out() {
    let folder = tempfile::tempdir().unwrap();
    for (model, dims) in [("mixtral_tiny_batched.dynamo", &[][..]), ("mixtral_tiny_batched.ts", &["--dim", "batch=2"])] {
        let model = testdata().join("models").join(model).join("model.onnx");
        for (number, (tactics, train)) in [
            ("expert along x", &[][..]),
            ("shard input by batch along x\nexpert along x", &[]),
            ("expert along x shadow 0, 1", &[]),
            ("shard input by batch along x\nexpert along x", &["--train", "sgd:loss=next-token"]),
        ].into_iter().enumerate() {
            let (file, out) = (folder.path().join("experts.tactics"), folder.path().join(format!("out{number}")));
            std::fs::write(&file, format!("mesh x=2\n{tactics}\n")).unwrap();
            let told = shardwright(&[&["compile", text(&model), "--strategy", text(&file), "-o", text(&out)], dims, train].concat()).unwrap_or_else(|why| panic!("{tactics} {train:?}: {why}"));
            // Two layers of two matrices each, of four experts: two on a device, or one beside the two that each has.
            let program = std::fs::read_to_string(out.join("program.mlir")).unwrap();
            assert!(program.contains(if tactics.contains("shadow") { "tensor<1x192x64xf32>" } else { "tensor<2x192x64xf32>" }), "{told}");
            shardwright(&["verify", text(&out)]).unwrap_or_else(|why| panic!("{tactics} {train:?}: {why}"));
        }
    }
}
