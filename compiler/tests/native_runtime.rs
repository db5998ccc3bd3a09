//! The runtime of native programs, linked to kernels written in C: collectives of every element type, arrays in and out,
//! weights, and what happens where something is wrong. Needs MPI, not LLVM.

mod native_common;

use native_common::hosts::Hosts;
use native_common::{build, implementations, kernel, manifest, port, rows, said, start, whole};
use shardwright_compiler::back::native::Meetings;
use shardwright_compiler::back::native::tables::element_number;
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::{read_npz, write_npz, write_npz_deflated};
use shardwright_compiler::exec::{Engine, Inputs, Program};
use shardwright_compiler::fingerprint::Fingerprint;
use shardwright_compiler::manifest::{Manifest, Port, WeightFile};
use shardwright_dialects::combine::fold;
use shardwright_ir::interp::Tensor;
use shardwright_ir::role::Role;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn i32s(dims: &[i64], values: impl IntoIterator<Item = i32>) -> HostTensor {
    HostTensor::from_values(dims, &values.into_iter().collect::<Vec<_>>()).unwrap()
}

fn run(folder: &Path, mpirun: &str, inputs: &Inputs) -> Result<Vec<HostTensor>, String> {
    let ops = shardwright_dialects::registry();
    Program::open(folder, &ops)?.run(&Engine::Mpi(Some(PathBuf::from(mpirun))), inputs)
}

/// Element `[row, column]` of device `device`'s shard in [`meetings_of_four`].
fn held(device: usize, row: usize, column: usize) -> i32 {
    (device * 1000 + row * 100 + column) as i32
}

/// Every collective once on four devices that hold [2, 12] each.
fn meetings_of_four() -> (Manifest, String, Meetings) {
    let mut meetings = Meetings::default();
    let all = meetings.group(vec![vec![0, 1, 2, 3]]);
    let pairs = meetings.group(vec![vec![0, 2], vec![1, 3]]);
    let reversed = meetings.group(vec![vec![3, 2, 1, 0]]);
    let one = meetings.group(vec![vec![2, 0]]);
    let uneven = meetings.group(vec![vec![0, 1, 3], vec![2]]);
    let ring = meetings.pair(vec![(0, 1), (1, 2), (3, 0)]);
    let x = rows("x", "i32", 4, &[2, 12]);
    let outputs = vec![
        whole("sum", "i32", 4, &[2, 12]),
        rows("gathered", "i32", 4, &[2, 24]),
        rows("scattered", "i32", 4, &[2, 3]),
        rows("exchanged", "i32", 4, &[8, 3]),
        rows("sent", "i32", 4, &[2, 12]),
        rows("first", "i32", 4, &[2, 12]),
        rows("id", "i32", 4, &[1]),
        rows("uneven", "i32", 4, &[2, 12]),
    ];
    let manifest = manifest(4, vec![x], outputs);
    let body = format!(
        "    void *x = i[0];\n    sw_all_reduce(x, o[0], SW_I32, SW_SUM, {all}, 24);\n    sw_all_gather(x, o[1], SW_I32, {pairs}, 2, 12);\n    \
             sw_reduce_scatter(x, o[2], SW_I32, SW_SUM, {reversed}, 2, 3);\n    sw_all_to_all(x, o[3], SW_I32, {all}, 2, 3, 1, 6);\n    \
             sw_permute(x, o[4], SW_I32, {ring}, 24);\n    sw_broadcast(x, o[5], SW_I32, {one}, 24);\n    \
             *(int32_t *)o[6] = sw_device_id();\n    sw_all_reduce(x, o[7], SW_I32, SW_MAX, {uneven}, 24);\n"
    );
    let text = kernel(&body);
    (manifest, text, meetings)
}

