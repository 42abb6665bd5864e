// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sim/replay/derive.h"
#include "core/sim/replay/guarantees.h"
#include "core/sim/replay/jobs.h"

namespace apportion {
namespace {

using ::testing::ElementsAre;

TraceJob job(std::uint32_t row, Instant submit, Duration duration, std::int64_t gpus,
             std::uint32_t group) {
    TraceJob job;
    job.row = row;
    job.group = group;
    job.submit = submit;
    job.duration = duration;
    job.gpu = gpus * kOneGpu;
    return job;
}

Trace trace() {
    Trace trace;
    trace.format = "philly";
    trace.groups = {"late", "early"};
    trace.jobs = {job(1, 9000, 2500, 12, 0), job(2, 4000, 400, 1, 1), job(3, 4000, 7000, 2, 1)};
    trace.rows = 3;
    return trace;
}

ReplayOptions options(int nodes, std::int64_t gpus) {
    ReplayOptions options;
    options.pool = {nodes, gpus};
    return options;
}

TEST(PoolShape, ReadsNodesTimesGpus) {
    EXPECT_EQ(poolShape("60x8"), (PoolShape{60, 8}));
    EXPECT_EQ(poolShape("1x480"), (PoolShape{1, 480}));
    for (const char* wrong : {"", "8", "x8", "8x", "0x8", "8x0", "-1x8", "8X8", "8x8x8", "8 x 8",
                              "8x8 ", "1000000000x8", "99999999999999999999x1"})
        EXPECT_FALSE(poolShape(wrong)) << wrong;
}

TEST(SplitIntoReplicas, TakesTheLargestDivisorThatFits) {
    const auto split = [](std::int64_t gpus, std::int64_t node) {
        const Replicas replicas = splitIntoReplicas(gpus, node);
        return std::pair(std::int64_t{replicas.count}, replicas.gpus);
    };
    EXPECT_EQ(split(12, 8), std::pair(std::int64_t{2}, std::int64_t{6}));
    EXPECT_EQ(split(13, 8), std::pair(std::int64_t{13}, std::int64_t{1}));
    EXPECT_EQ(split(8, 8), std::pair(std::int64_t{1}, std::int64_t{8}));
    EXPECT_EQ(split(128, 8), std::pair(std::int64_t{16}, std::int64_t{8}));
    EXPECT_EQ(split(24, 480), std::pair(std::int64_t{1}, std::int64_t{24}));
}

TEST(LargestRemainder, GivesWholeUnitsAndAll) {
    // 10 by 1 : 1 : 1 = 3.33 each: the unit left goes to the first.
    EXPECT_THAT(largestRemainder(10, std::vector<std::int64_t>{1, 1, 1}), ElementsAre(4, 3, 3));
    // 7 by 2 : 3 : 2 = 2, 3, 2
    EXPECT_THAT(largestRemainder(7, std::vector<std::int64_t>{2, 3, 2}), ElementsAre(2, 3, 2));
    // 5 by 10 : 6 : 1 = 2.94, 1.76, 0.29
    EXPECT_THAT(largestRemainder(5, std::vector<std::int64_t>{10, 6, 1}), ElementsAre(3, 2, 0));
    EXPECT_THAT(largestRemainder(5, std::vector<std::int64_t>{0, 0}), ElementsAre(0, 0));
    // Products beyond 64 bits
    constexpr std::int64_t kHuge = std::int64_t{1} << 60;
    EXPECT_THAT(largestRemainder(1'000'000, std::vector<std::int64_t>{kHuge, kHuge * 3}),
                ElementsAre(250'000, 750'000));
}

TEST(P95Demand, IsTheLevelThatHoldsForNineteenTwentieths) {
    // 100 s: 2 GPUs always, 5 more for 5 s, 1 more for 10 s elsewhere.
    const std::vector<Demand> demands{{0, 100, 2}, {10, 5, 5}, {50, 10, 1}};
    EXPECT_EQ(p95Demand(demands, 100), 3);
    // 5 more for 6 s is too long to be left out.
    const std::vector<Demand> longer{{0, 100, 2}, {10, 6, 5}};
    EXPECT_EQ(p95Demand(longer, 100), 7);
    EXPECT_EQ(p95Demand({}, 100), 0);
}

TEST(DeriveReplay, SortsByTimeAndStartsAtTheFirst) {
    const auto replay = deriveReplay(trace(), options(2, 8));
    ASSERT_TRUE(replay);
    const Scenario& scenario = replay->scenario;
    ASSERT_EQ(scenario.workloads.size(), 3u);
    EXPECT_EQ(scenario.workloads[0].name, "job-2");
    EXPECT_EQ(scenario.workloads[0].submit, 0);
    EXPECT_EQ(scenario.workloads[0].duration, 1000);  // 0.4 s counts as one
    EXPECT_EQ(scenario.workloads[1].name, "job-3");
    EXPECT_EQ(scenario.workloads[2].name, "job-1");
    EXPECT_EQ(scenario.workloads[2].submit, 5000);
    EXPECT_EQ(scenario.workloads[2].duration, 2000);  // 2.5 s are cut
    EXPECT_EQ(scenario.workloads[2].replicas, 2);
    EXPECT_EQ(scenario.workloads[2].request.gpu, 600);
}

TEST(DeriveReplay, MakesOneFlatPool) {
    auto flat = options(1, 480);
    flat.queueing = Queueing::fifo;
    const auto replay = deriveReplay(trace(), flat);
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->scenario.quotas.size(), 1u);
    EXPECT_EQ(replay->scenario.quotas[0].name, "pool");
    EXPECT_EQ(replay->scenario.quotas[0].guaranteed.gpu, 48'000);
    EXPECT_EQ(replay->scenario.quotas[0].policy.queueing, Queueing::fifo);
    ASSERT_EQ(expand(replay->scenario.nodes).size(), 1u);
    EXPECT_EQ(expand(replay->scenario.nodes)[0].name, "node-1");
    EXPECT_EQ(replay->scenario.workloads[2].replicas, 1);
    for (const Workload& workload : replay->scenario.workloads)
        EXPECT_EQ(workload.quota, "pool");
}

TEST(DeriveReplay, DividesThePoolByGpuSeconds) {
    auto grouped = options(2, 8);
    grouped.quotas = ReplayQuotas::groups;
    const auto replay = deriveReplay(trace(), grouped);
    ASSERT_TRUE(replay);
    const auto& quotas = replay->scenario.quotas;
    ASSERT_EQ(quotas.size(), 3u);
    // early: 1 x 1 s + 2 x 7 s = 15; late: 12 x 2 s = 24. 16 GPUs: 6.15 and 9.85.
    EXPECT_EQ(quotas[1].name, "early");
    EXPECT_EQ(quotas[1].parent, "pool");
    EXPECT_EQ(quotas[1].guaranteed.gpu, 600);
    EXPECT_EQ(quotas[1].policy.weight, 6);
    EXPECT_EQ(quotas[2].name, "late");
    EXPECT_EQ(quotas[2].guaranteed.gpu, 1000);
    EXPECT_EQ(replay->scenario.workloads[0].quota, "early");
    EXPECT_EQ(replay->scenario.workloads[2].quota, "late");
}

TEST(DeriveReplay, DividesThePoolAsTold) {
    auto grouped = options(1, 16);
    grouped.quotas = ReplayQuotas::groups;
    grouped.overQuota = OverQuota::off;
    grouped.guaranteeBy = GuaranteeBy::equal;
    auto replay = deriveReplay(trace(), grouped);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.quotas[1].guaranteed.gpu, 800);
    EXPECT_EQ(replay->scenario.quotas[1].policy.overQuota, OverQuota::off);

