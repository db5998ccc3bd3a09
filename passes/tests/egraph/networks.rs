//! The networks of TASO's and Tensat's evaluations, built by hand from their published shapes; inputs first, then weights.
//!
//! Two of BERT: with the attention as in those benchmarks, where its result is not used by the next layer (kept alive here by
//! being a result) and nothing but a product lies between layers; and the correct one, with scores scaled and normalised.
//! As there, the first state of NasRNN is a parameter.

use shardwright_dialects::func;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_dialects::stablehlo::dims::{ConvDims, Window};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Builder, ElementType, Func, OpState, Sym, TensorType, Value};

/// A network whose arguments are its inputs, then its weights from argument `.1` on.
pub struct Network {
    pub name: &'static str,
    pub func: Func,
    pub parameters_from: usize,
}

type Made<T> = Result<T, String>;

struct Net<'a> {
    b: Builder<'a>,
}

impl Net<'_> {
    fn weight(&mut self, dims: &[i64]) -> Value {
        self.b.func.add_arg(TensorType::new(ElementType::F32, dims))
    }
    fn dims(&self, x: Value) -> Vec<i64> {
        self.b.ty(x).dims.to_vec()
    }
    fn matmul(&mut self, x: Value, y: Value) -> Made<Value> {
        let rank = self.b.ty(x).rank() as i64;
        let batch: Vec<i64> = (0..rank - 2).collect();
        self.b.dot_general(x, y, (&batch, &batch), (&[rank - 1], &[rank - 2]), ElementType::F32)
    }
    fn relu(&mut self, x: Value) -> Made<Value> {
        let zero = self.b.splat_like(x, 0.0)?;
        self.b.maximum(x, zero)
    }
    fn conv(&mut self, x: Value, out: i64, kernel: (i64, i64), stride: i64, groups: i64, active: bool) -> Made<Value> {
        let input = self.dims(x)[1];
        let k = self.weight(&[out, input / groups, kernel.0, kernel.1]);
        let mut window = Window::unit(2);
        window.strides = vec![stride; 2];
        window.padding = vec![[kernel.0 / 2; 2], [kernel.1 / 2; 2]];
        let y = self.b.convolution(x, k, &ConvDims::nchw(2), &window, groups, 1)?;
        if active { self.relu(y) } else { Ok(y) }
    }
    /// Without padding.
    fn valid(&mut self, x: Value, out: i64, kernel: i64, stride: i64) -> Made<Value> {
        let k = self.weight(&[out, self.b.ty(x).dims[1], kernel, kernel]);
        let mut window = Window::unit(2);
        window.strides = vec![stride; 2];
        let y = self.b.convolution(x, k, &ConvDims::nchw(2), &window, 1, 1)?;
        self.relu(y)
    }
    /// One after the other: features, height and width of the kernel.
    fn chain(&mut self, x: Value, steps: &[(i64, i64, i64)]) -> Made<Value> {
        steps.iter().try_fold(x, |x, &(out, height, width)| self.conv(x, out, (height, width), 1, 1, true))
    }
    /// A filter for each feature, then one that mixes them.
    fn separable(&mut self, x: Value, kernel: i64, stride: i64) -> Made<Value> {
        let features = self.dims(x)[1];
        let y = self.conv(x, features, (kernel, kernel), stride, features, false)?;
        self.conv(y, features, (1, 1), 1, 1, false)
    }
    fn pool(&mut self, x: Value, kind: ReduceKind, size: i64, stride: i64, pad: i64) -> Made<Value> {
        let mut window = Window::unit(4);
        window.strides = vec![1, 1, stride, stride];
        window.padding = vec![[0, 0], [0, 0], [pad, pad], [pad, pad]];
        let number = if kind == ReduceKind::Max { f64::NEG_INFINITY } else { 0.0 };
        let init = self.b.scalar(ElementType::F32, number)?;
        let y = self.b.reduce_window(x, init, &[1, 1, size, size], &window, kind)?;
        if kind == ReduceKind::Max {
            return Ok(y);
        }
        let scale = self.b.splat_like(y, 1.0 / (size * size) as f64)?;
        self.b.multiply(y, scale)
    }
    fn concat(&mut self, parts: &[Value]) -> Made<Value> {
        self.b.concatenate(parts, 1)
    }
}

