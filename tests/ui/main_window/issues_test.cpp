// SPDX-License-Identifier: GPL-3.0-or-later
// Issues: told, gone to, mended by their button, and gone.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include "core/view/issues/most_of_a_kind.h"
#include "tests/core/view/standing.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/trial_model.h"
#include "ui/nodes/node_map.h"
#include "ui/nodes/nodes_page.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/trial_texts.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

// A quota that may not borrow while half of the pool lies idle, and a cordoned node.
constexpr const char* kTroubled = R"({"apportion": 1, "name": "troubled",
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 12}},
            {"name": "b", "guaranteed": {"gpu": 8}, "overQuota": "off"}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 2},
               {"name": "b-1", "quota": "b", "gpu": 8},
               {"name": "b-2", "quota": "b", "gpu": 2, "submit": 5}],
 "events": [{"at": 20, "do": "node", "node": "n-3", "state": "cordoned"}],
 "until": 100})";

class IssuesTest : public ConsoleTest {
protected:
    void SetUp() override {
        const QString path = profile.filePath(QStringLiteral("troubled.json"));
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(kTroubled);
        file.close();
        open(path);
        ASSERT_TRUE(window->showView(QStringLiteral("issues")));
        table = window->issues().table();
    }
    int rowOf(std::string_view validator) const {
        const auto* model = qobject_cast<const IssueModel*>(table->model());
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->issue(row).issue.validator == validator)
                return row;
        return -1;
    }
    QPushButton* fixOf(int row) const {
        const QWidget* room = table->indexWidget(table->model()->index(row, IssueModel::fixColumn));
        return room ? room->findChild<QPushButton*>() : nullptr;
    }

    static QString changesOf(const CommandDialog& dialog) {
        const auto* changes = dialog.findChild<FactList*>();
        return changes->isVisible() ? changes->accessibleDescription() : QString();
    }

    TreeView* table = nullptr;
};

TEST_F(IssuesTest, TheWorstComesFirst) {
    EXPECT_EQ(rowOf("over-capacity"), 0);
    EXPECT_GT(rowOf("idle-guarantee"), 0);
    const QModelIndex what = table->model()->index(0, IssueModel::whatColumn);
    EXPECT_TRUE(what.data(Qt::AccessibleTextRole).toString().startsWith(QStringLiteral("Error")));
    EXPECT_TRUE(what.data().toString().contains(
        QStringLiteral("total 20 GPUs, but the usable capacity is 16 GPUs")));
}

// Of a sentence that its row has no room for, whoever stands on it reads the whole.
TEST(IssuesPanel, WhatARowHasNoRoomForIsReadBelow) {
    IssueLine line;
    line.title = QStringLiteral("Larger than the fair share");
    line.what = QStringLiteral("embedding-nightly asks for 32 GPUs at once, more than the 9 ") +
                QStringLiteral("GPUs that long-context-128k-295 may claim; ").repeated(3);
    IssuesPanel panel;
    const auto isReadBelow = [&] {
        const auto labels = panel.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text() == line.what;
        });
    };
    panel.resize(800, 220);
    panel.show();
    panel.setIssues({line});
    panel.table()->columnLayout().apply();
    EXPECT_FALSE(isReadBelow()) << "nobody stands on it";
    panel.table()->setCurrentIndex(panel.table()->model()->index(0, 0));
    EXPECT_TRUE(isReadBelow());
    panel.resize(2400, 220);
    QApplication::processEvents();
    panel.table()->columnLayout().apply();
    EXPECT_FALSE(isReadBelow()) << "the row says it all";
    panel.resize(800, 220);
    QApplication::processEvents();
    panel.table()->columnLayout().apply();
    EXPECT_TRUE(isReadBelow());
    panel.setIssues({});
    EXPECT_FALSE(isReadBelow());
}

// An empty cell would look forgotten.
TEST_F(IssuesTest, WhereNoMomentIsKnownThatIsSaid) {
    const int row = rowOf("idle-guarantee");
    ASSERT_GE(row, 0);
    const auto* model = qobject_cast<const IssueModel*>(table->model());
    for (int each = 0; each < model->rowCount(); ++each) {
        const QModelIndex since = model->index(each, IssueModel::sinceColumn);
        EXPECT_FALSE(since.data().toString().isEmpty()) << each;
        EXPECT_EQ(since.data().toString() == QStringLiteral("–"),
                  since.data(Qt::ToolTipRole).toString().contains(QStringLiteral("not known")));
    }
}

