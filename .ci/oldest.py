"""The Rust that the packages of this workspace state is enough for all that they depend on."""

import json
import sys


def release(text):
    return tuple(int(part) for part in (text or "1.0").split(".")[:2])


packages = json.load(sys.stdin)["packages"]
stated = {release(package["rust_version"]) for package in packages if not package["source"]}
assert len(stated) == 1, f"one release for all packages, not {stated}"
needed = max((release(package["rust_version"]), package["name"]) for package in packages if package["source"])
print(f"stated {stated}, needed {needed}")
sys.exit(needed[0] > min(stated))
