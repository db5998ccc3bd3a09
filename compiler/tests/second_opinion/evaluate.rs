//! Runs what `mlir-opt` made of a program: all devices side by side, op by op.
//!
//! Independent of our own evaluation and of our own translation. Invariants: numbers are `f64`, rounded to `f32` after each op on floats; an op that is
//! not known here is an error, never skipped.

use super::text::{Block, Op, dims, numbers, split};
use std::collections::HashMap;

/// A tensor, or a scalar (no dimensions).
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub dims: Vec<i64>,
    pub data: Vec<f64>,
}

type Env = HashMap<String, Array>;
type Made<T> = Result<T, String>;

impl Array {
    fn scalar(value: f64) -> Array {
        Array { dims: vec![], data: vec![value] }
    }
    fn filled(dims: Vec<i64>, value: f64) -> Array {
        let count = dims.iter().product::<i64>();
        Array { dims, data: vec![value; count as usize] }
    }
    /// Part `index` of `count` equal ones along a dimension.
    fn part(&self, dim: usize, index: usize, count: usize) -> Array {
        let size = self.dims[dim] as usize / count;
        let inner = self.dims[dim + 1..].iter().product::<i64>() as usize;
        let rows = self.data.chunks(self.dims[dim] as usize * inner);
        let mut dims = self.dims.clone();
        dims[dim] = size as i64;
        Array { dims, data: rows.flat_map(|row| row[index * size * inner..(index + 1) * size * inner].to_vec()).collect() }
    }
    fn joined(parts: &[Array], dim: usize) -> Array {
        let mut dims = parts[0].dims.clone();
        dims[dim] = parts.iter().map(|part| part.dims[dim]).sum();
        let inner = |part: &Array| part.dims[dim..].iter().product::<i64>() as usize;
        let outer = parts[0].dims[..dim].iter().product::<i64>() as usize;
        let data = (0..outer).flat_map(|row| parts.iter().flat_map(move |part| part.data[row * inner(part)..(row + 1) * inner(part)].to_vec())).collect();
        Array { dims, data }
    }
}

/// The main function's results by device, from its arguments by device.
pub fn run(module: &Op, arguments: &[Vec<Array>]) -> Made<Vec<Vec<Array>>> {
    let top = &module.regions[0].ops;
    let grid = top.iter().find(|op| op.name == "shard.grid").map(|op| op.numbers("shape")).ok_or("no grid")?;
    let main = top.iter().find(|op| op.name == "func.func").ok_or("no function")?;
    let block = &main.regions[0];
    let mut envs: Vec<Env> = Vec::new();
    for row in arguments {
        for ((_, ty), argument) in block.arguments.iter().zip(row) {
            if dims(ty) != argument.dims {
                return Err(format!("an argument is {ty}, ours is {:?}", argument.dims));
            }
        }
        envs.push(block.arguments.iter().map(|(name, _)| name.clone()).zip(row.iter().cloned()).collect());
    }
    let devices: Vec<usize> = (0..envs.len()).collect();
    Run { grid }.block(block, &mut envs, &devices)
}

struct Run {
    grid: Vec<i64>,
}

impl Run {
    /// A device's place along some axes of the grid, in the order of the axes.
    fn place(&self, device: usize, axes: &[i64]) -> usize {
        axes.iter().fold(0, |place, &axis| {
            let inner: i64 = self.grid[axis as usize + 1..].iter().product();
            place * self.grid[axis as usize] as usize + device / inner as usize % self.grid[axis as usize] as usize
        })
    }
    /// Devices that differ from this one along the axes only, in order.
    fn group(&self, device: usize, axes: &[i64]) -> Vec<usize> {
        let others: Vec<i64> = (0..self.grid.len() as i64).filter(|axis| !axes.contains(axis)).collect();
        let count = self.grid.iter().product::<i64>() as usize;
        let mut group: Vec<usize> = (0..count).filter(|&other| self.place(other, &others) == self.place(device, &others)).collect();
        group.sort_by_key(|&other| self.place(other, axes));
        group
    }