// A crowd of one kind is not listed, but counted, and its last row leads to where all of it is.
TEST_F(IssuesTest, WhatIsLeftOutIsCountedAndLeadsToItsList) {
    View view;
    for (int i = 0; i < 55; ++i) {
        Issue issue;
        issue.validator = "unapproved";
        issue.severity = Severity::warning;
        issue.what = {"issue-unapproved", {}};
        issue.subjectKind = Issue::Subject::workload;
        issue.subject = "w" + std::to_string(i);
        view.issues.push_back(issue);
    }
    sumUpBeyondMost(view.issues);
    const std::vector<IssueLine> lines = issuesOf(view);
    EXPECT_EQ(countOf(lines, Severity::warning), 55);
    EXPECT_EQ(lines.back().title, lines.front().title);
    EXPECT_EQ(lines.back().what, QStringLiteral("35 more issues of this kind."));
    EXPECT_EQ(lines.back().where, QStringLiteral("Workloads"));
    EXPECT_TRUE(lines.back().fixText.isEmpty());
    auto* centre = window->findChild<Centre*>();
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    emit window->issues().jumpWanted(lines.back().issue);
    EXPECT_EQ(centre->current(), centre->indexOf(QStringLiteral("workloads")));
}

TEST_F(IssuesTest, TheButtonMendsItAndItIsGone) {
    QPushButton* fix = fixOf(rowOf("over-capacity"));
    ASSERT_NE(fix, nullptr);
    EXPECT_EQ(fix->text(), QStringLiteral("Return n-3 to service"));
    QTest::mouseClick(fix, Qt::LeftButton);
    CommandDialog* dialog = nullptr;
    const auto opens = [&] {
        dialog = window->findChild<CommandDialog*>();
        return dialog != nullptr && dialog->isUpToDate();
    };
    ASSERT_TRUE(waitFor(opens));
    EXPECT_EQ(dialog->applyButton()->text(), QStringLiteral("Return n-3 to service"));
    EXPECT_GE(rowOf("over-capacity"), 0) << "others start by it: first who";
    QTest::mouseClick(dialog->applyButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return rowOf("over-capacity") < 0; }));
    ASSERT_TRUE(waitFor([&] { return window->findChild<CommandDialog*>() == nullptr; }));
    // The other one by keyboard.
    ASSERT_TRUE(waitFor([&] { return rowOf("idle-guarantee") >= 0; }));
    table->setCurrentIndex(table->model()->index(rowOf("idle-guarantee"), 0));
    QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
    // A policy concerns others: first whom.
    ASSERT_TRUE(waitFor(opens));
    EXPECT_GE(rowOf("idle-guarantee"), 0) << "nothing is done yet";
    ASSERT_EQ(dialog->model()->rowCount(), 1);
    EXPECT_EQ(dialog->model()->index(0, 0).data().toString(), QStringLiteral("b-2 (b)"));
    EXPECT_EQ(dialog->model()->index(0, TrialModel::fateColumn).data().toString(),
              QStringLiteral("starts immediately"));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 start")))
        << qPrintable(dialog->consequence());
    EXPECT_EQ(dialog->applyButton()->text(), QStringLiteral("Turn on borrowing"));
    EXPECT_EQ(changesOf(*dialog), QStringLiteral("Borrowing of b: off → on"));
    QTest::keyClick(dialog, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return rowOf("idle-guarantee") < 0; }));
    EXPECT_EQ(view().key.waiting, 0) << "it borrows now";
}

