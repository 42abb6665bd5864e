#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""selfcheck.py [--profile P] [--count N] [--seed S]: what must hold after every instant of any
scenario, checked on the reference itself."""

import argparse
import json

import decisions
import generate
import passes
import placement
import scenario
import timeline
import world as state
from tree import Branch


def check_devices(world):
    """No device beyond one, no node beyond its CPU and memory, physically and in the books."""
    for units in (world.physical(), world.books().units):
        for group in range(len(world.tree.groups)):
            floor = placement.Floor(world, group, units)
            for n in floor.indices:
                assert all(0 <= u <= 100 for u in floor.used[n]), "device beyond one"
                node = world.nodes[n]
                assert node.cpu is None or floor.cpu[n] <= node.cpu
                assert node.memory is None or floor.memory[n] <= node.memory
                assert node.state != "down" or not any(floor.used[n]), "work on a node that is down"


def check_shares(world):
    """A level never hands out more than it has; nobody gets more than asked or kept."""
    shares = world.shares()
    for group, (roots, _) in enumerate(world.tree.groups):
        capacity = world.books().capacity(group)
        assert sum(shares[Branch(r)] for r in roots) <= capacity, "shares beyond the capacity"
    for q in world.tree.quotas:
        if world.tree.children[q.index]:
            level = world.tree.level(q.index)
            assert sum(shares[b] for b in level) <= shares[Branch(q.index)], "level beyond its share"


def check_records(world):
    """Whoever evicts runs or is booked; a gang runs whole."""
    for record in world.log:
        if record.taker is not None:
            assert record.taker.units, "eviction in vain: " + record.taker.spec.name
    for job in world.jobs:
        if job.state == "running" and job.stop_until is None:
            assert job.spec.least <= len(job.units) <= job.spec.replicas, "part of a gang"
        elif not job.booked:
            assert not job.units, job.spec.name


def check_rest(world):
    """Rule 26: further passes change nothing."""
    for _ in range(5):
        assert not passes.Pass(world).run(), "no rest"


def watch():
    close = decisions.close_instant

    def closing(world):
        check_devices(world)
        check_records(world)
        check_shares(world)
        check_rest(world)
        close(world)
    decisions.close_instant = closing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", default="core")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    watch()
    bad = 0
    for seed in range(options.seed, options.seed + options.count):
        document = generate.make(seed, options.profile)
        try:
            world = state.World(scenario.build(scenario.parse(json.dumps(document))))
            timeline.Simulation(world).run()
        except (AssertionError, RuntimeError) as problem:
            bad += 1
            print("seed %d: %s" % (seed, problem))
    print("%d scenarios, %d fail" % (options.count, bad))
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
