// SPDX-License-Identifier: GPL-3.0-or-later
// Several programs on one file: no update is lost, readers see one state, one runs the engine.
#include <csignal>
#include <filesystem>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/session/live/live_pool.h"
#include "core/store/project_values.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

class StoreWriters : public ::testing::Test {
protected:
    StoreWriters() {
        EXPECT_TRUE(newProject(path_, [] { return kBegin; }).has_value());
    }
    ProjectDesk desk(OpenMode mode = OpenMode::readWrite) {
        auto desk = ProjectDesk::open(path_, mode, "ana", [this] { return now_; });
        EXPECT_TRUE(desk.has_value());
        return std::move(*desk);
    }
    static CommandRequest weight(const std::string& quota, int weight) {
        return command("policy", {{"quota", {quota}},
                                  {"set", {R"({"weight":)" + std::to_string(weight) + "}"}}});
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    Moment now_ = kBegin;
};

TEST_F(StoreWriters, AStaleChangeIsRefused) {
    ProjectDesk one = desk();
    ProjectDesk two = desk();
    const Revision seen = (*two.project())->revision;
    ASSERT_TRUE(one.run(weight("a", 2)).has_value());
    CommandRequest late = weight("a", 3);
    late.seen = seen;
    const auto refused = two.run(late);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().front().message.code, "project-stale");
    // About something else it is not stale.
    CommandRequest other = weight("b", 3);
    other.seen = seen;
    EXPECT_TRUE(two.run(other).has_value());
    late.seen = (*two.project())->revision;
    EXPECT_TRUE(two.run(late).has_value());
    EXPECT_EQ(sentencesOf(one.file().verify()), "");
    EXPECT_EQ((*one.project())->revision, 4);
}

// SQLite would go on in the log of the old name.
TEST_F(StoreWriters, AFileThatWasMovedOrReplacedIsNotWrittenTo) {
    namespace fs = std::filesystem;
    const auto codeOf = [](const auto& result) {
        return result ? std::string() : result.error().front().message.code;
    };
    ProjectDesk one = desk();
    auto pool = LivePool::start(one);
    ASSERT_TRUE(pool && pool->tick());
    ASSERT_TRUE(one.run(weight("a", 2)));
    const std::string copy = folder_ / "copy", elsewhere = folder_ / "elsewhere";
    ASSERT_TRUE(one.backup(copy, false));
    fs::rename(path_, elsewhere);
    for (const bool replaced : {false, true}) {
        if (replaced)
            fs::rename(copy, path_);
        EXPECT_EQ(codeOf(one.run(weight("a", 3))), "project-moved.whole");
        EXPECT_EQ(codeOf(one.file().takeLease("ana", now_)), "project-moved.whole");
        EXPECT_EQ(codeOf(pool->tick()), "project-moved.whole");
    }
    fs::rename(elsewhere, path_);
    EXPECT_EQ(codeOf(one.run(weight("a", 3))), "");
    EXPECT_EQ(codeOf(pool->tick()), "");
    EXPECT_TRUE(one.audit(true)->verified);
}

// The other one has its log under the former name: what is written here it would not see.
TEST_F(StoreWriters, AFileThatIsOpenUnderItsFormerNameIsNotWrittenToUnderAnother) {
    namespace fs = std::filesystem;
    const std::string other = folder_ / "other";
    {
        ProjectDesk one = desk();
        ASSERT_TRUE(one.run(weight("a", 2)));
        EXPECT_TRUE(ProjectFile::open(path_, OpenMode::readWrite)) << "both know it by one name";
        fs::rename(path_, other);
        const auto writer = ProjectFile::open(other, OpenMode::readWrite);
        ASSERT_FALSE(writer);
        EXPECT_EQ(writer.error().front().message.code, "project-other-name.known");
        EXPECT_NE(render(writer.error().front().message).find(path_), std::string::npos);
        EXPECT_FALSE(fs::exists(other + "-wal"));
        fs::create_directory(folder_ / "away");
        const std::string away = folder_ / "away/other";
        fs::rename(other, away);
        EXPECT_EQ(ProjectFile::open(away, OpenMode::readWrite).error().front().message.code,
                  "project-other-name");
        fs::rename(away, path_);
        EXPECT_TRUE(one.run(weight("a", 3)));
    }
    fs::rename(path_, other);
    EXPECT_TRUE(ProjectFile::open(other, OpenMode::readWrite)) << "nobody has it open";
    fs::rename(other, path_);
}

// Each name would have a log of its own.
TEST_F(StoreWriters, AFileWithTwoNamesIsReadAndNotWrittenTo) {
    namespace fs = std::filesystem;
    ProjectDesk one = desk();
    const std::string link = folder_ / "link";
    fs::create_hard_link(path_, link);
    EXPECT_EQ(one.run(weight("a", 2)).error().front().message.code, "project-linked");
    for (const std::string& name : {path_, link}) {
        const auto writer = ProjectFile::open(name, OpenMode::readWrite);
        ASSERT_FALSE(writer);
        EXPECT_EQ(writer.error().front().message.code, "project-linked");
        const auto reader = ProjectFile::open(name, OpenMode::readOnly);
        ASSERT_TRUE(reader);
        EXPECT_EQ(reader->notices().front().message.code, "project-linked");
    }
    fs::remove(link);
    EXPECT_TRUE(one.run(weight("a", 2)));
    EXPECT_EQ(openingSays(path_), "");
}

