//! `distribute-attention`: attentions whose sequence is sharded become programs of one device that exchange keys, queries or heads.
//!
//! Runs when every value has a sharding, before `reshard`. Each attention becomes an `sdy.manual_computation` along all axes of the mesh:
//! how operands lie there says what is exchanged before it (sequence for heads, gathered keys), its body ([`super::spread`]) what is exchanged
//! within. Invariants: results lie as they did; an attention whose queries and keys do not share a sequence's axes is left to the op's
//! rule; among the forms that a scheme allows the one that takes least time on the machine is chosen.

use super::decompose::replace;
use super::form::{Exchange, Form, Scheme, Site, forms};
use super::spread::{Bias, Shared, backward, forward};
use crate::comm::{costs_of, named_machine};
use crate::cost::CollectiveCosts;
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use shardwright_dialects::local::row;
use shardwright_dialects::nn::attention_grad::asks_bias;
use shardwright_dialects::nn::spec::{Layout, Sizes, Spec};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::machine::Machine;
use shardwright_ir::verify::manual::PADDED;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, Func, Module, OpId, Sym, TensorType, Type, Value};

/// The pass's row.
pub static DISTRIBUTE_ATTENTION: PassInfo = PassInfo {
    name: "distribute-attention",
    summary: "shares the sequence of attentions among devices: rings, gathers, all-to-alls",
    options: &[
        OptionSpec { name: "scheme", default: "auto", summary: "auto (the fastest), heads (leave them), allgather, ring, double-ring, lightseq, wallfacer, ulysses, usp, or merge" },
        OptionSpec { name: "heads", default: "", summary: "mesh axes that go from the sequence to heads, joined by +; by the scheme where it is empty" },
        OptionSpec { name: "layout", default: "contiguous", summary: "how tokens of causal rings are laid: contiguous, zigzag or striped; where that cannot be, they stay by position" },
        OptionSpec { name: "unroll", default: "4", summary: "rings of up to so many steps are written out, longer ones are loops" },
        OptionSpec { name: "machine", default: "", summary: "price on this machine (a name or a file); empty: that of the compile" },
    ],
    build: |options: &Options| {
        let get = |name: &str| options.get(&DISTRIBUTE_ATTENTION, name);
        let unroll = get("unroll").parse::<usize>().map_err(|_| format!("option `unroll` of `distribute-attention` must be a number, got `{}`", get("unroll")))?;
        Ok(Box::new(Distribute {
            scheme: Scheme::parse(get("scheme"))?,
            heads: get("heads").split('+').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            layout: match get("layout") {
                "contiguous" => None,
                "zigzag" => Some(Layout::Zigzag),
                "striped" => Some(Layout::Striped),
                other => return Err(format!("option `layout` of `distribute-attention` must be contiguous, zigzag or striped, got `{other}`")),
            },
            unroll,
            machine: named_machine(get("machine"))?,
        }))
    },
};

/// A request `scheme`, `scheme:a+b` (axes that go to heads), either with `/layout` behind it, as options of the pass.
///
/// # Errors
/// What is not a scheme, an axis or a layout.
pub fn parse_request(text: &str) -> Result<String, String> {
    let (text, layout) = text.split_once('/').unwrap_or((text, "contiguous"));
    let (scheme, axes) = text.split_once(':').unwrap_or((text, ""));
    check_layout(Scheme::parse(scheme)?, layout)?;
    if !axes.chars().all(|letter| letter.is_alphanumeric() || "_+.-".contains(letter)) {
        return Err(format!("mesh axes must be names joined by +, got `{axes}`"));
    }
    let heads = if axes.is_empty() { String::new() } else { format!(" heads={axes}") };
    Ok(format!("scheme={scheme} layout={layout}{heads}"))
}

