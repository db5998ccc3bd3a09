//! `plan.json`: every decision about how a model is split, detached from the model.
//!
//! Invariants: a plan that was read is of a known version, its mesh is legal, and its shardings parse; whether they
//! fit a model is decided when they are put onto it. Order matters: of several patterns the last one wins.

use crate::annotate::{ShardPattern, parse_sharding};
use crate::files::read_text;
use crate::forms::Forms;
use crate::staged::PipelinePlan;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use shardwright_ir::sharding::{Mesh, MeshAxis};
use shardwright_ir::{Module, Sym};
use std::path::Path;

/// Version that this code writes and reads.
pub const VERSION: u32 = 1;

/// A plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Format version.
    pub version: u32,
    /// Mesh axes with their sizes, major to minor.
    #[serde(deserialize_with = "each_once")]
    pub mesh: IndexMap<String, i64>,
    /// Logical device ids in mesh order, where they are not 0, 1, 2, ….
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub device_ids: Vec<i64>,
    /// Shardings by name or glob, in the syntax of `--shard`.
    #[serde(deserialize_with = "each_once")]
    pub shardings: IndexMap<String, String>,
    /// The program in other forms, which it is a plan for; absent where that is the model as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forms: Option<Forms>,
    /// Stages, schedule, microbatches, recomputation and ZeRO, where the plan has stages; the mesh is then empty: each stage has its own devices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<PipelinePlan>,
}

/// A map whose keys stand once: of two the second would win unseen.
fn each_once<'de, D: serde::Deserializer<'de>, V: Deserialize<'de>>(deserializer: D) -> Result<IndexMap<String, V>, D::Error> {
    struct Once<V>(std::marker::PhantomData<V>);
    impl<'de, V: Deserialize<'de>> serde::de::Visitor<'de> for Once<V> {
        type Value = IndexMap<String, V>;
        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut found = IndexMap::new();
            while let Some((key, value)) = map.next_entry::<String, V>()? {
                if found.contains_key(&key) {
                    return Err(serde::de::Error::custom(format!("`{key}` stands twice")));
                }
                found.insert(key, value);
            }
            Ok(found)
        }
    }
    deserializer.deserialize_map(Once(std::marker::PhantomData))
}

impl Plan {
    /// The plan that a module's annotations are: its mesh, and the sharding of every named value that has one.
    pub fn of_module(module: &Module) -> Plan {
        let mut plan = Plan { version: VERSION, mesh: IndexMap::new(), device_ids: Vec::new(), shardings: IndexMap::new(), forms: None, pipeline: None };
        if let Some((_, mesh)) = module.main_mesh() {
            plan.mesh = mesh.axes.iter().map(|axis| (axis.name.as_str().to_owned(), axis.size)).collect();
            plan.device_ids.clone_from(&mesh.device_ids);
        }
        let Some(func) = module.main() else { return plan };
        for (name, target) in crate::annotate::named_values(func) {
            let sharding = match target {
                crate::annotate::Target::Value(value) => func.sharding(value),
                crate::annotate::Target::Result(index) => func.result_shardings[index].as_ref(),
            };
            if let Some(sharding) = sharding {
                plan.shardings.entry(name).or_insert_with(|| sharding_text(sharding));
            }
        }
        plan
    }

    /// The plan that decides nothing but the forms.
    pub fn of_forms(forms: Forms) -> Plan {
        Plan { version: VERSION, mesh: IndexMap::new(), device_ids: Vec::new(), shardings: IndexMap::new(), forms: Some(forms), pipeline: None }
    }

    /// The plan that decides stages.
    pub fn of_pipeline(pipeline: PipelinePlan) -> Plan {
        Plan { version: VERSION, mesh: IndexMap::new(), device_ids: Vec::new(), shardings: IndexMap::new(), forms: None, pipeline: Some(pipeline) }
    }

