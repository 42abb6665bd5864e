# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 3, Bounds: what a start must respect at its leaf and at every quota above."""

from books import Unit
from tree import Branch


def phantom(world, job, replicas):
    """Units of a request that has no place yet."""
    s = job.spec
    return [Unit(s.index, -1 - i, -1, (), s.gpu, s.cpu, s.memory, world.now)
            for i in range(replicas)]


def broken(world, before, job, replicas):
    """The bounds that a start would break, as (code, quota) pairs, bottom up. `before` are the
    books with the victims of the same decision gone. Codes: over-limit, kept-back-limit,
    non-preemptible-over-quota, over-quota-off, capacity."""
    tree, found = world.tree, []
    after = before.plus(phantom(world, job, replicas))
    path = tree.path(job.quota)
    group = tree.group_of(job.quota)
    if job.spec.idle:
        # Rule 3: idle work is held by the top level and by `off` alone.
        for q in tree.ancestors(job.quota):
            if tree.policy(q, "overQuota", "on") == "off":
                found.append(("over-quota-off", q))
    else:
        for branch in path:
            quota = branch.quota
            for dimension in ("gpu", "cpu", "memory"):
                limit = tree.limit(quota, dimension)
                if limit is None:
                    continue
                if after.placed(branch, dimension) > limit:
                    found.append(("over-limit", quota))
                elif dimension == "gpu" and after.charge(branch) > limit:
                    found.append(("kept-back-limit", quota))
            if after.placed(branch, firm_only=True) > tree.guarantee(branch):
                found.append(("non-preemptible-over-quota", quota))
            if not branch.own and tree.over_quota(branch) != "on" \
                    and after.placed(branch) > tree.guarantee(branch):
                found.append(("over-quota-off", quota))
    if top_sum(after, group) > before.capacity(group) and top_sum(after, group) > top_sum(before, group):
        found.append(("capacity", path[-1].quota))
    return found


def top_sum(books, group):
    """The charges of the roots of a group plus idle work."""
    roots = books.tree.groups[group][0]
    return sum(books.charge(Branch(r)) for r in roots) + books.idle(group)


def allowed(world, before, job, replicas):
    return not broken(world, before, job, replicas)
