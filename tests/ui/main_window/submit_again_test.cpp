// SPDX-License-Identifier: GPL-3.0-or-later
// What the form that submits begins with, several workloads in one go, and the same work again.
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QtTest/QSignalSpy>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/about_dialog.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/pool_verbs.h"
#include "ui/main_window/samples.h"
#include "ui/pages/actions.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/find_box.h"
#include "ui/work_forms/evicted_table.h"
#include "ui/work_forms/preset_chips.h"
#include "ui/work_forms/submit_dialog.h"
#include "ui/work_forms/submit_rows_dialog.h"

namespace apportion::ui {
namespace {

class SubmitAgainTest : public ProjectConsole {
protected:
    SubmitDialog* open() { return form = opened<SubmitDialog>(ActionId::submitWork); }
    QDoubleSpinBox* number(const char* name) {
        return control<QDoubleSpinBox>(form, QString::fromLatin1(name));
    }
    QString chosen(const char* name) {
        return control<QComboBox>(form, QString::fromLatin1(name))->currentText();
    }
    void type(const QString& name) {
        control<QLineEdit>(form, QStringLiteral("Name"))->setText(name);
    }
    void submit() {
        press(form, QStringLiteral("Submit"));
        expectGone<SubmitDialog>();
    }
    bool comes(const char* name) {
        return waitFor([&] { return work(QString::fromLatin1(name)) != nullptr; });
    }
    SubmitDialog* form = nullptr;
};

TEST_F(SubmitAgainTest, TheFormBeginsWithAQuotaWithoutChildrenAndTheOnlyWorkspace) {
    makePool();
    window->selectQuota(QStringLiteral("Pool"));
    EXPECT_EQ((open(), chosen("Quota")), QStringLiteral("A")) << "not the root";
    EXPECT_EQ(chosen("Workspace"), QStringLiteral("None"));
    press(form, QStringLiteral("Cancel"));
    expectGone<SubmitDialog>();
    window->bridge()
        .session()
        .run(commandOf("workspace.add", {{"name", "research"}, {"quota", "B"}}))
        .get();
    ASSERT_TRUE(waitFor([this] { return !view().workspaces.empty(); }));
    window->selectQuota(QStringLiteral("B"));
    EXPECT_EQ((open(), chosen("Quota")), QStringLiteral("B"));
    EXPECT_EQ(chosen("Workspace"), QStringLiteral("research"));
}

TEST_F(SubmitAgainTest, SubmitHereMeansTheQuotaThatWasAskedFor) {
    makePool();
    window->selectQuota(QStringLiteral("Pool"));
    form = opened<SubmitDialog>(ActionId::submitHere);
    EXPECT_EQ(chosen("Quota"), QStringLiteral("Pool")) << "also a root";
}

TEST_F(SubmitAgainTest, TheFormBeginsWithWhatWasSubmittedLast) {
    makePool();
    open();
    number("GPUs of one replica")->setValue(3);
    number("Priority")->setValue(7);
    control<QComboBox>(form, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("B"));
    type(QStringLiteral("one"));
    submit();
    ASSERT_TRUE(comes("one"));
    window->selectQuota(QStringLiteral("Pool"));
    open();
    EXPECT_EQ(number("GPUs of one replica")->value(), 3);
    EXPECT_EQ(number("Priority")->value(), 7);
    EXPECT_EQ(chosen("Quota"), QStringLiteral("B")) << "the last one below what is selected";
    EXPECT_EQ(control<QLineEdit>(form, QStringLiteral("Name"))->text(), QString());
}

TEST_F(SubmitAgainTest, TheFormStartsFromChipsOfWhatIsSelectedAndUsual) {
    makePool();
    const auto give = [this](const char* name, const char* quota, const char* gpu,
                             const char* module, const char* priority) {
        window->commands().run(commandOf("submit", {{"name", name},
                                                    {"quota", quota},
                                                    {"gpu", gpu},
                                                    {"module", module},
                                                    {"priority", priority}}));
        ASSERT_TRUE(comes(name));
    };
    give("sft", "B", "4", "training", "3");
    give("nb", "A", "1", "notebook", "2");
    give("serve", "A", "2", "inference", "9");
    window->selectWorkload(QStringLiteral("sft"));
    open();
    const auto chips = form->findChild<PresetChips*>()->findChildren<Chip*>();
    QStringList texts;
    for (const Chip* chip : chips)
        texts << chip->text();
    ASSERT_EQ(texts, QStringList({"Like sft", "Notebook", "Service"}));
    EXPECT_EQ(chips[2]->toolTip(),
              QStringLiteral("As the latest inference service: 2 GPUs × 1, priority 9"));
    type(QStringLiteral("mine"));
    chips[2]->click();
    EXPECT_EQ(number("GPUs of one replica")->value(), 2);
    EXPECT_EQ(number("Priority")->value(), 9);
    EXPECT_EQ(chosen("Quota"), QStringLiteral("B")) << "a kind keeps the quota";
    EXPECT_EQ(form->change().module, Module::inference);
    EXPECT_EQ(form->change().name, "mine") << "and the name";
    EXPECT_TRUE(chips[2]->isChecked());
    number("Priority")->setValue(8);
    EXPECT_FALSE(chips[2]->isChecked()) << "it is not as the chip has it";
    chips[0]->click();
    EXPECT_EQ(number("GPUs of one replica")->value(), 4);
    EXPECT_EQ(number("Priority")->value(), 3);
    EXPECT_EQ(form->change().module, Module::training);
}

TEST_F(SubmitAgainTest, ACountSubmitsSeveralAndTriesThemTogether) {
    makePool();
    open();
    number("GPUs of one replica")->setValue(8);
    number("Count")->setValue(3);
    type(QStringLiteral("lr"));
    ASSERT_TRUE(waitFor([this] {
        return form->isUpToDate() && form->effect().contains(QStringLiteral("lr-3"));
    })) << qPrintable(form->effect());
    EXPECT_TRUE(form->effect().contains(QStringLiteral("Wait: lr-3")))
        << qPrintable(form->effect());
    EXPECT_TRUE(form->effect().contains(QStringLiteral("immediately: lr-1, lr-2")))
        << qPrintable(form->effect());
    submit();
    EXPECT_TRUE(comes("lr-1") && comes("lr-2") && comes("lr-3"));
}

TEST_F(SubmitAgainTest, SubmitAnotherKeepsTheForm) {
    makePool();
    open();
    number("GPUs of one replica")->setValue(2);
    type(QStringLiteral("one"));
    press(form, QStringLiteral("Submit another"));
    ASSERT_TRUE(comes("one"));
    ASSERT_TRUE(waitFor([this] { return form->isUpToDate(); }));
    EXPECT_TRUE(form->isVisible());
    EXPECT_EQ(control<QLineEdit>(form, QStringLiteral("Name"))->text(), QString());
    EXPECT_EQ(number("GPUs of one replica")->value(), 2);
    type(QStringLiteral("two"));
    submit();
    EXPECT_TRUE(comes("two"));
}

// A key with its modifiers, and all that is typed or pasted into one field, are an action each.
TEST_F(SubmitAgainTest, SixteenWorkloadsTakeAtMostSixtyActionsOfTheKeyboard) {
    makePool();
    int actions = 0;
    const auto key = [&](QWidget* on, Qt::Key code, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(on, code, with);
        ++actions;
    };
    const auto typed = [&](const QString& text) {
        QTest::keyClicks(form->focusWidget(), text);
        ++actions;
    };
    const auto canGo = [this] {
        for (const QPushButton* each : form->findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Submit another"))
                return each->isEnabled();
        return false;
    };
    // Of a window that is shown but not yet active, keys go elsewhere.
    const auto hasKeys = [](const QWidget* of) {
        return waitFor([of] {
            return QApplication::activeWindow() == of &&
                   QGuiApplication::focusWindow() == of->windowHandle() && of->focusWidget();
        });
    };
    key(window->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    form = shown<SubmitDialog>();
    ASSERT_NE(form, nullptr);
    ASSERT_TRUE(hasKeys(form));
    for (int i = 1; i <= 16; ++i) {
        const QString name = QStringLiteral("w%1").arg(i);
        typed(name);
        ASSERT_TRUE(waitFor([&] { return form->isUpToDate() && canGo(); }));
        if (i == 16)
            key(form->focusWidget(), Qt::Key_Return);
        else
            key(form->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        ASSERT_TRUE(comes(qPrintable(name))) << i;
    }
    expectGone<SubmitDialog>();
    EXPECT_LE(actions, 33);
    // Of all kinds, from a spreadsheet.
    actions = 0;
    QStringList lines;
    for (int i = 1; i <= 16; ++i)
        lines << QStringLiteral("r%1\t%2\t%3\t1\t%4h\t%5")
                     .arg(i)
                     .arg(i % 2 == 0 ? QStringLiteral("A") : QStringLiteral("B"))
                     .arg(1 + i % 4)
                     .arg(i)
                     .arg(1 + i % 9);
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    window->activateWindow();
    ASSERT_TRUE(hasKeys(window.get()));
    key(window->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    form = shown<SubmitDialog>();
    ASSERT_NE(form, nullptr);
    ASSERT_TRUE(hasKeys(form));
    key(form->focusWidget(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    auto* rows = shown<SubmitRowsDialog>();
    ASSERT_NE(rows, nullptr);
    ASSERT_TRUE(hasKeys(rows));
    key(rows->focusWidget(), Qt::Key_V, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return rows->isUpToDate() && rows->rows().rowCount() == 16; }));
    key(rows->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    expectGone<SubmitRowsDialog>();
    ASSERT_TRUE(comes("r16"));
    EXPECT_EQ(actions, 4);
    EXPECT_EQ(work(QStringLiteral("r3"))->duration, 3 * 3600 * kSecond);
}

TEST_F(SubmitAgainTest, DuplicateFillsTheFormWithAllOfIt) {
    makePool();
    window->bridge()
        .session()
        .run(commandOf("submit", {{"name", "sft"},
                                  {"quota", "B"},
                                  {"gpu", "2"},
                                  {"replicas", "3"},
                                  {"min-replicas", "2"},
                                  {"priority", "8"},
                                  {"memory", "4096"},
                                  {"command", "echo"},
                                  {"command", "a b"},
                                  {"directory", "/tmp"},
                                  {"duration", "7200"}}))
        .get();
    ASSERT_TRUE(comes("sft"));
    window->selectWorkload(QStringLiteral("sft"));
    form = opened<SubmitDialog>(ActionId::duplicateWork);
    const SubmitWork change = form->change();
    EXPECT_EQ(change.name, "sft-2");
    EXPECT_EQ(change.quota, "B");
    EXPECT_EQ(change.gpu, 2 * kOneGpu);
    EXPECT_EQ(change.replicas, 3);
    EXPECT_EQ(change.minReplicas, 2);
    EXPECT_EQ(change.priority, 8);
    EXPECT_EQ(change.memory, 4096 * 1024) << "MiB in KiB";
    EXPECT_EQ(change.duration, 7200 * kSecond);
    EXPECT_EQ(change.command, (std::vector<std::string>{"echo", "a b"}));
    EXPECT_EQ(change.directory, "/tmp");
}

TEST_F(SubmitAgainTest, SubmitAgainNeedsNoFormAlsoOfWhatHasEnded) {
    makePool();
    window->bridge()
        .session()
        .run(commandOf("submit", {{"name", "sft-1"}, {"quota", "B"}, {"gpu", "2"}}))
        .get();
    ASSERT_TRUE(comes("sft-1"));
    window->bridge().session().run(commandOf("cancel", {{"name", "sft-1"}})).get();
    ASSERT_TRUE(waitFor([this] { return is(QStringLiteral("sft-1"), WorkloadState::cancelled); }));
    window->selectWorkload(QStringLiteral("sft-1"));
    ASSERT_TRUE(waitFor([this] { return action(ActionId::submitAgain)->isEnabled(); }));
    action(ActionId::submitAgain)->trigger();
    ASSERT_TRUE(comes("sft-2"));
    EXPECT_EQ(work(QStringLiteral("sft-2"))->quota, "B");
    EXPECT_EQ(work(QStringLiteral("sft-2"))->asked.gpu, 2 * kOneGpu);
}

TEST_F(SubmitAgainTest, AnEffectThatEvictsIsAmberAndNamesWhom) {
    makePool();
    for (const char* name : {"b-1", "b-2"})
        window->bridge()
            .session()
            .run(commandOf("submit", {{"name", name}, {"quota", "B"}, {"gpu", "8"}}))
            .get();
    ASSERT_TRUE(comes("b-2"));
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    window->selectQuota(QStringLiteral("A"));
    open();
    number("GPUs of one replica")->setValue(0);
    ASSERT_TRUE(waitFor([this] { return form->isUpToDate() && !form->warns(); }));
    const QSize before = form->size();
    const QPoint submitAt = button(form, QStringLiteral("Submit"))->mapTo(form, QPoint());
    number("GPUs of one replica")->setValue(8);
    ASSERT_TRUE(waitFor([this] { return form->isUpToDate() && form->warns(); }))
        << qPrintable(form->effect());
    EXPECT_TRUE(form->effect().contains(QStringLiteral("evict"))) << qPrintable(form->effect());
    EXPECT_TRUE(form->effect().contains(QStringLiteral("b-1"))) << qPrintable(form->effect());
    // The one of two rows, with its team and GPUs; it came without that anything moved.
    const auto* table = form->findChild<EvictedTable*>();
    ASSERT_NE(table, nullptr);
    ASSERT_TRUE(table->isVisible());
    ASSERT_EQ(table->model()->rowCount(), 1);
    const auto cell = [&](int column) {
        return table->model()->index(0, column).data().toString();
    };
    EXPECT_EQ(cell(0), QStringLiteral("b-1"));
    EXPECT_EQ(cell(1), QStringLiteral("B"));
    EXPECT_EQ(cell(2), QStringLiteral("8"));
    EXPECT_FALSE(cell(4).isEmpty());
    EXPECT_EQ(form->size(), before);
    EXPECT_EQ(button(form, QStringLiteral("Submit"))->mapTo(form, QPoint()), submitAt);
    number("GPUs of one replica")->setValue(0);
    EXPECT_TRUE(waitFor([this] { return form->isUpToDate() && !form->warns(); }));
    EXPECT_FALSE(table->isVisible());
    press(form, QStringLiteral("Cancel"));
    rest();
}

TEST_F(SubmitAgainTest, PastedRowsAreTriedTogetherAndTheRightOnesGoAlone) {
    makePool();
    open();
    press(form, QStringLiteral("Paste rows…"));
    auto* rows = shown<SubmitRowsDialog>();
    ASSERT_NE(rows, nullptr);
    control<QPlainTextEdit>(rows, QStringLiteral("Rows"))
        ->setPlainText(QStringLiteral("Name\tQuota\tGPUs\tReplicas\tDuration\tPriority\n"
                                      "lr-1\tA\t8\t1\t4h\t5\n"
                                      "lr-2\tB\t4\t2\t30\t3\n"
                                      "lr-2\tB\t4\t1\t30 min\t3\n"
                                      "lr-3\tA\tmany\n"
                                      "lr-4\tA\t8\t1\t\t2\n"));
    ASSERT_TRUE(waitFor([&] { return rows->isUpToDate() && rows->rows().rowCount() == 5; }));
    const auto fate = [&](int row) { return rows->rows().rows()[row].cells.back().plainText(); };
    EXPECT_TRUE(fate(0).startsWith(QStringLiteral("now"))) << qPrintable(fate(0));
    EXPECT_TRUE(fate(1).startsWith(QStringLiteral("now"))) << qPrintable(fate(1));
    EXPECT_TRUE(fate(2).contains(QStringLiteral("lr-2"))) << "taken: " << qPrintable(fate(2));
    EXPECT_TRUE(fate(3).contains(QStringLiteral("many"))) << qPrintable(fate(3));
    EXPECT_TRUE(fate(4).startsWith(QStringLiteral("waits"))) << qPrintable(fate(4));
    EXPECT_TRUE(rows->effect().contains(QStringLiteral("lr-1, lr-2")))
        << qPrintable(rows->effect());
    press(rows, QStringLiteral("Copy as commands"));
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 3);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("apportionctl submit ")))
        << qPrintable(lines[0]);
    EXPECT_TRUE(lines[0].contains(QStringLiteral("--name lr-1"))) << qPrintable(lines[0]);
    // The first that cannot go is told, with the way to be rid of it.
    press(rows, QStringLiteral("Remove row 3"));
    ASSERT_TRUE(waitFor([&] { return rows->isUpToDate() && rows->rows().rowCount() == 4; }));
    EXPECT_TRUE(fate(2).contains(QStringLiteral("many"))) << qPrintable(fate(2));
    press(rows, QStringLiteral("Submit 3 row(s)"));
    expectGone<SubmitRowsDialog>();
    ASSERT_TRUE(comes("lr-4"));
    EXPECT_EQ(work(QStringLiteral("lr-1"))->duration, 4 * 3600 * kSecond);
    EXPECT_EQ(work(QStringLiteral("lr-2"))->duration, 1800 * kSecond);
    EXPECT_EQ(work(QStringLiteral("lr-2"))->asked.replicas, 2);
    EXPECT_EQ(work(QStringLiteral("lr-3")), nullptr);
}

TEST_F(SubmitAgainTest, AQuotaOfAnotherWorkspaceBringsTheOnlyOneThatUsesIt) {
    makePool();
    for (const char* quota : {"A", "B"})
        window->bridge()
            .session()
            .run(commandOf("workspace.add",
                           {{"name", "of " + std::string(quota)}, {"quota", quota}}))
            .get();
    ASSERT_TRUE(waitFor([this] { return view().workspaces.size() == 2; }));
    window->selectQuota(QStringLiteral("A"));
    EXPECT_EQ((open(), chosen("Workspace")), QStringLiteral("of A"));
    control<QComboBox>(form, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("B"));
    EXPECT_EQ(chosen("Workspace"), QStringLiteral("of B"));
    control<QComboBox>(form, QStringLiteral("Workspace"))->setCurrentIndex(0);
    control<QComboBox>(form, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("A"));
    EXPECT_EQ(chosen("Workspace"), QStringLiteral("None")) << "the user chose none";
    control<QComboBox>(form, QStringLiteral("Workspace"))->setCurrentText(QStringLiteral("of A"));
    press(form, QStringLiteral("Paste rows…"));
    auto* rows = shown<SubmitRowsDialog>();
    ASSERT_NE(rows, nullptr);
    control<QPlainTextEdit>(rows, QStringLiteral("Rows"))
        ->setPlainText(QStringLiteral("a,A,1\nb,B,1\n"));
    ASSERT_TRUE(waitFor([&] { return rows->isUpToDate() && rows->rows().rowCount() == 2; }));
    EXPECT_EQ(rows->rows().rows()[0].cells[1].second, QString());
    EXPECT_EQ(rows->rows().rows()[1].cells[1].second, QStringLiteral("of B"));
    press(rows, QStringLiteral("Submit 2 row(s)"));
    expectGone<SubmitRowsDialog>();
    ASSERT_TRUE(comes("b"));
    EXPECT_EQ(work(QStringLiteral("b"))->workspace, "of B");
}

TEST_F(SubmitAgainTest, ARowThatNoNodeHoldsIsRedAndOffersReplicasThatFit) {
    makePool();
    open();
    press(form, QStringLiteral("Paste rows…"));
    auto* rows = shown<SubmitRowsDialog>();
    ASSERT_NE(rows, nullptr);
    auto* text = control<QPlainTextEdit>(rows, QStringLiteral("Rows"));
    text->setPlainText(QStringLiteral("small, A, 8, 1, 4h, 5\nbig, B, 12, 1, 4h, 5\n"));
    const auto isThere = [&] {
        return waitFor([&] { return rows->isUpToDate() && rows->rows().rowCount() == 2; });
    };
    ASSERT_TRUE(isThere());
    const auto fate = [&](int row) { return rows->rows().rows()[row].cells.back().plainText(); };
    EXPECT_TRUE(fate(1).startsWith(QStringLiteral("never fits"))) << qPrintable(fate(1));
    ASSERT_NE(button(rows, QStringLiteral("Submit 1 row(s)")), nullptr) << "the other alone";
    press(rows, QStringLiteral("Use 2 replicas of 6"));
    ASSERT_TRUE(waitFor([&] {
        return text->toPlainText().contains(QStringLiteral("B, 6, 2, 4h"));
    })) << qPrintable(text->toPlainText());
    ASSERT_TRUE(waitFor([&] {
        return rows->isUpToDate() && !fate(1).startsWith(QStringLiteral("never"));
    })) << qPrintable(fate(1));
    EXPECT_NE(button(rows, QStringLiteral("Submit 2 row(s)")), nullptr);
}

TEST_F(SubmitAgainTest, WhatTheFormSubmitsItselfIsNoNameThatIsTaken) {
    makePool();
    open();
    type(QStringLiteral("k1"));
    number("Count")->setValue(20);
    ASSERT_TRUE(waitFor([this] { return form->isUpToDate(); }));
    QSignalSpy said(window->findChild<PoolVerbs*>(), &PoolVerbs::said);
    const QPointer<SubmitDialog> open = form;
    press(form, QStringLiteral("Submit"));
    bool refused = false;
    ASSERT_TRUE(waitFor([&] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        refused = refused || (open && open->effect().contains(QStringLiteral("already")));
        return !open;
    }));
    EXPECT_FALSE(refused);
    ASSERT_EQ(said.count(), 1);
    EXPECT_TRUE(said[0][0].toString().endsWith(QStringLiteral("k1-1 to k1-20")))
        << qPrintable(said[0][0].toString());
}

class WayOnTest : public ProjectConsole {};

TEST_F(WayOnTest, AFormThatARecordedRunRefusesOffersAProject) {
    ConsoleTest::open(sample("pool-128.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("dialog:submit")));
    auto* form = shown<SubmitDialog>();
    press(form, QStringLiteral("Make a project of this run…"));
    expectGone<SubmitDialog>();
    EXPECT_TRUE(waitFor([this] { return window->findChild<QFileDialog*>() != nullptr; }));
}

TEST_F(WayOnTest, AShortcutThatDoesNotApplySaysWhyAndOffersAProject) {
    ConsoleTest::open(sample("pool-128.json"));
    window->activateWindow();
    window->quotas().tree()->setFocus();
    ASSERT_TRUE(waitFor([this] { return QApplication::focusWidget() == window->quotas().tree(); }));
    QTest::keyClick(window->quotas().tree(), Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("Not in a recorded run")))
        << qPrintable(window->notices().text());
    ASSERT_FALSE(window->notices().buttons().empty());
    EXPECT_EQ(qobject_cast<QPushButton*>(window->notices().buttons().front())->text(),
              QStringLiteral("Make a project of this run…"));
}

TEST_F(WayOnTest, MenusAreAsWideAsTheirText) {
    int seen = 0;
    for (const QMenu* menu : window->findChildren<QMenu*>()) {
        const QFontMetrics metrics(menu->font());
        int text = 0;
        int keys = 0;
        for (const QAction* each : menu->actions()) {
            text = std::max(text, metrics.size(Qt::TextShowMnemonic, each->text()).width());
            keys = std::max(keys, metrics.horizontalAdvance(
                                      each->shortcut().toString(QKeySequence::NativeText)));
        }
        if (menu->actions().isEmpty())
            continue;
        ++seen;
        constexpr int kAround = 32 + 24 + 28 + 8;  // icon, gap, end, frame
        EXPECT_LE(menu->sizeHint().width(), text + keys + kAround) << qPrintable(menu->title());
        EXPECT_GE(menu->sizeHint().width(), text + keys + 32) << qPrintable(menu->title());
    }
    EXPECT_GT(seen, 4);
}

TEST_F(WayOnTest, APoolThatCanOnlyBeReadOffersACopyThatCanGoLive) {
    makePool();
    View read = view();
    read.document.readOnly = true;
    emit window->bridge().changed(std::make_shared<const View>(read));
    ASSERT_FALSE(action(ActionId::goLive)->isEnabled());
    window->activateWindow();
    window->quotas().tree()->setFocus();
    ASSERT_TRUE(waitFor([this] { return QApplication::focusWidget() == window->quotas().tree(); }));
    QTest::keyClick(window->quotas().tree(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("The file can only be read.")))
        << qPrintable(window->notices().text());
    ASSERT_FALSE(window->notices().buttons().empty());
    auto* copy = qobject_cast<QPushButton*>(window->notices().buttons().front());
    EXPECT_EQ(copy->text(), QStringLiteral("Save a copy…"));
    QTest::mouseClick(copy, Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return window->findChild<QFileDialog*>() != nullptr; }));
}

TEST_F(WayOnTest, ASampleBeginsAtItsOverviewWhereverTheFileOfBeforeWasLeft) {
    ConsoleTest::open(sample("pool-128.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("workspaces")));
    ASSERT_NE(window->centre().current(), 0);
    action(sampleFiles().front().action)->trigger();
    EXPECT_TRUE(waitFor(
        [this] { return view().document.file.empty() && window->centre().current() == 0; }));
}

TEST_F(WayOnTest, TheQuestionBeforeGoingLiveNamesTheManual) {
    makePool();
    const auto* asks = opened<LiveDialog>(ActionId::goLive);
    ASSERT_NE(asks, nullptr);
    QStringList said;
    for (const QLabel* label : asks->findChildren<QLabel*>())
        said << label->text();
    EXPECT_TRUE(said.join(QLatin1Char(' ')).contains(QStringLiteral("man apportion")));
}

TEST_F(WayOnTest, AboutSaysTheVersionTheLicenseAndWhereTheManualIs) {
    action(ActionId::about)->trigger();
    const auto* about = shown<AboutDialog>();
    ASSERT_NE(about, nullptr);
    QStringList said;
    for (const QLabel* label : about->findChildren<QLabel*>())
        said << label->text();
    const QString all = said.join(QLatin1Char(' '));
    EXPECT_TRUE(all.contains(QApplication::applicationVersion()));
    EXPECT_TRUE(all.contains(QStringLiteral("GPL version 3")));
    EXPECT_TRUE(all.contains(QStringLiteral("man apportion")));
}

}  // namespace
}  // namespace apportion::ui
