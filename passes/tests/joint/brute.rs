//! The cheapest program of an e-graph over all forms, ways and placements, by trying all of them.
//!
//! From the definition alone: each e-class that is needed is made once, by one of its e-nodes in one way, held in one placement (any there is), and
//! brought from there to where each user takes it; parameters and arguments are only held; constants cost nothing. Where memory is limited, what is
//! held throughout (arguments and parameters that are needed, and results) must fit, each as it is held. Shares with what it
//! tests the lists of ways of one op, and the prices of one reshard and of one op's work.

use egg::Id;
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::{Mesh, ShardingRule, TensorSharding};
use shardwright_ir::{Func, OpId, Sym, TensorType, Type, Value};
use shardwright_passes::partition::plan::{Placement, Prices, Shape, price_in_order};
use shardwright_passes::partition::vote::makes_dims;
use shardwright_passes::rewrite::egraph::acyclic::Live;
use shardwright_passes::rewrite::egraph::convert::Converted;
use shardwright_passes::rewrite::egraph::form::Source;
use shardwright_passes::search::program::Work;
use shardwright_passes::search::ways::{all_placements, place, ways};
use std::collections::{BTreeMap, HashMap};

pub struct Brute<'a> {
    pub converted: &'a Converted,
    pub live: &'a Live,
    pub mesh: &'a Mesh,
    pub prices: &'a dyn Prices,
    pub work: &'a dyn Work,
    /// Selections looked at, and the most.
    pub steps: (u64, u64),
    /// Bytes on a device of all that is held throughout.
    pub limit: Option<i64>,
    /// Bytes of what is decided.
    used: i64,
    known: HashMap<(Vec<i64>, Placement, Placement), Option<i64>>,
    of_form: HashMap<u32, Vec<Way>>,
    order: Vec<Id>,
    constant: HashMap<Id, bool>,
}

/// A way of an op: its work, how it takes its operands and leaves its result.
#[derive(Clone)]
struct Way {
    cost: i64,
    takes: Vec<Placement>,
    makes: Placement,
}

/// How each e-class is wanted by what was decided so far.
type Demands = BTreeMap<Id, Vec<Placement>>;

