// SPDX-License-Identifier: GPL-3.0-or-later
// How long one level takes to divide (rules 5 to 7), by the number of its branches, up to 100,000
// quotas below one; the last lines give the growth that fits. All want more than there is, so that
// every phase has work to do.
#include <vector>

#include <benchmark/benchmark.h>

#include "core/engine/share_division.h"

namespace apportion {
namespace {

std::vector<Claimant> contendingBranches(std::int64_t count) {
    std::vector<Claimant> branches;
    for (std::int64_t i = 0; i < count; ++i) {
        Claimant branch;
        branch.guarantee = (4 + i % 5) * kOneGpu;
        branch.weight = 1 + i % 7;
        branch.rank = static_cast<int>(i % 3);
        branch.requestable = (16 + i % 11) * kOneGpu;
        branches.push_back(branch);
    }
    return branches;
}

void divideOneLevel(benchmark::State& state) {
    const std::vector<Claimant> branches = contendingBranches(state.range(0));
    const Gpu amount = state.range(0) * 8 * kOneGpu;
    // Not a range-based for: clang-tidy takes its variable for a dead store.
    while (state.KeepRunning())
        benchmark::DoNotOptimize(divideLevel(amount, branches));
    state.SetComplexityN(state.range(0));
}
BENCHMARK(divideOneLevel)
    ->RangeMultiplier(10)
    ->Range(10, 100'000)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity();

}  // namespace
}  // namespace apportion
