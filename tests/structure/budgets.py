#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""budgets.py ROOT: the lines of product in each folder, and what is larger than it may be: folders beyond
their lines in budgets.txt, classes beyond 25 public functions or 15 members. Exit code 1 if anything is."""

import re
import sys
from pathlib import Path

MOST_FUNCTIONS = 25
MOST_MEMBERS = 15
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
CLASS = re.compile(r"^(?:class|struct) (\w+)(?: final)?(?: *:[^{;]*)? *\{", re.MULTILINE)


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[: min(2, len(parts) - 1)])


def read_table(path):
    """Lines of "name number why"; what is raised says why."""
    table, problems = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split(None, 2)
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 2 or not words[1].isdigit():
            problems.append(f"{path.name}:{number}: write a name, a number and a reason")
            continue
        table[words[0]] = int(words[1])
    return table, problems


def body_of(text, start):
    """The text between the braces that begin at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 1 : i]
    return ""


def flat(body):
    """Without what stands in braces of its own: nested types and bodies of functions."""
    out, depth = [], 0
    for letter in body:
        if letter == "{":
            if depth == 0:
                out.append(" {}; ")
            depth += 1
        elif letter == "}":
            depth -= 1
        elif depth == 0:
            out.append(letter)
    return "".join(out)


def sizes_of(body, is_struct):
    """Public functions and members of a class."""
    functions, members, access = set(), 0, "public" if is_struct else "private"
    for part in re.split(r"\b(public|protected|private|signals)(?: slots)?\s*:(?!:)", flat(body)):
        if part in ("public", "protected", "private", "signals"):
            access = part
            continue
        for statement in part.split(";"):
            statement = re.sub(r"^\s*\{\}", "", statement).strip()
            plain = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", statement)))
            if not plain or re.match(r"(using|friend|struct|class|enum|template|static|Q_|typedef|#)", plain):
                continue
            found = re.search(r"(~?\w+|operator\W+)\s*\(", plain)
            if found and "= " not in plain[: found.start()]:
                if access == "public":
                    functions.add(found[1])
            elif re.search(r"\w\s+[\w*&]*\w", plain):
                members += 1 + plain.split("=")[0].count(",")
    return len(functions), members


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1])
    here = Path(__file__).resolve().parent
    lines_allowed, problems = read_table(here / "budgets.txt")
    lines, classes = {}, []
    for top in ("core", "ui", "app"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp") or not path.is_file():
                continue
            name, text = path.relative_to(root).as_posix(), path.read_text()
            lines[folder_of(name)] = lines.get(folder_of(name), 0) + text.count("\n")
            if path.suffix == ".h":
                code = NOT_CODE.sub(" ", text)
                for found in CLASS.finditer(code):
                    # A struct is a value; a class has functions.
                    if found[0].startswith("class"):
                        classes.append((name, found[1], *sizes_of(body_of(code, found.end() - 1), False)))
    for folder, count in sorted(lines.items()):
        allowed = lines_allowed.get(folder, 0)
        print(f"{folder:22} {count:7,} of {allowed:7,}")
        if count > allowed:
            problems.append(f"{folder} has {count} lines, the budget is {allowed}: delete, or raise it in "
                            "tests/structure/budgets.txt and write why")
    print(f"{'product':22} {sum(lines.values()):7,} of {lines_allowed.get('product', 0):7,}")
    if sum(lines.values()) > lines_allowed.get("product", 0):
        problems.append("the product is larger than its budget")
    for name, cls, functions, members in classes:
        most = lines_allowed.get(cls + "()", MOST_FUNCTIONS)
        if functions > most:
            problems.append(f"{name}: {cls} has {functions} public functions, the bound is {most}: split it")
        most = lines_allowed.get(cls + "_", MOST_MEMBERS)
        if members > most:
            problems.append(f"{name}: {cls} has {members} members, the bound is {most}: split it")
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
