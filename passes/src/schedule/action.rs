//! Actions of a schedule, and their text.
//!
//! Invariant: the text is that of torch's schedule files, `STAGE KIND MICROBATCH` without spaces, and what is written reads back equal.

use std::fmt;

/// What an action does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The forward pass of a stage.
    Forward,
    /// The whole backward pass: gradients of inputs and weights in one go.
    Backward,
    /// The half of the backward pass that the stage before waits for: gradients of the stage's inputs.
    InputGradient,
    /// The half that nobody waits for: gradients of the stage's weights.
    WeightGradient,
    /// The forward pass once more, for the activations that were not kept.
    Recompute,
    /// Activations leave for the stage after.
    SendForward,
    /// Activations of the stage before are expected from here on.
    ReceiveForward,
    /// Gradients leave for the stage before.
    SendBackward,
    /// Gradients of the stage after are expected from here on.
    ReceiveBackward,
    /// Weights are gathered.
    Unshard,
    /// Gathered weights are let go.
    Reshard,
    /// Gradients are summed over data-parallel replicas.
    ReduceGrad,
    /// The optimizer updates the stage's weights.
    Update,
    /// Activations leave the device.
    Offload,
    /// Activations come back.
    Reload,
}

/// Kinds with their text. `UNSHARD` and the like go before `F`, `B`, …: the longest that fits counts.
const TEXT: [(Kind, &str); 15] = [
    (Kind::Unshard, "UNSHARD"),
    (Kind::Reshard, "RESHARD"),
    (Kind::ReduceGrad, "REDUCE_GRAD"),
    (Kind::Update, "UPDATE"),
    (Kind::Offload, "OFFLOAD"),
    (Kind::Reload, "RELOAD"),
    (Kind::SendForward, "SEND_F"),
    (Kind::ReceiveForward, "RECV_F"),
    (Kind::SendBackward, "SEND_B"),
    (Kind::ReceiveBackward, "RECV_B"),
    (Kind::Forward, "F"),
    (Kind::Backward, "B"),
    (Kind::InputGradient, "I"),
    (Kind::WeightGradient, "W"),
    (Kind::Recompute, "R"),
];

impl Kind {
    /// Whether the action is for one microbatch; the others are for a stage.
    pub fn has_microbatch(self) -> bool {
        !matches!(self, Kind::Unshard | Kind::Reshard | Kind::ReduceGrad | Kind::Update)
    }
    /// Whether it keeps the device's arithmetic busy.
    pub fn computes(self) -> bool {
        matches!(self, Kind::Forward | Kind::Backward | Kind::InputGradient | Kind::WeightGradient | Kind::Recompute | Kind::Update)
    }
    /// Whether it gives the gradient that the stage before waits for.
    pub fn gives_gradient(self) -> bool {
        matches!(self, Kind::Backward | Kind::InputGradient)
    }
    /// Its text.
    pub fn text(self) -> &'static str {
        TEXT.iter().find(|(kind, _)| *kind == self).map_or("", |(_, text)| text)
    }
}

/// One action of a rank. 12 bytes: schedules have millions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The stage.
    pub stage: u32,
    /// The microbatch; 0 where [`Kind::has_microbatch`] is false. In schedules with slices: microbatch times slices, plus slice.
    pub microbatch: u32,
    /// What is done.
    pub kind: Kind,
    /// Runs together with the action after it.
    pub paired: bool,
}

impl Action {
    /// An action on its own.
    pub fn new(stage: usize, kind: Kind, microbatch: usize) -> Action {
        Action { stage: stage as u32, microbatch: microbatch as u32, kind, paired: false }
    }
    /// The forward pass.
    pub fn forward(stage: usize, microbatch: usize) -> Action {
        Action::new(stage, Kind::Forward, microbatch)
    }
    /// The whole backward pass.
    pub fn backward(stage: usize, microbatch: usize) -> Action {
        Action::new(stage, Kind::Backward, microbatch)
    }
    /// Gradients of inputs.
    pub fn input(stage: usize, microbatch: usize) -> Action {
        Action::new(stage, Kind::InputGradient, microbatch)
    }
    /// Gradients of weights.
    pub fn weight(stage: usize, microbatch: usize) -> Action {
        Action::new(stage, Kind::WeightGradient, microbatch)
    }
    /// Reads one action, such as `3F0` or `2UNSHARD`.
    pub fn parse(text: &str) -> Result<Action, String> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let wrong = || format!("`{text}` is no action: wanted a stage, a kind and a microbatch, such as 3F0 or 2UNSHARD");
        let stage: u32 = text[..digits].parse().map_err(|_| wrong())?;
        let rest = &text[digits..];
        let (kind, name) = TEXT.iter().find(|(_, name)| rest.starts_with(name)).ok_or_else(wrong)?;
        let microbatch = &rest[name.len()..];
        if kind.has_microbatch() == microbatch.is_empty() || !microbatch.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let microbatch = if microbatch.is_empty() { 0 } else { microbatch.parse().map_err(|_| wrong())? };
        Ok(Action { stage, microbatch, kind: *kind, paired: false })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.stage, self.kind.text())?;
        if self.kind.has_microbatch() { write!(out, "{}", self.microbatch) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_back_as_they_are_written() {
        for (kind, _) in TEXT {
            let action = Action::new(12, kind, if kind.has_microbatch() { 345 } else { 0 });
            assert_eq!(Action::parse(&action.to_string()), Ok(action));
        }
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for text in ["", "F0", "0", "0X1", "0F", "0UNSHARD3", "0F-1", "0F1x", "99999999999F0", "0F99999999999", "0é1"] {
            assert!(Action::parse(text).is_err(), "{text}");
        }
    }
}
