// SPDX-License-Identifier: GPL-3.0-or-later
// A console on a project of its own, with its dialogs.
#pragma once

#include <QPushButton>

#include "core/view/new_pool.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/texts.h"

namespace apportion::ui {

class ProjectConsole : public ConsoleTest {
protected:
    // Pool of so many nodes of 8 GPUs, teams A and B of 8 each on two.
    void makePool(int nodes = 2) {
        NewPool pool;
        pool.name = pool.root = "Pool";
        pool.nodes = nodes;
        pool.teams = {{"A", 4 * nodes * kOneGpu}, {"B", 4 * nodes * kOneGpu}};
        file = profile.filePath(QStringLiteral("pool.apportion"));
        auto made = window->bridge().session().newProject(file.toStdString(), *poolOf(pool)).get();
        ASSERT_TRUE(made) << made.error().front().message.code;
        ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    }

    // What runs is asked about first.
    void rest() {
        const bool asks = view().key.running > 0;
        action(ActionId::goLive)->trigger();
        if (asks)
            QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
        ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    }

    // The dialog that an action opens.
    template <typename Dialog>
    Dialog* opened(const char* id) {
        action(id)->trigger();
        return shown<Dialog>();
    }
    template <typename Dialog>
    Dialog* shown() {
        Dialog* dialog = nullptr;
        EXPECT_TRUE(waitFor([&] {
            dialog = window->findChild<Dialog*>();
            return dialog != nullptr && dialog->isVisible() && dialog->isUpToDate();
        }));
        return dialog;
    }
    // Answered, and gone.
    template <typename Dialog>
    void expectGone() {
        EXPECT_TRUE(waitFor([&] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return window->findChild<Dialog*>() == nullptr;
        }));
    }

    static QPushButton* button(DialogFrame* dialog, const QString& text) {
        for (QPushButton* each : dialog->findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        ADD_FAILURE() << "no button " << qPrintable(text);
        return nullptr;
    }
    static void press(DialogFrame* dialog, const QString& text) {
        QPushButton* found = button(dialog, text);
        ASSERT_NE(found, nullptr);
        ASSERT_TRUE(waitFor([&] { return found->isEnabled(); })) << qPrintable(text);
        QTest::mouseClick(found, Qt::LeftButton);
    }

    template <typename Control>
    static Control* control(QWidget* parent, const QString& name) {
        for (Control* each : parent->findChildren<Control*>())
            if (each->accessibleName() == name)
                return each;
        ADD_FAILURE() << "no control " << qPrintable(name);
        return nullptr;
    }

    const WorkloadRow* work(const QString& name) const {
        for (const auto* rows : {&view().waiting, &view().running, &view().ended})
            for (const WorkloadRow& row : *rows)
                if (qt(row.name) == name)
                    return &row;
        return nullptr;
    }
    bool is(const QString& name, WorkloadState state) const {
        const WorkloadRow* row = work(name);
        return row != nullptr && row->status.state == state;
    }

    Gpu guarantee(const QString& quota) const {
        for (const QuotaRow& row : view().quotas)
            if (qt(row.name) == quota)
                return row.numbers.guaranteed / kOneGpu;
        return -1;
    }

    QString file;
};

}  // namespace apportion::ui
