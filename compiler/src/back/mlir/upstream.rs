//! `--emit mlir`: a global program in upstream dialects, its shardings as annotations of the dialect `shard`.
//!
//! A mesh becomes a `shard.grid`, a value's sharding a `shard.sharding` with a `shard.shard` after the value; an op that only lays its operand out
//! anew becomes a `shard.shard … annotate_for_users` of it. Invariants: every op is translated or refused by name and place, never
//! dropped; what of a sharding the dialect cannot say is told as [`Lost`]; the text needs no MLIR to be made.

use super::build::Program;
use super::custom::symbol;
use super::grid::{Grid, offsets};
use super::print::print;
use super::program::{Results, function};
use super::table::passes_on;
use super::writer::{Block, Result, Val, Writer, fault};
use crate::back::lost::Lost;
use crate::driver::Compiled;
use serde_json::{Value as Json, json};
use shardwright_ir::sharding::{AxisRef, TensorSharding};
use shardwright_ir::{Func, Module, Sym, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// A program in upstream dialects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upstream {
    /// The text.
    pub text: String,
    /// What it does not say.
    pub lost: Vec<Lost>,
}

/// All programs of a compile, by file name.
///
/// # Errors
/// The first op that has no form in upstream dialects.
pub fn of_compile(compiled: &Compiled) -> Result<BTreeMap<String, Upstream>> {
    compiled.programs.iter().map(|(name, program)| Ok((crate::output::beside_name(name, "upstream"), emit(&program.annotated)?))).collect()
}

