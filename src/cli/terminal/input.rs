//! Reads documents, and records the files that no output may replace.

use crate::cli::terminal::document::{AnyDocument, verified};
use crate::cli::terminal::failure::{Failure, name_of};
use crate::grammar::node_on;
use crate::model::{Network, Node, Subgroup};
use crate::tree::GivenTree;
use crate::wire::{CertificateDocument, Document, EdgeEnd, ScheduleDocument, parse_edges, parse_generators};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The regular files that this process has read and that no output may replace.
static READ: Mutex<Vec<ReadFile>> = Mutex::new(Vec::new());

/// A file as the system identifies it, by whatever path it was opened.
struct ReadFile {
    device: u64,
    inode: u64,
    name: String,
}

/// Reads a whole file, or standard input for `-`, and records it: from then on no output replaces it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_as(path, true)
}

/// Reads a file that an output may replace.
#[cfg(feature = "ilp")]
pub(crate) fn read_replaceable(path: &Path) -> Result<Vec<u8>, Failure> {
    read_as(path, false)
}

fn read_as(path: &Path, is_kept: bool) -> Result<Vec<u8>, Failure> {
    let whole = || -> io::Result<Vec<u8>> {
        let is_stdin = path == Path::new("-");
        let mut file =
            if is_stdin { File::from(io::stdin().as_fd().try_clone_to_owned()?) } else { File::open(path)? };
        let found = file.metadata()?;
        if is_kept && found.is_file() {
            record(&found, name_of(path));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    whole().map_err(|fault| Failure::io("cannot read", &name_of(path), &fault))
}

fn record(found: &Metadata, name: String) {
    let file = ReadFile { device: found.dev(), inode: found.ino(), name };
    READ.lock().unwrap_or_else(PoisonError::into_inner).push(file);
}

/// Returns the name that the command line gave to a recorded file, if the file is one.
pub(crate) fn recorded(found: &Metadata) -> Option<String> {
    let files = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let same = files.iter().find(|file| (file.device, file.inode) == (found.dev(), found.ino()));
    same.map(|file| file.name.clone())
}

/// Reads a group of automorphisms of a network by its generators.
pub(crate) fn read_symmetry(path: &Path, network: &Network) -> Result<Subgroup, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let generators = parse_generators(&bytes).map_err(|fault| Failure::wire(&file, &fault))?;
    Subgroup::read(network, &generators).map_err(|fault| Failure::symmetry(&file, &bytes, &fault))
}

/// Reads a spanning tree of a network by its edges, whose nodes may be called by their names.
pub(crate) fn read_tree(path: &Path, network: &Network, root: Node) -> Result<GivenTree, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let edges = parse_edges(&bytes).map_err(|fault| Failure::wire(&file, &fault))?;
    let node = |end: &EdgeEnd, index: usize, side: u8| {
        let place = || format!("[{index}][{side}]");
        let named;
        let node = match end {
            EdgeEnd::Node(node) => node,
            EdgeEnd::Name(name) => {
                let found = node_on(network.kind(), name, "a node of the tree");
                named = found.map_err(|fault| Failure::in_list(&file, &bytes, &place(), &fault))?;
                &named
            }
        };
        network.node(node, place).map_err(|fault| Failure::model(&file, &fault))
    };
    let edge =
        |(index, (from, to)): (usize, &(EdgeEnd, EdgeEnd))| Ok((node(from, index, 0)?, node(to, index, 1)?));
    let edges: Vec<(Node, Node)> = edges.iter().enumerate().map(edge).collect::<Result<_, Failure>>()?;
    GivenTree::new(network, root, &edges).map_err(|fault| Failure::tree(&file, &bytes, &fault))
}

/// Reads a schedule, alone or in a certificate that the checker accepts.
pub(crate) fn read_schedule(path: &Path) -> Result<ScheduleDocument, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let known = [ScheduleDocument::FORMAT, CertificateDocument::FORMAT];
    match AnyDocument::read(&file, &bytes, &known)? {
        AnyDocument::Schedule(document) => Ok(document),
        AnyDocument::Certificate(document) => {
            verified(&file, &document)?;
            Ok(ScheduleDocument::new(document.task, document.schedule))
        }
        other => Err(other.refused(&file, &known)),
    }
}
