//! Formulas of papers, as text that is printed and computed alike.
//!
//! Invariant: names are those of the caller's list and nothing else; whatever is not a formula is an error, so that a test that evaluates every
//! formula proves that all can be read.

/// The value of a formula: decimals, names, `+ - * / %`, brackets, `min(a, b)`, `max(a, b)`, `ceil(a)`, `floor(a)`.
pub fn value(text: &str, names: &[(&str, f64)]) -> Result<f64, String> {
    let mut reader = Reader { text, rest: text, names, depth: 0 };
    let value = reader.sum()?;
    reader.end()?;
    Ok(value)
}

/// Whether a condition holds: comparisons with `=`, `>=`, `<=`, `<`, `>` joined by `and`; an empty one does.
pub fn holds(text: &str, names: &[(&str, f64)]) -> Result<bool, String> {
    for part in text.split(" and ").map(str::trim).filter(|part| !part.is_empty()) {
        let signs = [">=", "<=", "=", "<", ">"];
        let sign = signs.into_iter().find(|sign| part.contains(sign)).ok_or_else(|| format!("`{part}` compares nothing"))?;
        let (left, right) = part.split_once(sign).unwrap_or((part, ""));
        let difference = value(left, names)? - value(right, names)?;
        let near = difference.abs() < 1e-9;
        let fits = match sign {
            ">=" => near || difference > 0.0,
            "<=" => near || difference < 0.0,
            "=" => near,
            "<" => !near && difference < 0.0,
            _ => !near && difference > 0.0,
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deepest brackets.
const DEEPEST: usize = 32;

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    names: &'a [(&'a str, f64)],
    depth: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self) -> Result<T, String> {
        Err(format!("`{}` is no formula from `{}` on", self.text, self.rest))
    }
    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }
    fn end(&self) -> Result<(), String> {
        if self.rest.trim().is_empty() { Ok(()) } else { self.wrong() }
    }
    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }
    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.atom()?;
        loop {
            if self.take('*') {
                value *= self.atom()?;
            } else if self.take('/') {
                value /= self.atom()?;
            } else if self.take('%') {
                value %= self.atom()?;
            } else {
                return Ok(value);
            }
        }
    }
    fn atom(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong();
        }
        let value = self.inner()?;
        self.depth -= 1;
        Ok(value)
    }
    fn inner(&mut self) -> Result<f64, String> {
        if self.take('(') {
            let value = self.sum()?;
            return if self.take(')') { Ok(value) } else { self.wrong() };
        }
        if self.take('-') {
            return Ok(-self.atom()?);
        }
        let rest = self.rest;
        let end = rest.find(|character: char| !character.is_ascii_alphanumeric() && character != '.').unwrap_or(rest.len());
        let word = &rest[..end];
        if let Ok(number) = word.parse::<f64>() {
            self.rest = &rest[end..];
            return Ok(number);
        }
        if let Some((_, value)) = self.names.iter().find(|(name, _)| *name == word) {
            self.rest = &rest[end..];
            return Ok(*value);
        }
        if !["min", "max", "ceil", "floor"].contains(&word) {
            return self.wrong();
        }
        self.rest = &rest[end..];
        if !self.take('(') {
            return self.wrong();
        }
        let first = self.sum()?;
        let value = match word {
            "ceil" => first.ceil(),
            "floor" => first.floor(),
            _ if !self.take(',') => return self.wrong(),
            "min" => first.min(self.sum()?),
            _ => first.max(self.sum()?),
        };
        if self.take(')') { Ok(value) } else { self.wrong() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_computed_as_they_are_written() {
        let names = [("p", 4.0), ("F", 1.5), ("c", 0.0)];
        assert_eq!(value("(p-1)*(F + 2*c) / 2 - -1", &names), Ok(3.25));
        assert_eq!(value("ceil((p+1)/2) + min(p, 3) + max(1, 2) + floor(F) + 7 % 4", &names), Ok(3.0 + 3.0 + 2.0 + 1.0 + 3.0));
        assert_eq!(holds("p >= 4 and F < 2 and c = 0", &names), Ok(true));
        assert_eq!(holds("p > 4", &names), Ok(false));
        assert_eq!(holds("", &names), Ok(true));
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        for text in ["", "p +", "q", "(p", "min(p)", "p p", &"(".repeat(100)] {
            assert!(value(text, &[("p", 1.0)]).is_err(), "{text}");
        }
        assert!(holds("p", &[("p", 1.0)]).is_err());
    }
}
