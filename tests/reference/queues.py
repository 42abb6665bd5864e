# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 9 and the words it uses: queue order, queueing policies, who is asked next."""

from fractions import Fraction

import access
from tree import Branch


def policy(world, job):
    return world.tree.policy(job.quota, "queueing", "round-robin")


def effective_priority(world, job):
    """Plain, but under `intelligent` priorities 1 to 6 rise with the time waited, up to 6."""
    p = job.spec.priority
    if policy(world, job) == "intelligent" and p <= 6:
        return min(6, p + world.waited(job) // world.settings["agingInterval"])
    return p


def order_key(world, job):
    return (-effective_priority(world, job), job.spec.submit, job.spec.index)


def in_queue(world, job):
    """Waits, and is not rejected, without the right, idle, booked, never fitting or at a cap."""
    return (job.state == "pending" and not job.booked and not job.spec.idle
            and access.rejection(world, job) is None
            and not world.never_fits(job)
            and not access.at_cap(world, job, job.request()))


def queue(world, quota):
    found = [j for j in world.jobs if j.quota == quota and in_queue(world, j)]
    return sorted(found, key=lambda j: order_key(world, j))


def window(world, waiting):
    """Rule 9, balance: the first w, w = 1 + how many from the head on have stood in the window
    for the timeout, without a gap."""
    w = 1
    for job in waiting:
        stood = 0 if job.window_since is None else world.now - job.window_since
        if stood < world.settings["balanceTimeout"]:
            break
        w += 1
    return waiting[:w]


def candidates(world, quota):
    waiting = queue(world, quota)
    rule = world.tree.policy(quota, "queueing", "round-robin")
    if rule == "fifo":
        return waiting[:1]
    if rule == "balance":
        return window(world, waiting)
    if rule == "intelligent":
        high = [j for j in waiting if j.spec.priority >= 7]
        return high[:1] + [j for j in waiting if j.spec.priority < 7]
    return waiting


def keep_windows(world):
    """At the end of an instant: who stands in a window keeps or starts its time there."""
    inside = set()
    for q in world.tree.quotas:
        if world.tree.policy(q.index, "queueing", "round-robin") == "balance":
            inside |= {j.spec.index for j in window(world, queue(world, q.index))}
    for job in world.jobs:
        if job.spec.index not in inside:
            job.window_since = None
        elif job.window_since is None:
            job.window_since = world.now


def pick(world, group, lists, request, shares):
    """Who is asked next in a group: comes up from the leaves. `lists` maps a quota to its
    candidates in order, `request` gives the GPUs that one asks for."""
    tree, books = world.tree, world.books()

    def best(level):
        found = []
        for position, branch in enumerate(level):
            job = candidate(branch)
            if job is None:
                continue
            share, placed = shares[branch], books.placed(branch)
            if share == 0:
                key = (1, 0, 0, position)
            else:
                key = (0, Fraction(placed + request(job), share), Fraction(placed, share), position)
            found.append((key, job))
        return min(found, key=lambda row: row[0])[1] if found else None

    def candidate(branch):
        if branch.own or not tree.children[branch.quota]:
            rows = lists.get(branch.quota)
            return rows[0] if rows else None
        level = tree.level(branch.quota)
        if tree.child_level(branch.quota):
            own = candidate(level[0])
            if own is not None:
                return own
        return best(level)

    return best([Branch(r) for r in tree.groups[group][0]])
