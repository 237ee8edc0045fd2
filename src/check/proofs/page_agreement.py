#!/usr/bin/env python3
"""Holds the checker of the page against isotask-verify, from which it differs in nothing but its compiler.

    page_agreement.py VERIFY VERIFIER MUTANTS [FOLDER]...

VERIFIER is the JavaScript of `make page`, which Node runs. Both get every document in the folders, MUTANTS mutants of the small
ones that isotask-verify accepts, as many of certificates of matrices, and as many whose text was changed: every byte that they
print, and the exit code, must be equal. A document of which they differ is kept, and the exit code is 1.
"""
import collections
import itertools
import json
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

import agreement
import matrix_mutants

BATCH = 200
STACK = 1 << 30  # bytes: what the largest documents of the folders need in Node

# Numbers about the ends of what JavaScript, OCaml and the format hold.
ENDS = [0, 9, 999, 1000, 2**30 - 1, 2**30, 2**31 - 1, 2**31, 2**32 + 2, 2**53 + 1, 10**9, 10**18 - 1, 10**18, 2**62, 2**63, 2**64 - 1, 2**64]
WORDS = ["", " ", "-", "-0", "01", "1e3", "1.5", "null", "[]", "{}", '"1"', '"\\u00e9"', '"\\u1_23"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\x"', "[" * 130]


def deep():
    """Gives a program that is about to run as much stack as it may have."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    soft = STACK if most == resource.RLIM_INFINITY else min(STACK, most)
    resource.setrlimit(resource.RLIMIT_STACK, (soft, most))


def said(command, files):
    # A fifth of the stack is left to what Node calls.
    run = subprocess.run([*command, *files], capture_output=True, check=False, preexec_fn=deep)
    return run.returncode, run.stdout, run.stderr


def text_mutant(rng, text):
    """A number that is another, a word in its place, a byte that is another, or an end before the end."""
    found = list(re.finditer(rb"\d+", text))
    way = rng.randrange(10)
    if found and way < 8:
        place = rng.choice(found)
        number = rng.choice(ENDS) if rng.random() < 0.7 else rng.randrange(10 ** rng.randrange(1, 22))
        word = str(number) if way < 6 else rng.choice(WORDS)
        return text[:place.start()] + word.encode() + text[place.end():]
    at = rng.randrange(len(text))
    return text[:at] if way == 8 else text[:at] + bytes([rng.randrange(256)]) + text[at + 1:]


def compare(verify, page, files, tally, kept, aside):
    """Both on a batch, and where they differ on each file of it."""
    if said(verify, files) == said(page, files):
        tally["equal"] += len(files)
        return
    for file in files:
        one, other = said(verify, [file]), said(page, [file])
        tally["equal" if one == other else "different"] += 1
        if one != other:
            place = aside / f"{len(kept)}.json"
            place.write_bytes(pathlib.Path(file).read_bytes())
            kept.append((place, one, other))


def compare_texts(what, verify, page, texts, kept, aside):
    tally, texts = collections.Counter(), iter(texts)
    with tempfile.TemporaryDirectory() as folder:
        while batch := list(itertools.islice(texts, BATCH)):
            files = [f"{folder}/{number}.json" for number in range(len(batch))]
            for file, text in zip(files, batch):
                pathlib.Path(file).write_bytes(text)
            compare(verify, page, files, tally, kept, aside)
    print(f"  {tally['equal']:7} equal, {tally['different']} different: {what}", flush=True)


def main(verify, verifier, many, *folders):
    folders = folders or ("models/certificates", "models/reject")
    many, aside, kept = int(many), pathlib.Path(tempfile.mkdtemp(prefix="page-")), []
    native = [verify]
    page = ["node", f"--stack-size={STACK // 1024 * 4 // 5}", str(pathlib.Path(__file__).with_name("page_verify.js")), verifier]
    files = sorted(str(path) for folder in folders for path in pathlib.Path(folder).glob("*.json"))
    with tempfile.TemporaryDirectory() as cases:
        for folder in folders:
            if (pathlib.Path(folder) / "certificates.jsonl").exists():
                files += sorted(agreement.rejected(folder, cases))
        texts = [pathlib.Path(file).read_bytes() for file in files]
    compare_texts(f"documents of {', '.join(folders)}", native, page, texts, kept, aside)
    small = [text for text in texts if 0 < len(text) <= agreement.SMALL]
    bases = [json.loads(text) for text in small if b"isotask.certificate/1" in text and is_accepted(verify, text)]
    tasks, rng = [base for base in bases if "task" in base], random.Random(24)
    mutants = (json.dumps(document).encode() for document in agreement.mutants(rng, tasks, many))
    compare_texts(f"mutants of {len(tasks)} certificates", native, page, mutants, kept, aside)
    made = list(matrix_mutants.made(rng, 100))
    mutants = (json.dumps(document).encode() for document in matrix_mutants.mutants(rng, made, many))
    compare_texts(f"mutants of {len(made)} certificates of matrices", native, page, mutants, kept, aside)
    mutants = (text_mutant(rng, rng.choice(small)) for _ in range(many))
    compare_texts(f"texts of {len(small)} documents, changed", native, page, mutants, kept, aside)
    for place, one, other in kept[:40]:
        print(f"difference: {place}:\n  isotask-verify {one}\n  the page {other}")
    print(f"{len(kept)} differences")
    return 1 if kept else 0


def is_accepted(verify, text):
    return subprocess.run([verify, "-"], input=text, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
