# SPDX-License-Identifier: GPL-3.0-or-later
"""The document of `simulate --json`, without what is for display alone."""

import queues
import reasons
from books import Books
from tree import Branch


def gpus(amount):
    if amount is None:
        return None
    return amount // 100 if amount % 100 == 0 else amount / 100


def seconds(amount):
    return None if amount is None else amount / 1000


def gpu_seconds(amount):
    return round_half_up(amount, 100) / 1000


def round_half_up(amount, by):
    return (2 * amount + by) // (2 * by)


def document(simulation):
    world = simulation.world
    shares = world.shares()
    return {
        "apportion": 1,
        "time": seconds(simulation.end),
        "quotas": {q.name: quota(world, q, shares) for q in world.tree.quotas},
        "workloads": {j.spec.name: workload(world, j, shares)
                      for j in world.jobs if j.state != "future"},
        "evictions": [eviction(world, r) for r in world.records],
        "events": [event(e, o) for e, o in zip(world.scenario.events, simulation.outcomes)
                   if o is not None],
        "summary": summary(world),
    }


def quota(world, q, shares):
    """Rule 4; what is physically there (rule 11)."""
    tree = world.tree
    books = world.physical_books()
    branch = Branch(q.index)
    own = books.placed(tree.leaf(q.index))
    subtree = books.placed(branch)
    waiting = [j for j in world.jobs if j.state == "pending"
               and q.index in tree.ancestors(j.quota)]
    idle = sum(u.gpu for u in books.units if world.jobs[u.job].spec.idle
               and q.index in tree.ancestors(world.jobs[u.job].quota))
    return {
        "guaranteed": {"gpu": gpus(q.guaranteed)},
        "limit": None if tree.limit(q.index) is None else {"gpu": gpus(tree.limit(q.index))},
        "fairShare": {"gpu": gpus(shares[branch])},
        "own": {"gpu": gpus(own)},
        "below": {"gpu": gpus(subtree - own)},
        "subtree": {"gpu": gpus(subtree)},
        "borrowed": {"gpu": gpus(max(0, subtree - q.guaranteed))},
        "overQuota": {"gpu": gpus(max(0, subtree - q.guaranteed))},
        "unassigned": {"gpu": gpus(q.guaranteed - tree.children_sum(q.index)
                                   if tree.children[q.index] else 0)},
        "idle": {"gpu": gpus(idle)},
        "pending": {"gpu": gpus(sum(j.request() for j in waiting if not j.spec.idle))},
        "pendingWorkloads": len(waiting),
    }


def workload(world, job, shares):
    placements = [{"node": world.nodes[u.node].name, "gpu": gpus(u.gpu)}
                  for u in sorted(job.physical(), key=lambda u: u.place)]
    code = reasons.code(world, job, shares) if job.state in ("pending", "rejected") else None
    position = None
    if job.state == "pending":
        row = queues.queue(world, job.quota)
        position = row.index(job) + 1 if job in row else None
    return {
        "state": job.state,
        "placements": placements,
        "start": seconds(job.start),
        "end": seconds(job.end),
        "position": position,
        "preemptions": job.preemptions,
        "waited": seconds(world.waited(job)),
        "stopping": seconds(job.stop_until),
        "reason": None if code is None else {"code": code},
    }


def eviction(world, record):
    return {
        "at": seconds(record.at),
        "victim": record.victim.spec.name,
        "preemptor": None if record.taker is None else record.taker.spec.name,
        "rule": record.rule,
        "quota": None if record.rule == "node" else world.tree.quotas[record.quota].name,
        "lostGpuSeconds": gpu_seconds(record.lost),
    }


def event(row, outcome):
    return {"at": float(row["at"]), "do": row["do"], "applied": outcome == "",
            "reason": None if outcome == "" else {"code": outcome}}


def waits(jobs):
    return wait_numbers([j.first_start - j.spec.submit for j in jobs
                         if j.first_start is not None])


def waits_of_all(world, jobs):
    """One that still waits counts with its wait so far; a rejected one never waited."""
    times = [j.first_start - j.spec.submit for j in jobs if j.first_start is not None]
    others = [j for j in jobs if j.first_start is None and j.state in ("pending", "cancelled")]
    numbers = wait_numbers(times + [world.waited(j) for j in others])
    numbers["atLeast"] = len([j for j in others if j.state == "pending"])
    return numbers


def wait_numbers(times):
    times = sorted(times)
    if not times:
        return {"mean": 0, "p50": 0, "p90": 0, "p95": 0, "p99": 0, "max": 0, "atOnce": 0}
    n = len(times)
    pick = lambda percent: seconds(times[min(n - 1, n * percent // 100)])
    return {"mean": seconds(round_half_up(sum(times), n)), "p50": pick(50), "p90": pick(90),
            "p95": pick(95), "p99": pick(99), "max": seconds(times[-1]),
            "atOnce": times.count(0)}


def summary(world):
    jobs = world.jobs
    held = sum(j.gpu_time for j in jobs)
    by_quota = {}
    for q in world.tree.quotas:
        mine = [j for j in jobs if q.index in world.tree.ancestors(j.quota)]
        by_quota[q.name] = {"gpuSeconds": gpu_seconds(sum(j.gpu_time for j in mine)),
                            "wait": waits(mine), "waitAll": waits_of_all(world, mine)}
    whole = world.capacity_at_makespan
    return {
        "workloads": len([j for j in jobs if j.state != "future"]),
        "finished": len([j for j in jobs if j.state == "finished"]),
        "evictions": len(world.records),
        "gpuSeconds": gpu_seconds(held),
        "wastedGpuSeconds": gpu_seconds(sum(r.lost for r in world.records)),
        "utilization": round_half_up(held * 10**6, whole) / 10**6 if whole else 0,
        "wait": waits(jobs),
        "waitAll": waits_of_all(world, jobs),
        "makespan": seconds(world.makespan),
        "byQuota": by_quota,
        "rules": 2,
    }
