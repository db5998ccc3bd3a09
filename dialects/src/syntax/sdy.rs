//! Ops that say how a tensor lies on a mesh: `sdy.reshard %0 <@m, [{"x"}]> : T` and the collectives on the global view.

use shardwright_ir::sharding::AxisRef;
use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};
use shardwright_ir::{Attr, Attrs, ElementType};

/// `op %0 <@mesh, […]> : T`; the sharding is attribute `sharding`, after `prefix`.
pub struct Sharding {
    /// What stands before the sharding: empty, or `sharding=`, with which the sharding may be left out.
    pub prefix: &'static str,
}

impl CustomSyntax for Sharding {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand()?;
        let word = self.prefix.trim_end_matches('=');
        if word.is_empty() || op.eat(word) {
            if !word.is_empty() {
                op.expect("=")?;
            }
            let sharding = op.sharding()?;
            op.set_attr("sharding", Attr::Sharding(Box::new(sharding)))?;
        }
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.same_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        op.write(" ");
        op.operand(0);
        if let Some(Attr::Sharding(sharding)) = op.view().attr("sharding") {
            op.write(" ");
            op.write(self.prefix);
            op.sharding(sharding);
        }
        op.attr_dict(&["sharding"]);
        op.write(" : ");
        op.same_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let sharding = match op.attr("sharding") {
            None => !self.prefix.is_empty(),
            Some(attr) => matches!(attr, Attr::Sharding(_)),
        };
        sharding && op.data().operands.len() == 1 && op.data().results.len() == 1
    }
}

/// How a collective's axes are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// None: `sdy.collective_permute %0 out_sharding=<…> : T`.
    None,
    /// `{"x", "y"}`.
    List,
    /// `[{"x"}, {}]`.
    Lists,
}

/// `op AXES %0 out_sharding=<@mesh, […]> : T`.
pub struct Collective {
    /// Form of the axes.
    pub axes: Axes,
    /// Attribute that holds them.
    pub name: &'static str,
}

impl CustomSyntax for Collective {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        match self.axes {
            Axes::None => {}
            Axes::List => {
                let axes = op.axes()?;
                op.set_attr(self.name, Attr::Axes(axes))?;
            }
            Axes::Lists => {
                let lists = op.axis_lists()?;
                op.set_attr(self.name, Attr::AxisLists(lists))?;
            }
        }
        op.operand()?;
        parse_out_sharding(op)
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        op.write(" ");
        match view.attr(self.name) {
            Some(Attr::Axes(axes)) => op.axes(axes),
            Some(Attr::AxisLists(lists)) => op.axis_lists(lists),
            _ => {}
        }
        op.write(if self.axes == Axes::None { "" } else { " " });
        op.operand(0);
        print_out_sharding(op, self.name);
    }
    fn fits(&self, op: &OpView) -> bool {
        let axes = match self.axes {
            Axes::None => true,
            Axes::List => matches!(op.attr(self.name), Some(Attr::Axes(_))),
            Axes::Lists => matches!(op.attr(self.name), Some(Attr::AxisLists(_))),
        };
        axes && op.data().operands.len() == 1 && op.data().results.len() == 1 && matches!(op.attr("out_sharding"), Some(Attr::Sharding(_)))
    }
}

/// ` out_sharding=<…> {…} : T`, which ends every collective.
fn parse_out_sharding(op: &mut OpParser) -> Parsed<()> {
    op.expect("out_sharding")?;
    op.expect("=")?;
    let sharding = op.sharding()?;
    op.set_attr("out_sharding", Attr::Sharding(Box::new(sharding)))?;
    op.optional_attr_dict()?;
    op.expect(":")?;
    op.same_type()
}

/// The print of [`parse_out_sharding`]; attribute `shown` has been printed.
fn print_out_sharding(op: &mut OpPrinter, shown: &str) {
    op.write(" out_sharding=");
    if let Some(Attr::Sharding(sharding)) = op.view().attr("out_sharding") {
        op.sharding(sharding);
    }
    op.attr_dict(&[shown, "out_sharding"]);
    op.write(" : ");
    op.same_type();
}

/// `sdy.all_to_all [{"x"}: 1->0] %0 out_sharding=<@mesh, […]> : T`.
pub struct AllToAll;

