// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of a plan sets, and what the cluster has of it at one moment.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/slurm/plan.h"

namespace apportion::slurm {

// One setting of the account, QOS, or users of a line.
struct LineValue {
    enum class Of { account, qos, user };
    Of of = Of::account;
    std::vector<std::string> names;
    std::string account;  // of users
    std::string key;      // "GrpTRES", in Slurm's words; empty = that they exist
    std::string wanted;   // GPUs as a number; "none" = no limit, or not there
};
std::vector<LineValue> valuesOf(const Line& line);

// In the form of `wanted`. Where the names differ: "differs".
std::string valueIn(const LineValue& value, const Picture& picture);

}  // namespace apportion::slurm
