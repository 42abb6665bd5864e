// SPDX-License-Identifier: GPL-3.0-or-later
// From what is there to what is wanted: the lines that an administrator would type, in an order in
// which each finds what it needs.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/slurm/mapping.h"
#include "core/cluster/slurm/marks.h"
#include "core/cluster/slurm/picture.h"

namespace apportion::slurm {

struct Line {
    enum class Danger {
        none,
        limits,   // running jobs are above the new limit: no new ones start; or others lose hold
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

// With the QOS that jobs of its accounts use: a job whose QOS its account loses never starts.
Wanted withUsedQos(const Wanted& wanted, const Picture& actual);

// The same picture once all lines are done.
Picture pictureWith(const Wanted& wanted, Picture actual);

// Our accounts and QOS as they are, with accounts that are to be adopted, and their users: what a
// later plan for it restores.
Wanted wantedAsIs(const Picture& actual, const std::set<std::string>& adopted = {});

// As a person would type it.
std::string lineText(const std::vector<std::string>& words);
inline std::string lineText(const Line& line) {
    return lineText(line.words);
}
// All of them as a script that stops at the first that fails.
std::string scriptText(const NativePlan& plan);
// Before a line of a script: Slurm deletes a QOS that jobs are in, so it is asked once more.
std::string guardText(const Line& line);

}  // namespace apportion::slurm