    grouped.guaranteeBy = GuaranteeBy::given;
    grouped.guarantees = {{"late", 16}};
    replay = deriveReplay(trace(), grouped);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.quotas[1].guaranteed.gpu, 0);
    EXPECT_EQ(replay->scenario.quotas[1].policy.weight, 1);
    EXPECT_EQ(replay->scenario.quotas[2].guaranteed.gpu, 1600);

    grouped.guarantees = {{"late", 16}, {"early", 1}};
    replay = deriveReplay(trace(), grouped);
    ASSERT_FALSE(replay);
    EXPECT_EQ(render(replay.error().front().message),
              "The listed guarantees add up to 17 GPUs, and the pool has 16 GPUs.");
}

TEST(DeriveReplay, TakesTheFirstByTimeAndOnlyTheirGroups) {
    auto cut = options(1, 16);
    cut.quotas = ReplayQuotas::groups;
    cut.first = 2;
    const auto replay = deriveReplay(trace(), cut);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.workloads.size(), 2u);
    ASSERT_EQ(replay->scenario.quotas.size(), 2u);
    EXPECT_EQ(replay->scenario.quotas[1].name, "early");
    EXPECT_EQ(replay->scenario.quotas[1].guaranteed.gpu, 1600);
    EXPECT_TRUE(isComplete(replay->notes[0]));
    EXPECT_EQ(render(replay->notes[0]),
              "Trace of format philly: 3 jobs of 3 rows. Replayed by time (--first): 2.");
}

