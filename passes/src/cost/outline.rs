//! One kernel of a program as a function of its own: what profiles know it by, and what is run to measure it.
//!
//! Invariants: ops are in program order and end with the kernel's last; free ops (views, constants, broadcasts) that the kernel reads through are in it, so
//! inputs are values that other kernels, collectives or arguments make; the same kernel has the same outline wherever it stands.

use super::fuse::{Kernels, Role, is_view};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::types::ElementType;
use shardwright_ir::{Func, Module, OpId, OpState, Type, Value};

/// A kernel with what it reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Its ops, the last one last.
    pub ops: Vec<OpId>,
    /// What they read from outside, in the order in which they do.
    pub inputs: Vec<Value>,
}

impl Outline {
    /// The outline of the kernel that ends with `root`.
    pub fn of(func: &Func, kernels: &Kernels, root: OpId) -> Outline {
        let mut ops = vec![root];
        let mut seen = SecondaryMap::<OpId, bool>::new();
        seen[root] = true;
        let mut next = 0;
        while let Some(&op) = ops.get(next) {
            next += 1;
            for &operand in &func.op(op).operands {
                let Some(maker) = func.defining_op(operand) else { continue };
                if !seen[maker] && inside(func, kernels, root, maker) {
                    seen[maker] = true;
                    ops.push(maker);
                }
            }
        }
        // Ids need not be in program order; the region's list is. Constants may stand in a region around it.
        let region = func.op(root).parent;
        let around = ops.iter().copied().filter(|&op| func.op(op).parent != region).collect::<Vec<_>>();
        let here = region.map_or(&[][..], |region| &func.region(region).ops);
        let ops: Vec<OpId> = around.into_iter().chain(here.iter().copied().filter(|&op| seen[op])).collect();
        let mut read = SecondaryMap::<Value, bool>::new();
        let mut inputs = Vec::new();
        for &op in &ops {
            for &operand in &func.op(op).operands {
                if !func.defining_op(operand).is_some_and(|maker| seen[maker]) && !std::mem::replace(&mut read[operand], true) {
                    inputs.push(operand);
                }
            }
        }
        Outline { ops, inputs }
    }

    /// Names of the ops that compute, joined by `+`.
    pub fn name(&self, func: &Func) -> String {
        let computes = |op: &&OpId| **op == self.root() || !(func.op(**op).info.is_constant() || is_view(&func.view(**op)));
        self.ops.iter().filter(computes).map(|&op| func.op(op).info.name).collect::<Vec<_>>().join("+")
    }

    /// Element type of the first input, else of the result.
    pub fn element(&self, func: &Func) -> ElementType {
        let mut types = self.inputs.iter().chain(self.results(func)).filter_map(|&value| func.ty(value).as_tensor());
        types.next().map_or(ElementType::F32, |ty| ty.element)
    }

    /// What the kernel makes.
    pub fn results<'f>(&self, func: &'f Func) -> &'f [Value] {
        &func.op(self.root()).results
    }

    /// The kernel as the `main` of a module, inputs in order.
    ///
    /// # Errors
    /// An op that reads what is neither in the kernel nor an input: one with regions that use values around them.
    pub fn module(&self, func: &Func) -> Result<Module, String> {
        let end = func.terminator(func.body()).ok_or("the function does not end")?;
        let mut own = Func::new("main".into());
        let mut map = ValueMap::new();
        for &input in &self.inputs {
            map[input] = Some(own.add_arg(func.ty(input).clone()));
        }
        let body = own.body();
        for &op in &self.ops {
            let copy = copy_op(&mut own, func, op, &mut map)?;
            own.place_last(body, copy);
        }
        let results: Vec<Value> = self.results(func).iter().filter_map(|&result| map[result]).collect();
        let types: Vec<Type> = results.iter().map(|&result| own.ty(result).clone()).collect();
        own.append(body, OpState::new(func.op(end).info, &results, Vec::new()));
        own.set_results(types);
        for op in own.walk() {
            for result in own.op(op).results.clone() {
                own.set_sharding(result, None);
            }
        }
        let mut module = Module::default();
        module.funcs.insert("main".into(), own);
        Ok(module)
    }

    fn root(&self) -> OpId {
        self.ops[self.ops.len() - 1]
    }
}

/// Whether the kernel computes what this op makes, rather than read it.
fn inside(func: &Func, kernels: &Kernels, root: OpId, op: OpId) -> bool {
    match kernels.role(op) {
        Role::Kernel(kernel) => kernel == root,
        Role::Free if func.op(op).info.is_constant() => true,
        Role::Free => func.op(op).parent == func.op(root).parent && !matches!(func.op(op).info.name, "stablehlo.optimization_barrier" | "stablehlo.partition_id" | "stablehlo.replica_id"),
        _ => false,
    }
}
