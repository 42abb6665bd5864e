// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the journal behind a wound is recovered as well as what stands before it.
#include <filesystem>

#include <gtest/gtest.h>

#include "core/session/project/desk.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

class Salvage : public ::testing::Test {
protected:
    Salvage() {
        makeProject(path_, 60);
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        objects_ = *file->objects(store::Extent::everything);
        entries_ = *file->entriesFrom(1, 10'000);
    }

    // The codes of what is told to be lost.
    std::vector<std::string> recover() {
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        EXPECT_TRUE(recovered) << sentencesOf(recovered.error());
        if (!recovered)
            return {};
        taken_ = recovered->entries;
        std::vector<std::string> codes;
        for (const Problem& loss : recovered->losses)
            codes.push_back(loss.message.code);
        auto file = ProjectFile::open(recovered_, OpenMode::readOnly);
        EXPECT_TRUE(file) << sentencesOf(file.error());
        EXPECT_EQ(sentencesOf(file->verify()), "");
        const auto objects = *file->objects(store::Extent::everything);
        for (std::size_t i = 0; i < kObjectKinds; ++i) {
            const auto kind = static_cast<ObjectKind>(i);
            EXPECT_EQ(objects.of(kind).size(), objects_.of(kind).size());
            for (const auto& [key, object] : objects_.of(kind)) {
                const auto* found = objects.find(kind, key);
                EXPECT_TRUE(found && found->body == object.body) << key;
            }
        }
        found_ = *file->entriesFrom(1, 10'000);
        return codes;
    }
    Revision count() const { return static_cast<Revision>(entries_.size()); }
    // Those but the lost ones are as they were, each at its number.
    void expectAllBut(Revision from, Revision to) const {
        ASSERT_EQ(found_.size(), entries_.size() + 1);
        EXPECT_EQ(found_.back().action, "recover");
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const JournalEntry& before = entries_[i];
            const JournalEntry& after = found_[i];
            EXPECT_EQ(after.n, before.n);
            const bool isLost = before.n >= from && before.n <= to;
            EXPECT_EQ(after.action, isLost ? "lost" : before.action);
            if (isLost)
                continue;
            EXPECT_TRUE(after.facts == before.facts && after.who == before.who &&
                        after.why == before.why && after.at == before.at)
                << before.n;
        }
    }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string recovered_ = folder_ / "recovered.apportion";
    store::Objects objects_;
    std::vector<JournalEntry> entries_;
    std::vector<JournalEntry> found_;
    Revision taken_ = 0;
};

using Codes = std::vector<std::string>;

TEST_F(Salvage, AnEditedEntryIsLostAndNoOther) {
    for (const Revision n : {Revision{2}, count() / 2, count() - 1}) {
        SCOPED_TRACE(n);
        change(path_,
               "UPDATE journal SET entry = replace(entry, '\"who\":\"', '\"who\":\"x') "
               "WHERE n = " +
                   std::to_string(n));
        EXPECT_EQ(recover(), Codes{"recover-entries-lost.one"});
        EXPECT_EQ(taken_, count() - 1);
        expectAllBut(n, n);
        std::filesystem::remove(recovered_);
        change(path_,
               "UPDATE journal SET entry = replace(entry, '\"who\":\"x', '\"who\":\"') "
               "WHERE n = " +
                   std::to_string(n));
    }
}

TEST_F(Salvage, BehindMissingOnesOneHasNothingToVouchForIt) {
    change(path_, "PRAGMA foreign_keys = OFF; DELETE FROM journal WHERE n BETWEEN 5 AND 9");
    EXPECT_EQ(recover(), (Codes{"recover-entries-lost", "recover-entry-unproven.one"}));
    EXPECT_EQ(taken_, count() - 5);
    expectAllBut(5, 9);
}

TEST_F(Salvage, APageOfTheJournalThatCannotBeReadIsALossOfItsEntriesAlone) {
    std::string bytes = bytesOf(path_);
    // A leaf of the journal that is neither its first nor its last.
    const std::string mark = R"("n":)" + std::to_string(count() / 2) + ",";
    const std::size_t at = bytes.find(mark);
    ASSERT_NE(at, std::string::npos);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at / 4096 * 4096), 4096, '\x55');
    writeBytes(path_, bytes);
    const Codes codes = recover();
    ASSERT_FALSE(codes.empty());
    EXPECT_TRUE(codes.front().starts_with("recover-entries-lost")) << codes.front();
    EXPECT_GT(taken_, count() - 40);
    EXPECT_LT(taken_, count());
    ASSERT_EQ(found_.size(), entries_.size() + 1);
    EXPECT_EQ(found_[entries_.size() - 1].facts, entries_.back().facts);
}

// What was done after the wound is undone as before.
TEST_F(Salvage, WhatStandsBehindTheWoundIsUndone) {
    auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(desk);
    ASSERT_TRUE(desk->run(command("restore-point", {{"name", {"behind"}}})));
    const auto undoable = desk->turns()->undo;
    desk = tl::unexpected(Problems{});
    change(path_, "UPDATE journal SET entry = '{}' WHERE n = 3");
    ASSERT_TRUE(recoverProject(path_, recovered_, "ana", kBegin));
    desk = ProjectDesk::open(recovered_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(desk);
    EXPECT_EQ(desk->turns()->undo, undoable);
    EXPECT_TRUE(desk->undo({}));
    const auto history = desk->history(1000);
    ASSERT_TRUE(history);
    const auto& lost = (*history)[history->size() - 3];
    EXPECT_EQ(lost.entry.n, 3);
    ASSERT_TRUE(lost.notUndoable);
    EXPECT_EQ(lost.notUndoable->code, "undo-not.lost");
}

}  // namespace
}  // namespace apportion::testing
