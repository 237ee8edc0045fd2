//! The parts that programs in Python have in common: the text at their head, and the rounds as tables.

use crate::export::rights::RIGHTS;
use crate::model::{Problem, count_of, counted};
use crate::wire::{Collective, RoundsDocument};
use std::fmt::Write;

/// A library that carries rounds out.
pub(super) struct Library {
    /// The documentation at the head, and the imports.
    pub(super) head: &'static str,
    /// The functions that carry the rounds out.
    pub(super) code: &'static str,
}

/// Writes a program: its head, the tables, the code of a library.
pub(super) fn python(document: &RoundsDocument, library: &Library) -> Vec<u8> {
    let function = document.collective.as_str().replace('-', "_");
    let text = [library.head, "\n", &tables(document), "\n\n", library.code].concat();
    let text = text.replace("@title@", &title(document)).replace("@rights@", RIGHTS);
    text.replace("@function@", &function).into_bytes()
}

/// Returns a line that says what the program does. It holds no text of a user.
fn title(document: &RoundsDocument) -> String {
    let network = Problem::new(&document.task).map_or_else(|_| String::new(), |task| task.network().title());
    let slots = counted(count_of(document.slots.len()), "slot");
    let rounds = counted(count_of(document.rounds()), "round");
    let word = document.collective.as_str();
    format!("{word} of {} devices ({network}) in {slots}, {rounds}", document.devices)
}

/// Writes the constants: cells, copies and rounds by device.
fn tables(document: &RoundsDocument) -> String {
    let list =
        |numbers: &[u64]| format!("[{}]", numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    let spare = document.cells;
    let mut text = String::new();
    let mut line = |words: &str| writeln!(text, "{words}").expect("writing to a string");
    line(&format!("COLLECTIVE = \"{}\"", document.collective.as_str()));
    line(&format!("DEVICES = {}", document.devices));
    line("# The length of each axis of the mesh of devices, the last varying fastest.");
    line(&format!("SIDES = {}", list(document.mesh.as_deref().unwrap_or(&[document.devices]))));
    if let Some(root) = document.root {
        line(&format!("ROOT = {root}"));
    }
    line(
        "# Cells of a device, each of one packet: input, then output, then packets on their way; one more is for what is not kept.",
    );
    line(&format!("INPUT, OUTPUT, CELLS = {}, {}, {}", document.input, document.output, document.cells));
    if document.collective == Collective::Exchange {
        line("# The packets: device, input cell, device, output cell.");
        let rows = document.packets.iter().flatten().map(|row| list(row)).collect::<Vec<_>>();
        line(&format!("PACKETS = [{}]", rows.join(", ")));
    }
    line("# What a device copies within itself first, by device: from cell, to cell.");
    let own = |device| document.copies.iter().filter(move |copy| copy[0] == device);
    let most = (0..document.devices).map(|device| own(device).count()).max().unwrap_or(0);
    for (name, place) in [("COPY_FROM", 1), ("COPY_TO", 2)] {
        let rows = (0..document.devices).map(|device| {
            let padded = own(device).map(|copy| copy[place]).chain(std::iter::repeat(if place == 1 {
                0
            } else {
                spare
            }));
            list(&padded.take(most).collect::<Vec<_>>())
        });
        line(&format!("{name} = [{}]", rows.collect::<Vec<_>>().join(", ")));
    }
    line(
        "# The rounds of every slot: pairs of source and target; if they go along one axis, the axis and the step; then by",
    );
    line("# device the cell that it sends and the one in which it puts what comes; whether that is added.");
    line("SLOTS = [");
    for slot in &document.slots {
        line("    [");
        for round in slot {
            let pairs = round.pairs.iter().map(|[from, to]| format!("({from}, {to})")).collect::<Vec<_>>();
            let along = round
                .along
                .map_or_else(|| "None".to_owned(), |along| format!("({}, {})", along.axis, along.step));
            let cells = |side: usize, cells: &[u64], otherwise: u64| {
                let mut of_device =
                    vec![otherwise; usize::try_from(document.devices).expect("devices with tables")];
                for (pair, &cell) in round.pairs.iter().zip(cells) {
                    of_device[usize::try_from(pair[side]).expect("a device")] = cell;
                }
                list(&of_device)
            };
            let (send, receive) = (cells(0, &round.send, 0), cells(1, &round.receive, spare));
            let add = if round.add { "True" } else { "False" };
            line(&format!("        ([{}], {along}, {send}, {receive}, {add}),", pairs.join(", ")));
        }
        line("    ],");
    }
    line("]");
    text
}
