//! The text of the header.

use super::plan::{Message, Place, Plan, Role};
use super::tables::array;
use super::translation::{product, translation};
use crate::export::source_error::SourceError;
use crate::model::{Node, Problem, Schedule, count_of};
use crate::wire::Task;
use std::fmt::Write;

/// Writes a C99 header that carries out a schedule which the checker has accepted. It replaces the MPI
/// function of the task, on as many ranks as there are nodes. A rank sends and receives the messages of its
/// node, slot by slot and in the order of the schedule, with nonblocking operations.
///
/// The tables list the messages of one node of each class, so that they do not grow with the number of ranks
/// on symmetric schedules.
///
/// # Errors
/// [`SourceError`] when the tables would be too large, or messages could not be told apart.
///
/// # Complexity
/// That of [`Schedule::visit`] for one node of each class, and O(M log M + n · m) time and O(M + n · m) space
/// for M messages of these nodes, n nodes and m links of one. The terms with m arise only on networks whose
/// nodes are not added like numbers.
///
/// # Panics
/// If the schedule is not one of the problem.
pub(super) fn source(problem: &Problem, schedule: &Schedule) -> Result<Vec<u8>, SourceError> {
    let plan = Plan::new(problem, schedule)?;
    let call = Call::of(problem);
    let mut text = call.opening(problem, &plan);
    text.push_str(&call.constants(&plan));
    text.push_str(&call.tables(&plan));
    text.push_str(&call.code(&plan, &translation(&plan)?));
    let text = text.replace("self_", &format!("isotask_{}_", call.word));
    Ok(text.into_bytes())
}

/// The MPI function that carries out a task.
struct Call {
    /// Its name in MPI, in small letters.
    word: &'static str,
    /// The code of the function itself.
    code: &'static str,
    /// How packets move.
    traffic: Movement,
    root: Option<Node>,
    /// The number of parts into which a block is divided.
    parts: u64,
}

/// What the code of an exchange has beside that of other functions.
#[derive(Default)]
struct Pieces {
    /// Fields of what a rank knows, and how they are set and freed.
    rank: String,
    translated: String,
    forget: &'static str,
    /// Fields of blocks, and how an exchange without neighbours sets them.
    blocks: String,
    order: &'static str,
    /// The function that finds a part of a block, or a packet.
    part: &'static str,
    /// Further functions for callers.
    more: String,
}

/// How packets move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movement {
    /// They are carried, an equal number for each node.
    Carried,
    /// They are carried, a number of its own for each node.
    Exchanged,
    /// They are copied.
    Copied,
    /// They are combined.
    Combined,
}

impl Call {
    fn of(problem: &Problem) -> Self {
        // The document decides, since on networks without symmetry every problem is a list of packets.
        let task = &problem.document().task;
        let (word, code, traffic) = match task {
            Task::SingleNodeBroadcast { .. } => ("bcast", include_str!("c/bcast.c"), Movement::Copied),
            Task::MultinodeBroadcast { .. } => ("allgather", include_str!("c/allgather.c"), Movement::Copied),
            Task::SingleNodeAccumulation { .. } => ("reduce", include_str!("c/reduce.c"), Movement::Combined),
            Task::MultinodeAccumulation { .. } => {
                ("reduce_scatter_block", include_str!("c/reduce_scatter_block.c"), Movement::Combined)
            }
            Task::Scatter { .. } => ("scatter", include_str!("c/scatter.c"), Movement::Carried),
            Task::Gather { .. } => ("gather", include_str!("c/gather.c"), Movement::Carried),
            Task::TotalExchange { .. } => ("alltoall", include_str!("c/alltoall.c"), Movement::Carried),
            Task::NeighbourhoodExchange { .. } | Task::Isotropic { .. } | Task::Demands { .. } => {
                ("alltoallv", include_str!("c/alltoallv.c"), Movement::Exchanged)
            }
            Task::Allreduce { .. } | Task::Parcels { .. } => {
                unreachable!("a program of an allreduce or of parcels is refused")
            }
        };
        let (root, parts) = match task {
            Task::SingleNodeBroadcast { root, count }
            | Task::SingleNodeAccumulation { root, count }
            | Task::Scatter { root, count }
            | Task::Gather { root, count } => (Some(root), *count),
            Task::MultinodeBroadcast { count }
            | Task::MultinodeAccumulation { count }
            | Task::TotalExchange { count }
            | Task::Allreduce { count } => (None, *count),
            Task::NeighbourhoodExchange { .. }
            | Task::Isotropic { .. }
            | Task::Demands { .. }
            | Task::Parcels { .. } => (None, 1),
        };
        let node = |root| problem.network().node(root, String::new).expect("the problem has this root");
        let root = root.map(node);
        Self { word, code, traffic, root, parts }
    }

