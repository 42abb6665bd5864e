// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_edit.h"

#include <cstdint>

#include "core/change/refuse.h"
#include "core/change/units.h"

namespace apportion {

namespace {

using Edited = Result<std::optional<Change>>;

constexpr std::string_view kGpuForm = "GPUs: a number with at most two places, such as 8 or 0.25";

Edited rename(const QuotaRow& row, const std::string& text) {
    if (text == row.name)
        return std::nullopt;
    return RenameQuota{row.name, text};
}

Edited scale(const QuotaRow& row, const std::string& text) {
    const auto gpu = gpuArgument(text);
    if (!gpu)
        return wrongArgument("guaranteed", text, kGpuForm);
    if (*gpu == row.numbers.guaranteed)
        return std::nullopt;
    return scaleTo({{row.name, *gpu}});
}

Edited policyOf(const QuotaRow& row, const PolicyChange& change) {
    if (change.appliedTo(row.policy) == row.policy)
        return std::nullopt;
    return SetPolicy{.quota = row.name, .set = change};
}

}  // namespace

ScaleTargets targetsOf(const Change& change) {
    ScaleTargets targets;
    if (const auto* scale = std::get_if<ScaleQuotas>(&change))
        for (const Read<QuotaSize>& size : scale->sizes)
            if (size)
                targets.push_back(*size);
    return targets;
}

ScaleQuotas scaleTo(const ScaleTargets& targets) {
    return {{targets.begin(), targets.end()}};
}

Result<std::optional<Change>> changeOf(const QuotaRow& row, QuotaField field,
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
        case QuotaField::overQuota:
        case QuotaField::lend:
        case QuotaField::queueing:
        case QuotaField::minRuntime:
        case QuotaField::budget:
            break;
    }
    return std::nullopt;
}

}  // namespace apportion
