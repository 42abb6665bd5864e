// SPDX-License-Identifier: GPL-3.0-or-later
// The window answers while a plan runs: what its thread does at a time is short.
#include <algorithm>
#include <ctime>

#include <QAbstractEventDispatcher>
#include <QEventLoop>
#include <QFile>
#include <QTimer>

#include "core/session/planning/planner.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/planner/planner_page.h"

namespace apportion::ui {
namespace {

// Of this thread alone: other programs on the machine do not count.
double millisecondsOfThread() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

class PlannerStallTest : public ConsoleTest {
protected:
    Planner& planner() const { return window->bridge().planner(); }
    // Of three teams over three weeks, with two variants: base and variants on 19 futures.
    QString plan() const {
        QByteArray text = R"({"apportion": 1, "nodes": [{"name": "n", "count": 8, "gpu": 8}],
 "quotas": [{"name": "root", "guaranteed": {"gpu": 64}})";
        for (const char* name : {"a", "b", "c"})
            text += QByteArray(R"(,{"name": ")") + name +
                    R"(", "parent": "root", "guaranteed": {"gpu": 20}})";
        text += R"(], "workloads": [)";
        constexpr int kLength = 3 * 7 * 24 * 3600 + 3600, kJobs = 6'000;
        for (int i = 0; i < kJobs; ++i)
            text += QStringLiteral(R"(%1{"name": "j%2", "quota": "%3", "gpu": %4, "submit": %5,
 "duration": %6})")
                        .arg(i > 0 ? QStringLiteral(",") : QString())
                        .arg(i)
                        .arg(QLatin1Char("abc"[i % 3]))
                        .arg(1 << (i % 4))
                        .arg(static_cast<qint64>(kLength) * i / kJobs)
                        .arg(3600 + 600 * (i % 17))
                        .toUtf8();
        write(profile.filePath(QStringLiteral("weeks.json")), text + "]}");
        const QString file = profile.filePath(QStringLiteral("weeks.plan.json"));
        write(file, R"({"apportionPlan": 1, "base": {"scenario": "weeks.json"},
 "futures": {"count": 19, "seed": 1}, "sets": [
 {"name": "more of a", "edits": [{"at": 0, "do": "scale", "quotas": {"a": {"gpu": 24}}}]},
 {"name": "two nodes", "edits": [{"at": 0, "do": "add-nodes",
                                  "node": {"name": "new", "count": 2, "gpu": 8}}]}]})");
        return file;
    }
    static void write(const QString& path, const QByteArray& text) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
};

TEST_F(PlannerStallTest, TheWindowAnswersWhileSixtySimulationsRun) {
    window->files().open(plan());
    ASSERT_TRUE(waitFor([this] { return planner().view()->open; }));
    double longest = 0, since = millisecondsOfThread();
    int turns = 0;
    auto* const dispatcher = QAbstractEventDispatcher::instance();
    // Between both signals lies one turn of the loop, whichever dispatcher it is.
    const auto look = [&] {
        const double now = millisecondsOfThread();
        longest = std::max(longest, now - since);
        since = now;
        ++turns;
    };
    const QList<QMetaObject::Connection> watch{
        QObject::connect(dispatcher, &QAbstractEventDispatcher::awake, look),
        QObject::connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, look)};
    QEventLoop loop;
    QTimer wait;
    QObject::connect(&wait, &QTimer::timeout, &loop, [&] {
        const auto view = planner().view();
        if (view->results && view->results->complete)
            loop.quit();
    });
    wait.start(20);
    QTimer::singleShot(120'000, &loop, &QEventLoop::quit);
    loop.exec();
    for (const QMetaObject::Connection& each : watch)
        QObject::disconnect(each);
    const auto results = planner().view()->results;
    ASSERT_TRUE(results && results->complete);
    EXPECT_EQ(results->bands.futures, 19);
    EXPECT_GT(turns, 10);
    RecordProperty("longestMilliseconds", std::to_string(longest));
    EXPECT_LT(longest, 100) << "milliseconds of the window's thread in one go";
}

}  // namespace
}  // namespace apportion::ui
