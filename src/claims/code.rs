//! Functions that keep their own text, so that what is shown is what is evaluated.

/// Defines functions, and beside each a module of its name with its text, `name::CODE`.
macro_rules! formula {
    ($($(#[$meta:meta])* $visible:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty { $($body:tt)* })+) => {$(
        $(#[$meta])*
        $visible fn $name($($argument: $type),*) -> $result { $($body)* }
        #[allow(dead_code, reason = "a formula may be part of another")]
        mod $name {
            pub(super) const CODE: &str = stringify!($($body)*);
        }
    )+};
}
pub(super) use formula;

/// The text of code without the blanks that compilers set in different ways.
pub(super) fn plain(code: &str) -> String {
    let word = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut text = String::with_capacity(code.len());
    let mut blank = false;
    for letter in code.chars() {
        if letter.is_whitespace() {
            blank = true;
            continue;
        }
        if blank && word(Some(letter)) && word(text.chars().last())
            || matches!(text.chars().last(), Some(',' | ';'))
        {
            text.push(' ');
        }
        blank = false;
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn code_is_shown_without_blanks_but_those_between_words() {
        assert_eq!(plain("let  x = ( n +1 ) * n ;\n x . pow(2 , 3)"), "let x=(n+1)*n; x.pow(2, 3)");
        formula! {
            fn square(n: u64) -> u64 { n * n }
        }
        assert_eq!((square(3), plain(square::CODE).as_str()), (9, "n*n"));
    }
}
