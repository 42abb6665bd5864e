#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints types that two files define under one name: the linker then takes the code of one for both.

Usage: one_definition.py ROOT. Exit code 0 if there are none, else 1. Types in an unnamed namespace or in
a function are a file's own.
"""
import collections
import re
import subprocess
import sys
from pathlib import Path

TOKEN = re.compile(
    r"namespace\s+(?P<namespace>[\w:]*)\s*\{"
    r"|\b(?:struct|class|union|enum(?:\s+class)?)\s+(?P<type>[\w:]+)(?:\s+final)?(?:\s*:[^;{}()=]*)?\s*\{"
    r"|(?P<open>\{)|(?P<close>\})", re.S)
NOT_CODE = re.compile(r'R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/|^\s*#[^\n]*',
                      re.S | re.M)


def types_of(source):
    """The full names of the types that a source shares with all others."""
    scopes = []  # the name; "" = an unnamed namespace, None = a function or another block
    for found in TOKEN.finditer(NOT_CODE.sub('""', source)):
        if found["close"]:
            if scopes:
                scopes.pop()
        elif found["type"]:
            if "" not in scopes and None not in scopes:
                yield "::".join([*scopes, found["type"]])
            scopes.append(found["type"])
        else:
            scopes.append(None if found["open"] else found["namespace"])


def main():
    root = Path(sys.argv[1])
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp"], cwd=root, check=False, capture_output=True,
                            text=True).stdout.split()
    if not listed:
        print("not a checkout: no file is listed")
        return 77
    places = collections.defaultdict(set)
    for name in listed:
        for each in types_of((root / name).read_text()):
            places[each].add(name)
    twice = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in sorted(twice.items()):
        print(f"{name} is defined in {', '.join(sorted(files))}")
    print(f"{len(places)} types, {len(twice)} of them defined twice")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
