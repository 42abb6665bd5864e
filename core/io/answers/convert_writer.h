// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "core/model/problem.h"

namespace apportion {

struct ConvertSummary {
    std::string in, from;   // as the user named the file, and its format
    std::string out, to;    // the same
    std::int64_t rows = 0;  // read: rows of a table, workloads of a scenario
    std::int64_t jobs = 0;  // written
    std::vector<Message> dropped;
    std::vector<Message> remarks;  // what is otherwise than it stood there, or stays behind
};

// The answer of convert.
void writeConvertSummary(std::ostream& stream, const ConvertSummary& summary,
                         const Problems& warnings);

}  // namespace apportion
