//! The derivative of `stablehlo.fft`: the transpose of the transform, without conjugation.
//!
//! The matrix of a complex transform is symmetric: it is its own transpose. A real transform is a complex one between a conversion and
//! a cut, of which the transposes are a real part and zeros (RFFT); back to real numbers, all but the first and, for even lengths,
//! the middle element of the half spectrum count twice (IRFFT).

use super::super::fft::{Kind, kind};
use crate::derivative::*;
use shardwright_ir::{Attr, Attrs};

/// The operand's gradient.
pub(in super::super) fn fft(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (g, lengths) = (vjp.grad()?, vjp.op.ints("fft_length"));
    let transform = |b: &mut Builder, x: Value, kind: &str| {
        let attrs = Attrs::new().with("fft_type", Attr::stablehlo_enum("fft_type", kind)).with("fft_length", Attr::ints(&lengths));
        b.value(&super::super::fft::INFO, &[x], attrs)
    };
    let (length, rank) = (lengths.last().copied().unwrap_or(1), vjp.op.operand_type(0).rank());
    let gradient = match kind(vjp.op.attrs())? {
        Kind::Forward => transform(b, g, "FFT")?,
        Kind::Inverse => transform(b, g, "IFFT")?,
        Kind::RealForward => {
            let mut high = vec![0; rank];
            high[rank - 1] = length - b.ty(g).dims[rank - 1];
            let zero = b.scalar(b.ty(g).element, 0.0)?;
            let spectrum = b.pad(g, zero, &vec![0; rank], &high, &vec![0; rank])?;
            let transformed = transform(b, spectrum, "FFT")?;
            b.real(transformed)?
        }
        Kind::RealInverse => {
            let half = transform(b, g, "RFFT")?;
            let points = lengths.iter().fold(1.0, |product, &length| product * length as f64);
            let (re, im) = (b.real(half)?, b.imag(half)?);
            let ty = b.ty(re).clone();
            let at = b.iota(&ty.with_element(shardwright_ir::ElementType::I32), rank as i64 - 1)?;
            let single = |b: &mut Builder, place: i64| {
                let place = b.splat_like(at, place as f64)?;
                b.compare(Direction::Eq, at, place)
            };
            let mut once = single(b, 0)?;
            if length % 2 == 0 {
                let middle = single(b, length / 2)?;
                once = b.or(once, middle)?;
            }
            let (one, two) = (b.splat(&ty, 1.0 / points)?, b.splat(&ty, 2.0 / points)?);
            let weight = b.select(once, one, two)?;
            let (re, im) = (b.multiply(re, weight)?, b.multiply(im, weight)?);
            let im = b.negate(im)?;
            b.complex(re, im)?
        }
    };
    Ok(vec![Some(gradient)])
}
