#!/usr/bin/env python3
"""Total exchange on twenty networks of practice: what Isotask finds and proves, against a plain greedy scheduler.

    python3 tests/benches/networks.py target/release/isotask [WORD…]

prints a table, a line for each network whose name contains a word: nodes (hosts, where others only forward), links, slots,
bound, how far the one is above the other, seconds of the whole command, and the slots of the greedy, which is written
here and knows of the network what `isotask export --to node-link` says: slot by slot every node sends over every link the
packet that has farthest to go and comes nearer by it. All ports, objective completion time."""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time


def random_regular(nodes, degree, seed):
    """A union of Hamiltonian cycles in random order, without links side by side."""
    rng, links = random.Random(seed), set()
    while len(links) < nodes * degree // 2:
        order = rng.sample(range(nodes), nodes)
        cycle = {tuple(sorted(pair)) for pair in zip(order, order[1:] + order[:1])}
        if not cycle & links:
            links |= cycle
    return sorted(links)


def fat_tree(k):
    """Al-Fares, Loukissas, Vahdat (2008): k pods of k/2 edge and k/2 aggregation switches, k/2 hosts at each edge switch."""
    half, links = k // 2, []
    for pod in range(k):
        for edge in range(half):
            links += [(f"h{(pod * half + edge) * half + host}", f"edge{pod}.{edge}") for host in range(half)]
            links += [(f"edge{pod}.{edge}", f"aggregation{pod}.{up}") for up in range(half)]
        links += [(f"aggregation{pod}.{up}", f"core{up}.{core}") for up in range(half) for core in range(half)]
    return links


PETERSEN = [(v, (v + 1) % 5) for v in range(5)] + [(v, v + 5) for v in range(5)] + [(v + 5, (v + 2) % 5 + 5) for v in range(5)]
NSFNET = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 7), (2, 5), (3, 4), (3, 10), (4, 5), (4, 6), (5, 9), (5, 13), (6, 7), (7, 8),
          (8, 9), (8, 11), (8, 12), (10, 11), (10, 12), (11, 13), (12, 13)]  # fmt: skip

# A name, and the words of the command or the links of a graph and its switches.
NETWORKS = [
    ("torus 4 × 4 × 8", "torus 4x4x8"),
    ("twisted torus 4 × 4 × 8", "lattice 8,4,4/0,4,0/0,0,4"),
    ("torus 4 × 8 × 8", "torus 4x8x8"),
    ("twisted torus 4 × 8 × 8", "lattice 8,0,4/0,8,4/0,0,4"),
    ("HyperX 8 × 8", "hyperx 8x8"),
    ("HyperX 4 × 4 × 4", "hyperx 4x4x4"),
    ("mesh on a chip 8 × 8", "mesh 8x8"),
    ("hypercube of dimension 8", "hypercube 8"),
    ("star graph of 5 symbols", "star 5"),
    ("cube-connected cycles of dimension 4", "cube-connected-cycles 4"),
    ("dragonfly 4 2", "dragonfly 4 2"),
    ("dragonfly 4 2, two hosts at each router", "dragonfly 4 2 2"),
    ("Hoffman–Singleton, the slim fly 5", "slim-fly 5"),
    ("slim fly 5, three hosts at each router", "slim-fly 5 3"),
    ("slim fly 13", "slim-fly 13"),
    ("Petersen", (PETERSEN, None)),
    ("fat tree k = 4", (fat_tree(4), "edge*,aggregation*,core*")),
    ("eight hosts at one switch", ([(host, 8) for host in range(8)], "8")),
    ("eight hosts at six switches, two links each", ([(host, 8 + at, 2) for host in range(8) for at in range(6)], "8,9,10,11,12,13")),
    ("NSFNET", (NSFNET, None)),
    ("random graph of 128 nodes and degree 6", (random_regular(128, 6, 1), None)),
]  # fmt: skip


