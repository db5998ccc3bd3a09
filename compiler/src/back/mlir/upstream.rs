//! `--emit mlir`: a global program in upstream dialects, its shardings as `shard` annotations.
//!
//! Matrix products and broadcasts become `linalg.generic` on tensors, arithmetic becomes `arith` on
//! tensors, the mesh a `shard.grid`, and each value's sharding a `shard.sharding` with a `shard.shard`
//! after the value. Invariants: every op is translated or refused by name, never dropped; `shard` knows
//! neither sub-axes nor device orders, and those are refused too.

use super::{context, with_complaints};
use melior::Context;
use melior::ir::attribute::{Attribute, StringAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{Block, BlockRef, Identifier, Location, Module as MlirModule, Region, RegionLike, Type as MlirType, Value as MlirValue};
use shardwright_ir::{Attr, Diagnostic, Func, Module, OpId, Sym, TensorType, Value};
use std::collections::BTreeMap;

/// The ops that this back end translates.
pub const TRANSLATED: &[&str] = &[
    "func.return",
    "sdy.sharding_constraint",
    "stablehlo.add",
    "stablehlo.broadcast_in_dim",
    "stablehlo.constant",
    "stablehlo.divide",
    "stablehlo.dot_general",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.subtract",
];

/// The program in upstream dialects, verified and printed. Errors name the op that has no upstream form.
pub fn emit(module: &Module) -> Result<String, Diagnostic> {
    let context = context(false);
    let func = module.main().ok_or_else(|| Diagnostic::error("module has no @main"))?;
    let writer = Writer { context: &context, module, location: Location::unknown(&context) };
    let mlir = MlirModule::new(writer.location);
    let (built, complaints) = with_complaints(&context, || -> Result<bool, Diagnostic> {
        writer.grids(mlir.body())?;
        writer.function(mlir.body(), func)?;
        Ok(mlir.as_operation().verify())
    });
    if !built? {
        return Err(complaints.into_iter().fold(Diagnostic::error("MLIR refuses the translated program"), Diagnostic::note));
    }
    Ok(mlir.as_operation().to_string())
}

struct Writer<'c, 'm> {
    context: &'c Context,
    module: &'m Module,
    location: Location<'c>,
}

type Values<'c, 'a> = BTreeMap<Value, MlirValue<'c, 'a>>;

impl<'c> Writer<'c, '_> {
    fn grids(&self, body: BlockRef<'c, '_>) -> Result<(), Diagnostic> {
        for (name, mesh) in &self.module.meshes {
            if !mesh.device_ids.is_empty() {
                return Err(Diagnostic::error(format!("mesh @{name} has a device order, which `shard.grid` cannot say")));
            }
            let shape: Vec<String> = mesh.axes.iter().map(|axis| axis.size.to_string()).collect();
            let attributes = [
                ("sym_name", StringAttribute::new(self.context, name).into()),
                ("shape", self.attribute(&format!("array<i64: {}>", shape.join(", ")))?),
            ];
            self.append(body, "shard.grid", &[], &attributes, vec![], &[])?;
        }
        Ok(())
    }

    fn function(&self, body: BlockRef<'c, '_>, func: &Func) -> Result<(), Diagnostic> {
        let inputs = func.args().iter().map(|&arg| self.tensor(func.tensor_type(arg))).collect::<Result<Vec<_>, _>>()?;
        let results = func.result_types.iter().map(|ty| self.ty(&ty.to_string())).collect::<Result<Vec<_>, _>>()?;
        let arguments: Vec<_> = inputs.iter().map(|&ty| (ty, self.location)).collect();
        let region = Region::new();
        let block = region.append_block(Block::new(&arguments));
        let mut values = Values::new();
        for (index, &arg) in func.args().iter().enumerate() {
            let value = block.argument(index).map_err(|why| fault(&why.to_string()))?.into();
            values.insert(arg, self.annotate(block, func, arg, value)?);
        }
        for &op in &func.region(func.body()).ops {
            self.op(block, func, op, &mut values)?;
        }
        let attributes = [
            ("sym_name", StringAttribute::new(self.context, &func.name).into()),
            ("function_type", TypeAttribute::new(FunctionType::new(self.context, &inputs, &results).into()).into()),
        ];
        self.append(body, "func.func", &[], &attributes, vec![region], &[])?;
        Ok(())
    }

    fn op<'a>(&self, block: BlockRef<'c, 'a>, func: &Func, op: OpId, values: &mut Values<'c, 'a>) -> Result<(), Diagnostic> {
        let data = func.op(op);
        let operands = data.operands.iter().map(|value| values[value]).collect::<Vec<_>>();
        let translated = match data.info.name {
            "func.return" => {
                let mut returned = Vec::new();
                for (index, &value) in operands.iter().enumerate() {
                    let sharding = func.result_shardings.get(index).and_then(Option::as_ref);
                    returned.push(self.shard(block, &data.info.name.into(), value, sharding)?);
                }
                self.append(block, "func.return", &returned, &[], vec![], &[])?;
                return Ok(());
            }
            "sdy.sharding_constraint" => operands[0],
            "stablehlo.constant" => {
                let literal = func.constant_of(data.results[0]).ok_or_else(|| fault("a constant without a value"))?;
                let mut text = String::new();
                shardwright_ir::text::write_attr(&mut text, &Attr::Dense(literal.clone()));
                let attributes = [("value", self.attribute(&text)?)];
                self.one(block, "arith.constant", &[], &attributes, vec![], &literal.ty)?
            }
            "stablehlo.dot_general" => self.dot_general(block, func, op, &operands)?,
            "stablehlo.broadcast_in_dim" => self.broadcast(block, func, op, &operands)?,
            name => match arith_name(name, func.tensor_type(data.results[0])) {
                Some(arith) => self.one(block, arith, &operands, &[], vec![], func.tensor_type(data.results[0]))?,
                None => {
                    return Err(Diagnostic::error(format!("{name} has no form in upstream dialects yet"))
                        .at(data.span)
                        .help(format!("`--emit mlir` translates {}; use `--emit spmd` or `--emit sdy` for the rest", TRANSLATED.join(", "))));
                }
            },
        };
        let annotated = self.annotate(block, func, data.results[0], translated)?;
        values.insert(data.results[0], annotated);
        Ok(())
    }

    /// A matrix product as `linalg.generic`: loops are batch, lhs free, rhs free, then contracting.
    fn dot_general<'a>(&self, block: BlockRef<'c, 'a>, func: &Func, op: OpId, operands: &[MlirValue<'c, 'a>]) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let view = func.view(op);
        let dims = view.attr("dot_dimension_numbers").and_then(Attr::as_struct).ok_or_else(|| fault("dot_general without dimension numbers"))?;
        let list = |name: &str| dims.ints(name).unwrap_or_default();
        let (lhs_batch, rhs_batch) = (list("lhs_batching_dimensions"), list("rhs_batching_dimensions"));
        let (lhs_contracting, rhs_contracting) = (list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions"));
        let result = view.result_type(0);
        let (lhs_rank, rhs_rank) = (view.operand_type(0).rank(), view.operand_type(1).rank());
        let mut lhs = vec![usize::MAX; lhs_rank];
        let mut rhs = vec![usize::MAX; rhs_rank];
        for (index, (&left, &right)) in lhs_batch.iter().zip(&rhs_batch).enumerate() {
            (lhs[left as usize], rhs[right as usize]) = (index, index);
        }
        for (index, (&left, &right)) in lhs_contracting.iter().zip(&rhs_contracting).enumerate() {
            (lhs[left as usize], rhs[right as usize]) = (result.rank() + index, result.rank() + index);
        }
        let mut next = lhs_batch.len();
        for dim in lhs.iter_mut().chain(&mut rhs).filter(|dim| **dim == usize::MAX) {
            *dim = next;
            next += 1;
        }
        let loops = result.rank() + lhs_contracting.len();
        let out: Vec<usize> = (0..result.rank()).collect();
        let maps = format!("[{}, {}, {}]", map(loops, &lhs), map(loops, &rhs), map(loops, &out));
        let iterators: Vec<&str> = (0..loops).map(|index| if index < result.rank() { "parallel" } else { "reduction" }).collect();
        let init = self.zeros(block, result)?;
        let (multiply, add) = if result.element.is_float() { ("arith.mulf", "arith.addf") } else { ("arith.muli", "arith.addi") };
        let element = self.ty(result.element.as_str())?;
        let region = Region::new();
        let inner = region.append_block(Block::new(&[(element, self.location); 3]));
        let argument = |index| inner.argument(index).map(MlirValue::from).map_err(|why| fault(&why.to_string()));
        let product = self.value(inner, multiply, &[argument(0)?, argument(1)?], &[], vec![], element)?;
        let sum = self.value(inner, add, &[argument(2)?, product], &[], vec![], element)?;
        self.append(inner, "linalg.yield", &[sum], &[], vec![], &[])?;
        self.generic(block, &[operands[0], operands[1], init], &maps, &iterators, region, result)
    }

    fn broadcast<'a>(&self, block: BlockRef<'c, 'a>, func: &Func, op: OpId, operands: &[MlirValue<'c, 'a>]) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let view = func.view(op);
        let (source, result) = (view.operand_type(0), view.result_type(0));
        let entries: Vec<String> = view.ints("broadcast_dimensions").iter().enumerate()
            .map(|(dim, &target)| if source.dims[dim] == 1 && result.dims[target as usize] != 1 { "0".into() } else { format!("d{target}") })
            .collect();
        let out: Vec<usize> = (0..result.rank()).collect();
        let maps = format!("[affine_map<({}) -> ({})>, {}]", loop_names(result.rank()), entries.join(", "), map(result.rank(), &out));
        let init = self.one(block, "tensor.empty", &[], &[], vec![], result)?;
        let element = self.ty(result.element.as_str())?;
        let region = Region::new();
        let inner = region.append_block(Block::new(&[(element, self.location); 2]));
        let argument: MlirValue = inner.argument(0).map_err(|why| fault(&why.to_string()))?.into();
        self.append(inner, "linalg.yield", &[argument], &[], vec![], &[])?;
        self.generic(block, &[operands[0], init], &maps, &vec!["parallel"; result.rank()], region, result)
    }

    /// A `linalg.generic` whose last operand is the output.
    fn generic<'a>(&self, block: BlockRef<'c, 'a>, operands: &[MlirValue<'c, 'a>], maps: &str, iterators: &[&str], region: Region<'c>, result: &TensorType) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let kinds: Vec<String> = iterators.iter().map(|kind| format!("#linalg.iterator_type<{kind}>")).collect();
        let attributes = [
            ("indexing_maps", self.attribute(maps)?),
            ("iterator_types", self.attribute(&format!("[{}]", kinds.join(", ")))?),
            ("operandSegmentSizes", self.attribute(&format!("array<i32: {}, 1>", operands.len() - 1))?),
        ];
        self.one(block, "linalg.generic", operands, &attributes, vec![region], result)
    }

    fn zeros<'a>(&self, block: BlockRef<'c, 'a>, ty: &TensorType) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let zero = if ty.element.is_float() { "0.0" } else { "0" };
        let attributes = [("value", self.attribute(&format!("dense<{zero}> : {ty}"))?)];
        self.one(block, "arith.constant", &[], &attributes, vec![], ty)
    }

    /// The value with its sharding as an annotation, where it has one.
    fn annotate<'a>(&self, block: BlockRef<'c, 'a>, func: &Func, value: Value, translated: MlirValue<'c, 'a>) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let name = func.value(value).name.unwrap_or(Sym::new("a value"));
        self.shard(block, &name, translated, func.sharding(value))
    }

    fn shard<'a>(&self, block: BlockRef<'c, 'a>, name: &Sym, value: MlirValue<'c, 'a>, sharding: Option<&shardwright_ir::sharding::TensorSharding>) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let Some(sharding) = sharding else { return Ok(value) };
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
            axes.push(format!("[{}]", indices.collect::<Result<Vec<_>, _>>()?.join(", ")));
        }
        let attributes = [
            ("grid", self.attribute(&format!("@{}", sharding.mesh))?),
            ("split_axes", self.attribute(&format!("#shard<axisarray[{}]>", axes.join(", ")))?),
            ("static_halo_sizes", self.attribute("array<i64>")?),
            ("static_sharded_dims_offsets", self.attribute("array<i64>")?),
            ("operandSegmentSizes", self.attribute("array<i32: 0, 0>")?),
        ];
        let described = self.value(block, "shard.sharding", &[], &attributes, vec![], self.ty("!shard.sharding")?)?;
        self.value(block, "shard.shard", &[value, described], &[], vec![], value_type(value))
    }

    fn one<'a>(&self, block: BlockRef<'c, 'a>, name: &str, operands: &[MlirValue<'c, 'a>], attributes: &[(&str, Attribute<'c>)], regions: Vec<Region<'c>>, ty: &TensorType) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        self.value(block, name, operands, attributes, regions, self.tensor(ty)?)
    }

    fn value<'a>(&self, block: BlockRef<'c, 'a>, name: &str, operands: &[MlirValue<'c, 'a>], attributes: &[(&str, Attribute<'c>)], regions: Vec<Region<'c>>, ty: MlirType<'c>) -> Result<MlirValue<'c, 'a>, Diagnostic> {
        let op = self.append(block, name, operands, attributes, regions, &[ty])?;
        Ok(op.result(0).map_err(|why| fault(&why.to_string()))?.into())
    }

    fn append<'a>(&self, block: BlockRef<'c, 'a>, name: &str, operands: &[MlirValue<'c, '_>], attributes: &[(&str, Attribute<'c>)], regions: Vec<Region<'c>>, results: &[MlirType<'c>]) -> Result<melior::ir::operation::OperationRef<'c, 'a>, Diagnostic> {
        let attributes: Vec<_> = attributes.iter().map(|(name, value)| (Identifier::new(self.context, name), *value)).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_attributes(&attributes)
            .add_regions_vec(regions)
            .add_results(results)
            .build()
            .map_err(|why| fault(&why.to_string()))?;
        Ok(block.append_operation(op))
    }

    fn tensor(&self, ty: &TensorType) -> Result<MlirType<'c>, Diagnostic> {
        self.ty(&ty.to_string())
    }
    fn ty(&self, text: &str) -> Result<MlirType<'c>, Diagnostic> {
        MlirType::parse(self.context, text).ok_or_else(|| Diagnostic::error(format!("upstream MLIR has no type {text}")))
    }
    fn attribute(&self, text: &str) -> Result<Attribute<'c>, Diagnostic> {
        Attribute::parse(self.context, text).ok_or_else(|| fault(&format!("MLIR refuses the attribute {text}")))
    }
}

