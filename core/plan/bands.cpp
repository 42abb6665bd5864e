// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/bands.h"

#include <algorithm>
#include <array>

namespace apportion {

namespace {

using Part = RunNumbers::Part;

// A number of a part, and the band that it makes.
struct Number {
    std::int64_t Part::*of;
    Band QuotaBands::*band;
};
constexpr std::array kNumbers{Number{&Part::meanWait, &QuotaBands::meanWait},
                              Number{&Part::p95Wait, &QuotaBands::p95Wait},
                              Number{&Part::meanWaitAll, &QuotaBands::meanWaitAll},
                              Number{&Part::p95WaitAll, &QuotaBands::p95WaitAll},
                              Number{&Part::stillWaiting, &QuotaBands::stillWaiting},
                              Number{&Part::evictions, &QuotaBands::evictions},
                              Number{&Part::wasted, &QuotaBands::wasted},
                              Number{&Part::used, &QuotaBands::used}};

Part difference(const Part& base, const Part& changed) {
    Part delta;
    for (const Number& number : kNumbers)
        delta.*number.of = changed.*number.of - base.*number.of;
    return delta;
}

Part partOf(const WaitNumbers& started, const WaitNumbers& all, std::int64_t evictions,
            GpuTime wasted, GpuTime used) {
    return {started.mean, started.p95, all.mean, all.p95, all.atLeast, evictions, wasted, used, 0};
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
    QuotaBands bands;
    for (const Number& number : kNumbers)
        bands.*number.band =
            band(runs, [&](const RunNumbers& run) { return part(run).*number.of; });
    return bands;
}

}  // namespace

RunNumbers numbersOf(const SetOutcome& outcome) {
    const Summary& summary = outcome.outcome.summary;
    RunNumbers numbers;
    numbers.all = partOf(summary.wait, summary.waitAll, summary.evictions, summary.wastedGpuTime,
                         summary.gpuTime);
    numbers.utilizationMillionths = summary.utilizationMillionths;
    for (std::size_t i = 0; i < summary.byQuota.size(); ++i) {
        const auto& [name, quota] = summary.byQuota[i];
        const QuotaTally& tally = outcome.tallies[i];
        numbers.byQuota.emplace_back(
            name, partOf(quota.wait, quota.waitAll, tally.evictions, tally.wasted, quota.gpuTime));
        if (i < outcome.shareKept.size())
            numbers.byQuota.back().second.shareKept = outcome.shareKept[i];
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
    const auto zero = std::equal_range(values.begin(), values.end(), 0);
    return {at(10), at(50), at(90), zero.first - values.begin(), values.end() - zero.second};
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
