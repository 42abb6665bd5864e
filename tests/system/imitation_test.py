#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dry run of 'cluster plan' against what Slurm then does: imitation_test.py APPORTIONCTL. As slurm_test.py.
APPORTION_RUNS: random rounds of each kind (default 2), APPORTION_SEED: of the first (default 1)."""
import json
import os
import pathlib
import random
import sys
import time
import unittest

import slurm_test

# A lab of its own beside those of the other tests.
slurm_test.FIRST_PORT = 33600
slurm_test.USERS = ()
NODES, GPUS = 4, 4
ROUNDS = int(os.environ.get("APPORTION_RUNS", "2"))
SEED = int(os.environ.get("APPORTION_SEED", "1"))
LOWS = [(quota, module, priority) for quota in ("pool.a", "pool.b") for module in ("training", "notebook")
        for priority in (1, 2, 3)]
SHORT = {"training": "trn", "notebook": "nbk", "inference": "inf"}


class Imitating(slurm_test.OnALab):
    options = ("--nodes", str(NODES), "--gpus", str(GPUS))

    def pool(self, name, children=False, limits=None):
        """A parent with two children; a service of the parent may evict training and notebooks of both."""
        limits = limits or {}
        top = {"name": "pool", "guaranteed": {"gpu": NODES * GPUS}}
        if children:
            top["childPreemption"] = {"priorities": [1, 3], "modules": ["training", "notebook"]}
        quotas = [top, *({"name": quota, "parent": "pool", "guaranteed": {"gpu": 2},
                          "limit": {"gpu": limits.get(quota, NODES * GPUS)}} for quota in ("pool.a", "pool.b"))]
        work = [{"name": f"{quota}-{module}-{priority}", "quota": quota, "module": module, "priority": priority, "gpu": 1,
                 "submit": 1} for quota, module, priority in [*LOWS, ("pool", "inference", 9)]]
        path = pathlib.Path(self.lab.folder, name)
        path.write_text(json.dumps({
            "apportion": 1, "settings": {"consolidation": False},
            "nodes": [{"name": f"node{each:03}", "gpu": GPUS} for each in range(1, NODES + 1)], "quotas": quotas,
            "workspaces": [{"name": "w", "quotas": [quota["name"] for quota in quotas], "members": [{"user": "root"}]}],
            "workloads": work}), encoding="utf-8")
        return str(path)

    def apply(self, path):
        code, out, errors = self.ctl("cluster", "apply", "here", path, "--allow-dangers", "--settle", "0")
        self.assertEqual(code, 0, out + errors)

    def rows(self):
        """Of each job its state, its restarts, and its nodes."""
        text = self.lab.run("squeue", "-h", "-a", "-O", "JobID:0|,State:0|,RestartCnt:0|,NodeList:0")
        return {row[0]: row[1:] for row in (line.split("|") for line in text.splitlines())}

    def ready(self, running, waiting):
        wanted = {**dict.fromkeys(map(str, running), "RUNNING"), **dict.fromkeys(map(str, waiting), "PENDING")}
        try:
            self.lab.wait("all is as it was set up",
                          lambda: {job: row[0] for job, row in self.rows().items()} == wanted, 40)
        except AssertionError as late:
            raise AssertionError(f"{late}: {wanted}, {self.rows()}") from None
        self.lab.wait("Slurm has looked at what waits", lambda: "None" not in self.lab.run(
            "squeue", "-h", "-t", "PD", "-o", "%r").split())

    def fill(self, dice, asked):
        """Running jobs at chosen places, in random QOS. On each node fewer GPUs than are asked for stay free."""
        jobs = []
        for node in range(1, NODES + 1):
            free = GPUS - dice.choice((0, 0, dice.randint(0, asked - 1)))
            while free > 0:
                gpus = dice.randint(1, free)
                free -= gpus
                quota, module, priority = dice.choice(LOWS)
                jobs.append(self.lab.submit("-A", quota, f"--qos={quota}-{SHORT[module]}-{priority}",
                                            f"--gres=gpu:{gpus}", "-w", f"node{node:03}"))
        return jobs

    def compare(self, path, running, waiting, places=True):
        """What the dry run says of a plan, and what comes of its lines."""
        dry = self.answer("cluster", "plan", "here", path)["dryRun"]
        self.assertEqual(dry["imitates"]["code"], "cluster-imitated")
        told = json.dumps([self.rows(), dry])
        self.apply(path)
        starts = {each["job"]: each["nodes"] for each in dry["starts"]}
        try:
            self.lab.wait("the starts", lambda: all(self.rows()[job][0] == "RUNNING" for job in starts), 30)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{told}\n{self.rows()}") from None
        time.sleep(3)
        rows = self.rows()
        self.assertEqual({job for job in map(str, running) if int(rows[job][1]) > 0}, set(dry["victims"]), told)
        self.assertEqual({job for job in map(str, waiting) if rows[job][0] == "RUNNING"}, set(starts), told)
        for job, nodes in starts.items() if places else ():
            self.assertEqual(self.lab.run("scontrol", "show", "hostnames", rows[job][2]).split(), nodes, told)
        return dry

    def end_round(self, before):
        self.lab.run("scancel", *self.lab.states())
        self.lab.wait("all jobs end", lambda: not self.lab.states(), 60)
        self.apply(before)

    def test_1_who_has_to_go(self):
        before, after = self.pool("before.json"), self.pool("after.json", children=True)
        self.apply(before)
        victims = 0
        for seed in range(SEED, SEED + ROUNDS):
            dice = random.Random(seed)
            asked, nodes = dice.randint(2, GPUS), dice.choice((1, 1, 2))
            running = self.fill(dice, asked)
            self.lab.wait("they run", lambda: set(self.lab.states().values()) == {"RUNNING"}, 40)
            top = self.lab.submit("-A", "pool", "--qos=pool-inf-9", f"-N{nodes}", f"--gres=gpu:{asked}")
            self.ready(running, [top])
            with self.subTest(seed=seed):
                victims += len(self.compare(after, running, [top])["victims"])
            self.end_round(before)
        self.assertGreater(victims, 0)

    def test_2_limits_and_gangs_are_exact(self):
        low, high = {"pool.a": 2, "pool.b": 2}, {"pool.a": 6, "pool.b": 7}
        before, after = self.pool("low.json", limits=low), self.pool("high.json", limits=high)
        exact = {each["key"]: each["verdict"] for each in self.answer("cluster", "plan", "here", after)["capabilities"]}
        self.assertEqual(exact["limit"], "exact")
        self.apply(before)
        starts = 0
        for seed in range(SEED, SEED + ROUNDS):
            dice = random.Random(seed)
            waiting = []
            for _ in range(dice.randint(3, 6)):
                quota, module, priority = dice.choice(LOWS)
                nodes = dice.choice((1, 1, 2))
                waiting.append(self.lab.submit("-A", quota, f"--qos={quota}-{SHORT[module]}-{priority}", f"-N{nodes}",
                                               f"--gres=gpu:{dice.randint(3 if nodes == 1 else 2, GPUS)}"))
            self.ready([], waiting)
            with self.subTest(seed=seed):
                # Two lines are not one: who starts first has the choice of nodes.
                dry = self.compare(after, [], waiting, places=False)
                self.assertEqual(dry["victims"], [])
                starts += len(dry["starts"])
            self.end_round(before)
        self.assertGreater(starts, 0)


if __name__ == "__main__":
    slurm_test.CTL = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
