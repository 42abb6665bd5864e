// SPDX-License-Identifier: GPL-3.0-or-later
// A console of somebody who may not see the whole pool: what it shows is of his own, and says so.
#include <QLabel>

#include "core/plan/draft/quota_draft.h"
#include "core/session/project/desk.h"
#include "core/store/process_identity.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/main_window/centre.h"
#include "ui/nodes/nodes_page.h"
#include "ui/overview/key_figures.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {
namespace {

class PartOfAPool : public ProjectConsole {
protected:
    // Of ana; who runs the test is a member of the workspace of B.
    void SetUp() override {
        Scenario pool;
        pool.name = "Pool";
        pool.nodes.resize(1);
        pool.nodes.front().node.name = "n";
        pool.nodes.front().node.gpu = 16 * kOneGpu;
        for (const char* name : {"A", "B"}) {
            Quota& quota = pool.quotas.emplace_back();
            quota.name = name;
            quota.guaranteed.gpu = 8 * kOneGpu;
            Workspace& workspace = pool.workspaces.emplace_back();
            workspace.name = "ws-" + quota.name;
            workspace.quotas = {name};
            for (int i = 0; i < 2; ++i) {
                Workload& work = pool.workloads.emplace_back();
                work.name = quota.name + "-" + std::to_string(i);
                work.quota = name;
                work.workspace = workspace.name;
                work.request.gpu = 8 * kOneGpu;
            }
        }
        pool.workspaces.back().members = {{store::systemUser(), apportion::Role::member}};
        file = profile.filePath(QStringLiteral("part.apportion"));
        Problems notes;
        const auto made = ProjectDesk::create(file.toStdString(), pool, notes, "ana");
        ASSERT_TRUE(made) << made.error().front().message.code;
        open(file);
        ASSERT_TRUE(waitFor([this] { return view().document.inPart; }));
    }

    QString file;
};

TEST_F(PartOfAPool, FiguresAreOfWhatMayBeSeenAndSaySo) {
    const QList<KeyNumber> figures = keyFigures(view());
    ASSERT_EQ(figures.size(), 5);
    EXPECT_EQ(figures[0].note, QStringLiteral("in the quotas that you can see"));
    EXPECT_TRUE(figures[1].note.endsWith(quotasInPart()));
    for (int i = 2; i < figures.size(); ++i)
        EXPECT_TRUE(figures[i].note.endsWith(workInPart())) << qPrintable(figures[i].note);
    EXPECT_EQ(figures[2].value, QStringLiteral("2")) << "of four that wait";
    for (const KeyNumber& figure : figures)
        EXPECT_FALSE(figure.note.contains(QStringLiteral("free")));
}

TEST_F(PartOfAPool, TheNodesPageSaysThatOneMayNotSeeThem) {
    window->centre().setCurrent(window->centre().indexOf(QStringLiteral("nodes")));
    const auto* empty = window->findChild<NodesPage*>()->findChild<EmptyState*>();
    EXPECT_TRUE(empty->isVisible());
    QString said;
    for (const QLabel* label : empty->findChildren<QLabel*>())
        said += label->text() + QLatin1Char('\n');
    EXPECT_TRUE(said.contains(QStringLiteral("You cannot see the whole pool")));
    EXPECT_TRUE(said.contains(QStringLiteral("Ask an administrator"))) << qPrintable(said);
    EXPECT_FALSE(window->findChild<NodesPage*>()->findChild<KeyNumbers*>()->isVisible());
}

}  // namespace
}  // namespace apportion::ui
