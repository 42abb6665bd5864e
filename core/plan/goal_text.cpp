// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/goal_text.h"

#include <array>
#include <optional>
#include <utility>

#include "core/change/units.h"
#include "core/model/findings.h"

namespace apportion {

namespace {

constexpr std::array kMetrics{
    std::pair{GoalMetric::p95Wait, std::string_view("p95-wait")},
    std::pair{GoalMetric::meanWait, std::string_view("mean-wait")},
    std::pair{GoalMetric::evictions, std::string_view("evictions")},
    std::pair{GoalMetric::neverStarted, std::string_view("never-started")},
    std::pair{GoalMetric::shareKept, std::string_view("share-kept")}};
constexpr std::array kBounds{std::string_view(" below "), std::string_view(" at-most "),
                             std::string_view(" at-least ")};

std::optional<std::int64_t> boundOf(GoalMetric metric, std::string_view text) {
    if (metric == GoalMetric::p95Wait || metric == GoalMetric::meanWait)
        return durationArgument(text);
    if (metric != GoalMetric::shareKept) {
        const auto count = wholeArgument(text);
        return count && *count >= 0 ? count : std::nullopt;
    }
    if (text.empty() || text.back() != '%')
        return {};
    const auto percent = amountArgument(text.substr(0, text.size() - 1), 10'000);
    return percent && *percent <= 1'000'000 ? percent : std::nullopt;
}

std::optional<Goal> read(std::string_view text) {
    Goal goal;
    const std::size_t of = text.find(" of ");
    if (of == std::string_view::npos)
        return {};
    bool known = false;
    for (const auto& [metric, word] : kMetrics)
        if (word == text.substr(0, of)) {
            goal.metric = metric;
            known = true;
        }
    std::size_t at = std::string_view::npos, behind = 0;
    for (const std::string_view bound : kBounds)
        if (const std::size_t found = text.rfind(bound); found != std::string_view::npos) {
            at = found;
            behind = found + bound.size();
            goal.below = bound == kBounds[0];
            known = known && (bound == kBounds[2]) == (goal.metric == GoalMetric::shareKept);
        }
    if (!known || at == std::string_view::npos || at < of + 4)
        return {};
    const std::string_view what = text.substr(of + 4, at - of - 4);
    if (what.empty())
        return {};
    goal.of = what == "all" ? Goal::Of::pool : what == "worst" ? Goal::Of::worst : Goal::Of::quota;
    if (goal.of == Goal::Of::quota)
        goal.quota = what;
    std::string_view bound = text.substr(behind);
    if (const std::size_t in = bound.rfind(" in "); in != std::string_view::npos) {
        const std::string_view share = bound.substr(in + 4);
        const auto slash = share.find("/10");
        const auto tenths = wholeArgument(share.substr(0, slash));
        if (slash == std::string_view::npos || slash + 3 != share.size() || !tenths ||
            *tenths < 1 || *tenths > 10)
            return {};
        goal.ofTen = static_cast<int>(*tenths);
        bound = bound.substr(0, in);
    }
    const auto value = boundOf(goal.metric, bound);
    if (!value)
        return {};
    goal.bound = *value;
    return goal;
}

}  // namespace

Result<Goal> parseGoal(std::string_view text) {
    if (auto goal = read(text))
        return std::move(*goal);
    Findings findings;
    findings.error("/goal", "advice-goal", {{"value", Value::ofText(std::string(text))}});
    return tl::unexpected(findings.take());
}

std::string_view goalMetricWord(GoalMetric metric) {
    for (const auto& [each, word] : kMetrics)
        if (each == metric)
            return word;
    return {};
}

}  // namespace apportion
