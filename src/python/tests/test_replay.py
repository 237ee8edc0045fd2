"""The moves, followed by a few lines that know nothing of Isotask."""

from itertools import permutations

import numpy
import pytest
from conftest import solved


def cube(node):
    return {node ^ bit for bit in (1, 2, 4)}


def torus(*radices):
    def neighbours(node):
        digits = numpy.unravel_index(node, radices)
        moved = [
            (*digits[:axis], (digits[axis] + step) % radix, *digits[axis + 1 :])
            for axis, radix in enumerate(radices)
            for step in (1, -1)
        ]
        return {int(numpy.ravel_multi_index(place, radices)) for place in moved}

    return neighbours


def circulant(nodes, *steps):
    return lambda node: {(node + sign * step) % nodes for step in steps for sign in (1, -1)}


def star(symbols):
    elements = list(permutations(range(symbols)))

    def neighbours(node):
        found = set()
        for place in range(1, symbols):
            swapped = list(elements[node])
            swapped[0], swapped[place] = swapped[place], swapped[0]
            found.add(elements.index(tuple(swapped)))
        return found

    return neighbours


def arrive(moves, packets, neighbours):
    """Where the packets are in the end."""
    at = packets[:, 0].copy()
    for slot in range(moves[:, 0].max() + 1):
        now = moves[moves[:, 0] == slot]
        links = {(start, end) for _, start, end, _ in now.tolist()}
        assert len(links) == len(now), f"slot {slot}: two packets on a link"
        assert all(end in neighbours(start) for start, end in links), f"slot {slot}: no link"
        assert len(set(now[:, 3].tolist())) == len(now), f"slot {slot}: a packet is in two places"
        assert (at[now[:, 3]] == now[:, 1]).all(), f"slot {slot}: a packet is not where it is sent from"
        at[now[:, 3]] = now[:, 2]
    return at


EXCHANGES = {"cube": (cube, 8), "torus": (torus(4, 3), 12), "circulant": (circulant(9, 1, 3), 9), "star": (star(4), 24)}


@pytest.mark.parametrize("name", EXCHANGES)
def test_a_total_exchange_brings_every_packet_home(name):
    neighbours, nodes = EXCHANGES[name]
    certificate = solved(name)
    moves, packets = certificate.moves(), certificate.packets()
    wanted = {(start, end, 0) for start in range(nodes) for end in range(nodes) if start != end}
    assert set(map(tuple, packets.tolist())) == wanted and len(packets) == len(wanted)
    assert (arrive(moves, packets, neighbours) == packets[:, 1]).all()
    assert moves[:, 0].max() + 1 == certificate.completion_time


def test_demands_and_isotropic_packets_come_home():
    demands = solved("demands")
    packets = demands.packets()
    assert packets.tolist() == [[0, 7, 0], [0, 7, 1], [1, 6, 0], [5, 0, 0]]
    assert (arrive(demands.moves(), packets, cube) == packets[:, 1]).all()
    isotropic = solved("isotropic")
    packets = isotropic.packets()
    # Of each of 16 nodes three packets to one node and one to another.
    assert len(packets) == 64 and sorted(set(packets[:, 2].tolist())) == [0, 1, 2]
    assert (arrive(isotropic.moves(), packets, torus(4, 4)) == packets[:, 1]).all()


def test_a_move_in_another_slot_is_noticed():
    certificate = solved("cube")
    moves, packets = certificate.moves(), certificate.packets()
    far = next(place for place, (start, end, _) in enumerate(packets.tolist()) if start ^ end == 7)
    own = numpy.flatnonzero(moves[:, 3] == far)
    moves[own[0], 0], moves[own[2], 0] = moves[own[2], 0], moves[own[0], 0]
    with pytest.raises(AssertionError, match="slot"):
        arrive(moves, packets, cube)


def test_copies_spread_from_their_node():
    certificate = solved("allgather")
    moves, packets = certificate.moves(), certificate.packets()
    assert packets.tolist() == [[node, -1, 0] for node in range(5)]
    holders = [{node} for node in range(5)]
    for slot in range(certificate.completion_time):
        now = moves[moves[:, 0] == slot].tolist()
        assert all(start in holders[packet] and (end - start) % 5 in (1, 4) for _, start, end, packet in now)
        for _, _, end, packet in now:
            holders[packet].add(end)
    assert all(holder == set(range(5)) for holder in holders)


def test_sums_have_no_start():
    assert solved("reduce-scatter").packets().tolist() == [[-1, node, 0] for node in range(4)]
