// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces in the console: made, tied, given members and caps, deleted, and chosen for work.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/palette_entries.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tree_view.h"
#include "ui/work_forms/submit_dialog.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"
#include "ui/workspaces/caps_dialog.h"
#include "ui/workspaces/member_dialog.h"
#include "ui/workspaces/workspace_dialog.h"
#include "ui/workspaces/workspaces_page.h"

namespace apportion::ui {
namespace {

class WorkspacesTest : public ProjectConsole {
protected:
    WorkspacesPage& page() { return *window->findChild<WorkspacesPage*>(); }
    const WorkspaceRow* workspace(const std::string& name) const {
        for (const WorkspaceRow& row : view().workspaces)
            if (row.spec.name == name)
                return &row;
        return nullptr;
    }
    void give(CommandRequest request) {
        bool done = false;
        window->commands().run(std::move(request), window.get(),
                               [&](const Result<CommandAnswer>& answer) {
                                   EXPECT_TRUE(answer);
                                   done = true;
                               });
        ASSERT_TRUE(waitFor([&] { return done; }));
    }
    void makeWorkspace(const std::string& name, const std::string& quota) {
        give(commandOf("workspace.add", {{"name", name}, {"quota", quota}}));
        ASSERT_TRUE(waitFor([&] { return workspace(name) != nullptr; }));
        page().select(qt(name));
    }
};

TEST_F(WorkspacesTest, NoneIsToldAsNone) {
    makePool();
    makeWorkspace("lab", "B");
    const QAbstractItemModel* rows = page().table()->model();
    ASSERT_EQ(rows->rowCount(), 1);
    for (const int column : {4, 5})
        EXPECT_EQ(rows->index(0, column).data().toString(), QStringLiteral("0")) << column;
}

TEST_F(WorkspacesTest, OneIsMadeByKeyboard) {
    makePool();
    EXPECT_FALSE(action("workspace-caps")->isEnabled());
    EXPECT_TRUE(action("workspace-caps")->toolTip().contains(QStringLiteral("Select")));
    makeWorkspace("before", "B");
    action("workspaces")->trigger();
    EXPECT_EQ(window->centre().page(window->centre().current()), &page());
    auto* form = opened<WorkspaceDialog>("new-workspace");
    ASSERT_NE(form, nullptr);
    EXPECT_FALSE(button(form, QStringLiteral("Create"))->isEnabled()) << "without a name";
    QTest::keyClicks(control<QLineEdit>(form, QStringLiteral("Name")), QStringLiteral("lab"));
    auto* quotas = control<QListWidget>(form, QStringLiteral("Quotas that it uses"));
    quotas->setFocus();
    QTest::keyClick(quotas, Qt::Key_Down);
    QTest::keyClick(quotas, Qt::Key_Space);
    press(form, QStringLiteral("Create"));
    expectGone<WorkspaceDialog>();
    ASSERT_TRUE(waitFor([&] { return workspace("lab") != nullptr; }));
    EXPECT_EQ(workspace("lab")->spec.quotas, (std::vector<std::string>{"A"}));
    ASSERT_TRUE(waitFor([&] { return page().selected() == QStringLiteral("lab"); }));
    EXPECT_TRUE(action("workspace-caps")->isEnabled());
    EXPECT_EQ(window->focusWidget(), page().table()) << "on its row the keyboard goes on";
    // Its name once more is refused where it stands.
    form = opened<WorkspaceDialog>("new-workspace");
    QTest::keyClicks(control<QLineEdit>(form, QStringLiteral("Name")), QStringLiteral("lab"));
    quotas = control<QListWidget>(form, QStringLiteral("Quotas that it uses"));
    quotas->item(0)->setCheckState(Qt::Checked);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_FALSE(button(form, QStringLiteral("Create"))->isEnabled());
    EXPECT_TRUE(control<QLineEdit>(form, QStringLiteral("Name"))->property("error").toBool());
    EXPECT_FALSE(form->consequence().isEmpty());
}

TEST_F(WorkspacesTest, ANewOneUsesTheQuotaThatIsSelectedInTheTree) {
    makePool();
    const auto ticked = [this] {
        auto* form = opened<WorkspaceDialog>("new-workspace");
        const auto* quotas = control<QListWidget>(form, QStringLiteral("Quotas that it uses"));
        QStringList names;
        for (int row = 0; row < quotas->count(); ++row)
            if (quotas->item(row)->checkState() == Qt::Checked)
                names << quotas->item(row)->text().trimmed();
        form->reject();
        expectGone<WorkspaceDialog>();
        return names;
    };
    window->selectQuota(QStringLiteral("B"));
    EXPECT_EQ(ticked(), QStringList{QStringLiteral("B")});
    action("workspaces")->trigger();
    EXPECT_EQ(ticked(), QStringList{QStringLiteral("B")}) << "of its page";
    makeWorkspace("lab", "A");
    EXPECT_EQ(ticked(), QStringList()) << "the workspace is selected now";
}

// A workload is nothing of that page: the workspace is explained, and then the workload again.
TEST_F(WorkspacesTest, TheInspectorGoesWithThePage) {
    makePool();
    makeWorkspace("lab", "A");
    action("workloads")->trigger();
    give(commandOf("submit", {{"quota", "A"}, {"name", "a-1"}, {"gpu", "1"}}));
    ASSERT_TRUE(waitFor([&] { return work(QStringLiteral("a-1")) != nullptr; }));
    window->selectWorkload(QStringLiteral("a-1"));
    const auto shown = [&](const char* name) {
        for (const auto* title : window->inspector().findChildren<InspectorTitle*>())
            if (title->isVisible() && title->accessibleName() == QLatin1String(name))
                return true;
        return false;
    };
    EXPECT_TRUE(waitFor([&] { return shown("a-1"); }));
    action("workspaces")->trigger();
    EXPECT_TRUE(shown("lab"));
    EXPECT_FALSE(shown("a-1"));
    action("workloads")->trigger();
    EXPECT_TRUE(shown("a-1"));
    // A quota stands beside every page.
    window->selectQuota(QStringLiteral("B"));
    action("workspaces")->trigger();
    EXPECT_TRUE(shown("B"));
    page().select(QStringLiteral("lab"));
    EXPECT_TRUE(shown("lab"));
    EXPECT_TRUE(window->quotas().selected().isEmpty());
}

TEST_F(WorkspacesTest, ItsQuotasMembersAndCapsAreSetAndOneUndoTakesEachBack) {
    makePool();
    makeWorkspace("lab", "A");
    auto* quotas = opened<WorkspaceDialog>("workspace-quotas");
    EXPECT_FALSE(button(quotas, QStringLiteral("Set"))->isEnabled()) << "nothing is changed";
    auto* list = control<QListWidget>(quotas, QStringLiteral("Quotas that it uses"));
    for (int row = 0; row < list->count(); ++row)
        list->item(row)->setCheckState(Qt::Checked);
    press(quotas, QStringLiteral("Set"));
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->spec.quotas.size() == 3; }));
    EXPECT_EQ(workspace("lab")->spec.quotas.front(), "A") << "it stays the first";
    expectGone<WorkspaceDialog>();

    auto* member = opened<MemberDialog>("workspace-member");
    control<QComboBox>(member, QStringLiteral("User"))->setEditText(QStringLiteral("zoe"));
    control<Segmented>(member, QStringLiteral("Role"))->setCurrentIndex(0);
    press(member, QStringLiteral("Set"));
    const std::vector<Member> zoe{{"zoe", apportion::Role::admin}};
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->spec.members == zoe; }));
    expectGone<MemberDialog>();

    auto* caps = opened<CapsDialog>("workspace-caps");
    press(caps, QStringLiteral("A cap"));
    button(caps, QStringLiteral("Another cap"));
    control<QDoubleSpinBox>(caps, QStringLiteral("GPUs of cap 1"))->setValue(3);
    control<QDoubleSpinBox>(caps, QStringLiteral("Highest priority of cap 1"))->setValue(4);
    press(caps, QStringLiteral("Set"));
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->spec.caps.size() == 1; }));
    const Cap& cap = workspace("lab")->spec.caps.front();
    EXPECT_EQ(cap.gpu, 3 * kOneGpu);
    EXPECT_EQ(cap.role, apportion::Role::member);
    EXPECT_EQ(cap.priorities, (PriorityRange{1, 4}));
    EXPECT_FALSE(cap.modules);
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->spec.caps.empty(); }));
    EXPECT_EQ(workspace("lab")->spec.members, zoe);
}

