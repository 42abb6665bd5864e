// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters that a user has added: $XDG_CONFIG_HOME/apportion/clusters.json. No secret is in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cluster/slurm/connection.h"

namespace apportion::slurm {

// Errors: cluster-file.
Result<std::string> connectionsFile();
// Beside it, for the lines that undo an apply: rollback-NAME-20261129T115503Z.sh, with the moment
// in Unix seconds. Errors: cluster-file.
Result<std::string> rollbackFile(const Connection& connection, std::int64_t now);
// The latest of them that is there; empty = none.
std::string lastRollback(const Connection& connection);
// In order of their names; none if there is no file. Errors: cluster-file.
Result<std::vector<Connection>> readConnections();
// Errors: cluster-known, cluster-name, cluster-file.
Result<void> addConnection(const Connection& connection);
// The one of that name, else what connectionTo() makes of the text. Errors: cluster-unknown,
// cluster-file.
Result<Connection> connectionNamed(const std::string& name);

}  // namespace apportion::slurm
