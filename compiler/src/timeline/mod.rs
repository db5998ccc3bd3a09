//! A simulated run as something to look at: what every device does when, what it sends, and what it holds.
//!
//! * [`of_schedule`]: from a schedule's simulation; [`chakra`]: from execution traces, and into them.
//! * [`trace`]: Chrome's trace events, which Perfetto shows; [`svg`]: a picture; [`html`]: a page to zoom into. [`look`]: colours of both.
//!
//! Invariants: times are those of the simulation, in its whole units; [`Clock`] says what they are. Marks of a rank that compute do not overlap,
//! but for pairs that run as one, which have the same start and end. Nothing is left out: a picture that cannot show every mark by itself says how
//! many it shows together.

pub mod chakra;
pub mod html;
pub mod look;
pub mod of_schedule;
pub mod svg;
pub mod trace;

use look::Look;
use shardwright_passes::schedule::{Action, Stream, Time};

/// A run.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// What ran.
    pub name: String,
    /// What the times come from, as it is told to a reader.
    pub costs: String,
    /// What a unit of time is.
    pub clock: Clock,
    /// From 0 until all is done.
    pub makespan: Time,
    /// How long the busiest rank would take if it never waited.
    pub ideal: Time,
    /// The devices.
    pub ranks: Vec<Rank>,
    /// What ran: by rank, computation first, then by start.
    pub marks: Vec<Mark>,
    /// What was sent from rank to rank, by sender and start.
    pub messages: Vec<Message>,
    /// Units of [`Rank::memory`] for one, as told to a reader.
    pub memory_scale: u64,
    /// What memory counts, such as `activations`.
    pub memory_unit: String,
}

/// A device.
#[derive(Clone, Debug, Default)]
pub struct Rank {
    /// How long it computes.
    pub busy: Time,
    /// The most that it holds; `None` where that is not known.
    pub peak: Option<i64>,
    /// Times at which what it holds changes, and to how much.
    pub memory: Vec<(Time, i64)>,
    /// Its marks that compute, then those that run beside: where they begin in [`Timeline::marks`], where the second begin, and where they end.
    pub marks: [usize; 3],
}

/// Something that takes time on a rank.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The rank.
    pub rank: usize,
    /// Where it runs; messages are not marks.
    pub stream: Stream,
    /// How it is drawn.
    pub look: Look,
    /// Which of the rank's stages it belongs to, counted from 0 in the order of stages.
    pub chunk: usize,
    /// How much of the rank it takes.
    pub part: Part,
    /// What it is.
    pub what: What,
    /// When it starts.
    pub start: Time,
    /// When it ends.
    pub end: Time,
}

/// How much of a rank's arithmetic a mark takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All.
    Whole,
    /// It is the first of two that run as one.
    First,
    /// It is the second.
    Second,
}

/// What a mark is.
#[derive(Clone, Debug)]
pub enum What {
    /// An action of a schedule; `slice` is a part of a microbatch's sequence, where it is cut.
    Action {
        /// The action.
        action: Action,
        /// Microbatch and slice.
        slice: (u32, Option<u32>),
    },
    /// A node of a trace, by its name.
    Node(Box<str>),
}

/// A result on its way.
#[derive(Clone, Debug)]
pub struct Message {
    /// The sender.
    pub from: usize,
    /// The receiver.
    pub to: usize,
    /// What is sent, such as `0F3`.
    pub what: Box<str>,
    /// When it leaves.
    pub start: Time,
    /// When it is there.
    pub end: Time,
    /// The mark that makes it, and the one that waits for it.
    pub between: [Option<usize>; 2],
}

/// What times are: whole units, of which `scale` make one as told to a reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Units of one.
    pub scale: u64,
    /// What one is; `None` where times only compare.
    pub unit: Option<TimeUnit>,
}

/// A unit of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeUnit {
    /// Nanoseconds.
    Nanoseconds,
    /// Microseconds.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
}

impl TimeUnit {
    /// All, with their symbols and lengths in nanoseconds.
    pub const ALL: [(TimeUnit, &'static str, u64); 4] = [
        (TimeUnit::Nanoseconds, "ns", 1),
        (TimeUnit::Microseconds, "us", 1000),
        (TimeUnit::Milliseconds, "ms", 1_000_000),
        (TimeUnit::Seconds, "s", 1_000_000_000),
    ];
    /// Its symbol, in ASCII.
    pub fn symbol(self) -> &'static str {
        TimeUnit::ALL.iter().find(|(unit, ..)| *unit == self).map_or("", |(_, symbol, _)| symbol)
    }
    /// Its length in nanoseconds.
    pub fn nanoseconds(self) -> u64 {
        TimeUnit::ALL.iter().find(|(unit, ..)| *unit == self).map_or(1, |(.., length)| *length)
    }
}

impl Clock {
    /// The length of one, where files need one: milliseconds unless it is said otherwise.
    pub fn unit_or_default(self) -> TimeUnit {
        self.unit.unwrap_or(TimeUnit::Milliseconds)
    }
    /// Units of a second. Saturates.
    pub fn units_per_second(self) -> u64 {
        let per_second = 1_000_000_000 / self.unit_or_default().nanoseconds();
        self.scale.saturating_mul(per_second)
    }
    /// A time in nanoseconds, rounded down: what follows without a gap still does, and what does not overlap still does not.
    pub fn nanoseconds(self, time: Time) -> u64 {
        let nanoseconds = u128::from(time) * u128::from(self.unit_or_default().nanoseconds()) / u128::from(self.scale.max(1));
        u64::try_from(nanoseconds).unwrap_or(u64::MAX)
    }
    /// A time as a number in the reader's unit.
    pub fn decimal(self, time: Time) -> f64 {
        time as f64 / self.scale.max(1) as f64
    }
    /// A time as told to a reader: at most six digits, and the unit where there is one.
    pub fn shown(self, time: Time) -> String {
        let number = short(self.decimal(time));
        self.unit.map_or_else(|| number.clone(), |unit| format!("{number} {}", unit.symbol()))
    }
}

