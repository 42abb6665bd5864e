// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/names_twice.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace apportion {

namespace {

bool isBehind(std::string_view name, std::string_view before) {
    return name.size() != before.size() ? name.size() > before.size() : name > before;
}

// Numbers that count up, as most traces have them.
bool areCountingUp(const Trace& trace) {
    std::string_view last;
    for (const TraceJob& job : trace.jobs) {
        const std::string_view name = trace.nameOf(job);
        if (name.empty())
            continue;
        if (!isBehind(name, last))
            return false;
        last = name;
    }
    return true;
}

}  // namespace

std::vector<NameTwice> namesTwice(const Trace& trace) {
    if (areCountingUp(trace))
        return {};
    // Equal hashes stand together, in order of jobs; that they are of one name is nearly certain.
    struct Hashed {
        std::uint32_t hash = 0;
        std::uint32_t job = 0;
        auto operator<=>(const Hashed&) const = default;
    };
    std::vector<Hashed> hashes;
    hashes.reserve(trace.jobs.size());
    for (std::uint32_t i = 0; i < trace.jobs.size(); ++i)
        if (const std::string_view name = trace.nameOf(trace.jobs[i]); !name.empty())
            hashes.push_back({static_cast<std::uint32_t>(std::hash<std::string_view>{}(name)), i});
    std::sort(hashes.begin(), hashes.end());
    std::vector<NameTwice> twice;
    std::unordered_map<std::string_view, std::uint32_t> seen;  // names of one hash
    for (std::size_t i = 1; i < hashes.size(); ++i) {
        if (hashes[i].hash != hashes[i - 1].hash)
            continue;
        if (i == 1 || hashes[i - 1].hash != hashes[i - 2].hash) {
            seen.clear();
            seen.emplace(trace.nameOf(trace.jobs[hashes[i - 1].job]), hashes[i - 1].job);
        }
        const auto [first, fresh] =
            seen.emplace(trace.nameOf(trace.jobs[hashes[i].job]), hashes[i].job);
        if (!fresh)
            twice.push_back({first->second, hashes[i].job});
    }
    std::sort(twice.begin(), twice.end(),
              [](const NameTwice& a, const NameTwice& b) { return a.job < b.job; });
    return twice;
}

}  // namespace apportion
