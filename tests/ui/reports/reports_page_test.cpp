// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/reports_page.h"

#include <algorithm>

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QTest>
#include <QTextEdit>

#include "core/report/document.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/reports/report_pane.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

// Whether any label of it has these words.
bool hasLabel(const QWidget& page, const QString& words) {
    const auto labels = page.findChildren<TextLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const TextLabel* each) { return each->text().contains(words); });
}

class ReportsPageTest : public ConsoleTest {
protected:
    ReportsPage& page() const { return *window->findChild<ReportsPage*>(); }
    void openReports(const char* scenario = "four-teams.json") {
        open(copyOf(scenario));
        window->actions()["reports"]->trigger();
        ASSERT_TRUE(made());
    }
    bool made() const {
        return waitFor([this] { return page().isUpToDate() && page().preview()->isVisible(); });
    }
    QString shown() const { return page().preview()->toPlainText(); }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
        return file.readAll();
    }
};

TEST_F(ReportsPageTest, TheReportOfARunIsShownAsItIsPrinted) {
    openReports();
    EXPECT_FALSE(window->quotas().isVisible()) << "it takes all the room";
    EXPECT_TRUE(shown().contains(QStringLiteral("By team"))) << shown().toStdString();
    EXPECT_TRUE(shown().contains(QStringLiteral("team-d")));
    EXPECT_TRUE(shown().contains(QStringLiteral("Method")));
}

TEST_F(ReportsPageTest, TheScopeIsAChoiceAndTheRestStaysAsTotals) {
    openReports();
    QComboBox* scope = nullptr;
    for (QComboBox* each : page().pane()->findChildren<QComboBox*>())
        if (each->accessibleName() == QStringLiteral("What the report is about"))
            scope = each;
    ASSERT_NE(scope, nullptr);
    EXPECT_EQ(scope->currentText(), QStringLiteral("The whole pool"));
    EXPECT_TRUE(hasLabel(page(), QStringLiteral("All teams and users are shown by name.")));
    const QString others = QStringLiteral("Everything else is shown as totals without names.");
    EXPECT_FALSE(hasLabel(page(), others));
    scope->setCurrentIndex(scope->findData(QStringLiteral("quota:team-a")));
    emit scope->activated(scope->currentIndex());
    EXPECT_TRUE(hasLabel(page(), others));
    ASSERT_TRUE(waitFor([this] { return shown().contains(QStringLiteral("Only quota team-a")); }));
    EXPECT_TRUE(shown().contains(QStringLiteral("team-a")));
    EXPECT_FALSE(shown().contains(QStringLiteral("team-d")));
    EXPECT_TRUE(shown().contains(QStringLiteral("Other teams"))) << shown().toStdString();
}

TEST_F(ReportsPageTest, APartThatIsLeftOutIsInNoFile) {
    openReports();
    const auto parts = page().pane()->findChildren<QCheckBox*>();
    QCheckBox* users = nullptr;
    for (QCheckBox* part : parts)
        if (part->text() == QStringLiteral("Service"))
            users = part;
    ASSERT_NE(users, nullptr);
    users->click();
    EXPECT_FALSE(shown().contains(QStringLiteral("Service")));
    const QString html = profile.filePath(QStringLiteral("r.html"));
    EXPECT_EQ(page().writeAs(ReportsPage::Form::html, html), QString());
    EXPECT_FALSE(bytesOf(html).contains("id=\"service\""));
    EXPECT_TRUE(bytesOf(html).contains("id=\"teams\""));
}

TEST_F(ReportsPageTest, FourFormsSayTheSame) {
    openReports();
    const auto write = [&](ReportsPage::Form form, const char* name) {
        const QString path = profile.filePath(QString::fromLatin1(name));
        EXPECT_EQ(page().writeAs(form, path), QString()) << name;
        return path;
    };
    EXPECT_TRUE(bytesOf(write(ReportsPage::Form::pdf, "r.pdf")).startsWith("%PDF"));
    EXPECT_TRUE(bytesOf(write(ReportsPage::Form::html, "r.html")).contains("By team"));
    EXPECT_TRUE(bytesOf(write(ReportsPage::Form::json, "r.json")).contains("\"rows\""));
    const QString folder = write(ReportsPage::Form::csv, "r.csv");
    EXPECT_TRUE(bytesOf(folder + QStringLiteral("/teams.csv")).startsWith("Team,"));
    EXPECT_NE(page().writeAs(ReportsPage::Form::html, QStringLiteral("/nowhere/r.html")),
              QString());
}

