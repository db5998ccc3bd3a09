//! The spaces under `testdata/spaces`: each is what its problem says, searches find in them what there is, two are built again as they
//! are, and files that are not sound are refused.

use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::{read_npz, write_npz_deflated};
use shardwright_compiler::pass_registry;
use shardwright_compiler::spaces::Space;
use shardwright_compiler::spaces::build::{build, recipes};
use shardwright_compiler::spaces::file::{read, write};
use shardwright_compiler::spaces::score::run;
use shardwright_compiler::spaces::table::Table;
use shardwright_passes::search::{Budget, SEARCHES, search};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/spaces")
}

fn spaces() -> Vec<Space> {
    let recipes = recipes(&folder().join("spaces.json")).unwrap();
    recipes.iter().map(|recipe| read(&folder().join(format!("{}.npz", recipe.name))).unwrap()).collect()
}

#[test]
fn every_space_is_explored_as_its_problem_says_and_exact_searches_have_no_regret() {
    let spaces = spaces();
    assert!(spaces.len() >= 12, "there are {} spaces", spaces.len());
    let budget = Budget { seconds: Some(60.0), evaluations: u64::MAX, seed: 0 };
    for space in &spaces {
        assert!((1_000..=1 << 22).contains(&space.table.len()), "{} has {} assignments", space.name, space.table.len());
        assert!(Table::new(&space.problem).unwrap() == space.table, "{}: the table is not the problem's", space.name);
        for index in (0..space.table.len()).step_by(space.table.len() / 997 + 1) {
            let judged = space.problem.evaluate(&space.table.assignment(index)).unwrap();
            let told = (space.table.is_valid(index, space.problem.limit()), i128::from(space.table.time[index]));
            assert_eq!(told, (judged.is_valid(), if judged.forbidden == 0 { judged.cost } else { told.1 }), "{}, assignment {index}", space.name);
        }
        let small = space.table.len() <= 20_000;
        for name in ["best", "elimination", "branch"].into_iter().chain(small.then_some("exhaustive")) {
            let score = run(space, search(name).unwrap(), &budget);
            assert_eq!((score.regret(), score.proven), (Some(0.0), true), "{name} on {}: {score:?}", space.name);
        }
    }
}

#[test]
fn whoever_says_that_it_found_an_optimum_found_one() {
    let budget = Budget { seconds: Some(2.0), evaluations: 2_000, seed: 1 };
    for space in spaces().iter().filter(|space| space.table.len() <= 200_000) {
        for info in SEARCHES {
            let score = run(space, info, &budget);
            assert!(score.regret().is_none_or(|regret| regret >= 0.0), "{score:?}");
            assert!(!score.proven || score.regret() == Some(0.0), "{score:?}");
        }
    }
}

/// The same bytes each time. Against the release, whose prices are those of its day: where the problem is still the same, so is the whole file, entry by entry (compressors
/// of other versions may pack the same entries into other bytes), but for what the compiled programs take.
#[test]
fn spaces_are_built_again_as_they_were() {
    let out = tempfile::tempdir().unwrap();
    let (ops, passes) = (shardwright_dialects::registry(), pass_registry());
    let wanted = ["mlp-x8-dgx-h100", "head-x8-tpu-v5p"];
    for recipe in recipes(&folder().join("spaces.json")).unwrap().iter().filter(|recipe| wanted.contains(&recipe.name.as_str())) {
        let paths = ["first", "second"].map(|name| out.path().join(format!("{name}-{}.npz", recipe.name)));
        for path in &paths {
            let space = build(recipe, &folder(), &ops, &passes).unwrap_or_else(|fault| panic!("{fault:?}"));
            write(path, &space).unwrap();
        }
        assert!(std::fs::read(&paths[0]).unwrap() == std::fs::read(&paths[1]).unwrap(), "{}", recipe.name);
        let (path, released) = (&paths[0], folder().join(format!("{}.npz", recipe.name)));
        let same = read(path).unwrap().problem.edges() == read(&released).unwrap().problem.edges() && read(path).unwrap().problem.nodes() == read(&released).unwrap().problem.nodes();
        if same {
            let (new, old) = (read_npz(path).unwrap(), read_npz(&released).unwrap());
            let differs: Vec<&&str> = ["space", "time", "memory", "simulated_index"].iter().filter(|key| new[**key] != old[**key]).collect();
            assert!(differs.is_empty(), "{}: {differs:?} differ", recipe.name);
        }
    }
}

