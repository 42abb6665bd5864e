// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trials/entry_effect.h"

#include <utility>

#include "core/change/entry_inputs.h"
#include "core/change/next_state.h"
#include "core/change/temporary.h"
#include "core/engine/engine.h"
#include "core/session/project/desk.h"

namespace apportion {

Effect effectOfEntry(ProjectDesk& desk, const Engine& now, const JournalEntry& entry) {
    const TrialInputs inputs = trialInputsOf(entry);
    if (!inputsOf(entry).reload && (!inputs.events.empty() || !inputs.submitted.empty())) {
        Effect trial = effectOf(now, now.now(), inputs);
        // What may be written is in effect: an engine that refuses it as an event is loaded anew,
        // as a live one is. An undo restores sizes that a scale may not set while a node is down.
        if (trial.refusal.empty())
            return trial;
    }
    Effect refused;
    auto project = desk.project();
    if (!project) {
        refused.refusal = std::move(project.error());
        return refused;
    }
    auto next = nextState(desk.objects(), **project, entry.facts);
    // What is due then is done before anything else.
    if (next)
        return effectBetween(**project, afterWhatIsDue(std::move(next->project), desk.now()),
                             desk.now());
    refused.refusal = std::move(next.error());
    return refused;
}

}  // namespace apportion
