# SPDX-License-Identifier: GPL-3.0-or-later
"""Carries decisions out and keeps the record of an instant by its net effect (rules 11 and 20)."""

from victims import CHILD, RECLAIM, RULE_NAMES


class Record:
    def __init__(self, world, victim, taker, rule, quota, lost, group):
        self.at = world.now
        self.victim = victim
        self.taker = taker      # None = nobody
        self.rule = rule
        self.quota = quota
        self.lost = lost
        self.group = group
        self.unit = None        # the replica of an elastic workload
        self.open = False       # the loss is known when the victim stops
        self.units = []         # what stops then


def evict(world, victim, taker, rule, quota, grace):
    """Takes the whole run of a workload. No record when the run began in this instant."""
    group = world.tree.group_of(victim.quota)
    if victim.before_start is not None:
        undo_start(world, victim, taker)
        return
    lost = world.loss(victim, victim.units)
    if victim.move is not None:  # moved in this instant: one record, with the move's loss
        lost += victim.move.lost
        world.log.remove(victim.move)
        victim.move = None
    record = Record(world, victim, taker, rule, quota, lost, group)
    world.log.append(record)
    if grace and world.settings["gracePeriod"] > 0:
        victim.stop_until = world.now + world.settings["gracePeriod"]
        victim.leaving.append((victim.stop_until, victim.units))
        victim.units = []
        record.open, record.units = True, victim.leaving[-1][1]
        record.lost -= world.loss(victim, record.units)
    else:
        import timeline
        # Replicas of it that were told to stop before do so now.
        timeline.close_records(world, victim, [r for r in timeline.open_records(world, victim)
                                               if r is not record])
        world.requeue(victim)
    world.touch()


def undo_start(world, job, taker):
    """Rule 11: who was started and taken back in one instant never started; the records it made
    name its taker."""
    (job.pending_since, job.waited_before, job.window_since, job.start,
     job.first_start) = job.before_start
    job.before_start = job.move = None
    job.units, job.booked, job.run_start = [], False, None
    job.state = "pending"
    for record in world.log:
        if record.taker is job:
            record.taker = taker


def take_replica(world, victim, unit, taker, quota, grace):
    """Class 1 of rule 19; a replica that was added in this instant leaves no record."""
    victim.units = [u for u in victim.units if u.place != unit.place]
    if unit.start == world.now and victim.move is None or victim.before_start is not None:
        return
    record = Record(world, victim, taker, "elastic", quota, 0,
                    world.tree.group_of(victim.quota))
    record.unit = unit.place
    world.log.append(record)
    if grace and world.settings["gracePeriod"] > 0:
        victim.leaving.append((world.now + world.settings["gracePeriod"], [unit]))
        record.open, record.units = True, [unit]
    world.touch()


def move(world, job, units, taker):
    """Rule 10: an end and a start at one instant."""
    lost = world.loss(job, job.units)
    if job.before_start is None:
        if job.move is None:
            job.move = Record(world, job, taker, "consolidation", taker.quota, lost,
                              world.tree.group_of(job.quota))
            world.log.append(job.move)
        else:
            job.move.lost += lost
        job.kept += world.saved(job)
        job.start = world.now
    job.run_start = world.now
    job.units = units
    world.touch()


def start_after(world, taker, units, victims):
    """Rule 11: the victims go and the taker starts, or is booked for when they are gone."""
    for v in victims:
        victim = world.jobs[v.job]
        if v.replica:
            take_replica(world, victim, v.units[0], taker, taker.quota, grace=True)
            continue
        if v.kind >= RECLAIM:
            victim.last_taker = taker.spec.index
        evict(world, victim, taker, RULE_NAMES[v.kind], taker.quota, grace=True)
    world.book(taker, units)


def close_instant(world):
    """Files the net records of the instant."""
    for record in sorted(world.log, key=lambda r: r.group):
        world.records.append(record)
    if world.log:
        world.touch()
    world.log = []
    for job in world.jobs:
        job.before_start = job.move = None
