//! All changes of a file in one text, of which a number chooses one when the program runs.
//!
//! The woven file is the file with insertions on the same lines; nothing is taken away. `a < b` becomes `(if
//! chosen(7) { a <= b } else { a < b })`. What stands between `chosen(7)` and the comment `/*7*/` is of the
//! change alone, which tells whom an error of the compiler is about.

use crate::changes::{Change, Genre};
use proc_macro2::TokenStream;
use std::collections::HashMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The beginning of the text of a change, up to its number.
const CALL: &str = "::isotask_wire::chosen(";

/// The file with these changes, by their numbers. Without some: those of constants and of conditions with
/// `let`, and whatever else has no place in the file.
pub fn weave(source: &str, changes: &[(usize, &Change)]) -> syn::Result<String> {
    let mut places: HashMap<(Genre, usize), Vec<(usize, &Change)>> = HashMap::new();
    for &(number, change) in changes {
        places.entry((change.genre, change.range(source).start)).or_default().push((number, change));
    }
    let file = syn::parse_file(source)?;
    let mut loom = Loom { source, places, insertions: Vec::new() };
    loom.visit_file(&file);
    Ok(loom.text())
}

/// Returns the number of the change whose text holds this byte of a woven file.
pub fn whose(woven: &str, at: usize) -> Option<usize> {
    let begin = woven[..woven.floor_char_boundary(at + CALL.len())].rfind(CALL)? + CALL.len();
    let number = woven[begin..].split(')').next()?;
    let end = begin + woven[begin..].find(&format!("/*{number}*/"))?;
    if at < end { number.parse().ok() } else { None }
}

/// Where a text is inserted; at one place what ends comes before what begins, and what is inside is inside.
struct Insertion {
    at: usize,
    begins: bool,
    order: isize,
    text: String,
}

struct Loom<'a> {
    source: &'a str,
    places: HashMap<(Genre, usize), Vec<(usize, &'a Change)>>,
    insertions: Vec<Insertion>,
}

impl<'a> Loom<'a> {
    fn text(mut self) -> String {
        self.insertions.sort_by_key(|insertion| (insertion.at, insertion.begins, insertion.order));
        let mut text = String::new();
        let mut at = 0;
        for insertion in &self.insertions {
            text += &self.source[at..insertion.at];
            text += &insertion.text;
            at = insertion.at;
        }
        text + &self.source[at..]
    }

    /// Inserts a text before and one after a range, around what is inserted later.
    fn wrap(&mut self, range: &Range<usize>, before: String, after: &str) {
        let order = self.insertions.len().cast_signed();
        self.insertions.push(Insertion { at: range.start, begins: true, order, text: before });
        self.insertions.push(Insertion {
            at: range.end,
            begins: false,
            order: -order,
            text: after.to_owned(),
        });
    }

    fn insert(&mut self, at: usize, text: String) {
        let order = self.insertions.len().cast_signed();
        self.insertions.push(Insertion { at, begins: true, order, text });
    }

    fn take(&mut self, genre: Genre, start: usize) -> Vec<(usize, &'a Change)> {
        self.places.remove(&(genre, start)).unwrap_or_default()
    }

    /// The tokens of a range on one line, without comments.
    fn plain(&self, range: Range<usize>) -> String {
        let tokens: Result<TokenStream, _> = self.source[range].parse();
        tokens.expect("a part of what has been parsed").to_string()
    }

    /// The expression as it is, or another text if a change is chosen.
    fn alternatives(&mut self, range: &Range<usize>, texts: impl IntoIterator<Item = (usize, String)>) {
        let mut before = "(".to_owned();
        for (number, text) in texts {
            before += &format!("if {CALL}{number}) {{ {text} }}/*{number}*/ else ");
        }
        self.wrap(range, before + "{ ", " })");
    }
}

