#!/usr/bin/env python3
"""Holds isotask-verify against isotask-check: on certificates, and on mutants of them.

    agreement.py VERIFY CHECK MUTANTS [FOLDER]...

Every certificate in the folders gets a verdict from both, and so do so many mutants of the small ones that both accept, and as
many of certificates of matrices, which matrix_mutants.py makes. What one accepts and the other refuses is a difference: the document is kept, and the exit code is 1. What is not covered by the
proof is counted and not compared. The same numbers give the same mutants.
"""
import collections
import copy
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import matrix_mutants

SMALL = 5000  # bytes of a certificate that is mutated
BATCH = 400
MATRICES = 300  # certificates of matrices that are made
LIMITS = ("overflow.",)  # beginnings of names: refused because numbers outgrow isotask-check, not because they are wrong


def verdicts(program, files):
    """What the program says of every file: verified, refused, bad or uncovered."""
    run = subprocess.run([program, *files], capture_output=True, text=True, errors="replace", check=False)
    said = {}
    wanted = set(files)
    for line in (run.stdout + run.stderr).splitlines():
        file, _, rest = line.removeprefix("isotask-check: ").partition(": ")
        if file not in wanted or file in said:
            continue
        if rest.startswith(("verified", "valid schedule")):
            said[file] = "verified"
        elif rest.startswith("refused"):
            said[file] = "refused"
        elif rest.startswith("not covered"):
            said[file] = "uncovered"
        else:
            said[file] = "bad"
    return {file: said.get(file, "crashed") for file in files}


def numbers(node, path=()):
    """The places of all numbers below."""
    if isinstance(node, bool):
        return
    if isinstance(node, int):
        yield path
    elif isinstance(node, list):
        for i, item in enumerate(node):
            yield from numbers(item, path + (i,))
    elif isinstance(node, dict):
        for key, item in node.items():
            yield from numbers(item, path + (key,))


def at(node, path):
    for step in path:
        node = node[step]
    return node


def transmissions(document):
    """The places of all moves, by slot and number."""
    return [(i, j) for i, slot in enumerate(document["schedule"].get("slots", [])) for j in range(len(slot))]


def bounds(document):
    return [claim["lower"] for claim in document["claims"]]


def trees(document):
    return [bound for bound in bounds(document) if bound.get("tree")]


def drop_move(rng, document, _):
    moves = transmissions(document)
    if moves:
        i, j = rng.choice(moves)
        document["schedule"]["slots"][i].pop(j)


def shift_move(rng, document, _):
    moves, slots = transmissions(document), document["schedule"].get("slots", [])
    if moves:
        i, j = rng.choice(moves)
        rng.choice(slots).append(slots[i].pop(j))


def repeat_move(rng, document, _):
    moves, slots = transmissions(document), document["schedule"].get("slots", [])
    if moves:
        i, j = rng.choice(moves)
        rng.choice(slots).append(list(slots[i][j]))


def change_move(rng, document, _):
    moves, slots = transmissions(document), document["schedule"].get("slots", [])
    if moves:
        i, j = rng.choice(moves)
        slots[i][j][rng.randrange(len(slots[i][j]))] = rng.randrange(9)


def swap_moves(rng, document, _):
    """Two transmissions exchange their packets, their places, or all."""
    moves, slots = transmissions(document), document["schedule"].get("slots", [])
    if len(moves) > 1:
        (i, j), (k, m) = rng.sample(moves, 2)
        a, b = slots[i][j], slots[k][m]
        if len(a) == len(b):
            part = rng.choice([slice(0, 1), slice(1, None), slice(0, None)])
            a[part], b[part] = b[part], a[part]


def swap_slots(rng, document, _):
    slots = document["schedule"].get("slots", [])
    if slots:
        i, k = rng.randrange(len(slots)), rng.randrange(len(slots))
        slots[i], slots[k] = slots[k], slots[i]


def backwards(_, document, __):
    document["schedule"].get("slots", []).reverse()


