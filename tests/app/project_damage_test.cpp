// SPDX-License-Identifier: GPL-3.0-or-later
// What apportionctl says of damaged project files, and how it recovers them.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

class ProjectDamage : public ::testing::Test {
protected:
    ProjectDamage() {
        writeBytes(folder_ / "s.json", smallScenario());
        EXPECT_EQ(ctl({"project", "init", path_, "--from", folder_ / "s.json"}).code, 0);
        for (const char* point : {"one", "two", "three"})
            EXPECT_EQ(ctl({"project", "restore-point", path_, point}).code, 0);
        for (const char* part : {"-wal", "-shm"})
            std::filesystem::remove(path_ + part);
        whole_ = bytesOf(path_);
    }
    // The last entry's text, "three", becomes "threE".
    std::string edited() const {
        std::string bytes = whole_;
        for (auto at = bytes.find("\"three\""); at != std::string::npos;
             at = bytes.find("\"three\"", at + 1))
            bytes[at + 5] = 'E';
        return bytes;
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string recovered_ = folder_ / "recovered.apportion";
    std::string whole_;
};

// A writer is refused; who looks sees what the tables say, and hears of it.
TEST_F(ProjectDamage, IsToldByEveryCommandAndRecovered) {
    const std::string bytes = edited();
    ASSERT_NE(bytes, whole_);
    writeBytes(path_, bytes);
    using Line = std::vector<std::string>;
    for (const auto& [code, line] : std::vector<std::pair<int, Line>>{
             {0, {"project", "show", path_}},
             {0, {"project", "quota", path_}},
             {4, {"project", "audit", path_, "--verify"}},
             {3, {"project", "restore-point", path_, "four"}},
             {3, {"project", "undo", path_}},
             {3, {"submit", path_, "--quota", "team", "--gpu", "1"}}}) {
        const Ran ran = ctl(line);
        EXPECT_EQ(ran.code, code) << ran.out << ran.err;
        EXPECT_THAT(ran.err, HasSubstr("istory entry 4"));
        EXPECT_THAT(ran.err, HasSubstr("project recover', or restore a backup"));
    }
    const Ran recover = ctl({"project", "recover", path_, recovered_});
    EXPECT_EQ(recover.code, 0) << recover.err;
    EXPECT_THAT(recover.out, HasSubstr("Recovered 3 entries"));
    EXPECT_THAT(recover.err, HasSubstr("History entry 4 is lost"));
    EXPECT_EQ(bytesOf(path_), bytes);

    EXPECT_EQ(ctl({"project", "audit", recovered_, "--verify"}).code, 0);
    EXPECT_THAT(ctl({"project", "history", recovered_}).out, HasSubstr("recover"));
    EXPECT_EQ(ctl({"project", "restore-point", recovered_, "four"}).code, 0);
    // A second time it would take the place of what was recovered.
    const std::string first = bytesOf(recovered_);
    EXPECT_EQ(ctl({"project", "recover", path_, recovered_}).code, 4);
    EXPECT_EQ(bytesOf(recovered_), first);
}

TEST_F(ProjectDamage, WhatIsNoProjectIsNamed) {
    const std::vector<std::pair<std::string, std::string>> files{
        {"", "is empty"},
        {"text\n", "is not a project file"},
        {smallScenario(), "looks like a scenario"},
        {whole_.substr(0, whole_.size() / 2), "is damaged"}};
    for (const auto& [bytes, words] : files) {
        writeBytes(path_, bytes);
        for (const char* command : {"show", "history", "undo"}) {
            const Ran ran = ctl({"project", command, path_});
            EXPECT_EQ(ran.code, 3) << ran.err;
            EXPECT_THAT(ran.err, HasSubstr(words));
        }
        EXPECT_EQ(bytesOf(path_), bytes);
    }
    EXPECT_THAT(ctl({"project", "show", folder_.path().string()}).err, HasSubstr("is a folder"));
    EXPECT_THAT(ctl({"project", "show", folder_ / "none"}).err, HasSubstr("does not exist"));
}

TEST_F(ProjectDamage, OfAFullDiskIsNone) {
    // In KiB: room for some commands in the WAL.
    const Ran ran = shell(
        "ulimit -f 36; for i in 1 2 3 4; do \"$CTL\" project "
        "restore-point '" +
        path_ + "' full$i || exit; done");
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("The disk is full"));
    EXPECT_EQ(ctl({"project", "restore-point", path_, "room"}).code, 0);
    EXPECT_EQ(ctl({"project", "audit", path_, "--verify"}).code, 0);
}

// Whatever keeps the file from being read is what a check is to find.
TEST_F(ProjectDamage, ACheckThatFindsAnythingEndsWithNo) {
    for (const std::size_t left : {whole_.size() / 2, whole_.size() - 4096}) {
        writeBytes(path_, whole_.substr(0, left));
        for (const char* json : {"", "--json"}) {
            const std::string line = "\"$CTL\" project audit " + path_ + " " + json;
            EXPECT_EQ(shell(line + " --verify").code, 4) << left;
        }
        std::filesystem::remove(path_ + "-damaged");
    }
    writeBytes(path_, whole_);
    EXPECT_EQ(ctl({"project", "audit", path_, "--verify"}).code, 0);
    // An older program has put a log away, and what it held is not in the file.
    writeBytes(path_ + "-wal-broken", "log");
    EXPECT_EQ(ctl({"project", "audit", path_, "--verify"}).code, 4);
    EXPECT_EQ(ctl({"project", "audit", path_}).code, 0);
    std::filesystem::remove(path_ + "-wal-broken");
    // Cut to nothing, with another header, and without the number of the program.
    std::string header = whole_, number = whole_;
    header.replace(0, 6, "sqlite");
    number.replace(68, 4, 4, '\0');
    for (const std::string& wrong : {std::string(), header, number, std::string("text\n")}) {
        writeBytes(path_, wrong);
        EXPECT_EQ(ctl({"project", "audit", path_, "--verify"}).code, 4) << wrong.substr(0, 6);
        EXPECT_EQ(ctl({"project", "audit", path_}).code, 3) << wrong.substr(0, 6);
    }
    // A scenario is wrong input, and so is a file that is not there.
    writeBytes(path_, "{}");
    EXPECT_EQ(ctl({"project", "audit", path_, "--verify"}).code, 3);
}

}  // namespace
}  // namespace apportion::testing
