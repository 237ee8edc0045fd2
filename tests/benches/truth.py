"""Random tiny tasks of every kind, solved by Isotask and by an exact program that shares no code with it.

    pip install ortools
    python3 tests/benches/truth.py target/release/isotask [TASKS [SEED [SECONDS]]]

Networks, tasks and port rules are written here once more, and CP-SAT decides for one number of slots after the
other whether any schedule has so few; of delay it finds the least among symmetric schedules. Printed is, for
each kind of task, how many Isotask closed (value and bound meet), how many CP-SAT closed in SECONDS (20) a task,
and the time of both. A bound above the truth, a value below it, or an optimum that is none ends with exit code 1.
Rings, tori and hypercubes are solved a second time as the lattices that they are: whatever is said otherwise of one
spelling than of the other is printed, and ends with exit code 1 too.
"""

import collections
import itertools
import json
import random
import subprocess
import sys
import time

from ortools.sat.python import cp_model


# Networks: a list of arcs (from, to) for node after node, in the order of the links; parallel arcs stand twice.


def cube(d):
    return {"kind": "hypercube", "dimension": d}, [[v ^ 1 << j for j in range(d)] for v in range(1 << d)]


def units(radices):
    """By how much the index grows with each coordinate, the last one fastest; the number of nodes in front."""
    sizes = [1]
    for radix in reversed(radices):
        sizes.insert(0, sizes[0] * radix)
    return sizes


def torus(radices):
    sizes = units(radices)
    links = []
    for v in range(sizes[0]):
        ends = []
        for i, radix in enumerate(radices):
            unit, x = sizes[i + 1], v // sizes[i + 1] % radix
            for step in [1] if radix == 2 else [1, radix - 1]:
                ends.append(v + ((x + step) % radix - x) * unit)
        links.append(ends)
    return {"kind": "torus", "radices": radices}, links


def ring(n):
    return {"kind": "ring", "nodes": n}, torus([n])[1]


def circulant(n, steps):
    every = []
    for step in steps:
        every += [step] if 2 * step == n else [step, n - step]
    links = [[(v + step) % n for step in every] for v in range(n)]
    return {"kind": "cayley", "family": "circulant", "n": n, "steps": steps}, links


def hyperx(radices, multiplicity):
    sizes = units(radices)
    links = []
    for v in range(sizes[0]):
        ends = []
        for radix, unit, copies in zip(radices, sizes[1:], multiplicity):
            x = v // unit % radix
            ends += [v + (y % radix - x) * unit for y in range(x + 1, x + radix) for _ in range(copies)]
        links.append(ends)
    network = {"kind": "hyperx", "radices": radices}
    return network | ({"multiplicity": multiplicity} if max(multiplicity) > 1 else {}), links


def same_class(matrix, x, y):
    """Whether the difference is a whole combination of the columns, by Cramer's rule."""
    columns = [list(column) for column in zip(*matrix)]
    whole = determinant(columns)
    difference = [a - b for a, b in zip(x, y)]
    replaced = ([*columns[:j], difference, *columns[j + 1 :]] for j in range(len(columns)))
    return all(determinant(rows) % whole == 0 for rows in replaced)


def determinant(rows):
    if not rows:
        return 1
    minors = ([row[:j] + row[j + 1 :] for row in rows[1:]] for j in range(len(rows)))
    return sum((-1) ** j * entry * determinant(minor) for j, (entry, minor) in enumerate(zip(rows[0], minors)))


def boxed(matrix):
    return list(itertools.product(*(range(row[i]) for i, row in enumerate(matrix))))


def lattice(matrix):
    """Every vector is looked for among those of the box."""
    nodes, units = boxed(matrix), range(len(matrix))

    def at(v, i, step):
        vector = [x + step * (k == i) for k, x in enumerate(v)]
        return next(w for w, other in enumerate(nodes) if same_class(matrix, vector, other))

    ways = [(i, step) for i in units for step in (1, -1) if step == 1 or at(nodes[0], i, 1) != at(nodes[0], i, -1)]
    return {"kind": "lattice", "matrix": matrix}, [[at(v, i, step) for i, step in ways] for v in nodes]


