//! Timing programs on one device of a plugin.
//!
//! A run is timed from the call to the end of the program. Every timed program gets a tiny product beside it, and what that takes with a tiny kernel in the place of the program and
//! as many arguments is taken off: the call, mostly. XLA's host client runs programs of next to no arithmetic on the caller's thread, and hands all others to another one, which takes
//! ten times as long; so an empty program would not show what a call costs. Hence a kernel as tiny takes 0 here, and a launch must be added. Invariants: warm-up runs are not
//! counted; the median is of at least [`LEAST_RUNS`] runs, of long ones of three.

use crate::engine::host::HostTensor;
use crate::engine::pjrt::{CompileOptions, PjrtClient, PjrtError, PjrtPlugin, find_plugin};
use crate::verify::random;
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::{Attr, ElementType, Module, OpState, Registry, TensorType};
use shardwright_ir::attrs::Attrs;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// A median is of so many runs at least.
pub const LEAST_RUNS: usize = 5;
const MOST_RUNS: usize = 400;
const WARM_UPS: usize = 2;
const IDLE_SAMPLES: usize = 4;
/// Where a run takes longer, three make a median: noise is small beside it.
const LONG: Duration = Duration::from_millis(400);
/// Runs go on until they have taken so long together.
const ENOUGH: Duration = Duration::from_millis(60);

/// A device that programs are timed on.
pub struct Bench<'r> {
    client: PjrtClient,
    ops: &'r Registry,
    /// The platform, such as `cpu`.
    pub platform: String,
    /// The device's own name.
    pub device: String,
    /// Versions of the plugin.
    pub driver: String,
    start: Instant,
    seconds: f64,
    /// What a program without ops takes, by number of arguments.
    idle: BTreeMap<usize, Sample>,
    /// Medians over shortest runs.
    noise: Vec<f64>,
}

/// What repeated runs took, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The median.
    pub median: f64,
    /// The shortest.
    pub least: f64,
    /// How many.
    pub runs: usize,
}

impl<'r> Bench<'r> {
    /// Opens a plugin, for `seconds` of measuring.
    ///
    /// # Errors
    /// Where no plugin can be had.
    pub fn open(plugin: Option<&Path>, seconds: f64, ops: &'r Registry) -> Result<Bench<'r>, String> {
        let open = || {
            let plugin = PjrtPlugin::load(&find_plugin(plugin)?)?;
            let client = plugin.client(1)?;
            let (major, minor) = plugin.api_version();
            let platform = client.platform_name()?;
            let driver = format!("PJRT plugin for {platform}, API {major}.{minor}, {}", client.platform_version()?.replace('\n', " "));
            Ok((client.device_kind()?, client, platform, driver))
        };
        let (kind, client, platform, driver) = open().map_err(|error: PjrtError| error.to_string())?;
        let device = if platform == "cpu" { host() } else { kind };
        Ok(Bench { client, ops, platform, device, driver, start: Instant::now(), seconds, idle: BTreeMap::new(), noise: Vec::new() })
    }

    /// Seconds of the budget that are left.
    pub fn left(&self) -> f64 {
        (self.seconds - self.start.elapsed().as_secs_f64()).max(0.0)
    }

    /// Times the main function of a module, the call taken off.
    ///
    /// # Errors
    /// What the plugin refuses.
    pub fn time(&mut self, module: &Module, arguments: &[HostTensor]) -> Result<Sample, String> {
        let count = arguments.len();
        let zeros = |ty: &TensorType| HostTensor::zeros(ty.clone()).map_err(|error| error.to_string());
        let with_mark = |arguments: &[HostTensor]| -> Result<Vec<HostTensor>, String> { Ok(arguments.iter().cloned().chain([zeros(&mark())?]).collect()) };
        if !self.idle.contains_key(&count) {
            let scalar = TensorType::new(ElementType::F32, &[]);
            let takes: Vec<String> = (0..count).map(|index| format!("%a{index}: {scalar}")).collect();
            let tiny = mark();
            let takes = std::iter::once(format!("%x: {tiny}")).chain(takes).collect::<Vec<_>>().join(", ");
            let module = self.read(&format!("func.func public @main({takes}) -> {tiny} {{ %r = stablehlo.add %x, %x : {tiny} return %r : {tiny} }}"))?;
            let arguments: Vec<HostTensor> = std::iter::once(zeros(&tiny)?).chain(vec![zeros(&scalar)?; count]).collect();
            let (module, arguments) = (marked(&module, self.ops)?, with_mark(&arguments)?);
            // One disturbed sample here would be in every time: the quietest of several counts.
            let mut quietest = self.whole(&module, &arguments)?;
            for _ in 1..IDLE_SAMPLES {
                let sample = self.whole(&module, &arguments)?;
                quietest = if sample.median < quietest.median { sample } else { quietest };
            }
            self.idle.insert(count, quietest);
        }
        let (all, idle) = (self.whole(&marked(module, self.ops)?, &with_mark(arguments)?)?, self.idle[&count]);
        // What is nothing but noise becomes a nanosecond: a time of 0 is none.
        let less = |time: f64, call: f64| (time - call).max(1e-9);
        Ok(Sample { median: less(all.median, idle.median), least: less(all.least, idle.least), runs: all.runs })
    }

    /// As [`Bench::time`] on random arguments.
    ///
    /// # Errors
    /// What the plugin refuses.
    pub fn time_random(&mut self, module: &Module) -> Result<Sample, String> {
        let main = module.main().ok_or("the module has no main function")?;
        let tensor = |(index, &value)| filled(main.ty(value).as_tensor().ok_or("an argument is no tensor")?, index as u64);
        let arguments = main.args().iter().enumerate().map(tensor).collect::<Result<Vec<_>, String>>()?;
        self.time(module, &arguments)
    }

    /// A module of this text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self, text: &str) -> Result<Module, String> {
        parse_module(text, self.ops).map_err(|faults| faults.to_string())
    }

