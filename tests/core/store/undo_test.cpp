// SPDX-License-Identifier: GPL-3.0-or-later
// Over random histories: the tables are the fold of the journal, and undo brings back what was.
#include <gtest/gtest.h>

#include "tests/core/sanitized.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

// Bodies and places of the configuration; which entry changed an object last does not return.
using State = std::map<std::pair<ObjectKind, std::string>, std::pair<std::int64_t, std::string>>;

State stateOf(const store::Objects& objects) {
    State state;
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        for (const auto& [key, object] : objects.of(kind))
            state[{kind, key}] = {object.place, object.body};
    }
    return state;
}

std::string differenceOf(const State& one, const State& other) {
    std::string text;
    const auto missing = [&](const State& from, const State& in, const char* word) {
        for (const auto& [name, value] : from)
            if (const auto found = in.find(name); found == in.end() || found->second != value)
                text += std::string(word) + " " + std::string(apportion::word(name.first)) + " " +
                        name.second + " at " + std::to_string(value.first) + ": " + value.second +
                        "\n";
    };
    missing(one, other, "before");
    missing(other, one, "after");
    return text;
}

class StoreUndo : public ::testing::Test {
protected:
    void make(const std::string& path) {
        auto made = newProject(path, [this] { return now_; });
        ASSERT_TRUE(made.has_value());
        desk_ = std::make_unique<ProjectDesk>(std::move(*made));
    }
    State state() {
        EXPECT_TRUE(desk_->project().has_value());
        return stateOf(desk_->objects());
    }
    void run(const CommandRequest& request) {
        const auto done = desk_->run(request);
        ASSERT_TRUE(done.has_value()) << sentencesOf(done.error());
        ASSERT_TRUE(done->entry.has_value());
    }
    std::string codeOf(const Result<CommandAnswer>& answer) {
        return answer ? "" : answer.error().front().message.code;
    }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    Moment now_ = kBegin;
    std::unique_ptr<ProjectDesk> desk_;
};

TEST_F(StoreUndo, TheTablesAreTheFoldOfTheJournal) {
    for (std::uint64_t seed = 1; seed <= 8 / kFewer; ++seed) {
        const std::string path = folder_ / ("fold" + std::to_string(seed));
        const BurstEnd end = makeProject(path, 80, seed);
        auto file = ProjectFile::open(path, OpenMode::readOnly);
        store::Objects fold;
        const auto entries = file->entriesFrom(1, 10'000);
        for (const JournalEntry& entry : *entries)
            ASSERT_TRUE(fold.apply(entry)) << entry.n;
        EXPECT_EQ(fold, *file->objects(store::Extent::everything)) << "seed " << seed;
        EXPECT_EQ(sentencesOf(file->verify()), "") << "seed " << seed;
        EXPECT_GT(end.acknowledged.size(), 40U) << sentencesOf(end.refused);
    }
}

// A command, its undo, its redo and its undo again, at many points of many histories.
TEST_F(StoreUndo, BringsBackWhatWas) {
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 2 : 6); ++seed) {
        make(folder_ / ("undo" + std::to_string(seed)));
        std::mt19937_64 random(seed);
        for (int step = 0; step < 100; ++step) {
            now_ += 1'000;
            ASSERT_TRUE(desk_->doWhatIsDue().has_value());
            const State before = state();
            const auto done = desk_->run(anyCommand(random, **desk_->project()));
            if (!done || !done->entry)
                continue;
            const std::string& action = done->entry->action;
            const bool undoable = findCommand(action)->undoable;
            const State after = state();
            if (!undoable) {
                EXPECT_EQ(codeOf(desk_->undo(done->entry->n)), "undo-not") << action;
                continue;
            }
            ++seen[action];
            const auto undone = desk_->undo();
            ASSERT_TRUE(undone.has_value()) << action << ": " << sentencesOf(undone.error());
            ASSERT_EQ(differenceOf(before, state()), "") << action;
            const auto redone = desk_->redo();
            ASSERT_TRUE(redone.has_value()) << action << ": " << sentencesOf(redone.error());
            ASSERT_EQ(differenceOf(after, state()), "") << action;
            if (random() % 2 == 0) {
                ASSERT_TRUE(desk_->undo().has_value());
                ASSERT_EQ(differenceOf(before, state()), "") << action;
            }
        }
        EXPECT_EQ(sentencesOf(desk_->file().verify()), "") << "seed " << seed;
    }
    EXPECT_GT(seen.size(), 10U);
}

