#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""prediction.py APPORTIONCTL [--runs N] [--seed S]: what the engine says it will do with a pool that 'cluster drive'
keeps, against what Slurm then does, in N random runs. Before each step (submit, cancel, scale) the prediction is taken:
victims and starts from --dry-run, nodes from simulate on the exported pool. Exit code 1: they differ; 77: skipped.

A job on several nodes takes more than half of each: the engine may put two smaller replicas on one node, and no job of
Slurm for two nodes can run there."""
import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import slurm_test

slurm_test.FIRST_PORT = 32000  # a lab of its own beside those of the tests
slurm_test.USERS = ()

NODES, GPUS = 4, 4
NODE_NAMES = [f"node{each:03}" for each in range(1, NODES + 1)]
SHAPES = ((1, 1), (1, 2), (1, 2), (1, 3), (1, 4), (1, 4), (2, 3), (2, 4), (2, 4))  # nodes, GPUs of each
SHORT = {"training": "trn", "notebook": "nbk", "inference": "inf"}
STEP_SECONDS = 90        # for Slurm to have done what was said, on a busy machine
QUIET_SECONDS = 2        # nothing more happens after the last step
RUN_SECONDS = 600
ALL_SECONDS = 3600       # no run begins after so long
OVER = ("CANCELLED", "COMPLETED", "FAILED", "NODE_FAIL", "TIMEOUT", "PREEMPTED", "BOOT_FAIL")


class Differs(Exception):
    pass


def pool_of(dice, prefix):
    """A tree of 2 to 4 quotas on all GPUs, with policies."""
    total = NODES * GPUS
    count = dice.randint(2, 4)
    names = [f"{prefix}-{letter}" for letter in "abcd"[:count]]
    parent = count > 2 and dice.random() < 0.7
    leaves = names[1:] if parent else names
    cuts = sorted(dice.sample(range(1, total), len(leaves) - 1))
    quotas = [{"name": name, "guaranteed": {"gpu": high - low}}
              for name, low, high in zip(leaves, [0, *cuts], [*cuts, total])]
    for quota in quotas:
        quota["queueing"] = dice.choice(("fifo", "round-robin", "round-robin"))
        if dice.random() < 0.5:
            quota["selfPreemption"] = {"high": [dice.choice((6, 7)), 9], "low": [1, dice.choice((3, 5))],
                                       "modules": ["training", "notebook"][:dice.randint(1, 2)],
                                       "scope": dice.choice(("quota", "siblings", "both")),
                                       "mayTakeGuaranteed": dice.random() < 0.3}
        if dice.random() < 0.3:
            quota["weight"] = dice.randint(0, 20)
        if dice.random() < 0.15:
            quota["overQuota"] = "off"
    if parent:
        root = {"name": names[0], "guaranteed": {"gpu": total}}
        if dice.random() < 0.8:
            root["childPreemption"] = {"priorities": [1, dice.randint(3, 7)], "modules": ["training", "notebook"]}
        quotas = [root, *({**quota, "parent": names[0]} for quota in quotas)]
    settings = {"placement": dice.choice(("binpack", "spread")), "consolidation": dice.random() < 0.5}
    return {"apportion": 1, "name": prefix, "settings": settings,
            "nodes": [{"name": name, "gpu": GPUS} for name in NODE_NAMES], "quotas": quotas,
            "workspaces": [{"name": f"w-{name}", "quotas": [name], "members": [{"user": "root"}]} for name in names]}


def steps_of(dice):
    """Verbs in a random order; the first submissions fill some of the pool."""
    later = ["submit"] * dice.randint(5, 7) + ["cancel"] * dice.randint(2, 3) + ["scale"] * dice.randint(1, 2)
    dice.shuffle(later)
    return ["submit"] * 4 + later


class Run:
    """One pool of its own, driven, on the lab of all."""

    def __init__(self, lab, seed):
        self.lab, self.dice = lab, random.Random(seed)
        prefix = f"s{seed}"
        self.pool = pool_of(self.dice, prefix)
        self.sizes = {quota["name"]: quota["guaranteed"]["gpu"] for quota in self.pool["quotas"]}
        self.project = f"{lab.folder}/{prefix}.apportion"
        self.log = pathlib.Path(lab.folder, f"{prefix}.log")
        self.environment = {**lab.environment, "XDG_STATE_HOME": f"{lab.folder}/state-home"}
        self.process, self.last = None, 0
        self.jobs = {}      # name in the file: id
        self.gone = set()   # names of cancelled ones
        self.expected = {}  # of each job that lives: its nodes, () = it waits
        self.restarts = {}
        self.history = {}   # of each job the nodes of its runs
        self.seen = dict.fromkeys(("submit", "cancel", "scale", "wide", "victim", "move", "start", "refused"), 0)
        self.rules = set()
        self.until = time.monotonic() + RUN_SECONDS

    # The program

    def ctl(self, *words, codes=(0,), text=None):
        done = subprocess.run([slurm_test.CTL, *words], env=self.environment, capture_output=True, text=True, input=text,
                              timeout=60, check=False)
        if done.returncode not in codes:
            raise Differs(f"apportionctl {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def answer(self, *words, **more):
        return json.loads(self.ctl(*words, "--json", **more))

    def begin(self):
        scenario = pathlib.Path(self.lab.folder, "pool.json")
        scenario.write_text(json.dumps(self.pool), encoding="utf-8")
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(  # pylint: disable=consider-using-with
                [slurm_test.CTL, "cluster", "drive", "here", "--project", self.project, "--from", str(scenario), "--yes"],
                stdout=log, stderr=log, env=self.environment)
        self.wait("the pool is live", lambda: "The pool is live" in self.told(), 90)

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        live = [str(self.jobs[name]) for name in self.jobs if name not in self.gone]
        if live:
            self.lab.run("scancel", *live)
        self.lab.wait("all jobs end", lambda: not self.lab.states(), 60)

    def told(self):
        return self.log.read_text(encoding="utf-8")

    def wait(self, what, ready, seconds):
        until = min(time.monotonic() + seconds, self.until)
        while not ready():
            if self.process.poll() is not None:
                raise Differs(f"cluster drive ended with {self.process.returncode}\n{self.told()[-2000:]}")
            if time.monotonic() > until:
                raise Differs(f"{what}: not so after {seconds} s")
            time.sleep(0.15)

    # What is

    def in_slurm(self):
        """Of each job of this run that lives, its nodes and restarts; None for a job between two states."""
        rows = self.lab.run("squeue", "-h", "-a", "-t", "all", "-O", "JobID:0|,State:0|,RestartCnt:0|,NodeList:0")
        names = {str(job): name for name, job in self.jobs.items()}
        found = {}
        for line in rows.splitlines():
            job, state, restarts, nodes = line.split("|")
            if job not in names or state in OVER:
                continue
            runs = state == "RUNNING"
            found[names[job]] = ((tuple(self.hosts(nodes)) if runs else ()) if runs or state == "PENDING" else None,
                                 int(restarts))
        return found

    @staticmethod
    def hosts(text):
        """Nodes of "node[001,003-004]", sorted."""
        found = re.fullmatch(r"node\[?([0-9,-]+)\]?", text)
        hosts = []
        for part in found[1].split(",") if found else []:
            low, _, high = part.partition("-")
            hosts += [f"node{each:03}" for each in range(int(low), int(high or low) + 1)]
        return sorted(hosts)

    def in_file(self, document=None):
        document = document or json.loads(self.ctl("project", "export", self.project))
        return {work["name"]: tuple(sorted({each["node"] for each in work.get("running", {}).get("placements", ())}))
                for work in document.get("workloads", ())}

    def wanted(self):
        return {name: (nodes, self.restarts[name]) for name, nodes in self.expected.items()}

    def difference(self):
        got, wanted = self.in_slurm(), self.wanted()

        def word(state):
            if state is None or state[0] is None:
                return "gone" if state is None else "changing"
            return f"{'runs on ' + ','.join(state[0]) if state[0] else 'waits'}, {state[1]} restarts"
        return [f"{name}: planned: {word(wanted.get(name))}; Slurm: {word(got.get(name))}"
                for name in sorted({*got, *wanted}) if got.get(name) != wanted.get(name)]

    def settle(self, what):
        try:
            self.wait(what, lambda: self.in_slurm() == self.wanted(), STEP_SECONDS)
        except Differs as late:
            lines = self.difference()
            raise Differs("\n".join([str(late), *lines, "the end of what drive told:", self.told()[-1500:]])) from None
        # A job that waits is known to the file a look later.
        try:
            self.wait(what, lambda: self.in_file() == self.expected, STEP_SECONDS)
        except Differs as late:
            raise Differs(f"{late}: Slurm is as planned, the file is not: {self.in_file()}, planned {self.expected}") \
                from None

    # One step

    def predict(self, change, dry):
        """The pool after an event or a submission, by the engine on what stands in the file."""
        document = json.loads(self.ctl("project", "export", self.project))
        before = self.in_file(document)
        if before != self.expected:
            raise Differs(f"the file changed by itself: {before}, was {self.expected}")
        if "do" in change:
            document["events"] = [{"at": 1, **change}]
        else:
            document.setdefault("workloads", []).append({**change, "submit": 1})
        document["until"] = 1
        answer = self.answer("simulate", "-", text=json.dumps(document))
        early = [each for each in answer["evictions"] if each["at"] < 1]
        if early:
            raise Differs(f"the pool was not at rest: {early}")
        after = {name: tuple(sorted({each["node"] for each in work["placements"]}))
                 for name, work in answer["workloads"].items() if work["state"] in ("pending", "running")}
        hit = {each["victim"]: each["rule"] for each in answer["evictions"]}
        moves = {name for name, rule in hit.items() if rule == "consolidation"}
        # Whoever is evicted and finds another place at the same instant starts, too.
        starts = {name for name, nodes in after.items() if nodes and (not before.get(name) or name in set(hit) - moves)}
        event = dry["preview"]["events"][0]
        for what, planned, told in (
                ("victims", set(hit) - moves, {self.name_of(each) for each in event["evicts"]}),
                ("moves", moves, {self.name_of(each) for each in event["moves"]}),
                ("starts", starts, {self.name_of(each) for each in event["starts"]})):
            if planned != told:
                raise Differs(f"{what}: simulate says {sorted(planned)}, --dry-run {sorted(told)}\n{json.dumps(dry)}")
        self.seen["victim"] += len(set(hit) - moves)
        self.seen["move"] += len(moves)
        self.seen["start"] += len(starts)
        self.rules |= set(hit.values())
        for name, nodes in after.items():
            self.restarts[name] = self.restarts.get(name, 0) + (name in hit)
            runs = self.history.setdefault(name, [])
            if nodes and (name in hit or not before.get(name)):
                runs.append(nodes)
        self.expected = after

    @staticmethod
    def name_of(each):
        return each if isinstance(each, str) else each.get("workload") or each.get("victim") or each["name"]

    def submit(self, number):
        nodes, gpus = self.dice.choice(SHAPES)
        quota = self.dice.choice(list(self.sizes))
        module = self.dice.choices(list(SHORT), (8, 2, 1))[0]
        priority = self.dice.randint(1, 9)
        job = max(self.jobs.values(), default=self.last) + 1
        name = f"{job} j{number}"
        spec = {"name": name, "user": "root", "workspace": f"w-{quota}", "quota": quota, "module": module,
                "priority": priority, "gpu": gpus, "replicas": nodes}
        dry = self.answer("submit", self.project, "--name", name, "--workspace", f"w-{quota}", "--quota", quota, "--gpu",
                          str(gpus), "--replicas", str(nodes), "--priority", str(priority), "--module", module,
                          "--dry-run")
        self.predict(spec, dry)
        gate = "ap-wait" if (module, priority) == ("training", 5) else f"ap-wait-{SHORT[module]}-{priority}"
        self.jobs[name] = job
        got = self.lab.submit("-A", quota, f"-N{nodes}", f"--gres=gpu:{gpus}", f"--qos={gate}", "-J", f"j{number}")
        if got != job:
            raise Differs(f"the job was to be {job} and is {got}")
        self.seen["wide"] += nodes > 1
        return f"submit {name}: {nodes} x {gpus} GPUs in {quota}, {module}, priority {priority}"

    def cancel(self, _):
        live = sorted(self.expected)
        # Rather what runs: that makes room.
        name = self.dice.choice([each for each in live if self.expected[each]] or live)
        self.predict({"do": "cancel", "workload": name}, self.answer("cancel", self.project, name, "--dry-run"))
        self.gone.add(name)
        self.lab.run("scancel", str(self.jobs[name]))
        return f"cancel {name}"

    def scale(self, _):
        leaves = [quota["name"] for quota in self.pool["quotas"]
                  if quota.get("parent") or not any(other.get("parent") for other in self.pool["quotas"])]
        giver = self.dice.choice([name for name in leaves if self.sizes[name] > 1])
        taker = self.dice.choice([name for name in leaves if name != giver])
        gpus = self.dice.randint(1, self.sizes[giver] - 1)
        sizes = {giver: self.sizes[giver] - gpus, taker: self.sizes[taker] + gpus}
        mode = self.dice.choice(("refuse", "reclaim"))
        words = ("project", "scale", self.project, *(f"{name}={size}" for name, size in sizes.items()), "--mode", mode)
        what = f"scale {sizes}, {mode}"
        dry = self.answer(*words, "--dry-run", codes=(0, 4))
        if "preview" not in dry:
            self.ctl(*words, codes=(4,))
            self.seen["refused"] += 1
            return what + ", refused"
        self.predict({"do": "scale", "quotas": {name: {"gpu": size} for name, size in sizes.items()}, "mode": mode,
                      "after": 0}, dry)
        self.ctl(*words)
        self.sizes.update(sizes)
        return what

    # All of it

    def accounting(self):
        """Of each job the nodes of its runs, by accounting."""
        rows = self.lab.run("sacct", "-n", "-P", "-X", "-D", "-j", ",".join(map(str, self.jobs.values())), "-o",
                            "JobIDRaw,NodeList,Start")
        names = {str(job): name for name, job in self.jobs.items()}
        found = {name: [] for name in self.jobs}
        for job, nodes, start in sorted((line.split("|") for line in rows.splitlines()), key=lambda row: row[2]):
            if start.startswith("20") and self.hosts(nodes):
                found[names[job]].append(tuple(self.hosts(nodes)))
        return found

    def play(self, last):
        self.last = last
        began = time.monotonic()
        done = []
        try:
            self.begin()
            for number, verb in enumerate(steps_of(self.dice)):
                if lines := self.difference():
                    raise Differs("\n".join(["it changed by itself:", *lines]))
                if verb == "cancel" and not self.expected:
                    continue
                done.append(getattr(self, verb)(number))
                self.seen[verb] += 1
                self.settle(done[-1])
            time.sleep(QUIET_SECONDS)
            self.settle("the end")
            self.wait("accounting has all runs", lambda: self.accounting() == self.history, STEP_SECONDS)
        except Differs as differs:
            more = ""
            if "accounting" in str(differs):
                more = f"\nplanned: {self.history}\nsacct: {self.accounting()}"
            raise Differs("\n".join([json.dumps(self.pool), *done, str(differs) + more])) from None
        finally:
            self.end()
        return time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ctl")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first run; the others follow")
    options = parser.parse_args()
    slurm_test.CTL = str(pathlib.Path(options.ctl).resolve())
    lab = slurm_test.Lab("--nodes", str(NODES), "--gpus", str(GPUS))
    equal, last, rules, sums = 0, 0, set(), {}
    began = time.monotonic()
    try:
        for seed in range(options.seed, options.seed + options.runs):
            if time.monotonic() - began > ALL_SECONDS:
                print(f"seed {seed}: not run after {ALL_SECONDS} s")
                break
            run = Run(lab, seed)
            try:
                seconds = run.play(last)
            except (Differs, AssertionError, subprocess.SubprocessError) as differs:
                print(f"seed {seed}: differs\n{differs}", flush=True)
            else:
                equal += 1
                seen = run.seen
                print(f"seed {seed}: equal: {len(run.sizes)} quotas, {seen['submit']} jobs ({seen['wide']} on several "
                      f"nodes), {seen['cancel']} cancels, {seen['scale']} scales ({seen['refused']} refused); "
                      f"{seen['start']} starts, {seen['victim']} victims, {seen['move']} moves; {seconds:.0f} s", flush=True)
            last = max(run.jobs.values(), default=last)
            rules |= run.rules
            for key, value in run.seen.items():
                sums[key] = sums.get(key, 0) + value
    finally:
        lab.stop()
    print(f"{sums['start']} starts, {sums['victim']} victims, {sums['move']} moves by {', '.join(sorted(rules))}; "
          f"{time.monotonic() - began:.0f} s")
    print(f"{equal} of {options.runs} equal")
    return 0 if equal == options.runs else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
