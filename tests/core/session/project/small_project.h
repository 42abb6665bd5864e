// SPDX-License-Identifier: GPL-3.0-or-later
// A project file in a folder of its own, with a clock that stands still until it is moved.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/change/refuse.h"
#include "core/session/project/desk.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

// Friday, 2026-11-20, 09:00 UTC.
inline constexpr Moment kFriday = 1'795'165'200'000;

inline std::string allOf(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems)
        text +=
            problem.message.code + " at " + problem.pointer + ": " + render(problem.message) + "\n";
    return text;
}

// Name and value of each argument; names may be repeated.
using Given = std::vector<std::pair<std::string, std::string>>;

inline CommandRequest command(const std::string& id, const Given& given) {
    Arguments arguments;
    for (const auto& [name, value] : given) {
        auto values = arguments.list(name);
        values.push_back(value);
        arguments.set(name, std::move(values));
    }
    return requestOf(id, std::move(arguments));
}

// Code of the first problem, without whether something is near; "" if it was done, "nothing" if it
// would change nothing.
inline std::string codeOf(const Result<CommandAnswer>& answer) {
    if (answer)
        return answer->entry ? "" : "nothing";
    const std::string code = answer.error().empty() ? "?" : answer.error().front().message.code;
    return code.substr(0, code.find(".near"));
}

class SmallProject : public ::testing::Test {
protected:
    WallClock clock() const {
        return [now = now_] { return *now; };
    }
    void passes(Duration time) { *now_ += time; }
    Moment now() const { return *now_; }

    // As ana, who becomes its administrator.
    void make(const std::string& scenario) {
        writeBytes(folder_ / "pool.json", scenario);
        Problems notes;
        auto made = ProjectDesk::init(path_, folder_ / "pool.json", notes, "ana", clock());
        ASSERT_TRUE(made) << allOf(made.error());
        desk_ = std::make_unique<ProjectDesk>(std::move(*made));
    }
    // Closed and opened again; what cannot be read fails here.
    void reopen() {
        desk_.reset();
        desk_ = open("ana");
        ASSERT_TRUE(desk_);
    }
    std::unique_ptr<ProjectDesk> open(const std::string& who) const {
        auto opened = ProjectDesk::open(path_, OpenMode::readWrite, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::make_unique<ProjectDesk>(std::move(*opened)) : nullptr;
    }

    std::string run(const std::string& id, const Given& given) {
        return codeOf(desk_->run(command(id, given)));
    }
    std::string undo(std::optional<Revision> entry = {}) { return codeOf(desk_->undo(entry)); }
    std::string redo() { return codeOf(desk_->redo()); }

    const Project& project() {
        auto project = desk_->project();
        EXPECT_TRUE(project) << allOf(project.error());
        static const Project none;
        return project ? **project : none;
    }
    Revision revision() { return project().revision; }
    Gpu sizeOf(const std::string& quota) {
        const Quota* found = findQuota(project(), quota);
        return found ? found->guaranteed.gpu / kOneGpu : -1;
    }
    const QuotaPolicy& policyOf(const std::string& quota) {
        const Quota* found = findQuota(project(), quota);
        static const QuotaPolicy none;
        EXPECT_TRUE(found) << quota;
        return found ? found->policy : none;
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::shared_ptr<Moment> now_ = std::make_shared<Moment>(kFriday);
    std::unique_ptr<ProjectDesk> desk_;
};

// Two teams below one quota, and a workspace each.
inline constexpr const char* kTwoTeams = R"({"apportion": 1, "name": "two teams",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 12}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workspaces": [{"name": "left-space", "quotas": ["left"],
                 "members": [{"user": "lea", "role": "admin"}, {"user": "leo", "role": "member"}]},
                {"name": "right-space", "quotas": ["right"],
                 "members": [{"user": "rita", "role": "member"}]}]})";

}  // namespace apportion::testing
