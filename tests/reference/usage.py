#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GPU hours of a report counted again: of random traces, and of the journal of a project file.

    usage.py --ctl build/bin/apportionctl --count N        traces over the weeks in which clocks change
    usage.py --ctl build/bin/apportionctl --project FILE   all runs of a journal, by quota and day
"""
import argparse
import datetime
import fractions
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import zoneinfo

HEAD = "JobID|User|Account|Submit|Start|End|ElapsedRaw|State|ReqTRES"
ZONES = {"Europe/Berlin": ("2026-03-23", "2026-10-19"), "America/New_York": ("2026-03-02", "2026-10-26"),
         "Australia/Lord_Howe": ("2026-03-30", "2026-09-28"), "UTC": ("2026-12-28",)}
HOUR = 3_600_000


def days_of(start, end, zone):
    """Parts of a time by local day: (day, milliseconds)."""
    while start < end:
        day = datetime.datetime.fromtimestamp(start // 1000, zone).date()
        midnight = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(), zone)
        part = min(end, int(midnight.timestamp()) * 1000)
        yield str(day), part - start
        start = part


def add(sums, key, amount):
    sums[key] = sums.get(key, 0) + amount


def clock(seconds, zone):
    return datetime.datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%dT%H:%M:%S")


def trace(seed):
    """A trace in local times, its zone, and what it used by account and day."""
    chance = random.Random(seed)
    name = chance.choice(sorted(ZONES))
    zone = zoneinfo.ZoneInfo(name)
    monday = datetime.datetime.fromisoformat(chance.choice(ZONES[name])).replace(tzinfo=zone)
    first = int(monday.timestamp())
    rows, sums = [HEAD], {}
    for job in range(chance.randrange(5, 60)):
        start = first + chance.randrange(8 * 86400)
        end = start + chance.choice((1, 60, 3600, 86400, 4 * 86400)) * chance.randrange(1, 4)
        # What a clock shows twice is read as the second: whoever writes so has to mean that.
        if any(datetime.datetime.fromtimestamp(each, zone).replace(fold=1).timestamp() != each
               for each in (start, end)):
            continue
        gpus = chance.choice((1, 2, 4, 8, 64))
        account, user = chance.choice("abc"), chance.choice(("u", "v"))
        state = chance.choice(("COMPLETED", "FAILED", "TIMEOUT", "REQUEUED"))
        rows.append("|".join((str(job), user, account, clock(start, zone), clock(start, zone), clock(end, zone),
                              str(end - start), state, f"gres/gpu={gpus}")))
        for day, part in days_of(start * 1000, end * 1000, zone):
            add(sums, (account, day), fractions.Fraction(gpus * part, HOUR))
    return "\n".join(rows) + "\n", name, sums


def journal(path, zone):
    """What held GPUs between the entries of a journal, by quota and day; and the moment from which a report counts
    more: that of the last entry if work runs on, else none."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    quotas, held, sums, since = {}, {}, {}, None
    for at, text in database.execute("SELECT at, entry FROM journal ORDER BY n"):
        if since is not None and at > since:
            by_quota = {}
            for key, gpu in held.items():
                add(by_quota, quotas[key], gpu)
            parts = list(days_of(since, at, zone))
            for quota, gpu in by_quota.items():
                for day, part in parts if gpu else ():
                    add(sums, (quota, day), fractions.Fraction(gpu * part, 100 * HOUR))
        since = at
        for fact in json.loads(text)["facts"]:
            after, key = fact.get("after"), fact["key"]
            if fact["kind"] == "workload" and after:
                quotas[key] = after["quota"]
            if fact["kind"] == "run":
                held[key] = sum(each["gpu"] for each in (after or {}).get("placements", ()))
    return sums, since if any(held.values()) else None


def reported(ctl, arguments):
    ran = subprocess.run([ctl, "report", *arguments, "--by", "quota,day", "--json"], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    answer = json.loads(ran.stdout, parse_float=fractions.Fraction)
    capacity = answer["capacity"]
    parts = sum(capacity[each] for each in ("used", "free", "down", "unknown"))
    if abs(parts - capacity["total"]) > fractions.Fraction(4, 10**6):
        sys.exit(f"{parts} is not the capacity, {capacity['total']}")
    return {(row["quota"], row["day"]): row["used"] for row in answer["rows"] if not row.get("subtotal") and row["used"]}


def differences(counted, told):
    # Hours of a report have six decimals.
    return [f"{key}: counted {float(counted.get(key, 0)):.6f}, reported {float(told.get(key, 0)):.6f}"
            for key in sorted(set(counted) | set(told))
            if abs(counted.get(key, 0) - told.get(key, 0)) > fractions.Fraction(1, 10**6)]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--ctl", required=True)
    options.add_argument("--count", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--project")
    options.add_argument("--zone", default="Europe/Berlin")
    given = options.parse_args()
    wrong = 0
    if given.project:
        zone = zoneinfo.ZoneInfo(given.zone)
        counted, last = journal(given.project, zone)
        days = [day for _, day in counted]
        if last is not None:
            final = datetime.datetime.fromtimestamp(last / 1000, zone).date()
            days = [day for day in days if day < str(final)] + [str(final - datetime.timedelta(days=1))]
        if not any(day in days for _, day in counted):
            print("No whole day has used GPUs, and work still runs: nothing to compare")
            return 0
        first, final = min(days), max(days)
        told = reported(given.ctl, [given.project, "--zone", given.zone, "--period", f"{first}..{final}"])
        found = differences({key: each for key, each in counted.items() if key[1] <= final}, told)
        print("\n".join(found) or f"{len(told)} rows of {first} to {final} agree")
        return 1 if found or not told else 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.seed, given.seed + given.count):
            text, zone, counted = trace(seed)
            file = pathlib.Path(folder) / "sacct.txt"
            file.write_text(text)
            told = reported(given.ctl, ["--trace", str(file), "--format", "sacct", "--zone", zone])
            if found := differences(counted, told):
                print(f"seed {seed}, {zone}:", *found, sep="\n  ")
                wrong += 1
    print(f"{given.count - wrong} of {given.count} traces agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
