"""Tasks of every kind, each solved once."""

import functools

import isotask
import pytest

TASKS = {
    "cube": "hypercube 3 total-exchange",
    "torus": "torus 4x3 total-exchange",
    "circulant": "circulant 9 1,3 total-exchange",
    "star": "star 4 total-exchange",
    "isotropic": "torus 4x4 isotropic 1,2:3 1,1",
    "demands": "hypercube 3 demands 0:7:2 1:6 5:0",
    "allgather": "ring 5 allgather",
    "reduce-scatter": "hypercube 2 reduce-scatter",
    "scatter": "star 3 scatter 2",
}


@functools.cache
def solved(name: str) -> isotask.Certificate:
    return isotask.solve(TASKS[name])


@pytest.fixture(params=TASKS)
def certificate(request: pytest.FixtureRequest) -> isotask.Certificate:
    return solved(request.param)
