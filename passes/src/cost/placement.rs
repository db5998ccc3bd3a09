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
    /// Seconds a byte that a member sends in a collective, one direction, all its links that help together (one link of a torus).
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
    /// The group as one ring: its size, its narrowest rate, its longest latency. A ring leaves each unit once, so all of the group's
    /// links out of a unit carry it.
    pub flat: Span,
    /// The same where all devices send at once, wherever to: each has only its own part of the links out of its unit.
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
        let size = devices.len() as u64;
        let mut devices: Vec<u64> = devices.iter().map(|&device| u64::try_from(device).unwrap_or(0)).collect();
        devices.sort_unstable();
        let mut regular = true;
        let mut spans = SmallVec::<[Span; 4]>::new();
        let mut flat: Option<Span> = None;
        let mut spread: Option<Span> = None;
        let mut inside = 1u64;
        // Devices that represent the units of the level below, and how many devices of the group lie in the emptiest of them.
        let mut members = devices;
        let mut fewest = 1u64;
        let mut below = 1u64;
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
                    let uniform = level_span(index, level, &groups, most, fewest, below);
                    Some(SmallVec::from_slice(&[uniform]))
                };
                let own = own.unwrap_or_else(|| {
                    regular = false;
                    SmallVec::from_slice(&[scattered(level, scaled, &groups)])
                });
                for span in &own {
                    flat = Some(widest(flat, *span));
                    spread = Some(widest(spread, Span { beta: span.beta * inside as f64, ..*span }));
                }
                spans.extend(own);
            }
            inside = inside.saturating_mul(most);
            fewest = fewest.saturating_mul(least);
            members = groups.iter().filter_map(|group| group.first().copied()).collect();
            below = unit;
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

/// A span of a level that is no torus. `below` is the number of devices in a unit of the level below, `fewest` how many of those are
/// the group's.
fn level_span(index: usize, level: &Level, groups: &[&[u64]], most: u64, fewest: u64, below: u64) -> Span {
    let (links, shape, hops) = match &level.topology {
        Topology::Switch => (level.links_a_device * fewest as f64, Shape::Switch, 1.0),
        Topology::Tree { oversubscription } => (level.links_a_device * fewest as f64 / oversubscription, Shape::Switch, 1.0),
        Topology::FullyConnected => (level.links_a_device * (most - 1) as f64, Shape::Mesh, 1.0),
        Topology::Graph { links } => {
            let (links, direct) = graph_links(links, groups, level.units.unwrap_or(1));
            (links, Shape::Mesh, if direct { 1.0 } else { 2.0 })
        }
        // `Scaled` has these as a torus of one dimension.
        Topology::Ring { .. } | Topology::Torus { .. } => (1.0, Shape::Ring { closed: false }, 1.0),
    };
    // A message to one device goes over the sender's own links, in a full mesh or a graph over those between the two only.
    let to_one = match &level.topology {
        Topology::Graph { .. } => 1.0,
        Topology::Tree { oversubscription } => level.links_a_device / oversubscription,
        _ => level.links_a_device,
    };
    debug_assert!(below >= fewest, "a unit of {below} devices cannot hold {fewest} of a group's");
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
