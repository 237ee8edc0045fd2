#!/usr/bin/python3
"""Schedules of Isotask against the algorithms of SMPI, on the same platform of SimGrid.

    race.py [--algorithms WORD,WORD…] NETWORK…        such as: race.py torus 4x4

All-to-all and allgather, with links of 1 GB/s whose latency is 0 and then 1 µs, blocks of 1 kB and of 64 kB. The platform
is that of `isotask export --to simgrid`: a link a direction, every link on its own, ways of SMPI's messages the shortest,
of several the one whose links come first. Wants isotask in the PATH, and Debian's libsimgrid-dev and python3-simgrid.

What the table is not: a measurement. Nothing costs time but the links, no processor, no memory, no protocol. A schedule goes
in slots, a latency a slot; messages of SMPI go through all links of their way at once, so a latency costs them less.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

BANDWIDTH = 1e9
SETTINGS = ("network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1", "network/TCP-gamma:0",
            "network/crosstraffic:0", "network/weight-S:0", "smpi/simulate-computation:no", "smpi/wtime:0",
            "smpi/test:0", "smpi/iprobe:0")
CASES = [(latency, size) for latency in (0, 1e-6) for size in (1000, 64000)]


def said(*words, **options):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **options).stdout


def smpi(folder, collective, size, algorithm):
    """Microseconds of an algorithm of SMPI, or None if it cannot do it."""
    words = ["smpirun", "-np", (folder / "hosts.txt").read_text().count("\n"), "-platform", folder / "platform.xml",
             "-hostfile", folder / "hosts.txt", *(f"--cfg={setting}" for setting in SETTINGS),
             f"--cfg=smpi/{collective}:{algorithm}", folder / "collective", collective, size]
    try:
        found = re.search(r"^seconds (\S+)$", said(*words, timeout=120), re.MULTILINE)
    except subprocess.TimeoutExpired:
        found = None
    return float(found[1]) * 1e6 if found else None


def known(folder, collective):
    """The algorithms that SMPI has."""
    words = ["smpirun", "-np", 2, "-platform", folder / "platform.xml", "-hostfile", folder / "hosts.txt",
             f"--cfg=smpi/{collective}:none-of-them", folder / "collective", collective, 1]
    found = re.search(r"Valid algorithms: ([^.]*)\.", said(*words))
    return [word for word in found[1].split(", ") if word != "automatic"]


def race(folder, network, collective, algorithms):
    task = {"alltoall": "total-exchange", "allgather": "allgather"}[collective]
    solved = said("isotask", "solve", *network, task, "-o", folder / "c.json")
    slots = re.search(r"completion time +(\d+ slots?)", solved)
    said("isotask", "export", folder / "c.json", "--to", "simgrid", "-o", folder / "program.py")
    if not slots or not (folder / "program.py").exists():
        sys.exit(solved)
    rows, own = {}, []
    for latency, size in CASES:
        program = [sys.executable, folder / "program.py", "--bytes", size, "--bandwidth", BANDWIDTH, "--latency", latency]
        said(*program, "--platform", folder / "platform.xml", "--hosts", folder / "hosts.txt")
        own.append(float(re.search(r"makespan (\S+) s", said(*program))[1]) * 1e6)
        for algorithm in algorithms or known(folder, collective):
            rows.setdefault(algorithm, []).append(smpi(folder, collective, size, algorithm))
    print(f"\n{collective} on {' '.join(network)}, {slots[1]}; microseconds\n")
    heads = [f"{size // 1000} kB, {'no latency' if latency == 0 else '1 µs'}" for latency, size in CASES]
    print(f"| {'algorithm':26} | " + " | ".join(f"{head:>16}" for head in heads) + " |\n|---|" + "---:|" * len(CASES))
    line = lambda name, cells: print(f"| {name:26} | " + " | ".join(f"{cell:>16}" for cell in cells) + " |")
    line("**Isotask**", [f"{time:.1f}" for time in own])
    order = lambda row: sum(time is None and 1e9 or time for time in row[1])
    for algorithm, times in sorted(rows.items(), key=order):
        line(algorithm, ["cannot" if time is None else f"{time:.1f}" for time in times])
    best = [min((times[case] for times in rows.values() if times[case]), default=None) for case in range(len(CASES))]
    line("best of SMPI / Isotask", ["" if time is None else f"{time / mine:.2f}" for time, mine in zip(best, own)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--algorithms", help="only these; default: all that SMPI has")
    parser.add_argument("--collectives", default="alltoall,allgather")
    parser.add_argument("network", nargs="+")
    options = parser.parse_args()
    algorithms = options.algorithms and options.algorithms.split(",")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = pathlib.Path(__file__).with_name("collective.c")
        compiled = said("smpicc", "-O1", "-o", folder / "collective", source)
        if not (folder / "collective").exists():
            sys.exit(compiled)
        for collective in options.collectives.split(","):
            race(folder, options.network, collective, algorithms)


main()
