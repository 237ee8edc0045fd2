"""Tasks of delay, solved by Isotask, and their integer programs by HiGHS and by CP-SAT, in one run.

    pip install ortools highspy
    python3 tests/benches/models.py target/release/isotask [SECONDS]

The programs are what `isotask export --to mps` writes, so that all three have the same model; HiGHS and CP-SAT
have one thread and SECONDS (60) for each. Printed is the total delay of a node that each found, the bound that it
proved, and its seconds. Isotask's bound may hold for schedules beyond the model. A value below a bound of another,
or an optimum that differs, ends with exit code 1.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

import highspy
from ortools.linear_solver.python import model_builder

LEAST, CRITICAL = "average-delay", "completion-time-then-average-delay"
TASKS = [
    ("hypercube 4 total-exchange", LEAST),
    ("hypercube 5 total-exchange", LEAST),
    ("hypercube 6 total-exchange", LEAST),
    ("torus 3x3 total-exchange", LEAST),
    ("torus 3x6 total-exchange", LEAST),
    ("torus 4x4 total-exchange", LEAST),
    ("torus 5x5 total-exchange", LEAST),
    ("ring 8 total-exchange", LEAST),
    ("ring 3 isotropic 2:10", LEAST),
    ("ring 4 isotropic 3:12", CRITICAL),
    ("ring 5 isotropic 4:8 1:17", CRITICAL),
    ("ring 7 isotropic 2:5 1:4", LEAST),
    ("torus 3x5 isotropic 2:5 12:2", LEAST),
    ("torus 4x4 isotropic 15:5 14:6 12:2", CRITICAL),
]
# On Cayley graphs that are no products of rings the slots of the model are said: those of the least completion time.
WITHIN = [
    ("star 4 total-exchange", CRITICAL, 21),
    ("pancake 4 total-exchange", CRITICAL, 20),
    ("circulant 13 1,5 total-exchange", CRITICAL, 5),
    ("circulant 12 1,5 isotropic 2:5 3:4 7:2", CRITICAL, 6),
    ("star 4 isotropic 1:3 9:2 17:4", CRITICAL, 11),
]


class Answer:
    """The least delay found, if any, the bound proved, and the seconds."""

    def __init__(self, value, bound, seconds):
        self.value, self.bound, self.seconds = value, bound, seconds

    def __str__(self):
        closed = self.value is not None and self.value == self.bound
        text = str(self.value) if closed else f"{self.bound} … {'?' if self.value is None else self.value}"
        return f"{text:>14}{self.seconds:>8.2f}"


def rounded_up(bound):
    """A bound in floating point as one on whole numbers."""
    return math.ceil(bound - 1e-6) if math.isfinite(bound) else 0


def by_isotask(isotask, words, objective):
    begin = time.monotonic()
    run = [isotask, "solve", *words.split(), "--objective", objective, "--json"]
    result = json.loads(subprocess.run(run, capture_output=True, check=False, text=True).stdout)
    seconds = time.monotonic() - begin
    delay = result["delay"]
    return Answer(int(delay["total"]), int(delay["bound"]), seconds)


def by_highs(model, limit):
    highs = highspy.Highs()
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("time_limit", limit)
    begin = time.monotonic()
    highs.readModel(model)
    highs.run()
    info = highs.getInfo()
    found = info.primal_solution_status == 2
    value = round(info.objective_function_value) if found else None
    return Answer(value, rounded_up(info.mip_dual_bound), time.monotonic() - begin)


def by_cp_sat(model, limit):
    begin = time.monotonic()
    builder = model_builder.Model()
    builder.import_from_mps_file(model)
    solver = model_builder.Solver("sat")
    solver.set_time_limit_in_seconds(limit)
    solver.set_solver_specific_parameters("num_workers:1")
    status = solver.solve(builder)
    found = status in (model_builder.SolveStatus.OPTIMAL, model_builder.SolveStatus.FEASIBLE)
    bound = rounded_up(solver.best_objective_bound) if found else 0
    return Answer(round(solver.objective_value) if found else None, bound, time.monotonic() - begin)


def main():
    isotask, limit = sys.argv[1], float((sys.argv[2:] or ["60"])[0])
    print(f"{'task':<52}{'Isotask':>22}{'HiGHS':>22}{'CP-SAT':>22}", flush=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        model = str(pathlib.Path(folder) / "model.mps")
        for words, objective, slots in [(*task, None) for task in TASKS] + WITHIN:
            own = by_isotask(isotask, words, objective)
            run = [isotask, "export", "--to", "mps", *words.split(), "--objective", objective, "-o", model]
            run += [] if slots is None else ["--horizon", str(slots)]
            subprocess.run(run, capture_output=True, check=True)
            others = [by_highs(model, limit), by_cp_sat(model, limit)]
            all_of_them = [own, *others]
            name = words + (", critical" if objective == CRITICAL else "")
            print(f"{name:<52}{''.join(map(str, all_of_them))}", flush=True)
            least = min(answer.value for answer in all_of_them if answer.value is not None)
            wrong += max(answer.bound for answer in all_of_them) > least
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
