#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that include_graph.py finds what it is for: each test breaks one rule in a small tree."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
from include_graph import CORE, Checker  # noqa: E402

SPDX = "// SPDX-License-Identifier: GPL-3.0-or-later\n"

# A tree that keeps all rules, with one legal edge of each kind.
SOUND = {
    "core/model/quota.h": "#include <vector>\n",
    "core/engine/engine.h": '#include "core/model/quota.h"\n// a double is not used here\n',
    "core/sim/simulation.h": '#include "core/engine/engine.h"\n',
    "core/plan/plan.h": '#include "core/sim/simulation.h"\n',
    "core/io/reader.h": '#include "core/model/quota.h"\n#include <fstream>\n',
    "core/store/project.h": '#include "core/io/reader.h"\n',
    "core/access/role.h": '#include "core/model/quota.h"\n',
    "core/cluster/slurm/client.h": '#include "core/io/reader.h"\n',
    "core/cluster/local/keeper.h": '#include "core/view/view.h"\n',
    "core/change/command.h": '#include "core/access/role.h"\n#include "core/store/project.h"\n',
    "core/view/view.h": '#include "core/change/command.h"\n#include "core/sim/simulation.h"\n',
    "core/session/session.h": '#include "core/plan/plan.h"\n#include "core/store/project.h"\n'
                              '#include "core/access/role.h"\n#include "core/cluster/slurm/client.h"\n',
    "core/cluster/backend.h": '#include "core/model/quota.h"\n',
    "core/session/live/pool.h": '#include "core/cluster/backend.h"\n#include "core/session/local/make.h"\n',
    "core/session/local/make.h": '#include "core/cluster/backend.h"\n',
    "core/session/local/make.cpp": '#include "core/cluster/local/keeper.h"\n',
    "ui/session_bridge.h": '#include "core/session/session.h"\n',
    "ui/widgets/bar.h": "#include <QWidget>\n",
    "ui/charts/chart.h": '#include "ui/widgets/bar.h"\n',
    "ui/nodes/nodes.h": '#include "ui/charts/chart.h"\n#include "ui/session_bridge.h"\n#include "core/model/quota.h"\n',
    "ui/pages/page.h": '#include "ui/widgets/bar.h"\n',
    "ui/history/history.h": '#include "ui/pages/page.h"\n',
    "ui/history/history_registration.cpp": 'PageRegistration p{.row = {.name = "history"}};\n',
    "ui/console/console_pages.cpp": '#include "ui/history/history.h"\n',
    "ui/dialogs/frame.h": '#include "ui/widgets/bar.h"\n',
    "ui/policy/policy.h": '#include "ui/dialogs/frame.h"\n',
    "ui/main_window/main_window.h": '#include "ui/nodes/nodes.h"\n#include "ui/policy/policy.h"\n',
    "app/console/main.cpp": '#include "ui/main_window/main_window.h"\n#include "core/session/session.h"\n',
    "app/ctl/main.cpp": '#include "core/session/session.h"\n#include "core/model/quota.h"\n',
    "tests/core/engine_test.cpp": '#include "core/engine/engine.h"\n',
}