TEST_F(WorkspacesTest, TheFormSaysWhatACapWouldStart) {
    makePool();
    makeWorkspace("lab", "A");
    give(commandOf("workspace.caps", {{"name", "lab"}, {"caps", R"([{"gpu": 1}])"}}));
    for (const char* name : {"one", "two"})
        give(commandOf("submit",
                       {{"name", name}, {"quota", "A"}, {"workspace", "lab"}, {"gpu", "1"}}));
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->work.waiting == 2; }));
    auto* form = opened<CapsDialog>("workspace-caps");
    auto* gpus = control<QDoubleSpinBox>(form, QStringLiteral("GPUs of cap 1"));
    gpus->setValue(2);
    ASSERT_TRUE(waitFor([&] {
        return form->isUpToDate() && form->consequence().contains(QStringLiteral("two"));
    })) << qPrintable(form->consequence());
    EXPECT_EQ(form->caps().front().gpu, 2 * kOneGpu);
    gpus->setValue(0);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_TRUE(form->consequence().startsWith(
        QStringLiteral("As soon as the pool is live: 2 cannot start: one, two")))
        << qPrintable(form->consequence());
    gpus->setValue(2);
    // What is no number is no cap.
    gpus->setFocus();
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("2x"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_FALSE(button(form, QStringLiteral("Set"))->isEnabled());
    EXPECT_TRUE(waitFor([&] { return form->consequence().contains(QStringLiteral("2x")); }))
        << qPrintable(form->consequence());
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("2"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_TRUE(button(form, QStringLiteral("Set"))->isEnabled());
    // A range upside down is refused, and said.
    control<QDoubleSpinBox>(form, QStringLiteral("Lowest priority of cap 1"))->setValue(7);
    control<QDoubleSpinBox>(form, QStringLiteral("Highest priority of cap 1"))->setValue(2);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_FALSE(button(form, QStringLiteral("Set"))->isEnabled())
        << qPrintable(form->consequence());
    EXPECT_EQ(form->consequence(),
              QStringLiteral("The priorities go from 7 down to 2. Put the lower one first."));
    auto* highest = control<QDoubleSpinBox>(form, QStringLiteral("Highest priority of cap 1"));
    EXPECT_TRUE(highest->property("error").toBool());
    highest->setValue(8);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_FALSE(highest->property("error").toBool());
    for (const char* module : {"Training", "Notebook", "Inference"})
        for (auto* box : form->findChildren<QCheckBox*>())
            if (box->text().startsWith(QLatin1String(module), Qt::CaseInsensitive))
                box->setChecked(false);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_TRUE(form->consequence().contains(QStringLiteral("No module is selected")))
        << qPrintable(form->consequence());
}

TEST_F(WorkspacesTest, AllThatIsWrongWithCapsIsToldAtItsFields) {
    makePool();
    makeWorkspace("lab", "A");
    give(commandOf("workspace.caps",
                   {{"name", "lab"}, {"caps", R"([{"gpu": 1}, {"role": "admin", "gpu": 2}])"}}));
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->spec.caps.size() == 2; }));
    auto* form = opened<CapsDialog>("workspace-caps");
    auto* gpus = control<QDoubleSpinBox>(form, QStringLiteral("GPUs of cap 1"));
    gpus->setFocus();
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("abc"));
    control<QDoubleSpinBox>(form, QStringLiteral("Lowest priority of cap 1"))->setValue(7);
    control<QDoubleSpinBox>(form, QStringLiteral("Highest priority of cap 1"))->setValue(3);
    const auto boxes = form->findChildren<QCheckBox*>();
    for (qsizetype i = boxes.size() / 2; i < boxes.size(); ++i)
        boxes[i]->setChecked(false);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    const auto lines = form->findChildren<MistakeLine*>();
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0]->isVisible());
    EXPECT_TRUE(waitFor([&] { return lines[0]->sentence().contains(QStringLiteral("“abc”")); }))
        << qPrintable(lines[0]->sentence());
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_TRUE(lines[0]->sentence().contains(QStringLiteral("from 7 down to 3")))
        << qPrintable(lines[0]->sentence());
    EXPECT_TRUE(lines[1]->sentence().contains(QStringLiteral("No module is selected")))
        << qPrintable(lines[1]->sentence());
    EXPECT_TRUE(gpus->property("error").toBool());
    EXPECT_FALSE(button(form, QStringLiteral("Set"))->isEnabled());
    EXPECT_EQ(form->consequence(), QStringLiteral("Fix the marked fields first."));
}