def wait(rng, document, _):
    """A slot without moves; the claims are those of the longer schedule, but for delay."""
    slots = document["schedule"].get("slots")
    if slots:
        slots.insert(rng.randrange(len(slots) + 1), [])
        for claim in document["claims"]:
            if claim["quantity"] == "completion-time":
                claim["value"] += 1


def renumber(rng, document, _):
    """Two packets exchange their numbers: mostly the same schedule."""
    packets = document["schedule"].get("packets", [])
    if len(packets) > 1 and "slots" in document["schedule"]:
        a, b = rng.sample(range(len(packets)), 2)
        packets[a], packets[b] = packets[b], packets[a]
        if rng.random() < 0.8:
            for i, j in transmissions(document):
                move = document["schedule"]["slots"][i][j]
                move[0] = {a: b, b: a}.get(move[0], move[0])


def change_schedule(rng, document, _):
    """A number of packets, subgroup, groups, intervals or routes."""
    rest = {key: part for key, part in document["schedule"].items() if key != "slots"}
    path = rng.choice(list(numbers(rest)) or [()])
    if path:
        place = at(rest, path[:-1])
        place[path[-1]] = rng.choice([place[path[-1]] + 1, max(place[path[-1]] - 1, 0), rng.randrange(9)])


def change_plan(rng, document, _):
    """Rows of a plan of windows exchanged, turned, moved to another list or left out, or the links at the ends of a group."""
    plan = document["schedule"].get("plan")
    if not plan:
        return
    window = rng.choice(plan)
    lists = [window[key] for key in ("cut", "rest", "first", "last")] + window["bins"] + window["blocks"]
    rows = [items for items in [window["first"], window["last"], *window["blocks"]] if items]
    offsets = [items for items in [window["cut"], window["rest"], *window["bins"]] if items]

    def exchange():
        one, other = rng.choice(rows), rng.choice(rows)
        i, k = rng.randrange(len(one)), rng.randrange(len(other))
        one[i], other[k] = other[k], one[i]

    def turn():
        rng.choice(rng.choice(rows))[1] = rng.randrange(6)

    def move():
        items = rng.choice(rows)
        rng.choice([window["first"], window["last"], *window["blocks"]]).append(items.pop(rng.randrange(len(items))))

    def offset():
        items = rng.choice(offsets)
        items[rng.randrange(len(items))] = rng.randrange(64)

    def end():
        rng.choice(window["ends"])[rng.randrange(2)] = rng.randrange(-1, 6)

    def ends():
        one, other = rng.choice(window["ends"]), rng.choice(window["ends"])
        k = rng.randrange(2)
        one[k], other[k] = other[k], one[k]

    def drop():
        items = rng.choice([items for items in lists if items])
        items.pop(rng.randrange(len(items)))

    changes = [drop] if any(lists) else []
    changes += [exchange, exchange, turn, move] if rows else []
    changes += [offset] if offsets else []
    changes += [end, ends, ends] if window["ends"] else []
    if changes:
        rng.choice(changes)()


def other_form(rng, document, _):
    document["schedule"]["kind"] = rng.choice(["symmetric", "explicit", "orbit", "intervals", "conveyor", "windows"])


def change_value(rng, document, _):
    rng.choice(document["claims"])["value"] += rng.choice([1, -1])


def change_bound(rng, document, _):
    rng.choice(bounds(document))["value"] += rng.choice([1, -1])


def change_both(rng, document, _):
    """Consistent in itself."""
    claim = rng.choice(document["claims"])
    claim["value"] += rng.choice([0, 1, -1])
    claim["lower"]["value"] = claim["value"] + rng.choice([0, 0, -1])


def change_words(rng, document, _):
    """What a claim speaks of."""
    claim = rng.choice(document["claims"])
    key = rng.choice(["scope", "scope", "horizon", "horizon", "per", "quantity"])
    if key not in claim and rng.random() < 0.8:
        return
    claim[key] = rng.choice({
        "scope": ["all", "isotropic", "isotropic-shortest"],
        "horizon": ["any", "critical", rng.randrange(12)],
        "per": ["node", "network"],
        "quantity": ["completion-time", "transmissions", "total-delay"]}[key])


