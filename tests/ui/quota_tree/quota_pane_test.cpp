// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of quotas, clicked and typed into.
#include "ui/quota_tree/quota_pane.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolTip>
#include <QtTest/QSignalSpy>

#include "tests/core/view/standing.h"
#include "tests/ui/quota_forms/project_fixture.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/settings.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/search_field.h"

namespace apportion::ui {
namespace {

class QuotaPaneTest : public ProjectTest {
protected:
    QuotaPaneTest() : settings(folder.path()) { renew(); }

    void renew() {
        pane.reset();
        pane = std::make_unique<QuotaPane>(bridge, runner, settings);
        tester = std::make_unique<QAbstractItemModelTester>(
            pane->tree()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        pane->resize(900, 500);
        pane->show();
        pane->setView(bridge.view());
        QObject::connect(&bridge, &SessionBridge::changed, pane.get(), &QuotaPane::setView);
    }
    QTreeView& tree() { return *pane->tree(); }
    QModelIndex cell(const char* quota, int column = QuotaModel::nameColumn) {
        return qobject_cast<QuotaModel*>(tree().model())->indexOf(quota, column);
    }
    QStringList names() {
        QStringList names;
        for (QModelIndex row = tree().model()->index(0, 0); row.isValid();
             row = tree().indexBelow(row))
            names << row.data(Qt::AccessibleTextRole).toString();
        return names;
    }
    void choose(const QString& column) {
        emit pane->columnMenu()->aboutToShow();
        for (QAction* action : pane->columnMenu()->actions())
            if (action->text() == column) {
                action->trigger();
                return;
            }
        ADD_FAILURE() << column.toStdString();
    }
    QLineEdit* editor() { return qobject_cast<QLineEdit*>(QApplication::focusWidget()); }
    QWidget* field() {
        QWidget* field = tree().viewport()->findChild<QWidget*>(QStringLiteral("qt_editor"));
        for (QAbstractSpinBox* spin : tree().viewport()->findChildren<QAbstractSpinBox*>())
            field = spin;
        for (QLineEdit* line : tree().viewport()->findChildren<QLineEdit*>())
            if (!field)
                field = line;
        return field;
    }
    QString typed() {
        if (const auto* spin = qobject_cast<QAbstractSpinBox*>(field()))
            return spin->text();
        const auto* line = qobject_cast<QLineEdit*>(field());
        return line ? line->text() : QString();
    }
    void type(const char* text, Qt::Key end) {
        QWidget* field = this->field();
        ASSERT_NE(field, nullptr);
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, end);
    }