/// Whether a layout is one, and a scheme has a use for it: one with rings.
///
/// # Errors
/// Why not.
pub fn check_layout(scheme: Scheme, layout: &str) -> Result<(), String> {
    if !["contiguous", "zigzag", "striped"].contains(&layout) {
        return Err(format!("the layout must be contiguous, zigzag or striped, got `{layout}`"));
    }
    let rings = matches!(scheme, Scheme::Auto | Scheme::Ring | Scheme::DoubleRing | Scheme::Usp);
    if layout != "contiguous" && !rings {
        return Err(format!("the layout {layout} evens out the steps of rings: it goes with auto, ring, double-ring and usp"));
    }
    Ok(())
}

struct Distribute {
    scheme: Scheme,
    heads: Vec<String>,
    layout: Option<fn(i64) -> Layout>,
    unroll: usize,
    machine: Option<Machine>,
}

impl Pass for Distribute {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let costs = costs_of(self.machine.as_ref(), ctx, module)?;
        let meshes = module.meshes.clone();
        let mut told = Vec::new();
        let mut unlaid = Vec::new();
        let mut count = 0;
        for func in module.funcs.values_mut() {
            let uses = func.uses();
            let is_attention = |func: &Func, op: OpId| matches!(func.op(op).info.name, "nn.attention" | "nn.attention_grad");
            count += replace(func, is_attention, &mut |b, op| {
                let Some((mesh_name, mesh)) = b.func.sharding(b.func.op(op).operands[0]).and_then(|q| Some((q.mesh, meshes.get(&q.mesh)?))) else { return Ok(None) };
                let Some(form) = self.choose(b.func, op, mesh, &costs)? else { return Ok(None) };
                told.push(form.name());
                let (span, loc) = (b.func.op(op).span, b.func.op(op).loc.clone());
                let (values, by_position) = self.write(b, op, (mesh_name, mesh), &form, &uses)?;
                unlaid.extend(by_position.map(|why| {
                    let what = format!("tokens of this attention stay by position, not {}: {why}", self.layout_name());
                    Diagnostic::warning(what).at(span).in_loc(&loc).help("leave the layout out where this is meant")
                }));
                Ok(Some(values))
            })?;
            use_as_made(func);
        }
        ctx.diagnostics.extend(unlaid);
        for name in ["allgather", "ring", "double-ring", "lightseq", "wallfacer", "ulysses", "usp", "merge"] {
            let times = told.iter().filter(|other| **other == name).count();
            if times > 0 {
                ctx.count(name, times as i64);
            }
            if times > 0 && self.scheme == Scheme::Auto {
                ctx.diagnostics.push(Diagnostic::remark(format!("attentions that share the sequence by {name}: {times}")));
            }
        }
        if count == 0 && !matches!(self.scheme, Scheme::Auto | Scheme::Heads) {
            let why = "no attention was found whose queries, keys and values are sharded along their sequence by the same mesh axes: none is shared";
            ctx.diagnostics.push(Diagnostic::warning(why));
        }
        Ok((count > 0).into())
    }
}

impl Distribute {
    /// The form of one op; `None` where the rule of the op does.
    fn choose(&self, func: &Func, op: OpId, mesh: &Mesh, costs: &CollectiveCosts) -> Result<Option<Form>, String> {
        let operands = &func.op(op).operands;
        let lies = |index: usize| func.sharding(operands[index]).cloned().unwrap_or_else(|| TensorSharding::fully_replicated(Sym::new("mesh"), 4));
        let ty = |index: usize| func.tensor_type(operands[index]);
        let sizes = Sizes::of(ty(0), ty(1), ty(2))?;
        let grad = func.op(op).info.name == "nn.attention_grad";
        let Some(site) = Site::of(mesh, sizes, &lies(0), &lies(1), &lies(2)) else {
            // The gradient of a bias is summed over batches and heads that have it alike, which the op's rule cannot say.
            let site = Site::whole_sequence(mesh, sizes, &lies(0), &lies(1));
            let spread = grad && asks_bias(&func.op(op).attrs) && !(site.batch.is_empty() && site.heads.is_empty());
            return Ok(spread.then(Form::local));
        };
        // What pads a batch would be summed into the gradient of a bias.
        if grad && asks_bias(&func.op(op).attrs) && sizes.batch % mesh.shards(&site.batch) != 0 {
            return Ok(None);
        }
        let all = forms(&site, self.scheme, &self.heads)?;
        let priced = all.into_iter().map(|form| (super::price::seconds(&site, &form, ty(0).element, grad, costs), form));
        Ok(priced.reduce(|best, other| if other.0 < best.0 { other } else { best }).map(|(_, form)| form))
    }