def drop_claim(rng, document, _):
    document["claims"].pop(rng.randrange(len(document["claims"])))


def other_bound(rng, document, bases):
    """A bound of another certificate, or of few words."""
    claim = rng.choice(document["claims"])
    lower = copy.deepcopy(rng.choice(bounds(rng.choice(bases))))
    if rng.random() < 0.6:
        lower = rng.choice([
            {"kind": "distances"}, {"kind": "pooled"}, {"kind": "departures"}, {"kind": "arrivals"}, {"kind": "volume"}, {"kind": "spanning"}, {"kind": "split"},
            {"kind": "distance", "packet": rng.randrange(6)}, {"kind": "distance", "packet": rng.randrange(6), "from": rng.randrange(6)},
            {"kind": "reception", "node": rng.randrange(6), "distance": rng.randrange(1, 4)},
            {"kind": "emission", "node": rng.randrange(6), "distance": rng.randrange(1, 4)},
            {"kind": "last-packet", "node": rng.randrange(6)}, {"kind": "cut", "nodes": sorted(rng.sample(range(6), rng.randrange(1, 4)))},
            {"kind": "cut-node", "node": rng.randrange(6), "nodes": sorted(rng.sample(range(6), rng.randrange(1, 4)))}])
    lower["value"] = claim["lower"]["value"]
    claim["lower"] = lower


def change_model(rng, document, _):
    """The model of a tree, and its slots."""
    found = [claim for claim in document["claims"] if "horizon_slots" in claim["lower"]]
    if found:
        lower = rng.choice(found)["lower"]
        if rng.random() < 0.5:
            lower.pop("model", None)
            lower.update(rng.choice([{}, {"model": "flow"}, {"model": "transport"}]))
        else:
            lower["horizon_slots"] += rng.choice([1, -1])
            lower["value"] = rng.choice([lower["value"], lower["horizon_slots"] + 1])


def change_tree(rng, document, _):
    """Nodes of a tree, or rows of a leaf, exchanged, repeated or left out."""
    found = trees(document)
    if found:
        tree = rng.choice(found)["tree"]
        leaves = [node["rows"] for node in tree if node.get("rows")]
        items = rng.choice(leaves) if leaves and rng.random() < 0.7 else tree
        i, k = rng.randrange(len(items)), rng.randrange(len(items))
        rng.choice([lambda: items.pop(i), lambda: items.insert(k, copy.deepcopy(items[i])), lambda: items.__setitem__(k, items[i])])()


def change_name(rng, document, _):
    """The word of a row, or the sign of its multiplier."""
    rows = [row for bound in trees(document) for node in bound["tree"] for row in node.get("rows", [])]
    if rows:
        row = rng.choice(rows)
        if rng.random() < 0.5:
            row[-1] = -row[-1]
        else:
            row[0] = rng.choice([rng.choice(rows)[0], "stock", "arc", "sends", "column", "hold", "x"])


def change_proof(rng, document, _):
    """A number anywhere in a claim."""
    path = rng.choice(list(numbers(document["claims"])) or [()])
    if path:
        at(document["claims"], path[:-1])[path[-1]] = rng.randrange(6)


def change_ports(rng, document, _):
    document["task"]["ports"] = rng.choice(["all", "one", "one-half-duplex", {"at-most": 2}, {"at-most": 3}])


def change_task(rng, document, _):
    path = rng.choice(list(numbers(document["task"])) or [()])
    if path:
        at(document["task"], path[:-1])[path[-1]] += rng.choice([1, -1])


