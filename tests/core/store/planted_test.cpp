// SPDX-License-Identifier: GPL-3.0-or-later
// Another member of a shared folder plants links, pipes and further names of files beside a
// project. No program of ours writes through them, and none waits for them.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <regex>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/half_file.h"
#include "core/store/damage_note.h"
#include "core/store/database.h"
#include "core/store/draft.h"
#include "core/store/process_identity.h"
#include "tests/core/cluster/local/keeper/built_things.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StorePlanted : public ::testing::Test {
protected:
    StorePlanted() {
        fs::create_directory(folder_ / "shared");
        fs::create_directory(folder_ / "home");
        makeProject(path_, 20);
        writeBytes(victim_, kWords);
        fs::permissions(victim_, fs::perms::owner_read | fs::perms::owner_write);
    }

    void plantLink(const std::string& name) const {
        std::error_code failed;
        fs::create_symlink(victim_, name, failed);
    }
    void expectIgnoredNote() const {
        const auto file = ProjectFile::open(path_, OpenMode::readWrite);
        ASSERT_TRUE(file) << sentencesOf(file.error());
        EXPECT_NE(sentencesOf(file->notices()).find("It is ignored"), std::string::npos);
    }
    // As a shell tells it; 255 if it has not ended after 20 seconds. The links are there before the
    // program, under all names that older versions gave their files: they had the process in them.
    int runPlanted(const std::vector<std::string>& line,
                   const std::vector<std::string>& places) const {
        const pid_t child = fork();
        if (child == 0) {
            const store::ProcessIdentity self = store::thisProcess();
            const std::string end =
                "-" + std::to_string(getpid()) + "@" +
                std::to_string(std::hash<std::string>()(self.boot + self.space) % 1'000'000);
            for (const std::string& place : places)
                for (const char* what : {".new", ".reading"})
                    for (const char* lent : {"", "-lent"})
                        for (const char* part : {"", "-wal", "-shm", "-journal"})
                            plantLink(place + what + end + lent + part);
            const int out = open((folder_ / "out").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
            dup2(out, STDOUT_FILENO);
            dup2(out, STDERR_FILENO);
            std::vector<char*> arguments{const_cast<char*>("apportionctl")};
            for (const std::string& word : line)
                arguments.push_back(const_cast<char*>(word.c_str()));
            arguments.push_back(nullptr);
            execv(kKeeperProgram, arguments.data());
            _exit(127);
        }
        for (int i = 0; i < 2000; ++i) {
            int how = 0;
            if (waitpid(child, &how, WNOHANG) == child)
                return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        return 255;
    }
    std::string codeOfRecovery() const {
        const auto made = recoverProject(path_, folder_ / "shared/saved", "ana", kBegin);
        return made ? std::string() : made.error().front().message.code;
    }
    std::string told() const { return bytesOf(folder_ / "out"); }
    bool isUntouched() const {
        return bytesOf(victim_) == kWords &&
               fs::status(victim_).permissions() ==
                   (fs::perms::owner_read | fs::perms::owner_write) &&
               std::distance(fs::directory_iterator(folder_ / "home"), {}) == 1;
    }

    static constexpr const char* kWords = "alias ls='ls --color'\n";
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "shared/pool.apportion";
    const std::string victim_ = folder_ / "home/.bashrc";
};

TEST_F(StorePlanted, LinksAtEveryNameThatCanBeForeseenAreNotFollowed) {
    const std::string copy = folder_ / "shared/copy.apportion";
    const std::string saved = folder_ / "shared/saved.apportion";
    const std::string made = folder_ / "shared/made.apportion";
    const std::string scenario = folder_ / "home.json";
    const std::string old = folder_ / "shared/old.apportion";
    writeBytes(scenario,
               R"json({"apportion": 1, "name": "small", "nodes": [{"name": "n", "gpu": 2}],
 "quotas": [{"name": "$(touch pwned)", "guaranteed": {"gpu": 2}}]})json");
    SQLite::Database(old, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec(bytesOf(std::string(APPORTION_SOURCE_DIR) + "/tests/data/project-schema-1.sql"));
    std::vector<std::string> places;
    for (const std::string& file : {made, copy, saved, old, old + ".schema-1.backup"})
        for (const char* note : {"", "-damaged"})
            places.push_back(file + note);
    using Line = std::vector<std::string>;
    const auto expect = [&](int code, const Line& line) {
        EXPECT_EQ(runPlanted(line, places), code) << line[1] << ": " << told();
        EXPECT_TRUE(isUntouched()) << line[1] << ": " << bytesOf(victim_).substr(0, 200);
    };
    expect(0, {"project", "init", made, "--from", scenario});
    expect(0, {"project", "restore-point", made, "one"});
    expect(0, {"project", "backup", made, copy});
    expect(4, {"project", "init", copy, "--from", scenario});  // it is there
    expect(4, {"project", "restore-point", old, "here"});      // migrated first, and ana's
    EXPECT_TRUE(fs::exists(old + ".schema-1.backup"));
    // The last entry is not what was written, which every full look finds.
    change(made,
           "UPDATE journal SET entry = replace(entry, 'one', 'two') "
           "WHERE n = (SELECT max(n) FROM journal)");
    expect(0, {"project", "show", made});
    EXPECT_TRUE(store::readDamageNote(made)) << told();
    expect(0, {"project", "recover", made, saved});
    expect(0, {"project", "audit", saved, "--verify"});
    // What was planted is all that is left beside the files.
    for (const auto& each : fs::directory_iterator(folder_ / "shared")) {
        const std::string name = each.path().filename();
        const bool half = name.find(".new-") != name.npos || name.find(".reading-") != name.npos;
        EXPECT_TRUE(!half || fs::is_symlink(each.symlink_status())) << name;
    }
}

TEST_F(StorePlanted, AFileBesideTheProjectThatIsNoneIsRefusedAndNotWaitedFor) {
    for (const char* part : {"-wal", "-shm", "-journal"}) {
        for (const auto& plant : std::vector<std::function<void(const std::string&)>>{
                 [&](const std::string& name) { plantLink(name); },
                 [&](const std::string& name) { mkfifo(name.c_str(), 0444); },
                 [&](const std::string& name) { fs::create_directory(name); }}) {
            plant(path_ + part);
            EXPECT_EQ(openingSays(path_), "project-beside-no-file") << part;
            EXPECT_EQ(codeOfRecovery(), "project-beside-no-file") << part;
            EXPECT_TRUE(isUntouched()) << part;
            fs::remove(path_ + part);
        }
    }
    EXPECT_EQ(openingSays(path_), "");
}

TEST_F(StorePlanted, AnotherNameOfAFileBesideTheProjectIsNotWrittenTo) {
    fs::permissions(path_, fs::perms::all);
    for (const char* part : {"-wal", "-shm", "-journal"}) {
        for (const char* left : {"-wal", "-shm", "-journal"})
            fs::remove(path_ + left);
        fs::create_hard_link(victim_, path_ + part);
        EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-beside-linked") << part;
        (void)openingSays(path_, OpenMode::readOnly);
        EXPECT_TRUE(isUntouched()) << part << bytesOf(victim_).size();
    }
}

// While it is open, under the name that SQLite is about to use.
TEST_F(StorePlanted, WhatComesThereWhileItIsOpenIsNotWrittenToEither) {
    auto file = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(file);
    for (const char* part : {"-wal", "-shm"}) {
        fs::remove(path_ + part);
        plantLink(path_ + part);
    }
    (void)file->verify();
    (void)file->backup(folder_ / "shared/copy", true);
    file = ProjectFile::open(path_, OpenMode::readWrite);
    EXPECT_TRUE(isUntouched());
}

TEST_F(StorePlanted, ANoteThatIsNotTrueIsRemovedAndATrueOneBlocks) {
    ASSERT_TRUE(store::writeDamageNote(path_, "it is broken").empty());
    {
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        ASSERT_TRUE(file && file->backup(folder_ / "shared/copy", true));
        EXPECT_FALSE(store::readDamageNote(folder_ / "shared/copy"));
    }
    ASSERT_TRUE(store::writeDamageNote(path_, "it is broken").empty());
    {
        auto file = ProjectFile::open(path_, OpenMode::readWrite);
        ASSERT_TRUE(file) << sentencesOf(file.error());
        EXPECT_NE(sentencesOf(file->notices()).find("a full check found none"), std::string::npos);
        EXPECT_FALSE(fs::exists(store::damageNoteOf(path_)));
        // While it is open, too.
        ASSERT_TRUE(store::writeDamageNote(path_, "it is broken").empty());
        EXPECT_TRUE(file->provenDamage().empty());
        EXPECT_FALSE(fs::exists(store::damageNoteOf(path_)));
    }
    change(path_, "UPDATE journal SET entry = entry || ' ' WHERE n = 3");
    ASSERT_TRUE(store::writeDamageNote(path_, "it is broken").empty());
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged.known");
    EXPECT_TRUE(fs::exists(store::damageNoteOf(path_)));
}

TEST_F(StorePlanted, ANoteOfTheLogIsTakenFromWhoCanWriteToTheFileAlone) {
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can give a file away";
    fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(store::writeDamageNote(path_, "its log is broken", true).empty());
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged.known");
    ASSERT_EQ(chown(store::damageNoteOf(path_).c_str(), 65534, 65534), 0);
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "");
}

