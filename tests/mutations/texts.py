#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text of the table stands in its file exactly once, so that the list cannot rot."""
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
from table import MUTATIONS  # noqa: E402


def problems(root):
    found = [f"{rule}: twice in the table" for rule, count in Counter(m.rule for m in MUTATIONS).items() if count > 1]
    for mutation in MUTATIONS:
        path = root / "core/engine" / mutation.file
        count = path.read_text(encoding="utf-8").count(mutation.text) if path.exists() else 0
        if count != 1:
            found.append(f"{mutation.rule}: its text stands {count} times in core/engine/{mutation.file}, not once:\n"
                         f"    {mutation.text}")
        if mutation.text == mutation.replacement:
            found.append(f"{mutation.rule}: replaces nothing")
    return found


if __name__ == "__main__":
    all_problems = problems(Path(sys.argv[1]))
    print("\n".join(all_problems) or f"{len(MUTATIONS)} mutations, each text exactly once")
    sys.exit(1 if all_problems else 0)
