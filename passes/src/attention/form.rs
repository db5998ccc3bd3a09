//! How devices share the sequence of an attention.
//!
//! A sequence lies along mesh axes, major to minor. The minor ones may give it up for heads (all-to-all: Ulysses), along the others keys and
//! values are gathered, or go around in a ring, or in rings of rings. Invariants: heads divide by the axes that they lie along, of queries and of keys:
//! `(H / T) % U == 0`; no axis is used twice; a request that cannot be met is an error that says why.

use shardwright_dialects::nn::spec::Sizes;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};

/// What a user asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Whatever the machine does fastest.
    Auto,
    /// Heads and batch only: what the rule of the op does.
    Heads,
    /// Keys and values are gathered (Llama 3's context parallelism, arXiv:2407.21783, 3.3.2).
    AllGather,
    /// Keys and values go around a ring (Liu et al., arXiv:2310.01889).
    Ring,
    /// A ring within each group, and groups in a ring (Gu et al., LoongTrain, arXiv:2406.18485).
    DoubleRing,
    /// A causal ring in half as many steps, devices that are done working for others (Li et al., DistFlashAttn, arXiv:2310.03294); its backward pass is a ring.
    LightSeq,
    /// Teams of devices share queries and split keys among their members (Liu et al., WallFacer, arXiv:2407.00611).
    WallFacer,
    /// The sequence is exchanged for heads (Jacobs et al., DeepSpeed-Ulysses, arXiv:2309.14509).
    Ulysses,
    /// Each device attends to its own keys, and what they found is put together (Flash-Decoding's split of keys, over devices).
    Merge,
    /// Heads along the minor axes, a ring along the others (Fang and Zhao, USP, arXiv:2405.07719).
    Usp,
}

impl Scheme {
    /// All, by name.
    pub const ALL: [(&'static str, Scheme); 10] = [
        ("auto", Scheme::Auto),
        ("heads", Scheme::Heads),
        ("allgather", Scheme::AllGather),
        ("ring", Scheme::Ring),
        ("double-ring", Scheme::DoubleRing),
        ("lightseq", Scheme::LightSeq),
        ("wallfacer", Scheme::WallFacer),
        ("ulysses", Scheme::Ulysses),
        ("usp", Scheme::Usp),
        ("merge", Scheme::Merge),
    ];
    /// The scheme with this name.
    pub fn parse(name: &str) -> Result<Scheme, String> {
        let names: Vec<&str> = Scheme::ALL.iter().map(|(name, _)| *name).collect();
        let found = Scheme::ALL.iter().find(|(other, _)| *other == name).map(|(_, scheme)| *scheme);
        found.ok_or_else(|| format!("unknown attention scheme `{name}`: there are {}", names.join(", ")))
    }
}

/// An attention on a mesh.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Its sizes.
    pub sizes: Sizes,
    /// Axes of the batch.
    pub batch: Vec<AxisRef>,
    /// Axes of query heads.
    pub heads: Vec<AxisRef>,
    /// Axes of key heads: those of query heads, or as many of them as divide.
    pub key_heads: Vec<AxisRef>,
    /// Axes of the sequence, of queries and of keys; empty where queries are whole and only keys lie along axes.
    pub sequence: Vec<AxisRef>,
    /// Axes of the keys.
    pub keys: Vec<AxisRef>,
}

