// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tree_view.h"

#include <array>

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QHelpEvent>
#include <QStandardItemModel>
#include <QTest>
#include <QToolTip>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

QStandardItem* item(const Cell& cell) {
    auto* made = new QStandardItem;
    made->setData(QVariant::fromValue(cell), CellRole);
    return made;
}

class TableTest : public ::testing::Test {
protected:
    TableTest() {
        model.setHorizontalHeaderLabels(
            {QStringLiteral("Quota"), QStringLiteral("Used"), QStringLiteral("Why")});
        auto* group = item(Cell::words(QStringLiteral("Waiting"), QStringLiteral("2 workloads")));
        group->setData(true, GroupRole);
        group->setFlags(Qt::ItemIsEnabled);
        model.appendRow(group);
        add(QStringLiteral("Quota1.1"), QStringLiteral("48"), QStringLiteral("its \"48\", in use"));
        add(QStringLiteral("Quota1.2"), QStringLiteral("64"), QStringLiteral("tab\there"));
        view.setModel(&model);
        view.setColumns({{.minimum = 120}, {}, {.sizing = ColumnSpec::stretch}});
        view.resize(500, 200);
        view.show();
        QApplication::processEvents();
    }

    void add(const QString& name, const QString& used, const QString& why) {
        model.appendRow({item(Cell::name(name).withTeam(0)),
                         item(Cell::numberOf(used, QStringLiteral("80"))),
                         item(Cell::reason(reasonBadge(QStringLiteral("cap")), why))});
    }

    QStandardItemModel model;
    TreeView view{TreeView::Shape::table};
};

TEST_F(TableTest, WhoOnlyComesAlongHasChosenNothing) {
    int changes = 0;
    QObject::connect(view.selectionModel(), &QItemSelectionModel::currentChanged, &view,
                     [&changes] { ++changes; });
    QFocusEvent comes(QEvent::FocusIn, Qt::ShortcutFocusReason);
    QApplication::sendEvent(&view, &comes);
    EXPECT_FALSE(view.currentIndex().isValid());
    EXPECT_EQ(changes, 0);

    const auto seen = [&] { return view.viewport()->grab().toImage(); };
    view.activateWindow();
    view.setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.hasFocus(); }));
    const QImage focused = seen();
    view.clearFocus();
    EXPECT_NE(seen(), focused) << "it is seen where the focus is";

    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_TRUE(view.currentIndex().isValid()) << "a key chooses";
}

// A file that was opened has the focus in its tree, where nobody has tabbed to.
TEST_F(TableTest, TheFirstKeyShowsTheFocusAndTheMouseHidesIt) {
    const auto seen = [&] {
        QApplication::processEvents();
        return view.viewport()->grab().toImage();
    };
    view.window()->setAttribute(Qt::WA_KeyboardFocusChange, false);
    view.setFocus(Qt::OtherFocusReason);
    view.setCurrentIndex(model.index(1, 0));
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.currentIndex().row(), 2);
    const QImage byKey = seen();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(model.index(2, 0)).center());
    EXPECT_EQ(view.currentIndex().row(), 2);
    EXPECT_NE(seen(), byKey) << "the ring";
    EXPECT_FALSE(view.window()->testAttribute(Qt::WA_KeyboardFocusChange));
}

// Somebody who comes by Tab must see where he is, on a selected row too; a click needs no ring.
TEST_F(TableTest, ASelectedRowShowsTheFocusToTheKeyboard) {
    const auto seen = [&](bool focus, bool byKeyboard) {
        view.window()->setAttribute(Qt::WA_KeyboardFocusChange, byKeyboard);
        focus ? view.setFocus() : view.clearFocus();
        QApplication::processEvents();
        return view.viewport()->grab().toImage();
    };
    QApplication::setActiveWindow(&view);
    view.setCurrentIndex(model.index(1, 0));
    ASSERT_TRUE(view.selectionModel()->isSelected(model.index(1, 0)));
    const QImage without = seen(false, true);
    EXPECT_NE(seen(true, true), without);
    EXPECT_EQ(seen(true, false), without);
}

