//! Reads from the sources which files distinguish kinds of tasks: by patterns and comparisons that name a
//! variant.
//!
//! Code that asks a problem, a network or a schedule for a property need not distinguish kinds; a new kind
//! then answers in one place.

use super::{house, sources};
use crate::imports::House;
use std::collections::BTreeSet;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Item, Pat};

/// The kinds, each with the module that defines it.
const KINDS: [(&str, &str); 6] = [
    ("Task", "isotask_wire::task"),
    ("Traffic", "isotask::model::task::problem"),
    ("View", "isotask::model::task::problem"),
    ("Collective", "isotask::model::task::collective"),
    ("Packets", "isotask::model::task::packets"),
    ("Network", "isotask_wire::task::network"),
];

/// Folders that know all kinds: the documents, the checker, and the model that answers for them.
const ROOMS: [&str; 3] = ["src/wire/", "src/check/", "src/model/"];

/// The dispatcher, and formats of others, which have a word of their own for every kind.
const PLACES: [(&str, &str); 4] = [
    ("src/solve/traffic/mod.rs", "View"),
    ("src/export/coq/mod.rs", "Task"),
    ("src/export/msccl/mod.rs", "Task"),
    ("src/export/mpi/source.rs", "Task"),
];

/// Collects the variants that a file names: `Kind::Variant`, by the file's name for the kind.
#[derive(Default)]
struct Told {
    paths: BTreeSet<String>,
}

impl Told {
    fn add(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let [before @ .., variant] = names.as_slice()
            && !before.is_empty()
            && variant.starts_with(char::is_uppercase)
        {
            self.paths.insert(before.join("::"));
        }
    }

