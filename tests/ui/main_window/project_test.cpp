// SPDX-License-Identifier: GPL-3.0-or-later
// The console on a project file, driven by keyboard and mouse.
#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QtTest/QSignalSpy>

#include "core/session/live/local_machine.h"
#include "core/session/new_pool.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/history_page/entry_model.h"
#include "ui/history_page/entry_panel.h"
#include "ui/history_page/history_model.h"
#include "ui/history_page/history_page.h"
#include "ui/inspector/inspector.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/pool_verbs.h"
#include "ui/new_pool/new_pool_dialog.h"
#include "ui/nodes/add_nodes_dialog.h"
#include "ui/overview/overview_page.h"
#include "ui/palette/palette.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"
#include "ui/work_forms/priority_dialog.h"
#include "ui/work_forms/submit_dialog.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class ProjectTest : public ProjectConsole {
protected:
    void submit(const QString& name, const QString& quota, double gpu) {
        auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
        QTest::keyClicks(control<QLineEdit>(dialog, QStringLiteral("Name")), name);
        control<QComboBox>(dialog, QStringLiteral("Quota"))->setCurrentText(quota);
        control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of one replica"))->setValue(gpu);
        press(dialog, QStringLiteral("Submit"));
        ASSERT_TRUE(waitFor([&] { return work(name) != nullptr; })) << qPrintable(name);
    }

    Gpu guarantee(const QString& quota) const {
        for (const QuotaRow& row : view().quotas)
            if (qt(row.name) == quota)
                return row.numbers.guaranteed / kOneGpu;
        return -1;
    }
};

TEST_F(ProjectTest, TheGuideMakesAPool) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    ASSERT_NE(dialog, nullptr);
    control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"))->setValue(2);
    QPushButton* create = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Create…"))
            create = button;
    ASSERT_NE(create, nullptr);
    EXPECT_FALSE(create->isEnabled()) << "128 promised of 16";
    EXPECT_FALSE(dialog->consequence().isEmpty());
    const auto isMarked = [&](const char* field) {
        return control<QWidget>(dialog, QString::fromLatin1(field))->property("error").toBool();
    };
    EXPECT_TRUE(isMarked("GPUs of quota 1"));
    EXPECT_TRUE(isMarked("GPUs of quota 2"));
    EXPECT_FALSE(isMarked("Name of quota 1"));
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 1"))->setValue(4);
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 2"))->setValue(8);
    EXPECT_TRUE(create->isEnabled());
    const NewPool wanted = dialog->wanted();
    EXPECT_EQ(unassignedOf(wanted), 4 * kOneGpu);
    ASSERT_TRUE(poolOf(wanted));
    EXPECT_EQ(poolOf(wanted)->quotas.size(), 3U);
    control<QLineEdit>(dialog, QStringLiteral("Name of quota 2"))
        ->setText(QStringLiteral("Team A"));
    EXPECT_FALSE(create->isEnabled()) << "a name twice";
    EXPECT_TRUE(isMarked("Name of quota 2"));
    EXPECT_FALSE(isMarked("Name of quota 1"));
    EXPECT_FALSE(isMarked("GPUs of quota 1")) << "it is mended";
    const auto says = [&](const QString& text) {
        for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
            if (line->isVisible() && line->sentence().contains(text))
                return true;
        return false;
    };
    EXPECT_TRUE(says(QStringLiteral("Team A")));
    control<QLineEdit>(dialog, QStringLiteral("GPU type"))->setText(QStringLiteral("a\tb"));
    EXPECT_TRUE(isMarked("GPU type"));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("2 problem")))
        << qPrintable(dialog->consequence());
    control<QLineEdit>(dialog, QStringLiteral("GPU type"))->clear();
    control<QLineEdit>(dialog, QStringLiteral("Name of the pool"))->clear();
    EXPECT_TRUE(isMarked("Name of the pool"));
    control<QLineEdit>(dialog, QStringLiteral("Name of the pool"))->setText(QStringLiteral("P"));
    EXPECT_FALSE(isMarked("Name of the pool"));
    press(dialog, QStringLiteral("Another team"));
    QTest::mouseClick(control<QAbstractButton>(dialog, QStringLiteral("Take quota 2 out")),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog->wanted().teams.size() == 2; }));
    EXPECT_EQ(dialog->wanted().teams[1].name, "Team C");
    EXPECT_TRUE(create->isEnabled());
    dialog->reject();
}

