#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Applies one mutation after the other to a copy of the tree, builds core_tests there and runs them. A mutation that
no test catches is a failure. run.py [WORD...] takes only those whose rule or file has one of the words."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
from table import MUTATIONS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
# Some mutations never come to an end: that is caught as well.
TIMEOUT = 600
TARGET = "core_tests"


def copy_tree(to):
    files = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                           check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def configure(tree):
    # -O1: one file compiles as fast as with -O0, and the tests run several times faster. Not "Release", which
    # compiles the whole engine at once. -fipa-cp: without it GCC 12 crashes there on what it precompiled.
    subprocess.run(["cmake", "-S", tree, "-B", tree / "build", "-G", "Ninja", "-DAPPORTION_GUI=OFF",
                    "-DAPPORTION_WERROR=OFF", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1 -fipa-cp -DNDEBUG"],
                   check=True, stdout=subprocess.DEVNULL)


def build(tree):
    done = subprocess.run(["cmake", "--build", tree / "build", "--target", TARGET], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout[-2000:])
    return done.returncode == 0


def first_failure(tree):
    """The test that fails, or nothing. Whatever ends the program is a failure."""
    program = [tree / "build/bin" / TARGET, "--gtest_fail_fast", "--gtest_brief=1"]
    environment = {key: value for key, value in os.environ.items() if key != "APPORTION_INSTANCES"}
    try:
        done = subprocess.run(program, cwd=tree, env=environment, capture_output=True, text=True, errors="replace",
                              timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "a test that does not end"
    if done.returncode == 0:
        return None
    failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
    return failed[0].removeprefix("[  FAILED  ] ") if failed else f"exit code {done.returncode}"


def survives(tree, mutation):
    """Why it is a failure, or nothing."""
    path = tree / "core/engine" / mutation.file
    original = path.read_text(encoding="utf-8")
    if original.count(mutation.text) != 1:
        return "its text does not stand there exactly once"
    path.write_text(original.replace(mutation.text, mutation.replacement), encoding="utf-8")
    try:
        if not build(tree):
            return "it does not compile"
        caught = first_failure(tree)
        print(f"{mutation.rule}: " + (f"caught by {caught}" if caught else "NOT CAUGHT"), flush=True)
        return None if caught else "no test catches it"
    finally:
        path.write_text(original, encoding="utf-8")


def main(words):
    chosen = [m for m in MUTATIONS if not words or any(word in m.rule or word in m.file for word in words)]
    with tempfile.TemporaryDirectory(prefix="apportion-mutations-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        configure(tree)
        if not build(tree):
            return "the tree does not build as it is"
        if failure := first_failure(tree):
            return f"{failure} fails without any mutation"
        failures = [(mutation, why) for mutation in chosen if (why := survives(tree, mutation))]
    for mutation, why in failures:
        print(f"rule {mutation.rule} ({mutation.file}): {why}\n    {mutation.text.strip()}\n"
              f" -> {mutation.replacement.strip()}")
    return f"{len(failures)} of {len(chosen)} mutations" if failures or not chosen else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
