// SPDX-License-Identifier: GPL-3.0-or-later
// A project whose disk has changed it: said where nobody overlooks it.
#include <SQLiteCpp/Database.h>

#include <QLabel>

#include "tests/ui/main_window/project_console.h"
#include "ui/files/notice_bar.h"
#include "ui/main_window/issues_strip.h"

namespace apportion::ui {
namespace {

using DamagedTest = ProjectConsole;

bool says(const QWidget* part, const QString& words) {
    for (const QLabel* label : part->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words))
            return true;
    return false;
}

TEST_F(DamagedTest, IsToldInABarAndNotAsSaved) {
    makePool();
    const auto* strip = window->findChild<IssuesStrip*>();
    const auto* notice = window->findChild<NoticeBar*>();
    EXPECT_TRUE(says(strip, QStringLiteral("Saved with every change")));
    EXPECT_FALSE(notice->isVisible());

    const QString left = profile.filePath(QStringLiteral("left.apportion"));
    for (const char* part : {"", "-wal"})
        ASSERT_TRUE(QFile::copy(file + QLatin1String(part), left + QLatin1String(part)));
    SQLite::Database(left.toStdString(), SQLite::OPEN_READWRITE)
        .exec("UPDATE journal SET hash = 'none' WHERE n = (SELECT max(n) FROM journal)");
    open(left);
    EXPECT_TRUE(waitFor([&] { return says(strip, QStringLiteral("nothing is written")); }));
    EXPECT_TRUE(waitFor([&] { return notice->isVisible(); }));
    EXPECT_TRUE(says(notice, QStringLiteral("damaged")));
    EXPECT_FALSE(says(strip, QStringLiteral("Saved with every change")));

    open(file);
    EXPECT_TRUE(waitFor([&] { return says(strip, QStringLiteral("Saved with every change")); }));
    EXPECT_FALSE(notice->isVisible());
}

}  // namespace
}  // namespace apportion::ui
