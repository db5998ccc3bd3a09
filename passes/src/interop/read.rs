//! Profiles of Piper, PipeDream and Aceso as problems.
//!
//! * Piper: every variant of a node is one of the problem's. Only the sum of a node's times is known: a third of it counts as forwards, and what recomputation adds as backwards.
//! * PipeDream: nodes called `Input` and unused `__getitem__` ends are left out, as its optimizer does; what a node makes is sent along each of its edges.
//! * Aceso: files of all degrees and sizes of microbatches of one model, of the first algorithm; runs of ops called `enc-…` or `dec-…` are one layer, of which there are as many as is said. A softmax whose
//!   output the dropout keeps holds nothing, and the dropout half as much again; embeddings and what follows the last layer norm are not computed again: the rules of its search. `p2p_intra_node.csv` beside them gives the link.
//!
//! Invariants: what the files say is kept as it is but for the above; a file that fits no format, or not the others, is an error with its name.

use super::objective::Objective;
use super::problem::{Edge, Link, Node, Problem, Setting, Variant};
use crate::cost::profile::foreign::Format;
use crate::cost::profile::{aceso, pipedream, piper};
use std::collections::BTreeMap;
use std::path::Path;

/// What the files do not say, or say otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    /// Devices.
    pub devices: usize,
    /// Bytes of each.
    pub memory: Option<f64>,
    /// Bytes a second between any two.
    pub bandwidth: Option<f64>,
    /// Samples of a step.
    pub samples: Option<usize>,
    /// Most replicas of a stage.
    pub most_data: Option<usize>,
    /// How often a repeated layer is repeated.
    pub layers: Option<usize>,
    /// What is to be least; where not given, what the format's own planner has least.
    pub objective: Option<Objective>,
}

/// A file: its name and what is in it.
pub struct Text {
    /// Its name without folders.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// Reads a file.
///
/// # Errors
/// Why it cannot be read.
pub fn text(path: &Path) -> Result<Text, String> {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Text { name, text })
}

/// Whether a file is one profile of a whole model; several of Aceso's make one.
///
/// # Errors
/// That it is in none of the formats.
pub fn stands_alone(file: &Text) -> Result<bool, String> {
    match Format::of(&file.text) {
        Some(Format::Piper | Format::PipeDream) => Ok(true),
        Some(Format::Aceso | Format::AcesoCollective) => Ok(false),
        None if file.name.starts_with("p2p_") => Ok(false),
        None => Err(format!("{}: is no profile of Piper, PipeDream or Aceso", file.name)),
    }
}

/// The problem of these files: one of Piper's or PipeDream's, or Aceso's of one model.
///
/// # Errors
/// The file and field at fault, or what must be given besides.
pub fn problem(files: &[Text], given: &Given) -> Result<Problem, String> {
    let first = files.first().ok_or("there is no profile")?;
    match Format::of(&first.text) {
        Some(Format::Piper) => from_piper(first, given),
        Some(Format::PipeDream) => from_pipedream(first, given),
        _ => from_aceso(files, given),
    }
}

fn setting(given: &Given, link: Option<Link>, samples: Option<usize>, objective: Objective) -> Result<Setting, String> {
    let objective = given.objective.unwrap_or(objective);
    let link = match given.bandwidth {
        Some(rate) => Link::measured(vec![(0.0, rate)])?,
        None => link.ok_or("the profile does not say how fast links are: give the bandwidth")?,
    };
    // PipeDream's pace is of one minibatch after the other: there is no step.
    let samples = given.samples.or(samples).or((objective == Objective::PipeDream).then_some(1));
    Ok(Setting {
        devices: given.devices,
        memory: given.memory.unwrap_or(f64::INFINITY),
        link,
        samples: samples.ok_or("the profile does not say how many samples a step has: give the samples")?,
        most_data: given.most_data.unwrap_or(given.devices),
        objective,
        rule: None,
    })
}

