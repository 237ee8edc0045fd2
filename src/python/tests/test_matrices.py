"""Matrices into permutation matrices."""

import isotask
import numpy
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
