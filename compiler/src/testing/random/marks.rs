//! Random ops that only say how values lie: groups, barriers of propagation, constraints that nothing uses.

use super::state::{Entry, Made, State};
use shardwright_dialects::local::row;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Func, OpId};

/// Two values of one shape, in a new group or one that is there.
pub fn sharding_group(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let Some(y) = st.pick(|entry| entry.ty.dims == x.ty.dims && entry.value != x.value) else { return Ok(false) };
    let same: Vec<i64> = st.groups.iter().filter(|(_, dims)| dims[..] == x.ty.dims[..]).map(|(id, _)| *id).collect();
    let id = if !same.is_empty() && st.rng.percent(40) { st.rng.choose(&same) } else { st.rng.range(0, 1 << 30) };
    st.groups.push((id, x.ty.dims.to_vec()));
    for value in [x.value, y.value] {
        let attrs = Attrs::new().with("group_id", Attr::i64(id));
        b.op_of_types(row("sdy.sharding_group")?, &[value], attrs, &[], vec![])?;
    }
    Ok(true)
}

/// A value that shardings reach from one side only, or from none.
pub fn propagation_barrier(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|_| true) else { return Ok(false) };
    let direction = st.rng.range(0, 2);
    let attrs = Attrs::new().with("allowed_direction", Attr::Int(direction, ElementType::I32));
    let value = b.value(row("sdy.propagation_barrier")?, &[x.value], attrs)?;
    st.pool.push(Entry { value, ..x });
    Ok(true)
}

/// A constraint that nothing uses: it is about the value itself.
pub fn dangling_constraint(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|_| true) else { return Ok(false) };
    let sharding = st.layout.sharding(&mut st.rng, &x.ty);
    let attrs = Attrs::new().with("sharding", Attr::Sharding(Box::new(sharding)));
    b.value(row("sdy.sharding_constraint")?, &[x.value], attrs)?;
    Ok(true)
}

/// Whether an op computes nothing that anything uses, but means something where it stands.
pub fn is_mark(func: &Func, op: OpId, unused: bool) -> bool {
    let name = func.op(op).info.name;
    name == "sdy.sharding_group" || (name == "sdy.sharding_constraint" && unused)
}
