//! Experts' pipelines on training graphs that we build: what our model says they take, against what was published, and our own plan beside them.
//!
//! Sizes, parallelism, batches and measured teraflop/s a GPU: Narayanan et al., "Efficient large-scale language model training on GPU clusters using Megatron-LM", SC 2021, table 1; microbatches
//! and layers of a virtual stage: `examples/sc21/run_table_1.sh` of Megatron-LM (every layer is computed again there). Iterations with sequence parallelism and selective recomputation: Korthikanti et al.,
//! "Reducing activation recomputation in large transformer models", MLSys 2023, table 5. One machine file serves all rows, with one figure fitted to all together.

use shardwright_compiler::CompileOptions;
use shardwright_compiler::annotate::ShardPattern;
use shardwright_compiler::staged::choose::{evaluate_as, even};
use shardwright_compiler::staged::describe::{line, takes};
use shardwright_compiler::staged::config::Habits;
use shardwright_compiler::staged::{Again, Choices, Config, Question, RankPlan, Tables, Tried, plan};
use shardwright_ir::machine::{Machine, find};
use shardwright_passes::train::TrainOptions;
use std::path::Path;

/// Sequences are of so many tokens, of so many different ones.
const SEQUENCE: i64 = 2048;
const VOCABULARY: i64 = 51200;

#[derive(Clone, Copy)]
struct Expert {
    name: &'static str,
    layers: usize,
    hidden: i64,
    heads: i64,
    tensor: i64,
    pipeline: usize,
    gpus: i64,
    chunks: usize,
    microbatch: i64,
    batch: i64,
}

const fn expert(name: &'static str, [layers, hidden, heads]: [i64; 3], [tensor, pipeline, gpus, chunks]: [i64; 4], [microbatch, batch]: [i64; 2]) -> Expert {
    Expert { name, layers: layers as usize, hidden, heads, tensor, pipeline: pipeline as usize, gpus, chunks: chunks as usize, microbatch, batch }
}

/// Table 1 with its last column: teraflop/s a GPU.
const MEGATRON: &[(Expert, f64)] = &[
    (expert("1.7B", [24, 2304, 24], [1, 1, 32, 1], [16, 512]), 137.0),
    (expert("3.6B", [30, 3072, 32], [2, 1, 64, 1], [16, 512]), 138.0),
    (expert("7.5B", [36, 4096, 32], [4, 1, 128, 1], [16, 512]), 142.0),
    (expert("18B", [40, 6144, 48], [8, 1, 256, 1], [8, 1024]), 135.0),
    (expert("39B", [48, 8192, 64], [8, 2, 512, 1], [4, 1536]), 138.0),
    (expert("76B", [60, 10240, 80], [8, 4, 1024, 3], [2, 1792]), 140.0),
    (expert("145B", [80, 12288, 96], [8, 8, 1536, 2], [2, 2304]), 148.0),
    (expert("310B", [96, 16384, 128], [8, 16, 1920, 2], [1, 2160]), 155.0),
    (expert("530B", [105, 20480, 128], [8, 35, 2520, 3], [1, 2520]), 163.0),
    (expert("1T", [128, 25600, 160], [8, 64, 3072, 1], [1, 3072]), 163.0),
];

/// Table 5: seconds of an iteration, every layer computed again, and with sequence parallelism and selective recomputation.
const KORTHIKANTI: &[(Expert, [f64; 2])] = &[
    (expert("22B", [48, 6144, 64], [8, 1, 8, 1], [4, 4]), [1.42, 1.10]),
    (expert("175B", [96, 12288, 96], [8, 8, 64, 3], [1, 64]), [18.13, 13.75]),
    (expert("530B", [105, 20480, 128], [8, 35, 280, 3], [1, 280]), [49.05, 37.83]),
    (expert("1T", [128, 25600, 160], [8, 64, 512, 1], [1, 512]), [94.42, 71.49]),
];

