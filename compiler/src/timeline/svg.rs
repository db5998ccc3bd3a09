//! Timelines as a picture: a row a rank, a box an action, one time axis for all that are compared.
//!
//! Boxes have the colour of their kind, a lighter shade for each later stage of a rank, and their microbatch where it fits; every box tells its name and
//! times where a reader points. Behind them is the time in which a rank waits. Below them lie what runs beside (messages of the rank, gathers, copies) and
//! what the rank holds.
//!
//! Invariants: the picture needs nothing from elsewhere, and follows the reader's light or dark theme. The same timelines give the same bytes. Beyond
//! [`MOST_BOXES`] boxes the picture shows the share of each kind for each point of its width, and says so.

use super::look::{LOOKS, Look, fill, hex, ink};
use super::{Mark, Part, Timeline, short};
use shardwright_passes::schedule::{Stream, Time};
use std::collections::BTreeSet;
use std::fmt::Write;

mod shares;

/// Up to how many boxes are drawn one by one.
pub const MOST_BOXES: usize = 20_000;

/// Space around, and of a row's parts, in points.
const MARGIN: f64 = 16.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 104.0;
const TITLE: f64 = 46.0;
const BAR: f64 = 24.0;
const STRIP: f64 = 5.0;
const MEMORY: f64 = 15.0;
const GAP: f64 = 10.0;
const AXIS: f64 = 30.0;
const LEGEND: f64 = 22.0;
/// Least and most width of the time axis.
const WIDTH: [f64; 2] = [880.0, 6400.0];
/// Its width where boxes are not drawn one by one.
const SHARED: f64 = 1400.0;
/// Width that a box should have, for two digits.
const BOX: f64 = 14.0;
/// Widths of a digit, large and small.
const DIGIT: [f64; 2] = [6.4, 5.0];
/// Points between ticks, at least.
const TICK: f64 = 70.0;

const STYLE: &str = "\
text{font:11px system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#1f2328}\
.t{font-size:15px;font-weight:600}.q{fill:#57606a}.m{text-anchor:middle}.l{font-size:10.5px}.s{font-size:8.5px}\
.bg{fill:#fff}.idle{fill:#eef0f3}.hatch{stroke:#d3d8df}.grid{stroke:#8b949e;stroke-opacity:.25}\
.mem{fill:#57606a;fill-opacity:.22;stroke:#57606a;stroke-width:.8}.box rect{stroke:#fff;stroke-width:.7}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.q{fill:#9da7b3}.bg{fill:#14181e}.idle{fill:#222831}.hatch{stroke:#38404b}\
.mem{fill:#9da7b3;fill-opacity:.25;stroke:#9da7b3}.box rect{stroke:#14181e}}";

