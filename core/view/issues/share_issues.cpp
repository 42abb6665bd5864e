// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is warned of when it is read, for as long as it is so: weights without an effect,
// one tree over several types, and quotas above their limit.
#include <algorithm>
#include <map>
#include <set>

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
        place.empty = input.look.capacity(input.look.group(row)) == 0;
        places.push_back(place);
    }
    return places;
}

// The limit as a scenario writes it, with other GPUs.
std::string limitKeys(const Limit& limit, Gpu gpu) {
    std::string keys = R"({"limit": {"gpu": )" + gpuText(gpu);
    if (limit.cpu)
        keys += R"(, "cpu": )" + cpuText(*limit.cpu);
    if (limit.memory)
        keys += R"(, "memory": )" + memoryText(*limit.memory);
    return keys + "}}";
}

}  // namespace

void findSharesWithoutEffect(const IssueInput& input, std::vector<Issue>& found) {
    for (const ShareRemark& remark : shareRemarks(placesOf(input))) {
        const QuotaRow& row = input.view.quotas[remark.quota];
        Issue issue = about(row, remark.message);
        issue.fix =
            policyFix(row.name, remark.ofWeight ? R"({"weight": null})" : R"({"weight": 1})");
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
        if (auto several = severalTypes(row.name, types[group]))
            found.push_back(about(row, std::move(*several)));
        types.erase(group);  // said of its first root
    }
}

void findAboveLimit(const IssueInput& input, std::vector<Issue>& found) {
    for (const QuotaRow& row : input.view.quotas) {
        const auto limit = row.policy.limit.gpu;
        const Gpu placed = row.numbers.subtree;
        if (!limit || placed <= *limit)
            continue;
        Issue issue = about(row, {"above-limit",
                                  {{"quota", Value::ofText(row.name)},
                                   {"resource", Value::ofText("gpu")},
                                   {"placed", Value::ofGpu(placed)},
                                   {"bound", Value::ofGpu(*limit)},
                                   {"over", Value::ofGpu(placed - *limit)}}});
        issue.fix = policyFix(row.name, limitKeys(row.policy.limit, placed));
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
