//! Models by their sizes alone: forward programs without weights, to try strategies on before a model exists.
//!
//! `gpt:layers=48,hidden=6144,heads=64` and the like. Reading order: [`spec`] (sizes as text), [`blocks`] (layers that models share), [`gpt`],
//! [`moe`], [`video`], [`resnet`], [`mlp`]. Invariants: parameters come first, in the order of the program, under the names that the families' checkpoints use; a
//! model of any size is generated in time linear in its ops and holds no data.

pub mod blocks;
mod gpt;
mod mlp;
mod moe;
mod resnet;
pub mod spec;
mod video;

use blocks::Model;
use shardwright_ir::Module;
use spec::{Field, Sizes};

/// A family of models.
pub struct Family {
    /// What `--help` and specs call it.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Its sizes.
    pub fields: &'static [Field],
    build: fn(&Sizes, &mut Model) -> Result<(), String>,
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "gpt",
        summary: "decoder of GPT-2's form: pre-norm blocks, learned positions, head tied to the embedding; tokens in, logits out",
        fields: gpt::FIELDS,
        build: gpt::build,
    },
    Family {
        name: "moe",
        summary: "layers of experts with top-k routing and a capacity (GShard): hidden vectors in and out",
        fields: moe::FIELDS,
        build: moe::build,
    },
    Family {
        name: "video",
        summary: "blocks that attend along the places of a frame and along frames in turn: hidden vectors in and out",
        fields: video::FIELDS,
        build: video::build,
    },
    Family {
        name: "resnet",
        summary: "residual network of bottlenecks, widened as Alpa's Wide-ResNet: images in, logits out",
        fields: resnet::FIELDS,
        build: resnet::build,
    },
    Family { name: "mlp", summary: "products with a relu between: vectors in and out", fields: mlp::FIELDS, build: mlp::build },
];

/// The forward program of a spec, and its sizes by name.
///
/// # Errors
/// Which part of the spec is at fault, and what may stand there.
pub fn generate(spec: &str) -> Result<(Module, Sizes), String> {
    let (family, sizes) = read(spec)?;
    let mut model = Model::new(sizes.element());
    (family.build)(&sizes, &mut model).map_err(|why| format!("{spec}: {why}"))?;
    Ok((model.finish().map_err(|why| format!("{spec}: {why}"))?, sizes))
}

/// The sizes that a spec gives, by name.
///
/// # Errors
/// As [`generate`].
pub fn sizes(spec: &str) -> Result<Sizes, String> {
    read(spec).map(|(_, sizes)| sizes)
}

/// Whether a text means a family with sizes, as `gpt:layers=2` and `gpt:` do.
pub fn is_spec(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, _)| family(name).is_some())
}

fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

fn read(spec: &str) -> Result<(&'static Family, Sizes), String> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let family = family(name).ok_or_else(|| {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        format!("no family of models is called `{name}`; there are {}", names.join(", "))
    })?;
    let sizes = Sizes::parse(family.fields, rest).map_err(|why| format!("{spec}: {why}"))?;
    Ok((family, sizes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::verify;

    /// 12 l h² + 13 l h + (v + s) h parameters, and the last norm's 2 h (Narayanan et al. 2021, section 5.1, which leaves the last two out).
    #[test]
    fn a_gpt_has_as_many_parameters_as_its_formula_says() {
        let (module, _) = generate("gpt:layers=3,hidden=32,heads=4,sequence=16,batch=2,vocabulary=100").expect("legal");
        verify(&module).expect("legal");
        let main = module.main().expect("a main function");
        let (last, parameters) = main.args().split_last().expect("arguments");
        assert_eq!(main.tensor_type(*last).to_string(), "tensor<2x16xi32>");
        let count: i64 = parameters.iter().map(|&arg| main.tensor_type(arg).num_elements()).sum();
        assert_eq!(count, 12 * 3 * 32 * 32 + 13 * 3 * 32 + (100 + 16) * 32 + 2 * 32);
        assert_eq!(main.result_types[0].to_string(), "tensor<2x16x100xf32>");
    }

    /// ResNet-50 has 25,557,032 parameters (torchvision's table of weights); Alpa's Wide-ResNets (layers, channels, width, classes 1024) are named by their billions.
    #[test]
    fn residual_networks_have_as_many_parameters_as_published() {
        let count = |spec: &str| {
            let (module, _) = generate(spec).unwrap_or_else(|why| panic!("{why}"));
            let main = module.main().expect("a main function");
            main.args().iter().rev().skip(1).map(|&arg| main.tensor_type(arg).num_elements()).sum::<i64>()
        };
        assert_eq!(count("resnet:"), 25_557_032);
        for (layers, channels, width, billions) in [(50, 320, 2, 1.0), (50, 448, 2, 2.0), (50, 640, 2, 4.0), (50, 320, 16, 6.8), (101, 320, 16, 13.0)] {
            let ours = count(&format!("resnet:layers={layers},channels={channels},width={width},classes=1024")) as f64 / 1e9;
            assert!((ours / billions - 1.0).abs() < 0.1, "{layers} layers of {channels} channels, width {width}: {ours:.2} of {billions} billions");
        }
    }

    #[test]
    fn every_family_is_legal_with_its_own_sizes() {
        for family in FAMILIES {
            let (module, _) = generate(family.name).unwrap_or_else(|why| panic!("{why}"));
            verify(&module).unwrap_or_else(|found| panic!("{}: {found:?}", family.name));
        }
    }

    #[test]
    fn specs_that_fit_no_model_are_refused() {
        for (spec, part) in [
            ("gtp", "no family of models is called `gtp`; there are gpt, moe, video, resnet, mlp"),
            ("gpt:layer=2", "`layer` is no size; there are layers, "),
            ("gpt:layers=0", "layers must be at least 1, got 0"),
            ("gpt:layers=1000000", "layers must be at most 10000, got 1000000"),
            ("gpt:layers", "write `layers` as NAME=VALUE"),
            ("gpt:layers=2,layers=3", "`layers` is given twice"),
            ("gpt:hidden=30,heads=4", "hidden size 30 does not divide by 4 heads"),
            ("gpt:type=f33", "type"),
            ("resnet:layers=18", "layers must be 50, 101 or 152, got 18"),
            ("moe:experts=16,tokens=4,choices=2", "16 experts are more than the 8 choices that the 4 tokens of a group have"),
            ("moe:dropless=2", "dropless is 0 or 1, got 2"),
            ("gpt:layers=99999999999999999999", "layers: 99999999999999999999 is too large: at most 9223372036854775807"),
        ] {
            let why = generate(spec).map(|_| ()).expect_err(spec);
            assert!(why.contains(part), "{spec}: {why}");
        }
    }
}