/// Draws timelines one above the other.
pub fn write(timelines: &[Timeline]) -> String {
    let picture = Picture::new(timelines);
    let mut text = String::new();
    let heights: Vec<f64> = timelines.iter().map(|timeline| picture.height(timeline)).collect();
    let width = MARGIN + LEFT + picture.width + RIGHT + MARGIN;
    let height = MARGIN + heights.iter().sum::<f64>() + AXIS + picture.legend_height() + MARGIN;
    let _ = writeln!(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">", short(width), short(height));
    let names: Vec<&str> = timelines.iter().map(|timeline| timeline.name.as_str()).collect();
    let _ = writeln!(text, "<title>{}</title>\n<style>{STYLE}{}</style>", escape(&names.join(" against ")), picture.classes());
    text.push_str("<defs><pattern id=\"wait\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">");
    text.push_str("<rect class=\"idle\" width=\"6\" height=\"6\"/><path class=\"hatch\" d=\"M0 0v6\"/></pattern></defs>\n");
    text.push_str("<rect class=\"bg\" width=\"100%\" height=\"100%\"/>\n");
    let mut top = MARGIN;
    for (timeline, height) in timelines.iter().zip(&heights) {
        picture.panel(&mut text, timeline, top);
        top += height;
    }
    picture.axis(&mut text, timelines, top);
    picture.legend(&mut text, timelines, top + AXIS);
    text.push_str("</svg>\n");
    text
}

/// What all panels share.
struct Picture {
    /// Points of the time axis, and units of time that they stand for.
    width: f64,
    length: f64,
    chunks: usize,
    looks: BTreeSet<Look>,
    /// The most that a rank of any panel holds.
    peak: f64,
    /// Whether boxes are drawn one by one.
    single: bool,
    boxes: usize,
}

impl Picture {
    fn new(timelines: &[Timeline]) -> Picture {
        let decimal = |timeline: &Timeline, time: Time| timeline.clock.decimal(time);
        let length = timelines.iter().map(|timeline| decimal(timeline, timeline.makespan)).fold(0.0, f64::max);
        let boxes = timelines.iter().map(|timeline| timeline.marks.len()).sum();
        let lengths = timelines.iter().flat_map(|timeline| timeline.marks.iter().map(|mark| decimal(timeline, mark.end) - decimal(timeline, mark.start)));
        let shortest = lengths.filter(|length| *length > 0.0).fold(f64::MAX, f64::min);
        let single = boxes <= MOST_BOXES;
        let wanted = if single && shortest < f64::MAX { (BOX * length / shortest).ceil() } else { SHARED };
        let messages = timelines.iter().any(|timeline| timeline.messages.iter().any(|message| message.end > message.start));
        let looks = timelines.iter().flat_map(|timeline| &timeline.marks).filter(|mark| mark.end > mark.start).map(|mark| mark.look);
        Picture {
            width: wanted.clamp(WIDTH[0], WIDTH[1]),
            length: if length > 0.0 { length } else { 1.0 },
            chunks: timelines.iter().map(Timeline::chunks).max().unwrap_or(1),
            looks: looks.chain(messages.then_some(Look::Message)).collect(),
            peak: timelines.iter().filter_map(Timeline::peak).fold(0.0, f64::max),
            single,
            boxes,
        }
    }

    fn x(&self, timeline: &Timeline, time: Time) -> f64 {
        MARGIN + LEFT + timeline.clock.decimal(time) / self.length * self.width
    }

    fn strip(timeline: &Timeline) -> bool {
        let beside = |mark: &Mark| mark.stream != Stream::Compute && mark.end > mark.start;
        timeline.messages.iter().any(|message| message.end > message.start) || timeline.marks.iter().any(beside)
    }

    fn row_height(timeline: &Timeline) -> f64 {
        let memory = timeline.peak().is_some();
        BAR + if Picture::strip(timeline) { STRIP + 1.0 } else { 0.0 } + if memory { MEMORY + 2.0 } else { 0.0 } + GAP
    }

    fn height(&self, timeline: &Timeline) -> f64 {
        TITLE + timeline.ranks.len() as f64 * Picture::row_height(timeline) + GAP
    }

    /// A class for each colour: the look's place and the chunk.
    fn classes(&self) -> String {
        let mut classes = String::new();
        for &look in &self.looks {
            for chunk in 0..self.chunks {
                let colour = fill(look, chunk, self.chunks);
                let _ = write!(classes, ".k{0}_{chunk}{{fill:{1}}}text.i{0}_{chunk}{{fill:{2}}}", look.index(), hex(colour), hex(ink(colour)));
            }
        }
        classes
    }

    fn panel(&self, text: &mut String, timeline: &Timeline, top: f64) {
        let _ = writeln!(text, "<text class=\"t\" x=\"{MARGIN}\" y=\"{}\">{}</text>", short(top + 14.0), escape(&timeline.name));
        let mut facts = timeline.facts();
        if !timeline.costs.is_empty() {
            let _ = write!(facts, " · {}", timeline.costs);
        }
        let _ = writeln!(text, "<text class=\"q\" x=\"{MARGIN}\" y=\"{}\">{}</text>", short(top + 31.0), escape(&facts));
        let height = Picture::row_height(timeline);
        let end = self.x(timeline, timeline.makespan);
        self.grid(text, top + TITLE - 4.0, top + TITLE + timeline.ranks.len() as f64 * height);
        let messages = self.messages_of(timeline);
        for (index, rank) in timeline.ranks.iter().enumerate() {
            let y = top + TITLE + index as f64 * height;
            let middle = short(y + BAR / 2.0 + 4.0);
            let _ = writeln!(text, "<text class=\"q\" x=\"{MARGIN}\" y=\"{middle}\">rank {index}</text>");
            let start = MARGIN + LEFT;
            let _ = writeln!(text, "<rect fill=\"url(#wait)\" x=\"{start}\" y=\"{}\" width=\"{}\" height=\"{BAR}\"/>", short(y), short(end - start));
            let busy = 100.0 * rank.busy as f64 / timeline.makespan.max(1) as f64;
            let _ = writeln!(text, "<text class=\"q\" x=\"{}\" y=\"{middle}\">busy {busy:.1} %</text>", short(MARGIN + LEFT + self.width + 8.0));
            let [first, beside, last] = rank.marks;
            self.boxes(text, timeline, &timeline.marks[first..beside], y);
            let mut below = y + BAR;
            if Picture::strip(timeline) {
                below += 1.0;
                let marks = timeline.marks[beside..last].iter().filter(|mark| mark.end > mark.start).map(|mark| (mark.look, mark.start, mark.end, mark.name()));
                let sent =
                    messages[index].iter().map(|message| (Look::Message, message.start, message.end, format!("{} to rank {}", message.what, message.to)));
                self.beside(text, timeline, marks.chain(sent).collect(), below);
                below += STRIP;
            }
            if let Some(peak) = rank.peak {
                self.memory(text, timeline, index, below + 2.0);
                let (x, y) = (short(MARGIN + LEFT + self.width + 8.0), short(below + 2.0 + MEMORY - 3.0));
                let _ = writeln!(text, "<text class=\"q s\" x=\"{x}\" y=\"{y}\">holds at most {}</text>", short(timeline.amount(peak)));
            }
        }
    }

    fn messages_of<'a>(&self, timeline: &'a Timeline) -> Vec<Vec<&'a super::Message>> {
        let mut lists = vec![Vec::new(); timeline.ranks.len()];
        timeline.messages.iter().filter(|message| message.end > message.start).for_each(|message| lists[message.from].push(message));
        lists
    }

    fn boxes(&self, text: &mut String, timeline: &Timeline, marks: &[Mark], y: f64) {
        if !self.single {
            let spans = marks.iter().map(|mark| {
                // Two that run as one share their time.
                let weight = if mark.part == Part::Whole { 1.0 } else { 0.5 };
                (mark.look, self.x(timeline, mark.start), self.x(timeline, mark.end), weight)
            });
            shares::draw(text, [MARGIN + LEFT, self.width], [y, BAR], spans);
            return;
        }
        text.push_str("<g class=\"box\">");
        let mut labels = String::new();
        for mark in marks {
            let (left, right) = (self.x(timeline, mark.start), self.x(timeline, mark.end));
            let (top, height) = match mark.part {
                Part::Whole => (y, BAR),
                Part::First => (y, BAR / 2.0),
                Part::Second => (y + BAR / 2.0, BAR / 2.0),
            };
            let class = format!("{}_{}", mark.look.index(), mark.chunk);
            let _ = write!(
                text,
                "<rect class=\"k{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}: {}, {} to {}</title></rect>",
                short(left),
                short(top),
                short(right - left),
                short(height),
                escape(&mark.name()),
                mark.look.words(),
                short(timeline.clock.decimal(mark.start)),
                timeline.clock.shown(mark.end),
            );
            let label = mark.label();
            let size = DIGIT.iter().position(|digit| label.chars().count() as f64 * digit + 1.5 <= right - left);
            if let (Some(size), false) = (size, label.is_empty()) {
                let size = if height < BAR || size == 1 { "s" } else { "l" };
                let (x, y) = (short((left + right) / 2.0), short(top + height / 2.0 + 3.5));
                let _ = write!(labels, "<text class=\"m {size} i{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(&label));
            }
        }
        text.push_str("</g>\n<g pointer-events=\"none\">");
        text.push_str(&labels);
        text.push_str("</g>\n");
    }

    fn beside(&self, text: &mut String, timeline: &Timeline, spans: Vec<(Look, Time, Time, String)>, y: f64) {
        if !self.single {
            let spans = spans.into_iter().map(|(look, start, end, _)| (look, self.x(timeline, start), self.x(timeline, end), 1.0));
            shares::draw(text, [MARGIN + LEFT, self.width], [y, STRIP], spans);
            return;
        }
        text.push_str("<g fill-opacity=\".75\">");
        for (look, start, end, name) in spans {
            let (left, right) = (self.x(timeline, start), self.x(timeline, end));
            let _ = write!(
                text,
                "<rect class=\"k{}_0\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{STRIP}\" rx=\"1.5\"><title>{}: {} to {}</title></rect>",
                look.index(),
                short(left),
                short(y),
                short((right - left).max(1.0)),
                escape(&name),
                short(timeline.clock.decimal(start)),
                timeline.clock.shown(end),
            );
        }
        text.push_str("</g>\n");
    }

    /// What a rank holds, as steps; many changes within a point of the width give the most of them.
    fn memory(&self, text: &mut String, timeline: &Timeline, rank: usize, y: f64) {
        let rank = &timeline.ranks[rank];
        let bottom = y + MEMORY;
        let level = |held: i64| bottom - timeline.amount(held) / if self.peak > 0.0 { self.peak } else { 1.0 } * MEMORY;
        let mut path = format!("M{} {}", short(MARGIN + LEFT), short(bottom));
        let mut rest = rank.memory.iter().peekable();
        while let Some(&(time, held)) = rest.next() {
            let x = self.x(timeline, time);
            let (mut most, mut last) = (held, held);
            while let Some(&(_, held)) = rest.next_if(|(time, _)| self.x(timeline, *time) < x + if self.single { 1e-9 } else { 1.0 }) {
                (most, last) = (most.max(held), held);
            }
            let _ = write!(path, "H{}V{}", short(x), short(level(most)));
            if last != most {
                let _ = write!(path, "V{}", short(level(last)));
            }
        }
        let _ = writeln!(text, "<path class=\"mem\" d=\"{path}H{}V{}z\"/>", short(self.x(timeline, timeline.makespan)), short(bottom));
    }

    /// Times that the axis names, with their place.
    fn ticks(&self) -> impl Iterator<Item = (f64, f64)> {
        let step = tick(self.length * TICK / self.width);
        let count = (self.length / step + 1e-9) as usize;
        (0..=count).map(move |index| index as f64 * step).map(|time| (time, MARGIN + LEFT + time / self.length * self.width))
    }

    fn grid(&self, text: &mut String, top: f64, bottom: f64) {
        let lines: String = self.ticks().map(|(_, x)| format!("M{} {}V{}", short(x), short(top), short(bottom))).collect();
        let _ = writeln!(text, "<path class=\"grid\" d=\"{lines}\" pointer-events=\"none\"/>");
    }

    fn axis(&self, text: &mut String, timelines: &[Timeline], top: f64) {
        let unit = timelines.first().and_then(|timeline| timeline.clock.unit).map_or(String::new(), |unit| format!(" {}", unit.symbol()));
        for (time, x) in self.ticks() {
            let _ = writeln!(text, "<text class=\"q m\" x=\"{}\" y=\"{}\">{}{unit}</text>", short(x), short(top + 12.0), short(time));
        }
    }

    fn legend_height(&self) -> f64 {
        LEGEND * if self.single { 1.0 } else { 2.0 }
    }

    fn legend(&self, text: &mut String, timelines: &[Timeline], top: f64) {
        let mut x = MARGIN;
        let y = top + 13.0;
        let mut entry = |swatches: Vec<String>, words: &str| {
            for swatch in swatches {
                let _ = write!(text, "<rect {swatch} x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" rx=\"2\"/>", short(x), short(y - 10.0));
                x += 13.0;
            }
            let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{}</text>", short(x + 4.0), short(y), escape(words));
            x += 20.0 + words.chars().count() as f64 * DIGIT[0];
        };
        for &look in &self.looks {
            let shades = timelines.iter().flat_map(|timeline| &timeline.marks).filter(|mark| mark.look == look).map(|mark| mark.chunk);
            let shades: BTreeSet<usize> = if self.single { shades.collect() } else { BTreeSet::new() };
            let shades = if shades.is_empty() { BTreeSet::from([0]) } else { shades };
            let swatches = shades.into_iter().map(|chunk| format!("class=\"k{}_{chunk}\"", look.index())).collect();
            let (_, letter, words, _) = LOOKS[look.index()];
            entry(swatches, format!("{letter} {words}").trim());
        }
        entry(vec!["fill=\"url(#wait)\"".to_owned()], "waiting");
        if self.peak > 0.0 {
            entry(vec!["class=\"mem\"".to_owned()], &timelines.first().map_or(String::new(), |timeline| format!("{} held", timeline.memory_unit)));
        }
        if !self.single {
            let words = format!(
                "{} boxes, too many for one each: every point of the width shows what share of its time each kind takes. The page that --html writes shows each.",
                self.boxes
            );
            let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"{}\">{words}</text>", short(y + LEGEND));
        }
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below this.
fn tick(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// Text within XML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
