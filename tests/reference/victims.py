# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules 14 to 18: from whom a taker may take, and which sets may go together."""

from dataclasses import dataclass
from typing import Tuple

import bounds
from scenario import module, time
from tree import Branch

IDLE, ELASTIC, RECLAIM, SELF, CHILD = range(5)
RULE_NAMES = {IDLE: "idle", ELASTIC: "elastic", RECLAIM: "reclaim", SELF: "self-level",
              CHILD: "child-level"}


@dataclass(frozen=True)
class Victim:
    job: int
    units: Tuple
    kind: int            # its class (rule 19)
    replica: bool        # one replica of an elastic workload, not the whole
    gpu: int

    def keys(self):
        return [(u.job, u.place) for u in self.units]


def sides(tree, taker, victim):
    """The branches from the leaf up to just below the lowest common level, for both; None when
    they share a leaf or no level."""
    if tree.group_of(taker.quota) != tree.group_of(victim.quota):
        return None
    a, b = tree.path(taker.quota), tree.path(victim.quota)
    if a[0] == b[0]:
        return None
    while a and b and a[-1] == b[-1]:
        a.pop()
        b.pop()
    return a, b


def claim(world, books, taker, branches, shares):
    """Rule 14, the taker's side, as things stand before the decision."""
    after = books.plus(bounds.phantom(world, taker, taker.spec.least))
    if all(after.charge(n) <= world.tree.guarantee(n) for n in branches):
        return "deserved"
    if all(after.charge(n) <= shares[n] for n in branches):
        return "share"
    return None


def reclaim_holds(world, books, taker, victim, victims, shares, spare=False):
    """Rule 14 for one victim of a set: every branch on its side must be above its bound with all
    of the set at or below it gone but the largest. `spare`: the bound of key (a2) of rule 19."""
    found = sides(world.tree, taker, victim)
    if found is None or not victim.spec.preemptible:
        return False
    kind = claim(world, books, taker, found[0], shares)
    if kind is None:
        return False
    for n in found[1]:
        bound = world.tree.guarantee(n)
        if kind == "share" or spare:
            bound = max(bound, shares[n])
        inside = [v for v in victims if not world.jobs[v.job].spec.idle
                  and n in world.tree.path(world.jobs[v.job].quota)]
        largest = min(inside, key=lambda v: (-v.gpu, v.job))
        gone = [k for v in inside if v is not largest for k in v.keys()]
        if books.without(gone).charge(n) <= bound:
            return False
    return True


def self_policy(world, taker, victim):
    """Rule 15: how the policy of the taker's quota reaches the victim: "quota", "sibling" (with
    the sibling) or nothing."""
    tree = world.tree
    q = taker.quota
    found = []
    if tree.policy(q, "priorityPreemption", False) and victim.quota == q \
            and victim.spec.priority < taker.spec.priority and victim.spec.preemptible:
        found.append(("quota", None))
    p = tree.policy(q, "selfPreemption")
    if p is None or not inside(taker.spec.priority, p["high"]) \
            or not inside(victim.spec.priority, p["low"]) \
            or victim.spec.module not in [module(m) for m in p["modules"]]:
        return found
    scope = p.get("scope", "both")
    if scope in ("quota", "both") and victim.quota == q:
        found.append(("quota", None))
    if scope in ("siblings", "both"):
        for s in tree.siblings(q):
            if s in tree.ancestors(victim.quota):
                found.append(("sibling", s))
    return found


def inside(priority, span):
    return span[0] <= priority <= span[1]


def self_holds(world, books, taker, victim, victims):
    """Rule 15 for one victim of a set: what a sibling is guaranteed stays with all gone."""
    tree = world.tree
    for reach, sibling in self_policy(world, taker, victim):
        if reach == "quota" or tree.policy(taker.quota, "selfPreemption").get("mayTakeGuaranteed"):
            return True
        left = books.without([k for v in victims for k in v.keys()])
        up_to = []
        for n in tree.path(victim.quota):
            up_to.append(n)
            if n == Branch(sibling):
                break
        if all(left.placed(n) >= tree.guarantee(n) for n in up_to):
            return True
    return False


def child_holds(world, taker, victim):
    """Rule 16: anywhere below the taker's quota, by priority and module alone."""
    p = world.tree.policy(taker.quota, "childPreemption")
    return (p is not None and victim.quota in world.tree.below(taker.quota)
            and inside(victim.spec.priority, p["priorities"])
            and victim.spec.module in [module(m) for m in p["modules"]])


def takes_back(world, books, taker, victim, units):
    """Rule 14: whether the victim, once waiting, could take from the taker by 15 or 16."""
    if child_holds(world, victim, taker):
        return True
    request = bounds.phantom(world, taker, taker.spec.least)
    after = books.without([(u.job, u.place) for u in units]).plus(request)
    whole = Victim(taker.spec.index, tuple(request), SELF, False, taker.request())
    return self_holds(world, after, victim, taker, [whole])


def protected(world, taker, victim):
    """Rule 18: read at the victim's branch just below the common level, else upward, else the
    setting; inside one quota from that quota upward."""
    tree = world.tree
    found = sides(tree, taker, victim)
    q = victim.quota if found is None else found[1][-1].quota
    least = world.settings["minRuntime"]
    for a in tree.ancestors(q):
        value = tree.policy(a, "minRuntime")
        if value is not None:
            least = time(value)
            break
    return world.now - victim.run_start < least


def class_alone(world, books, taker, victim, shares, units, replica):
    """The first class of rule 19 that allows the victim by itself; None when none does."""
    if victim.spec.idle:
        return IDLE
    me = Victim(victim.spec.index, tuple(units), 0, replica, sum(u.gpu for u in units))
    by_reclaim = reclaim_holds(world, books, taker, victim, [me], shares) \
        and not takes_back(world, books, taker, victim, units)
    by_self = self_holds(world, books, taker, victim, [me])
    by_child = child_holds(world, taker, victim)
    if replica:
        same = victim.quota == taker.quota
        return ELASTIC if same or by_reclaim or by_self or by_child else None
    if victim.last_taker == taker.spec.index:  # rule 26
        return None
    safe = protected(world, taker, victim)
    if by_reclaim and not safe:
        return RECLAIM
    if by_self and not safe:
        return SELF
    return CHILD if by_child else None


def set_holds(world, books, taker, victims, shares):
    """Whether the classes of all members still allow them when they go together."""
    for v in victims:
        victim = world.jobs[v.job]
        if v.kind == RECLAIM:
            if not reclaim_holds(world, books, taker, victim, victims, shares):
                return False
        elif v.kind == SELF:
            if not self_holds(world, books, taker, victim, victims):
                return False
        elif v.kind == ELASTIC and victim.quota != taker.quota:
            if not (reclaim_holds(world, books, taker, victim, victims, shares)
                    or self_holds(world, books, taker, victim, victims)
                    or child_holds(world, taker, victim)):
                return False
    return True
