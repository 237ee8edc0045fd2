"""Solving as Python expects it: warnings, limits, threads, interrupts."""

import signal
import subprocess
import sys
import time
import warnings
from fractions import Fraction

import isotask
import pytest
from conftest import TASKS, solved


def test_a_certificate_says_what_is_proved():
    cube = solved("cube")
    assert (cube.completion_time, cube.bound, cube.gap, cube.scope, cube.optimal) == (4, 4, 0, "all", True)
    assert str(cube).endswith(": 4 slots, optimal (scope all)")
    assert cube.task == isotask.task(TASKS["cube"]) and cube.claims == cube.document["claims"]
    # Less is possible where nodes differ, so that three slots are the least of symmetric schedules only.
    ring = isotask.solve("ring 4 total-exchange", symmetric=True)
    assert (ring.completion_time, ring.scope, ring.optimal) == (3, "isotropic", True)
    delay = isotask.solve(isotask.task("hypercube 3 total-exchange", objective="average-delay"))
    assert isinstance(delay.average_delay, Fraction) and delay.average_delay >= Fraction(12, 7)


def test_a_gap_is_warned_of():
    with pytest.warns(isotask.GapWarning, match=r"not proved optimal: .*gap \d+ above the bound") as warned:
        certificate = isotask.solve(GAP, method=GAP_METHOD)
    assert not certificate.optimal and certificate.gap == certificate.completion_time - certificate.bound > 0
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(isotask.solve(task).optimal for task in TASKS.values())


# A method that does not meet the bound here.
GAP, GAP_METHOD = "hypercube 4 total-exchange", "non-wasting"


def test_bounds_need_no_schedule():
    bounds = isotask.bound(TASKS["cube"])
    assert bounds.completion_time == 4 and bounds.claims[0]["lower"]["value"] == 4


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_threads_change_no_byte(task):
    assert len({isotask.solve(task, threads=threads).to_json() for threads in (None, 1, 4)}) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, 'method "magic", expected one of quotient'),
        ({"effort": "much"}, 'effort "much", expected one of quick, default, thorough, exhaustive'),
        ({"threads": 0}, "threads: 0, expected at least 1"),
        ({"threads": 1025}, "threads: 1025, expected at most 1024"),
        ({"time_limit": 0}, "time_limit: 0, expected a number of seconds above 0"),
        ({"time_limit": float("nan")}, "time_limit: NaN, expected"),
        ({"method": "msbt"}, "msbt"),
    ],
)
def test_options_that_are_not_for_a_task_are_refused(options, message):
    with pytest.raises(ValueError) as raised:
        isotask.solve(TASKS["cube"], **options)
    assert message in str(raised.value)


def test_progress_is_told_and_better_each_time():
    told = []
    task = "dragonfly 4 2 total-exchange"
    certificate = isotask.solve(task, effort="quick", progress=lambda best, bound: told.append((best, bound)))
    assert told and told[-1][0] == certificate.completion_time
    bests = [best for best, _ in told if best is not None]
    assert bests == sorted(bests, reverse=True)

    # What raises is reported, and the solve goes on.
    def spoiled(best, bound):
        raise RuntimeError("not mine")

    reported = []
    hook, sys.unraisablehook = sys.unraisablehook, reported.append
    try:
        again = isotask.solve(task, effort="quick", progress=spoiled)
    finally:
        sys.unraisablehook = hook
    assert again.to_json() == certificate.to_json() and str(reported[0].exc_value) == "not mine"


def test_an_interrupt_ends_long_work():
    # It goes on to its limit if nobody interrupts it; the timeout is for a machine that is busy otherwise.
    code = (
        "import isotask, time\n"
        "try:\n"
        "    print('begun', flush=True)\n"
        "    isotask.solve('dragonfly 4 2 2 total-exchange', time_limit=300)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=15)
    assert (said, process.returncode) == ("interrupted\n", 0)


def test_other_threads_go_on_meanwhile():
    import threading

    counted, done = 0, threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    isotask.solve("hypercube 16 total-exchange")
    done.set()
    counter.join()
    assert counted > 5, "the lock was not let go"


def test_what_there_is_to_choose_from_has_sentences():
    assert isotask.methods()["quotient"] and isotask.formats()["csv"] and isotask.pictures()["network"]


def test_numbers_behind_a_task_are_indices_of_nodes():
    for dimension, node in ((3, 1), (3, 5), (4, 10), (4, 11), (7, 101)):
        root = isotask.task("hypercube", dimension, "scatter", node)["task"]["root"]
        assert root == node, (dimension, node)
        packets = isotask.task("hypercube", dimension, "isotropic", node)["task"]["packets"]
        assert packets[0]["offset"] == node, (dimension, node)
    with pytest.raises(ValueError, match="node 101, expected at most 7"):
        isotask.task("hypercube", 3, "isotropic", 101)
    assert isotask.task("ring", 16, "neighbourhood-exchange", 1, 8)["task"]["max"] == 8


def test_options_out_of_range_are_value_errors():
    for options in ({"count": -1}, {"count": 10**30}):
        with pytest.raises(ValueError, match="count: "):
            isotask.task("ring", 5, "total-exchange", **options)
    for options in ({"threads": -1}, {"threads": 2**64}, {"time_limit": 10**400}):
        with pytest.raises(ValueError, match=next(iter(options))):
            isotask.solve("ring 5 total-exchange", **options)


def test_a_schedule_that_is_optimal_among_symmetric_ones_alone_warns():
    task = isotask.task("ring", 6, "total-exchange", objective="completion-time-then-average-delay")
    with pytest.warns(isotask.GapWarning, match="the bound on all schedules is 5 slots"):
        found = isotask.solve(task, method="octr")
    assert (found.completion_time, found.scope, found.bound_for_all) == (6, "isotropic", 5)
    assert not found.optimal and "slots of total delay of a node" in str(found)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isotask.solve(task, symmetric=True).completion_time == 6
        best = isotask.solve(task)
    assert best.optimal and (best.completion_time, best.scope) == (5, "all")