// Without work and timers nothing stands in the way.
TEST_F(StoreUndo, UndoesAllAndRedoesAll) {
    for (std::uint64_t seed = 1; seed <= 4 / kFewer; ++seed) {
        const std::string path = folder_ / ("all" + std::to_string(seed));
        make(path);
        std::mt19937_64 random(seed);
        const State first = state();
        int changes = 0;
        for (int step = 0; step < 60; ++step) {
            CommandRequest request = anyCommand(random, **desk_->project());
            if (!infoOf(request.change).undoable || request.typed->arguments.has("for"))
                continue;
            if (const auto done = desk_->run(request); done && done->entry)
                ++changes;
        }
        const State last = state();
        for (int i = 0; i < changes; ++i) {
            const auto undone = desk_->undo();
            ASSERT_TRUE(undone.has_value()) << sentencesOf(undone.error());
            // In a program of its own now and then.
            if (i % 7 == 0)
                desk_ = std::make_unique<ProjectDesk>(
                    *ProjectDesk::open(path, OpenMode::readWrite, "ana", [this] { return now_; }));
        }
        EXPECT_EQ(differenceOf(first, state()), "");
        EXPECT_EQ(codeOf(desk_->undo()), "undo-nothing");
        for (int i = 0; i < changes; ++i)
            ASSERT_TRUE(desk_->redo().has_value());
        EXPECT_EQ(codeOf(desk_->redo()), "redo-nothing");
        EXPECT_EQ(differenceOf(last, state()), "");
        EXPECT_EQ(sentencesOf(desk_->file().verify()), "");
        EXPECT_GT(changes, 15);
    }
}

TEST_F(StoreUndo, IsRefusedWhereSomethingDepends) {
    make(folder_ / "depends");
    run(command("quota.add", {{"name", {"c"}}, {"parent", {"all"}}, {"gpu", {"0"}}}));  // 2
    run(command("submit", {{"quota", {"c"}}, {"gpu", {"1"}}, {"name", {"job"}}}));      // 3
    const State before = state();
    const auto refused = desk_->undo();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(codeOf(refused).substr(0, 5), "undo-") << sentencesOf(refused.error());
    EXPECT_EQ(differenceOf(before, state()), "");

    run(command("policy", {{"quota", {"a"}}, {"set", {R"({"weight":2})"}}}));  // 4
    run(command("policy", {{"quota", {"a"}}, {"set", {R"({"weight":3})"}}}));  // 5
    EXPECT_EQ(codeOf(desk_->undo(4)), "undo-depends");
    run(command("workspace.add", {{"name", {"w"}}, {"quota", {"b"}}}));               // 6
    run(command("submit", {{"workspace", {"w"}}, {"gpu", {"1"}}, {"name", {"x"}}}));  // 7
    EXPECT_EQ(codeOf(desk_->undo(6)).substr(0, 5), "undo-");
    EXPECT_EQ(codeOf(desk_->undo(99)), "undo-no-entry");
    EXPECT_EQ(codeOf(desk_->undo(1)), "undo-not.first");
    run(command("cancel", {{"name", {"job"}}}));
    EXPECT_EQ(codeOf(desk_->undo(2)), "");
    EXPECT_EQ(codeOf(desk_->undo(2)), "undo-undone");
    EXPECT_EQ(sentencesOf(desk_->file().verify()), "");
}

TEST_F(StoreUndo, GoesBackToARestorePoint) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        make(folder_ / ("point" + std::to_string(seed)));
        std::mt19937_64 random(seed);
        const auto some = [&](int steps) {
            for (int step = 0; step < steps; ++step) {
                CommandRequest request = anyCommand(random, **desk_->project());
                if (infoOf(request.change).undoable && idOf(request.change) != "restore-point")
                    (void)desk_->run(request);
            }
        };
        some(20);
        run(command("restore-point", {{"name", {"here"}}}));
        const State here = state();
        some(30);
        const State there = state();
        const auto restored = desk_->restore("here");
        ASSERT_TRUE(restored.has_value()) << sentencesOf(restored.error());
        ASSERT_EQ(differenceOf(here, state()), "");
        ASSERT_TRUE(desk_->undo().has_value());
        ASSERT_EQ(differenceOf(there, state()), "");
        EXPECT_EQ(sentencesOf(desk_->file().verify()), "");
    }
}

}  // namespace
}  // namespace apportion::testing
