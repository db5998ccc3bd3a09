//! Diagnostics as text for people and as JSON for machines. The only place that does either.
//!
//! Invariants: rendering never fails, whatever the spans; lines count from 1, columns from 1 in characters; of a
//! source only the lines about the labels are looked at, so that a large file costs nothing.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use shardwright_ir::diag::{Label, Severity};
use shardwright_ir::{Diagnostic, Diagnostics};
use std::ops::Range;

/// A text that spans point into.
#[derive(Clone, Debug, Default)]
pub struct SourceText {
    /// Its name for people: a path.
    pub name: String,
    /// The text.
    pub text: String,
}

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// For a pipe or a file.
    #[default]
    Plain,
    /// With the colours of a terminal.
    Colour,
    /// One JSON object a line.
    Json,
}

/// All findings, one after another, each ended by a newline.
pub fn render_all(diagnostics: &Diagnostics, source: Option<&SourceText>, style: Style) -> String {
    let mut text = String::new();
    for diagnostic in &diagnostics.0 {
        text.push_str(&render(diagnostic, source, style));
        text.push('\n');
    }
    text
}

/// One finding, without a newline at the end.
pub fn render(diagnostic: &Diagnostic, source: Option<&SourceText>, style: Style) -> String {
    if style == Style::Json {
        return to_json(diagnostic, source).to_string();
    }
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name("remark"),
    };
    let message = match &diagnostic.place {
        Some(place) => format!("{} ({place})", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut group = Group::with_title(level.primary_title(message));
    if let Some(source) = source.filter(|_| !diagnostic.labels.is_empty()) {
        group = group.element(snippet(&diagnostic.labels, source));
    }
    group = group.elements(diagnostic.notes.iter().map(|note| Level::NOTE.message(note)));
    group = group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(help)));
    let renderer = if style == Style::Colour { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

/// One finding as JSON: `severity`, `message`, and where there are any `file`, `place`, `labels` (`start` and `end`
/// in bytes, `line`, `column`, `message`), `notes`, `help`.
pub fn to_json(diagnostic: &Diagnostic, source: Option<&SourceText>) -> Value {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
    };
    let mut object = json!({ "severity": severity, "message": diagnostic.message });
    let labels = diagnostic.labels.iter().map(|label| {
        let mut entry = json!({ "start": label.span.start, "end": label.span.end });
        if let Some(source) = source {
            let (line, column) = position(&source.text, label.span.start as usize);
            entry["line"] = json!(line);
            entry["column"] = json!(column);
        }
        if !label.message.is_empty() {
            entry["message"] = json!(label.message);
        }
        entry
    });
    let labels: Vec<Value> = labels.collect();
    if !labels.is_empty() {
        if let Some(source) = source {
            object["file"] = json!(source.name);
        }
        object["labels"] = Value::Array(labels);
    }
    if let Some(place) = &diagnostic.place {
        object["place"] = json!(place);
    }
    if !diagnostic.notes.is_empty() {
        object["notes"] = json!(diagnostic.notes);
    }
    if let Some(help) = &diagnostic.help {
        object["help"] = json!(help);
    }
    object
}

/// Line and column, both from 1, of a byte of the text.
pub fn position(text: &str, byte: usize) -> (usize, usize) {
    let byte = floor_boundary(text, byte);
    let line_start = text[..byte].rfind('\n').map_or(0, |newline| newline + 1);
    (text[..byte].matches('\n').count() + 1, text[line_start..byte].chars().count() + 1)
}

/// The lines that the labels touch, with one line of context on either side.
fn snippet<'a>(labels: &'a [Label], source: &'a SourceText) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = source.text.as_str();
    let spans: Vec<Range<usize>> = labels.iter().map(|label| clamp(text, label)).collect();
    let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
    let last = spans.iter().map(|span| span.end).max().unwrap_or(0);
    let line_start = |byte: usize| text[..byte].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = |byte: usize| text[byte..].find('\n').map_or(text.len(), |newline| byte + newline);
    let start = line_start(line_start(first).saturating_sub(1));
    let end = line_end((line_end(last) + 1).min(text.len()));
    let mut snippet = Snippet::source(&text[start..end]).path(source.name.as_str()).line_start(position(text, start).0);
    for (index, (label, span)) in labels.iter().zip(spans).enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(span.start - start..span.end - start);
        snippet = snippet.annotation(if label.message.is_empty() { annotation } else { annotation.label(label.message.as_str()) });
    }
    snippet
}

/// The label's span within the text, on character boundaries, on one line.
fn clamp(text: &str, label: &Label) -> Range<usize> {
    let start = floor_boundary(text, label.span.start as usize);
    let end = floor_boundary(text, (label.span.end as usize).max(start));
    let line = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    start..end.min(line).max(start)
}

fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::Span;

    fn source() -> SourceText {
        SourceText { name: "f.mlir".into(), text: "one\ntwo thrée four\nfive".into() }
    }

    #[test]
    fn the_source_line_is_shown_with_its_number_and_the_place_marked() {
        let diagnostic = Diagnostic::error("no such thing").label(Span::new(8, 14), "this one").help("name another");
        let text = render(&diagnostic, Some(&source()), Style::Plain);
        assert!(text.starts_with("error: no such thing\n --> f.mlir:2:5\n"), "{text}");
        assert!(text.contains("2 | two thrée four\n"), "{text}");
        assert!(text.contains("^^^^^ this one"), "{text}");
        assert!(text.contains("help: name another"), "{text}");
    }

    #[test]
    fn spans_outside_the_text_or_inside_a_character_are_shown_nearby() {
        for span in [Span::new(11, 12), Span::new(500, 600), Span::new(20, 3), Span::new(0, 500)] {
            let diagnostic = Diagnostic::error("fault").at(span);
            assert!(render(&diagnostic, Some(&source()), Style::Plain).starts_with("error: fault"));
            to_json(&diagnostic, Some(&source()));
        }
    }

    #[test]
    fn json_has_line_and_column_of_each_label() {
        let diagnostic = Diagnostic::warning("odd").label(Span::new(14, 18), "here").note("a fact");
        let json = to_json(&diagnostic, Some(&source()));
        // "two thrée four": é takes two bytes, so byte 14 (10 in the line) is the tenth character.
        assert_eq!(
            json.to_string(),
            r#"{"severity":"warning","message":"odd","file":"f.mlir","labels":[{"start":14,"end":18,"line":2,"column":10,"message":"here"}],"notes":["a fact"]}"#
        );
    }
}