impl<'a> Site<'a> {
    /// Of operands that lie so; `None` where keys are whole, or lie along other axes than queries.
    pub fn of(mesh: &'a Mesh, sizes: Sizes, q: &TensorSharding, k: &TensorSharding, v: &TensorSharding) -> Option<Site<'a>> {
        let axes = |sharding: &TensorSharding, dim: usize| -> Vec<AxisRef> {
            sharding.dims.get(dim).map_or_else(Vec::new, |dim| dim.axes.iter().copied().filter(|axis| mesh.size_of(axis) > 1).collect())
        };
        let (sequence, keys) = (axes(q, 2), axes(k, 2));
        let taken = |axis: &AxisRef| [0, 1].iter().any(|&dim| axes(q, dim).iter().any(|other| other.overlaps(axis, mesh)));
        if keys.is_empty() || axes(v, 2) != keys || !(sequence == keys || sequence.is_empty() && !keys.iter().any(taken)) {
            return None;
        }
        // Key heads have as many axes as divide them; query heads have more only where each key head is alone on its devices.
        let mut heads = axes(q, 1);
        while sizes.heads % mesh.shards(&heads) != 0 {
            heads.pop();
        }
        let mut key_heads = heads.clone();
        while sizes.key_heads % mesh.shards(&key_heads) != 0 {
            key_heads.pop();
        }
        if mesh.shards(&key_heads) != sizes.key_heads {
            heads.clone_from(&key_heads);
        }
        Some(Site { mesh, sizes, batch: axes(q, 0), heads, key_heads, sequence, keys })
    }
    /// Of operands whose sequence is not shared: batch and heads alone, along the axes that divide them.
    pub fn whole_sequence(mesh: &'a Mesh, sizes: Sizes, q: &TensorSharding, k: &TensorSharding) -> Site<'a> {
        let axes = |sharding: &TensorSharding, dim: usize, size: i64| -> Vec<AxisRef> {
            let mut axes: Vec<AxisRef> = sharding.dims.get(dim).map_or_else(Vec::new, |dim| dim.axes.iter().copied().filter(|axis| mesh.size_of(axis) > 1).collect());
            while size % mesh.shards(&axes) != 0 {
                axes.pop();
            }
            axes
        };
        let (heads, key_heads) = (axes(q, 1, sizes.heads), axes(k, 1, sizes.key_heads));
        let alike = heads == key_heads;
        let heads = |own: Vec<AxisRef>| if alike { own } else { Vec::new() };
        Site { mesh, sizes, batch: axes(q, 0, sizes.batch), heads: heads(key_heads.clone()), key_heads: heads(key_heads), sequence: Vec::new(), keys: Vec::new() }
    }
}

/// How keys come to queries along the axes that stay on the sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// Every device gets all of them.
    Gather,
    /// They go around: levels of axes, the outermost ring first.
    Ring(Vec<Vec<AxisRef>>),
    /// They stay, along these axes; queries are whole.
    Merge(Vec<AxisRef>),
    /// Teams along the minor axis have their queries together; keys go around along all but the two minor ones.
    Teams(Vec<AxisRef>),
    /// They go to the queries of later devices, and queries of the last ones come to them, along these axes.
    Balanced(Vec<AxisRef>),
}

/// How a sequence is shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// Axes that go from the sequence to heads: the minor ones.
    pub to_heads: Vec<AxisRef>,
    /// Axes that stay.
    pub rows: Vec<AxisRef>,
    /// What happens along them.
    pub exchange: Exchange,
}

impl Form {
    /// The last `count` axes to heads, a ring (or a gather) along the others. Errors where heads do not divide.
    pub fn new(site: &Site, count: usize, exchange: impl Fn(&[AxisRef]) -> Exchange) -> Result<Form, String> {
        let (rows, to_heads) = site.sequence.split_at(site.sequence.len() - count.min(site.sequence.len()));
        check_heads(site, to_heads)?;
        Ok(Form { to_heads: to_heads.to_vec(), rows: rows.to_vec(), exchange: exchange(rows) })
    }
    /// All keys are here.
    pub fn local() -> Form {
        Form { to_heads: Vec::new(), rows: Vec::new(), exchange: Exchange::Gather }
    }
    /// The name that reports give it.
    pub fn name(&self) -> &'static str {
        match (self.to_heads.is_empty(), self.rows.is_empty(), &self.exchange) {
            (_, _, Exchange::Merge(_)) => "merge",
            (_, _, Exchange::Balanced(_)) => "lightseq",
            (_, _, Exchange::Teams(_)) => "wallfacer",
            (true, true, _) => "heads",
            (false, true, _) => "ulysses",
            (true, _, Exchange::Gather) => "allgather",
            (true, _, Exchange::Ring(levels)) if levels.len() > 1 => "double-ring",
            (true, _, Exchange::Ring(_)) => "ring",
            (false, false, _) => "usp",
        }
    }
}

