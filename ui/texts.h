// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, names and messages of the core in the user's language.
#pragma once

#include <string>

#include <QString>

#include "core/model/message.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"
#include "core/model/quota.h"

namespace apportion::ui {

class TimeText;

inline QString qt(const std::string& text) {
    return QString::fromStdString(text);
}

QString gpuNumber(Gpu gpu);                   // "8", "0.25", in the user's locale
QString gpusText(Gpu gpu);                    // "8 GPUs"
QString readingText(std::int64_t workloads);  // "1,000,000 workloads are being read"
QString hoursNumber(GpuTime time);            // GPU hours, "4.0", "< 0.01"
QString gpuHours(GpuTime time);               // "4.0 GPU hours"
QString percent(Gpu part, Gpu whole);
QString namesText(const std::vector<std::string>& names);     // "a, b and c"
QString nodesText(const std::vector<Placement>& placements);  // each node once

QString moduleText(Module module);
QString modulesText(const ModuleSet& modules);
QString stateName(WorkloadState state);
QString evictionRuleName(EvictionRule rule);     // two words, for a badge
QString drainedWord();                           // the same, of a node that was emptied
QString evictionName(const Eviction& eviction);  // by rule; a node was drained or went down
QString ruleName(Rule rule);                     // what the rule is about
QString ruleText(Rule rule);                     // "Rule 16 · child-level preemption"
QString queueingText(Queueing queueing);

// The template of the message's code, translated, with its arguments filled in.
QString messageText(const Message& message);
// The same with its moments (message_moments.h) as the clock of the pool shows them.
QString messageText(const Message& message, const TimeText& time);

// What figures are of where somebody may not see the whole pool.
QString workInPart();
QString quotasInPart();
QString remedyText(const Message& message);
QString valueText(const Value& value);
// A template of ours with {named} places.
QString filled(const QString& text, const std::vector<Argument>& arguments);

}  // namespace apportion::ui
