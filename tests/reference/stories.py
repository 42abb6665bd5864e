#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Known stories with their known ends: does the reference read the law as they do?"""

import reference


def run(nodes, quotas, workloads, **more):
    return reference.simulate(dict(apportion=1, nodes=nodes, quotas=quotas, workloads=workloads,
                                   **more))


def quota(name, gpus, parent=None, **policy):
    return dict(name=name, parent=parent, guaranteed={"gpu": gpus}, **policy)


def work(name, team, gpus, submit=0, **more):
    from decimal import Decimal
    return dict(name=name, quota=team, gpu=Decimal(str(gpus)), submit=submit, **more)


def states(answer):
    return {n: w["state"] for n, w in answer["workloads"].items()}


def pending(answer):
    return sorted(n for n, w in answer["workloads"].items() if w["state"] == "pending")


def reasons(answer):
    return {n: w["reason"]["code"] for n, w in answer["workloads"].items() if w["reason"]}


def own(answer):
    return {n: q["subtree"]["gpu"] for n, q in answer["quotas"].items()}


def share(answer):
    return {n: q["fairShare"]["gpu"] for n, q in answer["quotas"].items()}


def victims(answer):
    return [(e["victim"], e["preemptor"], e["rule"]) for e in answer["evictions"]]


def same(what, got, expected):
    if got != expected:
        raise AssertionError("%s: got %r, expected %r" % (what, got, expected))


NETAPP = [quota("a", 4), quota("b", 2), quota("c", 2), quota("d", 8)]
FILL = [work(n, n[0], g, submit=i, preemptible=k == "t") for i, (n, g, k) in enumerate([
    ("a-1-1-jupyter", 1, "i"), ("a-1-g", 1, "t"), ("a-2-gg", 2, "t"), ("b-1-g06", 0.6, "i"),
    ("b-2-g04", 0.4, "i"), ("b-3-g", 1, "t"), ("b-4-gg", 2, "t"), ("c-1-g05", 0.5, "i"),
    ("c-2-g03", 0.3, "i"), ("c-3-g02", 0.2, "i"), ("c-4-gg", 2, "t"), ("c-5-g", 1, "t"),
    ("d-1-gggg", 4, "t")])]
TWO = [{"name": "n", "count": 2, "gpu": 8}]


def netapp():
    end = run(TWO, NETAPP, FILL)
    same("R-1", (own(end), pending(end), victims(end), share(end)),
         ({"a": 4, "b": 4, "c": 4, "d": 4}, [], [], {"a": 4, "b": 4, "c": 4, "d": 4}))
    for i, (name, w) in enumerate(end["workloads"].items()):
        same("R-1 " + name, w["placements"][0]["node"], "n-1" if i < 7 else "n-2")
    spread = run(TWO, NETAPP, FILL, settings={"placement": "spread", "consolidation": False})
    same("R-1 spread", (victims(spread), reasons(spread)),
         ([("c-4-gg", "d-1-gggg", "reclaim")], {}))
    spread = run(TWO, NETAPP, FILL, settings={"placement": "spread"})
    same("R-1 spread, moves", pending(spread), [])
    more = FILL + [work("d-2-gg", "d", 2, 20)]
    end = run(TWO, NETAPP, more)
    same("R-2 first", (share(end), len(pending(end)), len(victims(end))),
         ({"a": 4, "b": 3, "c": 3, "d": 6}, 1, 1))
    more += [work("d-3-gg", "d", 2, 30)]
    end = run(TWO, NETAPP, more)
    same("R-2", (share(end), pending(end), len(victims(end))),
         ({"a": 4, "b": 2, "c": 2, "d": 8}, ["b-4-gg", "c-4-gg"], 2))
    more += [work(n, n[0], 2, 40 + i) for i, n in enumerate(("a-3-gg", "a-4-gg", "b-5-gg", "c-6-gg"))]
    end = run(TWO, NETAPP, more)
    same("R-3", (own(end), len(pending(end)), len(victims(end))),
         ({"a": 4, "b": 2, "c": 2, "d": 8}, 6, 2))
    gone = [{"at": 60, "do": "cancel", "workload": n} for n in ("d-1-gggg", "d-2-gg", "d-3-gg")]
    end = run(TWO, NETAPP, more, events=gone)
    same("R-4", (own(end), share(end), pending(end)),
         ({"a": 8, "b": 4, "c": 4, "d": 0}, {"a": 8, "b": 4, "c": 4, "d": 0},
          ["b-5-gg", "c-6-gg"]))