/// What [`meetings_of_four`] must give, element by element from what the collectives mean.
fn wanted_of_four() -> Vec<HostTensor> {
    let over = |columns: usize, rows: usize, value: &dyn Fn(usize, usize, usize) -> i32| {
        let elements = (0..4).flat_map(|device| (0..rows).flat_map(move |row| (0..columns).map(move |column| (device, row, column))));
        i32s(&[4 * rows as i64, columns as i64], elements.map(|(device, row, column)| value(device, row, column)))
    };
    let sum = |row: usize, column: usize| (0..4).map(|device| held(device, row, column)).sum::<i32>();
    vec![
        i32s(&[2, 12], (0..24).map(|at| sum(at / 12, at % 12))),
        // Groups {0, 2} and {1, 3}, joined along columns.
        over(24, 2, &|device, row, column| held(device % 2 + 2 * (column / 12), row, column % 12)),
        // Device 3 is the first of its group.
        over(3, 2, &|device, row, column| sum(row, (3 - device) * 3 + column)),
        // Columns are cut into four, rows joined.
        over(3, 8, &|device, row, column| held(row / 2, row % 2, device * 3 + column)),
        over(12, 2, &|device, row, column| [Some(3), Some(0), Some(1), None][device].map_or(0, |source| held(source, row, column))),
        over(12, 2, &|device, row, column| if device % 2 == 0 { held(2, row, column) } else { 0 }),
        i32s(&[4], 0..4),
        over(12, 2, &|device, row, column| held(if device == 2 { 2 } else { 3 }, row, column)),
    ]
}

#[test]
fn every_collective_gives_what_it_means() {
    let (manifest, kernel, meetings) = meetings_of_four();
    let x = i32s(&[8, 12], (0..96).map(|at| held(at / 24, at / 12 % 2, at % 12)));
    for (mpicc, mpirun) in implementations() {
        // Counts beyond an int are made of blocks: here already from 32 bytes on.
        for flags in [&[][..], &["-DSW_LARGEST=((size_t)32)"]] {
            let folder = tempfile::tempdir().unwrap();
            build(folder.path(), &manifest, &kernel, &meetings, mpicc, flags).unwrap();
            let got = run(folder.path(), mpirun, &vec![Some(x.clone())]).unwrap();
            for ((port, got), wanted) in manifest.outputs.iter().zip(&got).zip(wanted_of_four()) {
                assert_eq!(got.values::<i32>().unwrap(), wanted.values::<i32>().unwrap(), "{mpirun} {flags:?}: {}", port.name);
            }
        }
    }
}

/// Elements that are combined: all bit patterns that a type has, where they are few.
fn patterns(element: ElementType, count: usize, seed: u64) -> HostTensor {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let width = element.byte_size();
    let mut bytes = Vec::with_capacity(count * width);
    for _ in 0..count * width {
        // Marsaglia's xorshift64.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.push(if element == ElementType::I1 { (state >> 40) as u8 & 1 } else { (state >> 40) as u8 });
    }
    HostTensor::new(TensorType::new(element, &[count as i64]), bytes).unwrap()
}

/// Whether two elements are the same bits, or both not numbers.
fn same(element: ElementType, left: &HostTensor, right: &HostTensor) -> bool {
    let width = element.byte_size();
    let parts = if element.is_complex() { 2 } else { 1 };
    let nan = |bytes: &[u8]| match (element, bytes.len()) {
        (ElementType::F16, _) => half::f16::from_le_bytes([bytes[0], bytes[1]]).is_nan(),
        (ElementType::BF16, _) => half::bf16::from_le_bytes([bytes[0], bytes[1]]).is_nan(),
        (_, 4) if !element.is_int() => f32::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        (_, 8) if !element.is_int() => f64::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        _ => false,
    };
    let chunk = width / parts;
    left.bytes().len() == right.bytes().len() && left.bytes().chunks(chunk).zip(right.bytes().chunks(chunk)).all(|(a, b)| a == b || nan(a) && nan(b))
}

