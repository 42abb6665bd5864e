# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules 9 to 12: one pass over all groups, and passes until one changes nothing."""

import access
import bounds
import consolidation
import decisions
import optimum
import placement
import queues

GUARD = 60


class Pass:
    def __init__(self, world):
        self.world = world
        self.shares = world.shares()
        self.asked = set()
        self.started = set()
        self.moved = set()
        self.evicted = set()
        self.changed = False

    def run(self):
        for job in self.world.try_bookings():
            self.started.add(job.spec.index)
            self.changed = True
        groups = range(len(self.world.tree.groups))
        for step in (self.ask_all, self.grow, self.idle):
            for group in groups:
                step(group)
        return self.changed

    # --- candidates ------------------------------------------------------------------------
    def ask_all(self, group):
        while True:
            lists = {}
            for q in self.world.tree.quotas:
                if self.world.tree.group_of(q.index) == group:
                    rows = [j for j in queues.candidates(self.world, q.index)
                            if j.spec.index not in self.asked
                            and j.spec.index not in self.started]
                    if rows:
                        lists[q.index] = rows
            job = queues.pick(self.world, group, lists, lambda j: j.request(), self.shares)
            if job is None:
                return
            self.ask(job)

    def ask(self, job):
        """Rule 10: free room, then moves, then evictions."""
        world = self.world
        units = free_room(world, job)
        if units is not None:
            return self.start(job, units, [])
        if job.spec.index not in self.evicted:
            found = consolidation.best_moves(world, job)
            if found is not None:
                moved, units, new = found
                for other in moved:
                    decisions.move(world, other, new[other.spec.index], job)
                    self.moved.add(other.spec.index)
                return self.start(job, units, [])
            found = optimum.best_set(world, job, self.shares, self.started | self.moved)
            if found is not None:
                victims, units = found
                self.start(job, units, victims)
                self.evicted |= {v.job for v in victims if not v.replica}
                if sum(v.gpu for v in victims) > job.request():
                    self.asked.clear()
                return
        self.asked.add(job.spec.index)

    def start(self, job, units, victims):
        decisions.start_after(self.world, job, units, victims)
        self.started.add(job.spec.index)
        self.changed = True

    # --- growth and idle work --------------------------------------------------------------
    def grow(self, group):
        """Rule 10: one replica at a time, in the order of rule 9, into free room."""
        world, full = self.world, set()
        while True:
            lists = {}
            for job in world.jobs:
                if job.state == "running" and not job.leaving and not job.spec.idle \
                        and len(job.units) < job.spec.replicas and job.spec.index not in full \
                        and world.tree.group_of(job.quota) == group:
                    lists.setdefault(job.quota, []).append(job)
            for rows in lists.values():
                rows.sort(key=lambda j: queues.order_key(world, j))
            job = queues.pick(world, group, lists, lambda j: j.spec.gpu, self.shares)
            if job is None:
                return
            units = None
            if bounds.allowed(world, world.books(), job, 1) \
                    and not access.at_cap(world, job, job.spec.gpu):
                units = placement.place(world, world.books(), job, [next_place(job)], world.now)
            if units is None or not placement.physically_free(world, units):
                full.add(job.spec.index)
                continue
            job.units = job.units + units
            world.touch()
            self.changed = True

    def idle(self, group):
        """Rule 10: idle work into free room, in the order of rule 9 without queueing policies."""
        world, failed = self.world, set()
        while True:
            lists = {}
            for job in world.jobs:
                if job.state == "pending" and job.spec.idle and not job.booked \
                        and access.rejection(world, job) is None \
                        and job.spec.index not in failed and job.spec.index not in self.started \
                        and not world.never_fits(job) and world.tree.group_of(job.quota) == group:
                    lists.setdefault(job.quota, []).append(job)
            for rows in lists.values():
                rows.sort(key=lambda j: queues.order_key(world, j))
            job = queues.pick(world, group, lists, lambda j: j.request(), self.shares)
            if job is None:
                return
            units = free_room(world, job)
            if units is None:
                failed.add(job.spec.index)
            else:
                self.start(job, units, [])


def next_place(job):
    taken = {u.place for u in job.units}
    return next(n for n in range(len(taken) + 1) if n not in taken)


def free_room(world, job):
    books = world.books()
    if not bounds.allowed(world, books, job, job.spec.least):
        return None
    return placement.place(world, books, job, range(job.spec.least), world.now)


def settle(world):
    """Rule 25: passes until one changes nothing."""
    for count in range(GUARD):
        if not Pass(world).run():
            return
    raise RuntimeError("no rest after %d passes at %d" % (GUARD, world.now))
