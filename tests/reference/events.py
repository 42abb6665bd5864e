# SPDX-License-Identifier: GPL-3.0-or-later
"""The events of a scenario (rules 21, 22 and 25). `apply` answers None or "" for applied (it is
"" here), else the code of the refusal."""

import decisions
import scale
from scenario import gpu

APPLIED = ""


def apply(world, event):
    do = event["do"]
    if do == "scale":
        return scale.apply(world, event)
    if do == "policy":
        return policy(world, event)
    if do in ("cancel", "finish"):
        return end(world, event["workload"], do)
    return node(world, event)


def end(world, name, do):
    import timeline
    for job in world.jobs:
        if job.spec.name == name and job.state in ("pending", "running"):
            if job.booked:
                lapse(world, job)
            timeline.finish_run(world, job, "finished" if do == "finish" else "cancelled")
            return APPLIED
    return "not-found"


def lapse(world, job):
    """Rule 11: the booking goes, the victims still stop."""
    job.booked = False
    job.units = []


def policy(world, event):
    tree = world.tree
    if event["quota"] not in tree.index:
        return "not-found"
    quota = tree.quotas[tree.index[event["quota"]]]
    new = dict(quota.policy)
    for key, value in event.items():
        if key in ("at", "do", "quota", "team", "mode", "after"):
            continue
        if key == "nodes" and value != quota.policy.get("nodes"):
            return "invalid"  # which nodes a root divides is fixed while the pool runs
        if value is None:
            new.pop(key, None)
        else:
            new[key] = value
    before = scale.excesses(world)
    old, quota.policy = quota.policy, new
    problem = invalid(tree, quota.index)
    mode = event.get("mode", "drain") if "limit" in event else "drain"
    broken = set()
    if not problem and mode != "drain":
        broken = {bound for bound, amount in scale.excesses(world).items()
                  if bound[0].startswith("limit") and amount > max(0, before[bound])}
        if broken and mode == "refuse":
            problem = "below-usage"
    if problem:
        quota.policy = old
        return problem
    if broken:
        scale.reclaim_after(world, broken, event.get("after", 0))
    world.touch()
    return APPLIED


def invalid(tree, touched):
    """What rule 1 and rule 15 refuse, anywhere in the tree."""
    for q in tree.quotas:
        limit = tree.limit(q.index)
        if limit is not None and limit < q.guaranteed:
            return "invalid"
        lend = tree.policy(q.index, "lend")
        if lend is not None and gpu(lend["gpu"]) > q.guaranteed:
            return "invalid"
        p = tree.policy(q.index, "selfPreemption")
        if p is not None and p["low"][1] >= p["high"][0]:
            return "invalid"
    return None


def node(world, event):
    found = [n for n in world.nodes if n.name == event["node"]]
    if not found:
        return "not-found"
    target = found[0]
    target.state = event["state"]
    if target.state in ("down", "draining"):
        lose_node(world, target.index, target.state == "down")
    world.touch()
    return APPLIED


def lose_node(world, index, gone):
    """Rule 22: what ran there waits again, after its grace period where the node is only drained
    and not gone; who took for a workload that lost its run or its
    booking may be taken from again (rule 26)."""
    import timeline
    for job in world.jobs:
        if job.booked:
            if any(u.node == index for u in job.units):
                lapse(world, job)
                forgive(world, job)
        elif any(u.node == index for u in job.physical()):
            if job.stop_until is not None:
                if gone:
                    timeline.stop(world, job)
            elif not any(u.node == index for u in job.units):
                if not gone:
                    continue
                for until, units in job.leaving:
                    timeline.close_replica(world, job, [u for u in units if u.node == index])
                job.leaving = [row for row in job.leaving
                               if not any(u.node == index for u in row[1])]
            else:
                decisions.evict(world, job, None, "node", job.quota, grace=not gone)
                forgive(world, job)


def forgive(world, taker):
    for job in world.jobs:
        if job.last_taker == taker.spec.index:
            job.last_taker = None
