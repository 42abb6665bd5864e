# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules 5, 6 and 7: requestable amounts and the fair share of every branch, level by level."""

from fractions import Fraction

import access
import queues
from scenario import GPU
from tree import Branch


def wanted(world):
    """Rule 5: for each branch that is a leaf (N, P), the GPUs that non-preemptible and
    preemptible work holds or waits for, under the caps of rule 24."""
    demand = {}
    used = access.Usage(world)
    asking = []
    for job in world.jobs:
        if job.spec.idle or not world.counts_as_demand(job):
            continue
        if job.state == "pending" and not job.booked and world.never_fits(job):
            continue
        if job.state == "pending" and not job.booked and access.rejection(world, job):
            continue
        held = job.demand_held()
        if held:
            add(demand, world, job, held * job.spec.gpu)
        asking.append((queues.order_key(world, job), job, held))
    for _, job, held in sorted(asking, key=lambda row: row[0]):
        want = job.spec.replicas
        least = job.spec.least
        if held:
            options = range(want, held, -1)
        else:
            options = range(want, least - 1, -1)
        for total in options:
            if used.keeps(job, (total - held) * job.spec.gpu):
                used.add(job, (total - held) * job.spec.gpu)
                add(demand, world, job, (total - held) * job.spec.gpu)
                break
    return demand


def add(demand, world, job, amount):
    row = demand.setdefault(world.tree.leaf(job.quota), [0, 0])
    row[1 if job.spec.preemptible else 0] += amount


def requestable(world, demand, branch):
    tree = world.tree
    limit = tree.limit(branch.quota)
    on = tree.over_quota(branch) == "on"
    if branch.own or not tree.children[branch.quota]:
        firm, soft = demand.get(branch, (0, 0))
        most = tree.guarantee(branch)
        amount = min(firm, most) + soft if on else min(firm + soft, most)
    else:
        amount = sum(requestable(world, demand, b) for b in tree.level(branch.quota))
        if not on:
            amount = min(amount, tree.guarantee(branch))
    return amount if limit is None else min(amount, limit)


def fair_shares(world):
    """The share of every branch, in hundredths of a GPU."""
    demand = wanted(world)
    shares = {}
    books = world.books()
    for group, (roots, _) in enumerate(world.tree.groups):
        level = [Branch(r) for r in roots]
        divide(world, demand, level, books.capacity(group), shares, first=None)
    return shares


def divide(world, demand, level, amount, shares, first):
    """One level; `first` is the own part that is served before the rest, if any."""
    tree = world.tree
    want = {b: requestable(world, demand, b) for b in level}
    entitled = {b: min(tree.guarantee(b), max(want[b], tree.keep(b))) for b in level}
    left = amount
    if first is not None:
        shares[first] = min(entitled[first], left)
        left -= shares[first]
    rest = [b for b in level if b != first]
    if sum(entitled[b] for b in rest) <= left:
        for b in rest:
            shares[b] = entitled[b]
            left -= entitled[b]
        for rank in sorted({tree.rank(b) for b in level}, reverse=True):
            ranked = [b for b in level if tree.rank(b) == rank]
            left = hand_out(ranked, left, {b: tree.weight(b) for b in ranked}, want, shares)
    else:
        for b in rest:
            shares[b] = 0
        hand_out(rest, left, {b: tree.guarantee(b) for b in rest}, entitled, shares)
    for b in level:
        if not b.own and tree.children[b.quota]:
            below = tree.level(b.quota)
            own_first = below[0] if tree.child_level(b.quota) else None
            divide(world, demand, below, shares[b], shares, own_first)


def hand_out(branches, left, weights, most, shares):
    """Rule 6: one GPU at a time to the largest weight/(2k+1) of those that want more; the first
    created wins a tie. Returns what is left."""
    grants = {b: 0 for b in branches}
    while left > 0:
        hungry = [b for b in branches if weights[b] > 0 and shares[b] < most[b]]
        if not hungry:
            break
        taker = max(hungry, key=lambda b: Fraction(weights[b], 2 * grants[b] + 1))
        grant = min(GPU, left, most[taker] - shares[taker])
        shares[taker] += grant
        grants[taker] += 1
        left -= grant
    return left
