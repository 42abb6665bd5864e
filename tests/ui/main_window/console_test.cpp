// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QUrl>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/nodes/node_map.h"
#include "ui/nodes/node_texts.h"
#include "ui/nodes/nodes_page.h"
#include "ui/overview/overview_page.h"
#include "ui/palette/palette.h"
#include "ui/palette/palette_list.h"
#include "ui/preemption/preemption_dialog.h"
#include "ui/preferences/settings_dialog.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/start/start_page.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/key_number.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tree_view.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

TEST_F(ConsoleTest, OpensAFileAtItsEnd) {
    open(sample("four-teams.json"));
    EXPECT_EQ(view().quotas.size(), 4U);
    EXPECT_EQ(view().clock, view().play.end);
    EXPECT_EQ(window->quotas().selected(), QStringLiteral("team-a"));
    EXPECT_EQ(settings.recentFiles().size(), 1);
}

TEST_F(ConsoleTest, AWrongFileLeavesTheOpenOne) {
    open(sample("four-teams.json"));
    const QString wrong = profile.filePath(QStringLiteral("wrong.json"));
    QFile file(wrong);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"apportion": 1, "quotas": 3})");
    file.close();
    window->files().open(wrong);
    ASSERT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("wrong.json")));
    EXPECT_EQ(view().quotas.size(), 4U);
}

TEST_F(ConsoleTest, OpensWhatIsDropped) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(sample("pool-128.json"))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &drop);
    EXPECT_TRUE(waitFor([this] { return view().quotas.size() == 3; }));
}

TEST_F(ConsoleTest, PlaysByKeyboardAlone) {
    open(sample("four-teams.json"));
    const Instant end = view().clock;
    QWidget* tree = window->quotas().tree();
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Left);
    ASSERT_TRUE(waitFor([&] { return view().clock < end; }));
    const Instant before = view().clock;
    QTest::keyClick(tree, Qt::Key_Right);
    ASSERT_TRUE(waitFor([&] { return view().clock > before; }));
    action(ActionId::toStart)->trigger();
    ASSERT_TRUE(waitFor([&] { return view().clock == 0; }));
    QTest::keyClick(tree, Qt::Key_Right, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return view().clock == view().history->marks.front().at; }));
    QTest::keyClick(tree, Qt::Key_Space);
    ASSERT_TRUE(waitFor([&] { return view().play.playing; }));
    QTest::keyClick(tree, Qt::Key_Space);
    ASSERT_TRUE(waitFor([&] { return !view().play.playing; }));
}

