// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/edit_words.h"

#include <cmath>

#include "core/io/scenario_parts.h"
#include "core/model/number_text.h"
#include "core/model/told.h"
#include "core/model/words.h"

namespace apportion {

namespace {

std::string gpus(Gpu gpu) {
    return formatValue(Value::ofGpu(gpu));
}

struct DescribeEvent {
    std::string operator()(const ScaleEvent& scale) const {
        std::string text;
        for (const auto& [quota, target] : scale.targets)
            text += (text.empty() ? " " : ", ") + quota +
                    (target.gpu ? " to " + gpus(*target.gpu) : "");
        if (scale.mode != ScaleMode::refuse)
            text += " (" + std::string(word(scale.mode)) + ")";
        return text;
    }
    std::string operator()(const PolicyEvent& policy) const { return " of " + policy.quota; }
    std::string operator()(const CancelEvent& cancel) const { return " " + cancel.workload; }
    std::string operator()(const FinishEvent& finish) const { return " " + finish.workload; }
    std::string operator()(const NodeEvent& node) const {
        if (node.move != NodeMove::stays)
            return " " + node.node +
                   (node.move == NodeMove::joins ? " joins the pool" : " leaves the pool");
        return " " + node.node + " is " + std::string(word(node.state));
    }
};

struct DescribeEdit {
    std::string operator()(const EventAction& action) const {
        const auto* policy = std::get_if<PolicyEvent>(&action);
        Event event;
        event.action = action;
        const std::string words = eventWords(event);
        return policy ? words + ": " + policyWords(policy->change) : words;
    }
    std::string operator()(const AddNodes& add) const {
        const int count = add.group.count;
        const std::string type =
            add.group.node.gpuType.empty() ? std::string() : " of type " + add.group.node.gpuType;
        return "add " + std::to_string(count) + (count == 1 ? " node with " : " nodes with ") +
               gpus(add.group.node.gpu) + (count == 1 ? "" : " each") + type;
    }
    std::string operator()(const RemoveNodes& remove) const {
        std::string text = "remove";
        const char* before = " ";
        for (const std::string& node : remove.nodes) {
            text.append(before).append(node);
            before = ", ";
        }
        return text;
    }
    std::string operator()(const AddQuota& add) const {
        return "add quota " + add.quota.name + " with " + gpus(add.quota.guaranteed.gpu);
    }
    std::string operator()(const Forecast& forecast) const {
        // Thousandths.
        const std::string percent = decimalText(std::abs(forecast.scale - kForecastWhole), 1) + "%";
        std::string text = forecast.scale > kForecastWhole   ? percent + " more workloads of "
                           : forecast.scale < kForecastWhole ? percent + " fewer workloads of "
                                                             : "workloads of ";
        text += forecast.quota;
        if (forecast.shift != 0)
            text += " " + durationWords(std::abs(forecast.shift)) +
                    (forecast.shift > 0 ? " later" : " earlier");
        return text;
    }
    std::string operator()(const ChangeCaps& change) const {
        std::string text = change.caps.empty() ? "no user caps" : "user caps";
        text += " of workspace " + change.workspace;
        const char* before = ": ";
        for (const Cap& cap : change.caps) {
            text.append(before).append(gpus(cap.gpu));
            if (cap.user)
                text += " of " + *cap.user;
            before = ", ";
        }
        return text;
    }
};

}  // namespace

std::string eventWords(const Event& event) {
    return eventName(event.action) + std::visit(DescribeEvent{}, event.action);
}

std::string policyWords(const PolicyChange& change) {
    Event policy;
    policy.action = PolicyEvent();
    std::get<PolicyEvent>(policy.action).quota = "q";
    std::get<PolicyEvent>(policy.action).change = change;
    const std::string event = partText(policy);
    constexpr std::string_view kQuota = "\"q\",";
    std::string text;
    for (const char each : event.substr(event.find(kQuota) + kQuota.size()))
        if (each == ':')
            text += ' ';
        else if (each != '"')
            text += each;
    text.pop_back();  // the brace of the whole
    return text.substr(text.find_first_not_of(' '));
}

std::string editWords(const PlanEdit& edit) {
    return std::visit(DescribeEdit{}, edit.action);
}

}  // namespace apportion
