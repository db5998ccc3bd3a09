//! `stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = […] : …`.

use super::{optional_precision, precision_fits, print_precision};
use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, Kind, OpParser, OpPrinter, Parsed};
use shardwright_ir::{Attr, Attrs, Sym};

const NAME: &str = "stablehlo.dot";
const ALGORITHM: &str = "#stablehlo.dot_algorithm";

/// The syntax.
pub struct DotGeneral;

impl CustomSyntax for DotGeneral {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand()?;
        op.expect(",")?;
        op.operand()?;
        let batching = optional_pair(op, "batching_dims")?.unwrap_or_default();
        let Some(contracting) = optional_pair(op, "contracting_dims")? else {
            return Err(op.unexpected("`, contracting_dims = […] x […]`"));
        };
        let fields = Attrs::new()
            .with("lhs_batching_dimensions", Attr::ints(&batching.0))
            .with("rhs_batching_dimensions", Attr::ints(&batching.1))
            .with("lhs_contracting_dimensions", Attr::ints(&contracting.0))
            .with("rhs_contracting_dimensions", Attr::ints(&contracting.1));
        op.set_attr("dot_dimension_numbers", Attr::Struct(Sym::new(NAME), fields))?;
        optional_precision(op)?;
        if op.eat(",") {
            op.expect("algorithm")?;
            op.expect("=")?;
            let open = op.peek();
            if open.kind != Kind::Open {
                return Err(op.unexpected("`<`"));
            }
            let text = op.group_text();
            op.set_attr("algorithm", Attr::Opaque(format!("{ALGORITHM}{text}").into()))?;
        }
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        let fields = view.attr("dot_dimension_numbers").and_then(Attr::as_struct);
        let ints = |name: &str| fields.and_then(|fields| fields.ints(name)).unwrap_or_default();
        op.write(" ");
        op.values(&view.data().operands);
        let (left, right) = (ints("lhs_batching_dimensions"), ints("rhs_batching_dimensions"));
        if !left.is_empty() || !right.is_empty() {
            op.write(", batching_dims = ");
            op.ints(&left);
            op.write(" x ");
            op.ints(&right);
        }
        op.write(", contracting_dims = ");
        op.ints(&ints("lhs_contracting_dimensions"));
        op.write(" x ");
        op.ints(&ints("rhs_contracting_dimensions"));
        print_precision(op);
        if let Some(body) = algorithm(&view) {
            op.write(", algorithm = ");
            op.write(&body);
        }
        op.attr_dict(&["dot_dimension_numbers", "precision_config", "algorithm"]);
        op.write(" : ");
        op.functional_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let dims = matches!(op.attr("dot_dimension_numbers"), Some(Attr::Struct(name, _)) if *name == NAME);
        let algorithm_fits = op.attr("algorithm").is_none() || algorithm(op).is_some();
        dims && op.data().operands.len() == 2 && precision_fits(op) && algorithm_fits
    }
}

/// The algorithm from its `<` on.
fn algorithm(op: &OpView) -> Option<String> {
    let mut text = String::new();
    shardwright_ir::text::write_attr(&mut text, op.attr("algorithm")?);
    text.strip_prefix(ALGORITHM).map(str::to_owned)
}

/// `, name = [0] x [0]`, where it is there.
fn optional_pair(op: &mut OpParser, name: &str) -> Parsed<Option<(Vec<i64>, Vec<i64>)>> {
    if !(op.at(",") && op.text_of(op.peek_at(1)) == name) {
        return Ok(None);
    }
    op.take();
    op.take();
    op.expect("=")?;
    let left = op.ints()?;
    op.expect("x")?;
    Ok(Some((left, op.ints()?)))
}