    Settings settings;
    std::unique_ptr<QuotaPane> pane;
    std::unique_ptr<QAbstractItemModelTester> tester;
};

TEST_F(QuotaPaneTest, AddedColumnsTakeNothingFromNamesAndBars) {
    make(kPool128);
    pane->resize(440, 500);
    for (int column = QuotaModel::kShownFirst; column < QuotaModel::columns; ++column)
        choose(tree().model()->headerData(column, Qt::Horizontal).toString());
    EXPECT_TRUE(waitFor([this] { return tree().columnWidth(QuotaModel::usageColumn) >= 96; }))
        << tree().columnWidth(QuotaModel::usageColumn);
    EXPECT_GE(tree().columnWidth(QuotaModel::nameColumn), 120);
    EXPECT_TRUE(waitFor([this] { return tree().horizontalScrollBar()->maximum() > 0; }));
}

TEST_F(QuotaPaneTest, ColumnsOrderAndOpenedRowsAreRememberedAndReset) {
    make(kPool128);
    ASSERT_EQ(names().size(), 3);
    EXPECT_FALSE(tree().isColumnHidden(QuotaModel::waitColumn));
    EXPECT_TRUE(tree().isColumnHidden(QuotaModel::weightColumn));
    choose(QStringLiteral("Weight"));
    choose(QStringLiteral("Asked"));
    EXPECT_FALSE(tree().isColumnHidden(QuotaModel::weightColumn));
    EXPECT_TRUE(tree().isColumnHidden(QuotaModel::waitColumn));
    QTest::mouseClick(
        tree().header()->viewport(), Qt::LeftButton, {},
        QPoint(tree().header()->sectionViewportPosition(QuotaModel::weightColumn) + 9, 10));
    EXPECT_EQ(names(), QStringList({"Quota1", "Quota1.2", "Quota1.1"}));
    tree().collapse(cell("Quota1"));
    EXPECT_EQ(names().size(), 1);
    renew();
    EXPECT_EQ(names().size(), 1);
    EXPECT_FALSE(tree().isColumnHidden(QuotaModel::weightColumn));
    tree().expand(cell("Quota1"));
    EXPECT_EQ(names(), QStringList({"Quota1", "Quota1.2", "Quota1.1"}));
    pane->resetLayout();
    EXPECT_EQ(names(), QStringList({"Quota1", "Quota1.1", "Quota1.2"}));
    EXPECT_TRUE(tree().isColumnHidden(QuotaModel::weightColumn));
    renew();
    EXPECT_EQ(names(), QStringList({"Quota1", "Quota1.1", "Quota1.2"}));
}

TEST_F(QuotaPaneTest, WhatIsClosedStaysClosedOverWhatIsSelected) {
    make(kPool128);
    pane->select(QStringLiteral("Quota1.2"));
    tree().collapse(cell("Quota1"));
    renew();
    pane->select(pane->remembered());
    EXPECT_EQ(names(), QStringList({"Quota1"}));
    pane->reveal(QStringLiteral("Quota1.2"));
    EXPECT_EQ(names().size(), 3) << "whoever asks for it sees it";
}

TEST_F(QuotaPaneTest, FiltersAsOneTypesAndKeepsWhatIsSelected) {
    make(kPool128);
    pane->select(QStringLiteral("Quota1.2"));
    auto* filter = pane->findChild<SearchField*>();
    QTest::keyClicks(filter, QStringLiteral(".2"));
    ASSERT_TRUE(waitFor([this] { return names().size() == 2; }));
    EXPECT_EQ(pane->selected(), QStringLiteral("Quota1.2"));
    filter->clear();
    ASSERT_TRUE(waitFor([this] { return names().size() == 3; }));
    ASSERT_EQ(run(commandOf("policy", {{"quota", "Quota1.1"}, {"set", R"({"overQuota":"off"})"}})),
              "");
    ASSERT_TRUE(waitFor([this] { return quota("Quota1.1")->policy.overQuota == OverQuota::off; }));
    QTest::keyClicks(filter, QStringLiteral("not borrow"));
    ASSERT_TRUE(waitFor([this] { return names() == QStringList({"Quota1", "Quota1.1"}); }));
}

TEST_F(QuotaPaneTest, CellsAreEditedInPlaceAndTabGoesOn) {
    make(kPool128);
    choose(QStringLiteral("Weight"));
    pane->select(QStringLiteral("Quota1.1"));
    pane->editSelected();
    type("40", Qt::Key_Tab);
    ASSERT_TRUE(waitFor([this] { return sizeOf("Quota1.1") == 40; }));
    ASSERT_TRUE(waitFor([this] {
        return static_cast<QuotaTreeView&>(tree()).isEditing() &&
               tree().currentIndex().column() == QuotaModel::weightColumn;
    }));
    type("7", Qt::Key_Return);
    ASSERT_TRUE(waitFor([this] { return quota("Quota1.1")->policy.weight == 7; }));
    tree().edit(cell("Quota1.1", QuotaModel::weightColumn));
    type("", Qt::Key_Return);
    EXPECT_TRUE(waitFor([this] { return !quota("Quota1.1")->policy.weight; }));
}

TEST_F(QuotaPaneTest, ARefusalStandsAboveTheRowsAndNothingChanges) {
    make(kPool128);
    tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
    type("99", Qt::Key_Return);
    auto* bar = pane->findChild<MessageBar*>();
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    EXPECT_TRUE(bar->sentence().contains(QStringLiteral("would total")));
    EXPECT_EQ(sizeOf("Quota1.1"), 48);
    // What was typed is there to be mended.
    ASSERT_TRUE(waitFor([this] { return static_cast<QuotaTreeView&>(tree()).isEditing(); }));
    EXPECT_EQ(typed(), QStringLiteral("99"));
    type("47", Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return !bar->isVisible() && sizeOf("Quota1.1") == 47; }));
}

// Whatever stood there: a whole number before does not make 76 of 7.6.
TEST_F(QuotaPaneTest, SizesHaveDecimalsAndWhatIsNoNumberIsNotTaken) {
    make(kPool128);
    tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
    EXPECT_EQ(typed(), QStringLiteral("48"));
    type("7.6", Qt::Key_Return);
    ASSERT_TRUE(waitFor([this] { return sizeOf("Quota1.1") != 48; }));
    EXPECT_EQ(quota("Quota1.1")->numbers.guaranteed, 76 * kOneGpu / 10);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
    EXPECT_EQ(typed(), QStringLiteral("7.6"));
    type("4x", Qt::Key_Return);
    EXPECT_TRUE(static_cast<QuotaTreeView&>(tree()).isEditing());
    EXPECT_EQ(typed(), QStringLiteral("4x"));
    EXPECT_TRUE(field()->property("error").toBool());
}