// What somebody removed or took the name of meanwhile was changed, too.
TEST_F(StoreWriters, AStaleChangeOfWhatIsGoneIsRefused) {
    ProjectDesk one = desk();
    ProjectDesk two = desk();
    ASSERT_TRUE(one.run(command("quota.add", {{"name", {"c"}}, {"gpu", {"0"}}})).has_value());
    const Revision seen = (*two.project())->revision;
    ASSERT_TRUE(one.run(command("quota.delete", {{"name", {"c"}}})).has_value());
    CommandRequest late = weight("c", 3);
    late.seen = seen;
    EXPECT_FALSE(two.run(late).has_value());
    CommandRequest again = command("quota.add", {{"name", {"c"}}, {"gpu", {"0"}}});
    ASSERT_TRUE(one.run(again).has_value());
    again.seen = seen;
    EXPECT_FALSE(two.run(again).has_value());
}

TEST_F(StoreWriters, TakeTurns) {
    ProjectDesk one = desk();
    ProjectDesk two = desk();
    std::mt19937_64 random(3);
    int written = 0;
    for (int i = 0; i < 60; ++i) {
        ProjectDesk& turn = i % 2 == 0 ? one : two;
        const auto done = turn.run(anyCommand(random, **turn.project()));
        written += done && done->entry ? 1 : 0;
        ASSERT_EQ((*one.project())->revision, (*two.project())->revision);
        ASSERT_EQ(one.objects(), two.objects());
        // Followed entry by entry it is what reading it anew gives.
        ProjectDesk fresh = desk();
        const Project* followed = *one.project();
        const Project* read = *fresh.project();
        ASSERT_EQ(followed->work, read->work);
        ASSERT_EQ(store::difference(fresh.objects(), *read, *followed), std::vector<Fact>{});
    }
    EXPECT_GT(written, 20);
    EXPECT_EQ(sentencesOf(one.file().verify()), "");
}

// One who reads for long, as a backup or a full check does, sees one state and stops nobody.
TEST_F(StoreWriters, AnOpenReaderStopsNobody) {
    SQLite::Database reader(path_, SQLite::OPEN_READONLY);
    SQLite::Transaction transaction(reader);
    const auto count = [&] { return reader.execAndGet("SELECT count(*) FROM journal").getInt(); };
    EXPECT_EQ(count(), 1);
    ProjectDesk one = desk();
    for (int i = 2; i < 30; ++i)
        ASSERT_TRUE(one.run(weight("a", i)).has_value());
    EXPECT_EQ(count(), 1);
    transaction.commit();
    EXPECT_EQ(count(), 29);
}

// The holder dies without a word; a living one keeps it.
TEST_F(StoreWriters, TheLeaseOfADeadHolderIsTakenOver) {
    ASSERT_TRUE(desk().run({GrantRole{"bob", ProjectRole::administrator}}).has_value());
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto held = ProjectDesk::open(path_, OpenMode::readWrite, "bob", [this] { return now_; });
        auto pool = held ? LivePool::start(*held) : Result<LivePool>(tl::unexpected(Problems{}));
        const char answer = pool ? 'y' : 'n';
        (void)!write(ready[1], &answer, 1);
        for (;;)
            pause();
    }
    char answer = 0;
    ASSERT_EQ(read(ready[0], &answer, 1), 1);
    if (answer != 'y')
        kill(child, SIGKILL);
    ASSERT_EQ(answer, 'y');
    {
        ProjectDesk mine = desk();
        const auto refused = LivePool::start(mine);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().front().message.code, "live-held");
        const auto lease = mine.file().lease();
        ASSERT_TRUE(lease && *lease);
        EXPECT_EQ((*lease)->who, "bob");
        EXPECT_EQ((*lease)->holder.pid, child);
        // Others may write all the same, and nothing is said to be unclean.
        EXPECT_FALSE(mine.file().endedUncleanly());
        EXPECT_TRUE(mine.run(weight("a", 5)).has_value());
        // One whose process can be seen is waited for longer than one on another machine.
        now_ += 50'000;
        EXPECT_FALSE(LivePool::start(mine).has_value());
        // One who has it not cannot give it up or renew it.
        mine.file().giveUpLease();
        EXPECT_EQ((*mine.file().lease())->holder.pid, child);
        EXPECT_FALSE(*mine.file().renewLease(now_));

        kill(child, SIGKILL);
        // Not waited for yet: the process has ended all the same.
        siginfo_t ended{};
        waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
        const auto taken = LivePool::start(mine);
        EXPECT_TRUE(taken.has_value());
        EXPECT_EQ((*mine.file().lease())->holder.pid, getpid());
    }
    waitpid(child, nullptr, 0);
    close(ready[0]);
    close(ready[1]);
    // It was given up; the next one may have it.
    ProjectDesk next = desk();
    EXPECT_FALSE((*next.file().lease()).has_value());
}

