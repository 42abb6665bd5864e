// SPDX-License-Identifier: GPL-3.0-or-later
// Advice that was taken: what was changed, and what was said of it.
#include "core/io/plan/read_edits.h"
#include "core/model/bounds.h"
#include "core/model/date_text.h"
#include "core/model/goal.h"
#include "core/model/validation/checks.h"

namespace apportion::plan {

using json::Field;
using json::Object;

namespace {

// As goalNumber() writes it.
bool readNumber(const Field& field, GoalMetric metric, std::int64_t& value) {
    constexpr std::int64_t kMillion = 1'000'000;
    constexpr int kPlaces = 6;
    switch (metric) {
        case GoalMetric::p95Wait:
        case GoalMetric::meanWait:
            return json::readSeconds(field, value);
        case GoalMetric::evictions:
        case GoalMetric::neverStarted:
            return json::readWhole(field, value);
        case GoalMetric::shareKept:
            break;
    }
    return json::readDecimal(field, kMillion, kPlaces, value);
}

void readPrediction(const Field& field, Prediction& prediction) {
    constexpr std::array<std::string_view, 9> kKeys{
        "metric", "of", "below", "atMost", "atLeast", "inTenths", "before", "p10", "p90"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    Goal& goal = prediction.goal;
    if (const auto metric = json::readWord(object.required("metric"), Words<GoalMetric>::all))
        goal.metric = static_cast<GoalMetric>(*metric);
    std::string of;
    json::readText(object.required("of"), of);
    goal.of = of == "all" ? Goal::Of::pool : of == "worst" ? Goal::Of::worst : Goal::Of::quota;
    if (goal.of == Goal::Of::quota)
        goal.quota = std::move(of);
    goal.below = static_cast<bool>(object["below"]);
    const char* const bound = goal.metric == GoalMetric::shareKept ? "atLeast"
                              : goal.below                         ? "below"
                                                                   : "atMost";
    readNumber(object.required(bound), goal.metric, goal.bound);
    constexpr int kTen = 10;
    if (json::readWhole(object.required("inTenths"), goal.ofTen))
        validation::checkBounds(Value::ofCount(goal.ofTen), 1, kTen,
                                object["inTenths"].path.pointer(), *field.findings);
    readNumber(object.required("before"), goal.metric, prediction.before);
    readNumber(object.required("p10"), goal.metric, prediction.low);
    readNumber(object.required("p90"), goal.metric, prediction.high);
}

}  // namespace

void readAdvice(const Field& field, TakenAdvice& advice) {
    constexpr std::array<std::string_view, 5> kKeys{"name", "taken", "period", "edits", "goals"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    const Field name = object.required("name");
    if (json::readText(name, advice.name))
        validation::checkName(advice.name, name.path.pointer(), *name.findings, true);
    std::string taken;
    const Field moment = object.required("taken");
    if (json::readText(moment, taken)) {
        if (const auto known = epochValue(taken); known && *known > 0)
            advice.taken = *known;
        else
            moment.error("plan-past", {{"value", Value::ofText(taken)}});
    }
    const Field period = object.required("period");
    if (json::readSeconds(period, advice.period))
        validation::checkBounds(Value::ofSeconds(advice.period), 0, kMostTime,
                                period.path.pointer(), *period.findings);
    json::readArray(object.required("edits"),
                    [&](const Field& edit) { readEdit(edit, advice.edits.emplace_back()); });
    json::readArray(object.required("goals"),
                    [&](const Field& goal) { readPrediction(goal, advice.goals.emplace_back()); });
}

}  // namespace apportion::plan