TEST_F(QuotaPaneTest, WhatCannotBeReadIsSaidAtTheField) {
    make(kPool128);
    const auto& view = static_cast<QuotaTreeView&>(tree());
    tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
    for (const Qt::Key end : {Qt::Key_Return, Qt::Key_Tab}) {
        type("alpha", end);
        EXPECT_TRUE(view.isEditing());
        EXPECT_EQ(QToolTip::text(),
                  QStringLiteral(
                      "“alpha” is not a number with at most 2 decimals. Esc restores the value."));
        type("47", Qt::Key_Home);
        EXPECT_TRUE(waitFor([] { return !QToolTip::isVisible(); })) << "it is mended";
    }
    EXPECT_EQ(field()->accessibleName(),
              tree().model()->headerData(QuotaModel::usedColumn, Qt::Horizontal).toString());
    // Nor is the part stored that could be read.
    QSignalSpy edits(qobject_cast<QuotaModel*>(tree().model()), &QuotaModel::edited);
    type("46", Qt::Key_Home);
    QTest::keyClick(field(), Qt::Key_X);
    pane->findChild<SearchField*>()->setFocus();
    EXPECT_TRUE(waitFor([&] { return !view.isEditing(); }));
    EXPECT_EQ(edits.count(), 0);
}

TEST_F(QuotaPaneTest, ADecimalCommaIsNotDropped) {
    make(kPool128);
    QSignalSpy edits(qobject_cast<QuotaModel*>(tree().model()), &QuotaModel::edited);
    pane->setLocale(QLocale(QLocale::English, QLocale::UnitedStates));
    tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
    type("4,5", Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return edits.count() == 1; }));
    EXPECT_EQ(edits[0].at(2).toString(), QStringLiteral("4.5"));
}

TEST_F(QuotaPaneTest, WhatWasRefusedIsGivenUpByEscAndByAnotherChange) {
    make(kPool128);
    auto* bar = pane->findChild<MessageBar*>();
    const auto refuse = [&] {
        tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
        type("99", Qt::Key_Return);
        ASSERT_TRUE(waitFor(
            [&] { return bar->isVisible() && static_cast<QuotaTreeView&>(tree()).isEditing(); }));
        EXPECT_EQ(typed(), QStringLiteral("99"));
    };
    refuse();
    type("98", Qt::Key_Escape);
    EXPECT_FALSE(bar->isVisible());
    ASSERT_TRUE(waitFor([this] { return !static_cast<QuotaTreeView&>(tree()).isEditing(); }));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    tree().edit(cell("Quota1.1", QuotaModel::usedColumn));
    EXPECT_EQ(typed(), QStringLiteral("48"));
    type("48", Qt::Key_Return);
    EXPECT_FALSE(bar->isVisible());
    ASSERT_TRUE(waitFor([this] { return !static_cast<QuotaTreeView&>(tree()).isEditing(); }));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    refuse();
    ASSERT_EQ(run(commandOf("policy", {{"quota", "Quota1.2"}, {"set", R"({"rank": 2})"}})), "");
    EXPECT_TRUE(waitFor([&] { return !bar->isVisible(); }));
}

TEST_F(QuotaPaneTest, WhatNoNumberIsRefusedWhereItWasTyped) {
    make(kPool128);
    choose(QStringLiteral("Weight"));
    tree().edit(cell("Quota1.1", QuotaModel::weightColumn));
    type("many", Qt::Key_Return);
    auto* bar = pane->findChild<MessageBar*>();
    ASSERT_TRUE(waitFor(
        [&] { return bar->isVisible() && static_cast<QuotaTreeView&>(tree()).isEditing(); }));
    EXPECT_EQ(typed(), QStringLiteral("many"));
}

TEST_F(QuotaPaneTest, WhereWorkStandsInTheWayTheWizardIsOffered) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 16}}],
 "workloads": [{"name": "firm", "quota": "left", "gpu": 8, "preemptible": false,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}}]})");
    tree().edit(cell("left", QuotaModel::usedColumn));
    type("4", Qt::Key_Return);
    auto* bar = pane->findChild<MessageBar*>();
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    QSignalSpy wanted(pane.get(), &QuotaPane::scalingWanted);
    emit bar->acted();
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0].at(0).value<ScaleTargets>(), (ScaleTargets{{"left", 4 * kOneGpu}}));
}