TEST_F(StoreWriters, AnUncleanEndIsFollowedByTheFullCheck) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto held = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
        if (held)
            (void)held->run(weight("a", 7));
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    {
        ProjectDesk after = desk();
        EXPECT_TRUE(after.file().endedUncleanly());
        EXPECT_EQ((*after.project())->revision, 2);
        ASSERT_EQ(after.notices().size(), 1U);
        EXPECT_EQ(after.notices().front().message.code, "project-unclean");
    }
    EXPECT_FALSE(desk().file().endedUncleanly());
}

// The WAL stands beside the file, not beside a link to it.
TEST_F(StoreWriters, AnUncleanEndShowsThroughALink) {
    std::filesystem::create_directory(folder_ / "elsewhere");
    std::filesystem::create_symlink(path_, folder_ / "elsewhere/link");
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto held = ProjectDesk::open(folder_ / "elsewhere/link", OpenMode::readWrite, "ana");
        if (held)
            (void)held->run(weight("a", 7));
        kill(getpid(), SIGKILL);
    }
    waitpid(child, nullptr, 0);
    const auto recovered =
        recoverProject(folder_ / "elsewhere/link", folder_ / "recovered", "ana", now_);
    ASSERT_TRUE(recovered.has_value()) << sentencesOf(recovered.error());
    EXPECT_EQ(recovered->entries, 2);
    const auto opened = ProjectFile::open(folder_ / "elsewhere/link", OpenMode::readWrite);
    ASSERT_TRUE(opened.has_value());
    EXPECT_TRUE(opened->endedUncleanly());
}

// A state that says something else than the journal after an unclean end is not worked with.
TEST_F(StoreWriters, AWrongStateAfterAnUncleanEndIsRefused) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        {
            SQLite::Database raw(path_, SQLite::OPEN_READWRITE);
            raw.exec("PRAGMA journal_mode = WAL");
            raw.exec("UPDATE quota SET place = 50 WHERE key = 'a'");
            kill(getpid(), SIGKILL);
        }
    }
    waitpid(child, nullptr, 0);
    const auto opened = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().front().message.code, "project-state-differs");
}

// A lease of another machine, of which nothing can be asked, lapses with its heartbeat.
TEST_F(StoreWriters, ALeaseOfAnotherMachineLapses) {
    ProjectDesk mine = desk();
    ASSERT_EQ(*mine.file().takeLease("bob", now_), true);
    change(path_, "UPDATE lease SET machine = 'another', boot = 'another'");
    EXPECT_FALSE(LivePool::start(mine).has_value());
    now_ += 29'000;
    EXPECT_FALSE(LivePool::start(mine).has_value());
    now_ += 2'000;
    EXPECT_TRUE(LivePool::start(mine).has_value());
}

// In a container a process has another number, and its machine may be said to be another one.
TEST_F(StoreWriters, ALeaseOfAnotherProcessSpaceLapses) {
    ProjectDesk mine = desk();
    ASSERT_EQ(*mine.file().takeLease("bob", now_), true);
    change(path_, "UPDATE lease SET machine = 'another pid:[1]', pid = 1");
    ASSERT_TRUE(store::isLive(**mine.file().lease(), now_));
    EXPECT_FALSE(LivePool::start(mine).has_value());
    now_ += 31'000;
    EXPECT_FALSE(store::isLive(**mine.file().lease(), now_));
    EXPECT_TRUE(LivePool::start(mine).has_value());
}

// Whoever stood still so long that another took over decides nothing more.
TEST_F(StoreWriters, AHolderThatLostItsLeaseNotices) {
    ProjectDesk mine = desk();
    ProjectDesk other = desk();
    {
        auto pool = LivePool::start(mine);
        ASSERT_TRUE(pool && pool->tick());
        change(path_, "UPDATE lease SET pid = 1");
        const CommandRequest submit = command("submit", {{"quota", {"a"}}, {"gpu", {"1"}}});
        ASSERT_TRUE(other.run(submit).has_value());
        const Revision before = (*other.project())->revision;
        const auto ticked = pool->tick();
        ASSERT_FALSE(ticked.has_value());
        EXPECT_EQ(ticked.error().front().message.code, "live-lost");
        EXPECT_TRUE(pool->isLost());
        EXPECT_FALSE(pool->tick().has_value());
        EXPECT_EQ((*other.project())->revision, before);
    }
    EXPECT_EQ((*other.file().lease())->holder.pid, 1) << "it is not his to give up";
}

TEST_F(StoreWriters, AHolderHearsThatWhoeverTookOverIsGoneToo) {
    ProjectDesk mine = desk();
    auto pool = LivePool::start(mine);
    ASSERT_TRUE(pool && pool->tick());
    change(path_, "DELETE FROM lease");
    now_ += 60'000;
    const auto ticked = pool->tick();
    ASSERT_FALSE(ticked.has_value());
    EXPECT_EQ(ticked.error().front().message.code, "live-lost.over");
}

}  // namespace
}  // namespace apportion::testing
