// SPDX-License-Identifier: GPL-3.0-or-later
// Two users of one group and a project in a folder of that group, as README.md says. Only root can
// be both.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class SharedFolder : public ::testing::Test {
protected:
    // Users that every Debian has; a group needs no name.
    static constexpr const char* kFirst = "bin";
    static constexpr const char* kSecond = "daemon";
    static constexpr const char* kGroup = "61234";

    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "only root can become two users";
        chmod(folder_.path().c_str(), 0755);
        writeBytes(folder_ / "pool.json", R"json({"apportion": 1, "name": "shared",
 "nodes": [{"name": "node", "gpu": 2}],
 "quotas": [{"name": "$(touch pwned)", "guaranteed": {"gpu": 2}}]})json");
        for (const char* user : {kFirst, kSecond})
            if (as(user, "\"$CTL\" --version").code != 0)
                GTEST_SKIP() << "other users cannot run this program";
        const Ran made = shell("mkdir " + pool_ + " && chgrp " + kGroup + " " + pool_ +
                               " && chmod 2770 " + pool_);
        ASSERT_EQ(made.code, 0) << made.err;
    }
    static Ran as(const std::string& user, const std::string& line) {
        return shell("export CTL HOME=/nonexistent; unset XDG_STATE_HOME; exec setpriv --reuid " +
                     user + " --regid " + user + " --groups " + kGroup + " bash -c '" + line + "'");
    }
    static void expectDone(const std::string& user, const std::string& line) {
        const Ran ran = as(user, line);
        EXPECT_EQ(ran.code, 0) << user << ": " << line << "\n" << ran.out << ran.err;
    }

    const TemporaryFolder folder_;
    const std::string pool_ = folder_ / "pool";
    const std::string file_ = pool_ + "/pool.apportion";
};

TEST_F(SharedFolder, TheRecipeIsEnough) {
    expectDone(kFirst, "umask 007 && \"$CTL\" project init " + file_ + " --from " +
                           (folder_ / "pool.json"));
    expectDone(kFirst, "\"$CTL\" project user " + file_ + " grant daemon --role administrator");
    // Each of both is the first to open it once, and finds what the other one has left.
    for (const char* user : {kSecond, kFirst, kSecond}) {
        expectDone(user, "\"$CTL\" project restore-point " + file_ + " " + user + "-$$");
        expectDone(user, "\"$CTL\" project show " + file_);
        expectDone(user, "\"$CTL\" project serve " + file_ + " --for 0.3");
        expectDone(user, "\"$CTL\" project audit " + file_ + " --verify");
    }
    // One that is killed leaves its log to the other.
    (void)as(kFirst, "\"$CTL\" project serve " + file_ + " & sleep 1; kill -9 $!");
    expectDone(kSecond, "\"$CTL\" project restore-point " + file_ + " after");
    expectDone(kSecond, "umask 077 && \"$CTL\" project backup " + file_ + " " + pool_ + "/copy");
    expectDone(kFirst, "\"$CTL\" project restore-point " + pool_ + "/copy there");
    for (const auto& each : fs::directory_iterator(pool_)) {
        struct stat status {};
        ASSERT_EQ(stat(each.path().c_str(), &status), 0);
        EXPECT_EQ(status.st_gid, 61234U) << each.path();
        EXPECT_EQ(status.st_mode & 0777, 0660U) << each.path();
    }
}

TEST_F(SharedFolder, ANewProjectIsOfTheGroupWhateverTheUmask) {
    for (const char* umask : {"022", "077"}) {
        const std::string file = file_ + umask;
        expectDone(kFirst, std::string("umask ") + umask + " && \"$CTL\" project init " + file +
                               " --from " + (folder_ / "pool.json"));
        expectDone(kFirst, "\"$CTL\" project user " + file + " grant daemon --role administrator");
        expectDone(kSecond, "\"$CTL\" project restore-point " + file + " one");
        expectDone(kSecond, "umask 022 && \"$CTL\" project backup " + file + " " + file + ".copy");
        expectDone(kFirst, "\"$CTL\" project restore-point " + file + ".copy two");
    }
    // Elsewhere the umask decides.
    ASSERT_EQ(shell("chmod g-s " + pool_).code, 0);
    expectDone(kFirst, "umask 022 && \"$CTL\" project init " + file_ + " --from " +
                           (folder_ / "pool.json"));
    struct stat status {};
    ASSERT_EQ(stat(file_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0644U);
}

TEST_F(SharedFolder, AFileThatIsThereIsSharedByItsRights) {
    expectDone(kFirst, "\"$CTL\" project init " + file_ + " --from " + (folder_ / "pool.json"));
    expectDone(kFirst, "chmod g-w " + file_);
    expectDone(kFirst, "\"$CTL\" project user " + file_ + " grant daemon --role administrator");
    EXPECT_EQ(as(kSecond, "\"$CTL\" project restore-point " + file_ + " one").code, 1);
    expectDone(kFirst, "chmod g+w " + file_);
    expectDone(kSecond, "\"$CTL\" project restore-point " + file_ + " one");
    expectDone(kFirst, "\"$CTL\" project restore-point " + file_ + " two");
}

TEST_F(SharedFolder, AnAnswerIsNotWrittenThroughTheLinkOfAnotherUser) {
    writeBytes(folder_ / "victim", "alias");
    chmod((folder_ / "victim").c_str(), 0600);
    ASSERT_EQ(shell("chown bin " + (folder_ / "victim")).code, 0);
    expectDone(kFirst, "umask 007 && \"$CTL\" project init " + file_ + " --from " +
                           (folder_ / "pool.json"));
    expectDone(kSecond, "ln -s " + (folder_ / "victim") + " " + pool_ + "/out.json");
    const std::string line = "\"$CTL\" project export " + file_ + " -o " + pool_ + "/out.json";
    const Ran refused = as(kFirst, line);
    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.err, HasSubstr("is a link that another user created"));
    EXPECT_EQ(bytesOf(folder_ / "victim"), "alias");
    // One of their own is followed.
    expectDone(kFirst, "ln -sf " + (folder_ / "victim") + " " + pool_ + "/mine.json");
    ASSERT_EQ(shell("chown bin " + folder_.path().string()).code, 0);
    expectDone(kFirst, "\"$CTL\" project export " + file_ + " -o " + pool_ + "/mine.json");
    EXPECT_THAT(bytesOf(folder_ / "victim"), HasSubstr("\"apportion\": 1"));
}

}  // namespace
}  // namespace apportion::testing