def small():
    nodes = [{"name": "n", "count": 2, "gpu": 2}]
    jobs = [work("a%d" % i, "a", 1, 0) for i in range(1, 5)] \
        + [work("b%d" % i, "b", 1, 10) for i in range(1, 5)]
    end = run(nodes, [quota("a", 1), quota("b", 1)], jobs)
    same("R-5", (own(end), len(victims(end))), ({"a": 2, "b": 2}, 2))
    jobs = [work("a2", "a", 2, 0), work("a1", "a", 1, 1), work("b1", "b", 1, 2),
            work("b2", "b", 1, 3), work("a3", "a", 2, 30)]
    end = run(nodes, [quota("a", 2), quota("b", 2)], jobs,
              events=[{"at": 10, "do": "cancel", "workload": "a2"},
                      {"at": 20, "do": "cancel", "workload": "b2"}])
    same("R-6", (victims(end), pending(end)),
         ([("a1", "b2", "reclaim"), ("a1", "a3", "consolidation")], []))
    end = run([{"name": "n", "gpu": 12}], [quota("x", 3), quota("y", 1)],
              [work("%s%d" % (t, i), t, 1) for t in "xy" for i in range(12)])
    same("R-7 3:1", share(end), {"x": 9, "y": 3})
    nodes = [{"name": "n", "gpu": 2}, {"name": "m", "gpu": 2}]
    end = run(nodes, [quota("a", 2), quota("b", 2)],
              [work("a1", "a", 2), work("b1", "b", 2), work("a2", "a", 1, 1),
               work("b2", "b", 1, 1)])
    same("R-9", (victims(end), reasons(end)),
         ([], {"a2": "above-fair-share", "b2": "above-fair-share"}))
    end = run(nodes, [quota("a", 2), quota("b", 2)],
              [work("a1", "a", 2, preemptible=False), work("a2", "a", 1, 1, preemptible=False)])
    same("R-9 firm", reasons(end)["a2"], "non-preemptible-over-quota")


def seeds():
    nodes = [{"name": "n", "count": 16, "gpu": 8}]
    policy = {"priorities": [1, 3], "modules": ["training", "notebook"]}

    def tree(child):
        return [quota("Q", 128, childPreemption=child), quota("Q1", 48, "Q"), quota("Q2", 80, "Q")]

    def jobs(dlc=3, dsw=2, at=5):
        return [work("t%d" % i, "Q1", 8, module="training", priority=dlc) for i in range(6)] \
            + [work("d%d" % i, "Q2", 8, module="notebook", priority=dsw) for i in range(10)] \
            + [work("serve", "Q", 8, at, module="inference", replicas=2, priority=1)]
    end = run(nodes, tree(policy), jobs())
    same("P-2 on", (own(end), [v[2] for v in victims(end)], [v[0][0] for v in victims(end)]),
         ({"Q": 128, "Q1": 48, "Q2": 64}, ["child-level"] * 2, ["d"] * 2))
    same("P-2 own", end["quotas"]["Q"]["own"]["gpu"], 16)
    end = run(nodes, tree(None), jobs())
    same("P-2 off", (victims(end), pending(end)), ([], ["serve"]))
    end = run(nodes, tree(policy), jobs(4, 5))
    same("P-2 high", (victims(end), pending(end)), ([], ["serve"]))
    end = run(nodes, tree(dict(policy, modules=["DLC"])), jobs())
    same("P-2 only training", [v[0][0] for v in victims(end)], ["t", "t"])
    moved = {"at": 9, "do": "scale", "quotas": {"Q1": {"gpu": 56}, "Q2": {"gpu": 72}}}
    end = run(nodes, tree(None), [], events=[moved, dict(moved, quotas={"Q1": {"gpu": 60}})])
    same("P-3", [e["reason"] for e in end["events"]], [None, {"code": "sum-of-children"}])
    table = [(6, "training", 4, True), (9, "notebook", 4, True), (5, "training", 4, False),
             (7, "training", 3, False), (7, "inference", 4, False), (7, "training", 5, False)]
    for high, module, low, allowed in table:
        end = run([{"name": "n", "gpu": 2}], [quota("q", 2, selfPreemption={
            "high": [6, 9], "low": [4, 4], "modules": ["DLC", "DSW"]})],
            [work("v", "q", 2, module=module, priority=low), work("t", "q", 2, 1, priority=high)])
        same("P-4", bool(victims(end)), allowed)


