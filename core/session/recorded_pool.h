// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded run with its unsaved changes, where its clock stands.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/session/document.h"
#include "core/session/player.h"
#include "core/session/pool.h"
#include "core/session/recovery.h"

namespace apportion {

class RecordedPool : public Pool, public Playback {
public:
    // At the start of the run. The recovery must outlive it; `speed` 0 = the usual one.
    RecordedPool(Document document, Recovery& recovery, int speed = 0);

    Player& player() override;
    Result<std::unique_ptr<Pool>> makeProject(const std::filesystem::path& file,
                                              Problems& notes) override;

private:
    using Clock = std::chrono::steady_clock;

    Progress progress() const override;
    void work(Deadline deadline) override { player_->work(deadline); }
    Result<bool> follow() override;
    View view() override;
    Instant clock() const override { return player_->clock(); }
    void show(std::string workload) override { shown_ = std::move(workload); }
    Result<CommandAnswer> run(const CommandRequest& request) override;
    Result<void> turn(const TurnRequest& turn) override;
    Result<void> save(const std::optional<std::filesystem::path>& file) override;
    Fork fork(State state) override;
    Rights rights() override;
    Base base() const override;
    ReportSource reporting() override;
    Effect tryCommand(std::vector<CommandRequest> requests) override;
    void withSurroundings(const std::function<void(const DraftSurroundings&)>& use) override;
    Project kept() override;
    std::optional<Explaining> explainWorkload(const std::string& name) override;
    std::optional<QuotaExplanation> explainQuota(const std::string& name, bool halted) override;
    std::string estimateState() const override;
    Fork ahead() override { return fork(State::lookedAt); }
    std::optional<WorkspaceSource> workspace(const std::string& name) override;
    WorkToSearch searchFork() override;
    std::string searchState() const override { return estimateState(); }
    Playback* playback() override { return this; }

    const Engine& engine() const { return player_->here().engine(); }
    void startRun(int speed);
    // After an edit: the run starts anew. An error = there is no copy of it in the recovery folder.
    Result<void> changed();

    Document document_;
    Recovery* recovery_;
    std::unique_ptr<Player> player_;
    int runs_ = 0;
    std::string shown_;
    Clock::time_point played_{};  // how far real time has been used up
};

}  // namespace apportion
