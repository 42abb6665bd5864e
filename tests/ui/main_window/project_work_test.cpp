// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a project in the console: submitted, decided, ended, and what offers to submit it.
#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/inspector/inspector.h"
#include "ui/live/live_dialog.h"
#include "ui/node_forms/add_nodes_dialog.h"
#include "ui/overview/overview_page.h"
#include "ui/palette/palette.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/search_field.h"
#include "ui/work_forms/priority_dialog.h"
#include "ui/work_forms/submit_dialog.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class ProjectWorkTest : public ProjectConsole {
protected:
    void submit(const QString& name, const QString& quota, double gpu) {
        auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
        QTest::keyClicks(control<QLineEdit>(dialog, QStringLiteral("Name")), name);
        control<QComboBox>(dialog, QStringLiteral("Quota"))->setCurrentText(quota);
        control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of one replica"))->setValue(gpu);
        press(dialog, QStringLiteral("Submit"));
        ASSERT_TRUE(waitFor([&] { return work(name) != nullptr; })) << qPrintable(name);
    }
};

TEST_F(ProjectWorkTest, WorkIsSubmittedDecidedAndCancelled) {
    makePool();
    EXPECT_TRUE(window->findChild<ModePill*>()->mode() == Mode::rest);
    submit(QStringLiteral("a-1"), QStringLiteral("A"), 8);
    submit(QStringLiteral("b-1"), QStringLiteral("B"), 8);
    submit(QStringLiteral("b-2"), QStringLiteral("B"), 4);
    EXPECT_TRUE(is(QStringLiteral("a-1"), WorkloadState::pending)) << "nobody decides yet";

    window->selectWorkload(QStringLiteral("b-2"));
    auto* priority = opened<PriorityDialog>(ActionId::changePriority);
    auto* number = control<QDoubleSpinBox>(priority, QStringLiteral("Priority"));
    number->setFocus();
    number->selectAll();
    QTest::keyClicks(number, QStringLiteral("12"));
    EXPECT_FALSE(button(priority, QStringLiteral("Change"))->isEnabled());
    EXPECT_TRUE(waitFor([&] { return priority->consequence().contains(QStringLiteral("12")); }))
        << "and does not become 1";
    EXPECT_TRUE(number->property("error").toBool());
    number->setValue(8);
    EXPECT_TRUE(button(priority, QStringLiteral("Change"))->isEnabled());
    press(priority, QStringLiteral("Change"));
    ASSERT_TRUE(waitFor([this] { return work(QStringLiteral("b-2"))->priority == 8; }));

    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    EXPECT_TRUE(view().document.isLive());
    EXPECT_TRUE(window->findChild<ModePill*>()->mode() == Mode::live);

    window->selectWorkload(QStringLiteral("a-1"));
    action(ActionId::copyReason)->trigger();
    ASSERT_TRUE(waitFor(
        [] { return QApplication::clipboard()->text().contains(QStringLiteral("a-1 in A")); }));
    action(ActionId::cancelWork)->trigger();
    ASSERT_TRUE(waitFor([this] { return !window->notices().buttons().empty(); }));

    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("a-1")));
    EXPECT_EQ(window->focusWidget(), window->notices().buttons().back()) << "Enter does no harm";
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return is(QStringLiteral("a-1"), WorkloadState::cancelled); }));

    rest();
}

TEST_F(ProjectWorkTest, ACardThatEndsOthersWorkAsksFirst) {
    makePool();
    submit(QStringLiteral("b-1"), QStringLiteral("B"), 8);
    submit(QStringLiteral("b-2"), QStringLiteral("B"), 8);
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    submit(QStringLiteral("b-3"), QStringLiteral("B"), 8);
    window->selectWorkload(QStringLiteral("b-3"));
    const auto card = [this](const QString& begins) {
        QPushButton* found = nullptr;
        for (QPushButton* each : window->findChild<Inspector*>()->findChildren<QPushButton*>())
            if (each->isVisible() && each->text().startsWith(begins))
                found = each;
        return found;
    };
    ASSERT_TRUE(waitFor([&] { return card(QStringLiteral("Cancel b-")) != nullptr; }));
    QPushButton* ends = card(QStringLiteral("Cancel b-"));
    EXPECT_NE(ends->property("kind").toString(), QStringLiteral("primary"));
    const QString victim = ends->text().section(QLatin1Char(' '), 1).chopped(1);
    QTest::mouseClick(ends, Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return !window->notices().buttons().empty(); }));
    EXPECT_TRUE(window->notices().text().contains(victim));
    QTest::qWait(100);
    EXPECT_TRUE(is(victim, WorkloadState::running)) << "nothing is done yet";
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return is(victim, WorkloadState::cancelled); }));
    ASSERT_TRUE(waitFor([&] { return is(QStringLiteral("b-3"), WorkloadState::running); }));

    submit(QStringLiteral("b-4"), QStringLiteral("B"), 8);
    window->selectWorkload(QStringLiteral("b-4"));
    ASSERT_TRUE(waitFor([&] { return card(QStringLiteral("Add nodes")) != nullptr; }));
    QTest::mouseClick(card(QStringLiteral("Add nodes")), Qt::LeftButton);
    EXPECT_EQ(shown<AddNodesDialog>()->wanted().node.gpu, 8 * kOneGpu);
    shown<AddNodesDialog>()->reject();
    rest();
}

