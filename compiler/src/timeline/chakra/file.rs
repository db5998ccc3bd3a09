//! Folders of traces: `NAME.DEVICE.et`, and `comm_group.json` with the devices of process groups, as ASTRA-sim reads them.
//!
//! Chakra counts whole microseconds. So that nothing is rounded, a file that is written here says in its head how many units a second has, and each node how many
//! units it takes; where a file does not say, its microseconds count.
//!
//! Invariants: what is written reads back equal. A file that cannot be read is refused with its name, and the node where there is one.

use super::super::{Clock, TimeUnit};
use super::proto::attribute_proto::Value;
use super::proto::{AttributeProto, GlobalMetadata, Node as ProtoNode, NodeType};
use super::{Graph, Node, Peer, Work};
use prost::Message;
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The version of Chakra's schema.
const VERSION: &str = "0.0.4";
/// Names of files, and of attributes of ours.
const STEM: &str = "shardwright";
const GROUPS: &str = "comm_group.json";
const UNITS_PER_SECOND: &str = "shardwright_units_per_second";
const UNIT: &str = "shardwright_time_unit";
const IDEAL: &str = "shardwright_ideal_units";
const NAME: &str = "shardwright_name";
const START: &str = "shardwright_start_units";
const DURATION: &str = "shardwright_duration_units";
const MICROSECONDS: u64 = 1_000_000;

/// Writes a folder; it is made where it is not there. Traces of more devices that lie there already are removed.
pub fn write(graph: &Graph, folder: &Path) -> io::Result<()> {
    let units = graph.clock.units_per_second();
    if units == u64::MAX {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a second has more units of time than a file can say: wanted costs with fewer digits after the point",
        ));
    }
    std::fs::create_dir_all(folder)?;
    for (name, device, path) in traces(folder)? {
        if name == STEM && device >= graph.devices.len() {
            std::fs::remove_file(path)?;
        }
    }
    for (device, nodes) in graph.devices.iter().enumerate() {
        let mut bytes = Vec::new();
        let mut attr = vec![attribute(UNITS_PER_SECOND, Value::Uint64Val(units)), attribute(NAME, Value::StringVal(graph.name.clone()))];
        attr.extend(graph.clock.unit.map(|unit| attribute(UNIT, Value::StringVal(unit.symbol().to_owned()))));
        attr.extend(graph.ideal.map(|ideal| attribute(IDEAL, Value::Uint64Val(ideal))));
        put(&mut bytes, &GlobalMetadata { version: VERSION.to_owned(), attr });
        nodes.iter().for_each(|node| put(&mut bytes, &proto(node, device, units)));
        std::fs::write(folder.join(format!("{STEM}.{device}.et")), bytes)?;
    }
    let groups: serde_json::Map<String, serde_json::Value> = graph.groups.iter().map(|(name, devices)| (name.clone(), json!(devices))).collect();
    std::fs::write(folder.join(GROUPS), format!("{}\n", serde_json::Value::Object(groups)))
}

fn put(bytes: &mut Vec<u8>, message: &impl Message) {
    bytes.extend_from_slice(&message.encode_length_delimited_to_vec());
}

fn attribute(name: &str, value: Value) -> AttributeProto {
    AttributeProto { name: name.to_owned(), doc_string: String::new(), value: Some(value) }
}

fn proto(node: &Node, device: usize, units: u64) -> ProtoNode {
    let micros = |time: u64| ((u128::from(time) * u128::from(MICROSECONDS) + u128::from(units) / 2) / u128::from(units.max(1))) as u64;
    let ends = |from: usize, to: usize, peer: &Peer| {
        vec![
            attribute("comm_src", Value::Int32Val(from as i32)),
            attribute("comm_dst", Value::Int32Val(to as i32)),
            attribute("comm_tag", Value::Int32Val(peer.tag)),
            attribute("comm_size", Value::Int64Val(peer.bytes as i64)),
        ]
    };
    let (kind, mut attr) = match &node.work {
        Work::Note => (NodeType::MetadataNode, Vec::new()),
        Work::Compute { .. } => (NodeType::CompNode, Vec::new()),
        Work::Load => (NodeType::MemLoadNode, Vec::new()),
        Work::Store => (NodeType::MemStoreNode, Vec::new()),
        Work::Send(peer) => (NodeType::CommSendNode, ends(device, peer.device, peer)),
        Work::Receive(peer) => (NodeType::CommRecvNode, ends(peer.device, device, peer)),
        Work::Collective { kind, group } => {
            let mut attr = vec![attribute("comm_type", Value::Int64Val(i64::from(*kind))), attribute("comm_size", Value::Int64Val(0))];
            attr.extend(group.iter().map(|group| attribute("pg_name", Value::StringVal(group.clone()))));
            (NodeType::CommCollNode, attr)
        }
    };
    attr.insert(0, attribute("is_cpu_op", Value::BoolVal(node.work == (Work::Compute { host: true }))));
    attr.push(attribute(START, Value::Uint64Val(node.start)));
    attr.push(attribute(DURATION, Value::Uint64Val(node.duration)));
    ProtoNode {
        id: node.id,
        name: node.name.clone(),
        r#type: kind as i32,
        ctrl_deps: node.order.clone(),
        data_deps: node.needs.clone(),
        start_time_micros: micros(node.start),
        duration_micros: micros(node.duration),
        attr,
    }
}

