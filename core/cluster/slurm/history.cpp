// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/history.h"

#include <algorithm>

#include "core/cluster/slurm/failure.h"

namespace apportion::slurm {

namespace {

// Accounting may read years of jobs from its disk.
constexpr std::chrono::minutes kHistoryLimit{5};
constexpr std::string_view kColumns =
    "JobIDRaw,User,Account,Partition,QOS,Submit,Start,End,ElapsedRaw,State,ReqTRES,AllocTRES,"
    "NNodes";

// As sacct takes Unix seconds.
std::string moment(std::int64_t seconds) {
    return "uts" + std::to_string(seconds);
}

}  // namespace

Result<History> readHistory(const Commands& commands, std::int64_t from, std::int64_t to) {
    // Without steps, and with every run of a job that was requeued.
    auto table = commands.run({"sacct", "-a", "-X", "-D", "-P", "-S", moment(from), "-E",
                               moment(to), "--format=" + std::string(kColumns)},
                              kHistoryLimit);
    if (!table)
        return tl::unexpected(std::move(table.error()));
    std::string first = table->substr(0, table->find('\n'));
    std::replace(first.begin(), first.end(), '|', ',');
    if (first != kColumns)
        return fail("cluster-answer", {{"command", Value::ofText("sacct")},
                                       {"answer", Value::ofText(firstLine(*table))}});
    History history{std::move(*table), 0};
    history.rows = std::count(history.table.begin(), history.table.end(), '\n') - 1;
    return history;
}

}  // namespace apportion::slurm