TEST_F(ProjectWorkTest, WhatIsRefusedAsAPriorityCannotBeChanged) {
    open(sample("pool-128.json"));
    window->bridge().session().seek(300 * kSecond);
    ASSERT_TRUE(waitFor([this] { return !view().waiting.empty() && window->isSettled(); }));
    ASSERT_TRUE(window->showView(QStringLiteral("dialog:priority")));
    auto* priority = shown<PriorityDialog>();
    ASSERT_NE(priority, nullptr);
    EXPECT_FALSE(priority->consequence().isEmpty());
    EXPECT_FALSE(button(priority, QStringLiteral("Change"))->isEnabled());
    priority->reject();
}

TEST_F(ProjectWorkTest, ThePaletteOffersTheActionsOfAWorkload) {
    makePool();
    submit(QStringLiteral("a-1"), QStringLiteral("A"), 8);
    submit(QStringLiteral("nb-0"), QStringLiteral("B"), 4);
    const auto pick = [this](const QString& object, const QString& verb) {
        action(ActionId::palette)->trigger();
        auto* field = window->findChild<Palette*>()->findChild<QLineEdit*>();
        QTest::keyClicks(field, object);
        QTest::keyClick(field, Qt::Key_Tab);
        QTest::keyClicks(field, verb);
        QTest::keyClick(field, Qt::Key_Return);
    };
    pick(QStringLiteral("nb-0"), QStringLiteral("priority"));
    auto* priority = shown<PriorityDialog>();
    EXPECT_TRUE(priority->windowTitle().contains(QStringLiteral("nb-0")));
    priority->reject();
    pick(QStringLiteral("a-1"), QStringLiteral("cancel"));
    ASSERT_TRUE(waitFor([this] { return !window->notices().buttons().empty(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("a-1")));
    EXPECT_TRUE(is(QStringLiteral("a-1"), WorkloadState::pending)) << "asked before";
    pick(QStringLiteral("nb-0"), QStringLiteral("copy"));
    EXPECT_TRUE(waitFor(
        [] { return QApplication::clipboard()->text().contains(QStringLiteral("nb-0 in B")); }));
}

TEST_F(ProjectWorkTest, TheFormSaysWhatASubmissionWouldDo) {
    makePool();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    const auto says = [&](const char* text) {
        return waitFor([&] {
            return dialog->isUpToDate() && dialog->effect().contains(QString::fromLatin1(text));
        });
    };
    EXPECT_TRUE(says("Starts immediately on node-1.")) << qPrintable(dialog->effect());
    EXPECT_TRUE(dialog->effect().startsWith(QStringLiteral("The pool is not live")))
        << "before what happens then: " << qPrintable(dialog->effect());
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of one replica"))->setValue(9);
    EXPECT_TRUE(says("Waits")) << qPrintable(dialog->effect());
    auto* gpus = control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of one replica"));
    EXPECT_FALSE(gpus->property("error").toBool());
    gpus->setValue(2.5);
    EXPECT_TRUE(waitFor([gpus] { return gpus->property("error").toBool(); }));
    dialog->reject();
    expectGone<SubmitDialog>();

    submit(QStringLiteral("b-1"), QStringLiteral("B"), 8);
    expectGone<SubmitDialog>();
    submit(QStringLiteral("b-2"), QStringLiteral("B"), 8);
    expectGone<SubmitDialog>();
    dialog = opened<SubmitDialog>(ActionId::submitWork);
    control<QComboBox>(dialog, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("A"));
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of one replica"))->setValue(8);
    EXPECT_TRUE(says("Starts before b-2, which would otherwise start now."))
        << qPrintable(dialog->effect());
    dialog->reject();
}

TEST_F(ProjectWorkTest, AnEmptyQueueOffersTheNextStep) {
    makePool();
    auto* overview = window->findChild<OverviewPage*>();
    ASSERT_NE(overview, nullptr);
    const auto offered = [&](const char* text) -> QPushButton* {
        for (QPushButton* each : overview->findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QString::fromUtf8(text))
                return each;
        return nullptr;
    };
    ASSERT_TRUE(waitFor([&] { return offered("Go live…") != nullptr; }));
    EXPECT_NE(offered("Submit a workload…"), nullptr);
    QTest::mouseClick(offered("Go live…"), Qt::LeftButton);
    press(shown<LiveDialog>(), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([&] { return offered("Go live…") == nullptr; }));
    QTest::mouseClick(offered("Submit a workload…"), Qt::LeftButton);
    shown<SubmitDialog>()->reject();
}

TEST_F(ProjectWorkTest, TheWorkloadsPageOffersToSubmit) {
    makePool();
    ASSERT_TRUE(window->showView(QStringLiteral("workloads")));
    auto* page = window->findChild<WorkloadsPage*>();
    ASSERT_NE(page, nullptr);
    auto* submits = control<QPushButton>(page, QStringLiteral("Submit a workload"));
    ASSERT_NE(submits, nullptr);
    ASSERT_TRUE(waitFor([&] { return submits->isVisible() && submits->isEnabled(); }));
    QTest::mouseClick(submits, Qt::LeftButton);
    shown<SubmitDialog>()->reject();
    expectGone<SubmitDialog>();
    // And where nothing was submitted yet.
    QPushButton* first = nullptr;
    for (QPushButton* each : page->findChildren<QPushButton*>())
        if (each->text() == QStringLiteral("Submit a workload…"))
            first = each;
    ASSERT_NE(first, nullptr);
    QTest::mouseClick(first, Qt::LeftButton);
    shown<SubmitDialog>()->reject();
    expectGone<SubmitDialog>();
    submit(QStringLiteral("a-1"), QStringLiteral("A"), 8);
    EXPECT_TRUE(waitFor([&] { return page->csv().contains(QStringLiteral("a-1")); }));
}

TEST_F(ProjectWorkTest, TheHeadOfTheWorkloadsCutsNothing) {
    makePool();
    View crowd = view();
    const auto expectWhole = [&](int width) {
        WorkloadsPage alone(action(ActionId::submitWork), settings);
        alone.resize(width, 500);
        alone.show();
        alone.setView(std::make_shared<const View>(crowd));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QList<QWidget*> parts;
        for (QWidget* part : alone.findChildren<QWidget*>())
            if (part->isVisible() &&
                (qobject_cast<Chip*>(part) || qobject_cast<SearchField*>(part) ||
                 part->accessibleName() == QStringLiteral("Submit a workload")))
                parts << part;
        ASSERT_EQ(parts.size(), 7) << width;
        const auto place = [&](const QWidget* part) {
            return QRect(part->mapTo(&alone, QPoint()), part->size());
        };
        for (const QWidget* part : parts) {
            const bool field = qobject_cast<const SearchField*>(part) != nullptr;
            EXPECT_GE(part->width(), field ? part->minimumWidth() : part->sizeHint().width())
                << width << qPrintable(part->accessibleName());
            EXPECT_TRUE(alone.rect().contains(place(part))) << qPrintable(part->accessibleName());
            for (const QWidget* other : parts)
                EXPECT_TRUE(part == other || !place(part).intersects(place(other)))
                    << width << qPrintable(part->accessibleName() + other->accessibleName());
        }
    };
    const auto expectAll = [&] {
        for (const int width : {1000, 667, 480, 420})
            expectWhole(width);
    };
    expectAll();
    crowd.key.waiting = 6688;
    crowd.key.running = 3312;
    crowd.key.ended = 1034;
    expectAll();
}

TEST_F(ProjectWorkTest, ATakenNameIsSaidBelowIt) {
    makePool();
    submit(QStringLiteral("a-1"), QStringLiteral("A"), 8);
    expectGone<SubmitDialog>();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    QTest::keyClicks(control<QLineEdit>(dialog, QStringLiteral("Name")), QStringLiteral("a-1"));
    ASSERT_TRUE(waitFor([&] {
        const auto labels = dialog->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() &&
                   label->text().contains(QStringLiteral("a-1 already exists"));
        });
    }));
    EXPECT_FALSE(dialog->consequence().contains(QStringLiteral("a-1 already exists")))
        << "once is enough";
    EXPECT_FALSE(button(dialog, QStringLiteral("Submit"))->isEnabled());
    dialog->reject();
}

}  // namespace
}  // namespace apportion::ui
