//! Just enough JSON, so that the example needs no crates.

use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// As it is written: nothing here calculates.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

const DEEPEST: usize = 200;

/// None when the text is anything but one JSON value.
pub fn parse(text: &str) -> Option<Json> {
    let mut reader = Reader { rest: text };
    let value = reader.value(0)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        self.space();
        match self.rest.chars().next()? {
            'n' => self.eat("null").map(|_| Json::Null),
            't' => self.eat("true").map(|_| Json::Bool(true)),
            'f' => self.eat("false").map(|_| Json::Bool(false)),
            '"' => self.text().map(Json::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            _ => self.number(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.eat("[")?;
        let mut items = Vec::new();
        self.space();
        if self.eat("]").is_some() {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.eat("]").is_some() {
                return Some(Json::List(items));
            }
            self.eat(",")?;
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.eat("{")?;
        let mut entries = BTreeMap::new();
        self.space();
        if self.eat("}").is_some() {
            return Some(Json::Object(entries));
        }
        loop {
            self.space();
            let key = self.text()?;
            self.space();
            self.eat(":")?;
            entries.insert(key, self.value(depth + 1)?);
            self.space();
            if self.eat("}").is_some() {
                return Some(Json::Object(entries));
            }
            self.eat(",")?;
        }
    }

    fn number(&mut self) -> Option<Json> {
        let end = self.rest.find(|c: char| !"+-.eE0123456789".contains(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let digits = word.strip_prefix('-').unwrap_or(word);
        let leading_zero = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
        let bare_point = digits.ends_with('.') || digits.contains(".e") || digits.contains(".E");
        if !digits.starts_with(|c: char| c.is_ascii_digit()) || leading_zero || bare_point {
            return None;
        }
        word.parse::<f64>().ok()?;
        self.rest = rest;
        Some(Json::Number(word.to_string()))
    }

    fn text(&mut self) -> Option<String> {
        self.eat("\"")?;
        let mut out = String::new();
        loop {
            let c = self.rest.chars().next()?;
            self.rest = &self.rest[c.len_utf8()..];
            match c {
                '"' => return Some(out),
                '\\' => out.push(self.escape()?),
                c if (c as u32) < 0x20 => return None,
                c => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(),
            _ => return None,
        })
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xD800..0xDC00).contains(&first) {
            return Some(char::from_u32(first).unwrap_or('\u{FFFD}'));
        }
        if self.eat("\\u").is_none() {
            return Some('\u{FFFD}');
        }
        let second = self.hex()?.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + second)
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.rest.get(..4).filter(|four| four.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        self.rest = &self.rest[4..];
        Some(code)
    }
}

pub fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            c if (c as u32) < 0x20 => format!("\\u{:04x}", c as u32),
            c => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}
