// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/palette_entries.h"

#include <gtest/gtest.h>

#include <QWidget>

#include "ui/main_window/action_rows.h"

namespace apportion::ui {
namespace {

// Lists elsewhere show the name that was given to a team; who types either finds its work.
TEST(PaletteEntries, WorkIsToldByTheNameOfItsTeam) {
    View view;
    WorkloadRow& row = view.running.emplace_back();
    row.name = "w";
    row.quota = "quota 1";
    row.team = "Vision";
    row.status.state = WorkloadState::running;
    QWidget window;
    const Actions actions(&window, actionRows());
    const auto detail = [&] {
        for (const PaletteItem& item : paletteEntries(view, actions, {}))
            if (item.title == QStringLiteral("w"))
                return item.detail;
        return QString();
    };
    EXPECT_TRUE(detail().startsWith(QStringLiteral("runs in Vision (quota 1) on")))
        << qPrintable(detail());
    row.team = row.quota;
    EXPECT_TRUE(detail().startsWith(QStringLiteral("runs in quota 1 on")));
}

}  // namespace
}  // namespace apportion::ui
