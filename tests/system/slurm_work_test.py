#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of a real Slurm cluster through apportionctl: history, watch, verbs. As slurm_test.py."""
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import unittest

import slurm_test
from slurm_test import EVIL_NAMES, MARK, USERS, OnALab


class Relay:
    """slurmdbd for a client that sees it die: after so many requests nobody is there."""

    def __init__(self, target, requests):
        self.target, self.left = target, requests
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def end(self):
        self.server.close()
        with socket.socket() as wake:  # accept() sees nothing of a close
            wake.connect_ex(("127.0.0.1", self.port))
        self.thread.join(30)

    def serve(self):
        while self.left > 0:
            try:
                client = self.server.accept()[0]
            except OSError:
                return
            with client, socket.create_connection(("127.0.0.1", self.target)) as daemon:
                back = threading.Thread(target=self.answers, args=(daemon, client))
                back.start()
                while self.left > 0 and (message := self.message(client)):
                    self.left -= 1
                    daemon.sendall(message)
                if self.left == 0:
                    self.server.close()
                    self.message(client)  # its next request, which comes after the last answer
                for each in (daemon, client):
                    try:
                        each.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass
                back.join()

    @staticmethod
    def answers(daemon, client):
        try:
            while some := daemon.recv(65536):
                client.sendall(some)
        except OSError:
            pass

    @staticmethod
    def message(client):
        """A whole one with its length, or nothing."""
        text = b""
        try:
            while len(text) < 4 or len(text) < 4 + int.from_bytes(text[:4], "big"):
                some = client.recv(4 - len(text) if len(text) < 4 else 4 + int.from_bytes(text[:4], "big") - len(text))
                if not some:
                    return b""
                text += some
        except OSError:
            return b""
        return text


