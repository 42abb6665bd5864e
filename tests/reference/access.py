# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 24: who is forbidden, which caps apply, and what they leave."""

from scenario import gpu, module


def workspace(world, job):
    for space in world.scenario.workspaces:
        if space["name"] == job.spec.workspace:
            return space
    return None


def role(space, user):
    for member in space.get("members") or []:
        if member["user"] == user:
            return member["role"]
    return None


def forbidden(world, job):
    """A user who is no member (where members are listed) or a viewer, or a quota that is not the
    workspace's; work without a user is never forbidden."""
    space = workspace(world, job)
    if space is None or job.spec.user is None:
        return False
    if job.spec.quota not in (space.get("quotas") or []):
        return True
    return bool(space.get("members")) and role(space, job.spec.user) in (None, "viewer")


def caps_of(world, job):
    """The caps that count this workload, as (key, bound)."""
    space = workspace(world, job)
    if space is None or job.spec.user is None:
        return []
    found = []
    for number, cap in enumerate(space.get("caps") or []):
        if cap.get("role") is not None and cap["role"] != role(space, job.spec.user):
            continue
        if cap.get("user") is not None and cap["user"] != job.spec.user:
            continue
        span = cap.get("priorities")
        if span is not None and not span[0] <= job.spec.priority <= span[1]:
            continue
        if cap.get("modules") is not None \
                and job.spec.module not in [module(m) for m in cap["modules"]]:
            continue
        found.append(((space["name"], number, job.spec.user), gpu(cap["gpu"])))
    return found


def max_priority(world, job):
    """A cap of 0 rejects."""
    return any(bound == 0 for _, bound in caps_of(world, job))


def rejection(world, job):
    """Why a workload is rejected when it is submitted. One that has run waits instead, beside its
    queue."""
    return "forbidden" if forbidden(world, job) else \
        "max-priority" if max_priority(world, job) else None


class Usage:
    """GPUs placed under each cap by each user, idle work excluded."""

    def __init__(self, world):
        self.world = world
        self.used = {}
        for unit in world.books().units:
            job = world.jobs[unit.job]
            if not job.spec.idle:
                self.add(job, unit.gpu)

    def add(self, job, amount):
        for key, _ in caps_of(self.world, job):
            self.used[key] = self.used.get(key, 0) + amount

    def keeps(self, job, amount):
        return all(self.used.get(key, 0) + amount <= bound
                   for key, bound in caps_of(self.world, job))


def at_cap(world, job, amount):
    """Whether the amount more would break a cap, as things stand."""
    return not job.spec.idle and not Usage(world).keeps(job, amount)
