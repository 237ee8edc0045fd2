"""Documents: what goes in comes out, what is wrong is said with its place."""

import copy
import json
import os
import pickle
import subprocess

import isotask
import pytest
from conftest import TASKS, solved


def test_a_certificate_is_read_from_whatever_holds_it(certificate, tmp_path):
    path = tmp_path / "c.json"
    certificate.save(path)
    assert path.read_text() == certificate.to_json()
    for held in (path, str(path), certificate.to_json(), certificate.to_json().encode(), certificate.document):
        assert isotask.load(held) == certificate
    again = pickle.loads(pickle.dumps(certificate))
    assert again == certificate and hash(again) == hash(certificate) and repr(again) == repr(certificate)


@pytest.mark.skipif("ISOTASK_CHECK" not in os.environ, reason="ISOTASK_CHECK names no isotask-check")
def test_the_checker_alone_accepts_what_python_wrote(certificate, tmp_path):
    path, spoiled = tmp_path / "c.json", tmp_path / "s.json"
    path.write_text(json.dumps(certificate.document))
    document = certificate.document
    document["claims"][0]["value"] -= 1
    spoiled.write_text(json.dumps(document))
    checked = [subprocess.run([os.environ["ISOTASK_CHECK"], file]).returncode for file in (path, spoiled)]
    assert checked == [0, 1]


def test_words_are_those_of_the_command():
    made = isotask.task("torus", (4, 4), "isotropic", "1,2:3", "1,1", ports=2, count=2, name="mine")
    assert made == isotask.task("torus 4x4 isotropic 1,2:3 1,1", ports="2", count=2, name="mine")
    assert made["ports"] == {"at-most": 2} and made["name"] == "mine"
    assert isotask.task("hypercube", 3, "alltoall") == isotask.task(TASKS["cube"])
    delay = isotask.task("ring 5 total-exchange", objective="average-delay")
    assert isotask.solve(delay).average_delay == isotask.load(isotask.solve(delay).document).average_delay


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (["cubus", 3, "total-exchange"], {}, 'network "cubus"'),
        (["hypercube", 3], {}, "no task, expected one of total-exchange"),
        (["ring 5 gather 0 1"], {}, '"1" is left over after the task'),
        (["ring 5 gather 9"], {}, "at task.root: "),
        (["ring 5 total-exchange"], {"ports": "some"}, 'ports: "some", expected all, one'),
        (["ring 5 total-exchange"], {"objective": "speed"}, 'objective: "speed", expected completion-time'),
    ],
)
def test_words_that_make_no_task_are_refused(words, options, message):
    with pytest.raises(ValueError) as raised:
        isotask.task(*words, **options)
    assert message in str(raised.value)


def test_a_fault_is_told_with_its_place(tmp_path):
    task = isotask.task("ring 5 isotropic 1")
    task["task"]["packets"].append({"offset": 5})
    with pytest.raises(isotask.DocumentError, match=r"line 1, column \d+, at task\.packets\[1\]\.offset: ") as raised:
        isotask.solve(task)
    assert raised.value.place == "task.packets[1].offset" and raised.value.reason and isinstance(raised.value, ValueError)
    with pytest.raises(isotask.DocumentError, match="line 1, column .*at netwrok: .*did you mean"):
        isotask.bound('{"format":"isotask.task/1","netwrok":{}}')
    with pytest.raises(isotask.DocumentError, match="expected isotask.certificate/1"):
        isotask.load(isotask.task("ring 5 gather"))
    with pytest.raises(isotask.DocumentError, match="not a document"):
        isotask.check({"format": {1, 2}})
    with pytest.raises(FileNotFoundError):
        isotask.solve(tmp_path / "none.json")
    with pytest.raises(TypeError, match="expected a dict, a JSON text or a path, found int"):
        isotask.solve(5)


def test_the_checker_refuses_what_is_not_so():
    document = solved("cube").document
    found = isotask.check(document)
    assert (found["format"], found["status"]) == ("isotask.result/1", "verified")
    assert isotask.check(solved("cube"))["sha256"] == isotask.check(solved("cube").to_json())["sha256"]
    spoiled = copy.deepcopy(document)
    spoiled["claims"][0]["value"] = 3
    for call in (isotask.check, isotask.load):
        with pytest.raises(isotask.RefusedError, match=r"refused: .*\[.*\] at claims\[0\]") as raised:
            call(spoiled)
        assert raised.value.place.startswith("claims[0]")
        assert pickle.loads(pickle.dumps(raised.value)).place == raised.value.place


def test_the_checker_tells_slots_bound_and_gap():
    cube = solved("cube")
    found = isotask.check(cube)
    assert (found["completion_time"], found["bound"], found["gap"], found["scope"]) == (4, 4, 0, "all")
    # Of a schedule alone the bound is looked for, and is no part of what was checked.
    document = cube.document
    alone = {"format": "isotask.schedule/1", "task": document["task"], **document["schedule"]}
    found = isotask.check(alone)
    assert (found["completion_time"], found["bound"], found["gap"]) == (4, 4, 0)
    assert found["notes"] == ["the bound was found by isotask and stands in no certificate"]


def test_a_schedule_is_held_against_the_rules():
    # P1: σ = 12 over three links of each node is h = 4, and every slot of an optimal schedule serves all links.
    rules = solved("cube").rules()
    assert [slot["h"] for slot in rules["slots"]] == [4, 3, 2, 1]
    assert rules["octr_broken_in"] == rules["wasting_in"] == []
    assert [(of["hops"], of["packets"]) for of in rules["distances"]] == [(1, 3), (2, 3), (3, 1)]
    with pytest.raises(ValueError, match="copied|combined"):
        solved("allgather").rules()
