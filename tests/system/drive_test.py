#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""apportionctl cluster drive on a real Slurm cluster: drive_test.py APPORTIONCTL. Exit code 77: skipped."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

import slurm_test

# A lab of its own beside that of slurm_test.py.
slurm_test.FIRST_PORT = 30400
slurm_test.USERS = ("apptestdora", "apptestemil")
TEAMS = {"team-a": 4, "team-b": 2, "team-c": 2, "team-d": 8}
EACH = 2  # GPUs of a job


class Driving(slurm_test.OnALab):
    options = ("--nodes", "2")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.project = f"{cls.lab.folder}/pool.apportion"
        cls.log = pathlib.Path(cls.lab.folder, "drive.log")
        cls.jobs, cls.order, cls.process = {}, [], None
        cls.addClassCleanup(cls.kill_drive)
        cls.scenario_file = pathlib.Path(cls.lab.folder, "teams.json")
        cls.scenario_file.write_text(json.dumps(cls.scenario([])), encoding="utf-8")

    @staticmethod
    def scenario(workloads, events=(), until=1000):
        return {"apportion": 1, "name": "Teams", "settings": {"consolidation": False},
                "nodes": [{"name": "node001", "gpu": 8}, {"name": "node002", "gpu": 8}],
                "quotas": [{"name": team, "guaranteed": {"gpu": gpus}} for team, gpus in TEAMS.items()],
                "workspaces": [{"name": f"w-{team}", "quotas": [team],
                                "members": [{"user": user} for user in (*slurm_test.USERS, "root")]} for team in TEAMS],
                "workloads": workloads, "events": list(events), "until": until}

    # The program

    @classmethod
    def begin_drive(cls, *options):
        with open(cls.log, "ab") as log:
            cls.process = subprocess.Popen(  # pylint: disable=consider-using-with
                [slurm_test.CTL, "cluster", "drive", "here", "--project", cls.project, *options], stdout=log, stderr=log,
                env={**cls.lab.environment, "XDG_STATE_HOME": f"{cls.lab.folder}/state-home"})

    @classmethod
    def kill_drive(cls, how=signal.SIGKILL):
        if cls.process:
            cls.process.send_signal(how)
            code = cls.process.wait(timeout=30)
            cls.process = None
            return code
        return None

    def drive_once(self, *options):
        code, out, errors = self.ctl("cluster", "drive", "here", "--project", self.project, "--once", *options,
                                     XDG_STATE_HOME=f"{self.lab.folder}/state-home")
        self.assertEqual(code, 0, out + errors)
        return [line for line in out.split("\n") if line]

    # The world

    def submit(self, name, *options):
        account = f"team-{name[0]}"
        self.jobs[name] = self.lab.submit("-A", account, f"--gres=gpu:{EACH}", "-J", name, *options)
        self.order.append(name)
        return self.jobs[name]

    def rows(self):
        """Of each job its state, QOS, restarts, and account."""
        text = self.lab.run("squeue", "-h", "-a", "-t", "all", "-O", "JobID:0|,State:0|,QOS:0|,RestartCnt:0|,Account:0")
        return {row[0]: row[1:] for row in (line.split("|") for line in text.split("\n") if line)}

    def mark(self):
        return self.lab.run("sacctmgr", "-nP", "show", "qos", "where", "name=ap-run", "format=name,description")

    def running(self, *names):
        rows = self.rows()
        return all(rows.get(str(self.jobs[name]), [""])[0] == "RUNNING" for name in names)

    def run_one_by_one(self, *names):
        for name in names:
            self.submit(name)
            self.until(f"{name} runs", lambda name=name: self.running(name))

    def until(self, what, ready, seconds=40):
        try:
            self.lab.wait(what, ready, seconds)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{self.rows()}\n{self.log.read_text(encoding='utf-8')[-3000:]}") from None

    def use(self):
        used = dict.fromkeys(TEAMS, 0)
        for state, _, _, account in self.rows().values():
            if state == "RUNNING" and account in used:
                used[account] += EACH
        return [used[team] for team in TEAMS]

    def victims(self):
        """Those that Slurm has requeued."""
        rows = self.rows()
        return {name for name, job in self.jobs.items() if int(rows[str(job)][2]) > 0}

    def predicted(self):
        """The victims of the same story by the engine alone, a second between two of it."""
        story = [{"name": name, "quota": f"team-{name[0]}", "gpu": EACH, "submit": at + 1}
                 for at, name in enumerate(self.order)]
        path = pathlib.Path(self.lab.folder, "story.json")
        path.write_text(json.dumps(self.scenario(story)), encoding="utf-8")
        return {each["victim"] for each in self.answer("simulate", str(path))["evictions"]}

    def journal(self, action):
        entries = self.answer("project", "history", self.project)["entries"]
        return [entry for entry in entries if entry["do"] == action]

    # The story of four teams: 4/4 4/2 4/2 4/8, then 4/4 2/2 2/2 8/8, then 8/4 4/2 4/2 0/8

    def test_1_gates_are_made_once(self):
        code, _, errors = self.ctl("cluster", "drive", "here", "--project", self.project, "--once")
        self.assertEqual(code, 4, errors)
        self.assertIn("does not exist", errors)
        lines = self.drive_once("--from", str(self.scenario_file))
        self.assertTrue(lines[0].startswith("Preview: creates "), lines)
        self.assertFalse(os.path.exists(self.project))
        self.assertNotIn("ap-run", self.mark())
        # Killed amid its lines it has kept what undoes them.
        self.begin_drive("--from", str(self.scenario_file), "--yes")
        self.until("a gate is made", lambda: "done: sacctmgr -i add account" in self.log.read_text(encoding="utf-8"))
        self.kill_drive()
        self.undo(self.log.read_text(encoding="utf-8").splitlines())
        lines = self.drive_once("--from", str(self.scenario_file), "--yes")
        self.assertIn("ap-run|apportion v1\n", self.mark(), "it drives no more")
        made = [line for line in lines if line.startswith("done: sacctmgr")]
        self.assertGreater(len(made), 5, lines)
        self.assertEqual(self.drive_once(), [], "all of it is there")
        held = self.lab.submit("-A", "team-a", "--gres=gpu:1", "--hold")
        free = self.lab.submit("-A", "team-a", "--gres=gpu:1")
        time.sleep(2)
        self.assertEqual(self.rows()[str(free)][:2], ["PENDING", "ap-wait"])
        lines = self.drive_once()
        self.assertEqual(sum(line.startswith("job: ") for line in lines), 1, lines)
        self.assertEqual(sum(line.startswith("done: scontrol update") for line in lines), 1, lines)
        self.until("it runs", lambda: self.rows()[str(free)][0] == "RUNNING")
        self.assertEqual(self.drive_once(), [], "what is done is not done again")
        self.lab.run("scancel", str(held), str(free))
        self.drive_once()
        self.assertEqual(len(self.journal("cancel")), 1)

    def undo(self, lines):
        [path] = [line.removeprefix("Rollback list: ") for line in lines if line.startswith("Rollback list: ")]
        subprocess.run(["sh", path], env=self.lab.environment, capture_output=True, timeout=60, check=False)
        left = self.lab.run("sacctmgr", "-nP", "show", "account", "format=account") + self.mark()
        self.assertFalse([name for name in (*TEAMS, "ap-run") if name in left], left)

    def test_2_what_is_over_guarantee_goes_back(self):
        self.begin_drive()
        self.run_one_by_one("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2")
        self.assertEqual(self.use(), [4, 4, 4, 4])
        self.assertEqual(self.victims(), set())
        # Killed before it knows of the next job, and while it has that started.
        self.kill_drive()
        self.submit("d3")
        self.begin_drive()
        self.until("d3 is known", lambda: f"job: {self.jobs['d3']}" in self.log.read_text(encoding="utf-8"))
        self.kill_drive()
        self.begin_drive()
        self.until("d3 runs", lambda: self.running("d3"))
        self.submit("d4")
        self.until("d4 runs", lambda: self.running("d4"))
        self.until("4/4 2/2 2/2 8/8", lambda: self.use() == [4, 2, 2, 8])
        self.assertEqual(self.victims(), self.predicted())
        self.assertEqual(len(self.victims()), 2)

    def test_3_a_controller_that_restarts(self):
        before = self.victims()
        # Slurm has lost what is younger, and gives ids again.
        time.sleep(6)
        self.lab.kill("slurmctld")
        self.lab.start()
        for name in ("a3", "a4"):
            self.submit(name)
        self.until("both are known", lambda: all(
            f"job: {self.jobs[name]}" in self.log.read_text(encoding="utf-8") for name in ("a3", "a4")))
        # What it lost of the last seconds is done again.
        self.until("4/4 2/2 2/2 8/8", lambda: self.use() == [4, 2, 2, 8])
        self.lab.run("scancel", *(str(self.jobs[name]) for name in ("d1", "d2", "d3", "d4")))
        self.until("8/4 4/2 4/2 0/8", lambda: self.use() == [8, 4, 4, 0])
        time.sleep(3)
        self.assertEqual(self.use(), [8, 4, 4, 0], "it stays")
        self.assertEqual(self.victims(), before, "nobody else had to go")
        known = {name.split()[1] for name in self.answer("project", "show", self.project)["workloads"]}
        self.assertLessEqual(before, known, "a victim keeps its workload")

    def test_4_past_the_gate(self):
        job = self.lab.submit("-A", "team-d", "--qos=ap-run", "--gres=gpu:2", "-J", "sly")
        self.until("it is reported", lambda: f"Job {job} of root" in self.log.read_text(encoding="utf-8"))
        self.until("it is the engine's", lambda: f"job: {job} sly" in self.log.read_text(encoding="utf-8"))
        # What it is entitled to it has at once.
        self.until("it has its place", lambda: self.rows()[str(job)][0] == "RUNNING")
        self.until("its place is made", lambda: self.use()[3] == 2)
        self.lab.run("scancel", str(job))

    def test_5_beside_jobs_of_others(self):
        # All but 2 GPUs of a node, by an account that is no quota.
        self.lab.run("scancel", *(str(job) for job in self.jobs.values()))
        self.until("it is empty", lambda: self.use() == [0, 0, 0, 0])
        self.lab.run("sacctmgr", "-i", "add", "account", "guests", "parent=root")
        self.lab.run("sacctmgr", "-i", "add", "user", "root", "account=guests")
        guests = [self.lab.submit("-A", "guests", f"--gres=gpu:{gpus}", "-w", node)
                  for node, gpus in (("node001", 6), ("node002", 7))]
        self.until("it is told", lambda: "Jobs outside this pool use 7 GPUs of node node002" in self.log.read_text(
            encoding="utf-8"))
        victims = self.victims()
        self.submit("a5")
        self.until("the room that is left is used", lambda: self.running("a5"))
        self.submit("a6")
        time.sleep(3)
        self.assertEqual(self.use(), [2, 0, 0, 0])
        states = {name.split()[1]: each["state"]
                  for name, each in self.answer("project", "show", self.project)["workloads"].items()}
        self.assertEqual([states["a5"], states["a6"]], ["running", "pending"])
        self.lab.run("scancel", str(guests[1]))
        self.until("what comes back is given", lambda: self.running("a5", "a6"))
        self.assertEqual(self.victims(), victims, "nobody had to go")
        self.lab.run("scancel", str(guests[0]))

    def test_5z_accounts_below_a_quota(self):
        for account, more in (("guild", ()), ("lodge", ("qos=normal",))):
            self.lab.run("sacctmgr", "-i", "add", "account", account, "parent=team-d", *more)
            self.lab.run("sacctmgr", "-i", "add", "user", "root", f"account={account}")
        inside, sly, apart = (self.lab.submit("-A", account, "--gres=gpu:2", *more) for account, more in (
            ("guild", ()), ("guild", ("--qos=ap-run",)), ("lodge", ())))
        self.until("all run", lambda: all(self.rows()[str(job)][0] == "RUNNING" for job in (inside, sly, apart)))

        def quotas():
            document = json.loads(self.ctl("project", "export", self.project)[1])
            return {int(work["name"].split()[0]): work["quota"] for work in document["workloads"] if "running" in work
                    and int(work["name"].split()[0]) in (inside, sly, apart)}
        self.until("they are of team-d", lambda: quotas() == {inside: "team-d", sly: "team-d"})
        self.assertIn(f"Job {sly} of root", self.log.read_text(encoding="utf-8"))
        self.kill_drive()
        self.begin_drive()
        self.until("they are told", lambda: all(text in self.log.read_text(encoding="utf-8") for text in (
            "of this pool: guild.", "of this pool, with QOS of their own: lodge.")))
        time.sleep(3)
        self.assertEqual(quotas(), {inside: "team-d", sly: "team-d"})
        self.lab.run("scancel", *map(str, (inside, sly, apart)))

    def test_6_one_holder(self):
        code, _, errors = self.ctl("cluster", "drive", "here", "--project", f"{self.lab.folder}/other.apportion",
                                   "--from", str(self.scenario_file), "--once", "--put-back", "--yes",
                                   XDG_STATE_HOME=f"{self.lab.folder}/other-home")
        self.assertEqual(code, 4, errors)
        self.assertIn("drives this cluster", errors)
        self.lab.run("sacctmgr", "-i", "modify", "qos", "where", "name=ap-run", "set",
                     "Description=apportion v1 run by elsewhere 1 2 m b s")
        self.assertEqual(self.process.wait(timeout=40), 4)
        self.assertIn("elsewhere", self.log.read_text(encoding="utf-8")[-600:])
        type(self).process = None

    def test_7_nothing_of_a_job_is_run(self):
        job = self.lab.submit("-A", "team-b", "--gres=gpu:1", "-J", f"x; $(touch {slurm_test.MARK}) `id` '\"")
        own = self.lab.submit("-A", "team-b", "--gres=gpu:1", "-w", "node002")
        script = "#!/bin/sh\n#SBATCH -A team-b --gres=gpu:1\n#SBATCH hetjob\n#SBATCH -A team-b --gres=gpu:1\nsleep 9\n"
        parts = pathlib.Path(self.lab.folder, "parts.sh")
        parts.write_text(script, encoding="utf-8")
        both = self.lab.run("sbatch", "--parsable", "--chdir=/tmp", "--output=/dev/null", str(parts)).strip()
        code, out, errors = self.ctl("cluster", "drive", "here", "--project", self.project, "--once", "--take-over",
                                     XDG_STATE_HOME=f"{self.lab.folder}/state-home")
        self.assertEqual(code, 0, out + errors)
        self.assertIn(f"job {own}: warning: The job asks for node002 with --nodelist.", errors)
        self.assertIn(f"job {both}+1: warning: Apportion cannot place a job of several parts", errors)
        self.assertFalse(os.path.exists(slurm_test.MARK))
        self.assertIn(str(job), [name.split()[0] for name in self.answer("project", "show", self.project)["workloads"]])


if __name__ == "__main__":
    slurm_test.CTL = sys.argv.pop(1)
    unittest.main(verbosity=2)
