// SPDX-License-Identifier: GPL-3.0-or-later
// Bursts of all kinds of commands on a small project, and what of it was acknowledged.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/session/project/desk.h"

namespace apportion::testing {

inline constexpr Moment kBegin = 1'790'000'000'000;

// Two teams on 16 GPUs; "ana" is the administrator.
Result<ProjectDesk> newProject(const std::string& path, WallClock clock);

CommandRequest command(const std::string& id,
                       const std::map<std::string, std::vector<std::string>>& given);

// Any command of the table with arguments that mostly fit the state. Some are refused.
CommandRequest anyCommand(std::mt19937_64& random, const Project& project);

struct Acknowledged {
    Revision n = 0;
    std::string hash;
};

struct Burst {
    std::uint64_t seed = 1;
    int steps = 20;
    // The file is closed and opened again after so many.
    int reopenAfter = 1'000'000;
    bool live = true;  // with the engine on it
    std::function<void(const JournalEntry&)> written = {};
};
struct BurstEnd {
    std::vector<Acknowledged> acknowledged;
    Problems refused;
    Moment now = 0;
};
// Goes on after a failure, as a person would.
BurstEnd run(const Burst& burst, const std::string& path, Moment begin = kBegin);

// What is wrong with the file after a crash, in words; empty if all acknowledged entries are there,
// everything fits, and work goes on.
std::string lost(const std::string& path, const std::vector<Acknowledged>& acknowledged,
                 Moment now);

// What verify() and others tell, as one text.
std::string sentencesOf(const Problems& problems);

}  // namespace apportion::testing
