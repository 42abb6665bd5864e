// SPDX-License-Identifier: GPL-3.0-or-later
// A project with hours of history in which each name of team B holds the word "zebra": whoever
// leads team C must hear it nowhere.
#pragma once

#include <algorithm>
#include <cctype>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/change/refuse.h"
#include "core/session/live/live_pool.h"
#include "core/session/project/desk.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

inline std::string foreignScenario(const std::string& lead) {
    return R"({"apportion": 1, "name": "Pool 32",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [
  {"name": "all", "guaranteed": {"gpu": 32},
   "childPreemption": {"priorities": [1, 3], "modules": ["training", "notebook"]}},
  {"name": "zebra-old", "team": "Zebra Lab", "parent": "all", "guaranteed": {"gpu": 12},
   "budget": {"gpuHours": 20, "period": "month"}},
  {"name": "zebra-kid", "parent": "zebra-old", "guaranteed": {"gpu": 12}},
  {"name": "zebra-gone", "parent": "all", "guaranteed": {"gpu": 0}},
  {"name": "C", "parent": "all", "guaranteed": {"gpu": 12}, "queueing": "round-robin",
   "budget": {"gpuHours": 20, "period": "month"}},
  {"name": "D", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [
  {"name": "zebra-space", "quotas": ["zebra-old", "zebra-kid"],
   "members": [{"user": "zebra-lead", "role": "admin"}, {"user": "zebra-user", "role": "member"}]},
  {"name": "zebra-zoo", "quotas": ["zebra-gone"],
   "members": [{"user": "zebra-user", "role": "member"}]},
  {"name": "space-c", "quotas": ["C"], "caps": [{"gpu": 28}],
   "members": [{"user": ")" +
           lead + R"(", "role": "admin"}, {"user": "carl", "role": "member"}]},
  {"name": "space-d", "quotas": ["D"], "members": [{"user": "dan", "role": "member"}]}],
 "workloads": [
  {"name": "zebra-job-1", "quota": "zebra-kid", "workspace": "zebra-space", "user": "zebra-user",
   "gpu": 8, "module": "inference"},
  {"name": "c-1", "quota": "C", "workspace": "space-c", "user": "carl", "gpu": 8}]})";
}

class ForeignPool {
public:
    static constexpr const char* kWord = "zebra";

    // Until about now, so that programs with the clock of the system see it as it is.
    ForeignPool(std::string path, std::string lead)
        : path_(std::move(path)), lead_(std::move(lead)), now_(std::make_shared<Moment>(start())) {
        const std::string scenario = path_ + ".json";
        writeBytes(scenario, foreignScenario(lead_));
        Problems notes;
        auto made = ProjectDesk::init(path_, scenario, notes, "ana", clock());
        EXPECT_TRUE(made) << render(made.error().front().message);
        if (!made)
            return;
        std::filesystem::remove(scenario);
        desk_ = std::make_unique<ProjectDesk>(std::move(*made));
        happen();
    }

    // Where it says the word, some of the text around it; "" = nowhere.
    static std::string heardIn(std::string text) {
        std::string low = text;
        std::transform(low.begin(), low.end(), low.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const auto at = low.find(kWord);
        return at == std::string::npos ? "" : text.substr(at > 200 ? at - 200 : 0, 400);
    }

    void as(const std::string& who, const std::string& id,
            const std::vector<std::pair<std::string, std::string>>& given,
            const std::string& why = {}) {
        auto opened = ProjectDesk::open(path_, OpenMode::readWrite, who, clock());
        ASSERT_TRUE(opened) << who;
        Arguments arguments;
        for (const auto& [name, value] : given) {
            auto values = arguments.list(name);
            values.push_back(value);
            arguments.set(name, std::move(values));
        }
        CommandRequest request = requestOf(id, std::move(arguments));
        request.why = why;
        const auto answer = opened->run(request);
        ASSERT_TRUE(answer) << who << ' ' << id << ": " << render(answer.error().front().message);
    }
    bool isMade() const { return desk_ != nullptr && !::testing::Test::HasFailure(); }
    const std::string& path() const { return path_; }
    const std::string& lead() const { return lead_; }
    WallClock clock() const {
        return [now = now_] { return *now; };
    }

    // All of C's, whether it waits, runs or is over.
    static std::vector<std::string> ownWork() {
        return {"c-1", "c-2", "c-3", "c-gang", "c-huge", "c-firm", "c-idle", "c-small", "c-cap"};
    }

private:
    static Moment start() {
        const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::system_clock::now().time_since_epoch());
        return now.count() / 1000 * 1000 - 3 * 3600 * kSecond;
    }

