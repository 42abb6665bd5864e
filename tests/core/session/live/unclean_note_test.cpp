// SPDX-License-Identifier: GPL-3.0-or-later
// That a program did not close its file is told where that is so: not of one that runs.
#include <filesystem>

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

class UncleanNote : public LiveProject {
protected:
    // What a look at the file finds, without the index of its log: as after a crash.
    std::string toldOfACopy(const char* name) {
        const std::string copy = folder_ / name;
        for (const char* part : {"", "-wal"})
            std::filesystem::copy_file(path_ + part, copy + part);
        auto looked = ProjectDesk::openToLook(copy, "ana", clock());
        EXPECT_TRUE(looked) << allOf(looked.error());
        std::string codes;
        if (looked)
            for (const Problem& each : looked->notices())
                codes += each.message.code + " ";
        return codes;
    }
};

TEST_F(UncleanNote, IsNotToldWhileSomebodyIsLive) {
    make(kTwoTeams);
    goLive();
    ASSERT_EQ(run("scale", {{"sizes", "left=8"}}), "");
    tick();
    // As of an older program, which names no file: then a copy stands for the file itself.
    SQLite::Database(path_, SQLite::OPEN_READWRITE)
        .exec("UPDATE lease SET machine = substr(machine, 1, instr(machine, ']'))");
    EXPECT_EQ(toldOfACopy("live.apportion"), "");
    live_.reset();
    EXPECT_EQ(toldOfACopy("left.apportion"), "project-unclean ");
}

}  // namespace
}  // namespace apportion::testing