TEST_F(QuotaPaneTest, ARowIsDroppedOnSiblingsOnly) {
    make(kPool128);
    QSignalSpy moves(pane.get(), &QuotaPane::moveWanted);
    QAbstractItemModel* model = tree().model();
    const std::unique_ptr<QMimeData> data(model->mimeData({cell("Quota1.1")}));
    EXPECT_FALSE(model->canDropMimeData(data.get(), Qt::MoveAction, -1, -1, cell("Quota1")));
    EXPECT_FALSE(model->canDropMimeData(data.get(), Qt::MoveAction, -1, -1, cell("Quota1.1")));
    EXPECT_TRUE(model->canDropMimeData(data.get(), Qt::MoveAction, -1, -1, cell("Quota1.2")));
    model->dropMimeData(data.get(), Qt::MoveAction, -1, -1, cell("Quota1.2"));
    ASSERT_TRUE(waitFor([&] { return moves.count() == 1; }));
    EXPECT_EQ(moves[0].at(0).toString(), QStringLiteral("Quota1.1"));
    EXPECT_EQ(names().size(), 3);
}

TEST_F(QuotaPaneTest, TheFrameOfADropIsAroundWhatTakesIt) {
    make(kPool128);
    const std::unique_ptr<QMimeData> data(tree().model()->mimeData({cell("Quota1.1")}));
    const auto over = [&](const char* quota) {
        const QPoint at = tree().visualRect(cell(quota)).center();
        QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(tree().viewport(), &enter);
        QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(tree().viewport(), &move);
        return tree().showDropIndicator();
    };
    EXPECT_TRUE(over("Quota1.2"));
    EXPECT_FALSE(over("Quota1"));
    EXPECT_TRUE(over("Quota1.2"));
}

TEST_F(QuotaPaneTest, SeveralAreSelectedInOrderAndCopiedWithTheChosenColumns) {
    make(kPool128);
    tree().setCurrentIndex(cell("Quota1.2"));
    QTest::keyClick(&tree(), Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(pane->selectedAll(), QStringList({"Quota1.1", "Quota1.2"}));
    choose(QStringLiteral("Usage"));
    choose(QStringLiteral("Limit"));
    EXPECT_EQ(pane->tree()->toText(true).toStdString(),
              "Quota\tUsed (GPUs)\tGuaranteed (GPUs)\tWaiting (GPUs)\tLimit (GPUs)\n"
              "Quota1.1\t0\t48\t0\t\nQuota1.2\t0\t80\t0\t\n");
}

// For programs: whatever columns are chosen and rows are open.
TEST_F(QuotaPaneTest, TheExportHasEveryQuotaThatTheFilterLeaves) {
    make(kPool128);
    choose(QStringLiteral("Usage"));
    tree().collapseAll();
    const QString all = pane->csv();
    EXPECT_TRUE(all.startsWith(QStringLiteral("quota,team,parent,guaranteed_gpus,")));
    EXPECT_TRUE(all.contains(QStringLiteral("\r\nQuota1.1,Quota1.1,Quota1,48,")))
        << all.toStdString();
    EXPECT_EQ(all.count(QLatin1Char('\n')), 4);
    pane->findChild<SearchField*>()->setText(QStringLiteral(".2"));
    EXPECT_TRUE(waitFor([this] { return pane->csv().count(QLatin1Char('\n')) == 3; }));
}

// However many columns somebody chooses, in a pane of usual width.
TEST_F(QuotaPaneTest, MoreColumnsEatNoNames) {
    make(kPool128);
    pane->resize(372, 600);
    for (const char* column : {"Team", "Guaranteed", "Fair share", "Borrowed"})
        choose(QString::fromLatin1(column));
    ASSERT_TRUE(waitFor([this] { return tree().horizontalScrollBar()->maximum() > 0; }));
    EXPECT_GE(tree().header()->sectionSize(QuotaModel::nameColumn), 180);
    for (const char* column : {"Team", "Guaranteed", "Fair share", "Borrowed"})
        choose(QString::fromLatin1(column));
    EXPECT_TRUE(waitFor([this] { return tree().horizontalScrollBar()->maximum() == 0; }));
}

TEST_F(QuotaPaneTest, AFilterWithoutAMatchSaysSoAndIsCleared) {
    make(kPool128);
    auto* filter = pane->findChild<SearchField*>();
    filter->setText(QStringLiteral("nobody"));
    ASSERT_TRUE(waitFor([this] { return tree().isHidden(); }));
    auto* nothing = pane->findChild<EmptyState*>();
    ASSERT_TRUE(nothing->isVisible());
    QTest::mouseClick(nothing->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !tree().isHidden() && names().size() == 3; }));
    EXPECT_TRUE(filter->text().isEmpty());
}

