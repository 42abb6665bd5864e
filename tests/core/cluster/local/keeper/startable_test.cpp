// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a command beforehand is what its keeper finds.
#include "core/cluster/local/keeper/startable.h"

#include <filesystem>
#include <fstream>

#include "tests/core/cluster/local/keeper/keeper_rig.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StartableTest : public KeeperTest {
protected:
    std::string write(const std::string& name, const std::string& text, bool executable = true) {
        const std::string path = folder_ / name;
        fs::create_directories(fs::path(path).parent_path());
        std::ofstream(path) << text;
        fs::permissions(path, executable ? fs::perms::owner_all : fs::perms::owner_read);
        return path;
    }
    // The code of what is said, after a keeper has agreed.
    std::string said(const KeeperJob& job) {
        const auto missing = missingToStart(job.arguments, job.directory, programPath());
        const KeeperStatus end = endOf(start(job, "run" + std::to_string(++runs_)));
        EXPECT_EQ(end.exitCode.has_value(), !missing) << job.arguments.front() << end.failure;
        if (missing) {
            EXPECT_TRUE(isComplete(*missing)) << missing->code;
        }
        return missing ? missing->code : "";
    }
    int runs_ = 0;
};

TEST_F(StartableTest, WhatAKeeperCannotStartIsSaidBefore) {
    write("job.sh", "#!/bin/sh\nexit 0\n");
    write("plain.sh", "exit 0\n");
    write("closed.sh", "#!/bin/sh\n", false);
    write("lost.sh", "#! /nowhere/python3 -u\n");
    write("sub/job.sh", "#!/bin/sh\n");
    EXPECT_EQ(said(job({"true"})), "");
    EXPECT_EQ(said(job({"./job.sh", "4"})), "");
    EXPECT_EQ(said(job({"sub/job.sh"})), "");
    EXPECT_EQ(said(job({folder_ / "job.sh"})), "");
    EXPECT_EQ(said(job({"./plain.sh"})), "") << "a shell reads what no first line asks for";
    EXPECT_EQ(said(job({"nosuchprog", "--x"})), "command-missing");
    EXPECT_EQ(said(job({"job.sh"})), "command-missing") << "its folder is not in PATH";
    EXPECT_EQ(said(job({"./nosuch.sh"})), "command-missing.file");
    EXPECT_EQ(said(job({"./sub"})), "command-missing.is-folder");
    EXPECT_EQ(said(job({"./closed.sh"})), "command-missing.closed");
    EXPECT_EQ(said(job({"./lost.sh"})), "command-missing.interpreter");
    KeeperJob elsewhere = job({"true"});
    elsewhere.directory = "/nonexistent/dir";
    EXPECT_EQ(said(elsewhere), "command-missing.folder");
    elsewhere.directory = folder_ / "job.sh";
    EXPECT_EQ(said(elsewhere), "command-missing.no-folder");
}

TEST_F(StartableTest, TheFirstProgramOfThePathThatMayBeExecutedCounts) {
    write("a/tool", "", false);
    write("b/tool", "#!/bin/sh\n");
    const std::string directory = folder_.path().string();
    const auto code = [&](const std::optional<std::string>& path) {
        const auto missing = missingToStart({"tool"}, directory, path);
        return missing ? missing->code : "";
    };
    EXPECT_EQ(code(folder_ / "a" + ":" + folder_ / "b"), "");
    EXPECT_EQ(code(folder_ / "a"), "command-missing.closed");
    EXPECT_EQ(code("a:b"), "") << "a folder of PATH may count from where the command runs";
    EXPECT_EQ(code("/usr/bin:"), "command-missing");
    EXPECT_EQ(code(std::nullopt), "") << "of what is not known nothing is said";
}

}  // namespace
}  // namespace apportion::testing
