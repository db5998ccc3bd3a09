//! `resnet`: residual networks of bottlenecks (He et al. 2016), their inner 3x3 convolutions widened (Zagoruyko and Komodakis 2016), as Alpa's Wide-ResNet: images in, logits out.
//!
//! Dimensions: b images of 3 channels and n x n pixels; stages of c, 2c, 4c, 8c channels whose blocks give four times as many; in each block 1x1 to c, 3x3 to c times `width`, 1x1 to 4c. Norms are by the statistics of the
//! batch (Ioffe and Szegedy 2015), as a training step takes them.

use super::blocks::{Made, Model};
use super::spec::{Field, Sizes};
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_dialects::stablehlo::dims::{ConvDims, Window};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{ElementType, TensorType, Value};

pub(super) const FIELDS: &[Field] = &[
    Field { name: "layers", default: 50, summary: "50, 101 or 152: convolutions and the head" },
    Field { name: "channels", default: 64, summary: "channels of the first stage" },
    Field { name: "width", default: 1, summary: "how many times wider the 3x3 convolutions are" },
    Field { name: "batch", default: 1, summary: "images" },
    Field { name: "image", default: 224, summary: "height and width of an image" },
    Field { name: "classes", default: 1000, summary: "classes" },
];

/// A convolution with the norm after it.
struct Conv {
    kernel: Value,
    norm: (Value, Value),
    size: i64,
}

/// A block: three convolutions, and the one beside them where sizes change.
struct Block {
    name: String,
    convs: [Conv; 3],
    beside: Option<Conv>,
    stride: i64,
}

/// Declares the parameters of a convolution from and to so many channels.
fn conv(m: &mut Model, name: &str, size: i64, from: i64, to: i64) -> Conv {
    let kernel = m.parameter(&format!("{name}.weight"), &[to, from, size, size]);
    let norm = (m.parameter(&format!("{name}.norm.weight"), &[to]), m.parameter(&format!("{name}.norm.bias"), &[to]));
    Conv { kernel, norm, size }
}

pub(super) fn build(sizes: &Sizes, m: &mut Model) -> Result<(), String> {
    let [layers, channels, width, b, n, classes] = ["layers", "channels", "width", "batch", "image", "classes"].map(|name| sizes.get(name));
    let counts = match layers {
        50 => [3, 4, 6, 3],
        101 => [3, 4, 23, 3],
        152 => [3, 8, 36, 3],
        other => return Err(format!("layers must be 50, 101 or 152, got {other}")),
    };
    let stem = conv(m, "stem", 7, 3, channels);
    let mut blocks = Vec::new();
    let mut from = channels;
    for (stage, count) in counts.into_iter().enumerate() {
        let inner = channels << stage;
        for number in 0..count {
            let name = format!("layer{}.{number}", stage + 1);
            let of = |part: &str| format!("{name}.{part}");
            let convs = [conv(m, &of("conv1"), 1, from, inner), conv(m, &of("conv2"), 3, inner, inner * width), conv(m, &of("conv3"), 1, inner * width, 4 * inner)];
            let beside = (number == 0).then(|| conv(m, &of("downsample"), 1, from, 4 * inner));
            let stride = if number == 0 && stage > 0 { 2 } else { 1 };
            blocks.push(Block { convs, beside, stride, name });
            from = 4 * inner;
        }
    }
    let head = (m.parameter("fc.weight", &[from, classes]), m.parameter("fc.bias", &[classes]));
    let x = m.input("x", TensorType::new(m.element(), &[b, 3, n, n]));
    let x = apply(m, x, &stem, 2, true)?;
    let mut x = pool(m, x)?;
    for block in &blocks {
        let y = apply(m, x, &block.convs[0], 1, true)?;
        let y = apply(m, y, &block.convs[1], block.stride, true)?;
        let y = apply(m, y, &block.convs[2], 1, false)?;
        let beside = match &block.beside {
            Some(conv) => apply(m, x, conv, block.stride, false)?,
            None => x,
        };
        let sum = m.b().add(y, beside)?;
        x = relu(m, sum)?;
        m.name(x, &block.name);
    }
    let dims = m.dims(x);
    let mut builder = m.b();
    let sum = builder.reduce_identity(x, &[2, 3], ReduceKind::Sum)?;
    let count = builder.splat_like(sum, (dims[2] * dims[3]) as f64)?;
    let mean = builder.divide(sum, count)?;
    let logits = m.linear(mean, head.0, 1, Some(head.1))?;
    m.result("logits", logits);
    Ok(())
}

fn apply(m: &mut Model, x: Value, conv: &Conv, stride: i64, rectified: bool) -> Made {
    let half = (conv.size - 1) / 2;
    let window = Window { strides: vec![stride; 2], padding: vec![[half; 2]; 2], ..Window::unit(2) };
    let y = m.b().convolution(x, conv.kernel, &ConvDims::nchw(2), &window, 1, 1)?;
    let y = batch_norm(m, y, conv.norm.0, conv.norm.1)?;
    if rectified { relu(m, y) } else { Ok(y) }
}

fn relu(m: &mut Model, x: Value) -> Made {
    let mut b = m.b();
    let zero = b.splat_like(x, 0.0)?;
    b.maximum(x, zero)
}

/// The largest of 3x3 at every second place.
fn pool(m: &mut Model, x: Value) -> Made {
    let element = m.element();
    let mut b = m.b();
    let least = b.scalar(element, f64::NEG_INFINITY)?;
    let window = Window { strides: vec![1, 1, 2, 2], padding: vec![[0; 2], [0; 2], [1; 2], [1; 2]], ..Window::unit(4) };
    b.reduce_window(x, least, &[1, 1, 3, 3], &window, ReduceKind::Max)
}

/// Normalisation of each channel over images and places, in single precision at least.
fn batch_norm(m: &mut Model, x: Value, weight: Value, bias: Value) -> Made {
    let element = m.element();
    let wide = if element.bits() < 32 { ElementType::F32 } else { element };
    let mut b = m.b();
    let x = b.convert_if_needed(x, wide)?;
    let dims = b.ty(x).dims.to_vec();
    let count = (dims[0] * dims[2] * dims[3]) as f64;
    let sum = b.reduce_identity(x, &[0, 2, 3], ReduceKind::Sum)?;
    let count = b.splat_like(sum, count)?;
    let mean = b.divide(sum, count)?;
    let mean = b.broadcast_in_dim(mean, &dims, &[1])?;
    let centred = b.subtract(x, mean)?;
    let square = b.multiply(centred, centred)?;
    let sum = b.reduce_identity(square, &[0, 2, 3], ReduceKind::Sum)?;
    let variance = b.divide(sum, count)?;
    let epsilon = b.splat_like(variance, 1e-5)?;
    let variance = b.add(variance, epsilon)?;
    let scale = b.rsqrt(variance)?;
    let scale = b.broadcast_in_dim(scale, &dims, &[1])?;
    let normal = b.multiply(centred, scale)?;
    let normal = b.convert_if_needed(normal, element)?;
    let (weight, bias) = (b.broadcast_in_dim(weight, &dims, &[1])?, b.broadcast_in_dim(bias, &dims, &[1])?);
    let scaled = b.multiply(normal, weight)?;
    b.add(scaled, bias)
}
