// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 of apportionctl at random moments: what it said was done is there. APPORTION_KILLS: how
// often.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>

#include <SQLiteCpp/Database.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

// Starts the program itself, without a shell between: its own pid is the one to be killed.
pid_t start(const std::vector<std::string>& arguments, const std::string& out) {
    const pid_t child = fork();
    if (child != 0)
        return child;
    const int file = open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    std::string program = APPORTION_BIN_DIR "/apportionctl";
    std::vector<char*> all{program.data()};
    std::vector<std::string> copies = arguments;
    for (std::string& argument : copies)
        all.push_back(argument.data());
    all.push_back(nullptr);
    execv(program.c_str(), all.data());
    _exit(127);
}

// The numbers of the entries that it said were done.
std::vector<long> acknowledged(const std::string& text) {
    std::vector<long> entries;
    const std::string words = "History entry ";
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
        entries.push_back(std::atol(text.c_str() + at + words.size()));
    return entries;
}

TEST(ProjectKill, WhatWasSaidToBeDoneIsThere) {
    const char* given = std::getenv("APPORTION_KILLS");
    const int kills = given != nullptr ? std::atoi(given) : 25;
    std::mt19937_64 random(given != nullptr ? std::random_device{}() : 9);
    const TemporaryFolder folder;
    const std::string path = folder / "pool.apportion";
    writeBytes(folder / "s.json", smallScenario());
    ASSERT_EQ(ctl({"project", "init", path, "--from", folder / "s.json"}).code, 0);
    // One serves the pool, others write to it; each is killed.
    pid_t server = start({"project", "serve", path}, folder / "server");
    for (int i = 0; i < kills; ++i) {
        const std::vector<std::vector<std::string>> commands{
            {"project", "policy", path, "team", "--set",
             "{\"weight\":" + std::to_string(i + 2) + "}"},
            {"submit", path, "--quota", "team", "--gpu", "1", "--name", "w" + std::to_string(i)},
            {"project", "restore-point", path, "p" + std::to_string(i)},
            {"project", "undo", path}};
        const pid_t child = start(commands[random() % commands.size()], folder / "out");
        usleep(static_cast<useconds_t>(random() % 60'000));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        if (i % 8 == 7) {
            kill(server, SIGKILL);
            waitpid(server, nullptr, 0);
            const Ran audit = ctl({"project", "audit", path, "--verify"});
            ASSERT_EQ(audit.code, 0) << audit.out << audit.err;
            server = start({"project", "serve", path}, folder / "server");
        }
    }
    kill(server, SIGKILL);
    waitpid(server, nullptr, 0);
    const Ran audit = ctl({"project", "audit", path, "--verify"});
    EXPECT_EQ(audit.code, 0) << audit.out << audit.err;
    EXPECT_THAT(audit.out, HasSubstr("Verified"));
    const Ran history = ctl({"project", "history", path, "--all"});
    const auto done = acknowledged(bytesOf(folder / "out"));
    for (const long entry : done)
        EXPECT_THAT(history.out, HasSubstr("\n  " +
                                           std::string(entry < 10     ? "    "
                                                       : entry < 100  ? "   "
                                                       : entry < 1000 ? "  "
                                                                      : " ") +
                                           std::to_string(entry) + "  "));
    // One who comes while another writes waits a moment.
    for (const char* failure : {"damaged", "Another program", "cannot be"})
        EXPECT_THAT(bytesOf(folder / "out") + bytesOf(folder / "server"),
                    ::testing::Not(HasSubstr(failure)));
    EXPECT_EQ(ctl({"project", "restore-point", path, "after"}).code, 0);
}

// A live pool tries on, and needs no second line for the same.
TEST(ProjectWithoutRoom, IsToldOnce) {
    const TemporaryFolder folder;
    const std::string path = folder / "pool.apportion";
    writeBytes(folder / "s.json", smallScenario());
    ASSERT_EQ(ctl({"project", "init", path, "--from", folder / "s.json"}).code, 0);
    const Ran ran = shell("ulimit -f 32; \"$CTL\" project serve " + path + " --for 6");
    const auto first = ran.err.find("The disk is full");
    ASSERT_NE(first, std::string::npos) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("resumes automatically"));
    EXPECT_EQ(ran.err.find("The disk is full", first + 1), std::string::npos) << ran.err;
}

// Ctrl-C and the like are no reason to leave half a copy behind.
TEST(ProjectInterrupted, ACopyLeavesNothing) {
    const TemporaryFolder folder;
    const std::string path = folder / "pool.apportion", copy = folder / "copy";
    writeBytes(folder / "s.json", smallScenario());
    ASSERT_EQ(ctl({"project", "init", path, "--from", folder / "s.json"}).code, 0);
    {
        SQLite::Database file(path, SQLite::OPEN_READWRITE);
        file.exec("CREATE TABLE filler(x); INSERT INTO filler VALUES(zeroblob(150000000))");
    }
    for (const std::string command : {"backup", "recover"}) {
        const Ran ran = shell("\"$CTL\" project " + command + " " + path + " " + copy +
                              " & while kill -0 $! && [ -z \"$(ls " + folder.path().string() +
                              " | grep 'copy[.]')\" ]; do :; done; kill -TERM $!; wait $!");
        EXPECT_EQ(ran.code, 143) << command << ran.out << ran.err;
        for (const auto& each : std::filesystem::directory_iterator(folder.path()))
            EXPECT_FALSE(each.path().filename().string().starts_with("copy")) << command << each;
    }
}

}  // namespace
}  // namespace apportion::testing
