// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_order.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>

#include "core/view/awaiting_approval.h"
#include "core/view/quota_order.h"

namespace apportion {

namespace {

using Places = std::vector<std::size_t>;
using Number = std::optional<std::int64_t>;

Places inTurn(std::size_t count) {
    Places places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

Places byNumber(std::size_t count, bool descending,
                const std::function<Number(std::size_t)>& numberOf) {
    std::vector<Number> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = numberOf(i);
    Places places = inTurn(count);
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (!numbers[a] || !numbers[b])
            return numbers[a].has_value() && !numbers[b];
        return descending ? *numbers[a] > *numbers[b] : *numbers[a] < *numbers[b];
    });
    return places;
}

Places byText(std::size_t count, bool descending,
              const std::function<const std::string&(std::size_t)>& textOf) {
    Places places = inTurn(count);
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return descending ? isBefore(textOf(b), textOf(a)) : isBefore(textOf(a), textOf(b));
    });
    return places;
}

Number sinceOf(const WorkloadRow& row, Instant clock) {
    const WorkloadOutcome& status = row.status;
    if (status.state == WorkloadState::pending)
        return status.waited;
    const auto from = status.state == WorkloadState::running ? status.start : status.end;
    return from ? Number(clock - *from) : std::nullopt;
}

// Out of its queue, and before all that still stand in one.
bool isBooked(const WorkloadRow& row) {
    const auto& reason = row.status.reason;
    return row.status.state == WorkloadState::pending && reason &&
           reason->code == ReasonCode::waitingForVictims;
}

Number numberOf(const WorkloadRow& row, WorkKey key, Instant clock) {
    switch (key) {
        case WorkKey::position:
            if (isBooked(row))
                return 0;
            // As it is shown: what can never start is not on its way.
            return row.status.position && !waitsForApproval(row) && !neverStarts(row)
                       ? Number(*row.status.position)
                       : std::nullopt;
        case WorkKey::priority:
            return row.priority;
        case WorkKey::gpu:
            return row.gpu;
        case WorkKey::since:
            return sinceOf(row, clock);
        case WorkKey::view:
        case WorkKey::name:
        case WorkKey::team:
            break;
    }
    return {};
}

Number numberOf(const EvictionRow& row, WorkKey key) {
    switch (key) {
        case WorkKey::priority:
            return row.priority;
        case WorkKey::gpu:
            return row.record.gpu;
        case WorkKey::since:
            return row.record.lost;
        case WorkKey::position:
        case WorkKey::view:
        case WorkKey::name:
        case WorkKey::team:
            break;
    }
    return {};
}

}  // namespace

std::vector<std::size_t> orderWork(const std::vector<WorkloadRow>& rows, const WorkSort& sort,
                                   Instant clock) {
    if (sort.key == WorkKey::view)
        return orderWork(rows, {WorkKey::position}, clock);
    if (sort.key == WorkKey::name || sort.key == WorkKey::team)
        return byText(rows.size(), sort.descending, [&](std::size_t i) -> const std::string& {
            return sort.key == WorkKey::name ? rows[i].name : rows[i].team;
        });
    return byNumber(rows.size(), sort.descending,
                    [&](std::size_t i) { return numberOf(rows[i], sort.key, clock); });
}

std::vector<std::size_t> orderEvictions(const std::vector<EvictionRow>& rows,
                                        const WorkSort& sort) {
    if (sort.key == WorkKey::view)
        return inTurn(rows.size());
    if (sort.key == WorkKey::name || sort.key == WorkKey::team)
        return byText(rows.size(), sort.descending, [&](std::size_t i) -> const std::string& {
            return sort.key == WorkKey::name ? rows[i].record.victim : rows[i].victim.team;
        });
    return byNumber(rows.size(), sort.descending,
                    [&](std::size_t i) { return numberOf(rows[i], sort.key); });
}

}  // namespace apportion
