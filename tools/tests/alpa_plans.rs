//! Alpa's published plans for GPT, for layers of experts and for Wide-ResNet on V100, beside ours in the same model.
//!
//! Plans: `benchmark/alpa/suite_auto_gpt.py` and `suite_auto_moe.py`, `suite_wresnet.py` of alpa-projects/alpa (stages' layers, sub-meshes as hosts x devices, logical shapes as data x model; every layer is computed again there). Sizes: the same
//! files. A logical shape (d, m) is d replicas of groups of m; where experts lie along the data axis, as in its plans for layers of experts, one group of d devices.

use shardwright_compiler::CompileOptions;
use shardwright_compiler::staged::choose::evaluate;
use shardwright_compiler::staged::describe::{line, takes};
use shardwright_compiler::staged::{Again, Choices, Config, Question, RankPlan, Tables, choose};
use shardwright_ir::machine::builtin;
use shardwright_passes::train::TrainOptions;
use std::path::Path;

struct Plan {
    name: &'static str,
    model: &'static str,
    devices: i64,
    rows: i64,
    microbatches: i64,
    /// By stage: parts of all layers, replicas, group.
    stages: &'static [(usize, i64, i64)],
}

const PLANS: &[Plan] = &[
    Plan { name: "GPT 1.3B, 4 GPUs", model: "gpt:layers=24,hidden=2048,heads=32,sequence=1024,vocabulary=51200", devices: 4, rows: 1024, microbatches: 128, stages: &[(1, 2, 1), (1, 2, 1)] },
    Plan { name: "GPT 2.6B, 8 GPUs", model: "gpt:layers=32,hidden=2560,heads=32,sequence=1024,vocabulary=51200", devices: 8, rows: 1024, microbatches: 128, stages: &[(2, 2, 1), (2, 2, 1), (4, 4, 1)] },
    Plan { name: "GPT 6.7B, 16 GPUs", model: "gpt:layers=32,hidden=4096,heads=32,sequence=1024,vocabulary=51200", devices: 16, rows: 1024, microbatches: 64, stages: &[(1, 2, 4), (1, 2, 4)] },
    Plan { name: "GPT 15B, 32 GPUs", model: "gpt:layers=48,hidden=5120,heads=40,sequence=1024,vocabulary=51200", devices: 32, rows: 1024, microbatches: 128, stages: &[(1, 2, 4), (1, 2, 4), (1, 2, 4), (1, 2, 4)] },
    Plan { name: "GPT 39B, 64 GPUs", model: "gpt:layers=48,hidden=8192,heads=64,sequence=1024,vocabulary=51200", devices: 64, rows: 1024, microbatches: 1024, stages: &[(1, 1, 4); 16] },
    Plan { name: "MoE 2.4B, 8 GPUs", model: "moe:layers=8,hidden=1024,feedforward=4096,experts=16,tokens=2048", devices: 8, rows: 512, microbatches: 32, stages: &[(1, 1, 4), (1, 1, 4)] },
    Plan { name: "MoE 10B, 16 GPUs", model: "moe:layers=8,hidden=1536,feedforward=6144,experts=32,tokens=2048", devices: 16, rows: 512, microbatches: 16, stages: &[(1, 1, 8), (1, 1, 8)] },
    Plan { name: "Wide-ResNet 2B, 8 GPUs", model: "resnet:layers=50,channels=448,width=2,classes=1024", devices: 8, rows: 1536, microbatches: 24, stages: &[(8, 4, 1), (8, 1, 4)] },
];

#[test]
fn our_plans_are_never_slower_than_alpas() {
    let machine = builtin("dgx-v100").unwrap();
    for plan in PLANS {
        let train = match plan.model.split_once(':') {
            Some(("moe", _)) => "adam:precision=f16,scale=1024,loss=mse",
            Some(("resnet", _)) => "adam",
            _ => "adam:precision=f16,scale=1024",
        };
        let options = CompileOptions { train: Some(TrainOptions::parse(train).unwrap()), ..CompileOptions::default() };
        // p3.16xlarge has V100 of 16 GB.
        let memory = 16_000_000_000;
        let question = Question { model: Path::new(plan.model), options: &options, machine: &machine, devices: plan.devices, rows: plan.rows, rows_dim: "batch".to_owned(), memory, shards: &[], choices: Choices::default() };
        let mut tables = Tables::new(&question, &shardwright_dialects::registry()).unwrap_or_else(|fault| panic!("{}: {}", plan.name, fault.diagnostics));
        let count = tables.chain.len();
        let parts: usize = plan.stages.iter().map(|stage| stage.0).sum();
        let ends: Vec<usize> = plan.stages.iter().scan(0, |sum, stage| { *sum += stage.0; Some(*sum * count / parts) }).collect();
        let ranks = plan.stages.iter().map(|&(_, replicas, group)| RankPlan { replicas, group, divided: true, again: Again::Layers, zero: 0 }).collect();
        let stages = ends.iter().enumerate().map(|(stage, &end)| (if stage == 0 { 0 } else { ends[stage - 1] })..end).collect();
        let config = Config { stages, ranks, schedule: "1f1b".to_owned(), microbatches: plan.microbatches, microbatch_rows: plan.rows / plan.microbatches };
        let theirs = evaluate(&mut tables, &config).unwrap_or_else(|fault| panic!("{}: {}", plan.name, fault.diagnostics));
        let chosen = choose(&question, &mut tables, &mut |_| {}).unwrap_or_else(|fault| panic!("{}: {}", plan.name, fault.diagnostics));
        let ours = &chosen.tried[0];
        println!("{}\n  theirs: {}: {}\n  ours:   {}: {}\n  bound {:.3} s", plan.name, line(&theirs), takes(&theirs), line(ours), takes(ours), chosen.bound);
        assert!(ours.judged.step <= theirs.judged.step, "{}: {} s, theirs {} s", plan.name, ours.judged.step, theirs.judged.step);
        assert!(ours.judged.peak() <= memory);
    }
}
