# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 19 for one taker in a pool of any size: keys (a) to (d), with cbc instead of all sets.
What each workload can give, its class and its saturation come from the reference (`optimum`,
`victims`); which of it may go together, in linear rows, is in `ilp_rows`."""

import optimum
import queues
from ilp_books import Sums
from ilp_rows import Rows
from ilp_solver import Program
from scenario import GPU
from victims import CHILD, ELASTIC, IDLE, RECLAIM, SELF


class Way:
    """One way in which a workload can give: a flag, and the victims that go with it."""

    def __init__(self, world, victims, number):
        self.flag = "x%d" % number
        self.victims = victims
        self.job = world.jobs[victims[0].job]
        self.kind = max(v.kind for v in victims)
        self.gpu = sum(v.gpu for v in victims) // GPU

    def units(self):
        return [u for v in self.victims for u in v.units]


class Model:
    def __init__(self, world, taker, seconds):
        self.world, self.taker, self.seconds = world, taker, seconds
        self.tree, self.shares = world.tree, world.shares()
        self.books = Sums(world, [u for j in world.jobs for u in j.units])
        self.jobs = optimum.candidates(world, self.books, taker, self.shares, ())
        rows = [way for ways in self.jobs for way in ways if way]
        self.ways = [Way(world, victims, i) for i, victims in enumerate(rows)]
        self.solves = 0
        self.spare = False  # key (a2): reclaim pushes nobody below a share

    # --- thresholds ------------------------------------------------------------------------
    def best(self):
        """The victims of the optimum in the keys (a) to (d); None when there is no allowed set."""
        chosen = None
        ways = self.narrow(self.ways, 1, lambda w: w.kind)
        if ways is None:
            return None
        self.spare = True
        self.spare = self.feasible(ways)
        for order, level in ((-1, self.saturation), (1, self.priority)):
            ways = self.narrow(ways, order, level)
        fixed = []
        for kind in (CHILD, SELF, RECLAIM, ELASTIC, IDLE):
            aim = [(v.gpu // GPU, w.flag) for w in ways for v in w.victims if v.kind == kind]
            if aim:
                chosen = self.solve(ways, fixed, aim)
                value = sum(amount for amount, flag in aim if flag in chosen)
                fixed.append((aim, value))
        return [v for w in ways if w.flag in chosen for v in w.victims]

    def saturation(self, way):
        """Of reclaim alone; nobody else lowers it."""
        found = [optimum.saturation(self.world, self.books, self.taker, way.job, self.shares)
                 for v in way.victims if v.kind == RECLAIM]
        return min(found, default=(1, 0))

    def priority(self, way):
        return queues.effective_priority(self.world, way.job) if way.kind >= RECLAIM else 0

    def narrow(self, ways, order, level):
        """The ways up to the first level under which a set does it: more ways never do harm, so
        the levels are halved."""
        levels = sorted({level(w) for w in ways}, reverse=order < 0)
        upto = lambda i: [w for w in ways if levels.index(level(w)) <= i]
        if not levels or not self.feasible(upto(len(levels) - 1)):
            return None
        low, high = 0, len(levels) - 1
        while low < high:
            middle = (low + high) // 2
            if self.feasible(upto(middle)):
                high = middle
            else:
                low = middle + 1
        return upto(high)

    def feasible(self, ways):
        return self.room(ways) and self.solve(ways, [], []) is not None

    def room(self, ways):
        """Necessary, and quick: with all of them gone there is room for the replicas."""
        size = self.taker.spec.gpu
        left = self.free()
        largest = {w.job.spec.index: w for w in sorted(ways, key=lambda w: w.gpu)}
        for unit in [u for w in largest.values() for u in w.units()]:
            left[unit.node] += unit.gpu
        return sum(free // size for free in left.values()) >= self.taker.spec.least

    def free(self):
        left = {n: self.world.nodes[n].gpu for n in self.tree.groups[
            self.tree.group_of(self.taker.quota)][1]}
        for u in self.books.units:
            left[u.node] -= u.gpu
        return left

    def solve(self, ways, fixed, aim):
        """The flags of a least allowed set; None when there is none."""
        self.solves += 1
        program = Program()
        Rows(self, program, ways).write()
        for terms, value in fixed:
            program.exactly(terms, value)
        return program.solve(aim, self.seconds)
