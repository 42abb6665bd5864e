// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview calls borrowed, in trees of three levels: against each workload counted where
// it was submitted, and against what a report counts at the same moment.
#include <array>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/report/sources.h"
#include "core/report/sweep.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

using test::scenarioOf;
using test::viewAt;

constexpr Instant kAt = 100 * kSecond;

std::string randomTree(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](int bound) { return static_cast<int>(random() % unsigned(bound)); };
    std::string quotas, work;
    std::vector<std::string> names;
    const auto add = [&](const std::string& name, const std::string& parent, int gpu) {
        quotas += std::string(quotas.empty() ? "" : ", ") + R"({"name": ")" + name + R"(")" +
                  (parent.empty() ? "" : R"(, "parent": ")" + parent + R"(")") +
                  R"(, "guaranteed": {"gpu": )" + std::to_string(gpu) + "}";
        if (below(3) == 0)
            quotas += R"(, "childPreemption": {"priorities": [1, 5], "modules": ["training"]})";
        quotas += "}";
        names.push_back(name);
    };
    int left = 32;
    for (const char* root : {"a", "b"}) {
        const int all = below(left + 1);
        left -= all;
        add(root, "", all);
        int ofRoot = all;
        for (int i = 0; i < 2; ++i) {
            const std::string team = std::string(root) + std::to_string(i);
            const int size = below(ofRoot + 1);
            ofRoot -= size;
            add(team, root, size);
            int ofTeam = size;
            for (int j = 0; j < below(3); ++j) {
                const int part = below(ofTeam + 1);
                ofTeam -= part;
                add(team + std::to_string(j), team, part);
            }
        }
    }
    for (int i = 0; i < 40; ++i)
        work += std::string(i == 0 ? "" : ", ") + R"({"name": "w)" + std::to_string(i) +
                R"(", "quota": ")" + names[static_cast<std::size_t>(below(int(names.size())))] +
                R"(", "gpu": )" + std::to_string(1 + below(4)) + R"(, "priority": )" +
                std::to_string(1 + below(9)) + R"(, "submit": )" + std::to_string(below(90)) +
                (below(2) == 0 ? R"(, "duration": )" + std::to_string(5 + below(90)) : "") + "}";
    return R"({"apportion": 1, "nodes": [{"name": "n", "count": 4, "gpu": 8}], "quotas": [)" +
           quotas + R"(], "workloads": [)" + work + "]}";
}

// Of the quotas as they are listed, each with its own work alone.
struct ByHand {
    Gpu above = 0;         // guarantees, wherever it comes from
    Gpu fromChildren = 0;  // of it

    explicit ByHand(const View& view) {
        std::map<std::string, Gpu> own;
        for (const WorkloadRow& row : view.running)
            own[row.quota] += row.gpu;
        const std::size_t count = view.quotas.size();
        std::vector<Gpu> used(count), children(count), idle(count);
        for (std::size_t i = count; i-- > 0;) {  // children stand behind their parents
            const QuotaRow& row = view.quotas[i];
            const Gpu guaranteed = row.numbers.guaranteed;
            const Gpu over = std::max<Gpu>(0, own[row.name] - (guaranteed - children[i]));
            above += over;
            fromChildren += std::min(over, idle[i]);
            used[i] += own[row.name];
            if (row.parent < 0)
                continue;
            const auto parent = static_cast<std::size_t>(row.parent);
            used[parent] += used[i];
            children[parent] += guaranteed;
            idle[parent] += std::max<Gpu>(0, guaranteed - used[i]);
        }
    }
};

TEST(Borrowed, EachGpuOnceAndNotWhatChildrenLeave) {
    int borrows = 0, takes = 0, both = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
        const Scenario scenario = scenarioOf(randomTree(seed));
        const View view = viewAt(scenario, kAt);
        const ByHand counted(view);
        EXPECT_EQ(view.key.borrowed, counted.above - counted.fromChildren) << seed;
        EXPECT_EQ(view.key.fromChildren, counted.fromChildren) << seed;
        // A report counts each quota's own part, and knows no children in it.
        const report::Usage usage =
            report::usageOf(std::make_shared<const Scenario>(scenario), kAt, 1);
        const report::Swept swept = report::sweep(usage, std::array<Moment, 2>{kAt, kAt + 1});
        report::Amount reported = 0;
        for (const report::QuotaColumns& columns : swept.quotas[0])
            reported += columns.borrowed;
        EXPECT_EQ(std::int64_t(reported), view.key.borrowed + view.key.fromChildren) << seed;
        borrows += view.key.borrowed > 0 ? 1 : 0;
        takes += view.key.fromChildren > 0 ? 1 : 0;
        both += view.key.borrowed > 0 && view.key.fromChildren > 0 ? 1 : 0;
    }
    EXPECT_GT(borrows, 30);
    EXPECT_GT(takes, 10);
    EXPECT_GT(both, 5);
}

}  // namespace
}  // namespace apportion::testing
