//! Where on a machine the devices of a group lie.
//!
//! A group that has equally many devices in each unit of each level is *regular*: it is a product of spans, one a level (and one a
//! dimension of a torus), and algorithms may treat each in turn. Any other group is priced by its narrowest link only. Bandwidth is
//! shared fairly: all groups of the mesh run at once, so a group with g devices in a node has g devices' part of the node's network.
//! Invariants: the spans' sizes are above 1 and their product is the group's size where the group is regular; rates are finite
//! and positive.

use shardwright_ir::machine::{Level, Library, Machine, Scaled, Topology};
use smallvec::SmallVec;

/// How the members of a span reach each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Each through one port to all others; a port sends to one at full rate, or to many at a part of it.
    Switch,
    /// Each by links to the others, used all at once or one at a time.
    Mesh,
    /// Each by one link to the next and one to the one before; two neighbours of each where `closed`.
    Ring {
        /// Whether the last is linked to the first.
        closed: bool,
    },
}

/// The members of a group along one level of the machine, or one dimension of its torus.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// The level of the machine.
    pub level: usize,
    /// Members.
    pub size: u64,
    /// Seconds from a member to its neighbour.
    pub alpha: f64,
    /// Seconds a byte that one device sends in a collective, one direction, over all of its own links that help (one link of a torus).
    pub beta: f64,
    /// Seconds a byte of one large message to one other member.
    pub message_beta: f64,
    /// Which patterns run at these rates.
    pub shape: Shape,
}

/// Where a group lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Placement {
    /// Devices in the group.
    pub size: u64,
    /// Its product form, innermost first; empty where the group is not regular, or has one device.
    pub spans: SmallVec<[Span; 4]>,
    /// The group as one ring: its size, its narrowest rate, its longest latency. A ring leaves each unit once, so the links of all of
    /// the group's devices in a unit carry it together.
    pub flat: Span,
    /// The same where all devices send at once, wherever to: each has only its own links out of its unit.
    pub spread: Span,
    /// Seconds to reduce a byte that was received into what is there; 0 where that hides behind the transfer.
    pub gamma: f64,
    /// Seconds that every call costs.
    pub call: f64,
    /// Units of the outermost level that the group spans.
    pub nodes: u64,
}

impl Placement {
    /// The placement of devices of a machine of a certain size.
    pub fn of_devices(machine: &Machine, scaled: &Scaled, devices: &[i64]) -> Placement {
        // Negative ids fill up groups that are shorter than others.
        let mut devices: Vec<u64> = devices.iter().filter_map(|&device| u64::try_from(device).ok()).collect();
        devices.sort_unstable();
        devices.dedup();
        let size = devices.len() as u64;
        let mut regular = true;
        let mut spans = SmallVec::<[Span; 4]>::new();
        let mut flat: Option<Span> = None;
        let mut spread: Option<Span> = None;
        // Devices that represent the units of the level below, and how many devices of the group lie in the emptiest of them.
        let mut members = devices;
        let mut fewest = 1u64;
        let mut nodes = 1u64;
        for (index, level) in machine.levels.iter().enumerate() {
            let unit = scaled.unit_devices.get(index).copied().unwrap_or(u64::MAX).max(1);
            let last = index + 1 == machine.levels.len();
            if last {
                nodes = members.len() as u64;
            }
            let groups = chunks(&members, unit);
            let most = groups.iter().map(|group| group.len() as u64).max().unwrap_or(1);
            let least = groups.iter().map(|group| group.len() as u64).min().unwrap_or(1);
            regular &= most == least;
            if most > 1 {
                let own = if index == 0 && !scaled.torus.is_empty() {
                    torus_spans(level, scaled, &groups)
                } else {
                    let uniform = level_span(index, level, &groups, most);
                    Some(SmallVec::from_slice(&[uniform]))
                };
                let own = own.unwrap_or_else(|| {
                    regular = false;
                    SmallVec::from_slice(&[scattered(level, scaled, &groups)])
                });
                for span in &own {
                    flat = Some(widest(flat, Span { beta: span.beta / fewest as f64, ..*span }));
                    spread = Some(widest(spread, *span));
                }
                spans.extend(own);
            }
            fewest = fewest.saturating_mul(least);
            members = groups.iter().filter_map(|group| group.first().copied()).collect();
        }
        if !regular {
            spans.clear();
        }
        let none = Span { level: 0, size, alpha: 0.0, beta: 0.0, message_beta: 0.0, shape: Shape::Switch };
        let (mut flat, mut spread) = (flat.unwrap_or(none), spread.unwrap_or(none));
        (flat.size, spread.size) = (size, size);
        if spans.len() > 1 && spans.iter().all(|span| matches!(span.shape, Shape::Ring { .. })) {
            // A grid of two or more dimensions has a closed path through all of it where a side is even.
            flat.shape = Shape::Ring { closed: size.is_multiple_of(2) };
        }
        let gamma = machine.device.reduce_gigabytes_per_second.map_or(0.0, |rate| 1.0 / (rate * 1e9));
        let call = match &machine.library {
            Library::Algorithms { call_us, .. } => call_us * 1e-6,
            // NCCL's tables hold it.
            Library::Nccl(_) => 0.0,
        };
        Placement { size, spans, flat, spread, gamma, call, nodes }
    }
}