TEST_F(ConsoleTest, ReachesViewsPaletteAndSheetByKeyboard) {
    open(sample("four-teams.json"));
    QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
    EXPECT_EQ(window->centre().current(), 1);
    QTest::keyClick(window.get(), Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(window->centre().current(), 2);
    QTest::keyClick(window.get(), Qt::Key_1, Qt::ControlModifier);
    EXPECT_EQ(window->centre().current(), 0);

    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = window->findChild<Palette*>();
    ASSERT_TRUE(palette->isVisible());
    auto* field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("team-c"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_FALSE(palette->isVisible());
    EXPECT_EQ(window->quotas().selected(), QStringLiteral("team-c"));
}

TEST_F(ConsoleTest, ThePaletteChangesTheThemeAndTheTree) {
    open(sample("four-teams.json"));
    const auto type = [this](const char* what) {
        QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* field = window->findChild<Palette*>()->findChild<QLineEdit*>();
        QTest::keyClicks(field, QString::fromLatin1(what));
        QTest::keyClick(field, Qt::Key_Return);
    };
    type("theme dark");
    EXPECT_TRUE(Theme::isDark());
    type("theme light");
    EXPECT_FALSE(Theme::isDark());
    const auto isFlat = [this] { return window->quotas().choices()[1].on; };
    type("flat list");
    EXPECT_TRUE(isFlat());
    type("as a tree");
    EXPECT_FALSE(isFlat());
    ASSERT_TRUE(window->quotas().tree()->isColumnHidden(QuotaModel::fairShareColumn));
    type("column fair share");
    EXPECT_FALSE(window->quotas().tree()->isColumnHidden(QuotaModel::fairShareColumn));
}

// No menu stands above it there, so its text names what it acts on.
TEST_F(ConsoleTest, ThePaletteNamesWhatACommandActsOn) {
    open(sample("four-teams.json"));
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = window->findChild<Palette*>();
    auto* field = palette->findChild<QLineEdit*>();
    const QAbstractItemModel* list = palette->findChild<PaletteList*>()->model();
    const std::pair<const char*, const char*> found[] = {
        {"delete quota", "Delete quota…"},       {"rename quota", "Rename quota…"},
        {"cancel workload", "Cancel workload…"}, {"submit workload", "Submit workload…"},
        {"edit quotas", "Edit quotas…"},         {"play faster", "Play faster"}};
    for (const auto& [typed, title] : found) {
        field->clear();
        QTest::keyClicks(field, QString::fromUtf8(typed));
        bool listed = false;
        for (int row = 0; row < list->rowCount(); ++row)
            listed = listed ||
                     list->index(row, 0).data().toString().startsWith(QString::fromUtf8(title));
        EXPECT_TRUE(listed) << typed;
    }
}

// Tab offers what the menus have for the object, as they have it.
TEST_F(ConsoleTest, ThePaletteOffersTheActionsOfAQuota) {
    open(sample("four-teams.json"));
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = window->findChild<Palette*>();
    auto* field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("team-c"));
    QTest::keyClick(field, Qt::Key_Tab);
    EXPECT_TRUE(field->text().isEmpty());
    const QAbstractItemModel* list = palette->findChild<PaletteList*>()->model();
    const auto rowOf = [list](const QAction* action) {
        const QString text = action->text().remove(QLatin1Char('&'));
        for (int row = 0; row < list->rowCount(); ++row)
            if (list->index(row, 0).data().toString().section(QStringLiteral(", "), 0, 0) == text)
                return list->index(row, 0);
        return QModelIndex();
    };
    for (const char* id :
         {ActionId::newQuota, ActionId::editSize, ActionId::scale, ActionId::selfPreemption,
          ActionId::childPreemption, ActionId::editQuotas, ActionId::moveGpus,
          ActionId::renameQuota, ActionId::deleteQuota}) {
        const QModelIndex index = rowOf(action(id));
        ASSERT_TRUE(index.isValid()) << qPrintable(action(id)->objectName());
        EXPECT_EQ((index.flags() & Qt::ItemIsEnabled) != 0, action(id)->isEnabled());
        if (!action(id)->isEnabled()) {
            const QString said = index.data(Qt::AccessibleTextRole).toString();
            EXPECT_TRUE(said.contains(action(id)->toolTip())) << qPrintable(said);
        }
    }
    EXPECT_FALSE(rowOf(action(ActionId::addNodes)).isValid());
    QTest::keyClicks(field, QStringLiteral("child-level"));
    QTest::keyClick(field, Qt::Key_Return);
    auto* dialog = window->findChild<PreemptionDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->objectName().endsWith(QStringLiteral(":team-c")));
}

// In a narrow window the bars give way, not the names, and nothing has to be scrolled aside.
TEST_F(ConsoleTest, NamesOfACrowdedTreeKeepTheirRoom) {
    window->resize(1280, 800);
    open(sample("crowded.json"));
    const TreeView* tree = window->quotas().tree();
    EXPECT_TRUE(waitFor([tree] { return tree->columnWidth(QuotaModel::nameColumn) >= 160; }))
        << tree->columnWidth(QuotaModel::nameColumn);
    EXPECT_LE(tree->header()->length(), tree->viewport()->width());
    EXPECT_GE(tree->columnWidth(QuotaModel::usedColumn),
              tree->header()->sectionSizeHint(QuotaModel::usedColumn));
    EXPECT_GE(tree->columnWidth(QuotaModel::usageColumn), 52);
}

// Where that is not enough, they leave.
TEST_F(ConsoleTest, NamesThatStandFarInKeepTheirRoomInTheNarrowestWindow) {
    window->resize(900, 700);
    open(sample("crowded.json"));
    const TreeView* tree = window->quotas().tree();
    const auto room = [tree] {
        return tree->columnWidth(QuotaModel::nameColumn) - 3 * tree->indentation();
    };
    EXPECT_TRUE(waitFor([&] { return room() >= 120; })) << room();
    EXPECT_LE(tree->header()->length(), tree->viewport()->width());
    EXPECT_FALSE(tree->isColumnHidden(QuotaModel::usedColumn));
    std::string deep =
        R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}], "quotas": [{"name": "0"})";
    for (int level = 1; level <= 5; ++level)
        deep += R"(, {"name": ")" + std::to_string(level) + R"(", "parent": ")" +
                std::to_string(level - 1) + "\"}";
    ASSERT_TRUE(window->bridge().session().openText(deep + "]}", "deep").get());
    EXPECT_TRUE(waitFor([&] { return room() >= 120 + 2 * tree->indentation(); })) << room();
    open(sample("pool-128.json"));
    EXPECT_TRUE(waitFor([&] { return !tree->isColumnHidden(QuotaModel::usageColumn); }));
}

