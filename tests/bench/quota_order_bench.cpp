// SPDX-License-Identifier: GPL-3.0-or-later
// How long a tree of quotas takes to be filtered and sorted, up to 100,000 of them: what the
// console asks for at each letter typed.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/view/quota_order.h"

namespace apportion {
namespace {

// Departments of ten teams of ten projects.
std::vector<QuotaRow> company(std::int64_t count) {
    std::vector<QuotaRow> rows;
    rows.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        QuotaRow row;
        row.name = "department-" + std::to_string(i / 111) + "." + std::to_string(i % 111);
        row.team = "Team " + std::to_string(i);
        const int within = i % 111;
        row.parent = within == 0 ? -1 : within % 11 == 1 ? i - within : i - (within - 1) % 11;
        row.depth = within == 0 ? 0 : within % 11 == 1 ? 1 : 2;
        row.numbers.subtree = static_cast<Gpu>((i * 2654435761U) % 6400);
        rows.push_back(std::move(row));
    }
    return rows;
}

void order(benchmark::State& state, const QuotaQuery& query) {
    const std::vector<QuotaRow> rows = company(state.range(0));
    for (auto _ : state)  // NOLINT(clang-analyzer-deadcode.DeadStores)
        benchmark::DoNotOptimize(orderQuotas(rows, query));
}

void filterQuotas(benchmark::State& state) {
    QuotaQuery query;
    query.text = "team 99";
    order(state, query);
}

void sortQuotasByUse(benchmark::State& state) {
    QuotaQuery query;
    query.key = QuotaKey::used;
    query.flat = true;
    order(state, query);
}

void sortQuotasByName(benchmark::State& state) {
    QuotaQuery query;
    query.key = QuotaKey::name;
    query.flat = true;
    order(state, query);
}

BENCHMARK(filterQuotas)->Arg(1000)->Arg(20000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(sortQuotasByUse)->Arg(1000)->Arg(20000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(sortQuotasByName)->Arg(1000)->Arg(20000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion
