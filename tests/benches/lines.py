#!/usr/bin/env python3
"""Lines of Rust by room: code, doc comments, other comments and blank lines, tests left out.

    python3 tests/benches/lines.py [REVISION]

counts `src` as it stands, or at a revision of git. Left out are folders and files of tests (`tests`, `tests.rs`,
`…_tests.rs`) and modules in a file under `#[cfg(test)]`, which end at the brace in the column where they begin."""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def texts(revision):
    """The path and text of every Rust file of `src`."""
    if revision:
        for path in git("ls-tree", "-r", "--name-only", revision, "src").splitlines():
            if path.endswith(".rs"):
                yield path, git("show", f"{revision}:{path}")
    else:
        for path in sorted((ROOT / "src").rglob("*.rs")):
            yield str(path.relative_to(ROOT)), path.read_text()


def is_test(path):
    *folders, name = path.split("/")
    return "tests" in folders or name == "tests.rs" or name.endswith("_tests.rs")


def without_tests(lines):
    """The lines before and after modules of tests."""
    lines = iter(lines)
    for line in lines:
        if line.strip() != "#[cfg(test)]":
            yield line
            continue
        for attribute in lines:
            if not attribute.strip().startswith("#["):
                break
        if not re.match(r"\s*(pub(\(.*?\))? )?mod \w+ \{", attribute):
            if re.match(r"\s*(pub(\(.*?\))? )?(mod|use) ", attribute):
                continue
            yield from (line, attribute)
            continue
        end = attribute[: len(attribute) - len(attribute.lstrip())] + "}"
        for inside in lines:
            if inside == end:
                break


def kind(line):
    line = line.strip()
    if not line:
        return "blank"
    if line.startswith(("///", "//!")):
        return "doc"
    return "comment" if line.startswith("//") else "code"


def main():
    revision = sys.argv[1] if len(sys.argv) > 1 else None
    rooms = collections.defaultdict(collections.Counter)
    for path, text in texts(revision):
        if not is_test(path):
            parts = path.split("/")
            room = parts[1] if len(parts) > 2 else "(hall)"
            for line in without_tests(text.splitlines()):
                rooms[room][kind(line)] += 1
    rooms["all"] = sum(rooms.values(), collections.Counter())
    kinds = ["code", "doc", "comment", "blank"]
    print(f"{'room':12}{'lines':>8}" + "".join(f"{name:>9}" for name in kinds))
    for room, counts in sorted(rooms.items(), key=lambda item: (item[0] == "all", item[0])):
        print(f"{room:12}{counts.total():8}" + "".join(f"{counts[name]:9}" for name in kinds))


main()
