// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/guarantee_list.h"

#include <unordered_set>

#include "core/io/traces/job_table.h"

namespace apportion {

Result<std::vector<GroupGuarantee>> readGuarantees(const std::string& path) {
    enum Place : std::size_t { kGroup, kGpus, kQuota };
    TableShape shape;
    shape.kind = TableShape::Kind::guarantees;
    shape.columns = {{"group"}, {"gpus"}, {"quota", false}};
    Result<Table> table = Table::open(path, std::move(shape));
    if (!table)
        return tl::unexpected(table.error());
    std::vector<GroupGuarantee> guarantees;
    std::unordered_set<std::string> groups;
    while (table->next()) {
        const std::optional<std::int64_t> gpus = countValue(table->value(kGpus));
        if (!gpus || *gpus > kMostGpusOfJob)
            table->refuse(kGpus, "trace-bad-count.whole");
        if (!table->value(kQuota).empty() && !isTraceName(table->value(kQuota)))
            table->refuse(kQuota, "trace-bad-group");
        if (!groups.insert(std::string(table->value(kGroup))).second)
            table->refuse(kGroup, "trace-group-twice");
        guarantees.push_back({std::string(table->value(kGroup)), gpus.value_or(0),
                              std::string(table->value(kQuota)), table->lineNumber(),
                              table->columnOf(kGroup)});
    }
    if (Problems problems = table->problems(); !problems.empty())
        return tl::unexpected(std::move(problems));
    return guarantees;
}

}  // namespace apportion
