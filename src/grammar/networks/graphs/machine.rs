//! The word for machines of practice, by name.

use crate::grammar::error::GrammarError;
use crate::grammar::machines::machines;
use crate::grammar::nearest::unexpected;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const MACHINE: NetworkWord = NetworkWord {
    word: "machine",
    others: &[],
    parameters: "NAME",
    note: "isotask machines lists the names",
    sentence: "a machine of practice",
    examples: &["machine pair", "machine dgx-1"],
    read: |words| machine(words.take()),
};

/// Returns the network of the machine of this name.
fn machine(name: Option<&str>) -> Result<Network, GrammarError> {
    let known = machines().iter().find(|machine| Some(machine.name.as_str()) == name);
    let Some(machine) = known else {
        let names: Vec<&str> = machines().iter().map(|machine| machine.name.as_str()).collect();
        return Err(unexpected("machine", name, &names, names.join(", ")));
    };
    Ok(machine.network.clone())
}