    /// The layout that is asked for, where an attention can be laid so: a causal one of one sequence in a ring, without masks that would have to be laid too.
    /// Else why not.
    fn relaid(&self, layout: Layout, spec: &Spec, sizes: &Sizes, form: &Form, shards: i64, extras: &[&TensorType]) -> Result<Layout, String> {
        let unit = if matches!(layout, Layout::Striped(_)) { shards.saturating_mul(shards) } else { layout.unit() };
        if !matches!(form.exchange, Exchange::Ring(_)) || shards < 2 {
            return Err(format!("it shares its sequence by {}, and only rings take turns that can be evened out", form.name()));
        }
        if spec.layout != Layout::Contiguous {
            return Err("the program says already how its tokens lie".to_owned());
        }
        if spec.causal.is_none() {
            return Err("it is not causal, so every device works alike at every step".to_owned());
        }
        if let Some(mask) = extras.iter().find(|ty| ty.dims[2] != 1 || ty.dims[3] != 1) {
            return Err(format!("it has a mask or bias {mask} by positions, which would have to be laid too"));
        }
        if sizes.queries != sizes.keys {
            return Err(format!("it has {} queries and {} keys, not one sequence", sizes.queries, sizes.keys));
        }
        if sizes.queries % unit != 0 {
            return Err(format!("{} tokens do not divide by {unit}, which {shards} devices need", sizes.queries));
        }
        Ok(layout)
    }

