//! Examples of every command, which its help shows before the options. In this order they form a session: a
//! test runs them one after the other.

use clap::Command;

/// The template of help with examples; clap gives the name `before-help` to their place behind the
/// description.
const TEMPLATE: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The examples of the command without a subcommand, and of each subcommand.
const EXAMPLES: [(&str, &str); 29] = [
    (
        "isotask",
        "  isotask solve hypercube 4 total-exchange
  isotask new torus 4x4 all-to-all --ports one -o torus.json
  isotask solve torus.json -o torus.certificate.json
  isotask check torus.certificate.json
  isotask help solve",
    ),
    (
        "new",
        "  isotask new hypercube 4 total-exchange -o cube.json
  isotask new torus 4x4 neighbourhood-exchange 1 2 --ports 2
  isotask new ring 5 isotropic 2:5 -o ring.json
  isotask new torus 4x4 isotropic 1,0 -1,0 0,1 0,-1
  isotask new hypercube 5 scatter 00011 --ports one
  isotask new star 4 all-to-all --ports one
  isotask new circulant 12 1,5 total-exchange
  isotask new lattice 8,4/0,4 total-exchange
  isotask new incomplete-hypercube 13 gather 12
  isotask new ring 8 demands --csv demands.csv -o demands.json",
    ),
    (
        "solve",
        "  isotask solve hypercube 4 total-exchange --ports one
  isotask solve cube.json -o cube.certificate.json
  isotask solve torus 4x4 broadcast 1,2 --count 8 --explain
  isotask solve hypercube 4 allreduce --count 16 -o allreduce.json",
    ),
    (
        "bound",
        "  isotask bound star 4 all-to-all
  isotask bound cube.json --json",
    ),
    (
        "check",
        "  isotask check cube.certificate.json
  isotask check cube.certificate.json allreduce.json",
    ),
    ("cite", "  isotask cite cube.certificate.json"),
    (
        "show",
        "  isotask show cube.certificate.json
  isotask show cube.certificate.json --node 0101
  isotask show cube.certificate.json --slots 0..4
  isotask show torus 3x3 total-exchange --json",
    ),
    (
        "hull",
        "  isotask hull torus 4x4 demands 0:5 5:10 10:0:2
  isotask hull ring 8 demands --csv demands.csv -o hull.json
  isotask solve hull.json",
    ),
    (
        "messages",
        "  isotask messages hypercube 6 all-to-all --ports one
  isotask messages torus 8x8 all-to-all --alpha 2us --beta 0.1ns --bytes 4096
  isotask messages torus 4x4 all-to-all --packets 4 --schedule messages.json",
    ),
    (
        "rate",
        "  isotask rate ring 8 allgather
  isotask rate machine dgx-1 all-to-all -o dgx-1.rate.json
  isotask check dgx-1.rate.json",
    ),
    (
        "groups",
        "  isotask groups machine torus-4x4 --group 'allgather --on 0,1,2,3' --group 'allreduce --on 4,5,6,7'
  isotask groups machine dgx-1 --group 'all-to-all --on 0,1,2,3' --group 'all-to-all --on 4,5,6,7' -o both.json
  isotask check both.json",
    ),
    (
        "machines",
        "  isotask machines
  isotask machines dgx-1
  isotask solve machine dgx-1 all-to-all -o dgx-1.certificate.json
  isotask solve machine ring-8 all-to-all --without 3-4",
    ),
    (
        "rounds",
        "  isotask rounds complete 6 --undirected
  isotask rounds torus 4x4 -o halo.json",
    ),
    (
        "draw",
        "  isotask draw cube.certificate.json -o cube.svg
  isotask draw cube.certificate.json --picture overview -o overview.svg
  isotask draw cube.certificate.json --slots 0..4 --node 0101 -o begin.svg
  isotask draw cube.certificate.json -o player.html
  isotask draw --empty -o isotask.html
  isotask draw cube.certificate.json --to tikz -o cube.tex
  isotask draw torus 3x3 total-exchange -o matrix.svg",
    ),
    (
        "export",
        "  isotask export cube.certificate.json --to csv --node 0101 -o program.csv
  isotask export cube.certificate.json --to c -o isotask_alltoall.h
  isotask export torus 3x3 total-exchange --to opb -o square.opb
  isotask new torus 3x5 total-exchange --objective completion-time-then-average-delay -o mesh.json
  isotask solve mesh.json --method ilp -o mesh.certificate.json
  isotask export mesh.certificate.json --to opb -o mesh.opb
  isotask export mesh.certificate.json --to veripb -o mesh.pbp
  veripb mesh.opb mesh.pbp",
    ),
    (
        "decompose",
        "  isotask decompose m.csv -o m.certificate.json
  isotask check m.certificate.json
  isotask draw m.certificate.json -o m.svg
  isotask decompose m.csv --ports one --explain
  isotask decompose hypercube 3 total-exchange --json",
    ),
    (
        "methods",
        "  isotask methods
  isotask methods torus 4x4 allgather --ports one
  isotask methods ring 6 total-exchange --run",
    ),
    ("networks", "  isotask networks\n  isotask networks --json"),
    (
        "claims",
        "  isotask claims delay
  isotask claims P1.ring
  isotask claims P1.ring --verdict refuted
  isotask claims P1.ring.D_TE.odd -o certificates
  isotask claims --file mine.json",
    ),
    (
        "crosscheck",
        "  isotask crosscheck hypercube 3 total-exchange
  isotask crosscheck ring 6 total-exchange --ports one --json
  isotask crosscheck --all ring 5",
    ),
    (
        "tree",
        "  isotask tree sbt 4 --root 0101
  isotask tree bst 60 --node 123456789
  isotask tree bst 20 --subtrees
  isotask tree msbt 6 --cost 1024,64/15,1/10",
    ),
    (
        "proof",
        "  isotask proof split ring 6 total-exchange --depth 1 -o parts
  isotask proof run parts/part-0001.json parts/part-0002.json --threads 2
  isotask proof join parts -o ring.proof.json",
    ),
    (
        "table",
        "  isotask solve ring 8 total-exchange --json > ring.json
  isotask table ring.json -o results.csv",
    ),
    (
        "symmetry",
        "  isotask symmetry torus 4x4
  isotask symmetry mesh 3x3
  isotask symmetry kautz 2 2 --json
  isotask symmetry task.json",
    ),
    (
        "route",
        "  isotask route incomplete-hypercube 7 011 100
  isotask route torus 5x5 0,0 3,4 --rule dateline
  isotask route star 4 0123 3210
  isotask route mesh 3x3 --all -o mesh.routes.json
  isotask route mesh.routes.json 0 8",
    ),
    (
        "channels",
        "  isotask channels incomplete-hypercube 13
  isotask channels ring 8
  isotask channels star 4 --rule up-down
  isotask channels mesh.routes.json
  isotask channels ring 8 --rule dateline -o ring.channels.json
  isotask check ring.channels.json",
    ),
    (
        "deadlock",
        "  isotask deadlock ring 8
  isotask deadlock ring 8 --rule dateline
  isotask deadlock ring 8 --buffers 2 --order reversed
  isotask deadlock ring 8 scatter 3
  isotask deadlock incomplete-hypercube 7 broadcast 3
  isotask deadlock mesh.routes.json demands 0:8 8:0
  isotask deadlock hypercube 4 --rule parity-order --order random --seed 7
  isotask deadlock demands.json",
    ),
    ("completions", "  isotask completions bash > ~/.local/share/bash-completion/completions/isotask"),
    ("man", "  isotask man | man -l -"),
];

/// Returns the examples of a command, a line each; none if it has none.
pub(crate) fn examples(command: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(known, _)| *known == command).map(|(_, lines)| *lines)
}

/// Adds the examples to the help of a command and of its subcommands.
pub(crate) fn with_examples(command: Command) -> Command {
    let shown = |command: Command| {
        let lines = examples(command.get_name()).map(|lines| format!("Examples:\n{lines}"));
        command.before_help(lines.unwrap_or_default()).help_template(TEMPLATE)
    };
    shown(command.mut_subcommands(shown))
}