// Also where the inspector comes in, the workloads keep the columns that they had, all of them from
// 1280 on; and the names of the tree their room.
TEST_F(ConsoleTest, AWiderWindowShowsNoLess) {
    window->resize(1280, 800);
    open(sample("crowded.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("workloads")));
    auto* table = window->findChild<WorkloadsPage*>()->table();
    const auto hidden = [&] {
        int count = 0;
        for (int column = 0; column < table->header()->count(); ++column)
            count += table->isColumnHidden(column) ? 1 : 0;
        return count;
    };
    TreeView* tree = window->quotas().tree();
    ASSERT_TRUE(waitFor([&] { return table->isVisible() && !table->size().isEmpty(); }));
    int last = 0;
    int names = 0;
    for (const int width : {1280, 1340, 1360, 1400, 1440, 1480, 1540, 1680, 1920}) {
        window->resize(width, 800);
        QApplication::processEvents();
        table->columnLayout().apply();
        EXPECT_LE(hidden(), last) << width;
        EXPECT_LE(table->header()->length(), table->viewport()->width()) << width;
        last = hidden();
        tree->columnLayout().apply();
        EXPECT_GE(tree->columnWidth(QuotaModel::nameColumn), names) << width;
        names = tree->columnWidth(QuotaModel::nameColumn);
        EXPECT_TRUE(width == 1360 || width == 1340 || width == 1400 ||
                    !tree->isColumnHidden(QuotaModel::waitColumn))
            << width;
        EXPECT_GE(table->columnWidth(WorkloadModel::nameColumn), 144) << width;
        EXPECT_GE(table->columnWidth(WorkloadModel::startColumn), 84) << width;
    }
}

TEST_F(ConsoleTest, TheFiguresOfCrowdedNodesAreReadWhole) {
    open(sample("crowded.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("nodes")));
    const auto* numbers = nodes().findChild<KeyNumbers*>();
    ASSERT_TRUE(waitFor([numbers] { return numbers->isVisible() && numbers->width() > 500; }));
    const QList<KeyNumber> figures = nodeFigures(view(), TimeText(view().document.epoch));
    ASSERT_EQ(numbers->shownCount(), figures.size());
    const QFontMetricsF metrics(font(Type::second));
    for (int i = 0; i < figures.size(); ++i)
        for (const QString& text : {figures[i].label, figures[i].note})
            EXPECT_LE(metrics.horizontalAdvance(text), numbers->cell(i).width() - 20)
                << qPrintable(text);
    for (const auto* button : nodes().findChildren<QPushButton*>())
        if (button->isVisible()) {
            EXPECT_GE(button->width(), button->sizeHint().width()) << qPrintable(button->text());
        }
}

// Wherever it is dragged, the row under the pointer can be read.
TEST_F(ConsoleTest, ADraggedQuotaIsANameBesideThePointer) {
    const QPixmap picture = QuotaTreeView::dragPicture(QStringLiteral("team-c"), 1);
    EXPECT_LE(picture.height(), 30);
    EXPECT_LE(QuotaTreeView::dragPicture(QString(300, QLatin1Char('x')), 1).width(), 220);
}

TEST_F(ConsoleTest, RecentFilesSayInWhichFolderTheyLie) {
    auto* start = window->findChild<StartPage*>();
    start->setRecent({{QDir::homePath() + QStringLiteral("/pools/a.apportion"),
                       QStringLiteral("Pool A"), QDateTime::currentDateTime()},
                      {QStringLiteral("/srv/b.json"), {}, QDateTime::currentDateTime()}});
    const QAbstractItemModel* recent = nullptr;
    for (const TreeView* table : start->findChildren<TreeView*>())
        if (table->accessibleName() == QStringLiteral("Recent files"))
            recent = table->model();
    ASSERT_NE(recent, nullptr);
    ASSERT_EQ(recent->rowCount(), 2);
    const auto cell = [&](int row, int column) {
        return recent->index(row, column).data(CellRole).value<Cell>();
    };
    EXPECT_EQ(cell(0, 0).text, QStringLiteral("Pool A"));
    EXPECT_EQ(cell(0, 1).text, QStringLiteral("Project"));
    EXPECT_EQ(cell(1, 1).text, QStringLiteral("Scenario"));
    EXPECT_EQ(cell(0, 2).text, QStringLiteral("~/pools"));
    EXPECT_EQ(cell(0, 2).second, QStringLiteral("a.apportion"));
    EXPECT_EQ(cell(1, 2).text, QStringLiteral("/srv"));
    EXPECT_NE(cell(1, 0).icon, Icon::none);
}

TEST_F(ConsoleTest, ARecentFileHasTheNameOfItsPool) {
    const QString copy = copyOf("pool-128.json");
    open(copy);
    const auto named = [&] {
        const QList<RecentFile> files = settings.recentFiles();
        return !files.isEmpty() && files.front().path == copy &&
               files.front().name == qt(view().document.name);
    };
    EXPECT_TRUE(waitFor(named)) << qPrintable(settings.recentFiles().front().name);
    EXPECT_FALSE(view().document.name.empty());
    EXPECT_EQ(fileKindOf(QStringLiteral("/a/b.plan.json")), FileKind::plan);
}

// They mean to move by a row, or to its end, in every table.
TEST_F(ConsoleTest, NoActionTakesTheArrowsOfTables) {
    for (const ActionRow& row : window->actions().rows())
        for (const QKeySequence& keys : row.shortcuts)
            for (const int key : {Qt::Key_Up, Qt::Key_Down})
                EXPECT_NE(keys, QKeySequence(Qt::CTRL | key)) << row.name;
}

TEST_F(ConsoleTest, TheQueueSaysWhenItsWorkWouldStart) {
    open(sample("four-teams.json"));
    action(ActionId::toEnd)->trigger();
    auto* queue = window->findChild<OverviewPage*>()->findChild<WorkloadTable*>();
    ASSERT_NE(queue, nullptr);
    const auto start = [&] {
        return queue->model()->index(0, WorkloadModel::startColumn).data().toString();
    };
    EXPECT_TRUE(waitFor([&] { return !start().isEmpty(); }));
    EXPECT_TRUE(queue->isVisible());
    action(ActionId::playPause)->trigger();
    action(ActionId::toStart)->trigger();
    EXPECT_TRUE(waitFor([&] { return start().isEmpty(); })) << "nothing waits there";
}

TEST_F(ConsoleTest, ThePaletteGoesToADevice) {
    open(sample("pool-128.json"));
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* field = window->findChild<Palette*>()->findChild<QLineEdit*>();
    const std::string node = view().nodes.rows[2].name;
    QTest::keyClicks(field, QString::fromStdString(node) + QStringLiteral(", device 3"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(window->centre().page(window->centre().current()), &nodes());
    ASSERT_NE(nodes().map()->currentNode(), nullptr);
    EXPECT_EQ(nodes().map()->currentNode()->name, node);
    EXPECT_EQ(nodes().map()->currentDevice(), 3);
    // Its devices alone, by Tab.
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(field, QString::fromStdString(node));
    QTest::keyClick(field, Qt::Key_Tab);
    QTest::keyClicks(field, QStringLiteral("5"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(nodes().map()->currentDevice(), 5);
}

TEST_F(ConsoleTest, TypingInAFieldDoesNotPlay) {
    open(sample("four-teams.json"));
    QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
    auto* field = qobject_cast<QLineEdit*>(window->focusWidget());
    ASSERT_NE(field, nullptr);
    QTest::keyClicks(field, QStringLiteral("a b"));
    EXPECT_EQ(field->text(), QStringLiteral("a b"));
    QTest::qWait(300);
    EXPECT_FALSE(view().play.playing);
}

TEST_F(ConsoleTest, EditsAGuaranteeInPlaceAndUndoesIt) {
    open(copyOf("four-teams.json"));
    editGuarantee("team-d", 6);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    EXPECT_TRUE(window->isWindowModified());
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return !view().document.dirty; }));
}

// Not the sizes that the run began with.
TEST_F(ConsoleTest, AGuaranteeIsEditedAtTheMomentThatIsShown) {
    open(sample("pool-128.json"));
    const auto sizes = [this] {
        return std::pair(view().quotas[1].numbers.guaranteed, view().quotas[2].numbers.guaranteed);
    };
    ASSERT_EQ(sizes(), std::pair(56 * kOneGpu, 72 * kOneGpu)) << "since 9:30";
    editGuarantee("Quota1.1", 50);
    EXPECT_TRUE(waitFor([&] { return sizes() == std::pair(50 * kOneGpu, 72 * kOneGpu); }))
        << qPrintable(window->quotas().findChild<MessageBar*>()->sentence());
    action(ActionId::toStart)->trigger();
    EXPECT_TRUE(waitFor([&] { return sizes() == std::pair(48 * kOneGpu, 80 * kOneGpu); }));
}

TEST_F(ConsoleTest, ARefusedEditStandsInPlace) {
    open(copyOf("four-teams.json"));
    editGuarantee("team-d", 60);
    const auto* bar = window->quotas().findChild<MessageBar*>();
    ASSERT_NE(bar, nullptr);
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    EXPECT_TRUE(bar->sentence().contains(QStringLiteral("16"))) << qPrintable(bar->sentence());
    EXPECT_FALSE(view().document.dirty);
}

TEST_F(ConsoleTest, WhatWasWrongWithAFileIsListedUntilItIsClosed) {
    const QString wrong = profile.filePath(QStringLiteral("plan.json"));
    QFile plan(wrong);
    ASSERT_TRUE(plan.open(QIODevice::WriteOnly));
    plan.write(R"({"apportionPlan": 1, "base": {"scenario": "pool.json"}, "sets": []})");
    plan.close();
    open(copyOf("four-teams.json"));
    const int pool = window->issues().table()->model()->rowCount();
    window->files().open(wrong);
    ASSERT_TRUE(waitFor([this] { return window->issues().isVisible(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("plan.json")));
    const auto listed = [this] { return window->issues().table()->model(); };
    ASSERT_EQ(listed()->rowCount(), 1);
    action(ActionId::stepBack)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock < view().play.end; }));
    EXPECT_EQ(listed()->rowCount(), 1) << "the next view does not cover it";
    emit window->issues().closed();
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock == view().play.end; }));
    EXPECT_EQ(listed()->rowCount(), pool);
}

// Nothing of what was asked and said of a file is left when it is closed.
TEST_F(ConsoleTest, ClosingClearsDialogsAndMessages) {
    open(copyOf("four-teams.json"));
    window->policies().open(PreemptionLevel::self, QStringLiteral("team-a"));
    action(ActionId::settings)->trigger();
    window->notices().present({Tone::warn, QStringLiteral("of the file"), {}, {}});
    auto* about = window->findChild<PreemptionDialog*>();
    QPointer<SettingsDialog> settingsShown = window->findChild<SettingsDialog*>();
    ASSERT_TRUE(about != nullptr && about->isVisible() && settingsShown);
    QPointer<QWidget> policy = about;
    const auto line = [&] { return settingsShown->grab().toImage().pixelColor(200, 1); };
    EXPECT_EQ(line(), color(Role::replay));
    action(ActionId::closeFile)->trigger();
    ASSERT_TRUE(waitFor([this] { return !view().document.open; }));
    EXPECT_TRUE(waitFor([&] { return !policy || !policy->isVisible(); }));
    EXPECT_TRUE(waitFor([this] { return window->notices().text().isEmpty(); }));
    ASSERT_TRUE(settingsShown && settingsShown->isVisible()) << "it is about the program";
    EXPECT_NE(line(), color(Role::replay));
}

// Who gives a file on the command line sees it, not the start page before it.
TEST_F(ConsoleTest, AFileOpensWithoutTheStartPage) {
    MainWindow second(settings, consolePages());
    const auto* start = second.findChild<StartPage*>();
    second.files().open(copyOf("four-teams.json"));
    second.show();
    EXPECT_FALSE(start->isVisible());
    QSignalSpy views(&second.bridge(), &SessionBridge::changed);
    bool seen = false;
    EXPECT_TRUE(waitFor([&] {
        seen = seen || start->isVisible();
        return second.bridge().view()->document.open;
    }));
    EXPECT_FALSE(seen);
    EXPECT_GT(views.count(), 0);
    // One that is not opened leaves no empty window.
    MainWindow third(settings, consolePages());
    third.files().open(profile.filePath(QStringLiteral("missing.json")));
    third.show();
    EXPECT_TRUE(waitFor([&] { return third.findChild<StartPage*>()->isVisible(); }));
}

// A message and the list of mistakes take room: what is below is reached all the same.
TEST_F(ConsoleTest, TheStartPageScrollsWhereRoomIsShort) {
    window->resize(1000, 600);
    window->issues().setVisible(true);
    window->notices().present({Tone::err, QStringLiteral("a mistake"), {}, {}});
    auto* start = window->findChild<StartPage*>();
    auto* area = start->findChild<QScrollArea*>();
    ASSERT_NE(area, nullptr);
    ASSERT_TRUE(waitFor([&] { return area->verticalScrollBar()->maximum() > 0; }));
    EXPECT_EQ(area->widget()->height(),
              area->viewport()->height() + area->verticalScrollBar()->maximum());
    EXPECT_GE(area->widget()->height(), area->widget()->minimumSizeHint().height());
    EXPECT_EQ(area->horizontalScrollBar()->maximum(), 0);
}

// Whoever reads on still sees of whom.
TEST_F(ConsoleTest, TheInspectorsTitleStaysWhenItScrolls) {
    window->resize(1440, 560);
    open(sample("pool-128.json"));
    window->selectQuota(QStringLiteral("Quota1.2"));
    ASSERT_TRUE(waitFor([this] { return window->isSettled(); }));
    QScrollArea* area = nullptr;
    for (auto* each : window->inspector().findChildren<QScrollArea*>())
        if (each->isVisible())
            area = each;
    ASSERT_NE(area, nullptr);
    ASSERT_TRUE(waitFor([&] { return area->verticalScrollBar()->maximum() > 40; }));
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    const InspectorTitle* title = nullptr;
    for (const auto* each : window->inspector().findChildren<InspectorTitle*>())
        if (each->isVisible())
            title = each;
    ASSERT_NE(title, nullptr);
    EXPECT_EQ(title->visibleRegion().boundingRect(), title->rect());
    EXPECT_LE(title->mapTo(window.get(), title->rect().bottomLeft()).y(),
              area->mapTo(window.get(), QPoint()).y());
}

TEST_F(ConsoleTest, ClosingAsksAboutUnsavedChanges) {
    const QString file = copyOf("four-teams.json");
    open(file);
    editGuarantee("team-d", 6);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    window->close();
    EXPECT_TRUE(window->isVisible());
    ASSERT_EQ(window->notices().buttons().size(), 3U);
    auto* save = qobject_cast<QAbstractButton*>(window->notices().buttons().front());
    EXPECT_TRUE(save->hasFocus());
    QTest::mouseClick(save, Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !window->isVisible(); }));
    window = std::make_unique<MainWindow>(settings, consolePages());
    open(file);
    EXPECT_EQ(view().quotas[3].numbers.guaranteed, 6 * kOneGpu);
}

