//! Help on words for networks, tasks and nodes.

use crate::cli::terminal::width::folded;
use crate::grammar::{NetworkHelp, network_help};

/// The width of the help, and its indentation, in columns.
const HELP_COLUMNS: usize = 76;
const HELP_INDENT: usize = 10;

/// Returns the grammar of networks, tasks and nodes in words.
pub(crate) fn grammar() -> String {
    let one = |NetworkHelp { word, parameters, note, .. }: NetworkHelp| {
        let note = if note.is_empty() { String::new() } else { format!("({note})") };
        let words = [word, parameters, &note].map(str::to_owned);
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let networks = network_help().map(one).collect::<Vec<_>>().join(" | ");
    format!("Networks: {}\n{TASKS_AND_NODES}", folded(&networks, Some(HELP_COLUMNS), HELP_INDENT))
}

const TASKS_AND_NODES: &str = "\
Tasks:    total-exchange | neighbourhood-exchange K L
          isotropic OFFSET[:COUNT]… (-1,0 leads back on tori, rings,
          HyperX and circulants) | stencil POINTS (27-point, on rings,
          tori and meshes) | multinode-broadcast
          multinode-accumulation | allreduce | single-node-broadcast [ROOT]
          single-node-accumulation [ROOT] | scatter [ROOT] | gather [ROOT]
          demands FROM:TO[:COUNT]… | demands --csv FILE
          parcels FROM:TO[:LENGTH][@START]… (in slots)
Also:     all-to-all, alltoall = total-exchange
          broadcast, bcast = single-node-broadcast
          reduce = single-node-accumulation
          allgather, all-gather = multinode-broadcast
          reduce-scatter = multinode-accumulation
          all-reduce = allreduce
          neighborhood = neighbourhood-exchange
Nodes:    an index, or as it is printed: 1,2 or '(1,2)' on a torus, mesh,
          HyperX or lattice, 0321 on star,
          pancake and bubble-sort, 010,1 on cycles and butterfly, its name on a graph
          with names, r2.5 or 2.1,3 on lifts; on cubes as many digits
          0 and 1 as the cube has dimensions (fewer are decimal in offsets);
          0b101 is binary, 0d101 decimal";
