// SPDX-License-Identifier: GPL-3.0-or-later
// A window that is left open on a pool at work takes thousands of views, and keeps none of them.
#include <fstream>

#include <unistd.h>

#include "tests/core/view/standing.h"
#include "tests/ui/main_window/console_fixture.h"

namespace apportion::ui {
namespace {

qint64 residentBytes() {
    qint64 size = 0;
    qint64 resident = 0;
    std::ifstream("/proc/self/statm") >> size >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

TEST_F(ConsoleTest, StaysFlatThroughHundredsOfViews) {
    constexpr int kWarm = 200;
    constexpr int kViews = 500;
    constexpr qint64 kOfAView = 2000;  // bytes; a view of the sample has more than 40,000
    constexpr int kEntries = 60;       // of the journal since the last view; one has 300 bytes
    open(sample("pool-128.json"));
    const ViewPtr first = window->bridge().view();
    qint64 before = 0;
    for (int step = 0; step < kWarm + kViews; ++step) {
        if (step == kWarm)
            before = residentBytes();
        auto next = std::make_shared<View>(*first);
        next->clock += step * kSecond;
        stand(next->document, Standing::resting);
        for (int entry = 200; entry > 0; --entry) {
            JournalRow& row = next->journal.emplace_back();
            row.n = step * kEntries + entry;
            row.action = "submit";
            row.subject = "workload " + std::to_string(row.n);
            row.notUndoable = Message{"not-undoable", {}};
        }
        next->quotas[static_cast<std::size_t>(step) % next->quotas.size()].numbers.subtree +=
            kOneGpu;
        if (step % 2 == 0 && !next->running.empty())
            next->running.pop_back();
        emit window->bridge().changed(next);
        QCoreApplication::processEvents();
    }
#if !defined(__SANITIZE_ADDRESS__)
    EXPECT_LT(residentBytes() - before, kViews * kOfAView);
#endif
    emit window->bridge().changed(first);
}

}  // namespace
}  // namespace apportion::ui