TEST_F(TableTest, CopiesTheSelectionAsTsvWithItsHead) {
    view.selectionModel()->select(model.index(2, 0),
                                  QItemSelectionModel::Select | QItemSelectionModel::Rows);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text().toStdString(),
              "Quota\tUsed\tWhy\nQuota1.2\t64 / 80\tuser cap: tab here\n");
}

TEST_F(TableTest, AllRowsAreTextWithTheHeadsOfGroupsAlone) {
    EXPECT_EQ(view.toText(false).toStdString(),
              "Quota\tUsed\tWhy\nWaiting\t\t\n"
              "Quota1.1\t48 / 80\tuser cap: its \"48\", in use\n"
              "Quota1.2\t64 / 80\tuser cap: tab here\n");
}

TEST_F(TableTest, CopiesColumnsAsTheyAreShown) {
    view.header()->moveSection(1, 0);
    view.header()->setSectionHidden(2, true);
    EXPECT_EQ(view.toText(false).split(QLatin1Char('\n'))[2], QStringLiteral("48 / 80\tQuota1.1"));
}

TEST_F(TableTest, StretchTakesTheRestAndNumbersFit) {
    const QHeaderView* header = view.header();
    EXPECT_EQ(header->length(), view.viewport()->width());
    EXPECT_GE(header->sectionSize(0), 120);
    const auto* delegate = qobject_cast<CellDelegate*>(view.itemDelegate());
    QStyleOptionViewItem option;
    option.widget = &view;
    EXPECT_GE(header->sectionSize(1), delegate->sizeHint(option, model.index(1, 1)).width());
}

TEST_F(TableTest, NoColumnGetsNarrowerWhileAnotherGrows) {
    view.setColumns({{ColumnSpec::stretch, 40}, {ColumnSpec::fit}, {ColumnSpec::fit}});
    const auto put = [&](int column, const QString& text) {
        model.setData(model.index(0, column), QVariant::fromValue(Cell::number(text)), CellRole);
    };
    for (int row = 0; row < model.rowCount(); ++row)
        for (const int column : {1, 2})
            model.setData(model.index(row, column),
                          QVariant::fromValue(Cell::number(QStringLiteral("12 min 30 s"))),
                          CellRole);
    QTest::qWait(10);  // as it lays them out for new columns
    const int wide = view.header()->sectionSize(1);
    for (int row = 0; row < model.rowCount(); ++row)
        model.setData(model.index(row, 1), QVariant::fromValue(Cell::number(QStringLiteral("1"))),
                      CellRole);
    put(2, QStringLiteral("1,234 h 59 min 59 s"));
    QTest::qWait(400);
    EXPECT_EQ(view.header()->sectionSize(1), wide);
}

// A name beside a reason that has a few words: those go first, then it is cut as far as it may be,
// and only then a column leaves.
TEST_F(TableTest, NamesAreCutLast) {
    QStandardItemModel works;
    works.setHorizontalHeaderLabels(
        {QStringLiteral("Name"), QStringLiteral("Starts"), QStringLiteral("Why")});
    const QString name = QString(30, QLatin1Char('m'));
    const QString starts = QStringLiteral("by 12:42, earlier if serve ends");
    works.appendRow({item(Cell::name(name).withBothEnds()), item(Cell::words(starts)),
                     item(Cell::words(QStringLiteral("2 GPUs on a node")))});
    view.setModel(&works);
    view.setColumns({{.minimum = 120, .width = 280, .isName = true},
                     {.minimum = 84, .width = 100, .mayHide = true},
                     {.sizing = ColumnSpec::stretch, .minimum = 80, .width = 160}});
    const auto widths = [&](int room) {
        view.resize(room, 200);
        QApplication::processEvents();
        view.columnLayout().apply();
        const QHeaderView* header = view.header();
        return std::array{header->sectionSize(0), header->sectionSize(1), header->sectionSize(2)};
    };
    const int wide = static_cast<const QAbstractItemView&>(view).sizeHintForColumn(1);
    const auto roomy = widths(1200);
    EXPECT_GE(roomy[0], static_cast<const QAbstractItemView&>(view).sizeHintForColumn(0))
        << "over its own most, where there is room";
    EXPECT_GE(roomy[1], wide) << "not cut while the last column has room";
    const auto full = widths(540);
    EXPECT_GE(full[0], 280);
    const auto reason = widths(470);
    EXPECT_EQ(reason[0], 280);
    EXPECT_EQ(reason[2], 470 - 280 - reason[1]) << "its words go first";
    const auto cut = widths(300);
    EXPECT_FALSE(view.header()->isSectionHidden(1)) << "while the name has enough of both ends";
    EXPECT_EQ(cut, (std::array{136, 84, 80}));
    const auto gone = widths(270);
    EXPECT_TRUE(view.header()->isSectionHidden(1));
    EXPECT_EQ(gone[0], 190);
}

