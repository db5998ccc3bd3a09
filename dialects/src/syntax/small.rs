//! Forms that a format describes but for one thing.

use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, Kind, OpParser, OpPrinter, Parsed, format};
use shardwright_ir::{Attr, ElementType};

/// A format, with names for the results in print.
pub struct NamedResults {
    /// The format.
    pub format: &'static str,
    /// A name for each result.
    pub names: &'static [&'static str],
}

impl CustomSyntax for NamedResults {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        format::parse(self.format, op)
    }
    fn print(&self, op: &mut OpPrinter) {
        format::print(self.format, op);
    }
    fn fits(&self, op: &OpView) -> bool {
        format::fits(self.format, op)
    }
    fn result_names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// `stablehlo.reduce_precision %0, format = e5m10 : T`.
pub struct ReducePrecision;

impl CustomSyntax for ReducePrecision {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand()?;
        op.expect(",")?;
        op.expect("format")?;
        op.expect("=")?;
        let token = op.expect_kind(Kind::Word, "a format like `e5m10`")?;
        let parts = op.text_of(token).strip_prefix('e').and_then(|rest| rest.split_once('m'));
        let bits = parts.and_then(|(exponent, mantissa)| Some((exponent.parse::<i32>().ok()?, mantissa.parse::<i32>().ok()?)));
        let (exponent, mantissa) = bits.ok_or_else(|| op.error_at(token.span(), "expected a format like `e5m10`"))?;
        op.set_attr("exponent_bits", Attr::Int(exponent.into(), ElementType::I32))?;
        op.set_attr("mantissa_bits", Attr::Int(mantissa.into(), ElementType::I32))?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.same_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        op.write(" ");
        op.operand(0);
        op.write(&format!(", format = e{}m{}", view.int_or("exponent_bits", 0), view.int_or("mantissa_bits", 0)));
        op.attr_dict(&["exponent_bits", "mantissa_bits"]);
        op.write(" : ");
        op.same_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let is_i32 = |name: &str| matches!(op.attr(name), Some(Attr::Int(0.., ElementType::I32)));
        op.data().operands.len() == 1 && op.data().results.len() == 1 && is_i32("exponent_bits") && is_i32("mantissa_bits")
    }
}

/// `stablehlo.dot %a, %b, precision = [DEFAULT, DEFAULT] : (T, T) -> T`.
pub struct Dot;

impl CustomSyntax for Dot {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand_list()?;
        super::optional_precision(op)?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        op.write(" ");
        let view = op.view();
        op.values(&view.data().operands);
        super::print_precision(op);
        op.attr_dict(&["precision_config"]);
        op.write(" : ");
        op.functional_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        super::precision_fits(op)
    }
}