fn from_piper(file: &Text, given: &Given) -> Result<Problem, String> {
    let read = piper::read(&file.text, &file.name)?;
    let place: BTreeMap<i64, usize> = read.nodes.iter().enumerate().map(|(at, node)| (node.id, at)).collect();
    if place.len() != read.nodes.len() {
        return Err(format!("{}: {} nodes have {} different ids", file.name, read.nodes.len(), place.len()));
    }
    let at = |id: i64| place.get(&id).copied().ok_or_else(|| format!("{}: an edge names node {id}, which is not there", file.name));
    let edges = read
        .edges
        .iter()
        .map(|edge| Ok(Edge { from: at(edge.source_id)?, to: at(edge.dest_id)?, bytes: edge.communication_cost }))
        .collect::<Result<Vec<_>, String>>()?;
    let mut nodes = Vec::with_capacity(read.nodes.len());
    for node in &read.nodes {
        // Bytes of crossing stand in the order of the node's edges.
        let around: Vec<&piper::Edge> = read.edges.iter().filter(|edge| edge.source_id == node.id || edge.dest_id == node.id).collect();
        let mut variants = Vec::new();
        for (&tensor, measured) in &node.variants {
            let plain = measured.iter().map(|variant| variant.time_per_sample).fold(f64::INFINITY, f64::min);
            for variant in measured {
                let crossing = |edge: &&piper::Edge| {
                    let of = if edge.source_id == node.id { variant.sync_time_bw.get(&edge.dest_id) } else { variant.sync_time_fw.get(&edge.source_id) };
                    of.copied().unwrap_or(0.0)
                };
                variants.push(Variant {
                    tensor: tensor as usize,
                    recompute: variant.id.contains("recomp"),
                    forward: plain / 3.0,
                    backward: variant.time_per_sample - plain / 3.0,
                    weights: variant.parameter_size,
                    held: variant.memory_usage_a,
                    fixed: variant.memory_usage_b,
                    crossing: around.iter().map(crossing).collect(),
                    ..Variant::default()
                });
            }
        }
        let output = read.edges.iter().filter(|edge| edge.source_id == node.id).map(|edge| edge.communication_cost).fold(0.0, f64::max);
        nodes.push(Node { name: node.name.clone(), output, starts_layer: false, variants });
    }
    let setting = setting(given, None, read.mbs_in_batch, Objective::PerSample)?;
    Problem::new(nodes, edges, setting).map_err(|why| format!("{}: {why}", file.name))
}

fn from_pipedream(file: &Text, given: &Given) -> Result<Problem, String> {
    let table = pipedream::parse(&file.text, &file.name)?;
    let described = |row: usize, word: &str| table.ops[row].name.split_once(' ').is_some_and(|(_, description)| description.starts_with(word));
    let has = |row: usize, side: fn(&(usize, usize, f64)) -> usize| table.edges.iter().any(|edge| side(edge) == row);
    let dropped = |row: usize| (described(row, "Input") && !has(row, |edge| edge.1)) || (described(row, "__getitem__") && !has(row, |edge| edge.0));
    let mut place = vec![None; table.ops.len()];
    let mut nodes = Vec::new();
    for (row, op) in table.ops.iter().enumerate().filter(|(row, _)| !dropped(*row)) {
        place[row] = Some(nodes.len());
        let variant = Variant { forward: op.forward, backward: op.backward, weights: op.weight_bytes, held: op.output_bytes, ..Variant::default() };
        nodes.push(Node { name: op.name.clone(), output: op.output_bytes, starts_layer: false, variants: vec![variant] });
    }
    let edges = table.edges.iter().filter_map(|&(from, to, bytes)| Some(Edge { from: place[from]?, to: place[to]?, bytes })).collect();
    Problem::new(nodes, edges, setting(given, None, None, Objective::PipeDream)?).map_err(|why| format!("{}: {why}", file.name))
}

fn from_aceso(files: &[Text], given: &Given) -> Result<Problem, String> {
    let mut link = None;
    // By place of the op in the file: its name and variants.
    let mut ops: Vec<(String, Vec<Variant>)> = Vec::new();
    for file in files {
        let name = &file.name;
        if name.starts_with("p2p_intra") {
            link = Some(rates(file)?);
            continue;
        }
        if Format::of(&file.text) != Some(Format::Aceso) {
            continue;
        }
        let table = aceso::parse(&file.text, name)?;
        let samples = aceso::number_after(name, "_mbs").ok_or_else(|| format!("{name}: the name does not say how many samples a microbatch has (`_mbs1`)"))?;
        for (at, op) in table.ops.iter().enumerate() {
            let (tensor, algorithm) = &op.variant;
            if !matches!(algorithm.as_str(), "" | "algo0") {
                continue;
            }
            match ops.get(at) {
                None => ops.push((op.name.clone(), Vec::new())),
                Some((known, _)) if *known != op.name => return Err(format!("{name}: op {} is `{}`, in the other files `{known}`", at + 1, op.name)),
                Some(_) => {}
            }
            let held = if op.name.ends_with("attention-softmax") {
                0.0
            } else if op.name.ends_with("attention-dropout") && !op.name.contains("post-") {
                1.5 * op.stored_bytes
            } else {
                op.stored_bytes
            };
            let plain = Variant {
                tensor: *tensor as usize,
                samples: samples as usize,
                forward: op.forward,
                backward: op.backward,
                weights: op.weight_bytes,
                held,
                ports: [op.input_bytes, op.output_bytes],
                scratch: op.scratch_bytes,
                ..Variant::default()
            };
            let again = Variant { recompute: true, backward: op.backward + op.forward, ..plain.clone() };
            let once = op.name.ends_with("-embedding") || op.name.ends_with("-post-process");
            ops[at].1.extend([Some(plain), (!once).then_some(again)].into_iter().flatten());
        }
    }
    if ops.is_empty() {
        return Err("no file has op times of Aceso's first algorithm".to_owned());
    }
    let nodes = unfold(ops, given.layers)?;
    let edges = (1..nodes.len()).map(|to| Edge { from: to - 1, to, bytes: nodes[to].variants.first().map_or(0.0, |variant| variant.ports[0]) }).collect();
    Problem::new(nodes, edges, setting(given, link, None, Objective::Aceso)?)
}

