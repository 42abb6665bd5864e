// SPDX-License-Identifier: GPL-3.0-or-later
// When a waiting workload starts is told by one range, wherever it is told.
#include <gtest/gtest.h>

#include "core/session/project_pool.h"
#include "core/session/workspace/workspace_look.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

constexpr const char* kShort = R"({"apportion": 1, "name": "Pool 16",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "C", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "ws", "quotas": ["B", "C"], "members": [{"user": "ana", "role": "admin"}]}]})";

class OneStart : public SmallProject {
protected:
    void SetUp() override {
        make(kShort);
        console_ = console();
        ASSERT_TRUE(console_->goLive());
        follow(1);
        // A past: two hours of jobs, whose ends nobody stated.
        for (int i = 0; i < 12; ++i) {
            const std::string name = "past-" + std::to_string(i);
            submit(name, i % 2 == 0 ? "B" : "C", "8");
            follow(200 + 50 * i);
            ASSERT_EQ(run("finish", {{"name", name}}), "");
            follow(30);
        }
        submit("runs-b", "B", "8");
        submit("runs-c", "C", "8");
        follow(60);
        submit("waits", "B", "8");
        submit("waits-too", "C", "8");
        follow(5);
    }
    std::unique_ptr<ProjectPool> console() {
        auto opened = ProjectPool::open(path_, "ana", clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    void follow(int seconds) {
        passes(seconds * kSecond);
        ASSERT_TRUE(console_->follow());
    }
    void submit(const std::string& name, const char* quota, const char* gpu) {
        ASSERT_EQ(
            run("submit", {{"name", name}, {"quota", quota}, {"workspace", "ws"}, {"gpu", gpu}}),
            "");
        ASSERT_TRUE(console_->follow());
    }
    static std::string textOf(const StartEstimate& each) {
        const auto moment = [](std::optional<Instant> at) {
            return at ? std::to_string(*at) : std::string("-");
        };
        return "by " + moment(each.start) + ": " +
               (each.when      ? render(*each.when)
                : each.unknown ? render(*each.unknown)
                               : "");
    }
    static std::string estimated(Pool& pool, const std::string& workload) {
        const Estimates made = likelyStarts(pool.ahead());
        const StartEstimate* each = made.of(workload);
        return each != nullptr ? textOf(*each) : "nothing";
    }
    static std::string onThePage(Pool& pool, const std::string& workload) {
        const auto source = pool.workspace("ws");
        const WorkspaceLook look = source ? lookAt(*source, {}) : WorkspaceLook();
        const StartRange* each = look.ranges.of(workload);
        return each != nullptr ? textOf(*each) : "nothing";
    }

    std::unique_ptr<ProjectPool> console_;
};

TEST_F(OneStart, PageInspectorTableAndCommandLineTellTheSameRange) {
    for (const char* workload : {"waits", "waits-too"}) {
        const std::string page = onThePage(*console_, workload);
        EXPECT_NE(page.find("likely"), std::string::npos) << page;
        EXPECT_EQ(estimated(*console_, workload), page) << "inspector and table";
        const auto other = console();
        ASSERT_TRUE(other->follow());
        EXPECT_EQ(onThePage(*other, workload), page) << "another console";
        EXPECT_EQ(estimated(*other, workload), page) << "another console";
        const auto command =
            ProjectPool::forCommand(ProjectDesk::open(path_, OpenMode::readOnly, "ana", clock()));
        ASSERT_TRUE(command);
        EXPECT_EQ(estimated(**command, workload), page) << "project show";
        const auto explained = (*command)->explain(workload);
        ASSERT_TRUE(explained);
        EXPECT_EQ(textOf({{}, {}, explained->startsBy, {}, {}, explained->starts}), page)
            << "project explain";
    }
}

}  // namespace
}  // namespace apportion::testing
