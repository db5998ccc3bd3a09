//! A strategy file as it is written: statements with their places, `$name` not yet replaced.
//!
//! Invariant: every word, number and string knows where it stands, so that whatever turns out wrong later points there.

use shardwright_ir::Span;

/// A word, number or `$name`, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The text, without `$`.
    pub text: String,
    /// Whether it is the name of a parameter.
    pub variable: bool,
    /// Where it stands.
    pub span: Span,
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `param NAME = DEFAULT`.
    Param(Atom, Atom),
    /// `mesh AXIS=N, …`.
    Mesh(Vec<(Atom, Atom)>, Span),
    /// `include 'FILE'`.
    Include(Atom),
    /// `role NAME = 'GLOB', …`.
    Role(Atom, Vec<Atom>),
    /// How the whole program is made.
    Setting(Setting),
    /// Anything that is applied to a program.
    Tactic(Tactic),
    /// `expert along AXIS, … exchange FORM shadow N, …`: a tactic, and how the whole program is made.
    Expert(Tactic, Vec<Setting>),
}

/// How the whole program is made, whatever the turn. Of two that say the same the later one counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// `recompute none|min-cut|full|selective|sqrt|BYTES`: what a step computes again instead of holding it.
    Recompute(Atom),
    /// `attention SCHEME heads AXIS, … layout LAYOUT`: how attentions whose sequence is sharded exchange.
    Attention {
        /// The scheme.
        scheme: Atom,
        /// Mesh axes that go from the sequence to heads; by the scheme where there are none.
        heads: Vec<Atom>,
        /// How tokens are laid.
        layout: Option<Atom>,
    },
    /// `regather along AXIS, …`: weights are gathered again for the backward pass; along these axes alone, where there are any, and a copy is kept in their devices.
    Regather(Vec<Atom>),
    /// `quantise parameter|gradient block N`: sent as small integers, blocks of so many with one scale.
    Quantise(Atom, Atom),
    /// `exchange flat|hierarchical|ragged` of `expert`: how tokens get to their experts.
    Exchange(Atom),
    /// `shadow N, …` of `expert`: experts that every device has.
    Shadow(Vec<Atom>),
    /// `combine cost|BYTES`: small collectives are joined.
    Combine(Atom),
}

/// Something that is applied to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tactic {
    /// The line, without its comment.
    pub span: Span,
    /// What is done.
    pub action: Action,
    /// The turn that it asks for.
    pub priority: Option<Atom>,
}

/// What a tactic does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// `shard WHO by DIM, … along AXIS, …`.
    Shard {
        /// Which values.
        who: Selection,
        /// Which of their dimensions; of several the first that a value has.
        by: Vec<Dimension>,
        /// Mesh axes, major to minor.
        along: Vec<Atom>,
    },
    /// `replicate WHO along AXIS, …` and `barrier WHO`: kept whole along these axes; along all where none is named.
    Replicate {
        /// Which values.
        who: Selection,
        /// Mesh axes.
        along: Vec<Atom>,
    },
    /// `zero 1|2|3 along AXIS where …`.
    Zero {
        /// The stage.
        stage: Atom,
        /// Mesh axes, major to minor.
        along: Vec<Atom>,
        /// Which parameters take part.
        conditions: Vec<Condition>,
    },
}

/// Which values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Where it stands.
    pub span: Span,
    /// A role, predefined or named by the file.
    pub role: Option<Atom>,
    /// Names that match any of these; all where there are none.
    pub globs: Vec<Atom>,
    /// But not these.
    pub except: Vec<Atom>,
    /// And only where all of these hold.
    pub conditions: Vec<Condition>,
}

/// What must hold of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// `has MEANING`: one of its dimensions is this.
    Has(Atom),
    /// `rank >= 2`.
    Measure {
        /// What is measured.
        measure: Measure,
        /// How it compares.
        relation: Relation,
        /// With which number.
        with: Atom,
    },
}

/// A number that a value has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// How many dimensions.
    Rank,
    /// How many elements, of the whole value.
    Elements,
    /// How many bytes, of the whole value.
    Bytes,
}

/// How numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Relation {
    AtLeast,
    AtMost,
    Equal,
    More,
    Less,
}

impl Relation {
    /// Whether `left` compares so with `right`.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::AtLeast => left >= right,
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::More => left > right,
            Relation::Less => left < right,
        }
    }
}

/// Which dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dimension {
    /// `dim N`; negative from the end.
    Index(Atom),
    /// A meaning (`batch`, `heads`, …) or a choice (`divisible`, `largest`, `first`, `last`).
    Word(Atom),
}

impl Dimension {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Dimension::Index(atom) | Dimension::Word(atom) => atom.span,
        }
    }
}
