//! How marks are drawn: a colour a kind, a shade a chunk.
//!
//! Invariant: letters on a colour have a contrast of at least 4.5 to 1 (WCAG 2, AA), and colours stand on light and on dark pages.

use shardwright_passes::schedule::Kind;

/// What a mark looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Look {
    /// The forward pass.
    Forward,
    /// The whole backward pass.
    Backward,
    /// Gradients of inputs.
    InputGradient,
    /// Gradients of weights.
    WeightGradient,
    /// The forward pass once more.
    Recompute,
    /// The optimizer.
    Update,
    /// A message.
    Message,
    /// Gathers and sums over replicas.
    Collective,
    /// Copies off the device and back.
    Copy,
    /// Computation of which only the name is known.
    Other,
}

/// Looks with the letter and the words that a legend has for them, and their colour.
pub const LOOKS: [(Look, &str, &str, [u8; 3]); 10] = [
    (Look::Forward, "F", "forward", [0x2f, 0x6c, 0xbf]),
    (Look::Backward, "B", "backward", [0xc2, 0x52, 0x1c]),
    (Look::InputGradient, "I", "gradients of inputs", [0xe8, 0x94, 0x3c]),
    (Look::WeightGradient, "W", "gradients of weights", [0x2c, 0x7f, 0x55]),
    (Look::Recompute, "R", "forward once more", [0x2f, 0xa3, 0xb8]),
    (Look::Update, "U", "update", [0x7c, 0x82, 0x8c]),
    (Look::Message, "", "message", [0x96, 0x72, 0xd2]),
    (Look::Collective, "", "gather or sum over replicas", [0xc2, 0x4f, 0x95]),
    (Look::Copy, "", "copy off the device or back", [0x99, 0x76, 0x50]),
    (Look::Other, "", "computation", [0x5f, 0x7d, 0xa0]),
];

/// How much lighter the last chunk is than the first: the part of white in it.
const LIGHTEST: f64 = 0.5;

impl Look {
    /// That of an action.
    pub fn of(kind: Kind) -> Look {
        match kind {
            Kind::Forward => Look::Forward,
            Kind::Backward => Look::Backward,
            Kind::InputGradient => Look::InputGradient,
            Kind::WeightGradient => Look::WeightGradient,
            Kind::Recompute => Look::Recompute,
            Kind::Update => Look::Update,
            Kind::SendForward | Kind::ReceiveForward | Kind::SendBackward | Kind::ReceiveBackward => Look::Message,
            Kind::Unshard | Kind::Reshard | Kind::ReduceGrad => Look::Collective,
            Kind::Offload | Kind::Reload => Look::Copy,
        }
    }
    /// Its place in [`LOOKS`].
    pub fn index(self) -> usize {
        self as usize
    }
    /// The words for it.
    pub fn words(self) -> &'static str {
        LOOKS[self.index()].2
    }
}

/// The colour of a look for one of so many chunks.
pub fn fill(look: Look, chunk: usize, chunks: usize) -> [u8; 3] {
    let white = if chunks > 1 { LIGHTEST * chunk.min(chunks - 1) as f64 / (chunks - 1) as f64 } else { 0.0 };
    LOOKS[look.index()].3.map(|part| (f64::from(part) * (1.0 - white) + 255.0 * white).round() as u8)
}

/// Black or white: what reads better on a colour.
pub fn ink(colour: [u8; 3]) -> [u8; 3] {
    let light = luminance(colour);
    // Contrast against white and against black, as WCAG 2 has it.
    if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 { [255; 3] } else { [0; 3] }
}

/// A colour as in style sheets.
pub fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Relative luminance of sRGB (WCAG 2).
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_stand_in_their_order() {
        LOOKS.iter().enumerate().for_each(|(index, (look, ..))| assert_eq!(look.index(), index));
    }

    #[test]
    fn letters_can_be_read_on_every_shade() {
        // White on black is 21 to 1, by definition.
        assert!((1.05 / (luminance([0; 3]) + 0.05) - 21.0).abs() < 1e-9 && (luminance([255; 3]) - 1.0).abs() < 1e-9);
        for (look, ..) in LOOKS {
            for chunk in 0..4 {
                let [light, dark] = [fill(look, chunk, 4), ink(fill(look, chunk, 4))].map(luminance);
                let contrast = (light.max(dark) + 0.05) / (light.min(dark) + 0.05);
                assert!(contrast >= 4.5, "{look:?} {chunk}: {contrast}");
            }
        }
    }
}
