// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has just let run and the pool has thrown out: nothing on the screen moves then, so
// it is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/session/local/work_runs.h"
#include "core/view/view.h"

namespace apportion {

struct GivenWork {
    std::string workload;
    Instant at = 0;    // by the clock of a view made before
    std::string file;  // of that view
};

struct NotRun {
    std::string workload;
    Message why;
};

// What is told of it to who may see its runs: an entry of the journal, which others read, names no
// program, and the run does.
Message sentenceOf(const NotRun& told, const WorkRuns& runs);

// Takes out what has ended, and answers why that did not run: rejected by no person, or failed
// otherwise than by its own command. What waits or runs stays; another file's work is
// forgotten.
std::vector<NotRun> takeNotRun(const View& view, std::vector<GivenWork>& given);

}  // namespace apportion
