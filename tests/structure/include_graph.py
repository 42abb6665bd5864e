#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks the includes of every source and prints what breaks the rules of core/README.md and ui/README.md.

Usage: include_graph.py ROOT. Exit code 0 if all rules hold, else 1.
"""
import re
import statistics
import sys
from pathlib import Path

# What a folder may include besides itself. Folders not listed may not exist.
ORDER = ("model", "engine", "sim", "io", "store", "access", "change", "view", "report", "plan", "cluster", "session")
WITHOUT_ENGINE = ("io", "store", "access", "change")
CORE = {
    folder: set(ORDER[:i]) - ({"engine", "sim"} if folder in WITHOUT_ENGINE else set())
    for i, folder in enumerate(ORDER)
}
# Subfolders that know none of their neighbours: one for each kind of cluster. What all of them are is beside them and
# knows the model alone.
APART = ("core/cluster",)
# Folders that reach none of those kinds, by any way: what makes them stands beside.
WITHOUT_KINDS = ("core/session/live",)
UI_CORE = {"core/session", "core/cluster", "core/plan", "core/report", "core/view", "core/change", "core/model"}  # all that ui knows
# What every feature of ui may use; "ui" is the files beside the folders.
UI_SHARED = {"ui", "ui/widgets", "ui/charts", "ui/dialogs", "ui/pages"}
# A folder with a file of this name has a page. Only the list of all pages may include it.
REGISTRATION = "_registration.cpp"
UI_PAGE_LIST = "ui/console"
UI_WINDOW = "ui/main_window"  # knows every folder but those that have a page
UI_EXCEPTIONS = {
    ("ui/overview", "ui/workloads"),  # its queue is a table of workloads
    ("ui/planner", "ui/reports"),  # a report of a plan is printed as each report
}
APP = {
    "app/console": {"core/session", "core/report", "core/view", "core/model", "ui"},  # "ui" with all its folders
    "app/icons": set(),
    "app/ctl": {"core/session", "core/cluster", "core/plan", "core/report", "core/view", "core/change", "core/model"},
    "app/manual": {"app/console", "app/ctl", "core/store"},  # their tables, and those of the project file
    "app/train": {"core/io", "core/sim"},  # below the session: it is about the engine alone
}

# Standard headers that a folder has no business with: what they bring is kept out on purpose.
FORBIDDEN_HEADERS = {
    "core/engine": {"chrono", "cmath", "ctime", "filesystem", "fstream", "iostream", "mutex", "random", "thread"},
    "core/model": {"filesystem", "fstream", "iostream", "mutex", "random", "thread"},
    "core/sim": {"filesystem", "fstream", "iostream", "random"},
}
# Words that a folder's code, without its comments and strings, may not contain, and why.
FORBIDDEN_WORDS = {
    "core/engine": {"double": "no floating point in a decision", "float": "no floating point in a decision"},
    "ui": {
        "setStyleSheet": "the look is palette and style, never a style sheet",
        "QUndoStack": "the journal is the undo stack",
        "SIGNAL": "connections are checked by the compiler, not by strings",
    },
}
UMBRELLAS = {"QtCore", "QtGui", "QtWidgets", "QtCore/QtCore", "QtGui/QtGui", "QtWidgets/QtWidgets"}

MOST_LINES = 600
MOST_LINES_OF = {"ui/main_window/main_window": 400, "ui/session_bridge": 100}
MEDIAN_LINES = 150

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^\s()\\]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"' r"|'(?:\\.|[^'\\\n])+'", re.DOTALL)
PAGE_NAME = re.compile(r'\.row = \{\.name = "([\w-]+)"')
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")


def code_only(text):
    """The text without comments and strings."""
    return NOT_CODE.sub(" ", DIGIT_SEPARATOR.sub("", text))


def folder_of(path):
    """core/model/messages/table.h -> core/model; ui/session_bridge.h -> ui; tests/… -> tests."""
    parts = path.split("/")
    if parts[0] == "tests":
        return "tests"
    return "/".join(parts[: min(2, len(parts) - 1)])


def may_include(source, target, pages=frozenset()):
    """Whether a file of folder `source` may include one of folder `target`; `pages` are folders that have one."""
    if source == target or source == "tests":
        return True
    if source.startswith("core/"):
        return target.startswith("core/") and target[5:] in CORE.get(source[5:], set())
    if source == "ui" or source.startswith("ui/"):
        if target in UI_CORE:
            return True
        if source == UI_PAGE_LIST:
            return target in pages or target == "ui/pages"
        if source == UI_WINDOW:
            return (target == "ui" or target.startswith("ui/")) and target not in pages | {UI_PAGE_LIST}
        if source in ("ui", "ui/widgets"):  # below the features, so knows none
            return target == "ui" and source == "ui/widgets"
        if source in ("ui/charts", "ui/dialogs"):
            return target in ("ui", "ui/widgets")
        return target in UI_SHARED or (source, target) in UI_EXCEPTIONS
    allowed = APP.get(source, set())
    return target in allowed or ("ui" in allowed and target.startswith("ui/"))


class Checker:
    def __init__(self, root):
        self.root = Path(root)
        self.problems = []
        self.edges = {}  # file -> [(file, line)]
        self.pages = {}  # folder that has a page -> the names of its pages

    def say(self, path, line, problem):
        self.problems.append(f"{path}:{line}: {problem}")

    def check(self):
        lengths = []
        paths = sorted(
            path.relative_to(self.root).as_posix()
            for top in ("core", "ui", "app", "tests")
            for suffix in ("*.cpp", "*.h")
            for path in (self.root / top).rglob(suffix))
        for path in paths:
            if path.endswith(REGISTRATION):
                self.pages[folder_of(path)] = PAGE_NAME.findall((self.root / path).read_text(encoding="utf-8"))
        for path in paths:
            text = (self.root / path).read_text(encoding="utf-8")
            self.check_folder(path)
            self.check_form(path, text)
            self.check_includes(path, text)
            self.check_words(path, text)
            self.check_page_names(path, text)
            if not path.startswith("tests/"):
                lengths.append(text.count("\n"))
        self.check_cycles()
        self.check_kinds()
        if not paths:
            self.say(self.root, 0, "no source found")
        if lengths and statistics.median(lengths) > MEDIAN_LINES:
            self.say("core, ui, app", 0, f"half of all files are longer than {statistics.median(lengths)} lines, "
                     f"the bound is {MEDIAN_LINES}")
        return self.problems

    def check_folder(self, path):
        folder = folder_of(path)
        if folder.startswith("core") and folder[5:] not in CORE or folder.startswith("app") and folder not in APP:
            self.say(path, 1, f"{folder} is a folder without a rule: give it one in tests/structure/include_graph.py")

    def check_form(self, path, text):
        if "SPDX-License-Identifier: GPL-3.0-or-later" not in text[:200]:
            self.say(path, 1, "no SPDX-License-Identifier line at the top")
        if path.endswith(".h") and not re.search(r"^#pragma once$", text, re.MULTILINE):
            self.say(path, 1, "no #pragma once")
        most = MOST_LINES_OF.get(path.rsplit(".", 1)[0], MOST_LINES)
        lines = text.count("\n")
        if lines > most:
            self.say(path, lines, f"{lines} lines, the bound is {most}")

    def check_includes(self, path, text):
        folder = folder_of(path)
        edges = self.edges.setdefault(path, [])
        for found in INCLUDE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            quoted, angled = found.groups()
            if quoted is None:
                self.check_header(path, folder, line, angled)
                continue
            if quoted.endswith(".moc"):
                continue  # made by moc
            if not (self.root / quoted).is_file():
                self.say(path, line, f'"{quoted}" is no file of the project: includes are named from its top folder')
                continue
            edges.append((quoted, line))
            if not may_include(folder, folder_of(quoted), self.pages.keys()) or self.crosses(path, quoted):
                self.say(path, line, f"{folder} -> {folder_of(quoted)} is not allowed: includes {quoted}")

    @staticmethod
    def crosses(path, target):
        folder = folder_of(path)
        if folder not in APART:
            return False
        if folder_of(target) != folder:
            return path.count("/") == 2 and folder_of(target) != "core/model"
        return target.count("/") > 2 and path.split("/")[2] != target.split("/")[2]

    def check_kinds(self):
        for path in self.edges:
            if not path.startswith(tuple(folder + "/" for folder in WITHOUT_KINDS)):
                continue
            seen, open_ = {path}, [path]
            while open_:
                for target, line in self.edges.get(open_.pop(), []):
                    if target in seen:
                        continue
                    seen.add(target)
                    if folder_of(target) in APART and target.count("/") > 2:
                        self.say(path, line, f"reaches {target}: it knows no kind of cluster")
                    else:
                        open_.append(target)

    def check_header(self, path, folder, line, header):
        without_qt = folder.startswith("core/") or folder in ("app/ctl", "app/manual")
        if without_qt and (header.startswith("Q") or header == "qcustomplot.h"):
            self.say(path, line, f"{folder} includes Qt's <{header}>")
        if header in UMBRELLAS:
            self.say(path, line, f"<{header}> includes a whole module, which costs seconds in every source")
        if header in FORBIDDEN_HEADERS.get(folder, set()):
            self.say(path, line, f"{folder} includes <{header}>")

    def check_words(self, path, text):
        for folder, words in FORBIDDEN_WORDS.items():
            if not path.startswith(folder + "/"):
                continue
            code = code_only(text)
            for word, why in words.items():
                if re.search(rf"\b{word}\b", code):
                    self.say(path, text[: text.find(word)].count("\n") + 1, f"{word}: {why}")

    def check_page_names(self, path, text):
        if folder_of(path) != UI_WINDOW:
            return
        for names in self.pages.values():
            for name in names:
                if f'"{name}"' in text:
                    self.say(path, text[: text.find(f'"{name}"')].count("\n") + 1, f"names the page {name}")

    def check_cycles(self):
        state = {}  # file -> "open" while on the way, "done" after

        def visit(path, way):
            state[path] = "open"
            for target, line in self.edges.get(path, []):
                if state.get(target) == "open":
                    circle = way[way.index(target):] + [target]
                    self.say(path, line, "includes in a circle: " + " -> ".join(circle))
                elif target not in state:
                    visit(target, way + [target])
            state[path] = "done"

        for path in self.edges:
            if path not in state:
                visit(path, [path])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checker = Checker(sys.argv[1])
    problems = checker.check()
    print("\n".join(problems) if problems else
          f"{len(checker.edges)} files, {sum(map(len, checker.edges.values()))} includes of our own: all rules hold")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