/// Writes the files into a folder.
///
/// # Errors
/// The system refuses; the message names the path.
pub fn write(files: &BTreeMap<String, Upstream>, folder: &Path) -> std::result::Result<(), String> {
    for (name, file) in files {
        let path = folder.join(name);
        std::fs::write(&path, &file.text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// What `report.json` says of files: what of the shardings each does not.
pub fn to_json(files: &BTreeMap<String, Upstream>) -> Json {
    files.iter().map(|(name, file)| (name.clone(), json!({ "lost": file.lost.iter().map(Lost::to_json).collect::<Vec<_>>() }))).collect::<serde_json::Map<_, _>>().into()
}

/// The program in upstream dialects.
///
/// # Errors
/// The op that has no form there.
pub fn emit(module: &Module) -> Result<Upstream> {
    let program = Program::new();
    let lost = LOSSES.iter().map(|(loss, what)| (*loss, Lost::new(what))).collect();
    let export = Export { w: Writer::new(&program), module, grids: grids(module), lost: RefCell::new(lost) };
    export.grids()?;
    export.functions()?;
    let lost = export.lost.take().into_iter().map(|(_, lost)| lost).filter(|lost| lost.count > 0).collect();
    Ok(Upstream { text: export.legend() + &print(&program), lost })
}

/// What the dialect has no words for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    Names,
    Order,
    OneDevice,
    Partial,
    Part,
    Open,
    Priority,
    Replicated,
}

/// What is said of each loss, in the order in which they are told.
const LOSSES: [(Loss, &str); 8] = [
    (Loss::Names, "names of mesh axes: a grid's axes have numbers"),
    (Loss::Order, "order of a mesh's devices: a grid numbers them row by row"),
    (Loss::OneDevice, "meshes of one device by its number: values on them are not annotated"),
    (Loss::Partial, "partial sums: LLVM 22's shardings have no partial axes"),
    (Loss::Part, "parts of axes that share no factors with other parts: the axis is left out"),
    (Loss::Open, "open dimensions: propagation may shard further what is not sharded"),
    (Loss::Priority, "priorities of dimensions"),
    (Loss::Replicated, "axes along which a value must be replicated"),
];

/// The grids of the meshes that have axes.
fn grids(module: &Module) -> BTreeMap<Sym, Grid> {
    let mut used: BTreeMap<Sym, Vec<AxisRef>> = BTreeMap::new();
    for func in module.funcs.values() {
        let arguments = func.region_ids().flat_map(|region| func.region(region).args.clone());
        let results = func.walk().into_iter().flat_map(|op| func.op(op).results.clone());
        let values = arguments.chain(results).filter_map(|value| func.sharding(value));
        for sharding in values.chain(func.result_shardings.iter().flatten()) {
            used.entry(sharding.mesh).or_default().extend(sharding.dim_axes());
        }
    }
    let meshes = module.meshes.iter().filter(|(_, mesh)| !mesh.axes.is_empty());
    meshes.map(|(&name, mesh)| (name, Grid::new(mesh, used.get(&name).into_iter().flatten()))).collect()
}

struct Export<'a, 'm> {
    w: Writer<'m>,
    module: &'a Module,
    grids: BTreeMap<Sym, Grid>,
    lost: RefCell<Vec<(Loss, Lost)>>,
}

impl<'m> Export<'_, 'm> {
    fn lose(&self, what: Loss, name: &str) {
        self.lost.borrow_mut().iter_mut().filter(|(loss, _)| *loss == what).for_each(|(_, lost)| lost.add(name));
    }

    /// What the numbers of grids' axes stand for, as comments.
    fn legend(&self) -> String {
        self.grids.iter().map(|(name, grid)| format!("// @{name}: {}\n", grid.legend())).collect()
    }

    fn grids(&self) -> Result<()> {
        let w = &self.w;
        for (name, mesh) in &self.module.meshes {
            let Some(grid) = self.grids.get(name) else {
                self.lose(Loss::OneDevice, name);
                continue;
            };
            mesh.axes.iter().for_each(|axis| self.lose(Loss::Names, &axis.name));
            if !mesh.device_ids.is_empty() {
                self.lose(Loss::Order, name);
            }
            let shape: Vec<String> = grid.shape.iter().map(i64::to_string).collect();
            let attributes = [("sym_name", w.attribute(&format!("\"{name}\""))?), ("shape", w.attribute(&format!("array<i64: {}>", shape.join(", ")))?)];
            w.append(w.top, "shard.grid", &[], &attributes, vec![], &[])?;
        }
        Ok(())
    }

    fn functions(&self) -> Result<()> {
        for func in self.module.funcs.values() {
            let observe = |block: Block<'m>, func: &Func, value: Value, translated: Val<'m>| self.annotate(block, func, value, translated);
            let end = func.region(func.body()).ops.last().map(|&end| func.op(end));
            let returned = |block: Block<'m>, index: usize, value: Val<'m>| {
                let own = end.and_then(|end| func.sharding(*end.operands.get(index)?));
                let wanted = func.result_shardings.get(index).and_then(Option::as_ref);
                self.laid_out(block, &format!("result {index}"), value, own, wanted, own.is_some())
            };
            function(&self.w, self.module, func, Results::Returned, &observe, &returned)?;
        }
        Ok(())
    }

    /// The value with its sharding as an annotation, where it has one.
    fn annotate(&self, block: Block<'m>, func: &Func, value: Value, translated: Val<'m>) -> Result<Val<'m>> {
        let op = func.defining_op(value).map(|op| func.op(op));
        let named = || op.map_or_else(|| "an argument".to_owned(), |op| format!("a result of {}", op.info.name));
        let name = func.value(value).name.map_or_else(named, |name| name.to_string());
        let source = op.filter(|op| passes_on(op.info.name));
        let place = source.and_then(|op| op.results.iter().position(|&result| result == value));
        let source = source.and_then(|op| op.operands.get(place?)).and_then(|&operand| func.sharding(operand));
        self.laid_out(block, &name, translated, source, func.sharding(value), source.is_some())
    }

    /// The value, annotated where it is to lie otherwise than it does; `again` where what it is made of is annotated itself.
    fn laid_out(&self, block: Block<'m>, name: &str, value: Val<'m>, own: Option<&TensorSharding>, wanted: Option<&TensorSharding>, again: bool) -> Result<Val<'m>> {
        let Some(wanted) = wanted.filter(|wanted| !own.is_some_and(|own| own.same_placement(wanted))) else { return Ok(value) };
        let w = &self.w;
        let mesh = self.module.mesh(wanted.mesh).ok_or_else(|| fault("a sharding on an unknown mesh"))?;
        let Some(grid) = self.grids.get(&wanted.mesh).filter(|_| wanted.rank() > 0) else { return Ok(value) };
        let marks = [
            (Loss::Partial, !wanted.unreduced.is_empty()),
            (Loss::Open, wanted.dims.iter().any(|dim| dim.open)),
            (Loss::Priority, wanted.dims.iter().any(|dim| dim.priority.is_some())),
            (Loss::Replicated, !wanted.replicated.is_empty()),
        ];
        marks.iter().filter(|(_, holds)| *holds).for_each(|(what, _)| self.lose(*what, name));
        let mut said = wanted.clone();
        let mut axes = Vec::new();
        for dim in &mut said.dims {
            dim.axes.retain(|axis| grid.axes_of(axis, mesh).is_some() || {
                self.lose(Loss::Part, name);
                false
            });
            let numbers: Vec<String> = dim.axes.iter().filter_map(|axis| grid.axes_of(axis, mesh)).flatten().map(|axis| axis.to_string()).collect();
            axes.push(format!("[{}]", numbers.join(", ")));
        }
        let offsets = offsets(&said, &w.dims(value), mesh).unwrap_or_default();
        let list: Vec<String> = offsets.iter().map(i64::to_string).collect();
        let attributes = [
            ("grid", w.attribute(&format!("@{}", symbol(&wanted.mesh)))?),
            ("split_axes", w.attribute(&format!("#shard<axisarray[{}]>", axes.join(", ")))?),
            ("static_halo_sizes", w.attribute("array<i64>")?),
            ("static_sharded_dims_offsets", w.attribute(&if list.is_empty() { "array<i64>".to_owned() } else { format!("array<i64: {}>", list.join(", ")) })?),
            ("operandSegmentSizes", w.attribute("array<i32: 0, 0>")?),
        ];
        let described = w.value(block, "shard.sharding", &[], &attributes, w.ty("!shard.sharding")?)?;
        let for_users = [("annotate_for_users", w.attribute("unit")?)];
        w.value(block, "shard.shard", &[value, described], if again { &for_users } else { &[] }, value.r#type())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::text::parse_module;

    fn emitted(text: &str) -> Upstream {
        let module = parse_module(text, &shardwright_dialects::registry()).expect("legal");
        emit(&module).expect("every op has a form")
    }

    #[test]
    fn what_the_dialect_cannot_say_is_told() {
        let made = emitted(
            r#"sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2}p1, {"b":(2)2, ?}]>}) -> tensor<8x5xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], unreduced={"b"}>]>} : tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}"#,
        );
        let told: Vec<String> = made.lost.iter().map(Lost::to_string).collect();
        assert_eq!(
            told,
            [
                "names of mesh axes: a grid's axes have numbers (2: a, b)",
                "partial sums: LLVM 22's shardings have no partial axes (1: a result of stablehlo.add)",
                "open dimensions: propagation may shard further what is not sharded (1: x)",
                "priorities of dimensions (1: x)",
            ]
        );
        for part in [
            "// @mesh: 0: a=2, 1: b:(1)2, 2: b:(2)2\n",
            "shard.grid @mesh(shape = 2x2x2)",
            "shard.sharding @mesh split_axes = [[0, 1], [2]] sharded_dims_offsets = [0, 2, 4, 6, 8, 0, 3, 5] : !shard.sharding",
            "shard.sharding @mesh split_axes = [[0], []] : !shard.sharding",
        ] {
            assert!(made.text.contains(part), "no `{part}` in\n{}", made.text);
        }
    }

    #[test]
    fn an_op_without_an_upstream_form_is_refused_by_name() {
        let text = "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.custom_call @mystery(%arg0) : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";
        let module = parse_module(text, &shardwright_dialects::registry()).expect("legal");
        let fault = emit(&module).expect_err("nobody knows what it computes");
        assert!(fault.message.contains("stablehlo.custom_call") && fault.labels.len() == 1 && fault.help.is_some_and(|help| help.contains("--emit sdy")));
    }
}
