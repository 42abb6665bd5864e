// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario out of a trace: what "replay" runs, and the words to say what was assumed.
#pragma once

#include "core/model/problem.h"
#include "core/model/scenario.h"
#include "core/model/trace.h"
#include "core/sim/replay/replay_options.h"

namespace apportion {

struct Replay {
    Scenario scenario;
    std::vector<Message> notes;  // the derivation, in the order in which it is read
    Problems warnings;           // jobs that never fit
};

// Jobs sorted by submit time (ties keep file order), moment 0 = the first; whole seconds, at least
// one; one root quota "pool" with the capacity as its guarantee. Takes the trace apart.
Result<Replay> deriveReplay(Trace trace, const ReplayOptions& options,
                            JobsAs jobs = JobsAs::workloads);

}  // namespace apportion
