// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a sweep, step by step. Internal to plan.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/plan_answer.h"
#include "core/plan/apply.h"
#include "core/plan/sweep.h"
#include "core/sim/metrics.h"
#include "core/sim/share_kept.h"

namespace apportion {

class SetRun {
public:
    // From the start.
    SetRun(const Applied& applied, const SweepOptions& options);
    // Copying is a snapshot.
    SetRun(const SetRun&) = default;
    SetRun(SetRun&&) = default;

    // Goes on from here as another set that has the same scenario and no edit up to now; the nodes
    // that join in it are those that join here, and maybe more.
    void goOnAs(const Applied& applied);

    const Simulation& simulation() const { return simulation_; }
    // Around each step.
    void before(Instant next) {
        if (metrics_)
            metrics_->before(simulation_, next);
        if (shareKept_)
            shareKept_->before(simulation_, next);
        if (starts_)
            watch(next);
    }
    // From now on, notes who waits although it ran in the base by then. Keep it alive.
    void compareWith(const Starts& starts) { starts_ = &starts; }
    Starts starts() const;
    void step();
    // Whether an edit was refused, and no other is to come: then there is nothing more to run.
    bool isOver() const { return refused_ && simulation_.now() >= lastEdit_; }
    SetOutcome finish();

private:
    void watch(Instant next);
    void refuse(std::size_t event, Instant at, const Message& reason);
    Instant lastEdit() const;

    const std::vector<std::size_t>* editOf_;
    std::shared_ptr<const std::vector<Event>> events_;
    Detail detail_;
    bool tallying_;
    Simulation simulation_;
    std::optional<MetricsCollector> metrics_;
    std::optional<ShareKept> shareKept_;
    std::vector<std::int64_t> evictions_;  // by the victim's quota, its own
    std::optional<RefusedEdit> refused_;
    std::set<std::string> concerned_;  // by the edits that are refused
    Instant lastEdit_ = 0;
    std::vector<RefusedEvent> refusedEvents_;
    const Starts* starts_ = nullptr;
    std::size_t watched_ = 0;  // of them
    std::vector<std::pair<std::string, Message>> delays_;
};

}  // namespace apportion