    /// By how much medians exceed the shortest runs, typically: 1 on a quiet machine.
    pub fn noise(&self) -> f64 {
        let mut all = self.noise.clone();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(1.0)
    }

    fn whole(&mut self, module: &Module, arguments: &[HostTensor]) -> Result<Sample, String> {
        let main = module.main().ok_or("the module has no main function")?;
        let results = main.result_types.iter().map(|ty| ty.as_tensor().cloned().ok_or("a result is no tensor")).collect::<Result<Vec<_>, _>>()?;
        let run = || {
            let types: Vec<TensorType> = arguments.iter().map(|tensor| tensor.ty().clone()).collect();
            let program = self.client.compile(&print_module(module), &types, &results, &CompileOptions::replicas(1))?;
            let placed = program.place(&[arguments.to_vec()])?;
            for _ in 0..WARM_UPS {
                // The first run shows how long the others will take.
                if program.time(&placed)? > LONG {
                    break;
                }
            }
            let start = Instant::now();
            let mut times = Vec::new();
            while times.len() < LEAST_RUNS || (start.elapsed() < ENOUGH && times.len() < MOST_RUNS) {
                let took = program.time(&placed)?;
                times.push(took.as_secs_f64());
                if took > LONG && times.len() >= 3 {
                    break;
                }
            }
            times.sort_by(f64::total_cmp);
            Ok(Sample { median: times[times.len() / 2], least: times[0], runs: times.len() })
        };
        let sample: Sample = run().map_err(|error: PjrtError| error.to_string())?;
        self.noise.push(sample.median / sample.least.max(1e-9));
        Ok(sample)
    }
}

/// A random tensor; a large one repeats its beginning, since making it would take longer than measuring.
fn filled(ty: &TensorType, seed: u64) -> Result<HostTensor, String> {
    const DRAWN: i64 = 1 << 16;
    if ty.num_elements() <= DRAWN {
        return random(ty, seed);
    }
    let drawn = random(&TensorType::new(ty.element, &[DRAWN]), seed)?;
    let (_, mut bytes) = HostTensor::zeros(ty.clone()).map_err(|error| error.to_string())?.into_parts();
    bytes.chunks_mut(drawn.bytes().len()).for_each(|part| part.copy_from_slice(&drawn.bytes()[..part.len()]));
    HostTensor::new(ty.clone(), bytes).map_err(|error| error.to_string())
}

/// What the tiny product is of.
fn mark() -> TensorType {
    TensorType::new(ElementType::F32, &[8, 8])
}

/// The module with a tiny product as its last result, of one more argument.
fn marked(module: &Module, ops: &Registry) -> Result<Module, String> {
    let mut module = module.clone();
    let func = module.main_mut().ok_or("the module has no main function")?;
    let end = func.terminator(func.body()).ok_or("the function does not end")?;
    let argument = func.add_arg(mark());
    let info = ops.get("stablehlo.dot_general").ok_or("the registry has no stablehlo.dot_general")?;
    let fields = [("lhs_batching", &[][..]), ("rhs_batching", &[]), ("lhs_contracting", &[1]), ("rhs_contracting", &[0])];
    let fields = fields.iter().fold(Attrs::new(), |all, (name, dims)| all.with(&format!("{name}_dimensions"), Attr::ints(dims)));
    let mut state = OpState::new(info, &[argument, argument], vec![mark().into()]);
    state.attrs = Attrs::new().with("dot_dimension_numbers", Attr::Struct("stablehlo.dot".into(), fields));
    let product = func.insert_before(end, state);
    let result = func.result(product);
    func.op_mut(end).operands.push(result);
    let mut results = func.result_types.clone();
    results.push(mark().into());
    func.set_results(results);
    Ok(module)
}

/// What the host's processor is called, with the number of threads that programs may use.
fn host() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim()));
    let mut name = model.unwrap_or("cpu").to_owned();
    if let Ok(threads) = std::thread::available_parallelism() {
        let _ = write!(name, ", {threads} threads");
    }
    name
}