// The owner takes it back every ten minutes, before anything is saved.
TEST_F(IssuesTest, AProtectionSaysWhatItSetsBeforeItIsSet) {
    QByteArray text = R"({"apportion": 1, "name": "thrashing", "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "own", "guaranteed": {"gpu": 4}}, {"name": "guest", "guaranteed": {"gpu": 0}}],
 "workloads": [{"name": "guest-1", "quota": "guest", "gpu": 4, "priority": 2,
                "checkpoint": 3600})";
    for (int i = 1; i <= 4; ++i)
        text += QStringLiteral(R"(, {"name": "own-%1", "quota": "own", "gpu": 4, "duration": 60,
                                    "submit": %2})")
                    .arg(i)
                    .arg(i * 600)
                    .toUtf8();
    const QString path = profile.filePath(QStringLiteral("thrashing.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text + R"(], "until": 2410})");
    file.close();
    open(path);
    ASSERT_TRUE(waitFor([&] { return rowOf("thrashing") >= 0; }));
    QPushButton* fix = fixOf(rowOf("thrashing"));
    ASSERT_NE(fix, nullptr);
    EXPECT_EQ(fix->text(), QStringLiteral("Minimum runtime of 1 h 00 min"));
    QTest::mouseClick(fix, Qt::LeftButton);
    CommandDialog* dialog = nullptr;
    ASSERT_TRUE(waitFor([&] {
        dialog = window->findChild<CommandDialog*>();
        return dialog != nullptr && dialog->isUpToDate();
    }));
    EXPECT_EQ(changesOf(*dialog),
              QStringLiteral("Minimum runtime of guest: inherited (0 s) → 1 h 00 min"));
}

// Whatever the language makes of it.
TEST_F(IssuesTest, NoWordOnAButtonIsCut) {
    std::vector<IssueLine> lines = issuesOf(view());
    lines.front().fixText = QStringLiteral("Ŵîdërŵîdërŵîdërŵîdër ŵîdërŵîdërŵîdër than before");
    window->issues().setIssues(lines);
    table->columnLayout().apply();
    QApplication::processEvents();
    const QPushButton* fix = fixOf(0);
    ASSERT_NE(fix, nullptr);
    EXPECT_GE(fix->width(), fix->sizeHint().width());
}

// Where the pane is low, what is meant would stand below its end.
TEST_F(IssuesTest, WhatIsAskedForIsBroughtIntoSight) {
    open(sample("pool-128.json"));
    window->resize(1280, 560);
    const auto seen = [&](const char* head) {
        for (const QLabel* label : window->findChildren<QLabel*>())
            if (label->isVisible() && label->text().startsWith(QString::fromLatin1(head)))
                for (const QWidget* at = label->parentWidget(); at; at = at->parentWidget())
                    if (const auto* area = qobject_cast<const QScrollArea*>(at))
                        return area->viewport()->rect().contains(
                            QRect(label->mapTo(area->viewport(), QPoint()), label->size()));
        return false;
    };
    ASSERT_TRUE(waitFor([&] { return rowOf("lent-upward") >= 0; }));
    QPushButton* fix = fixOf(rowOf("lent-upward"));
    ASSERT_NE(fix, nullptr);
    ASSERT_EQ(fix->text(), QStringLiteral("See what returns it"));
    QTest::mouseClick(fix, Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return window->isSettled() && seen("What gives it back"); }));
    // Asked for again, when one has scrolled away from it.
    for (QScrollArea* area : window->findChildren<QScrollArea*>())
        area->verticalScrollBar()->setValue(0);
    EXPECT_FALSE(seen("What gives it back"));
    QTest::mouseClick(fix, Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return window->isSettled() && seen("What gives it back"); }));
}

TEST_F(IssuesTest, ShowInTheStripStaysWhereItIs) {
    auto* strip = window->findChild<IssuesStrip*>();
    QToolButton* show = nullptr;
    for (QToolButton* each : strip->findChildren<QToolButton*>())
        if (each->text() == QStringLiteral("Show"))
            show = each;
    ASSERT_NE(show, nullptr);
    for (const int width : {1440, 1000}) {
        window->resize(width, 700);
        QApplication::processEvents();
        const QRect before = show->geometry();
        strip->say(
            QStringLiteral("Something was done, and it is told in a sentence so long that "
                           "it has no room beside the other one in the line"));
        QApplication::processEvents();
        EXPECT_EQ(show->geometry(), before) << width;
        EXPECT_TRUE(strip->rect().contains(show->geometry()));
        strip->say(QStringLiteral("Done"));
        QApplication::processEvents();
        EXPECT_EQ(show->geometry(), before) << width;
    }
}

