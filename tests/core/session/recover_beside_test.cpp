// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged project is recovered beside everything else, and no half file is left of it.
#include <filesystem>
#include <future>

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include "core/session/session.h"
#include "core/store/project_file.h"
#include "core/view/view.h"
#include "tests/core/io/temporary_folder.h"
#include "tests/core/session/four_teams.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class RecoverBeside : public ::testing::Test {
protected:
    RecoverBeside() {
        Session session;
        Scenario pool = test::fourTeams();
        pool.workloads.clear();
        pool.events.clear();
        const auto made = session.newProject(damaged_, pool).get();
        EXPECT_TRUE(made.has_value());
        session.close().get();
    }
    void damage() const {
        SQLite::Database(damaged_, SQLite::OPEN_READWRITE)
            .exec("ALTER TABLE journal RENAME TO elsewhere");
    }
    // Besides the damaged one, and what SQLite keeps beside a database that was read.
    std::vector<std::string> made() const {
        std::vector<std::string> names;
        for (const auto& each : fs::directory_iterator(folder_.path()))
            if (const std::string name = each.path().filename().string();
                name.rfind("damaged", 0) != 0 && name != "new.apportion-wal" &&
                name != "new.apportion-shm")
                names.push_back(name);
        return names;
    }

    const TemporaryFolder folder_;
    const std::string damaged_ = folder_ / "damaged.apportion";
    const std::string new_ = folder_ / "new.apportion";
};

// Answers are told on the engine thread: it is away until the file is there.
class Waits final : public SessionObserver {
public:
    void viewChanged(std::shared_ptr<const View>) override {}
    void answerReady() override {
        if (until)
            until->wait_for(std::chrono::seconds(20));
    }
    std::shared_future<void>* until = nullptr;
};

TEST_F(RecoverBeside, ItDoesNotWaitForTheEngineThread) {
    damage();
    Waits away;
    std::promise<void> back;
    auto until = back.get_future().share();
    away.until = &until;
    Session session(&away);
    auto asked = session.close();
    asked.wait();
    auto recovered = session.recoverInto(damaged_, new_);
    EXPECT_EQ(recovered.wait_for(std::chrono::seconds(15)), std::future_status::ready);
    back.set_value();
    ASSERT_TRUE(recovered.get());
    EXPECT_EQ(made(), std::vector<std::string>{"new.apportion"});
}

TEST_F(RecoverBeside, WhenTheSessionEndsMeanwhileThereIsAWholeFileOrNone) {
    damage();
    std::future<Result<Recovered>> recovered;
    {
        Session session;
        recovered = session.recoverInto(damaged_, new_);
    }
    ASSERT_EQ(recovered.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    EXPECT_EQ(made(), recovered.get() ? std::vector<std::string>{"new.apportion"}
                                      : std::vector<std::string>{});
}

}  // namespace
}  // namespace apportion::testing