/// The span with the longer latency, the lower rates and the poorer shape of two.
fn widest(so_far: Option<Span>, span: Span) -> Span {
    let Some(so_far) = so_far else { return span };
    let rank = |shape: Shape| match shape {
        Shape::Mesh => 0,
        Shape::Switch => 1,
        Shape::Ring { closed: true } => 2,
        Shape::Ring { closed: false } => 3,
    };
    // A network above a torus switches between slices, but within them there is only the torus.
    let shape = if rank(so_far.shape) >= rank(span.shape) { so_far.shape } else { span.shape };
    Span {
        level: so_far.level.max(span.level),
        size: so_far.size.saturating_mul(span.size),
        alpha: so_far.alpha.max(span.alpha),
        beta: so_far.beta.max(span.beta),
        message_beta: so_far.message_beta.max(span.message_beta),
        shape,
    }
}

/// Splits sorted devices by the unit that they lie in.
fn chunks(devices: &[u64], unit: u64) -> Vec<&[u64]> {
    devices.chunk_by(|a, b| a / unit == b / unit).collect()
}

/// A span of a level that is no torus, whose units have at most `most` of the group's members.
fn level_span(index: usize, level: &Level, groups: &[&[u64]], most: u64) -> Span {
    let (links, shape, hops) = match &level.topology {
        Topology::Switch => (level.links_a_device, Shape::Switch, 1.0),
        Topology::Tree { oversubscription } => (level.links_a_device / oversubscription, Shape::Switch, 1.0),
        Topology::FullyConnected => (level.links_a_device * (most - 1) as f64, Shape::Mesh, 1.0),
        Topology::Graph { links } => {
            let (links, direct) = graph_links(links, groups, level.units.unwrap_or(1));
            (links, Shape::Mesh, if direct { 1.0 } else { 2.0 })
        }
        // `Scaled` has these as a torus.
        Topology::Ring { .. } | Topology::Torus { .. } => (1.0, Shape::Ring { closed: false }, 1.0),
    };
    // A message to one device goes over the sender's own links, in a full mesh or a graph over those between the two only.
    let to_one = match &level.topology {
        Topology::Graph { .. } => 1.0,
        Topology::Tree { oversubscription } => level.links_a_device / oversubscription,
        _ => level.links_a_device,
    };
    Span {
        level: index,
        size: most,
        alpha: level.latency_us * 1e-6 * hops,
        beta: level.seconds_a_byte() / links,
        message_beta: level.seconds_a_message_byte() / to_one,
        shape,
    }
}

/// Links that the worst-off device of any group has to others of its group, and whether it has any: without one, traffic goes through
/// a device between, one link wide.
fn graph_links(links: &[[u64; 3]], groups: &[&[u64]], units: u64) -> (f64, bool) {
    let mut least = u64::MAX;
    for group in groups {
        for device in group.iter() {
            let has = |other: u64| group.iter().any(|member| member % units == other && member != device);
            let own = links.iter().filter(|[from, to, _]| (*from == device % units && has(*to)) || (*to == device % units && has(*from)));
            least = least.min(own.map(|[_, _, count]| count).sum());
        }
    }
    (least.max(1) as f64, least > 0)
}