    /// Writes the comment at the head of the file, and the includes.
    fn opening(&self, problem: &Problem, plan: &Plan<'_>) -> String {
        let (word, nodes) = (self.word, plan.network.nodes());
        let guard = word.to_uppercase();
        let name =
            problem.name().map_or_else(String::new, |name| format!("   Task:      {}\n", escaped(name)));
        let tables = match plan.roles.len() {
            1 => "one node; all ranks do the same, translated".to_owned(),
            all if count_of(all) == nodes => "every node".to_owned(),
            classes => format!("one node of each of {classes} classes; the others do the same, translated"),
        };
        let divided = match self.parts {
            1 => String::new(),
            parts => format!("   Blocks:    divided into {parts} parts, each a packet of the schedule\n"),
        };
        let root = self.root.map_or_else(String::new, |root| format!("; root {}", root.0));
        format!(
            "/* isotask_{word}: {} with the signature of MPI_{}{}.\n\n   \
             Written by isotask {} export --to c from a schedule that its checker has accepted. This file belongs to\n   \
             whoever had it written; no licence attaches to it.\n\n\
             {name}   Network:   {}\n   \
             Ranks:     {nodes}; a rank is the node of its number{root}\n   \
             Schedule:  {} slots, {} messages of all ranks\n\
             {divided}   \
             Pool:      {} {} that a rank holds beside its buffers at one time, allocated during a call\n   \
             Tables:    of {tables}\n\n{}*/\n\
             #ifndef ISOTASK_{guard}_H\n#define ISOTASK_{guard}_H\n\n\
             #include <limits.h>\n#include <mpi.h>\n#include <stddef.h>\n#include <stdlib.h>\n",
            self.task_words(),
            if self.traffic == Movement::Exchanged { "Alltoall" } else { "" },
            self.function(),
            env!("CARGO_PKG_VERSION"),
            escaped(&problem.network_and_ports()),
            plan.slots,
            plan.transmissions(),
            plan.cells(),
            match (self.parts, self.traffic) {
                (1, Movement::Exchanged) => "packets",
                (1, _) => "blocks",
                _ => "parts of blocks",
            },
            self.remarks(plan),
        )
    }

    /// Returns the end of the name of the MPI function whose arguments it takes.
    fn function(&self) -> String {
        if self.traffic == Movement::Exchanged {
            return String::new();
        }
        let mut letters = self.word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    fn task_words(&self) -> &'static str {
        match self.word {
            "alltoall" => "total exchange",
            "alltoallv" => "the packets of a task",
            "allgather" => "multinode broadcast",
            "reduce_scatter_block" => "multinode accumulation",
            "bcast" => "broadcast",
            "reduce" => "accumulation",
            other => other,
        }
    }

    /// Writes the remarks for callers.
    fn remarks(&self, plan: &Plan<'_>) -> String {
        let mut text = String::from(
            "   Call it as the function of MPI, by all ranks. It returns MPI_SUCCESS, or what went wrong, after the error\n   \
             handler of the communicator has been told; MPI_ERR_COMM if there are not as many ranks as nodes. The first call\n   \
             on a communicator makes a duplicate of it, which is freed with it; two first calls at a time are for no threads.\n",
        );
        match self.traffic {
            Movement::Combined => text.push_str(
                "   Operations must be commutative; sums of floating-point numbers are rounded in the order of the schedule.\n",
            ),
            Movement::Carried | Movement::Copied if self.parts > 1 => {
                text.push_str("   Parts go as bytes: all ranks must represent numbers alike, and a block has at most INT_MAX bytes.\n");
            }
            Movement::Exchanged => {
                text.push_str(
                    "   isotask_alltoallv_init makes a call for loops: isotask_start and isotask_wait carry it out as often as wanted,\n   \
                     isotask_request_free ends it. Between start and wait slot 0 is under way; the other slots follow in wait.\n",
                );
                text.push_str(if plan.moves_once() {
                    "   isotask_neighbor_alltoallv, also with _init, takes the arguments of MPI_Neighbor_alltoallv and any counts, because\n   \
                     each packet moves once.\n"
                } else {
                    "   isotask_neighbor_alltoallv is left out, because ranks forward packets, whose counts they would have to know.\n"
                });
            }
            Movement::Carried | Movement::Copied => {}
        }
        if !plan.network.dimensions().is_empty() {
            let word = self.word;
            writeln!(
                text,
                "   isotask_{word}_cart makes a communicator in which ranks are nodes out of a Cartesian one."
            )
            .expect("writing to a string");
        }
        text
    }

