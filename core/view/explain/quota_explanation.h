// SPDX-License-Identifier: GPL-3.0-or-later
// Why a quota has what it has: two to four facts in order of time and cause, and what would change
// it. Facts are codes with named arguments; the screens own the sentences.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/message.h"
#include "core/model/outcome.h"
#include "core/model/rule.h"

namespace apportion {

struct QuotaFact {
    enum class Kind {
        takenBy,       // taker, at, priority, quota, gpu: somebody took from this quota
        childPolicy,   // quota, modules, from, to: the right it was done by, as it was then;
                       // changed, where it has been since; alone where nobody knows what it was
        selfPolicy,    // quota, highFrom, highTo, lowFrom, lowTo; as before
        reclaimRight,  // taker's quota, guaranteed, share: now; claim (claim); from, placed, bound:
                       // then, if known
        victims,       // names, gpu, lost, runnerUp, worseBy; earlier, earlierGpu: gave way to an
                       // earlier run of the same taker and wait still
        took,          // this quota took: taker, gpu, names
        drains,        // quota, used, bound, by (drain_bound): it starts nothing until it fits
        lendersIdle,   // names, gpu: who leaves guaranteed GPUs unused
        surplus,       // gpu, quotas, weights, shares; ranks where they are not all the same
        shareShort,    // gpu of the parent, taken above
        queueEmpty,    // everything submitted runs
        unapproved,    // count, gpu: work whose command nobody has approved
        stillWaiting,  // count, gpu, code: first in the queue and why
        nothingAsked,  // no workload submitted; guaranteed
        resting,       // count, gpu, why (rest): nobody decides, so nothing starts
        within         // used, guaranteed, lent to others than work above, pending
    };
    Kind kind = Kind::within;
    std::optional<Instant> at;
    std::vector<Argument> arguments;
    std::optional<Rule> rule;
    friend bool operator==(const QuotaFact&, const QuotaFact&) = default;
};

// Which bound of rule 3 is broken: no more than the guarantee, not more of it that cannot be
// preempted, no more than the limit.
namespace drain_bound {
inline constexpr const char* kSize = "size";
inline constexpr const char* kFirm = "firm";
inline constexpr const char* kLimit = "limit";
}  // namespace drain_bound

// Why nobody decides: the pool has never been live, is not live any more, or is live and its file
// cannot be followed.
namespace rest {
inline constexpr const char* kNever = "never";
inline constexpr const char* kEnded = "ended";
inline constexpr const char* kHalted = "halted";
}  // namespace rest

// What a taker asked for by rule 14: its guarantee, or a share beyond it. Records of old do not
// tell them apart.
namespace claim {
inline constexpr const char* kOwn = "own";
inline constexpr const char* kShare = "share";
}  // namespace claim

struct QuotaChange {
    enum class Kind {
        takerEnds,     // workload, gpu: what it holds; gained: by this quota
        lenderSubmits  // quota, gpu
    };
    Kind kind = Kind::takerEnds;
    std::vector<Argument> arguments;
    std::string subject;  // the workload or quota to go to
    bool subjectIsQuota = false;
    friend bool operator==(const QuotaChange&, const QuotaChange&) = default;
};

struct QuotaExplanation {
    Instant time = 0;
    std::string quota;
    QuotaNumbers numbers;
    std::vector<QuotaFact> facts;
    std::vector<QuotaChange> changes;
    friend bool operator==(const QuotaExplanation&, const QuotaExplanation&) = default;
};

}  // namespace apportion
