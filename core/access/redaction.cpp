// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/redaction.h"

#include <algorithm>
#include <array>

#include "core/model/words.h"

namespace apportion {

namespace {

// The arguments of messages that hold names of workloads; see the comments in model/messages.
constexpr std::array<std::string_view, 11> kNames{"workload", "workloads", "head",    "holders",
                                                  "victims",  "victim",    "taker",   "nearest",
                                                  "awaiting", "unmoved",   "runnerUp"};

// Ends work of others, or changes how large their quotas are.
bool isAboutOthers(const Unblock& edit, const Alias& alias) {
    const Event* event = std::get_if<Event>(&edit.change);
    if (event == nullptr)
        return false;
    const auto* cancel = std::get_if<CancelEvent>(&event->action);
    const auto* finish = std::get_if<FinishEvent>(&event->action);
    const auto* scale = std::get_if<ScaleEvent>(&event->action);
    return (cancel != nullptr && alias(cancel->workload)) ||
           (finish != nullptr && alias(finish->workload)) ||
           (scale != nullptr &&
            std::any_of(scale->targets.begin(), scale->targets.end(), [&](const auto& target) {
                return alias.ofQuota(target.first).has_value();
            }));
}

void redactQuotas(Unblock& edit, const Alias& alias) {
    if (Event* event = std::get_if<Event>(&edit.change))
        if (auto* policy = std::get_if<PolicyEvent>(&event->action))
            redactQuota(policy->quota, alias);
    if (edit.ends)
        redactQuota(edit.ends->quota, alias);
}

}  // namespace

std::string aliasOf(const Workload& work, const Alias::Name& quota) {
    std::string alias(word(work.module));
    return quota(work.quota) ? alias + ' ' + kOthersWork : alias + " work in " + work.quota;
}

void redact(std::string& name, const Alias& alias) {
    if (auto other = alias(name))
        name = std::move(*other);
}

void redactQuota(std::string& name, const Alias& alias) {
    const bool isAlias = name == kParentQuota || name == kOtherQuota;
    if (auto other = alias.ofQuota(name); other && !isAlias)
        name = std::move(*other);
}

// Quotas stand in arguments of many names.
void redact(Message& message, const Alias& alias) {
    for (Argument& argument : message.arguments) {
        const bool ofWork = std::find(kNames.begin(), kNames.end(), argument.name) != kNames.end();
        const auto hide = [&](std::string& name) {
            if (auto other = ofWork ? alias(name) : alias.ofQuota(name);
                other && *other != kFormerQuota)
                name = std::move(*other);
        };
        if (argument.value.kind == Value::Kind::text)
            hide(argument.value.text);
        std::for_each(argument.value.list.begin(), argument.value.list.end(), hide);
    }
}

// Its quotas are as they were called then: of a name that no quota has any more nothing is known.
void redact(Eviction& eviction, const Alias& alias) {
    redact(eviction.victim, alias);
    redact(eviction.preemptor, alias);
    for (std::string& name : eviction.runnerUp)
        redact(name, alias);
    redactQuota(eviction.quota, alias);
    for (Argument& argument : eviction.why.arguments)
        if (argument.name == "quota" || argument.name == "from")
            redactQuota(argument.value.text, alias);
        else if (argument.name == "keepers")
            for (std::string& name : argument.value.list)
                redactQuota(name, alias);
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
        redactQuota(holder.quota, alias);
        redact(holder.why, alias);
    }
    for (auto* edits : {&explanation.unblock, &explanation.further}) {
        std::erase_if(*edits, [&](const Unblock& edit) { return isAboutOthers(edit, alias); });
        for (Unblock& edit : *edits) {
            for (std::string& name : edit.evicts)
                redact(name, alias);
            redact(edit.runsOn, alias);
            redactQuotas(edit, alias);
            redact(edit.message, alias);
        }
    }
    if (explanation.starts)
        redact(*explanation.starts, alias);
    for (Eviction& eviction : explanation.evictions)
        redact(eviction, alias);
}

}  // namespace apportion