TEST_F(WorkspacesTest, OneWithWorkIsNotDeletedAndOneWithoutIs) {
    makePool();
    makeWorkspace("lab", "A");
    give(
        commandOf("submit", {{"name", "job"}, {"quota", "A"}, {"workspace", "lab"}, {"gpu", "1"}}));
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->work.waiting == 1; }));
    auto* dialog = opened<CommandDialog>("delete-workspace");
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
    EXPECT_TRUE(dialog->applyButton()->toolTip().contains(QStringLiteral("job")));
    dialog->reject();
    give(commandOf("cancel", {{"name", "job"}}));
    ASSERT_TRUE(waitFor([&] { return workspace("lab")->work.waiting == 0; }));
    expectGone<CommandDialog>();
    dialog = opened<CommandDialog>("delete-workspace");
    press(dialog, QStringLiteral("Delete"));
    ASSERT_TRUE(waitFor([&] { return workspace("lab") == nullptr; }));
}

TEST_F(WorkspacesTest, TheTableFollowsFiltersAndLeadsToTheWork) {
    makePool();
    const QAbstractItemModelTester tester(page().table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    makeWorkspace("lab", "A");
    makeWorkspace("shop", "B");
    ASSERT_EQ(page().table()->model()->rowCount(), 2);
    // Who has work there keeps the right to run it while others come.
    give(commandOf(
        "workspace.member",
        {{"name", "shop"}, {"user", window->bridge().view()->document.who}, {"role", "member"}}));
    give(commandOf("submit",
                   {{"name", "job"}, {"quota", "B"}, {"workspace", "shop"}, {"gpu", "2"}}));
    give(commandOf("submit", {{"name", "plain"}, {"quota", "B"}, {"gpu", "2"}}));
    ASSERT_TRUE(waitFor([&] { return workspace("shop")->work.waiting == 1; }));
    give(commandOf("workspace.member", {{"name", "shop"}, {"user", "zoe"}, {"role", "viewer"}}));
    ASSERT_TRUE(waitFor([&] { return workspace("shop")->spec.members.size() == 2; }));
    EXPECT_EQ(page().selected(), QStringLiteral("shop")) << "it stays while others come";
    EXPECT_EQ(page().panel()->users()->model()->rowCount(), 2);
    action(ActionId::filter)->trigger();
    page().findChild<SearchField*>()->setText(QStringLiteral("zoe"));
    ASSERT_TRUE(waitFor([&] { return page().table()->model()->rowCount() == 1; }));
    emit page().workWanted(QStringLiteral("shop"));
    WorkloadTable* table = window->findChild<WorkloadsPage*>()->table();
    EXPECT_GE(table->workloads().rowOf(QStringLiteral("job")), 0);
    EXPECT_LT(table->workloads().rowOf(QStringLiteral("plain")), 0);
    page().select(QStringLiteral("lab"));
    EXPECT_EQ(page().table()->model()->rowCount(), 2) << "a filter that hides it goes";
}

TEST_F(WorkspacesTest, ARecordedRunAndAReaderOnlyLook) {
    open(sample("pool-128.json"));
    EXPECT_EQ(page().table()->model()->rowCount(), 3);
    page().select(QStringLiteral("workspace-c"));
    EXPECT_FALSE(action("workspace-quotas")->isEnabled());
    EXPECT_TRUE(action("new-workspace")->toolTip().contains(QStringLiteral("project")));
    makePool();
    makeWorkspace("lab", "A");
    const QString copy = profile.filePath(QStringLiteral("copy.apportion"));
    ASSERT_TRUE(window->bridge().session().saveAs(copy.toStdString()).get());
    QFile::setPermissions(copy, QFile::ReadOwner);
    if (QFileInfo(copy).isWritable())
        GTEST_SKIP() << "this user may write to whatever there is";
    window->files().open(copy);
    ASSERT_TRUE(waitFor([&] { return view().document.readOnly; }));
    EXPECT_FALSE(action("workspace-quotas")->isEnabled());
}

TEST_F(WorkspacesTest, WorkIsSubmittedToOneOfTheQuotasWorkspaces) {
    makePool();
    makeWorkspace("lab", "A");
    makeWorkspace("shop", "B");
    auto* form = opened<SubmitDialog>(ActionId::submitWork);
    auto* workspaces = control<QComboBox>(form, QStringLiteral("Workspace"));
    auto* quota = control<QComboBox>(form, QStringLiteral("Quota"));
    quota->setCurrentText(QStringLiteral("B"));
    ASSERT_EQ(workspaces->count(), 2);
    EXPECT_EQ(workspaces->itemText(1), QStringLiteral("shop"));
    EXPECT_EQ(form->change().workspace, "shop") << "the only one that uses it";
    workspaces->setCurrentIndex(0);
    EXPECT_EQ(form->change().workspace, "");
    workspaces->setCurrentIndex(1);
    EXPECT_EQ(form->change().workspace, "shop");
    quota->setCurrentText(QStringLiteral("Pool"));
    EXPECT_FALSE(workspaces->isEnabled()) << "no workspace uses that quota";
    EXPECT_EQ(form->change().workspace, "");
}

TEST_F(WorkspacesTest, ThePaletteFindsThem) {
    makePool();
    makeWorkspace("lab", "A");
    PaletteTargets targets;
    QString gone;
    targets.workspace = [&](const QString& name) { gone = name; };
    bool found = false;
    for (const PaletteItem& item : paletteEntries(view(), window->actions(), targets))
        if (item.title == QStringLiteral("lab")) {
            found = true;
            item.run();
        }
    EXPECT_TRUE(found);
    EXPECT_EQ(gone, QStringLiteral("lab"));
    const auto verbs = workspaceActions(window->actions(), QStringLiteral("lab"));
    EXPECT_EQ(verbs.size(), 4U);
}

// Whose they are is said, for the work that is selected may be of another one.
TEST_F(WorkspacesTest, TheVerbsNameTheWorkspace) {
    makePool();
    const QAction* caps = action("workspace-caps");
    EXPECT_EQ(caps->text(), QStringLiteral("&Caps of the workspace…"));
    makeWorkspace("lab", "A");
    EXPECT_EQ(caps->text(), QStringLiteral("&Caps of lab…"));
    EXPECT_EQ(action("delete-workspace")->text(), QStringLiteral("&Delete lab…"));
}

TEST_F(WorkspacesTest, EnterRightAfterTheLastTickIsNotLost) {
    makePool();
    auto* form = opened<WorkspaceDialog>("new-workspace");
    ASSERT_NE(form, nullptr);
    auto* name = control<QLineEdit>(form, QStringLiteral("Name"));
    QTest::keyClicks(name, QStringLiteral("lab"));
    control<QListWidget>(form, QStringLiteral("Quotas that it uses"))
        ->item(0)
        ->setCheckState(Qt::Checked);
    ASSERT_FALSE(form->isUpToDate());
    QTest::keyClick(name, Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return workspace("lab") != nullptr; }));
    expectGone<WorkspaceDialog>();
    // What is typed after it was not meant by it.
    form = opened<WorkspaceDialog>("new-workspace");
    name = control<QLineEdit>(form, QStringLiteral("Name"));
    control<QListWidget>(form, QStringLiteral("Quotas that it uses"))
        ->item(0)
        ->setCheckState(Qt::Checked);
    QTest::keyClicks(name, QStringLiteral("den"));
    QTest::keyClick(name, Qt::Key_Return);
    QTest::keyClicks(name, QStringLiteral("s"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_TRUE(form->isVisible());
    EXPECT_EQ(workspace("dens"), nullptr);
    EXPECT_EQ(workspace("den"), nullptr);
}

}  // namespace
}  // namespace apportion::ui
