//! Reads from the sources which module imports which names from which other module.
//!
//! A path is followed to the file that defines what it names: through modules, through `use` declarations,
//! and through re-exports. Methods and fields need no path; code that has a value got its type by some
//! import.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// The crates and their folders; a folder inside another one comes first.
const CRATES: [(&str, &str); 4] = [
    ("isotask_check", "src/check/"),
    ("isotask_python", "src/python/"),
    ("isotask_wire", "src/wire/"),
    ("isotask", "src/"),
];

/// A name that `use` brings into a file.
struct Used {
    name: String,
    path: String,
    public: bool,
}

/// The references of one file to others: its `use` declarations, and every path in its code.
#[derive(Default)]
struct File {
    path: String,
    uses: Vec<Used>,
    paths: BTreeSet<String>,
}

impl File {
    fn read(path: &str, source: &str) -> Self {
        let mut file = Self { path: path.to_owned(), ..Self::default() };
        let parsed = syn::parse_file(source);
        file.visit_file(&parsed.unwrap_or_else(|fault| unreachable!("{path}: {fault}")));
        file
    }

    fn add_use(&mut self, before: &str, tree: &UseTree, public: bool) {
        // `use path::{self}` is `use path`.
        let join = |name: &dyn ToString| {
            format!("{before}{}", name.to_string()).trim_end_matches("::self").to_owned()
        };
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
        let (name, path) = match tree {
            UseTree::Path(tree) => return self.add_use(&(join(&tree.ident) + "::"), &tree.tree, public),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.add_use(before, tree, public));
            }
            UseTree::Name(tree) => (last(&join(&tree.ident)), join(&tree.ident)),
            UseTree::Rename(tree) => (tree.rename.to_string(), join(&tree.ident)),
            UseTree::Glob(_) => ("*".to_owned(), format!("{before}*")),
        };
        self.uses.push(Used { name, path, public });
    }

    /// Collects the paths in the arguments of a macro or an attribute.
    fn add_words(&mut self, tokens: &impl ToString) {
        let text = tokens.to_string().replace(" :: ", "::");
        let words = text.split(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter));
        self.paths.extend(words.map(str::to_owned));
    }
}

