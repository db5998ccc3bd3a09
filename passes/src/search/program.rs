//! The choices of a program: in which ways each op can be sharded over a mesh, and what those ways cost together.
//!
//! A *holder* is an op whose single-use results lie as the op makes them, or a value that several ops share or that flows through a region; its
//! *ways* say how its tensors lie ([`Placement`], partial results included). Holders that share a value are joined by a link, priced
//! by a reshard between what the one makes and the other takes: the cheapest of a few fixed orders ([`InOrder`]) for all pairs of ways, and
//! the one that the partitioner will make ([`Planner`]) for those that a plan uses ([`Program::settle`]). So a sum that several ops read is combined once,
//! in the placement that is cheapest for all. Source of the form: Alpa (OSDI 2022), section 4, without its merged ops and infinite
//! prices. Invariants: every way is legal (no axis twice, no strided views, no empty shards); of equal ways the first stays; the same
//! program gives the same choices.

pub use super::work::Work;
use super::structure::Structure;
use super::ways::{all_placements, bytes_on_device, local_flops, meets, place, spreads, ways_of};
use super::{INFINITE, ProblemBuilder, ProblemError, SearchProblem};
use crate::analysis::rules::{RuleId, RuleTable};
use crate::analysis::traffic::trip_count;
use crate::cost::compute::reads_result;
use crate::partition::plan::{InOrder, Placed, Placement, Planner, Prices, Shape, local_bytes};
use crate::partition::vote::FactorAxes;
use crate::shard::data_flow::Edges;
use indexmap::{IndexMap, IndexSet};
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::module::ValueDef;
use shardwright_ir::op::OpView;
use shardwright_ir::role::ALIAS;
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::{Attr, Diagnostic, Func, OpId, Region, Sym, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// Who decides how a value lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    /// The op that makes it.
    Op(OpId),
    /// The value itself.
    Value(Value),
}

/// A holder and its ways.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Who.
    pub holder: Holder,
    /// By way: the placement of each of its tensors (operands, then results; or the value alone), as numbers of [`Program::placements`].
    pub ways: Vec<Vec<u32>>,
    /// By way: picoseconds on a device, trips of loops included.
    pub costs: Vec<i64>,
    /// By way: bytes on a device of what it holds.
    pub bytes: Vec<i64>,
    /// Positions in program order between which it is held: from the first to before the second.
    pub live: (u32, u32),
}

impl Choices {
    /// By way: how this tensor lies.
    fn lies(&self, tensor: u32) -> Vec<u32> {
        self.ways.iter().map(|way| way[tensor as usize]).collect()
    }
}

/// Two holders that share a value.
#[derive(Clone, Debug)]
pub struct Link {
    /// The holder that makes it, and the one that takes it.
    pub ends: (u32, u32),
    /// Which of their tensors it is.
    pub tensors: (u32, u32),
    /// Sizes and element of the tensor, a number of the program's shapes; none where both must lie alike.
    shape: Option<usize>,
    /// How often it runs.
    trips: i64,
    /// By way of the first, then way of the second: picoseconds; [`INFINITE`] where no reshard leads there.
    pub costs: Arc<[i64]>,
}

/// All choices of a function.
pub struct Program {
    /// How tensors can lie.
    pub placements: IndexSet<Placement>,
    /// The holders: ops and fixed uses in program order, then values that hold themselves.
    pub nodes: Vec<Choices>,
    /// What they share.
    pub links: Vec<Link>,
    /// What the ways mean.
    structure: Arc<Structure>,
    /// Of each value: its holder and which of the holder's tensors it is.
    of_value: SecondaryMap<Value, Option<(u32, u32)>>,
    /// Results of the function with their holders.
    results: Vec<(usize, u32)>,
    /// Sizes and bytes of an element of what is shared.
    shapes: IndexSet<ShapeKey>,
    /// Reshards by shape, from and to, in picoseconds.
    reshards: HashMap<(usize, u32, u32), i64>,
}

impl Program {
    /// The choices of `func` on the mesh. What annotations say is kept: closed dimensions as they are, open ones extended.
    ///
    /// # Errors
    /// An op that has more ways than [`MOST_WAYS`], a manual computation, or annotations that no way meets; at its place.
    pub fn new(func: &Func, mesh: (Sym, &Mesh), prices: &dyn Prices, work: &dyn Work) -> Result<Program, Box<Diagnostic>> {
        Program::new_until(func, mesh, prices, work, None).and_then(|program| program.ok_or_else(|| Box::new(Diagnostic::error("time ended without a deadline"))))
    }

