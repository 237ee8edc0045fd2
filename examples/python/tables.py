"""Tables 1 and 2 of P2, solved: least times and transmissions of the basic communication problems on d-cubes.

P2 is Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, Optimal Communication Algorithms for Hypercubes. Every number is
one of a certificate that the checker has accepted, held against the formula of the paper.

    pip install ./src/python
    python examples/python/tables.py --plot times.svg    # with matplotlib
"""

import argparse
import sys

import isotask

# What P2 prints for a d-cube: slots with all links at once and with one at a time (MLA, SLA), and transmissions.
PRINTED = {
    "single-node-broadcast": (lambda d: d, lambda d: d, lambda d: 2**d - 1),
    "scatter": (lambda d: -(-(2**d - 1) // d), lambda d: 2**d - 1, lambda d: d * 2 ** (d - 1)),
    "multinode-broadcast": (lambda d: -(-(2**d - 1) // d), lambda d: 2**d - 1, lambda d: 2**d * (2**d - 1)),
    "total-exchange": (lambda d: 2 ** (d - 1), lambda d: d * 2 ** (d - 1), lambda d: d * 2 ** (2 * d - 1)),
}


def transmissions(certificate, nodes):
    """Those of the whole network."""
    claim = next(claim for claim in certificate.claims if claim["quantity"] == "transmissions")
    return claim["value"] * (nodes if claim["per"] == "node" else 1)


def solved(problem, dimension):
    """Slots with all ports and with one, and transmissions with all ports."""
    found = [
        isotask.solve(isotask.task("hypercube", dimension, problem, ports=ports)) for ports in ("all", "one")
    ]
    assert all(certificate.optimal for certificate in found)
    return *(certificate.completion_time for certificate in found), transmissions(found[0], 2**dimension)


def plot(times, path):
    """Slots against the number of nodes."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    for problem, lines in times.items():
        for ports, slots in zip(("all ports", "one port"), lines):
            axes.plot([2**d for d in slots], slots.values(), marker="o", label=f"{problem}, {ports}")
    axes.set(xscale="log", yscale="log", xlabel="nodes n", ylabel="completion time T, slots")
    axes.legend(fontsize="x-small")
    figure.savefig(path)


def main():
    arguments = argparse.ArgumentParser(description="Tables 1 and 2 of P2, solved")
    arguments.add_argument("--most", type=int, default=6, metavar="D", help="the largest cube")
    arguments.add_argument("--plot", metavar="FILE", help="a picture of the times, made by matplotlib")
    wanted = arguments.parse_args()
    times, differ = {}, 0
    print(f"{'problem':22} {'d':>2} {'all ports':>10} {'one port':>10} {'transmissions':>14}")
    for problem, printed in PRINTED.items():
        times[problem] = ({}, {})
        for dimension in range(2, wanted.most + 1):
            found = solved(problem, dimension)
            expected = tuple(formula(dimension) for formula in printed)
            differ += found != expected
            mark = "" if found == expected else f"   P2: {expected}"
            print(f"{problem:22} {dimension:2} {found[0]:10} {found[1]:10} {found[2]:14}{mark}")
            for slots, time in zip(times[problem], found):
                slots[dimension] = time
    print("every number is that of P2" if differ == 0 else f"{differ} lines differ from P2")
    if wanted.plot:
        plot(times, wanted.plot)
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