TEST_F(ProjectTest, WorkIsSubmittedDecidedAndCancelled) {
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
    EXPECT_TRUE(number->property("error").toBool());
    EXPECT_TRUE(priority->consequence().contains(QStringLiteral("12"))) << "and does not become 1";
    number->setValue(8);
    EXPECT_TRUE(button(priority, QStringLiteral("Change"))->isEnabled());
    press(priority, QStringLiteral("Change"));
    ASSERT_TRUE(waitFor([this] { return work(QStringLiteral("b-2"))->priority == 8; }));

    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    EXPECT_EQ(view().document.mode, PoolMode::live);
    EXPECT_TRUE(window->findChild<ModePill*>()->mode() == Mode::live);

    window->selectWorkload(QStringLiteral("a-1"));
    action(ActionId::copyReason)->trigger();
    ASSERT_TRUE(waitFor(
        [] { return QApplication::clipboard()->text().contains(QStringLiteral("a-1 in A")); }));
    action(ActionId::cancelWork)->trigger();
    ASSERT_TRUE(waitFor([this] { return !window->notices().buttons().empty(); }));

    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("a-1")));
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return is(QStringLiteral("a-1"), WorkloadState::cancelled); }));

    action(ActionId::goLive)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().document.mode == PoolMode::resting; }));
}

TEST_F(ProjectTest, ACardThatEndsOthersWorkAsksFirst) {
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
    action(ActionId::goLive)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().document.mode == PoolMode::resting; }));
}

TEST_F(ProjectTest, ThePaletteOffersTheActionsOfAWorkload) {
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

TEST_F(ProjectTest, TheFormSaysWhatASubmissionWouldDo) {
    makePool();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    const auto says = [&](const char* text) {
        return waitFor([&] {
            return dialog->isUpToDate() && dialog->effect().contains(QString::fromLatin1(text));
        });
    };
    EXPECT_TRUE(says("Starts at once on node-1.")) << qPrintable(dialog->effect());
    EXPECT_TRUE(says("Nobody runs this pool now"));
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
    EXPECT_TRUE(says("Would evict 1 workload(s): b-1.")) << qPrintable(dialog->effect());
    dialog->reject();
}

TEST_F(ProjectTest, AnEmptyQueueOffersTheNextStep) {
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

TEST_F(ProjectTest, TheWorkloadsPageOffersToSubmit) {
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

TEST_F(ProjectTest, TheHeadOfTheWorkloadsCutsNothing) {
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

TEST_F(ProjectTest, ATakenNameIsSaidBelowIt) {
    makePool();
    submit(QStringLiteral("a-1"), QStringLiteral("A"), 8);
    expectGone<SubmitDialog>();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    QTest::keyClicks(control<QLineEdit>(dialog, QStringLiteral("Name")), QStringLiteral("a-1"));
    ASSERT_TRUE(waitFor([&] {
        const auto labels = dialog->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("named a-1"));
        });
    }));
    EXPECT_FALSE(dialog->consequence().contains(QStringLiteral("named a-1"))) << "once is enough";
    EXPECT_FALSE(button(dialog, QStringLiteral("Submit"))->isEnabled());
    dialog->reject();
}

TEST_F(ProjectTest, ChangesStandInTheHistoryAndGoBack) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    EXPECT_TRUE(action(ActionId::undo)->isEnabled());
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    auto* history = window->findChild<HistoryModel*>();
    ASSERT_NE(history, nullptr);
    ASSERT_EQ(history->rowCount(), 2);
    EXPECT_EQ(history->index(0, HistoryModel::actionColumn).data().toString(),
              QStringLiteral("Sizes changed"));
    EXPECT_EQ(history->index(0, HistoryModel::undoColumn).data().toString(),
              QStringLiteral("Undo"));
    EXPECT_TRUE(history->index(1, HistoryModel::undoColumn).data().toString().isEmpty());
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 8; }));
    action(ActionId::redo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_EQ(history->rowCount(), 4);
}

