// SPDX-License-Identifier: GPL-3.0-or-later
// Tries single edits on forks of the present state: does the workload start in that instant, and
// who is evicted?
//
// A fork is a full copy, so the number of trials is bounded: kMostTrials, on large states fewer
// (kMostCopied workloads in sum). A search for the least size of an edit goes step by step, since
// more is not always better: what is given to one is taken from another, and others may start
// first. What its share of the trials does not reach step by step, it crosses in strides, and then
// searches the stride that holds the first success.
//
// What the trials of one question take is counted in steps of a search for victims: the searches,
// whoever is asked, and the copies. In sum they have kMostSearched. A kind of edit has half of what
// is left, so that none takes those of all; for some kinds steps are kept.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/state.h"
#include "core/model/explanation.h"

namespace apportion {

class EditTrials {
public:
    EditTrials(const EngineState& state, WorkloadId id, std::size_t most, Instant at);

    const EngineState& state() const { return state_; }
    WorkloadId id() const { return id_; }
    const Job& job() const { return state_.job(id_); }
    const Quota& quota(QuotaId id) const { return state_.tree.quota(id); }
    // From the workload's quota upwards.
    const std::vector<QuotaId>& path() const { return path_; }

    // The edits that follow are of one kind. `kept`: parts of the steps for it at least; `later`:
    // for those that follow; `beside`: so many are looked for, also where enough others were found.
    static constexpr int kParts = 10;
    void begin(int kept, int later, std::size_t beside = 0);

    // Kept if the workload starts by it.
    bool event(const EventAction& action, Message message, std::optional<EndedWork> ends = {});
    bool cap(std::size_t workspace, std::size_t index, Gpu gpu, Message message);
    bool nodes(const NodesToAdd& change, Message message);

    // The least `more` among step, 2 x step, … up to `most` for which `attempt` keeps an edit;
    // `searches` like it are made for one kind of edit. Where the bound is met before one is found,
    // the telling ones are tried beyond it, a few of each kind of edit: `enough`, which should do
    // by what it asks for (0 = nobody knows), and `most`.
    using Attempt = std::function<bool(std::int64_t more)>;
    bool least(std::int64_t step, std::int64_t most, std::size_t searches, std::int64_t enough,
               const Attempt& attempt);

    // The largest part of a GPU, a core or a GiB that divides every size in the pool: only
    // multiples of it make a difference that is not one of rounding.
    Gpu gpuStep() const { return gpuStep_; }
    Cpu cpuStep() const { return cpuStep_; }
    Memory memoryStep() const { return memoryStep_; }

    // What runs and waits, with all its replicas: no edit needs to make room for more.
    const Resources& all() const { return all_; }

    // Further edits cannot come before those that are kept.
    bool done() const {
        return harmless_ >= most_ && (found_.size() >= kind_.beside || kind_.besideLeft <= 0);
    }
    UnblockAnswer answer();

private:
    bool verify(const std::function<bool(EngineState&)>& edit,
                std::variant<Event, NodesToAdd, CapToSet> change, Message message);
    bool leastBetween(std::int64_t from, std::int64_t to, std::int64_t share,
                      const Attempt& attempt);
    bool telling(std::int64_t enough, std::int64_t most, const Attempt& attempt);
    bool inPlaceOf(std::size_t kept, const std::function<bool()>& smaller);
    // Until what stands in the way of its booking has stopped.
    Duration untilClear(const EngineState& fork) const;
    void noteUnproven(EngineState& fork);
    bool mayTry();
    void measure();

    const EngineState& state_;
    WorkloadId id_;
    std::size_t most_;
    Instant at_;
    std::vector<QuotaId> path_;
    Gpu gpuStep_ = kOneGpu;
    Cpu cpuStep_ = kOneCore;
    Memory memoryStep_ = kOneGib;
    Resources all_;
    std::vector<Unblock> found_;
    std::size_t harmless_ = 0;  // how many of them evict nobody
    int trials_ = 0;
    int mostTrials_ = 0;
    std::int64_t searched_ = 0;  // steps
    std::int64_t mayReach_ = 0;  // in the present kind
    bool proven_ = true;
    bool cut_ = false;     // not all sizes of the present search were tried
    bool beyond_ = false;  // it counts no more
    struct OfKind {
        int beyondLeft = 0;      // so many may be tried beyond it
        std::size_t beside = 0;  // edits found with those of the kind, where others are enough
        int besideLeft = 0;      // trials for these
    };
    OfKind kind_;  // the present one
};

}  // namespace apportion
