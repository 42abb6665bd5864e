// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trials/visible_trials.h"

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
            redactQuota(hit.quota, alias);
        }
    std::erase_if(trial.quotas, [&](const Effect::Numbers& each) {
        return alias.ofQuota(each.quota).has_value();
    });
    redactNames(trial.neverAgain, alias);
    for (Effect::Shift& shift : trial.shifted) {
        redact(shift.workload, alias);
        redactQuota(shift.quota, alias);
    }
    for (auto* names : {&trial.rejected, &trial.started, &trial.booked, &trial.waitsOn})
        for (std::string& name : *names)
            redact(name, alias);
    for (Effect::Submitted& each : trial.submitted)
        if (each.reason)
            redact(each.reason->message, alias);
}

void redactNames(PolicyAnswer& answer, const Alias& alias) {
    for (PolicyProblem& problem : answer.problems) {
        redact(problem.message, alias);
        if (problem.why)
            redact(*problem.why, alias);
    }
    for (PolicyVictim& victim : answer.hit.victims) {
        if (alias(victim.workload))
            victim.neverAgain.reset();
        redact(victim.workload, alias);
        redactQuota(victim.quota, alias);
    }
    for (std::string& sibling : answer.siblings)
        redactQuota(sibling, alias);
    redact(answer.sentence, alias);
    for (Message& note : answer.notes)
        redact(note, alias);
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
            redactQuota(each.quota, alias);
            redact(each.message, alias);
            for (std::string& name : each.workloads)
                redact(name, alias);
        }
    }
}

}  // namespace apportion
