#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints where the sources could take a name for markup, or write one to a table or a terminal on a way of
their own.

Usage: plain_text.py ROOT. Exit code 0 if there is none, else 1.
"""
import re
import subprocess
import sys
from pathlib import Path

LABEL = ["ui/widgets/text_label.cpp", "ui/widgets/text_label.h"]
RICH = ["ui/rich_text.cpp", "ui/rich_text.h"]

# Folders, what must not be there, the files that may have it, and what to use.
RULES = [
    (["ui", "app"], r"\bnew QLabel\b|\bQLabel \w+[({;]|make_unique<QLabel>", LABEL, "TextLabel"),
    (["ui", "app"], r"\bsetTextFormat\(", LABEL + ["ui/widgets/style.cpp"], "TextLabel::setRichText"),
    (["ui", "app"], r"\bQt::(RichText|MarkdownText|AutoText)\b|\bmightBeRichText\b",
     LABEL + ["ui/widgets/style.cpp"], "TextLabel::setRichText"),
    (["ui", "app"], r"\btoHtmlEscaped\b|\b(set|from|insert|to)Html\b|\bsetMarkdown\b", RICH, "RichText"),
    (["ui", "app"], r"\bQ(TextDocument|TextEdit|TextBrowser|StaticText|MessageBox|InputDialog|ErrorMessage)\b",
     ["ui/reports/report_paper.cpp", "ui/reports/report_paper.h", "ui/reports/report_pdf.cpp",
      "ui/reports/reports_page.cpp", "ui/reports/reports_page.h"],
     "TextLabel and DialogFrame"),  # inserts texts, reads no markup
    (["ui", "app"], r"\bsetWhatsThis\b|\bWhatsThisRole\b|\bQSystemTrayIcon\b", [], "a tool tip"),
    (["ui"], r"QLatin1String\(\"&&\"\)|QStringLiteral\(\"&&\"\)", ["ui/visible_text.cpp"], "buttonText"),
    (["core", "app", "ui"], r"find_first_of\(\"[^\"]*,\\\"", ["core/model/csv_cell.cpp"], "appendCell"),
    (["core", "app", "ui"], r"\bspreadsheetText\(",
     ["core/model/csv_cell.cpp", "core/model/csv_cell.h", "ui/widgets/tree_view_text.cpp"], "appendCell"),
    (["app/ctl"], r"\bstd::cout\b", [], "answer()"),
]


def main():
    root = Path(sys.argv[1])
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp"], cwd=root, check=False, capture_output=True,
                            text=True).stdout.split()
    if not listed:
        print("not a git checkout")
        return 77
    wrong = 0
    for name in listed:
        rules = [rule for rule in RULES
                 if any(name.startswith(folder + "/") for folder in rule[0]) and name not in rule[2]]
        for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1):
            code = line.split("//")[0]
            for _, pattern, _, instead in rules:
                if re.search(pattern, code):
                    print(f"{name}:{number}: use {instead}: {line.strip()}")
                    wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
