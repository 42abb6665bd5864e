// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/share_remarks.h"

namespace apportion {

namespace {

Value named(std::string_view name) {
    return Value::ofText(std::string(name));
}

// Rule 7: a missing weight is the guarantee. Without borrowing no weight counts.
bool hasNoShare(const QuotaPlace& quota) {
    return quota.guaranteed <= 0 &&
           (quota.policy->weight.value_or(0) <= 0 || quota.policy->overQuota != OverQuota::on);
}

// The highest quota above it without a share.
std::optional<std::size_t> noShareAbove(const std::vector<QuotaPlace>& quotas, std::size_t i) {
    constexpr int kMostSteps = 100;  // a broken tree may have circles
    std::optional<std::size_t> highest;
    auto above = quotas[i].parent;
    for (int steps = 0; above && steps < kMostSteps; ++steps) {
        if (hasNoShare(quotas[*above]))
            highest = above;
        above = quotas[*above].parent;
    }
    return highest;
}

}  // namespace

std::vector<ShareRemark> shareRemarks(const std::vector<QuotaPlace>& quotas) {
    std::vector<ShareRemark> remarks;
    std::map<std::size_t, std::vector<std::string>> weighted;  // by the quota without a share above
    std::vector<std::size_t> highest;
    std::vector<bool> hasChildren(quotas.size());
    for (const QuotaPlace& quota : quotas)
        if (quota.parent)
            hasChildren[*quota.parent] = true;
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        const QuotaPlace& quota = quotas[i];
        const bool hasWeight = quota.policy->weight.value_or(0) > 0;
        if (const auto above = noShareAbove(quotas, i)) {
            if (hasWeight)
                weighted[*above].emplace_back(quota.name);
        } else if (hasNoShare(quota)) {
            // One that is alone has all there is, and nobody to divide it with.
            if (!quota.empty && (!quota.alone || hasChildren[i]))
                highest.push_back(i);
        } else if (hasWeight && (quota.policy->overQuota != OverQuota::on || quota.alone)) {
            remarks.push_back({i,
                               true,
                               {quota.alone ? "weight-without-effect.alone"
                                            : "weight-without-effect.no-borrowing",
                                {{"quota", named(quota.name)}}},
                               {}});
            remarks.back().change.weight = std::optional<std::int64_t>();
        }
    }
    for (const std::size_t i : highest) {
        Message message{"no-fair-share", {{"quota", named(quotas[i].name)}}};
        if (const auto below = weighted.find(i); below != weighted.end()) {
            message.code = "weight-without-effect";
            message.arguments.push_back({"quotas", Value::ofList(below->second)});
        }
        // A weight has an effect on surplus alone.
        const bool off = quotas[i].policy->overQuota != OverQuota::on;
        const bool full = !off && quotas[i].unassigned <= 0;
        message.code += off ? ".off" : full ? ".full" : "";
        remarks.push_back({i, false, std::move(message), {}});
        remarks.back().change.weight = 1;
        if (off)
            remarks.back().change.overQuota = OverQuota::on;
    }
    return remarks;
}

std::optional<Message> severalTypes(std::string_view root,
                                    const std::map<std::string, Gpu>& types) {
    if (types.size() < 2)
        return std::nullopt;
    std::vector<std::string> names;
    names.reserve(types.size());
    for (const auto& [type, gpu] : types)
        names.push_back(type + " (" + formatValue(Value::ofGpu(gpu)) + ")");
    return Message{"several-gpu-types",
                   {{"quota", named(root)},
                    {"types", Value::ofList(std::move(names))},
                    {"gpuType", Value::ofText(types.begin()->first)}}};
}

}  // namespace apportion
