//! Dimension numbers and windows: the structured attributes of contractions, windows and indexing, and the
//! shapes that follow from them.
//!
//! Invariants: reading an attribute checks its form, shape functions check every number against the operands'
//! types; all size arithmetic is checked.

use shardwright_ir::interp::scalar::{bytes_of_f64, bytes_of_i64};
use shardwright_ir::sharding::rule::ReduceKind;
use shardwright_ir::types::ElementClass;
use shardwright_ir::{Attr, Attrs, ElementType, Literal, TensorType};

/// Which dimension of input, kernel and result plays which part in a convolution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "StableHLO's names")]
pub struct ConvDims {
    pub input_batch: i64,
    pub input_feature: i64,
    pub input_spatial: Vec<i64>,
    pub kernel_input_feature: i64,
    pub kernel_output_feature: i64,
    pub kernel_spatial: Vec<i64>,
    pub output_batch: i64,
    pub output_feature: i64,
    pub output_spatial: Vec<i64>,
}

impl ConvDims {
    /// Batch, feature, space; kernel: output feature, input feature, space (ONNX's order).
    pub fn nchw(spatial: usize) -> ConvDims {
        let space: Vec<i64> = (2..2 + spatial as i64).collect();
        ConvDims {
            input_batch: 0,
            input_feature: 1,
            input_spatial: space.clone(),
            kernel_input_feature: 1,
            kernel_output_feature: 0,
            kernel_spatial: space.clone(),
            output_batch: 0,
            output_feature: 1,
            output_spatial: space,
        }
    }
    /// As `#stablehlo.conv`.
    pub fn to_attr(&self) -> Attr {
        let fields = Attrs::new()
            .with("input_batch_dimension", Attr::i64(self.input_batch))
            .with("input_feature_dimension", Attr::i64(self.input_feature))
            .with("input_spatial_dimensions", Attr::ints(&self.input_spatial))
            .with("kernel_input_feature_dimension", Attr::i64(self.kernel_input_feature))
            .with("kernel_output_feature_dimension", Attr::i64(self.kernel_output_feature))
            .with("kernel_spatial_dimensions", Attr::ints(&self.kernel_spatial))
            .with("output_batch_dimension", Attr::i64(self.output_batch))
            .with("output_feature_dimension", Attr::i64(self.output_feature))
            .with("output_spatial_dimensions", Attr::ints(&self.output_spatial));
        Attr::Struct("stablehlo.conv".into(), fields)
    }
    /// From the attributes of a convolution.
    pub fn read(attrs: &Attrs) -> Result<ConvDims, String> {
        let fields = attrs.get("dimension_numbers").and_then(Attr::as_struct).ok_or("attribute `dimension_numbers` must be #stablehlo.conv")?;
        let int = |name: &str| fields.int(name).ok_or_else(|| format!("dimension_numbers lacks `{name}`"));
        let list = |name: &str| fields.ints(name).unwrap_or_default();
        Ok(ConvDims {
            input_batch: int("input_batch_dimension")?,
            input_feature: int("input_feature_dimension")?,
            input_spatial: list("input_spatial_dimensions"),
            kernel_input_feature: int("kernel_input_feature_dimension")?,
            kernel_output_feature: int("kernel_output_feature_dimension")?,
            kernel_spatial: list("kernel_spatial_dimensions"),
            output_batch: int("output_batch_dimension")?,
            output_feature: int("output_feature_dimension")?,
            output_spatial: list("output_spatial_dimensions"),
        })
    }
    /// Checks that each group of numbers is a permutation of `0..rank`.
    pub fn check(&self, rank: usize) -> Result<(), String> {
        for (what, batch, feature, space) in [
            ("input", self.input_batch, self.input_feature, &self.input_spatial),
            ("kernel", self.kernel_input_feature, self.kernel_output_feature, &self.kernel_spatial),
            ("output", self.output_batch, self.output_feature, &self.output_spatial),
        ] {
            let mut all = [&[batch, feature], &space[..]].concat();
            all.sort_unstable();
            if all.len() != rank || all.iter().enumerate().any(|(index, &dim)| dim != index as i64) {
                return Err(format!("{what} dimensions must be a permutation of 0 to {}, got {all:?}", rank as i64 - 1));
            }
        }
        Ok(())
    }
}

/// How a window moves over a tensor, one entry a (spatial) dimension.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Window {
    /// Steps between windows, at least 1.
    pub strides: Vec<i64>,
    /// `[low, high]`: elements added before and after (negative: removed).
    pub padding: Vec<[i64; 2]>,
    /// Distance between input elements, at least 1 (`lhs_dilation`).
    pub base_dilations: Vec<i64>,
    /// Distance between window elements, at least 1 (`rhs_dilation`).
    pub window_dilations: Vec<i64>,
    /// Whether the window is reversed (convolutions only).
    pub reversal: Vec<bool>,
}