def incomplete(n):
    d = (n - 1).bit_length()
    links = [[v ^ 1 << j for j in range(d) if v ^ 1 << j < n] for v in range(n)]
    return {"kind": "incomplete-hypercube", "nodes": n}, links


def graph(rng):
    """A random graph, directed or not, of small capacities; often with a way from every node to every other, else
    with chains one way, in pieces, or with nodes that no link has."""
    n, directed = rng.randint(2, 6), rng.random() < 0.5
    order = rng.sample(range(n), n)
    pairs = [(v, w) for v, w in zip(order, order[1:] + order[:1])]
    if rng.random() < 0.4:
        pairs = rng.sample(pairs, rng.randint(1, n))
    pairs += [tuple(rng.sample(range(n), 2)) for _ in range(rng.randint(0, n))]
    found = {}
    for v, w in pairs:
        found[(v, w) if directed else (min(v, w), max(v, w))] = rng.choice([1, 1, 1, 2])
    links = [[] for _ in range(n)]
    for (v, w), capacity in found.items():
        links[v] += [w] * capacity
        if not directed:
            links[w] += [v] * capacity
    written = [[v, w] + [c] * (c > 1) for (v, w), c in found.items()]
    rng.shuffle(written)
    network = {"kind": "graph", "nodes": n, "links": written} | ({"directed": True} if directed else {})
    if n > 2 and rng.random() < 0.6:
        network["switches"] = sorted(rng.sample(range(n), rng.randint(1, n - 2)))
        if rng.random() < 0.7:
            network["switch_ports"] = rng.choice(["all", "one", {"at-most": 2}, "one-half-duplex"])
    return network, [sorted(ends) for ends in links]


def hosts(network, n):
    """The nodes that have packets of their own; of a lift a mark stands for all nodes above it."""
    sheet = network["nodes"] if network["kind"] == "lift" else n
    return [v for v in range(n) if v % sheet not in network.get("switches", [])]


def mesh(radices):
    nodes = list(itertools.product(*map(range, radices)))
    links = [[i for i, w in enumerate(nodes) if sum(abs(x - y) for x, y in zip(v, w)) == 1] for v in nodes]
    return {"kind": "mesh", "radices": radices}, links


def lift(group, base, links):
    """The lift of a base by a product of cyclic groups; a link is (from, to, shift, capacity)."""
    elements = list(itertools.product(*map(range, group)))
    ends = collections.defaultdict(int)
    for u, v, shift, capacity in links:
        for at, element in enumerate(elements):
            there = elements.index(tuple((x + y) % r for x, y, r in zip(element, shift, group)))
            one, other = at * base + u, there * base + v
            ends[one, other] = ends[other, one] = capacity
    found = [[] for _ in range(len(elements) * base)]
    for (v, w), capacity in sorted(ends.items()):
        found[v] += [w] * capacity
    written = [[u, v, list(shift)] + [c] * (c > 1) for u, v, shift, c in links]
    return {"kind": "lift", "group": group, "nodes": base, "links": written}, found


