"""What packages of others make of it, which are imported only when they are asked for."""

import subprocess
import sys

import isotask
import networkx
import pytest
from conftest import solved

GENERATED = {
    "cube": networkx.hypercube_graph(3),
    "torus": networkx.grid_graph((4, 3), periodic=True),
    "circulant": networkx.circulant_graph(9, [1, 3]),
    "allgather": networkx.cycle_graph(5),
}


@pytest.mark.parametrize("name", GENERATED)
def test_a_network_is_what_networkx_makes(name):
    graph = solved(name).to_networkx()
    assert all(graph.has_edge(end, start) for start, end in graph.edges)
    assert networkx.is_isomorphic(graph.to_undirected(), GENERATED[name])
    others = [other for key, other in GENERATED.items() if key != name]
    assert not any(networkx.is_isomorphic(graph.to_undirected(), other) for other in others)


def test_links_carry_what_is_sent(certificate):
    graph, moves, packets = certificate.to_networkx(), certificate.moves(), certificate.packets().tolist()
    crossing = {(start, end): [] for start, end in graph.edges}
    for slot, start, end, packet in moves.tolist():
        ends = [None if node < 0 else node for node in packets[packet][:2]]
        crossing[start, end].append([slot, *ends, packets[packet][2]])
    assert crossing == {(start, end): link["sends"] for start, end, link in graph.edges(data=True)}
    assert graph.graph["slots"] == certificate.completion_time


def test_a_frame_has_a_line_for_every_move(certificate):
    frame, moves = certificate.to_dataframe(), certificate.moves()
    names = ["slot", "from", "to", "packet_from", "packet_to", "copy", "link", "link_name"]
    assert list(frame.columns) == names
    assert frame[["slot", "from", "to"]].to_numpy().tolist() == moves[:, :3].tolist()
    ends = frame[["packet_from", "packet_to", "copy"]].fillna(-1).to_numpy(dtype=int)
    assert ends.tolist() == certificate.packets()[moves[:, 3]].tolist()


def test_pictures_are_shown_by_jupyter(tmp_path):
    cube = solved("cube")
    drawing = cube.draw()
    assert drawing.startswith("<svg") and drawing._repr_svg_() == cube._repr_svg_() == str(drawing)
    drawing.save(tmp_path / "c.svg")
    assert (tmp_path / "c.svg").read_text(encoding="utf-8") == drawing
    assert cube.draw("network") != drawing and cube.draw(to="tikz")._repr_svg_() is None
    with pytest.raises(ValueError, match='no picture "photo"'):
        cube.draw("photo")
    large = isotask.solve("hypercube 16 total-exchange")
    assert "16" in repr(large)


def test_one_wheel_is_for_all_pythons():
    assert isotask._native.__file__.endswith("/isotask/_native.abi3.so")


def test_formats_go_by_name():
    cube = solved("cube")
    assert cube.export("csv").startswith(b"slot,from,to,")
    assert b"isotask_alltoall" in cube.export("c")
    assert cube.export("goal") and cube.export("graphml") and cube.export("coq") and cube.export("msccl-xml")
    assert cube.export("rounds").startswith(b"{") and b"def all_to_all(x" in cube.export("jax")
    with pytest.raises(ValueError, match='format "fax", expected one of csv'):
        cube.export("fax")
    with pytest.raises(ValueError, match="opb is of a model of the delay"):
        cube.export("opb")
    with pytest.raises(ValueError, match="transmissions, expected at most"):
        isotask.solve("hypercube 13 total-exchange").moves()


@pytest.mark.parametrize(
    ("package", "call"), [("numpy", "moves"), ("pandas", "to_dataframe"), ("networkx", "to_networkx")]
)
def test_packages_of_others_are_needed_only_where_they_are_used(package, call):
    code = (
        "import sys\n"
        "for package in ('numpy', 'pandas', 'networkx'): sys.modules[package] = None\n"
        "import isotask\n"
        "certificate = isotask.solve('ring 5 total-exchange')\n"
        "certificate.draw(), certificate.document, certificate.export('csv')\n"
        f"certificate.{call}()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1
    assert f"{call}() needs {package}, which is not installed: pip install 'isotask[{package}]'" in ended.stderr
