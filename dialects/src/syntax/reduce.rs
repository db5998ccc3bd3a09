//! `stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : …`, or with a region after `reducer`.

use super::is_ints;
use shardwright_ir::module::{OpState, Region, Value};
use shardwright_ir::op::{OpInfo, OpView};
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};
use shardwright_ir::{Attr, TensorType, Type};

/// The syntax.
pub struct Reduce;

impl CustomSyntax for Reduce {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        let mut inits = Vec::new();
        loop {
            op.expect("(")?;
            op.operand()?;
            op.expect("init")?;
            op.expect(":")?;
            inits.push(op.value()?);
            op.expect(")")?;
            if !op.eat(",") {
                break;
            }
        }
        for &(value, span) in &inits {
            op.push_operand(value, span);
        }
        let mut compact = None;
        if op.eat("applies") {
            let span = op.peek().span();
            let name = op.word()?;
            let info = op.registry().get(name);
            let info = info.ok_or_else(|| op.error_at(span, format!("unknown op `{name}`")))?;
            if !(info.operands.accepts(2) && info.results.accepts(1) && info.regions.accepts(0)) {
                return Err(op.error_at(span, format!("{name} does not combine two values into one")));
            }
            compact = Some((info, span));
        }
        op.expect("across")?;
        op.expect("dimensions")?;
        op.expect("=")?;
        let dimensions = op.ints()?;
        op.set_attr("dimensions", Attr::ints(&dimensions))?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()?;
        if let Some((info, span)) = compact {
            if inits.len() != 1 {
                return Err(op.error_at(span, format!("`applies` combines one operand, got {}", inits.len())));
            }
            let ty = op.func().ty(inits[0].0).clone();
            let region = combiner(op, info, ty)?;
            op.regions.push(region);
            return Ok(());
        }
        op.expect("reducer")?;
        // Arguments stand in pairs, accumulator and element; in the region all accumulators come first.
        let mut args = Vec::new();
        let mut elements = Vec::new();
        for _ in 0..inits.len() {
            let span = op.peek().span();
            let mut pair = op.region_args()?;
            if pair.len() != 2 {
                return Err(op.error_at(span, format!("expected two arguments, got {}", pair.len())));
            }
            elements.extend(pair.pop());
            args.extend(pair);
        }
        args.extend(elements);
        op.region(Some(args))
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        let data = view.data();
        let count = data.operands.len() / 2;
        for index in 0..count {
            op.write(if index > 0 { ", (" } else { "(" });
            op.operand(index);
            op.write(" init: ");
            op.operand(count + index);
            op.write(")");
        }
        let compact = compact(&view);
        if let Some(info) = compact {
            op.write(" applies ");
            op.write(info.name);
        }
        op.write(" across dimensions = ");
        op.ints(&view.ints("dimensions"));
        op.attr_dict(&["dimensions"]);
        op.write(" : ");
        op.functional_type();
        if compact.is_none() {
            op.new_line();
            op.write(" reducer");
            let args = &view.func.region(data.regions[0]).args;
            for index in 0..count {
                op.write("(");
                op.typed_values(&[args[index], args[count + index]]);
                op.write(") ");
            }
            op.write(" ");
            op.region(data.regions[0], false);
        }
    }
    fn fits(&self, op: &OpView) -> bool {
        let data = op.data();
        let pairs = !data.operands.is_empty() && data.operands.len().is_multiple_of(2);
        let args = data.regions.first().map_or(0, |&region| op.func.region(region).args.len());
        pairs && data.regions.len() == 1 && args == data.operands.len() && is_ints(op.attrs(), "dimensions", None)
    }
}

/// A region that applies one op to its two arguments.
fn combiner(op: &mut OpParser, info: &'static OpInfo, ty: Type) -> Parsed<Region> {
    let Some(element) = ty.as_tensor().map(|ty| ty.element) else {
        return Err(op.error_at(op.span, "initial value must be a tensor, got a token"));
    };
    let name = "stablehlo.return";
    let terminator = op.registry().get(name).ok_or_else(|| op.error_at(op.span, format!("op {name} is not registered")))?;
    let span = op.span;
    let scalar = Type::Tensor(TensorType::scalar(element));
    let func = op.func_mut();
    let region = func.new_region();
    let args: Vec<Value> = (0..2).map(|_| func.add_region_arg(region, scalar.clone())).collect();
    let inner = func.append(region, OpState { span, ..OpState::new(info, &args, vec![scalar]) });
    let result = func.result(inner);
    func.append(region, OpState { span, ..OpState::new(terminator, &[result], Vec::new()) });
    Ok(region)
}

/// The one op that the region applies to its two arguments in order, where it does nothing else.
fn compact(op: &OpView) -> Option<&'static OpInfo> {
    let data = op.data();
    let region = op.func.region(*data.regions.first()?);
    let [left, right] = region.args[..] else { return None };
    let [inner, last] = region.ops[..] else { return None };
    let (inner, last) = (op.func.op(inner), op.func.op(last));
    let element = op.func.ty(data.operands[1]).as_tensor()?.element;
    let scalar = Type::Tensor(TensorType::scalar(element));
    let plain = inner.operands[..] == [left, right] && inner.attrs.is_empty() && inner.regions.is_empty();
    let [result] = inner.results[..] else { return None };
    let types = [left, right, result].iter().all(|&value| *op.func.ty(value) == scalar && op.func.sharding(value).is_none());
    let returns = last.info.name == "stablehlo.return" && last.operands[..] == [result] && last.attrs.is_empty();
    let fits = data.operands.len() == 2 && plain && types && returns && inner.info.dialect() == "stablehlo" && inner.info.traits.commutative;
    fits.then_some(inner.info)
}
