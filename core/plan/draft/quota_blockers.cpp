// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_blockers.h"

#include <array>
#include <string_view>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_event.h"

namespace apportion {

namespace {

using BlockerKind = QuotaBlocker::Kind;

struct Row {
    std::string_view code;
    BlockerKind kind;
    std::string_view command;  // takes "name"
};

constexpr std::array<Row, 5> kRows{{
    {"quota-blocked.children", BlockerKind::child, ""},
    {"quota-blocked.workspaces", BlockerKind::workspace, "workspace.untie"},
    {"quota-blocked.workloads", BlockerKind::workload, "cancel"},
    {"quota-blocked.temporary", BlockerKind::temporary, "temporary.end"},
    {"quota-blocked.timetables", BlockerKind::timetable, "timetable.delete"},
}};

}  // namespace

std::vector<QuotaBlocker> blockersOf(const Problems& refusal, const std::string& quota) {
    std::vector<QuotaBlocker> blockers;
    for (const Problem& problem : refusal)
        for (const Row& row : kRows) {
            const Value* names = argumentOf(problem.message, "names");
            if (problem.message.code != row.code || names == nullptr)
                continue;
            for (const std::string& name : names->list) {
                QuotaBlocker blocker{row.kind, name, {}};
                if (!row.command.empty()) {
                    blocker.mend.emplace();
                    blocker.mend->id = row.command;
                    blocker.mend->arguments.set("name", name);
                    if (row.kind == BlockerKind::workspace)
                        blocker.mend->arguments.set("quota", quota);
                }
                blockers.push_back(std::move(blocker));
            }
        }
    return blockers;
}

}  // namespace apportion
