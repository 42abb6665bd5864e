// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/forms.h"

#include <nlohmann/json.hpp>

#include "core/change/refuse.h"
#include "core/io/scenario_parts.h"
#include "core/io/scenario_reader.h"

namespace apportion::rows {

namespace {

constexpr std::string_view kOneJson = "exactly one JSON value";

void withoutLines(Problems& problems) {
    for (Problem& problem : problems)
        problem.line = problem.column = 0;
}

// `key` is what the argument is the value of; empty = it is an object of such keys itself.
Read<PolicyChange> policyKeys(std::string_view argument, const std::string& text,
                              std::string_view key, std::string_view form) {
    const std::string json = text == "off" && !key.empty() ? "null" : text;
    if (!isOneJson(json))
        return wrongArgument(argument, text, form);
    auto given =
        parsePolicyChange(key.empty() ? json : R"({")" + std::string(key) + R"(":)" + json + "}");
    if (!given) {
        withoutLines(given.error());
        for (Problem& problem : given.error())
            problem.pointer = "/" + std::string(argument) +
                              problem.pointer.substr(key.empty() ? 0 : 1 + key.size());
    }
    return given;
}

// The keys of the change as a scenario has them.
template <typename Json>
Json policyJson(const PolicyChange& change) {
    Json keys = Json::parse(partText(Event{0, PolicyEvent{"q", change}}));
    for (const char* other : {"at", "do", "quota"})
        keys.erase(other);
    return keys;
}

template <auto key, typename T>
std::string levelText(const char* name, const std::optional<T>& policy) {
    if (!policy)
        return "off";
    PolicyChange change;
    change.*key = policy;
    return policyJson<nlohmann::ordered_json>(change).at(name).dump();
}

}  // namespace

std::optional<std::string> TextOrNone::read(std::string_view name, const std::string& text) {
    return text == kNone ? std::optional<std::string>("") : Text::read(name, text);
}

std::string TextOrNone::write(const std::string& value) {
    return value.empty() ? std::string(kNone) : value;
}

Read<QuotaSize> readSize(std::string_view name, const std::string& text) {
    if (auto size = sizeArgument(text))
        return *size;
    return wrongArgument(name, text, "QUOTA=GPUS, such as Quota1.1=56");
}

Read<QuotaSize> readPart(std::string_view name, const std::string& text) {
    if (auto size = sizeArgument(text))
        return *size;
    return wrongArgument(name, text, kEachOnce);
}

std::string sizeText(const QuotaSize& size) {
    return size.first + "=" + gpuText(size.second);
}

Read<Timetable::Step> readStep(std::string_view name, const std::string& text) {
    if (auto step = timetableStep(text))
        return *step;
    return wrongArgument(name, text,
                         "[DAYS@]HH:MM,QUOTA=GPUS,... or MOMENT,QUOTA=GPUS,..., such as "
                         "mon-fri@20:00,Quota1.1=48 or 2026-12-01T08:00:00Z,Quota1.1=48");
}

tl::unexpected<Problems> noBound(std::string_view name, const std::string& text,
                                 ArgumentKind kind) {
    return wrongArgument(name, text, std::string(formOf(kind)) + ", or none");
}

Read<PolicyChange> readPolicy(std::string_view name, const std::string& text) {
    return policyKeys(name, text, {}, R"(a JSON object, such as {"weight": 80})");
}

std::string policyText(const PolicyChange& change) {
    return policyJson<nlohmann::json>(change).dump();
}

Read<std::optional<SelfPreemption>> readSelf(std::string_view name, const std::string& text) {
    return policyKeys(name, text, "selfPreemption", kOneJson).map([](const PolicyChange& change) {
        return *change.selfPreemption;
    });
}

std::string selfText(const std::optional<SelfPreemption>& policy) {
    return levelText<&PolicyChange::selfPreemption>("selfPreemption", policy);
}

Read<std::optional<ChildPreemption>> readChild(std::string_view name, const std::string& text) {
    return policyKeys(name, text, "childPreemption", kOneJson).map([](const PolicyChange& change) {
        return *change.childPreemption;
    });
}

std::string childText(const std::optional<ChildPreemption>& policy) {
    return levelText<&PolicyChange::childPreemption>("childPreemption", policy);
}

Read<NodeGroup> readNodes(std::string_view name, const std::string& text) {
    auto group = parseNodeGroup(text);
    if (!group)
        for (Problem& problem : group.error())
            problem.pointer = "/" + std::string(name) + problem.pointer;
    return group;
}

std::string nodesText(const NodeGroup& group) {
    return partText(group);
}

Read<PlanEdit> readPlanEdit(std::string_view name, const std::string& text) {
    auto edit = parsePlanEdit(text);
    if (!edit)
        for (Problem& problem : edit.error())
            problem.pointer = "/" + std::string(name) + problem.pointer;
    return edit;
}

std::string planEditText(const PlanEdit& edit) {
    return partText(edit);
}

Read<Labels> readLabels(std::string_view name, const std::string& text) {
    if (isOneJson(text))
        if (auto group = parseNodeGroup(R"({"name":"n","gpu":1,"labels":)" + text + "}"))
            return std::move(group->node.labels);
    return wrongArgument(name, text, R"(an object of texts, such as {"rack": "2"})");
}

std::string labelsText(const Labels& labels) {
    return nlohmann::json(labels).dump();
}

// Caps have no shape of their own in the format: they are read as those of a workspace.
Read<std::vector<Cap>> readCaps(std::string_view name, const std::string& text) {
    auto read = parseWorkspace(R"({"name":"w","quotas":[],"caps":)" + text + "}");
    if (!read) {
        withoutLines(read.error());
        return tl::unexpected(std::move(read.error()));
    }
    if (!isOneJson(text))
        return wrongArgument(name, text, kOneJson);
    return std::move(read->caps);
}

std::string capsText(const std::vector<Cap>& caps) {
    using Json = nlohmann::json;
    const Json written = Json::parse(partText(Workspace{"w", {}, {}, caps}));
    return written.value("caps", Json::array()).dump();
}

// Read as those of a scenario.
Read<Settings> readSettings(std::string_view name, const std::string& text) {
    auto read = parseScenario(R"({"apportion":1,"nodes":[{"name":"n","gpu":1}],)"
                              R"("quotas":[{"name":"q","guaranteed":{"gpu":0}}],"settings":)" +
                              text + "}");
    if (!read) {
        withoutLines(read.error());
        return tl::unexpected(std::move(read.error()));
    }
    if (!isOneJson(text))
        return wrongArgument(name, text, kOneJson);
    return read->scenario.settings;
}

std::string settingsText(const Settings& settings) {
    using Json = nlohmann::json;
    const auto seconds = [](Duration duration) { return Json::parse(decimalText(duration, 3)); };
    const Json value{{"placement", word(settings.placement)},
                     {"consolidation", settings.consolidation},
                     {"moveLoss", settings.moveLoss ? seconds(*settings.moveLoss) : Json()},
                     {"gracePeriod", seconds(settings.gracePeriod)},
                     {"minRuntime", seconds(settings.minRuntime)},
                     {"balanceTimeout", seconds(settings.balanceTimeout)},
                     {"agingInterval", seconds(settings.agingInterval)}};
    return value.dump();
}

}  // namespace apportion::rows