impl Expert {
    fn model(&self) -> String {
        let Expert { layers, hidden, heads, .. } = self;
        format!("gpt:layers={layers},hidden={hidden},heads={heads},sequence={SEQUENCE},vocabulary={VOCABULARY},dropout=10")
    }

    /// Floating-point operations of an iteration with every layer computed again (the paper's equation 3).
    fn flops(&self) -> f64 {
        let [b, s, l, h, v] = [self.batch as f64, SEQUENCE as f64, self.layers as f64, self.hidden as f64, VOCABULARY as f64];
        96.0 * b * s * l * h * h * (1.0 + s / (6.0 * h) + v / (16.0 * l * h))
    }

    fn question<'a>(&self, model: &'a Path, options: &'a CompileOptions, machine: &'a Machine, shards: &'a [ShardPattern]) -> Question<'a> {
        let memory = i64::try_from(machine.device.memory_bytes()).unwrap();
        Question { model, options, machine, devices: self.gpus, rows: self.batch, rows_dim: "batch".to_owned(), memory, shards, choices: Choices::default() }
    }

    /// The expert's choice: layers dealt evenly, the embedding with the first and the logits with the last.
    fn config(&self, tables: &Tables, again: Again) -> Config {
        let replicas = self.gpus / (self.tensor * self.pipeline as i64);
        let stages = self.pipeline * self.chunks;
        let stages_of = even(tables, stages).unwrap_or_else(|| panic!("{}: layers do not divide by {stages} stages", self.name));
        let rank = RankPlan { replicas, group: self.tensor, divided: true, again, zero: 0 };
        let schedule = if self.chunks > 1 { "interleaved-1f1b" } else { "1f1b" };
        Config {
            stages: stages_of,
            ranks: vec![rank; self.pipeline],
            schedule: schedule.to_owned(),
            microbatches: self.batch / (self.microbatch * replicas),
            microbatch_rows: self.microbatch * replicas,
        }
    }
}

/// The machine of both papers, or another one that is named, to see what it would say.
fn machine() -> Machine {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/machines/selene.json");
    find(&std::env::var("SHARDWRIGHT_MACHINE").unwrap_or_else(|_| own.display().to_string())).unwrap_or_else(|why| panic!("{why}"))
}

fn training() -> CompileOptions {
    CompileOptions { train: Some(TrainOptions::parse("adam:precision=bf16").unwrap()), ..CompileOptions::default() }
}

