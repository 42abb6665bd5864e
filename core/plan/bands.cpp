// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/bands.h"

#include <algorithm>

namespace apportion {

namespace {

using Part = RunNumbers::Part;

Part difference(const Part& base, const Part& changed) {
    return {changed.meanWait - base.meanWait, changed.p95Wait - base.p95Wait,
            changed.evictions - base.evictions, changed.wasted - base.wasted,
            changed.used - base.used};
}

// of(run) gives the number of a run.
template <typename Of>
Band band(const std::vector<RunNumbers>& runs, Of&& of) {
    std::vector<std::int64_t> values;
    values.reserve(runs.size());
    for (const RunNumbers& run : runs)
        values.push_back(of(run));
    return bandOf(std::move(values));
}

// part(run) gives all numbers of a run, or of a quota in it.
template <typename PartOf>
QuotaBands partBands(const std::vector<RunNumbers>& runs, PartOf&& part) {
    const auto of = [&](auto Part::*member) {
        return band(runs, [&](const RunNumbers& run) { return part(run).*member; });
    };
    return {of(&Part::meanWait), of(&Part::p95Wait), of(&Part::evictions), of(&Part::wasted),
            of(&Part::used)};
}

}  // namespace

RunNumbers numbersOf(const SetOutcome& outcome) {
    const Summary& summary = outcome.outcome.summary;
    RunNumbers numbers;
    numbers.all = {summary.wait.mean, summary.wait.p95, summary.evictions, summary.wastedGpuTime,
                   summary.gpuTime};
    numbers.utilizationMillionths = summary.utilizationMillionths;
    for (std::size_t i = 0; i < summary.byQuota.size(); ++i) {
        const auto& [name, quota] = summary.byQuota[i];
        const QuotaTally& tally = outcome.tallies[i];
        numbers.byQuota.emplace_back(name, Part{quota.wait.mean, quota.wait.p95, tally.evictions,
                                                tally.wasted, quota.gpuTime});
    }
    return numbers;
}

RunNumbers difference(const RunNumbers& base, const RunNumbers& changed) {
    RunNumbers delta;
    delta.all = difference(base.all, changed.all);
    delta.utilizationMillionths = changed.utilizationMillionths - base.utilizationMillionths;
    for (const auto& quota : changed.byQuota) {
        const auto other =
            std::find_if(base.byQuota.begin(), base.byQuota.end(),
                         [&](const auto& each) { return each.first == quota.first; });
        if (other != base.byQuota.end())
            delta.byQuota.emplace_back(quota.first, difference(other->second, quota.second));
    }
    return delta;
}

Band bandOf(std::vector<std::int64_t> values) {
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const auto at = [&](std::size_t percent) {
        return values[std::min(values.size() * percent / 100, values.size() - 1)];
    };
    return {at(10), at(50), at(90)};
}

OutcomeBands bandsOf(const std::vector<RunNumbers>& runs) {
    OutcomeBands bands;
    bands.all = partBands(runs, [](const RunNumbers& run) -> const Part& { return run.all; });
    bands.utilization = band(runs, [](const RunNumbers& run) { return run.utilizationMillionths; });
    if (runs.empty())
        return bands;
    for (std::size_t i = 0; i < runs[0].byQuota.size(); ++i)
        bands.byQuota.emplace_back(runs[0].byQuota[i].first,
                                   partBands(runs, [&](const RunNumbers& run) -> const Part& {
                                       return run.byQuota[i].second;
                                   }));
    return bands;
}

}  // namespace apportion
