// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of what was used, by quota, workspace, team, user, module, GPU type, and period. All sums
// are exact; the rows of a period add up to what was used of the capacity.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/calendar.h"
#include "core/report/prices.h"
#include "core/report/sweep.h"
#include "core/report/usage.h"

namespace apportion::report {

enum class Key : std::uint8_t { quota, workspace, team, user, module, gpuType, period };
inline constexpr std::size_t kKeys = 7;
inline constexpr std::uint32_t kOthers = kNone - 1;  // quotas whose names are hidden

// What the rows are by: "team,user,month". At most one period.
struct Grouping {
    std::vector<Key> keys;
    std::optional<PeriodUnit> unit;
    std::vector<std::string> words;  // as given

    bool has(Key key) const;
    // Whether what quotas had of their guarantees can be told of the rows.
    bool isOfQuotas() const;
};
// Error: report-by.
Result<Grouping> groupingOf(const std::string& words);

struct AccountRow {
    std::array<std::uint32_t, kKeys> key{};  // those that are not asked for are kNone
    bool subtotal = false;                   // of a quota and all below it: its parts have rows
    Amount used = 0;
    std::optional<QuotaColumns> quota;  // of rows by quotas alone
    Amount lost = 0;                    // by evictions of its workloads
    Amount caused = 0;                  // by evictions for its workloads
    Amount failed = 0;                  // of runs that failed or were cancelled
    std::int64_t jobs = 0;              // that ran or waited
    std::int64_t started = 0;           // for the first time
    std::int64_t waiting = 0;           // at the end
    std::int64_t evictions = 0, evictionsCaused = 0;
    WaitNumbers wait;                  // of `started`
    WaitNumbers waitAll;               // also of those that wait, or left without a start
    std::optional<std::int64_t> cost;  // hundredths of the currency
};

struct Accounts {
    Grouping by;
    std::vector<Moment> edges;              // of the periods
    std::vector<CapacityColumns> capacity;  // by period
    std::vector<AccountRow> rows;           // tree order, then by name, then time
    AccountRow total;

    CapacityColumns capacityInAll() const;
};

// Without `capacity` neither that is told nor what quotas had of their guarantees, which takes most
// of the time.
enum class Counting { work, capacity };
Accounts account(const Usage& usage, const Grouping& by, std::vector<Moment> edges,
                 const Prices& prices = {}, Counting counting = Counting::capacity);

// The name of what a key of a row stands for; empty = none, or hidden.
std::string nameOf(const Usage& usage, const Accounts& accounts, const AccountRow& row, Key key,
                   const Calendar& calendar);

// The part of the time that the source covers, in millionths, and where it has gaps.
std::int64_t coverage(const Usage& usage, Moment from, Moment to);
std::vector<std::pair<Moment, Moment>> gapsIn(const Usage& usage, Moment from, Moment to);

// Hours in `places` decimal places, rounded half up.
std::int64_t hours(Amount amount, int places);
// Each rounded so that all add up to their sum rounded.
std::vector<std::int64_t> hoursThatAddUp(std::span<const Amount> amounts, int places);

}  // namespace apportion::report
