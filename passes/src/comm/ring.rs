//! Exchanges around a ring: tensors go from device to device of a group while a body works on them.
//!
//! A ring has streams, each one way around, and at most as many hops as make every device see every other's tensors. What travels is
//! either *whole*, sent on while the body works on it, or a *sum*, received while the body works out what it adds to it: in both cases
//! transfer and work of a step need nothing of each other. After `h` hops a device of place `i` in its group of `n` has what began at place
//! `i + h` (towards the one before) or `i - h` (towards the next), modulo `n`.
//! Invariants: a stream of `h` hops sends each of its tensors `h` times, whether by a loop or in a row, so a ring of `n - 1` hops sends what
//! an all-gather or a reduce-scatter sends; first and last steps stand outside the loop and their flags are known when it is built;
//! loops capture nothing: all that a body uses is handed to it.

use shardwright_dialects::local::{binary, compare, constant, index_constant, row};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Literal, OpId, TensorType, Value};

/// To which neighbour tensors are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Towards {
    /// The device before: what arrives comes from the one behind.
    Before,
    /// The next device.
    Next,
}

/// What goes one way around.
#[derive(Clone, Debug)]
pub struct Stream {
    /// Which way.
    pub towards: Towards,
    /// How many hops; at least one.
    pub hops: usize,
    /// Tensors that are sent on as they are.
    pub whole: Vec<Value>,
    /// Tensors that the body adds to at each step.
    pub sums: Vec<Value>,
}

/// A ring.
#[derive(Clone, Debug)]
pub struct Ring<'a> {
    /// Device ids: groups of equal size, in the order of the ring.
    pub groups: &'a [Vec<i64>],
    /// What travels.
    pub streams: Vec<Stream>,
    /// What the body carries from step to step on its device.
    pub carried: Vec<Value>,
    /// What the body uses of what is outside.
    pub fixed: Vec<Value>,
    /// Steps in a row up to so many; above it, a loop.
    pub unroll: usize,
}

/// What the body gets: one stream at one step.
#[derive(Clone, Copy, Debug)]
pub struct Step<'s> {
    /// The stream, by position. At each step the streams that are still on their way come in turn.
    pub stream: usize,
    /// Hops so far, a scalar of `ui32`.
    pub hop: Value,
    /// Whether nothing has been sent yet.
    pub first: bool,
    /// Whether this is the last step of the stream.
    pub last: bool,
    /// The stream's whole tensors as they are here.
    pub whole: &'s [Value],
    /// Its sums as they arrived.
    pub sums: &'s [Value],
    /// What is carried.
    pub carried: &'s [Value],
    /// What is outside, to be used here.
    pub fixed: &'s [Value],
}