/// The `arith` op that an elementwise op is on tensors of this type. Signed integers only: `arith` takes
/// the sign from the op and MLIR's tensors of `ui32` do not mix with it.
fn arith_name(name: &str, ty: &TensorType) -> Option<&'static str> {
    let float = ty.element.is_float();
    if !float && ty.element.class() != shardwright_ir::types::ElementClass::Signed {
        return None;
    }
    Some(match (name, float) {
        ("stablehlo.add", true) => "arith.addf",
        ("stablehlo.add", false) => "arith.addi",
        ("stablehlo.subtract", true) => "arith.subf",
        ("stablehlo.subtract", false) => "arith.subi",
        ("stablehlo.multiply", true) => "arith.mulf",
        ("stablehlo.multiply", false) => "arith.muli",
        ("stablehlo.divide", true) => "arith.divf",
        ("stablehlo.maximum", true) => "arith.maximumf",
        ("stablehlo.maximum", false) => "arith.maxsi",
        ("stablehlo.minimum", true) => "arith.minimumf",
        ("stablehlo.minimum", false) => "arith.minsi",
        _ => return None,
    })
}

fn value_type<'c>(value: MlirValue<'c, '_>) -> MlirType<'c> {
    use melior::ir::ValueLike;
    value.r#type()
}
fn loop_names(loops: usize) -> String {
    (0..loops).map(|index| format!("d{index}")).collect::<Vec<_>>().join(", ")
}
fn map(loops: usize, dims: &[usize]) -> String {
    let results: Vec<String> = dims.iter().map(|dim| format!("d{dim}")).collect();
    format!("affine_map<({}) -> ({})>", loop_names(loops), results.join(", "))
}
fn fault(message: &str) -> Diagnostic {
    Diagnostic::error(format!("while translating to upstream MLIR: {message}"))
}