    void live(int minutes) {
        auto live = LivePool::start(*desk_);
        ASSERT_TRUE(live);
        for (int i = 0; i < minutes; ++i) {
            *now_ += 60 * kSecond;
            ASSERT_TRUE(live->tick());
        }
    }
    void submit(const std::string& who, const char* name, const char* gpu,
                std::vector<std::pair<std::string, std::string>> more = {}) {
        const bool zebra = who.starts_with(kWord);
        const bool dan = who == "dan";
        more.insert(more.end(), {{"name", name},
                                 {"gpu", gpu},
                                 {"quota", zebra ? "zebra-kid"
                                           : dan ? "D"
                                                 : "C"},
                                 {"workspace", zebra ? "zebra-space"
                                               : dan ? "space-d"
                                                     : "space-c"}});
        as(who, "submit", more);
    }

    void happen() {
        as("ana", "user.grant",
           {{"user", "zebra-lead"}, {"role", "quota-administrator"}, {"quota", "zebra-old"}});
        live(2);
        submit("zebra-user", "zebra-job-2", "8");
        submit("carl", "c-2", "8");
        live(10);
        // It is C's by right, and taken from what B borrows.
        as("ana", "quota.rename", {{"name", "zebra-old"}, {"to", "zebra"}}, "zebra is its name");
        as("ana", "cancel", {{"name", "c-2"}});
        as("ana", "cancel", {{"name", "c-1"}});
        submit("zebra-user", "zebra-job-3", "8");
        submit("zebra-user", "zebra-job-4", "8", {{"priority", "3"}});
        live(10);
        submit(lead_, "c-3", "8");
        live(5);
        as("ana", "cancel", {{"name", "zebra-job-1"}});
        as("ana", "cancel", {{"name", "zebra-job-2"}});
        as("ana", "cancel", {{"name", "zebra-job-3"}});
        submit("carl", "c-small", "8");
        live(5);
        submit("zebra-user", "zebra-job-5", "8", {{"module", "notebook"}});
        submit("zebra-user", "zebra-job-6", "4", {{"preemptible", "no"}});
        submit("dan", "d-1", "8");
        live(10);
        as("ana", "policy", {{"quota", "zebra"}, {"set", R"({"lend": {"gpu": 0}, "rank": 3})"}},
           "zebra asked for it");
        as("ana", "policy",
           {{"quota", "zebra-kid"},
            {"set",
             R"({"selfPreemption": {"high": [7, 9], "low": [1, 3], "modules": ["training"], "scope": "both"}})"}});
        as("ana", "scale",
           {{"sizes", "zebra=11"}, {"sizes", "zebra-kid=11"}, {"sizes", "C=13"}, {"for", "30d"}},
           "zebra gives one");
        as("ana", "timetable.set",
           {{"name", "nights"},
            {"steps", "20:00,zebra=12,C=12"},
            {"steps", "06:00,zebra=11,C=13"}});
        as("ana", "workspace.delete", {{"name", "zebra-zoo"}});
        as("ana", "quota.delete", {{"name", "zebra-gone"}});
        as("ana", "restore-point", {{"name", "before zebra"}});
        submit(lead_, "c-gang", "8", {{"replicas", "2"}});
        submit(lead_, "c-huge", "8", {{"replicas", "4"}});
        submit("carl", "c-firm", "8", {{"preemptible", "no"}});
        submit("carl", "c-idle", "8", {{"idle", "true"}});
        submit("carl", "c-cap", "8", {{"replicas", "3"}});
        submit("zebra-user", "zebra-job-7", "8", {{"priority", "9"}});
        submit("zebra-user", "zebra-job-8", "8", {{"replicas", "2"}});
        live(60);
        as(lead_, "workspace.request",
           {{"name", "space-c"}, {"gpu", "16"}, {"evidence", "three wait"}});
        live(5);
    }

    std::string path_, lead_;
    std::shared_ptr<Moment> now_;
    std::unique_ptr<ProjectDesk> desk_;
};

}  // namespace apportion::testing