impl<'a> Visit<'a> for Loom<'a> {
    fn visit_block(&mut self, block: &'a syn::Block) {
        if let Some(first) = block.stmts.first() {
            let mut text = String::new();
            for (number, change) in self.take(Genre::FnValue, range(first).start) {
                text += &format!(" if {CALL}{number}) {{ return {}; }}/*{number}*/", change.replacement);
            }
            self.insert(block.brace_token.span.open().byte_range().end, text);
        }
        visit::visit_block(self, block);
    }

    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        let changes = self.take(Genre::BinaryOperator, range(&binary.op).start);
        if !changes.is_empty() && !holds_let(&binary.left) && !holds_let(&binary.right) {
            let [left, right] = [&binary.left, &binary.right].map(|side| self.plain(range(side)));
            let text = |(number, change): (usize, &Change)| {
                (number, format!("{left} {} {right}", change.replacement))
            };
            self.alternatives(&range(binary), changes.into_iter().map(text));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'a syn::ExprUnary) {
        let changes = self.take(Genre::UnaryOperator, range(&unary.op).start);
        if !changes.is_empty() {
            let inner = self.plain(range(&unary.expr));
            self.alternatives(&range(unary), changes.into_iter().map(|(number, _)| (number, inner.clone())));
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        let left_out = self.take(Genre::MatchArm, range(arm).start);
        let mut always = String::new();
        let mut never: String =
            left_out.iter().map(|(number, _)| format!("!{CALL}{number})/*{number}*/ && ")).collect();
        if let syn::Pat::Guard(guarded) = &arm.pat
            && !holds_let(&guarded.guard)
        {
            let guard = range(&guarded.guard);
            for (number, change) in self.take(Genre::MatchArmGuard, guard.start) {
                match change.replacement.as_str() {
                    "true" => always += &format!("{CALL}{number})/*{number}*/ || "),
                    _ => never += &format!("!{CALL}{number})/*{number}*/ && "),
                }
            }
            if !always.is_empty() || !never.is_empty() {
                self.wrap(&guard, format!("{always}({never}("), "))");
            }
        } else if !never.is_empty() {
            self.insert(range(&arm.pat).end, format!(" if {never}true"));
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, value: &'a syn::ExprStruct) {
        let base = value.rest.as_ref().map(|rest| self.plain(range(rest)));
        for field in &value.fields {
            let changes = self.take(Genre::StructField, range(field).start);
            if let (Some(base), syn::Member::Named(name), false) = (&base, &field.member, changes.is_empty())
            {
                if field.colon_token.is_none() {
                    self.insert(range(field).start, format!("{name}: "));
                }
                let text = |(number, _)| (number, format!("({base}).{name}"));
                self.alternatives(&range(&field.expr), changes.into_iter().map(text));
            }
        }
        visit::visit_expr_struct(self, value);
    }
}

fn range(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

/// Whether `let` stands among the conditions, which no parentheses may hold.
fn holds_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => holds_let(&binary.left) || holds_let(&binary.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::weave;
    use crate::changes::{Change, Function, Genre, Place, Span};

    fn change(genre: Genre, line: usize, columns: [usize; 2], replacement: &str) -> Change {
        let [start, end] = columns.map(|column| Place { line, column });
        let function = None::<Function>;
        let span = Span { start, end };
        Change {
            file: String::new(),
            name: String::new(),
            genre,
            replacement: replacement.into(),
            span,
            function,
        }
    }

    #[test]
    fn nested_changes_become_alternatives_side_by_side() {
        let source = "fn f(a: u8, b: u8) -> bool {\n    !(a + b < 3)\n}\n";
        let changes = [
            change(Genre::FnValue, 2, [5, 17], "true"),
            change(Genre::UnaryOperator, 2, [5, 6], ""),
            change(Genre::BinaryOperator, 2, [13, 14], ">"),
            change(Genre::BinaryOperator, 2, [9, 10], "-"),
        ];
        let numbered: Vec<(usize, &Change)> =
            changes.iter().enumerate().map(|(at, one)| (at + 1, one)).collect();
        let woven = weave(source, &numbered).expect("a file").replace("::isotask_wire::", "");
        assert_eq!(
            woven,
            "fn f(a: u8, b: u8) -> bool { if chosen(1) { return true; }/*1*/\n    \
             (if chosen(2) { (a + b < 3) }/*2*/ else { !((if chosen(3) { a + b > 3 }/*3*/ else { \
             (if chosen(4) { a - b }/*4*/ else { a + b }) < 3 })) })\n}\n"
        );
    }
}
