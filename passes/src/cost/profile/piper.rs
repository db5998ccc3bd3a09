//! Piper's profiles: JSON with nodes, each with times by degree of tensor parallelism and by variant, and edges.
//!
//! `timePerSample` is forwards and backwards together; its unit is that of the measurements that Piper was given, which the file does not say, so the caller does. Of a node's variants every one becomes a row, one after another; edges name the first row of a node.
//! Invariant: what does not fit is an error that names the field.

use super::table::{OpTable, OpTime};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct File {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

#[derive(Deserialize)]
struct Node {
    id: i64,
    #[serde(default)]
    name: String,
    #[serde(rename = "TMPCs")]
    variants: BTreeMap<u32, Vec<Variant>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Variant {
    id: String,
    time_per_sample: f64,
    parameter_size: f64,
    memory_usage_a: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Edge {
    source_id: i64,
    dest_id: i64,
    communication_cost: f64,
}

/// Reads a profile whose times are in units of `unit` seconds. `file` is what errors call it.
///
/// # Errors
/// The field and what is wrong with it.
pub fn parse(text: &str, file: &str, unit: f64) -> Result<OpTable, String> {
    let read: File = shardwright_ir::json::read(text, "a profile of Piper").map_err(|fault| format!("{file}: {fault}"))?;
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