    /// [`Program::new`], or none where that is not done by `deadline`: pricing reshards can take long on meshes of many axes.
    ///
    /// # Errors
    /// As [`Program::new`].
    pub fn new_until(func: &Func, (name, mesh): (Sym, &Mesh), prices: &dyn Prices, work: &dyn Work, deadline: Option<Instant>) -> Result<Option<Program>, Box<Diagnostic>> {
        let mut build = Build {
            func,
            name,
            mesh,
            orders: InOrder::new(mesh, prices),
            placed: Vec::new(),
            work,
            rules: RuleTable::new(func),
            edges: Edges::new(func),
            program: Program { placements: IndexSet::new(), nodes: Vec::new(), links: Vec::new(), of_value: SecondaryMap::new(), results: Vec::new(), shapes: IndexSet::new(), reshards: HashMap::new(), structure: Arc::default() },
            uses: vec![0; func.num_values()],
            places: SecondaryMap::new(),
            lives: Vec::new(),
            ways_of: HashMap::new(),
            matrices: HashMap::new(),
            wanted: IndexMap::new(),
            made: IndexMap::new(),
            deadline,
            late: false,
        };
        build.run()?;
        let Build { mut program, rules, late, .. } = build;
        if late {
            return Ok(None);
        }
        program.structure = Arc::new(Structure::of_program(&program, func, &rules, mesh));
        Ok(Some(program))
    }

    /// The search problem of these choices: picoseconds, and bytes on a device of at most `limit`.
    ///
    /// # Errors
    /// A holder without any way, by name.
    pub fn problem(&self, func: &Func, limit: Option<i64>) -> Result<SearchProblem, ProblemError> {
        let mut builder = ProblemBuilder::new(func.name.as_str());
        if let Some(limit) = limit {
            builder.limit(limit);
        }
        for node in &self.nodes {
            builder.node_with_memory(&holder_name(func, node.holder), node.costs.clone(), node.bytes.clone(), (i64::from(node.live.0), i64::from(node.live.1)));
        }
        for link in &self.links {
            builder.edge(link.ends.0, link.ends.1, link.costs.to_vec());
        }
        builder.structure(Arc::clone(&self.structure));
        builder.build()
    }

    /// The node that says how a value lies, and which of its tensors the value is.
    pub fn holder_of(&self, value: Value) -> Option<(u32, u32)> {
        self.of_value[value]
    }

    /// Gives the reshards that these ways need the prices of those that the partitioner will make, and returns how much all of them cost more (or
    /// less) than before, in picoseconds. Searching again then finds what is cheapest where the first prices misled.
    pub fn settle(&mut self, (name, mesh): (Sym, &Mesh), planner: &mut Planner, chosen: &[u32]) -> i128 {
        let mut changed = 0i128;
        let mut moved = HashSet::new();
        for link in &self.links {
            let Some(shape) = link.shape else { continue };
            let lies = |(node, tensor): (u32, u32)| self.nodes[node as usize].ways[chosen[node as usize] as usize][tensor as usize];
            let (from, to) = (lies((link.ends.0, link.tensors.0)), lies((link.ends.1, link.tensors.1)));
            let Some(before) = self.reshards.get(&(shape, from, to)).copied().filter(|_| from != to) else { continue };
            let (dims, element) = &self.shapes[shape];
            let placement = |id: u32| self.placements[id as usize].clone();
            let Ok(planned) = planner.plan((name, mesh), Shape { dims, element: *element }, placement(from), placement(to)) else { continue };
            // What only cuts keeps the price of its kernel.
            let now = if planned.cost.time > 0 { planned.cost.time.min(INFINITE) } else { before };
            changed += i128::from(now - before) * i128::from(link.trips);
            if now != before {
                moved.insert((shape, from, to, now));
            }
        }
        // Only now, so that every link that uses a pair counts its change.
        for &(shape, from, to, now) in &moved {
            self.reshards.insert((shape, from, to), now);
        }
        let touched: HashSet<usize> = moved.iter().map(|(shape, ..)| *shape).collect();
        let mut known: HashMap<*const i64, Arc<[i64]>> = HashMap::new();
        for index in 0..self.links.len() {
            let link = &self.links[index];
            let Some(shape) = link.shape.filter(|shape| touched.contains(shape)) else { continue };
            let lie = |node: u32, tensor: u32| self.nodes[node as usize].lies(tensor);
            let (rows, columns) = (lie(link.ends.0, link.tensors.0), lie(link.ends.1, link.tensors.1));
            // Equal matrices go on sharing their storage.
            let costs = known.entry(link.costs.as_ptr()).or_insert_with(|| self.matrix(shape, (&rows, &columns), link.trips)).clone();
            self.links[index].costs = costs;
        }
        changed
    }

