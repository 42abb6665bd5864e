// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed over the Workloads table, and what its export holds.
#include "tests/ui/main_window/console_fixture.h"
#include "ui/inspector/inspector.h"
#include "ui/texts.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/search_field.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class WorkFilterTest : public ConsoleTest {
protected:
    void openTaken() {
        open(sample("pool-128.json"));
        window->bridge().session().seek(1500 * kSecond);
        ASSERT_TRUE(waitFor([this] { return view().clock == 1500 * kSecond; }));
        window->showView(QStringLiteral("workloads"));
        page = window->findChild<WorkloadsPage*>();
    }
    // The workloads that are shown, each once.
    QStringList find(const char* typed) {
        page->findChild<SearchField*>()->setText(QString::fromLatin1(typed));
        QTest::qWait(300);  // it searches once the keys rest
        return rows();
    }
    QStringList rows() const {
        const WorkloadModel& model = page->table()->workloads();
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            if (const QString name = model.workloadAt(model.index(row, 0));
                !name.isEmpty() && !names.contains(name))
                names << name;
        names.sort();
        return names;
    }
    void choose(WorkloadModel::Group group) {
        page->findChildren<Chip*>()[static_cast<int>(group)]->click();
    }

    WorkloadsPage* page = nullptr;
};

TEST_F(WorkFilterTest, EveryColumnIsSearchedForEachWord) {
    openTaken();
    EXPECT_EQ(find("EAS"), QStringList({"serve"}));
    EXPECT_EQ(find("inference running"), QStringList({"serve"}));
    EXPECT_EQ(find("waiting nb"), QStringList({"nb-01", "nb-02"}));
    EXPECT_EQ(find("evicted child-level serve"), QStringList({"nb-01", "nb-02"}));
    EXPECT_EQ(find("dsw eas"), QStringList());
    const WorkloadRow& waiting = view().waiting.front();
    const QString badge =
        reasonBadge(QString::fromStdString(std::string(codeText(waiting.status.reason->code))))
            .text;
    EXPECT_TRUE(find(qPrintable(badge)).contains(qt(waiting.name)));
    const WorkloadRow& running = view().running.front();
    const std::string node = running.status.placements.front().node;
    EXPECT_TRUE(find(node.c_str()).contains(qt(running.name))) << node;
}

TEST_F(WorkFilterTest, TheChipsCountWhatTheFilterFinds) {
    openTaken();
    const auto count = [this](WorkloadModel::Group group) {
        return page->findChildren<Chip*>()[static_cast<int>(group)]->accessibleName();
    };
    const QString all = count(WorkloadModel::Group::all);
    find("serve");
    EXPECT_EQ(count(WorkloadModel::Group::running), QStringLiteral("Running, 1"));
    EXPECT_EQ(count(WorkloadModel::Group::evicted), QStringLiteral("Evicted, 2")) << "by serve";
    EXPECT_EQ(count(WorkloadModel::Group::waiting), QStringLiteral("Waiting, 0"));
    choose(WorkloadModel::Group::running);
    EXPECT_EQ(count(WorkloadModel::Group::evicted), QStringLiteral("Evicted, 2"))
        << "whatever group is shown";
    find("");
    EXPECT_EQ(count(WorkloadModel::Group::all), all);
}

TEST_F(WorkFilterTest, TheInspectorExplainsNothingThatTheFilterHides) {
    openTaken();
    auto& table = *page->table();
    table.setCurrentIndex(table.workloads().index(table.workloads().rowOf("serve"), 0));
    auto* inspector = window->findChild<Inspector*>();
    ASSERT_TRUE(inspector->explainsWork());
    find("serve");
    EXPECT_TRUE(inspector->explainsWork()) << "it is still seen";
    find("nb-01");
    EXPECT_FALSE(inspector->explainsWork());
    EXPECT_TRUE(table.selected().isEmpty());
    find("");
    EXPECT_TRUE(table.selected().isEmpty()) << "it is chosen again by hand";
}

TEST_F(WorkFilterTest, TheExportIsOneHeadAndARowAWorkload) {
    openTaken();
    const auto lines = [this] {
        QStringList all = page->csv().split(QStringLiteral("\r\n"));
        EXPECT_TRUE(all.takeLast().isEmpty());
        return all;
    };
    EXPECT_EQ(lines().size(), 1 + rows().size()) << "no titles of groups, no evictions";
    EXPECT_TRUE(lines().front().startsWith(QStringLiteral("workload,quota,team,user,workspace,")));
    find("EAS");
    ASSERT_EQ(lines().size(), 2);
    EXPECT_TRUE(lines().back().startsWith(QStringLiteral("serve,Quota1,")));
    find("");
    choose(WorkloadModel::Group::evicted);
    EXPECT_EQ(lines().size(), 3);
    EXPECT_TRUE(lines().front().startsWith(QStringLiteral("evicted_utc,workload,")));
}

// A workload has a row for itself and one for each of its evictions.
TEST_F(WorkFilterTest, TheChosenEvictionStaysChosenWhateverElseIsShown) {
    openTaken();
    const WorkloadModel& model = page->table()->workloads();
    const auto current = [&] { return page->table()->currentIndex(); };
    choose(WorkloadModel::Group::evicted);
    const QModelIndex eviction = model.index(model.rowCount() - 1, 0);
    const QString name = model.workloadAt(eviction);
    const auto at = model.evictionAt(eviction);
    ASSERT_TRUE(at.has_value());
    page->table()->setCurrentIndex(eviction);
    choose(WorkloadModel::Group::all);
    EXPECT_EQ(model.workloadAt(current()), name);
    EXPECT_EQ(model.evictionAt(current()), at);
    page->table()->setCurrentIndex(model.index(model.rowOf(name), 0));
    ASSERT_FALSE(model.evictionAt(current()).has_value());
    choose(WorkloadModel::Group::waiting);
    choose(WorkloadModel::Group::all);
    EXPECT_EQ(model.workloadAt(current()), name);
    EXPECT_FALSE(model.evictionAt(current()).has_value()) << "nor is the eviction chosen instead";
}

}  // namespace
}  // namespace apportion::ui