impl Window {
    /// Steps of one, nothing padded or dilated.
    pub fn unit(rank: usize) -> Window {
        Window {
            strides: vec![1; rank],
            padding: vec![[0, 0]; rank],
            base_dilations: vec![1; rank],
            window_dilations: vec![1; rank],
            reversal: vec![false; rank],
        }
    }
    /// The padding as `dense<…> : tensor<Nx2xi64>`.
    pub fn padding_attr(&self) -> Attr {
        let flat: Vec<i64> = self.padding.iter().flatten().copied().collect();
        Attr::Dense(Literal::ints(ElementType::I64, &[self.padding.len() as i64, 2], &flat))
    }
    /// From an op's attributes; those that are absent have their default.
    pub fn read(attrs: &Attrs, rank: usize, base: &str, window: &str) -> Result<Window, String> {
        let list = |name: &str| -> Result<Vec<i64>, String> {
            let Some(attr) = attrs.get(name) else { return Ok(vec![1; rank]) };
            let values = attr.as_ints().ok_or_else(|| format!("attribute `{name}` must be a list of integers"))?;
            match values.len() {
                count if count == rank => {}
                count => return Err(format!("attribute `{name}` must have {rank} entries, got {count}")),
            }
            match values.iter().find(|&&value| value < 1) {
                Some(value) => Err(format!("attribute `{name}` must be at least 1, got {value}")),
                None => Ok(values),
            }
        };
        Ok(Window {
            strides: list("window_strides")?,
            padding: read_padding(attrs, rank)?,
            base_dilations: list(base)?,
            window_dilations: list(window)?,
            reversal: match attrs.ints("window_reversal") {
                Some(values) if values.len() == rank => values.iter().map(|&value| value != 0).collect(),
                Some(values) => return Err(format!("attribute `window_reversal` must have {rank} entries, got {}", values.len())),
                None => vec![false; rank],
            },
        })
    }
    /// Windows of `size` that fit a dimension of `input` elements. Errors on overflow and negative padded sizes.
    pub fn count(&self, dim: usize, input: i64, size: i64) -> Result<i64, String> {
        let overflow = || format!("window sizes of dimension {dim} overflow");
        if size < 1 {
            return Err(format!("window size of dimension {dim} must be at least 1, got {size}"));
        }
        let dilate = |extent: i64, dilation: i64| match extent {
            0 => Some(0),
            _ => (extent - 1).checked_mul(dilation)?.checked_add(1),
        };
        let [low, high] = self.padding[dim];
        let base = dilate(input, self.base_dilations[dim]).ok_or_else(overflow)?;
        let padded = base.checked_add(low).and_then(|sum| sum.checked_add(high)).ok_or_else(overflow)?;
        if padded < 0 {
            return Err(format!("padding leaves dimension {dim} with {padded} elements"));
        }
        let window = dilate(size, self.window_dilations[dim]).ok_or_else(overflow)?;
        Ok(if padded == 0 || window > padded { 0 } else { (padded - window) / self.strides[dim] + 1 })
    }
}

