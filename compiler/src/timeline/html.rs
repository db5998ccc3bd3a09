//! Timelines as a page: zoom, pan, and look at every box, whatever their number; several runs stand one above the other on one time axis.
//!
//! The page's script (`page.js`) draws on canvases what it finds in the page's data; [`data`] says what that is.
//!
//! Invariants: the page needs nothing from elsewhere and asks for nothing from the network; all marks and messages are in it. The same timelines give the
//! same bytes. Once drawn, the root element has `data-drawn` (boxes drawn one by one) and `data-merged` (boxes of which several share a point of the
//! width); a fault of the script stands in `data-error`.

use super::look::{LOOKS, fill, hex, ink};
use super::svg::escape;
use super::{Part, TimeUnit, Timeline};
use serde_json::{Value, json};
use shardwright_passes::schedule::Stream;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page.
pub fn write(timelines: &[Timeline]) -> String {
    let names: Vec<&str> = timelines.iter().map(|timeline| timeline.name.as_str()).collect();
    // Within a script element only its end would end it.
    let data = data(timelines).to_string().replace("</", "<\\/");
    let parts = [("{title}", escape(&names.join(" against "))), ("{style}", STYLE.to_owned()), ("{data}", data), ("{script}", SCRIPT.to_owned())];
    let mut page = String::new();
    let mut rest = PAGE;
    for (place, part) in parts {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(&part);
        rest = after;
    }
    page + rest
}

/// What the script reads: `looks` with their words and, for each chunk, the colour and that of letters on it; `panels`, each with its marks in columns
/// (`look`, `chunk`, `part`, `start`, `end`, `name`, `label`), its ranks with the range of their marks, its messages in columns, and
/// what each rank holds as times and amounts one after the other.
fn data(timelines: &[Timeline]) -> Value {
    let chunks = timelines.iter().map(Timeline::chunks).max().unwrap_or(1);
    let shades = |look| (0..chunks).map(|chunk| fill(look, chunk, chunks)).map(|colour| [hex(colour), hex(ink(colour))]).collect::<Vec<_>>();
    let looks: Vec<Value> = LOOKS.iter().map(|&(look, letter, words, _)| json!({"letter": letter, "words": words, "shades": shades(look)})).collect();
    json!({"looks": looks, "panels": timelines.iter().map(panel).collect::<Vec<_>>()})
}

fn panel(timeline: &Timeline) -> Value {
    let marks = &timeline.marks;
    let part = |part: Part| match part {
        Part::Whole => 0,
        Part::First => 1,
        Part::Second => 2,
    };
    let ranks: Vec<Value> = timeline
        .ranks
        .iter()
        .map(|rank| {
            let memory: Vec<f64> = rank.memory.iter().flat_map(|&(time, held)| [time as f64, timeline.amount(held)]).collect();
            json!({"busy": rank.busy, "marks": rank.marks, "peak": rank.peak.map(|peak| timeline.amount(peak)), "memory": memory})
        })
        .collect();
    let messages: Vec<&super::Message> = timeline.messages.iter().collect();
    json!({
        "name": timeline.name,
        "facts": timeline.facts(),
        "costs": timeline.costs,
        "scale": timeline.clock.scale,
        "unit": timeline.clock.unit.map_or("", TimeUnit::symbol),
        "makespan": timeline.makespan,
        "memoryUnit": timeline.memory_unit,
        "ranks": ranks,
        "marks": {
            "look": marks.iter().map(|mark| mark.look.index()).collect::<Vec<_>>(),
            "chunk": marks.iter().map(|mark| mark.chunk).collect::<Vec<_>>(),
            "part": marks.iter().map(|mark| part(mark.part)).collect::<Vec<_>>(),
            "start": marks.iter().map(|mark| mark.start).collect::<Vec<_>>(),
            "end": marks.iter().map(|mark| mark.end).collect::<Vec<_>>(),
            "name": marks.iter().map(super::Mark::name).collect::<Vec<_>>(),
            "label": marks.iter().map(|mark| if mark.stream == Stream::Compute { mark.label() } else { String::new() }).collect::<Vec<_>>(),
        },
        "messages": {
            "from": messages.iter().map(|message| message.from).collect::<Vec<_>>(),
            "to": messages.iter().map(|message| message.to).collect::<Vec<_>>(),
            "what": messages.iter().map(|message| message.what.as_ref()).collect::<Vec<_>>(),
            "start": messages.iter().map(|message| message.start).collect::<Vec<_>>(),
            "end": messages.iter().map(|message| message.end).collect::<Vec<_>>(),
            "maker": messages.iter().map(|message| message.between[0]).collect::<Vec<_>>(),
            "reader": messages.iter().map(|message| message.between[1]).collect::<Vec<_>>(),
        },
    })
}
