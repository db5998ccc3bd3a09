//! The option `trim-io` of `propagate`: open dimensions of the program's arguments and results keep only the axes that divide them.
//!
//! What propagation chose for a dimension that its user left open need not be kept at the border of the program,
//! where callers expect even shards: such a dimension keeps its longest run of whole axes whose shards divide it. Shardy
//! does the same at the end of its propagation (and also cuts dimensions that the user closed, which we keep:
//! they are padded). Invariant: closed dimensions stay as they are; afterwards all dimensions of arguments and results are closed.

use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::{Func, Sym, Type};
use indexmap::IndexMap;

/// Trims and closes arguments and results of the program's main function; returns how many axes it cut.
pub fn trim_io(func: &mut Func, meshes: &IndexMap<Sym, Mesh>) -> i64 {
    let mut cut = 0;
    for arg in func.args().to_vec() {
        let Some(mut sharding) = func.sharding(arg).cloned() else { continue };
        if let Some(mesh) = meshes.get(&sharding.mesh) {
            cut += trim(&mut sharding, func.ty(arg), mesh);
            func.set_sharding(arg, Some(sharding));
        }
    }
    for (sharding, ty) in func.result_shardings.iter_mut().zip(&func.result_types) {
        if let Some(sharding) = sharding
            && let Some(mesh) = meshes.get(&sharding.mesh)
        {
            cut += trim(sharding, ty, mesh);
        }
    }
    cut
}

/// Trims and closes the dimensions of one sharding; returns how many axes it cut.
fn trim(sharding: &mut TensorSharding, ty: &Type, mesh: &Mesh) -> i64 {
    let mut cut = 0;
    let sizes = ty.as_tensor().map(|ty| ty.dims.clone()).unwrap_or_default();
    for (dim, &size) in sharding.dims.iter_mut().zip(&sizes) {
        if !std::mem::replace(&mut dim.open, false) {
            continue;
        }
        let mut keep = 0;
        let mut shards = 1i64;
        for axis in &dim.axes {
            shards = shards.saturating_mul(mesh.size_of(axis).max(1));
            if axis.sub.is_some() || size % shards != 0 {
                break;
            }
            keep += 1;
        }
        cut += (dim.axes.len() - keep) as i64;
        dim.axes.truncate(keep);
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::sharding::{AxisRef, DimSharding};
    use shardwright_ir::{ElementType, Sym, TensorType};

    #[test]
    fn open_dimensions_keep_whole_axes_that_divide() {
        // As `-sdy-propagation-pipeline` does: 12 over y=4 stays, over y and x=2 it would be 8 shards; 8 over half of y goes.
        let mesh = Mesh::new(&[("x", 2), ("y", 4)]);
        let (x, y) = (AxisRef::full(Sym::new("x")), AxisRef::full(Sym::new("y")));
        let half = AxisRef { name: Sym::new("y"), sub: Some((1, 2)) };
        let open = |axes: Vec<AxisRef>| DimSharding { axes, open: true, priority: None };
        let closed = DimSharding::closed(vec![x]);
        let ty = |dims: &[i64]| Type::from(TensorType::new(ElementType::F32, dims));
        let mut sharding = TensorSharding::of_dims(Sym::new("m"), vec![open(vec![y, x]), open(vec![])]);
        assert_eq!(trim(&mut sharding, &ty(&[12, 6]), &mesh), 1);
        assert_eq!(sharding.to_string(), "<@m, [{\"y\"}, {}]>");
        let mut sharding = TensorSharding::of_dims(Sym::new("m"), vec![open(vec![x, half]), closed]);
        assert_eq!(trim(&mut sharding, &ty(&[8, 7]), &mesh), 1);
        assert_eq!(sharding.to_string(), "<@m, [{\"x\"}, {\"x\"}]>", "a closed dimension is the user's own wish");
    }
}