/// Spans of a group that is a (perhaps strided) box of the torus, one a dimension, innermost first; `None` where it is none, or where the
/// groups' boxes differ.
fn torus_spans(level: &Level, scaled: &Scaled, groups: &[&[u64]]) -> Option<SmallVec<[Span; 4]>> {
    let unit = scaled.unit_devices.first().copied()?;
    let mut found: Option<SmallVec<[Span; 4]>> = None;
    for group in groups {
        let mut spans = SmallVec::new();
        let mut minor = 1;
        let mut volume = 1u64;
        for axis in scaled.torus.iter().rev() {
            let mut coordinates: Vec<u64> = group.iter().map(|device| device % unit / minor % axis.size).collect();
            coordinates.sort_unstable();
            coordinates.dedup();
            minor *= axis.size;
            volume = volume.saturating_mul(coordinates.len() as u64);
            let &[first, second, ..] = &coordinates[..] else { continue };
            let stride = second - first;
            if coordinates.windows(2).any(|pair| pair[1] - pair[0] != stride) {
                return None;
            }
            let size = coordinates.len() as u64;
            // Groups that interleave share the links: as many as the stride, each over hops as long.
            let contention = stride as f64;
            spans.push(Span {
                level: 0,
                size,
                alpha: level.latency_us * 1e-6 * contention,
                beta: level.seconds_a_byte() * contention,
                message_beta: level.seconds_a_message_byte() * contention,
                shape: Shape::Ring { closed: axis.closed && size * stride == axis.size },
            });
        }
        if volume != group.len() as u64 || found.as_ref().is_some_and(|found| *found != spans) {
            return None;
        }
        found = Some(spans);
    }
    found
}

