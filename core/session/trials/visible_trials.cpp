// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trials/visible_trials.h"

#include <utility>

#include "core/access/access.h"

namespace apportion {

void redactNames(std::vector<NeverAgain>& all, const Alias& alias) {
    std::erase_if(all, [&](const NeverAgain& each) { return alias(each.workload); });
}

void redactNames(Effect& trial, const Alias& alias) {
    for (Problem& problem : trial.refusal)
        redact(problem.message, alias);
    for (auto* hits : {&trial.evicted, &trial.moved})
        for (Effect::Hit& hit : *hits) {
            redact(hit.workload, alias);
            redact(hit.preemptor, alias);
            redact(hit.why, alias);
        }
    redactNames(trial.neverAgain, alias);
    for (Effect::Shift& shift : trial.shifted)
        redact(shift.workload, alias);
    for (auto* names : {&trial.rejected, &trial.started, &trial.booked, &trial.waitsOn})
        for (std::string& name : *names)
            redact(name, alias);
    for (Effect::Submitted& each : trial.submitted)
        if (each.reason)
            redact(each.reason->message, alias);
}

void redactNames(Effect& trial, const std::string& who, const Project& project,
                 const Alias& alias) {
    const Roster roster(project);
    std::erase_if(trial.quotas, [&](const Effect::Numbers& each) {
        return !roster.may(who, Right::readQuota, {each.quota});
    });
    redactNames(trial, alias);
}

void redactNames(PolicyAnswer& answer, const Alias& alias) {
    for (PolicyVictim& victim : answer.hit.victims) {
        if (alias(victim.workload))
            victim.neverAgain.reset();
        redact(victim.workload, alias);
    }
    redactNames(answer.applied, alias);
    if (answer.tried)
        redactNames(*answer.tried, alias);
}

void redactNames(ReturnTrials& trials, const Alias& alias) {
    for (Problem& note : trials.notes)
        redact(note.message, alias);
    for (ReturnTrial& trial : trials.returns) {
        redactNames(trial.effect, alias);
        if (trial.proviso)
            redact(*trial.proviso, alias);
        for (ScaleObstacle& each : trial.drains) {
            redact(each.message, alias);
            for (std::string& name : each.workloads)
                redact(name, alias);
        }
    }
}

}  // namespace apportion
