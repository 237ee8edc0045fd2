#!/usr/bin/env python3
"""Rounds of random patterns: as many as the busiest rank has messages, beside a greedy colouring, in one run.

    tests/benches/rounds.py ISOTASK [MESSAGES…]

For each number of messages a pattern of random pairs among a tenth as many ranks is written as lists of neighbours.
`isotask rounds` solves it and writes its certificate, `isotask check` checks it. The certificate is then read here, without
any code of Isotask: every message is sent once, and no rank sends or receives twice in a round. The greedy colouring gives each message the
first round in which both its ranks are free; rustworkx colours the same edges, if it is installed.
"""
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy

DIGITS = bytes.maketrans(bytes(set(range(256)) - set(b"0123456789")), b" " * 246)


def numbers(text):
    return numpy.fromstring(text.translate(DIGITS).decode(), dtype=numpy.int64, sep=" ")


def verify(path, ranks, pairs):
    """Returns the rounds of the certificate, once they are found to send every pair once."""
    text = open(path, "rb").read()
    terms = text[text.index(b'"terms"'):text.index(b'"claims"')].split(b'"times"')[1:]
    sent, rounds = [], 0
    for term in terms:
        found = numbers(term)
        times, entries = int(found[0]), found[1:].reshape(-1, 2)
        for side in (0, 1):
            assert len(numpy.unique(entries[:, side])) == len(entries), "a rank twice in a round"
        sent.append(numpy.repeat(entries[:, 0] * ranks + entries[:, 1], times))
        rounds += times
    assert (numpy.sort(numpy.concatenate(sent)) == numpy.sort(pairs)).all(), "other messages"
    return rounds


def greedy(ranks, pairs):
    """The rounds of the colouring that takes the first round free at both ends; a rank's rounds are bits of a number."""
    sends, receives, most = [0] * ranks, [0] * ranks, 0
    for pair in pairs.tolist():
        source, target = divmod(pair, ranks)
        taken = sends[source] | receives[target]
        free = ~taken & (taken + 1)
        sends[source] |= free
        receives[target] |= free
        most = max(most, free.bit_length())
    return most


def peer(ranks, pairs):
    """The rounds and the time of rustworkx, where it is installed: its edge colouring of bipartite graphs."""
    try:
        import rustworkx
    except ImportError:
        return "not installed"
    graph = rustworkx.PyGraph()
    graph.add_nodes_from([None] * (2 * ranks))
    graph.add_edges_from_no_data(list(zip((pairs // ranks).tolist(), (pairs % ranks + ranks).tolist())))
    before = time.perf_counter()
    colors = rustworkx.graph_bipartite_edge_color(graph)
    return f"{max(colors.values()) + 1} in {time.perf_counter() - before:.1f} s"


def timed(command):
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return time.perf_counter() - before, usage.ru_maxrss / 1024


def main(isotask, *sizes):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    print("| messages | ranks | busiest rank | rounds | solve and write | check | memory, MB | greedy | rustworkx |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for size in map(int, sizes or (10**4, 10**5, 10**6, 10**7)):
            ranks = max(size // 10, 2)
            draws = numpy.random.default_rng(size).integers(0, ranks, (size, 2))
            draws = draws[draws[:, 0] != draws[:, 1]]
            pairs = draws[:, 0] * ranks + draws[:, 1]
            lists, certificate = os.path.join(folder, "lists.txt"), os.path.join(folder, "c.json")
            order = numpy.argsort(draws[:, 0], kind="stable")
            with open(lists, "w") as out:
                sources, starts = numpy.unique(draws[order, 0], return_index=True)
                for source, targets in zip(sources, numpy.split(draws[order, 1], starts[1:])):
                    out.write(f"{source}: {' '.join(map(str, targets.tolist()))}\n")
            busiest = max(numpy.bincount(draws[:, 0]).max(), numpy.bincount(draws[:, 1]).max())
            solve, memory = timed([isotask, "rounds", lists, "-q", "-o", certificate])
            check, checked = timed([isotask, "check", certificate])
            rounds = verify(certificate, ranks, pairs)
            assert rounds == busiest, (rounds, busiest)
            print(f"| {len(pairs)} | {ranks} | {busiest} | {rounds} | {solve:.1f} s | {check:.1f} s | {max(memory, checked):.0f} | {greedy(ranks, pairs)} | {peer(ranks, pairs)} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
