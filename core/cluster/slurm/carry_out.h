// SPDX-License-Identifier: GPL-3.0-or-later
// Doing a verb on jobs or nodes: what it needs to know, and looking until its effect is there.
#pragma once

#include <functional>

#include "core/cluster/slurm/reader.h"
#include "core/cluster/slurm/work.h"

namespace apportion::slurm {

// Jobs and nodes need no accounting, so verbs on them go on while it is down. Errors: those of
// failure.h.
Result<Picture> readForVerb(Access& access, bool withAccounts);

// Looks at jobs and nodes until nothing is left to be seen, or for ten seconds. The last picture.
Result<Picture> seenAfter(Access& access, const Picture& before,
                          const std::function<bool(const Picture&)>& left);

// By `id` and accounting; what neither says is empty.
Submitter submitterOf(const Access& access);

// Runs the line of the request, and gives what is there then. Errors: cluster-no-effect, those of
// failure.h.
Result<Picture> carryOut(Access& access, const VerbRequest& request, const Picture& before,
                         const Line& line);

struct Submitted {
    std::string id;
    Picture after;

    // Null = Slurm does not list it.
    const ClusterJob* job() const;
};
// Gives the script to sbatch, and looks until the job is listed. Errors: cluster-answer, those of
// failure.h.
Result<Submitted> submit(Access& access, const Submission& submission, const Picture& before,
                         const Line& line);

}  // namespace apportion::slurm