    fn layout_name(&self) -> &'static str {
        match self.layout.map(|layout| layout(2)) {
            Some(Layout::Zigzag(_)) => "zigzag",
            Some(Layout::Striped(_)) => "striped",
            Some(Layout::Contiguous) | None => "contiguous",
        }
    }

    /// Writes an op in this form; returns what takes its results' places, and why tokens are not laid as was asked, where they are not.
    fn write(&self, b: &mut Builder, op: OpId, (mesh_name, mesh): (Sym, &Mesh), form: &Form, uses: &SecondaryMap<Value, Vec<(OpId, usize)>>) -> Result<(Vec<Value>, Option<String>), String> {
        let data = b.func.op(op);
        let grad = data.info.name == "nn.attention_grad";
        let (attrs, operands, results) = (data.attrs.clone(), data.operands.clone(), data.results.clone());
        let spec = Spec::read(&attrs)?;
        let sizes = Sizes::of(b.ty(operands[0]), b.ty(operands[1]), b.ty(operands[2]))?;
        let old: Vec<Option<TensorSharding>> = results.iter().map(|&result| b.func.sharding(result).cloned()).collect();
        let lies = |func: &Func, index: usize| func.sharding(operands[index]).cloned().ok_or("operands need shardings: run `propagate` first");
        let (q, k, v) = (lies(b.func, 0)?, lies(b.func, 1)?, lies(b.func, 2)?);
        let site = Site::of(mesh, sizes, &q, &k, &v).unwrap_or_else(|| Site::whole_sequence(mesh, sizes, &q, &k));
        let lay = Lay { mesh_name, site: &site, form };
        let extras_from = if grad { 6 } else { 3 };
        let mut ins = vec![lay.queries(), lay.keys(), lay.keys()];
        if grad {
            ins.extend([lay.queries(), lay.queries(), lay.queries()]);
        }
        for &extra in &operands[extras_from..] {
            ins.push(lay.extra(b.ty(extra)));
        }
        // What only a backward pass would use is not sent to where they lay.
        let kept = if !grad && uses[results[1]].is_empty() { 1 } else { results.len() };
        let mut outs = if grad { vec![lay.queries(), lay.own_keys(), lay.own_keys()] } else { vec![lay.queries(); kept] };
        let mut bias = None;
        if grad && asks_bias(&attrs) {
            let types = operands[extras_from..].iter().map(|&extra| b.ty(extra));
            let (place, ty) = types.enumerate().find(|(_, ty)| ty.element.is_float()).ok_or("there is no bias")?;
            outs.push(lay.extra(ty));
            bias = Some(Bias { place, repeated: lay.repeated(ty) });
        }

        let region = b.func.new_region();
        let args: Vec<Value> = operands.iter().zip(&ins).map(|(&operand, lying)| {
            let local = lying.local_type(b.func.tensor_type(operand), mesh);
            b.func.add_region_arg(region, local)
        }).collect();
        let extras: Vec<&TensorType> = operands[extras_from..].iter().map(|&extra| b.func.tensor_type(extra)).collect();
        let shards = mesh.shards(&form.rows);
        let (layout, by_position) = match self.layout.map(|layout| self.relaid(layout(shards), &spec, &sizes, form, shards, &extras)) {
            Some(Ok(layout)) => (Some(layout), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        let relay = layout.is_some();
        let spec = Spec { layout: layout.unwrap_or(spec.layout), ..spec };
        let shared = Shared { spec: &spec, mesh, rows: &form.rows, exchange: &form.exchange, sizes, unroll: self.unroll, relay, bias: bias.as_ref() };
        let mut inner = b.in_region(region);
        let made: Vec<Value> = match args[..] {
            [q, k, v, o, lse, d_o, ref extras @ ..] if grad => backward(&mut inner, &shared, [q, k, v, o, lse, d_o], extras)?,
            [q, k, v, ref extras @ ..] => forward(&mut inner, &shared, [q, k, v], extras, kept > 1)?.to_vec(),
            _ => return Err("operands are missing".to_owned()),
        };
        inner.op_of_types(row("sdy.return")?, &made[..outs.len()], Attrs::new(), &[], Vec::new())?;
        let manual: Vec<AxisRef> = mesh.axes.iter().map(|axis| AxisRef::full(axis.name)).collect();
        let types: Vec<Type> = results[..outs.len()].iter().map(|&result| Type::Tensor(b.ty(result).clone())).collect();
        // Results that nobody uses have no sharding here.
        let even = operands.iter().chain(&results[..outs.len()]).zip(ins.iter().chain(&outs)).all(|(&value, lying)| lying.is_even(b.func.tensor_type(value), mesh));
        let mut attrs = Attrs::new()
            .with("in_shardings", Attr::Shardings(ins))
            .with("out_shardings", Attr::Shardings(outs.clone()))
            .with("manual_axes", Attr::Axes(manual));
        if !even {
            attrs.set(PADDED, Attr::Unit);
        }
        let computation = b.op_of_types(row("sdy.manual_computation")?, &operands, attrs, &[region], types)?;
        let mut values = b.func.op(computation).results.clone();
        for ((value, out), old) in values.iter_mut().zip(outs).zip(old) {
            b.func.set_sharding(*value, Some(out.clone()));
            // Back to where it lay: what follows was propagated from that.
            if let Some(old) = old.filter(|old| !old.same_placement(&out)) {
                let ty = b.ty(*value).clone();
                let attrs = Attrs::new().with("sharding", Attr::Sharding(Box::new(old.clone())));
                *value = b.value_of_type(row("sdy.reshard")?, &[*value], attrs, ty)?;
                b.func.set_sharding(*value, Some(old));
            }
        }
        Ok((values, by_position))
    }
}

/// What one computation gives and another wants in the same place is not sent to where it lay and back.
fn use_as_made(func: &mut Func) {
    let mut passed = Vec::new();
    for op in func.walk() {
        let Some(Attr::Shardings(ins)) = func.op(op).attrs.get("in_shardings").cloned() else { continue };
        for (index, wanted) in ins.iter().enumerate() {
            let value = func.op(op).operands[index];
            let Some(reshard) = func.defining_op(value).filter(|&op| func.op(op).info.name == "sdy.reshard") else { continue };
            let made = func.op(reshard).operands[0];
            if func.sharding(made).is_some_and(|lies| lies.same_placement(wanted)) {
                func.set_operand(op, index, made);
                passed.push(reshard);
            }
        }
    }
    let uses = func.uses();
    passed.sort_unstable();
    passed.dedup();
    passed.into_iter().filter(|&reshard| uses[func.result(reshard)].is_empty()).collect::<Vec<_>>().into_iter().for_each(|reshard| func.erase(reshard));
}

/// How tensors lie in the manual computation.
struct Lay<'a> {
    mesh_name: Sym,
    site: &'a Site<'a>,
    form: &'a Form,
}

