// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_edit.h"

#include <cstdint>

#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/model/number_text.h"
#include "core/model/words.h"
#include "core/plan/draft/quota_draft.h"

namespace apportion {

namespace {

using Edited = Result<std::optional<CommandRequest>>;

constexpr std::string_view kGpuForm = "GPUs: a number with at most two places, such as 8 or 0.25";

Edited rename(const QuotaRow& row, const std::string& text) {
    if (text == row.name)
        return std::nullopt;
    CommandRequest request;
    request.id = "quota.rename";
    request.arguments.set("name", row.name);
    request.arguments.set("to", text);
    return request;
}

Edited scale(const QuotaRow& row, const std::string& text) {
    const auto gpu = gpuArgument(text);
    if (!gpu)
        return wrongArgument("guaranteed", text, kGpuForm);
    if (*gpu == row.numbers.guaranteed)
        return std::nullopt;
    return scaleCommand({{row.name, *gpu}});
}

Edited policyOf(const QuotaRow& row, const PolicyChange& change) {
    if (change.appliedTo(row.policy) == row.policy)
        return std::nullopt;
    return setCommand({row.name}, change);
}

}  // namespace

ScaleTargets targetsOf(const CommandRequest& scale) {
    ScaleTargets targets;
    for (const std::string& text : scale.arguments.list("sizes"))
        if (auto size = sizeArgument(text))
            targets.push_back(std::move(*size));
    return targets;
}

CommandRequest scaleCommand(const ScaleTargets& targets) {
    std::vector<std::string> sizes;
    sizes.reserve(targets.size());
    for (const auto& [quota, gpu] : targets)
        sizes.push_back(quota + "=" + gpuText(gpu));
    CommandRequest request;
    request.id = "scale";
    request.arguments.set("sizes", std::move(sizes));
    return request;
}

CommandRequest setCommand(const std::vector<std::string>& quotas, const PolicyChange& change,
                          ScaleMode mode) {
    CommandRequest request;
    const bool one = quotas.size() == 1;
    request.id = one ? "policy" : "quota.set";
    request.arguments.set(one ? "quota" : "quotas", quotas);
    request.arguments.set("set", policyText(change));
    if (change.limit && mode != ScaleMode::drain)
        request.arguments.set("mode", std::string(word(mode)));
    return request;
}

Result<std::optional<CommandRequest>> editCommand(const QuotaRow& row, QuotaField field,
                                                  const std::string& text) {
    PolicyChange change;
    switch (field) {
        case QuotaField::name:
            return rename(row, text);
        case QuotaField::guaranteed:
            return scale(row, text);
        case QuotaField::team:
            // Without one the quota's own name is shown.
            change.team.emplace();
            if (!text.empty() && text != row.name)
                change.team->emplace(text);
            return policyOf(row, change);
        case QuotaField::weight:
            change.weight.emplace();
            if (!text.empty()) {
                const auto weight = wholeArgument(text);
                if (!weight)
                    return wrongArgument("weight", text, "a whole number, or nothing");
                change.weight->emplace(*weight);
            }
            return policyOf(row, change);
        case QuotaField::rank: {
            const auto rank = wholeArgument(text.empty() ? "0" : text);
            if (!rank)
                return wrongArgument("rank", text, "a whole number");
            change.rank.emplace(static_cast<int>(*rank));
            return policyOf(row, change);
        }
        case QuotaField::limit: {
            // What it says of CPU and memory stays.
            Limit limit = row.policy.limit;
            limit.gpu = text.empty() ? std::nullopt : gpuArgument(text);
            if (!text.empty() && !limit.gpu)
                return wrongArgument("limit", text, kGpuForm);
            change.limit.emplace();
            if (limit != Limit{})
                change.limit->emplace(limit);
            return policyOf(row, change);
        }
    }
    return std::nullopt;
}

}  // namespace apportion
