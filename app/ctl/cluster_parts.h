// SPDX-License-Identifier: GPL-3.0-or-later
// What the verbs of `cluster` have in common.
#pragma once

#include <string>

#include "app/ctl/command.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/reader.h"

namespace apportion::ctl {

struct ClusterPlace {
    std::string name;  // of an added cluster, or a place
    std::string user;
    std::string tokenFile;
};

// What CLUSTER is, for the end of a help.
inline constexpr const char* kClusterPlaces =
    "CLUSTER is an added name, or a place: here (the Slurm commands of this machine),\n"
    "ssh:user@host (the same commands there), or slurmrestd as http://host:6820,\n"
    "https://host or unix:/path. No token is written to any file, message, or argument.\n\n";

// CLUSTER, --user and --token-file.
void addPlace(CLI::App& command, ClusterPlace& place);
// The same, with `here` where no CLUSTER is given.
void addPlaceOrHere(CLI::App& command, ClusterPlace& place);
void addToken(CLI::App& command, ClusterPlace& place);

// Errors: those of connectionNamed().
Result<slurm::Connection> connectionOf(const ClusterPlace& place);
// Of a cluster whose commands can be run. Errors: cluster-needs-commands too.
Result<slurm::Access> commandsOf(const ClusterPlace& place);

// A name as part of a path: files of a cluster that is driven begin with it.
std::string fileName(std::string name);

// 2 for wrong arguments, 3 for a damaged list of clusters, 1 for what a cluster does not answer.
int refuseCluster(const Problems& problems, bool json);

// Verbs of cluster.
void addClusterHistory(CLI::App& cluster, Action& run);
void addClusterWatch(CLI::App& cluster, Action& run);
void addClusterWork(CLI::App& cluster, Action& run);
void addClusterDrive(CLI::App& cluster, Action& run);

}  // namespace apportion::ctl
