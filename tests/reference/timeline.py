# SPDX-License-Identifier: GPL-3.0-or-later
"""Rule 25, Timeline: what happens at an instant, in which order, and which instants there are."""

import access
import decisions
import events
import passes
import queues
import scale
from scenario import time


class Simulation:
    def __init__(self, world):
        self.world = world
        self.scenario = world.scenario
        self.event_rows = sorted(
            ((time(e["at"]), i) for i, e in enumerate(self.scenario.events)))
        self.outcomes = [None] * len(self.scenario.events)
        self.applied_events = 0

    def run(self):
        world = self.world
        until = self.scenario.until
        self.instant(0)
        while True:
            at = self.next_instant()
            if at is None or (until is not None and at > until):
                break
            self.instant(at)
        if until is None:
            self.end = world.changed
            world.rewind()
        else:
            self.end = until
            world.advance(until)
        return self

    def next_instant(self):
        world = self.world
        times = [e for e, i in self.event_rows if self.outcomes[i] is None]
        for job in world.jobs:
            if job.state == "future":
                times.append(max(job.spec.submit, 0))
            end = world.ends_at(job)
            if end is not None:
                times.append(end)
            times += [until for until, _ in job.leaving]
            times += self.waiting_timers(job)
            times += self.protection_ends(job)
        times += [row[0] for row in world.delayed]
        later = [t for t in times if t > world.now]
        return min(later) if later else None

    def waiting_timers(self, job):
        world = self.world
        found = []
        if job.state == "pending" and queues.policy(world, job) == "intelligent" \
                and queues.effective_priority(world, job) < 6:
            step = world.settings["agingInterval"]
            found.append(world.now + step - world.waited(job) % step)
        if job.window_since is not None:
            found.append(job.window_since + world.settings["balanceTimeout"])
        return found

    def protection_ends(self, job):
        """All moments at which some reading of rule 18 lets go; too many do no harm."""
        world = self.world
        if job.state != "running":
            return []
        spans = {world.settings["minRuntime"]}
        for q in world.tree.quotas:
            value = world.tree.policy(q.index, "minRuntime")
            if value is not None:
                spans.add(time(value))
        return [job.run_start + s for s in spans if s > 0]

    def instant(self, at):
        world = self.world
        world.advance(at)
        world.dirty = False
        for job in world.jobs:
            end = world.ends_at(job)
            if end is not None and end <= at:
                finish_run(world, job, "finished")
        self.grace_ends(at)
        for when, i in self.event_rows:
            if when == at and self.outcomes[i] is None:
                self.outcomes[i] = events.apply(world, self.scenario.events[i])
        for job in world.jobs:
            if job.state == "future" and max(job.spec.submit, 0) == at:
                world.submit(job, None if job.spec.accepted else access.rejection(world, job))
        passes.settle(world)
        decisions.close_instant(world)
        queues.keep_windows(world)
        world.note_makespan()
        if world.dirty:
            world.changed = at
            world.mark()

    def grace_ends(self, at):
        world = self.world
        for job in world.jobs:
            if not any(until <= at for until, _ in job.leaving):
                continue
            if job.stop_until is not None and job.stop_until <= at:
                stop(world, job)
            else:
                for until, units in job.leaving:
                    if until <= at:
                        close_replica(world, job, units)
                job.leaving = [row for row in job.leaving if row[0] > at]
                world.touch()
        scale.due(world, at)


def open_records(world, job):
    return [r for r in world.records + world.log if r.victim is job and r.open]


def stop(world, job):
    """The grace period is over: the run is lost up to now (rule 20)."""
    close_records(world, job, open_records(world, job))
    world.requeue(job)


def close_replica(world, job, units):
    # By the units themselves: a number may be taken, given again and taken once more.
    close_records(world, job, [r for r in open_records(world, job)
                               if r.units and r.units[0] in units])


def close_records(world, job, records):
    for record in records:
        if record.unit is None:  # a replica that goes alone loses nothing
            record.lost += world.loss(job, record.units)
        record.open = False


def finish_run(world, job, state):
    """An end within the grace period keeps its record, with loss 0."""
    for record in open_records(world, job):
        record.lost = 0
        record.open = False
    world.end_run(job, state)
