//! What actions take: whole units of time, a stage each.
//!
//! Invariant: costs that are given in decimals for a device's share of the model become whole units without rounding: [`Units`] picks the unit so
//! that every stage's part is whole.

use super::order::Schedule;

/// Time in units; what a unit is, whoever makes the costs says.
pub type Time = u64;

/// What actions take. Lists have an entry a stage, for one microbatch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    /// Forward.
    pub forward: Vec<Time>,
    /// Gradients of inputs.
    pub input: Vec<Time>,
    /// Gradients of weights; the whole backward pass takes both.
    pub weight: Vec<Time>,
    /// Forward once more.
    pub recompute: Vec<Time>,
    /// From the end of an action until another rank has its result. Sending keeps neither rank busy.
    pub hop: Time,
    /// How long a message keeps the link between its two ranks busy, in its direction; messages queue.
    pub wire: Time,
    /// Ranks of a node, one after the other: what leaves a node shares one link, in the order in which it is sent. 0: every two ranks have a link.
    pub node: usize,
    /// Whether messages, gathers, sums and copies run beside computation; else a rank computes nothing while it does one of them.
    pub overlap: bool,
    /// A pair that runs together, from the start of both until the end of both. `None`: one after the other.
    pub pair: Option<Time>,
    /// What a stage does once before its first microbatch; its rank does nothing else then.
    pub before: Vec<Time>,
    /// Gathering a stage's weights, once.
    pub unshard: Vec<Time>,
    /// Summing a stage's gradients over data-parallel replicas and copies, once a step.
    pub reduce: Vec<Time>,
    /// The optimizer's update of a stage, once a step.
    pub update: Vec<Time>,
    /// Whether no rank updates before all have their gradients, as clipping by the norm of all gradients asks for.
    pub barrier: bool,
    /// Moving a microbatch's activations off the device, or back.
    pub offload: Time,
    /// Every computation takes up to this much more or less, in percent, evenly spread.
    pub jitter: u64,
    /// Fixes the jitter.
    pub seed: u64,
}

impl Costs {
    /// The same for all stages: `forward`, `input` and `weight` units a stage, `hop` from rank to rank, nothing else.
    pub fn even(schedule: &Schedule, [forward, input, weight, hop]: [Time; 4]) -> Costs {
        let all = |time: Time| vec![time; schedule.stages.len()];
        Costs {
            forward: all(forward),
            input: all(input),
            weight: all(weight),
            recompute: all(forward),
            hop,
            wire: 0,
            node: 0,
            overlap: true,
            pair: None,
            before: all(0),
            unshard: all(0),
            reduce: all(0),
            update: all(0),
            barrier: false,
            offload: 0,
            jitter: 0,
            seed: 0,
        }
    }
    /// One unit for each action: for questions of order alone.
    pub fn unit(schedule: &Schedule) -> Costs {
        Costs::even(schedule, [1, 1, 1, 0])
    }
}

/// What activations take, in any unit: what each action adds, for one stage and one microbatch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Added by the forward pass.
    pub forward: i64,
    /// Added by gradients of inputs (negative: let go).
    pub input: i64,
    /// Added by gradients of weights.
    pub weight: i64,
    /// Added by the forward pass where the rest is computed again later.
    pub boundary: i64,
}

impl Memory {
    /// One a microbatch and stage, held until gradients of weights are done; nothing of what is computed again.
    pub const UNTIL_WEIGHT: Memory = Memory { forward: 1, input: 0, weight: -1, boundary: 0 };
    /// One a microbatch and stage, held until gradients of inputs are done.
    pub const UNTIL_INPUT: Memory = Memory { forward: 1, input: -1, weight: 0, boundary: 0 };
}

/// How decimals given for a device become whole units for a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Units {
    /// Units of one, as given for a device.
    pub scale: u64,
}

/// Digits after the point that costs may have.
const MOST_DIGITS: u32 = 9;
/// Most units that a cost may come to: three of them for each of 2^26 microbatches of stages still fit.
const MOST_UNITS: u64 = 1 << 36;

impl Units {
    /// Units in which each of these decimals, divided by `parts`, is whole.
    pub fn of<'a>(decimals: impl IntoIterator<Item = &'a str>, parts: u64) -> Result<Units, String> {
        let digits = decimals.into_iter().map(|text| text.split_once('.').map_or(0, |(_, after)| after.trim_end_matches('0').len())).max().unwrap_or(0);
        let digits = u32::try_from(digits).ok().filter(|digits| *digits <= MOST_DIGITS);
        let digits = digits.ok_or_else(|| format!("costs have at most {MOST_DIGITS} digits after the point"))?;
        let scale = 10u64.pow(digits).checked_mul(parts.max(1)).ok_or_else(|| format!("{parts} parts of costs are too many"))?;
        Ok(Units { scale })
    }
    /// A decimal in units.
    pub fn whole(self, text: &str) -> Result<Time, String> {
        let wrong = || format!("`{text}` is no cost: wanted a decimal that is not negative, such as 10 or 0.626");
        let (before, after) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if (before.is_empty() && after.is_empty()) || !digits(before) || !digits(after) {
            return Err(wrong());
        }
        let number = |text: &str| if text.is_empty() { Ok(0) } else { text.parse::<u64>().map_err(|_| wrong()) };
        let after = after.trim_end_matches('0');
        let power = 10u64.checked_pow(after.len() as u32).ok_or_else(wrong)?;
        let fraction = (self.scale / power).checked_mul(number(after)?);
        let units = number(before)?.checked_mul(self.scale).zip(fraction).and_then(|(before, after)| before.checked_add(after));
        units.filter(|units| *units <= MOST_UNITS).ok_or_else(|| format!("cost {text} is too large: wanted at most {} with so many digits and stages a rank", MOST_UNITS / self.scale))
    }
    /// Units as the number that they were given as.
    pub fn decimal(self, time: Time) -> f64 {
        time as f64 / self.scale as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_whole_units_of_every_part() {
        let units = Units::of(["18.522", "0.60"], 3).unwrap();
        assert_eq!(units.scale, 3000);
        assert_eq!(units.whole("18.522"), Ok(3 * 18_522));
        assert_eq!(units.decimal(3 * 18_522), 18.522);
        assert_eq!(units.whole("1"), Ok(3000));
    }

    #[test]
    fn what_is_no_cost_is_refused() {
        let units = Units::of(["1"], 1).unwrap();
        for text in ["", ".", "-1", "1e3", "x", "99999999999999999999", "9999999999999"] {
            assert!(units.whole(text).is_err(), "{text}");
        }
        assert!(Units::of(["0.1234567891"], 1).is_err());
    }
}
