//! A certificate as an entry of a list of references.

/// The certificate that is cited.
#[derive(Debug, Clone, Copy)]
pub struct Citation<'a> {
    /// The task and network in words, which may hold a user's text.
    pub title: &'a str,
    /// The proved claims, a sentence for each, without a full stop.
    pub proved: &'a [String],
    /// The version of Isotask whose checker accepted it.
    pub version: &'a str,
    /// The year of that version.
    pub year: &'a str,
    /// The SHA-256 of the document, in hexadecimal.
    pub sha256: &'a str,
}

/// Writes an entry for BibTeX, biber and their kin; the key is the beginning of the digest.
///
/// # Complexity
/// O(letters).
#[must_use]
pub fn bibtex(citation: &Citation<'_>) -> String {
    let Citation { title, proved, version, year, sha256 } = citation;
    let proved: Vec<String> = proved.iter().map(|claim| escaped(claim)).collect();
    let key = sha256.get(..12).unwrap_or(sha256);
    format!(
        "@misc{{isotask:{key},
  author       = {{{{The Isotask developers}}}},
  title        = {{{{{}}}}},
  howpublished = {{Certificate, accepted by the checker of Isotask {version}}},
  version      = {{{version}}},
  year         = {{{year}}},
  note         = {{{}. SHA-256 {sha256}}},
}}
",
        escaped(title),
        proved.join("; ")
    )
}

/// Escapes text of a user so that TeX prints it as it is. Braces become words, because BibTeX counts them
/// even behind a backslash.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '×' => out.push_str("$\\times$"),
            '"' => out.push_str("''"),
            '%' | '$' | '#' | '&' | '_' => out.extend(['\\', letter]),
            _ if letter.is_control() => out.push(' '),
            _ => out.push(letter),
        }
    }
    out
}
