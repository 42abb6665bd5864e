// SPDX-License-Identifier: GPL-3.0-or-later
// Who leads team C hears no name of team B from any answer of apportionctl, and from no file that
// it writes.
#include <filesystem>

#include <gtest/gtest.h>

#include "core/store/process_identity.h"
#include "tests/app/program.h"
#include "tests/core/session/project/foreign_pool.h"

namespace apportion::testing {
namespace {

class ForeignNames : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(pool.isMade()); }

    // Everything that it says, with the files that it wrote into `out`.
    std::string saidBy(std::vector<std::string> arguments) const {
        const Ran ran = ctl(arguments);
        std::string said = ran.out + ran.err;
        const std::filesystem::path out(folder_ / "out");
        if (std::filesystem::exists(out))
            for (const auto& each : std::filesystem::recursive_directory_iterator(out))
                if (each.is_regular_file())
                    said += each.path().filename().string() + "\n" + bytesOf(each.path().string());
        std::filesystem::remove_all(out);
        std::filesystem::create_directory(out);
        return said;
    }
    // With and without --json; the command stands before the file, the rest behind it.
    void hearsNothing(const std::string& commands, const std::vector<std::string>& rest = {}) {
        std::vector<std::string> line;
        for (std::size_t at = 0; at < commands.size();) {
            const auto end = std::min(commands.find(' ', at), commands.size());
            line.push_back(commands.substr(at, end - at));
            at = end + 1;
        }
        line.push_back(pool.path());
        line.insert(line.end(), rest.begin(), rest.end());
        std::string shown = commands;
        for (const std::string& each : rest)
            shown += " " + each;
        const std::string text = saidBy(line);
        EXPECT_NE(text, "") << shown;
        EXPECT_EQ(ForeignPool::heardIn(text), "") << shown;
        line.emplace_back("--json");
        EXPECT_EQ(ForeignPool::heardIn(saidBy(line)), "") << shown << " --json";
        ++asked_;
    }

    void askEverything() {
        for (const char* what : {"show", "history", "audit", "audit --verify", "restore-points",
                                 "quota", "workspace", "user", "nodes", "temporary", "timetable"})
            hearsNothing(std::string("project ") + what);
        hearsNothing("project history", {"--all"});
        for (const std::string& work : ForeignPool::ownWork())
            hearsNothing("project explain", {work});
        hearsNothing("project explain", {"zebr-job-1"});
        hearsNothing("project log", {"c-3"});
        for (const char* name : {"export", "backup", "recover"})
            hearsNothing(std::string("project ") + name, {folder_ / "out/file"});
        for (const char* what : {"undo", "redo"})
            hearsNothing(std::string("project ") + what, {"--dry-run"});
        hearsNothing("project restore", {"befor", "--dry-run"});
        hearsNothing("project samples", {"--quota", "C", "--last", "3h"});
        hearsNothing("project samples", {"--workspace", "space-c", "--last", "3h"});
        hearsNothing("project samples", {"--quota", "zebr", "--last", "3h"});
    }
    void tryEverything() {
        for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
                 {"--gpu", "4"},
                 {"--gpu", "8", "--priority", "9"},
                 {"--gpu", "8", "--replicas", "2", "--priority", "9"},
                 {"--gpu", "8", "--replicas", "9"},
                 {"--gpu", "8", "--preemptible", "no"},
                 {"--gpu", "8", "--idle"},
                 {"--gpu", "4", "--name", "zebr-job-1"}}) {
            std::vector<std::string> rest{"--workspace", "space-c", "--dry-run"};
            rest.insert(rest.end(), more.begin(), more.end());
            hearsNothing("submit", rest);
        }
        hearsNothing("submit", {"--workspace", "zebr-space", "--gpu", "1", "--dry-run"});
        hearsNothing("submit", {"--quota", "zebr", "--gpu", "1", "--dry-run"});
        for (const std::string& work : ForeignPool::ownWork()) {
            hearsNothing("cancel", {work, "--dry-run"});
            hearsNothing("finish", {work, "--dry-run"});
            hearsNothing("priority", {work, "9", "--dry-run"});
        }
        hearsNothing("cancel", {"zebr-job-5", "--dry-run"});
        for (const char* mode : {"refuse", "drain", "reclaim"})
            for (const char* size : {"C=4", "C=14", "C=20", "C=40", "zebr=3"})
                hearsNothing("project scale", {size, "--mode", mode, "--dry-run"});
        hearsNothing("project scale", {"C=14", "--for", "1h", "--dry-run"});
        for (const char* set :
             {R"({"limit": {"gpu": 99}})", R"({"lend": {"gpu": 2}})", R"({"overQuota": "off"})",
              R"({"rank": 1})", R"({"nodes": ["n-1"]})", R"({"minRuntime": 60})"})
            hearsNothing("project policy", {"C", "--set", set, "--dry-run"});
        hearsNothing(
            "project policy",
            {"C", "--self",
             R"({"high": [5, 9], "low": [1, 4], "modules": ["training"], "scope": "both"})",
             "--dry-run"});
        hearsNothing("project quota", {"add", "C1", "--parent", "C", "--gpu", "99", "--dry-run"});
        hearsNothing("project quota", {"add", "zebr", "--parent", "C", "--gpu", "1", "--dry-run"});
        hearsNothing("project quota", {"delete", "C", "--dry-run"});
        hearsNothing("project workspace", {"delete", "zebr-space", "--dry-run"});
        hearsNothing("project workspace", {"members", "space-c", "--dry-run"});
        hearsNothing("project user", {"revoke", "zebr-lead", "--dry-run"});
        hearsNothing("project temporary", {"end", "temporary-1", "--dry-run"});
        hearsNothing("project timetable", {"delete", "nights", "--dry-run"});
    }
    void reportEverything() {
        const std::string today = "2000-01-01..2099-12-31";
        for (const char* by : {"quota", "workspace", "team", "user", "module", "gpuType",
                               "quota,user,day", "team,week"})
            hearsNothing("report", {"--by", by, "--period", today});
        for (const char* out : {"out/r.html", "out/r.json", "out/csv/"})
            hearsNothing("report", {"--period", today, "--cost", "guarantee", "--price", "2",
                                    "--out", folder_ / out});
        hearsNothing("fairness");
        hearsNothing("fairness", {"--at", "1800"});
        hearsNothing("fairness", {"--at", "5400"});
    }

    const TemporaryFolder folder_;
    ForeignPool pool{folder_ / "pool.apportion", store::systemUser()};
    int asked_ = 0;
};

