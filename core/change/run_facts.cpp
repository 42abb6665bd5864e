// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/run_facts.h"

#include "core/model/date_text.h"
#include "core/store/project_values.h"

namespace apportion {

Gpu heldBy(const WorkloadRun& run) {
    Gpu held = 0;
    for (const Placement& placement : run.placements)
        held += placement.gpu;
    return held;
}

void countUse(WorkloadRun& run, Moment now) {
    if (run.state == WorkloadState::running && run.counted != 0)
        run.used += heldBy(run) * (now - run.counted);
    run.counted = now;
}

void countNothing(WorkloadRun& run) {
    if (run.start)
        countUse(run, *run.start);
    run.counted = 0;
}

void neverStarted(WorkloadRun& run, Moment now) {
    countNothing(run);
    if (run.start)
        run.waited += now - *run.start;
    if (run.firstStart == run.start)
        run.firstStart.reset();
    run.start.reset();
}

std::vector<Fact> endedFacts(const store::Objects& objects, ProjectWorkload work,
                             WorkloadState state, Moment now) {
    const std::string& name = work.spec.name;
    WorkloadRun& run = work.run;
    countUse(run, now);
    if (run.waitingSince)
        run.waited += now - *run.waitingSince;
    run.waitingSince.reset();
    run.stopping.reset();
    run.counted = 0;
    run.state = state;
    run.end = now;
    run.placements.clear();
    run.devices.clear();
    run.replicas.clear();
    run.ties = {};
    std::vector<Fact> facts;
    for (const ObjectKind kind : {ObjectKind::run, ObjectKind::workload})
        if (const store::Object* object = objects.find(kind, name))
            facts.push_back({kind, name, object->place, object->body, {}});
    // A name may come and go twice in one moment: the entry to come makes the difference.
    facts.push_back(
        {ObjectKind::ended,
         name + "@" + momentText(run.submitted) + "/" + std::to_string(objects.revision + 1),
         0,
         {},
         store::endedBodyOf(work)});
    return facts;
}

std::vector<Fact> runFacts(const store::Objects& objects, const std::string& name,
                           const WorkloadRun& run) {
    const store::Object* object = objects.find(ObjectKind::run, name);
    std::string body = store::bodyOf(run);
    if (object == nullptr || object->body == body)
        return {};
    return {{ObjectKind::run, name, object->place, object->body, std::move(body)}};
}

}  // namespace apportion