    fn add_side(&mut self, side: &Expr) {
        match side {
            Expr::Path(side) => self.add(&side.path),
            Expr::Struct(side) => self.add(&side.path),
            Expr::Call(side) => self.add_side(&side.func),
            Expr::Reference(side) => self.add_side(&side.expr),
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Told {
    fn visit_item(&mut self, item: &'a Item) {
        let is_test = match item {
            Item::Mod(item) => item.ident == "tests",
            _ => false,
        };
        if !is_test {
            visit::visit_item(self, item);
        }
    }

    fn visit_pat(&mut self, pattern: &'a Pat) {
        match pattern {
            Pat::Path(pattern) => self.add(&pattern.path),
            Pat::Struct(pattern) => self.add(&pattern.path),
            Pat::TupleStruct(pattern) => self.add(&pattern.path),
            _ => {}
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_expr_binary(&mut self, expression: &'a syn::ExprBinary) {
        if let BinOp::Eq(_) | BinOp::Ne(_) = expression.op {
            self.add_side(&expression.left);
            self.add_side(&expression.right);
        }
        visit::visit_expr_binary(self, expression);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        if call.path.is_ident("matches") {
            // A value, a comma, and a pattern, perhaps with a condition.
            let pattern = |input: syn::parse::ParseStream<'_>| {
                input.parse::<Expr>()?;
                input.parse::<syn::Token![,]>()?;
                let pattern = Pat::parse_multi_with_leading_vert(input)?;
                if input.parse::<Option<syn::Token![if]>>()?.is_some() {
                    input.parse::<Expr>()?;
                }
                input.parse::<Option<syn::Token![,]>>()?;
                Ok(pattern)
            };
            let pattern = call.parse_body_with(pattern).expect("a value and a pattern");
            self.visit_pat(&pattern);
        }
    }
}

/// The kinds that a file tells apart.
fn told(house: &House, path: &str, source: &str) -> BTreeSet<&'static str> {
    let mut told = Told::default();
    told.visit_file(&syn::parse_file(source).expect("a Rust file"));
    let module = House::module(path);
    let defined = |path: &String| house.defines(&module, path);
    let names: BTreeSet<(String, String)> = told.paths.iter().filter_map(defined).collect();
    let is_named =
        |(kind, module): &&(&str, &str)| names.contains(&((*module).to_owned(), (*kind).to_owned()));
    KINDS.iter().filter(is_named).map(|(kind, _)| *kind).collect()
}

/// Returns which files outside of some folders distinguish which kinds.
fn told_outside(rooms: &[&str]) -> BTreeSet<(String, &'static str)> {
    let house = house();
    let sources = sources("src");
    let others = sources.iter().filter(|(path, _)| !rooms.iter().any(|room| path.starts_with(room)));
    let production = others.filter(|(path, _)| !path.ends_with("tests.rs") && !path.contains("/tests/"));
    production
        .flat_map(|(path, source)| {
            told(&house, path, source).into_iter().map(move |kind| (path.clone(), kind))
        })
        .collect()
}

#[test]
fn kinds_of_tasks_are_told_apart_in_the_model_alone() {
    let mut found = told_outside(&ROOMS);
    found.retain(|(_, kind)| *kind != "Network");
    let allowed: BTreeSet<_> = PLACES.into_iter().map(|(path, kind)| (path.to_owned(), kind)).collect();
    let more: Vec<_> = found.difference(&allowed).collect();
    assert!(more.is_empty(), "kinds are told apart in {more:?}: ask the problem instead");
    let fewer: Vec<_> = allowed.difference(&found).collect();
    assert!(fewer.is_empty(), "{fewer:?} no longer tell kinds apart");
}

/// Folders that know networks by their kinds: the documents, the checker, and the networks themselves.
const ROOMS_OF_NETWORKS: [&str; 4] = ["src/wire/", "src/check/", "src/model/network/", "src/model/cayley/"];

/// Other files that know networks by their kinds, and their reasons.
const NETWORKS: [(&str, &str); 16] = [
    ("src/claims/graph/tables.rs", "the network of a single node, which occurs in formulas and in no task"),
    ("src/cli/arguments/input.rs", "where the options on switches are put"),
    ("src/draw/layout.rs", "where its nodes stand, if not on a circle"),
    (
        "src/export/coq/network.rs",
        "its definition in words of `spec/Network.v`, and how its nodes are written there",
    ),
    ("src/export/mpi/translation.rs", "how a program finds a neighbour without tables"),
    ("src/grammar/nodes.rs", "how a node is written, if not by index or coordinates"),
    ("src/grammar/read.rs", "which of its nodes are switches"),
    ("src/model/faults.rs", "which entries of its lists are wrong, so that all are reported at once"),
    ("src/model/matrix/implied.rs", "whether a row is the mask of the bits of its index"),
    ("src/model/schedule/windows/leftover.rs", "its orbits under the rotation of links that fill no block"),
    ("src/model/schedule/windows/orbits.rs", "its orbits under the rotation of links"),
    ("src/model/symmetry/link_turn.rs", "whether a symmetry rotates its links"),
    ("src/model/symmetry/subgroup.rs", "how elements of its group are written"),
    ("src/model/task/isotropic.rs", "how many packets can be counted"),
    ("src/orbit/free_groups.rs", "groups that act freely, if not found by search"),
    ("src/solve/methods/demands/orbits_of_lists.rs", "whether schedules of classes are tried unasked"),
];

/// To add a network one edits these files and no others.
#[test]
fn the_guide_lists_the_files_that_know_networks_by_their_kinds() {
    let mut found = told_outside(&ROOMS_OF_NETWORKS);
    found.retain(|(_, kind)| *kind == "Network");
    let found: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(found, NETWORKS.map(|(path, _)| path), "ask the network instead");
    let guide = std::fs::read_to_string(super::root().join("src/guide/extending.md")).expect("a page");
    let rows = guide.split_once("| file | what it says of a network |").expect("the table").1;
    let rows: Vec<&str> = rows.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows, NETWORKS.map(|(path, what)| format!("| `{path}` | {what} |")));
}

#[test]
fn a_kind_that_is_told_apart_is_found_however_it_is_written() {
    let house = |source| {
        House::new([
            ("src/lib.rs", "pub mod model;\npub use isotask_wire as wire;"),
            ("src/wire/lib.rs", "mod task;\npub use task::Task;"),
            ("src/wire/task/mod.rs", "pub enum Task { One, Two { count: u64 } }"),
            ("src/model/mod.rs", "mod task;\npub use task::problem::View;"),
            ("src/model/task/mod.rs", "pub(super) mod problem;"),
            ("src/model/task/problem.rs", "pub enum View { Rows }"),
            ("src/solve.rs", source),
        ])
    };
    for source in [
        "use crate::wire::Task;\nfn f(task: Task) { match task { Task::One => (), _ => () } }",
        "use crate::wire;\nfn f(task: wire::Task) { if let wire::Task::Two { .. } = task {} }",
        "use crate::wire::Task as T;\nfn f(task: T) -> bool { matches!(task, T::One | T::Two { .. } if true) }",
        "fn f(task: crate::wire::Task) -> bool { task == crate::wire::Task::One }",
        "use crate::wire::Task;\nfn f(task: Task) { let Task::Two { count } = task else { return }; }",
    ] {
        assert_eq!(told(&house(source), "src/solve.rs", source), BTreeSet::from(["Task"]), "{source}");
    }
    let source = "use crate::model::View;\nfn f(view: View) -> bool { view != View::Rows }";
    assert_eq!(told(&house(source), "src/solve.rs", source), BTreeSet::from(["View"]));
    for source in [
        "use crate::wire::Task;\nfn f() -> Task { Task::Two { count: 1 } }",
        "enum Task { One }\nfn f(task: Task) { match task { Task::One => () } }",
        "use crate::model::View;\nfn f() -> View { View::Rows }",
    ] {
        assert_eq!(told(&house(source), "src/solve.rs", source), BTreeSet::new(), "{source}");
    }
}

/// The kinds of lower bounds, as the documents list them.
fn bounds() -> Vec<String> {
    let source =
        std::fs::read_to_string(super::root().join("src/wire/certificate/lower.rs")).expect("a file");
    let file = syn::parse_file(&source).expect("a Rust file");
    let kinds = |item: &Item| match item {
        Item::Enum(item) if item.ident == "Lower" => {
            Some(item.variants.iter().map(|variant| variant.ident.to_string()).collect())
        }
        _ => None,
    };
    file.items.iter().find_map(kinds).expect("the kinds of lower bounds")
}

/// `DirectionTree` as files are called: `direction_tree`.
fn file_name(kind: &str) -> String {
    let letter = |(at, letter): (usize, char)| {
        let between = (at > 0 && letter.is_uppercase()).then_some('_');
        between.into_iter().chain(letter.to_lowercase())
    };
    kind.chars().enumerate().flat_map(letter).collect()
}

/// Bounds that the library makes in one file with others.
const TOGETHER: [(&str, &str); 4] = [
    ("Distances", "transmissions"),
    ("Spanning", "transmissions"),
    ("Split", "directions"),
    ("DirectionTree", "directions"),
];

/// The file of the library that makes a bound.
fn maker(kind: &str) -> String {
    let shared = TOGETHER.iter().find(|(shared, _)| *shared == kind);
    shared.map_or_else(|| file_name(kind), |(_, file)| (*file).to_owned())
}

#[test]
fn a_bound_has_its_file_on_either_side() {
    let kinds = bounds();
    assert!(kinds.len() >= 14, "{kinds:?}");
    for kind in kinds {
        for (side, name) in [("src/bound", maker(&kind)), ("src/check/bound", file_name(&kind))] {
            // Bounds of the delay may have a room of their own.
            let file = format!("{side}/{name}.rs");
            let places = [file.clone(), format!("{side}/{name}/mod.rs"), format!("{side}/delay/{name}.rs")];
            let there = places.iter().any(|path| super::root().join(path).is_file());
            assert!(there, "the bound {kind} has no {file}");
        }
    }
}

/// The bounds that a file makes.
#[derive(Default)]
struct Bounds {
    made: BTreeSet<String>,
}

impl<'a> Visit<'a> for Bounds {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr_struct(&mut self, expression: &'a syn::ExprStruct) {
        let names: Vec<_> =
            expression.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let [.., before, variant] = names.as_slice()
            && before == "Lower"
        {
            self.made.insert(variant.clone());
        }
        visit::visit_expr_struct(self, expression);
    }
}

/// The claims state bounds of the papers by hand, which the checker is asked about.
#[test]
fn a_bound_is_made_in_its_file_alone() {
    let rooms = ["src/bound", "src/route", "src/delay", "src/program", "src/sat", "src/solve"];
    let mut found = BTreeSet::new();
    for (path, source) in rooms.into_iter().flat_map(sources) {
        let mut bounds = Bounds::default();
        bounds.visit_file(&syn::parse_file(&source).expect("a Rust file"));
        for kind in bounds.made {
            let own = Path::new("src/bound").join(maker(&kind));
            let place = Path::new(&path);
            let is_own = place.with_extension("") == own || place.starts_with(&own);
            assert!(is_own, "{path} makes a bound of the kind {kind}, expected in {}", own.display());
            found.insert(kind);
        }
    }
    assert_eq!(found, bounds().into_iter().collect(), "every kind is made");
}

#[test]
fn names_of_files_are_those_of_kinds() {
    assert_eq!(["LastPacket", "Cut", "DualTree"].map(file_name), ["last_packet", "cut", "dual_tree"]);
}