TEST_F(TableTest, TitlesAtTheEdgesAreNotCut) {
    view.setColumns({{}, {}, {}});
    view.setPageMargin(40);
    model.setHorizontalHeaderLabels({QStringLiteral("Q"), QStringLiteral("Used"),
                                     QStringLiteral("A rather long title of a narrow column")});
    view.columnLayout().apply();
    const QFontMetrics metrics(QApplication::font("QHeaderView"));
    EXPECT_GE(view.header()->sectionSize(2),
              metrics.horizontalAdvance(QStringLiteral("A rather long title of a narrow column")) +
                  8 + 40);
}

TEST_F(TableTest, ATitleThatIsCutIsReadWholeInItsTip) {
    const QString title = model.headerData(1, Qt::Horizontal).toString();
    const auto tip = [&](int column = 1) {
        QToolTip::hideText();
        QHeaderView* header = view.header();
        const QPoint at(header->sectionViewportPosition(column) + 4, 4);
        QHelpEvent asks(QEvent::ToolTip, at, header->viewport()->mapToGlobal(at));
        QApplication::sendEvent(header->viewport(), &asks);
        return QToolTip::text();
    };
    view.header()->resizeSection(1, 200);
    EXPECT_NE(tip(), title);
    view.header()->resizeSection(1, 24);
    EXPECT_EQ(tip(), title);
    model.setHeaderData(1, Qt::Horizontal, QStringLiteral("About it"), Qt::ToolTipRole);
    EXPECT_EQ(tip(), title + QStringLiteral("\nAbout it"));
    // At the edges it needs more room.
    view.setPageMargin(40);
    for (const int column : {0, 2}) {
        view.header()->resizeSection(column, view.header()->sectionSizeHint(column) + 10);
        EXPECT_EQ(tip(column), model.headerData(column, Qt::Horizontal).toString());
    }
}