TEST_F(ProjectTest, TabGoesThroughTheGuideInItsOrder) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    QApplication::setActiveWindow(dialog);
    ASSERT_TRUE(waitFor([&] { return dialog->isActiveWindow(); }));
    auto* name = control<QLineEdit>(dialog, QStringLiteral("Name of the pool"));
    name->setFocus();
    QStringList order;
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QWidget* at = QApplication::focusWidget();
        if (at == name)
            break;
        const auto* button = qobject_cast<QAbstractButton*>(at);
        order << (button && at->accessibleName().isEmpty() ? button->text() : at->accessibleName());
    }
    EXPECT_EQ(order,
              (QStringList{QStringLiteral("Other nodes"), QStringLiteral("Nodes"),
                           QStringLiteral("GPUs of a node"), QStringLiteral("GPU type"),
                           QStringLiteral("Name of the nodes"),
                           QStringLiteral("One is this machine, ") + qt(machineName()),
                           QStringLiteral("Name of quota 1"), QStringLiteral("GPUs of quota 1"),
                           QStringLiteral("Take quota 1 out"), QStringLiteral("Name of quota 2"),
                           QStringLiteral("GPUs of quota 2"), QStringLiteral("Take quota 2 out"),
                           QStringLiteral("Another team"), QStringLiteral("Cancel"),
                           QStringLiteral("Create…")}))
        << qPrintable(order.join(QStringLiteral(", ")));
    dialog->reject();
}

TEST_F(ProjectTest, AnEntryShowsBeforeAndAfter) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(0, 1)).center());
    const EntryModel* model = page->entry()->model();
    ASSERT_TRUE(waitFor([&] { return model->rowCount() == 2; }));
    EXPECT_TRUE(page->entry()->isVisible());
    QStringList row;
    for (int column = 0; column < EntryModel::columns; ++column)
        row << model->index(1, column).data().toString();
    EXPECT_EQ(row, (QStringList{QStringLiteral("B"), QStringLiteral("Guaranteed"),
                                QStringLiteral("8 GPUs"), QStringLiteral("10 GPUs")}));
    QTest::mouseClick(page->entry()->copyButton(), Qt::LeftButton);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(
        QStringLiteral("B\tGuaranteed\t8 GPUs\t10 GPUs")))
        << qPrintable(QGuiApplication::clipboard()->text());
    // The first entry made all there is.
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    ASSERT_TRUE(waitFor([&] { return model->rowCount() > 2; }));
    EXPECT_EQ(model->index(0, EntryModel::beforeColumn).data().toString(), QStringLiteral("none"));
}

// A temporary change goes by what it changes, a node by what became of it, and no moment is cut.
TEST_F(ProjectTest, TheHistorySaysWhatChangedInPeoplesWords) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    const auto run = [&](const CommandRequest& request) {
        const int before = table->model()->rowCount();
        window->commands().run(request);
        ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == before + 1; }));
    };
    const auto cell = [&](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}, {"for", "2h"}}));
    run(commandOf("temporary.end", {{"name", "temporary-1"}}));
    EXPECT_EQ(cell(0, HistoryModel::subjectColumn), QStringLiteral("A, B"));
    const EntryModel* model = page->entry()->model();
    const auto rowOf = [&](const QString& key) {
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, EntryModel::keyColumn).data().toString() == key)
                return row;
        return -1;
    };
    ASSERT_TRUE(waitFor([&] { return rowOf(QStringLiteral("Ends")) >= 0; }));
    auto* entry = page->entry()->findChild<TreeView*>();
    entry->columnLayout().apply();
    const QModelIndex ends = model->index(rowOf(QStringLiteral("Ends")), EntryModel::beforeColumn);
    EXPECT_GE(entry->columnWidth(EntryModel::beforeColumn),
              entry->itemDelegate()->sizeHint({}, ends).width());

    const std::string node = view().nodes.rows.front().name;
    run(commandOf("nodes.state", {{"node", node}, {"state", "cordoned"}}));
    EXPECT_EQ(cell(0, HistoryModel::actionColumn), QStringLiteral("Node cordoned"));
    ASSERT_TRUE(waitFor([&] { return model->rowCount() == 1; }));
    EXPECT_EQ(model->index(0, EntryModel::beforeColumn).data().toString(), QStringLiteral("ready"));
    EXPECT_EQ(model->index(0, EntryModel::afterColumn).data().toString(),
              QStringLiteral("cordoned"));
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(
        waitFor([&] { return cell(0, HistoryModel::actionColumn) == QStringLiteral("Undone"); }));
    EXPECT_EQ(cell(0, HistoryModel::subjectColumn),
              QStringLiteral("Node's state changed: %1").arg(qt(node)));
}

