# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 19, Optimum: the least set of victims, by looking at all sets."""

from fractions import Fraction
from itertools import product

import bounds
import placement
import queues
from victims import (CHILD, ELASTIC, IDLE, RECLAIM, SELF, Victim, class_alone, reclaim_holds,
                     set_holds, sides)


def candidates(world, books, taker, shares, spared):
    """For each running job the ways in which it can give: a list of lists of victims."""
    found = []
    group = world.tree.group_of(taker.quota)
    for victim in world.jobs:
        if victim.state != "running" or victim.stop_until is not None or victim is taker \
                or victim.spec.index in spared or world.tree.group_of(victim.quota) != group:
            continue
        ways = [[]]
        whole = class_alone(world, books, taker, victim, shares, victim.units, False)
        if whole is not None:
            ways.append([Victim(victim.spec.index, tuple(victim.units), whole, False,
                                sum(u.gpu for u in victim.units))])
        if not victim.spec.idle:
            chain = []
            for unit in victim.extra_units():
                kind = class_alone(world, books, taker, victim, shares, [unit], True)
                if kind is None:
                    break
                chain.append(Victim(victim.spec.index, (unit,), kind, True, unit.gpu))
                ways.append(list(chain))
        if len(ways) > 1:
            found.append(ways)
    return found


def saturation(world, books, taker, victim, shares):
    """placed/share just below the common level, ordered; share 0 is infinite."""
    n = sides(world.tree, taker, victim)[1][-1]
    return (1, 0) if shares[n] == 0 else (0, Fraction(books.placed(n), shares[n]))


def unit_names(world, victims):
    names = []
    for v in victims:
        name = world.jobs[v.job].spec.name
        names.append("%s#%04d" % (name, v.units[0].place) if v.replica else name)
    return sorted(names)


def soft_key(world, victims):
    """Keys (c) to (i), which rule 21 uses as well."""
    prio = lambda v: queues.effective_priority(world, world.jobs[v.job])
    held = lambda kind: sum(v.gpu for v in victims if v.kind == kind)
    def start(v):
        # What is booked starts now and has nothing to lose (rule 21 alone takes it).
        run = world.jobs[v.job].run_start
        return v.units[0].start if v.replica else world.now if run is None else run
    loss = lambda v: 0 if v.replica or world.jobs[v.job].run_start is None \
        else world.loss(world.jobs[v.job], v.units)
    counted = [v for v in victims if v.kind != ELASTIC]
    lost = sum(loss(v) for v in victims)
    return (max([prio(v) for v in victims if v.kind >= RECLAIM], default=0),
            tuple(held(kind) for kind in (CHILD, SELF, RECLAIM, ELASTIC, IDLE)),
            len(counted),
            sorted([prio(v) for v in counted], reverse=True),
            lost,
            sorted(-start(v) for v in victims),
            unit_names(world, victims))


def key(world, books, taker, victims, shares):
    lowest = min([saturation(world, books, taker, world.jobs[v.job], shares)
                  for v in victims if v.kind == RECLAIM], default=(1, 0))
    below = any(not reclaim_holds(world, books, taker, world.jobs[v.job], victims, shares, True)
                for v in victims if v.kind == RECLAIM)
    return ((max(v.kind for v in victims), below, (-lowest[0], -lowest[1]))
            + soft_key(world, victims))


def best_set(world, taker, shares, spared):
    """The least allowed set after which the taker may start and has a place; its units; or None."""
    books = world.books()
    ways = candidates(world, books, taker, shares, spared)
    rows = []
    for choice in product(*ways):
        victims = [v for part in choice for v in part]
        if victims:
            rows.append((key(world, books, taker, victims, shares), victims))
    rows.sort(key=lambda row: row[0])
    for _, victims in rows:
        if not set_holds(world, books, taker, victims, shares):
            continue
        left = books.without([k for v in victims for k in v.keys()])
        if not bounds.allowed(world, left, taker, taker.spec.least):
            continue
        units = placement.place(world, left, taker, range(taker.spec.least), world.now)
        if units is not None:
            return victims, units
    return None
