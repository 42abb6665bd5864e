// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/plan_texts.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include "core/session/commands/advise.h"
#include "ui/priorities_text.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("apportion::ui::PlanTexts", text);
}
#define PLAN_TEXT(text) words(QT_TRANSLATE_NOOP("apportion::ui::PlanTexts", text))

QString listed(const QStringList& parts) {
    return parts.join(PLAN_TEXT(", "));
}

QString scaleText(const ScaleEvent& scale) {
    QStringList parts;
    for (const auto& [quota, to] : scale.targets)
        if (to.gpu)
            parts.append(PLAN_TEXT("%1 to %2").arg(qt(quota), gpuNumber(*to.gpu)));
    const QString text = PLAN_TEXT("Scale %1").arg(listed(parts));
    return scale.mode == ScaleMode::drain ? PLAN_TEXT("%1, wait for running workloads").arg(text)
           : scale.mode == ScaleMode::reclaim ? PLAN_TEXT("%1, evict running workloads").arg(text)
                                              : text;
}

QString stateText(const NodeEvent& node) {
    const QString name = qt(node.node);
    switch (node.state) {
        case NodeState::ready:
            return PLAN_TEXT("Node %1 is ready").arg(name);
        case NodeState::cordoned:
            return PLAN_TEXT("Cordon node %1").arg(name);
        case NodeState::draining:
            return PLAN_TEXT("Drain node %1").arg(name);
        case NodeState::down:
            break;
    }
    return PLAN_TEXT("Node %1 goes down").arg(name);
}

QString forecastText(const Forecast& forecast) {
    const QString quota = qt(forecast.quota);
    const QString percent = QLocale().toString(
        std::abs(static_cast<double>(forecast.scale - kForecastWhole)) / 10, 'g', 4);
    QStringList parts;
    if (forecast.scale > kForecastWhole)
        parts.append(PLAN_TEXT("%1% more workloads of %2").arg(percent, quota));
    else if (forecast.scale < kForecastWhole)
        parts.append(PLAN_TEXT("%1% fewer workloads of %2").arg(percent, quota));
    else
        parts.append(PLAN_TEXT("Workloads of %1").arg(quota));
    if (forecast.shift > 0)
        parts.append(PLAN_TEXT("%1 later").arg(TimeText::duration(forecast.shift)));
    else if (forecast.shift < 0)
        parts.append(PLAN_TEXT("%1 earlier").arg(TimeText::duration(-forecast.shift)));
    return listed(parts);
}

QString nodesText(const NodeGroup& group) {
    const QString each = gpusText(group.node.gpu);
    const QString type = qt(group.node.gpuType);
    const QString text = PLAN_TEXT("Add %1 × %2").arg(QLocale().toString(group.count), each);
    return type.isEmpty() ? text : PLAN_TEXT("%1, %2").arg(text, type);
}

// What the forms of the planner and its advisor set in words; the rest by its keys.
QString policyText(const PolicyChange& change) {
    QStringList parts;
    PolicyChange rest = change;
    // Nothing = the default.
    const auto add = [&](auto& member, const QString& pattern, auto&& text) {
        if (!member)
            return;
        parts.append(pattern.arg(*member ? text(**member) : PLAN_TEXT("default")));
        member.reset();
    };
    add(rest.weight, PLAN_TEXT("weight %1"),
        [](std::int64_t weight) { return QLocale().toString(static_cast<qlonglong>(weight)); });
    if (!rest.limit || !*rest.limit ||
        ((*rest.limit)->gpu && !(*rest.limit)->cpu && !(*rest.limit)->memory))
        add(rest.limit, PLAN_TEXT("limit %1"),
            [](const Limit& limit) { return gpusText(*limit.gpu); });
    add(rest.lend, PLAN_TEXT("lends at most %1"), [](Gpu gpu) { return gpusText(gpu); });
    add(rest.minRuntime, PLAN_TEXT("minimum runtime %1"),
        [](Duration least) { return TimeText::duration(least); });
    add(rest.queueing, PLAN_TEXT("scheduling policy %1"),
        [](Queueing queueing) { return queueingText(queueing); });
    add(rest.overQuota, PLAN_TEXT("borrowing %1"), [](OverQuota borrows) {
        return borrows == OverQuota::on         ? PLAN_TEXT("on")
               : borrows == OverQuota::idleOnly ? PLAN_TEXT("background only")
                                                : PLAN_TEXT("off");
    });
    add(rest.priorityPreemption, PLAN_TEXT("priority preemption %1"),
        [](bool on) { return on ? PLAN_TEXT("on") : PLAN_TEXT("off"); });
    add(rest.childPreemption, PLAN_TEXT("child-level preemption: %1"),
        [](const ChildPreemption& child) {
            return PLAN_TEXT("evicts priority %1, %2")
                .arg(prioritiesText(child.priorities), modulesText(child.modules));
        });
    if (rest != PolicyChange())
        parts.append(qt(policyWords(rest)));
    return listed(parts);
}

