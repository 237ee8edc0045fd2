//! The packages and their tests.

/// A package, how it is compiled, and which packages' tests run.
pub struct Package {
    pub name: &'static str,
    /// The packages whose tests are compiled.
    pub packages: &'static [&'static str],
    pub features: &'static [&'static str],
    /// Those inside a library have its name.
    pub programs: &'static [&'static str],
}

pub const PACKAGES: [Package; 3] = [
    Package {
        name: "isotask-check",
        packages: &["isotask-check"],
        features: &[],
        programs: &["isotask_check", "checker", "program"],
    },
    Package {
        name: "isotask-wire",
        packages: &["isotask-wire", "isotask-check"],
        features: &[],
        programs: &["isotask_wire", "checker"],
    },
    Package {
        name: "isotask",
        packages: &["isotask"],
        features: &["--no-default-features", "--features=claims,ilp"],
        programs: &["isotask", "library", "corpus"],
    },
];