TEST_F(TableTest, ATipIsBrokenIntoLinesThatCanBeRead) {
    const QString text = QStringLiteral("word ").repeated(60).trimmed();
    const QString broken = brokenText(text);
    for (const QString& line : broken.split(QLatin1Char('\n')))
        EXPECT_LE(line.size(), 72);
    EXPECT_EQ(QString(broken).replace(QLatin1Char('\n'), QLatin1Char(' ')), text);
    EXPECT_EQ(brokenText(QStringLiteral("one\n\ntwo  words")), QStringLiteral("one\n\ntwo  words"));
    model.setData(model.index(1, 0), text, Qt::ToolTipRole);
    const QPoint at = view.visualRect(model.index(1, 0)).center();
    QHelpEvent asks(QEvent::ToolTip, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(view.viewport(), &asks);
    EXPECT_EQ(QToolTip::text(), broken);
    QToolTip::hideText();
}

TEST_F(TableTest, GroupRowsWidenNoColumn) {
    QStyleOptionViewItem option;
    option.widget = &view;
    const auto* delegate = qobject_cast<CellDelegate*>(view.itemDelegate());
    EXPECT_LT(delegate->sizeHint(option, model.index(0, 0)).width(), 40);
}

TEST_F(TableTest, KeepsWhatTheUserGaveAColumn) {
    view.header()->resizeSection(0, 200);
    view.resize(620, 200);
    QApplication::processEvents();
    EXPECT_EQ(view.header()->sectionSize(0), 200);
    EXPECT_EQ(view.header()->length(), view.viewport()->width());
    view.columnLayout().reset();
    QApplication::processEvents();
    EXPECT_LT(view.header()->sectionSize(0), 200);
}

TEST_F(TableTest, ColumnsThatMayGoLeaveFromTheRight) {
    view.setColumns({{.minimum = 120}, {.mayHide = true}, {.minimum = 200, .mayHide = true}});
    view.resize(230, 200);
    QApplication::processEvents();
    EXPECT_FALSE(view.header()->isSectionHidden(1));
    EXPECT_TRUE(view.header()->isSectionHidden(2));
    view.resize(800, 200);
    QApplication::processEvents();
    EXPECT_FALSE(view.header()->isSectionHidden(2)) << "it comes back";
}

// A wider view never shows less: whoever can be narrower is, before another one goes.
TEST_F(TableTest, NoneLeavesWhileOthersCanBeNarrower) {
    model.setData(model.index(1, 0), QVariant::fromValue(Cell::name(QString(40, QLatin1Char('m')))),
                  CellRole);
    view.setColumns({{ColumnSpec::fit, 100, 300},
                     {ColumnSpec::fixed, 80, 200},
                     {ColumnSpec::fixed, 100, 100, true}});
    view.resize(320, 200);
    QApplication::processEvents();
    EXPECT_FALSE(view.header()->isSectionHidden(2));
    EXPECT_LE(view.header()->length(), view.viewport()->width());
    view.resize(270, 200);
    QApplication::processEvents();
    EXPECT_TRUE(view.header()->isSectionHidden(2)) << "now there is no room";
    EXPECT_LE(view.header()->length(), view.viewport()->width());
}

TEST_F(TableTest, WhereRoomIsShortWideColumnsGiveWay) {
    view.setColumns({{ColumnSpec::stretch, 120}, {ColumnSpec::fixed, 60, 140}, {}});
    view.resize(600, 200);
    QApplication::processEvents();
    EXPECT_EQ(view.header()->sectionSize(1), 140);
    const int last = view.header()->sectionSize(2);
    view.resize(120 + 100 + last, 200);
    QApplication::processEvents();
    EXPECT_LT(view.header()->sectionSize(1), 140);
    EXPECT_GE(view.header()->sectionSize(0), 120);
    EXPECT_EQ(view.header()->length(), view.viewport()->width()) << "nothing to scroll";
    view.resize(100 + last, 200);
    QApplication::processEvents();
    EXPECT_EQ(view.header()->sectionSize(1), 60) << "its least";
    view.columnLayout().setUserWidths({0, 130, 0});
    QApplication::processEvents();
    EXPECT_EQ(view.header()->sectionSize(1), 130) << "a person's own width holds";
}

TEST_F(TableTest, SelectionFillsTheRowFromEdgeToEdge) {
    view.selectionModel()->select(model.index(1, 0),
                                  QItemSelectionModel::Select | QItemSelectionModel::Rows);
    const QImage image = view.viewport()->grab().toImage();
    const int y = view.visualRect(model.index(1, 0)).top() + 2;
    EXPECT_EQ(image.pixelColor(1, y), color(Role::accentText)) << "3 px edge";
    EXPECT_EQ(image.pixelColor(2, y), color(Role::accentText));
    EXPECT_EQ(image.pixelColor(3, y), color(Role::accentSoft));
    EXPECT_EQ(image.pixelColor(view.viewport()->width() - 1, y), color(Role::accentSoft));
    const int group = view.visualRect(model.index(0, 0)).center().y();
    EXPECT_EQ(image.pixelColor(view.viewport()->width() - 12, group), color(Role::sunken));
}

TEST_F(TableTest, RowsGrowWithTheLookNotWithTheContents) {
    EXPECT_EQ(view.visualRect(model.index(1, 0)).height(), 28);
    view.setRowHeight(36);
    QApplication::processEvents();
    EXPECT_EQ(view.visualRect(model.index(1, 0)).height(), 36);
}

TEST_F(TableTest, FirstTextStartsOnThePageMargin) {
    EXPECT_EQ(view.padsOf(0).left(), 16);
    EXPECT_EQ(view.padsOf(1).left(), 8);
    EXPECT_EQ(view.padsOf(2).right(), 16);
    view.setPageMargin(12);
    EXPECT_EQ(view.padsOf(0).left(), 12);
    view.header()->setSectionHidden(2, true);
    EXPECT_EQ(view.padsOf(1).right(), 12) << "the last one shown ends on the margin";
    view.setPageMargin(0);
    EXPECT_GE(view.padsOf(0).left(), 4) << "the ring of the focus and the edge have their room";
}

TEST_F(TableTest, AChangedCellFlashesForAMoment) {
    view.flash(model.index(1, 1));
    const QRect cell = view.visualRect(model.index(1, 1));
    const QPoint inside(cell.left() + 6, cell.center().y());
    EXPECT_EQ(view.viewport()->grab().toImage().pixelColor(inside), color(Role::accentSoft));
    QTest::qWait(700);
    EXPECT_EQ(view.viewport()->grab().toImage().pixelColor(inside), color(Role::surface));
}

TEST(Tree, BranchArrowsStandInTheIndentation) {
    QStandardItemModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setHorizontalHeaderLabels({QStringLiteral("Quota")});
    model.appendRow(item(Cell::name(QStringLiteral("Quota1")).withTeam(0)));
    model.item(0)->appendRow(item(Cell::name(QStringLiteral("Quota1.1")).withTeam(1)));
    TreeView view(TreeView::Shape::tree);
    view.setPageMargin(12);
    view.setModel(&model);
    view.setColumns({{.sizing = ColumnSpec::stretch}});
    view.resize(300, 120);
    view.expandAll();
    view.show();
    QApplication::processEvents();
    const QImage image = view.viewport()->grab().toImage();
    const auto dotAt = [&](const QModelIndex& index, int team) {
        const int y = view.visualRect(index).center().y();
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == teamColor(team))
                return x;
        return -1;
    };
    EXPECT_EQ(dotAt(model.index(0, 0), 0), 20);
    EXPECT_EQ(dotAt(model.index(0, 0, model.index(0, 0)), 1), 34) << "indented by 14";
    EXPECT_EQ(view.visualRect(model.index(0, 0)).height(), 30);
}

