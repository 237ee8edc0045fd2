#!/usr/bin/env python3
"""Copied and combined packets on sixty graphs of practice: how many are closed with proof, and how far the others are.

    python3 tests/benches/copies.py ISOTASK RESULTS [--part I/N] [--seed S] [--limit SECONDS]

solves broadcast, reduce, allgather and reduce-scatter of 1, 2, 6 and 30 packets with all ports and with one on every graph, by
default effort and one thread. RESULTS holds a line of JSON for every task that was solved; what stands there is not solved again, so
that a run may be broken off and go on. `--part 3/10` takes the third tenth of the tasks, in an order
that is always the same. Forty graphs are named below; twenty
are drawn by the seed. All are relabelled at random by the same seed, so that no number of a node means anything. At the end a table
says, for each task and rule of ports, how many are closed, how many stand above their bound by more than one slot and 15 %, and
seconds."""

import argparse
import collections
import itertools
import json
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

from networks import NSFNET, PETERSEN, fat_tree, random_regular

TASKS = ["broadcast", "reduce", "allgather", "reduce-scatter"]
COUNTS = [1, 2, 6, 30]

DGX1 = [(0, 1, 2), (0, 2, 1), (0, 3, 1), (0, 4, 2), (1, 2, 1), (1, 3, 2), (1, 5, 1), (2, 3, 2), (2, 6, 2), (3, 7, 1), (4, 5, 2),
        (4, 6, 1), (4, 7, 1), (5, 6, 1), (5, 7, 2), (6, 7, 2)]  # fmt: skip
ABILENE = [(0, 1), (0, 2), (1, 10), (2, 9), (3, 4), (3, 6), (4, 5), (4, 6), (5, 8), (6, 7), (7, 8), (7, 10), (8, 9), (9, 10)]


def product(radices, wraps):
    """The mesh, or with wraparound the torus."""
    links = []
    for node in itertools.product(*map(range, radices)):
        for axis, radix in enumerate(radices):
            there = list(node)
            there[axis] = (node[axis] + 1) % radix
            if node[axis] + 1 < radix or wraps and radix > 2:
                links.append((node, tuple(there)))
    return links


def boxes(number, hosts, up, cards):
    """Boxes of hosts at a switch, `up` packets a slot each, and cards from the hosts that have one to a switch of all."""
    links = [((box, host), ("switch", box), up) for box in range(number) for host in range(hosts)]
    links += [((box, host), ("switch", "all")) for box in range(number) for host in range(0, hosts, cards)]
    return links, [("switch", box) for box in [*range(number), "all"]]


def cycle_with_chords(nodes, chord):
    """A circulant that is read from a file."""
    return [(v, (v + step) % nodes) for v in range(nodes) for step in (1, chord)]