TEST_F(ProjectTest, TheHistoryOpensOnItsLatestEntry) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    for (const char* sizes : {"A=6", "A=5", "A=4"}) {
        const int before = table->model()->rowCount();
        window->commands().run(commandOf("scale", {{"sizes", sizes}}));
        ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == before + 1; }));
    }
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    EXPECT_EQ(table->currentIndex().row(), 0);
    // What a person chose stays.
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    window->commands().run(commandOf("scale", {{"sizes", "A=8"}}));
    EXPECT_TRUE(waitFor([&] { return table->currentIndex().row() == 2; }));
}

// What is written has the room, not what is empty.
TEST_F(ProjectTest, TheHistorySaysWhatItIsAboutInFull) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    TreeView* table = window->findChild<HistoryPage*>()->table();
    EXPECT_TRUE(waitFor([table] {
        return table->columnWidth(HistoryModel::subjectColumn) >=
               std::min(420, static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(
                                 HistoryModel::subjectColumn));
    }));
    EXPECT_FALSE(table->horizontalScrollBar()->isVisible());
}

// What is over leaves nothing to mend: it stands behind what does, and goes once it was read.
TEST_F(ProjectTest, TheNoteOfAnUncleanEndCanBeDismissed) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("A")) == 6; }));
    // As a program leaves it that is killed.
    const QString left = profile.filePath(QStringLiteral("left.apportion"));
    for (const char* part : {"", "-wal"})
        ASSERT_TRUE(QFile::copy(file + QLatin1String(part), left + QLatin1String(part)));
    open(left);
    ASSERT_TRUE(window->showView(QStringLiteral("issues")));
    TreeView* table = window->issues().table();
    const auto* model = qobject_cast<const IssueModel*>(table->model());
    const auto rowOfNote = [model] {
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->issue(row).passed)
                return row;
        return -1;
    };
    ASSERT_TRUE(waitFor([&] { return rowOfNote() >= 0; }));
    EXPECT_EQ(rowOfNote(), model->rowCount() - 1);
    EXPECT_EQ(model->issue(rowOfNote()).severity, Severity::hint);
    const int before = model->rowCount();
    const QWidget* room = table->indexWidget(model->index(rowOfNote(), IssueModel::fixColumn));
    ASSERT_NE(room, nullptr);
    QTest::mouseClick(room->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(rowOfNote(), -1);
    EXPECT_EQ(model->rowCount(), before - 1);
    window->commands().run(commandOf("scale", {{"sizes", "A=7"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("A")) == 7; }));
    EXPECT_EQ(rowOfNote(), -1) << "it does not come back by itself";
}

TEST_F(ProjectTest, ARefusalIsToldWithItsRemedy) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=16"}}));
    ASSERT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("16")))
        << qPrintable(window->notices().text());
    EXPECT_EQ(guarantee(QStringLiteral("A")), 8);
}

TEST_F(ProjectTest, ARecordedRunSaysThatItTakesNoWork) {
    open(sample("four-teams.json"));
    EXPECT_FALSE(action(ActionId::submitWork)->isEnabled());
    EXPECT_TRUE(action(ActionId::submitWork)->toolTip().contains(QStringLiteral("project")));
    EXPECT_FALSE(action(ActionId::goLive)->isEnabled());
    EXPECT_TRUE(action(ActionId::makeProject)->isEnabled());
}

TEST_F(ProjectTest, EmptyPagesOfARecordedRunOfferToMakeAProject) {
    open(sample("four-teams.json"));
    QSignalSpy wanted(action(ActionId::makeProject), &QAction::triggered);
    QObject::disconnect(action(ActionId::makeProject), nullptr, window.get(), nullptr);
    for (const char* page : {"history", "workspaces"}) {
        ASSERT_TRUE(window->showView(QString::fromLatin1(page)));
        const EmptyState* empty = nullptr;
        for (EmptyState* each : window->findChildren<EmptyState*>())
            if (each->isVisible() && window->centre().isAncestorOf(each))
                empty = each;
        ASSERT_NE(empty, nullptr) << page;
        QPushButton* make = nullptr;
        for (QPushButton* each : empty->findChildren<QPushButton*>())
            if (each->isVisible())
                make = each;
        ASSERT_NE(make, nullptr) << page;
        EXPECT_EQ(make->text(), QStringLiteral("Make a project of it…"));
        const auto before = wanted.count();
        QTest::mouseClick(make, Qt::LeftButton);
        EXPECT_EQ(wanted.count(), before + 1) << page;
    }
}

}  // namespace
}  // namespace apportion::ui
