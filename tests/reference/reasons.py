# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a workload waits: the first reason of the law's list that holds."""

import access
import bounds
import placement
import queues
import victims
from books import Books


def code(world, job, shares):
    if job.state == "rejected":
        return job.reject
    barred = access.rejection(world, job)
    if barred is not None:
        return barred
    fits = world.never_fits_code(job)
    if fits is not None:
        return fits
    if not job.spec.idle and not job.booked and queues.in_queue(world, job) \
            and job not in queues.candidates(world, job.quota):
        return "blocked-by-head"
    if not job.booked and access.at_cap(world, job, job.request()):
        return "cap"
    if job.booked:
        return "waiting-for-victims"
    books = world.books()
    broken = [c for c, _ in bounds.broken(world, books, job, job.spec.least)]
    for wanted in ("over-limit", "non-preemptible-over-quota", "over-quota-off"):
        if wanted in broken:
            return wanted
    if "kept-back-limit" in broken or ("capacity" in broken and room(world, job, books)):
        return "kept-back"
    if free_in_sum(world, job) >= job.request():
        return "fragmented"
    if job.spec.idle:
        return "no-capacity"
    return "no-eligible-victims" if may_take(world, books, job, shares) else "above-fair-share"


def room(world, job, books):
    """Whether the top level would have room if nothing were held back."""
    group = world.tree.group_of(job.quota)
    roots = world.tree.groups[group][0]
    placed = sum(books.placed(bounds.Branch(r)) for r in roots) + books.idle(group)
    return placed + job.request() <= books.capacity(group)


def free_in_sum(world, job):
    """Free GPUs of the nodes that may take it, counting parts of shared devices."""
    group = world.tree.group_of(job.quota)
    floor = placement.Floor(world, group, Books(world, world.books().units).units)
    total = 0
    for n in floor.indices:
        node = world.nodes[n]
        if node.state == "ready" and job.spec.gpu_type in (None, node.gpu_type):
            total += floor.free(n)
    return total


def may_take(world, books, job, shares):
    """Whether the workload has a claim (rule 14) or a policy (rules 15 and 16)."""
    tree = world.tree
    path = tree.path(job.quota)
    if victims.claim(world, books, job, path[:1], shares) is not None:
        return True
    if tree.policy(job.quota, "priorityPreemption", False):
        return True
    p = tree.policy(job.quota, "selfPreemption")
    if p is not None and victims.inside(job.spec.priority, p["high"]):
        return True
    return tree.child_level(job.quota)