TEST_F(StorePlanted, ANoteThatIsNoneIsNeitherWaitedForNorWrittenThrough) {
    const std::string note = store::damageNoteOf(path_);
    mkfifo(note.c_str(), 0666);
    EXPECT_FALSE(store::readDamageNote(path_));
    expectIgnoredNote();
    fs::remove(note);
    writeBytes(note, "");
    expectIgnoredNote();
    fs::remove(note);
    plantLink(note);
    EXPECT_FALSE(store::readDamageNote(path_));
    expectIgnoredNote();
    EXPECT_TRUE(store::writeDamageNote(path_, "it is broken").empty());
    EXPECT_TRUE(isUntouched());
    EXPECT_EQ(store::readDamageNote(path_)->finding, "it is broken");
    // A folder cannot be replaced, and that is told.
    fs::remove(note);
    fs::create_directory(note);
    const Problems told = store::writeDamageNote(path_, "it is broken");
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told.front().message.code, "project-damage-not-noted");
}

TEST_F(StorePlanted, AForgedNoteIsShortAndItsControlsAreEscaped) {
    const std::string note = store::damageNoteOf(path_);
    writeBytes(note, "1 2 3 4.5\n\x1b]0;title\x07" + std::string(1 << 20, 'x'));
    EXPECT_LT(store::readDamageNote(path_)->finding.size(), 5000U);
    const auto file = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(file);
    const std::string sentence = sentencesOf(file->damage());
    EXPECT_NE(sentence.find("\\x1B]0;title"), std::string::npos) << sentence.substr(0, 300);
    EXPECT_EQ(sentence.find('\x1b'), std::string::npos);
}