impl CustomSyntax for AllToAll {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.expect("[")?;
        let moves = op.list("]", |reader| {
            let axes = reader.axes()?;
            reader.expect(":")?;
            let source = reader.int()?;
            reader.expect("->")?;
            let target = reader.int()?;
            let fields = Attrs::new()
                .with("axes", Attr::Axes(axes))
                .with("src_dim", Attr::i64(source))
                .with("tgt_dim", Attr::i64(target));
            Ok(Attr::Struct("sdy.all_to_all_param".into(), fields))
        })?;
        op.set_attr("params", Attr::Array(moves))?;
        op.operand()?;
        parse_out_sharding(op)
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        op.write(" [");
        for (index, (axes, source, target)) in moves(&view).unwrap_or_default().into_iter().enumerate() {
            op.write(if index > 0 { ", " } else { "" });
            op.axes(axes);
            op.write(&format!(": {source}->{target}"));
        }
        op.write("] ");
        op.operand(0);
        print_out_sharding(op, "params");
    }
    fn fits(&self, op: &OpView) -> bool {
        moves(op).is_some() && op.data().operands.len() == 1 && op.data().results.len() == 1 && matches!(op.attr("out_sharding"), Some(Attr::Sharding(_)))
    }
}

/// Axes, source and target dimension of each move.
fn moves<'a>(op: &OpView<'a>) -> Option<Vec<(&'a [AxisRef], i64, i64)>> {
    let Some(Attr::Array(items)) = op.attr("params") else { return None };
    items
        .iter()
        .map(|item| {
            let fields = item.as_struct()?;
            match fields.get("axes") {
                Some(Attr::Axes(axes)) => Some((axes.as_slice(), fields.int("src_dim")?, fields.int("tgt_dim")?)),
                _ => None,
            }
        })
        .collect()
}

/// `sdy.propagation_barrier %0 allowed_direction=FORWARD : T`; in memory the direction is Shardy's number.
pub struct Barrier;

/// Shardy's directions in order of their numbers.
const DIRECTIONS: [&str; 4] = ["NONE", "FORWARD", "BACKWARD", "BOTH"];

impl CustomSyntax for Barrier {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand()?;
        op.expect("allowed_direction")?;
        op.expect("=")?;
        let span = op.peek().span();
        let word = op.word()?;
        let number = DIRECTIONS.iter().position(|direction| *direction == word);
        let number = number.ok_or_else(|| op.error_at(span, format!("direction must be NONE, FORWARD, BACKWARD or BOTH, got `{word}`")))?;
        op.set_attr("allowed_direction", Attr::Int(number as i64, ElementType::I32))?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.same_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        op.write(" ");
        op.operand(0);
        op.write(" allowed_direction=");
        op.write(direction(&op.view()).unwrap_or_default());
        op.attr_dict(&["allowed_direction"]);
        op.write(" : ");
        op.same_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        op.data().operands.len() == 1 && op.data().results.len() == 1 && direction(op).is_some()
    }
}

fn direction(op: &OpView) -> Option<&'static str> {
    match op.attr("allowed_direction") {
        Some(Attr::Int(number, ElementType::I32)) => DIRECTIONS.get(usize::try_from(*number).ok()?).copied(),
        _ => None,
    }
}

/// `sdy.sharding_group %0 group_id=7 : T`: no result.
pub struct Group;

impl CustomSyntax for Group {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand()?;
        op.expect("group_id")?;
        op.expect("=")?;
        let id = op.int()?;
        op.set_attr("group_id", Attr::i64(id))?;
        op.optional_attr_dict()?;
        op.expect(":")?;
        let types = op.bare_types(1)?;
        op.check_operand_types(&types)?;
        op.results = Some(Vec::new());
        Ok(())
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        op.write(" ");
        op.operand(0);
        op.write(&format!(" group_id={}", view.int_or("group_id", 0)));
        op.attr_dict(&["group_id"]);
        op.write(" : ");
        op.types(&view.data().operands);
    }
    fn fits(&self, op: &OpView) -> bool {
        op.data().operands.len() == 1 && op.data().results.is_empty() && matches!(op.attr("group_id"), Some(Attr::Int(_, ElementType::I64)))
    }
}
