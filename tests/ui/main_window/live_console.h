// SPDX-License-Identifier: GPL-3.0-or-later
// A console with a pool whose commands really run, and a state folder of its own.
#pragma once

#include <cstdlib>

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>

#include "core/cluster/local/keeper/keeper.h"
#include "core/session/project/desk.h"
#include "core/store/project_file.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/inspector/run_section.h"
#include "ui/live/live_dialog.h"
#include "ui/widgets/theme.h"
#include "ui/work_forms/submit_dialog.h"

namespace apportion::ui {

class LiveConsole : public ProjectConsole {
protected:
    LiveConsole() { qputenv("XDG_STATE_HOME", profile.filePath(QStringLiteral("state")).toUtf8()); }
    ~LiveConsole() override {
        window.reset();
        Theme::apply(Theme::Light);
        // Whatever still runs, through its own keeper.
        QDir pools(profile.filePath(QStringLiteral("state/apportion/pools")));
        for (const QString& pool : pools.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir runs(pools.filePath(pool) + QStringLiteral("/runs"));
            for (const QString& work : runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
                const QDir replicas(runs.filePath(work));
                for (const QString& each : replicas.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                    if (auto keeper = Keeper::find(replicas.filePath(each).toStdString())) {
                        (void)keeper->stop(0);
                        EXPECT_TRUE(
                            waitFor([&] { return keeper->look() != Keeper::State::alive; }));
                    }
            }
        }
        qunsetenv("XDG_STATE_HOME");
    }

    void goLive() {
        press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
        ASSERT_TRUE(waitFor([this] { return view().document.isLive(); }));
        expectGone<LiveDialog>();
    }
    // Typed into the form.
    void submit(const QString& name, const QString& command, double gpus = 1) {
        auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
        QTest::keyClicks(control<QLineEdit>(dialog, QStringLiteral("Name")), name);
        control<QComboBox>(dialog, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("A"));
        control<QLineEdit>(dialog, QStringLiteral("Command"))->setText(command);
        control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of one replica"))->setValue(gpus);
        press(dialog, QStringLiteral("Submit"));
        ASSERT_TRUE(waitFor([&] { return work(name) != nullptr; })) << qPrintable(name);
        expectGone<SubmitDialog>();
    }
    // As another program of another time would: nobody has approved it.
    void wish(const QString& name, const QString& script, const std::string& folder = {}) {
        auto desk = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(desk);
        const auto done = desk->run(commandOf(
            "submit", {{"name", name.toStdString()},
                       {"quota", "A"},
                       {"gpu", "1"},
                       {"directory", folder.empty() ? profile.path().toStdString() : folder},
                       {"command", "/bin/sh"},
                       {"command", "-c"},
                       {"command", script.toStdString()}}));
        ASSERT_TRUE(done) << done.error().front().message.code;
        ASSERT_TRUE(waitFor([&] { return work(name) != nullptr; }));
    }
    QString textOf(const char* name) const {
        QFile text(profile.filePath(QString::fromLatin1(name)));
        return text.open(QIODevice::ReadOnly) ? QString::fromUtf8(text.readAll()) : QString();
    }
    QPushButton* shownButton(const QString& text) const {
        for (auto* each : section()->findChildren<QPushButton*>())
            if (each->text() == text && each->isVisible())
                return each;
        return nullptr;
    }
    RunSection* section() const { return window->findChild<RunSection*>(); }
};

}  // namespace apportion::ui
