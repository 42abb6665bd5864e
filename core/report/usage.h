// SPDX-License-Identifier: GPL-3.0-or-later
// What was used of a pool, from whatever source: a project's journal, a recorded trace, or the run
// of a scenario. Moments are milliseconds since 1970; a scenario without an epoch counts from 0.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/budget.h"
#include "core/model/outcome.h"
#include "core/model/project.h"

namespace apportion::report {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
inline constexpr Moment kStays = std::numeric_limits<Moment>::max();

enum class RunEnd : std::uint8_t { goesOn, finished, failed, cancelled, evicted };

// A stretch of time in which a job holds the same GPUs. GPUs of several types are a run each.
struct UsageRun {
    Moment start = 0;
    Moment end = 0;  // exclusive
    Gpu gpu = 0;
    std::uint32_t gpuType = 0;  // into Usage::gpuTypes
    RunEnd how = RunEnd::goesOn;
};

// Keyed by id and submission: an id that comes again is another job.
struct UsageJob {
    Moment submit = 0;
    Moment left = kStays;        // it ended, also without a run
    std::uint32_t firstRun = 0;  // its runs stand together, by time
    std::uint32_t runs = 0;
    std::uint32_t quota = 0;
    std::uint32_t workspace = kNone;
    std::uint32_t user = kNone;
    Gpu request = 0;
    std::uint64_t nameAt = 0;  // into Usage::names
    std::uint8_t nameLength = 0;
    Module module = Module::training;
    bool background = false;  // outside of guarantees
};

struct UsageEviction {
    Moment at = 0;
    std::uint32_t victim = kNone;     // a job
    std::uint32_t preemptor = kNone;  // kNone = a scale, a node
    GpuTime lost = 0;
    bool moved = false;  // it ran on elsewhere: lost time alone
};

struct UsageQuota {
    std::string name;
    std::string team;
    std::uint32_t parent = kNone;
    std::uint32_t group = 0;  // of quotas that divide the same nodes
    int colour = 0;
    bool hidden = false;  // its name is not for the reader
    std::optional<Budget> budget = {};
};

// From `at` on, until the next of the same subject.
struct UsageStep {
    Moment at = 0;
    std::uint32_t subject = 0;
    std::int64_t value = 0;
};

// Of a group's capacity what one type has, until the next of both.
struct UsageTypeStep {
    Moment at = 0;
    std::uint32_t group = 0;
    std::uint32_t gpuType = 0;
    Gpu gpu = 0;
};

struct UsageChange {
    Moment at = 0;
    std::string who;
    std::string what;
    std::string why;
};

enum class UsageSource { journal, trace, scenario };

struct Usage {
    UsageSource source = UsageSource::scenario;
    std::string name;
    std::string head;  // hash of the journal's last entry
    Revision entries = 0;
    bool dates = true;  // moments are dates
    bool capacityKnown = true;
    bool guaranteesKnown = true;
    bool startsKnown = true;  // else no wait is known
    bool inPart = false;      // the reader may not see all of it
    Moment from = 0;          // what the source covers
    Moment to = 0;
    std::vector<UsageQuota> quotas;  // parents first, in file order
    std::vector<std::string> workspaces, users, gpuTypes{std::string()};
    std::uint32_t groups = 1;
    std::string names;
    std::vector<UsageJob> jobs;
    std::vector<UsageRun> runs;
    std::vector<UsageEviction> evictions;
    std::vector<UsageStep> guarantees;  // by quota, without what its children have
    std::vector<UsageStep> kept;        // by quota: what of that it does not lend
    std::vector<UsageStep> capacity;    // by group: of all nodes
    std::vector<UsageTypeStep> types;   // the same, by GPU type
    std::vector<UsageStep> down;        // by group: of nodes that are down
    // By quota, its children included; below 0 = not known from there on.
    std::vector<UsageStep> entitled;
    std::vector<std::pair<Moment, Moment>> gaps;  // in which the source recorded nothing
    std::vector<UsageChange> changes;
    std::vector<Message> notes;

    std::string_view nameOf(const UsageJob& job) const {
        return std::string_view(names).substr(job.nameAt, job.nameLength);
    }
    bool isAtOrBelow(std::uint32_t quota, std::uint32_t above) const {
        while (quota != kNone && quota != above)
            quota = quotas[quota].parent;
        return quota == above;
    }
    void setName(UsageJob& job, std::string_view text) {
        job.nameAt = names.size();
        job.nameLength = static_cast<std::uint8_t>(text.size());
        names += text;
    }
};

}  // namespace apportion::report
