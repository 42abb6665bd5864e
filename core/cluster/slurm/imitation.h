// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm itself would do next with what waits: an imitation of its limits, its choice of nodes,
// and its order of victims (preempt/qos), for dry runs of a mapping. Where it drives, the engine
// decides, and nothing is imitated. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/slurm/picture.h"
#include "core/model/message.h"

namespace apportion::slurm {

struct Imitated {
    struct Start {
        std::string job;
        std::vector<std::string> nodes;
        std::vector<std::string> victims;  // in the order in which they are removed
        friend bool operator==(const Start&, const Start&) = default;
    };
    std::vector<Start> starts;  // in the order of the queue
    Message mark;               // that it is an imitation, and what it does not look at

    std::vector<std::string> victims() const;
};
// One look at the queue: what goes back to it waits for the next one.
Imitated imitate(const Picture& picture);
// A sentence for each start, and what it is.
std::vector<Message> sentencesOf(const Imitated& imitated);

}  // namespace apportion::slurm