fn network(name: &'static str, inputs: &[&[i64]], build: impl FnOnce(&mut Net, &[Value]) -> Made<Vec<Value>>) -> Made<Network> {
    let mut func = Func::new(Sym::new("main"));
    let args: Vec<Value> = inputs.iter().map(|dims| func.add_arg(TensorType::new(ElementType::F32, dims))).collect();
    let mut net = Net { b: Builder::at_end(&mut func) };
    let results = build(&mut net, &args)?;
    let types = results.iter().map(|&value| func.ty(value).clone()).collect();
    let body = func.body();
    func.append(body, OpState::new(&func::return_::INFO, &results, Vec::new()));
    func.set_results(types);
    Ok(Network { name, func, parameters_from: inputs.len() })
}

fn bert(name: &'static str, layers: usize, correct: bool) -> Made<Network> {
    let (length, width, heads) = (64, 1024, 16);
    network(name, &[&[length, width]], |net, args| {
        let mut x = if correct { args[0] } else { net.relu(args[0])? };
        let mut alive = Vec::new();
        for _ in 0..layers {
            let split = |net: &mut Net, x: Value| -> Made<Value> {
                let w = net.weight(&[width, width]);
                let y = net.matmul(x, w)?;
                let y = net.b.reshape(y, &[length, heads, width / heads])?;
                net.b.transpose(y, &[1, 0, 2])
            };
            let (q, k, v) = (split(net, x)?, split(net, x)?, split(net, x)?);
            let mut scores = if correct {
                net.b.dot_general(q, k, (&[0], &[0]), (&[2], &[2]), ElementType::F32)?
            } else {
                net.matmul(q, k)?
            };
            if correct {
                let scale = net.b.splat_like(scores, 0.125)?;
                scores = net.b.multiply(scores, scale)?;
                let ty = net.b.ty(scores).dims.to_vec();
                let most = net.b.reduce_identity(scores, &[2], ReduceKind::Max)?;
                let most = net.b.broadcast_in_dim(most, &ty, &[0, 1])?;
                let shifted = net.b.subtract(scores, most)?;
                let e = net.b.exp(shifted)?;
                let sum = net.b.reduce_identity(e, &[2], ReduceKind::Sum)?;
                let sum = net.b.broadcast_in_dim(sum, &ty, &[0, 1])?;
                scores = net.b.divide(e, sum)?;
            }
            let attended = net.matmul(scores, v)?;
            let attended = net.b.transpose(attended, &[1, 0, 2])?;
            let attended = net.b.reshape(attended, &[length, width])?;
            let w = net.weight(&[width, width]);
            if correct {
                let y = net.matmul(attended, w)?;
                x = net.b.add(x, y)?;
                let (up, down) = (net.weight(&[width, width]), net.weight(&[width, width]));
                let y = net.matmul(x, up)?;
                let y = net.relu(y)?;
                let y = net.matmul(y, down)?;
                x = net.b.add(x, y)?;
            } else {
                alive.push(attended);
                x = net.matmul(x, w)?;
            }
        }
        alive.push(x);
        Ok(alive)
    })
}

fn nasrnn() -> Made<Network> {
    let (width, steps) = (512, 5);
    let shapes: Vec<&[i64]> = vec![&[1, 512]; steps];
    network("NasRNN", &shapes, |net, args| {
        let mut state = net.weight(&[1, width]);
        for &x in args {
            let mut sums = Vec::new();
            for _ in 0..8 {
                let (w, u) = (net.weight(&[width, width]), net.weight(&[width, width]));
                let (a, b) = (net.matmul(x, w)?, net.matmul(state, u)?);
                sums.push(net.b.add(a, b)?);
            }
            let (a, b) = (net.relu(sums[0])?, net.b.logistic(sums[3])?);
            let first = net.b.add(a, b)?;
            let (a, b) = (net.b.logistic(sums[1])?, net.b.tanh(sums[2])?);
            let second = net.b.add(a, b)?;
            let (a, b) = (net.b.logistic(sums[4])?, net.b.tanh(sums[5])?);
            let third = net.b.multiply(a, b)?;
            let (a, b) = (net.b.logistic(sums[6])?, net.relu(sums[7])?);
            let fourth = net.b.multiply(a, b)?;
            let (a, b) = (net.b.logistic(second)?, net.b.tanh(third)?);
            let inner = net.b.add(a, b)?;
            let (a, b) = (net.b.tanh(first)?, net.b.tanh(fourth)?);
            let outer = net.b.multiply(a, b)?;
            let (a, b) = (net.b.tanh(inner)?, net.b.tanh(outer)?);
            let y = net.b.multiply(a, b)?;
            state = net.b.tanh(y)?;
        }
        Ok(vec![state])
    })
}

