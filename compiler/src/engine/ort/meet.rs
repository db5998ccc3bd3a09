//! Collectives as custom ops of ONNX Runtime.
//!
//! A node becomes the collective of StableHLO that it stands for, and is evaluated as the virtual devices evaluate it. Invariant: kernels run on the thread of
//! their device, which [`with_devices`] has told who the others are.

use ort::operator::{BoxedKernel, ComputeContext, KernelContext, Operator, OperatorInput, OperatorOutput};
use ort::value::{DynTensorValueType, TensorElementType};
use shardwright_dialects::device_groups::groups_attr;
use shardwright_dialects::stablehlo::build::{StablehloBuilder, row};
use shardwright_ir::interp::{Communicator, Interpreter, Tensor};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};
use shardwright_ir::{Attr, Attrs, Builder, Func, Literal, Module};
use std::cell::Cell;

/// Ops of our domain.
pub(super) const OURS: &[&str] = &["After", "AllGather", "AllReduce", "AllToAll", "Broadcast", "CollectivePermute", "ReduceScatter"];
/// Ops of ONNX Runtime's, which its CPU build lacks.
pub(super) const THEIRS: &[&str] = &["AllGather", "AllReduce", "AllToAll"];

thread_local! {
    static DEVICES: Cell<Option<&'static dyn Communicator>> = const { Cell::new(None) };
}

