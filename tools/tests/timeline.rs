//! Pictures of schedules, opened in headless Chromium.
//!
//! Invariant: what must be drawn is counted in the schedule's order, or computed from its times; never taken from the page itself.

mod common;

use common::{shardwright, text};
use flate2::read::ZlibDecoder;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const COSTS: &str = "F=10,B=12,W=8,c=1";
const SCHEDULES: [&str; 2] = ["1f1b:p=4,m=8", "zb-h1:p=4,m=8"];

/// Runs Chromium on a file of this machine; gives what it prints.
fn chromium(file: &Path, arguments: &[&str]) -> String {
    const PATIENCE: Duration = Duration::from_secs(120);
    let profile = tempfile::tempdir().expect("a folder");
    let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
    let mut command = Command::new("chromium");
    command.args(flags.split(' ')).arg(format!("--user-data-dir={}", profile.path().display())).args(arguments).arg(format!("file://{}", file.display()));
    let output = profile.path().join("stdout");
    let out = std::fs::File::create(&output).expect("a file");
    let mut child = command.stdout(out).stderr(Stdio::null()).spawn().expect("the program chromium: `.ci/install` installs it");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("a process") {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().expect("a process");
                panic!("chromium took more than {PATIENCE:?} for {}", file.display());
            }
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    assert!(status.success(), "{status}");
    std::fs::read_to_string(output).expect("text")
}

/// The value of an attribute of the root element.
fn attribute<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let root = &page[page.find("<html")?..];
    let root = &root[..root.find('>')?];
    let (_, rest) = root.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// How many actions a schedule has.
fn actions(spec: &str) -> usize {
    let order = shardwright(&["simulate", "--schedule", spec, "--costs", COSTS, "--format", "csv"]).unwrap_or_else(|why| panic!("{why}"));
    order.split([',', '\n']).filter(|cell| !cell.is_empty()).count()
}

#[test]
fn the_page_draws_every_box_of_both_schedules() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("timeline.html");
    let [first, second] = SCHEDULES;
    shardwright(&["simulate", "--schedule", first, "--against", second, "--costs", COSTS, "--html", text(&page)]).unwrap_or_else(|why| panic!("{why}"));
    let drawn = chromium(&page, &["--window-size=1200,800", "--dump-dom"]);
    assert_eq!(attribute(&drawn, "data-error"), None);
    assert_eq!(attribute(&drawn, "data-drawn"), Some((actions(first) + actions(second)).to_string().as_str()));
    assert_eq!(attribute(&drawn, "data-merged"), Some("0"));
    // The makespans are those that the orders of torch and of the zero-bubble paper's authors take on these costs.
    for words in
        ["<h2>1f1b:p=4,m=8</h2>", "<h2>zb-h1:p=4,m=8</h2>", "makespan 346", "makespan 294", "15.0 % less time than 1f1b:p=4,m=8", "gradients of weights"]
    {
        assert!(drawn.contains(words), "the page does not say `{words}`");
    }
    // 64 forward passes of 10 on an axis of 346, which is as wide as the window without margins (20 each), names (62) and figures (104), 24 points high.
    let shot = folder.path().join("timeline.png");
    chromium(&page, &["--window-size=1200,800", "--hide-scrollbars", &format!("--screenshot={}", text(&shot))]);
    let blue = pixels(&shot).into_iter().filter(|pixel| *pixel == [0x2f, 0x6c, 0xbf]).count() as f64;
    let area = 64.0 * 10.0 / 346.0 * (1200.0 - 40.0 - 62.0 - 104.0) * 24.0;
    // Numbers in the boxes and seams between them take some.
    assert!(blue > 0.75 * area && blue < area, "{blue} of {area} points are in the colour of forward passes");
}

#[test]
fn thousands_of_boxes_share_points_and_none_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let [page, picture] = ["timeline.html", "timeline.svg"].map(|name| folder.path().join(name));
    let spec = "1f1b:p=16,m=1000";
    shardwright(&["simulate", "--schedule", spec, "--costs", COSTS, "--html", text(&page), "--svg", text(&picture)]).unwrap_or_else(|why| panic!("{why}"));
    let drawn = chromium(&page, &["--window-size=1200,800", "--dump-dom"]);
    assert_eq!(attribute(&drawn, "data-error"), None);
    assert_eq!(attribute(&drawn, "data-merged"), Some("32000"));
    assert!(drawn.contains("32,000 boxes are narrower than a point here"));
    // Where one looks closer, each is there: of 320 units (a hundredth of the makespan, 32352) of 16 ranks, a microbatch of 31 units has two boxes.
    let closer = std::fs::read_to_string(&page).expect("a page").replace("</body>", "<script>zoom(0.01, 16000); draw();</script></body>");
    std::fs::write(&page, closer).expect("written");
    let drawn = chromium(&page, &["--window-size=1200,800", "--dump-dom"]);
    assert_eq!((attribute(&drawn, "data-error"), attribute(&drawn, "data-merged")), (None, Some("0")));
    let single: usize = attribute(&drawn, "data-drawn").and_then(|count| count.parse().ok()).expect("a number");
    assert!((16 * 19..=16 * 24).contains(&single), "{single} boxes");
    let picture = std::fs::read_to_string(picture).expect("a picture");
    assert!(picture.contains(">32000 boxes, too many for one each: "), "the picture does not say that boxes share points");
    assert!(picture.len() < 4_000_000, "{} bytes", picture.len());
}