/// A ring of all axes as one.
pub fn flat(rows: &[AxisRef]) -> Exchange {
    if rows.is_empty() { Exchange::Gather } else { Exchange::Ring(vec![rows.to_vec()]) }
}

/// A ring for every axis.
fn nested(rows: &[AxisRef]) -> Exchange {
    Exchange::Ring(rows.iter().map(|&axis| vec![axis]).collect())
}

/// Forms that a scheme allows, at least one. `named` are the axes that are to go to heads, where the user says which.
///
/// # Errors
/// Why there is none.
pub fn forms(site: &Site, scheme: Scheme, named: &[String]) -> Result<Vec<Form>, String> {
    let all = site.sequence.len();
    let text = |axes: &[AxisRef]| axes.iter().map(|axis| format!("\"{axis}\"")).collect::<Vec<_>>().join(", ");
    let count = named_count(site, named)?;
    if site.sequence.is_empty() {
        let wanted = scheme == Scheme::Merge || scheme == Scheme::Auto && merging_pays(site);
        let form = Form { to_heads: Vec::new(), rows: Vec::new(), exchange: Exchange::Merge(site.keys.clone()) };
        return Ok(if wanted { vec![form] } else { Vec::new() });
    }
    Ok(match scheme {
        Scheme::Merge => return Err(format!("merge is for whole queries: here they lie along {} as keys do", text(&site.sequence))),
        Scheme::Heads => Vec::new(),
        Scheme::AllGather => vec![Form::new(site, 0, |_| Exchange::Gather)?],
        Scheme::Ring => vec![Form::new(site, 0, flat)?],
        Scheme::WallFacer => {
            let sizes: Vec<i64> = site.sequence.iter().map(|axis| site.mesh.size_of(axis)).collect();
            if !matches!(sizes[..], [.., part, team] if part == team) {
                return Err(format!("wallfacer needs two minor mesh axes of one size along the sequence, for the members of a team and for their parts of the keys: it lies along {}", text(&site.sequence)));
            }
            vec![Form::new(site, 0, |rows| Exchange::Teams(rows.to_vec()))?]
        }
        Scheme::LightSeq => vec![Form::new(site, 0, |rows| Exchange::Balanced(rows.to_vec()))?],
        Scheme::DoubleRing if all < 2 => {
            return Err(format!("a double ring needs two mesh axes along the sequence, it lies along {} only", text(&site.sequence)));
        }
        Scheme::DoubleRing => vec![Form::new(site, count.unwrap_or(0), nested)?],
        Scheme::Ulysses => vec![Form::new(site, all, flat)?],
        Scheme::Usp if all < 2 => {
            return Err(format!("usp needs two mesh axes along the sequence, one for heads and one for the ring: it lies along {} only", text(&site.sequence)));
        }
        Scheme::Usp => vec![Form::new(site, count.unwrap_or(1), flat)?],
        Scheme::Auto => {
            let mut found = vec![Form::new(site, 0, |_| Exchange::Gather)?, Form::new(site, 0, flat)?];
            if all > 1 {
                found.push(Form::new(site, 0, nested)?);
            }
            found.extend((1..=all).filter_map(|count| Form::new(site, count, flat).ok()));
            found
        }
    })
}

/// Whether three reductions of what queries have are less than gathering keys and values: `2 b h s (e' + 2)` numbers or `b g t (e + e')`.
fn merging_pays(site: &Site) -> bool {
    let sizes = &site.sizes;
    let queries = sizes.heads.saturating_mul(sizes.queries).saturating_mul(sizes.value_width.saturating_add(2)).saturating_mul(2);
    queries < sizes.key_heads.saturating_mul(sizes.keys).saturating_mul(sizes.width.saturating_add(sizes.value_width))
}

