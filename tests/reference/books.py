# SPDX-License-Identifier: GPL-3.0-or-later
"""What is placed where, as a list of units that can be read with some taken out and some put in.
A unit is one replica of one workload on one node."""

from dataclasses import dataclass
from typing import Tuple

from tree import Branch


@dataclass(frozen=True)
class Unit:
    job: int                 # file order
    place: int               # which replica, from 0
    node: int
    devices: Tuple[int, ...]
    gpu: int
    cpu: int
    memory: int
    start: int               # when this replica was added


class Books:
    """A view of the units that count, over the present tree and jobs."""

    def __init__(self, world, units):
        self.world = world
        self.tree = world.tree
        self.units = list(units)

    def without(self, gone):
        gone = set(gone)
        return Books(self.world, [u for u in self.units if (u.job, u.place) not in gone])

    def plus(self, units):
        return Books(self.world, self.units + list(units))

    def spec(self, unit):
        return self.world.jobs[unit.job].spec

    def leaf(self, unit):
        return self.tree.leaf(self.world.jobs[unit.job].quota)

    def at_or_below(self, unit, branch):
        return branch in self.tree.path(self.world.jobs[unit.job].quota)

    def placed(self, branch, field="gpu", firm_only=False):
        """What runs at or below, idle work excluded; firm = not preemptible."""
        return sum(getattr(u, field) for u in self.units
                   if not self.spec(u).idle and self.at_or_below(u, branch)
                   and not (firm_only and self.spec(u).preemptible))

    def idle(self, group):
        return sum(u.gpu for u in self.units
                   if self.spec(u).idle and self.tree.group_of(self.world.jobs[u.job].quota) == group)

    def charge(self, branch):
        """What is taken or held back at a branch."""
        tree = self.tree
        if branch.own or not tree.children[branch.quota]:
            return max(tree.keep(branch), self.placed(branch))
        if tree.child_level(branch.quota):
            kept = sum(self.charge(Branch(c)) for c in tree.children[branch.quota])
            return max(tree.keep(branch), self.placed(branch), kept)
        return max(tree.keep(branch), sum(self.charge(b) for b in tree.level(branch.quota)))

    def capacity(self, group):
        """GPUs of ready nodes plus what runs on cordoned ones; a node that is down counts 0."""
        total = 0
        for n in self.tree.groups[group][1]:
            node = self.world.nodes[n]
            if node.state == "ready":
                total += node.gpu
            elif node.state in ("cordoned", "draining"):
                total += sum(u.gpu for u in self.units if u.node == n)
        return total