/// A number with at most six digits that count, and no zeros at the end.
pub fn short(number: f64) -> String {
    let before = if number.abs() < 1.0 { 1 } else { number.abs().log10() as usize + 1 };
    let text = format!("{number:.*}", 6usize.saturating_sub(before));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

impl Timeline {
    /// The time beyond [`Timeline::ideal`], as a part of the makespan.
    pub fn bubble_rate(&self) -> f64 {
        self.makespan.saturating_sub(self.ideal) as f64 / self.makespan.max(1) as f64
    }
    /// The most that any rank holds, as told to a reader.
    pub fn peak(&self) -> Option<f64> {
        self.ranks.iter().filter_map(|rank| rank.peak).max().map(|peak| self.amount(peak))
    }
    /// An amount of memory, as told to a reader.
    pub fn amount(&self, held: i64) -> f64 {
        held as f64 / self.memory_scale.max(1) as f64
    }
    /// One line of figures.
    pub fn facts(&self) -> String {
        let mut facts = format!("makespan {} · bubble {:.1} %", self.clock.shown(self.makespan), 100.0 * self.bubble_rate());
        if let Some(peak) = self.peak() {
            facts.push_str(&format!(" · peak {} {}", short(peak), self.memory_unit));
        }
        facts
    }
    /// When a rank starts to compute, and when the last of its marks ends.
    pub fn ends(&self, rank: &Rank) -> [Time; 2] {
        let [first, beside, last] = rank.marks;
        let start = self.marks[first..beside].first().map_or(0, |mark| mark.start);
        [start, self.marks[first..last].iter().map(|mark| mark.end).max().unwrap_or(0)]
    }
    /// How many stages the rank with the most has.
    pub fn chunks(&self) -> usize {
        self.marks.iter().map(|mark| mark.chunk + 1).max().unwrap_or(1)
    }
    /// Puts marks and messages into their order, and tells each rank where its own are. `between` of messages count marks as they were.
    fn sort(&mut self) {
        let mut places: Vec<usize> = (0..self.marks.len()).collect();
        let key = |mark: &Mark| (mark.rank, mark.stream != Stream::Compute, mark.start, mark.end);
        places.sort_by_key(|&place| key(&self.marks[place]));
        let mut now = vec![0; places.len()];
        places.iter().enumerate().for_each(|(place, &before)| now[before] = place);
        for end in self.messages.iter_mut().flat_map(|message| message.between.iter_mut().flatten()) {
            *end = now[*end];
        }
        self.marks.sort_by_key(key);
        self.messages.sort_by_key(|message| (message.from, message.start, message.end, message.to));
        for first in 1..self.marks.len() {
            let (before, after) = self.marks.split_at_mut(first);
            let (one, other) = (&mut before[first - 1], &mut after[0]);
            let together = key(one) == key(other) && one.stream == Stream::Compute && one.end > one.start;
            if together && one.part == Part::Whole {
                (one.part, other.part) = (Part::First, Part::Second);
            }
        }
        let mut at = 0;
        for (index, rank) in self.ranks.iter_mut().enumerate() {
            let first = at;
            at += self.marks[at..].iter().take_while(|mark| mark.rank == index && mark.stream == Stream::Compute).count();
            let beside = at;
            at += self.marks[at..].iter().take_while(|mark| mark.rank == index).count();
            rank.marks = [first, beside, at];
        }
    }
}

impl Mark {
    /// Its whole name, such as `0F3`.
    pub fn name(&self) -> String {
        match &self.what {
            What::Action { action, .. } => action.to_string(),
            What::Node(name) => name.to_string(),
        }
    }
    /// What fits into a box: the microbatch, and the slice where there is one; a node's name.
    pub fn label(&self) -> String {
        match &self.what {
            What::Action { action, slice } if action.kind.has_microbatch() => microbatch(*slice),
            What::Action { .. } => String::new(),
            What::Node(name) => name.to_string(),
        }
    }
}

/// A microbatch, and its slice where there is one.
fn microbatch((microbatch, slice): (u32, Option<u32>)) -> String {
    slice.map_or_else(|| microbatch.to_string(), |slice| format!("{microbatch}.{slice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_in_six_digits() {
        for (number, text) in
            [(0.0, "0"), (339.0, "339"), (28.5, "28.5"), (0.3333333333, "0.33333"), (123456.7, "123457"), (1234567.0, "1234567"), (-2.5, "-2.5")]
        {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn clocks_know_nanoseconds() {
        let clock = Clock { scale: 3000, unit: None };
        // 3000 units are a millisecond where nothing else is said: a unit is 333.33 ns.
        assert_eq!((clock.nanoseconds(1), clock.nanoseconds(3), clock.units_per_second()), (333, 1000, 3_000_000));
        assert_eq!(Clock { scale: 1, unit: Some(TimeUnit::Seconds) }.nanoseconds(2), 2_000_000_000);
        assert_eq!(Clock { scale: 2, unit: Some(TimeUnit::Microseconds) }.shown(3), "1.5 us");
    }
}
