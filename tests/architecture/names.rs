//! The names that the rustdoc of the library shows, read off the sources.

use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Item, UseTree, Visibility};

/// The files of a crate behind a path such as `model`, and the two crates that the library re-exports.
fn front(sources: &BTreeMap<String, String>, module: &str) -> Option<String> {
    let paths = match module {
        "isotask_check" => ["src/check/lib.rs".to_owned(), String::new()],
        "isotask_wire" => ["src/wire/lib.rs".to_owned(), String::new()],
        _ => [format!("src/{module}/mod.rs"), format!("src/{module}.rs")],
    };
    paths.iter().find_map(|path| sources.get(path).cloned())
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    let hides = |attribute: &Attribute| match attribute.meta.require_list() {
        Ok(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        Err(_) => false,
    };
    attributes.iter().any(hides)
}

/// The last names of what a `use` brings: `a::{b, c as d}` brings `b` and `d`.
fn brought(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(tree) => brought(&tree.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| brought(tree, names)),
        UseTree::Name(tree) => drop(names.insert(tree.ident.to_string())),
        UseTree::Rename(tree) => drop(names.insert(tree.rename.to_string())),
        UseTree::Glob(_) => drop(names.insert("*".to_owned())),
    }
}

/// The names that a module shows, each with the path at which it is found; pages of the guide are prose.
fn add_shown(sources: &BTreeMap<String, String>, at: &str, source: &str, shown: &mut BTreeSet<String>) {
    let parsed = syn::parse_file(source).unwrap_or_else(|fault| unreachable!("{at}: {fault}"));
    for item in parsed.items {
        let (attributes, visibility, names) = match &item {
            Item::Const(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Enum(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Fn(item) => (&item.attrs, &item.vis, vec![item.sig.ident.to_string()]),
            Item::Mod(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Static(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Struct(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Trait(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Type(item) => (&item.attrs, &item.vis, vec![item.ident.to_string()]),
            Item::Use(item) => {
                let mut names = BTreeSet::new();
                brought(&item.tree, &mut names);
                (&item.attrs, &item.vis, names.into_iter().collect())
            }
            _ => continue,
        };
        if is_hidden(attributes) || !matches!(visibility, Visibility::Public(_)) {
            continue;
        }
        let crate_of = |name: &str| if at == "isotask" { format!("isotask_{name}") } else { String::new() };
        for name in names {
            let inside = match &item {
                Item::Mod(_) if name == "guide" => continue,
                Item::Mod(_) => front(sources, &format!("{at}/{name}").replacen("isotask/", "", 1)),
                Item::Use(_) => front(sources, &crate_of(&name)),
                _ => None,
            };
            match inside {
                Some(source) => add_shown(sources, &format!("{at}/{name}"), &source, shown),
                None => drop(shown.insert(format!("{at}/{name}"))),
            }
        }
    }
}

/// The names of the library, modules not counted.
pub(crate) fn shown(sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    add_shown(sources, "isotask", &sources["src/lib.rs"], &mut names);
    names
}
