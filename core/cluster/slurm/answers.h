// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of `cluster` as JSON.
#pragma once

#include <ostream>
#include <vector>

#include "core/cluster/slurm/check.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/imitation.h"
#include "core/cluster/slurm/picture.h"
#include "core/cluster/slurm/plan.h"
#include "core/cluster/slurm/watch.h"
#include "core/model/message.h"

namespace apportion::slurm {

void writeConnections(std::ostream& stream, const std::vector<Connection>& connections);
void writeCheck(std::ostream& stream, const Checked& checked);
// Nodes, accounts, QOS, and jobs, with what a scenario of it cannot say.
void writePicture(std::ostream& stream, const Picture& picture,
                  const std::vector<Message>& notRepresented);
// The lines, what Slurm can hold of the policies, and what it would do next with its jobs.
void writePlan(std::ostream& stream, const NativePlan& plan, const std::vector<Judged>& judged,
               const Imitated& next);

// A verb on work: its line, whether it is done, and the job that it submitted.
void writeVerb(std::ostream& stream, const Line& line, bool done, const std::string& job = {});
// One line. `now`: Unix seconds.
void writeLook(std::ostream& stream, const Watch& watch, const Look& look, std::int64_t now);

}  // namespace apportion::slurm
