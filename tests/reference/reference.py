#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""reference.py SCENARIO.json: prints what the law makes of a scenario, found the naive way."""

import json
import sys

import document
import scenario
import timeline
import world


def simulate(parsed):
    """The answer to a parsed scenario document."""
    state = world.World(scenario.build(parsed))
    return document.document(timeline.Simulation(state).run())


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: reference.py SCENARIO.json")
    text = sys.stdin.read() if sys.argv[1] == "-" else scenario.read_text(sys.argv[1])
    json.dump(simulate(scenario.parse(text)), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