fn resnext50() -> Made<Network> {
    network("ResNeXt-50", &[&[1, 3, 224, 224]], |net, args| {
        let mut x = net.conv(args[0], 64, (7, 7), 2, 1, true)?;
        x = net.pool(x, ReduceKind::Max, 3, 2, 1)?;
        for (count, width, first) in [(3, 128, 1), (4, 256, 2), (6, 512, 2), (3, 1024, 2)] {
            for block in 0..count {
                let stride = if block == 0 { first } else { 1 };
                let y = net.conv(x, width, (1, 1), 1, 1, true)?;
                let y = net.conv(y, width, (3, 3), stride, 32, true)?;
                let y = net.conv(y, 2 * width, (1, 1), 1, 1, false)?;
                let same = stride == 1 && net.dims(x)[1] == 2 * width;
                let short = if same { x } else { net.conv(x, 2 * width, (1, 1), stride, 1, true)? };
                let sum = net.b.add(y, short)?;
                x = net.relu(sum)?;
            }
        }
        Ok(vec![x])
    })
}

fn squeezenet() -> Made<Network> {
    network("SqueezeNet", &[&[1, 3, 224, 224]], |net, args| {
        let mut x = net.conv(args[0], 64, (3, 3), 2, 1, true)?;
        x = net.pool(x, ReduceKind::Max, 3, 2, 0)?;
        for (squeeze, expand, pool) in [(16, 64, false), (16, 64, true), (32, 128, false), (32, 128, true), (48, 192, false), (48, 192, false), (64, 256, false), (64, 256, false)] {
            let s = net.conv(x, squeeze, (1, 1), 1, 1, true)?;
            let (one, three) = (net.conv(s, expand, (1, 1), 1, 1, true)?, net.conv(s, expand, (3, 3), 1, 1, true)?);
            x = net.concat(&[one, three])?;
            if pool {
                x = net.pool(x, ReduceKind::Max, 3, 2, 0)?;
            }
        }
        x = net.conv(x, 1000, (1, 1), 1, 1, true)?;
        Ok(vec![x])
    })
}

fn inception() -> Made<Network> {
    network("Inception-v3", &[&[1, 3, 299, 299]], |net, args| {
        let mut x = net.valid(args[0], 32, 3, 2)?;
        x = net.valid(x, 32, 3, 1)?;
        x = net.conv(x, 64, (3, 3), 1, 1, true)?;
        x = net.pool(x, ReduceKind::Max, 3, 2, 0)?;
        x = net.conv(x, 80, (1, 1), 1, 1, true)?;
        x = net.valid(x, 192, 3, 1)?;
        x = net.pool(x, ReduceKind::Max, 3, 2, 0)?;
        for pooled in [32, 64, 64] {
            let a = net.conv(x, 64, (1, 1), 1, 1, true)?;
            let b = net.chain(x, &[(48, 1, 1), (64, 5, 5)])?;
            let c = net.chain(x, &[(64, 1, 1), (96, 3, 3), (96, 3, 3)])?;
            let d = net.pool(x, ReduceKind::Sum, 3, 1, 1)?;
            let d = net.conv(d, pooled, (1, 1), 1, 1, true)?;
            x = net.concat(&[a, b, c, d])?;
        }
        let a = net.valid(x, 384, 3, 2)?;
        let b = net.chain(x, &[(64, 1, 1), (96, 3, 3)])?;
        let b = net.valid(b, 96, 3, 2)?;
        let c = net.pool(x, ReduceKind::Max, 3, 2, 0)?;
        x = net.concat(&[a, b, c])?;
        for width in [128, 160, 160, 192] {
            let a = net.conv(x, 192, (1, 1), 1, 1, true)?;
            let b = net.chain(x, &[(width, 1, 1), (width, 1, 7), (192, 7, 1)])?;
            let c = net.chain(x, &[(width, 1, 1), (width, 7, 1), (width, 1, 7), (width, 7, 1), (192, 1, 7)])?;
            let d = net.pool(x, ReduceKind::Sum, 3, 1, 1)?;
            let d = net.conv(d, 192, (1, 1), 1, 1, true)?;
            x = net.concat(&[a, b, c, d])?;
        }
        let a = net.conv(x, 192, (1, 1), 1, 1, true)?;
        let a = net.valid(a, 320, 3, 2)?;
        let b = net.chain(x, &[(192, 1, 1), (192, 1, 7), (192, 7, 1)])?;
        let b = net.valid(b, 192, 3, 2)?;
        let c = net.pool(x, ReduceKind::Max, 3, 2, 0)?;
        x = net.concat(&[a, b, c])?;
        for _ in 0..2 {
            let a = net.conv(x, 320, (1, 1), 1, 1, true)?;
            let b = net.conv(x, 384, (1, 1), 1, 1, true)?;
            let (b1, b2) = (net.conv(b, 384, (1, 3), 1, 1, true)?, net.conv(b, 384, (3, 1), 1, 1, true)?);
            let c = net.chain(x, &[(448, 1, 1), (384, 3, 3)])?;
            let (c1, c2) = (net.conv(c, 384, (1, 3), 1, 1, true)?, net.conv(c, 384, (3, 1), 1, 1, true)?);
            let d = net.pool(x, ReduceKind::Sum, 3, 1, 1)?;
            let d = net.conv(d, 192, (1, 1), 1, 1, true)?;
            x = net.concat(&[a, b1, b2, c1, c2, d])?;
        }
        Ok(vec![x])
    })
}