    /// Runs a block on some devices; gives what it returns by device.
    fn block(&self, block: &Block, envs: &mut [Env], devices: &[usize]) -> Made<Vec<Vec<Array>>> {
        for op in &block.ops {
            let read = |env: &Env| op.operands.iter().map(|name| env.get(name).cloned().ok_or_else(|| format!("{name} is not there"))).collect::<Made<Vec<_>>>();
            if matches!(op.name.as_str(), "func.return" | "scf.yield") {
                return envs.iter().map(read).collect();
            }
            let operands = envs.iter().map(read).collect::<Made<Vec<_>>>()?;
            let all = envs.len() == self.grid.iter().product::<i64>() as usize;
            for (index, &device) in devices.iter().enumerate() {
                let results = match op.name.as_str() {
                    "scf.if" => {
                        let region = &op.regions[if operands[index][0].data[0] != 0.0 { 0 } else { 1 }];
                        let mut inner = vec![envs[index].clone()];
                        self.block(region, &mut inner, &[device])?.remove(0)
                    }
                    name if name.starts_with("shard.all_") && name != "shard.all_slice" => {
                        let members: Vec<&Array> = self.group(device, &op.numbers("grid_axes")).into_iter().map(|other| all.then(|| &operands[other][0]).ok_or("a collective inside a branch")).collect::<Result<_, _>>()?;
                        vec![self.collective(op, device, &members)?]
                    }
                    _ => self.local(op, device, &operands[index], &envs[index])?,
                };
                for ((name, ty), made) in op.results.iter().zip(&op.result_types).zip(&results) {
                    if ty.starts_with("tensor") && !ty.contains('?') && dims(ty) != made.dims {
                        return Err(format!("{} should give {ty}, gives {:?}", op.name, made.dims));
                    }
                    envs[index].insert(name.clone(), made.clone());
                }
            }
        }
        Err("a block without an end".to_owned())
    }

    fn collective(&self, op: &Op, device: usize, members: &[&Array]) -> Made<Array> {
        let axis = |name: &str| op.attribute(name).map(|text| numbers(text)[0] as usize).ok_or_else(|| format!("{} without {name}", op.name));
        let mine = self.place(device, &op.numbers("grid_axes"));
        Ok(match op.name.as_str() {
            "shard.all_reduce" => {
                let kind = op.attribute("reduction").unwrap_or("#shard<partial sum>");
                let combine: fn(f64, f64) -> f64 = match kind {
                    "#shard<partial sum>" => |a, b| round(a + b),
                    "#shard<partial max>" => f64::max,
                    _ => return Err(format!("no reduction {kind}")),
                };
                let mut sum = members[0].clone();
                for other in &members[1..] {
                    sum.data.iter_mut().zip(&other.data).for_each(|(sum, value)| *sum = combine(*sum, *value));
                }
                sum
            }
            "shard.all_gather" => Array::joined(&members.iter().map(|&member| member.clone()).collect::<Vec<_>>(), axis("gather_axis")?),
            "shard.all_to_all" => {
                let (split, concat) = (axis("split_axis")?, axis("concat_axis")?);
                Array::joined(&members.iter().map(|member| member.part(split, mine, members.len())).collect::<Vec<_>>(), concat)
            }
            name => return Err(format!("{name} is not known here")),
        })
    }

    fn local(&self, op: &Op, device: usize, x: &[Array], env: &Env) -> Made<Vec<Array>> {
        Ok(vec![match op.name.as_str() {
            "arith.constant" => constant(op.attribute("value").ok_or("a constant without a value")?)?,
            "tensor.cast" => x[0].clone(),
            // The one map that upstream makes: a place along two axes.
            "affine.apply" if op.attribute("map") == Some("affine_map<()[s0, s1, s2] -> (s0 * s1 + s2)>") => Array::scalar(x[0].data[0] * x[1].data[0] + x[2].data[0]),
            "tensor.empty" => Array::filled(dims(&op.result_types[0]), f64::NAN),
            "linalg.fill" => Array::filled(x[1].dims.clone(), x[0].data[0]),
            "linalg.generic" => return loops(op, x, env),
            "shard.process_multi_index" => return Ok(op.numbers("axes").iter().map(|&axis| Array::scalar(self.place(device, &[axis]) as f64)).collect()),
            "shard.grid_shape" => return Ok(op.numbers("axes").iter().map(|&axis| Array::scalar(self.grid[axis as usize] as f64)).collect()),
            "shard.all_slice" => {
                let axes = op.numbers("grid_axes");
                let dim = op.attribute("slice_axis").map(numbers).ok_or("no slice_axis")?[0] as usize;
                x[0].part(dim, self.place(device, &axes), self.group(device, &axes).len())
            }
            _ => {
                let numbers: Vec<f64> = x.iter().map(|x| x.data[0]).collect();
                Array::scalar(scalar(op, &numbers)?)
            }
        }])
    }
}

fn round(value: f64) -> f64 {
    f64::from(value as f32)
}