#[test]
fn the_picture_has_a_box_with_its_times_for_every_action() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("timeline.svg");
    let [first, second] = SCHEDULES;
    shardwright(&["simulate", "--schedule", first, "--against", second, "--costs", COSTS, "--unit", "ms", "--svg", text(&picture)])
        .unwrap_or_else(|why| panic!("{why}"));
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    let boxes: Vec<&str> =
        drawn.split("<title>").filter(|box_| [": forward, ", ": backward, ", ": gradients of "].iter().any(|words| box_.contains(words))).collect();
    assert_eq!(boxes.len(), actions(first) + actions(second));
    // The last rank's first forward pass: after three of 10 and three messages of 1.
    assert!(drawn.contains("<title>3F0: forward, 33 to 43 ms</title>"));
    let page = chromium(&picture, &["--dump-dom"]);
    assert!(page.contains("<svg") && !page.contains("parsererror"), "{}", &page[..page.len().min(1000)]);
}

/// What Chakra's traces say takes as long as the schedule that they were written from, and looks the same but for memory.
#[test]
fn traces_written_and_read_back_take_the_same_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let traces = folder.path().join("traces");
    let json = |arguments: &[&str]| -> serde_json::Value {
        let text = shardwright(arguments).unwrap_or_else(|why| panic!("{why}"));
        serde_json::from_str(&text).expect("JSON")
    };
    let costs = "F=10,B=12,W=8,c=0.3,wire=0.1,G=20,S=1.5,barrier=1";
    let wrote = json(&["simulate", "--schedule", "chimera:p=4,m=8", "--costs", costs, "--chakra", text(&traces), "--format", "json"]);
    let read = json(&["simulate", "--from-chakra", text(&traces), "--format", "json"]);
    for figure in ["schedule", "ranks", "makespan", "ideal", "bubble_rate", "busy", "ends"] {
        assert_eq!(read[figure], wrote[figure], "{figure}");
    }
    let why = shardwright(&["simulate", "--from-chakra", text(&traces), "--format", "csv"]).expect_err("traces have no order");
    assert!(why.contains("--format csv: traces have no order of a schedule"), "{why}");
}

/// Of a single rank, times are sums of jittered ones: with 10% on each of 64 passes, evenly spread, runs are normal around the sum. The standard
/// deviation of one is 20% of it over the square root of 12; half of 400 runs lie within the mean, and 95% below 1.645 deviations above it.
#[test]
fn runs_with_jitter_spread_as_sums_of_random_times_do() {
    let text = shardwright(&["simulate", "--schedule", "1f1b:p=1,m=64", "--costs", "F=1000,B=0,W=0,jitter=10", "--runs", "400", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&text.unwrap_or_else(|why| panic!("{why}"))).expect("JSON");
    let figure = |name: &str| object["makespans"][name].as_f64().expect("a number");
    let (sum, deviation) = (64_000.0, 200.0 / 12f64.sqrt() * 8.0);
    assert!((figure("mean") - sum).abs() < 3.0 * deviation / 20.0, "{object}");
    assert!((figure("median") - sum).abs() < 4.0 * deviation / 20.0, "{object}");
    assert!((figure("p95") - sum - 1.645 * deviation).abs() < 0.35 * deviation, "{object}");
    assert!(figure("least") < sum - 2.0 * deviation && figure("most") > sum + 2.0 * deviation && figure("most") < sum + 5.0 * deviation, "{object}");
    let why = shardwright(&["simulate", "--schedule", "1f1b:p=1,m=4", "--runs", "3"]).expect_err("nothing jitters");
    assert!(why.contains("--runs: without jitter all 3 runs take the same time"), "{why}");
}

/// The colours of a PNG's pixels, of 8 bits a part, without interlacing (PNG specification, third edition, 7 and 9).
fn pixels(path: &Path) -> Vec<[u8; 3]> {
    let bytes = std::fs::read(path).expect("a screenshot");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    let (width, depth, colour, interlaced) = (number(16), bytes[24], bytes[25], bytes[28]);
    let parts = match (depth, colour, interlaced) {
        (8, 2, 0) => 3,
        (8, 6, 0) => 4,
        other => panic!("a PNG of another kind: {other:?}"),
    };
    let mut packed = Vec::new();
    let mut at = 8;
    while at < bytes.len() {
        if &bytes[at + 4..at + 8] == b"IDAT" {
            packed.extend_from_slice(&bytes[at + 8..at + 8 + number(at)]);
        }
        at += 12 + number(at);
    }
    let mut rows = Vec::new();
    ZlibDecoder::new(packed.as_slice()).read_to_end(&mut rows).expect("zlib data");
    let mut above = vec![0; width * parts];
    let mut all = Vec::new();
    for row in rows.chunks(1 + width * parts) {
        let mut line = row[1..].to_vec();
        for index in 0..line.len() {
            let [left, corner] = [&line, &above].map(|row: &Vec<u8>| if index < parts { 0 } else { row[index - parts] });
            let up = above[index];
            let guess = match row[0] {
                0 => 0,
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                _ => nearest(left, up, corner),
            };
            line[index] = line[index].wrapping_add(guess);
        }
        all.extend(line.chunks(parts).map(|pixel| [pixel[0], pixel[1], pixel[2]]));
        above = line;
    }
    all
}

/// Paeth's guess: the one of three that is nearest to left + up - corner.
fn nearest(left: u8, up: u8, corner: u8) -> u8 {
    let guess = i16::from(left) + i16::from(up) - i16::from(corner);
    [left, up, corner].into_iter().min_by_key(|part| (i16::from(*part) - guess).abs()).unwrap_or(0)
}
