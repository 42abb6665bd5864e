// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster has recorded of its jobs: a table that core/io/traces reads as sacct.
#pragma once

#include <cstdint>
#include <string>

#include "core/cluster/slurm/commands.h"

namespace apportion::slurm {

struct History {
    std::string table;
    std::int64_t rows = 0;  // one for each run of a job
};

// Of jobs that waited, ran or ended between two moments in Unix seconds. No text that users write
// is in it but their names. Errors: those of failure.h; cluster-answer.
Result<History> readHistory(const Commands& commands, std::int64_t from, std::int64_t to);

}  // namespace apportion::slurm