TEST(DeriveReplay, NamesGroupsSoThatQuotasStayDistinct) {
    Trace named = trace();
    named.groups = {"pool", "early"};
    auto grouped = options(1, 16);
    grouped.quotas = ReplayQuotas::groups;
    auto replay = deriveReplay(named, grouped);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.quotas[2].name, "pool (group)");

    // A list of guarantees calls the group as the trace does, and no other takes its place.
    named.groups = {"pool", "pool (group)"};
    grouped.guaranteeBy = GuaranteeBy::given;
    grouped.guarantees = {{"pool", 4}, {"pool (group)", 2}};
    replay = deriveReplay(named, grouped);
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->scenario.quotas.size(), 3u);
    EXPECT_EQ(replay->scenario.quotas[1].name, "pool (group)");
    EXPECT_EQ(replay->scenario.quotas[1].guaranteed.gpu, 200);
    EXPECT_EQ(replay->scenario.quotas[2].name, "pool (group 2)");
    EXPECT_EQ(replay->scenario.quotas[2].guaranteed.gpu, 400);
    grouped.guarantees = {{"pool (group)", 2, "pool"}, {"pool", 4, "pool"}};
    replay = deriveReplay(named, grouped);
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->scenario.quotas.size(), 2u);
    EXPECT_EQ(replay->scenario.quotas[1].guaranteed.gpu, 600);
    grouped.guaranteeBy = GuaranteeBy::demand;
    grouped.guarantees.clear();

    named.groups.clear();
    for (TraceJob& any : named.jobs)
        any.group = 0;
    replay = deriveReplay(named, grouped);
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->scenario.quotas.size(), 2u);
    EXPECT_EQ(replay->scenario.quotas[1].name, "all");
}

TEST(DeriveReplay, RefusesATraceWithoutJobs) {
    EXPECT_FALSE(deriveReplay(Trace{}, options(1, 16)));
}

Scenario baseOfTwo() {
    Scenario base;
    NodeGroup& nodes = base.nodes.emplace_back();
    nodes.count = 4;
    nodes.node.name = "n";
    nodes.node.gpu = 400;
    nodes.node.gpuType = "A";
    for (const char* name : {"root", "early", "batch"}) {
        Quota quota;
        quota.name = name;
        quota.parent = name == std::string("root") ? "" : "root";
        base.quotas.push_back(quota);
    }
    base.quotas[2].policy.team = "late";
    base.workspaces = {{"closed", {"early"}, {{"ana", Role::viewer}}, {}},
                       {"open", {"early", "batch"}, {{"ana", Role::member}}, {}}};
    return base;
}