#[test]
fn every_type_is_combined_as_the_interpreter_combines_it() {
    // Several parts a device, the last one short; and all in one exchange for narrow types.
    const COUNT: usize = 20_003;
    use ElementType as E;
    let kinds = [
        (ReduceKind::Sum, "SW_SUM"),
        (ReduceKind::Product, "SW_PRODUCT"),
        (ReduceKind::Max, "SW_MAX"),
        (ReduceKind::Min, "SW_MIN"),
        (ReduceKind::And, "SW_AND"),
        (ReduceKind::Or, "SW_OR"),
    ];
    let types = [E::F64, E::F32, E::F16, E::BF16, E::I1, E::I8, E::I16, E::I32, E::I64, E::UI8, E::UI16, E::UI32, E::UI64, E::C64, E::C128];
    let mut meetings = Meetings::default();
    // Not in the order of their numbers: the group's order is what counts.
    let order = [2usize, 0, 3, 1];
    let group = meetings.group(vec![order.iter().map(|&id| id as i64).collect()]);
    let (mut inputs, mut outputs, mut body, mut wanted, mut given) = (Vec::new(), Vec::new(), String::new(), Vec::new(), Vec::new());
    for element in types {
        let parts: Vec<HostTensor> = (0..4).map(|device| patterns(element, COUNT, (element_number(element) * 4 + device) as u64 + 1)).collect();
        let input = rows(&format!("x_{element}"), element.as_str(), 4, &[1, COUNT as i64]);
        let bytes = parts.iter().flat_map(|part| part.bytes()).copied().collect();
        given.push(Some(HostTensor::new(TensorType::new(element, &[4, COUNT as i64]), bytes).unwrap()));
        for (kind, name) in kinds {
            let buffers: Vec<Tensor> = order.iter().map(|&device| Tensor::try_from(&parts[device]).unwrap()).collect();
            let mut sum = (*buffers[0].data).clone();
            if !buffers[1..].iter().all(|part| fold(kind, element, &mut sum, &part.data)) {
                continue;
            }
            let output = whole(&format!("{name}_{element}"), element.as_str(), 4, &[COUNT as i64]);
            let _ = writeln!(
                body,
                "    sw_all_reduce(i[{}], o[{}], {}, {name}, {group}, {COUNT});",
                inputs.len(),
                outputs.len(),
                element_number(element)
            );
            wanted.push((element, HostTensor::from(&Tensor::new(TensorType::new(element, &[COUNT as i64]), sum))));
            outputs.push(output);
        }
        inputs.push(input);
    }
    assert!(wanted.len() > 70, "{} reductions", wanted.len());
    let manifest = manifest(4, inputs, outputs);
    let text = kernel(&body);
    for (mpicc, mpirun) in implementations() {
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), &manifest, &text, &meetings, mpicc, &[]).unwrap();
        let got = run(folder.path(), mpirun, &given).unwrap();
        for ((port, got), (element, wanted)) in manifest.outputs.iter().zip(&got).zip(&wanted) {
            assert!(same(*element, got, wanted), "{mpirun}: {}", port.name);
        }
    }
}

/// A program that copies its inputs to its outputs, one for one.
fn copies(manifest: &Manifest) -> String {
    let copy = |(index, port): (usize, &Port)| {
        let bytes = port.local_type().unwrap().byte_size();
        format!("    memcpy(o[{index}], i[{index}], {bytes});\n")
    };
    kernel(&manifest.inputs.iter().enumerate().map(copy).collect::<String>())
}

/// Two inputs and a weight, cut unevenly, and a weight that is one run of its file.
fn uneven(folder: &Path) -> (Manifest, HostTensor) {
    let file = folder.join("weights.bin");
    let weight = i32s(&[5, 6], 0..30);
    std::fs::write(&file, [&[7; 12], weight.bytes()].concat()).unwrap();
    let columns: Vec<Vec<i64>> = vec![vec![0, 0], vec![0, 2], vec![0, 4], vec![0, 6]];
    let both: Vec<Vec<i64>> = vec![vec![0, 0], vec![0, 2], vec![3, 0], vec![3, 2]];
    let mut ports = vec![
        port("x", "f32", &[5, 4], &[3, 2], &both),
        port("flags", "i1", &[7], &[2], &[vec![0], vec![2], vec![4], vec![6]]),
        port("w", "i32", &[5, 6], &[5, 2], &columns),
        port("v", "i32", &[5, 6], &[2, 6], &[vec![0, 0], vec![2, 0], vec![4, 0], vec![0, 0]]),
        port("half", "bf16", &[3], &[3], &vec![vec![0]; 4]),
        port("state", "f32", &[3, 3], &[2, 3], &[vec![0, 0], vec![2, 0], vec![0, 0], vec![2, 0]]),
    ];
    for index in [2, 3] {
        ports[index].weight = Some(WeightFile { file: file.clone(), offset: 12, length: 120 });
    }
    ports[5].in_step.initial = Some(0.5);
    let outputs = ports.iter().map(|port| Port { name: format!("{} out", port.name), weight: None, in_step: Default::default(), ..port.clone() }).collect();
    let mut manifest = manifest(4, ports, outputs);
    manifest.weight_files.insert(file.clone(), Fingerprint::of(&file).unwrap());
    (manifest, weight)
}

