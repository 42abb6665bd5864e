// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages export: a row each of what is shown, by one mechanism.
#include <QAbstractButton>
#include <QFile>
#include <QFileDialog>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/history_page/history_page.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/nodes/nodes_page.h"

namespace apportion::ui {
namespace {

class TableExportTest : public ProjectConsole {
protected:
    // What the button of that name writes.
    QStringList exported(QWidget* page, const char* name) {
        QAbstractButton* button = nullptr;
        for (QAbstractButton* each : page->findChildren<QAbstractButton*>())
            if (each->accessibleName() == QString::fromUtf8(name))
                button = each;
        if (button == nullptr || !button->isVisible()) {
            ADD_FAILURE() << "no button " << name;
            return {};
        }
        QTest::mouseClick(button, Qt::LeftButton);
        QFileDialog* place = nullptr;
        EXPECT_TRUE(waitFor([&] {
            place = window->findChild<QFileDialog*>();
            return place != nullptr && place->isVisible();
        }));
        if (place == nullptr)
            return {};
        const QString path = profile.filePath(QStringLiteral("table.csv"));
        emit place->fileSelected(path);
        place->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    }
};

TEST_F(TableExportTest, OfNodes) {
    makePool(3);
    ASSERT_TRUE(window->showView(QStringLiteral("nodes")));
    const QStringList rows = exported(window->findChild<NodesPage*>(), "Export the nodes as CSV…");
    ASSERT_EQ(rows.size(), 4);
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("node,gpu_type,state,")));
    EXPECT_TRUE(rows[1].startsWith(QStringLiteral("node-1,"))) << qPrintable(rows[1]);
}

TEST_F(TableExportTest, OfTheWholeHistory) {
    makePool();
    // More than the view carries.
    constexpr int kScales = 230;
    for (int i = 0; i < kScales; ++i) {
        const auto done = window->bridge()
                              .session()
                              .run(commandOf("scale", {{"sizes", "A=" + std::to_string(i % 7)}}))
                              .get();
        ASSERT_TRUE(done);
    }
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    ASSERT_TRUE(waitFor([this] { return view().document.revision > kScales; }))
        << view().document.revision;
    const QStringList rows =
        exported(window->findChild<HistoryPage*>(), "Export the history as CSV…");
    EXPECT_EQ(rows.size(), view().document.revision + 1);
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("entry,at_utc,who,")));
    EXPECT_TRUE(rows.back().startsWith(QStringLiteral("1,")));
}

TEST_F(TableExportTest, OfIssues) {
    open(sample("four-teams.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("issues")));
    const QStringList rows = exported(&window->issues(), "Export the issues as CSV…");
    ASSERT_FALSE(rows.isEmpty());
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("severity,code,what,")));
    EXPECT_EQ(rows.size(), static_cast<qsizetype>(view().issues.size()) + 1);
}

}  // namespace
}  // namespace apportion::ui
