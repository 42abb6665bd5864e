#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate.py --seed N --profile NAME: a small random valid scenario, tight enough that the rules
fire. Profiles: core, full, or core with single features, as in core+idle+elastic; +hot makes
policies and contention the rule: many takers, all at a few instants; +bounded makes CPU and memory
as short as GPUs, and parts of these frequent."""

import argparse
import json
import random

EXTRAS = ("lend", "idle", "elastic", "caps", "runtime", "grace", "node", "snapshot",
          "rights")
MODULES = ("training", "notebook", "inference")


def features(profile):
    names = profile.split("+")
    return set(names[1:]) | set(EXTRAS if names[0] == "full" else ())


class Maker:
    def __init__(self, seed, profile):
        self.rng = random.Random("%s/%s" % (profile, seed))
        self.on = features(profile)
        self.nodes, self.quotas, self.workloads, self.events = [], [], [], []
        self.workspaces = []

    def chance(self, p):
        return self.rng.random() < p

    def often(self, usual, hot):
        return self.chance(hot if "hot" in self.on else usual)

    def pick(self, *values):
        return self.rng.choice(values)

    # --- the pool --------------------------------------------------------------------------
    def make_nodes(self):
        rng = self.rng
        typed = self.often(0.25, 0.08)
        short = "bounded" in self.on
        bounded = short or self.often(0.15, 0.05)
        for i in range(rng.randint(2, 4)):
            node = {"name": "n%d" % (i + 1), "gpu": self.pick(1, 2, 2, 2, 3, 3, 4, 4, 5, 8)}
            if typed:
                node["gpuType"] = self.pick("H100", "A10")
            if bounded and self.chance(0.7):
                node["cpu"] = self.pick(4, 6, 8, 12) if short else self.pick(8, 16, 32)
            if bounded and self.chance(0.5 if short else 0.3):
                node["memory"] = self.pick(8, 16, 24) if short else self.pick(32, 64)
            self.nodes.append(node)
        self.typed, self.bounded = typed, bounded

    def groups(self):
        """(selector, GPUs): one for all nodes, or one a GPU type."""
        types = sorted({n["gpuType"] for n in self.nodes}) if self.typed else []
        if len(types) == 2 and self.chance(0.5):
            by = {t: sum(n["gpu"] for n in self.nodes if n["gpuType"] == t) for t in types}
            if self.chance(0.5):
                return [({"gpuType": t}, by[t]) for t in types]
            return [({"gpuType": types[0]}, by[types[0]]), (None, by[types[1]])]
        return [(None, sum(n["gpu"] for n in self.nodes))]

    # --- quotas ----------------------------------------------------------------------------
    def parts(self, total, count):
        """Whole numbers that add up to at most the total, often exactly."""
        cuts = sorted(self.rng.randint(0, total) for _ in range(count - 1))
        edges = [0] + cuts + [total]
        sizes = [b - a for a, b in zip(edges, edges[1:])]
        self.rng.shuffle(sizes)
        if self.chance(0.4):
            i = self.rng.randrange(count)
            sizes[i] -= self.rng.randint(0, sizes[i])
        return sizes

    def make_quotas(self):
        number = 0
        deep = self.pick(1, 1, 2, 2, 2, 3)
        for selector, capacity in self.groups():
            count = self.pick(1, 2, 2, 3, 3)
            total = capacity if self.chance(0.7) else self.rng.randint(0, capacity)
            for size in self.parts(total, count):
                number += 1
                self.quota("q%d" % number, None, size, selector, deep)
        self.rng.shuffle(self.quotas)
        self.quotas.sort(key=lambda q: q["name"].count("."))

    def quota(self, name, parent, size, selector, deep):
        row = {"name": name, "parent": parent, "guaranteed": {"gpu": size}}
        if selector is not None:
            row["nodes"] = selector
        self.quotas.append(row)
        row.update(self.policy(size))
        if deep > 1 and self.chance(0.6):
            count = self.pick(1, 2, 2, 3)
            total = size if self.chance(0.5) else self.rng.randint(0, size)
            for i, part in enumerate(self.parts(total, count)):
                self.quota("%s.%d" % (name, i + 1), name, part, None, deep - 1)
        if any(q["parent"] == name for q in self.quotas) and self.often(0.4, 0.7):
            row["childPreemption"] = self.child_policy()

    def policy(self, size):
        row = {}
        if self.chance(0.12):
            row["limit"] = self.limit(size)
        if self.chance(0.25):
            row["weight"] = self.pick(0, 1, 2, 3, 5)
        if self.chance(0.15):
            row["rank"] = self.pick(-1, 1, 2)
        if self.often(0.07, 0.03):
            row["overQuota"] = self.pick("idle-only", "off")
        if self.chance(0.45):
            row["queueing"] = self.pick("fifo", "balance", "intelligent", "round-robin")
        if self.often(0.2, 0.4):
            row["priorityPreemption"] = True
        if self.often(0.3, 0.65):
            row["selfPreemption"] = self.self_policy()
        if self.chance(0.05):
            row["childPreemption"] = self.child_policy()
        if "lend" in self.on and self.chance(0.35):
            row["lend"] = {"gpu": self.rng.randint(0, size)}
        if "runtime" in self.on and self.chance(0.25):
            row["minRuntime"] = self.pick(0, 10, 20, 40)
        return row

    def limit(self, size):
        limit = {}
        if self.chance(0.8):
            limit["gpu"] = size + self.rng.randint(0, 4)
        if self.bounded and self.chance(0.4):
            limit["cpu"] = self.pick(4, 8, 16)
        if self.bounded and self.chance(0.2):
            limit["memory"] = self.pick(16, 32)
        return limit or {"gpu": size + 2}

    def modules(self):
        return sorted(self.rng.sample(MODULES, self.rng.randint(1, 3)))

    def self_policy(self):
        cut = self.rng.randint(2, 8)
        low = sorted((self.rng.randint(1, cut - 1), cut - 1))
        high = sorted((cut, self.rng.randint(cut, 9)))
        row = {"high": high, "low": low, "modules": self.modules()}
        if self.chance(0.7):
            row["scope"] = self.pick("quota", "siblings", "both")
        if self.chance(0.3):
            row["mayTakeGuaranteed"] = True
        return row

    def child_policy(self):
        low = self.pick(1, 1, 2, 4)
        modules = self.modules() if self.chance(0.3) else list(MODULES)
        return {"priorities": [low, self.rng.randint(low + 2, 9)], "modules": modules}

    # --- workloads -------------------------------------------------------------------------
    def make_workloads(self):
        """A first wave that fills the pool, then others that want a part of it."""
        rng = self.rng
        total = sum(n["gpu"] for n in self.nodes)
        self.biggest = max(n["gpu"] for n in self.nodes)
        self.span = self.pick((1, 9), (3, 5), (5, 5), (1, 9), (4, 8))
        self.calm = self.pick(0.1, 0.4, 0.8)
        count = self.pick(1, 2, 2) if "hot" in self.on else self.pick(1, 2, 3, 5)
        waves = sorted(rng.randint(0, 60) for _ in range(count))
        held = 0
        while held < total and len(self.workloads) < 11 and self.chance(0.95):
            row = self.workload(rng.choice(waves[:2]))
            held += row["gpu"] * row.get("replicas", 1)
        late = [q["name"] for q in self.quotas if q.get("priorityPreemption")
                or q.get("selfPreemption") or q.get("childPreemption")]
        for _ in range(rng.randint(1, 14 - len(self.workloads))):
            row = self.workload(rng.choice(waves))
            if late and self.often(0.4, 0.8):
                row["quota"] = rng.choice(late)
                if self.chance(0.6):
                    row["priority"] = max(row.get("priority", 5), rng.randint(5, 9))

    def workload(self, submit):
        rng = self.rng
        short = "bounded" in self.on
        row = {"name": "w%d" % (len(self.workloads) + 1), "quota": rng.choice(self.quotas)["name"]}
        if self.chance(0.4 if short else 0.2):
            row["gpu"] = self.pick(0.25, 0.5, 0.5, 0.3, 0.75)
        else:
            row["gpu"] = self.pick(1, 1, 1, 1, 2, 2, 3, 4)
            if row["gpu"] > self.biggest and self.chance(0.95):
                row["gpu"] = 1
        if self.chance(0.5 if short else 0.25):
            row["replicas"] = self.pick(2, 2, 3, 4) if row["gpu"] <= 1 else 2
            if "elastic" in self.on and self.chance(0.6):
                row["minReplicas"] = rng.randint(1, row["replicas"])
        if self.chance(0.8):
            row["priority"] = rng.randint(*self.span)
        if self.chance(0.35):
            row["module"] = self.pick(*MODULES)
        if row.get("module", "training") != "training" and self.often(0.7, 0.97):
            row["preemptible"] = True
        elif self.often(0.08, 0.02):
            row["preemptible"] = False
        row["submit"] = submit
        if self.chance(1 - self.calm):
            row["duration"] = self.pick(10, 20, 30, 50, 80, 200)
        if self.chance(0.3):
            row["checkpoint"] = self.pick(3, 7, 10, 15)
        if self.typed and self.chance(0.2):
            row["gpuType"] = self.pick("H100", "A10")
        if self.bounded and self.chance(0.6):
            row["cpu"] = self.pick(1, 1, 2, 3, 4) if short else self.pick(1, 2, 4, 8)
        if self.bounded and self.chance(0.3):
            row["memory"] = self.pick(4, 8, 16)
        if "idle" in self.on and self.chance(0.2):
            row["idle"] = True
        self.workloads.append(row)
        return row

    def make_spaces(self):
        """Workspaces with members and caps."""
        users = ("ana", "bo", "cy")
        for name in ("s1", "s2")[:self.rng.randint(1, 2)]:
            space = {"name": name, "quotas": [q["name"] for q in self.quotas if self.chance(0.85)]}
            if not space["quotas"]:
                continue
            if self.chance(0.6):
                roles = ("admin",) + ("member",) * 5 + ("viewer",)
                space["members"] = [{"user": u, "role": self.pick(*roles)} for u in users
                                    if self.chance(0.97)]
            space["caps"] = [self.cap(users) for _ in range(self.rng.randint(0, 3))]
            self.workspaces.append(space)
        for row in self.workloads:
            if self.workspaces and self.chance(0.8):
                space = self.rng.choice(self.workspaces)
                if row["quota"] in space["quotas"] or self.chance(0.03):
                    row["workspace"] = space["name"]
                    row["user"] = self.pick(*users)
                    if self.chance(0.1):
                        row["accepted"] = True
                        row["user"] = self.pick("dee", row["user"])

    def cap(self, users):
        cap = {"gpu": self.pick(1, 2, 2, 3, 4, 6, 0 if self.chance(0.3) else 2)}
        if self.chance(0.3):
            cap["role"] = self.pick("admin", "member")
        if self.chance(0.3):
            cap["user"] = self.pick(*users)
        if self.chance(0.4):
            low = self.rng.randint(1, 9)
            cap["priorities"] = [low, self.rng.randint(low, 9)]
        if self.chance(0.3):
            cap["modules"] = self.modules()
        return cap

    def make_snapshot(self):
        """Some of the work runs already, on whole free devices."""
        free = {n["name"]: n["gpu"] for n in self.nodes}
        selectors = {q["name"]: q.get("nodes") for q in self.quotas}
        named = [s for s in selectors.values() if s]
        for row in self.workloads:
            if row["gpu"] < 1 or row.get("minReplicas") or row.get("cpu") or row.get("memory") \
                    or (row.get("workspace") and "rights" not in self.on) or not self.chance(0.4):
                continue
            selector = selectors[row["quota"].split(".")[0]]
            here = []
            for node in self.nodes:
                kind = node.get("gpuType")
                fits = kind == selector["gpuType"] if selector else {"gpuType": kind} not in named
                if fits and row.get("gpuType") in (None, kind):
                    here.append(node["name"])
            placements, left = [], dict(free)
            for _ in range(row.get("replicas", 1)):
                nodes = [n for n in here if left[n] >= row["gpu"]]
                if nodes:
                    n = self.rng.choice(nodes)
                    left[n] -= row["gpu"]
                    placements.append({"node": n, "gpu": row["gpu"]})
            if len(placements) == row.get("replicas", 1):
                free = left
                row["submit"] = 0
                since = -self.pick(0, 5, 12, 40)
                if row.get("duration"):
                    row["duration"] += 40
                row["running"] = {"since": since, "placements": placements}
                # Let in before members and caps were as they are now.
                if row.get("workspace") and self.chance(0.4):
                    row["user"] = "dee"

    # --- events ----------------------------------------------------------------------------
    def make_events(self):
        for _ in range(self.pick(0, 0, 1, 1, 2, 3)):
            at = self.rng.randint(0, 100)
            kinds = ["scale", "scale", "policy", "policy", "cancel", "finish"]
            if "node" in self.on:
                kinds += ["node", "node"]
            kind = self.rng.choice(kinds)
            maker = self.set_policy if kind == "policy" else getattr(self, kind)
            self.events.append(dict({"at": at}, **maker()))

    def scale(self):
        names = self.rng.sample(self.quotas, min(len(self.quotas), self.pick(1, 1, 2, 2, 3)))
        row = {"do": "scale", "quotas": {}}
        for q in names:
            size = q["guaranteed"]["gpu"]
            row["quotas"][q["name"]] = {"gpu": max(0, size + self.pick(-3, -2, -1, -1, 1, 1, 2))}
        if self.chance(0.7):
            row["mode"] = self.pick("refuse", "drain", "reclaim", "reclaim")
        if row.get("mode") == "reclaim" and self.chance(0.5):
            row["after"] = self.pick(0, 10, 25)
        return row

    def set_policy(self):
        q = self.rng.choice(self.quotas)
        change = {}
        while not change:
            change = self.policy(q["guaranteed"]["gpu"])
        key = self.rng.choice(sorted(change))
        value = None if self.chance(0.25) else change[key]
        row = {"do": "policy", "quota": q["name"], key: value}
        if key == "limit" and self.chance(0.7):
            row["mode"] = self.pick("refuse", "drain", "reclaim", "reclaim")
            if row["mode"] == "reclaim" and self.chance(0.4):
                row["after"] = self.pick(0, 10, 25)
        return row

    def cancel(self):
        return {"do": "cancel", "workload": self.rng.choice(self.workloads)["name"]}

    def finish(self):
        return {"do": "finish", "workload": self.rng.choice(self.workloads)["name"]}

    def node(self):
        return {"do": "node", "node": self.rng.choice(self.nodes)["name"],
                "state": self.pick("ready", "cordoned", "down", "draining")}

    # --- all -------------------------------------------------------------------------------
    def settings(self):
        row = {}
        if self.chance(0.3):
            row["placement"] = "spread"
        if self.chance(0.5):
            row["consolidation"] = False
        if self.chance(0.6):
            row["moveLoss"] = self.pick(0, 5, 15, 40, None)
        row["balanceTimeout"] = self.pick(5, 15, 30)
        row["agingInterval"] = self.pick(5, 10, 30)
        if "runtime" in self.on and self.chance(0.5):
            row["minRuntime"] = self.pick(5, 15, 30)
        if "grace" in self.on and self.chance(0.6):
            row["gracePeriod"] = self.pick(1, 5, 10, 20)
        return row

    def make(self):
        settings = self.settings()
        self.make_nodes()
        self.make_quotas()
        self.make_workloads()
        if "caps" in self.on and self.chance(0.6):
            self.make_spaces()
        if "snapshot" in self.on and self.chance(0.4):
            self.make_snapshot()
        self.make_events()
        scenario = {"apportion": 1, "settings": settings, "nodes": self.nodes,
                    "quotas": self.quotas, "workspaces": self.workspaces,
                    "workloads": self.workloads, "events": self.events}
        if self.chance(0.3):
            scenario["until"] = self.rng.randint(20, 200)
        return scenario


def make(seed, profile):
    return Maker(seed, profile).make()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--profile", default="core")
    options = parser.parse_args()
    print(json.dumps(make(options.seed, options.profile), indent=1))


if __name__ == "__main__":
    main()
