// SPDX-License-Identifier: GPL-3.0-or-later
// The answers about plans. Those of plan run and plan compare are one JSON document, written run by
// run, so that no more than one outcome has to be in memory.
#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "core/io/answers/outcome_writer.h"
#include "core/model/comparison.h"
#include "core/model/plan.h"
#include "core/model/plan_answer.h"

namespace apportion {

class PlanWriter {
public:
    // `hash` is that of the base.
    PlanWriter(std::ostream& out, const Plan& plan, const std::string& hash, OutcomeForm form = {});
    ~PlanWriter();
    PlanWriter(const PlanWriter&) = delete;
    PlanWriter& operator=(const PlanWriter&) = delete;

    // Events are told as refused where the set refuses them and the base does not.
    // First the base, without an outcome where comparisons follow, then the sets in order.
    void base(const SetOutcome* outcome, const OutcomeBands* bands = nullptr);
    void set(const ChangeSet& set, const SetOutcome& outcome, const SetBands* bands = nullptr);
    void set(const ChangeSet& set, const Comparison& comparison,
             const std::vector<RefusedEvent>& refusedEvents);
    // Of a comparison whose set could not be applied.
    void refused(const ChangeSet& set, const RefusedEdit& refused);
    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The answer of plan check.
void writePlanCheck(std::ostream& stream, const PlanCheck& check);

}  // namespace apportion
