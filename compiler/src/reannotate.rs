//! Giving a module that brings its own shardings others: what strategies are compared on.
//!
//! Invariants: the program computes what it did; a manual computation keeps its shardings always, since its body has their
//! local shapes; a mesh that takes the place of the module's own takes its name too, so that what stays refers to it (that the axes
//! are there is the verifier's to check).

use crate::annotate::MESH_NAME;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Func, Module, Sym};

/// Which of a module's own shardings count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Own {
    /// All of them, and its mesh.
    #[default]
    All,
    /// Those of values inside, constraints included; not those of the main function's arguments and results.
    Inside,
    /// None but those of manual computations.
    Manual,
}

/// Drops what does not count and puts the mesh in the place of the module's own. Returns the mesh's name.
pub fn reannotate(module: &mut Module, own: Own, mesh: &Mesh) -> Sym {
    let name = module.main_mesh().map_or_else(|| Sym::new(MESH_NAME), |(name, _)| name);
    module.meshes.insert(name, mesh.clone());
    // JAX repeats a mesh's axes in an attribute beside it.
    module.mesh_attrs.shift_remove(&name);
    if own == Own::Manual {
        module.funcs.values_mut().for_each(drop_inside);
    }
    if let Some(func) = module.main_mut()
        && own != Own::All
    {
        for arg in func.args().to_vec() {
            func.set_sharding(arg, None);
        }
        func.result_shardings.fill(None);
    }
    name
}

/// Drops constraints and the shardings of all values but those of manual computations.
fn drop_inside(func: &mut Func) {
    for op in func.walk() {
        let data = func.op(op);
        match (data.info.name, &data.operands[..], &data.results[..]) {
            ("sdy.sharding_constraint", &[operand], &[result]) => {
                // The values of erased ops still count as values of the function: they must not name axes that are gone.
                func.op_mut(op).attrs.remove("sharding");
                func.replace_uses(result, operand);
                func.erase(op);
            }
            ("sdy.manual_computation", ..) => {}
            _ => {
                for result in data.results.clone() {
                    func.set_sharding(result, None);
                }
            }
        }
    }
    for arg in func.args().to_vec() {
        func.set_sharding(arg, None);
    }
    func.result_shardings.fill(None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::parse_mesh;
    use shardwright_ir::text::{parse_module, print_module};
    use shardwright_ir::verify::verify;

    const TEXT: &str = r#"module {
  sdy.mesh @m = <["x"=4]>
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"x"}]> : tensor<8xf32>
    %1 = stablehlo.negate %0 : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
"#;

    fn reannotated(own: Own, mesh: &str) -> String {
        let mut module = parse_module(TEXT, &shardwright_dialects::registry()).unwrap();
        reannotate(&mut module, own, &parse_mesh(mesh).unwrap());
        verify(&module).unwrap();
        print_module(&module)
    }

    #[test]
    fn the_mesh_is_replaced_under_its_name_and_the_boundary_is_free() {
        let text = reannotated(Own::Inside, "x=2,y=2");
        assert!(text.contains(r#"sdy.mesh @m = <["x"=2, "y"=2]>"#), "{text}");
        assert!(text.contains("@main(%arg0: tensor<8xf32>) -> tensor<8xf32>"), "{text}");
        assert!(text.contains(r#"sdy.sharding_constraint %arg0 <@m, [{"x"}]>"#), "{text}");
    }

    #[test]
    fn without_anything_own_no_axis_of_the_old_mesh_is_left() {
        let text = reannotated(Own::Manual, "data=2");
        assert!(!text.contains(r#""x""#) && !text.contains("sharding"), "{text}");
        assert!(text.contains("stablehlo.negate %arg0"), "{text}");
    }
}