fn uneven_inputs() -> Inputs {
    let x = HostTensor::from_values(&[5, 4], &(0..20).map(|at| at as f32 + 0.5).collect::<Vec<_>>()).unwrap();
    let flags = HostTensor::new(TensorType::new(ElementType::I1, &[7]), vec![1, 0, 0, 1, 1, 0, 1]).unwrap();
    let half = HostTensor::new(TensorType::new(ElementType::BF16, &[3]), vec![0x80, 0x3f, 0, 0x40, 0x40, 0x40]).unwrap();
    vec![Some(x), Some(flags), None, None, Some(half), None]
}

#[test]
fn uneven_shards_weights_and_states_come_through() {
    let scratch = tempfile::tempdir().unwrap();
    let (manifest, weight) = uneven(scratch.path());
    let kernel = copies(&manifest);
    let inputs = uneven_inputs();
    for (mpicc, mpirun) in implementations() {
        let folder = scratch.path().join(mpicc);
        build(&folder, &manifest, &kernel, &Meetings::default(), mpicc, &[]).unwrap();
        let got = run(&folder, mpirun, &inputs).unwrap();
        for index in [0, 1, 4] {
            assert_eq!(Some(&got[index]), inputs[index].as_ref(), "{mpirun}: {}", manifest.inputs[index].name);
        }
        assert_eq!((&got[2], &got[3]), (&weight, &weight));
        assert_eq!(got[5].values::<f32>().unwrap(), [0.5; 9]);
        // A weight that the caller gives is the one that counts.
        let other = i32s(&[5, 6], 100..130);
        let mut inputs = inputs.clone();
        inputs[2] = Some(other.clone());
        assert_eq!(run(&folder, mpirun, &inputs).unwrap()[2], other);
        // Deflated arrays by name, as NumPy writes them by `savez_compressed`.
        let (packed, out) = (folder.join("in.npz"), folder.join("out.npz"));
        let named = manifest.inputs.iter().zip(&inputs).filter_map(|(port, tensor)| Some((port.name.as_str(), tensor.as_ref()?)));
        write_npz_deflated(&packed, named).unwrap();
        let output = start(&folder, mpirun, 4, &["--inputs", packed.to_str().unwrap(), "--output", out.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let arrays = read_npz(&out).unwrap();
        assert_eq!(arrays["res0"].to_tensor(None).unwrap(), inputs[0].clone().unwrap());
    }
}

#[test]
fn hosts_in_network_namespaces_meet() {
    let scratch = tempfile::tempdir().unwrap();
    let hosts = match Hosts::make(scratch.path()) {
        Ok(hosts) => hosts,
        Err(why) => return eprintln!("skipped, as no network namespaces can be made here: {why}"),
    };
    let (manifest, kernel, meetings) = meetings_of_four();
    let x = i32s(&[8, 12], (0..96).map(|at| held(at / 24, at / 12 % 2, at % 12)));
    let (input, output) = (scratch.path().join("in.npz"), scratch.path().join("out.npz"));
    write_npz(&input, [("x", &x)]).unwrap();
    for (mpicc, mpirun) in implementations() {
        let folder = scratch.path().join(mpicc);
        build(&folder, &manifest, &kernel, &meetings, mpicc, &[]).unwrap();
        let before = hosts.sent();
        let ended = hosts.start(mpirun, &folder.join("program"), &["--inputs", input.to_str().unwrap(), "--output", output.to_str().unwrap()]);
        assert!(ended.status.success(), "{mpirun}: {}", String::from_utf8_lossy(&ended.stderr));
        let arrays = read_npz(&output).unwrap();
        for (index, wanted) in wanted_of_four().iter().enumerate() {
            assert_eq!(arrays[&format!("res{index}")].to_tensor(None).unwrap(), *wanted, "{mpirun}: result {index}");
        }
        std::fs::remove_file(&output).unwrap();
        // The second host's ranks give rank 0 at least their halves of six results of 96 elements and more.
        assert!(hosts.sent() - before > 6 * 48 * 4, "{mpirun}: {} bytes crossed", hosts.sent() - before);
    }
}

#[test]
fn one_device_needs_no_mpi() {
    let folder = tempfile::tempdir().unwrap();
    let mut meetings = Meetings::default();
    let group = meetings.group(vec![vec![0]]);
    let pair = meetings.pair(vec![(0, 0)]);
    let manifest = manifest(1, vec![whole("x", "f32", 1, &[3])], vec![whole("y", "f32", 1, &[3]), whole("z", "f32", 1, &[3])]);
    let body = format!("    sw_all_reduce(i[0], o[0], SW_F32, SW_SUM, {group}, 3);\n    sw_permute(i[0], o[1], SW_F32, {pair}, 3);\n");
    build(folder.path(), &manifest, &kernel(&body), &meetings, "no-such-compiler", &[]).unwrap();
    let x = HostTensor::from_values(&[3], &[1f32, 2.0, 3.0]).unwrap();
    assert_eq!(run(folder.path(), "no-such-launcher", &vec![Some(x.clone())]).unwrap(), [x.clone(), x]);
}

/// Parameters in a file that lie as their results do, a state that does not, an input with a slice a step, and a loss.
#[test]
fn results_of_a_step_are_arguments_of_the_next() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("weights.bin");
    std::fs::write(&file, i32s(&[8], 0..8).bytes()).unwrap();
    let mut inputs = vec![rows("w", "i32", 4, &[2]), rows("state", "i32", 4, &[1]), rows("x", "i32", 4, &[2])];
    inputs[0].weight = Some(WeightFile { file: file.clone(), offset: 0, length: 32 });
    inputs[0].in_step.next = Some(0);
    inputs[1].in_step.initial = Some(0.0);
    inputs[1].in_step.next = Some(1);
    let mut outputs = vec![rows("w out", "i32", 4, &[2]), whole("state out", "i32", 4, &[4]), whole("loss", "f32", 4, &[])];
    outputs[2].in_step.role = Some(Role::Loss);
    let mut manifest = manifest(4, inputs, outputs);
    manifest.weight_files.insert(file.clone(), Fingerprint::of(&file).unwrap());
    let mut meetings = Meetings::default();
    let all = meetings.group(vec![vec![0, 1, 2, 3]]);
    let kernel = kernel(&format!(
        "    int32_t *w = i[0], *x = i[2], *new = o[0], *state = o[1];\n    for (int at = 0; at < 2; at++) new[at] = w[at] + x[at];\n    \
             sw_all_gather(i[1], state, SW_I32, {all}, 1, 1);\n    for (int at = 0; at < 4; at++) state[at] += 10 * (at + 1);\n    \
             *(float *)o[2] = (float)state[0] + 0.5f;\n"
    ));
    let (ops, batch) = (shardwright_dialects::registry(), scratch.path().join("batch.npz"));
    write_npz(&batch, [("x", &i32s(&[3, 8], 0..24))]).unwrap();
    for (mpicc, mpirun) in implementations() {
        let folder = scratch.path().join(mpicc);
        build(&folder, &manifest, &kernel, &meetings, mpicc, &[]).unwrap();
        let program = Program::open(&folder, &ops).unwrap();
        let (given, batches) = program.bind_steps(&read_npz(&batch).unwrap(), 3).unwrap();
        let mut told = Vec::new();
        let got = program.run_steps(&Engine::Mpi(Some(PathBuf::from(mpirun))), &given, &batches, 3, &mut |number, loss| told.push((number, loss))).unwrap();
        assert_eq!(told, [(1, Some(10.5)), (2, Some(20.5)), (3, Some(30.5))], "{mpirun}");
        // 0..8, and what the rows of 0..24 are in sum.
        assert_eq!(got[0], i32s(&[8], (0..8).map(|at| at + (at + (at + 8) + (at + 16)))), "{mpirun}");
        assert_eq!(got[1], i32s(&[4], [30, 60, 90, 120]), "{mpirun}");
        let why = said(&start(&folder, mpirun, 4, &["--steps", "2", "--repeat", "2"]));
        assert!(why.contains("--repeat goes without --steps") && why.lines().count() == 1, "{mpirun}: {why}");
    }
}

#[test]
fn steps_of_what_is_no_training_step_are_refused() {
    let (manifest, kernel, meetings) = meetings_of_four();
    for (mpicc, mpirun) in implementations() {
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), &manifest, &kernel, &meetings, mpicc, &[]).unwrap();
        let why = said(&start(folder.path(), mpirun, 4, &["--steps", "2"]));
        assert!(why.contains("no result of the program replaces an argument") && why.lines().count() == 1, "{mpirun}: {why}");
    }
}

