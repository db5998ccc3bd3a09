//! Mixed precision: a forward model whose products and activations are of a narrower type.
//!
//! As `torch.autocast` sorts ops ("Autocast Op Reference"): matrix products and convolutions take and give the narrow type; ops that lose too much in it
//! (exponentials, logarithms, powers, roots, every op with a region: sums, windows, sorts, scatters, loops) take and give f32; all others follow their
//! operands: f32 where an operand is. An attention that is kept whole counts as its products. Beyond that, what is computed from parameters and constants alone gives way to the other operands, and
//! parameters of two or more dimensions are rounded where they come in: a narrow copy for the forward and backward pass.
//! Invariants: arguments and results of the function keep their types; only f32 becomes narrow; ops are neither removed nor reordered.

use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Attr, Attrs, ElementType, Func, OpId, OpState, Value};

/// Ops without a region that are computed in f32.
const WIDE: &[&str] = &[
    "stablehlo.exponential",
    "stablehlo.exponential_minus_one",
    "stablehlo.log",
    "stablehlo.log_plus_one",
    "stablehlo.power",
    "stablehlo.rsqrt",
    "stablehlo.sqrt",
    "stablehlo.cbrt",
    "stablehlo.tan",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_training",
    "stablehlo.cholesky",
    "stablehlo.triangular_solve",
    "stablehlo.fft",
    "stablehlo.complex",
    "stablehlo.custom_call",
    "stablehlo.bitcast_convert",
    "stablehlo.reduce_precision",
];
/// Ops that are computed in the narrow type.
const NARROW: &[&str] = &["stablehlo.dot_general", "stablehlo.convolution"];

/// Rewrites the function.
///
/// # Errors
/// Where a row is missing.
pub(super) fn narrow(func: &mut Func, parameters: &[Value], low: ElementType) -> Result<(), String> {
    let mut state = Narrowing { low, narrowed: SecondaryMap::new(), weak: SecondaryMap::new(), copies: SecondaryMap::new(), order: Vec::new() };
    for &parameter in parameters {
        state.weak[parameter] = true;
    }
    let body = func.body();
    let ops = func.region(body).ops.clone();
    let mut rounded = SecondaryMap::new();
    for &parameter in parameters {
        if state.is_f32(func, parameter) && func.tensor_type(parameter).rank() >= 2 {
            let copy = state.convert(func, parameter, low)?;
            (state.narrowed[copy], state.weak[copy]) = (true, true);
            rounded[parameter] = Some(copy);
        }
    }
    for op in ops {
        for index in 0..func.op(op).operands.len() {
            if let Some(copy) = rounded[func.op(op).operands[index]] {
                func.set_operand(op, index, copy);
            }
        }
        state.visit(func, op)?;
        state.order.push(op);
    }
    let order = std::mem::take(&mut state.order);
    func.set_region_ops(body, order);
    Ok(())
}

/// What an op computes in.
enum Choice {
    Low,
    Wide,
    /// As it is: nothing in it was ever f32.
    Own,
}

struct Narrowing {
    low: ElementType,
    /// Values that were f32 and are narrow now.
    narrowed: SecondaryMap<Value, bool>,
    /// Values that follow from parameters and constants alone.
    weak: SecondaryMap<Value, bool>,
    /// The same value in the other type.
    copies: SecondaryMap<Value, Option<Value>>,
    order: Vec<OpId>,
}

impl Narrowing {
    fn visit(&mut self, func: &mut Func, op: OpId) -> Result<(), String> {
        let data = func.op(op);
        let (name, inside) = (data.info.name, !data.regions.is_empty());
        let operands = data.operands.clone();
        if name == "nn.attention" {
            // Its products are narrow, its softmax and what it leaves for the backward pass are not.
            for (index, &operand) in operands.iter().enumerate().take(3) {
                if self.is_f32(func, operand) {
                    let low = self.convert(func, operand, self.low)?;
                    func.set_operand(op, index, low);
                }
            }
            let sums = func.op(op).results.get(1).copied();
            let kept = sums.map(|sums| func.ty(sums).clone());
            self.mark(func, op, &operands, true);
            if let (Some(sums), Some(kept)) = (sums, kept) {
                func.value_mut(sums).ty = kept;
                self.narrowed[sums] = false;
            }
            return Ok(());
        }
        if name == "stablehlo.convert" {
            // It says its type itself; of a narrowed operand it is as legal.
            self.mark(func, op, &operands, false);
            return Ok(());
        }
        let strange = !matches!(data.info.dialect(), "stablehlo" | "chlo") || data.info.traits.effects || data.info.is_terminator();
        let choice = if inside || strange || WIDE.contains(&name) {
            if inside {
                self.widen_captured(func, op)?;
            }
            Choice::Wide
        } else if NARROW.contains(&name) {
            Choice::Low
        } else {
            self.follow(func, &operands)
        };
        for (index, &operand) in operands.iter().enumerate() {
            let other = match choice {
                Choice::Low if self.is_f32(func, operand) => self.convert(func, operand, self.low)?,
                Choice::Wide if self.narrowed[operand] => self.convert(func, operand, ElementType::F32)?,
                _ => continue,
            };
            func.set_operand(op, index, other);
        }
        self.mark(func, op, &operands, matches!(choice, Choice::Low));
        Ok(())
    }