class IncludeGraph(unittest.TestCase):
    def check(self, changes=None, raw=None):
        """The problems of the sound tree with lines added to some files (changes) or files replaced (raw)."""
        with tempfile.TemporaryDirectory() as root:
            tree = dict(SOUND)
            for path, lines in (changes or {}).items():
                tree[path] = tree.get(path, "") + lines
            files = {path: SPDX + "#pragma once\n" + text for path, text in tree.items()}
            files.update(raw or {})
            for path, text in files.items():
                file = Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return Checker(root).check()

    def finds(self, expected, changes=None, raw=None):
        problems = self.check(changes, raw)
        self.assertTrue(any(expected in problem for problem in problems), f"{expected!r} not in {problems}")

    def test_sound_tree(self):
        self.assertEqual(self.check(), [])

    def test_edges_that_are_not_allowed(self):
        for source, target in [
            ("core/model/quota.h", "core/engine/engine.h"),
            ("core/engine/engine.h", "core/sim/simulation.h"),
            ("core/engine/engine.h", "core/io/reader.h"),
            ("core/sim/simulation.h", "core/plan/plan.h"),
            ("core/sim/simulation.h", "core/io/reader.h"),
            ("core/io/reader.h", "core/engine/engine.h"),
            ("core/io/reader.h", "core/store/project.h"),
            ("core/store/project.h", "core/access/role.h"),
            ("core/access/role.h", "core/change/command.h"),
            ("core/change/command.h", "core/engine/engine.h"),
            ("core/view/view.h", "core/plan/plan.h"),
            ("core/cluster/slurm/client.h", "core/session/session.h"),
            ("core/cluster/slurm/client.h", "core/cluster/local/keeper.h"),
            ("core/cluster/backend.h", "core/cluster/local/keeper.h"),
            ("core/cluster/backend.h", "core/change/command.h"),
            ("core/plan/plan.h", "core/session/session.h"),
            ("core/session/session.h", "ui/session_bridge.h"),
            ("ui/nodes/nodes.h", "core/engine/engine.h"),
            ("ui/nodes/nodes.h", "ui/policy/policy.h"),
            ("ui/nodes/nodes.h", "ui/main_window/main_window.h"),
            ("ui/nodes/nodes.h", "ui/history/history.h"),
            ("ui/main_window/main_window.h", "ui/history/history.h"),
            ("ui/main_window/main_window.h", "ui/console/console_pages.cpp"),
            ("ui/console/console_pages.cpp", "ui/nodes/nodes.h"),
            ("ui/pages/page.h", "ui/history/history.h"),
            ("ui/widgets/bar.h", "ui/charts/chart.h"),
            ("ui/charts/chart.h", "ui/nodes/nodes.h"),
            ("ui/dialogs/frame.h", "ui/nodes/nodes.h"),
            ("ui/session_bridge.h", "ui/nodes/nodes.h"),
            ("app/ctl/main.cpp", "ui/widgets/bar.h"),
            ("app/ctl/main.cpp", "core/engine/engine.h"),
            ("app/console/main.cpp", "core/engine/engine.h"),
        ]:
            with self.subTest(source=source, target=target):
                self.finds(f"is not allowed: includes {target}", {source: f'#include "{target}"\n'})

    def test_a_live_pool_reaches_no_kind_of_cluster(self):
        keeper = "reaches core/cluster/local/keeper.h"
        self.finds(keeper, {"core/session/live/pool.h": '#include "core/cluster/local/keeper.h"\n'})
        self.finds(keeper, {"core/session/local/make.h": '#include "core/cluster/local/keeper.h"\n'})

    def test_what_may_be_included_may_be_reached(self):
        for folder, allowed in CORE.items():
            for target in allowed:
                with self.subTest(folder=folder, target=target):
                    self.assertLessEqual(CORE[target], allowed)

    def test_the_window_names_no_page(self):
        self.finds("names the page history", {"ui/main_window/main_window.h": 'const char* page = "history";\n'})
        self.assertEqual(self.check({"ui/nodes/nodes.h": 'const char* page = "history";\n'}), [])

    def test_circle(self):
        self.finds("circle: core/model/a.h -> core/model/b.h -> core/model/a.h", {
            "core/model/a.h": '#include "core/model/b.h"\n',
            "core/model/b.h": '#include "core/model/a.h"\n'})

    def test_qt_in_core(self):
        self.finds("core/model includes Qt's <QString>", {"core/model/quota.h": "#include <QString>\n"})
        self.finds("core/session includes Qt's <QtCore/QObject>",
                   {"core/session/session.h": "#include <QtCore/QObject>\n"})
        self.finds("app/ctl includes Qt's <QString>", {"app/ctl/main.cpp": "#include <QString>\n"})

    def test_umbrella(self):
        self.finds("<QtWidgets> includes a whole module", {"ui/nodes/nodes.h": "#include <QtWidgets>\n"})

    def test_include_that_is_not_named_from_the_top(self):
        self.finds('"engine.h" is no file of the project', {"core/engine/engine.h": '#include "engine.h"\n'})

    def test_clock_and_floating_point_in_the_engine(self):
        self.finds("core/engine includes <chrono>", {"core/engine/engine.h": "#include <chrono>\n"})
        self.finds("no floating point", {"core/engine/engine.h": "double share = 1'000.5;\n"})

    def test_style_sheet(self):
        self.finds("never a style sheet", {"ui/nodes/nodes.cpp": 'void f(QWidget* w) { w->setStyleSheet(""); }\n'})

    def test_words_in_comments_and_strings_do_not_count(self):
        self.assertEqual(self.check({"ui/nodes/nodes.cpp": '// no setStyleSheet\nauto text = "setStyleSheet";\n'}), [])

    def test_form(self):
        self.finds("no #pragma once", raw={"core/model/quota.h": SPDX})
        self.finds("no SPDX-License-Identifier", raw={"core/model/quota.h": "#pragma once\n"})

    def test_length(self):
        self.finds("602 lines, the bound is 600", {"core/model/long.cpp": "\n" * 600})
        self.finds("402 lines, the bound is 400", {"ui/main_window/main_window.cpp": "\n" * 400})
        self.finds("half of all files", {path: "\n" * 200 for path in SOUND if not path.startswith("tests")})

    def test_folder_without_a_rule(self):
        self.finds("core/misc is a folder without a rule", {"core/misc/misc.h": ""})

    def test_empty_tree(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertTrue(Checker(root).check())


if __name__ == "__main__":
    unittest.main()