TEST(TrialModel, IsAModelWithTheWorstFirst) {
    TrialModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    Effect trial;
    trial.started = {"gains"};
    constexpr Duration hour = 3600 * kSecond;
    trial.shifted = {{"sooner", "a", -hour}, {"later", "a", hour}};
    Effect::Hit hit;
    hit.workload = "victim";
    trial.evicted.push_back(hit);
    model.setTrial(trial, View{});
    ASSERT_EQ(model.rowCount(), 4);
    QStringList names;
    for (int row = 0; row < 4; ++row)
        names << model.index(row, 0).data().toString();
    EXPECT_EQ(names, QStringList({"victim", "later", "gains", "sooner"}));
    EXPECT_EQ(model.index(1, TrialModel::fateColumn).data().toString(),
              QStringLiteral("starts 1 h 00 min later"));
    EXPECT_EQ(trialSummary(trial).count(QLatin1Char('1')), 4) << qPrintable(trialSummary(trial));
    model.setTrial({}, View{});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(IssuesTest, EnterGoesThere) {
    table->setCurrentIndex(table->model()->index(rowOf("over-capacity"), 0));
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(window->centre().page(window->centre().current()), &nodes());
    ASSERT_NE(nodes().map()->currentNode(), nullptr);
    EXPECT_EQ(nodes().map()->currentNode()->name, "n-3");
    table->setCurrentIndex(table->model()->index(rowOf("idle-guarantee"), 0));
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(window->quotas().selected(), QStringLiteral("b"));
}

// The strip tells one issue, and its button leads to that one.
TEST_F(IssuesTest, TheStripGoesToTheIssueThatItTells) {
    auto* strip = window->findChild<IssuesStrip*>();
    const auto button = [&](const QString& text) {
        for (QToolButton* each : strip->findChildren<QToolButton*>())
            if (each->text().contains(text))
                return each;
        return static_cast<QToolButton*>(nullptr);
    };
    QToolButton* show = button(QStringLiteral("Show"));
    ASSERT_NE(show, nullptr);
    EXPECT_EQ(show->toolTip(), QStringLiteral("Go to n-3"));
    QTest::mouseClick(show, Qt::LeftButton);
    EXPECT_EQ(window->centre().page(window->centre().current()), &nodes());
    ASSERT_NE(nodes().map()->currentNode(), nullptr);
    EXPECT_EQ(nodes().map()->currentNode()->name, "n-3");
    // The counts list them all.
    action(ActionId::showIssues)->setChecked(false);
    QTest::mouseClick(button(QStringLiteral("error")), Qt::LeftButton);
    EXPECT_TRUE(action(ActionId::showIssues)->isChecked());
}

// Also where a filter hides what is to be shown.
TEST_F(IssuesTest, AClickOnWhereGoesThere) {
    auto* filter = window->quotas().findChild<QLineEdit*>();
    filter->setText(QStringLiteral("no such quota"));
    ASSERT_TRUE(waitFor([this] { return window->quotas().selected().isEmpty(); }));
    table->columnLayout().apply();
    const QModelIndex where =
        table->model()->index(rowOf("idle-guarantee"), IssueModel::whereColumn);
    EXPECT_EQ(where.data(Qt::ToolTipRole).toString(), QStringLiteral("Go to b"));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(where).center());
    EXPECT_EQ(window->quotas().selected(), QStringLiteral("b"));
    EXPECT_TRUE(filter->text().isEmpty());
}

TEST_F(IssuesTest, ButtonsStayWhileNumbersChange) {
    QPushButton* fix = fixOf(rowOf("idle-guarantee"));
    ASSERT_NE(fix, nullptr);
    std::vector<IssueLine> lines = issuesOf(view());
    for (IssueLine& line : lines)
        if (!line.title.isEmpty())
            line.what += QLatin1Char('!');
    window->issues().setIssues(lines);
    EXPECT_EQ(fixOf(rowOf("idle-guarantee")), fix);
    EXPECT_TRUE(table->model()->index(0, 0).data().toString().endsWith(QLatin1Char('!')));
}