def change_network(rng, document, _):
    """A link, what it carries or which way it leads, a switch, or links side by side; or a box of another kind."""
    network = document["task"]["network"]
    links = network.get("links")
    if links:
        link = rng.choice(links)
        own = 2 if network["kind"] == "graph" else 3
        rng.choice([
            lambda: links.remove(link),
            lambda: links.append(list(link)),
            lambda: link.__setitem__(slice(0, 2), [link[1], link[0]]),
            lambda: link.__setitem__(slice(own, None), [rng.randrange(4)]),
            lambda: link.__setitem__(slice(own, None), [])])()
    if network["kind"] in ("graph", "lift") and rng.random() < 0.5:
        nodes = rng.sample(range(network["nodes"]), rng.randrange(min(3, network["nodes"])))
        marks = [
            lambda: network.__setitem__("switches", sorted(nodes)),
            lambda: network.pop("switches", None),
            lambda: network.__setitem__("switch_ports", rng.choice(["all", "one", "one-half-duplex", {"at-most": 2}])),
            lambda: network.pop("switch_ports", None)]
        if network["kind"] == "graph":
            marks.append(lambda: network.__setitem__("directed", not network.get("directed", False)))
        rng.choice(marks)()
    if "radices" in network:
        rng.choice([
            lambda: network.__setitem__("multiplicity", [rng.choice([1, 1, 2, 3]) for _ in network["radices"]]),
            lambda: network.pop("multiplicity", None),
            lambda: network.__setitem__("kind", rng.choice(["mesh", "torus", "hyperx"]))])()


def other_task(rng, document, bases):
    """The network, the packets or both of another certificate; or the same, the other way."""
    task, other = document["task"], copy.deepcopy(rng.choice(bases)["task"])
    turned = {"scatter": "gather", "single-node-broadcast": "single-node-accumulation", "multinode-broadcast": "multinode-accumulation"}
    turned.update({b: a for a, b in turned.items()})
    kind = task["task"]["kind"]
    if kind in turned and rng.random() < 0.5:
        task["task"]["kind"] = turned[kind]
    else:
        for key in rng.choice([["network"], ["task"], ["network", "task"]]):
            task[key] = other[key]


CHANGES = (
    drop_move, shift_move, repeat_move, change_move, swap_moves, swap_moves, swap_slots, backwards, wait, wait, renumber, renumber,
    change_schedule, change_schedule, change_plan, change_plan, other_form, change_value, change_bound, change_both, change_both, change_words, change_words,
    drop_claim, other_bound, other_bound, change_model, change_model, change_tree, change_name, change_proof, change_proof,
    change_ports, change_ports, change_task, change_network, change_network, other_task)


def change(rng, document, bases):
    """One small change, and mostly the status that fits it."""
    if document["claims"]:
        rng.choice(CHANGES)(rng, document, bases)
    if rng.random() < 0.6:
        for one in document["claims"]:
            one["status"] = "optimal" if one["value"] == one["lower"]["value"] else "upper-bound"


def mutants(rng, bases, many):
    for _ in range(many if bases else 0):
        document = copy.deepcopy(rng.choice(bases))
        for _ in range(rng.choice([1, 1, 2])):
            change(rng, document, bases)
        yield document


def compare(verify, check, files, tally, kept, keep, accepted):
    mine, theirs = verdicts(verify, files), verdicts(check, files)
    for file in files:
        pair = (mine[file], theirs[file])
        tally[pair] += 1
        if pair == ("verified", "verified"):
            accepted.add(file)
        if pair[0] != "uncovered" and (pair[0] == "verified") != (pair[1] == "verified") or pair[0] == "crashed":
            kept.append((pair, keep(file)))


def put(document, pointer, value):
    *place, key = pointer.split("/")[1:]
    node = at(document, [int(step) if step.isdigit() else step for step in place])
    if isinstance(node, list):
        node[int(key):int(key) + 1] = [value]
    else:
        node[key] = value