/// Groups that lie in a torus without a pattern: as many groups as fit into one's bounding box share its links, and a message may have to
/// cross all of it.
fn scattered(level: &Level, scaled: &Scaled, groups: &[&[u64]]) -> Span {
    let unit = scaled.unit_devices.first().copied().unwrap_or(1).max(1);
    let (mut contention, mut diameter, mut size) = (1.0f64, 1u64, 1u64);
    for group in groups {
        let (mut volume, mut across, mut minor) = (1u64, 0u64, 1u64);
        for axis in scaled.torus.iter().rev() {
            let coordinates = group.iter().map(|device| device % unit / minor % axis.size);
            let (low, high) = coordinates.fold((u64::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
            let extent = high.saturating_sub(low);
            volume = volume.saturating_mul(extent + 1);
            across += extent;
            minor *= axis.size;
        }
        contention = contention.max(volume as f64 / group.len().max(1) as f64);
        diameter = diameter.max(across);
        size = size.max(group.len() as u64);
    }
    Span {
        level: 0,
        size,
        alpha: level.latency_us * 1e-6 * diameter as f64,
        beta: level.seconds_a_byte() * contention,
        message_beta: level.seconds_a_message_byte() * contention,
        shape: Shape::Ring { closed: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::CollectiveCosts;
    use shardwright_ir::Sym;
    use shardwright_ir::machine::builtin;
    use shardwright_ir::sharding::{AxisRef, Mesh};

    /// Gigabytes a second.
    fn rate(beta: f64) -> f64 {
        (1e-9 / beta * 1e4).round() / 1e4
    }

    fn along(machine: &str, mesh: &Mesh, axes: &[(&str, Option<(i64, i64)>)]) -> Placement {
        let axes: Vec<AxisRef> = axes.iter().map(|&(name, sub)| AxisRef { name: Sym::new(name), sub }).collect();
        let placements = CollectiveCosts::new(&builtin(machine).unwrap(), mesh).unwrap().placements(&axes);
        assert_eq!(placements.len(), 1);
        placements[0].clone()
    }

    fn among(machine: &str, devices: u64, group: &[i64]) -> Placement {
        let machine = builtin(machine).unwrap();
        Placement::of_devices(&machine, &machine.scaled(devices).unwrap(), group)
    }

    fn levels(at: &Placement) -> Vec<(usize, u64)> {
        at.spans.iter().map(|span| (span.level, span.size)).collect()
    }

    /// H100: 18 x 25 GB/s x 0.824 = 370.8 within a node, one adapter of 50 x 0.96 = 48 a device between nodes.
    #[test]
    fn axes_lie_within_nodes_across_them_or_both() {
        let mesh = Mesh::new(&[("data", 4), ("model", 8)]);
        let within = along("dgx-h100", &mesh, &[("model", None)]);
        assert_eq!((levels(&within), within.nodes, rate(within.flat.beta)), (vec![(0, 8)], 1, 370.8));
        let across = along("dgx-h100", &mesh, &[("data", None)]);
        assert_eq!((levels(&across), across.nodes, rate(across.flat.beta)), (vec![(1, 4)], 4, 48.0));
        // One ring over all leaves a node by eight adapters (384 GB/s); each device by its own has 48.
        let both = along("dgx-h100", &mesh, &[("data", None), ("model", None)]);
        assert_eq!((levels(&both), both.size, both.nodes), (vec![(0, 8), (1, 4)], 32, 4));
        assert_eq!((rate(both.flat.beta), rate(both.spread.beta)), (370.8, 48.0));
        // Parts of axes: the major half of `model` pairs devices of one node, and half of `data` pairs nodes.
        assert_eq!(levels(&along("dgx-h100", &mesh, &[("model", Some((1, 2)))])), [(0, 2)]);
        assert_eq!(levels(&along("dgx-h100", &mesh, &[("data", Some((2, 2))), ("model", Some((4, 2)))])), [(0, 2), (1, 2)]);
    }

    #[test]
    fn an_uneven_group_has_no_product_form_and_the_narrowest_rate() {
        // Three devices of one node and one of the next: its one adapter carries the ring.
        let at = among("dgx-h100", 16, &[0, 1, 2, 8]);
        assert_eq!((at.spans.len(), at.size, at.nodes, rate(at.flat.beta)), (0, 4, 2, 48.0));
        // Ids that fill up a shorter group, and a device that sends to itself.
        assert_eq!(among("dgx-h100", 16, &[3, 4, -1, -1]).size, 2);
        assert_eq!(among("dgx-h100", 16, &[3, 3]).size, 1);
    }

    /// PCIe: 63 x 0.88 = 55.44 behind a switch; four of them share the uplink: 13.86.
    #[test]
    fn a_tree_narrows_towards_its_trunk() {
        let at = among("pcie", 8, &[0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(levels(&at), [(0, 4), (1, 2)]);
        assert_eq!(at.spans.iter().map(|span| rate(span.beta)).collect::<Vec<_>>(), [55.44, 13.86]);
    }

    /// DGX-1: pairs have two links of 25 x 0.8 = 20 GB/s, one, or none (then one by way of another GPU); all eight have six each.
    #[test]
    fn a_graph_gives_each_group_the_links_within_it() {
        let rates = [&[0, 3][..], &[0, 1], &[0, 5], &[0, 1, 2, 3], &[0, 1, 2, 3, 4, 5, 6, 7]].map(|group| {
            let at = among("dgx-v100", 8, group);
            (rate(at.flat.beta), (at.flat.alpha * 1e7).round() / 10.0)
        });
        assert_eq!(rates, [(40.0, 3.4), (20.0, 3.4), (20.0, 6.8), (80.0, 3.4), (120.0, 3.4)]);
    }

    /// v5e: 45 x 0.95 = 42.75 GB/s a link; 256 chips are 16 x 16, closed both ways.
    #[test]
    fn axes_of_a_torus_are_rings_rows_or_strided_rows() {
        let ring = |at: &Placement| at.spans.iter().map(|span| (span.size, span.shape == Shape::Ring { closed: true }, rate(span.beta))).collect::<Vec<_>>();
        let square = Mesh::new(&[("x", 16), ("y", 16)]);
        assert_eq!(ring(&along("tpu-v5e", &square, &[("x", None)])), [(16, true, 42.75)]);
        assert_eq!(ring(&along("tpu-v5e", &square, &[("x", None), ("y", None)])), [(16, true, 42.75), (16, true, 42.75)]);
        // Half a row is not closed; its complement takes every eighth chip of a row, and shares links with the seven between.
        let halves = Mesh::new(&[("x", 32), ("y", 8)]);
        assert_eq!(ring(&along("tpu-v5e", &halves, &[("y", None)])), [(8, false, 42.75)]);
        assert_eq!(ring(&along("tpu-v5e", &halves, &[("x", None)])), [(2, true, 5.3438), (16, true, 42.75)]);
        // Two slices: a dimension of the mesh between them goes over the hosts' network, 25 x 0.9 / 8 GB/s a chip.
        let slices = Mesh::new(&[("slice", 2), ("x", 256)]);
        assert_eq!(rate(along("tpu-v5e", &slices, &[("slice", None)]).spread.beta), 2.8125);
    }
}