TEST(Cells, SayThemselvesAsText) {
    EXPECT_EQ(Cell::change(QStringLiteral("48"), QStringLiteral("56")).plainText(),
              QStringLiteral("48 \u2192 56"));
    EXPECT_EQ(Cell::numberOf(QStringLiteral("64"), QStringLiteral("80")).plainText(),
              QStringLiteral("64 / 80"));
    EXPECT_EQ(Cell::label(reasonBadge(QStringLiteral("no-capacity"))).plainText(),
              QStringLiteral("no capacity"));
    EXPECT_EQ(Cell::usage({.guarantee = 48, .own = 24}).plainText(),
              QStringLiteral("24 own, of 48 guaranteed"));
}

TEST(Cells, EveryReasonHasTwoWords) {
    for (const char* code : {"forbidden", "max-priority", "never-fits", "gpu-type",
                             "blocked-by-head", "cap", "over-limit", "non-preemptible-over-quota",
                             "over-quota-off", "kept-back", "waiting-for-victims", "fragmented",
                             "above-fair-share", "no-eligible-victims", "no-capacity"}) {
        const Badge badge = reasonBadge(QLatin1String(code));
        EXPECT_FALSE(badge.text.contains(QLatin1Char('-'))) << code;
        EXPECT_NE(badge.icon, Icon::none) << code;
        EXPECT_NE(badge.tone, Tone::neutral) << code;
    }
    EXPECT_EQ(reasonBadge(QStringLiteral("brand-new")).text, QStringLiteral("brand-new"));
}

}  // namespace
}  // namespace apportion::ui
