# SPDX-License-Identifier: GPL-3.0-or-later
"""A linear program with whole numbers, as text for cbc (Debian: coinor-cbc)."""

import os
import subprocess
import tempfile


class Unsolved(Exception):
    """cbc found no proof in its time."""


class Program:
    def __init__(self):
        self.rows = []
        self.binary = []
        self.whole = {}      # name -> the most it may be

    def flag(self, name):
        self.binary.append(name)
        return name

    def number(self, name, most):
        self.whole[name] = most
        return name

    def at_most(self, terms, bound):
        """terms: (coefficient, name) pairs."""
        self.rows.append((terms, "<=", bound))

    def exactly(self, terms, bound):
        self.rows.append((terms, "=", bound))

    def text(self, aim):
        lines = ["Minimize", " aim: " + sum_of(aim or [(0, self.binary[0])]),
                 "Subject To"]
        for i, (terms, sign, bound) in enumerate(self.rows):
            lines.append(" row%d: %s %s %d" % (i, sum_of(terms), sign, bound))
        lines.append("Bounds")
        lines += [" 0 <= %s <= %d" % row for row in self.whole.items()]
        lines.append("Generals")
        lines += [" " + name for name in self.whole]
        lines.append("Binaries")
        lines += [" " + name for name in self.binary]
        return "\n".join(lines + ["End", ""])

    def solve(self, aim, seconds):
        """The names of the flags that are set at the least aim; None when nothing is allowed."""
        with tempfile.TemporaryDirectory() as folder:
            model, answer = os.path.join(folder, "a.lp"), os.path.join(folder, "a.txt")
            with open(model, "w") as file:
                file.write(self.text(aim))
            done = subprocess.run(["cbc", model, "sec", str(seconds), "ratio", "0", "allow", "0",
                                   "solve", "solution", answer],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if not os.path.exists(answer):
                raise RuntimeError("cbc: " + (done.stdout + done.stderr)[-600:])
            with open(answer) as file:
                head, *rows = file.read().splitlines()
        if head.startswith(("Infeasible", "Integer infeasible")):
            return None
        if not head.startswith("Optimal"):
            raise Unsolved(head)
        values = {row.split()[-3]: float(row.split()[-2]) for row in rows}
        return {name for name in self.binary if values.get(name, 0) > 0.5}


def sum_of(terms):
    """A name may come twice. Lines stay short: some readers of the format cut long ones."""
    total = {}
    for amount, name in terms:
        total[name] = total.get(name, 0) + amount
    words = ["%+d %s" % (amount, name) for name, amount in total.items()]
    return "\n   ".join(" ".join(words[i:i + 8]) for i in range(0, len(words), 8))
