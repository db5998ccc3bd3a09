//! Device ids as mixed-radix numbers: how flat lists of devices become the axes of one mesh.
//!
//! A mesh of sizes s1 x … x sk in row-major order gives every device an id whose digits are its coordinates. A
//! list of devices over which something is sharded or replicated is expressible on a mesh exactly when it
//! steps through digits `(size, stride)`: id = first + Σ coordinate · stride. The mesh of all specs is the
//! coarsest one whose axes refine every digit. Invariant: an axis' stride is the product of the sizes of all
//! axes minor to it.

use std::collections::BTreeSet;

/// `size` devices, each `stride` ids after the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Digit {
    pub size: i64,
    pub stride: i64,
}

/// One axis of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeshAxis {
    pub size: i64,
    pub stride: i64,
}

/// Number of devices that the digits tell apart; saturates.
pub(super) fn size(digits: &[Digit]) -> i64 {
    digits.iter().fold(1, |product: i64, digit| product.saturating_mul(digit.size))
}

/// The digits, major to minor, through which this list of ids steps.
///
/// # Errors
/// The list steps through no digits; the text says what is legal.
pub(super) fn decompose(ids: &[i64]) -> Result<Vec<Digit>, String> {
    let mut digits = Vec::new();
    let mut step = 1;
    let at = |index: usize| ids[index].checked_sub(ids[0]);
    while step < ids.len() {
        let left = ids.len() / step;
        let stride = at(step).filter(|stride| *stride > 0).ok_or_else(|| not_a_mesh(ids))?;
        let run = (1..left)
            .take_while(|&index| Some(at(index * step)) == (index as i64).checked_mul(stride).map(Some))
            .count()
            + 1;
        if left % run != 0 {
            return Err(not_a_mesh(ids));
        }
        digits.push(Digit { size: run as i64, stride });
        step *= run;
    }
    digits.reverse();
    for (index, id) in ids.iter().enumerate() {
        let mut rest = index as i64;
        let mut expected = ids[0];
        for digit in digits.iter().rev() {
            expected += rest % digit.size * digit.stride;
            rest /= digit.size;
        }
        if expected != *id {
            return Err(not_a_mesh(ids));
        }
    }
    Ok(digits)
}

fn not_a_mesh(ids: &[i64]) -> String {
    let shown: Vec<_> = ids.iter().take(16).collect();
    format!("devices {shown:?} do not step through a mesh in row-major order (such as [0, 1, 2, 3] or [0, 2])")
}

/// The coarsest mesh of `devices` devices whose axes refine every digit.
///
/// # Errors
/// The place of a digit that fits no mesh together with those before it, and why.
pub(super) fn refine<'p>(
    devices: i64,
    digits: impl Iterator<Item = (&'p str, Digit)>,
) -> Result<Vec<MeshAxis>, (String, String)> {
    let mut cuts = BTreeSet::from([1, devices]);
    for (place, digit) in digits {
        for cut in [digit.stride, digit.stride.saturating_mul(digit.size)] {
            let misfit = cuts.iter().find(|&&other| cut.max(other) % cut.min(other) != 0);
            if let Some(other) = misfit {
                return Err((
                    place.to_owned(),
                    format!(
                        "devices in steps of {} by {} fit no mesh of {devices} devices that other specs cut at {other}: \
                         the specs must agree on one mesh",
                        digit.size, digit.stride
                    ),
                ));
            }
            cuts.insert(cut);
        }
    }
    let cuts: Vec<i64> = cuts.into_iter().collect();
    let mut axes: Vec<MeshAxis> =
        cuts.windows(2).map(|pair| MeshAxis { size: pair[1] / pair[0], stride: pair[0] }).collect();
    if axes.is_empty() {
        axes.push(MeshAxis { size: 1, stride: 1 });
    }
    axes.reverse();
    Ok(axes)
}

/// The axes, major to minor, that make up a digit.
pub(super) fn axes_of(axes: &[MeshAxis], digit: Digit) -> impl Iterator<Item = &MeshAxis> {
    let end = digit.stride.saturating_mul(digit.size);
    axes.iter().filter(move |axis| axis.size > 1 && axis.stride >= digit.stride && axis.stride < end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_devices_decompose_into_digits() {
        let digit = |size, stride| Digit { size, stride };
        assert_eq!(decompose(&[0, 1, 2, 3]), Ok(vec![digit(4, 1)]));
        assert_eq!(decompose(&[5]), Ok(vec![]));
        assert_eq!(decompose(&[4, 6]), Ok(vec![digit(2, 2)]));
        // 2 x 2 over ids whose minor digit is 1 and major digit 4: a mesh whose middle axis replicates.
        assert_eq!(decompose(&[0, 1, 4, 5]), Ok(vec![digit(2, 4), digit(2, 1)]));
        // Transposed device order: the minor digit has the larger stride.
        assert_eq!(decompose(&[0, 2, 1, 3]), Ok(vec![digit(2, 1), digit(2, 2)]));
        for wrong in [&[0, 1, 3][..], &[3, 2, 1, 0], &[0, 1, 2, 4], &[0, 0]] {
            assert!(decompose(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn digits_of_all_specs_refine_to_one_mesh() {
        let digit = |size, stride| ("x", Digit { size, stride });
        let axis = |size, stride| MeshAxis { size, stride };
        assert_eq!(refine(8, [digit(8, 1), digit(2, 2)].into_iter()), Ok(vec![axis(2, 4), axis(2, 2), axis(2, 1)]));
        assert_eq!(refine(6, [digit(3, 2)].into_iter()), Ok(vec![axis(3, 2), axis(2, 1)]));
        assert_eq!(refine(1, [].into_iter()), Ok(vec![axis(1, 1)]));
        // Cutting six devices both at 2 and at 3 is no mesh.
        assert!(refine(6, [digit(3, 2), digit(2, 3)].into_iter()).is_err());
    }
}
