//! Damaged modules: whatever is done to a text, reading and verifying it ends in a module or in located errors.

use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A small generator (splitmix64), so that a seed names a case.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Pieces of text that are more likely to reach deep than random bytes are.
const PIECES: &[&str] = &[
    "0", "-1", "9223372036854775807", "99999999999999999999", "tensor<0xf32>", "tensor<9223372036854775807xf32>", "tensor<f32>", "[]", "{}", "()",
    "\"x\"", "?", "p1", "%0", "%arg0", "#0", "@main", "!stablehlo.token", "dense<0>", "true", ", ", " : ", "<", ">", "(", "-", "\"", "{\"x\"}",
    "stablehlo.add", "stablehlo.reduce", "\n", "[1, 0]", "i1", "0xFF", "loc(\"a\")", "tensor<1x1x1x1x1x1x1x1xi1>", "complex<f32>", "f8E4M3FN",
];

fn mutated(source: &[u8], random: &mut Random) -> String {
    let mut text = source.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len());
        let end = (at + 1 + random.below(24)).min(text.len());
        match random.below(7) {
            0 => text[at] = random.next() as u8,
            1 => text.truncate(at),
            2 => drop(text.drain(at..end)),
            3 => {
                let copy = text[at..end].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, copy);
            }
            // A word of the text in the place of another one.
            4 => {
                let other = random.below(text.len());
                let word = |from: usize| {
                    let length = text[from..].iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(0);
                    from..from + length
                };
                let (from, to) = (word(other), word(at));
                let copy = text[from].to_vec();
                text.splice(to, copy);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                text.splice(at..end.min(at + 1 + random.below(3)).max(at), piece.bytes());
            }
        }
        if text.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn damaged_text_is_an_error_and_never_a_crash() {
    let testdata = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let registry = shardwright_dialects::registry();
    let folders = ["jax", "text"].map(|folder| std::fs::read_dir(testdata.join(folder)).unwrap());
    let mut files: Vec<_> = folders.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir") && path.metadata().unwrap().len() < 20_000);
    files.sort();
    let count: u64 = std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(40);
    for (index, file) in files.iter().enumerate() {
        let source = std::fs::read(file).unwrap();
        for case in 0..count {
            let seed = index as u64 * 1_000_000 + case;
            let text = mutated(&source, &mut Random(seed));
            let start = Instant::now();
            if let Ok(module) = parse_module(&text, &registry) {
                let _ = verify(&module);
                let printed = print_module(&module);
                let again = parse_module(&printed, &registry).unwrap_or_else(|errors| panic!("seed {seed}: {errors}\n{printed}"));
                assert_eq!(print_module(&again), printed, "seed {seed}");
            }
            // A second is ample for 20 kB even on a busy machine and without optimisation, were nothing to grow faster than the text.
            assert!(start.elapsed() < Duration::from_secs(5), "seed {seed} took {:?}", start.elapsed());
        }
    }
}

#[test]
fn hostile_text_is_refused_quickly() {
    let registry = shardwright_dialects::registry();
    let func = |body: &str| format!("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{\n{body}\n  return %a : tensor<4xf32>\n}}");
    let aliases: String = (1..64).map(|index| format!("#a{index} = [#a{0}, #a{0}]\n", index - 1)).collect();
    let locs: String = (1..64).map(|index| format!("#loc{index} = loc(fused[#loc{0}, #loc{0}])\n", index - 1)).collect();
    let chain: String = (1..100_000).map(|index| format!("#loc{index} = loc(callsite(#loc0 at #loc{}))\n", index - 1)).collect();
    let axes: Vec<String> = (0..100_000).map(|index| format!("\"a{index}\"=1")).collect();
    let uses = vec!["{\"x\"}"; 50_000].join(", ");
    let texts = [
        "(".repeat(1_000_000),
        func(&"\"stablehlo.case\"(%a) ({".repeat(100_000)),
        func(&format!("%0 = stablehlo.constant dense<{}1{}> : tensor<1xf32>", "[".repeat(500), "]".repeat(500))),
        func("%0:9223372036854775807 = stablehlo.add %a, %a : tensor<4xf32>"),
        func("%0 = stablehlo.constant dense<\"0x00\"> : tensor<9223372036854775807x9223372036854775807xf32>\n%1 = stablehlo.add %0, %a : tensor<4xf32>"),
        func(&format!("%0 = stablehlo.constant dense<1> : tensor<{}f32>", "1x".repeat(100_000))),
        format!("#a0 = [1]\n{aliases}{}", func("%0 = stablehlo.add %a, %a {x = #a63} : tensor<4xf32>")),
        format!("#loc0 = loc(\"x\")\n{locs}{}", func("%0 = stablehlo.add %a, %a : tensor<4xf32> loc(#loc63)")),
        format!("#loc0 = loc(\"x\")\n{chain}{}", func("%0 = stablehlo.add %a, %a : tensor<4xf32> loc(#loc99999)")),
        format!("#a = [#b]\n#b = [#a]\n{}", func("%0 = stablehlo.add %a, %a {x = #a} : tensor<4xf32>")),
        format!("sdy.mesh @m = <[{}]>\n{}", axes.join(", "), func("")),
        format!("sdy.mesh @m = <[\"x\"=4611686018427387904, \"y\"=4]>\n{}", func("")),
        format!("sdy.mesh @m = <[\"x\"=2]>\n{}", func(&format!("%0 = stablehlo.add %a, %a {{sdy.sharding = #sdy.sharding_per_value<[<@m, [{uses}]>]>}} : tensor<4xf32>"))),
        func("%0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([z_4294967295])->([i]) {i=4}>} : tensor<4xf32>"),
    ];
    for (index, text) in texts.iter().enumerate() {
        let start = Instant::now();
        let refused = parse_module(text, &registry).map_or_else(|errors| !errors.0.is_empty(), |module| verify(&module).is_err());
        assert!(refused, "text {index} is accepted");
        assert!(start.elapsed() < Duration::from_secs(20), "text {index} took {:?}", start.elapsed());
    }
}
