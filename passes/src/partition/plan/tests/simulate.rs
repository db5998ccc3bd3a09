//! Plans carried out on devices whose shards hold, instead of numbers, which element each place is and which partial results it sums.
//!
//! Collectives are done as they are on devices (pad, exchange, join, trim), by what they say, not by what the lowering does.

use super::super::*;

/// One place of a shard: the element's index in the whole tensor (`None` for padding), and a bit for each partial result in it.
type Place = Option<(i64, u64)>;

/// One device's shard, row-major.
#[derive(Clone)]
struct Shard {
    sizes: Vec<i64>,
    data: Vec<Place>,
}

impl Shard {
    fn build(sizes: &[i64], mut at: impl FnMut(&[i64]) -> Place) -> Shard {
        let count: i64 = sizes.iter().product();
        let mut index = vec![0; sizes.len()];
        let data = (0..count)
            .map(|flat| {
                let mut rest = flat;
                for dim in (0..sizes.len()).rev() {
                    index[dim] = rest % sizes[dim];
                    rest /= sizes[dim];
                }
                at(&index)
            })
            .collect();
        Shard { sizes: sizes.to_vec(), data }
    }
    /// Padding beyond the end.
    fn get(&self, index: &[i64]) -> Place {
        let mut flat = 0;
        for (&at, &size) in index.iter().zip(&self.sizes) {
            if at >= size {
                return None;
            }
            flat = flat * size + at;
        }
        self.data[flat as usize]
    }
}

fn local(mesh: &Mesh, sizes: &[i64], dims: &DimAxes) -> Vec<i64> {
    sizes.iter().zip(dims).map(|(&size, axes)| (size + mesh.shards(axes) - 1) / mesh.shards(axes)).collect()
}

/// What every device holds under `placement` when the partial results of the source are those along `all`.
fn holding(mesh: &Mesh, sizes: &[i64], placement: &Placement, all: &[AxisRef]) -> Vec<Shard> {
    let parts = local(mesh, sizes, &placement.dims);
    let one = |device: i64| {
        // The partial results that agree with the device along what is still partial.
        let agree = |other: &i64| placement.partial.iter().all(|axis| mesh.coordinate(*other, axis) == mesh.coordinate(device, axis));
        let sums = (0..mesh.num_devices()).filter(agree).fold(0u64, |mask, other| mask | 1 << mesh.shard_index(other, all));
        Shard::build(&parts, |index| {
            let mut flat = 0;
            for dim in 0..sizes.len() {
                let at = mesh.shard_index(device, &placement.dims[dim]) * parts[dim] + index[dim];
                if at >= sizes[dim] {
                    return None;
                }
                flat = flat * sizes[dim] + at;
            }
            Some((flat, sums))
        })
    };
    (0..mesh.num_devices()).map(one).collect()
}

fn add(left: Place, right: Place) -> Result<Place, String> {
    match (left, right) {
        (None, None) => Ok(None),
        (Some((left, ours)), Some((right, theirs))) if left == right && ours & theirs == 0 => Ok(Some((left, ours | theirs))),
        _ => Err(format!("{left:?} is added to {right:?}")),
    }
}

fn sum(shards: &[Shard], group: &[i64], index: &[i64]) -> Result<Place, String> {
    group[1..].iter().try_fold(shards[group[0] as usize].get(index), |total, &other| add(total, shards[other as usize].get(index)))
}

/// One step on all devices at once.
struct Exchange<'a> {
    mesh: &'a Mesh,
    before: &'a Placement,
    shards: &'a [Shard],
    /// Sizes of shards after it.
    after: Vec<i64>,
}

