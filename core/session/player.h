// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a run: where it stands, whether it moves and how fast. Has no thread and no wall
// clock of its own; the session's engine thread calls advance() and work(). A request that lies
// beyond what has been simulated is kept and answered when looking ahead has come so far; a newer
// request replaces it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/view/history/recording.h"
#include "core/view/pool_source.h"
#include "core/view/view.h"

namespace apportion {

class Player {
public:
    static constexpr int kSlowest = 1;
    static constexpr int kFastest = 1000;

    // A run at its start, paused.
    explicit Player(std::shared_ptr<const Scenario> scenario);

    void play();
    void pause();
    void setSpeed(int speed);  // scenario seconds a second, kSlowest … kFastest
    void stepForward();        // to the next instant at which anything happens
    void stepBack();
    void nextEvent();  // to the next mark; without one to the end
    void seek(Instant at);
    void toEnd();
    // What has been simulated is all there is, until play or a request goes beyond it.
    void stopLookingAhead();

    // Real time has passed: the clock moves if it plays.
    void advance(Duration wall);
    // Goes on with what is to be done, until the deadline; something is always done.
    void work(Deadline deadline);
    bool busy() const;
    // The clock is on its way to where it was sent.
    bool onItsWay() const { return wish_ != Wish::none; }

    // Where here() stands. On the way back, and forth from a snapshot, it is where it was until it
    // has arrived.
    Instant clock() const { return here_.now(); }
    PlayState state() const;
    const Simulation& here() const { return here_; }
    Recording& recording() { return recording_; }
    const Recording& recording() const { return recording_; }
    const Scenario& scenario() const { return *scenario_; }

private:
    enum class Wish { none, at, nextInstant, nextMark, end };

    void wish(Wish wish, Instant at = 0);
    std::optional<Instant> target() const;
    void move(Instant target, Deadline deadline);

    std::shared_ptr<const Scenario> scenario_;
    Recording recording_;
    Simulation here_;
    std::optional<Simulation> coming_;  // made from a snapshot, to be here_ when it has arrived
    Wish wish_ = Wish::none;
    Instant wished_ = 0;
    bool playing_ = false;
    bool stopped_ = false;
    int speed_ = 60;
};

PoolSource sourceOf(const Player& player);

// The view of a player where it stands. Equal moments give equal views, however they were reached.
// `shown`: a workload that stands in the rows, however many come before it.
View viewOf(Player& player, const std::string& shown = {});

}  // namespace apportion
