"""Matrices into permutation matrices."""

import isotask
import numpy
import pandas
import pytest


def test_the_terms_add_up_to_the_matrix_in_the_least_slots():
    matrix = numpy.array([[2, 1, 0], [0, 2, 5], [1, 0, 3]])
    for ports in (None, 1, 2, 3, 100):
        found = isotask.decompose(matrix, ports=ports)
        total = numpy.zeros_like(matrix)
        for times, entries in found.terms:
            assert len({row for row, _ in entries}) == len({column for _, column in entries}) == len(entries)
            assert len(entries) <= (ports or 3)
            for row, column in entries:
                total[row, column] += times
        assert (total == matrix).all()
        assert sum(times for times, _ in found.terms) == found.completion_time
        assert found.completion_time == max(8, -(-14 // min(ports or 3, 3)))
        assert (found.h, found.sigma, found.critical_rows, found.critical_columns) == (8, 14, [], [2])
        assert isotask.check(found.document)["completion_time"] == found.completion_time


def test_floats_of_whole_value_are_integers_and_others_are_refused(tmp_path):
    found = isotask.decompose(numpy.array([[2.0, 1.0]]), row_names=["a"], column_names=["x", "y"])
    assert found.completion_time == 3 and found.document["matrix"]["row_names"] == ["a"]
    found.save(tmp_path / "m.json")
    assert isotask.check(tmp_path / "m.json")["h"] == 3
    for matrix, message in (
        ([[1, -2]], "row 0, column 1: -2"),
        ([[1.5]], "row 0, column 0: 1.5"),
        ([[float("nan")]], "row 0, column 0: nan"),
        ([["1"]], "row 0, column 0: '1'"),
        ([[1, 2], [3]], "a row of 1 entries, expected 2"),
        ([[2**62], [2**62]], "2^63 or more"),
    ):
        with pytest.raises(ValueError) as raised:
            isotask.decompose(matrix)
        assert message in str(raised.value)
    with pytest.raises(ValueError):
        isotask.decompose([[1]], ports=0)
    with pytest.raises(ValueError):
        isotask.decompose([[1]], method="magic")


def test_few_terms_are_proved_and_a_cover_costs_what_it_says():
    found = isotask.decompose([[1, 1], [1, 2]], fewest=True)
    assert (found.completion_time, len(found.terms), found.optimal, found.switching_cost) == (3, 3, True, None)
    found = isotask.decompose(numpy.array([[1, 0], [0, 2]]), switching=10)
    assert (found.completion_time, found.switching_cost, found.optimal) == (2, 12, True)
    assert found.terms == [(2, [(0, 0), (1, 1)])] and found.document["switching"] == 10
    assert isotask.check(found.document)["switching_cost"] == 12
    hard = [[(3 * row + column * column) % 7 + 1 for column in range(9)] for row in range(9)]
    assert not isotask.decompose(hard, fewest=True).optimal
    for options in ({"switching": -1}, {"switching": 2**63}, {"switching": 1, "fewest": True}):
        with pytest.raises(ValueError, match="^switching: "):
            isotask.decompose([[1]], **options)


def test_frames_and_files_keep_their_names(tmp_path):
    frame = pandas.DataFrame({"x": [2, 0, 1], "y": [1.0, 2.0, 0.0]}, index=["a", "b", "c"])
    found = isotask.decompose(frame)
    matrix = found.document["matrix"]
    assert (matrix["row_names"], matrix["column_names"]) == (["a", "b", "c"], ["x", "y"])
    assert (found.completion_time, found.h, found.read_as) == (3, 3, None)
    assert "row_names" not in isotask.decompose(pandas.DataFrame([[1, 2]])).document["matrix"]
    table = tmp_path / "m.csv"
    frame.to_csv(table)
    read = isotask.decompose(table)
    assert read.document["matrix"] == matrix and read.read_as.startswith("table with commas")
    document = tmp_path / "m.json"
    document.write_text('{"format":"isotask.matrix/1","rows":[[2,1],[0,2],[1,0]]}')
    assert isotask.decompose(document).terms == found.terms
    table.write_text("2,1\n0,-4\n")
    with pytest.raises(isotask.DocumentError, match=r"m\.csv: line 2, column 3: found -4, expected an integer from 0 on"):
        isotask.decompose(table)
    with pytest.raises(ValueError, match="row 1, column 0: nan"):
        isotask.decompose(pandas.DataFrame([[1], [float("nan")]]))
