#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py --ctl PATH --count N [--profile P] [--seed S]: runs the reference and apportionctl on
random scenarios, reports the first key that differs and writes a shrunk scenario for each."""

import argparse
import copy
import json
import os
import subprocess
import sys
from decimal import Decimal

import generate
import reference
import scenario

QUOTA_KEYS = ("guaranteed", "limit", "fairShare", "own", "below", "subtree", "borrowed",
              "unassigned", "idle", "pending", "pendingWorkloads", "overQuota")
WORKLOAD_KEYS = ("state", "placements", "start", "end", "preemptions", "waited", "stopping")
EVICTION_KEYS = ("at", "victim", "preemptor", "rule", "lostGpuSeconds")
RULES_WITH_QUOTA = ("reclaim", "self-level", "child-level")


def exact(text):
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


def reference_answer(document):
    return exact(json.dumps(reference.simulate(scenario.parse(json.dumps(document)))))


def engine_answer(ctl, document):
    done = subprocess.run([ctl, "simulate", "-", "--json"], input=json.dumps(document),
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        return {"failed": "exit %d: %s" % (done.returncode,
                                           (done.stdout + done.stderr).strip()[-600:])}
    return exact(done.stdout)


def wanted(answer):
    """What is compared, as a list of (path, value) in a telling order: first what happened, then
    the numbers that follow from it."""
    if "failed" in answer:
        return [("failed", answer["failed"])]
    rows = []
    for i, e in enumerate(answer["evictions"]):
        row = [e.get(k) for k in EVICTION_KEYS]
        if e["rule"] in RULES_WITH_QUOTA:
            row.append(e["quota"])
        row[2] = row[2] or None
        rows.append(("evictions/%d" % i, row))
    for e in answer["events"]:
        code = e["reason"]["code"] if e.get("reason") else None
        rows.append(("events/%s %s" % (e["at"], e["do"]), [e["applied"], code]))
    for name in sorted(answer["workloads"]):
        for key in WORKLOAD_KEYS:
            rows.append(("workloads/%s/%s" % (name, key), answer["workloads"][name].get(key)))
    for name in sorted(answer["workloads"]):
        reason = answer["workloads"][name].get("reason")
        rows.append(("workloads/%s/reason" % name, reason["code"] if reason else None))
    for name in sorted(answer["quotas"]):
        for key in QUOTA_KEYS:
            rows.append(("quotas/%s/%s" % (name, key), answer["quotas"][name].get(key)))
    rows.append(("time", answer["time"]))
    flat(rows, "summary", answer["summary"])
    return rows


def flat(rows, path, value):
    if isinstance(value, dict):
        for key in sorted(value):
            if key not in ("rules", "fairness", "jain"):
                flat(rows, "%s/%s" % (path, key), value[key])
    else:
        rows.append((path, value))


def difference(ctl, document, ignore=()):
    """The first row that differs, as (path, reference, engine); None when all is equal."""
    mine, theirs = wanted(reference_answer(document)), wanted(engine_answer(ctl, document))
    if theirs[0][0] == "failed":
        return ("failed", None, theirs[0][1])
    left, right = dict(mine), dict(theirs)
    for path in [p for p, _ in mine] + [p for p, _ in theirs if p not in left]:
        if any(path.endswith(i) or path.startswith(i) for i in ignore):
            continue
        if left.get(path) != right.get(path):
            return (path, left.get(path), right.get(path))
    return None


# --- shrinking -------------------------------------------------------------------------------
def valid(document):
    """Whether names still hold together."""
    quotas = {q["name"] for q in document["quotas"]}
    works = {w["name"] for w in document["workloads"]}
    nodes = {n["name"] for n in document["nodes"]}
    if not quotas or not nodes:
        return False
    if any(q["parent"] is not None and q["parent"] not in quotas for q in document["quotas"]):
        return False
    if any(w["quota"] not in quotas for w in document["workloads"]):
        return False
    spaces = {s["name"] for s in document.get("workspaces", [])}
    if any(w.get("workspace") is not None and w["workspace"] not in spaces
           for w in document["workloads"]):
        return False
    for e in document["events"]:
        if not set(e.get("quotas", ())) <= quotas or e.get("workload", None) not in works | {None} \
                or e.get("node") not in nodes | {None} or e.get("quota") not in quotas | {None}:
            return False
    return True


def smaller(document):
    """Scenarios with one thing less."""
    for part in ("events", "workloads", "quotas", "nodes", "workspaces"):
        for i in reversed(range(len(document.get(part, [])))):
            less = copy.deepcopy(document)
            gone = less[part].pop(i)
            if part == "quotas":
                less["workloads"] = [w for w in less["workloads"] if w["quota"] != gone["name"]]
                for w in less["workspaces"]:
                    w["quotas"] = [q for q in w["quotas"] if q != gone["name"]]
            names = {w["name"] for w in less["workloads"]}
            less["events"] = [e for e in less["events"]
                              if e.get("workload") is None or e["workload"] in names]
            yield less
    for part, needed in (("workloads", ("name", "quota", "gpu")),
                         ("quotas", ("name", "parent", "guaranteed", "nodes")),
                         ("nodes", ("name", "gpu", "gpuType")), ("settings", ()),
                         ("workspaces", ("name", "quotas")), ("events", ("at", "do", "quotas",
                          "quota", "workload", "node", "state"))):
        rows = [document[part]] if part == "settings" else document.get(part, [])
        for i, row in enumerate(rows):
            for key in row:
                if key in needed or (part == "events" and row["do"] == "policy"):
                    continue
                less = copy.deepcopy(document)
                target = less[part] if part == "settings" else less[part][i]
                del target[key]
                yield less
    if "until" in document:
        less = copy.deepcopy(document)
        del less["until"]
        yield less


def kind(found):
    """What a difference is about: shrinking keeps to it."""
    if found is None:
        return None
    path = found[0].split("/")
    if path[0] == "failed":
        return "failed"
    return "evictions" if path[0] == "evictions" else "/".join((path[0], path[-1]))


def shrink(ctl, document, ignore):
    aim = kind(difference(ctl, document, ignore))
    again = True
    while again:
        again = False
        for less in smaller(document):
            if not valid(less):
                continue
            try:
                found = difference(ctl, less, ignore)
            except Exception:
                continue
            if found is not None and kind(found) == aim:
                document, again = less, True
                break
    return document


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ctl", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--profile", default="core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="differences")
    parser.add_argument("--ignore", action="append", default=[], help="a path, or the end of one")
    parser.add_argument("--stop-after", type=int, default=5)
    options = parser.parse_args()
    bad = 0
    for seed in range(options.seed, options.seed + options.count):
        document = generate.make(seed, options.profile)
        try:
            found = difference(options.ctl, document, options.ignore)
        except Exception as problem:
            print("seed %d: %r" % (seed, problem), flush=True)
            bad += 1
            continue
        if found is None:
            continue
        bad += 1
        document = shrink(options.ctl, document, options.ignore)
        path, mine, theirs = difference(options.ctl, document, options.ignore)
        os.makedirs(options.out, exist_ok=True)
        name = os.path.join(options.out, "%s-%d.json" % (options.profile, seed))
        with open(name, "w") as file:
            json.dump(document, file, indent=1)
        print("seed %d: %s\n  reference %s\n  engine    %s\n  %s"
              % (seed, path, mine, theirs, name), flush=True)
        if bad >= options.stop_after:
            break
    print("%d scenarios, %d differ" % (seed - options.seed + 1, bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