TEST_F(StorePlanted, ADraftThatWasReplacedTakesNoPlace) {
    const std::string place = folder_ / "shared/new.apportion";
    auto draft = store::Draft::begin(place);
    ASSERT_TRUE(draft);
    fs::remove(draft->file());
    plantLink(draft->file());
    const auto placed = draft->commit();
    ASSERT_FALSE(placed);
    EXPECT_EQ(placed.error().front().message.code, "project-draft-replaced");
    EXPECT_FALSE(fs::exists(fs::symlink_status(place)));
    EXPECT_THROW(store::connect(draft->file(), store::Access::create), SQLite::Exception);
    EXPECT_TRUE(isUntouched());
}

TEST_F(StorePlanted, NamesOfDraftsDifferAndAnExistingNameIsRefused) {
    const auto one = store::OwnFile::beside(path_, store::kDraft);
    const auto other = store::OwnFile::beside(path_, store::kDraft);
    ASSERT_TRUE(one && other);
    EXPECT_NE(one->name(), other->name());
    plantLink(folder_ / "shared/there");
    EXPECT_FALSE(store::createNew(folder_ / "shared/there", 0600));
    EXPECT_EQ(errno, EEXIST);
}

TEST_F(StorePlanted, AnInterruptRemovesAllThatIsHalfWritten) {
    const auto own = store::OwnFile::beside(path_, store::kReading);
    ASSERT_TRUE(own);
    writeBytes(own->name() + "-wal", "log");
    removeHalfFiles();
    EXPECT_FALSE(fs::exists(own->name()));
    EXPECT_FALSE(fs::exists(own->name() + "-wal"));
}

// Who shares a folder with others says so by the umask, or by the rights of the file that is there.
TEST_F(StorePlanted, ANewFileHasTheRightsThatTheUmaskLeaves) {
    const auto rightsAfter = [&](mode_t mask) {
        const std::string place = folder_ / ("shared/made-" + std::to_string(mask));
        const mode_t before = umask(mask);
        EXPECT_TRUE(newProject(place, [] { return kBegin; }).has_value());
        const auto held = ProjectFile::open(place, OpenMode::readOnly);
        umask(before);
        for (const char* part : {"-wal", "-shm"})
            EXPECT_EQ(fs::status(place + part).permissions(), fs::status(place).permissions());
        return static_cast<int>(fs::status(place).permissions());
    };
    EXPECT_EQ(rightsAfter(0002), 0664);
    EXPECT_EQ(rightsAfter(0022), 0644);
    EXPECT_EQ(rightsAfter(0007), 0660);
    EXPECT_EQ(rightsAfter(0077), 0600);
}

TEST(StoreSources, OpenNoFileForWritingByName) {
    const std::regex writes(R"(\b(o?fstream|copy_file|fopen)\b)");
    for (const auto& each :
         fs::recursive_directory_iterator(std::string(APPORTION_SOURCE_DIR) + "/core/store")) {
        if (each.path().extension() != ".cpp" && each.path().extension() != ".h")
            continue;
        std::string text = bytesOf(each.path());
        for (const char* allowed : {"#include <fstream>", "ifstream"})
            for (auto at = text.find(allowed); at != std::string::npos; at = text.find(allowed))
                text.erase(at, std::string_view(allowed).size());
        std::smatch found;
        EXPECT_FALSE(std::regex_search(text, found, writes))
            << each.path() << " has " << found.str();
    }
}

}  // namespace
}  // namespace apportion::testing