/// How many minor axes the named ones are.
fn named_count(site: &Site, named: &[String]) -> Result<Option<usize>, String> {
    if named.is_empty() {
        return Ok(None);
    }
    for (index, name) in named.iter().enumerate() {
        if named[..index].contains(name) {
            return Err(format!("axis \"{name}\" is named twice"));
        }
        if site.heads.iter().any(|axis| axis.name == name.as_str()) {
            return Err(format!("axis \"{name}\" shards heads already: it cannot take them from the sequence as well"));
        }
        if !site.sequence.iter().any(|axis| axis.name == name.as_str()) {
            return Err(format!("axis \"{name}\" does not shard the sequence"));
        }
    }
    let minor = &site.sequence[site.sequence.len() - named.len().min(site.sequence.len())..];
    if minor.len() < named.len() || !minor.iter().all(|axis| named.iter().any(|name| axis.name == name.as_str())) {
        return Err(format!("axes {} must be the minor ones of the sequence, which lies along {:?}", named.join(", "), site.sequence.iter().map(ToString::to_string).collect::<Vec<_>>()));
    }
    Ok(Some(named.len()))
}

/// `(H / T) % U == 0`, for query heads and for key heads.
fn check_heads(site: &Site, to_heads: &[AxisRef]) -> Result<(), String> {
    let degree = site.mesh.shards(to_heads);
    if degree > 1 && site.heads != site.key_heads {
        return Err("query heads are sharded beyond key heads: no key heads are left to exchange the sequence for".to_owned());
    }
    let sharded = site.mesh.shards(&site.heads);
    for (what, heads) in [("query", site.sizes.heads), ("key", site.sizes.key_heads)] {
        if heads / sharded % degree != 0 {
            return Err(format!("{heads} {what} heads on {sharded} devices do not divide by {degree}, the devices that the sequence is exchanged over: (H / T) % U must be 0"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::Sym;

    fn axes(names: &[&str]) -> Vec<AxisRef> {
        names.iter().map(|name| AxisRef::full(Sym::new(name))).collect()
    }

    fn site<'a>(mesh: &'a Mesh, heads: i64, key_heads: i64, on_heads: &[&str], sequence: &[&str]) -> Site<'a> {
        let sizes = Sizes { batch: 1, heads, key_heads, queries: 32, keys: 32, width: 8, value_width: 8 };
        let lying = TensorSharding::of_axes(Sym::new("mesh"), vec![vec![], axes(on_heads), axes(sequence), vec![]]);
        Site::of(mesh, sizes, &lying, &lying, &lying).unwrap()
    }

    /// The rule of DeepSpeed-Ulysses and USP: heads on each tensor-parallel device divide by the degree.
    #[test]
    fn requests_that_heads_do_not_divide_by_are_refused() {
        let mesh = Mesh::new(&[("t", 2), ("r", 2), ("u", 4)]);
        let refused = |site: &Site, scheme| forms(site, scheme, &[]).unwrap_err();
        assert!(forms(&site(&mesh, 8, 8, &["t"], &["u"]), Scheme::Ulysses, &[]).is_ok());
        assert!(refused(&site(&mesh, 12, 12, &["t"], &["u"]), Scheme::Ulysses).contains("12 query heads on 2 devices do not divide by 4"));
        assert!(refused(&site(&mesh, 8, 2, &["t"], &["u"]), Scheme::Ulysses).contains("2 key heads on 2 devices do not divide by 4"));
        assert!(refused(&site(&mesh, 8, 8, &[], &["u"]), Scheme::Usp).contains("two mesh axes"));
        assert!(refused(&site(&mesh, 8, 8, &[], &["u"]), Scheme::DoubleRing).contains("two mesh axes"));
        assert!(forms(&site(&mesh, 8, 8, &[], &["u"]), Scheme::Ring, &[]).is_ok());
    }

    #[test]
    fn axes_are_used_once_and_the_minor_ones_go_to_heads() {
        let mesh = Mesh::new(&[("t", 2), ("r", 2), ("u", 4)]);
        let site = site(&mesh, 8, 8, &["t"], &["r", "u"]);
        let named = |names: &[&str]| forms(&site, Scheme::Usp, &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(named(&["u"]).unwrap()[0].to_heads, axes(&["u"]));
        assert!(named(&["t"]).unwrap_err().contains("shards heads already"));
        assert!(named(&["u", "u"]).unwrap_err().contains("named twice"));
        assert!(named(&["r"]).unwrap_err().contains("minor ones"));
        assert!(named(&["x"]).unwrap_err().contains("does not shard the sequence"));
    }
}