    /// Prices of all pairs of two ways' placements.
    fn matrix(&self, shape: usize, (rows, columns): (&[u32], &[u32]), trips: i64) -> Arc<[i64]> {
        let price = |from: u32, to: u32| if from == to { 0 } else { self.reshards.get(&(shape, from, to)).copied().unwrap_or(INFINITE) };
        // Many ways have a tensor lie alike: each pair of placements is looked up once.
        let (from, to) = (IndexSet::<u32>::from_iter(rows.iter().copied()), IndexSet::<u32>::from_iter(columns.iter().copied()));
        let prices: Vec<i64> = from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))).map(|(from, to)| price(from, to).saturating_mul(trips).min(INFINITE)).collect();
        let places = |ids: &[u32], set: &IndexSet<u32>| -> Vec<usize> { ids.iter().filter_map(|id| set.get_index_of(id)).collect() };
        let (rows, columns, width) = (places(rows, &from), places(columns, &to), to.len());
        let pairs = rows.iter().flat_map(|row| columns.iter().map(move |column| row * width + column));
        pairs.map(|pair| prices[pair]).collect()
    }

    /// Sizes of what a link shares, and bytes of an element.
    pub fn shape_text(&self, link: &Link) -> String {
        let Some((dims, element)) = link.shape.and_then(|shape| self.shapes.get_index(shape)) else { return "a buffer".to_owned() };
        format!("{dims:?} of {element} B")
    }

    /// Puts the chosen ways (one a holder) onto the values of the function as closed shardings. What was partial becomes whole where the
    /// partitioner finds it cheapest.
    pub fn apply(&self, func: &mut Func, mesh: Sym, chosen: &[u32]) {
        let lies = |(node, tensor): (u32, u32)| {
            let (choices, &way) = (self.nodes.get(node as usize)?, chosen.get(node as usize)?);
            let placement = self.placements.get_index(choices.ways[way as usize][tensor as usize] as usize)?;
            Some(TensorSharding::of_axes(mesh, placement.dims.clone()))
        };
        for value in (0..func.num_values()).map(Value::from_index) {
            if let Some(sharding) = self.of_value[value].and_then(lies) {
                func.set_sharding(value, Some(sharding));
            }
        }
        for &(result, node) in &self.results {
            if let (Some(slot), Some(sharding)) = (func.result_shardings.get_mut(result), lies((node, 0))) {
                *slot = Some(sharding);
            }
        }
    }
}

fn holder_name(func: &Func, holder: Holder) -> String {
    match holder {
        Holder::Op(op) => format!("{} ({})", func.op(op).info.name, op.index()),
        Holder::Value(value) => func.value(value).name.map_or_else(|| value.to_string(), |name| name.as_str().to_owned()),
    }
}

/// A tensor's sizes and bytes of an element.
type ShapeKey = (Vec<i64>, i64);

struct Build<'a> {
    func: &'a Func,
    name: Sym,
    mesh: &'a Mesh,
    orders: InOrder<'a>,
    /// Placements as the prices take them, by number.
    placed: Vec<Placed>,
    work: &'a dyn Work,
    rules: RuleTable,
    edges: Edges,
    program: Program,
    /// How many operands a value is.
    uses: Vec<u32>,
    /// Of each op its position in program order, from 1, and that of the last op in its regions.
    places: SecondaryMap<OpId, (u32, u32)>,
    /// Of each value the positions between which it lives: from where it is made to behind its last use.
    lives: Vec<(u32, u32)>,
    /// Ways by rule and by whether new dimensions may be sharded.
    ways_of: HashMap<(RuleId, bool), Arc<[FactorAxes]>>,
    matrices: HashMap<(usize, Vec<u32>, Vec<u32>, i64), Arc<[i64]>>,
    /// What ops take values as that hold themselves: (op node, tensor).
    wanted: IndexMap<Value, Vec<(u32, u32, i64)>>,
    /// What comes to be values that hold themselves, with trips.
    made: IndexMap<Value, Vec<(Source, i64)>>,
    deadline: Option<Instant>,
    /// Time has ended: nothing more is priced.
    late: bool,
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Source {
    /// A tensor of a node.
    Node(u32, u32),
    /// A value that holds itself, whose node is not there yet.
    Held(Value),
}

