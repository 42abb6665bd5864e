// SPDX-License-Identifier: GPL-3.0-or-later
// A project with a crowd of work: its quotas stand in the window while the rest is being read.
#include <algorithm>
#include <fstream>

#include <QLabel>
#include <QPushButton>

#include "core/io/scenario_writer.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/project/desk.h"
#include "core/session/project_outline.h"
#include "tests/core/view/standing.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/quota_inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_strip.h"
#include "ui/main_window/mode_bar.h"
#include "ui/overview/overview_page.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/export_role.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/key_number.h"
#include "ui/widgets/tree_view.h"
#include "ui/workloads/workload_model.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

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
    // Of the overview: "value unit".
    QString figure(const QString& label) {
        const auto* numbers = window->findChild<OverviewPage*>()->findChild<KeyNumbers*>();
        for (const QString& each : numbers->accessibleDescription().split(QStringLiteral("; ")))
            if (each.startsWith(label + QStringLiteral(": ")))
                return each.mid(label.size() + 2).section(QLatin1Char(','), 0, 0).trimmed();
        return QStringLiteral("no such number");
    }
    bool saysOnOverview(const QString& part) {
        const auto labels = window->findChild<OverviewPage*>()->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(part);
        });
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
        EXPECT_FALSE(isCovered()) << "the overview shows what is known";
        EXPECT_EQ(figure(QStringLiteral("GPUs in use")), QStringLiteral("… of 8"));
        EXPECT_EQ(figure(QStringLiteral("Evictions")), QStringLiteral("…")) << "and no zeros";
        EXPECT_TRUE(saysOnOverview(QStringLiteral("being read")));
        EXPECT_FALSE(saysOnOverview(QStringLiteral("No workload waits")));
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

// What was asked before the work was read answers nothing about what was read.
TEST_F(ReadingTest, TheReasonsOfBeforeAreGoneWhenTheWorkIsRead) {
    open(file);
    ASSERT_TRUE(waitFor([this] { return view().document.open && view().document.reading == 0; }));
    View listed = view();
    Inspector inspector(window->bridge());
    auto* quota = inspector.findChild<QuotaInspector*>();
    ASSERT_NE(quota, nullptr);
    const auto why = [quota]() -> QLabel* {
        for (QLabel* label : quota->findChildren<QLabel*>())
            if (label->text().startsWith(QStringLiteral("Why ")))
                return label;
        return nullptr;
    };
    listed.document.reading = 20'001;
    inspector.setView(std::make_shared<const View>(listed));
    inspector.inspectQuota(qt(listed.quotas.front().name));
    ASSERT_TRUE(waitFor([&] { return why() != nullptr; }));
    QLabel* title = why();
    title->setText(QStringLiteral("Why as of before"));
    listed.document.reading = 0;
    inspector.setView(std::make_shared<const View>(listed));
    // The answer may be there at once, too.
    EXPECT_NE(title->text(), QStringLiteral("Why as of before"));
    EXPECT_TRUE(waitFor([&] { return why() != nullptr; }));
}

// Where its engine takes long to make, its rows are there before.
TEST_F(ReadingTest, TheWorkIsThereBeforeTheReasons) {
    open(file);
    ASSERT_TRUE(waitFor([this] { return view().document.open && view().document.reading == 0; }));
    View listed;
    listed.document.open = true;
    stand(listed.document, Standing::resting);
    listed.document.file = "other.apportion";
    listed.document.reading = 20'001;
    QuotaRow& quota = listed.quotas.emplace_back();
    quota.name = quota.team = "A";
    WorkloadRow& row = listed.waiting.emplace_back();
    row.name = "w0";
    row.quota = row.team = "A";
    row.gpu = kOneGpu;
    row.unasked = true;
    listed.key.waiting = 20'001;
    listed.history = std::make_shared<const History>();
    const auto shows = [&](const char* page) {
        window->showView(QLatin1String(page));
        emit window->bridge().changed(std::make_shared<const View>(listed));
        return !isCovered();
    };
    EXPECT_TRUE(shows("overview"));
    EXPECT_EQ(figure(QStringLiteral("Waiting")).section(QLatin1Char(' '), 0, 0),
              QLocale().toString(20'001));
    EXPECT_EQ(figure(QStringLiteral("Borrowed")).section(QLatin1Char(' '), 0, 0),
              QStringLiteral("…"))
        << "nobody has summed them up";
    const auto* queue = window->findChild<OverviewPage*>()->findChild<WorkloadTable*>();
    ASSERT_NE(queue, nullptr);
    EXPECT_TRUE(queue->isVisible());
    EXPECT_FALSE(shows("charts"));
    EXPECT_TRUE(shows("workloads"));
    auto* page = window->findChild<WorkloadsPage*>();
    const WorkloadModel& model = page->table()->workloads();
    ASSERT_GE(model.rowOf(QStringLiteral("w0")), 0);
    const QString head = model.index(0, 0).data(CellRole).value<Cell>().second;
    EXPECT_TRUE(head.contains(QStringLiteral("20001"))) << head.toStdString();
    EXPECT_FALSE(head.contains(QStringLiteral("GPU")))
        << "nobody has summed them up: " << head.toStdString();
    QStringList counts;
    for (const Chip* chip : page->findChildren<Chip*>())
        counts << chip->accessibleName();
    EXPECT_EQ(counts.filter(QStringLiteral("…")).size(), 3) << "all, evicted and ended";
    const auto buttons = page->findChildren<QPushButton*>();
    EXPECT_TRUE(std::any_of(buttons.begin(), buttons.end(), [](const QPushButton* button) {
        return button->accessibleName() == QStringLiteral("Submit a workload") &&
               !button->isEnabled();
    }));
    page->showGroup(WorkloadModel::Group::ended);
    const auto labels = page->findChild<EmptyState*>()->findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("still being read"));
    })) << "whether anything ended is not known";
    page->showGroup(WorkloadModel::Group::all);
    window->inspector().inspectWorkload(QStringLiteral("w0"), std::nullopt);
    EXPECT_TRUE(waitFor([this] { return window->inspector().isUpToDate(); }))
        << "nobody is asked before somebody can know";
    EXPECT_TRUE(shows("workloads"));
    window->inspector().inspectQuota(QStringLiteral("A"));
    const auto saysItIsRead = [&] {
        for (const FactList* list : window->inspector().findChildren<FactList*>())
            if (list->isVisible())
                for (const Fact& fact : list->facts())
                    if (fact.value == QStringLiteral("being read"))
                        return true;
        return false;
    };
    EXPECT_TRUE(saysItIsRead());
    listed.document.reading = 0;
    EXPECT_TRUE(shows("overview"));
    EXPECT_FALSE(saysItIsRead()) << "also while its question waits for an answer";
}

