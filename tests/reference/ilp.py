#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ilp.py --ctl PATH --count N [--nodes N] [--seed S]: how near the engine's sets of victims come to
the optimum of rule 19, keys (a) to (d), in pools of 16 to 64 nodes where work spans nodes. The
optimum is found by cbc (Debian: coinor-cbc). Ends with 1 when the criterion below is missed.
--write FILE writes one instance; --oracle compares cbc with all sets, on a few nodes."""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Optional

import bounds
import ilp_pool
import optimum
import placement
import victims
from ilp_books import pool_at_0
from ilp_model import Model
from ilp_solver import Unsolved

SIZES = (16, 32, 64)
OPTIMAL, EXCESS = 0.95, 1.02  # the criterion: at least, at most
SOLVED = ("optimal", "differs", "wrongly proven")
FAILED = ("no", "not allowed", "wrongly proven", "beyond cbc")


class Engine:
    """What apportionctl makes of an instance at 0."""

    def __init__(self, ctl, document):
        self.ctl, self.document = ctl, json.dumps(document)
        answer = self.run("simulate", "-")
        self.started = answer["workloads"]["taker"]["state"] == "running"
        self.taken = [e for e in answer["evictions"] if e["preemptor"] == "taker"]

    def run(self, *words):
        done = subprocess.run([self.ctl, *words, "--json"], input=self.document,
                              capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise RuntimeError("exit %d: %s" % (done.returncode,
                                                (done.stdout + done.stderr).strip()[-600:]))
        return json.loads(done.stdout)

    def proven(self):
        """Of the set, or of the "no" where its reason says so."""
        if self.taken:
            mine = self.run("explain", "-", self.taken[0]["victim"])["evictions"]
            return all(e["proven"] for e in mine if e["preemptor"] == "taker")
        reason = self.run("explain", "-", "taker")["reason"] or {}
        return dict(reason.get("details") or {}, **reason).get("proven", True)

    def victims(self, model):
        """The same set in the reference's words; None when it knows no such victims."""
        names = {j.spec.name: j.spec.index for j in model.world.jobs}
        taken = Counter((names[e["victim"]], e["rule"] == "elastic") for e in self.taken)
        found = []
        for (job, replicas), count in taken.items():
            rows = [way.victims for way in model.ways if way.job.spec.index == job
                    and way.victims[0].replica == replicas and len(way.victims) == count]
            if not rows:
                return None
            found += rows[0]
        return found


@dataclass
class Outcome:
    kind: str
    proven: bool = True
    ratio: float = 1.0
    spanning: bool = False  # one of the victims, the engine's or the optimum's, spans nodes
    note: Optional[str] = None


def allowed(model, chosen):
    world, taker, books = model.world, model.taker, model.books
    left = books.without([k for v in chosen for k in v.keys()])
    return (victims.set_holds(world, books, taker, chosen, model.shares)
            and bounds.allowed(world, left, taker, taker.spec.least)
            and placement.place(world, left, taker, range(taker.spec.least), 0) is not None)


def first_keys(model, chosen):
    """(a) to (d) of rule 19."""
    return optimum.key(model.world, model.books, model.taker, chosen, model.shares)[:5]


def gpus(chosen):
    return sum(v.gpu for v in chosen) / 100


def spans(chosen):
    return any(len({u.node for u in v.units}) > 1 for v in chosen)


def told(model, chosen):
    return "%s %s" % (first_keys(model, chosen), " ".join(
        sorted(model.world.jobs[v.job].spec.name for v in chosen)))


def best(model):
    """The optimum by cbc, checked against the rules themselves."""
    chosen = model.best()
    if chosen is not None and not allowed(model, chosen):
        raise AssertionError("cbc's set is not allowed: " + told(model, chosen))
    return chosen


def compare(ctl, document, seconds):
    engine = Engine(ctl, document)
    if engine.started and not engine.taken:
        return Outcome("free room")
    model = Model(*pool_at_0(document), seconds)
    proven = engine.proven()
    try:
        least = best(model)
    except Unsolved as reason:
        return Outcome("unsolved", proven, note=str(reason))
    if not engine.taken:
        if least is None:
            return Outcome("nobody", proven)
        return Outcome("no" if proven else "no, unproven", proven, note=told(model, least))
    mine = engine.victims(model)
    if mine is None or not allowed(model, mine):
        return Outcome("not allowed", proven, note=" ".join(e["victim"] for e in engine.taken))
    if least is None or first_keys(model, mine) < first_keys(model, least):
        return Outcome("beyond cbc", proven, note=told(model, mine))
    result = (proven, gpus(mine) / gpus(least), spans(mine + least))
    if first_keys(model, mine) == first_keys(model, least):
        return Outcome("optimal", *result)
    return Outcome("wrongly proven" if proven else "differs", *result,
                   "\n  engine %s\n  cbc    %s" % (told(model, mine), told(model, least)))