def some_lift(rng):
    """A random lift: a path through the base, a loop for each part of the group, and one link more."""
    group, base = rng.choice([([2], 1), ([2], 2), ([2], 3), ([3], 1), ([3], 2), ([4], 1), ([5], 1), ([2, 2], 1), ([2, 3], 1)])
    element = lambda: tuple(rng.randrange(r) for r in group)  # noqa: E731
    links = [(v, v + 1, element()) for v in range(base - 1)]
    links += [(rng.randrange(base),) * 2 + (tuple(int(i == j) for j in range(len(group))),) for i in range(len(group))]
    links.append((rng.randrange(base), rng.randrange(base), element()))
    known, kept = set(), []
    for u, v, shift in links:
        back = v, u, tuple((r - x) % r for x, r in zip(shift, group))
        if (u, v, shift) != (u, u, (0,) * len(group)) and not {(u, v, shift), back} & known:
            known |= {(u, v, shift), back}
            kept.append((u, v, shift, rng.choice([1, 1, 1, 2])))
    network, ends = lift(group, base, kept)
    if base > 1 and rng.random() < 0.5:
        marks = sorted(rng.sample(range(base), rng.randint(1, base - 1)))
        # Two hosts at least are left: there are two elements.
        network["switches"] = marks
        if rng.random() < 0.7:
            network["switch_ports"] = rng.choice(["all", "one", {"at-most": 2}, "one-half-duplex"])
    return network, ends


SYMMETRIC = [cube(1), cube(2), cube(3), ring(3), ring(4), ring(5), ring(6), ring(7), torus([2, 3]), torus([3, 2]),
             torus([3, 3]), torus([2, 4]), torus([2, 2, 2]), circulant(5, [1]), circulant(6, [1, 3]),
             circulant(7, [1, 2]), circulant(8, [1, 4]), circulant(5, [1, 2]), circulant(4, [1, 2]),
             hyperx([4], [1]), hyperx([3, 2], [1, 1]), hyperx([2], [3]), hyperx([3], [2]), hyperx([2, 2], [1, 2]),
             hyperx([3, 2], [2, 1]), lattice([[4, 2], [0, 2]]), lattice([[3, 0], [0, 2]]), lattice([[5, 2], [0, 1]]),
             lattice([[2, 1], [0, 4]]), lattice([[2, 1, 1], [0, 2, 1], [0, 0, 2]])]  # fmt: skip
OTHERS = [incomplete(n) for n in (3, 5, 6, 7)] + [mesh(r) for r in ([4], [2, 3], [3, 2], [2, 2, 2])]


def distances(links, root):
    found, reached = {root: 0}, [root]
    for v in reached:
        for w in links[v]:
            if w not in found:
                found[w] = found[v] + 1
                reached.append(w)
    return found


