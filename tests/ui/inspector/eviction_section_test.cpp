// SPDX-License-Identifier: GPL-3.0-or-later
// What was taken is told first where one comes for it, and to the one who took.
#include "ui/inspector/eviction_section.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/texts.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class EvictionTest : public ConsoleTest {
protected:
    void SetUp() override {
        open(sample("pool-128.json"));
        action(ActionId::toEnd)->trigger();
        ASSERT_TRUE(waitFor([this] { return view().key.evictions > 0 && !view().play.waiting; }));
        window->centre().setCurrent(1);
    }
    WorkloadTable& table() { return *window->findChild<WorkloadsPage*>()->table(); }
    void clickEviction() {
        const WorkloadModel& rows = table().workloads();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const QModelIndex index = rows.index(row, WorkloadModel::nameColumn);
            if (!rows.evictionAt(index))
                continue;
            table().scrollTo(index);
            QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                              table().visualRect(index).center());
            ASSERT_TRUE(waitFor([this] { return window->inspector().isUpToDate(); }));
            return;
        }
        FAIL() << "nothing was evicted";
    }
    static QString allOf(const QWidget* section) {
        QString all;
        for (const QLabel* label : section->findChildren<QLabel*>())
            if (label->isVisible())
                all += label->text() + QLatin1Char('\n');
        return all;
    }
    template <typename Section>
    Section* section() {
        return window->inspector().findChild<Section*>();
    }
};

TEST_F(EvictionTest, TheChosenEvictionStandsFirst) {
    clickEviction();
    const EvictionRow& row = view().evictions.front();
    auto* told = section<EvictionSection>();
    ASSERT_TRUE(told->isVisible());
    // The sentence comes with the answer about the workload.
    EXPECT_TRUE(waitFor([&] { return allOf(told).contains(QStringLiteral("Rule\u00a016")); }));
    const QString text = allOf(told);
    for (const std::string& part : {row.record.preemptor, row.victim.quota})
        EXPECT_TRUE(text.contains(qt(part))) << part << "\n" << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("Evicted at"))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("can evict from its children"))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("Rule\u00a016"))) << qPrintable(text);
    // Above everything else that is told of it, and in sight.
    const int below = told->mapTo(window.get(), QPoint(0, told->height())).y();
    for (const QLabel* label : window->inspector().findChildren<QLabel*>()) {
        if (label->isVisible() && label->text() == QStringLiteral("Why it waits")) {
            EXPECT_GT(label->mapTo(window.get(), QPoint()).y(), below);
        }
    }
    EXPECT_TRUE(window->rect().contains(QRect(told->mapTo(window.get(), QPoint()), told->size())));
}

TEST_F(EvictionTest, TheTakerSaysFromWhomItTook) {
    clickEviction();
    const EvictionRow row = view().evictions.front();
    QLabel* link = nullptr;
    for (QLabel* label : section<EvictionSection>()->findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("Show %1").arg(qt(row.record.preemptor))))
            link = label;
    ASSERT_NE(link, nullptr);
    emit link->linkActivated(QStringLiteral("go"));
    ASSERT_TRUE(waitFor([this] { return window->inspector().isUpToDate(); }));
    EXPECT_FALSE(section<EvictionSection>()->isVisible()) << "it is about another one now";
    auto* taken = section<TakenSection>();
    EXPECT_TRUE(waitFor([&] { return allOf(taken).contains(QStringLiteral("It evicted")); }));
    ASSERT_TRUE(taken->isVisible());
    const QString text = allOf(taken);
    EXPECT_TRUE(text.contains(qt(row.record.victim))) << qPrintable(text);
    EXPECT_TRUE(text.contains(qt(row.victim.quota))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("It evicted 16 GPUs"))) << qPrintable(text);
}

// Chosen as what waits, it is told why it waits; the same work chosen as evicted, the eviction.
TEST_F(EvictionTest, OnlyWhoComesForItIsTold) {
    const QString victim = qt(view().evictions.front().record.victim);
    window->selectWorkload(victim);
    ASSERT_TRUE(waitFor([this] { return window->inspector().isUpToDate(); }));
    EXPECT_FALSE(section<EvictionSection>()->isVisible());
    EXPECT_FALSE(section<TakenSection>()->isVisible());
}