/// What the body makes of a step: the stream's sums, and what is carried on.
pub type Stepped = (Vec<Value>, Vec<Value>);
/// Works on one stream at one step.
pub type RingBody<'a> = &'a mut dyn FnMut(&mut Builder<'_>, &Step) -> Result<Stepped, String>;

/// What a ring leaves.
#[derive(Clone, Debug)]
pub struct Rung {
    /// Of each stream its sums after its last step.
    pub sums: Vec<Vec<Value>>,
    /// What was carried to the end.
    pub carried: Vec<Value>,
    /// The ops that send.
    pub sends: Vec<OpId>,
}

/// Builds a ring at the builder's place.
///
/// # Errors
/// Groups that are not a ring, streams without hops or with more than the group allows, and the body's own.
pub fn ring(b: &mut Builder, ring: &Ring, body: RingBody) -> Result<Rung, String> {
    let size = ring.groups.first().map_or(0, Vec::len);
    if size < 2 || ring.groups.iter().any(|group| group.len() != size) {
        return Err(format!("a ring needs groups of one size of at least 2, the first has {size}"));
    }
    if let Some(wrong) = ring.streams.iter().find(|stream| stream.hops == 0 || stream.hops >= size) {
        return Err(format!("a stream in a ring of {size} devices has from 1 to {} hops, got {}", size - 1, wrong.hops));
    }
    let state = State {
        whole: ring.streams.iter().map(|stream| stream.whole.clone()).collect(),
        sums: ring.streams.iter().map(|stream| stream.sums.clone()).collect(),
        carried: ring.carried.clone(),
    };
    let most = ring.streams.iter().map(|stream| stream.hops).max().unwrap_or(0);
    let least = ring.streams.iter().map(|stream| stream.hops).min().unwrap_or(0);
    let mut work = Work { ring, body, sends: Vec::new() };
    let mut state = work.step(b, 0, None, state, &ring.fixed)?;
    let mut next = 1;
    // Steps 1 to least - 1 are alike: all streams arrive, and all are sent on.
    if most >= ring.unroll && least > 2 {
        state = work.looped(b, least, state)?;
        next = least;
    }
    for hop in next..=most {
        state = work.step(b, hop, None, state, &ring.fixed)?;
    }
    Ok(Rung { sums: state.sums, carried: state.carried, sends: work.sends })
}

/// The place of this device in its group, a scalar of `ui32`.
pub fn place(b: &mut Builder, groups: &[Vec<i64>]) -> Result<Value, String> {
    let devices = groups.iter().flatten().map(|&device| device + 1).max().unwrap_or(0);
    let mut table = vec![0i64; usize::try_from(devices).map_err(|_| "device ids must be at least 0")?];
    for group in groups {
        for (place, &device) in group.iter().enumerate() {
            *table.get_mut(usize::try_from(device).map_err(|_| "device ids must be at least 0")?).ok_or("device id out of range")? = place as i64;
        }
    }
    b.per_device(&table, ElementType::UI32)
}

/// The place in a group of `size` from which, after `hop` hops, what is at `place` came. All scalars of `ui32`.
pub fn origin(b: &mut Builder, size: usize, towards: Towards, place: Value, hop: Value) -> Result<Value, String> {
    let n = index_constant(b, size as i64)?;
    let sum = match towards {
        Towards::Before => binary(b, "stablehlo.add", place, hop)?,
        Towards::Next => {
            let over = binary(b, "stablehlo.add", place, n)?;
            binary(b, "stablehlo.subtract", over, hop)?
        }
    };
    binary(b, "stablehlo.remainder", sum, n)
}

/// The place at which what is at `place` after `hop` of `hops` hops will be after the last.
pub fn destination(b: &mut Builder, size: usize, towards: Towards, hops: usize, place: Value, hop: Value) -> Result<Value, String> {
    let hops = index_constant(b, hops as i64)?;
    let left = binary(b, "stablehlo.subtract", hops, hop)?;
    let opposite = if towards == Towards::Next { Towards::Before } else { Towards::Next };
    origin(b, size, opposite, place, left)
}

/// Sends tensors one hop. The ops go to `sends`.
///
/// # Errors
/// Those of the row.
pub fn shift(b: &mut Builder, groups: &[Vec<i64>], towards: Towards, values: &[Value], sends: &mut Vec<OpId>) -> Result<Vec<Value>, String> {
    let mut sent = Vec::with_capacity(values.len());
    for &value in values {
        let attrs = Attrs::new().with("source_target_pairs", pairs_attr(&pairs(groups, towards)));
        let ty = b.ty(value).clone();
        let op = b.op_of_types(row("stablehlo.collective_permute")?, &[value], attrs, &[], vec![ty.into()])?;
        sends.push(op);
        sent.push(b.func.result(op));
    }
    Ok(sent)
}

/// Sender and receiver of one hop in every group.
pub fn pairs(groups: &[Vec<i64>], towards: Towards) -> Vec<[i64; 2]> {
    let mut pairs = Vec::new();
    for group in groups {
        let n = group.len();
        pairs.extend((0..n).map(|at| match towards {
            Towards::Before => [group[at], group[(at + n - 1) % n]],
            Towards::Next => [group[at], group[(at + 1) % n]],
        }));
    }
    pairs
}

fn pairs_attr(pairs: &[[i64; 2]]) -> Attr {
    Attr::Dense(Literal::ints(ElementType::I64, &[pairs.len() as i64, 2], pairs.as_flattened()))
}

struct State {
    whole: Vec<Vec<Value>>,
    sums: Vec<Vec<Value>>,
    carried: Vec<Value>,
}

impl State {
    fn flat(&self) -> Vec<Value> {
        self.whole.iter().chain(&self.sums).flatten().chain(&self.carried).copied().collect()
    }
    /// The same with other values, in the order of [`State::flat`].
    fn refilled(&self, values: &[Value]) -> State {
        let mut values = values.iter().copied();
        let mut like = |lists: &[Vec<Value>]| lists.iter().map(|list| values.by_ref().take(list.len()).collect()).collect::<Vec<Vec<Value>>>();
        let (whole, sums) = (like(&self.whole), like(&self.sums));
        State { whole, sums, carried: values.take(self.carried.len()).collect() }
    }
}

struct Work<'a, 'r> {
    ring: &'a Ring<'r>,
    body: RingBody<'a>,
    sends: Vec<OpId>,
}

impl Work<'_, '_> {
    /// One step of all streams that are still on their way after `hop` hops; `counter` is that number where it is only known when the loop runs.
    fn step(&mut self, b: &mut Builder, hop: usize, counter: Option<Value>, mut state: State, fixed: &[Value]) -> Result<State, String> {
        let groups = self.ring.groups;
        let hop_value = match counter {
            Some(counter) => counter,
            None => index_constant(b, hop as i64)?,
        };
        let active: Vec<usize> = (0..self.ring.streams.len()).filter(|&at| hop <= self.ring.streams[at].hops).collect();
        let mut ahead = state.whole.clone();
        for &at in &active {
            let stream = &self.ring.streams[at];
            if hop < stream.hops {
                ahead[at] = shift(b, groups, stream.towards, &state.whole[at], &mut self.sends)?;
            }
            if hop > 0 {
                state.sums[at] = shift(b, groups, stream.towards, &state.sums[at], &mut self.sends)?;
            }
        }
        for &at in &active {
            let step = Step {
                stream: at,
                hop: hop_value,
                first: hop == 0,
                last: hop == self.ring.streams[at].hops,
                whole: &state.whole[at],
                sums: &state.sums[at],
                carried: &state.carried,
                fixed,
            };
            let (sums, carried) = (self.body)(b, &step)?;
            if (sums.len(), carried.len()) != (state.sums[at].len(), state.carried.len()) {
                return Err(format!("the body of a ring must give {} sums and {} carried values, got {} and {}", state.sums[at].len(), state.carried.len(), sums.len(), carried.len()));
            }
            state.sums[at] = sums;
            state.carried = carried;
        }
        state.whole = ahead;
        Ok(state)
    }

    /// Steps 1 to below `end` as a loop.
    fn looped(&mut self, b: &mut Builder, end: usize, state: State) -> Result<State, String> {
        let start = index_constant(b, 1)?;
        let values = state.flat();
        let inits: Vec<Value> = std::iter::once(start).chain(values.iter().copied()).chain(self.ring.fixed.iter().copied()).collect();
        let results = b.while_(
            &inits,
            &mut |b, args| {
                let end = index_constant(b, end as i64)?;
                Ok(vec![compare(b, "LT", args[0], end)?])
            },
            &mut |b, args| {
                let (inner, fixed) = (state.refilled(&args[1..1 + values.len()]), &args[1 + values.len()..]);
                let stepped = self.step(b, 1, Some(args[0]), inner, fixed)?;
                let one = constant(b, Literal::splat(TensorType::scalar(ElementType::UI32), &1u32.to_le_bytes()))?;
                let next = binary(b, "stablehlo.add", args[0], one)?;
                Ok(std::iter::once(next).chain(stepped.flat()).chain(fixed.iter().copied()).collect())
            },
        )?;
        Ok(state.refilled(&results[1..]))
    }
}
