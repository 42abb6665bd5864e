// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas, their policies and the events that change them.
#include "core/io/scenario/write_parts.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion::scenario {

using json::Writer;

namespace {

void write(Writer& out, PriorityRange range) {
    out.beginArray();
    out.whole(range.from);
    out.whole(range.to);
    out.endArray();
}

void write(Writer& out, ModuleSet modules) {
    out.beginArray();
    for (std::size_t i = 0; i < modules.size(); ++i)
        if (modules.test(i))
            out.text(word(static_cast<Module>(i)));
    out.endArray();
}

void write(Writer& out, const NodeSelector& selector) {
    out.beginObject();
    if (selector.gpuType) {
        out.key("gpuType");
        out.text(*selector.gpuType);
    }
    if (!selector.labels.empty()) {
        out.key("labels");
        out.beginObject();
        for (const auto& [key, value] : selector.labels) {
            out.key(key);
            out.text(value);
        }
        out.endObject();
    }
    out.endObject();
}

void write(Writer& out, const SelfPreemption& policy) {
    out.beginObject();
    out.key("high");
    write(out, policy.high);
    out.key("low");
    write(out, policy.low);
    out.key("modules");
    write(out, policy.modules);
    if (policy.scope != SelfPreemption{}.scope) {
        out.key("scope");
        out.text(word(policy.scope));
    }
    if (policy.mayTakeGuaranteed) {
        out.key("mayTakeGuaranteed");
        out.flag(true);
    }
    out.endObject();
}

void write(Writer& out, const ChildPreemption& policy) {
    out.beginObject();
    out.key("priorities");
    write(out, policy.priorities);
    out.key("modules");
    write(out, policy.modules);
    out.endObject();
}

// A key that is set: its value, or null.
template <typename T, typename Write>
void writeChange(Writer& out, std::string_view key, const std::optional<std::optional<T>>& change,
                 Write writeValue) {
    if (!change)
        return;
    out.key(key);
    if (*change)
        writeValue(**change);
    else
        out.null();
}

}  // namespace

void write(Writer& out, const Limit& limit) {
    out.beginObject();
    if (limit.gpu) {
        out.key("gpu");
        out.gpu(*limit.gpu);
    }
    if (limit.cpu) {
        out.key("cpu");
        out.number(cpuText(*limit.cpu));
    }
    if (limit.memory) {
        out.key("memory");
        out.number(memoryText(*limit.memory));
    }
    out.endObject();
}

void writePolicyKeys(Writer& out, const PolicyChange& change) {
    const auto asWord = [&](auto value) { out.text(word(value)); };
    const auto asObject = [&](const auto& value) { write(out, value); };
    writeChange(out, "team", change.team, [&](const std::string& team) { out.text(team); });
    writeChange(out, "nodes", change.nodes, asObject);
    writeChange(out, "limit", change.limit, asObject);
    writeChange(out, "weight", change.weight, [&](std::int64_t weight) { out.whole(weight); });
    writeChange(out, "rank", change.rank, [&](int rank) { out.whole(rank); });
    writeChange(out, "overQuota", change.overQuota, asWord);
    writeChange(out, "lend", change.lend, [&](Gpu lend) {
        out.beginObject();
        out.key("gpu");
        out.gpu(lend);
        out.endObject();
    });
    writeChange(out, "priorityPreemption", change.priorityPreemption,
                [&](bool on) { out.flag(on); });
    writeChange(out, "queueing", change.queueing, asWord);
    writeChange(out, "minRuntime", change.minRuntime,
                [&](Duration time) { out.number(decimalText(time, 3)); });
    writeChange(out, "selfPreemption", change.selfPreemption, asObject);
    writeChange(out, "childPreemption", change.childPreemption, asObject);
    writeChange(out, "budget", change.budget, [&](const Budget& budget) {
        out.beginObject();
        out.key("gpuHours");
        out.number(decimalText(budget.gpuHours, 2));
        out.key("period");
        asWord(budget.period);
        out.endObject();
    });
}

void write(Writer& out, const Quota& quota) {
    out.beginObject();
    out.key("name");
    out.text(quota.name);
    if (!quota.parent.empty()) {
        out.key("parent");
        out.text(quota.parent);
    }
    out.key("guaranteed");
    Limit guaranteed{quota.guaranteed.gpu, {}, {}};
    if (quota.guaranteed.cpu != 0)
        guaranteed.cpu = quota.guaranteed.cpu;
    if (quota.guaranteed.memory != 0)
        guaranteed.memory = quota.guaranteed.memory;
    write(out, guaranteed);
    writePolicyKeys(out, differencesOf(quota.policy));
    out.endObject();
}

}  // namespace apportion::scenario
