// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/make_readable.h"

#include <gtest/gtest.h>

#include "core/store/project_values.h"

namespace apportion::store {
namespace {

// Of a pool that nothing could be read of.
TEST(MakeReadable, APoolThatIsMadeAnewHasTheNameOfItsFile) {
    Objects objects;
    const auto dropped = makeReadable(objects, "ana", "lab");
    ASSERT_FALSE(dropped.empty());
    EXPECT_EQ(dropped.front().code, "recover-object-made");
    const auto project = projectFrom(objects, {});
    ASSERT_TRUE(project);
    EXPECT_EQ(project->pool.name, "lab");
}

// What waited keeps its turn; what ended while the journal could not be read is not called back.
TEST(MakeReadable, WorkOfTheTablesWhoseRunIsLostWaits) {
    Objects tables;
    for (const char* name : {"known", "new"})
        tables.of(ObjectKind::workload)[name] = {1, 7, "{}"};
    Objects objects = tables;
    objects.of(ObjectKind::workload)["over"] = {2, 3, "{}"};
    Objects journal;
    WorkloadRun run;
    run.state = WorkloadState::running;
    run.submitted = 1000;
    run.start = 2000;
    run.placements = {{"n-1", kOneGpu}};
    journal.of(ObjectKind::run)["known"] = {1, 4, bodyOf(run)};
    const auto dropped =
        letWait(objects, tables, journal, [](Revision changed) { return Moment{changed * 1000}; });
    ASSERT_EQ(dropped.size(), 2U);
    EXPECT_EQ(dropped.front().code, "recover-run-lost");
    const ObjectMap& runs = objects.of(ObjectKind::run);
    EXPECT_FALSE(runs.contains("over"));
    const auto known = runFrom(runs.at("known").body);
    ASSERT_TRUE(known);
    EXPECT_EQ(known->state, WorkloadState::pending);
    EXPECT_EQ(known->submitted, 1000);
    EXPECT_EQ(known->waitingSince, 2000);
    EXPECT_TRUE(known->placements.empty());
    const auto fresh = runFrom(runs.at("new").body);
    ASSERT_TRUE(fresh);
    EXPECT_EQ(fresh->submitted, 7000);
    EXPECT_EQ(fresh->waitingSince, 7000);
}

}  // namespace
}  // namespace apportion::store