    fn constants(&self, plan: &Plan<'_>) -> String {
        let root = self.root.map_or_else(String::new, |root| format!("\n    self_root = {},", root.0));
        let copied = u64::from(self.traffic == Movement::Copied);
        format!(
            "\nenum {{\n    self_nodes = {},\n    self_slots = {},\n    self_parts = {},   /* of a block */\n    \
             self_cells = {},   /* of the pool */\n    self_most = {},   /* messages of a rank in a slot */{root}\n    \
             self_is_copied = {copied},\n    self_tag = 1\n}};\n",
            plan.network.nodes(),
            plan.slots,
            self.parts,
            plan.cells(),
            plan.most_in_slot().max(1),
        )
    }

    /// Writes the tables of messages of each class.
    fn tables(&self, plan: &Plan<'_>) -> String {
        let counts = || plan.roles.iter().flat_map(|role| &role.counts);
        let messages = || plan.roles.iter().flat_map(|role| &role.messages);
        let of = |number: fn(&Message, u64) -> u64| -> Vec<u64> {
            messages().map(|message| number(message, plan.cells().into())).collect()
        };
        let mut text = String::from(
            "\n/* Messages of each slot, one class of nodes after the other; then where those of a class begin, and of each, the\n   \
             receptions of a slot before its sends: the node at the other end, and the cell of the pool or, counted on from\n   \
             these, the node whose block it is. */\n",
        );
        text.push_str(&array("self_received", &counts().map(|slot| slot.0).collect::<Vec<_>>()));
        text.push_str(&array("self_sent", &counts().map(|slot| slot.1).collect::<Vec<_>>()));
        text.push_str(&array("self_first", &starts(plan, |role| role.messages.len())));
        text.push_str(&array("self_peer", &of(|message, _| message.peer.0)));
        text.push_str(&array("self_place", &of(|message, cells| number(message.place, cells))));
        if self.traffic == Movement::Combined {
            text.push_str("/* What a message is combined with. */\n");
            text.push_str(&array("self_into", &of(|message, cells| number(message.into, cells))));
        }
        if messages().any(|message| message.part > 0) {
            text.push_str("/* Which part of its block it is, or which packet of those with its ends. */\n");
            text.push_str(&array("self_part_number", &of(|message, _| message.part)));
            text.push_str("\nstatic inline int self_part_of(size_t message)\n{\n    return self_part_number[message];\n}\n");
        } else {
            text.push_str(
                "\nstatic inline int self_part_of(size_t message)\n{\n    (void)message;\n    return 0;\n}\n",
            );
        }
        if self.traffic == Movement::Exchanged {
            text.push_str("\n/* For whom a node of each class has packets, and who has packets for it, with their numbers. */\n");
            text.push_str(&lists(plan, "give", Role::gives));
            text.push_str(&lists(plan, "take", Role::takes));
        }
        text
    }

    /// Returns what is added for an exchange, with neighbours where every packet moves once.
    fn pieces(&self, plan: &Plan<'_>) -> Pieces {
        if self.traffic != Movement::Exchanged {
            return Pieces { part: include_str!("c/divided.c"), ..Pieces::default() };
        }
        let mut pieces = Pieces {
            rank: include_str!("c/exchanged_rank.c").to_owned(),
            translated: include_str!("c/exchanged_translated.c").to_owned(),
            blocks: "    const int *first;   /* where the packets for or from each rank begin */\n"
                .to_owned(),
            part: include_str!("c/exchanged.c"),
            more: include_str!("c/persistent.c").to_owned(),
            ..Pieces::default()
        };
        if plan.moves_once() {
            pieces.rank.push_str(include_str!("c/neighbors_rank.c"));
            pieces.translated.insert_str(0, "    own->order = NULL;\n");
            pieces.forget = "    free(own->order);\n";
            pieces.blocks.push_str(include_str!("c/neighbors_fields.c"));
            pieces.order = "    in->order = out->order = NULL;\n";
            pieces.part = include_str!("c/neighbors_part.c");
            pieces.more.push_str(include_str!("c/neighbors.c"));
        }
        pieces
    }

