// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps beside its quotas and workloads, listed, added and taken away.
#include "ui/pool_forms/kept_dialog.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QtTest/QSignalSpy>

#include "core/session/turn.h"
#include "tests/ui/quota_forms/project_fixture.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {
namespace {

class KeptDialogTest : public ProjectTest {
protected:
    void open(KeptDialog::Kind kind) {
        dialog = std::make_unique<KeptDialog>(bridge, runner, kind);
        dialog->show();
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return dialog->isUpToDate(); }));
    }
    bool hasRows(int rows) {
        return waitFor([&] { return table()->model()->rowCount() == rows; });
    }
    QTreeView* table() { return dialog->findChild<QTreeView*>(); }
    QString cell(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    QLineEdit* field(const char* name) {
        for (QLineEdit* each : dialog->findChildren<QLineEdit*>())
            if (each->accessibleName() == QLatin1String(name))
                return each;
        ADD_FAILURE() << name;
        return nullptr;
    }
    QPushButton* button(const char* text) {
        for (QPushButton* each : dialog->findChildren<QPushButton*>())
            if (each->text() == QString::fromUtf8(text))
                return each;
        ADD_FAILURE() << text;
        return nullptr;
    }
    void choose(int row) { table()->setCurrentIndex(table()->model()->index(row, 0)); }

    std::unique_ptr<KeptDialog> dialog;
};

TEST_F(KeptDialogTest, ATimetableIsMadeChangedAndDeleted) {
    make(kPool128);
    open(KeptDialog::Kind::timetables);
    EXPECT_FALSE(button("Save timetable")->isEnabled());
    EXPECT_EQ(dialog->consequence(), QStringLiteral("No guarantee follows a timetable."));
    QTest::keyClicks(field("Name"), QStringLiteral("night"));
    QTest::keyClicks(field("Steps"), QStringLiteral("25:00,Quota1.1=56"));
    QTest::mouseClick(button("Save timetable"), Qt::LeftButton);
    ASSERT_TRUE(
        waitFor([this] { return !dialog->findChild<MistakeLine*>()->sentence().isEmpty(); }));
    field("Steps")->setText(
        QStringLiteral("20:00,Quota1.1=40,Quota1.2=88 mon-fri@08:00,Quota1.1=48,Quota1.2=80"));
    QTest::keyClick(dialog.get(), Qt::Key_Return);
    ASSERT_TRUE(hasRows(1));
    EXPECT_EQ(cell(0, 0), QStringLiteral("night"));
    EXPECT_TRUE(cell(0, 1).contains(QStringLiteral("20:00"))) << qPrintable(cell(0, 1));
    choose(0);
    EXPECT_EQ(field("Name")->text(), QStringLiteral("night"));
    EXPECT_EQ(field("Steps")->text(), cell(0, 1));
    QTest::mouseClick(button("Delete timetable"), Qt::LeftButton);
    EXPECT_TRUE(hasRows(0));
}

TEST_F(KeptDialogTest, ARoleIsGrantedAndRevoked) {
    make(kPool128);
    open(KeptDialog::Kind::roles);
    const int before = table()->model()->rowCount();
    QTest::keyClicks(field("User"), QStringLiteral("ana"));
    QTest::mouseClick(button("Grant role"), Qt::LeftButton);
    ASSERT_TRUE(hasRows(before + 1));
    int row = -1;
    for (int i = 0; i <= before; ++i)
        if (cell(i, 0) == QStringLiteral("ana"))
            row = i;
    ASSERT_GE(row, 0);
    EXPECT_EQ(cell(row, 1), QStringLiteral("Viewer"));
    EXPECT_EQ(cell(row, 2), QStringLiteral("Whole pool"));
    choose(row);
    QTest::mouseClick(button("Revoke role"), Qt::LeftButton);
    EXPECT_TRUE(hasRows(before));
}

TEST_F(KeptDialogTest, ATemporaryChangeIsListedAndEndedNow) {
    make(kPool128);
    ASSERT_EQ(run(commandOf("scale", {{"sizes", "Quota1.1=40"}, {"for", "3600"}})), "");
    open(KeptDialog::Kind::temporaryChanges);
    ASSERT_TRUE(hasRows(1));
    EXPECT_TRUE(cell(0, 1).contains(QStringLiteral("Quota1.1: 48 → 40 GPUs")))
        << qPrintable(cell(0, 1));
    EXPECT_FALSE(button("End now")->isEnabled());
    choose(0);
    QTest::mouseClick(button("End now"), Qt::LeftButton);
    EXPECT_TRUE(hasRows(0));
    EXPECT_TRUE(waitFor([this] { return sizeOf("Quota1.1") == 48; }));
}

TEST_F(KeptDialogTest, ARestorePointIsNamedAndReturnedTo) {
    make(kPool128);
    open(KeptDialog::Kind::restorePoints);
    QTest::keyClicks(field("Name"), QStringLiteral("before"));
    QTest::mouseClick(button("Create restore point"), Qt::LeftButton);
    ASSERT_TRUE(hasRows(1));
    ASSERT_EQ(run(commandOf("scale", {{"sizes", "Quota1.1=40"}})), "");
    ASSERT_TRUE(waitFor([this] { return sizeOf("Quota1.1") == 40; }));
    bool restored = false;
    TurnRequest back;
    back.restorePoint = "before";
    std::optional<TurnTrial> tried;
    bridge.ask(bridge.session().tryTurn(back), &bridge,
               [&](const std::optional<TurnTrial>& trial) { tried = trial; });
    ASSERT_TRUE(waitFor([&] { return tried.has_value(); }));
    EXPECT_TRUE(tried->trial.refusal.empty());
    EXPECT_EQ(sizeOf("Quota1.1"), 40) << "tried only";
    QSignalSpy wanted(dialog.get(), &KeptDialog::restoreWanted);
    choose(0);
    QTest::mouseClick(button("Return to it…"), Qt::LeftButton);
    ASSERT_EQ(wanted.count(), 1);
    bridge.ask(bridge.session().turn(back), &bridge,
               [&](const Result<void>& done) { restored = done.has_value(); });
    ASSERT_TRUE(waitFor([&] { return restored; }));
    EXPECT_TRUE(waitFor([this] { return sizeOf("Quota1.1") == 48; }));
}

}  // namespace
}  // namespace apportion::ui