#[test]
fn a_wrong_number_of_ranks_is_said_once() {
    let (manifest, kernel, meetings) = meetings_of_four();
    for (mpicc, mpirun) in implementations() {
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), &manifest, &kernel, &meetings, mpicc, &[]).unwrap();
        for (ranks, words) in [(1, "the program is for 4 devices, but 1 rank was started"), (3, "but 3 ranks were started"), (5, "but 5 ranks were started")] {
            let why = said(&start(folder.path(), mpirun, ranks, &[]));
            assert!(why.contains(words) && why.lines().count() == 1, "{mpirun}: {why}");
        }
    }
}

#[test]
fn wrong_inputs_and_files_end_all_ranks_with_one_message() {
    let scratch = tempfile::tempdir().unwrap();
    let (manifest, _) = uneven(scratch.path());
    let kernel = copies(&manifest);
    let at = |name: &str| scratch.path().join(name).display().to_string();
    let write = |name: &str, inputs: &[(&str, &HostTensor)]| {
        write_npz(Path::new(&at(name)), inputs.iter().copied()).unwrap();
        at(name)
    };
    let given = uneven_inputs();
    let (x, flags, half) = (given[0].as_ref().unwrap(), given[1].as_ref().unwrap(), given[4].as_ref().unwrap());
    let good = write("good.npz", &[("x", x), ("flags", flags), ("half", half)]);
    let bytes = std::fs::read(&good).unwrap();
    let small = i32s(&[2], [1, 2]);
    std::fs::write(at("notes.npz"), "no archive at all, but long enough to be one").unwrap();
    let cases = [
        (write("few.npz", &[("x", x), ("flags", flags)]), "input `half` is missing"),
        (write("other.npz", &[("x", x), ("flags", flags), ("half", half), ("extra", x)]), "no input is called `extra`"),
        (write("shape.npz", &[("x", &small), ("flags", flags), ("half", half)]), "input `x` is 2xi4, the program takes 5x4xf32"),
        (write("twice.npz", &[("x", x), ("arg0", x), ("flags", flags), ("half", half)]), "input `x` is given twice"),
        (at("none.npz"), "none.npz: No such file or directory"),
        (at("notes.npz"), "it is no .npz"),
    ];
    let file = manifest.inputs[2].weight.as_ref().unwrap().file.clone();
    let weights = std::fs::read(&file).unwrap();
    for (mpicc, mpirun) in implementations() {
        let folder = scratch.path().join(mpicc);
        build(&folder, &manifest, &kernel, &Meetings::default(), mpicc, &[]).unwrap();
        let fails = |arguments: &[&str], words: &str| {
            let output = start(&folder, mpirun, 4, arguments);
            let why = said(&output);
            assert!(why.contains(words) && why.contains("rank ") && why.lines().count() == 1, "{mpirun}: {why}");
            assert_eq!(output.status.code(), Some(1), "{mpirun}: {why}");
        };
        for (file, words) in &cases {
            fails(&["--inputs", file], words);
        }
        fails(&["--inputs", &good, "--outputs", "x.npz"], "`--outputs` is no option");
        fails(&["--inputs", &good, "--output", "/no/such/folder/x.npz"], "/no/such/folder/x.npz: No such file");
        std::fs::remove_file(&file).unwrap();
        fails(&["--inputs", &good], "weights.bin: No such file or directory");
        std::fs::write(&file, &weights[..100]).unwrap();
        fails(&["--inputs", &good], "is not the file of the compile any more: it has 100 bytes, not 132");
        std::fs::write(&file, [&weights[..100], &[9; 32]].concat()).unwrap();
        fails(&["--inputs", &good], "it has other bytes; compile again");
        std::fs::write(&file, &weights).unwrap();
    }
    // Cut anywhere, or with any byte changed: a message or the right numbers, never a crash.
    let Some((_, mpirun)) = implementations().pop() else { return };
    let folder = scratch.path().join(implementations().pop().unwrap().0);
    for (index, cut) in (0..bytes.len()).step_by(bytes.len() / 4).enumerate() {
        std::fs::write(at("cut.npz"), &bytes[..cut]).unwrap();
        let why = said(&start(&folder, mpirun, 4, &["--inputs", &at("cut.npz")]));
        assert!(why.contains("cut.npz: ") && why.lines().count() == 1, "{index}: {why}");
        let mut other = bytes.clone();
        other[cut] ^= 0x55;
        std::fs::write(at("bits.npz"), &other).unwrap();
        let output = start(&folder, mpirun, 4, &["--inputs", &at("bits.npz")]);
        assert!(output.status.success() || said(&output).contains("bits.npz: "), "byte {cut}");
    }
}