    /// The type of an op that follows its operands.
    fn follow(&self, func: &Func, operands: &[Value]) -> Choice {
        let mut floats = operands.iter().copied().filter(|&value| self.narrowed[value] || self.is_f32(func, value)).peekable();
        if floats.peek().is_none() {
            return Choice::Own;
        }
        let all_weak = operands.iter().all(|&value| self.weak[value]);
        let counts: Vec<Value> = floats.filter(|&value| all_weak || !self.weak[value]).collect();
        if counts.iter().all(|&value| self.narrowed[value]) { Choice::Low } else { Choice::Wide }
    }

    /// What the regions of an op use from outside is f32 there.
    fn widen_captured(&mut self, func: &mut Func, op: OpId) -> Result<(), String> {
        let mut regions = func.op(op).regions.clone();
        while let Some(region) = regions.pop() {
            for inner in func.region(region).ops.clone() {
                regions.extend(func.op(inner).regions.iter().copied());
                for index in 0..func.op(inner).operands.len() {
                    let operand = func.op(inner).operands[index];
                    if self.narrowed[operand] {
                        let wide = self.convert(func, operand, ElementType::F32)?;
                        func.set_operand(inner, index, wide);
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives the results of an op their types.
    fn mark(&mut self, func: &mut Func, op: OpId, operands: &[Value], low: bool) {
        // A constant that would become infinite in the narrow type, such as the score of what a mask hides, has its way instead.
        let weak = operands.iter().all(|&value| self.weak[value]) && !self.overflows(func, op);
        for result in func.op(op).results.clone() {
            self.weak[result] = weak;
            if low && self.is_f32(func, result) {
                let ty = func.tensor_type(result).with_element(self.low);
                func.value_mut(result).ty = ty.into();
                self.narrowed[result] = true;
            }
        }
    }

    /// Whether an op is a constant with a finite number that the narrow type has not.
    fn overflows(&self, func: &Func, op: OpId) -> bool {
        let Some(Attr::Dense(literal)) = func.op(op).attrs.get("value").filter(|_| func.op(op).info.is_constant()) else { return false };
        if literal.ty.element != ElementType::F32 {
            return false;
        }
        let most = if self.low == ElementType::F16 { 65504.0 } else { f32::from_bits(0x7f7f_0000) };
        let beyond = |bytes: &[u8]| bytes.try_into().map(f32::from_le_bytes).is_ok_and(|value| value.is_finite() && value.abs() > most);
        match literal.as_splat() {
            Some(element) => beyond(element),
            None => literal.to_bytes().is_ok_and(|bytes| bytes.chunks_exact(4).any(beyond)),
        }
    }

    fn is_f32(&self, func: &Func, value: Value) -> bool {
        func.ty(value).as_tensor().is_some_and(|ty| ty.element == ElementType::F32)
    }

    /// The value in another type, made once.
    fn convert(&mut self, func: &mut Func, value: Value, element: ElementType) -> Result<Value, String> {
        if let Some(copy) = self.copies[value] {
            return Ok(copy);
        }
        let ty = func.tensor_type(value).with_element(element);
        let op = func.create(OpState { attrs: Attrs::new(), ..OpState::new(row("stablehlo.convert")?, &[value], vec![ty.into()]) });
        self.order.push(op);
        let copy = func.result(op);
        self.weak[copy] = self.weak[value];
        self.copies[value] = Some(copy);
        Ok(copy)
    }
}
