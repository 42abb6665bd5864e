// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of slurmrestd v0.0.38 as a picture. Reads what it knows and passes over the rest.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/cluster/slurm/picture.h"
#include "core/cluster/slurm/rest.h"

namespace apportion::slurm {

Result<Picture> readByRest(Rest& rest);
// Into an empty picture each.
Result<void> workByRest(Rest& rest, Picture& picture);
Result<void> accountsByRest(Rest& rest, Picture& picture);
// Of /diag, as readCounters() says.
Result<std::string> countersByRest(Rest& rest);
// Of /diag, as readFigures() says.
Result<std::string> figuresByRest(Rest& rest);

// Of an answer each.
std::string figuresOf(const nlohmann::json& answer);
void takeNodes(const nlohmann::json& answer, Picture& picture);
void takeJobs(const nlohmann::json& answer, Picture& picture);
void takeAssociations(const nlohmann::json& answer, Picture& picture);  // of picture.cluster
void takeQos(const nlohmann::json& answer, Picture& picture);

}  // namespace apportion::slurm
