// SPDX-License-Identifier: GPL-3.0-or-later
// From what is there to what is wanted: the lines that an administrator would type, in an order in
// which each finds what it needs, and doing them one by one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/cluster/slurm/mapping.h"
#include "core/cluster/slurm/picture.h"

namespace apportion::slurm {

// Begins the description of every object that is ours. What lacks it is never changed.
inline constexpr std::string_view kOurMark = "apportion v1";

struct Line {
    enum class Danger {
        none,
        limits,   // running jobs are above the new limit: no new ones start
        removes,  // an object is gone
        ends,     // running jobs end
    };
    std::vector<std::string> words;
    Danger danger = Danger::none;
    Message note;  // what it does; codes cluster-line-…
};

struct NativePlan {
    std::vector<Line> lines;
    std::vector<Message> refused;  // what is left alone, and why; codes cluster-plan-…
};
// The same lines for the same picture. Every name in them is plain.
NativePlan planFor(const Wanted& wanted, const Picture& actual);

// The same picture once all lines are done: limits, and who may preempt whom.
Picture pictureWith(const Wanted& wanted, Picture actual);

// Our accounts and QOS as they are, and their users: what a later plan for it restores.
Wanted wantedAsIs(const Picture& actual);

// As a person would type it.
std::string lineText(const std::vector<std::string>& words);
inline std::string lineText(const Line& line) {
    return lineText(line.words);
}
// All of them as a script that stops at the first that fails.
std::string scriptText(const NativePlan& plan);
// The same as a file. Errors: those of writeOutput().
Result<void> keepScript(const std::string& path, const NativePlan& plan);

struct Applied {
    std::size_t done = 0;
    Problems stopped;  // why it ended before its end; empty = all is done
    NativePlan left;   // what is left to do
};
struct ApplyHands {
    std::function<Result<Picture>()> read;
    std::function<Result<std::string>(const std::vector<std::string>&)> run;
    std::function<void(const Line&)> did;
    // What undoes all lines up to now. An error ends it.
    std::function<Result<void>(const NativePlan&)> keep = {};
    // Before the last look, at which all lines still have their effect.
    std::function<void()> settle = {};
};
// Reads before the first line and after each: a line whose effect is not there, or a cluster that
// somebody else has changed, ends it. Calling it again goes on. Codes: cluster-not-applied,
// cluster-changed, cluster-undone, those of failure.h.
Applied apply(const Wanted& wanted, const ApplyHands& hands);

}  // namespace apportion::slurm
