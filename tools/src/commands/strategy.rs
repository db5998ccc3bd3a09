//! `strategy`: strategy files, read and applied without a folder.

use super::compile::turns;
use super::print;
use crate::args::{StrategyArgs, StrategyCommand};
use crate::fault::Fault;
use shardwright_compiler::reannotate::Own;
use shardwright_compiler::strategy::{check_strategy, read_strategy};
use shardwright_compiler::{CompileOptions, compile};
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Registry, machine};
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::tactics::resolve::Strategy;
use std::fmt::Write;

/// Runs the command.
pub fn strategy(args: &StrategyArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let StrategyCommand::Check { file, model, set, dims, train, mesh, bare, machine } = &args.command;
    let strategy = read_strategy(file, set)?;
    let Some(model) = model else {
        check_strategy(&strategy, mesh.as_ref())?;
        return print(&said(&strategy, mesh.as_ref()));
    };
    let options = CompileOptions {
        dims: dims.clone(),
        train: train.clone(),
        mesh: mesh.clone(),
        own: if *bare { Own::Manual } else { Own::All },
        strategy: Some(strategy),
        machine: Some(machine::find(machine).map_err(Fault::input)?),
        ..CompileOptions::default()
    };
    print(&turns(&compile(model, &options, ops, passes, &mut [])?.turns))
}

/// What a strategy says, its parameters' values in it.
fn said(strategy: &Strategy, given: Option<&Mesh>) -> String {
    let mut text = String::new();
    let mesh: Vec<String> = given.or(strategy.mesh.as_ref()).iter().flat_map(|mesh| &mesh.axes).map(|axis| format!("{}={}", axis.name, axis.size)).collect();
    let _ = writeln!(text, "mesh: {}", if mesh.is_empty() { "any".to_owned() } else { mesh.join(", ") });
    for (name, value) in &strategy.params {
        let _ = writeln!(text, "param {name} = {value}");
    }
    for (index, turn) in strategy.turns.iter().enumerate() {
        for placed in turn {
            let _ = writeln!(text, "{:3} {}  ({})", index + 1, strategy.text(placed), strategy.place(placed));
        }
    }
    let axes = if mesh.is_empty() { "axes, and " } else { "" };
    let _ = writeln!(text, "not checked without a model: {axes}that it has these names, roles and dimensions, and that shards divide them");
    text
}
