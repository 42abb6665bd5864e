// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is warned of when it is read, for as long as it is so: weights without an effect,
// one tree over several types, and quotas above their limit.

#include <algorithm>
#include <map>
#include <set>

#include "core/model/message_arguments.h"
#include "core/model/number_text.h"
#include "core/model/share_remarks.h"
#include "core/view/issues/quota_look.h"

namespace apportion {

namespace {

std::vector<QuotaPlace> placesOf(const IssueInput& input) {
    std::set<std::string_view> direct;  // that workloads are submitted to
    for (const auto* rows : {&input.view.waiting, &input.view.running})
        for (const WorkloadRow& work : *rows)
            direct.insert(work.quota);
    std::vector<QuotaPlace> places;
    for (const QuotaRow& row : input.view.quotas) {
        QuotaPlace place{row.name, row.numbers.guaranteed, &row.policy, {}};
        const QuotaRow* parent = input.look.parent(row);
        if (parent)
            place.parent = static_cast<std::size_t>(row.parent);
        place.alone = input.look.level(row).size() == 1 &&
                      (!parent || parent->numbers.guaranteed <= row.numbers.guaranteed ||
                       !direct.contains(parent->name));
        const Gpu capacity = input.look.capacity(input.look.group(row));
        place.empty = capacity == 0;
        place.unassigned = parent ? parent->numbers.guaranteed : capacity;
        for (const QuotaRow* each : input.look.level(row))
            place.unassigned -= each->numbers.guaranteed;
        places.push_back(place);
    }
    return places;
}

// The limit, raised to what is above it.
Limit raisedLimit(Limit limit, const Message& above) {
    const std::string& resource = argumentOf(above, "resource")->text;
    (resource == "gpu"   ? limit.gpu
     : resource == "cpu" ? limit.cpu
                         : limit.memory) = argumentOf(above, "placed")->number;
    return limit;
}

}  // namespace

void findSharesWithoutEffect(const IssueInput& input, std::vector<Issue>& found) {
    for (const ShareRemark& remark : shareRemarks(placesOf(input))) {
        const QuotaRow& row = input.view.quotas[remark.quota];
        Issue issue = aboutQuota(row, remark.message);
        issue.fix = policyFix(row.name, remark.change);
        found.push_back(std::move(issue));
    }
}

void findSeveralTypes(const IssueInput& input, std::vector<Issue>& found) {
    const Engine& engine = input.source.engine;
    std::map<int, std::map<std::string, Gpu>> types;  // by group
    const std::vector<NodeRow>& nodes = input.view.nodes.rows;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].devices > 0 && !nodes[i].gpuType.empty())
            types[engine.nodeGroup(i)][nodes[i].gpuType] += nodes[i].devices * kOneGpu;
    for (const QuotaRow& row : input.view.quotas) {
        if (row.parent >= 0)
            continue;
        const int group = input.look.group(row);
        const bool alone = input.look.level(row).size() == 1 && input.look.children(row).empty();
        if (auto several = alone ? std::nullopt : severalTypes(row.name, types[group]))
            found.push_back(aboutQuota(row, std::move(*several)));
        types.erase(group);  // said of its first root
    }
}

void findAboveLimit(const IssueInput& input, std::vector<Issue>& found) {
    const Engine& engine = input.source.engine;
    for (const QuotaRow& row : input.view.quotas) {
        const auto id = engine.findQuota(row.name);
        for (Message& above : id ? engine.aboveLimit(*id) : std::vector<Message>()) {
            const Limit raised = raisedLimit(row.policy.limit, above);
            Issue issue = aboutQuota(row, std::move(above));
            issue.fix = policyFix(row.name, &PolicyChange::limit, raised);
            found.push_back(std::move(issue));
        }
    }
}

}  // namespace apportion
