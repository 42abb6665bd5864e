// SPDX-License-Identifier: GPL-3.0-or-later
// Where a new file is put, and under which name.
#include "ui/widgets/save_dialog.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include "ui/widgets/message_bar.h"

namespace apportion::ui {
namespace {

class SaveDialogTest : public ::testing::Test {
protected:
    // As it is taken; empty = it is not.
    static QString taken(const QString& name, const QString& beside, const QString& typed = {}) {
        auto* dialog = new SaveDialog(nullptr, QStringLiteral("Save"),
                                      QStringLiteral("Projects (*.apportion *.apportion.gz)"),
                                      QStringLiteral("apportion"));
        QSignalSpy selected(dialog, &QFileDialog::fileSelected);
        dialog->propose(name, beside);
        dialog->open();
        auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        if (!typed.isEmpty())
            field->setText(typed);
        dialog->accept();
        QString path = selected.isEmpty() ? QString() : selected.first().first().toString();
        dialog->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return path;
    }

    QTemporaryDir folder_;
};

TEST_F(SaveDialogTest, StandsBesideWhatItIsMadeFromElseWhereTheLastOneWasPut) {
    const QString beside = folder_.filePath(QStringLiteral("pool.json"));
    EXPECT_EQ(taken(QStringLiteral("pool"), beside),
              folder_.filePath(QStringLiteral("pool.apportion")));
    EXPECT_EQ(taken(QStringLiteral("other"), {}),
              folder_.filePath(QStringLiteral("other.apportion")));
    EXPECT_EQ(SaveDialog::startFolder(QStringLiteral("/no/such/folder/x.json")), folder_.path());
}

// Before it is asked whether a file of that name is replaced.
TEST_F(SaveDialogTest, ANameHasItsSuffixWhateverDotsItHas) {
    const QString beside = folder_.filePath(QStringLiteral("pool.json"));
    EXPECT_EQ(QFileInfo(taken(QStringLiteral("Quota1.2"), beside)).fileName(),
              QStringLiteral("Quota1.2.apportion"));
    EXPECT_EQ(QFileInfo(taken(QStringLiteral("x"), beside, QStringLiteral("pool.v2"))).fileName(),
              QStringLiteral("pool.v2.apportion"));
    EXPECT_EQ(
        QFileInfo(taken(QStringLiteral("x"), beside, QStringLiteral("x.apportion.gz"))).fileName(),
        QStringLiteral("x.apportion.gz"))
        << "another of the same kind";
    EXPECT_EQ(QFileInfo(taken(QStringLiteral("x.apportion"), beside)).fileName(),
              QStringLiteral("x.apportion"));
    EXPECT_EQ(QFileInfo(taken(QStringLiteral("A/B: the pool"), beside)).fileName(),
              QStringLiteral("A-B- the pool.apportion"));
}

TEST_F(SaveDialogTest, OfASuffixOfTwoPartsTheLastMayBeTyped) {
    for (const char* typed : {"next.json", "next.plan.json", "next"}) {
        auto* dialog =
            new SaveDialog(nullptr, QStringLiteral("Save"), QStringLiteral("Plans (*.plan.json)"),
                           QStringLiteral("plan.json"));
        QSignalSpy selected(dialog, &QFileDialog::fileSelected);
        dialog->propose(QStringLiteral("x"), folder_.filePath(QStringLiteral("pool.json")));
        dialog->open();
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))
            ->setText(QString::fromUtf8(typed));
        dialog->accept();
        ASSERT_EQ(selected.count(), 1);
        EXPECT_EQ(QFileInfo(selected.first().first().toString()).fileName(),
                  QStringLiteral("next.plan.json"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

// Whether the name was typed or is marked in the list.
TEST_F(SaveDialogTest, WhereNothingIsReplacedANameThatIsTakenIsToldAtOnceAndAFreeOneIsProposed) {
    for (const char* taken : {"pool.apportion", "pool-2.apportion"}) {
        QFile file(folder_.filePath(QLatin1String(taken)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    }
    for (const bool marked : {false, true}) {
        auto* dialog =
            new SaveDialog(nullptr, QStringLiteral("Save"),
                           QStringLiteral("Projects (*.apportion)"), QStringLiteral("apportion"));
        dialog->keepExisting();
        dialog->propose(QStringLiteral("pool"), folder_.filePath(QStringLiteral("x.json")));
        QSignalSpy selected(dialog, &QFileDialog::fileSelected);
        dialog->open();
        auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        const auto* bar = dialog->findChild<MessageBar*>();
        ASSERT_NE(bar, nullptr);
        EXPECT_EQ(field->text(), QStringLiteral("pool-3.apportion")) << "nor is one proposed";
        EXPECT_FALSE(bar->isVisible());
        if (marked)
            dialog->selectFile(folder_.filePath(QStringLiteral("pool.apportion")));
        field->setText(QStringLiteral("pool.apportion"));
        dialog->accept();
        EXPECT_TRUE(selected.isEmpty());
        EXPECT_TRUE(dialog->isVisible());
        EXPECT_EQ(QApplication::activeModalWidget(), dialog) << "and nothing is asked";
        ASSERT_TRUE(bar->isVisible());
        EXPECT_EQ(
            bar->sentence(),
            QStringLiteral(
                "pool.apportion already exists and is not overwritten. pool-3.apportion is free."));
        EXPECT_EQ(field->text(), QStringLiteral("pool-3.apportion"));
        dialog->accept();
        ASSERT_EQ(selected.count(), 1);
        EXPECT_EQ(selected.first().first().toString(),
                  folder_.filePath(QStringLiteral("pool-3.apportion")));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

TEST_F(SaveDialogTest, AsksWhereToSaveAndNotWhereToLook) {
    const SaveDialog dialog(nullptr, QStringLiteral("Save"), QStringLiteral("Projects (*.x)"),
                            QStringLiteral("x"));
    EXPECT_EQ(dialog.labelText(QFileDialog::LookIn), QStringLiteral("Save in:"));
}

}  // namespace
}  // namespace apportion::ui
