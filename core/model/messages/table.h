// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the message table. One table, cut by subject only to keep the files short.
#pragma once

#include <span>
#include <string_view>

namespace apportion::messages {

struct Row {
    std::string_view code;
    // Names of the arguments, separated by spaces, in the order in which answers show them. Kinds
    // stand in the comment above each group; a sentence need not use all of them.
    std::string_view arguments;
    std::string_view text;
    std::string_view remedy = {};
};

std::span<const Row> reading();       // a file's shape
std::span<const Row> validation();    // what a scenario must satisfy
std::span<const Row> warnings();      // what a user would want to know about a valid scenario
std::span<const Row> refusals();      // refused events
std::span<const Row> reasons();       // why a workload waits or was rejected
std::span<const Row> shortReasons();  // the same in a few words
std::span<const Row> evictions();     // why a workload was evicted, and why it and no other
std::span<const Row> holders();       // who holds what a waiting workload needs
std::span<const Row> unblocking();    // what would start it
std::span<const Row> traces();        // recorded traces and their replay
std::span<const Row> traceOptions();  // how a trace is read
std::span<const Row> converting();    // traces and scenarios into another format
std::span<const Row> slurm();         // the tables of sacct among them
std::span<const Row> plans();         // plans, their edits and runs
std::span<const Row> projects();      // project files: opening, checking, recovering
std::span<const Row> access();        // what somebody may not do
std::span<const Row> commands();      // commands on a project
std::span<const Row> scaling();       // what a scale would do
std::span<const Row> preemption();    // preemption policies while they are chosen
std::span<const Row> drafts();        // forms while they are filled in
std::span<const Row> live();          // commands that really run on this machine
std::span<const Row> issues();        // what a person should look at
std::span<const Row> reports();       // usage reports
std::span<const Row> clusters();      // Slurm clusters

}  // namespace apportion::messages