// The old pool's numbers are wrong under the name of the new one, and zeros are wrong, too.
TEST_F(ReadingTest, WhileALargeFileLoadsNoNumberOfTheOldOrOfAnEmptyPoolStands) {
    open(sample("pool-128.json"));
    ASSERT_EQ(figure(QStringLiteral("GPUs in use")), QStringLiteral("128 of 128"));
    Scenario crowd;
    crowd.name = "Large";
    crowd.nodes.resize(1);
    crowd.nodes.front().node.name = "n";
    crowd.nodes.front().node.gpu = 8 * kOneGpu;
    crowd.nodes.front().count = 100;
    crowd.quotas.resize(1);
    crowd.quotas.front().name = "A";
    crowd.quotas.front().guaranteed.gpu = 800 * kOneGpu;
    for (int i = 0; i < 5'000; ++i) {
        Workload& work = crowd.workloads.emplace_back();
        work.name = "w" + std::to_string(i);
        work.quota = "A";
        work.request.gpu = 8 * kOneGpu;
    }
    const QString large = profile.filePath(QStringLiteral("large.json"));
    std::ofstream out(large.toStdString());
    writeScenario(out, crowd);
    out.close();
    const auto* numbers = window->findChild<OverviewPage*>()->findChild<KeyNumbers*>();
    const auto* modeBar = window->findChild<ModeBar*>();
    int looks = 0;
    const auto look = [&] {
        const bool comes = window->files().isReplacing();
        looks += comes ? 1 : 0;
        for (const QWidget* part :
             {static_cast<const QWidget*>(numbers), static_cast<const QWidget*>(modeBar),
              static_cast<const QWidget*>(window->quotas().tree())})
            EXPECT_FALSE(comes && part->isVisible()) << part->metaObject()->className();
        if (comes || view().document.name != "Large")
            return;
        EXPECT_NE(figure(QStringLiteral("GPUs in use")).section(QLatin1Char(' '), 0, 0),
                  QStringLiteral("128"));
        EXPECT_NE(figure(QStringLiteral("GPUs in use")).section(QLatin1Char(' '), 0, 0),
                  QStringLiteral("0"));
    };
    window->files().open(large);
    look();
    ASSERT_TRUE(waitFor([&] {
        look();
        return view().document.name == "Large" && view().play.complete && window->isSettled();
    }));
    EXPECT_GT(looks, 0) << "it was seen on the way";
    EXPECT_TRUE(numbers->isVisible());
    EXPECT_EQ(figure(QStringLiteral("GPUs in use")), QStringLiteral("800 of 800"));
}

TEST_F(ReadingTest, AFileThatIsRefusedLeavesTheOpenPoolWhereItWas) {
    open(sample("pool-128.json"));
    window->files().open(profile.filePath(QStringLiteral("no such.json")));
    ASSERT_TRUE(waitFor([this] { return !window->files().isReplacing(); }));
    EXPECT_TRUE(window->quotas().tree()->isVisible());
    EXPECT_EQ(figure(QStringLiteral("GPUs in use")), QStringLiteral("128 of 128"));
}

}  // namespace
}  // namespace apportion::ui
