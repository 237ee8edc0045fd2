//! Which tests are asked, in which order.

/// A package, how it is compiled for its tests, and its programs of tests, those first that notice much in a
/// short time.
pub struct Package {
    pub name: &'static str,
    pub features: &'static [&'static str],
    pub programs: &'static [Tests],
}

/// A program of tests, and parts of the names of those that come before the others of the program, and of
/// those that take long, which come after the others of all programs.
pub struct Tests {
    pub program: &'static str,
    pub first: &'static [&'static str],
    pub slow: &'static [&'static str],
}

pub const PACKAGES: [Package; 3] = [
    Package {
        name: "isotask-check",
        features: &[],
        programs: &[
            Tests { program: "isotask_check", first: &[], slow: &[] },
            Tests {
                program: "checker",
                first: &["refusals", "costs"],
                slow: &["coming::", "oracle", "a_million_rows", "tiny_documents"],
            },
            Tests { program: "program", first: &[], slow: &[] },
        ],
    },
    Package {
        name: "isotask-wire",
        features: &[],
        programs: &[Tests { program: "isotask_wire", first: &[], slow: &[] }],
    },
    Package {
        name: "isotask",
        features: &["--no-default-features", "--features=claims"],
        programs: &[
            Tests { program: "isotask", first: &[], slow: &[] },
            Tests { program: "library", first: &[], slow: &[] },
        ],
    },
];

/// The tests of a program that one call of it runs, as its arguments say.
pub struct Stage {
    pub program: &'static str,
    pub arguments: Vec<&'static str>,
}

impl Package {
    /// The stages that every change goes through until one notices it, and those for what is left.
    pub fn stages(&self) -> [Vec<Stage>; 2] {
        let mut quick = Vec::new();
        let mut slow = Vec::new();
        for Tests { program, first, slow: long } in self.programs {
            let skip =
                |parts: &[&'static str]| parts.iter().flat_map(|part| ["--skip", part]).collect::<Vec<_>>();
            if !first.is_empty() {
                quick.push(Stage { program, arguments: [first, &skip(long)[..]].concat() });
            }
            quick.push(Stage { program, arguments: skip(&[*first, *long].concat()) });
            if !long.is_empty() {
                slow.push(Stage { program, arguments: long.to_vec() });
            }
        }
        [quick, slow]
    }
}
