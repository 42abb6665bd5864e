// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/redaction.h"

#include <algorithm>
#include <array>

#include "core/model/words.h"

namespace apportion {

namespace {

// The arguments of messages that hold names of workloads; see the comments in model/messages.
constexpr std::array<std::string_view, 9> kNames{"workload", "workloads", "head",
                                                 "holders",  "victims",   "victim",
                                                 "taker",    "nearest",   "awaiting"};

bool endsOthersWork(const Unblock& edit, const Alias& alias) {
    const Event* event = std::get_if<Event>(&edit.change);
    if (event == nullptr)
        return false;
    const auto* cancel = std::get_if<CancelEvent>(&event->action);
    const auto* finish = std::get_if<FinishEvent>(&event->action);
    return (cancel != nullptr && alias(cancel->workload)) ||
           (finish != nullptr && alias(finish->workload));
}

}  // namespace

std::string aliasOf(Module module, std::string_view quota) {
    return std::string(word(module)) + " work in " + std::string(quota);
}

void redact(std::string& name, const Alias& alias) {
    if (auto other = alias(name))
        name = std::move(*other);
}

void redact(Message& message, const Alias& alias) {
    for (Argument& argument : message.arguments) {
        if (std::find(kNames.begin(), kNames.end(), argument.name) == kNames.end())
            continue;
        if (argument.value.kind == Value::Kind::text)
            redact(argument.value.text, alias);
        for (std::string& name : argument.value.list)
            redact(name, alias);
    }
}

void redact(Eviction& eviction, const Alias& alias) {
    redact(eviction.victim, alias);
    redact(eviction.preemptor, alias);
    for (std::string& name : eviction.runnerUp)
        redact(name, alias);
    redact(eviction.why, alias);
}

void redact(RunsOn& runsOn, const Alias& alias) {
    for (RunsOn::Fewer& each : runsOn.fewer)
        redact(each.workload, alias);
    for (std::string& name : runsOn.moved)
        redact(name, alias);
}

void redact(Explanation& explanation, const Alias& alias) {
    if (explanation.reason)
        redact(explanation.reason->message, alias);
    for (Message& told : explanation.toldToStop)
        redact(told, alias);
    for (Holder& holder : explanation.holders) {
        redact(holder.workload, alias);
        redact(holder.why, alias);
    }
    for (auto* edits : {&explanation.unblock, &explanation.further}) {
        std::erase_if(*edits, [&](const Unblock& edit) { return endsOthersWork(edit, alias); });
        for (Unblock& edit : *edits) {
            for (std::string& name : edit.evicts)
                redact(name, alias);
            redact(edit.runsOn, alias);
            redact(edit.message, alias);
        }
    }
    if (explanation.starts)
        redact(*explanation.starts, alias);
    for (Eviction& eviction : explanation.evictions)
        redact(eviction, alias);
}

}  // namespace apportion
