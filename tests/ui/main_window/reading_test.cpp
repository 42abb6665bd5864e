// SPDX-License-Identifier: GPL-3.0-or-later
// A project with a crowd of work: its quotas stand in the window while the rest is being read.
#include <algorithm>

#include <QLabel>

#include "core/session/project/desk.h"
#include "core/session/project_outline.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_strip.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/export_role.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

class ReadingTest : public ConsoleTest {
protected:
    void SetUp() override {
        Scenario pool;
        pool.name = "Crowd";
        pool.nodes.resize(1);
        pool.nodes.front().node.name = "n";
        pool.nodes.front().node.gpu = 8 * kOneGpu;
        pool.quotas.resize(1);
        pool.quotas.front().name = "A";
        pool.quotas.front().guaranteed.gpu = 8 * kOneGpu;
        for (int i = 0; i <= kManyWorkloads; ++i) {
            Workload& work = pool.workloads.emplace_back();
            work.name = "w" + std::to_string(i);
            work.quota = "A";
            work.request.gpu = kOneGpu;
        }
        file = profile.filePath(QStringLiteral("crowd.apportion"));
        Problems notes;
        ASSERT_TRUE(ProjectDesk::create(file.toStdString(), pool, notes));
    }
    QString cell(int column) {
        const QAbstractItemModel& model = *window->quotas().tree()->model();
        return model.index(0, column).data().toString();
    }
    QStringList exported(int column) {
        const QAbstractItemModel& model = *window->quotas().tree()->model();
        return model.index(0, column).data(ExportRole).toStringList();
    }
    bool isCovered() {
        const auto* cover = window->centre().findChild<EmptyState*>({}, Qt::FindDirectChildrenOnly);
        return cover != nullptr && cover->isVisible();
    }

    QString file;
};

TEST_F(ReadingTest, TheTreeIsThereAndWhatIsNotKnownIsNotSaid) {
    bool seen = false;
    QObject::connect(&window->bridge(), &SessionBridge::changed, window.get(), [&] {
        if (view().document.reading == 0)
            return;
        seen = true;
        EXPECT_EQ(cell(QuotaModel::nameColumn), QStringLiteral("A"));
        EXPECT_EQ(cell(QuotaModel::guaranteedColumn), QStringLiteral("8"));
        EXPECT_EQ(cell(QuotaModel::fairShareColumn), QStringLiteral("…"));
        EXPECT_TRUE(cell(QuotaModel::usedColumn).contains(QStringLiteral("…")));
        EXPECT_TRUE(cell(QuotaModel::usageColumn).contains(QStringLiteral("being read")));
        EXPECT_EQ(exported(QuotaModel::guaranteedColumn), QStringList{QStringLiteral("8")});
        EXPECT_EQ(exported(QuotaModel::usedColumn), (QStringList{{}, {}})) << "no zeros";
        const auto labels = window->findChild<IssuesStrip*>()->findChildren<QLabel*>();
        EXPECT_TRUE(std::none_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().startsWith(QStringLiteral("No issues"));
        })) << "nobody has looked yet";
        EXPECT_TRUE(isCovered());
        EXPECT_FALSE(action(ActionId::submitWork)->isEnabled());
        EXPECT_TRUE(action(ActionId::submitWork)->toolTip().contains(QStringLiteral("being read")));
        EXPECT_FALSE(action(ActionId::goLive)->isEnabled());
        window->inspector().inspectQuota(QStringLiteral("new"));
        const auto texts = window->inspector().findChildren<QLabel*>();
        EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("being read"));
        })) << "whether it is there is not known yet";
    });
    open(file);
    ASSERT_TRUE(waitFor([this] { return view().document.reading == 0; }));
    EXPECT_TRUE(seen);
    EXPECT_FALSE(isCovered());
    EXPECT_TRUE(action(ActionId::submitWork)->isEnabled());
    EXPECT_FALSE(cell(QuotaModel::usedColumn).contains(QStringLiteral("…")));
}

}  // namespace
}  // namespace apportion::ui
