//! Sharding groups whose values begin with different shardings: each value keeps its own where it is made, and all that use it take
//! it through an open constraint; the constraints' results are what has one sharding.
//!
//! Shardy does the same when it imports groups. Propagation then decides as it does everywhere: axes that do not clash unite, and where
//! they clash user priority, kind of op and size choose. Invariant: values do not change, and no group clashes afterwards.

use super::engine::Engine;
use super::graph::Graph;
use super::layout::Layouts;
use super::propagate::{groups, load};
use super::steps::Steps;
use super::user_priority::Waiting;
use crate::analysis::rules::RuleTable;
use indexmap::IndexMap;
use shardwright_dialects::local::row;
use shardwright_ir::module::ValueDef;
use shardwright_ir::sharding::{DimSharding, Mesh, TensorSharding};
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, OpId, OpState, Sym, Value};

/// Puts open constraints where values of one group begin with different shardings; tells whether it did, and warns of each such group.
/// With `several`, also where they begin with equal ones: annotations that are to be tried in turn differ for a while.
///
/// # Errors
/// Groups of different shapes, and shardings that do not fit.
pub fn open_clashing_groups(func: &mut Func, meshes: &IndexMap<Sym, Mesh>, mesh: Sym, several: bool) -> Result<(bool, Vec<Diagnostic>), Diagnostics> {
    if !func.walk().into_iter().any(|op| func.op(op).info.name == GROUP) {
        return Ok((false, Vec::new()));
    }
    let mut rules = RuleTable::new(func);
    let graph = Graph::new(func, &mut rules).map_err(|fault| Diagnostics::from(*fault))?;
    let layouts = Layouts::new(meshes).map_err(|why| Diagnostics::from(Diagnostic::error(why)))?;
    let mut engine = Engine::new(Steps::new(layouts, rules), graph);
    load(func, &mut engine, &mut Waiting::default())?;
    let (mut opened, mut warnings) = (false, Vec::new());
    for group in groups(func, &mut engine)?.into_iter().filter(|group| group.differ || several) {
        let warning = open(func, &group.ops, mesh)?;
        warnings.extend(group.differ.then_some(warning));
        opened = true;
    }
    Ok((opened, warnings))
}

/// The op that puts a value into a group.
pub const GROUP: &str = "sdy.sharding_group";

/// Constrains the values of one group.
fn open(func: &mut Func, group: &[OpId], mesh: Sym) -> Result<Diagnostic, Diagnostics> {
    let info = row("sdy.sharding_constraint").map_err(|why| Diagnostics::from(Diagnostic::error(why)))?;
    let mut values: Vec<Value> = group.iter().map(|&op| func.op(op).operands[0]).collect();
    values.sort_unstable();
    values.dedup();
    let (id, span) = (func.op(group[0]).attrs.int("group_id").unwrap_or(0), func.op(group[0]).span);
    let warning = format!("the {} values of sharding group {id} begin with different shardings: what uses them may take them resharded", values.len());
    for value in values {
        let open = DimSharding { open: true, ..DimSharding::default() };
        let sharding = TensorSharding::of_dims(mesh, vec![open; func.tensor_type(value).rank()]);
        let mut state = OpState::new(info, &[value], vec![func.ty(value).clone()]);
        state.attrs.set("sharding", Attr::Sharding(Box::new(sharding)));
        state.loc = func.op(group[0]).loc.clone();
        let constraint = match func.value(value).def {
            ValueDef::Result(op, _) => func.insert_after(op, state),
            ValueDef::Arg(region, _) => match func.region(region).ops.first() {
                Some(&first) => func.insert_before(first, state),
                None => func.append(region, state),
            },
        };
        let result = func.result(constraint);
        func.replace_uses(value, result);
        func.op_mut(constraint).operands[0] = value;
    }
    Ok(Diagnostic::warning(warning).at(span).help("write one sharding, on one of them"))
}
