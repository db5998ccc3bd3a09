//! `expert … shadow N, …`: experts that every device has, put beside the others before the model is made to learn or annotated.
//!
//! Invariant: each weight stays in its file, under the argument that holds these rows of it.

use crate::driver::{CompileFault, Source, run_alone};
use crate::manifest::WeightFile;
use shardwright_ir::verify::verify;
use shardwright_ir::{Diagnostic, Registry};
use shardwright_passes::experts::shadow::{Part, shadow};

/// Puts these experts on every device of what was read.
///
/// # Errors
/// Where there are none, or their weights are not rows one after the other in a file.
pub fn shadow_experts(read: &mut Source, experts: &[i64], ops: &Registry) -> Result<(), CompileFault> {
    let fault = |diagnostic: Diagnostic| Diagnostic { place: diagnostic.place.or(Some("--shadow-experts".to_owned())), ..diagnostic };
    run_alone("clean", &mut read.module, ops)?;
    let func = read.module.main().ok_or_else(|| fault(Diagnostic::error("the module has no main function")))?;
    let (new, parts) = shadow(func, experts).map_err(fault)?;
    let weight = |part: &Part| -> Result<Option<WeightFile>, Diagnostic> {
        let (Some(Some(weight)), Some(rows)) = (read.weights.get(part.from), &part.rows) else { return Ok(read.weights.get(part.from).cloned().flatten()) };
        let &[(from, to)] = &rows[..] else {
            return Err(fault(Diagnostic::error("weights that lie in a file are taken apart into rows one after the other: name the first experts, or the last")));
        };
        // Rows are of one size, so that the file's length divides by their number.
        let count = func.ty(func.args()[part.from]).as_tensor().map_or(1, |ty| ty.dims[0].max(1)) as u64;
        let row = weight.length / count;
        Ok(Some(WeightFile { file: weight.file.clone(), offset: weight.offset + from as u64 * row, length: (to - from) as u64 * row }))
    };
    let weights = parts.iter().map(weight).collect::<Result<Vec<_>, Diagnostic>>()?;
    let name = func.name;
    read.weights = weights;
    read.module.funcs.insert(name, new);
    run_alone("canonicalize,fold,cse,dce", &mut read.module, ops)?;
    verify(&read.module)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::read_model;
    use crate::engine::host::HostTensor;
    use crate::engine::virtual_::run_global;
    use crate::verify::{compare, initial_deviation, random_with};
    use shardwright_passes::names::arg_name;
    use std::path::Path;

    const MOE: &str = "moe:layers=2,groups=2,tokens=8,experts=4,choices=2,hidden=8,feedforward=16";

    fn read(experts: &[i64]) -> Result<Source, String> {
        let ops = shardwright_dialects::registry();
        let mut read = read_model(Path::new(MOE), &[], &ops).map_err(|fault| fault.diagnostics.to_string())?;
        if !experts.is_empty() {
            shadow_experts(&mut read, experts, &ops).map_err(|fault| fault.diagnostics.to_string())?;
        }
        Ok(read)
    }

    /// The same weights, rows of experts dealt out, give the same results.
    #[test]
    fn experts_on_every_device_compute_what_they_did() {
        let whole = read(&[]).unwrap();
        let main = whole.module.main().unwrap();
        let tensors: Vec<HostTensor> = main.args().iter().enumerate().map(|(index, &arg)| random_with(main.tensor_type(arg), index as u64, initial_deviation(main.tensor_type(arg))).unwrap()).collect();
        let expected = run_global(&whole.module, &tensors).unwrap();
        for hot in [&[0][..], &[1, 3], &[2, 3]] {
            let cut = read(hot).unwrap();
            let func = cut.module.main().unwrap();
            let argument = |index: usize| {
                let name = arg_name(func, index);
                let old = name.strip_suffix(".shadow").unwrap_or(&name);
                let from = (0..main.args().len()).find(|&at| arg_name(main, at) == old).unwrap();
                let ty = func.tensor_type(func.args()[index]);
                if !old.contains("experts") {
                    return tensors[from].clone();
                }
                let values = tensors[from].values::<f32>().unwrap();
                let row = values.len() / 4;
                let own = (0..4i64).filter(|expert| hot.contains(expert) == name.ends_with(".shadow"));
                HostTensor::from_values(&ty.dims, &own.flat_map(|expert| values[expert as usize * row..(expert as usize + 1) * row].to_vec()).collect::<Vec<f32>>()).unwrap()
            };
            let got = run_global(&cut.module, &(0..func.args().len()).map(argument).collect::<Vec<_>>()).unwrap();
            assert!(compare(&got[0], &expected[0]).unwrap().relative < 1e-5, "{hot:?}");
        }
    }

    #[test]
    fn experts_that_are_not_there_are_refused() {
        let refused = |experts: &[i64]| read(experts).map(|_| ()).unwrap_err();
        assert!(refused(&[4]).contains("there is no expert 4: the 4 are counted from 0"));
        assert!(refused(&[1, 1]).contains("expert 1 is named twice"));
        assert!(refused(&[0, 1, 2, 3]).contains("all 4 experts would be on every device"));
    }
}