class Working(OnALab):
    """Work on a cluster with room."""
    options = ("--nodes", "2")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        lab = cls.lab
        for line in ("add account bio parent=root GrpTRES=gres/gpu=8", "add account physics parent=root",
                     "add user root account=bio,physics"):
            lab.run("sacctmgr", "-i", *line.split())

    def test_1_history_is_a_trace(self):
        lab, target = self.lab, f"{self.lab.folder}/history.csv"
        job = lab.submit("-A", "physics", "--requeue", "--gres=gpu:2", "-J", "a|b\n999|x")

        def runs():
            lab.wait("start", lambda: lab.states().get(str(job)) == "RUNNING", 60)
            time.sleep(1.1)  # what ran 0 s did not run
        runs()
        lab.run("scontrol", "requeue", str(job))
        lab.wait("it waits", lambda: lab.states().get(str(job)) == "PENDING")
        runs()
        lab.run("scancel", str(job))

        def rows():
            code, _, errors = self.ctl("cluster", "history", "here", "--from", "2026-01-01", "--out", target)
            self.assertEqual(code, 0, errors)
            table = [line.split("|") for line in pathlib.Path(target).read_text(encoding="utf-8").splitlines()]
            self.assertIn(f"Read {len(table) - 1} run", errors)
            return [dict(zip(table[0], row)) for row in table[1:]]
        lab.wait("two ended runs", lambda: [row["End"] != "Unknown" for row in rows()
                                            if row["JobIDRaw"] == str(job)] == [True, True])
        self.assertNotIn("a|b", pathlib.Path(target).read_text(encoding="utf-8"))
        pool = f"{lab.folder}/import.json"
        self.assertEqual(self.ctl("cluster", "import", "here", "--out", pool)[0], 0)
        report = self.answer("report", "--trace", target, "--pool", pool, "--by", "quota,user")
        jobs = {(row["quota"], row["user"]): (row["jobs"], row["evictions"]) for row in report["rows"] if row["jobs"]}
        self.assertEqual(jobs, {("physics", "root"): (2, 1)}, report)
        plan = pathlib.Path(lab.folder, "plan.json")
        plan.write_text(json.dumps({"apportionPlan": 1, "base": {"trace": target, "format": "sacct", "pool": "2x8"},
                                    "sets": []}), encoding="utf-8")
        code, out, errors = self.ctl("plan", "run", str(plan))
        self.assertEqual(code, 0, out + errors)
        code, _, errors = self.ctl("cluster", "history", self.rest(), token=self.secret())
        self.assertEqual((code, "needs the commands of Slurm" in errors), (1, True), errors)
        self.assertEqual(self.ctl("cluster", "history", "here", "--from", "2026-02-30")[0], 2)


    def watching(self, place, *options, token=None):
        """A watch and the lines of JSON that it has printed, as they come."""
        environment = {**self.lab.environment, **({"SLURM_JWT": token} if token else {})}
        process = subprocess.Popen([slurm_test.CTL, "cluster", "watch", place, "--every", "0.5", "--json", *options],
                                   stdout=subprocess.PIPE, text=True, env=environment)
        looks = []
        reader = threading.Thread(target=lambda: looks.extend(map(json.loads, iter(process.stdout.readline, ""))))
        reader.start()

        def end():
            process.terminate()
            process.wait(30)
            reader.join(30)
            process.stdout.close()
        self.addCleanup(end)
        return looks

    def test_2_watch(self):
        lab = self.lab
        renewed = self.watching(self.rest(), token=self.secret(life=6))
        looks = self.watching("here")
        lab.wait("a first picture", lambda: looks and renewed)

        def sees(code, named, seconds=8):
            lab.wait(f"{code} of {named}", lambda: any(
                each["code"] == code and named in str(each["details"]) for look in list(looks)
                for each in look["changes"]), seconds)
        job = lab.submit("-A", "bio", "--gres=gpu:1")
        sees("cluster-saw-new", str(job))
        sees("cluster-saw-started", str(job))
        held = lab.submit("-A", "bio", "--hold", "--gres=gpu:1", "-J", "it's\n$(id)")
        lab.run("scontrol", "release", str(held))
        sees("cluster-saw-started", str(held))
        lab.run("scontrol", "update", "NodeName=node002", "State=DRAIN", "Reason=x'; $(id)")
        sees("cluster-saw-node-closed", "node002")
        lab.run("scontrol", "update", "NodeName=node002", "State=RESUME")
        lab.run("scancel", str(job), str(held))
        sees("cluster-saw-gone", str(job))
        lab.run("sacctmgr", "-i", "modify", "account", "where", "name=bio", "set", "GrpTRES=gres/gpu=4")
        sees("cluster-saw-limit", "bio", 20)
        lab.wait("life after the first token", lambda: renewed[-1]["failed"] is None and
                 len(renewed) > 20, 30)
        self.assertFalse(any(look["failed"] for look in renewed))
        lab.kill("slurmctld")
        lab.wait("a dead controller", lambda: looks[-1]["failed"], 30)
        self.assertEqual(looks[-1]["failed"]["code"], "cluster-controller-down", looks[-1]["failed"])
        lab.start()
        lab.wait("its return", lambda: looks[-1]["failed"] is None, 40)
        dead = [look for look in looks if look["failed"]]
        self.assertGreater(dead[-1]["age"], 2)
        self.assertEqual({look["asOf"] for look in dead}, {dead[0]["asOf"]}, "the last picture stays")


    def work(self, *words, code=0, **more):
        return self.answer("cluster", *words, "--yes", code=code, **more)

    def job(self, number):
        found = [each for each in self.answer("cluster", "show", "here")["jobs"] if each["id"] == str(number)]
        return found[0] if found else None

    def script(self):
        """Writes its environment to a file before it sleeps."""
        path, told = (pathlib.Path(self.lab.folder, name) for name in ("train.sh", "environment"))
        path.write_text(f"#!/bin/sh\nenv > {told}.new\nmv {told}.new {told}\nsleep 600\n", encoding="utf-8")
        told.unlink(missing_ok=True)
        return str(path), told

    def test_3_verbs_on_work(self):
        lab, secret, (script, told) = self.lab, self.secret(), self.script()
        lab.run("sacctmgr", "-i", "add", "qos", "physics-trn-7", "Priority=70", "Preempt=normal")
        lab.run("sacctmgr", "-i", "modify", "account", "where", "name=physics", "set", "qos=normal,physics-trn-7")
        ask = ("submit", "here", script, "--account", "physics", "--name", "it's; $(id)")
        code, out, errors = self.ctl("cluster", *ask, "--gpus", "8")
        self.assertEqual(code, 0, errors)
        self.assertIn("Preview: sbatch --parsable --account=physics --nodes=1 --gres=gpu:8 ", out)
        self.assertEqual(lab.states(), {})
        first = self.work(*ask, "--gpus", "8", token=secret)["job"]
        lab.wait("it runs", lambda: told.exists())
        for ours in (secret, "SLURM_JWT", "SLURM_TIME_FORMAT"):
            self.assertFalse(ours in told.read_text(encoding="utf-8"), "in the environment of the job")
        self.assertEqual(self.job(first)["name"], "it's; $(id)")
        code, out, _ = self.ctl("cluster", *ask, "--gpus", "16", "--nodes", "2")
        self.assertIn("It waits at first. No nodes have enough free GPUs.", out)
        code, out, _ = self.ctl("cluster", *ask, "--gpus", "16", "--nodes", "2", "--yes")
        self.assertRegex(out, r"Submitted job \d+\. It waits\.")
        second = re.search(r"\d+", out).group()
        self.assertEqual(self.failure("cluster", "hold", "here", first, "--yes"), "cluster-job-state")
        self.work("hold", "here", second)
        self.assertEqual(self.job(second)["slurmReason"], "JobHeldAdmin")
        self.assertEqual(self.answer("cluster", "set-qos", "here", second, "--qos", "physics-trn-7")["danger"], "ends")
        self.work("set-qos", "here", second, "--qos", "physics-trn-7")
        self.assertEqual(self.job(second)["qos"], "physics-trn-7")
        self.work("release", "here", second)
        lab.wait("it preempts", lambda: lab.states().get(second) == "RUNNING")
        self.assertEqual(self.job(first)["state"], "PENDING")
        self.assertEqual(self.failure("cluster", "set-qos", "here", second, "--qos", "normal"), "cluster-job-state")
        answer = self.answer("cluster", "requeue", "here", second)
        self.assertEqual((answer["done"], answer["danger"], lab.states()[second]), (False, "ends", "RUNNING"))
        self.work("requeue", "here", second)
        self.assertEqual(self.job(second)["state"], "PENDING")
        self.assertEqual(self.failure("cluster", "cancel", "here", second, "--yes", token=self.secret(user=USERS[0])),
                         "cluster-refused")
        self.assertIsNotNone(self.job(second))
        self.work("cancel", "here", first, second)
        self.assertIsNone(self.job(second))
        self.assertEqual(self.failure("cluster", "cancel", "here", second), "cluster-no-job")
        module = ("submit", "here", script, "--account", "physics", "--module", "training")
        self.assertIn("--qos=physics-trn-7 ", self.answer("cluster", *module, "--priority", "7")["command"])
        self.assertEqual(self.failure("cluster", *module, "--priority", "8"), "cluster-no-qos")
        self.work("drain", "here", "node002", "--reason", f"it's; $(touch {MARK})")
        nodes = {each["name"]: each for each in self.answer("cluster", "show", "here")["nodes"]}
        self.assertEqual(nodes["node002"]["reason"], f"it's; $(touch {MARK})")
        self.work("resume", "here", "node002")
        self.assertIn("NodeName=node001,node002 ",
                      self.answer("cluster", "resume", "here", "node[001-002]")["command"])
        for nodes in ("ALL", "node[001-", "node[001-002],x"):
            self.assertEqual(self.failure("cluster", "resume", "here", nodes), "cluster-no-node")

    def test_4_accounting_that_dies_gives_no_part(self):
        lab = self.lab
        lab.run("sacctmgr", "-i", "add", "qos", "strong", "Preempt=normal", "GrpTRES=gres/gpu=3")
        folder = pathlib.Path(lab.folder, "relay")
        folder.mkdir()
        etc = pathlib.Path(lab.facts["conf"]).parent
        (folder / "gres.conf").write_bytes((etc / "gres.conf").read_bytes())
        conf = (etc / "slurm.conf").read_text(encoding="utf-8")
        keys = ("cluster", "accounts", "qos")
        whole = {key: self.answer("cluster", "show", "here")[key] for key in keys}
        failed, requests = 0, 0
        while requests < 100:
            requests += 1
            relay = Relay(lab.port + 1, requests)
            (folder / "slurm.conf").write_text(
                conf.replace(f"AccountingStoragePort={lab.port + 1}", f"AccountingStoragePort={relay.port}"), encoding="utf-8")
            code, out, errors = self.ctl("cluster", "show", "here", "--json", SLURM_CONF=str(folder / "slurm.conf"))
            died = relay.left == 0
            relay.end()
            self.assertEqual(code, 0, out + errors)
            shown = json.loads(out)
            if shown["missing"]:
                failed += 1
                self.assertEqual((shown["accountsBy"], shown["missing"]["code"]),
                                 ("controller", "cluster-accounting-down"))
                self.assertEqual(shown["accounts"], whole["accounts"], "the controller has all of the tree")
            else:
                self.assertEqual({key: shown[key] for key in keys}, whole, f"after {requests} requests")
            if not died:
                break
        self.assertIsNone(shown["missing"], "all of its requests are answered at last")
        self.assertGreater(failed, 5)

    def test_trap_9_nothing_is_executed(self):
        script, _ = self.script()
        fake = pathlib.Path(self.lab.folder, "bin")
        fake.mkdir()
        (fake / "ssh").write_text('#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n')
        (fake / "ssh").chmod(0o755)
        more = {"PATH": f"{fake}:{os.environ['PATH']}"}
        asked = [("here", evil) for evil in EVIL_NAMES] + [("ssh:ana@login", evil) for evil in EVIL_NAMES[:6]]
        made = {self.work("submit", place, script, "--account", "bio", "--hold", f"--name={evil}", **more)["job"]: evil
                for place, evil in asked}
        named = {each["id"]: each["name"] for each in self.answer("cluster", "show", "here")["jobs"]}
        self.assertEqual(named, made)
        for place, evil in zip(("here", "ssh:ana@login", "ssh:ana@login"), EVIL_NAMES[2:5]):
            ours = next(iter(made))
            for words in (("cancel", place, "--yes", evil), ("set-qos", place, ours, f"--qos={evil}", "--yes"),
                          ("submit", place, script, f"--account={evil}", "--yes"),
                          ("submit", place, script, "--account=bio", f"--partition={evil}", "--yes")):
                self.assertIn(self.failure("cluster", *words, **more), ("cluster-no-job", "cluster-no-qos",
                                                                        "cluster-no-account", "cluster-failed"))
        self.lab.kill("slurmdbd")  # what is only about jobs needs no accounting
        self.work("cancel", "ssh:ana@login", *made, **more)
        self.lab.start()
        self.assertFalse(os.path.exists(MARK))

    def test_trap_11_a_rejected_job_leaves_a_record(self):
        script, _ = self.script()
        self.assertEqual(self.failure("cluster", "submit", "here", script, "--account", "physics", "--gpus", "9",
                                      "--yes"), "cluster-failed")
        target = f"{self.lab.folder}/rejected.csv"
        self.assertEqual(self.ctl("cluster", "history", "here", "--from", "2026-01-01", "--out", target)[0], 0)
        self.assertEqual(self.ctl("report", "--trace", target, "--pool", "2x8")[0], 0)


if __name__ == "__main__":
    slurm_test.CTL = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