/// `1.0 : f32`, `0xFF800000 : f32`, `0 : index`, `true`, or `dense<…>` of one number.
fn constant(text: &str) -> Made<Array> {
    if let Some((number, ty)) = text.strip_prefix("dense<").and_then(|rest| rest.rsplit_once("> : ")) {
        return Ok(Array::filled(dims(ty), constant(&format!("{number} : f32"))?.data[0]));
    }
    let number = text.split(" : ").next().unwrap_or(text);
    let value = match (number, number.strip_prefix("0x")) {
        ("true", _) => 1.0,
        ("false", _) => 0.0,
        (_, Some(digits)) => f64::from(f32::from_bits(u32::from_str_radix(digits, 16).map_err(|why| format!("{text}: {why}"))?)),
        _ => number.parse().map_err(|why| format!("{text}: {why}"))?,
    };
    Ok(Array::scalar(value))
}

/// A loop nest.
fn loops(op: &Op, x: &[Array], env: &Env) -> Made<Vec<Array>> {
    let maps = op.attribute("indexing_maps").ok_or("no maps")?;
    let maps: Vec<Vec<&str>> = split(&maps[1..maps.len() - 1]).iter().filter_map(|map| Some(split(map.split_once("-> (")?.1.trim_end_matches('>').trim_end_matches(')')))).collect();
    let kinds = split(op.attribute("iterator_types").map_or("", |text| &text[1..text.len() - 1])).len();
    let mut sizes = vec![0; kinds];
    let loop_of = |entry: &str| entry.strip_prefix('d').and_then(|number| number.parse::<usize>().ok());
    for (map, array) in maps.iter().zip(x) {
        for (entry, &size) in map.iter().zip(&array.dims) {
            match loop_of(entry) {
                Some(index) if sizes[index] == 0 || sizes[index] == size => sizes[index] = size,
                Some(index) => return Err(format!("{}: loop {index} runs to {} and to {size}", op.name, sizes[index])),
                None if entry.parse::<i64>().is_ok() => {}
                None => return Err(format!("no map entry {entry}")),
            }
        }
    }
    let outputs = op.results.len();
    let mut made: Vec<Array> = x[x.len() - outputs..].to_vec();
    let body = &op.regions[0];
    let mut at = vec![0i64; kinds];
    for _ in 0..sizes.iter().product::<i64>() {
        let place = |map: &[&str], array: &Array| map.iter().zip(&array.dims).fold(0, |place, (entry, size)| place * size + loop_of(entry).map_or_else(|| entry.parse().unwrap_or(0), |index| at[index])) as usize;
        let mut values: HashMap<&str, f64> = HashMap::new();
        for (index, (name, _)) in body.arguments.iter().enumerate() {
            let array = if index < x.len() - outputs { &x[index] } else { &made[index + outputs - x.len()] };
            values.insert(name, array.data[place(&maps[index], array)]);
        }
        for inner in &body.ops {
            let read = |name: &String| values.get(name.as_str()).copied().or_else(|| env.get(name).map(|array| array.data[0])).ok_or_else(|| format!("{name} is not there"));
            let operands = inner.operands.iter().map(read).collect::<Made<Vec<f64>>>()?;
            match inner.name.as_str() {
                "linalg.yield" => {
                    for (index, value) in operands.iter().enumerate() {
                        let to = place(&maps[x.len() - outputs + index], &made[index]);
                        made[index].data[to] = *value;
                    }
                }
                "arith.constant" => _ = values.insert(&inner.results[0], constant(inner.attribute("value").unwrap_or(""))?.data[0]),
                _ => _ = values.insert(&inner.results[0], scalar(inner, &operands)?),
            }
        }
        for index in (0..kinds).rev() {
            at[index] += 1;
            if at[index] < sizes[index] {
                break;
            }
            at[index] = 0;
        }
    }
    Ok(made)
}

fn scalar(op: &Op, x: &[f64]) -> Made<f64> {
    Ok(match op.name.as_str() {
        "arith.addf" => round(x[0] + x[1]),
        "arith.subf" => round(x[0] - x[1]),
        "arith.mulf" => round(x[0] * x[1]),
        "arith.divf" => round(x[0] / x[1]),
        "arith.maximumf" => x[0].max(x[1]),
        "arith.minimumf" => x[0].min(x[1]),
        "arith.negf" => -x[0],
        "math.tanh" => round(x[0].tanh()),
        "math.exp" => round(x[0].exp()),
        "math.cos" => round(x[0].cos()),
        "math.absf" => x[0].abs(),
        "arith.select" => if x[0] != 0.0 { x[1] } else { x[2] },
        "arith.cmpf" => match op.attribute("predicate") {
            Some("2 : i64") => f64::from(u8::from(x[0] > x[1])),
            other => return Err(format!("no comparison {other:?}")),
        },
        "arith.cmpi" => match op.attribute("predicate") {
            Some("0 : i64") => f64::from(u8::from(x[0] == x[1])),
            other => return Err(format!("no comparison {other:?}")),
        },
        name => return Err(format!("{name} is not known here")),
    })
}