#[test]
fn a_rank_that_dies_or_faults_ends_all() {
    let devices = 4;
    let ways = [
        ("kill(getpid(), SIGKILL);", "9"),
        ("*(volatile int *)8 = 1;", "rank 2: the program reads or writes memory that is not its own"),
        ("_exit(3);", ""),
    ];
    for (mpicc, mpirun) in implementations() {
        for (how, words) in ways {
            let mut meetings = Meetings::default();
            let group = meetings.group(vec![vec![0, 1, 2, 3]]);
            let manifest = manifest(devices, vec![rows("x", "f32", 4, &[1])], vec![whole("y", "f32", 4, &[1])]);
            let body = format!("    if (sw_device_id() == 2) {{ usleep(100000); {how} }}\n    sw_all_reduce(i[0], o[0], SW_F32, SW_SUM, {group}, 1);\n");
            let folder = tempfile::tempdir().unwrap();
            build(folder.path(), &manifest, &kernel(&body), &meetings, mpicc, &[]).unwrap();
            let x = HostTensor::from_values(&[4], &[1f32; 4]).unwrap();
            let why = run(folder.path(), mpirun, &vec![Some(x)]).unwrap_err();
            assert!(why.contains(words), "{mpirun} {how}: {why}");
        }
    }
}

#[test]
fn replicas_that_differ_are_an_error() {
    for (mpicc, mpirun) in implementations() {
        let manifest = manifest(2, Vec::new(), vec![whole("y", "i32", 2, &[2])]);
        let body = "    int32_t *y = o[0];\n    y[0] = 1;\n    y[1] = sw_device_id();\n";
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), &manifest, &kernel(body), &Meetings::default(), mpicc, &[]).unwrap();
        let why = run(folder.path(), mpirun, &Vec::new()).unwrap_err();
        assert!(why.contains("result `y`: ranks 0 and 1 hold the same part, but not the same elements"), "{mpirun}: {why}");
    }
}

#[test]
fn a_launcher_of_another_implementation_is_refused() {
    let all = implementations();
    let [(mpicc, mpirun), (_, other)] = all[..] else { return };
    let (manifest, kernel, meetings) = meetings_of_four();
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &manifest, &kernel, &meetings, mpicc, &[]).unwrap();
    let x = i32s(&[8, 12], 0..96);
    let why = run(folder.path(), other, &vec![Some(x)]).unwrap_err();
    assert!(why.contains(other) && why.contains("the program is linked with"), "{mpirun}: {why}");
    std::fs::remove_file(folder.path().join("program")).unwrap();
    let why = run(folder.path(), mpirun, &vec![None]).unwrap_err();
    assert!(why.contains("input `x` is missing"), "{why}");
}