    fn code(&self, plan: &Plan<'_>, translation: &str) -> String {
        let pieces = self.pieces(plan);
        let mut text = include_str!("c/rank.c").replace("    @fields@\n", &pieces.rank);
        text = text.replace("    @forget@\n", pieces.forget);
        text = text.replace("@translate@", &translation.replace("    @translated@\n", &pieces.translated));
        text.push_str(&include_str!("c/blocks.c").replace("    @fields@\n", &pieces.blocks));
        text.extend([pieces.part, include_str!("c/run.c")]);
        match self.traffic {
            Movement::Combined => text.push_str(include_str!("c/combine.c")),
            Movement::Carried | Movement::Copied | Movement::Exchanged => {
                let carried =
                    if self.parts > 1 { include_str!("c/packed.c") } else { include_str!("c/whole.c") };
                text.extend([include_str!("c/carry.c"), carried]);
            }
        }
        text.push_str(&self.code.replace("    @order@\n", pieces.order));
        text.push_str(&pieces.more);
        let rings = product(plan.network);
        if !rings.is_empty() {
            let list = |numbers: Vec<u64>| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            let cart = include_str!("c/cart.c").replace("self_rings", &rings.len().to_string());
            let radices = rings.iter().map(|ring| ring.radix).collect();
            let strides = rings.iter().map(|ring| ring.stride).collect();
            text.push_str(&cart.replace("@radices@", &list(radices)).replace("@strides@", &list(strides)));
        }
        text.push_str("\n#endif\n");
        if matches!(self.word, "allgather" | "reduce_scatter_block") {
            text.push_str(include_str!("c/allreduce.c"));
        }
        text
    }
}

/// Writes the arrays of a list of nodes and counts for each class.
fn lists(plan: &Plan<'_>, word: &str, list: fn(&Role) -> Vec<(u64, u64)>) -> String {
    let all: Vec<(u64, u64)> = plan.roles.iter().flat_map(list).collect();
    let nodes: Vec<u64> = all.iter().map(|entry| entry.0).collect();
    let counts: Vec<u64> = all.iter().map(|entry| entry.1).collect();
    [
        array(&format!("self_{word}_first"), &starts(plan, |role| list(role).len())),
        array(&format!("self_{word}_node"), &nodes),
        array(&format!("self_{word}_count"), &counts),
    ]
    .concat()
}

/// Encodes a place as a number of the tables: the cells first, then the nodes.
fn number(place: Place, cells: u64) -> u64 {
    match place {
        Place::Cell(cell) => cell.into(),
        Place::Block(node) => cells + node.0,
    }
}

/// Returns where the entries of each class begin, and where the last ones end.
fn starts(plan: &Plan<'_>, length: impl Fn(&Role) -> usize) -> Vec<u64> {
    let mut starts = vec![0];
    for role in &plan.roles {
        starts.push(starts[starts.len() - 1] + count_of(length(role)));
    }
    starts
}

/// Escapes text of a user for a comment on one line. Letters and digits of any language stay, and so do marks
/// that cannot end a comment, begin one, end the line or form a trigraph; any other character becomes its
/// code point.
fn escaped(text: &str) -> String {
    let plain = |letter: char| {
        letter == ' ' || letter.is_ascii_graphic() && !"*/\\?".contains(letter) || letter.is_alphanumeric()
    };
    let word = |letter: char| match letter {
        '×' => "x".to_owned(),
        _ if plain(letter) => letter.to_string(),
        _ => format!("{{U+{:04X}}}", u32::from(letter)),
    };
    text.chars().map(word).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn escaped_text_ends_no_comment_and_no_line() {
        for (text, written) in [
            ("4 × 4, é", "4 x 4, é"),
            ("*/ /*", "{U+002A}{U+002F} {U+002F}{U+002A}"),
            ("a\nb\u{202e}\u{0}", "a{U+000A}b{U+202E}{U+0000}"),
            ("??/\\", "{U+003F}{U+003F}{U+002F}{U+005C}"),
        ] {
            assert_eq!(super::escaped(text), written);
        }
    }
}
