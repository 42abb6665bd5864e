// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/trial_model.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <unordered_map>

#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

TrialModel::TrialModel(QObject* parent)
    : CellTable({{tr("Workload")}, {tr("GPUs"), true}, {tr("What becomes of it")}}, parent) {}

void TrialModel::setTrial(const Effect& trial, const View& view) {
    std::vector<Row> rows;
    std::unordered_map<std::string_view, const WorkloadRow*> known;
    for (const auto* list : {&view.running, &view.waiting})
        for (const WorkloadRow& row : *list)
            known.emplace(row.name, &row);
    const auto add = [&](const std::string& name, const QString& fate, Icon which, Role ink,
                         std::optional<Gpu> gpu = {}) {
        const auto found = known.find(name);
        const WorkloadRow* work = found == known.end() ? nullptr : found->second;
        const Gpu size = gpu.value_or(work != nullptr ? work->gpu : 0);
        rows.push_back(work != nullptr ? rowOfWork(qt(name), qt(work->quota), work->colour)
                                       : rowOfWork(qt(name), {}, -1));
        rows.back().cells.push_back(Cell::number(gpuNumber(size)));
        rows.back().cells.push_back(Cell::words(fate).withIcon(which, ink));
        rows.back().toolTip = fate;
    };
    std::unordered_map<std::string_view, const NeverAgain*> barred;
    for (const NeverAgain& each : trial.neverAgain) {
        const QString why = messageText(each.why);
        if (each.work == NeverAgain::Work::evicted)
            barred.emplace(each.workload, &each);
        else
            add(each.workload,
                each.work == NeverAgain::Work::running
                    ? tr("continues. %1", "why it cannot start again").arg(why)
                    : tr("cannot start. %1", "why").arg(why),
                Icon::forbidden, Role::err);
    }
    const std::vector<std::string> again = restartedIn(trial);
    const std::set<std::string_view> restarts(again.begin(), again.end());
    for (const Effect::Hit& hit : trial.evicted) {
        const auto never = barred.find(hit.workload);
        const QString why = never == barred.end() ? messageText(hit.why)
                                                  : messageText(hit.why) + QLatin1Char(' ') +
                                                        messageText(never->second->why);
        const bool runs = hit.replicas > 0 || restarts.contains(hit.workload);
        add(hit.workload,
            hit.replicas > 0
                ? tr("releases %1 of %2 replicas. %3").arg(hit.replicas).arg(hit.of).arg(why)
            : runs ? tr("is evicted and restarts immediately with fewer replicas. %1").arg(why)
                   : tr("is evicted. %1").arg(why),
            hit.replicas > 0 ? Icon::minus : Icon::hourglass, runs ? Role::warn : Role::err,
            hit.gpu);
    }
    for (const Effect::Hit& hit : trial.moved)
        add(hit.workload, tr("restarts on other nodes"), Icon::arrowRight, Role::warn);
    for (const std::string& name : trial.waitsOn)
        add(name, tr("waits, but would start without this change"), Icon::hourglass, Role::err);
    for (const Effect::Shift& shift : trial.shifted)
        if (shift.by > 0)
            add(shift.workload, tr("starts %1 later").arg(TimeText::duration(shift.by)),
                Icon::clock, Role::warn);
    for (const std::string& name : startedAnew(trial)) {
        const bool booked =
            std::find(trial.booked.begin(), trial.booked.end(), name) != trial.booked.end();
        add(name,
            booked ? tr("starts after evicted workloads stop, within %1")
                         .arg(TimeText::duration(trial.grace))
                   : tr("starts immediately"),
            booked ? Icon::clock : Icon::play, Role::good);
    }
    for (const Effect::Shift& shift : trial.shifted)
        if (shift.by < 0)
            add(shift.workload, tr("starts %1 earlier").arg(TimeText::duration(-shift.by)),
                Icon::clock, Role::good);
    setRows(std::move(rows));
}

}  // namespace apportion::ui
