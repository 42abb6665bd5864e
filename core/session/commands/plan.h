// SPDX-License-Identifier: GPL-3.0-or-later
// What apportionctl can do with a plan file. How its answers are written comes with it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/io/answers/plan_writer.h"
#include "core/io/plan/plan_reader.h"
#include "core/model/project.h"
#include "core/plan/check.h"
#include "core/plan/run_futures.h"
#include "core/plan/sweep.h"
#include "core/session/commands/commands.h"

namespace apportion {

struct PreparedPlan {
    PlanFile file;
    std::string hash;  // SHA-256 of the base's file; of a project, the head of its journal
    std::vector<std::string> inputs;  // files that the base is made of
    std::shared_ptr<const PlanBase> base;
    std::vector<Applied> sets;   // as the plan names them
    bool ofTrace = false;        // answers are summaries unless asked otherwise
    Problems warnings;           // of the base, then of the edits
    std::vector<Message> notes;  // what was derived from a trace

    const Plan& plan() const { return file.plan; }
};

// What the base of a plan is made from.
struct LoadedBase {
    std::string path;
    std::vector<std::string> inputs;  // files, some empty
    std::string hash;                 // as in PreparedPlan
    Revision revision = 0;            // of a project
    std::shared_ptr<const Scenario> scenario;
    Problems warnings;
    std::vector<Message> notes;
    bool ofTrace = false;
};
Result<LoadedBase> loadBase(const PlanFile& plan);

// Reads the plan and its base, and puts every set on it; all errors of the sets at once.
Result<PreparedPlan> preparePlan(const std::string& file);
// The same of what is read already.
Result<PreparedPlan> preparePlan(PlanSoFar read, const LoadedBase& base);

// The base, then the sets, each once on what is recorded; see sweep(). Of refused events those of
// refusedByTheSet().
bool runSets(const PreparedPlan& plan, const SweepOptions& options,
             const std::function<void(std::size_t run, SetOutcome)>& deliver);

// The warnings without those of sets that are not run: of the sets only this one, of that name;
// empty = none of them.
Problems warningsFor(const PreparedPlan& plan, std::string_view set);

// The differences of the sets from the base, in order; each is handed out when it is there.
struct SetComparison {
    std::optional<RefusedEdit> refused;  // then there is nothing to compare
    Comparison comparison;
    std::vector<RefusedEvent> refusedEvents;  // see refusedByTheSet()
    Pair<std::vector<Eviction>> evictions;    // of the workloads that differ, in order of time
};
// False if the control of the options ended it.
bool comparePlan(const PreparedPlan& plan, SweepOptions options,
                 const std::function<void(std::size_t set, SetComparison)>& deliver);

// Where a workload comes later and nothing else says why: what it waited for when it started in the
// base.
void explainDelays(const std::vector<std::pair<std::string, Message>>& delays,
                   Comparison& comparison);

// The other way round: where a workload comes earlier, what it waits for in the base when it starts
// in what is compared with it. The base is run once more for it; not if a control ended that.
void explainEarlier(const PlanBase& base, RunControl* control, Comparison& comparison);

// Events of the base's own that a set refuses although the base applies them.
std::vector<RefusedEvent> refusedByTheSet(const std::vector<RefusedEvent>& base,
                                          std::vector<RefusedEvent> set);

// To be told where an answer is about one run each although the plan asks for futures.
Problems futuresLeftOut(const PreparedPlan& plan);

// Base and sets over the futures that the plan asks for, which must be at least one. Nothing if the
// control of the options ended it.
std::optional<FutureBands> runFutures(const PreparedPlan& plan, const SweepOptions& options,
                                      const BandsSoFar& soFar = {},
                                      std::vector<FutureColumn>* known = nullptr);

// How often the bands held in the last third of the base's weeks. An error if it has too few;
// nothing if the control of the options ended it.
Result<std::optional<PlanCheck>> checkPlan(const PreparedPlan& plan, const SweepOptions& options);
// How often in all; and why, if that is not as often as the bands say.
std::vector<Message> meaningOf(const PlanCheck& check);

}  // namespace apportion
