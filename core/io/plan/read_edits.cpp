// SPDX-License-Identifier: GPL-3.0-or-later
// Change sets and their edits: the events of a scenario, and what a scenario has no event for.
#include "core/io/plan/read_edits.h"

#include <algorithm>

#include "core/io/scenario/parts.h"
#include "core/model/bounds.h"
#include "core/model/nearest.h"
#include "core/model/validation/checks.h"

namespace apportion::plan {

using json::Field;
using json::Object;

namespace {

// The events of a scenario come first.
constexpr std::array<std::string_view, 10> kVerbs{
    "scale",     "policy",       "cancel",    "finish",   "node",
    "add-nodes", "remove-nodes", "add-quota", "forecast", "caps"};
constexpr std::size_t kEventVerbs = 5;

void readAddNodes(const Field& field, AddNodes& add) {
    constexpr std::array<std::string_view, 3> kKeys{"at", "do", "node"};
    const Object object(field, kKeys);
    if (const Field node = object.required("node"))
        scenario::readNodeGroup(node, add.group);
}

void readRemoveNodes(const Field& field, RemoveNodes& remove) {
    constexpr std::array<std::string_view, 3> kKeys{"at", "do", "nodes"};
    const Object object(field, kKeys);
    const Field nodes = object.required("nodes");
    const bool read = json::readArray(
        nodes, [&](const Field& node) { json::readText(node, remove.nodes.emplace_back()); });
    if (read && remove.nodes.empty())
        nodes.error("plan-no-nodes");
}

void readAddQuota(const Field& field, AddQuota& add) {
    constexpr std::array<std::string_view, 4> kKeys{"at", "do", "quota", "workloads"};
    const Object object(field, kKeys);
    if (const Field quota = object.required("quota"))
        scenario::readQuota(quota, add.quota);
    json::readArray(object["workloads"], [&](const Field& workload) {
        scenario::readWorkload(workload, add.workloads.emplace_back());
    });
}

void readForecast(const Field& field, Forecast& forecast) {
    constexpr std::array<std::string_view, 4> kKeys{"do", "quota", "scale", "shift"};
    const std::size_t errors = field.findings->errorCount();
    const Object object(field, kKeys);
    json::readText(object.required("quota"), forecast.quota);
    const Field scale = object["scale"];
    if (json::readDecimal(scale, kForecastWhole, 3, forecast.scale) &&
        (forecast.scale < 0 || forecast.scale > kMostForecast))
        scale.error("plan-scale", {{"value", Value::ofText(std::string{scale.value.text()})}});
    const Field shift = object["shift"];
    if (json::readSeconds(shift, forecast.shift))
        validation::checkBounds(Value::ofSeconds(forecast.shift), -kMostTime, kMostTime,
                                shift.path.pointer(), *shift.findings);
    // A key that is mistyped is told for itself.
    if (!scale && !shift && field.findings->errorCount() == errors)
        field.error("plan-forecast-nothing", {{"quota", Value::ofText(forecast.quota)}});
}

void readCaps(const Field& field, ChangeCaps& change) {
    constexpr std::array<std::string_view, 3> kKeys{"do", "workspace", "caps"};
    const Object object(field, kKeys);
    json::readText(object.required("workspace"), change.workspace);
    json::readArray(object.required("caps"), [&](const Field& each) {
        scenario::readCap(each, change.caps.emplace_back());
    });
}

// An edit without a known verb: a forecast alone has no moment, so none is asked for of what may be
// meant as one.
bool mayBeForecast(const Field& field) {
    for (const auto member : field.value)
        if (member.key() == "scale" || member.key() == "shift" ||
            (member.key() == "do" && member.type() == json::Type::string &&
             nearestWord(member.text(), {kVerbs.begin(), kVerbs.end()}) == "forecast"))
            return true;
    return false;
}

// What refers to something else by its name.
constexpr std::array<std::string_view, 4> kReferences{"parent", "quota", "workspace", "user"};

// The texts below the keys of an edit: a name that it was about to add is one of them, wherever the
// edit is wrong.
void collectNames(const json::Value& value, std::vector<std::string>& names) {
    const bool isObject = value.type() == json::Type::object;
    if (!isObject && value.type() != json::Type::array)
        return;
    for (const auto member : value)
        if (member.type() != json::Type::string)
            collectNames(member, names);
        else if (isObject && std::find(kReferences.begin(), kReferences.end(), member.key()) ==
                                 kReferences.end())
            names.emplace_back(member.text());
}

void collectNamesOf(const Field& edit, std::vector<std::string>& names) {
    if (edit.value.type() != json::Type::object)
        return;
    for (const auto member : edit.value)
        collectNames(member, names);
}

}  // namespace

void readEdit(const Field& field, PlanEdit& edit) {
    if (!field.is(json::Type::object))
        return;
    const auto verb = json::readWord(json::memberOf(field, "do"), kVerbs);
    if (!verb) {
        if (!mayBeForecast(field))
            json::readSeconds(json::memberOf(field, "at"), edit.at);
        return;
    }
    if (*verb < kEventVerbs) {
        Event event;
        scenario::readEvent(field, event);
        edit = {event.at, std::move(event.action)};
        return;
    }
    if (kVerbs[*verb] == "forecast")
        return readForecast(field, edit.action.emplace<Forecast>());
    if (kVerbs[*verb] == "caps")
        return readCaps(field, edit.action.emplace<ChangeCaps>());
    json::readSeconds(json::memberOf(field, "at"), edit.at);
    if (kVerbs[*verb] == "add-nodes")
        readAddNodes(field, edit.action.emplace<AddNodes>());
    else if (kVerbs[*verb] == "remove-nodes")
        readRemoveNodes(field, edit.action.emplace<RemoveNodes>());
    else
        readAddQuota(field, edit.action.emplace<AddQuota>());
}

void readSet(const Field& field, ChangeSet& set, std::vector<std::string>& mayAdd) {
    constexpr std::array<std::string_view, 2> kKeys{"name", "edits"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    const Field name = object.required("name");
    if (json::readText(name, set.name))
        validation::checkName(set.name, name.path.pointer(), *name.findings, true);
    json::readArray(object.required("edits"), [&](const Field& edit) {
        const std::size_t errors = edit.findings->errorCount();
        readEdit(edit, set.edits.emplace_back());
        if (edit.findings->errorCount() > errors)
            collectNamesOf(edit, mayAdd);
    });
}

}  // namespace apportion::plan
