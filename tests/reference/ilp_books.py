# SPDX-License-Identifier: GPL-3.0-or-later
"""The books with the sums of all branches at hand, which large pools need, and a pool at 0 with
its taker submitted."""

import scenario
from books import Books
from world import World


class Sums(Books):
    def __init__(self, world, units, sums=None):
        self.world, self.tree, self.units = world, world.tree, list(units)
        self.sums = dict(sums or {})
        if sums is None:
            self.add(self.units, 1)

    def add(self, units, sign):
        for u in units:
            job = self.world.jobs[u.job]
            if not job.spec.idle:
                for branch in self.tree.path(job.quota):
                    for firm in (False, True)[:1 if job.spec.preemptible else 2]:
                        self.sums[branch, firm] = self.sums.get((branch, firm), 0) + sign * u.gpu

    def without(self, gone):
        gone = set(gone)
        left = Sums(self.world, [u for u in self.units if (u.job, u.place) not in gone], self.sums)
        left.add([u for u in self.units if (u.job, u.place) in gone], -1)
        return left

    def plus(self, units):
        more = Sums(self.world, self.units + list(units), self.sums)
        more.add(units, 1)
        return more

    def placed(self, branch, field="gpu", firm_only=False):
        return self.sums.get((branch, firm_only), 0) if field == "gpu" \
            else super().placed(branch, field, firm_only)


def pool_at_0(document):
    """(world, taker): what runs, and the last workload of the file submitted."""
    world = World(scenario.build(document))
    paths = {q.index: world.tree.path(q.index) for q in world.tree.quotas}
    groups = {q.index: world.tree.group_of(q.index) for q in world.tree.quotas}
    world.tree.path = lambda quota: list(paths[quota])
    world.tree.group_of = lambda quota: groups[quota]
    taker = world.jobs[-1]
    world.submit(taker, None)
    return world, taker
