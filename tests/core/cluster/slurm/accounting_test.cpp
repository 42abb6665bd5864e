// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster whose accounting goes: what is read all the same, and what is said to be missing. The
// commands of Slurm are recorded answers in PATH.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/import.h"
#include "core/cluster/slurm/reader.h"
#include "core/cluster/slurm/watch.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::slurm {
namespace {

using ::testing::Contains;
using ::testing::Optional;
using ::testing::SizeIs;

class SlurmAccounting : public ::testing::Test {
protected:
    SlurmAccounting() {
        const std::string data = APPORTION_SOURCE_DIR "/tests/data/slurm/";
        for (const char* name : {"squeue", "sinfo", "sacctmgr", "scontrol", "sdiag"})
            std::filesystem::copy_file(data + "commands.sh", file(name));
        for (const char* name :
             {"squeue.txt", "sinfo.txt", "assoc.txt", "qos.txt", "config.txt", "assoc_mgr.txt"})
            std::filesystem::copy_file(data + name, file(name));
        put("account.txt");
        put("sdiag.txt");
        setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);  // NOLINT
        unsetenv("SLURM_JWT");                                               // NOLINT
        access_ = std::move(*openAccess(Connection{}));
    }
    ~SlurmAccounting() override { setenv("PATH", path_.c_str(), 1); }  // NOLINT

    std::string file(const char* name) const { return (folder_.path() / name).string(); }
    void put(const char* name, const char* text = "\n") const { std::ofstream(file(name)) << text; }

    testing::TemporaryFolder folder_;
    std::string path_ = getenv("PATH");  // NOLINT
    Access access_;
};

TEST_F(SlurmAccounting, WithoutItJobsHaveTheirReasonsAndAccountsTheLimitsOfTheController) {
    const auto whole = readToShow(access_);
    ASSERT_TRUE(whole);
    EXPECT_FALSE(missingOf(*whole));
    EXPECT_THAT(Accounts(*whole).find("detector")->gpuMinutesUsed, Optional(13));
    std::vector<std::string> left;
    for (const Message& each : scenarioOf(*whole).notRepresented)
        left.push_back(render(each));
    EXPECT_THAT(left, Contains("GrpTRESMins of account detector: 13 of 60000 GPU minutes are used. "
                               "A scenario has no such limit."));
    put("dbdown");
    const auto shown = readToShow(access_);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->jobs.size(), whole->jobs.size());
    EXPECT_EQ(missingOf(*shown)->code, "cluster-accounting-down.controller");
    EXPECT_THAT(Accounts(*shown).find("theory")->limit, Optional(8));
    EXPECT_EQ(Accounts(*shown).find("theory")->parent, "physics");
    EXPECT_EQ(codeOf(readPicture(access_).error()), "cluster-accounting-down")
        << "nothing is planned from a part";
    put("down");
    EXPECT_EQ(codeOf(readToShow(access_).error()), "cluster-controller-down");
}

TEST_F(SlurmAccounting, ALookThatFindsTheSameIsNoNews) {
    Picture first = *readToShow(access_);
    Watch watch(Connection{}, std::move(access_), std::move(first), Pace::Millis(1000));
    put("sdiag.txt", "Jobs submitted: 1\n");
    Look look = watch.look();
    EXPECT_TRUE(look.read);
    EXPECT_FALSE(look.differs);
    EXPECT_THAT(look.changes, SizeIs(0));
    EXPECT_EQ(watch.pause(), Pace::Millis(1000));
    std::filesystem::remove(file("squeue.txt"));
    put("squeue.txt");
    put("sdiag.txt", "Jobs submitted: 2\n");
    // So soon after the last one it is not read yet, and not put off for a whole pause.
    look = watch.look();
    if (!look.read) {
        EXPECT_LE(watch.pause(), std::max(watch.took(), Pace::Millis(50)));
        std::this_thread::sleep_for(watch.pause());
        look = watch.look();
    }
    EXPECT_TRUE(look.read);
    EXPECT_TRUE(look.differs);
}

TEST_F(SlurmAccounting, WhatItSaidLastStaysWithItsAge) {
    Picture picture = *readToShow(access_);
    put("dbdown");
    refreshAccounts(access_, picture);
    ASSERT_THAT(picture.qos, SizeIs(3));
    EXPECT_THAT(picture.qos[1].preempts, SizeIs(1)) << "which no controller tells";
    const auto missing = missingOf(picture);
    ASSERT_TRUE(missing);
    EXPECT_TRUE(isComplete(*missing));
    EXPECT_EQ(missing->code, "cluster-accounting-down.old");
    // What began without it has it once it is back.
    Picture part = *readToShow(access_);
    refreshAccounts(access_, part);
    EXPECT_EQ(missingOf(part)->code, "cluster-accounting-down.controller");
    std::filesystem::remove(file("dbdown"));
    for (Picture* each : {&picture, &part}) {
        refreshAccounts(access_, *each);
        EXPECT_FALSE(missingOf(*each));
        EXPECT_THAT(each->qos[1].preempts, SizeIs(1));
    }
}

}  // namespace
}  // namespace apportion::slurm