def dragonfly():
    """Nine groups of four routers, a host at each."""
    links = [((g, a), (g, b)) for g in range(9) for a in range(4) for b in range(a)]
    links += [((g, port // 2), ((g - port - 1) % 9, 3 - port // 2)) for g in range(9) for port in range(8) if g < (g - port - 1) % 9]
    routers = [(g, a) for g in range(9) for a in range(4)]
    return links + [(router, ("host", *router)) for router in routers], routers


def fat_tree_with_switches(k):
    links = fat_tree(k)
    names = {name for link in links for name in link}
    return links, [name for name in names if not name.startswith("h")]


def complete(nodes):
    return list(itertools.combinations(range(nodes), 2))


def bipartite(a, b):
    return [(("a", x), ("b", y)) for x in range(a) for y in range(b)]


HEAWOOD = [(v, (v + 1) % 14) for v in range(14)] + [(v, (v + 5) % 14) for v in range(0, 14, 2)]
GEANT = [(v, v + 1) for v in range(21)] + [(0, 21), (0, 5), (3, 11), (4, 9), (6, 14), (8, 17), (2, 19), (10, 16), (12, 20), (1, 13),
         (7, 18), (15, 21)]  # fmt: skip

# A name; links; switches.
FIXED = [
    ("DGX-1", DGX1, []),
    ("two DGX-1, four cables", [((box, v), (box, w), c) for box in (0, 1) for v, w, c in DGX1] + [((0, v), (1, v)) for v in range(4)], []),
    ("DGX-2", *((lambda links: (links, sorted({b for _, b, *_ in links})))([(v, 16 + s) for v in range(16) for s in range(6)]))),
    ("board of eight, complete", complete(8), []),
    ("board of four, complete", complete(4), []),
    *[(f"{n} boxes of {h}", *boxes(n, h, up, cards)) for n, h, up, cards in [(2, 8, 6, 1), (2, 16, 6, 2), (4, 8, 6, 1), (8, 4, 3, 1), (3, 6, 4, 3)]],
    *[(f"torus {r} from a file", product(r, True), []) for r in [(4, 4), (3, 5), (4, 8), (3, 3, 3), (8, 8), (4, 4, 4)]],
    *[(f"mesh {r}", product(r, False), []) for r in [(7,), (3, 4), (4, 4), (4, 5), (6, 6), (8, 8), (3, 3, 3)]],
    ("Abilene", ABILENE, []),
    ("NSFNET", NSFNET, []),
    ("ring of 22 with chords, as of a continent", GEANT, []),
    ("Petersen", PETERSEN, []),
    ("Heawood", HEAWOOD, []),
    ("dragonfly with hosts", *dragonfly()),
    ("fat tree k = 4", *fat_tree_with_switches(4)),
    ("fat tree k = 6", *fat_tree_with_switches(6)),
    ("K 3,5", bipartite(3, 5), []),
    ("circulant of 13 from a file", cycle_with_chords(13, 5), []),
    ("circulant of 32 from a file", cycle_with_chords(32, 7), []),
    ("ring of 8 from a file", product((8,), True), []),
    ("star of 8 hosts at a switch", [(v, 8) for v in range(8)], [8]),
    ("binary tree of 15", [(v, 2 * v + 1) for v in range(7)] + [(v, 2 * v + 2) for v in range(7)], []),
    ("two complete graphs and a bridge", complete(6) + [(a + 6, b + 6) for a, b in complete(6)] + [(0, 6)], []),
    ("ladder of 2 × 8", product((2, 8), False), []),
    ("wheel of 9", product((8,), True) + [((v,), "hub") for v in range(8)], []),
]  # fmt: skip


def drawn(seed):
    """Twenty connected graphs: regular ones, and rings with chords of capacities."""
    rng, found = random.Random(seed), []
    for at in range(20):
        nodes = rng.randint(6, 60)
        if at % 2 == 0:
            degree = rng.choice([2, 4, 6])
            found.append((f"{at}: regular {nodes} of degree {degree}", random_regular(max(nodes, degree + 3), degree, rng.random()), []))
        else:
            ring = [tuple(sorted((v, (v + 1) % nodes))) for v in range(nodes)]
            chords = {tuple(sorted(rng.sample(range(nodes), 2))) for _ in range(rng.randint(0, nodes))}
            links = sorted(chords | set(ring))
            found.append((f"{at}: ring {nodes} with chords", [(*link, rng.choice([1, 1, 2])) for link in links], []))
    return found


def written(links, switches, rng, folder):
    """The graph in a file, relabelled; the words that read it."""
    names = sorted({str(end) for link in links for end in link[:2]})
    marked = {str(switch) for switch in switches}
    hosts, others = [name for name in names if name not in marked], [name for name in names if name in marked]
    rng.shuffle(hosts)
    rng.shuffle(others)
    number = {name: at for at, name in enumerate(hosts + others)}
    rows = [f"{number[str(link[0])]} {number[str(link[1])]} {link[2] if len(link) > 2 else 1}\n" for link in links]
    rng.shuffle(rows)
    file = folder / "edges.txt"
    file.write_text("# from to capacity\n" + "".join(rows))
    words = ["graph", "--edges", str(file)]
    return words + (["--switches", ",".join(str(number[name]) for name in others)] if others else [])


def solved(isotask, words, task, count, ports, limit, folder):
    rooted = ["0"] if task in ("broadcast", "reduce") else []
    file = folder / "task.json"
    new = [isotask, "new", "-q", *words, task, *rooted, "--count", str(count), "--ports", ports, "-o", str(file)]
    made = subprocess.run(new, capture_output=True, text=True)
    if made.returncode:
        raise SystemExit(f"{' '.join(new)}: {made.stderr}")
    begun = time.perf_counter()
    stop = ["--time-limit", f"{limit}s"] if limit else []
    ended = subprocess.run([isotask, "solve", str(file), "--threads", "1", "--json", *stop], capture_output=True, text=True)
    result = json.loads(ended.stdout)
    found = {key: result.get(key) for key in ("completion_time", "bound", "method", "status")}
    return found | {"seconds": round(time.perf_counter() - begun, 2), "exit": ended.returncode}


def table(rows):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["task"], row["ports"]].append(row)
        groups["all", ""].append(row)
    print("| task | ports | tasks | closed | above by > 1 slot and > 15 % | no schedule | median s | most s |\n|---|---|---|---|---|---|---|---|")
    for (task, ports), group in groups.items():
        told = [row for row in group if row["completion_time"] is not None]
        closed = sum(row["completion_time"] == row["bound"] for row in told)
        far = sum(row["completion_time"] > max(row["bound"] + 1, row["bound"] * 1.15) for row in told)
        seconds = [row["seconds"] for row in group]
        cells = [task, ports, len(group), f"{closed} ({100 * closed // len(group)} %)", far, len(group) - len(told)]
        print("| " + " | ".join(map(str, [*cells, statistics.median(seconds), max(seconds)])) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("isotask")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    lines = arguments.results.read_text().splitlines() if arguments.results.exists() else []
    rows = [json.loads(line) for line in lines]
    known = {(row["graph"], row["task"], row["count"], row["ports"]) for row in rows}
    every = list(itertools.product(FIXED + drawn(arguments.seed), TASKS, COUNTS, ["all", "one"]))
    # Every part has tasks of all kinds.
    random.Random(0).shuffle(every)
    wanted = [one for at, one in enumerate(every) if at % parts == part - 1]
    with tempfile.TemporaryDirectory() as folder, arguments.results.open("a") as out:
        for (name, links, switches), task, count, ports in wanted:
            if (name, task, count, ports) in known:
                continue
            rng = random.Random(f"{arguments.seed} {name}")
            words = written(links, switches, rng, pathlib.Path(folder))
            row = {"graph": name, "task": task, "count": count, "ports": ports}
            row |= solved(arguments.isotask, words, task, count, ports, arguments.limit, pathlib.Path(folder))
            print(json.dumps(row), file=out, flush=True)
            rows.append(row)
    table(rows)


if __name__ == "__main__":
    main()
