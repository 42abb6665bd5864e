# SPDX-License-Identifier: GPL-3.0-or-later
"""Random full pools of 8-GPU nodes for ilp.py: running work that spans nodes, teams above and
below their guarantees, policies in all variants, and one taker that comes at 0."""

import random

NODE = 8
MODULES = ("training", "notebook", "inference")
MODES = ("reclaim", "reclaim", "reclaim", "siblings", "siblings", "both", "both", "quota",
         "priority", "child", "child", "child")


class Pool:
    def __init__(self, seed, nodes, extras):
        self.rng = random.Random("ilp/%d/%d" % (nodes, seed))
        self.free = [NODE] * nodes
        self.mode = self.pick(*MODES)
        self.extras = extras  # idle and elastic work, minimum runtimes
        self.stand = "claim"
        if self.mode != "reclaim":
            self.stand = self.pick("claim", "level", "level", "above", "above")
        self.gaps = self.pick(0, 0, 0, 0.02, 0.05)
        self.span = self.pick((1, 9), (1, 9), (1, 5), (2, 6))
        self.quotas, self.workloads, self.held = [], [], {}

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *values):
        return self.rng.choice(values)

    # --- quotas ----------------------------------------------------------------------------
    def parts(self, total, count):
        cuts = sorted(self.rng.randint(0, total) for _ in range(count - 1))
        return [b - a for a, b in zip([0] + cuts, cuts + [total])]

    def quota(self, name, parent, size):
        row = {"name": name, "parent": parent, "guaranteed": {"gpu": size}}
        if self.chance(0.2):
            row["weight"] = self.rng.randint(0, 6)
        self.quotas.append(row)
        return row

    def children(self, row, count):
        size = row["guaranteed"]["gpu"]
        total = size if self.chance(0.6) else self.rng.randint(size // 2, size)
        return [self.quota("%s.%d" % (row["name"], i + 1), row["name"], part)
                for i, part in enumerate(self.parts(total, count))]

    def make_quotas(self):
        capacity = NODE * len(self.free)
        if self.mode != "child" and self.chance(0.3):  # teams are roots
            sizes = self.parts(capacity, self.rng.randint(3, 6))
            self.teams = [self.quota("q%d" % (i + 1), None, s) for i, s in enumerate(sizes)]
            self.inner = []
            return
        top = self.quota("pool", None, capacity)
        self.inner, self.teams = [top], self.children(top, self.rng.randint(2, 6))
        if self.chance(0.5):
            departments = self.teams[:3]
            self.inner += departments
            self.teams = self.teams[3:]
            for row in departments:
                self.teams += self.children(row, self.rng.randint(2, 3))

    # --- running work ----------------------------------------------------------------------
    def take(self, gpu, replicas):
        """Nodes for the replicas, each with room for one; nothing when there are too few."""
        fitting = [n for n, free in enumerate(self.free) if free >= gpu]
        if len(fitting) < replicas:
            return
        chosen = self.rng.sample(fitting, replicas)
        for n in chosen:
            self.free[n] -= gpu
        self.run(gpu, chosen)

    def run(self, gpu, nodes):
        rng = self.rng
        row = {"name": "w%d" % (len(self.workloads) + 1),
               "quota": rng.choices(self.owners, self.portions)[0]["name"],
               "gpu": gpu, "replicas": len(nodes), "priority": rng.randint(*self.span)}
        if self.chance(0.2):
            row["module"] = self.pick(*MODULES)
        if self.chance(0.15):
            row["preemptible"] = self.chance(0.8)
        if self.extras and len(nodes) > 1 and self.chance(0.3):
            row["minReplicas"] = rng.randint(1, len(nodes) - 1)
        elif self.extras and self.chance(0.05):
            row["idle"] = True
        row["running"] = {"since": -rng.randint(0, 5000), "placements": [
            {"node": "n-%d" % (n + 1), "gpu": gpu} for n in nodes]}
        self.workloads.append(row)
        if not row.get("idle"):
            self.held[row["quota"]] = self.held.get(row["quota"], 0) + gpu * len(nodes)

    def fill(self):
        """The gangs first, while nodes are empty; then node by node, most of them to the brim."""
        nodes = len(self.free)
        self.owners = self.teams + [q for q in self.inner if self.chance(0.2)]
        self.portions = [self.portion(q) for q in self.owners]
        for _ in range(self.rng.randint((nodes + 7) // 8, (nodes + 2) // self.pick(3, 3, 2))):
            self.take(*self.pick((8, 2), (8, 2), (8, 3), (4, 4), (4, 2)))
        for n in range(nodes):
            while self.free[n] and not self.chance(self.gaps):
                gpu = self.pick(*[s for s in (1, 2, 2, 4, 4, 8, 8) if s <= self.free[n]])
                self.free[n] -= gpu
                self.run(gpu, [n])

    def portion(self, row):
        """Of what runs. claim: the taker's team holds little; level: all stand near their
        guarantees; above: the taker's team is above its own, and some are far above."""
        size = row["guaranteed"]["gpu"]
        if self.stand == "level":
            return size * (self.pick(1, 1.3, 1.6) if row is self.home else 1) + 0.1
        if self.stand == "above":
            return size * (1.3 if row is self.home else self.pick(0, 0.3, 2, 3)) + 2
        claims = row is self.home and self.mode != "priority"
        return 0.01 if claims else self.rng.random() ** 2 + 0.05

    # --- the taker and its policies ----------------------------------------------------------
    def policies(self):
        home = self.home
        cut = self.rng.randint(4, 8)
        self.priority = self.rng.randint(cut, 9)
        if self.mode in ("siblings", "both", "quota"):
            home["selfPreemption"] = self.self_policy(cut, self.mode)
        elif self.mode == "priority":
            home["priorityPreemption"] = True
        elif self.mode == "child":
            low = self.pick(1, 1, 2, 4)
            home["childPreemption"] = {"priorities": [low, self.rng.randint(low + 2, 9)],
                                       "modules": self.modules()}
        others = [q for q in self.teams if q is not home]
        if others and self.chance(0.1):
            self.pick(*others)["selfPreemption"] = self.self_policy(cut, "both")

    def self_policy(self, cut, scope):
        row = {"high": [cut, 9], "low": [self.rng.randint(1, (cut + 1) // 2), cut - 1],
               "modules": self.modules(), "scope": scope}
        if self.chance(0.3):
            row["mayTakeGuaranteed"] = True
        return row

    def modules(self):
        return list(MODULES) if self.chance(0.7) else sorted(self.rng.sample(MODULES, 2))

    def below(self, name):
        """What a quota and those below it hold."""
        return self.held.get(name, 0) + sum(
            self.below(q["name"]) for q in self.quotas if q["parent"] == name)

    def taker(self):
        """One that stays within its guarantee, as far as there is one; a gang where only policies
        help."""
        name = self.home["name"]
        room = self.home["guaranteed"]["gpu"] - self.below(name)
        for _ in range(20):
            gpu = self.pick(1, 2, 4, 4, 8, 8, 8)
            least = 4 if self.stand != "claim" and self.mode == "child" else 2
            replicas = 1 if self.chance(0.25) else self.rng.randint(least, 8)
            if self.stand != "claim" and replicas > 1 or gpu * replicas <= room:
                break
        row = {"name": "taker", "quota": name, "gpu": gpu, "replicas": replicas,
               "priority": self.priority, "submit": 0}
        if self.chance(0.15):
            row["preemptible"] = False
        self.workloads.append(row)

    def limit(self):
        """A limit that is reached on the taker's way up, so that not only room is missing."""
        name = self.home["parent"] or self.home["name"]
        if self.mode not in ("reclaim", "siblings") and self.chance(0.5):
            name = self.home["name"]
        row = next(q for q in self.quotas if q["name"] == name)
        most = max(row["guaranteed"]["gpu"], self.below(name) + self.rng.randint(0, 4))
        row["limit"] = {"gpu": most}

    def make(self):
        self.make_quotas()
        self.home = self.pick(*(self.inner if self.mode == "child" else self.teams))
        if self.mode in ("reclaim", "siblings", "both") and self.stand != "above":
            some = self.rng.sample(self.teams, min(len(self.teams), self.pick(2, 3, 4)))
            self.home = max(some, key=lambda q: q["guaranteed"]["gpu"])
        self.fill()
        self.policies()
        if self.chance(0.2):
            self.limit()
        self.taker()
        settings = {"consolidation": False}
        if self.extras and self.chance(0.3):
            settings["minRuntime"] = 600
        return {"apportion": 1, "settings": settings,
                "nodes": [{"name": "n", "count": len(self.free), "gpu": NODE}],
                "quotas": self.quotas, "workloads": self.workloads, "until": 0}


def make(seed, nodes, extras=False):
    return Pool(seed, nodes, extras).make()
