// SPDX-License-Identifier: GPL-3.0-or-later
// How the columns of a table become the fields of a job, where a format leaves a choice.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace apportion {

struct TraceOptions {
    // Columns of the table, by name, that tell the group, the module and the priority of a job;
    // empty = as the format has it.
    std::string team;
    std::string module;
    std::string priority;
    // For the generic table: field and column. A field that is not listed is the column of its own
    // name, if there is one.
    std::vector<std::pair<std::string, std::string>> columns;
    // Rows that cannot be read, and jobs with a name that an earlier one has, are left out and
    // counted. Otherwise nothing is taken from such a file.
    bool skipBadRows = false;
};

}  // namespace apportion
