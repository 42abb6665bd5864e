// SPDX-License-Identifier: GPL-3.0-or-later
// The engine on the wall clock: the one process that has the lease of a project follows its
// journal, lets the engine decide, and writes what was decided, an instant a transaction. On the
// thread that calls it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/session/project/desk.h"

namespace apportion {

class LivePool {
public:
    // How often the journal of others is looked at.
    static constexpr Duration kLookEvery = 200;

    // The desk must outlive it, and be open for writing. Error: live-held, with who has it.
    static Result<LivePool> start(ProjectDesk& desk);
    // Gives the lease up.
    ~LivePool();
    LivePool(LivePool&& other) noexcept;
    LivePool& operator=(LivePool&&) = delete;

    struct Ticked {
        std::vector<JournalEntry> written;
        Moment next = 0;  // when to call again at the latest
    };
    // What others wrote since, what is due and what the engine's timers say, up to now.
    Result<Ticked> tick();

    // As of the last tick; null after one that failed.
    const Engine* engine() const { return engine_ ? &*engine_ : nullptr; }
    // The moment at which the engine's times begin.
    Moment base() const { return base_; }

private:
    explicit LivePool(ProjectDesk& desk) : desk_(&desk) {}

    Result<void> reload();
    // One instant: timers at `at`, and with `follow` everything others wrote.
    Result<std::optional<JournalEntry>> instant(Moment at, bool follow);
    Result<std::optional<JournalEntry>> entryOf(const Decisions& made, Moment at);

    std::string lastRecordOf(const std::string& victim);

    // Samples of this second, once.
    Result<void> sample(Moment now);

    ProjectDesk* desk_;
    Moment sampled_ = 0;  // the second of the last samples
    Moment tidied_ = 0;
    std::optional<Engine> engine_;
    Moment base_ = 0;        // the engine's moment 0
    Revision followed_ = 0;  // entries up to here are in the engine
    Moment heartbeat_ = 0;
    bool begun_ = false;            // the first instant is done: what waited unattended was asked
    bool differs_ = false;          // the engine refused what the file has
    std::vector<ScaleEvent> owed_;  // for the first instant after loading
    std::map<std::uint64_t, std::string> stopping_;  // keys of evictions by serial
};

}  // namespace apportion