impl Build<'_> {
    fn run(&mut self) -> Result<(), Box<Diagnostic>> {
        self.live();
        self.region(self.func.body(), 1)?;
        self.values();
        Ok(())
    }

    /// Counts uses, and finds between which positions values live. Arguments live throughout; what a region uses lives as long as the
    /// op of the region runs; what the function returns is from there on held by its result.
    fn live(&mut self) {
        let func = self.func;
        let order = func.walk();
        let end = order.len() as u32 + 1;
        let around = |region: Option<Region>| region.and_then(|region| func.region(region).parent);
        for (position, &op) in (1..).zip(&order) {
            self.places[op] = (position, position);
            let mut outer = around(func.op(op).parent);
            while let Some(op) = outer {
                self.places[op].1 = position;
                outer = around(func.op(op).parent);
            }
        }
        let home = |value: Value| match func.value(value).def {
            ValueDef::Result(op, _) => func.op(op).parent,
            ValueDef::Arg(region, _) => Some(region),
        };
        let made = |value: Value| match func.value(value).def {
            ValueDef::Result(op, _) => self.places[op].0,
            ValueDef::Arg(region, _) => func.region(region).parent.map_or(0, |op| self.places[op].0),
        };
        self.lives = (0..func.num_values()).map(|index| made(Value::from_index(index))).map(|start| (start, start + 1)).collect();
        for &op in &order {
            for &value in &func.op(op).operands {
                self.uses[value.index()] += 1;
                let mut user = op;
                while func.op(user).parent != home(value)
                    && let Some(outer) = around(func.op(user).parent)
                {
                    user = outer;
                }
                let returned = func.op(user).info.name == "func.return";
                let life = &mut self.lives[value.index()];
                life.1 = life.1.max(self.places[user].1 + u32::from(!returned));
            }
        }
        func.args().iter().for_each(|arg| self.lives[arg.index()].1 = end);
    }

    fn region(&mut self, region: Region, trips: i64) -> Result<(), Box<Diagnostic>> {
        for op in self.func.region(region).ops.clone() {
            let data = self.func.op(op);
            if data.info.name == "sdy.manual_computation" {
                let why = "the ways of a manual computation are the user's, and are not searched";
                return Err(Box::new(Diagnostic::error(why).at(data.span).help("give the program's other shardings with `--shard`, and compile it without a plan")));
            }
            match self.rules.id_of(op) {
                Some(rule) => self.op(op, rule, trips)?,
                None => self.plain(op, trips),
            }
            let holds_ops = matches!(data.info.name, "stablehlo.while" | "stablehlo.case" | "stablehlo.if" | "sdy.named_computation");
            let inside = if data.info.name == "stablehlo.while" { trip_count(self.func, op).unwrap_or(1).max(1) } else { 1 };
            for &inner in data.regions.iter().filter(|_| holds_ops) {
                self.region(inner, trips.saturating_mul(inside))?;
            }
        }
        Ok(())
    }

    fn is_tensor(&self, value: Value) -> bool {
        // Scalars too: they can be partial.
        self.func.ty(value).as_tensor().is_some()
    }

    /// Whether a value decides for itself how it lies: what several ops read, what flows through a region, what nobody makes.
    fn holds_itself(&self, value: Value) -> bool {
        self.uses[value.index()] != 1 || self.func.defining_op(value).is_none_or(|op| self.rules.of(op).is_none()) || self.edges.of_target(value).is_some()
    }

    /// The value that decides for a value that holds itself: the owner of its data-flow edge.
    fn holder(&self, value: Value) -> Value {
        self.edges.of_target(value).map_or(value, |edge| self.edges.all[edge].owner)
    }

    /// An op with a rule.
    fn op(&mut self, op: OpId, id: RuleId, trips: i64) -> Result<(), Box<Diagnostic>> {
        let func = self.func;
        let data = func.op(op);
        let tensors: Vec<Value> = data.operands.iter().chain(&data.results).copied().collect();
        if !tensors.iter().any(|&value| self.is_tensor(value)) {
            return Ok(());
        }
        let rule = self.rules.rule(id).clone();
        let view = OpView { func, id: op };
        let key = (id, spreads(&view, &rule));
        let all = match self.ways_of.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found: Arc<[FactorAxes]> = ways_of(&view, &rule, self.mesh)?.into();
                self.ways_of.insert(key, found.clone());
                found
            }
        };
        let cost = (data.info.cost)(&view);
        let sliced = reads_result(data.info.name);
        let moved: Vec<usize> = (0..tensors.len()).filter(|&tensor| self.work.moves(&view, tensor)).collect();
        let node = self.program.nodes.len() as u32;
        let mut choices = Choices { holder: Holder::Op(op), ways: Vec::new(), costs: Vec::new(), bytes: Vec::new(), live: self.life(&data.results) };
        for axes in all.iter() {
            let Some(placed) = place(&rule, axes, data.operands.len(), self.mesh) else { continue };
            let kept = data.results.iter().zip(&placed[data.operands.len()..]).all(|(&value, placement)| self.fits(value, placement));
            if !kept {
                continue;
            }
            // Of what is sliced only the slice is read.
            let read = |tensor: usize| if sliced && tensor == 0 { data.operands.len() } else { tensor };
            let bytes = moved.iter().fold(0i64, |sum, &tensor| sum.saturating_add(self.local_bytes(tensors[read(tensor)], &placed[read(tensor)])));
            let own = data.results.iter().zip(&placed[data.operands.len()..]).filter(|(value, _)| !self.holds_itself(**value));
            choices.bytes.push(own.fold(0i64, |sum, (&value, placement)| sum.saturating_add(self.local_bytes(value, placement))));
            let price = self.work.price(&view, local_flops(&rule, axes, self.mesh, cost.flops), bytes);
            choices.costs.push(price.saturating_mul(trips).min(INFINITE));
            choices.ways.push(placed.into_iter().map(|placement| self.program.placements.insert_full(placement).0 as u32).collect());
        }
        if choices.ways.is_empty() {
            return Err(Box::new(Diagnostic::error(format!("no way to shard {} meets the shardings that its results are given", data.info.name)).at(data.span)));
        }
        self.program.nodes.push(choices);
        for (tensor, &value) in tensors.iter().enumerate() {
            if !self.is_tensor(value) {
                continue;
            }
            let tensor = tensor as u32;
            if (tensor as usize) >= data.operands.len() {
                match self.holds_itself(value) {
                    true => self.made.entry(self.holder(value)).or_default().push((Source::Node(node, tensor), trips)),
                    false => self.program.of_value[value] = Some((node, tensor)),
                }
                continue;
            }
            match self.program.of_value[value] {
                Some(maker) => self.link(maker, (node, tensor), value, trips),
                None => self.wanted.entry(self.holder(value)).or_default().push((node, tensor, trips)),
            }
        }
        Ok(())
    }

    /// An op without a rule: what flows through a region meets the value that it becomes, anything else is taken whole.
    fn plain(&mut self, op: OpId, trips: i64) {
        let func = self.func;
        let position = self.places[op].0;
        let data = func.op(op);
        let returns = data.info.name == "func.return";
        for (index, &value) in data.operands.iter().enumerate() {
            if !self.is_tensor(value) {
                continue;
            }
            let target = self.edges.of_source(op, index).map(|edge| self.edges.all[edge].owner);
            let maker = self.program.of_value[value];
            if let Some(owner) = target {
                match maker {
                    Some((node, tensor)) => self.made.entry(owner).or_default().push((Source::Node(node, tensor), trips)),
                    None => {
                        let from = self.holder(value);
                        if from != owner {
                            self.wanted.entry(from).or_default();
                            self.made.entry(owner).or_default().push((Source::Held(from), trips));
                        }
                    }
                }
                continue;
            }
            let given = if returns {
                // Nobody need say how a result is to lie, but it cannot be partial.
                func.result_shardings.get(index).and_then(Option::as_ref).map(|given| Placement::new(given, self.mesh))
            } else {
                Some(Placement::of(vec![Vec::new(); self.rank(value)]))
            };
            let node = self.whole(value, given, position);
            if returns {
                self.program.results.push((index, node));
            }
            match maker {
                Some(maker) => self.link(maker, (node, 0), value, trips),
                None => self.wanted.entry(self.holder(value)).or_default().push((node, 0, trips)),
            }
        }
        for &value in &data.results {
            if self.is_tensor(value) {
                self.wanted.entry(self.holder(value)).or_default();
            }
        }
    }

    /// From where the first of these values is made to behind the last use of any.
    fn life(&self, values: &[Value]) -> (u32, u32) {
        let lives = values.iter().map(|value| self.lives[value.index()]);
        lives.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or_default()
    }

    fn rank(&self, value: Value) -> usize {
        self.func.ty(value).as_tensor().map_or(0, |ty| ty.rank())
    }

    /// A holder of a value that lies as given, or else in any way that is whole.
    fn whole(&mut self, value: Value, given: Option<Placement>, position: u32) -> u32 {
        let mut placements = match given {
            Some(given) => vec![given],
            None => self.all_placements(value),
        };
        placements.retain(|placement| placement.partial.is_empty());
        let bytes = placements.iter().map(|placement| self.local_bytes(value, placement)).collect();
        let ways: Vec<Vec<u32>> = placements.into_iter().map(|placement| vec![self.program.placements.insert_full(placement).0 as u32]).collect();
        let costs = vec![0; ways.len()];
        self.program.nodes.push(Choices { holder: Holder::Value(value), ways, costs, bytes, live: (position, position + 1) });
        self.program.nodes.len() as u32 - 1
    }

    /// Every placement of a tensor by whole axes.
    fn all_placements(&self, value: Value) -> Vec<Placement> {
        self.func.ty(value).as_tensor().map(|ty| all_placements(ty, self.mesh)).unwrap_or_default()
    }

    /// Values that hold themselves, and what is linked to them.
    fn values(&mut self) {
        for &arg in self.func.args() {
            if self.is_tensor(arg) {
                self.wanted.entry(self.holder(arg)).or_default();
            }
        }
        let made: Vec<Value> = self.made.keys().copied().collect();
        made.into_iter().for_each(|value| {
            self.wanted.entry(value).or_default();
        });
        let values: Vec<Value> = self.wanted.keys().copied().collect();
        let mut node_of = HashMap::new();
        for &value in &values {
            let through = self.edges.of_target(value).is_some();
            let free = self.func.defining_op(value).is_none() || through;
            let mut ids = IndexSet::<u32>::new();
            let takers = self.wanted[&value].iter().map(|&(node, tensor, _)| (node, tensor));
            let makers = self.made.get(&value).into_iter().flatten().filter_map(|&(source, _)| match source {
                Source::Node(node, tensor) => Some((node, tensor)),
                Source::Held(_) => None,
            });
            for (node, tensor) in takers.chain(makers) {
                ids.extend(self.program.nodes[node as usize].ways.iter().map(|way| way[tensor as usize]));
            }
            if ids.is_empty() || through {
                let all = self.all_placements(value);
                ids.extend(all.into_iter().map(|placement| self.program.placements.insert_full(placement).0 as u32).collect::<Vec<_>>());
            }
            let mut ways = Vec::new();
            let mut bytes = Vec::new();
            for id in ids {
                let placement = self.program.placements[id as usize].clone();
                if (!free || placement.partial.is_empty()) && self.fits(value, &placement) {
                    bytes.push(self.local_bytes(value, &placement));
                    ways.push(vec![id]);
                }
            }
            // What the user wrote need not be what any op would take.
            if let Some(given) = self.func.sharding(value).filter(|_| ways.is_empty()) {
                let placement = Placement::new(given, self.mesh);
                bytes.push(self.local_bytes(value, &placement));
                ways.push(vec![self.program.placements.insert_full(placement).0 as u32]);
            }
            let costs = bytes.iter().map(|bytes| bytes >> 20).collect();
            let alike: Vec<Value> = std::iter::once(value).chain(self.edges.of_target(value).into_iter().flat_map(|edge| self.edges.all[edge].others.clone())).collect();
            self.program.nodes.push(Choices { holder: Holder::Value(value), ways, costs, bytes, live: self.life(&alike) });
            let node = self.program.nodes.len() as u32 - 1;
            node_of.insert(value, node);
            alike.into_iter().for_each(|value| self.program.of_value[value] = Some((node, 0)));
        }
        for &value in &values {
            let node = node_of[&value];
            for (source, trips) in self.made.get(&value).cloned().unwrap_or_default() {
                let maker = match source {
                    Source::Node(node, tensor) => (node, tensor),
                    Source::Held(from) => (node_of[&from], 0),
                };
                self.link(maker, (node, 0), value, trips);
            }
            for (taker, tensor, trips) in self.wanted[&value].clone() {
                self.link((node, 0), (taker, tensor), value, trips);
            }
        }
        self.aliases();
    }

    /// Where an argument's buffer becomes a result's ([`ALIAS`]), both lie alike, unless
    /// their annotations differ.
    fn aliases(&mut self) {
        for (index, &arg) in self.func.args().iter().enumerate() {
            let result = self.func.arg_attrs.get(index).and_then(|attrs| attrs.get(ALIAS)).and_then(Attr::as_ints);
            let Some(&[result]) = result.as_deref() else { continue };
            let end = self.program.results.iter().find(|(index, _)| i64::try_from(*index) == Ok(result)).map(|&(_, node)| node);
            let (Some(end), Some((node, 0))) = (end, self.program.of_value[arg]) else { continue };
            let ways = |node: u32| self.program.nodes[node as usize].ways.iter();
            let costs: Vec<i64> = ways(node).flat_map(|taken| ways(end).map(move |given| if taken == given { 0 } else { INFINITE })).collect();
            if costs.contains(&0) {
                self.program.links.push(Link { ends: (node, end), tensors: (0, 0), shape: None, trips: 1, costs: costs.into() });
            }
        }
    }

    /// Whether a placement is what the annotation of a value says, or more where that is open.
    fn fits(&self, value: Value, placement: &Placement) -> bool {
        self.func.sharding(value).is_none_or(|given| meets(given, &Placement::new(given, self.mesh), placement))
    }

    fn local_bytes(&self, value: Value, placement: &Placement) -> i64 {
        bytes_on_device(self.func.ty(value), placement, (self.name, self.mesh))
    }

    /// Joins two holders of a value.
    fn link(&mut self, (maker, made): (u32, u32), (taker, taken): (u32, u32), value: Value, trips: i64) {
        let Some(ty) = self.func.ty(value).as_tensor() else { return };
        let lie = |node: u32, tensor: u32| self.program.nodes[node as usize].lies(tensor);
        let shape = self.program.shapes.insert_full((ty.dims.to_vec(), ty.element.byte_size() as i64)).0;
        let key = (shape, lie(maker, made), lie(taker, taken), trips);
        let costs = match self.matrices.get(&key) {
            Some(known) => known.clone(),
            None => {
                for &from in &IndexSet::<u32>::from_iter(key.1.iter().copied()) {
                    self.late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                    if self.late {
                        return;
                    }
                    for &to in &IndexSet::<u32>::from_iter(key.2.iter().copied()) {
                        self.price(shape, from, to);
                    }
                }
                let costs = self.program.matrix(shape, (&key.1, &key.2), trips);
                self.matrices.insert(key, costs.clone());
                costs
            }
        };
        self.program.links.push(Link { ends: (maker, taker), tensors: (made, taken), shape: Some(shape), trips, costs });
    }

    fn price(&mut self, shape: usize, from: u32, to: u32) {
        if from == to || self.program.reshards.contains_key(&(shape, from, to)) {
            return;
        }
        while self.placed.len() < self.program.placements.len() {
            self.placed.push(self.orders.place(&self.program.placements[self.placed.len()]));
        }
        let (dims, element) = &self.program.shapes[shape];
        let price = self.orders.price(Shape { dims, element: *element }, &self.placed[from as usize], &self.placed[to as usize]);
        // What sends nothing cuts: a kernel that copies the part.
        let cut = self.work.copy(local_bytes(self.mesh, Shape { dims, element: *element }, &self.program.placements[to as usize].dims));
        self.program.reshards.insert((shape, from, to), price.map_or(INFINITE, |price| if price.time > 0 { price.time.min(INFINITE) } else { cut }));
    }
}
