//! What an attention computes besides its products: attributes, shapes, and where tokens stand.
//!
//! Invariants: queries are `[b, h, s, e]`, keys `[b, g, t, e]`, values `[b, g, t, e']`, `g` divides `h` and query head `i` uses key head
//! `i / (h / g)`; extras are `[b or 1, h or 1, s or 1, t or 1]`, truth values are masks (true is seen), floats are added to the scaled
//! scores; extras count in their order. Sums are kept in `f32`, in `f64` for `f64`.

use shardwright_ir::op::InferCtx;
use shardwright_ir::{Attr, Attrs, ElementType, TensorType};

/// Scale of scores, a float.
pub const SCALE: &str = "scale";
/// Query at position `i` sees keys up to position `i + causal_offset`; all where it is absent.
pub const CAUSAL_OFFSET: &str = "causal_offset";
/// How tokens lie: `striped` or `zigzag`; in order where it is absent.
pub const LAYOUT: &str = "layout";
/// Over how many shards they are laid.
pub const LAYOUT_SHARDS: &str = "layout_shards";
/// Score of what a mask hides; minus infinity where it is absent.
pub const MASK_FILL: &str = "mask_fill";
/// Whether a query that sees nothing gets zeros; else not-a-numbers, as a softmax gives.
pub const ZERO_EMPTY: &str = "zero_empty";

/// In which order tokens lie along a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// By position.
    #[default]
    Contiguous,
    /// Shard `r` of `n` has positions `r`, `r + n`, `r + 2n`, … (Brandon et al., "Striped Attention", arXiv:2311.09431).
    Striped(i64),
    /// Of `2n` chunks shard `r` has `r` and `2n - 1 - r`.
    Zigzag(i64),
}

impl Layout {
    /// The position of the token at `index` of a sequence of `length`.
    pub fn position(self, index: i64, length: i64) -> i64 {
        match self {
            Layout::Contiguous => index,
            Layout::Striped(shards) => {
                let local = (length / shards).max(1);
                index % local * shards + index / local
            }
            Layout::Zigzag(shards) => {
                let chunk = (length / (2 * shards)).max(1);
                let (shard, within) = (index / (2 * chunk), index % (2 * chunk));
                if within < chunk { shard * chunk + within } else { (2 * shards - 1 - shard) * chunk + within - chunk }
            }
        }
    }
    /// What a length must be a multiple of.
    pub fn unit(self) -> i64 {
        match self {
            Layout::Contiguous => 1,
            Layout::Striped(shards) => shards,
            Layout::Zigzag(shards) => 2 * shards,
        }
    }
}

/// The attributes, read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spec {
    /// See [`SCALE`].
    pub scale: f64,
    /// See [`CAUSAL_OFFSET`].
    pub causal: Option<i64>,
    /// See [`LAYOUT`].
    pub layout: Layout,
    /// See [`MASK_FILL`].
    pub fill: f64,
    /// See [`ZERO_EMPTY`].
    pub zero_empty: bool,
}

impl Default for Spec {
    fn default() -> Spec {
        Spec { scale: 1.0, causal: None, layout: Layout::Contiguous, fill: f64::NEG_INFINITY, zero_empty: false }
    }
}

impl Spec {
    /// From attributes. Errors name what is wrong.
    pub fn read(attrs: &Attrs) -> Result<Spec, String> {
        let float = |name: &str| match attrs.get(name) {
            Some(Attr::Float(value, _)) => Ok(Some(*value)),
            None => Ok(None),
            Some(_) => Err(format!("attribute `{name}` must be a float")),
        };
        let int = |name: &str| match attrs.get(name) {
            Some(Attr::Int(value, _)) => Ok(Some(*value)),
            None => Ok(None),
            Some(_) => Err(format!("attribute `{name}` must be an integer")),
        };
        let shards = int(LAYOUT_SHARDS)?;
        let layout = match (attrs.get(LAYOUT).map(|attr| attr.as_str().unwrap_or("")), shards) {
            (None, None) => Layout::Contiguous,
            (Some("striped"), Some(shards)) if shards > 0 => Layout::Striped(shards),
            (Some("zigzag"), Some(shards)) if shards > 0 && shards < i64::MAX / 4 => Layout::Zigzag(shards),
            _ => return Err(format!("attribute `{LAYOUT}` must be \"striped\" or \"zigzag\", with `{LAYOUT_SHARDS}` of at least 1")),
        };
        let zero_empty = match attrs.get(ZERO_EMPTY) {
            None => false,
            Some(attr) => attr.as_bool().ok_or_else(|| format!("attribute `{ZERO_EMPTY}` must be true or false"))?,
        };
        Ok(Spec {
            scale: float(SCALE)?.unwrap_or(1.0),
            causal: int(CAUSAL_OFFSET)?,
            layout,
            fill: float(MASK_FILL)?.unwrap_or(f64::NEG_INFINITY),
            zero_empty,
        })
    }
    /// As attributes.
    pub fn attrs(&self) -> Attrs {
        let mut attrs = Attrs::new().with(SCALE, Attr::Float(self.scale, ElementType::F64));
        if let Some(offset) = self.causal {
            attrs.set(CAUSAL_OFFSET, Attr::i64(offset));
        }
        let layout = match self.layout {
            Layout::Contiguous => None,
            Layout::Striped(shards) => Some(("striped", shards)),
            Layout::Zigzag(shards) => Some(("zigzag", shards)),
        };
        if let Some((name, shards)) = layout {
            attrs.set(LAYOUT, Attr::str(name));
            attrs.set(LAYOUT_SHARDS, Attr::i64(shards));
        }
        if self.fill != f64::NEG_INFINITY {
            attrs.set(MASK_FILL, Attr::Float(self.fill, ElementType::F64));
        }
        if self.zero_empty {
            attrs.set(ZERO_EMPTY, Attr::Bool(true));
        }
        attrs
    }
}