fn read_padding(attrs: &Attrs, rank: usize) -> Result<Vec<[i64; 2]>, String> {
    let Some(attr) = attrs.get("padding") else { return Ok(vec![[0, 0]; rank]) };
    if let Attr::Dense(literal) = attr
        && literal.ty.dims[..] != [rank as i64, 2]
    {
        return Err(format!("attribute `padding` must be {rank}x2, got {}", literal.ty));
    }
    let flat = attr.as_ints().ok_or("attribute `padding` must be integers")?;
    if flat.len() != rank * 2 {
        return Err(format!("attribute `padding` must have {} entries, got {}", rank * 2, flat.len()));
    }
    Ok(flat.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// The shape of a convolution's result. Errors name what does not fit.
pub fn conv_dims(
    input: &TensorType,
    kernel: &TensorType,
    dims: &ConvDims,
    window: &Window,
    feature_groups: i64,
    batch_groups: i64,
) -> Result<Vec<i64>, String> {
    let rank = input.rank();
    if kernel.rank() != rank || rank < 2 {
        return Err(format!("input and kernel must have one rank of at least 2, got {rank} and {}", kernel.rank()));
    }
    dims.check(rank)?;
    let spatial = rank - 2;
    for (name, count) in [("window_strides", window.strides.len()), ("padding", window.padding.len())] {
        if count != spatial {
            return Err(format!("{name} must have {spatial} entries, got {count}"));
        }
    }
    let input_features = input.dims[dims.input_feature as usize];
    let kernel_features = kernel.dims[dims.kernel_input_feature as usize];
    let output_features = kernel.dims[dims.kernel_output_feature as usize];
    let batch = input.dims[dims.input_batch as usize];
    if feature_groups < 1 || batch_groups < 1 {
        return Err(format!("group counts must be at least 1, got {feature_groups} and {batch_groups}"));
    }
    if feature_groups > 1 && batch_groups > 1 {
        return Err(format!("only one group count may exceed 1, got {feature_groups} and {batch_groups}"));
    }
    if input_features % feature_groups != 0 || input_features / feature_groups != kernel_features {
        return Err(format!("input has {input_features} features in {feature_groups} groups, kernel takes {kernel_features}"));
    }
    for (what, size, groups) in [
        ("output features", output_features, feature_groups),
        ("output features", output_features, batch_groups),
        ("batch", batch, batch_groups),
    ] {
        if size % groups != 0 {
            return Err(format!("{what} of {size} do not divide into {groups} groups"));
        }
    }
    let mut shape = vec![0; rank];
    shape[dims.output_batch as usize] = batch / batch_groups;
    shape[dims.output_feature as usize] = output_features;
    for index in 0..spatial {
        let size = kernel.dims[dims.kernel_spatial[index] as usize];
        shape[dims.output_spatial[index] as usize] = window.count(index, input.dims[dims.input_spatial[index] as usize], size)?;
    }
    Ok(shape)
}

/// The shape of a `dot_general`. Errors name what does not fit.
pub fn dot_dims(
    x: &TensorType,
    y: &TensorType,
    batching: (&[i64], &[i64]),
    contracting: (&[i64], &[i64]),
) -> Result<Vec<i64>, String> {
    for (what, lists) in [("batching", batching), ("contracting", contracting)] {
        if lists.0.len() != lists.1.len() {
            return Err(format!("{what} dimensions must pair up, got {} and {}", lists.0.len(), lists.1.len()));
        }
    }
    for (what, ty, batch, contract) in [("lhs", x, batching.0, contracting.0), ("rhs", y, batching.1, contracting.1)] {
        let mut all = [batch, contract].concat();
        if let Some(dim) = all.iter().find(|&&dim| dim < 0 || dim >= ty.rank() as i64) {
            return Err(format!("{what} dimension {dim} is out of range for rank {}", ty.rank()));
        }
        all.sort_unstable();
        if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{what} dimension {} is used twice", pair[0]));
        }
    }
    for (what, lists) in [("batching", batching), ("contracting", contracting)] {
        for (&left, &right) in lists.0.iter().zip(lists.1) {
            let (left_size, right_size) = (x.dims[left as usize], y.dims[right as usize]);
            if left_size != right_size {
                return Err(format!("{what} dimensions {left} of lhs and {right} of rhs must be equal, got {left_size} and {right_size}"));
            }
        }
    }
    let free = |ty: &TensorType, batch: &[i64], contract: &[i64]| -> Vec<i64> {
        (0..ty.rank() as i64).filter(|dim| !batch.contains(dim) && !contract.contains(dim)).map(|dim| ty.dims[dim as usize]).collect()
    };
    let batch: Vec<i64> = batching.0.iter().map(|&dim| x.dims[dim as usize]).collect();
    Ok([batch, free(x, batching.0, contracting.0), free(y, batching.1, contracting.1)].concat())
}

/// Dimension numbers of a gather (StableHLO's names and meaning).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "StableHLO's names")]
pub struct GatherDims {
    pub offset_dims: Vec<i64>,
    pub collapsed_slice_dims: Vec<i64>,
    pub operand_batching_dims: Vec<i64>,
    pub start_indices_batching_dims: Vec<i64>,
    pub start_index_map: Vec<i64>,
    pub index_vector_dim: i64,
}

impl GatherDims {
    /// As `#stablehlo.gather`.
    pub fn to_attr(&self) -> Attr {
        let fields = Attrs::new()
            .with("offset_dims", Attr::ints(&self.offset_dims))
            .with("collapsed_slice_dims", Attr::ints(&self.collapsed_slice_dims))
            .with("operand_batching_dims", Attr::ints(&self.operand_batching_dims))
            .with("start_indices_batching_dims", Attr::ints(&self.start_indices_batching_dims))
            .with("start_index_map", Attr::ints(&self.start_index_map))
            .with("index_vector_dim", Attr::i64(self.index_vector_dim));
        Attr::Struct("stablehlo.gather".into(), fields)
    }
    /// From the attributes of a gather.
    pub fn read(attrs: &Attrs) -> Result<GatherDims, String> {
        let fields = attrs.get("dimension_numbers").and_then(Attr::as_struct).ok_or("attribute `dimension_numbers` must be #stablehlo.gather")?;
        let list = |name: &str| fields.ints(name).unwrap_or_default();
        Ok(GatherDims {
            offset_dims: list("offset_dims"),
            collapsed_slice_dims: list("collapsed_slice_dims"),
            operand_batching_dims: list("operand_batching_dims"),
            start_indices_batching_dims: list("start_indices_batching_dims"),
            start_index_map: list("start_index_map"),
            index_vector_dim: fields.int("index_vector_dim").unwrap_or(0),
        })
    }
}

/// Dimension numbers of a scatter (StableHLO's names and meaning).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "StableHLO's names")]
pub struct ScatterDims {
    pub update_window_dims: Vec<i64>,
    pub inserted_window_dims: Vec<i64>,
    pub input_batching_dims: Vec<i64>,
    pub scatter_indices_batching_dims: Vec<i64>,
    pub scatter_dims_to_operand_dims: Vec<i64>,
    pub index_vector_dim: i64,
}

impl ScatterDims {
    /// As `#stablehlo.scatter`.
    pub fn to_attr(&self) -> Attr {
        let fields = Attrs::new()
            .with("update_window_dims", Attr::ints(&self.update_window_dims))
            .with("inserted_window_dims", Attr::ints(&self.inserted_window_dims))
            .with("input_batching_dims", Attr::ints(&self.input_batching_dims))
            .with("scatter_indices_batching_dims", Attr::ints(&self.scatter_indices_batching_dims))
            .with("scatter_dims_to_operand_dims", Attr::ints(&self.scatter_dims_to_operand_dims))
            .with("index_vector_dim", Attr::i64(self.index_vector_dim));
        Attr::Struct("stablehlo.scatter".into(), fields)
    }
    /// From the attributes of a scatter.
    pub fn read(attrs: &Attrs) -> Result<ScatterDims, String> {
        let fields =
            attrs.get("scatter_dimension_numbers").and_then(Attr::as_struct).ok_or("attribute `scatter_dimension_numbers` must be #stablehlo.scatter")?;
        let list = |name: &str| fields.ints(name).unwrap_or_default();
        Ok(ScatterDims {
            update_window_dims: list("update_window_dims"),
            inserted_window_dims: list("inserted_window_dims"),
            input_batching_dims: list("input_batching_dims"),
            scatter_indices_batching_dims: list("scatter_indices_batching_dims"),
            scatter_dims_to_operand_dims: list("scatter_dims_to_operand_dims"),
            index_vector_dim: fields.int("index_vector_dim").unwrap_or(0),
        })
    }
}

/// The bytes of the element that changes nothing when it is combined by `kind`: 0, 1, the lowest, the highest,
/// all ones. Errors where the type cannot be combined so.
pub fn identity_bytes(kind: ReduceKind, element: ElementType) -> Result<Vec<u8>, String> {
    let class = element.class();
    let bits = element.bits().min(64);
    let refuse = || Err(format!("{} of {element} has no identity", kind.as_str()));
    let int = |value: i64| Ok(bytes_of_i64(element, value).to_vec());
    match (kind, class) {
        (ReduceKind::Sum, _) => Ok(bytes_of_f64(element, 0.0).to_vec()),
        (ReduceKind::Product, _) => Ok(bytes_of_f64(element, 1.0).to_vec()),
        (ReduceKind::Max | ReduceKind::Min, ElementClass::Float) => {
            let infinity = if kind == ReduceKind::Max { f64::NEG_INFINITY } else { f64::INFINITY };
            Ok(bytes_of_f64(element, infinity).to_vec())
        }
        (ReduceKind::Max, ElementClass::Signed) => int(i64::MIN >> (64 - bits)),
        (ReduceKind::Min, ElementClass::Signed) => int(i64::MAX >> (64 - bits)),
        (ReduceKind::Max, ElementClass::Unsigned | ElementClass::Bool) | (ReduceKind::Or, ElementClass::Unsigned | ElementClass::Bool) => int(0),
        (ReduceKind::Min | ReduceKind::And, ElementClass::Unsigned) => Ok((u64::MAX >> (64 - bits)).to_le_bytes()[..element.byte_size()].to_vec()),
        (ReduceKind::Min | ReduceKind::And, ElementClass::Bool) => int(1),
        (ReduceKind::And, ElementClass::Signed) => int(-1),
        (ReduceKind::Or, ElementClass::Signed) => int(0),
        _ => refuse(),
    }
}
