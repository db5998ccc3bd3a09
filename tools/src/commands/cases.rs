//! `cases`: models under annotation sets, each compiled, run, compared with its expected results and measured against other
//! partitioners; a line each.
//!
//! Invariant: the command fails where any case's numbers differ, where none ran, and with `--bytes` where we send more.

use super::print;
use super::run::engine;
use crate::args::CasesArgs;
use crate::cases::run::{Memory, annotated, run_case};
use crate::cases::yardsticks::{Sent, Verdict, Yardstick, fingerprint, read_yardsticks};
use crate::cases::{Case, read_cases};
use crate::fault::Fault;
use shardwright_ir::Registry;
use shardwright_passes::manager::PassRegistry;
use std::collections::BTreeMap;
use std::path::Path;

/// Runs the command.
pub fn cases(args: &CasesArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let cases = read_cases(&args.path)?;
    let wanted: Vec<&Case> = cases.iter().filter(|case| case.name().contains(&args.filter)).collect();
    if wanted.is_empty() {
        let names = cases.iter().take(3).map(Case::name).collect::<Vec<_>>().join(", ");
        return Err(Fault::input(format!("none of {} cases has `{}` in its name; the first are {names}", cases.len(), args.filter)));
    }
    if let Some(folder) = &args.write_annotated {
        return write_annotated(&wanted, folder, ops);
    }
    let beside = args.path.join("yardsticks.json");
    let yardsticks = match &args.yardsticks {
        Some(file) => read_yardsticks(file)?,
        None if beside.is_file() => read_yardsticks(&beside)?,
        None => BTreeMap::new(),
    };
    let engine = engine(&args.engine)?;
    let width = wanted.iter().map(|case| case.name().len()).max().unwrap_or(0);
    let mesh_width = wanted.iter().map(|case| mesh(case).len()).max().unwrap_or(0);
    if !yardsticks.is_empty() {
        print(&format!("{:width$}  {:mesh_width$}  {:>9} {:>9} {:>9}  bytes\n", "", "", "ours", "xla", "shardy"))?;
    }
    let mut memory = Memory::default();
    let mut sums = Sums::default();
    for case in &wanted {
        let head = format!("{:width$}  {:mesh_width$}", case.name(), mesh(case));
        let outcome = match run_case(case, &engine, &mut memory, ops, passes) {
            Ok(outcome) => outcome,
            Err(why) => {
                sums.differ += 1;
                print(&format!("{head}  {}  failed\n", why.trim_end()))?;
                continue;
            }
        };
        let equal = outcome.relative <= case.tolerance;
        *(if equal { &mut sums.equal } else { &mut sums.differ }) += 1;
        let compared = match yardsticks.get(&case.name()) {
            Some(yardstick) => {
                let stale = fingerprint(&annotated(case, ops)?) != yardstick.module;
                sums.stale += usize::from(stale);
                compared(&outcome.sent, yardstick, stale, &mut sums)
            }
            None => format!("{:>9.0}  {}", outcome.sent.bytes(), outcome.sent.counts()),
        };
        let verdict = if equal { "ok" } else { "failed" };
        print(&format!("{head}  {compared}  error {:.1e} of {:.0e}, compiled in {:.0?}  {verdict}\n", outcome.relative, case.tolerance, outcome.compile))?;
    }
    print(&sums.line(!yardsticks.is_empty()))?;
    if sums.differ > 0 || wanted.is_empty() || args.bytes && sums.more > 0 { Err(Fault::Failed) } else { Ok(()) }
}

/// How many cases came out how.
#[derive(Default)]
struct Sums {
    equal: usize,
    differ: usize,
    fewer: usize,
    same: usize,
    more: usize,
    unmeasured: usize,
    stale: usize,
}

impl Sums {
    fn line(&self, measured: bool) -> String {
        let Sums { equal, differ, fewer, same, more, unmeasured, stale } = self;
        if !measured {
            return format!("{equal} passed, {differ} failed\n");
        }
        let notes = [(*unmeasured, "measured by neither"), (*stale, "measured on another text")];
        let notes = notes.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
        format!(
            "{} cases, {equal} equal numbers, {} no more bytes, {fewer} strictly fewer, {more} MORE{}\n",
            equal + differ,
            fewer + same,
            notes.collect::<String>()
        )
    }
}

/// Bytes side by side, the verdict, and what makes them up.
fn compared(ours: &Sent, yardstick: &Yardstick, stale: bool, sums: &mut Sums) -> String {
    let bytes = |sent: &Option<Sent>| sent.as_ref().map_or("-".to_owned(), |sent| format!("{:.0}", sent.bytes()));
    let (word, sum) = match yardstick.verdict(ours) {
        Some(Verdict::Fewer) => ("fewer", &mut sums.fewer),
        Some(Verdict::Equal) => ("equal", &mut sums.same),
        Some(Verdict::More) => ("MORE", &mut sums.more),
        None => ("-", &mut sums.unmeasured),
    };
    *sum += 1;
    let kinds = [("ours", Some(ours)), ("xla", yardstick.xla.as_ref()), ("shardy", yardstick.shardy.as_ref())];
    let kinds = kinds.iter().filter_map(|(who, sent)| Some(format!("{who}: {}", sent.filter(|sent| !sent.kinds.is_empty())?.counts())));
    let stale = if stale { " (another text)" } else { "" };
    format!(
        "{:>9.0} {:>9} {:>9}  {word:5}{stale}  [{}]",
        ours.bytes(),
        bytes(&yardstick.xla),
        bytes(&yardstick.shardy),
        kinds.collect::<Vec<_>>().join("; ")
    )
}

fn mesh(case: &Case) -> &str {
    case.mesh.as_deref().unwrap_or("")
}

fn write_annotated(cases: &[&Case], folder: &Path, ops: &Registry) -> Result<(), Fault> {
    for case in cases {
        let text = annotated(case, ops).map_err(|why| Fault::input(format!("{}: {why}", case.name())))?;
        let file = folder.join(&case.model).join(format!("{}.mlir", case.set));
        let at = |why: std::io::Error| Fault::input(format!("{}: {why}", file.display()));
        std::fs::create_dir_all(folder.join(&case.model)).map_err(at)?;
        std::fs::write(&file, text).map_err(at)?;
        print(&format!("{}\n", file.display()))?;
    }
    Ok(())
}
