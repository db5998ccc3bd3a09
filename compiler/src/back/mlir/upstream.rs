//! `--emit mlir`: a global program in upstream dialects, its shardings as `shard` annotations.
//!
//! The mesh becomes a `shard.grid`, each value's sharding a `shard.sharding` with a `shard.shard` after the value. Invariants: every
//! op is translated or refused by name, never dropped; `shard` knows neither sub-axes nor device orders, and those are refused too.

use super::program::{Results, function};
use super::writer::{Block, Result, Val, Writer, fault};
use super::{context, with_complaints};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, Module as MlirModule, ValueLike};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Diagnostic, Func, Module, Sym, Value};

/// The program in upstream dialects, verified and printed. Errors name the op that has no upstream form.
pub fn emit(module: &Module) -> Result<String> {
    let context = context(false);
    let mlir = MlirModule::new(Location::unknown(&context));
    let (built, complaints) = with_complaints(&context, || -> Result<bool> {
        let export = Export { w: Writer::new(&context, &mlir), module };
        export.grids()?;
        export.functions()?;
        Ok(mlir.as_operation().verify())
    });
    if !built? {
        return Err(complaints.into_iter().fold(Diagnostic::error("MLIR refuses the translated program"), Diagnostic::note));
    }
    Ok(mlir.as_operation().to_string())
}

struct Export<'a, 'm> {
    w: Writer<'m>,
    module: &'a Module,
}

impl<'m> Export<'_, 'm> {
    fn grids(&self) -> Result<()> {
        let w = &self.w;
        for (name, mesh) in &self.module.meshes {
            if !mesh.device_ids.is_empty() {
                return Err(Diagnostic::error(format!("mesh @{name} has a device order, which `shard.grid` cannot say")));
            }
            let shape: Vec<String> = mesh.axes.iter().map(|axis| axis.size.to_string()).collect();
            let attributes = [
                ("sym_name", StringAttribute::new(w.context, name).into()),
                ("shape", w.attribute(&format!("array<i64: {}>", shape.join(", ")))?),
            ];
            w.append(w.top, "shard.grid", &[], &attributes, vec![], &[])?;
        }
        Ok(())
    }

    fn functions(&self) -> Result<()> {
        for func in self.module.funcs.values() {
            let observe = |block: Block<'m>, func: &Func, value: Value, translated: Val<'m>| self.annotate(block, func, value, translated);
            let returned = |block: Block<'m>, index: usize, value: Val<'m>| {
                let sharding = func.result_shardings.get(index).and_then(Option::as_ref);
                self.shard(block, &"func.return".into(), value, sharding)
            };
            function(&self.w, self.module, func, Results::Returned, &observe, &returned)?;
        }
        Ok(())
    }

    /// The value with its sharding as an annotation, where it has one.
    fn annotate(&self, block: Block<'m>, func: &Func, value: Value, translated: Val<'m>) -> Result<Val<'m>> {
        let name = func.value(value).name.unwrap_or(Sym::new("a value"));
        self.shard(block, &name, translated, func.sharding(value))
    }

    fn shard(&self, block: Block<'m>, name: &Sym, value: Val<'m>, sharding: Option<&TensorSharding>) -> Result<Val<'m>> {
        let Some(sharding) = sharding else { return Ok(value) };
        let w = &self.w;
        let mesh = self.module.mesh(sharding.mesh).ok_or_else(|| fault("a sharding on an unknown mesh"))?;
        let refuse = |what: &str| Diagnostic::error(format!("{what} of {name} cannot be said in the `shard` dialect"));
        if !sharding.unreduced.is_empty() {
            return Err(refuse("the partial sum"));
        }
        let mut axes = Vec::new();
        for dim in &sharding.dims {
            let indices = dim.axes.iter().map(|axis| match axis.sub {
                None => mesh.axis_index(axis.name).map(|index| index.to_string()).ok_or_else(|| refuse("an unknown axis")),
                Some(_) => Err(refuse("the sub-axis")),
            });
            axes.push(format!("[{}]", indices.collect::<Result<Vec<_>>>()?.join(", ")));
        }
        let attributes = [
            ("grid", w.attribute(&format!("@{}", sharding.mesh))?),
            ("split_axes", w.attribute(&format!("#shard<axisarray[{}]>", axes.join(", ")))?),
            ("static_halo_sizes", w.attribute("array<i64>")?),
            ("static_sharded_dims_offsets", w.attribute("array<i64>")?),
            ("operandSegmentSizes", w.attribute("array<i32: 0, 0>")?),
        ];
        let described = w.value(block, "shard.sharding", &[], &attributes, w.ty("!shard.sharding")?)?;
        w.value(block, "shard.shard", &[value, described], &[], value.r#type())
    }
}
