// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/edit.h"

#include <algorithm>

#include "core/model/validate.h"

namespace apportion {

namespace {

std::string subjectOf(const Event& event) {
    struct Name {
        std::string operator()(const ScaleEvent& scale) const {
            return scale.targets.size() == 1 ? scale.targets.front().first : std::string();
        }
        std::string operator()(const PolicyEvent& policy) const { return policy.quota; }
        std::string operator()(const CancelEvent& cancel) const { return cancel.workload; }
        std::string operator()(const FinishEvent& finish) const { return finish.workload; }
        std::string operator()(const NodeEvent& node) const { return node.node; }
    };
    return std::visit(Name{}, event.action);
}

std::string subjectOf(const std::vector<Event>& events) {
    return events.size() == 1 ? subjectOf(events.front()) : std::string();
}

Problems notFound(const std::string& name) {
    Problem problem;
    problem.pointer = "/quotas";
    problem.message = {"not-found", {{"name", Value::ofText(name)}}};
    return {problem};
}

// Each puts the edit into the scenario and answers with its inverse.
class Applier {
public:
    explicit Applier(Scenario& scenario) : scenario_(scenario) {}

    Result<Edit> operator()(const SetGuarantee& edit) const {
        Quota* quota = find(edit.quota);
        if (!quota)
            return tl::unexpected(notFound(edit.quota));
        return SetGuarantee{edit.quota, std::exchange(quota->guaranteed.gpu, edit.gpu)};
    }

    Result<Edit> operator()(const SetPolicy& edit) const {
        Quota* quota = find(edit.quota);
        if (!quota)
            return tl::unexpected(notFound(edit.quota));
        return SetPolicy{edit.quota, std::exchange(quota->policy, edit.policy)};
    }

    Result<Edit> operator()(const AddEvents& edit) const {
        scenario_.events.insert(scenario_.events.end(), edit.events.begin(), edit.events.end());
        return RemoveLastEvents{edit.events};
    }

    Result<Edit> operator()(const RemoveLastEvents& edit) const {
        scenario_.events.resize(scenario_.events.size() - edit.events.size());
        return AddEvents{edit.events};
    }

private:
    Quota* find(const std::string& name) const {
        const auto found = std::find_if(scenario_.quotas.begin(), scenario_.quotas.end(),
                                        [&](const Quota& quota) { return quota.name == name; });
        return found == scenario_.quotas.end() ? nullptr : &*found;
    }

    Scenario& scenario_;
};

}  // namespace

std::string subject(const Edit& edit) {
    struct Name {
        std::string operator()(const SetGuarantee& one) const { return one.quota; }
        std::string operator()(const SetPolicy& one) const { return one.quota; }
        std::string operator()(const AddEvents& one) const { return subjectOf(one.events); }
        std::string operator()(const RemoveLastEvents& one) const { return subjectOf(one.events); }
    };
    return std::visit(Name{}, edit);
}

Result<Edited> apply(const Edit& edit, const Scenario& scenario) {
    Edited edited{scenario, edit};
    auto inverse = std::visit(Applier(edited.scenario), edit);
    if (!inverse)
        return tl::unexpected(std::move(inverse.error()));
    edited.inverse = std::move(*inverse);
    Problems problems = validateQuotas(edited.scenario.quotas, expand(edited.scenario.nodes));
    std::erase_if(problems, [](const Problem& problem) { return problem.warning; });
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return edited;
}

}  // namespace apportion