TEST_F(QuotaPaneTest, TheMenuOfARowComesByKeyToo) {
    make(kPool128);
    QAction verb(QStringLiteral("verb"));
    pane->setVerbs({&verb});
    tree().setCurrentIndex(cell("Quota1.1"));
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(tree().viewport(), &event);
    QMenu* menu = nullptr;
    ASSERT_TRUE(waitFor([&] {
        menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        return menu != nullptr;
    }));
    EXPECT_EQ(menu->actions(), QList<QAction*>{&verb});
    menu->close();
}

TEST_F(QuotaPaneTest, WhatIsTakenBackLaterIsMarkedWithItsTime) {
    make(kPool128);
    auto view = std::make_shared<View>(*bridge.view());
    stand(view->document, Standing::live);
    view->quotas[1].reclaim = ReclaimAhead{view->clock + 580 * kSecond - 300, 8 * kOneGpu, true};
    pane->setView(view);
    const QModelIndex name = cell("Quota1.1");
    EXPECT_TRUE(name.data(CellRole).value<Cell>().marks.contains(Icon::hourglass));
    EXPECT_TRUE(name.data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("Taken back: 8 GPUs in 9 min 40 s")))
        << qPrintable(name.data(Qt::ToolTipRole).toString());
    pane->setView(bridge.view());
    EXPECT_FALSE(name.data(CellRole).value<Cell>().marks.contains(Icon::hourglass));
}

TEST_F(QuotaPaneTest, WhatWaitsForAnApprovalIsToldBesideWhatWaits) {
    make(kPool128);
    auto view = std::make_shared<View>(*bridge.view());
    view->quotas[1].unapproved = 2;
    pane->setView(view);
    const QModelIndex wait = cell("Quota1.1").siblingAtColumn(QuotaModel::waitColumn);
    EXPECT_TRUE(wait.data(Qt::ToolTipRole).toString().contains(QStringLiteral("2 more wait")))
        << qPrintable(wait.data(Qt::ToolTipRole).toString());
    pane->setView(bridge.view());
    EXPECT_FALSE(wait.data(Qt::ToolTipRole).toString().contains(QStringLiteral("approval")));
}

// A crowd is put in order by the session, and never opened as a whole.
TEST_F(QuotaPaneTest, ACrowdIsFilteredByTheSession) {
    auto crowd = std::make_shared<View>();
    crowd->document.open = true;
    crowd->document.file = "crowd";
    for (int i = 0; i < 1500; ++i) {
        QuotaRow row;
        row.name = row.team = "q" + std::to_string(i);
        row.parent = i % 100 == 0 ? -1 : i - i % 100;
        row.depth = row.parent < 0 ? 0 : 1;
        row.numbers.pending = i % 7 * kOneGpu;
        crowd->quotas.push_back(std::move(row));
    }
    QObject::disconnect(&bridge, nullptr, pane.get(), nullptr);
    qobject_cast<QuotaModel*>(tree().model())->setCrowdFrom(1000);
    pane->setView(crowd);
    ASSERT_TRUE(waitFor([this] { return pane->isSettled(); }));
    EXPECT_EQ(tree().model()->rowCount(), 15);
    pane->findChild<SearchField*>()->setText(QStringLiteral("q1442"));
    ASSERT_TRUE(waitFor([this] { return tree().model()->rowCount() == 1 && pane->isSettled(); }));
    EXPECT_EQ(names(), QStringList({"q1400", "q1442"}));
    pane->findChild<SearchField*>()->clear();
    ASSERT_TRUE(waitFor([this] { return tree().model()->rowCount() == 15; }));
    auto next = std::make_shared<View>(*crowd);
    next->quotas[5].numbers.pending = 99 * kOneGpu;
    QSignalSpy changes(tree().model(), &QAbstractItemModel::dataChanged);
    QSignalSpy resets(tree().model(), &QAbstractItemModel::modelReset);
    pane->setView(next);
    EXPECT_EQ(changes.count(), 16) << "one for each parent";
    EXPECT_EQ(resets.count(), 0);
}

// The key for it is taken by nobody else there.
TEST_F(QuotaPaneTest, NothingIsEditedInAFileThatCanOnlyBeRead) {
    make(kPool128);
    ASSERT_TRUE(waitFor([this] { return cell("Quota1.1").isValid(); }));
    EXPECT_TRUE(cell("Quota1.1").flags() & Qt::ItemIsEditable);
    View read = *bridge.view();
    read.document.readOnly = true;
    pane->setView(std::make_shared<const View>(read));
    EXPECT_FALSE(cell("Quota1.1").flags() & Qt::ItemIsEditable);
}

}  // namespace
}  // namespace apportion::ui
