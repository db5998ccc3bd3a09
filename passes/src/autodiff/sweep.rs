//! The way back: ops in reverse order, each handing its results' gradients on to its operands.
//!
//! Invariants: when an op is reached, the gradients of its results are complete, since every user has handed on its own before.

use super::replay::Replay;
use super::{control, name_gradient};
use crate::stage::cut::STAGE;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::OpData;
use shardwright_ir::{Builder, DerivativeFacet, Diagnostic, Func, OpId, Value, Vjp};

/// Gradients so far.
pub(super) struct Sweep<'a> {
    /// The function before it was differentiated.
    pub source: &'a Func,
    /// Which of its values have a gradient that is asked for.
    pub varied: &'a SecondaryMap<Value, bool>,
    /// The gradient of each of its values so far, in the function that is built. `None` is zero.
    pub gradients: SecondaryMap<Value, Option<Value>>,
}

impl Sweep<'_> {
    /// Walks `ops` of the source from the last to the first. What an op hands back is of its own pipeline stage.
    pub fn run(&mut self, b: &mut Builder, ops: &[OpId], replay: &mut Replay) -> Result<(), Diagnostic> {
        for &op in ops.iter().rev() {
            let before = b.func.region(b.region).ops.len();
            self.step(b, op, replay)?;
            if let Some(stage) = self.source.op(op).attrs.get(STAGE) {
                let made = b.func.region(b.region).ops[before..].to_vec();
                for made in made {
                    b.func.op_mut(made).attrs.set(STAGE, stage.clone());
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, b: &mut Builder, op: OpId, replay: &mut Replay) -> Result<(), Diagnostic> {
        let data = self.source.op(op);
        if data.results.iter().all(|&result| self.gradients[result].is_none() || !self.varied[result]) {
            return Ok(());
        }
        b.loc = data.loc.clone();
        for &result in &data.results {
            if let Some(gradient) = self.gradients[result] {
                name_gradient(b.func, self.source.value(result).name, gradient);
            }
        }
        let located = |why: String| cannot(data, &why);
        match data.info.derivative {
            DerivativeFacet::Zero(_) => Ok(()),
            DerivativeFacet::None(why) => Err(cannot(data, why)),
            DerivativeFacet::ByPass(_) => match data.info.name {
                "stablehlo.while" => control::while_back(self, b, op, replay),
                "stablehlo.case" | "stablehlo.if" => control::case_back(self, b, op, replay),
                _ => Err(cannot(data, "calls and named computations must be inlined first: pass `inline`")),
            },
            DerivativeFacet::Vjp(vjp) => {
                let gains = vjp(&self.question(op, replay).ask(), b).map_err(located)?;
                for (&operand, gain) in data.operands.iter().zip(gains) {
                    if let Some(gain) = gain.filter(|_| self.varied[operand]) {
                        self.gain(b, operand, gain).map_err(located)?;
                    }
                }
                Ok(())
            }
            DerivativeFacet::Accumulate(vjp) => {
                let sums = vjp(&self.question(op, replay).ask(), b).map_err(located)?;
                for (&operand, sum) in data.operands.iter().zip(sums) {
                    if let Some(sum) = sum.filter(|_| self.varied[operand]) {
                        self.gradients[operand] = Some(sum);
                    }
                }
                Ok(())
            }
        }
    }

    /// Adds to the gradient of a value.
    pub fn gain(&mut self, b: &mut Builder, value: Value, gain: Value) -> Result<(), String> {
        let sum = match self.gradients[value] {
            Some(before) => b.add(before, gain)?,
            None => gain,
        };
        self.gradients[value] = Some(sum);
        Ok(())
    }

    /// The gradient of a value so far, or zeros.
    pub fn or_zeros(&self, b: &mut Builder, value: Value) -> Result<Value, String> {
        match self.gradients[value] {
            Some(gradient) => Ok(gradient),
            None => b.splat(self.source.tensor_type(value), 0.0),
        }
    }

    fn question(&self, op: OpId, replay: &Replay) -> Question<'_> {
        let data = self.source.op(op);
        Question {
            source: self.source,
            op,
            operands: data.operands.iter().map(|&value| replay.now(value)).collect(),
            results: data.results.iter().map(|&value| replay.now(value)).collect(),
            grads: data.results.iter().map(|&value| self.gradients[value]).collect(),
            wanted: data.operands.iter().map(|&value| self.varied[value]).collect(),
            so_far: data.operands.iter().map(|&value| self.gradients[value]).collect(),
        }
    }
}

/// What a derivative is asked, owned.
struct Question<'a> {
    source: &'a Func,
    op: OpId,
    operands: Vec<Value>,
    results: Vec<Value>,
    grads: Vec<Option<Value>>,
    wanted: Vec<bool>,
    so_far: Vec<Option<Value>>,
}

impl Question<'_> {
    fn ask(&self) -> Vjp<'_> {
        Vjp {
            op: self.source.view(self.op),
            operands: &self.operands,
            results: &self.results,
            grads: &self.grads,
            wanted: &self.wanted,
            so_far: &self.so_far,
        }
    }
}

/// The error that an op cannot be differentiated.
pub(super) fn cannot(data: &OpData, why: &str) -> Diagnostic {
    Diagnostic::error(format!("cannot differentiate {}: {why}", data.info.name)).at(data.span).in_loc(&data.loc)
}
