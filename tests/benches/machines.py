#!/usr/bin/env python3
"""The least slots of the collectives of every machine: solves each, has the certificate checked, and writes what was found.

    python3 tests/benches/machines.py ISOTASK ISOTASK_CHECK [NAME…] [--seconds S]

solves each collective of the machines with these names, or of all, and writes slots, bound and the SHA-256 of the
certificate into models/machines/NAME.json where fewer slots or a greater bound came out than stand there, or nothing did. The
certificate is made in a temporary folder, from the words of the command line, and accepted by the other program. One thread, no
time limit by default, so that a run can be repeated. At the end it says how many are proved optimal."""

import argparse
import hashlib
import json
import pathlib
import subprocess
import tempfile
import time

COLLECTIVES = ["all-to-all", "allgather", "reduce-scatter", "allreduce", "broadcast", "reduce", "scatter", "gather"]
MODELS = pathlib.Path(__file__).resolve().parents[2] / "models/machines"


def solve(isotask, check, name, task, seconds):
    """The result of one collective, or none if there is no schedule."""
    with tempfile.TemporaryDirectory() as place:
        certificate = pathlib.Path(place) / "certificate.json"
        words = [isotask, "solve", "machine", name, *task.split(), "--json", "--threads", "1", "-o", str(certificate)]
        if seconds:
            words += ["--time-limit", str(seconds)]
        ended = subprocess.run(words, capture_output=True, text=True)
        if ended.returncode not in (0, 3):
            print(f"{name} {task}: {ended.stderr or ended.stdout}")
            return None
        subprocess.run([check, str(certificate)], check=True, capture_output=True)
        found = json.loads(ended.stdout)
        digest = hashlib.sha256(certificate.read_bytes()).hexdigest()
        return {"task": task, "slots": found["completion_time"], "bound": found["bound"], "sha256": digest}


def written(machine):
    """The text of a file: a result is one line, and so is a link."""
    lines = []
    for key, value in machine.items():
        if key == "results" and value:
            rows = ",\n".join("    " + json.dumps(row) for row in value)
            lines.append(f'  "results": [\n{rows}\n  ]')
        elif key == "network":
            inner = []
            for part, held in value.items():
                text = json.dumps(held, ensure_ascii=False)
                if part == "links":
                    text = "[\n" + ",\n".join("      " + json.dumps(link) for link in held) + "\n    ]"
                inner.append(f'    "{part}": {text}')
            lines.append('  "network": {\n' + ",\n".join(inner) + "\n  }")
        else:
            lines.append(f'  "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def is_better(found, known):
    return known is None or (found["slots"], -found["bound"]) < (known["slots"], -known["bound"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("isotask")
    parser.add_argument("check")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=0)
    arguments = parser.parse_args()
    closed = every = 0
    for path in sorted(MODELS.glob("*.json")):
        if arguments.names and path.stem not in arguments.names:
            continue
        machine = json.loads(path.read_text())
        results = {row["task"]: row for row in machine["results"]}
        for task in COLLECTIVES:
            began = time.monotonic()
            found = solve(arguments.isotask, arguments.check, path.stem, task, arguments.seconds)
            if found is None:
                continue
            if is_better(found, results.get(task)):
                results[task] = found
            every, closed = every + 1, closed + (found["slots"] == found["bound"])
            print(f"{path.stem:16} {task:16} {found['slots']:6} {found['bound']:6} {time.monotonic() - began:8.1f} s", flush=True)
        machine["results"] = [results[task] for task in COLLECTIVES if task in results]
        path.write_text(written(machine))
    print(f"{closed} of {every} proved optimal")


if __name__ == "__main__":
    main()
