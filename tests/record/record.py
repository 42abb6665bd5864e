#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answers of apportionctl and the pictures of the console, kept to be compared after a change of
the code that should change none of them.

  record.py --bin build/bin OUT            record into the folder OUT
  record.py --compare BEFORE AFTER         list what differs; exit code 4 if anything does

Recorded are: validate, simulate and explain on the samples, all stories and 300 generated scenarios;
replay, convert, plan and compare on the recorded trace; a project with its commands, dry runs and
answers; the pictures of all views in light and dark."""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
GENERATED = 300

# What is another in each run: moments, hashes, folders, processes.
VOLATILE = [
    (re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|Z)?"), "<moment>"),
    (re.compile(r"\b[0-9a-f]{16,64}\b"), "<hash>"),
    (re.compile(r"\b1[6-9]\d{11}\b"), "<ms>"),
    (re.compile(r"\b(pid|process) \d+"), r"\1 <pid>"),
]
# A project's time is that of the clock.
PASSING = [
    (re.compile(r"\b\d+\.\d+\b"), "<time>"),
    (re.compile(r'("(time|waited|at|start|end|since|until)": )\d+'), r"\1<time>"),
    (re.compile(r"\b\d+ s\b"), "<time> s"),
]


class Recorder:
    def __init__(self, programs, out):
        self.ctl, self.console = programs / "apportionctl", programs / "apportion"
        self.out, self.folder, self.count = out, pathlib.Path(tempfile.mkdtemp()), 0

    def keep(self, name, text):
        for pattern, word in VOLATILE + (PASSING if name.startswith("project.") else []):
            text = pattern.sub(word, text)
        (self.out / name).write_text(text.replace(str(self.folder), "<folder>"))
        self.count += 1

    def ask(self, name, *arguments):
        """Runs apportionctl and keeps its answer; returns what it wrote."""
        run = subprocess.run([self.ctl, *map(str, arguments)], capture_output=True, timeout=300,
                             cwd=self.folder, env={**os.environ, "TZ": "UTC"}, check=False)
        answer = run.stdout.decode(errors="replace")
        self.keep(name, "%s\n%s\nexit code %d\n" % (answer, run.stderr.decode(errors="replace"),
                                                    run.returncode))
        return answer

    def both(self, name, *arguments):
        self.ask(name + ".txt", *arguments)
        return self.ask(name + ".json", *arguments, "--json")

    def scenario(self, name, path):
        self.both(name + ".validate", "validate", path)
        self.both(name + ".simulate", "simulate", path)
        try:
            submitted = json.loads(path.read_text()).get("workloads", [])
        except (ValueError, AttributeError):
            return
        named = [w["name"] for w in submitted if isinstance(w, dict) and "name" in w]
        for i, workload in enumerate(named[:: max(1, len(named) // 3)][:4]):
            self.both("%s.explain-%d" % (name, i), "explain", path, workload, "--at", 20 * (i + 1))

    def scenarios(self):
        for sample in sorted((TOP / "resources/samples").glob("*.json")):
            self.scenario("sample." + sample.stem, sample)
        for story in sorted((TOP / "tests/scenarios").glob("*.json")):
            if not story.name.endswith(".expect.json"):
                self.scenario("story." + story.stem, story)
        for seed in range(GENERATED):
            profile = ("full", "full+hot", "full+bounded")[seed % 3]
            made = subprocess.run(["/usr/bin/python3", "-B", TOP / "tests/reference/generate.py",
                                   "--seed", str(seed), "--profile", profile],
                                  capture_output=True, check=True).stdout
            path = self.folder / ("generated-%d.json" % seed)
            path.write_bytes(made)
            self.scenario("generated.%03d" % seed, path)

    def traces(self):
        philly = TOP / "tests/data/philly.csv.gz"
        pool = ("--trace", philly, "--format", "philly", "--pool", "30x8", "--quotas", "groups")
        self.both("trace.replay", "replay", *pool, "--seed", 1)
        self.ask("trace.convert", "convert", philly, "--from", "philly", "--to", "csv", "--limit", 2000)
        plan = {"schema": "apportion/plan/1", "base": {"scenario": str(TOP / "resources/samples/pool-128.json")},
                "sets": [{"name": "more", "edits": [{"at": 5, "do": "add-nodes", "node": {"name": "extra", "gpu": 8}}]}]}
        path = self.folder / "plan.json"
        path.write_text(json.dumps(plan))
        self.both("trace.plan", "plan", "run", path)
        outcomes = []
        for name in ("four-teams", "pool-128"):
            outcomes.append(self.folder / (name + ".outcome.json"))
            outcomes[-1].write_text(self.ask("trace.outcome-" + name, "simulate",
                                             TOP / "resources/samples" / (name + ".json"), "--json"))
        self.both("trace.compare", "compare", *outcomes)

    # Commands of a project, each tried, then done; {} is the file.
    COMMANDS = """
        project scale {} SECOND=1 --mode drain
        project quota {} add --parent ROOT --gpu 3 lab
        project quota {} add --parent ROOT --gpu 1 probe
        project quota {} rename probe trials
        project quota {} set --set {"weight":3} lab trials
        project quota {} set --set {"limit":{"gpu":2}} --mode reclaim trials
        project policy {} lab --self {"high":[6,9],"low":[1,3],"modules":["training"]}
        project policy {} lab --set {"limit":{"gpu":9}}
        project policy {} lab --set {"limit":{"gpu":"x"}}
        project scale {} FIRST=1 SECOND=2
        project scale {} FIRST=1 SECOND=2 --mode reclaim
        project scale {} FIRST=2 --for 8h
        project scale {} FIRST=1 SECOND=999
        project scale {} nowhere=3
        project workspace {} add --quota lab notes
        project workspace {} quotas --quota lab --quota trials notes
        project workspace {} member notes ana admin
        project workspace {} caps notes [{"role":"member","gpu":8}]
        project user {} grant --role viewer ana
        project user {} revoke ana
        project nodes {} state NODE draining
        project nodes {} state NODE down
        project nodes {} state NODE ready
        project nodes {} add {"name":"extra","count":2,"gpu":8}
        project nodes {} set extra --gpu 4
        project nodes {} remove extra
        project settings {} {"consolidation":false}
        submit {} --name first --quota lab --gpu 4 --duration 1h
        submit {} --name second --quota lab --gpu 4 --duration 1h --priority 9
        submit {} --name wide --quota lab --gpu 8 --replicas 9 --duration 1h
        priority {} second 3
        cancel {} wide
        cancel {} absent
        finish {} first
        project restore-point {} evening
        project timetable {} set nights 22:00,FIRST=1 08:00,FIRST=2
        project timetable {} delete nights
        project temporary {} end temporary-1
        project quota {} delete trials
        project quota {} delete ROOT
        project undo {}
        project redo {}
        project restore {} evening
    """
    QUESTIONS = ("show", "history", "audit", "quota", "workspace", "user", "nodes", "temporary", "timetable",
                 "restore-points")

    def project(self):
        for sample, names in (("pool-128", ("Quota1", "Quota1.1", "Quota1.2", "dgx-1")),
                              ("four-teams", ("team-d", "team-a", "team-b", "dgx-1"))):
            file = "%s.apportion" % sample
            self.ask("project.%s.init" % sample, "project", "init", file, "--from",
                     TOP / "resources/samples" / (sample + ".json"))
            stand = dict(zip(("{}", "ROOT", "FIRST", "SECOND", "NODE"), (file, *names)))
            for i, line in enumerate(self.COMMANDS.strip().splitlines()):
                words = [re.sub(r"\{\}$|\b[A-Z]{4,}\b", lambda m: stand.get(m[0], m[0]), w)
                         for w in line.split()]
                name = "project.%s.%02d-%s" % (sample, i, "-".join(words[0:2 if words[0] != "project" else 3]))
                name = name.replace(file, "").strip("-")
                self.both(name + ".dry", *words, "--dry-run")
                self.ask(name, *words, *(["--json"] if i % 2 else []))
                self.ask(name + ".show", "project", "show", file, "--json")
            for question in self.QUESTIONS:
                self.both("project.%s.%s" % (sample, question), "project", question, file)
            self.both("project.%s.explain" % sample, "project", "explain", file, "second")
            self.ask("project.%s.export" % sample, "project", "export", file)

    def pictures(self):
        env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TZ": "UTC", "HOME": str(self.folder)}
        views = subprocess.run([self.console, "--list-views"], capture_output=True, text=True,
                               env=env, check=True).stdout.split()
        sample = TOP / "resources/samples/pool-128.json"
        project = self.folder / "pool.apportion"
        self.ask("picture.init", "project", "init", project, "--from", sample)
        for view in views:
            for kind, file, scheme in (("run", sample, "light"), ("run", sample, "dark"),
                                       ("project", project, "light")):
                name = "picture.%s.%s.%s.png" % (view.replace(":", "-"), kind, scheme)
                drawn = subprocess.run([self.console, "--render", self.out / name, "--view", view,
                                        "--theme", scheme, file], capture_output=True, text=True,
                                       env=env, timeout=120, check=False)
                if drawn.returncode:
                    self.keep(name + ".txt", drawn.stderr)
                self.count += (self.out / name).exists()


def look_alike(old, new):
    """Whether pictures differ by less than a caret and the digits of a clock."""
    if old.suffix != ".png" or not shutil.which("compare"):
        return False
    counted = subprocess.run(["compare", "-metric", "AE", "-fuzz", "5%", old, new, "null:"],
                             capture_output=True, text=True, check=False)
    return counted.returncode < 2 and float(counted.stderr.split()[0]) < 3000


def compare(before, after):
    names = sorted({p.name for p in before.iterdir()} | {p.name for p in after.iterdir()})
    different = 0
    for name in names:
        old, new = before / name, after / name
        if old.exists() and new.exists() and (old.read_bytes() == new.read_bytes() or look_alike(old, new)):
            continue
        different += 1
        print("== %s%s" % (name, "" if old.exists() and new.exists() else
                           ": only %s" % ("before" if old.exists() else "after")))
        if old.exists() and new.exists() and not name.endswith(".png"):
            lines = subprocess.run(["diff", old, new], capture_output=True, text=True, check=False).stdout
            print("\n".join(lines.splitlines()[:12]))
    print("%d of %d differ" % (different, len(names)))
    return 4 if different else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=TOP / "build/bin")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--only", default="scenarios,traces,project,pictures")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    asked = parser.parse_args()
    if asked.compare:
        sys.exit(compare(*asked.folders))
    out = asked.folders[0].resolve()
    out.mkdir(parents=True, exist_ok=True)
    recorder = Recorder(asked.bin.resolve(), out)
    for part in asked.only.split(","):
        getattr(recorder, part)()
    shutil.rmtree(recorder.folder)
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(out.iterdir()))).hexdigest()
    print("%d answers and pictures, sha256 %s" % (recorder.count, digest[:16]))


if __name__ == "__main__":
    main()