def queues():
    def end(policy, until, first=5):
        return pending(run([{"name": "n", "gpu": 8}], [quota("q", 8, queueing=policy)], [
            work("hold", "q", 4), work("J1", "q", 8, 1, priority=first),
            work("J2", "q", 2, 2, priority=3 if first == 3 else 5),
            work("J3", "q", 2, 3, priority=3 if first == 3 else 5)], until=until))
    same("P-5 fifo", end("fifo", 500), ["J1", "J2", "J3"])
    same("P-5 round", end("round-robin", 500), ["J1"])
    same("P-5 balance before", end("balance", 180), ["J1", "J2", "J3"])
    same("P-5 balance after", end("balance", 181), ["J1"])
    same("P-5 intelligent", end("intelligent", 500, 3), ["J1"])
    same("P-5 intelligent 8", end("intelligent", 500, 8), ["J1"])


def protection():
    """R-8 by the moment at which the victim goes: the taker waits until the protection ends."""
    def tree(sizes, **least):
        shape = [("A", None), ("B", "A"), ("C", "B"), ("D", "B"), ("l1", "C"), ("l2", "C"),
                 ("l3", "D")]
        return [dict(quota(n, sizes.get(n, 0), p), **({"minRuntime": least[n]} if n in least else {}))
                for n, p in shape]

    def when(sizes, taker, victim, **least):
        end = run([{"name": "n", "gpu": 2}], tree(sizes, **least),
                  [work("v", victim, 2), work("t", taker, 2, 1)])
        return [(e["at"], e["rule"]) for e in end["evictions"]]
    limits = dict(B=600, l1=0, l2=180, D=60)
    up = {"A": 2, "B": 2}
    same("R-8 l1 against l3", when(dict(up, C=2, l1=2), "l1", "l3", **limits), [(60.0, "reclaim")])
    same("R-8 l1 against l2", when(dict(up, C=2, l1=2), "l1", "l2", **limits), [(180.0, "reclaim")])
    same("R-8 l3 against l1", when(dict(up, D=2, l3=2), "l3", "l1", **limits), [(600.0, "reclaim")])

    def inner(team):
        rows = [quota("B", 2, minRuntime=600), quota("C", 2, "B"),
                quota("l1", 1, "C", minRuntime=300, priorityPreemption=True),
                quota("l2", 1, "C", priorityPreemption=True)]
        end = run([{"name": "n", "gpu": 2}], rows,
                  [work("v", team, 2, priority=1), work("t", team, 2, 1, priority=9)])
        return [e["at"] for e in end["evictions"]]
    same("R-8 inside", (inner("l1"), inner("l2")), ([300.0], [600.0]))


def spare():
    """Idle and elastic work goes first; victims run on in a grace period."""
    nodes = [{"name": "n", "gpu": 4}]
    jobs = [work("i", "a", 2, idle=True), work("e", "a", 1, replicas=2, minReplicas=1),
            work("t", "b", 2, 5)]
    end = run(nodes, [quota("a", 2), quota("b", 2)], jobs)
    same("P-6 idle", (victims(end), reasons(end)), ([("i", "t", "idle")], {"i": "no-capacity"}))
    jobs = [work("e", "a", 1, replicas=4, minReplicas=1), work("t", "b", 2, 5)]
    end = run(nodes, [quota("a", 2), quota("b", 2)], jobs)
    same("elastic", (victims(end), len(end["workloads"]["e"]["placements"])),
         ([("e", "t", "elastic")] * 2, 2))
    jobs = [work("v", "a", 4), work("t", "b", 2, 5)]
    end = run(nodes, [quota("a", 2), quota("b", 2)], jobs, settings={"gracePeriod": 10})
    same("grace", (victims(end), end["evictions"][0]["lostGpuSeconds"],
                   end["workloads"]["t"]["start"], reasons(end)),
         ([("v", "t", "reclaim")], 60.0, 15.0, {"v": "above-fair-share"}))
    end = run(nodes, [quota("a", 2), quota("b", 2)], jobs, settings={"gracePeriod": 10}, until=7)
    same("grace, within", (end["workloads"]["v"]["stopping"], states(end), reasons(end)),
         (15.0, {"v": "running", "t": "pending"}, {"t": "waiting-for-victims"}))
    firm = [quota("a", 2, lend={"gpu": 0}), quota("b", 2)]
    end = run(nodes, firm, [work("v", "b", 2), work("w", "b", 1, 5)])
    same("lend", reasons(end), {"w": "kept-back"})


if __name__ == "__main__":
    for story in (netapp, small, seeds, queues, protection, spare):
        story()
        print("ok", story.__name__)
