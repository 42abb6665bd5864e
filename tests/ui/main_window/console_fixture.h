// SPDX-License-Identifier: GPL-3.0-or-later
// A console on a profile of its own, with waiting.
#pragma once

#include <gtest/gtest.h>

#include <QAction>
#include <QTemporaryDir>
#include <QtTest/QTest>

#include "tests/ui/typed_command.h"
#include "ui/console/console_pages.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/main_window.h"
#include "ui/node_forms/node_dialog.h"
#include "ui/nodes/nodes_page.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/settings.h"

namespace apportion::ui {

class ConsoleTest : public ::testing::Test {
protected:
    ConsoleTest()
        : settings(profile.path()), window(std::make_unique<MainWindow>(settings, consolePages())) {
        window->resize(1440, 900);
        window->show();
    }

    static QString sample(const char* name) {
        return QStringLiteral(APPORTION_SOURCE_DIR "/resources/samples/") +
               QString::fromLatin1(name);
    }

    template <typename Condition>
    static bool waitFor(Condition condition) {
        return QTest::qWaitFor(condition, 20'000);
    }

    const View& view() const { return *window->bridge().view(); }

    void open(const QString& file) {
        window->files().open(file);
        ASSERT_TRUE(waitFor([this] {
            return view().document.open && view().play.complete && !view().play.waiting &&
                   window->isSettled();
        }));
    }

    // A working copy that may be written to.
    QString copyOf(const char* name) const {
        QString copy = profile.filePath(QString::fromLatin1(name));
        QFile::copy(sample(name), copy);
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
        return copy;
    }

    // As F2 in the tree does.
    void editGuarantee(const char* quota, int gpu) const {
        auto* model = qobject_cast<QuotaModel*>(window->quotas().tree()->model());
        ASSERT_NE(model, nullptr);
        EXPECT_TRUE(
            model->setData(model->indexOf(quota, QuotaModel::usedColumn), gpu, Qt::EditRole));
    }

    QAction* action(const char* id) const { return window->actions()[id]; }

    NodesPage& nodes() const { return *window->findChild<NodesPage*>(); }

    // From the menu of the map; the newest of them.
    NodeDialog* openNodeDialog(const QString& node, NodeState state) const {
        emit nodes().previewWanted(node, state);
        const QList<NodeDialog*> all = window->findChildren<NodeDialog*>();
        return all.isEmpty() ? nullptr : all.back();
    }

    QTemporaryDir profile;
    Settings settings;
    std::unique_ptr<MainWindow> window;
};

}  // namespace apportion::ui