TEST(DeriveReplay, TakesNodesQuotasAndWorkspacesOfAScenario) {
    Trace used = trace();
    used.users = {"", "ana", "ben"};
    used.jobs[0].user = used.jobs[1].user = 1;
    used.jobs[2].user = 2;
    ReplayOptions based;
    based.base = baseOfTwo();
    const auto replay = deriveReplay(used, based);
    ASSERT_TRUE(replay);
    const auto& work = replay->scenario.workloads;
    EXPECT_EQ(work[0].quota, "early");
    EXPECT_EQ(work[0].workspace, "open");
    EXPECT_EQ(work[1].quota, "early");
    EXPECT_EQ(work[1].workspace, "");
    EXPECT_EQ(work[2].quota, "batch");  // by its team
    EXPECT_EQ(work[2].workspace, "open");
    EXPECT_EQ(work[2].replicas, 3);
    for (const Message& note : replay->notes)
        EXPECT_TRUE(isComplete(note)) << note.code;

    used.groups = {"late", "other"};
    const auto missing = deriveReplay(used, based);
    ASSERT_FALSE(missing);
    EXPECT_EQ(
        render(missing.error().front().message),
        "No quota of the file has the name or the team 'other', which is a group of the trace.");
    based.base->quotas.resize(1);
    based.base->workspaces.clear();
    EXPECT_TRUE(deriveReplay(used, based));
}

TEST(DeriveReplay, AsksForTypesThatTheNodesHave) {
    Trace typed = trace();
    typed.gpuTypes = {"", "A", "B"};
    typed.jobs[0].gpuType = 1;
    typed.jobs[1].gpuType = 2;
    auto replay = deriveReplay(typed, options(2, 8));
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.workloads[2].gpuType, "");
    auto nodes = options(0, 0);
    nodes.nodes = baseOfTwo().nodes;
    replay = deriveReplay(typed, nodes);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.quotas[0].guaranteed.gpu, 1600);
    EXPECT_EQ(replay->scenario.workloads[0].gpuType, "B");
    EXPECT_EQ(replay->scenario.workloads[2].gpuType, "A");
    ASSERT_EQ(replay->warnings.size(), 1u);
    EXPECT_EQ(replay->warnings[0].message.code, "replay-never-fits.type");
    EXPECT_EQ(replay->warnings[0].line, 2);
}

// Each sentence is true of all jobs that it counts.
TEST(DeriveReplay, TellsOfEachTypeThatNoNodeHas) {
    Trace typed = trace();
    typed.gpuTypes = {"", "X", "Y"};
    typed.jobs = {job(1, 0, 10, 1, 1), job(2, 0, 20, 1, 1), job(3, 0, 30, 1, 1)};
    for (const auto& [place, type] : {std::pair(0, 1), {1, 2}, {2, 1}})
        typed.jobs[static_cast<std::size_t>(place)].gpuType = static_cast<std::uint16_t>(type);
    auto nodes = options(0, 0);
    nodes.nodes = baseOfTwo().nodes;
    const auto replay = deriveReplay(typed, nodes);
    ASSERT_TRUE(replay);
    std::vector<std::string> told;
    for (const Problem& warning : replay->warnings)
        told.push_back(render(warning.message));
    EXPECT_THAT(told, ElementsAre("2 jobs can never start. First: job-1. No node that quota pool "
                                  "can use has GPUs of type X.",
                                  "1 job can never start. First: job-2. No node that quota pool "
                                  "can use has GPUs of type Y."));
}

TEST(DeriveReplay, TellsHowManyJobsNeverFit) {
    const auto replay = deriveReplay(trace(), options(1, 8));
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->warnings.size(), 1u);
    EXPECT_EQ(render(replay->warnings[0].message),
              "1 job can never start. First: job-1. Its 2 replicas start together (12 GPUs), and "
              "its nodes have room for 1 replica of 6 GPUs.");
    Trace large = trace();
    for (TraceJob& any : large.jobs)
        any.replicas = 1;
    large.jobs[1].gpu = 900;
    const auto told = deriveReplay(large, options(2, 8));
    ASSERT_EQ(told->warnings.size(), 1u);
    EXPECT_THAT(render(told->warnings[0].message),
                ::testing::StartsWith(
                    "2 jobs can never start. First: job-2. One replica needs 9 GPUs, and "));
    EXPECT_TRUE(deriveReplay(trace(), options(2, 8))->warnings.empty());
}