impl Lay<'_> {
    fn heads(&self, own: &[AxisRef]) -> Vec<AxisRef> {
        [own, &self.form.to_heads].concat()
    }
    /// Queries and what has a row for each.
    fn queries(&self) -> TensorSharding {
        TensorSharding::of_axes(self.mesh_name, vec![self.site.batch.clone(), self.heads(&self.site.heads), self.form.rows.clone(), Vec::new()])
    }
    /// Keys and values as the body wants them.
    fn keys(&self) -> TensorSharding {
        let along = match &self.form.exchange {
            Exchange::Gather => Vec::new(),
            Exchange::Ring(_) | Exchange::Balanced(_) | Exchange::Teams(_) => self.form.rows.clone(),
            Exchange::Merge(axes) => axes.clone(),
        };
        TensorSharding::of_axes(self.mesh_name, vec![self.site.batch.clone(), self.heads(&self.site.key_heads), along, Vec::new()])
    }
    /// Gradients of keys and values: each device has its own.
    fn own_keys(&self) -> TensorSharding {
        let along = match &self.form.exchange {
            Exchange::Merge(axes) => axes.clone(),
            Exchange::Gather | Exchange::Ring(_) | Exchange::Balanced(_) | Exchange::Teams(_) => self.form.rows.clone(),
        };
        TensorSharding::of_axes(self.mesh_name, vec![self.site.batch.clone(), self.heads(&self.site.key_heads), along, Vec::new()])
    }
    /// A mask or a bias: its rows are those of the queries, and all columns are here.
    fn extra(&self, ty: &TensorType) -> TensorSharding {
        let sizes = &self.site.sizes;
        let on = |dim: usize, size: i64, axes: Vec<AxisRef>| if ty.dims[dim] == size && size > 1 { axes } else { Vec::new() };
        let dims = vec![
            on(0, sizes.batch, self.site.batch.clone()),
            on(1, sizes.heads, self.heads(&self.site.heads)),
            on(2, sizes.queries, self.form.rows.clone()),
            Vec::new(),
        ];
        TensorSharding::of_axes(self.mesh_name, dims)
    }
    /// Axes along which a bias is repeated: where queries, their heads or their batch lie and it has one for all.
    fn repeated(&self, ty: &TensorType) -> Vec<AxisRef> {
        let [batch, heads, rows] = [self.site.batch.clone(), self.heads(&self.site.heads), self.form.rows.clone()];
        let own = self.extra(ty);
        [batch, heads, rows].into_iter().enumerate().filter(|(dim, _)| own.dims[*dim].axes.is_empty()).flat_map(|(_, axes)| axes).collect()
    }
}
