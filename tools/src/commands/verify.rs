//! `verify`: the partitioned program against the original one, on the same inputs.

use super::print;
use super::run::{engine, inputs};
use crate::args::VerifyArgs;
use crate::fault::Fault;
use shardwright_compiler::exec::{Engine, Inputs, Program};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::verify::{RANDOM_INTEGERS, adam_slack, compare, compare_but_for, deviation_of, draw, tolerance};
use shardwright_ir::Registry;
use shardwright_ir::role::Role;
use std::fmt::Write;

/// The outcome of a comparison.
pub struct Comparison {
    /// What to tell people: a line an output.
    pub text: String,
    /// Whether every output is within the tolerance.
    pub passed: bool,
}

/// Runs the command.
pub fn verify(args: &VerifyArgs, ops: &Registry) -> Result<(), Fault> {
    let program = Program::open(&args.dir, ops)?;
    let inputs = inputs(&program, args.inputs.as_deref())?;
    let comparison = compare_runs(&program, &engine(&args.engine)?, inputs, args.seed, args.tolerance)?;
    print(&comparison.text)?;
    if comparison.passed { Ok(()) } else { Err(Fault::Failed) }
}

/// Runs both programs and compares them. Inputs that are not given are random.
///
/// # Errors
/// Where a program cannot be run.
pub fn compare_runs(
    program: &Program,
    engine: &Engine,
    mut inputs: Inputs,
    seed: u64,
    wanted_tolerance: Option<f64>,
) -> Result<Comparison, Fault> {
    let mut made = Vec::new();
    for (index, port) in program.manifest.inputs.iter().enumerate() {
        if inputs[index].is_none() && port.is_given() {
            let ty = port.global_type()?;
            let kind = match deviation_of(port, &ty) {
                _ if !(ty.element.is_float() || ty.element.is_complex()) => format!("0 to {}", RANDOM_INTEGERS - 1),
                1.0 => "normal".to_owned(),
                deviation => format!("normal of deviation {deviation:.3}"),
            };
            inputs[index] = Some(draw(port, seed.wrapping_add(index as u64))?);
            made.push(format!("{} {kind}", port.name));
        }
    }
    let (own_tolerance, element) = tolerance(&program.source()?);
    let tolerance = wanted_tolerance.unwrap_or(own_tolerance);
    let expected = program.run_source(&Engine::Virtual, &inputs)?;
    let got = program.run(engine, &inputs)?;
    let mut text = String::new();
    let name = match engine {
        Engine::Virtual => "virtual",
        Engine::Pjrt(_) => "pjrt",
        Engine::Xla => "xla",
        Engine::Ort(_) => "ONNX Runtime",
        Engine::Mpi(_) => "mpi",
    };
    let _ = writeln!(text, "partitioned on {} {name} devices against the original on the interpreter", program.manifest.devices);
    if !made.is_empty() {
        const SHOWN: usize = 6;
        let more = if made.len() > SHOWN { format!(" and {} more", made.len() - SHOWN) } else { String::new() };
        let _ = writeln!(text, "random inputs of seed {seed}: {}{more}", made[..made.len().min(SHOWN)].join(", "));
    }
    let mut passed = true;
    for (index, ((port, one), other)) in program.manifest.outputs.iter().zip(&got).zip(&expected).enumerate() {
        let slack = slack(program, &inputs, index, &got, &expected)?;
        let difference = compare_but_for(one, other, &slack).map_err(|why| Fault::input(format!("output `{}`: {why}", port.name)))?;
        let within = difference.relative <= tolerance;
        passed &= within;
        let mut odd = if difference.not_finite > 0 { format!(" ({} elements are not finite)", difference.not_finite) } else { String::new() };
        // Of Adam's steps; what is within the tolerance anyhow needs no word.
        if difference.explained > 0 && compare(one, other)?.relative > tolerance {
            let _ = write!(odd, " (but for what the errors of its moments make of it: gradients near zero take steps of the learning rate, whose sign is rounding)");
        }
        let _ = writeln!(
            text,
            "  {} {}: largest error absolute {:.3e}, relative {:.3e}{odd} {}",
            port.name,
            one.ty(),
            difference.absolute,
            difference.relative,
            if within { "ok".to_owned() } else { format!("beyond tolerance, worst at element {}", difference.worst) }
        );
    }
    let verdict = if passed { "equal" } else { "NOT equal" };
    let _ = writeln!(text, "{verdict} within relative tolerance {tolerance:e} ({})", if wanted_tolerance.is_some() { "given".to_owned() } else { format!("for {element}") });
    Ok(Comparison { text, passed })
}

/// What of the errors of a new parameter follows from those of its moments, which are outputs too and compared by themselves; nothing where they are not there.
fn slack(program: &Program, inputs: &Inputs, output: usize, got: &[HostTensor], expected: &[HostTensor]) -> Result<Vec<f64>, String> {
    let (ports, name) = (&program.manifest.outputs, &program.manifest.outputs[output].name);
    let moment = |letter: &str| {
        let wanted = format!("{letter}({name})");
        ports.iter().position(|port| port.in_step.role == Some(Role::Optimizer) && port.name == wanted)
    };
    let before = program.manifest.inputs.iter().position(|port| port.in_step.next == Some(output));
    let (true, Some(before), Some(m), Some(v)) = (ports[output].in_step.role == Some(Role::Parameter), before, moment("m"), moment("v")) else { return Ok(Vec::new()) };
    adam_slack(&program.value_of(before, inputs)?, &expected[output], [&got[m], &expected[m]], [&got[v], &expected[v]])
}