QString eventText(const EventAction& action) {
    if (const auto* scale = std::get_if<ScaleEvent>(&action))
        return scaleText(*scale);
    if (const auto* policy = std::get_if<PolicyEvent>(&action))
        return PLAN_TEXT("%1: %2").arg(qt(policy->quota), policyText(policy->change));
    if (const auto* node = std::get_if<NodeEvent>(&action))
        return stateText(*node);
    if (const auto* cancel = std::get_if<CancelEvent>(&action))
        return PLAN_TEXT("Cancel %1").arg(qt(cancel->workload));
    return PLAN_TEXT("%1 finishes").arg(qt(std::get<FinishEvent>(action).workload));
}

// What a wait is counted in, so that both ends of a band have the same unit.
Duration unitOf(Duration most) {
    constexpr Duration kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
    return most < 2 * kMinute ? kSecond
           : most < 2 * kHour ? kMinute
           : most < 2 * kDay  ? kHour
                              : kDay;
}

QString waitNumber(Duration wait, Duration unit) {
    constexpr Duration kHour = 3600 * kSecond;
    return QLocale().toString(static_cast<double>(wait) / static_cast<double>(unit), 'f',
                              unit < kHour ? 0 : 1);
}

QString withUnit(const QString& number, Duration unit) {
    constexpr Duration kMinute = 60 * kSecond, kHour = 60 * kMinute;
    return (unit == kSecond   ? PLAN_TEXT("%1 s")
            : unit == kMinute ? PLAN_TEXT("%1 min")
            : unit == kHour   ? PLAN_TEXT("%1 h")
                              : PLAN_TEXT("%1 d"))
        .arg(number);
}

bool isWait(PlanMetric metric) {
    return metric == PlanMetric::p95Wait || metric == PlanMetric::meanWait ||
           metric == PlanMetric::p95Started;
}

QString capsText(const ChangeCaps& change) {
    if (change.caps.empty())
        return PLAN_TEXT("No user caps in %1").arg(qt(change.workspace));
    QStringList parts;
    for (const Cap& cap : change.caps)
        parts.append(cap.user ? PLAN_TEXT("%1 for %2").arg(gpusText(cap.gpu), qt(*cap.user))
                              : gpusText(cap.gpu));
    return PLAN_TEXT("User caps in %1: %2").arg(qt(change.workspace), listed(parts));
}

QString actionText(const PlanAction& action) {
    if (const auto* event = std::get_if<EventAction>(&action))
        return eventText(*event);
    if (const auto* add = std::get_if<AddNodes>(&action))
        return nodesText(add->group);
    if (const auto* remove = std::get_if<RemoveNodes>(&action))
        return PLAN_TEXT("Remove %1").arg(namesText(remove->nodes));
    if (const auto* quota = std::get_if<AddQuota>(&action))
        return PLAN_TEXT("%1 joins with %2")
            .arg(qt(quota->quota.displayName()), gpusText(quota->quota.guaranteed.gpu));
    if (const auto* caps = std::get_if<ChangeCaps>(&action))
        return capsText(*caps);
    return forecastText(std::get<Forecast>(action));
}

}  // namespace

QString editText(const PlanEdit& edit, const TimeText& time) {
    const QString text = actionText(edit.action);
    constexpr Duration kDay = 24 * 3600 * kSecond;
    return edit.at == 0
               ? text
               : PLAN_TEXT("%1: %2").arg(
                     edit.at < kDay ? time.minutes(edit.at) : time.clock(edit.at, edit.at), text);
}

QString editsText(const std::vector<PlanEdit>& edits, const TimeText& time) {
    QStringList texts;
    for (const PlanEdit& edit : edits)
        texts.append(editText(edit, time));
    return texts.join(PLAN_TEXT("; "));
}

