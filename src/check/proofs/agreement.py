#!/usr/bin/env python3
"""Holds isotask-verify against isotask-check: on certificates, and on mutants of them.

    agreement.py VERIFY CHECK MUTANTS [FOLDER]...

Every certificate in the folders gets a verdict from both, and so do so many mutants of the small ones. What one accepts
and the other refuses is a difference: the document is kept, and the exit code is 1. What is not covered by the proof is
counted and not compared. The same numbers give the same mutants.
"""
import collections
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SMALL = 5000  # bytes of a certificate that is mutated
BATCH = 400
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


def change(rng, document):
    """One small change."""
    schedule, claim = document["schedule"], rng.choice(document["claims"])
    slots = schedule.get("slots", [])
    moves = [(i, j) for i, slot in enumerate(slots) for j in range(len(slot))]
    kind = rng.randrange(14)
    if kind <= 3 and moves:
        i, j = rng.choice(moves)
        if kind == 0:
            slots[i].pop(j)
        elif kind == 1:
            rng.choice(slots).append(slots[i].pop(j))
        elif kind == 2:
            slots[i][j][rng.randrange(len(slots[i][j]))] = rng.randrange(9)
        else:
            k = rng.randrange(len(slots))
            slots[i], slots[k] = slots[k], slots[i]
    elif kind == 4:
        claim["value"] += rng.choice([1, -1])
    elif kind == 5:
        claim["lower"]["value"] += rng.choice([1, -1])
    elif kind == 6:  # consistent in itself
        claim["value"] += rng.choice([0, 1, -1])
        claim["lower"]["value"] = claim["value"] + rng.choice([0, 0, -1])
    elif kind == 7:
        document["task"]["ports"] = rng.choice(["all", "one", "one-half-duplex", {"at-most": 2}, {"at-most": 3}])
    elif kind == 8:
        claim["scope"] = rng.choice(["all", "isotropic", "isotropic-shortest"])
    elif kind == 9 and "horizon" in claim:
        claim["horizon"] = rng.choice(["any", "critical", rng.randrange(12)])
    elif kind == 10:
        path = rng.choice(list(numbers(document["task"])) or [()])
        if path:
            at(document["task"], path[:-1])[path[-1]] += rng.choice([1, -1])
    elif kind <= 12:  # packets, subgroup, groups, intervals, routes
        rest = {key: part for key, part in schedule.items() if key != "slots"}
        path = rng.choice(list(numbers(rest)) or [()])
        if path:
            place = at(rest, path[:-1])
            place[path[-1]] = rng.choice([place[path[-1]] + 1, max(place[path[-1]] - 1, 0), rng.randrange(9)])
    else:
        path = rng.choice(list(numbers(document["claims"])) or [()])
        if path:
            at(document["claims"], path[:-1])[path[-1]] = rng.randrange(6)
    if rng.random() < 0.6:
        for one in document["claims"]:
            one["status"] = "optimal" if one["value"] == one["lower"]["value"] else "upper-bound"


def mutants(rng, bases, many):
    for _ in range(many):
        document = copy.deepcopy(rng.choice(bases))
        for _ in range(rng.choice([1, 1, 2])):
            change(rng, document)
        yield document


def compare(verify, check, files, tally, kept, keep, accepted):
    mine, theirs = verdicts(verify, files), verdicts(check, files)
    for file in files:
        pair = (mine[file], theirs[file])
        tally[pair] += 1
        if pair[1] == "verified":
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
    for kind in ("certificates", "texts"):
        lines += (folder / f"{kind}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    for case in map(json.loads, lines):
        if "good" in case:
            good[case["good"]] = case["document"]
            continue
        if "file" in case:
            yield str(folder.parent / case["file"])
            continue
        file = pathlib.Path(into) / f"{case['reason']}.{case['case']}.json"
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


def main(verify, check, many, *folders):
    folders = folders or ("models/certificates", "models/claims/certificates", "models/claims/stored")
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
    rng, tally, aside = random.Random(22), collections.Counter(), pathlib.Path(tempfile.mkdtemp(prefix="agreement-"))
    with tempfile.TemporaryDirectory() as folder:
        batch = []

        def keep(file):
            place = aside / f"{len(kept)}.json"
            place.write_bytes(pathlib.Path(file).read_bytes())
            return str(place)

        for number, document in enumerate(mutants(rng, bases, int(many))):
            file = f"{folder}/{number}.json"
            pathlib.Path(file).write_text(json.dumps(document), encoding="utf-8")
            batch.append(file)
            if len(batch) == BATCH or number + 1 == int(many):
                compare(verify, check, batch, tally, kept, keep, set())
                for one in batch:
                    pathlib.Path(one).unlink()
                batch = []
    print(f"{many} mutants of {len(bases)} certificates:")
    for pair, times in tally.most_common():
        print(f"  {times:7} {pair[0]}, {pair[1]}")
    for pair, place in kept[:40]:
        print(f"difference: {pair[0]}, but {pair[1]}: {place}")
    print(f"{len(kept)} differences")
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
