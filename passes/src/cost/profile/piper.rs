//! Piper's profiles: JSON with nodes, each with times by degree of tensor parallelism and by variant, and edges.
//!
//! `timePerSample` is forwards and backwards together; its unit is that of the measurements that Piper was given, which the file does not say, so the caller does. Of a node's variants every one becomes a row, one after another; edges name the first row of a node.
//! Invariant: what does not fit is an error that names the field.

use super::table::{OpTable, OpTime};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file, as it is written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// Layers.
    pub nodes: Vec<Node>,
    /// What they send each other.
    pub edges: Vec<Edge>,
    /// Samples of a step, each a microbatch.
    #[serde(default)]
    pub mbs_in_batch: Option<usize>,
}

/// A layer.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Node {
    /// By which edges name it.
    pub id: i64,
    /// Layers may share one.
    #[serde(default)]
    pub name: String,
    /// By degree of tensor parallelism.
    #[serde(rename = "TMPCs")]
    pub variants: BTreeMap<u32, Vec<Variant>>,
}

/// A way in which it was measured.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// `vanilla` or `activation recomp`.
    pub id: String,
    /// Forwards and backwards.
    pub time_per_sample: f64,
    /// Bytes that replicas synchronise.
    pub parameter_size: f64,
    /// Bytes held for each microbatch under way.
    pub memory_usage_a: f64,
    /// Bytes held besides.
    #[serde(default)]
    pub memory_usage_b: f64,
    /// Bytes that crossing an edge adds, by the node at its other end: of edges that come in, and of those that go out.
    #[serde(default)]
    pub sync_time_fw: BTreeMap<i64, f64>,
    /// See `sync_time_fw`.
    #[serde(default)]
    pub sync_time_bw: BTreeMap<i64, f64>,
}

/// What one layer sends another.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edge {
    /// From here.
    pub source_id: i64,
    /// To here.
    pub dest_id: i64,
    /// Bytes, one way.
    pub communication_cost: f64,
}

/// Reads a file as it is written. `file` is what errors call it.
///
/// # Errors
/// The field and what is wrong with it.
pub fn read(text: &str, file: &str) -> Result<File, String> {
    shardwright_ir::json::read(text, "a profile of Piper").map_err(|fault| format!("{file}: {fault}"))
}

/// Reads a profile whose times are in units of `unit` seconds. `file` is what errors call it.
///
/// # Errors
/// The field and what is wrong with it.
pub fn parse(text: &str, file: &str, unit: f64) -> Result<OpTable, String> {
    let read = read(text, file)?;
    let legal = |field: String, value: f64| match value {
        value if value.is_finite() && value >= 0.0 => Ok(value),
        value => Err(format!("{file}: {field}: must be at least 0, got {value}")),
    };
    let mut table = OpTable::default();
    let mut known = BTreeMap::<i64, usize>::new();
    for (index, node) in read.nodes.iter().enumerate() {
        if known.insert(node.id, table.ops.len()).is_some() {
            return Err(format!("{file}: nodes[{index}].id: {} is there twice", node.id));
        }
        for (&degree, variants) in &node.variants {
            for variant in variants {
                let of = |field: &str| format!("nodes[{index}].TMPCs.{degree}.{field}");
                table.ops.push(OpTime {
                    name: node.name.clone(),
                    variant: (degree, variant.id.clone()),
                    forward: legal(of("timePerSample"), variant.time_per_sample)? * unit,
                    weight_bytes: legal(of("parameterSize"), variant.parameter_size)?,
                    stored_bytes: legal(of("memoryUsageA"), variant.memory_usage_a)?,
                    ..OpTime::default()
                });
            }
        }
        if known.get(&node.id) == Some(&table.ops.len()) {
            return Err(format!("{file}: nodes[{index}].TMPCs: must have at least one variant, got 0"));
        }
    }
    for (index, edge) in read.edges.iter().enumerate() {
        let row = |id: i64| known.get(&id).copied().ok_or_else(|| format!("{file}: edges[{index}]: there is no node {id}"));
        table.edges.push((row(edge.source_id)?, row(edge.dest_id)?, legal(format!("edges[{index}].communicationCost"), edge.communication_cost)?));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{ "bandwidth": 1.0, "nodes": [
        { "id": 4, "name": "a", "TMPCs": { "1": [ { "id": "vanilla", "timePerSample": 25.0, "parameterSize": 8.0, "memoryUsageA": 3.0, "memoryUsageB": 1.0 } ],
                                           "2": [ { "id": "vanilla", "timePerSample": 13.0, "parameterSize": 4.0, "memoryUsageA": 2.0, "memoryUsageB": 1.0 } ] } },
        { "id": 5, "TMPCs": { "1": [ { "id": "vanilla", "timePerSample": 5.0, "parameterSize": 0.0, "memoryUsageA": 1.0, "memoryUsageB": 0.0 } ] } } ],
      "edges": [ { "sourceId": 4, "destId": 5, "communicationCost": 640.0 } ] }"#;

    #[test]
    fn every_variant_is_a_row() {
        let table = parse(TEXT, "p.json", 0.5).expect("legal");
        let times: Vec<(u32, f64)> = table.ops.iter().map(|op| (op.variant.0, op.forward)).collect();
        assert_eq!(times, [(1, 12.5), (2, 6.5), (1, 2.5)]);
        assert_eq!(table.edges, [(0, 2, 640.0)]);
    }

    #[test]
    fn faults_name_the_field() {
        let fault = |from: &str, to: &str| parse(&TEXT.replacen(from, to, 1), "p.json", 1.0).expect_err("a fault");
        assert_eq!(fault("25.0", "-1"), "p.json: nodes[0].TMPCs.1.timePerSample: must be at least 0, got -1");
        assert_eq!(fault("\"destId\": 5", "\"destId\": 9"), "p.json: edges[0]: there is no node 9");
        assert_eq!(fault("\"id\": 5", "\"id\": 4"), "p.json: nodes[1].id: 4 is there twice");
        assert!(fault("\"timePerSample\": 25.0,", "").starts_with("p.json: nodes[0].TMPCs.1[0]: missing field `timePerSample`"));
    }
}