/// The sizes of an attention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Batch.
    pub batch: i64,
    /// Query heads.
    pub heads: i64,
    /// Key heads.
    pub key_heads: i64,
    /// Queries.
    pub queries: i64,
    /// Keys.
    pub keys: i64,
    /// Elements of a query and a key.
    pub width: i64,
    /// Elements of a value.
    pub value_width: i64,
}

impl Sizes {
    /// Of these three operands. Errors where they do not fit together.
    pub fn of(q: &TensorType, k: &TensorType, v: &TensorType) -> Result<Sizes, String> {
        for (name, ty) in [("queries", q), ("keys", k), ("values", v)] {
            if ty.rank() != 4 || !ty.element.is_float() {
                return Err(format!("{name} must be floats of rank 4, got {ty}"));
            }
        }
        if q.element != k.element || q.element != v.element {
            return Err(format!("queries, keys and values must have one element type, got {}, {} and {}", q.element, k.element, v.element));
        }
        if q.dims[0] != k.dims[0] || k.dims[..3] != v.dims[..3] || q.dims[3] != k.dims[3] {
            return Err(format!("queries {q}, keys {k} and values {v} do not fit: they must be [b, h, s, e], [b, g, t, e] and [b, g, t, e']"));
        }
        if k.dims[1] == 0 || q.dims[1] % k.dims[1] != 0 {
            return Err(format!("{} query heads do not divide by {} key heads", q.dims[1], k.dims[1]));
        }
        Ok(Sizes { batch: q.dims[0], heads: q.dims[1], key_heads: k.dims[1], queries: q.dims[2], keys: k.dims[2], width: q.dims[3], value_width: v.dims[3] })
    }
    /// `[b, h, s, t]`.
    pub fn scores(&self) -> [i64; 4] {
        [self.batch, self.heads, self.queries, self.keys]
    }
    /// Checks a mask or a bias.
    pub fn check_extra(&self, ty: &TensorType) -> Result<(), String> {
        let fits = ty.rank() == 4 && ty.dims.iter().zip(self.scores()).all(|(&size, full)| size == full || size == 1);
        let known = ty.element.is_float() || ty.element == ElementType::I1;
        if fits && known { Ok(()) } else { Err(format!("a mask or bias must hold truth values or floats and broadcast to {:?}, got {ty}", self.scores())) }
    }
}

/// The type in which sums are kept.
pub fn sum_type(element: ElementType) -> ElementType {
    if element == ElementType::F64 { ElementType::F64 } else { ElementType::F32 }
}

/// Checks the operands of a row, extras beginning at `extras`, and its attributes.
pub(super) fn check(ctx: &InferCtx, extras: usize) -> Result<(Spec, Sizes), String> {
    let sizes = Sizes::of(ctx.tensor(0)?, ctx.tensor(1)?, ctx.tensor(2)?)?;
    let spec = Spec::read(ctx.attrs)?;
    for index in extras..ctx.operands.len() {
        sizes.check_extra(ctx.tensor(index)?).map_err(|why| format!("operand {index}: {why}"))?;
    }
    for (what, length) in [("queries", sizes.queries), ("keys", sizes.keys)] {
        if length % spec.layout.unit() != 0 {
            return Err(format!("{length} {what} cannot be laid as {:?}: they must be a multiple of {}", spec.layout, spec.layout.unit()));
        }
    }
    Ok((spec, sizes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8 tokens over 2 shards: striped 0 2 4 6 | 1 3 5 7; of four chunks of two, zigzag has 01 67 | 23 45.
    #[test]
    fn layouts_say_where_tokens_stand() {
        let positions = |layout: Layout| (0..8).map(|index| layout.position(index, 8)).collect::<Vec<_>>();
        assert_eq!(positions(Layout::Contiguous), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(positions(Layout::Striped(2)), [0, 2, 4, 6, 1, 3, 5, 7]);
        assert_eq!(positions(Layout::Zigzag(2)), [0, 1, 6, 7, 2, 3, 4, 5]);
    }

    #[test]
    fn attributes_are_what_they_are_written_from() {
        let spec = Spec { scale: 0.25, causal: Some(3), layout: Layout::Zigzag(4), fill: -1e9, zero_empty: true };
        assert_eq!(Spec::read(&spec.attrs()), Ok(spec));
        assert_eq!(Spec::read(&Attrs::new()), Ok(Spec::default()));
        assert!(Spec::read(&Attrs::new().with(LAYOUT, Attr::str("spiral")).with(LAYOUT_SHARDS, Attr::i64(2))).is_err());
    }
}