TEST_F(ForeignNames, AWorkspaceAdminHearsNone) {
    askEverything();
    tryEverything();
    reportEverything();
    EXPECT_GT(asked_, 80);
}

TEST_F(ForeignNames, AQuotaAdministratorHearsNone) {
    pool.as("ana", "user.grant",
            {{"user", pool.lead()}, {"role", "quota-administrator"}, {"quota", "C"}});
    askEverything();
    tryEverything();
    reportEverything();
}

TEST_F(ForeignNames, APlanThatBeginsWithThePoolIsForWhoMayReadIt) {
    writeBytes(folder_ / "p.plan.json", R"({"apportionPlan": 1, "base": {"project": ")" +
                                            pool.path() + R"("}, "sets": []})");
    for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{
             {"plan", "run", folder_ / "p.plan.json"},
             {"plan", "compare", folder_ / "p.plan.json"},
             {"plan", "report", folder_ / "p.plan.json"},
             {"plan", "advise", folder_ / "p.plan.json", "--goal", "p95-wait of C below 1h"}})
        EXPECT_EQ(ForeignPool::heardIn(saidBy(line)), "") << line[1];
}

// That there is something to be heard.
TEST_F(ForeignNames, WhoMayReadThePoolHearsThem) {
    pool.as("ana", "user.grant", {{"user", pool.lead()}, {"role", "viewer"}});
    for (const char* what : {"show", "history", "quota", "workspace", "temporary", "timetable"})
        EXPECT_NE(ForeignPool::heardIn(saidBy({"project", what, pool.path()})), "") << what;
    int named = 0;
    for (const std::string& work : ForeignPool::ownWork())
        named +=
            ForeignPool::heardIn(saidBy({"project", "explain", pool.path(), work})).empty() ? 0 : 1;
    EXPECT_GE(named, 4);
    EXPECT_NE(ForeignPool::heardIn(saidBy({"fairness", pool.path()})), "");
}

}  // namespace
}  // namespace apportion::testing
