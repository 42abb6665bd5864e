# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 10, Consolidation: moving up to three preemptible workloads so that a request fits."""

from dataclasses import replace
from itertools import combinations

import bounds
import placement
from victims import protected


def movable(world, taker):
    """Preemptible or idle, not protected by rule 18, and losing at most `moveLoss` of its run."""
    most = world.settings["moveLoss"]
    group = world.tree.group_of(taker.quota)
    return [j for j in world.jobs
            if j.state == "running" and j.stop_until is None and j is not taker
            and world.tree.group_of(j.quota) == group and (j.spec.preemptible or j.spec.idle)
            and j.held() <= taker.request() and not protected(world, taker, j)
            and (most is None or world.now - j.run_start - world.saved(j) <= most)]


def move_key(world, moved):
    return (sum(j.held() for j in moved), len(moved),
            sum(world.loss(j, j.units) for j in moved),
            sorted(-j.run_start for j in moved), sorted(j.spec.name for j in moved))


def in_order(moved):
    """The largest first, then by name."""
    return sorted(moved, key=lambda j: (-j.held(), j.spec.name))


def replaced(world, left, taker, moved):
    """The taker placed first, then the moved ones, largest first, then by name; None when one of
    them finds no place."""
    units = placement.place(world, left, taker, range(taker.spec.least), world.now)
    if units is None:
        return None
    new = {}
    books = left.plus(units)
    for job in in_order(moved):
        again = placement.place(world, books, job, [u.place for u in job.units], world.now)
        if again is None:
            return None
        books = books.plus(again)
        new[job.spec.index] = again
    return units, new, books


def best_moves(world, taker):
    """The least set of moves, with the taker's units and the moved ones' new units; or None."""
    if not world.settings["consolidation"]:
        return None
    pool = movable(world, taker)
    rows = [(move_key(world, moved), moved)
            for count in (1, 2, 3) for moved in combinations(pool, count)
            if sum(j.held() for j in moved) <= taker.request()]
    for _, moved in sorted(rows, key=lambda row: row[0]):
        left = world.books().without([(u.job, u.place) for j in moved for u in j.units])
        found = replaced(world, left, taker, moved)
        if found is None:
            continue
        units, new, books = found
        before = books.without([(u.job, u.place) for u in units])
        if bounds.allowed(world, before, taker, taker.spec.least) and clear(world, moved, new):
            return in_order(moved), units, new
    return None


def clear(world, moved, new):
    """Moves are immediate: the new places must not be held by what still has to stop."""
    old = {j.spec.index: j.units for j in moved}
    for job in moved:
        job.units = []
    free = placement.physically_free(world, [u for units in new.values() for u in units])
    for job in moved:
        job.units = old[job.spec.index]
    return free


def renewed(units, start):
    return [replace(u, start=start) for u in units]
