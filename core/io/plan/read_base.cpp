// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan starts from, and its futures.
#include <algorithm>

#include "core/io/plan/read_edits.h"
#include "core/model/date_text.h"
#include "core/model/validation/checks.h"

namespace apportion::plan {

using json::Field;
using json::Object;

namespace {

void readTrace(const Object& object, TraceBase& base) {
    json::readText(object["trace"], base.file);
    json::readText(object.required("format"), base.format);
    json::readText(object.given("pool"), base.pool);
    json::readText(object.given("quotas"), base.quotas);
    json::readText(object.given("guarantee"), base.guarantee);
    json::readText(object.given("overQuota"), base.overQuota);
    json::readText(object.given("queueing"), base.queueing);
    json::readText(object.given("consolidation"), base.consolidation);
    json::readText(object.given("nodesFile"), base.nodesFile);
    for (const TraceTextOption& option : kTraceTextOptions)
        json::readText(object.given(option.key), base.*option.text);
    json::readFlag(object["skipBadRows"], base.skipBadRows);
    const Field first = object.given("first");
    if (json::readWhole(first, base.first))
        validation::checkBounds(Value::ofCount(base.first), 1, kMostFirst, first.path.pointer(),
                                *first.findings);
}

void readProject(const Object& object, ProjectBase& base) {
    json::readText(object["project"], base.file);
    const auto moment = [](const Field& field, std::int64_t& at) {
        std::string text;
        if (!field || !json::readText(field, text))
            return;
        if (const auto known = epochValue(text); known && *known > 0)
            at = *known;
        else
            field.error("plan-past", {{"value", Value::ofText(text)}});
    };
    moment(object["from"], base.from);
    moment(object["to"], base.to);
    if (base.from >= base.to && (object["from"] || object["to"]))
        (object["to"] ? object["to"] : object["from"]).error("plan-past.order");
}

// As an answer about the plan writes it; `hash` gets the digits.
void readHash(const Field& field, std::string& hash) {
    constexpr std::string_view kKind = "sha256:";
    constexpr std::size_t kDigits = 64;
    std::string text;
    if (!json::readText(field, text))
        return;
    const std::string_view digits =
        std::string_view(text).substr(std::min(text.size(), kKind.size()));
    if (text.starts_with(kKind) && digits.size() == kDigits &&
        digits.find_first_not_of("0123456789abcdef") == std::string_view::npos)
        hash = digits;
    else
        field.error("plan-base-hash", {{"value", Value::ofText(text)}});
}

}  // namespace

void readBase(const Field& field, Plan& plan) {
    constexpr std::array<std::string_view, 27> kKeys{
        "scenario",    "project",       "trace",       "hash",   "from",      "to",
        "format",      "pool",          "quotas",      "first",  "guarantee", "overQuota",
        "queueing",    "columns",       "team",        "module", "priority",  "nodesFile",
        "skipBadRows", "consolidation", "preemptible", "idle",   "map",       "separator",
        "gpus",        "limit",         "nodeColumns"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    std::size_t kinds = 0;
    for (const std::string_view kind : {"scenario", "project", "trace"})
        kinds += object[kind] ? 1 : 0;
    if (kinds != 1)
        return field.error("plan-base-kind");
    readHash(object.given("hash"), plan.baseHash);
    for (const char* key : {"from", "to"})
        if (const Field foreign = object[key]; foreign && !object["project"])
            foreign.error("plan-only-for-projects", {{"key", Value::ofText(key)}});
    if (object["trace"])
        return readTrace(object, plan.base.emplace<TraceBase>());
    for (std::size_t i = 6; i < kKeys.size(); ++i)
        if (const Field foreign = object[kKeys[i]])
            foreign.error("plan-only-for-traces", {{"key", Value::ofText(std::string{kKeys[i]})}});
    if (object["project"])
        return readProject(object, plan.base.emplace<ProjectBase>());
    json::readText(object["scenario"], plan.base.emplace<ScenarioBase>().file);
}

void readFutures(const Field& field, Futures& futures) {
    constexpr std::array<std::string_view, 3> kKeys{"count", "seed", "teamsApart"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    if (json::readWhole(object["count"], futures.count))
        validation::checkBounds(Value::ofCount(futures.count), 0, kMostFutures,
                                object["count"].path.pointer(), *field.findings);
    json::readFlag(object["teamsApart"], futures.teamsApart);
    if (json::readWhole(object["seed"], futures.seed))
        validation::checkBounds(Value::ofCount(futures.seed), 0, kMostSeed,
                                object["seed"].path.pointer(), *field.findings);
}

}  // namespace apportion::plan
