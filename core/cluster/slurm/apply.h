// SPDX-License-Identifier: GPL-3.0-or-later
// Doing the lines of a plan one by one, with what undoes them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/cluster/slurm/plan.h"

namespace apportion::slurm {

// What undoes an apply, as a file: it goes on past a line that fails, as there may be nothing to
// undo. Without lines the file goes. Errors: those of writeOutput().
Result<void> keepRollback(const std::string& path, const NativePlan& undo);

struct Applied {
    std::size_t done = 0;
    Problems stopped;  // why it ended before its end; empty = all is done
    NativePlan left;   // what is left to do
};
struct ApplyHands {
    std::function<Result<Picture>()> read;
    std::function<Result<std::string>(const std::vector<std::string>&)> run;
    std::function<void(const Line&)> did;
    // What undoes all lines, before the first one; in the end, what undoes those that were done. An
    // error ends it.
    std::function<Result<void>(const NativePlan&)> keep = {};
    // What the person who agreed has seen; null = nobody has.
    const NativePlan* shown = nullptr;
    // Before the last look, at which all lines still have their effect.
    std::function<void()> settle = {};
};
// Reads before the first line and after each: a line whose effect is not there, or an object of
// ours that somebody else has changed, ends it. Calling it again goes on. Codes:
// cluster-not-applied, cluster-changed, cluster-undone, those of failure.h.
Applied apply(const Wanted& wanted, const ApplyHands& hands);

}  // namespace apportion::slurm