def translate(network, offset, v):
    """The node to which v sends what node 0 sends to offset."""
    if network["kind"] == "hypercube":
        return v ^ offset
    if network["kind"] == "lattice":
        nodes = boxed(network["matrix"])
        vector = [x + y for x, y in zip(nodes[v], nodes[offset])]
        return next(w for w, other in enumerate(nodes) if same_class(network["matrix"], vector, other))
    if network["kind"] in ("torus", "hyperx"):
        result, unit = 0, 1
        for radix in reversed(network["radices"]):
            result += (v // unit + offset // unit) % radix * unit
            unit *= radix
        return result
    return (v + offset) % (network.get("nodes") or network["n"])


# Tasks: the document, and what it means: ("carry", {(from, to): count}) or ("copy", {from: count}).


def make(rng):
    """A task whose packets all have ways."""
    while True:
        document, links, meaning, offsets = some_task(rng)
        own = hosts(document["network"], len(links))
        pairs = meaning[1] if meaning[0] == "carry" else itertools.product(meaning[1], own)
        if all(w in distances(links, v) for v, w in pairs):
            return document, links, meaning, offsets


def some_task(rng):
    draw = rng.random()
    listed = some_lift if draw < 0.15 else graph
    network, links = listed(rng) if draw < 0.4 else rng.choice(SYMMETRIC if draw < 0.85 else OTHERS)
    n, symmetric = len(links), network["kind"] not in ("incomplete-hypercube", "graph", "mesh", "lift")
    kinds = ["total-exchange", "demands", "demands", "single-node-broadcast", "single-node-accumulation", "scatter",
             "gather", "multinode-broadcast", "multinode-accumulation"]  # fmt: skip
    if symmetric:
        kinds += ["neighbourhood-exchange"] + ["isotropic"] * 4
    elif network["kind"] == "graph":
        kinds += ["neighbourhood-exchange"]
    kind = rng.choice(kinds)
    count = rng.choice([1, 1, 2]) if n <= 6 else 1
    task, far, offsets = {"kind": kind}, distances(links, 0), None
    others, own = range(1, n), hosts(network, n)
    if kind in ("isotropic", "demands"):
        count = 1
    elif count > 1:
        task["count"] = count
    if kind == "total-exchange":
        offsets = {x: count for x in others}
        meaning = "carry", {(v, w): count for v in own for w in own if v != w}
    elif kind == "neighbourhood-exchange" and not symmetric:
        far = [distances(links, v) for v in range(n)]
        diameter = max(max(row.values()) for row in far)
        low = rng.randint(1, diameter)
        high = rng.randint(low, diameter)
        task |= {"min": low, "max": high}
        meaning = "carry", {(v, w): count for v in own for w in own if low <= far[v].get(w, 0) <= high}
    elif kind == "neighbourhood-exchange":
        low = rng.randint(1, max(far.values()))
        high = rng.randint(low, max(far.values()))
        task |= {"min": low, "max": high}
        offsets = {x: count for x in others if low <= far[x] <= high}
    elif kind == "isotropic":
        offsets = {x: rng.choice([1, 1, 2, 3]) for x in rng.sample(others, rng.randint(1, min(3, n - 1)))}
        task["packets"] = [{"offset": x, "count": c} for x, c in sorted(offsets.items())]
    elif kind == "demands":
        pairs = [(v, w) for v in own for w in own if v != w]
        pairs = rng.sample(pairs, rng.randint(1, min(8, len(pairs))))
        meaning = "carry", {pair: rng.choice([1, 1, 2]) for pair in sorted(pairs)}
        task["packets"] = [{"from": v, "to": w, "count": c} for (v, w), c in meaning[1].items()]
    elif kind.startswith("multinode"):
        meaning = "copy", {v: count for v in own}
    else:
        root = task["root"] = rng.choice(own)
        if kind == "scatter":
            meaning = "carry", {(root, v): count for v in own if v != root}
        elif kind == "gather":
            meaning = "carry", {(v, root): count for v in own if v != root}
        else:
            meaning = "copy", {root: count}
    if offsets is not None and symmetric:
        pairs = collections.Counter()
        for x, c in offsets.items():
            for v in range(n):
                pairs[v, translate(network, x, v)] += c
        meaning = "carry", dict(pairs)
    ports = rng.choice(["all", "all", "one", {"at-most": 2}, "one-half-duplex"])
    objective = "completion-time"
    if offsets is not None and symmetric and ports != "one-half-duplex" and rng.random() < 0.5:
        objective = rng.choice(["average-delay", "completion-time-then-average-delay"])
    document = {"format": "isotask.task/1", "network": network, "task": task, "ports": ports, "objective": objective}
    return document, turned_round(links) if kind.endswith("accumulation") else links, meaning, offsets


def turned_round(links):
    """Every arc the other way."""
    found = [[] for _ in links]
    for v, ends in enumerate(links):
        for w in ends:
            found[w].append(v)
    return found


# The exact programs. What is combined is what is copied with time and arcs reversed.


def require_ports(model, ports, sends, receives):
    """sends and receives: all variables of one node in one slot."""
    if ports == "one-half-duplex":
        model.add(sum(sends) + sum(receives) <= 1)
    elif ports != "all":
        most = 1 if ports == "one" else ports["at-most"]
        model.add(sum(sends) <= most)
        model.add(sum(receives) <= most)


def schedule_exists(links, own, meaning, ports, slots, seconds):
    """Whether some schedule has so many slots, each node having its ports, copies going to those of `own`; None where
    CP-SAT does not know in time."""
    model = cp_model.CpModel()
    arcs = [(v, j) for v in range(len(links)) for j in range(len(links[v]))]
    way, packets = meaning
    if way == "carry":
        items = [(v, {w: count}, count) for (v, w), count in packets.items()]
    else:
        items = [(v, dict.fromkeys(own, 1), 1) for v, count in packets.items() for _ in range(count)]
    moves = [
        [{arc: model.new_int_var(0, most, "") for arc in arcs} for _ in range(slots)] for _, _, most in items
    ]
    for (start, goal, most), uses in zip(items, moves):
        held = [most if v == start else 0 for v in range(len(links))]
        for now in uses:
            came = [[] for _ in links]
            for v, j in arcs:
                came[links[v][j]].append(now[v, j])
                if way == "copy":
                    model.add(now[v, j] <= held[v])
            then = [model.new_int_var(0, most, "") for _ in links]
            for v in range(len(links)):
                out = [now[v, j] for j in range(len(links[v]))]
                if way == "carry":
                    model.add(sum(out) <= held[v])
                    model.add(then[v] == held[v] + sum(came[v]) - sum(out))
                else:
                    model.add(then[v] <= held[v] + sum(came[v]))
            held = then
        for v, wanted in goal.items():
            model.add(held[v] >= wanted)
    for slot in range(slots):
        sends, receives = [[] for _ in links], [[] for _ in links]
        for v, j in arcs:
            used = [uses[slot][v, j] for uses in moves]
            model.add(sum(used) <= 1)
            sends[v] += used
            receives[links[v][j]] += used
        for v in range(len(links)):
            require_ports(model, ports[v], sends[v], receives[v])
    status = solver(seconds).solve(model)
    return {cp_model.INFEASIBLE: False, cp_model.OPTIMAL: True, cp_model.FEASIBLE: True}.get(status)


def least_symmetric(network, links, offsets, ports, slots, seconds, delay):
    """The least total delay of a node's packets over symmetric schedules of so many slots (or, without `delay`, 0);
    -1 where there is none, None where CP-SAT does not know."""
    model = cp_model.CpModel()
    n, links_of_0 = len(links), links[0]
    uses, late = [], []
    for goal, count in offsets.items():
        held = [count if v == 0 else 0 for v in range(n)]
        of_packet = []
        for _ in range(slots):
            now = [[model.new_int_var(0, count, "") for _ in links_of_0] for _ in range(n)]
            then = [model.new_int_var(0, count, "") for _ in range(n)]
            for v in range(n):
                model.add(sum(now[v]) <= held[v])
                came = [now[u][j] for u in range(n) for j in range(len(links_of_0)) if links[u][j] == v]
                model.add(then[v] == held[v] + sum(came) - sum(now[v]))
            late.append(count - held[goal])
            held = then
            of_packet.append(now)
        model.add(held[goal] == count)
        uses.append(of_packet)
    for slot in range(slots):
        each = [[u for of in uses for row in [of[slot]] for v in range(n) for u in [row[v][j]]]
                for j in range(len(links_of_0))]  # fmt: skip
        for used in each:
            model.add(sum(used) <= 1)
        if ports != "all":
            model.add(sum(map(sum, each)) <= (1 if ports == "one" else ports["at-most"]))
    if delay:
        model.minimize(sum(late))
    found = solver(seconds)
    status = found.solve(model)
    if status == cp_model.INFEASIBLE:
        return -1
    return round(found.objective_value) if status == cp_model.OPTIMAL else None


def solver(seconds):
    found = cp_model.CpSolver()
    found.parameters.num_workers = 2
    found.parameters.max_time_in_seconds = seconds
    return found


def truth(document, links, meaning, offsets, seconds):
    """(slots, delay): the least slots of all schedules, or of symmetric ones and then their least delay."""
    ports, objective = document["ports"], document["objective"]
    network = document["network"]
    own = hosts(network, len(links))
    rules = [ports if v in own else network.get("switch_ports", "all") for v in range(len(links))]
    for slots in range(0 if objective == "completion-time" else 1, 40):
        if objective == "completion-time":
            found = schedule_exists(links, own, meaning, rules, slots, seconds)
            if found is None or found:
                return (slots if found else None), None
            continue
        found = least_symmetric(document["network"], links, offsets, ports, slots, seconds, False)
        if found is None:
            return None, None
        if found == -1:
            continue
        # With more slots than all moves together one after the other nothing is gained.
        if objective == "average-delay":
            far = distances(links, 0)
            slots = sum(far[x] * c for x, c in offsets.items())
            if slots > 14:
                return None, None
        found = least_symmetric(document["network"], links, offsets, ports, slots, seconds, True)
        return None, (None if found in (None, -1) else found)
    return None, None


def isotask(program, document):
    symmetric = [] if document["objective"] == "completion-time" else ["--symmetric"]
    began = time.time()
    done = subprocess.run([program, "solve", "-", "--json", *symmetric], input=json.dumps(document), capture_output=True,
                          text=True)  # fmt: skip
    return json.loads(done.stdout), done.returncode, time.time() - began


def as_lattice(network):
    """The same nodes in the same order, spelled as the quotient of all whole vectors by a grid; None of others."""
    if network["kind"] == "hypercube":
        radices = [2] * network["dimension"]
    elif network["kind"] in ("ring", "torus"):
        radices = network.get("radices") or [network["nodes"]]
    else:
        return None
    return {"kind": "lattice", "matrix": [[r * (i == j) for j in range(len(radices))] for i, r in enumerate(radices)]}


def told(said, delay):
    """Value and bound."""
    return (said.get("completion_time"), said.get("bound")) if delay is None else delays(said)


def main():
    program = sys.argv[1]
    tasks, seed, seconds = (int(word) for word in [*sys.argv[2:], *["300", "1", "20"][len(sys.argv) - 2:]])
    rng, rows, wrong = random.Random(seed), collections.defaultdict(lambda: [0, 0, 0, 0.0, 0.0]), 0
    spelled = other_said = 0
    for number in range(tasks):
        document, links, meaning, offsets = make(rng)
        said, code, took = isotask(program, document)
        began = time.time()
        slots, delay = truth(document, links, meaning, offsets, seconds)
        row = rows[document["task"]["kind"] + ("" if document["objective"] == "completion-time" else ", delay")]
        row[0] += 1
        row[1] += code == 0
        row[2] += (slots, delay) != (None, None)
        row[3] += took
        row[4] += time.time() - began
        value, bound, least = *told(said, delay), slots if delay is None else delay
        if code not in (0, 3) or (least is not None and not (bound <= least <= value and (code == 3 or value == bound))):
            wrong += 1
            print("WRONG", json.dumps(document), "exit", code, "value", value, "bound", bound, "truth", least)
        if lattice := as_lattice(document["network"]):
            again, code_again, _ = isotask(program, document | {"network": lattice})
            spelled += 1
            if (*told(again, delay), code_again) != (value, bound, code):
                other_said += 1
                print("OTHERWISE", json.dumps(document), "exit", code, "value", value, "bound", bound,
                      "as a lattice: exit", code_again, "value, bound", *told(again, delay))  # fmt: skip
    print(f"{'task':<36}{'tasks':>6}{'closed':>8}{'CP-SAT':>8}{'seconds':>9}{'CP-SAT':>9}")
    for kind, (all_of, closed, known, took, other) in sorted(rows.items()):
        print(f"{kind:<36}{all_of:>6}{closed:>8}{known:>8}{took:>9.1f}{other:>9.1f}")
    print(f"{wrong} wrong of {tasks}; {other_said} of {spelled} in two spellings were told otherwise of one")
    sys.exit(wrong + other_said > 0)


def delays(said):
    """Total delay of a node and its bound."""
    delay = said["delay"]
    return delay["total"], delay["bound"]


if __name__ == "__main__":
    main()