TEST_F(ReportsPageTest, APriceThatCannotBeReadIsToldAndTheReportStays) {
    openReports();
    const QString before = shown();
    auto* price = page().pane()->findChild<QLineEdit*>(QStringLiteral("price"));
    ASSERT_NE(price, nullptr);
    QTest::keyClicks(price, QStringLiteral("two"));
    ASSERT_TRUE(waitFor([this] { return page().message()->isVisible(); }));
    EXPECT_EQ(shown(), before);
    price->clear();
    QTest::keyClicks(price, QStringLiteral("2.10"));
    ASSERT_TRUE(waitFor([&] { return shown().contains(QStringLiteral("Cost")); }));
    EXPECT_FALSE(page().message()->isVisible());
}

class ReportsOfAProject : public ProjectConsole {
protected:
    ReportsPage& page() const { return *window->findChild<ReportsPage*>(); }
    ReportPane& pane() const { return *page().pane(); }
    void openReports() {
        action("reports")->trigger();
        ASSERT_TRUE(waitFor([this] { return page().isVisible() && page().isUpToDate(); }));
    }
    QLineEdit& price() const { return *pane().findChild<QLineEdit*>(QStringLiteral("price")); }
    QPushButton& keep() const {
        QPushButton* found = nullptr;
        for (QPushButton* each : pane().findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Keep in project"))
                found = each;
        return *found;
    }
};

TEST_F(ReportsOfAProject, PricesAreThoseThatTheProjectKeeps) {
    makePool();
    openReports();
    EXPECT_FALSE(keep().isVisible()) << "there is nothing to keep";
    QTest::keyClicks(&price(), QStringLiteral("2.10, H100=2.50@2026-10-01"));
    EXPECT_EQ(pane().texts().prices.size(), 2U) << "of this report alone";
    ASSERT_TRUE(keep().isVisible());
    QTest::mouseClick(&keep(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return !keep().isVisible(); }));
    EXPECT_TRUE(pane().texts().prices.empty()) << "those of the project";
    price().clear();
    QTest::keyClicks(&price(), QStringLiteral("3"));
    ASSERT_TRUE(waitFor([this] { return page().isUpToDate(); }));
    EXPECT_TRUE(keep().isVisible());
    EXPECT_EQ(price().text(), QStringLiteral("3")) << "a report leaves what is typed";
}

TEST_F(ReportsOfAProject, TheHeadCountsEntriesOfTheHistory) {
    makePool();
    openReports();
    EXPECT_TRUE(hasLabel(page(), QStringLiteral("history entr")));
    EXPECT_FALSE(hasLabel(page(), QStringLiteral("journal")));
}

TEST_F(ReportsOfAProject, APriceThatIsNoneIsRefusedWhereItIsKept) {
    makePool();
    openReports();
    QTest::keyClicks(&price(), QStringLiteral("cheap"));
    QTest::mouseClick(&keep(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return page().message()->isVisible(); }));
    EXPECT_TRUE(keep().isVisible());
}

TEST_F(ReportsPageTest, ARecordedRunKeepsNoPrices) {
    openReports();
    for (QPushButton* each : page().pane()->findChildren<QPushButton*>())
        EXPECT_NE(each->text() == QStringLiteral("Keep in project") && each->isVisible(), true);
    QTest::keyClicks(page().pane()->findChild<QLineEdit*>(QStringLiteral("price")),
                     QStringLiteral("2.10"));
    for (QPushButton* each : page().pane()->findChildren<QPushButton*>())
        EXPECT_NE(each->text() == QStringLiteral("Keep in project") && each->isVisible(), true);
}

}  // namespace
}  // namespace apportion::ui
