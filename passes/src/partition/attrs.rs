//! How the `sdy` ops that this room makes and reads spell what they say.
//!
//! Invariants: names and shapes of attributes are those of Shardy's generic form; `axes` of an all-to-all parameter move from
//! dimension `src` to dimension `dst`.

use shardwright_ir::sharding::{AxisRef, ReduceKind, TensorSharding};
use shardwright_ir::{Attr, Attrs, ElementType, Sym};

/// The sharding that a collective results in.
pub const OUT_SHARDING: &str = "out_sharding";
/// The sharding of a reshard or a constraint.
pub const SHARDING: &str = "sharding";
/// What each dimension of an all-gather loses.
pub const GATHERING_AXES: &str = "gathering_axes";
/// What each dimension of an all-slice gains.
pub const SLICING_AXES: &str = "slicing_axes";
/// What each dimension of a reduce-scatter gains.
pub const SCATTER_AXES: &str = "reduce_scatter_axes";
/// What an all-reduce combines over.
pub const REDUCTION_AXES: &str = "reduction_axes";
/// How an all-reduce or a reduce-scatter combines, where it is not a sum.
pub const REDUCTION_KIND: &str = "reduction_op";
/// What a replicated tensor becomes unreduced over.
pub const UNREDUCED_AXES: &str = "axes";
/// Moves of an all-to-all.
pub const PARAMS: &str = "params";

/// One move of an all-to-all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Axes that move, major to minor.
    pub axes: Vec<AxisRef>,
    /// The dimension that they leave.
    pub src: usize,
    /// The dimension that they join.
    pub dst: usize,
}

/// `params` of an all-to-all.
pub fn moves_attr(moves: &[Move]) -> Attr {
    let int = |dim: usize| Attr::Int(dim as i64, ElementType::I64);
    let item = |one: &Move| {
        let fields = Attrs::new().with("axes", Attr::Axes(one.axes.clone())).with("src_dim", int(one.src)).with("tgt_dim", int(one.dst));
        Attr::Struct(Sym::new("sdy.all_to_all_param"), fields)
    };
    Attr::Array(moves.iter().map(item).collect())
}

/// The moves in `params`. Errors where they are not written as [`moves_attr`] does.
pub fn moves_of(attrs: &Attrs) -> Result<Vec<Move>, String> {
    let Some(Attr::Array(items)) = attrs.get(PARAMS) else { return Err("attribute `params` must be a list of moves".into()) };
    items
        .iter()
        .map(|item| {
            let fields = item.as_struct().ok_or("a move must be a structure")?;
            let dim = |name: &str| fields.int(name).and_then(|dim| usize::try_from(dim).ok()).ok_or_else(|| format!("a move needs `{name}`"));
            match fields.get("axes") {
                Some(Attr::Axes(axes)) => Ok(Move { axes: axes.clone(), src: dim("src_dim")?, dst: dim("tgt_dim")? }),
                _ => Err("a move needs `axes`".to_string()),
            }
        })
        .collect()
}

/// The kind in [`REDUCTION_KIND`]; a sum where there is none.
pub fn kind_of(attrs: &Attrs) -> Result<ReduceKind, String> {
    match attrs.get(REDUCTION_KIND) {
        None => Ok(ReduceKind::Sum),
        Some(attr) => attr
            .as_str()
            .and_then(ReduceKind::parse)
            .ok_or_else(|| format!("attribute `{REDUCTION_KIND}` must be one of sum, prod, max, min, and, or")),
    }
}

/// The attributes of an all-reduce or a reduce-scatter by `kind`.
pub fn with_kind(attrs: Attrs, kind: ReduceKind) -> Attrs {
    if kind == ReduceKind::Sum { attrs } else { attrs.with(REDUCTION_KIND, Attr::str(kind.as_str())) }
}

/// An attribute that is one sharding.
pub fn sharding_of(attrs: &Attrs, name: &str) -> Option<TensorSharding> {
    match attrs.get(name) {
        Some(Attr::Sharding(sharding)) => Some((**sharding).clone()),
        _ => None,
    }
}

/// An attribute that is one list of axes.
pub fn axes_of(attrs: &Attrs, name: &str) -> Result<Vec<AxisRef>, String> {
    match attrs.get(name) {
        Some(Attr::Axes(axes)) => Ok(axes.clone()),
        _ => Err(format!("attribute `{name}` must be a list of axes")),
    }
}

/// An attribute that is one list of axes a dimension.
pub fn axis_lists_of(attrs: &Attrs, name: &str) -> Result<Vec<Vec<AxisRef>>, String> {
    match attrs.get(name) {
        Some(Attr::AxisLists(lists)) => Ok(lists.clone()),
        _ => Err(format!("attribute `{name}` must be one list of axes a dimension")),
    }
}

/// The manual axes of a manual computation.
pub fn manual_axes(attrs: &Attrs) -> Vec<Sym> {
    match attrs.get("manual_axes") {
        Some(Attr::Axes(axes)) => axes.iter().map(|axis| axis.name).collect(),
        Some(Attr::Array(items)) => items.iter().filter_map(|item| item.as_str().map(Sym::new)).collect(),
        _ => Vec::new(),
    }
}

/// `in_shardings` or `out_shardings` of a manual computation.
pub fn shardings_of(attrs: &Attrs, name: &str) -> Result<Vec<TensorSharding>, String> {
    match attrs.get(name) {
        Some(Attr::Shardings(shardings)) => Ok(shardings.clone()),
        Some(Attr::Array(items)) if items.is_empty() => Ok(Vec::new()),
        _ => Err(format!("attribute `{name}` must be a list of shardings")),
    }
}