/// Reads a folder: traces of one name, of devices 0 to the last.
pub fn read(folder: &Path) -> Result<Graph, String> {
    let at = |path: &Path, why: String| format!("{}: {why}", path.display());
    let mut files = traces(folder).map_err(|error| at(folder, error.to_string()))?;
    files.sort();
    let Some((name, ..)) = files.first().cloned() else {
        return Err(at(folder, "there are no traces: wanted files NAME.0.et, NAME.1.et, …".to_owned()));
    };
    for (index, (other, device, _)) in files.iter().enumerate() {
        if *other != name {
            return Err(at(folder, format!("there are traces of two names, {name} and {other}")));
        }
        if *device != index {
            return Err(at(folder, format!("there is no {name}.{index}.et, but {name}.{device}.et")));
        }
    }
    let read = |(_, _, path): &(String, usize, PathBuf)| {
        std::fs::read(path).map(|bytes| (path.display().to_string(), bytes)).map_err(|error| at(path, error.to_string()))
    };
    let bytes = files.iter().map(read).collect::<Result<Vec<_>, String>>()?;
    decode(&name, &bytes, groups(folder)?)
}

/// The graph of traces, in the order of devices, each with what it is called; `name` is the graph's where they do not say.
pub fn decode(name: &str, traces: &[(String, Vec<u8>)], groups: Vec<(String, Vec<usize>)>) -> Result<Graph, String> {
    let mut graph = Graph { name: name.to_owned(), clock: Clock { scale: 1, unit: None }, ideal: None, devices: Vec::new(), groups };
    for (device, (file, bytes)) in traces.iter().enumerate() {
        let (head, nodes) = device_trace(bytes, device, traces.len()).map_err(|why| format!("{file}: {why}"))?;
        if device > 0 && head.clock != graph.clock {
            return Err(format!("{file}: a second has {} units here, and {} in the first file", head.clock.units_per_second(), graph.clock.units_per_second()));
        }
        if device == 0 {
            (graph.clock, graph.ideal) = (head.clock, head.ideal);
            graph.name = head.name.unwrap_or(graph.name);
        }
        graph.devices.push(nodes);
    }
    Ok(graph)
}

/// Traces of a folder: name, device, file.
fn traces(folder: &Path) -> io::Result<Vec<(String, usize, PathBuf)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let parts = file.strip_suffix(".et").and_then(|rest| rest.rsplit_once('.'));
        if let Some((name, device)) = parts.and_then(|(name, device)| Some((name.to_owned(), device.parse().ok()?))) {
            found.push((name, device, path));
        }
    }
    Ok(found)
}

fn groups(folder: &Path) -> Result<Vec<(String, Vec<usize>)>, String> {
    let path = folder.join(GROUPS);
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let groups: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let devices = |name: &str, list: serde_json::Value| {
        serde_json::from_value(list).map_err(|error| format!("{}: group {name} is no list of devices: {error}", path.display()))
    };
    groups.into_iter().map(|(name, list)| devices(&name, list).map(|devices| (name, devices))).collect()
}

/// What the head of a file says.
struct Head {
    clock: Clock,
    ideal: Option<u64>,
    name: Option<String>,
}

fn device_trace(mut bytes: &[u8], device: usize, devices: usize) -> Result<(Head, Vec<Node>), String> {
    let head = next::<GlobalMetadata>(&mut bytes).map_err(|why| format!("no trace: its head {why}"))?;
    let own = Attributes::of(&head.attr);
    let units = own.integer(UNITS_PER_SECOND)?.map_or(Ok(MICROSECONDS), |units| u64::try_from(units).map_err(|_| format!("a second has {units} units")))?;
    if units == 0 {
        return Err("a second has 0 units".to_owned());
    }
    // A file that does not say has milliseconds for its reader.
    let named = own.text(UNIT).and_then(|symbol| TimeUnit::ALL.iter().find(|(_, known, _)| *known == symbol).map(|(unit, ..)| *unit));
    let unit = named.unwrap_or(TimeUnit::Milliseconds);
    let per_second = 1_000_000_000 / unit.nanoseconds();
    if !units.is_multiple_of(per_second) {
        return Err(format!("a second has {units} units, which is no multiple of {per_second} (of 1 {})", unit.symbol()));
    }
    let clock = Clock { scale: units / per_second, unit: Some(unit) };
    let head = Head { clock, ideal: own.integer(IDEAL)?.and_then(|ideal| u64::try_from(ideal).ok()), name: own.text(NAME) };
    let mut nodes = Vec::new();
    while !bytes.is_empty() {
        let read = next::<ProtoNode>(&mut bytes).map_err(|why| format!("after {} nodes one {why}", nodes.len()))?;
        let named = format!("node {} ({})", read.id, read.name);
        nodes.push(node(read, device, devices, units).map_err(|why| format!("{named} {why}"))?);
    }
    Ok((head, nodes))
}