def task(isotask, network, folder):
    """The file of the task."""
    file = folder / "task.json"
    if isinstance(network, str):
        words = network.split()
    else:
        links, switches = network
        edges = folder / "edges.txt"
        edges.write_text("".join(" ".join(map(str, link)) + "\n" for link in links))
        words = ["graph", "--edges", str(edges)] + (["--switches", switches] if switches else [])
    subprocess.run([isotask, "new", *words, "total-exchange", "-o", str(file)], check=True, capture_output=True)
    return file


def links_of(isotask, file, folder):
    """The nodes that have packets, and for each node the other ends of its links, as often as they carry packets."""
    written = folder / "network.json"
    subprocess.run([isotask, "export", str(file), "--to", "node-link", "-o", str(written)], check=True, capture_output=True)
    graph = json.loads(written.read_text())
    index = {json.dumps(node["id"]): at for at, node in enumerate(graph["nodes"])}
    hosts = [at for at, node in enumerate(graph["nodes"]) if not node.get("switch")]
    ends = [[] for _ in graph["nodes"]]
    for edge in graph["edges"]:
        a, b = index[json.dumps(edge["source"])], index[json.dumps(edge["target"])]
        ends[a] += [b] * edge.get("capacity", 1)
        if not graph.get("directed"):
            ends[b] += [a] * edge.get("capacity", 1)
    return hosts, ends


def distances(ends, to):
    """Hops of every node from one, over links that lead both ways."""
    found, reached = {to: 0}, [to]
    for node in reached:
        for other in ends[node]:
            if other not in found:
                found[other] = found[node] + 1
                reached.append(other)
    return [found[node] for node in range(len(ends))]


def greedy(hosts, ends):
    """The slots of total exchange where in every slot every link takes, of the packets that come nearer over it, one that has
    farthest to go."""
    far = {host: distances(ends, host) for host in hosts}
    waiting = [collections.defaultdict(list) for _ in ends]
    for source in hosts:
        for host in hosts:
            if host != source:
                waiting[source][far[host][source]].append(host)
    slots = 0
    while any(waiting):
        slots, arrived = slots + 1, []
        for node, queues in enumerate(waiting):
            for link in ends[node]:
                found = None
                for left in sorted(queues, reverse=True):
                    found = next((at for at, host in enumerate(queues[left]) if far[host][link] < left), None)
                    if found is not None:
                        arrived.append((link, left - 1, queues[left].pop(found)))
                        if not queues[left]:
                            del queues[left]
                        break
        for node, left, host in arrived:
            if left:
                waiting[node][left].append(host)
    return slots


def solved(isotask, file):
    """Slots, bound, and seconds of the whole command."""
    begin = time.monotonic()
    run = subprocess.run([isotask, "solve", str(file), "--json"], capture_output=True, text=True)
    seconds = time.monotonic() - begin
    claims = json.loads(run.stdout)["claims"]
    found = next(claim for claim in claims if claim["quantity"] == "completion-time" and claim["scope"] == "all")
    return found["value"], found["lower"]["value"], seconds


def main():
    isotask, words = sys.argv[1], sys.argv[2:]
    chosen = [(name, network) for name, network in NETWORKS if not words or any(word in name for word in words)]
    print("| network | nodes | links | slots | bound | gap | seconds | greedy |")
    print("|---|---|---|---|---|---|---|---|")
    for name, network in chosen:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            file = task(isotask, network, folder)
            hosts, ends = links_of(isotask, file, folder)
            slots, bound, seconds = solved(isotask, file)
            gap = f"{100 * (slots - bound) / bound:.1f} %" if slots > bound else "0"
            nodes = str(len(ends)) if len(hosts) == len(ends) else f"{len(ends)} ({len(hosts)} hosts)"
            links, plain = sum(map(len, ends)) // 2, greedy(hosts, ends)
            above = f"{plain} ({100 * (plain - bound) / bound:.0f} % above the bound)"
            print(f"| {name} | {nodes} | {links} | {slots} | {bound} | {gap} | {seconds:.1f} | {above} |", flush=True)


if __name__ == "__main__":
    main()