Icon editIcon(const PlanEdit& edit) {
    if (std::holds_alternative<AddNodes>(edit.action) ||
        std::holds_alternative<RemoveNodes>(edit.action))
        return Icon::node;
    if (std::holds_alternative<AddQuota>(edit.action))
        return Icon::users;
    if (std::holds_alternative<ChangeCaps>(edit.action))
        return Icon::cap;
    if (std::holds_alternative<Forecast>(edit.action))
        return Icon::chartLine;
    const auto& event = std::get<EventAction>(edit.action);
    return std::holds_alternative<ScaleEvent>(event)    ? Icon::arrows
           : std::holds_alternative<PolicyEvent>(event) ? Icon::sliders
           : std::holds_alternative<NodeEvent>(event)   ? Icon::node
                                                        : Icon::close;
}

QString metricName(PlanMetric metric) {
    switch (metric) {
        case PlanMetric::p95Wait:
            return PLAN_TEXT("Wait p95, all");
        case PlanMetric::meanWait:
            return PLAN_TEXT("Mean wait, all");
        case PlanMetric::p95Started:
            return PLAN_TEXT("Wait p95, started");
        case PlanMetric::neverStarted:
            return PLAN_TEXT("Never started");
        case PlanMetric::evictions:
            return PLAN_TEXT("Evictions");
        case PlanMetric::lost:
            return PLAN_TEXT("Lost work, GPU h");
        case PlanMetric::utilization:
            return PLAN_TEXT("Utilization");
    }
    return {};
}

QString metricAbout(PlanMetric metric) {
    switch (metric) {
        case PlanMetric::p95Wait:
        case PlanMetric::meanWait:
            return PLAN_TEXT(
                "Of all workloads. A workload that still waits at the end counts "
                "with its wait so far.");
        case PlanMetric::p95Started:
            return PLAN_TEXT("Only of workloads that started.");
        case PlanMetric::neverStarted:
            return PLAN_TEXT("Workloads that still wait at the end, or never fit.");
        case PlanMetric::evictions:
            return PLAN_TEXT("Of all workloads, moves included.");
        case PlanMetric::lost:
            return PLAN_TEXT("Work that evicted workloads had done since their last checkpoint.");
        case PlanMetric::utilization:
            return PLAN_TEXT("GPUs in use, of all GPUs of the pool.");
    }
    return {};
}

QString numberText(PlanMetric metric, std::int64_t value) {
    switch (metric) {
        case PlanMetric::neverStarted:
        case PlanMetric::evictions:
            return QLocale().toString(static_cast<qlonglong>(value));
        case PlanMetric::lost:
            return hoursNumber(value);
        case PlanMetric::utilization:
            return PLAN_TEXT("%1%").arg(
                QLocale().toString(static_cast<double>(value) / 10'000, 'f', 1));
        default:
            return waitText(value, value);
    }
}

QString waitText(Duration wait, Duration most) {
    return withUnit(waitNumber(wait, unitOf(most)), unitOf(most));
}

QString bandText(PlanMetric metric, const Band& band, Duration most) {
    if (isWait(metric)) {
        const Duration unit = unitOf(std::max(band.p90, most));
        const QString low = waitNumber(band.p10, unit), high = waitNumber(band.p90, unit);
        return withUnit(low == high ? low : PLAN_TEXT("%1–%2").arg(low, high), unit);
    }
    const QString low = numberText(metric, band.p10), high = numberText(metric, band.p90);
    return low == high ? low : PLAN_TEXT("%1–%2").arg(low, high);
}

QString deltaText(PlanMetric metric, std::int64_t delta) {
    if (delta == 0)
        return QStringLiteral("0");
    const QString size = numberText(metric, std::abs(delta));
    return delta > 0 ? QStringLiteral("+%1").arg(size) : QStringLiteral("\u2212%1").arg(size);
}

QString baseName(const Plan& plan) {
    return std::visit([](const auto& base) { return QFileInfo(qt(base.file)).fileName(); },
                      plan.base);
}

QString baseKind(const Plan& plan) {
    const auto* project = std::get_if<ProjectBase>(&plan.base);
    if (project != nullptr && project->to != 0)
        return PLAN_TEXT("The past of the pool");
    return project != nullptr                             ? PLAN_TEXT("The pool as it is")
           : std::holds_alternative<TraceBase>(plan.base) ? PLAN_TEXT("A trace")
                                                          : PLAN_TEXT("A recorded run");
}

}  // namespace apportion::ui
