# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 13, Placement: which node and which devices a replica gets."""

from books import Unit
from scenario import GPU


class Floor:
    """The devices, CPU and memory of the nodes of one group, as some units use them."""

    def __init__(self, world, group, units):
        self.world = world
        self.indices = world.tree.groups[group][1]
        self.used = {n: [0] * (world.nodes[n].gpu // GPU) for n in self.indices}
        self.cpu = {n: 0 for n in self.indices}
        self.memory = {n: 0 for n in self.indices}
        for unit in units:
            self.take(unit)

    def take(self, unit):
        if unit.node not in self.used:
            return
        for d in unit.devices:
            self.used[unit.node][d] += unit.gpu if unit.gpu < GPU else GPU
        self.cpu[unit.node] += unit.cpu
        self.memory[unit.node] += unit.memory

    def free(self, n):
        return sum(GPU - u for u in self.used[n])

    def node_fits(self, n, spec, any_state=False, any_type=False):
        node = self.world.nodes[n]
        if not any_state and node.state != "ready":
            return False
        if not any_type and spec.gpu_type is not None and spec.gpu_type != node.gpu_type:
            return False
        if node.cpu is not None and self.cpu[n] + spec.cpu > node.cpu:
            return False
        return node.memory is None or self.memory[n] + spec.memory <= node.memory

    def node_key(self, n):
        """Fewest free GPUs after placing (`spread`: the most), then file order. The request is
        the same everywhere, so the free GPUs before it compare alike."""
        free = self.free(n)
        return (-free if self.world.settings["placement"] == "spread" else free, n)

    def choose(self, spec, **how):
        nodes = [n for n in self.indices if self.node_fits(n, spec, **how)]
        if 0 < spec.gpu < GPU:
            shared = [(-u, self.node_key(n), n, d) for n in nodes
                      for d, u in enumerate(self.used[n]) if 0 < u and u + spec.gpu <= GPU]
            if shared:
                _, _, n, d = min(shared)
                return n, (d,)
        count = 1 if 0 < spec.gpu < GPU else spec.gpu // GPU
        fitting = [n for n in nodes if self.used[n].count(0) >= count]
        if not fitting:
            return None
        n = min(fitting, key=self.node_key)
        return n, tuple([d for d, u in enumerate(self.used[n]) if u == 0][:count])

    def place(self, job, places, start, **how):
        """Units for the replicas with these numbers, one after another, or None. Takes them."""
        found = []
        for number in places:
            choice = self.choose(job.spec, **how)
            if choice is None:
                return None
            s = job.spec
            unit = Unit(s.index, number, choice[0], choice[1], s.gpu, s.cpu, s.memory, start)
            self.take(unit)
            found.append(unit)
        return found


def place(world, books, job, places, start):
    """Rule 13 on the given books; None when not all of them fit."""
    return Floor(world, world.tree.group_of(job.quota), books.units).place(job, places, start)


def fits_empty(world, job, any_type):
    """Whether the whole request fits on the empty nodes of the group, whatever their state."""
    floor = Floor(world, world.tree.group_of(job.quota), [])
    return floor.place(job, range(job.spec.least), 0, any_state=True, any_type=any_type) is not None


def physically_free(world, units):
    """Whether the places are free of everything that still runs there (rule 11)."""
    floors = {}
    for unit in units:
        group = world.tree.group_of(world.jobs[unit.job].quota)
        if group not in floors:
            floors[group] = Floor(world, group, world.physical())
        floors[group].take(unit)
    for floor in floors.values():
        for n in floor.indices:
            node = world.nodes[n]
            if any(u > GPU for u in floor.used[n]):
                return False
            if node.cpu is not None and floor.cpu[n] > node.cpu:
                return False
            if node.memory is not None and floor.memory[n] > node.memory:
                return False
    return True


def seat_snapshot(world, job):
    """Units of a workload that runs at time 0, on the nodes its file names."""
    group = world.tree.group_of(job.quota)
    units = [u for j in world.jobs for u in j.units]
    found = []
    for number, name in enumerate(job.spec.placements):
        floor = Floor(world, group, units + found)
        target = next(n.index for n in world.nodes if n.name == name)
        floor.indices = [target]
        unit = floor.place(job, [number], job.spec.since, any_state=True)
        found += unit
    return found