/// Megatron's shardings: columns, then rows; heads; the vocabulary. What goes from layer to layer is whole, or with sequence parallelism divided by tokens.
fn megatron(sequence: bool) -> Vec<ShardPattern> {
    let border = if sequence { r#"[{}, {"model"}, {}]"# } else { "[{}, {}, {}]" };
    let all = [
        ("h.*", border),
        ("embedded", border),
        ("wte.weight", r#"[{"model"}, {}]"#),
        ("h.*.attn.c_attn.weight", r#"[{}, {}, {"model"}, {}]"#),
        ("h.*.attn.c_attn.bias", r#"[{}, {"model"}, {}]"#),
        ("h.*.attn.c_proj.weight", r#"[{"model"}, {}, {}]"#),
        ("h.*.mlp.c_fc.weight", r#"[{}, {"model"}]"#),
        ("h.*.mlp.c_fc.bias", r#"[{"model"}]"#),
        ("h.*.mlp.c_proj.weight", r#"[{"model"}, {}]"#),
        ("h.*.c_proj.bias", "[{}]"),
        ("h.*.ln_*", "[{}]"),
    ];
    all.iter().map(|(glob, sharding)| ShardPattern { glob: (*glob).to_owned(), sharding: (*sharding).to_owned() }).collect()
}

fn theirs(expert: &Expert, again: Again, sequence: bool, later: bool) -> Tried {
    let (options, machine, shards, model) = (training(), machine(), megatron(sequence), expert.model());
    let question = expert.question(Path::new(&model), &options, &machine, &shards);
    let mut tables = Tables::new(&question, &shardwright_dialects::registry()).unwrap_or_else(|fault| panic!("{}: {}", expert.name, fault.diagnostics));
    let config = expert.config(&tables, again);
    // As `examples/sc21/run_table_1.sh` ran them: torch's data parallelism, which sums gradients beside the backward pass, where there is one stage (`DDP=torch`), Megatron-LM's own where there are several;
    // sends between stages keep ranks waiting. Exchange within a layer runs beside products of the backward pass in the later paper's program.
    let habits = Habits { exchange_waits: !later, sends_wait: true, sums_beside: expert.pipeline == 1 };
    evaluate_as(&mut tables, &config, habits).unwrap_or_else(|fault| panic!("{}: {}", expert.name, fault.diagnostics))
}

/// All of them where `SHARDWRIGHT_ALL` is set, else some.
fn some<T>(all: &[T]) -> Vec<&T> {
    let every = if std::env::var_os("SHARDWRIGHT_ALL").is_some() { 1 } else { 4 };
    all.iter().step_by(every).collect()
}

#[test]
fn megatrons_ten_sizes_run_as_fast_as_published() {
    println!("| model | t x p x d | published TFLOP/s | ours | off | step | bubble | memory |");
    let mut off = Vec::new();
    for (expert, published) in MEGATRON {
        let tried = theirs(expert, Again::Layers, false, false);
        let rate = expert.flops() / tried.judged.step / expert.gpus as f64 / 1e12;
        let error = rate / published - 1.0;
        let replicas = expert.gpus / expert.tensor / expert.pipeline as i64;
        println!(
            "| {} | {} x {} x {replicas} | {published} | {rate:.1} | {:+.1}% | {:.2} s | {:.1}% | {:.1} GiB |",
            expert.name,
            expert.tensor,
            expert.pipeline,
            error * 100.0,
            tried.judged.step,
            tried.judged.bubble * 100.0,
            tried.judged.peak() as f64 / (1u64 << 30) as f64
        );
        off.push((expert.name, error.abs()));
    }
    let mean = off.iter().map(|(_, error)| error).sum::<f64>() / off.len() as f64;
    println!("mean {:.1}%", mean * 100.0);
    assert!(mean <= 0.05, "mean {mean}");
    for (name, error) in off {
        assert!(error <= 0.10, "{name} is {:.1}% off", error * 100.0);
    }
}

#[test]
fn korthikantis_iterations_take_what_was_published() {
    println!("| model | recomputation | published | ours | off |");
    let mut off = Vec::new();
    for (expert, published) in KORTHIKANTI {
        for (again, sequence, published) in [(Again::Layers, false, published[0]), (Again::Scores, true, published[1])] {
            let tried = theirs(expert, again, sequence, true);
            let error = tried.judged.step / published - 1.0;
            println!("| {} | {again} | {published} s | {:.2} s | {:+.1}% |", expert.name, tried.judged.step, error * 100.0);
            off.push(error.abs());
        }
    }
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    println!("mean {:.2}%", mean * 100.0);
    assert!(mean <= 0.0365, "mean {mean}");
}

/// Ours is at least as fast as the expert's in the same model, within the same memory.
#[test]
fn our_plans_are_never_slower_than_megatrons() {
    for (expert, _) in some(MEGATRON) {
        let theirs = theirs(expert, Again::Layers, false, false);
        let (options, machine, model) = (training(), machine(), expert.model());
        let question = expert.question(Path::new(&model), &options, &machine, &[]);
        let (_, chosen) = plan(&question, &shardwright_dialects::registry(), &mut |_| {}).unwrap_or_else(|fault| panic!("{}: {}", expert.name, fault.diagnostics));
        let ours = &chosen.tried[0];
        println!("{}\n  theirs: {}: {}\n  ours:   {}: {}\n  bound {:.3} s", expert.name, line(&theirs), takes(&theirs), line(ours), takes(ours), chosen.bound);
        assert!(ours.judged.step <= theirs.judged.step, "{}: {} s, theirs {} s", expert.name, ours.judged.step, theirs.judged.step);
        assert!(ours.judged.peak() <= question.memory && chosen.bound <= ours.judged.step);
    }
}
