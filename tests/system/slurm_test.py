#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""apportionctl against a real Slurm cluster on loopback: slurm_test.py APPORTIONCTL. Exit code 77: skipped.
test_trap_N: what Slurm does that nobody expects, with a number each. 9 and 11 are in slurm_work_test.py."""
import base64
import json
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
LAB = HERE / "slurm_lab"
SKIPPED = 77
CTL = None
USERS = ("apptestana", "apptestben")  # made by the lab, and removed with it
TREE = """
add account physics parent=root GrpTRES=gres/gpu=24
add account theory parent=physics GrpTRES=gres/gpu=8
add account detector parent=physics GrpTRES=gres/gpu=16 GrpTRESMins=gres/gpu=60000
add account bio parent=root
add qos high Priority=100 Preempt=normal GrpTRES=gres/gpu=12
add user apptestana account=theory qos=normal,high
add user apptestben account=detector
add user apptestben account=physics
add user root account=bio
add coordinator account=theory name=apptestana
"""
FIRST_PORT = 28900
MARK = "/tmp/apportion-test-must-not-exist"
EVIL_NAMES = ("it's", 'say "hi"', "a;touch " + MARK, "$(touch " + MARK + ")", "`touch " + MARK + "`", "two\nlines",
              "pipe|pipe", "-n", "x~1~\n999|RUNNING|None|bio|root|normal|gpu|gres/gpu=8|1|node001|1|1|1|UNLIMITED|y~1~",
              "%s%n", "\x1b[31mred", "\U0001f600" + "x" * 1020)


def free_port():
    """The first of a range that nobody listens on."""
    for base in range(FIRST_PORT, FIRST_PORT + 1500, 100):
        busy = False
        for port in range(base, base + 30):
            with socket.socket() as probe:
                busy |= probe.connect_ex(("127.0.0.1", port)) == 0
        if not busy:
            return base
    raise RuntimeError("no free ports")


class Lab:
    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="apslurm-", dir="/tmp")
        os.rmdir(self.folder)
        self.port = free_port()
        self.options = ["--port", str(self.port), "--users", " ".join(USERS), *options]
        self.facts = self.start()
        self.environment = {**os.environ, "SLURM_CONF": self.facts["conf"], "SLURM_JWT": "",
                            "XDG_CONFIG_HOME": f"{self.folder}/config"}
        del self.environment["SLURM_JWT"]

    def start(self):
        done = subprocess.run([LAB, "start", self.folder, *self.options], capture_output=True, text=True, timeout=120,
                              check=False)
        if done.returncode == SKIPPED:
            print(f"skipped: {done.stderr.strip()}")
            sys.exit(SKIPPED)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return json.loads(done.stdout)

    def kill(self, *daemons):
        subprocess.run([LAB, "kill", self.folder, *daemons], timeout=60, check=True)

    def stop(self):
        subprocess.run([LAB, "stop", self.folder], timeout=120, check=True)

    def token(self, user="root", life=600):
        return subprocess.run([LAB, "token", self.folder, "--user", user, "--life", str(life)], capture_output=True,
                              text=True, timeout=30, check=True).stdout.strip()

    def run(self, *words, **more):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=60, check=True,
                              **more).stdout

    def submit(self, *options, user="root"):
        # One script for all: what differs is what is asked for.
        return int(self.run("sbatch", "--parsable", f"--uid={user}", "--chdir=/tmp", "--output=/dev/null", *options,
                            input="#!/bin/sh\nsleep 600\n"))

    def wait(self, what, ready, seconds=20):
        until = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > until:
                raise AssertionError(f"{what} did not happen within {seconds} s")
            time.sleep(0.1)

    def states(self):
        rows = self.run("squeue", "-h", "-a", "-O", "JobID:0|,State:0").split("\n")
        return dict(row.split("|") for row in rows if "|" in row)


class OnALab(unittest.TestCase):
    lab = None
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.lab = Lab(*cls.options)
        cls.addClassCleanup(cls.lab.stop)
        cls.secrets = [cls.lab.facts["token"]]

    def secret(self, **options):
        self.secrets.append(self.lab.token(**options))
        return self.secrets[-1]

    def ctl(self, *words, token=None, **more):
        """Its exit code, output, and errors. No token is in either."""
        environment = {**self.lab.environment, **more}
        if token:
            environment["SLURM_JWT"] = token
        done = subprocess.run([CTL, *words], env=environment, cwd=self.lab.folder, capture_output=True, text=True,
                              timeout=60, check=False)
        for secret in self.secrets:
            self.assertNotIn(secret, done.stdout + done.stderr)
            self.assertNotIn(secret.split(".")[2], done.stdout + done.stderr)
        return done.returncode, done.stdout, done.stderr

    def answer(self, *words, code=0, **more):
        got, out, errors = self.ctl(*words, "--json", **more)
        self.assertEqual(got, code, out + errors)
        return json.loads(out)

    def failure(self, *words, **more):
        """The code of the first problem of a command that fails."""
        return self.answer(*words, code=1, **more)["errors"][0]["code"]

    def post(self, path, document):
        """What no part of Apportion does: a write by REST. Its answer; nothing where slurmrestd dies of it."""
        done = subprocess.run(["curl", "-s", "-H", "X-SLURM-USER-NAME: root", "-H",
                               f"X-SLURM-USER-TOKEN: {self.secrets[0]}", "-H", "Content-Type: application/json", "-d",
                               json.dumps(document), f"{self.rest()}/slurmdb/v0.0.38/{path}"],
                              capture_output=True, text=True, timeout=60, check=False)
        return json.loads(done.stdout) if done.stdout else None

    def rest(self):
        return f"http://127.0.0.1:{self.lab.port + 2}"


class Reading(OnALab):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        lab = cls.lab
        for line in TREE.strip().split("\n"):
            lab.run("sacctmgr", "-i", *line.split())
        lab.run("scontrol", "update", "NodeName=node004", "State=DRAIN", f"Reason=fan; $(touch {MARK})")
        cls.running = [lab.submit("-A", "theory", "--gres=gpu:4", user=USERS[0]),
                       lab.submit("-A", "theory", "--qos=high", "--gres=gpu:4", user=USERS[0]),
                       lab.submit("-A", "detector", "-N2", "--gres=gpu:8", user=USERS[1])]
        lab.wait("start", lambda: all(lab.states().get(str(job)) == "RUNNING" for job in cls.running))
        cls.waiting = lab.submit("-A", "theory", "--gres=gpu:1", user=USERS[0])
        cls.evil = {lab.submit("-A", "bio", "--gres=gpu:8", "-J", name, f"--comment={name}"): name
                    for name in EVIL_NAMES}
        lab.submit("-A", "bio", "--gres=gpu:1", "--array=1-20%3")
        lab.wait("a look at all", lambda: "None" not in lab.run("squeue", "-h", "-t", "PD", "-o", "%r").split())

    def test_check_finds_all_in_order(self):
        for place, more in (("here", {}), (self.rest(), {"token": self.secret()}),
                            (f"unix:{self.lab.facts['socket']}", {})):
            facts = self.answer("cluster", "check", place, **more)
            self.assertTrue(facts["good"], facts)
            states = {fact["name"]: fact["state"] for fact in facts["facts"]}
            for name in ("slurmctld", "slurmdbd", "clock", "administrator level", "AccountingStorageTRES"):
                self.assertEqual(states[name], "good", facts)
        code, text, _ = self.ctl("cluster", "check")
        self.assertEqual(code, 0, "without a place it is this machine")
        self.assertIn("✓ slurmctld", text)

    def test_check_says_what_a_user_may(self):
        facts = self.answer("cluster", "check", self.rest(), token=self.secret(user=USERS[0]))
        level = [fact for fact in facts["facts"] if fact["name"] == "administrator level"][0]
        self.assertEqual(level["state"], "warning")
        self.assertIn("theory", level["means"]["message"])

    def test_show_says_why_a_job_waits(self):
        shown = self.answer("cluster", "show", "here")
        accounts = {each["name"]: each for each in shown["accounts"]}
        self.assertEqual((accounts["physics"]["runningGpu"], accounts["physics"]["limitGpu"]), (24, 24))
        self.assertEqual(accounts["detector"]["gpuMinutes"], 60000)
        self.assertIn(accounts["detector"]["gpuMinutesUsed"], range(600))
        job = [each for each in shown["jobs"] if each["id"] == str(self.waiting)][0]
        self.assertEqual(job["slurmReason"], "AssocGrpGRES")
        self.assertEqual(job["reason"]["message"],
                         "Account theory is at its limit: 8 of 8 GPUs allocated, and the job needs 1 GPU.")
        code, text, _ = self.ctl("cluster", "show", "here", "--job", str(self.waiting))
        self.assertEqual(code, 0)
        self.assertIn("Account theory is at its limit", text)
        waiting = text.partition("Waiting jobs")[2].partition("Not represented")[0]
        for other in self.evil:
            self.assertNotIn(f"\n  {other} ", waiting)

    def test_both_ways_read_the_same(self):
        commands = self.answer("cluster", "show", "here")
        rest = self.answer("cluster", "show", self.rest(), token=self.secret())
        for account in commands["accounts"]:
            del account["gpuMinutesUsed"]  # which REST does not read
        for account in rest["accounts"]:
            self.assertIsNone(account.pop("gpuMinutesUsed"))
        for key in ("cluster", "freeGpu", "accounts", "qos", "missing"):
            self.assertEqual(commands[key], rest[key])
        self.assertEqual([{**node, "states": sorted(node["states"])} for node in commands["nodes"]],
                         [{**node, "states": sorted(node["states"])} for node in rest["nodes"]])
        plain = ("id", "name", "state", "account", "user", "qos", "gpu", "tasks", "nodes", "submitted", "started")
        self.assertEqual(sorted([each[key] for key in plain] for each in commands["jobs"]),
                         sorted([each[key] for key in plain] for each in rest["jobs"]))

    def test_over_ssh(self):
        # It does what sshd does with its last argument.
        fake = pathlib.Path(self.lab.folder, "bin")
        fake.mkdir()
        program = fake / "ssh"
        program.write_text('#!/bin/sh\nfor last; do :; done\ntest -z "$SLURM_JWT" || exit 9\nexec sh -c "$last"\n')
        program.chmod(0o755)
        path = f"{fake}:{os.environ['PATH']}"
        far = self.answer("cluster", "show", "ssh:ana@login", PATH=path, token=self.secret())
        self.assertEqual(far["accounts"], self.answer("cluster", "show", "here")["accounts"])
        program.write_text("#!/bin/sh\necho 'ana@login: Permission denied (publickey).' >&2\nexit 255\n")
        self.assertEqual(self.failure("cluster", "show", "ssh:ana@login", PATH=path), "cluster-unreachable")

    def test_trap_7_names_of_others_do_nothing(self):
        for place, more in (("here", {}), (self.rest(), {"token": self.secret()})):
            jobs = {each["id"]: each["name"] for each in self.answer("cluster", "show", place, **more)["jobs"]}
            for job, name in self.evil.items():
                self.assertEqual(jobs[str(job)], name)
            self.assertNotIn("999", jobs)
        code, text, _ = self.ctl("cluster", "show", "here")
        self.assertEqual(code, 0)
        self.assertNotIn("\x1b", text)
        self.assertFalse(os.path.exists(MARK))

    def test_import_is_valid(self):
        for place, more in (("here", {}), (self.rest(), {"token": self.secret()})):
            target = f"{self.lab.folder}/import.json"
            code, _, errors = self.ctl("cluster", "import", place, "-o", target, **more)
            self.assertEqual(code, 0, errors)
            self.assertIn("Not represented in a scenario", errors)
            code, out, errors = self.ctl("validate", target)
            self.assertEqual(code, 0, errors)
            scenario = json.loads(pathlib.Path(target).read_text(encoding="utf-8"))
            self.assertEqual([each["name"] for each in scenario["quotas"]],
                             ["root", "bio", "physics", "detector", "theory"])
            running = [each for each in scenario["workloads"] if "running" in each]
            self.assertEqual(len(running), len(self.running))
            self.assertEqual(len(scenario["workloads"]), len(self.running) + 1 + len(EVIL_NAMES) + 20)

    def test_list_of_clusters_has_no_secret(self):
        secret = self.secret()
        file = pathlib.Path(self.lab.folder, "token")
        file.write_text(secret)
        file.chmod(stat.S_IRUSR)
        self.assertEqual(self.ctl("cluster", "add", "lab", self.rest(), "--token-file", str(file))[0], 0)
        self.assertEqual(self.ctl("cluster", "add", "lab", "here")[0], 2)
        self.assertEqual(self.ctl("cluster", "add", "it's", "here")[0], 2)
        kept = pathlib.Path(self.lab.folder, "config/apportion/clusters.json").read_text(encoding="utf-8")
        self.assertNotIn(secret, kept)
        self.assertEqual(self.answer("cluster", "list")["clusters"][0]["place"], self.rest())
        self.assertTrue(self.answer("cluster", "check", "lab")["good"])
        file.chmod(0o644)
        self.assertEqual(self.failure("cluster", "show", "lab"), "cluster-token-file")

    def test_trap_1_account_that_breaks_slurmdbd(self):
        """After an account with a quote no list of accounts can be read."""
        answer = self.post("accounts", {"accounts": [{"name": "a'b", "description": "d", "organization": "o"}]})
        self.assertEqual(answer["errors"], [])
        self.assertEqual(self.answer("cluster", "show", self.rest(), token=self.secret())["cluster"], "lab")
        self.assertEqual(self.answer("cluster", "show", "here")["cluster"], "lab")


class Planning(OnALab):
    options = ("--nodes", "16")

    def scenario(self, first, second):
        """The pool of 128 GPUs, with work that puts each QOS of the story into use."""
        def work(name, quota, module, priority, gpus):
            return {"name": name, "quota": quota, "module": module, "priority": priority, "gpu": gpus, "submit": 1}
        document = {
            "apportion": 1, "name": "Pool", "settings": {"consolidation": False},
            "nodes": [{"name": "n", "count": 16, "gpu": 8}],
            "quotas": [
                {"name": "Quota1", "guaranteed": {"gpu": 128},
                 "childPreemption": {"priorities": [1, 3], "modules": ["training", "notebook"]}},
                {"name": "Quota1.1", "parent": "Quota1", "guaranteed": {"gpu": first}},
                {"name": "Quota1.2", "parent": "Quota1", "guaranteed": {"gpu": second}}],
            "workspaces": [{"name": "w", "quotas": [quota], "members": [{"user": USERS[0]}]}
                           for quota in ("Quota1",)],
            "workloads": [work("serve", "Quota1", "inference", 9, 8), work("a", "Quota1.1", "training", 4, 8),
                          work("b", "Quota1.2", "notebook", 2, 8), work("c", "Quota1.2", "training", 4, 8)],
        }
        path = pathlib.Path(self.lab.folder, f"pool-{first}.json")
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    def lines(self, path):
        return [each["command"] for each in self.answer("cluster", "plan", "here", path)["lines"]]

    def test_1_apply_the_tree_and_see_the_victims(self):
        lab, path = self.lab, self.scenario(48, 80)
        lab.run("sacctmgr", "-i", "add", "account", "theirs", "GrpTRES=gres/gpu=3")
        before = self.lines(path)
        self.assertGreater(len(before), 8)
        code, script, _ = self.ctl("cluster", "plan", "here", path, "--script")
        self.assertEqual((code, script.split("\n")[2:-1]), (0, before))
        code, out, errors = self.ctl("cluster", "apply", "here", path, "--settle", "0")
        self.assertEqual(code, 0, out + errors)
        self.assertEqual(out.count("done: "), len(before))
        undo = self.rollback(out)
        self.assertEqual([line.rsplit("&& ", 1)[-1].split()[2] for line in undo], ["delete"] * 5)
        self.assertIn(USERS[0], undo[0])
        self.assertEqual(self.lines(path), [])
        # Root submits for the members of all three.
        for account in ("quota1", "quota1.1", "quota1.2"):
            lab.run("sacctmgr", "-i", "add", "user", "root", f"account={account}")
        full = [lab.submit("-A", "quota1.1", "--gres=gpu:8", "-N6")]
        victims = [lab.submit("-A", "quota1.2", "--qos=quota1.2-nbk-2", "--gres=gpu:8") for _ in range(2)]
        spared = [lab.submit("-A", "quota1.2", "--qos=quota1.2-trn-4", "--gres=gpu:8") for _ in range(8)]
        everyone = full + victims + spared
        lab.wait("all run", lambda: all(lab.states().get(str(job)) == "RUNNING" for job in everyone))
        serve = lab.submit("-A", "quota1", "-N2", "--gres=gpu:8")
        lab.wait("the service runs", lambda: lab.states().get(str(serve)) == "RUNNING")
        states = lab.states()
        self.assertEqual({job for job in everyone if states[str(job)] != "RUNNING"}, set(victims))
        self.assertEqual(self.lines(path), [], "users and jobs of others are no difference")

    def test_2_scale(self):
        path = self.scenario(56, 72)
        planned = self.answer("cluster", "plan", "here", path)["lines"]
        self.assertEqual([each["command"].split()[-1] for each in planned],
                         ["GrpTRES=gres/gpu=72", "GrpTRES=gres/gpu=56"])
        code, out, errors = self.ctl("cluster", "apply", "here", path)
        self.assertEqual(code, 0, out + errors)
        self.assertIn("Looks again after 10 s.", out)
        self.assertEqual(self.limits(), (56, 72, 3))
        self.assertEqual([line.split()[-1] for line in self.rollback(out)],
                         ["GrpTRES=gres/gpu=48", "GrpTRES=gres/gpu=80"])
        self.lab.run("sh", out.rsplit("Rollback list: ", 1)[1].strip())
        self.assertEqual(self.limits(), (48, 80, 3))
        self.assertEqual(self.ctl("cluster", "apply", "here", path, "--settle", "0")[0], 0)
        self.assertEqual(self.limits(), (56, 72, 3))

    def limits(self):
        accounts = {each["name"]: each["limitGpu"] for each in self.answer("cluster", "show", "here")["accounts"]}
        return accounts["quota1.1"], accounts["quota1.2"], accounts["theirs"]

    def rollback(self, out):
        text = pathlib.Path(out.rsplit("Rollback list: ", 1)[1].strip()).read_text(encoding="utf-8")
        lines = text.split("\n")
        self.assertEqual((lines[:2], lines[-2:]), (["#!/bin/sh", "failed=0"], ["exit $failed", ""]))
        end = " || failed=1"
        self.assertTrue(all(line.endswith(end) for line in lines[2:-2]), text)
        return [line[:-len(end)] for line in lines[2:-2]]

    def test_3_below_the_use_is_a_danger(self):
        path = self.scenario(40, 88)
        planned = self.answer("cluster", "plan", "here", path)["lines"]
        self.assertEqual(planned[0]["danger"], "limits")
        self.assertEqual(self.ctl("cluster", "apply", "here", path)[0], 4)
        self.assertEqual(self.ctl("cluster", "apply", "here", path, "--allow-dangers", "--settle", "0")[0], 0)

    def test_4_accounting_dies_in_the_middle(self):
        path = self.scenario(48, 80)
        before = self.lines(path)
        self.assertEqual(len(before), 2)
        with subprocess.Popen([CTL, "cluster", "apply", "here", path, "--allow-dangers"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=self.lab.environment) as applying:
            self.assertEqual(applying.stdout.readline(), f"done: {before[0]}\n")
            self.lab.kill("slurmdbd")
            out, errors = applying.communicate(timeout=60)
        self.assertEqual(applying.returncode, 1, out + errors)
        # What it gives while it dies is a part, and no picture of the cluster.
        self.assertIn("slurmdbd", errors)
        self.assertEqual(self.failure("cluster", "plan", "here", path), "cluster-accounting-down")
        self.lab.start()
        self.assertIn(self.lines(path), ([], before[1:]), "the second line may have been done")
        self.assertEqual(self.ctl("cluster", "apply", "here", path, "--allow-dangers", "--settle", "0")[0], 0)
        self.assertEqual(self.lines(path), [])

    def test_5_only_an_operator_changes(self):
        path = self.scenario(56, 72)
        code, out, errors = self.ctl("cluster", "apply", "here", path, token=self.secret(user=USERS[0]))
        self.assertEqual(code, 1)
        self.assertIn("Applied lines: 0.", out)
        self.assertIn("refuses", errors)

    def test_trap_3_sacctmgr_changes_and_splits_names(self):
        path = pathlib.Path(self.scenario(48, 80))
        document = json.loads(path.read_text(encoding="utf-8"))
        document["workloads"] = []
        for name in ("it's", 'say "hi"', "a;id", "$(id)", "-i", "a b", "a=b", "a,b", "two\nlines", "root", "quota1.2"):
            document["quotas"][1]["name"] = name
            path.write_text(json.dumps(document), encoding="utf-8")
            code, _, errors = self.ctl("cluster", "apply", "here", str(path), PATH="/nonexistent")
            self.assertEqual(code, 3)
            self.assertRegex(errors, "cannot be a name in Slurm|have the name|is already|must not|control")
        self.assertFalse(os.path.exists(MARK))

    def test_trap_4_no_line_changes_every_account(self):
        for first, second in ((48, 80), (56, 72), (40, 88)):
            for line in self.lines(self.scenario(first, second)):
                words = line.split()
                if words[2] in ("modify", "delete"):
                    self.assertEqual(words[4], "where", line)
                    self.assertRegex(words[5], "^name=[a-z0-9._,-]+$")

    def test_trap_5_a_qos_with_jobs_is_not_deleted(self):
        path = pathlib.Path(self.scenario(48, 80))
        document = json.loads(path.read_text(encoding="utf-8"))
        document["workloads"] = [each for each in document["workloads"] if each["name"] != "b"]
        path.write_text(json.dumps(document), encoding="utf-8")
        refused = self.answer("cluster", "plan", "here", str(path))["refused"]
        self.assertEqual([(each["code"], each["details"]["name"]) for each in refused],
                         [("cluster-plan-used-qos", "quota1.2"), ("cluster-plan-busy-qos", "quota1.2-nbk-2")])
        self.ctl("cluster", "apply", "here", str(path), "--allow-dangers", "--settle", "0")
        jobs = self.answer("cluster", "show", "here")["jobs"]
        self.assertEqual(len([each for each in jobs if each["qos"] == "quota1.2-nbk-2"]), 2)
        self.assertFalse([each for each in jobs if "Held" in each.get("slurmReason", "")])

    def test_trap_6_users_are_added_with_a_row(self):
        self.assertIn(USERS[0], self.lab.run("sacctmgr", "-nP", "show", "user", "format=user").split())
        answer = self.post("associations", {"associations": [
            {"account": "theirs", "cluster": "lab", "user": "ghost", "max": {"jobs": {"active": 3}}}]})
        self.assertEqual(answer["errors"], [])
        self.assertNotIn("ghost", self.lab.run("sacctmgr", "-nP", "show", "user", "format=user").split())
        self.assertEqual(self.answer("cluster", "show", "here")["cluster"], "lab")

    def test_trap_9_nothing_in_accounts_and_users_is_executed(self):
        # A quote would break slurmdbd: that is trap 1.
        evil = [name for name in EVIL_NAMES if "'" not in name and len(name) < 100]
        before = self.answer("cluster", "show", "here")
        self.post("accounts", {"accounts": [{"name": name, "description": name, "organization": "o"} for name in evil]})
        for name in evil:
            self.post("associations", {"associations": [
                {"account": name, "cluster": "lab", "user": "root", "max": {"jobs": {"active": 3}}}]})
            self.post("associations", {"associations": [
                {"account": "theirs", "cluster": "lab", "user": name, "max": {"jobs": {"active": 3}}}]})
        told = self.lab.run("sacctmgr", "-nP", "show", "assoc", "format=account,user")
        self.assertIn("$(touch", told)
        path = self.scenario(48, 80)
        after = self.answer("cluster", "show", "here")
        ours = [each for each in after["accounts"] if each["name"].startswith("quota1")]
        self.assertEqual(ours, [each for each in before["accounts"] if each["name"].startswith("quota1")])
        self.assertEqual(self.ctl("cluster", "import", "here", "--out", f"{self.lab.folder}/import.json")[0], 0)
        self.assertEqual(self.ctl("validate", f"{self.lab.folder}/import.json")[0], 0)
        self.assertFalse([line for line in self.lines(path) if "touch" in line or "|" in line])
        code, out, errors = self.ctl("cluster", "apply", "here", path, "--allow-dangers", "--settle", "0")
        self.assertEqual(code, 0, out + errors)
        self.assertEqual(self.lines(path), [])
        self.assertEqual(self.ctl("cluster", "history", "here", "--out", f"{self.lab.folder}/all.csv")[0], 0)
        self.assertFalse(os.path.exists(MARK))

    def test_trap_8_marks_are_found_again(self):
        rows = self.lab.run("sacctmgr", "-nP", "show", "account", "format=account,description").split()
        self.assertIn("v1", rows)
        marks = dict(line.split("|") for line in self.lab.run("sacctmgr", "-nP", "show", "account",
                                                              "format=account,description").splitlines())
        for account in ("quota1", "quota1.1", "quota1.2"):
            self.assertEqual(marks[account], f"apportion v1 {account} of pool")
        # Case and quotes stay only by REST; what is not ours stays.
        self.post("accounts", {"accounts": [{"name": "odd", "description": "It's \u00e4 $(id)", "organization": "o"}]})
        self.assertEqual([line for line in self.lines(self.scenario(48, 80)) if "odd" in line], [])


class Failing(OnALab):
    options = ("--nodes", "1")

    def test_1_tokens(self):
        expired = self.secret(life=1)
        claims = base64.urlsafe_b64encode(json.dumps({"exp": int(time.time()) + 600, "sun": "root"}).encode())
        forged = ".".join((expired.split(".")[0], claims.decode().rstrip("="), "c2lnbmF0dXJl"))
        self.secrets.append(forged)
        time.sleep(2)
        for place in ("here", self.rest(), f"unix:{self.lab.facts['socket']}"):
            self.assertEqual(self.failure("cluster", "show", place, token=expired), "cluster-token-expired")
            self.assertEqual(self.failure("cluster", "show", place, token=forged), "cluster-token-refused")
        facts = self.answer("cluster", "check", self.rest(), token=expired, code=4)
        self.assertEqual(facts["facts"][0]["means"]["code"], "cluster-token-expired")
        self.assertEqual(self.failure("cluster", "show", "here", token="x.y.z"), "cluster-token-form")

    def states(self, place, **more):
        facts = self.answer("cluster", "check", place, code=4, **more)["facts"]
        return {fact["name"]: (fact["state"], fact["means"]["code"]) for fact in facts}

    def test_2_dead_controller(self):
        secret = self.secret()
        self.lab.kill("slurmctld")
        self.assertEqual(self.failure("cluster", "show", "here"), "cluster-controller-down")
        states = self.states("here")
        self.assertEqual(states["slurmctld"], ("error", "cluster-controller-down"))
        self.assertEqual(states["slurmdbd"][0], "good")
        with subprocess.Popen([CTL, "cluster", "show", self.rest(), "--json"], stdout=subprocess.PIPE,
                              env={**self.lab.environment, "SLURM_JWT": secret}) as slow:
            until = time.monotonic() + 2  # it waits 9 s for its answer
            while time.monotonic() < until:
                for words in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
                    try:
                        self.assertNotIn(secret.encode(), words.read_bytes())
                    except OSError:
                        pass
                time.sleep(0.05)
            self.assertIsNone(slow.poll())
            out = slow.communicate(timeout=60)[0]
        self.assertEqual(json.loads(out)["errors"][0]["code"], "cluster-controller-down")
        self.lab.start()
        self.answer("cluster", "show", "here")

    def test_3_dead_accounting(self):
        secret = self.secret()
        self.lab.run("sacctmgr", "-i", "add", "account", "capped", "parent=root", "GrpTRES=gres/gpu=2")
        self.lab.run("sacctmgr", "-i", "add", "user", "root", "account=capped")
        jobs = [self.lab.submit("-A", "capped", "--gres=gpu:2") for _ in range(2)]
        self.lab.wait("a reason", lambda: "AssocGrpGRES" in self.lab.run("squeue", "-h", "-o", "%r"))
        self.lab.kill("slurmdbd")
        for place, limit, by in (("here", 2, "controller"), (self.rest(), None, "jobs")):
            shown = self.answer("cluster", "show", place, token=secret)
            self.assertEqual((shown["accountsBy"], shown["missing"]["code"]), (by, "cluster-accounting-down"))
            waiting = [job for job in shown["jobs"] if job["id"] == str(jobs[1])][0]
            self.assertEqual(waiting["slurmReason"], "AssocGrpGRES")
            account = [each for each in shown["accounts"] if each["name"] == "capped"][0]
            self.assertEqual((account["parent"], account["limitGpu"], account["runningGpu"]), ("root", limit, 2))
            code, out, errors = self.ctl("cluster", "import", place, token=secret)
            self.assertEqual((code, out), (1, ""), "a part is no scenario")
            self.assertIn("slurmdbd", errors)
            states = self.states(place, token=secret)
            self.assertEqual(states["slurmdbd"], ("error", "cluster-accounting-down"))
            self.assertEqual(states["slurmctld"][0], "good")
        self.lab.start()
        self.lab.run("scancel", *map(str, jobs))
        self.assertIsNone(self.answer("cluster", "show", self.rest(), token=secret)["missing"])

    def test_4_dead_rest(self):
        secret = self.secret()
        self.lab.kill("slurmrestd")
        self.assertEqual(self.failure("cluster", "show", self.rest(), token=secret), "cluster-unreachable")
        self.lab.start()
        self.answer("cluster", "show", self.rest(), token=secret)

    def test_trap_2_slurmrestd_dies_of_a_write(self):
        self.lab.run("sacctmgr", "-i", "add", "account", "bio", "parent=root")
        self.lab.run("sacctmgr", "-i", "add", "user", "root", "account=bio", "GrpTRES=gres/gpu=4")
        self.assertIsNone(self.post("associations", {"associations": [
            {"account": "bio", "cluster": "lab", "user": "root"}]}))
        self.assertEqual(self.failure("cluster", "show", self.rest(), token=self.secret()), "cluster-unreachable")
        self.answer("cluster", "show", "here")
        pool = pathlib.Path(self.lab.folder, "pool.json")
        pool.write_text(json.dumps({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
                                    "quotas": [{"name": "ours", "guaranteed": {"gpu": 8}}]}), encoding="utf-8")
        self.assertEqual(self.ctl("cluster", "apply", "here", str(pool), "--settle", "0")[0], 0)
        self.assertEqual(self.failure("cluster", "plan", self.rest(), str(pool), token=self.secret()),
                         "cluster-plan-rest")
        self.lab.start()

    def test_trap_10_a_dead_munge_ends_in_time(self):
        secret = self.secret()
        self.lab.kill("munged")
        began = time.monotonic()
        self.assertIn(self.failure("cluster", "show", "here"), ("cluster-slow", "cluster-refused", "cluster-failed"))
        self.assertLess(time.monotonic() - began, 30)
        self.answer("cluster", "show", self.rest(), token=secret)
        self.lab.start()

    def test_5_no_commands(self):
        empty = pathlib.Path(self.lab.folder, "empty")
        empty.mkdir()
        self.assertEqual(self.failure("cluster", "show", "here", PATH=str(empty)), "cluster-no-command")
        self.assertEqual(self.failure("cluster", "show", self.rest(), PATH=str(empty)), "cluster-no-token")


class Lacking(OnALab):
    options = ("--nodes", "1", "--set", "AccountingStorageEnforce=associations", "--set", "PreemptType=preempt/none",
               "--set", "PreemptMode=OFF", "--set", "PriorityWeightQOS=0")

    def test_check_names_each_line_of_slurm_conf(self):
        facts = self.answer("cluster", "check", "here", code=4)["facts"]
        bad = {fact["name"]: fact for fact in facts if fact["state"] != "good"}
        self.assertEqual(set(bad), {"AccountingStorageEnforce", "PreemptType", "PreemptMode", "PriorityWeightQOS"})
        self.assertIn("AccountingStorageEnforce=associations,limits,qos", bad["AccountingStorageEnforce"]["remedy"])


if __name__ == "__main__":
    CTL = os.path.abspath(sys.argv.pop(1))
    if shutil.which("curl") is None:
        print("skipped: curl is not installed")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
