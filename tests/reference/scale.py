# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 21, Scale: absolute targets, checked together, and what happens to work that no longer
fits."""

from itertools import product

import decisions
import optimum
from bounds import top_sum
from scenario import gpu, time
from tree import Branch
from victims import RECLAIM, Victim


LIMITS = {"limit": "gpu", "limit-cpu": "cpu", "limit-memory": "memory"}


def apply(world, event):
    import events
    tree = world.tree
    targets = event["quotas"]
    if any(name not in tree.index for name in targets):
        return "not-found"
    old = {q.index: q.guaranteed for q in tree.quotas}
    before = excesses(world)
    for name, amount in targets.items():
        if amount.get("gpu") is not None:
            tree.quotas[tree.index[name]].guaranteed = gpu(amount["gpu"])
    problem = invalid(world, old) or events.invalid(tree, None)
    worse = {}
    if not problem:
        for bound, amount in excesses(world).items():
            if amount > max(0, before[bound]):
                worse[bound] = amount
        if worse and event.get("mode", "refuse") == "refuse":
            problem = "below-usage"
    if problem:
        for q in tree.quotas:
            q.guaranteed = old[q.index]
        return problem
    if worse and event.get("mode") == "reclaim":
        reclaim_after(world, set(worse), event.get("after", 0))
    world.touch()
    return ""


def reclaim_after(world, bounds, after):
    if time(after) == 0:
        reclaim(world, bounds)
    else:
        world.delayed.append((world.now + time(after), bounds))


def invalid(world, old):
    tree = world.tree
    for q in tree.quotas:
        if tree.children_sum(q.index) > q.guaranteed and tree.children[q.index]:
            return "sum-of-children"
    for group, (roots, _) in enumerate(tree.groups):
        total = sum(tree.quotas[r].guaranteed for r in roots)
        if total > sum(old[r] for r in roots) and total > world.books().capacity(group):
            return "above-capacity"
    return None


def excesses(world, books=None):
    """By how much each bound of rule 3 is exceeded by what is placed."""
    tree = world.tree
    books = books or world.books()
    found = {}
    for q in tree.quotas:
        branches = [Branch(q.index)] + ([Branch(q.index, True)] if tree.children[q.index] else [])
        for b in branches:
            found[("firm", b)] = books.placed(b, firm_only=True) - tree.guarantee(b)
            for kind, dimension in LIMITS.items():
                limit = tree.limit(q.index, dimension)
                counted = books.charge(b) if dimension == "gpu" else books.placed(b, dimension)
                found[(kind, b)] = 0 if limit is None else counted - limit
            if not b.own and tree.over_quota(b) != "on":
                found[("off", b)] = books.placed(b) - tree.guarantee(b)
            else:
                found[("off", b)] = 0
    for group in range(len(tree.groups)):
        found[("capacity", group)] = top_sum(books, group) - books.capacity(group)
    return found


def counts(world, bound, job):
    """Whether a broken bound counts a workload."""
    kind, where = bound
    if kind == "capacity":
        return world.tree.group_of(job.quota) == where
    if job.spec.idle or where not in world.tree.path(job.quota):
        return False
    return kind != "firm" or not job.spec.preemptible


def reclaim(world, bounds):
    """The least set by keys (c) to (i) of rule 19 after which the bounds hold."""
    import events
    books = world.books()
    now = excesses(world)
    broken = [b for b in bounds if now[b] > 0]
    if not broken:
        return
    pool = [j for j in world.jobs if j.units and j.stop_until is None
            and any(counts(world, b, j) for b in broken)]
    rows = []
    for mask in product((False, True), repeat=len(pool)):
        chosen = [j for j, yes in zip(pool, mask) if yes]
        if chosen:
            victims = [Victim(j.spec.index, tuple(j.units), RECLAIM, False, j.held())
                       for j in chosen]
            rows.append((optimum.soft_key(world, victims), victims))
    for _, victims in sorted(rows, key=lambda row: row[0]):
        left = books.without([k for v in victims for k in v.keys()])
        after = excesses(world, left)
        if all(after[b] <= 0 for b in broken):
            for v in victims:
                job = world.jobs[v.job]
                if job.booked:
                    events.lapse(world, job)
                else:
                    decisions.evict(world, job, None, "scale", where(world, bounds, job),
                                    grace=False)
                events.forgive(world, job)
            return


def where(world, bounds, job):
    """The quota whose bound took it: the first created of those that count it."""
    def order(bound):
        kind, place = bound
        if kind == "capacity":
            return (1, 0, world.tree.groups[place][0][0], 0)
        return (0, place.own, place.quota, ("firm", "off", *LIMITS).index(kind))

    first = min((b for b in bounds if counts(world, b, job)), key=order)
    return order(first)[2]


def due(world, at):
    ready = [row for row in world.delayed if row[0] <= at]
    world.delayed = [row for row in world.delayed if row[0] > at]
    for _, bounds in ready:
        reclaim(world, bounds)
