//! `stablehlo.while(%iterArg = %a, …) : T, … cond { … } do { … }`.

use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};

/// The syntax.
pub struct While;

impl CustomSyntax for While {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.expect("(")?;
        let mut bindings = Vec::new();
        while !op.eat(")") {
            if !bindings.is_empty() {
                op.expect(",")?;
            }
            bindings.push(op.binding()?);
            op.expect("=")?;
            op.operand()?;
        }
        let mut types = Vec::new();
        if !bindings.is_empty() {
            op.expect(":")?;
            types = op.bare_types(bindings.len())?;
            op.check_operand_types(&types)?;
        }
        let types: Vec<_> = types.into_iter().map(|(ty, _)| ty).collect();
        if op.eat("attributes") {
            op.optional_attr_dict()?;
        }
        for keyword in ["cond", "do"] {
            op.expect(keyword)?;
            let args = bindings.iter().copied().zip(types.iter().cloned()).collect();
            op.region(Some(args))?;
        }
        op.results = Some(types);
        Ok(())
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        let data = view.data();
        op.write("(");
        for (index, &arg) in view.func.region(data.regions[0]).args.iter().enumerate() {
            op.write(if index > 0 { ", " } else { "" });
            op.value(arg);
            op.write(" = ");
            op.operand(index);
        }
        op.write(")");
        if !data.operands.is_empty() {
            op.write(" : ");
            op.types(&data.operands);
        }
        op.attr_dict_with_keyword(&[]);
        op.new_line();
        op.write("cond ");
        op.region(data.regions[0], false);
        op.write(" do ");
        op.region(data.regions[1], false);
    }
    fn fits(&self, op: &OpView) -> bool {
        let data = op.data();
        let types = |values: &[shardwright_ir::Value]| values.iter().map(|&value| op.func.ty(value).clone()).collect::<Vec<_>>();
        let operands = types(&data.operands);
        data.regions.len() == 2
            && data.regions.iter().all(|&region| types(&op.func.region(region).args) == operands)
            && types(&data.results) == operands
    }
    fn region_arg_name(&self) -> Option<&'static str> {
        Some("iterArg")
    }
}
