// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/guarantee_list.h"

#include "core/io/traces/field_values.h"
#include "core/io/traces/groups.h"
#include "core/io/traces/table.h"

namespace apportion {

Result<std::vector<std::pair<std::string, std::int64_t>>> readGuarantees(const std::string& path) {
    enum Column : std::size_t { kGroup, kGpus };
    Result<Table> table = Table::open(path, "guarantees", {"group", "gpus"});
    if (!table)
        return tl::unexpected(table.error());
    std::vector<std::pair<std::string, std::int64_t>> guarantees;
    while (table->next()) {
        const std::optional<std::int64_t> gpus = countValue(table->value(kGpus));
        if (!gpus || *gpus > kMostGpus)
            table->refuse(kGpus, "trace-bad-count");
        else
            guarantees.emplace_back(table->value(kGroup), *gpus);
    }
    if (Problems problems = table->problems(); !problems.empty())
        return tl::unexpected(std::move(problems));
    return guarantees;
}

}  // namespace apportion