// It was taken for work that has ended since: that does not go on to wait for it.
TEST(EvictionSectionTest, ATakerThatIsOverIsToldToBe) {
    View shown;
    shown.clock = 100 * kSecond;
    WorkloadRow taker;
    taker.name = "high";
    taker.quota = "q";
    taker.gpu = 8 * kOneGpu;
    taker.priority = 8;
    EvictionRow row;
    row.record.at = 60 * kSecond;
    row.record.victim = "low";
    row.record.preemptor = "high";
    const auto said = [&] {
        EvictionSection section;
        section.setEviction(shown, &row);
        QString text;
        for (const QLabel* label : section.findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        return text;
    };
    shown.running = {taker};
    EXPECT_TRUE(said().contains(QStringLiteral("For high"))) << qPrintable(said());
    EXPECT_TRUE(said().contains(QStringLiteral("8 GPUs in q, priority 8")));
    EXPECT_FALSE(said().contains(QStringLiteral("now")));
    taker.status.state = WorkloadState::cancelled;
    taker.status.end = 70 * kSecond;
    shown.running.clear();
    shown.ended = {taker};
    EXPECT_FALSE(said().contains(QStringLiteral("For high"))) << qPrintable(said());
    EXPECT_TRUE(said().contains(QStringLiteral("It was for high")));
    EXPECT_TRUE(said().contains(QStringLiteral("8 GPUs in q, priority 8, now cancelled")));
}

// During its grace period nobody knows yet what is lost.
TEST(EvictionSectionTest, ALossIsNotToldBeforeTheWorkHasStopped) {
    View shown;
    WorkloadRow victim;
    victim.name = "low";
    victim.status.state = WorkloadState::running;
    EvictionRow row;
    row.record.victim = "low";
    const auto says = [&](const char* words) {
        EvictionSection section;
        section.setEviction(shown, &row);
        const auto labels = section.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text().contains(QString::fromUtf8(words));
        });
    };
    shown.running = {victim};
    EXPECT_TRUE(says("0.0 GPU hours lost"));
    shown.running[0].status.stopping = 60 * kSecond;
    EXPECT_FALSE(says("GPU hours lost"));
    EXPECT_TRUE(says("Lost work is known after it stops"));
}

class NeverFitsTest : public ConsoleTest {};

// What the pool never has, nobody holds.
TEST_F(NeverFitsTest, SaysWhatIsLargerThanWhat) {
    const QString path = profile.filePath(QStringLiteral("large.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"apportion": 1, "name": "large", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
                   "quotas": [{"name": "a", "guaranteed": {"gpu": 16}}],
                   "workloads": [{"name": "huge", "quota": "a", "gpu": 16},
                                 {"name": "full", "quota": "a", "gpu": 8, "replicas": 2},
                                 {"name": "next", "quota": "a", "gpu": 8, "submit": 5}],
                   "until": 100})");
    file.close();
    open(path);
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().key.waiting == 2; }));
    const auto shown = [this] {
        QString all;
        for (const QLabel* label : window->inspector().findChildren<QLabel*>())
            if (label->isVisible())
                all += label->text() + QLatin1Char('\n');
        return all;
    };
    window->selectWorkload(QStringLiteral("huge"));
    EXPECT_TRUE(waitFor([&] {
        return shown().contains(
            QStringLiteral("One replica needs 16 GPUs, and the largest node, n-1, has 8 GPUs."));
    })) << qPrintable(shown());
    EXPECT_FALSE(shown().contains(QStringLiteral("Who holds what it needs")));
    EXPECT_FALSE(shown().contains(QStringLiteral("until running workloads end")));
    // A recorded run takes no nodes: the card leads to where it can be done.
    QPushButton* make = nullptr;
    for (QPushButton* button : window->inspector().findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QStringLiteral("Make a project…"))
            make = button;
    EXPECT_NE(make, nullptr) << qPrintable(shown());
    window->selectWorkload(QStringLiteral("next"));
    ASSERT_TRUE(waitFor([this] { return window->inspector().isUpToDate(); }));
    EXPECT_TRUE(
        waitFor([&] { return shown().contains(QStringLiteral("Who holds what it needs")); }));
    // Nor is it next in turn.
    window->selectQuota(QStringLiteral("a"));
    EXPECT_TRUE(waitFor([&] {
        return shown().contains(QStringLiteral("First in the queue is next"));
    })) << qPrintable(shown());
    EXPECT_FALSE(shown().contains(QStringLiteral("huge"))) << qPrintable(shown());
}

}  // namespace
}  // namespace apportion::ui
