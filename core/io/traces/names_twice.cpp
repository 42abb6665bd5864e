// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/names_twice.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/model/bounds.h"

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

namespace {

constexpr char kRunMark = '#';

// Gives runs names that no other job has.
class RunNamer {
public:
    explicit RunNamer(const Trace& trace) {
        if (trace.names.find(kRunMark) == std::string::npos)
            return;
        for (const TraceJob& job : trace.jobs)
            if (const std::string_view name = trace.nameOf(job);
                name.find(kRunMark) != std::string_view::npos)
                taken_.emplace(name);
    }
    std::string next(std::string_view name, std::uint32_t& number) {
        while (true) {
            const std::string mark = kRunMark + std::to_string(number);
            std::string run = shortened(name, kLongestName - mark.size()) + mark;
            if (taken_.insert(run).second)
                return run;
            ++number;
        }
    }

private:
    // At most so many characters of UTF-8.
    static std::string shortened(std::string_view name, std::size_t most) {
        std::size_t end = 0;
        for (std::size_t characters = 0; end < name.size(); ++end) {
            const bool begins = (static_cast<unsigned char>(name[end]) & 0xC0) != 0x80;
            if (begins && characters++ == most)
                break;
        }
        return std::string(name.substr(0, end));
    }

    std::unordered_set<std::string> taken_;
};

}  // namespace

std::vector<std::uint32_t> nameRuns(Trace& trace, const std::vector<std::uint32_t>& starts,
                                    std::vector<NameTwice>& twice) {
    std::vector<std::uint32_t> runs;
    if (twice.empty() || starts.empty())
        return runs;
    const auto startOf = [&](std::uint32_t job) {
        return job < starts.size() ? starts[job] : kNoStart;
    };
    // One that waits is the run to come.
    const auto isRun = [&](std::uint32_t job) {
        return startOf(job) != kNoStart || trace.jobs[job].waits;
    };
    const auto keyOf = [&](std::uint32_t first, std::uint32_t job) {
        return std::uint64_t{first} << 32 | startOf(job);
    };
    RunNamer namer(trace);
    std::unordered_map<std::uint64_t, std::uint32_t> seen;     // job, by its first and its start
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;  // of the last run, by the first
    std::erase_if(twice, [&](NameTwice& each) {
        seen.emplace(keyOf(each.first, each.first), each.first);
        if (!isRun(each.first) || !isRun(each.job))
            return false;
        const auto [same, fresh] = seen.emplace(keyOf(each.first, each.job), each.job);
        if (!fresh) {
            each.first = same->second;
            return false;
        }
        std::uint32_t& number = numbers.try_emplace(each.first, 1).first->second;
        const std::string name = namer.next(trace.nameOf(trace.jobs[each.first]), ++number);
        TraceJob& job = trace.jobs[each.job];
        job.nameAt = trace.names.size();
        job.nameLength = static_cast<std::uint8_t>(name.size());
        trace.names += name;
        runs.push_back(each.job);
        return true;
    });
    return runs;
}

}  // namespace apportion
