// SPDX-License-Identifier: GPL-3.0-or-later
// The flags that simulate and replay share: what to answer, in which form, and which tables beside.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "core/session/commands/commands.h"

namespace apportion::ctl {

struct RunFlags {
    bool json = false;
    bool summary = false;
    std::string until;
    std::string output = "-";
    std::string timeline;
    std::string every;
    std::string metrics;
    std::string jobs;
    bool raw = false;
};

void addRunFlags(CLI::App& command, RunFlags& flags);
// --raw, of every command that writes names to CSV.
CLI::Option* addRawFlag(CLI::App& command, bool& raw);

// A sentence where an output would overwrite the input or two outputs are one file; nothing = in
// order. To be asked before anything is read.
std::optional<std::string> clash(const std::string& input, const RunFlags& flags);

// Runs the scenario and answers as the flags say; returns the exit code.
int runAndAnswer(const std::shared_ptr<const Scenario>& scenario, const RunFlags& flags, bool full);

}  // namespace apportion::ctl
