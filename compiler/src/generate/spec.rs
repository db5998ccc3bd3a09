//! Sizes of a model as text: `layers=48,hidden=6144`.
//!
//! Invariants: every size has a default, a least value and a most that keeps products of a few within 63 bits.

use shardwright_ir::ElementType;
use shardwright_passes::whole::whole;
use std::collections::BTreeMap;

/// One size.
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it is where a spec does not say.
    pub default: i64,
    /// What it says.
    pub summary: &'static str,
}

/// The most that a size may be.
const MOST: i64 = 1 << 24;
/// The most layers: each is a hundred ops or more.
const MOST_LAYERS: i64 = 10_000;

/// Sizes by name, and the type of the numbers.
#[derive(Clone, Debug)]
pub struct Sizes {
    values: BTreeMap<&'static str, i64>,
    element: ElementType,
}

impl Sizes {
    /// The sizes that `text` gives, the rest by default. `type=bf16` sets the type of parameters.
    ///
    /// # Errors
    /// Which part is at fault.
    pub fn parse(fields: &'static [Field], text: &str) -> Result<Sizes, String> {
        let mut sizes = Sizes { values: fields.iter().map(|field| (field.name, field.default)).collect(), element: ElementType::F32 };
        let mut given = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| format!("write `{part}` as NAME=VALUE"))?;
            if given.contains(&name) {
                return Err(format!("`{name}` is given twice"));
            }
            given.push(name);
            if name == "type" {
                sizes.element = ElementType::parse(value).filter(|element| element.is_float()).ok_or_else(|| format!("type must be that of floats (f32, bf16, …), got `{value}`"))?;
                continue;
            }
            let field = fields.iter().find(|field| field.name == name).ok_or_else(|| {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                format!("`{name}` is no size; there are {}, type", names.join(", "))
            })?;
            let value = whole(value).map_err(|why| format!("{name}: {why}"))?;
            let least = i64::from(field.default > 0);
            let most = if name == "layers" { MOST_LAYERS } else { MOST };
            if value < least {
                return Err(format!("{name} must be at least {least}, got {value}"));
            }
            if value > most {
                return Err(format!("{name} must be at most {most}, got {value}"));
            }
            sizes.values.insert(field.name, value);
        }
        Ok(sizes)
    }

    /// The size called so; 0 where the family has none.
    pub fn get(&self, name: &str) -> i64 {
        self.values.get(name).copied().unwrap_or(0)
    }

    /// The type of the numbers.
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// All of them, by name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, i64)> + '_ {
        self.values.iter().map(|(&name, &value)| (name, value))
    }
}