impl<'a> Brute<'a> {
    pub fn new(converted: &'a Converted, live: &'a Live, mesh: &'a Mesh, prices: &'a dyn Prices, work: &'a dyn Work, most: u64) -> Brute<'a> {
        let mut brute = Brute { converted, live, mesh, prices, work, steps: (0, most), limit: None, used: 0, known: HashMap::new(), of_form: HashMap::new(), order: Vec::new(), constant: HashMap::new() };
        // Users before what they use.
        let mut seen = BTreeMap::new();
        for &id in &converted.roots {
            brute.visit(converted.graph.find(id), &mut seen);
        }
        brute.order.reverse();
        brute
    }

    fn visit(&mut self, id: Id, seen: &mut BTreeMap<Id, ()>) {
        if seen.insert(id, ()).is_some() {
            return;
        }
        let live = self.live;
        let forms = &self.converted.graph.analysis.forms;
        let mut constant = false;
        for node in live.nodes(id) {
            node.children.iter().for_each(|&child| self.visit(child, seen));
            constant |= forms.get(node.form).source == Source::Op && node.children.iter().all(|child| self.constant[child]);
        }
        self.constant.insert(id, constant);
        self.order.push(id);
    }

    /// The least cost of a function that returns these values in any whole placement, [`i64::MAX`] where nothing fits the limit; `None` where there are
    /// too many selections.
    pub fn least(&mut self, results: &[Value]) -> Option<i64> {
        self.steps.0 = 0;
        let results: Vec<Id> = results.iter().map(|value| self.converted.graph.find(self.converted.classes[value])).collect();
        let mut best = i64::MAX;
        self.next(0, 0, &mut Demands::new(), &results, &mut best);
        (self.steps.0 < self.steps.1).then_some(best)
    }

    fn next(&mut self, at: usize, cost: i64, demands: &mut Demands, results: &[Id], best: &mut i64) {
        self.steps.0 += 1;
        if cost >= *best || self.steps.0 >= self.steps.1 {
            return;
        }
        let Some(&id) = self.order.get(at) else {
            *best = cost;
            return;
        };
        let wanted = demands.get(&id).cloned().unwrap_or_default();
        let returned = results.iter().filter(|&&result| result == id).count();
        if (wanted.is_empty() && returned == 0) || self.constant[&id] {
            return self.next(at + 1, cost, demands, results, best);
        }
        let live = self.live;
        let converted = self.converted;
        let Type::Tensor(ty) = &converted.graph[id].data.ty else { unreachable!("programs of tensors") };
        let whole = all_placements(ty, self.mesh);
        let input = live.nodes(id).iter().any(|node| matches!(converted.graph.analysis.forms.get(node.form).source, Source::Input(_)));
        if input || converted.graph[id].data.fixed {
            let holds: Vec<(i64, i64)> = whole.iter().filter_map(|held| Some((self.deliver(ty, held, &wanted, returned, &whole)?, self.bytes(ty, held)))).collect();
            return self.hold(holds, true, (at, cost), demands, results, best);
        }
        for node in live.nodes(id) {
            let ways = self.ways(node.form.0, node.form);
            for way in ways {
                // Held as it was made, partial or not, or in any whole placement.
                let mut holds = whole.clone();
                if !holds.contains(&way.makes) {
                    holds.push(way.makes.clone());
                }
                let before = demands.clone();
                for (&child, takes) in node.children.iter().zip(&way.takes) {
                    // An op that takes a value twice in one placement takes it once.
                    let list = demands.entry(child).or_default();
                    let own = before.get(&child).map_or(0, Vec::len);
                    if !list[own..].contains(takes) {
                        list.push(takes.clone());
                    }
                }
                let price = |held: &Placement| Some((self.reshard(ty, &way.makes, held)? + self.deliver(ty, held, &wanted, returned, &whole)?, self.bytes(ty, held)));
                let holds = holds.iter().filter_map(price).collect();
                self.hold(holds, returned > 0, (at, cost + way.cost), demands, results, best);
                *demands = before;
            }
        }
    }

    /// Goes on with each way of holding a value (cost and bytes). Where memory does not matter, that matters to nothing else: the cheapest is taken at once.
    fn hold(&mut self, mut holds: Vec<(i64, i64)>, stays: bool, (at, cost): (usize, i64), demands: &mut Demands, results: &[Id], best: &mut i64) {
        holds.sort_unstable();
        let Some(limit) = self.limit.filter(|_| stays) else {
            if let Some((more, _)) = holds.first() {
                self.next(at + 1, cost + more, demands, results, best);
            }
            return;
        };
        for (more, bytes) in holds {
            if self.used + bytes <= limit {
                self.used += bytes;
                self.next(at + 1, cost + more, demands, results, best);
                self.used -= bytes;
            }
        }
    }

    fn bytes(&self, ty: &TensorType, placement: &Placement) -> i64 {
        TensorSharding::of_axes(Sym::new("mesh"), placement.dims.clone()).local_type(ty, self.mesh).byte_size() as i64
    }

    /// What it costs to bring a value from where it is held to all who want it.
    fn deliver(&mut self, ty: &TensorType, held: &Placement, wanted: &[Placement], returned: usize, whole: &[Placement]) -> Option<i64> {
        let mut sum = 0;
        for one in wanted {
            sum += self.reshard(ty, held, one)?;
        }
        if returned > 0 {
            sum += returned as i64 * whole.iter().filter_map(|to| self.reshard(ty, held, to)).min()?;
        }
        Some(sum)
    }

    fn reshard(&mut self, ty: &TensorType, from: &Placement, to: &Placement) -> Option<i64> {
        if from == to {
            return Some(0);
        }
        let (mesh, prices) = (self.mesh, self.prices);
        let shape = Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 };
        let key = (ty.dims.iter().copied().chain([shape.element]).collect(), from.clone(), to.clone());
        *self.known.entry(key).or_insert_with(|| price_in_order(mesh, shape, from, to, prices).map(|price| price.time))
    }

    fn ways(&mut self, number: u32, form: shardwright_passes::rewrite::egraph::form::FormId) -> Vec<Way> {
        if let Some(known) = self.of_form.get(&number) {
            return known.clone();
        }
        let (template, op) = self.converted.graph.analysis.forms.get(form).template().expect("inputs are no ops");
        let found = self.ways_of(template, op);
        self.of_form.insert(number, found.clone());
        found
    }

    fn ways_of(&self, func: &Func, op: OpId) -> Vec<Way> {
        let view = OpView { func, id: op };
        let data = func.op(op);
        let tensors: Vec<&TensorType> = data.operands.iter().chain(&data.results).map(|&value| func.tensor_type(value)).collect();
        let cost = (data.info.cost)(&view);
        let rule = view.sharding_rule().unwrap_or_else(|| ShardingRule::with_ranks(&tensors[..data.operands.len()].iter().map(|ty| ty.rank()).collect::<Vec<_>>(), &[tensors[data.operands.len()].rank()]));
        let spreads = data.operands.is_empty() || makes_dims(&rule, data.info.name);
        let mut found = Vec::new();
        for axes in ways(&rule, self.mesh, spreads).expect("few ways") {
            let Some(mut placed) = place(&rule, &axes, data.operands.len(), self.mesh) else { continue };
            let bytes: i64 = tensors.iter().zip(&placed).map(|(ty, placement)| self.bytes(ty, placement)).sum();
            let share: f64 = rule.factors.iter().zip(&axes).map(|(factor, axes)| (factor.size as f64 / self.mesh.shards(axes) as f64).ceil() / factor.size.max(1) as f64).product();
            let cost = self.work.price(&view, (cost.flops as f64 * share).ceil() as i64, bytes);
            let makes = placed.pop().expect("one result");
            found.push(Way { cost, takes: placed, makes });
        }
        found
    }
}