impl Visit<'_> for File {
    fn visit_item(&mut self, item: &Item) {
        let attributes: &[Attribute] = match item {
            Item::Const(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &[],
        };
        let for_tests = |attribute: &Attribute| match attribute.meta.require_list() {
            Ok(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
            Err(_) => false,
        };
        if attributes.iter().any(for_tests) {
            return;
        }
        if let Item::Use(item) = item {
            self.add_use("", &item.tree, !matches!(item.vis, Visibility::Inherited));
        }
        visit::visit_item(self, item);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.paths.insert(names.join("::"));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.add_words(&call.tokens);
        visit::visit_macro(self, call);
    }

    fn visit_meta_list(&mut self, list: &syn::MetaList) {
        self.add_words(&list.tokens);
    }
}

/// What one file takes from another.
pub(crate) type Imports = BTreeMap<(String, String), BTreeSet<String>>;

/// All files, each under the path of its module: `isotask::model::network`.
pub(crate) struct House {
    files: BTreeMap<String, File>,
}

impl House {
    pub(crate) fn new<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let production = sources.into_iter().filter(|(path, _)| !path.ends_with("tests.rs"));
        Self {
            files: production.map(|(path, source)| (Self::module(path), File::read(path, source))).collect(),
        }
    }

    /// The path of the module that a file holds.
    pub(crate) fn module(path: &str) -> String {
        let of = |&(name, folder): &(&str, &str)| Some((name.to_owned(), path.strip_prefix(folder)?));
        let (name, inside) = CRATES.iter().find_map(of).expect("a file of a crate");
        let inside = inside.trim_end_matches(".rs").trim_end_matches("/mod");
        if inside == "lib" { name } else { format!("{name}::{}", inside.replace('/', "::")) }
    }

    /// The module that defines what a path names, seen from a module, and the name there.
    pub(crate) fn defines(&self, at: &str, path: &str) -> Option<(String, String)> {
        self.resolve(at, path)
    }

    /// The module whose file defines what a path names, seen from a module, and the name there; none for
    /// other packages and for modules by themselves.
    fn resolve(&self, at: &str, path: &str) -> Option<(String, String)> {
        let (first, rest) = path.split_once("::").map_or((path, None), |(first, rest)| (first, Some(rest)));
        let from = match first {
            "crate" => at.split("::").next(),
            "self" => Some(at),
            "super" => at.rsplit_once("::").map(|(parent, _)| parent),
            _ => self.files.contains_key(first).then_some(first),
        };
        if let Some(from) = from {
            return rest.and_then(|rest| self.walk(from, rest));
        }
        let is_known = self.files.contains_key(&format!("{at}::{first}"))
            || self.files.get(at)?.uses.iter().any(|used| used.name == first);
        if is_known { self.walk(at, path) } else { None }
    }

    /// Like `resolve`, for a path of which every module knows the next name: down to a file, or on where a
    /// name was handed on.
    fn walk(&self, at: &str, path: &str) -> Option<(String, String)> {
        let (name, rest) = path.split_once("::").map_or((path, None), |(name, rest)| (name, Some(rest)));
        if name == "super" {
            return self.resolve(at, path);
        }
        let child = format!("{at}::{name}");
        let has_child = self.files.contains_key(&child);
        if let (true, Some(rest)) = (has_child, rest) {
            return self.walk(&child, rest);
        }
        // `use log::log` leads out of the package, unless there is a module `log`.
        let leads_on =
            |used: &&Used| used.name == name && (has_child || used.path.split("::").next() != Some(name));
        match self.files.get(at)?.uses.iter().find(leads_on) {
            Some(used) if used.path == name => None,
            Some(used) => {
                self.resolve(at, &rest.map_or(used.path.clone(), |rest| format!("{}::{rest}", used.path)))
            }
            None => (!has_child).then(|| (at.to_owned(), name.to_owned())),
        }
    }

    /// The paths of all modules.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the names that each module imports from each other. A `pub use` of an inner name re-exports it
    /// and imports nothing.
    pub(crate) fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (module, file) in &self.files {
            let used = file.uses.iter().map(|used| (&used.path, used.public));
            for (path, public) in used.chain(file.paths.iter().map(|path| (path, false))) {
                let Some((from, name)) = self.resolve(module, path) else { continue };
                if from != *module && !(public && from.starts_with(&format!("{module}::"))) {
                    imports.entry((module.clone(), from)).or_default().insert(name);
                }
            }
        }
        imports
    }

    pub(crate) fn tell(&self, (to, from): (&str, &str), names: &BTreeSet<String>) -> String {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("{} -> {}: {}", self.files[to].path, self.files[from].path, names.join(", "))
    }

    /// Returns the imports inside each cycle of files.
    pub(crate) fn circles(&self) -> Vec<String> {
        let imports = self.imports();
        let modules: Vec<&String> = self.files.keys().collect();
        let index = |module: &String| modules.binary_search(&module).expect("a module of the house");
        let edges = imports.keys().map(|(to, from)| (index(to), index(from)));
        let graph = DiGraph::<(), (), usize>::from_edges(edges);
        let circles = tarjan_scc(&graph).into_iter().filter(|circle| circle.len() > 1);
        let inside = |circle: &[NodeIndex<usize>], module| circle.contains(&NodeIndex::new(index(module)));
        circles
            .map(|circle| {
                let arrows =
                    imports.iter().filter(|((to, from), _)| inside(&circle, to) && inside(&circle, from));
                let told: Vec<String> =
                    arrows.map(|((to, from), names)| self.tell((to, from), names)).collect();
                format!("a circle of {} files:\n  {}", circle.len(), told.join("\n  "))
            })
            .collect()
    }
}
