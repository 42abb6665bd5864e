// SPDX-License-Identifier: GPL-3.0-or-later
// Verbs on work and nodes of a cluster: the line that an administrator would type, what it does,
// and whether its effect is there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/picture.h"
#include "core/cluster/slurm/plan.h"
#include "core/model/problem.h"

namespace apportion::slurm {

enum class Verb { cancel, hold, release, requeue, setQos, drain, resume };

struct VerbRequest {
    Verb verb = Verb::cancel;
    std::vector<std::string>
        targets;       // ids of jobs, of whole arrays, of their tasks; names of nodes
    std::string text;  // the QOS, or the reason of a drain
};
// One line for all targets. Errors: cluster-no-job, cluster-no-node, cluster-no-qos,
// cluster-job-state, cluster-reason: then no line.
Result<Line> lineFor(const VerbRequest& request, const Picture& picture);
// Targets that do not have the effect. `before` is the picture of lineFor().
std::vector<std::string> withoutEffect(const VerbRequest& request, const Picture& before,
                                       const Picture& after);

struct Submission {
    std::string account, qos, partition;
    std::string name = "apportion";
    std::int64_t gpus = 1, nodes = 1;  // in all
    std::optional<std::int64_t> limitMinutes;
    bool held = false;
    std::string script;
};
// The script goes to its standard input. The process that runs it has no token: a job would keep it
// in its environment. Errors: cluster-no-account, cluster-no-qos, cluster-uneven, cluster-script.
Result<Line> lineFor(const Submission& submission, const Picture& picture);
// Whose a job will be, and the default account of that user; empty = not known.
struct Submitter {
    std::string user, account;
};
// What a form begins with: the chosen account, else one that the user has, else the first below the
// root. The root only where there is no other.
std::string firstAccount(const Accounts& accounts, const Picture& picture, const Submitter& whose,
                         std::string_view chosen);
// Of its nodes, sorted.
std::vector<std::string> partitionsOf(const Picture& picture);
// The job that it would be, with a reason where it would wait at first.
ClusterJob jobOf(const Submission& submission, const Accounts& accounts, const Picture& picture);
// Errors: those of readInput().
Result<std::string> readScript(const std::string& path);
// The number that sbatch prints. Error: cluster-answer.
Result<std::string> submittedId(std::string_view printed);

}  // namespace apportion::slurm