fn next<M: Message + Default>(bytes: &mut &[u8]) -> Result<M, String> {
    let length = prost::decode_length_delimiter(&mut *bytes).map_err(|error| format!("has no length: {error}"))?;
    if length > bytes.len() {
        return Err(format!("has {length} bytes, and {} are left", bytes.len()));
    }
    let (message, rest) = bytes.split_at(length);
    *bytes = rest;
    M::decode(message).map_err(|error| format!("cannot be read: {error}"))
}

fn node(read: ProtoNode, device: usize, devices: usize, units: u64) -> Result<Node, String> {
    let own = Attributes::of(&read.attr);
    let in_units = |micros: u64| u64::try_from(u128::from(micros) * u128::from(units) / u128::from(MICROSECONDS)).unwrap_or(u64::MAX);
    let time = |name: &str, micros: u64| -> Result<u64, String> {
        let exact = own.integer(name)?.map(|time| u64::try_from(time).map_err(|_| format!("has {name} {time}")));
        exact.unwrap_or(Ok(in_units(micros)))
    };
    let (start, duration) = (time(START, read.start_time_micros)?, time(DURATION, read.duration_micros)?);
    let other = |mine: &str, other: &str| -> Result<Peer, String> {
        let wanted = |name: &str| own.integer(name)?.ok_or_else(|| format!("has no {name}"));
        if let Some(here) = own.integer(mine)?.filter(|here| *here != device as i128) {
            return Err(format!("has {mine} {here}, and is in the file of device {device}"));
        }
        let peer = wanted(other)?;
        let peer = usize::try_from(peer).ok().filter(|peer| *peer < devices).ok_or_else(|| format!("has {other} {peer}, and there are {devices} devices"))?;
        let tag = own.integer("comm_tag")?.unwrap_or(0);
        let tag = i32::try_from(tag).map_err(|_| format!("has comm_tag {tag}"))?;
        let bytes = own.integer("comm_size")?.unwrap_or(0);
        let bytes = i64::try_from(bytes).ok().and_then(|bytes| u64::try_from(bytes).ok()).ok_or_else(|| format!("has comm_size {bytes}"))?;
        Ok(Peer { device: peer, tag, bytes })
    };
    let work = match NodeType::try_from(read.r#type) {
        Ok(NodeType::MetadataNode) => Work::Note,
        Ok(NodeType::MemLoadNode) => Work::Load,
        Ok(NodeType::MemStoreNode) => Work::Store,
        Ok(NodeType::CompNode) => {
            if duration == 0 && own.integer("num_ops")?.is_some_and(|ops| ops > 0) {
                return Err("has operations and no duration: wanted a trace with durations, as it is not known how fast its devices are".to_owned());
            }
            Work::Compute { host: own.flag("is_cpu_op") }
        }
        Ok(NodeType::CommSendNode) => Work::Send(other("comm_src", "comm_dst")?),
        Ok(NodeType::CommRecvNode) => Work::Receive(other("comm_dst", "comm_src")?),
        Ok(NodeType::CommCollNode) => {
            let kind = own.integer("comm_type")?.unwrap_or(0);
            Work::Collective {
                kind: i32::try_from(kind).map_err(|_| format!("has comm_type {kind}"))?,
                group: own.text("pg_name").filter(|group| !group.is_empty()),
            }
        }
        _ => return Err(format!("is of type {}, which a device does not run; there are 1 to 7", read.r#type)),
    };
    Ok(Node { id: read.id, name: read.name, work, order: read.ctrl_deps, needs: read.data_deps, start, duration })
}

/// Attributes by name; integers of every kind, as writers differ in the kind that they use.
struct Attributes<'a>(BTreeMap<&'a str, &'a Value>);

impl<'a> Attributes<'a> {
    fn of(list: &'a [AttributeProto]) -> Attributes<'a> {
        Attributes(list.iter().filter_map(|attribute| Some((attribute.name.as_str(), attribute.value.as_ref()?))).collect())
    }
    fn integer(&self, name: &str) -> Result<Option<i128>, String> {
        let Some(value) = self.0.get(name) else { return Ok(None) };
        Ok(Some(match **value {
            Value::Int32Val(number) | Value::Sint32Val(number) | Value::Sfixed32Val(number) => i128::from(number),
            Value::Int64Val(number) | Value::Sint64Val(number) | Value::Sfixed64Val(number) => i128::from(number),
            Value::Uint32Val(number) | Value::Fixed32Val(number) => i128::from(number),
            Value::Uint64Val(number) | Value::Fixed64Val(number) => i128::from(number),
            _ => return Err(format!("has {name}, which is no integer")),
        }))
    }
    fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(Value::BoolVal(true)))
    }
    fn text(&self, name: &str) -> Option<String> {
        match self.0.get(name) {
            Some(Value::StringVal(text)) => Some(text.clone()),
            _ => None,
        }
    }
}