/// A file of the smallest space whose text or entries are changed.
fn spoiled(change: impl FnOnce(&mut String, &mut Vec<(String, HostTensor)>)) -> String {
    let arrays = read_npz(&folder().join("mlp-x8-dgx-h100.npz")).unwrap();
    let mut entries: Vec<(String, HostTensor)> = arrays.iter().map(|(name, array)| (name.clone(), array.to_tensor(None).unwrap())).collect();
    let mut text = String::from_utf8(entries[0].1.bytes().to_vec()).unwrap();
    change(&mut text, &mut entries);
    entries[0].1 = HostTensor::from_values(&[text.len() as i64], text.as_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spoiled.npz");
    write_npz_deflated(&path, entries.iter().map(|(name, tensor)| (name.as_str(), tensor))).unwrap();
    let error = read(&path).unwrap_err();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
    error[path.display().to_string().len() + 2..].to_owned()
}

fn text(from: &str, to: &str) -> String {
    spoiled(|text, _| {
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
    })
}

#[test]
fn files_that_are_not_sound_are_refused_and_told_why() {
    assert_eq!(text("\"version\":1", "\"version\":2"), "the format has version 2, this build reads version 1");
    assert_eq!(text("shardwright-space", "other"), "the format is `other`, a space has `shardwright-space`");
    assert!(text("{\"format\"", "[{\"format\"").starts_with("entry `space`: "));
    assert!(text("\"optimum\":{\"time\":", "\"optimum\":{\"time\":1").starts_with("the file says that the optimum is Some(Best { time: 1"));
    assert_eq!(text("\"nodes\":[0,", "\"nodes\":[77,"), "edge 0: names node 77, there are 7");
    assert!(text("\"live\":[0,", "\"live\":[true,").starts_with("entry `space`: invalid type"));
    assert_eq!(spoiled(|_, entries| drop(entries.remove(1))), "there is no entry `time`");
    let small = || HostTensor::from_values(&[2, 2], &[1i64; 4]).unwrap();
    assert_eq!(spoiled(|_, entries| entries[2].1 = small()), "entry `memory` has sizes [2, 2], the nodes have [4, 3, 4, 3, 3, 3, 3] choices");
    let floats = || HostTensor::from_values(&[2], &[1f32; 2]).unwrap();
    assert_eq!(spoiled(|_, entries| entries[1].1 = floats()), "entry `time`: array holds f32, wanted i64");
    let far = |count: usize| HostTensor::from_values(&[count as i64], &(0..count as i64).map(|at| at + 3000).collect::<Vec<_>>()).unwrap();
    let count = read(&folder().join("mlp-x8-dgx-h100.npz")).unwrap().simulated.index.len();
    assert_eq!(spoiled(|_, entries| entries[3].1 = far(count)), "simulated assignments must ascend, below 3888");
    let more = || HostTensor::from_values(&[4, 3, 4, 3, 3, 3, 3], &[1i64; 3888]).unwrap();
    assert!(spoiled(|_, entries| entries[1].1 = more()).starts_with("assignment 0 takes 1 and "));
    assert!(spoiled(|_, entries| entries[2].1 = HostTensor::from_values(&[4, 3, 4, 3, 3, 3, 3], &[-1i64; 3888]).unwrap()).starts_with("assignment 0 has time "));
    // A table beyond the bound: 64 MiB of zeros each, which deflate to 64 KiB.
    let huge = || HostTensor::from_values(&[1 << 23], &vec![0i64; 1 << 23]).unwrap();
    let error = spoiled(|_, entries| [1, 2, 3].into_iter().for_each(|at| entries[at].1 = huge()));
    assert!(error.contains("the file has room for"), "{error}");
}

/// Any prefix of a file, and any one byte of it changed, is an error or the same space.
#[test]
fn broken_files_never_panic() {
    let whole = std::fs::read(folder().join("mlp-x8-dgx-h100.npz")).unwrap();
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("broken.npz");
    for step in 0..200 {
        let mut bytes = whole.clone();
        let at = step * whole.len() / 200;
        if step % 2 == 0 {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << (step % 8);
        }
        std::fs::write(&path, bytes).unwrap();
        let _ = read(&path);
    }
}