/// Repeats each run of ops of a layer.
fn unfold(ops: Vec<(String, Vec<Variant>)>, layers: Option<usize>) -> Result<Vec<Node>, String> {
    let kind = |name: &str| ["enc-", "dec-"].into_iter().find(|kind| name.starts_with(kind));
    let node = |(name, variants): &(String, Vec<Variant>), starts_layer| Node {
        name: name.clone(),
        output: variants.first().map_or(0.0, |variant| variant.ports[1]),
        starts_layer,
        variants: variants.clone(),
    };
    let mut nodes = Vec::new();
    let mut at = 0;
    while at < ops.len() {
        let Some(layer) = kind(&ops[at].0) else {
            nodes.push(node(&ops[at], false));
            at += 1;
            continue;
        };
        let end = ops[at..].iter().position(|(name, _)| kind(name) != Some(layer)).map_or(ops.len(), |length| at + length);
        let layers = layers.ok_or_else(|| format!("the profile has one layer, `{}` to `{}`: say how many the model has", ops[at].0, ops[end - 1].0))?;
        for _ in 0..layers {
            nodes.extend(ops[at..end].iter().enumerate().map(|(place, op)| node(op, place == 0)));
        }
        at = end;
    }
    Ok(nodes)
}

/// Rates of messages: a line of sizes in MiB, a line of rates, MiB a microsecond in thousandths.
fn rates(file: &Text) -> Result<Link, String> {
    const MIB: f64 = 1_048_576.0;
    let mut lines = file.text.lines().filter(|line| !line.trim().is_empty());
    let mut row = || -> Result<Vec<f64>, String> {
        let line = lines.next().ok_or_else(|| format!("{}: must have 2 lines, sizes and rates", file.name))?;
        line.split(',').map(|cell| cell.trim().parse().map_err(|_| format!("{}: `{}` is no number", file.name, cell.trim()))).collect()
    };
    let (sizes, rates) = (row()?, row()?);
    if sizes.len() != rates.len() {
        return Err(format!("{}: has {} sizes and {} rates", file.name, sizes.len(), rates.len()));
    }
    Link::measured(sizes.iter().zip(&rates).map(|(size, rate)| (size * MIB, rate * 1e3 * MIB)).collect()).map_err(|why| format!("{}: {why}", file.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> Text {
        Text { name: name.to_owned(), text: text.to_owned() }
    }

    const GIVEN: Given = Given { devices: 2, memory: None, bandwidth: Some(5.0), samples: None, most_data: None, layers: None, objective: None };

    /// 30 seconds, of which 10 forwards; 38 with recomputation, of which 28 are backwards. Crossing the edge adds 3 bytes on the side of the node that takes.
    #[test]
    fn a_profile_of_piper_keeps_every_variant() {
        let text = r#"{ "mbsInBatch": 6, "nodes": [
            { "id": 9, "name": "a", "TMPCs": { "1": [ { "id": "vanilla", "timePerSample": 30.0, "parameterSize": 8.0, "memoryUsageA": 3.0, "memoryUsageB": 1.0, "syncTimeBw": { "4": 0.0 } },
                { "id": "activation recomp", "timePerSample": 38.0, "parameterSize": 8.0, "memoryUsageA": 1.0, "memoryUsageB": 4.0 } ] } },
            { "id": 4, "name": "b", "TMPCs": { "2": [ { "id": "vanilla", "timePerSample": 3.0, "parameterSize": 0.0, "memoryUsageA": 1.0, "memoryUsageB": 0.0, "syncTimeFw": { "9": 3.0 } } ] } } ],
          "edges": [ { "sourceId": 9, "destId": 4, "communicationCost": 7.0 } ] }"#;
        let read = problem(&[file("p.json", text)], &GIVEN).expect("legal");
        assert_eq!((read.setting().samples, read.setting().objective), (6, Objective::PerSample));
        let [plain, again] = &read.nodes()[0].variants[..] else { panic!("two variants") };
        assert_eq!((plain.forward, plain.backward, plain.recompute, plain.held, plain.fixed), (10.0, 20.0, false, 3.0, 1.0));
        assert_eq!((again.forward, again.backward, again.recompute), (10.0, 28.0, true));
        assert_eq!((read.nodes()[1].variants[0].tensor, read.nodes()[1].variants[0].crossing.as_slice()), (2, &[3.0][..]));
        assert_eq!((read.edges()[0].bytes, read.nodes()[0].output), (7.0, 7.0));
        let unknown = text.replace("\"destId\": 4", "\"destId\": 5");
        assert_eq!(problem(&[file("p.json", &unknown)], &GIVEN).expect_err("a fault"), "p.json: an edge names node 5, which is not there");
    }

    #[test]
    fn a_profile_of_pipedream_loses_inputs_and_unused_ends() {
        let line = |id: usize, what: &str| {
            format!("node{id} -- {what} -- forward_compute_time=1000, backward_compute_time=2000, activation_size=10.0, parameter_size=6.0\n")
        };
        let text = [line(1, "Input0"), line(2, "Linear"), line(3, "__getitem__(0)"), line(4, "__getitem__(1)"), line(5, "ReLU")].concat()
            + "\tnode1 -- node2\n\tnode2 -- node3\n\tnode2 -- node4\n\tnode4 -- node5\n";
        let read = problem(&[file("graph.txt", &text)], &GIVEN).expect("legal");
        assert_eq!(read.nodes().iter().map(|node| node.name.as_str()).collect::<Vec<_>>(), ["node2 Linear", "node4 __getitem__(1)", "node5 ReLU"]);
        assert_eq!(read.edges().iter().map(|edge| (edge.from, edge.to, edge.bytes)).collect::<Vec<_>>(), [(0, 1, 10.0), (1, 2, 10.0)]);
        let variant = &read.nodes()[0].variants[0];
        assert_eq!((variant.forward, variant.backward, variant.weights, variant.held), (1.0, 2.0, 6.0, 10.0));
        let slow = problem(&[file("graph.txt", &text)], &Given { bandwidth: None, ..GIVEN }).expect_err("a fault");
        assert_eq!(slow, "the profile does not say how fast links are: give the bandwidth");
    }

    /// An embedding, two layers of two ops, a head: six ops; one megasecond is a second.
    #[test]
    fn profiles_of_aceso_are_unfolded() {
        const HEAD: &str = "op_name,forward-compute,backward-compute,input_size,output_size,weights,activations,fwd_reserved,bwd_reserved\n";
        let ops = "encoder-embedding,1e6,2e6,1,2,3,4,5,6\nenc-1st-layernorm,1e6,1e6,1,1,0,1,0,0\nenc-attention-dropout,2e6,3e6,1,1,0,8,0,0\ngpt-post-process,1e6,1e6,1,0,0,1,0,0\n";
        let files = [
            file("gpt_mbs2_tp4_algo0.csv", &format!("{HEAD}{ops}")),
            file("gpt_mbs2_tp4_algo1.csv", &format!("{HEAD}{ops}")),
            file("p2p_intra_node.csv", "1,2\n3.0,4.0\n"),
            file("prim_gpt_all_reduce_4gpus.csv", "data_size(MB),time(ms)\n1,2\n"),
        ];
        let given = Given { samples: Some(8), layers: Some(2), bandwidth: None, ..GIVEN };
        let read = problem(&files, &given).expect("legal");
        let names: Vec<&str> = read.nodes().iter().map(|node| node.name.as_str()).collect();
        let layer = ["enc-1st-layernorm", "enc-attention-dropout"];
        assert_eq!(names, [&["encoder-embedding"][..], &layer, &layer, &["gpt-post-process"]].concat());
        assert_eq!(read.nodes().iter().map(|node| node.starts_layer).collect::<Vec<_>>(), [false, true, false, true, false, false]);
        assert_eq!(read.nodes()[0].variants.len(), 1, "an embedding is not computed again");
        let [plain, again] = &read.nodes()[2].variants[..] else { panic!("two variants") };
        assert_eq!((plain.tensor, plain.samples, plain.forward, plain.backward, again.backward), (4, 2, 2.0, 3.0, 5.0));
        assert_eq!(plain.held, 12.0 * 1_048_576.0, "half as much again");
        assert_eq!(read.setting().link.points(), [(1_048_576.0, 3e3 * 1_048_576.0), (2.0 * 1_048_576.0, 4e3 * 1_048_576.0)]);
        let layers = problem(&files, &Given { layers: None, ..given }).expect_err("a fault");
        assert_eq!(layers, "the profile has one layer, `enc-1st-layernorm` to `enc-attention-dropout`: say how many the model has");
    }
}