// A key that is on its way when others come or go mends what it was meant for, or nothing.
TEST_F(IssuesTest, TheFocusGoesWithItsIssue) {
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    std::vector<IssueLine> lines = issuesOf(view());
    ASSERT_GT(lines.size(), 1U);
    const IssueLine first = lines.front();
    lines.erase(lines.begin());
    window->issues().setIssues(lines);
    fixOf(0)->setFocus();
    lines.insert(lines.begin(), first);
    window->issues().setIssues(lines);
    EXPECT_EQ(QApplication::focusWidget(), fixOf(1)) << "another came before it";
    lines[1].fixText += QStringLiteral(" in another way");
    window->issues().setIssues(lines);
    EXPECT_EQ(QApplication::focusWidget(), table) << "it would do something else";
    EXPECT_EQ(table->currentIndex().row(), 1);
    fixOf(0)->setFocus();
    lines.erase(lines.begin());
    window->issues().setIssues(lines);
    EXPECT_EQ(QApplication::focusWidget(), table) << "it went by itself";
    EXPECT_EQ(table->currentIndex().row(), 0);
    table->setCurrentIndex({});
    fixOf(0)->setFocus();
    window->issues().setIssues({});
    EXPECT_EQ(QApplication::focusWidget()->accessibleName(), QStringLiteral("Close the issues"));
}

TEST_F(IssuesTest, TheCurrentRowIsThatOfTheSameIssue) {
    std::vector<IssueLine> lines = issuesOf(view());
    const IssueLine first = lines.front();
    lines.erase(lines.begin());
    window->issues().setIssues(lines);
    table->setCurrentIndex(table->model()->index(0, 0));
    lines.insert(lines.begin(), first);
    window->issues().setIssues(lines);
    EXPECT_EQ(table->currentIndex().row(), 1);
}

// Whoever mends by keyboard goes on with the next that can be mended: what came into the place of
// the row may have nothing to press.
TEST_F(IssuesTest, WhoMendsOneGoesOnWithTheNextButton) {
    IssueLine mends = issuesOf(view())[static_cast<std::size_t>(rowOf("idle-guarantee"))];
    IssueLine plain = mends;
    plain.fixText.clear();
    const auto named = [](IssueLine line, const char* what) {
        line.what = QString::fromLatin1(what);
        line.title = line.what;
        line.issue.subject = what;
        return line;
    };
    IssuesPanel panel;
    panel.setIssues({named(mends, "a"), named(mends, "b"), named(plain, "c"), named(mends, "d"),
                     named(plain, "e")});
    panel.show();
    QApplication::setActiveWindow(&panel);
    ASSERT_TRUE(waitFor([&] { return panel.isActiveWindow(); }));
    const auto fix = [&](int row) {
        return panel.table()
            ->indexWidget(panel.table()->model()->index(row, IssueModel::fixColumn))
            ->findChild<QPushButton*>();
    };
    fix(1)->setFocus();
    QTest::keyClick(fix(1), Qt::Key_Space);
    panel.setIssues({named(mends, "a"), named(plain, "c"), named(mends, "d"), named(plain, "e")});
    EXPECT_EQ(QApplication::focusWidget(), fix(2));
    QTest::keyClick(fix(2), Qt::Key_Space);
    panel.setIssues({named(mends, "a"), named(plain, "c"), named(plain, "e")});
    EXPECT_EQ(QApplication::focusWidget(), fix(0)) << "none behind it: the last before it";
}

// A dialog has the focus while the row goes of which it was opened.
TEST_F(IssuesTest, TheFocusIsAmongTheRowsAgainAfterADialogHasMendedOne) {
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    QPushButton* fix = fixOf(rowOf("idle-guarantee"));
    ASSERT_NE(fix, nullptr);
    fix->setFocus();
    QTest::keyClick(fix, Qt::Key_Space);
    CommandDialog* dialog = nullptr;
    ASSERT_TRUE(waitFor([&] {
        dialog = window->findChild<CommandDialog*>();
        return dialog != nullptr && dialog->isUpToDate();
    }));
    QApplication::setActiveWindow(dialog);
    QTest::keyClick(dialog, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return rowOf("idle-guarantee") < 0; }));
    ASSERT_TRUE(waitFor([&] { return window->findChild<CommandDialog*>() == nullptr; }));
    QWidget* focus = window->focusWidget();
    ASSERT_NE(focus, nullptr);
    EXPECT_TRUE(window->issues().isAncestorOf(focus)) << focus->metaObject()->className();
}

