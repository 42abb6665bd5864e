// SPDX-License-Identifier: GPL-3.0-or-later
// Who leads team C reads no name of team B on any page, in any dialog, inspector or tool tip.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTextEdit>

#include "core/store/process_identity.h"
#include "tests/core/session/project/foreign_pool.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/render.h"
#include "ui/reports/report_pane.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {
namespace {

using testing::ForeignPool;

class ForeignNamesOnScreen : public ProjectConsole {
protected:
    void SetUp() override {
        ASSERT_TRUE(pool.isMade());
        open(qt(pool.path()));
    }

    static void readModel(const QAbstractItemModel& model, const QModelIndex& above,
                          QStringList& said) {
        for (int row = 0; row < model.rowCount(above); ++row)
            for (int column = 0; column < model.columnCount(above); ++column) {
                const QModelIndex cell = model.index(row, column, above);
                for (const int role :
                     {static_cast<int>(Qt::DisplayRole), static_cast<int>(Qt::ToolTipRole),
                      static_cast<int>(Qt::AccessibleTextRole),
                      static_cast<int>(Qt::AccessibleDescriptionRole)})
                    said << cell.data(role).toString();
                if (column == 0)
                    readModel(model, cell, said);
            }
    }
    // All that its widgets show or tell, whether they are visible now or not.
    static QString saidBy(QWidget* shown) {
        QStringList said;
        QList<QWidget*> all = shown->findChildren<QWidget*>();
        all.append(shown);
        for (QWidget* each : all) {
            said << each->windowTitle() << each->toolTip() << each->accessibleName()
                 << each->accessibleDescription();
            if (QAccessibleInterface* told = QAccessible::queryAccessibleInterface(each))
                for (const auto text :
                     {QAccessible::Name, QAccessible::Description, QAccessible::Value})
                    said << told->text(text);
            if (const auto* label = qobject_cast<QLabel*>(each))
                said << label->text();
            else if (const auto* button = qobject_cast<QAbstractButton*>(each))
                said << button->text();
            else if (const auto* line = qobject_cast<QLineEdit*>(each))
                said << line->text() << line->placeholderText();
            else if (const auto* text = qobject_cast<QTextEdit*>(each))
                said << text->toPlainText();
            else if (const auto* view = qobject_cast<QAbstractItemView*>(each);
                     view != nullptr && view->model() != nullptr)
                readModel(*view->model(), {}, said);
            if (const auto* box = qobject_cast<QComboBox*>(each))
                readModel(*box->model(), {}, said);
        }
        return said.join(QLatin1Char('\n'));
    }
    void hearsNothing(const QString& where) {
        EXPECT_TRUE(waitFor([this] { return window->isSettled(); })) << qPrintable(where);
        QWidget* shown = window->shownView();
        EXPECT_EQ(ForeignPool::heardIn(saidBy(shown).toStdString()), "") << qPrintable(where);
        if (shown != window.get()) {
            shown->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
    }
    void lookAtEverything() {
        ASSERT_TRUE(view().document.inPart);
        int shown = 0;
        for (const QString& name : viewNames(consolePages()) + projectViewNames())
            if (window->showView(name)) {
                ++shown;
                hearsNothing(name);
            }
        EXPECT_GT(shown, 10);
        for (const std::string& work : ForeignPool::ownWork()) {
            window->selectWorkload(qt(work));
            hearsNothing(qt(work));
        }
        for (const QuotaRow& row : std::vector<QuotaRow>(view().quotas)) {
            window->selectQuota(qt(row.name));
            hearsNothing(qt(row.name));
        }
        window->selectQuota({});
        action(ActionId::palette)->trigger();
        hearsNothing(QStringLiteral("palette"));
        EXPECT_FALSE(window->showView(QStringLiteral("workspace:zebra-space")) &&
                     saidBy(window.get()).contains(QStringLiteral("zebra-user")));
    }

    ForeignPool pool{profile.filePath(QStringLiteral("foreign.apportion")).toStdString(),
                     store::systemUser()};
};

TEST_F(ForeignNamesOnScreen, AWorkspaceAdminReadsNone) {
    lookAtEverything();
}

TEST_F(ForeignNamesOnScreen, AQuotaAdministratorReadsNone) {
    pool.as("ana", "user.grant",
            {{"user", pool.lead()}, {"role", "quota-administrator"}, {"quota", "C"}});
    ASSERT_TRUE(waitFor([this] { return view().document.offers("policy"); }));
    lookAtEverything();
}

TEST_F(ForeignNamesOnScreen, TheWindowOfOneWorkspaceReportsWhatItsAdminMayRead) {
    const QString place = qt(pool.path());
    window = std::make_unique<MainWindow>(
        settings, pagesOf(settings, place, QStringLiteral("space-c"), false));
    window->show();
    open(place);
    ASSERT_TRUE(window->showView(QStringLiteral("reports")));
    auto* pane = window->findChild<ReportPane*>();
    constexpr int kQuarter = 2;
    pane->findChild<Segmented*>()->segment(kQuarter)->click();
    control<QAbstractButton>(pane, QStringLiteral("The period after"))->click();
    hearsNothing(QStringLiteral("reports"));
    const QString said = saidBy(window->shownView());
    EXPECT_TRUE(said.contains(QStringLiteral("carl"))) << qPrintable(said);
    EXPECT_TRUE(said.contains(QStringLiteral("Other teams"))) << qPrintable(said);
}

// That there is something to be read.
TEST_F(ForeignNamesOnScreen, WhoMayReadThePoolReadsThem) {
    pool.as("ana", "user.grant", {{"user", pool.lead()}, {"role", "viewer"}});
    ASSERT_TRUE(waitFor([this] { return !view().document.inPart; }));
    int read = 0;
    for (const char* page : {"overview", "workloads", "workspaces", "nodes", "fairness", "history"})
        if (window->showView(QString::fromLatin1(page))) {
            EXPECT_TRUE(waitFor([this] { return window->isSettled(); })) << page;
            read += ForeignPool::heardIn(saidBy(window.get()).toStdString()).empty() ? 0 : 1;
        }
    EXPECT_GE(read, 4);
}

}  // namespace
}  // namespace apportion::ui