    /// Reads and checks a plan.
    ///
    /// # Errors
    /// The file's name and what is wrong with it.
    pub fn read(path: &Path) -> Result<Plan, String> {
        let at = |why: String| format!("{}: {why}", path.display());
        Plan::parse(&read_text(path)?).map_err(at)
    }

    /// As [`Plan::read`] from text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Plan, String> {
        let plan: Plan = shardwright_ir::json::read(text, "a plan").map_err(|fault| fault.to_string())?;
        if plan.version != VERSION {
            return Err(format!("plan has version {}, this program reads version {VERSION}", plan.version));
        }
        plan.to_mesh()?;
        for (name, sharding) in &plan.shardings {
            parse_sharding(sharding, Sym::new(crate::annotate::MESH_NAME)).map_err(|why| format!("shardings.{name}: {why}"))?;
        }
        Ok(plan)
    }

    /// The mesh; `None` where the plan has no axes.
    ///
    /// # Errors
    /// What is illegal about it.
    pub fn to_mesh(&self) -> Result<Option<Mesh>, String> {
        let axes = self.mesh.iter().map(|(name, &size)| MeshAxis { name: Sym::new(name), size }).collect();
        let mesh = Mesh { axes, device_ids: self.device_ids.clone() };
        mesh.check()?;
        Ok((!mesh.axes.is_empty()).then_some(mesh))
    }

    /// The shardings as patterns.
    pub fn patterns(&self) -> impl Iterator<Item = ShardPattern> {
        self.shardings.iter().map(|(glob, sharding)| ShardPattern { glob: glob.clone(), sharding: sharding.clone() })
    }

    /// The plan as JSON, a sharding a line.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_else(|error| unreachable!("plain strings and numbers: {error}"));
        text.push('\n');
        text
    }
}

/// A sharding without its mesh: what stands in a plan and a manifest.
pub fn sharding_text(sharding: &shardwright_ir::sharding::TensorSharding) -> String {
    let text = sharding.to_string();
    let body = text.split_once(", ").map_or(text.as_str(), |(_, body)| body);
    body.strip_suffix('>').unwrap_or(body).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::sharding::TensorSharding;

    #[test]
    fn a_plan_reads_back_what_it_wrote() {
        let text = r#"{"version": 1, "mesh": {"data": 2, "model": 4}, "shardings": {"*.weight": "[{}, {\"model\"}]"}}"#;
        let plan = Plan::parse(text).unwrap();
        assert_eq!(Plan::parse(&plan.to_json()).unwrap(), plan);
        assert_eq!(plan.to_mesh().unwrap().unwrap(), Mesh::new(&[("data", 2), ("model", 4)]));
    }

    #[test]
    fn a_plan_that_cannot_be_followed_is_refused() {
        let fault = |text| Plan::parse(text).unwrap_err();
        assert_eq!(fault(r#"{"version": 9, "mesh": {}, "shardings": {}}"#), "plan has version 9, this program reads version 1");
        assert!(fault(r#"{"version": 1, "mesh": {"x": 0}, "shardings": {}}"#).contains("at least 1, got 0"));
        assert!(fault(r#"{"version": 1, "mesh": {}, "shardings": {"a": "{x}"}}"#).contains("expected `[`"));
        assert!(fault(r#"{"version": 1, "mesh": {"x": "2"}, "shardings": {}}"#).starts_with("mesh.x: must be a whole number, got the text \"2\""));
        assert!(fault("[]").starts_with("a plan must be an object"));
        assert!(fault(r#"{"version": 1, "mesh": {}, "shardings": {}, "stage": 1}"#).contains("unknown field `stage`"));
    }

    #[test]
    fn shardings_are_written_without_their_mesh() {
        let sharding = TensorSharding::fully_open(Sym::new("mesh"), 2);
        assert_eq!(sharding_text(&sharding), "[{?}, {?}]");
        assert_eq!(sharding_text(&TensorSharding::fully_open(Sym::new("mesh"), 0)), "[]");
    }
}
