// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/timed_steps.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include "core/change/day_time.h"
#include "core/change/refuse.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

using Steps = std::span<const DueStep>;

void sortByMoment(std::vector<DueStep>& steps) {
    std::stable_sort(steps.begin(), steps.end(),
                     [](const DueStep& a, const DueStep& b) { return a.at < b.at; });
}

// A step that came once is over, and with the last of them its timetable.
void dropOver(std::vector<Timetable>& tables) {
    for (Timetable& table : tables)
        std::erase_if(table.steps, [&](const Timetable::Step& step) {
            return step.once != 0 && step.once <= table.applied;
        });
    std::erase_if(
        tables, [](const Timetable& table) { return table.steps.empty() && table.missed.empty(); });
}

// Of several steps the last counts for each quota.
void setSizes(Scenario& pool, Steps steps) {
    for (const DueStep& each : steps)
        for (const auto& [name, gpu] : each.step->sizes)
            for (Quota& quota : pool.quotas)
                if (quota.name == name)
                    quota.guaranteed.gpu = gpu;
}

std::optional<Message> obstacle(const Project& project, Steps steps) {
    Scenario pool = project.pool;
    setSizes(pool, steps);
    return obstacle(pool);
}

std::vector<std::string> quotasOf(Steps steps) {
    std::vector<std::string> names;
    for (const DueStep& each : steps)
        for (const auto& [name, gpu] : each.step->sizes)
            names.push_back(name);
    return names;
}

Due stepped(const Project& project, Steps steps) {
    Due due{.action = "timetable.step", .subject = {}, .after = project};
    for (Timetable& table : due.after.timetables) {
        bool named = false;
        for (const DueStep& each : steps)
            if (each.table->name == table.name) {
                table.applied = each.kept ? table.applied : each.at;
                named = true;
            }
        if (named)
            due.subject += (due.subject.empty() ? "" : ", ") + table.name;
    }
    due.mode = steps.back().step->mode;
    due.reclaimAfter = steps.back().step->after;
    setSizes(due.after.pool, steps);
    forgetMissed(due.after, quotasOf(steps));
    dropOver(due.after.timetables);
    if (const auto settled = settle(due.after, {.sizes = quotasOf(steps)}))
        due.why = render(*settled);
    return due;
}

// "20:00 left=4 right=20"
std::string stepText(const Timetable::Step& step) {
    std::string text = step.once != 0 ? dateText(step.once) : timeOfDayText(step.minute);
    for (const auto& [name, gpu] : step.sizes)
        text += " " + name + "=" + gpuText(gpu);
    return text;
}

Message told(std::string_view code, const DueStep& step, const Message& obstacle) {
    return {std::string(code),
            {textArgument("name", step.table->name), textArgument("step", stepText(*step.step)),
             sentenceArgument("detail", render(obstacle))}};
}

// It is over for the timetable, but not forgotten.
Due kept(const Project& project, const DueStep& step) {
    Due due{.action = "timetable.step", .subject = step.table->name, .after = project};
    due.mode = step.step->mode;
    due.why = render(told("timetable-waits", step, *obstacle(project, {&step, 1})));
    forgetMissed(due.after, quotasOf({&step, 1}));
    for (Timetable& table : due.after.timetables)
        if (table.name == step.table->name) {
            table.applied = step.at;
            table.missed.push_back({step.at, *step.step});
        }
    dropOver(due.after.timetables);
    return due;
}

// Those of one moment, and then each alone.
void addOneMoment(Steps steps, std::vector<Steps>& attempts) {
    attempts.push_back(steps);
    for (std::size_t i = 0; i < steps.size() && steps.size() > 1; ++i)
        attempts.push_back(steps.subspan(i, 1));
}

std::size_t lengthOfMoment(Steps steps) {
    const auto later = std::find_if(steps.begin(), steps.end(), [&](const DueStep& each) {
        return each.at != steps.front().at;
    });
    return static_cast<std::size_t>(later - steps.begin());
}

std::vector<DueStep> keptSteps(const Project& project) {
    std::vector<DueStep> steps;
    for (const Timetable& table : project.timetables)
        for (const Timetable::Missed& each : table.missed)
            steps.push_back({each.at, &table, &each.step, true});
    sortByMoment(steps);
    return steps;
}

std::vector<DueStep> newSteps(const Project& project, Moment now) {
    std::vector<DueStep> steps;
    for (const Timetable& table : project.timetables)
        for (const DueStep& each : missedSteps(table, now))
            steps.push_back(each);
    sortByMoment(steps);
    return steps;
}

}  // namespace

std::optional<Due> nextStepDue(const Project& project, Moment now) {
    const std::vector<DueStep> old = keptSteps(project);
    const std::vector<DueStep> fresh = newSteps(project, now);
    std::vector<DueStep> all = old;
    all.insert(all.end(), fresh.begin(), fresh.end());
    if (all.empty())
        return {};
    sortByMoment(all);
    // All together; else as they would have come one after the other.
    std::vector<Steps> attempts{all};
    if (!fresh.empty()) {
        attempts.emplace_back(fresh);
        addOneMoment(Steps(fresh).first(lengthOfMoment(fresh)), attempts);
    } else {
        for (Steps rest = old; !rest.empty(); rest = rest.subspan(lengthOfMoment(rest)))
            addOneMoment(rest.first(lengthOfMoment(rest)), attempts);
    }
    for (const Steps steps : attempts)
        if (!obstacle(project, steps))
            return stepped(project, steps);
    return fresh.empty() ? std::nullopt : std::optional(kept(project, fresh.front()));
}

std::vector<std::string> forgetMissed(Project& project, const std::vector<std::string>& quotas) {
    std::vector<std::string> names;
    for (Timetable& table : project.timetables) {
        const auto was = table.missed;
        for (Timetable::Missed& each : table.missed)
            std::erase_if(each.step.sizes, [&](const auto& size) {
                return std::find(quotas.begin(), quotas.end(), size.first) != quotas.end();
            });
        std::erase_if(table.missed, [](const auto& each) { return each.step.sizes.empty(); });
        if (table.missed != was)
            names.push_back(table.name);
    }
    return names;
}

Problems stepOutlook(const Project& project, Moment now) {
    Problems problems;
    const auto tell = [&](std::string_view code, const DueStep& step, const Message& wrong) {
        Problem& problem = problems.emplace_back();
        problem.warning = true;
        problem.message = told(code, step, wrong);
    };
    for (const DueStep& each : keptSteps(project))
        if (const auto wrong = obstacle(project, {&each, 1}))
            tell("timetable-waits", each, *wrong);
    std::vector<DueStep> coming;
    for (const Timetable& table : project.timetables)
        for (const DueStep& each : comingSteps(table, now))
            coming.push_back(each);
    sortByMoment(coming);
    Project trial = project;
    std::set<const Timetable::Step*> blocked;
    for (Steps rest = coming; !rest.empty(); rest = rest.subspan(lengthOfMoment(rest))) {
        const Steps together = rest.first(lengthOfMoment(rest));
        if (!obstacle(trial, together)) {
            setSizes(trial.pool, together);
            continue;
        }
        for (const DueStep& each : together)
            if (const auto wrong = obstacle(trial, {&each, 1})) {
                if (blocked.insert(each.step).second)
                    tell("timetable-blocked", each, *wrong);
            } else {
                setSizes(trial.pool, {&each, 1});
            }
    }
    return problems;
}

}  // namespace apportion