TEST(DeriveReplay, TellsWhatIsLargerThanItsHardPartition) {
    Trace cut = trace();
    for (TraceJob& any : cut.jobs)
        any.gpu = 400;
    ReplayOptions hard = options(2, 8);
    hard.quotas = ReplayQuotas::groups;
    hard.guaranteeBy = GuaranteeBy::given;
    hard.guarantees = {{cut.groups[0], 2}, {cut.groups[1], 14}};
    EXPECT_TRUE(deriveReplay(cut, hard)->warnings.empty());
    hard.overQuota = OverQuota::off;
    const auto replay = deriveReplay(cut, hard);
    ASSERT_TRUE(replay);
    ASSERT_EQ(replay->warnings.size(), 1u);
    EXPECT_THAT(render(replay->warnings[0].message),
                ::testing::MatchesRegex(
                    "[0-9]+ jobs? can never start. First: job-[0-9]. It needs 4 GPUs, and quota " +
                    cut.groups[0] + " does not borrow above its guarantee of 2 GPUs."));
    EXPECT_GT(replay->warnings[0].line, 0);

    // Work that cannot be preempted and idle work are bound in their own ways.
    cut.jobs[0].preemptible = TraceJob::Preemptible::no;
    cut.jobs[0].gpu = 800;
    cut.jobs[1].idle = true;
    hard.overQuota = OverQuota::on;
    const auto fixed = deriveReplay(cut, hard);
    ASSERT_EQ(fixed->warnings.size(), 1u);
    EXPECT_EQ(fixed->warnings[0].message.code, "replay-never-fits.non-preemptible");
    hard.overQuota = OverQuota::off;
    const auto both = deriveReplay(cut, hard);
    EXPECT_TRUE(std::any_of(
        both->warnings.begin(), both->warnings.end(),
        [](const Problem& problem) { return problem.message.code == "replay-never-fits.idle"; }));
}

TEST(DeriveReplay, DividesCpuAndMemoryAmongReplicas) {
    Trace big = trace();
    big.jobs[0].cpu = 10'001;
    big.jobs[0].memory = 7;
    const auto replay = deriveReplay(big, options(2, 8));
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->scenario.workloads[2].request, (Resources{600, 5001, 4}));
}

TEST(DeriveReplay, RefusesTimesBeyondAllBounds) {
    Trace wide = trace();
    wide.jobs[0].submit = 2'000'000'000 * kSecond;
    const auto replay = deriveReplay(wide, options(2, 8));
    ASSERT_FALSE(replay);
    EXPECT_EQ(replay.error().front().message.code, "replay-too-long");
}

TEST(DeriveReplay, SaysWhatItAssumed) {
    Trace dated = trace();
    dated.dates = true;
    dated.dropped.push_back(
        {"trace-dropped-no-gpu", {{"count", Value::ofCount(4)}, {"line", Value::ofCount(9)}}});
    auto grouped = options(2, 8);
    grouped.quotas = ReplayQuotas::groups;
    for (const auto by : {GuaranteeBy::demand, GuaranteeBy::p95, GuaranteeBy::equal}) {
        grouped.guaranteeBy = by;
        const auto replay = deriveReplay(dated, grouped);
        ASSERT_TRUE(replay);
        for (const Message& note : replay->notes)
            EXPECT_TRUE(isComplete(note)) << note.code;
        EXPECT_EQ(render(replay->notes[0]), "Trace of format philly: 3 jobs of 3 rows.");
        EXPECT_EQ(replay->scenario.epoch, "1970-01-01T00:00:04Z");
    }
}

}  // namespace
}  // namespace apportion
