//! `isotask completions`.

use crate::cli::arguments::values::offered::networks_and_tasks;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::grammar::{networks, tasks};
use clap::Command;
use clap_complete::{Shell, generate};

/// Completion of the words behind a command in bash: networks first, and tasks once there is a network.
const BASH: &str = r#"
_isotask_task() {
    _isotask "$@"
    local networks=" NETWORKS " tasks=" TASKS " other word kept=()
    other=$tasks
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $networks == *" $word "* ]] && other=$networks
    done
    for word in "${COMPREPLY[@]}"; do
        [[ $other == *" $word "* ]] || kept+=("$word")
    done
    COMPREPLY=("${kept[@]}")
}
complete -F _isotask_task -o bashdefault -o default isotask
"#;

/// Completion of the words behind a command in zsh, with files among them.
const ZSH: &str = r"
_isotask_words() {
    local -a networks=(NETWORKS) tasks=(TASKS)
    if (( ${#${(@)words:*networks}} )); then
        compadd -a tasks
    else
        _files
        compadd -a networks
    fi
}
";

/// Inserts the words into a script.
fn filled(script: &str) -> String {
    script.replace("NETWORKS", &networks().join(" ")).replace("TASKS", &tasks().join(" "))
}

/// Writes the script for a shell. zsh has to be told where a file may stand as well as a word.
pub(crate) fn run(shell: Shell, mut command: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    generate(shell, &mut command, "isotask", &mut script);
    if shell == Shell::Zsh {
        let words = networks_and_tasks().join(" ");
        let text = String::from_utf8_lossy(&script);
        let text = text.replace(&format!(":({words})"), ":_isotask_words");
        // The first line of the script names its command.
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        script = format!("{first}\n{}{rest}", filled(ZSH)).into_bytes();
    }
    if shell == Shell::Bash {
        script.extend(filled(BASH).into_bytes());
    }
    Output::stdout().finish(&script)?;
    Ok(Exit::Success)
}