def oracle(document, seconds):
    """cbc against the exhaustive search of the reference."""
    model = Model(*pool_at_0(document), seconds)
    if placement.place(model.world, model.books, model.taker, range(model.taker.spec.least), 0) \
            and bounds.allowed(model.world, model.books, model.taker, model.taker.spec.least):
        return Outcome("free room")
    count = 1
    for ways in model.jobs:
        count *= len(ways)
    if count > 20000:
        return Outcome("too many sets")
    least, found = best(model), optimum.best_set(model.world, model.taker, model.shares, ())
    if (least is None) != (found is None) \
            or found and first_keys(model, least) != first_keys(model, found[0]):
        return Outcome("beyond cbc", note="cbc %s, all sets %s" % (
            least and told(model, least), found and told(model, found[0])))
    return Outcome("optimal" if found else "nobody", spanning=bool(found) and spans(least))


# --- the report --------------------------------------------------------------------------------
def mean(values):
    return sum(values) / len(values) if values else 1.0


def figures(name, rows):
    """Prints them; whether the criterion is met."""
    optimal = mean([o.kind == "optimal" for o in rows])
    ratio = mean([o.ratio for o in rows])
    print("  %s: %d, %.1f %% optimal, %.4f times the GPUs, %.1f %% proven"
          % (name, len(rows), 100 * optimal, ratio, 100 * mean([o.proven for o in rows])))
    return optimal >= OPTIMAL and ratio <= EXCESS


def report(nodes, outcomes):
    """Prints the figures of one size; whether the criterion is met."""
    kinds = Counter(o.kind for o in outcomes.values())
    bad = ["%d" % seed for seed, o in outcomes.items() if o.note and o.kind != "unsolved"]
    print("%d nodes: %d instances: %s" % (nodes, len(outcomes), ", ".join(
        "%s %d" % row for row in sorted(kinds.items()))))
    solved = [o for o in outcomes.values() if o.kind in SOLVED]
    good = figures("takers with victims", solved)
    good = figures("with victims that span nodes", [o for o in solved if o.spanning]) and good
    print("  seeds that differ: %s" % (" ".join(bad) or "none"), flush=True)
    return good and not any(kinds[k] for k in FAILED)


def write(path, document):
    with open(path, "w") as file:
        json.dump(document, file, indent=1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ctl")
    parser.add_argument("--count", type=int, default=60, help="instances a size")
    parser.add_argument("--nodes", type=int, action="append", help="16, 32 and 64 when missing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--extras", action="store_true", help="idle and elastic work, runtimes")
    parser.add_argument("--seconds", type=int, default=60, help="for one run of cbc")
    parser.add_argument("--out", help="a folder for the instances that differ")
    parser.add_argument("--write", help="only write the instance of this seed to a file")
    parser.add_argument("--oracle", action="store_true", help="cbc against all sets, no engine")
    options = parser.parse_args()
    sizes = options.nodes or SIZES
    if options.write:
        return write(options.write, ilp_pool.make(options.seed, sizes[0], options.extras))
    if not options.oracle and not options.ctl:
        parser.error("--ctl is missing")
    good = True
    for nodes in sizes:
        outcomes = {}
        for seed in range(options.seed, options.seed + options.count):
            document = ilp_pool.make(seed, nodes, options.extras)
            outcome = oracle(document, options.seconds) if options.oracle \
                else compare(options.ctl, document, options.seconds)
            outcomes[seed] = outcome
            if outcome.note:
                print("%d nodes, seed %d: %s, %sproven: %s" % (nodes, seed, outcome.kind,
                      "" if outcome.proven else "not ", outcome.note), flush=True)
                if options.out:
                    os.makedirs(options.out, exist_ok=True)
                    write(os.path.join(options.out, "%d-%d.json" % (nodes, seed)), document)
        good = report(nodes, outcomes) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