fn nasnet_a() -> Made<Network> {
    network("NasNet-A", &[&[1, 3, 224, 224]], |net, args| {
        let mut x = net.conv(args[0], 64, (7, 7), 2, 1, true)?;
        x = net.pool(x, ReduceKind::Max, 3, 2, 1)?;
        for stage in 0..3 {
            let width = 128 << stage;
            let (mut before, mut now) = (x, x);
            for _ in 0..5 {
                let (c, p) = (net.conv(now, width, (1, 1), 1, 1, true)?, net.conv(before, width, (1, 1), 1, 1, true)?);
                let average = |net: &mut Net, x: Value| net.pool(x, ReduceKind::Sum, 3, 1, 1);
                let pairs = [
                    (net.separable(c, 3, 1)?, c),
                    (net.separable(p, 3, 1)?, net.separable(c, 3, 1)?),
                    (average(net, c)?, p),
                    (average(net, p)?, average(net, p)?),
                    (net.separable(p, 3, 1)?, net.separable(p, 3, 1)?),
                ];
                let sums = pairs.iter().map(|&(a, b)| net.b.add(a, b)).collect::<Made<Vec<Value>>>()?;
                (before, now) = (now, net.concat(&sums)?);
            }
            let width = 2 * width;
            let (c, p) = (net.conv(now, width, (1, 1), 1, 1, true)?, net.conv(before, width, (1, 1), 1, 1, true)?);
            let (a, b) = (net.separable(p, 7, 2)?, net.separable(c, 5, 2)?);
            let first = net.b.add(a, b)?;
            let (a, b) = (net.pool(c, ReduceKind::Max, 3, 2, 1)?, net.separable(p, 7, 2)?);
            let second = net.b.add(a, b)?;
            let (a, b) = (net.pool(c, ReduceKind::Sum, 3, 2, 1)?, net.separable(p, 5, 2)?);
            let third = net.b.add(a, b)?;
            let (a, b) = (net.pool(c, ReduceKind::Max, 3, 2, 1)?, net.separable(first, 3, 1)?);
            let fourth = net.b.add(a, b)?;
            let a = net.pool(first, ReduceKind::Sum, 3, 1, 1)?;
            let fifth = net.b.add(a, second)?;
            x = net.concat(&[first, second, third, fourth, fifth])?;
        }
        Ok(vec![x])
    })
}

/// All networks.
pub fn networks() -> Made<Vec<Network>> {
    Ok(vec![bert("BERT (as in TASO)", 8, false)?, bert("BERT (correct)", 8, true)?, nasrnn()?, resnext50()?, squeezenet()?, inception()?, nasnet_a()?])
}
