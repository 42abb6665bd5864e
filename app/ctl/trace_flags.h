// SPDX-License-Identifier: GPL-3.0-or-later
// The flags that replay and convert share: how a trace is read and becomes a scenario.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/session/commands/commands.h"

namespace apportion::ctl {

struct TraceFlags {
    TraceTexts texts;
    std::vector<std::string> maps;
    std::string pool;
    std::string nodesFile;
    std::string quotas = "none";
    std::string guarantee = "demand";
    std::string overQuota = "on";
    std::string queueing = "round-robin";
    std::string consolidation = "off";
    std::int64_t first = 0;             // 0 = all
    std::vector<CLI::Option*> all;      // as added
    std::vector<CLI::Option*> derived;  // those that a file of quotas decides
};

// The trace and what the flags name beside it; some may be no files.
std::vector<std::string> inputFiles(const std::string& trace, const TraceFlags& flags);
// Those that say how it is read alone.
void addReadingFlags(CLI::App& command, TraceFlags& flags);
Result<TraceOptions> readingOptions(const TraceFlags& flags);
void addTraceFlags(CLI::App& command, TraceFlags& flags);
// What the help says of them, to be put in front of the examples.
const char* traceFlagsHelp();

// Fills `request` but for the trace and its format. A sentence where the flags do not fit each
// other, or the problems of the column mapping.
struct TraceFlagsError {
    std::string sentence;  // wrong usage
    Problems problems;     // invalid input, where there is no sentence
};
std::optional<TraceFlagsError> takeTraceFlags(const TraceFlags& flags, bool poolNeeded,
                                              ReplayRequest& request);

// The derivation, on standard error.
void describeReplay(const std::vector<Message>& notes, const Scenario& scenario);

}  // namespace apportion::ctl
