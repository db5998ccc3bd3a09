//! Locations in text: `loc("name"("file.py":3:1))`, `loc(#loc1)`.
//!
//! Invariants: an alias is read once and shared after that; a location that would be written out as more
//! than [`MAX_NODES`] parts is an error, since aliases of aliases could grow without bound.

use super::reader::{Parsed, Reader, MAX_NESTING};
use super::token::Kind;
use crate::diag::Loc;
use crate::sym::Sym;

/// How many parts one location may have, aliases written out.
const MAX_NODES: u64 = 10_000;

impl Reader<'_> {
    /// A trailing `loc(…)`, or [`Loc::Unknown`] where there is none.
    pub fn optional_loc(&mut self) -> Parsed<Loc> {
        if self.at("loc") && self.text_of(self.peek_at(1)) == "(" {
            self.pos += 2;
            let loc = self.loc()?.0;
            self.expect(")")?;
            return Ok(loc);
        }
        Ok(Loc::Unknown)
    }

    /// What stands inside `loc(…)`, of how many parts it is, and how deep they nest.
    fn loc(&mut self) -> Parsed<(Loc, u64, usize)> {
        self.nested(Reader::any_loc)
    }

    fn any_loc(&mut self) -> Parsed<(Loc, u64, usize)> {
        let token = self.peek();
        let text = self.text_of(token);
        let (loc, nodes, depth) = match (token.kind, text) {
            (Kind::Hash, _) => {
                self.pos += 1;
                if let Some(known) = self.aliases.locs.get(text) {
                    return Ok(known.clone());
                }
                let loc = self.at_alias(text, token.span(), |reader| {
                    reader.expect("loc")?;
                    reader.expect("(")?;
                    let loc = reader.loc()?;
                    reader.expect(")")?;
                    Ok(loc)
                })?;
                self.aliases.locs.insert(text, loc.clone());
                loc
            }
            (Kind::Word, "unknown") => {
                self.pos += 1;
                (Loc::Unknown, 1, 1)
            }
            (Kind::Word, "callsite") => {
                self.pos += 1;
                self.expect("(")?;
                let (callee, left, left_depth) = self.loc()?;
                self.expect("at")?;
                let (caller, right, right_depth) = self.loc()?;
                self.expect(")")?;
                (Loc::CallSite(std::sync::Arc::new((callee, caller))), 1 + left + right, 1 + left_depth.max(right_depth))
            }
            (Kind::Word, "fused") => {
                self.pos += 1;
                if self.at("<") {
                    self.pos = self.peek().mate as usize + 1;
                }
                self.expect("[")?;
                let parts = self.list("]", Reader::loc)?;
                let nodes = parts.iter().map(|(_, nodes, _)| nodes).sum::<u64>();
                let depth = parts.iter().map(|(.., depth)| *depth).max().unwrap_or(0);
                (Loc::Fused(parts.into_iter().map(|(loc, ..)| loc).collect()), 1 + nodes, 1 + depth)
            }
            (Kind::Str, _) => {
                let name = self.string()?;
                if self.eat(":") {
                    let line = self.line_number()?;
                    self.expect(":")?;
                    let column = self.line_number()?;
                    if self.eat("to") {
                        // The end of a range: we keep its start.
                        if !self.at(":") {
                            self.line_number()?;
                        }
                        self.expect(":")?;
                        self.line_number()?;
                    }
                    (Loc::File { file: Sym::new(&name), line, column }, 1, 1)
                } else if self.eat("(") {
                    let (child, nodes, depth) = self.loc()?;
                    self.expect(")")?;
                    (Loc::Name(Sym::new(&name), Some(std::sync::Arc::new(child))), 1 + nodes, 1 + depth)
                } else {
                    (Loc::Name(Sym::new(&name), None), 1, 1)
                }
            }
            _ => return Err(self.unexpected("a location")),
        };
        if nodes > MAX_NODES {
            return Err(self.error_at(token.span(), format!("location has {nodes} parts, at most {MAX_NODES} are supported")));
        }
        if depth > MAX_NESTING {
            return Err(self.error_at(token.span(), format!("location nests {depth} deep, at most {MAX_NESTING} is supported")));
        }
        Ok((loc, nodes, depth))
    }

    fn line_number(&mut self) -> Parsed<u32> {
        let span = self.peek().span();
        let value = self.int()?;
        u32::try_from(value).map_err(|_| self.error_at(span, format!("{value} is not a line or column number")))
    }
}
