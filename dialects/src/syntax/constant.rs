//! `stablehlo.constant {…} dense<…> : tensor<…>`, also of `sdy.constant`.

use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};
use shardwright_ir::{Attr, Type};

/// The syntax.
pub struct Constant;

impl CustomSyntax for Constant {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.optional_attr_dict()?;
        let literal = op.dense()?;
        op.results = Some(vec![Type::Tensor(literal.ty.clone())]);
        op.set_attr("value", Attr::Dense(literal))
    }
    fn print(&self, op: &mut OpPrinter) {
        op.attr_dict(&["value"]);
        op.write(" ");
        if let Some(value) = op.view().attr("value") {
            op.attr(value);
        }
    }
    fn fits(&self, op: &OpView) -> bool {
        let result = op.data().results.first().map(|&value| op.func.ty(value));
        matches!(op.attr("value"), Some(Attr::Dense(literal)) if result == Some(&Type::Tensor(literal.ty.clone())))
    }
}
