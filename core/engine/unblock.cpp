// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/unblock.h"

#include <array>
#include <span>

#include "core/engine/unblock_kinds.h"

namespace apportion {
namespace {

struct Kind {
    void (*tryEdits)(EditTrials&);
    int kept = 0;  // parts of the steps of searches, whatever the others take
    std::size_t beside = 0;
};

// What helps most often is always tried.
constexpr Kind kAddNode{addNode, 2};
// The least end is told of whatever else would do, with its equals.
constexpr Kind kEndWork{endWork, 2, 12};

constexpr std::array kOfBooked{kEndWork};  // all is decided for it but when its nodes are clear
constexpr std::array kOfMisfit{kAddNode, Kind{raiseLimits}};  // nothing else makes a node larger
constexpr std::array kOfWaiting{Kind{raiseFromUnassigned},
                                Kind{raiseRank},
                                Kind{moveFromSiblings},
                                kAddNode,
                                Kind{raiseLimits},
                                Kind{raiseCaps},
                                Kind{lendMore},
                                Kind{turnOverQuotaOn},
                                Kind{widenChildPreemption},
                                Kind{widenSelfPreemption},
                                Kind{changeQueueing},
                                kEndWork};

std::span<const Kind> kindsFor(const Job& job) {
    if (job.phase == Phase::booked)
        return kOfBooked;
    if (job.phase != Phase::waiting || job.forbidden)  // no edit makes a member
        return {};
    if (job.fit != Fit::possible)
        return kOfMisfit;
    return kOfWaiting;
}

}  // namespace

UnblockAnswer unblockOf(const EngineState& state, WorkloadId id, std::size_t most, Instant at) {
    EditTrials trials(state, id, most, at);
    const std::span<const Kind> kinds = kindsFor(state.job(id));
    int later = 0;
    for (const Kind& kind : kinds)
        later += kind.kept;
    for (const Kind& kind : kinds) {
        later -= kind.kept;
        trials.begin(kind.kept, later, kind.beside);
        kind.tryEdits(trials);
    }
    return trials.answer();
}

}  // namespace apportion