def rejected(folder, into):
    """The certificates of models/reject, and its texts, as files, by what its README.md says of the cases."""
    folder, good, lines = pathlib.Path(folder), {}, []
    for kind in ("certificates", "matrices", "texts"):
        text = (folder / f"{kind}.jsonl").read_text(encoding="utf-8")
        lines += [(kind, line) for line in text.split("\n")[:-1]]
    for kind, line in lines:
        case = json.loads(line)
        if "good" in case:
            good[case["good"]] = case["document"]
            if kind == "matrices":
                file = pathlib.Path(into) / f"good.{case['good']}.json"
                file.write_text(json.dumps(case["document"]), encoding="utf-8")
                yield str(file)
            continue
        if "file" in case:
            yield str(folder.parent / case["file"])
            continue
        file = pathlib.Path(into) / f"{case['reason']}.{kind}.{case['case']}.json"
        if "document" not in case and "of" not in case:
            parts = case.get("text", case.get("latin-1"))
            text = parts if isinstance(parts, str) else "".join(part * times for part, times in parts)
            file.write_bytes(text.encode("latin-1" if "latin-1" in case else "utf-8"))
            yield str(file)
            continue
        document = copy.deepcopy(case.get("document") or good.get(case["of"]))
        if document is None:
            document = json.loads((folder.parent / case["of"]).read_bytes())
        for pointer in case.get("drop", []):
            *place, key = pointer.split("/")[1:]
            del at(document, [int(step) if step.isdigit() else step for step in place])[key]
        for pointer, value in case.get("put", {}).items():
            put(document, pointer, value)
        file.write_text(json.dumps(document), encoding="utf-8")
        yield str(file)


def compare_mutants(programs, documents, kept):
    """The same for documents that are made one by one; those that differ are put aside."""
    tally, aside = collections.Counter(), pathlib.Path(tempfile.mkdtemp(prefix="agreement-"))
    documents = iter(documents)

    def keep(file):
        place = aside / f"{len(kept)}.json"
        place.write_bytes(pathlib.Path(file).read_bytes())
        return str(place)

    with tempfile.TemporaryDirectory() as folder:
        while batch := list(itertools.islice(documents, BATCH)):
            files = [f"{folder}/{number}.json" for number in range(len(batch))]
            for file, document in zip(files, batch):
                pathlib.Path(file).write_text(json.dumps(document), encoding="utf-8")
            compare(*programs, files, tally, kept, keep, set())
    for pair, times in tally.most_common():
        print(f"  {times:7} {pair[0]}, {pair[1]}")
    return tally


def main(verify, check, many, *folders):
    folders = folders or ("models/certificates", "models/claims/certificates", "models/claims/stored", "models/matrices/certificates")
    found = sorted(str(path) for folder in folders for path in pathlib.Path(folder).glob("*.json"))
    cases = tempfile.mkdtemp(prefix="rejected-")
    for folder in folders:
        if (pathlib.Path(folder) / "certificates.jsonl").exists():
            found += sorted(rejected(folder, cases))
    certificates, small, accepted = [], {}, set()
    for file in found:
        text = pathlib.Path(file).read_bytes()
        if pathlib.Path(file).name.startswith(LIMITS):
            continue
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(document, dict) and document.get("format") == "isotask.certificate/1":
            certificates.append(file)
            if len(text) <= SMALL:
                small[file] = document
    tally, kept = collections.Counter(), []
    for start in range(0, len(certificates), BATCH):
        compare(verify, check, certificates[start:start + BATCH], tally, kept, lambda file: file, accepted)
    print(f"{len(certificates)} certificates (isotask-verify, isotask-check):")
    for pair, times in tally.most_common():
        print(f"  {times:7} {pair[0]}, {pair[1]}")
    bases = [document for file, document in small.items() if file in accepted]
    tasks = [document for document in bases if "matrix" not in document]
    print(f"{many} mutants of {len(tasks)} certificates:")
    compare_mutants((verify, check), mutants(random.Random(22), tasks, int(many)), kept)
    rng = random.Random(23)
    made = list(matrix_mutants.made(rng, MATRICES))
    print(f"{MATRICES} certificates of matrices that were made:")
    right = compare_mutants((verify, check), made, kept)[("verified", "verified")]
    matrices = [document for document in bases if "rows" in document.get("matrix", {})] + made
    print(f"{many} mutants of {len(matrices)} certificates of matrices:")
    compare_mutants((verify, check), matrix_mutants.mutants(rng, matrices, int(many)), kept)
    for pair, place in kept[:40]:
        print(f"difference: {pair[0]}, but {pair[1]}: {place}")
    print(f"{len(kept)} differences")
    if right < MATRICES:
        print(f"{MATRICES - right} certificates of matrices were made right and are not accepted")
    return 1 if kept or right < MATRICES else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