TEST_F(ConsoleTest, EveryControlHasAName) {
    open(sample("pool-128.json"));
    for (QWidget* widget : window->findChildren<QWidget*>()) {
        const bool isPart = widget->objectName().startsWith(QLatin1String("qt_")) ||
                            qobject_cast<QAbstractItemView*>(widget->parentWidget()) ||
                            qobject_cast<QLineEdit*>(widget->parentWidget()) ||
                            qobject_cast<QTabBar*>(widget->parentWidget());
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        const bool isControl = button || qobject_cast<QLineEdit*>(widget) ||
                               qobject_cast<QAbstractItemView*>(widget) ||
                               qobject_cast<QTabBar*>(widget);
        if (!isControl || isPart || widget->isHidden() || !widget->isEnabledTo(window.get()))
            continue;
        const QString name = widget->accessibleName().isEmpty() && button
                                 ? button->text()
                                 : widget->accessibleName();
        EXPECT_FALSE(name.isEmpty())
            << widget->metaObject()->className() << " in "
            << widget->parentWidget()->metaObject()->className() << " of "
            << widget->parentWidget()->parentWidget()->accessibleName().toStdString();
    }
}

// Beside the pool's size the capacity is short by what is down: it says so at the place.

}  // namespace
}  // namespace apportion::ui
