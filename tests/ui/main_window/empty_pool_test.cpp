// SPDX-License-Identifier: GPL-3.0-or-later
// A project in which there are no quotas yet: each view says what is missing and offers it.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include "core/plan/draft/quota_draft.h"
#include "core/session/project/desk.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/main_window/centre.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/search_field.h"
#include "ui/work_forms/submit_dialog.h"
#include "ui/workloads/workloads_page.h"
#include "ui/workspaces/workspace_dialog.h"

namespace apportion::ui {
namespace {

class EmptyPoolTest : public ProjectConsole {
protected:
    void makeEmpty() {
        const QString scenario = profile.filePath(QStringLiteral("empty.json"));
        QFile written(scenario);
        ASSERT_TRUE(written.open(QIODevice::WriteOnly));
        written.write(R"({"apportion": 1, "name": "none",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}], "quotas": []})");
        written.close();
        file = profile.filePath(QStringLiteral("empty.apportion"));
        Problems notes;
        ASSERT_TRUE(ProjectDesk::init(file.toStdString(), scenario.toStdString(), notes, {}));
        window->files().open(file);
        ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    }
    static QPushButton* offered(const QWidget& where) {
        for (EmptyState* empty : where.findChildren<EmptyState*>())
            for (QPushButton* each : empty->findChildren<QPushButton*>())
                if (each->isVisible())
                    return each;
        return nullptr;
    }
};

TEST_F(EmptyPoolTest, ThePaneOfQuotasOffersTheFirst) {
    makeEmpty();
    QPushButton* make = nullptr;
    ASSERT_TRUE(waitFor([&] { return (make = offered(window->quotas())) != nullptr; }));
    EXPECT_EQ(make->text(), QStringLiteral("New root quota…"));
    QTest::mouseClick(make, Qt::LeftButton);
    auto* dialog = shown<DialogFrame>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
}

// The queue is empty for want of something: that is said, and not that it fills by itself.
TEST_F(EmptyPoolTest, TheOverviewSaysWhatIsWantedFirst) {
    makeEmpty();
    ASSERT_TRUE(window->showView(QStringLiteral("overview")));
    QPushButton* make = nullptr;
    ASSERT_TRUE(waitFor([&] { return (make = offered(window->centre())) != nullptr; }));
    EXPECT_EQ(make->text(), QStringLiteral("New root quota…"));
    const QWidget* empty = make->parentWidget();
    QStringList said;
    for (const QLabel* label : empty->findChildren<QLabel*>())
        said << label->text();
    EXPECT_TRUE(said.join(QLatin1Char(' ')).contains(QStringLiteral("The pool has no quotas")))
        << qPrintable(said.join(QLatin1Char(' ')));
}

TEST_F(EmptyPoolTest, WorkloadsDoNotOfferASubmissionThatCannotBe) {
    makeEmpty();
    ASSERT_TRUE(window->showView(QStringLiteral("workloads")));
    QStringList said;
    ASSERT_TRUE(waitFor([&] {
        said.clear();
        for (const QLabel* label : window->centre().findChildren<QLabel*>())
            if (label->isVisible())
                said << label->text();
        return said.join(QLatin1Char(' ')).contains(QStringLiteral("submitted to quotas"));
    })) << qPrintable(said.join(QLatin1Char(' ')));
    EXPECT_EQ(offered(window->centre()), nullptr);
}

TEST_F(EmptyPoolTest, WorkspacesOfferTheQuotaTheyNeed) {
    makeEmpty();
    ASSERT_TRUE(window->showView(QStringLiteral("workspaces")));
    QPushButton* make = nullptr;
    ASSERT_TRUE(waitFor([&] { return (make = offered(window->centre())) != nullptr; }));
    EXPECT_EQ(make->text(), QStringLiteral("New root quota…"));
}

TEST_F(EmptyPoolTest, TheFormSaysThatThereIsNoQuotaToSubmitTo) {
    makeEmpty();
    auto* form = opened<SubmitDialog>(ActionId::submitWork);
    ASSERT_NE(form, nullptr);
    EXPECT_TRUE(waitFor([&] {
        const auto lines = form->findChildren<MistakeLine*>();
        return std::any_of(lines.begin(), lines.end(), [](const MistakeLine* line) {
            return line->isVisible() &&
                   line->sentence().contains(QStringLiteral("The pool has no quota to submit to"));
        });
    })) << qPrintable(form->consequence());
    EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled());
}

TEST_F(EmptyPoolTest, AFilterOfAnotherPoolsWorkIsGone) {
    open(sample("four-teams.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("workloads")));
    auto* filter = window->findChild<WorkloadsPage*>()->findChild<SearchField*>();
    ASSERT_NE(filter, nullptr);
    filter->setText(QStringLiteral("team-d"));
    makePool();
    EXPECT_TRUE(waitFor([&] { return filter->text().isEmpty(); }));
}

// A list without rows and without words looks as if it were still to come.
TEST_F(EmptyPoolTest, AWorkspaceSaysThatThereAreNoQuotas) {
    makeEmpty();
    ASSERT_TRUE(window->showView(QStringLiteral("dialog:new-workspace")));
    auto* form = shown<WorkspaceDialog>();
    ASSERT_NE(form, nullptr);
    const auto* empty = form->findChild<EmptyState*>();
    ASSERT_NE(empty, nullptr);
    EXPECT_TRUE(empty->isVisible());
    EXPECT_FALSE(form->findChild<QListWidget*>()->isVisible());
    EXPECT_FALSE(form->findChild<SearchField*>()->isVisible());
    EXPECT_TRUE(waitFor([&] {
        return form->consequence() == QStringLiteral("The pool has no quotas yet.");
    })) << qPrintable(form->consequence());
}

TEST_F(EmptyPoolTest, ThereAreNoQuotasToEdit) {
    makeEmpty();
    EXPECT_FALSE(window->showView(QStringLiteral("dialog:edit-quotas")));
}

}  // namespace
}  // namespace apportion::ui