impl Exchange<'_> {
    /// The devices that exchange with `device` along `axes`, by their coordinates along them.
    fn group(&self, device: i64, axes: &[AxisRef]) -> Vec<i64> {
        self.mesh.groups(axes).into_iter().find(|group| group.contains(&device)).expect("every device is in a group")
    }

    /// Where `index` of the part that `device` is to have of dimensions cut along `cut` lies before the cut.
    fn shift(&self, index: &[i64], device: i64, cut: &DimAxes) -> Vec<i64> {
        let one = |dim: usize| index[dim] + if cut[dim].is_empty() { 0 } else { self.mesh.shard_index(device, &cut[dim]) * self.after[dim] };
        (0..index.len()).map(one).collect()
    }

    fn fits(&self, cut: &DimAxes) -> Result<(), String> {
        let sizes = &self.shards[0].sizes;
        match (0..cut.len()).find(|&dim| !cut[dim].is_empty() && self.after[dim] * self.mesh.shards(&cut[dim]) < sizes[dim]) {
            Some(dim) => Err(format!("dimension {dim} of {} does not fit into parts of {}", sizes[dim], self.after[dim])),
            None => Ok(()),
        }
    }

    /// `device` receives from its group along `lose` the parts that are joined, each cut along `gain`.
    fn joined(&self, device: i64, lose: &DimAxes, gain: &DimAxes) -> Result<Shard, String> {
        self.fits(gain)?;
        let axes: Vec<AxisRef> = lose.iter().flatten().copied().collect();
        let group = self.group(device, &axes);
        let held = &self.shards[device as usize].sizes;
        Ok(Shard::build(&self.after, |index| {
            // Along a dimension that is joined, the place says who held it.
            let mut at = 0;
            let mut inner = index.to_vec();
            for dim in (0..index.len()).filter(|&dim| !lose[dim].is_empty()) {
                at = at * self.mesh.shards(&lose[dim]) + index[dim] / held[dim].max(1);
                inner[dim] = index[dim] % held[dim].max(1);
            }
            self.shards[group[at as usize] as usize].get(&self.shift(&inner, device, gain))
        }))
    }

    fn reduced(&self, device: i64, axes: &[AxisRef], cut: &DimAxes) -> Result<Shard, String> {
        self.fits(cut)?;
        let group = self.group(device, axes);
        let mut failed = None;
        let shard = Shard::build(&self.after, |index| {
            sum(self.shards, &group, &self.shift(index, device, cut)).unwrap_or_else(|why| {
                failed = Some(why);
                None
            })
        });
        failed.map_or(Ok(shard), Err)
    }

    fn permuted(&self, device: i64, dims: &DimAxes) -> Result<Shard, String> {
        let block = |device: i64, dims: &DimAxes| -> Vec<i64> { dims.iter().map(|axes| self.mesh.shard_index(device, axes)).collect() };
        let wanted = block(device, dims);
        let apart = |other: i64| self.before.partial.iter().all(|axis| self.mesh.coordinate(other, axis) == self.mesh.coordinate(device, axis));
        let source = (0..self.mesh.num_devices()).find(|&other| apart(other) && block(other, &self.before.dims) == wanted);
        Ok(self.shards[source.ok_or("nobody has the shard")? as usize].clone())
    }

    fn step(&self, stage: &Stage) -> Result<Vec<Shard>, String> {
        let none: DimAxes = vec![Vec::new(); self.after.len()];
        let one = |device: i64| match &stage.step {
            Step::Slice(cut) => self.joined(device, &none, cut),
            Step::Gather(lose) => self.joined(device, lose, &none),
            Step::ReduceScatter(cut) => self.reduced(device, &cut.concat(), cut),
            Step::AllReduce(axes) => self.reduced(device, axes, &none),
            Step::Permute => self.permuted(device, &stage.dims),
            Step::AllToAll(moves) => {
                let (mut gain, mut lose) = (none.clone(), none.clone());
                for one in moves {
                    gain[one.dst].extend(&one.axes);
                    lose[one.src].splice(0..0, one.axes.iter().copied());
                }
                self.joined(device, &lose, &gain)
            }
        };
        let new = (0..self.mesh.num_devices()).map(one).collect::<Result<Vec<Shard>, String>>()?;
        match new.iter().find(|shard| shard.sizes != self.after) {
            Some(shard) => Err(format!("shards of {:?} were made, expected {:?}", shard.sizes, self.after)),
            None => Ok(new),
        }
    }
}

/// Whether the plan brings every element, and every partial result of it once, to where `to` says.
pub(super) fn check(mesh: &Mesh, sizes: &[i64], from: &Placement, to: &Placement, stages: &[Stage]) -> Result<(), String> {
    let mut now = from.clone();
    let mut shards = holding(mesh, sizes, from, &from.partial);
    for stage in stages {
        let exchange = Exchange { mesh, before: &now, shards: &shards, after: local(mesh, sizes, &stage.dims) };
        shards = exchange.step(stage).map_err(|why| format!("{:?}: {why}", stage.step))?;
        now = Placement { dims: stage.dims.clone(), partial: stage.partial.clone() };
    }
    if now != *to {
        return Err(format!("the plan ends at {now:?}"));
    }
    let wanted = holding(mesh, sizes, to, &from.partial);
    for (device, (have, want)) in shards.iter().zip(&wanted).enumerate() {
        // What padding holds is unspecified.
        if let Some(place) = (0..want.data.len()).find(|&place| want.data[place].is_some() && have.data[place] != want.data[place]) {
            return Err(format!("device {device} holds {:?} at {place}, expected {:?}", have.data[place], want.data[place]));
        }
    }
    Ok(())
}
