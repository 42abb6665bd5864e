// SPDX-License-Identifier: GPL-3.0-or-later
// Events are judged against the state of their moment when they happen. Here only what is wrong
// in any state; a name that is not there is a warning, since the event is refused then.
#include "core/model/bounds.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

class EventCheck {
public:
    EventCheck(const Index& index, Instant at, std::string pointer, Findings& findings)
        : index_(index), at_(at), pointer_(std::move(pointer)), findings_(findings) {}

    void operator()(const ScaleEvent& scale) const {
        if (scale.targets.empty())
            findings_.error(pointer_ + "/quotas", "empty-scale");
        for (const auto& [quota, target] : scale.targets) {
            const auto at = pointerTo(pointer_ + "/quotas", quota);
            known(index_.quotaNames, quota, at, "unknown-in-event.quota");
            checkLimit(target, at, findings_);
            if (target == Limit{})
                findings_.error(at, "empty-scale.quota", {{"quota", Value::ofText(quota)}});
        }
        checkAfter(scale.after, scale.mode);
    }

    void operator()(const PolicyEvent& policy) const {
        if (known(index_.quotaNames, policy.quota, pointer_ + "/quota", "unknown-in-event.quota"))
            keepsNodes(policy);
        if (policy.change == PolicyChange{})
            findings_.error(pointer_, "empty-policy", {{"quota", Value::ofText(policy.quota)}});
        if (!policy.change.limit && policy.mode != ScaleMode::drain)
            findings_.warning(pointer_ + "/mode", "mode-without-limit");
        checkAfter(policy.after, policy.mode);
        checkPolicyValues(policy.change.appliedTo({}), policy.quota, pointer_, findings_);
    }

    void operator()(const CancelEvent& cancel) const { end(cancel.workload); }
    void operator()(const FinishEvent& finish) const { end(finish.workload); }

    void operator()(const NodeEvent& node) const {
        if (index_.nodesKnown)
            known(index_.nodeNames, node.node, pointer_ + "/node", "unknown-in-event.node");
    }

private:
    bool known(const Names& names, const std::string& name, const std::string& pointer,
               std::string_view code) const {
        if (find(names, name))
            return true;
        findings_.warning(pointer, code,
                          {{"name", Value::ofText(name)},
                           {"nearest", Value::ofText(index_.nearest(names, name))}});
        return false;
    }

    void checkAfter(Duration after, ScaleMode mode) const {
        checkBounds(Value::ofSeconds(after), 0, kMostTime, pointer_ + "/after", findings_);
        if (after != 0 && mode != ScaleMode::reclaim)
            findings_.warning(pointer_ + "/after", "after-without-reclaim");
    }

    void keepsNodes(const PolicyEvent& policy) const {
        const Quota& quota = index_.scenario.quotas[*find(index_.quotaNames, policy.quota)];
        if (policy.change.appliedTo(quota.policy).nodes != quota.policy.nodes)
            findings_.warning(pointer_ + "/nodes", "nodes-in-event",
                              {{"quota", Value::ofText(policy.quota)}});
    }

    void end(const std::string& name) const {
        if (!known(index_.workloadNames, name, pointer_ + "/workload", "unknown-in-event.workload"))
            return;
        const auto& workload = index_.scenario.workloads[*find(index_.workloadNames, name)];
        // Events of an instant come before its submissions.
        // A moment that is no moment is told for itself.
        if (!workload.running && at_ >= 0 && at_ <= workload.submit)
            findings_.warning(pointer_ + "/at", "event-before-submit",
                              {{"workload", Value::ofText(name)},
                               {"at", Value::ofSeconds(at_)},
                               {"submit", Value::ofSeconds(workload.submit)}});
    }

    const Index& index_;
    Instant at_;
    std::string pointer_;
    Findings& findings_;
};

}  // namespace

void checkEvents(const Index& index, Findings& findings) {
    const auto& events = index.scenario.events;
    const auto until = index.scenario.until;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto& event = events[i];
        const auto pointer = pointerTo("/events", i);
        const bool within =
            checkBounds(Value::ofSeconds(event.at), 0, kMostTime, pointer + "/at", findings);
        if (within && until && event.at > *until)
            findings.warning(
                pointer + "/at", "event-after-until",
                {{"at", Value::ofSeconds(event.at)}, {"until", Value::ofSeconds(*until)}});
        std::visit(EventCheck(index, event.at, pointer, findings), event.action);
    }
    if (until)
        checkBounds(Value::ofSeconds(*until), 0, kMostTime, "/until", findings);
}

}  // namespace apportion::validation