/// Runs `with` as one of several devices: collectives that run on this thread meanwhile are this device's.
pub(super) fn with_devices<T>(devices: &dyn Communicator, with: impl FnOnce() -> T) -> T {
    struct Forget;
    impl Drop for Forget {
        fn drop(&mut self) {
            DEVICES.set(None);
        }
    }
    let _forget = Forget;
    // SAFETY: it is only read on this thread, and forgotten before this function returns or unwinds.
    DEVICES.set(Some(unsafe { std::mem::transmute::<&dyn Communicator, &'static dyn Communicator>(devices) }));
    with()
}

/// One op, for tensors of any type.
pub(super) struct Meet {
    name: &'static str,
}

impl Meet {
    /// The op of this name.
    pub fn new(name: &'static str) -> Meet {
        Meet { name }
    }
}

impl Operator for Meet {
    type Kernel<'attr> = BoxedKernel<'attr>;

    fn name(&self) -> &str {
        self.name
    }
    fn inputs(&self) -> impl IntoIterator<Item = OperatorInput> {
        let edge = (self.name == "After").then_some(TensorElementType::Bool);
        [Some(TensorElementType::Undefined), edge].into_iter().flatten().map(OperatorInput::required)
    }
    fn outputs(&self) -> impl IntoIterator<Item = OperatorOutput> {
        [OperatorOutput::required(TensorElementType::Undefined)]
    }
    fn create_kernel<'attr>(&self, context: &KernelContext<'attr>) -> ort::Result<BoxedKernel<'attr>> {
        let node = Node::read(self.name, context);
        let mut made: Option<(TensorType, Module)> = None;
        Ok(Box::new(move |context: &ComputeContext| compute(&node, &mut made, context).map_err(ort::Error::new)))
    }
}

/// What a node says.
struct Node {
    name: &'static str,
    /// Devices that meet; none where all do.
    groups: Vec<Vec<i64>>,
    pairs: Vec<i64>,
    reduction: Option<String>,
    axis: i64,
    split: i64,
    joined: i64,
}

impl Node {
    fn read(name: &'static str, context: &KernelContext) -> Node {
        let width = context.get::<i64>("group_size").unwrap_or(0).max(0) as usize;
        let flat = context.get::<Vec<i64>>("groups").unwrap_or_default();
        let groups = if width == 0 { vec![] } else { flat.chunks(width).map(|group| group.iter().copied().filter(|&id| id >= 0).collect()).collect() };
        Node {
            name,
            groups,
            pairs: context.get::<Vec<i64>>("pairs").unwrap_or_default(),
            reduction: context.get::<String>("reduction"),
            axis: context.get::<i64>("axis").unwrap_or(0),
            split: context.get::<i64>("split_axis").unwrap_or(0),
            joined: context.get::<i64>("concat_axis").unwrap_or(0),
        }
    }

    /// The program of this one collective, on tensors of this type.
    fn module(&self, ty: &TensorType, devices: i64) -> Result<Module, String> {
        let mut func = Func::new("main".into());
        let x = func.add_arg(ty.clone());
        let mut b = Builder::at_end(&mut func);
        let whole = vec![(0..devices).collect::<Vec<i64>>()];
        let groups = if self.groups.is_empty() { &whole } else { &self.groups };
        let attrs = Attrs::new().with("replica_groups", groups_attr(groups));
        let kind = match &self.reduction {
            Some(name) => ReduceKind::parse(name).ok_or_else(|| format!("`reduction` must be sum, prod, max, min, and or or, got {name:?}"))?,
            None => ReduceKind::Sum,
        };
        let (info, attrs) = match self.name {
            "AllReduce" => ("stablehlo.all_reduce", attrs),
            "ReduceScatter" => ("stablehlo.reduce_scatter", attrs.with("scatter_dimension", Attr::i64(self.axis))),
            "AllGather" => ("stablehlo.all_gather", attrs.with("all_gather_dim", Attr::i64(self.axis))),
            "AllToAll" => {
                let count = groups.first().map_or(0, Vec::len) as i64;
                let dims = [("split_dimension", self.split), ("concat_dimension", self.joined), ("split_count", count)];
                ("stablehlo.all_to_all", dims.into_iter().fold(attrs, |attrs, (name, value)| attrs.with(name, Attr::i64(value))))
            }
            "CollectivePermute" => {
                let pairs = Literal::ints(ElementType::I64, &[self.pairs.len() as i64 / 2, 2], &self.pairs);
                ("stablehlo.collective_permute", Attrs::new().with("source_target_pairs", Attr::Dense(pairs)))
            }
            _ => ("stablehlo.collective_broadcast", attrs),
        };
        let (info, mut regions) = (row(info)?, vec![]);
        if matches!(self.name, "AllReduce" | "ReduceScatter") {
            regions.push(b.scalar_region(&[ty.element; 2], &mut |body, args| Ok(vec![body.value(row(kind.op_name())?, args, Attrs::new())?]))?);
        }
        let op = match self.sized(ty, groups) {
            // Sizes of results that depend on the group are part of the op.
            Some(result) => b.op_of_types(info, &[x], attrs, &regions, vec![result.into()])?,
            None => b.op(info, &[x], attrs, &regions)?,
        };
        let result = b.func.result(op);
        let ty = b.func.ty(result).clone();
        b.op_of_types(row("stablehlo.return")?, &[result], Attrs::new(), &[], vec![])?;
        func.set_results(vec![ty]);
        let mut module = Module::default();
        module.funcs.insert(func.name, func);
        Ok(module)
    }

    fn sized(&self, ty: &TensorType, groups: &[Vec<i64>]) -> Option<TensorType> {
        let count = groups.first()?.len() as i64;
        let mut made = ty.clone();
        let size = made.dims.get_mut(usize::try_from(self.axis).ok()?)?;
        match self.name {
            "AllGather" => *size *= count,
            "ReduceScatter" if count > 0 => *size /= count,
            _ => return None,
        }
        Some(made)
    }
}

fn compute(node: &Node, made: &mut Option<(TensorType, Module)>, context: &ComputeContext) -> Result<(), String> {
    let why = |error: ort::Error| error.to_string();
    let input = context.input(0).map_err(why)?.ok_or("its input is missing")?;
    let input = input.downcast::<DynTensorValueType>().map_err(why)?;
    let element = element(*input.data_type()).ok_or_else(|| format!("tensors of {} are not exchanged", input.data_type()))?;
    let ty = TensorType::new(element, input.shape());
    let bytes = bytes_of(input.data_ptr(), &ty);
    let result = if node.name == "After" {
        Tensor::from_bytes(ty, &bytes)?
    } else {
        let devices = DEVICES.get().ok_or_else(|| format!("{} runs on a thread that is no device's", node.name))?;
        if made.as_ref().is_none_or(|(known, _)| *known != ty) {
            *made = Some((ty.clone(), node.module(&ty, devices.num_devices())?));
        }
        let (_, module) = made.as_ref().ok_or("the collective was not made")?;
        let main = module.main().ok_or("the collective has no function")?;
        let mut results = Interpreter::with_communicator(module, devices).run(main, &[Tensor::from_bytes(ty, &bytes)?]).map_err(|error| error.message)?;
        results.pop().ok_or("the collective has no result")?
    };
    let output = context.output(0, result.ty.dims.to_vec()).map_err(why)?.ok_or("its output is missing")?;
    let output = output.downcast::<DynTensorValueType>().map_err(why)?;
    let bytes = result.to_bytes();
    // SAFETY: the output is ours to write, and was made in host memory for exactly this shape, of the input's element type.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), output.data_ptr().cast_mut().cast::<u8>(), bytes.len()) };
    Ok(())
}

/// The bytes of a tensor of ONNX Runtime in host memory, of an element type that it holds as we do.
pub(super) fn bytes_of(data: *const std::ffi::c_void, ty: &TensorType) -> Vec<u8> {
    let length = usize::try_from(ty.byte_size()).unwrap_or(0);
    if length == 0 {
        return Vec::new();
    }
    // SAFETY: the tensor has this type, and its memory lives while it is borrowed.
    unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) }.to_vec()
}

fn element(element: TensorElementType) -> Option<ElementType> {
    // Narrower integers lie in bytes as those of a byte do.
    let whole = |own: &ElementType| own.bits() >= 8 || *own == ElementType::I1;
    ElementType::ALL.iter().copied().filter(whole).find(|&own| super::number(own) == Some(element))
}
