#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the commands that README.md shows and compares what they print.

Usage: readme.py BIN [--write]. A block that begins with "```console" holds one command after "$ " and its
output; build/bin stands for BIN. With --write the outputs are put in instead of compared.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
BLOCK = re.compile(r"^```console\n\$ (.+)\n((?:.*\n)*?)```$", re.MULTILINE)


def output_of(command, binaries):
    done = subprocess.run(["bash", "-c", command.replace("build/bin/", f"{binaries}/")], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100, check=False)
    lines = (done.stdout + done.stderr).rstrip("\n").splitlines()
    return "".join(line.rstrip() + "\n" for line in lines)


def main():
    binaries, write = sys.argv[1], sys.argv[2:] == ["--write"]
    text = README.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    differ = 0
    for block in blocks:
        command, shown = block.groups()
        printed = output_of(command, binaries)
        if printed != shown and not write:
            differ += 1
            print(f"$ {command}\nREADME.md shows:\n{shown}it prints:\n{printed}")
    if write:
        README.write_text(BLOCK.sub(lambda block: f"```console\n$ {block[1]}\n{output_of(block[1], binaries)}```", text),
                          encoding="utf-8")
    elif not blocks or differ:
        sys.exit(f"{differ} of {len(blocks)} commands print something else; tests/structure/readme.py BIN --write")


if __name__ == "__main__":
    main()
