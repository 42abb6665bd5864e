# SPDX-License-Identifier: GPL-3.0-or-later
"""The linear rows that an allowed set keeps: rules 3, 13, 14 and 15. GPUs are whole, nothing is
kept back (no `lend`), and only GPUs bind on the nodes."""

from scenario import GPU
from tree import Branch
from victims import ELASTIC, RECLAIM, SELF, child_holds, claim, reclaim_holds, self_policy, sides, \
    self_holds, takes_back

# Conditions on a branch: by rule 14, by that and key (a2) of rule 19, and by rule 15.
ABOVE, SPARED, KEPT = "above", "spared", "kept"


def whole(amount):
    assert amount % GPU == 0
    return amount // GPU


class Rows:
    def __init__(self, model, program, ways):
        self.world, self.taker, self.tree = model.world, model.taker, model.world.tree
        self.books, self.shares, self.free = model.books, model.shares, model.free()
        self.p, self.ways, self.spare = program, ways, model.spare
        self.asked = {}      # condition -> (its flag, the flags of the ways that need it)

    def write(self):
        of_job = {}
        for way in self.ways:
            of_job.setdefault(way.job.spec.index, []).append((1, self.p.flag(way.flag)))
        for flags in of_job.values():
            self.p.at_most(flags, 1)
        self.nodes()
        self.bounds()
        for way in self.ways:
            for number, victim in enumerate(way.victims):
                self.needs("o%s_%d" % (way.flag, number), way, self.options(way, victim))
        for (kind, branch), (flag, users) in self.asked.items():
            if kind == KEPT:
                self.kept(branch, flag, users)
            else:
                self.above(branch, flag, users, kind == SPARED)

    # --- rules 13 and 3 ------------------------------------------------------------------------
    def nodes(self):
        """A whole number of replicas on each node, in what is free there by then."""
        size, least = whole(self.taker.spec.gpu), self.taker.spec.least
        freed = {n: {} for n in self.free}
        for way in self.ways:
            for unit in way.units():
                here = freed[unit.node]
                here[way.flag] = here.get(way.flag, 0) + whole(unit.gpu)
        counts = []
        for n, free in self.free.items():
            most = (whole(free) + sum(freed[n].values())) // size
            if most > 0:
                number = self.p.number("r%d" % n, min(least, most))
                counts.append((1, number))
                self.p.at_most([(size, number)] + [(-gpu, f) for f, gpu in freed[n].items()],
                               whole(free))
        self.p.exactly(counts, least)

    def bounds(self):
        """On the taker's way up; the top level's capacity follows from the nodes."""
        request = self.taker.request()
        firm = 0 if self.taker.spec.preemptible else request
        for branch in self.tree.path(self.taker.quota):
            placed = self.books.placed(branch) + request
            limit = self.tree.limit(branch.quota)
            if limit is not None:
                self.give(self.at(branch), placed - limit)
            if not branch.own and self.tree.over_quota(branch) != "on":
                self.give(self.at(branch), placed - self.tree.guarantee(branch))
            self.give([row for row in self.at(branch) if not row[2].job.spec.preemptible],
                      self.books.placed(branch, firm_only=True) + firm
                      - self.tree.guarantee(branch))

    def give(self, rows, least):
        if least > 0:
            none = [(0, self.ways[0].flag)]
            self.p.at_most([(-gpu, flag) for gpu, flag, _ in rows] or none, -whole(least))

    def at(self, branch):
        """(GPUs, flag, way) of what can go at or below a branch, without idle work."""
        return [(way.gpu, way.flag, way) for way in self.ways
                if not way.job.spec.idle and branch in self.tree.path(way.job.quota)]

    # --- rules 14 and 15 -------------------------------------------------------------------------
    def options(self, way, victim):
        """The ways in which a member's class allows it beside others, each as the conditions that
        the whole set must keep."""
        taker, job = self.taker, way.job
        if victim.kind == RECLAIM:
            return [self.by_reclaim(job, SPARED if self.spare else ABOVE)]
        if victim.kind == SELF:
            return [self.by_self(job)]
        if victim.kind != ELASTIC or job.quota == taker.quota or child_holds(self.world, taker, job):
            return []
        found = []
        if reclaim_holds(self.world, self.books, taker, job, [victim], self.shares) \
                and not takes_back(self.world, self.books, taker, job, victim.units):
            found.append(self.by_reclaim(job))
        if self_holds(self.world, self.books, taker, job, [victim]):
            found.append(self.by_self(job))
        return found

    def by_reclaim(self, job, kind=ABOVE):
        return [(kind, n) for n in sides(self.tree, self.taker, job)[1]]

    def by_self(self, job):
        policy = self.tree.policy(self.taker.quota, "selfPreemption") or {}
        reach = self_policy(self.world, self.taker, job)
        if policy.get("mayTakeGuaranteed") or any(how == "quota" for how, _ in reach):
            return []
        path = self.tree.path(job.quota)
        return [(KEPT, n) for n in path[:path.index(Branch(reach[0][1])) + 1]]

    def needs(self, name, way, options):
        """The way goes only if all conditions of one option hold."""
        if not all(options):
            return
        if len(options) == 1:
            for condition in options[0]:
                self.need(condition, way.flag)
        elif options:
            flags = [self.p.flag("%s_%d" % (name, i)) for i in range(len(options))]
            self.p.at_most([(1, way.flag)] + [(-1, flag) for flag in flags], 0)
            for flag, conditions in zip(flags, options):
                for condition in conditions:
                    self.need(condition, flag)

    def need(self, condition, flag):
        if condition not in self.asked:
            self.asked[condition] = (self.p.flag("c%d" % len(self.asked)), set())
        on, users = self.asked[condition]
        if flag not in users:
            users.add(flag)
            self.p.at_most([(1, flag), (-1, on)], 0)

    def above(self, branch, on, users, spared):
        """Above its bound with all gone but the largest. Any one of those that go may be named
        the largest: to name the truly largest costs least."""
        mine = sides(self.tree, self.taker, self.at(branch)[0][2].job)[0]
        bound = self.tree.guarantee(branch)
        if spared or claim(self.world, self.books, self.taker, mine, self.shares) == "share":
            bound = max(bound, self.shares[branch])
        spare = whole(self.books.placed(branch) - bound) - 1
        sizes = {}
        for _, flag, way in self.at(branch):
            for gpu in {whole(v.gpu) for v in way.victims}:
                sizes.setdefault(gpu, []).append((-1, flag))
        named = [(-gpu, self.p.flag("%s_%d" % (on, gpu))) for gpu in sorted(sizes)]
        for size, flag in named:
            self.p.at_most([(1, flag)] + sizes[-size], 0)
        self.p.at_most([(1, flag) for _, flag in named], 1)
        self.unless_off(branch, on, users, named, spare)

    def kept(self, branch, on, users):
        """At least the guarantee stays with all gone."""
        spare = whole(self.books.placed(branch) - self.tree.guarantee(branch))
        self.unless_off(branch, on, users, [], spare)

    def unless_off(self, branch, on, users, more, spare):
        """What goes at a branch stays within what is to spare there, unless nobody asks for it."""
        here = [(gpu, flag) for gpu, flag, _ in self.at(branch)]
        much = sum(gpu for gpu, _ in here) - spare
        if {flag for _, flag in here} <= users:  # whoever goes asks for it
            self.p.at_most(here + more, spare)
        elif much > 0:
            self.p.at_most(here + more + [(much, on)], spare + much)