TEST_F(IssuesTest, TheFocusStaysInThePanelWhenTheLastRowGoes) {
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    table->setFocus();
    window->issues().setIssues({});
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    EXPECT_EQ(QApplication::focusWidget()->accessibleName(), QStringLiteral("Close the issues"));
}

TEST(IssueLine, AloneItSaysWhomItIsAbout) {
    IssueLine line;
    line.what = QStringLiteral("It asks for 8 GPUs, and the limit of D is 6.");
    line.where = QStringLiteral("big");
    EXPECT_EQ(aloneText(line), line.what) << "of a file";
    line.issue.subjectKind = Issue::Subject::workload;
    EXPECT_EQ(aloneText(line), QStringLiteral("big: It asks for 8 GPUs, and the limit of D is 6."));
    line.where = QStringLiteral("D");
    EXPECT_EQ(aloneText(line), line.what);
}

TEST_F(IssuesTest, SinceIsToldInOneWayInAllRows) {
    const auto since = [](const std::string& epoch, Instant at, Instant now) {
        View view;
        view.document.epoch = epoch;
        view.clock = now;
        view.issues.emplace_back().since = at;
        return issuesOf(view).front().since;
    };
    constexpr Instant kHour = 3600 * kSecond;
    EXPECT_EQ(since({}, kHour, 2 * kHour), QStringLiteral("1:00:00"));
    EXPECT_EQ(since({}, kHour + 5 * kSecond, 2 * kHour), QStringLiteral("1:00:05"));
    EXPECT_EQ(since({}, -kHour, 2 * kHour), QStringLiteral("before the start"));
    EXPECT_EQ(since("2026-11-20T10:00:00Z", kHour, 2 * kHour), QStringLiteral("11:00"));
    EXPECT_TRUE(since("2026-11-20T10:00:00Z", kHour, 30 * kHour).endsWith(QStringLiteral(" 11:00")))
        << "of another day";
}

TEST_F(IssuesTest, IsAModel) {
    IssueModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_TRUE(model.setIssues(issuesOf(view())));
    EXPECT_FALSE(model.setIssues(issuesOf(view())));
    EXPECT_EQ(model.columnCount(), IssueModel::columns);
    EXPECT_TRUE(model.setIssues({}));
    EXPECT_EQ(model.rowCount(), 0);
}

// Where nothing is found that is said of what is shown, and of nothing else.
TEST(NoIssues, AreToldWithWhatIsTrueOfThePool) {
    View view;
    view.document.open = true;
    stand(view.document, Standing::live);
    EXPECT_EQ(noIssuesText(view), QStringLiteral("No issues"));
    view.document.trouble.resize(1);
    EXPECT_TRUE(noIssuesText(view).startsWith(QStringLiteral("Scheduling is halted")));
    view.document.trouble.clear();
    stand(view.document, Standing::resting);
    EXPECT_TRUE(noIssuesText(view).contains(QStringLiteral("not live")));
    stand(view.document, Standing::recorded);
    view.play.complete = true;
    view.play.end = view.clock = 60 * kSecond;
    EXPECT_EQ(noIssuesText(view), QStringLiteral("No issues"));
    view.clock = 30 * kSecond;
    EXPECT_EQ(noIssuesText(view), QStringLiteral("No issues at the time shown"));
}

// Of a file that nobody may write to here nothing is saved.
TEST(IssuesStripTest, AProjectThatIsOnlyReadIsNotToldAsSaved) {
    QAction list;
    QAction stop;
    IssuesStrip strip(&list, &stop);
    View view;
    view.document.open = true;
    stand(view.document, Standing::resting);
    view.document.revision = 12;
    view.play.complete = true;
    const auto told = [&] {
        strip.setStatus(view);
        QStringList texts;
        for (const QLabel* label : strip.findChildren<QLabel*>())
            texts << label->text();
        return texts.join(QLatin1Char('\n'));
    };
    EXPECT_TRUE(told().contains(QStringLiteral("Saved automatically · entry 12")));
    view.document.readOnly = true;
    EXPECT_TRUE(told().contains(QStringLiteral("Read-only · entry 12"))) << qPrintable(told());
    EXPECT_FALSE(told().contains(QStringLiteral("Saved")));
}

}  // namespace
}  // namespace apportion::ui
