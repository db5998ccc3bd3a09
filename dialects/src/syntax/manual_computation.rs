//! Ops of `sdy` that hold a computation: `sdy.manual_computation(%a) in_shardings=[…] out_shardings=[…] manual_axes={"x"} (%b: T) { … } : (T) -> T`.

use shardwright_ir::Attr;
use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};

/// The syntax of `sdy.manual_computation`.
pub struct ManualComputation;

impl CustomSyntax for ManualComputation {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operands_in_parentheses()?;
        for name in ["in_shardings", "out_shardings"] {
            op.expect(name)?;
            op.expect("=")?;
            let shardings = op.sharding_list()?;
            op.set_attr(name, Attr::Shardings(shardings))?;
        }
        op.expect("manual_axes")?;
        op.expect("=")?;
        let axes = op.axes()?;
        op.set_attr("manual_axes", Attr::Axes(axes))?;
        let args = op.region_args()?;
        op.region(Some(args))?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        let region = view.data().regions[0];
        op.write("(");
        op.values(&view.data().operands);
        op.write(")");
        for name in ["in_shardings", "out_shardings"] {
            op.write(" ");
            op.write(name);
            op.write("=");
            if let Some(Attr::Shardings(shardings)) = view.attr(name) {
                op.shardings(shardings);
            }
        }
        op.write(" manual_axes=");
        if let Some(Attr::Axes(axes)) = view.attr("manual_axes") {
            op.axes(axes);
        }
        op.write(" ");
        op.region_args(region);
        op.write(" ");
        op.region(region, false);
        op.attr_dict(&["in_shardings", "out_shardings", "manual_axes"]);
        op.write(" : ");
        op.functional_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let shardings = |name: &str| matches!(op.attr(name), Some(Attr::Shardings(_)));
        op.data().regions.len() == 1
            && shardings("in_shardings")
            && shardings("out_shardings")
            && matches!(op.attr("manual_axes"), Some(Attr::Axes(_)))
    }
}

/// The syntax of `sdy.named_computation<"name">(%a) in_shardings=[…] out_shardings=[…] (%b: T) { … } : (T) -> T`; shardings may be left out.
pub struct NamedComputation;

impl CustomSyntax for NamedComputation {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.expect("<")?;
        let name = op.string()?;
        op.set_attr("name", Attr::str(&name))?;
        op.expect(">")?;
        op.operands_in_parentheses()?;
        for name in ["in_shardings", "out_shardings"] {
            if op.eat(name) {
                op.expect("=")?;
                let shardings = op.sharding_list()?;
                op.set_attr(name, Attr::Shardings(shardings))?;
            }
        }
        let args = op.region_args()?;
        op.region(Some(args))?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        let region = view.data().regions[0];
        op.write("<");
        op.string(view.attr("name").and_then(Attr::as_str).unwrap_or_default());
        op.write(">(");
        op.values(&view.data().operands);
        op.write(")");
        for name in ["in_shardings", "out_shardings"] {
            if let Some(Attr::Shardings(shardings)) = view.attr(name) {
                op.write(&format!(" {name}="));
                op.shardings(shardings);
            }
        }
        op.write(" ");
        op.region_args(region);
        op.write(" ");
        op.region(region, false);
        op.attr_dict(&["name", "in_shardings", "out_shardings"]);
        op.write(" : ");
        op.functional_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let shardings = |name: &str| matches!(op.attr(name), None | Some(Attr::Shardings(_)));
        op.data().regions.len() == 1
            && shardings("in_shardings")
            && shardings("out_shardings")
            && op.attr("name").is_some_and(|name| name.as_str().is_some())
    }
}
