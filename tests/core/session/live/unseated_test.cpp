// SPDX-License-Identifier: GPL-3.0-or-later
// A file that says of more work that it runs on a node than there is room for: it is looked at,
// told of, recovered and gone live with.
#include "core/store/project_values.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

class Unseated : public LiveProject {
protected:
    Unseated() {
        make(kTwoTeams);
        for (const char* name : {"first", "second", "gone"})
            submit(name);
        passes(kSecond);
    }
    void submit(const std::string& name) {
        ASSERT_EQ(run("submit", {{"name", name}, {"quota", "all"}, {"gpu", "8"}}), "");
    }
    // As another program would write it: both on one node, one on a node that is not there.
    void forge() {
        const auto facts = [&] {
            JournalEntry entry;
            entry.at = now();
            entry.who = "somebody";
            entry.action = "instant";
            for (const ProjectWorkload& work : project().work) {
                ProjectWorkload now = work;
                now.run.state = WorkloadState::running;
                now.run.start = this->now() - (work.spec.name == "second" ? 0 : 100);
                now.run.waitingSince.reset();
                now.run.placements = {{work.spec.name == "gone" ? "nowhere" : "n-1", 8 * kOneGpu}};
                const auto* object = desk_->objects().find(ObjectKind::run, work.spec.name);
                entry.facts.push_back({ObjectKind::run, work.spec.name, object->place, object->body,
                                       store::bodyOf(now.run)});
            }
            return entry;
        };
        const auto written =
            desk_->file().write([&]() -> Result<std::optional<JournalEntry>> { return facts(); });
        ASSERT_TRUE(written) << allOf(written.error());
    }
    static std::vector<std::string> namesOf(const Problems& problems, std::string_view code) {
        std::vector<std::string> names;
        for (const Problem& problem : problems)
            if (problem.message.code == code)
                names.push_back(problem.message.arguments.back().value.text);
        return names;
    }
    using Names = std::vector<std::string>;
};

TEST_F(Unseated, IsShownAsWaitingAndToldOf) {
    forge();
    const auto outcome = shown();
    for (const auto& [name, work] : outcome.workloads)
        EXPECT_EQ(work.state, name == "first" ? WorkloadState::running : WorkloadState::pending)
            << name;
    EXPECT_EQ(namesOf(desk_->file().verify(), "project-unseated"), (Names{"gone", "second"}));
    EXPECT_TRUE(desk_->file().damage().empty());
}

TEST_F(Unseated, WaitsAgainOnceThePoolIsLive) {
    forge();
    goLive();
    EXPECT_EQ(allOf(desk_->file().verify()), "");
    for (const ProjectWorkload& work : project().work)
        EXPECT_EQ(work.run.state, WorkloadState::running) << "there is room elsewhere";
}

TEST_F(Unseated, IsRecoveredAsWaiting) {
    forge();
    const std::string recovered = folder_ / "recovered.apportion";
    const auto done = recoverProject(path_, recovered, "ana", now());
    ASSERT_TRUE(done) << allOf(done.error());
    EXPECT_EQ(namesOf(done->losses, "recover-unseated"), (Names{"second", "gone"}));
    auto desk = ProjectDesk::open(recovered, OpenMode::readWrite, "ana", clock());
    ASSERT_TRUE(desk) << allOf(desk.error());
    EXPECT_EQ(allOf(desk->file().verify()), "");
    EXPECT_TRUE(desk->show());
}

}  // namespace
}  // namespace apportion::testing
