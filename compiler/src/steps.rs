//! Running a program step after step: results go back into the arguments that they replace.
//!
//! Invariants: which result replaces which argument is the manifest's word ([`crate::manifest::InStep`]); what lies alike on the devices stays there between steps,
//! else it is joined and cut anew; an input may be given once for all steps, or with one more dimension in front, a slice a step.

use crate::engine::host::HostTensor;
use crate::engine::npz::Arrays;
use crate::exec::{Engine, Inputs, Program, joined, types};
use crate::manifest::Port;
use crate::pipeline::run::{Argument, Pipeline};
use crate::shards::split;
use shardwright_ir::role::Role;
use shardwright_ir::types::TensorType;

/// Inputs that differ from step to step: the argument, and its value for each step, one after the other along a first dimension.
pub type Batches = Vec<(usize, HostTensor)>;

impl Program<'_> {
    /// Finds the arrays that the arguments of `steps` steps want: those for every step, and those with a slice a step.
    ///
    /// # Errors
    /// As [`Program::bind`].
    pub fn bind_steps(&self, arrays: &Arrays, steps: usize) -> Result<(Inputs, Batches), String> {
        let mut once = Arrays::new();
        let mut batches = Batches::new();
        for (name, array) in arrays {
            let index = self.argument(name).filter(|&index| {
                let shape = &self.manifest.inputs[index].shape;
                matches!(array.dims().split_first(), Some((&first, rest)) if usize::try_from(first) == Ok(steps) && rest == &shape[..])
            });
            let Some(index) = index else {
                once.insert(name.clone(), array.clone());
                continue;
            };
            let element = self.manifest.inputs[index].global_type()?.element;
            batches.push((index, array.to_tensor(Some(element)).map_err(|why| format!("input `{name}`: {why}"))?));
        }
        let inputs = self.bind(&once)?;
        if let Some((index, _)) = batches.iter().find(|(index, _)| inputs[*index].is_some()) {
            return Err(format!("input `{}` is given twice", self.manifest.inputs[*index].name));
        }
        Ok((inputs, batches))
    }

    /// Runs so many steps and returns the results of the last. `told` gets each step's number, from 1 on, and its loss, where the program has one.
    ///
    /// # Errors
    /// Where the program has stages without a schedule, no result replaces an argument, an input is missing, or the engine fails.
    pub fn run_steps(&self, engine: &Engine, inputs: &Inputs, batches: &Batches, steps: usize, told: &mut dyn FnMut(usize, Option<f64>)) -> Result<Vec<HostTensor>, String> {
        let (ports, outputs) = (&self.manifest.inputs, &self.manifest.outputs);
        if !ports.iter().any(|port| port.in_step.next.is_some()) {
            return Err(format!("{}: no result of the program replaces an argument, so one step is like the next: it is no training step", self.folder.display()));
        }
        if let Engine::Mpi(launcher) = engine {
            let (outputs, said) = self.run_native(launcher.as_deref(), Some(steps), inputs, batches)?;
            // Rank 0 prints `step N` or `step N loss X`.
            for (number, line) in said.lines().filter(|line| line.starts_with("step ")).enumerate() {
                told(number + 1, line.split_once(" loss ").and_then(|(_, loss)| loss.parse().ok()));
            }
            return Ok(outputs);
        }
        let mut first = inputs.clone();
        for (index, batch) in batches {
            first[*index] = Some(slice(batch, 0, &ports[*index])?);
        }
        let loss = outputs.iter().position(|port| port.in_step.role == Some(Role::Loss));
        if let Some(schedule) = &self.manifest.schedule {
            return self.run_scheduled(&Pipeline::new(self, schedule, engine)?, first, batches, (steps, loss), told);
        }
        let program = self.single()?;
        let mut arguments = self.arguments(&first)?;
        let (text, types) = (self.read(program)?, (types(ports, Port::local_type)?, types(outputs, Port::local_type)?));
        self.with_executor(engine, (program, &text), (self.manifest.devices, &types.0, &types.1), &mut |run| {
            for number in 1..=steps {
                let rows = run(&arguments)?;
                let value = loss.map(|index| joined(&outputs[index], index, &rows)).transpose()?;
                told(number, value.as_ref().and_then(scalar));
                if number == steps {
                    return outputs.iter().enumerate().map(|(index, port)| joined(port, index, &rows)).collect();
                }
                self.feed_back(&mut arguments, rows)?;
                for (index, batch) in batches {
                    place(&mut arguments, *index, split(&ports[*index], slice(batch, number, &ports[*index])?.bytes())?);
                }
            }
            Err("a run has at least one step".to_owned())
        })
    }

    /// The same of a program that a schedule runs in pieces: what results replace stays on the devices of its stage.
    fn run_scheduled(
        &self,
        pipeline: &Pipeline,
        mut inputs: Inputs,
        batches: &Batches,
        (steps, loss): (usize, Option<usize>),
        told: &mut dyn FnMut(usize, Option<f64>),
    ) -> Result<Vec<HostTensor>, String> {
        let ports = &self.manifest.inputs;
        let mut arguments: Vec<Argument> = ports.iter().map(|_| Argument::Given).collect();
        let mut kept = pipeline.nothing();
        for number in 1..=steps {
            let made = pipeline.step(&arguments, &inputs, &mut kept)?;
            let value = loss.and_then(|index| made.get(&(index, 0))).map(|loss| pipeline.whole(loss)).transpose()?;
            told(number, value.as_ref().and_then(scalar));
            if number == steps {
                return self.results(pipeline, &made);
            }
            for (index, port) in ports.iter().enumerate() {
                let Some(next) = port.in_step.next else { continue };
                let value = made.get(&(next, 0)).ok_or_else(|| format!("no piece gives result {next}, which is `{}` of the next step", port.name))?;
                arguments[index] = Argument::Made(value.clone());
                kept.iter_mut().for_each(|kept| kept.forget(pipeline, index));
            }
            for (index, batch) in batches {
                inputs[*index] = Some(slice(batch, number, &ports[*index])?);
                kept.iter_mut().for_each(|kept| kept.forget(pipeline, *index));
            }
        }
        Err("a run has at least one step".to_owned())
    }

    /// Puts the results of a step where they are arguments of the next.
    fn feed_back(&self, arguments: &mut [Vec<HostTensor>], mut rows: Vec<Vec<HostTensor>>) -> Result<(), String> {
        let (ports, outputs) = (&self.manifest.inputs, &self.manifest.outputs);
        let pairs = || ports.iter().enumerate().filter_map(|(index, port)| Some((index, port, port.in_step.next?)));
        // All that is cut anew first: the rest is moved out of the rows.
        for (index, port, next) in pairs().filter(|&(_, port, next)| !port.lies_as(&outputs[next])) {
            place(arguments, index, split(port, joined(&outputs[next], next, &rows)?.bytes())?);
        }
        let mut uses = vec![0usize; outputs.len()];
        pairs().for_each(|(_, _, next)| uses[next] += 1);
        for (index, _, next) in pairs().filter(|&(_, port, next)| port.lies_as(&outputs[next])) {
            for (row, made) in arguments.iter_mut().zip(&mut rows) {
                let result = made.get_mut(next).ok_or_else(|| format!("the program gave no result {next}"))?;
                row[index] = if uses[next] > 1 { result.clone() } else { std::mem::replace(result, HostTensor::scalar(0u8)) };
            }
        }
        Ok(())
    }
}

fn place(arguments: &mut [Vec<HostTensor>], index: usize, shards: Vec<HostTensor>) {
    arguments.iter_mut().zip(shards).for_each(|(row, shard)| row[index] = shard);
}

/// The part of a batch that is for step `number`, counted from 0.
fn slice(batch: &HostTensor, number: usize, port: &Port) -> Result<HostTensor, String> {
    let ty: TensorType = port.global_type()?;
    let size = usize::try_from(ty.byte_size()).map_err(|error| error.to_string())?;
    let bytes = batch.bytes().get(number * size..(number + 1) * size).ok_or_else(|| format!("input `{}` has no slice for step {}", port.name, number + 1))?;
    HostTensor::new(ty, bytes.to_vec()).map_err(|error| format!("input `{}`: {error}", port.name))
}

/// The number that a tensor of one element is.
fn scalar(tensor: &HostTensor) -> Option<f64> {
    shardwright_ir::interp::scalar::f64_of_bytes(tensor.ty().element, tensor.bytes())
}
