// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/temporary.h"

#include <algorithm>

#include "core/session/project/day_time.h"
#include "core/session/project/refuse.h"
#include "core/session/project/units.h"

namespace apportion {

namespace {

std::string freeName(const Project& project) {
    for (int i = 1;; ++i) {
        std::string name = "temporary-" + std::to_string(i);
        if (std::none_of(project.temporary.begin(), project.temporary.end(),
                         [&](const TemporaryChange& each) { return each.name == name; }))
            return name;
    }
}

// The keys in which `after` differs from `before`.
PolicyChange differenceOf(const QuotaPolicy& before, const QuotaPolicy& after) {
    // What is set now, and a return to the default for what was set before and is not any more.
    PolicyChange change = differencesOf(after);
    const PolicyChange gone = differencesOf(before).reversed(after);
    const PolicyChange same = differencesOf(before);
    const auto key = [&](auto PolicyChange::*member) {
        if (!(change.*member))
            change.*member = gone.*member;
        if (change.*member && same.*member && *(change.*member) == *(same.*member))
            (change.*member).reset();
    };
    key(&PolicyChange::team);
    key(&PolicyChange::nodes);
    key(&PolicyChange::limit);
    key(&PolicyChange::weight);
    key(&PolicyChange::rank);
    key(&PolicyChange::overQuota);
    key(&PolicyChange::lend);
    key(&PolicyChange::priorityPreemption);
    key(&PolicyChange::queueing);
    key(&PolicyChange::minRuntime);
    key(&PolicyChange::selfPreemption);
    key(&PolicyChange::childPreemption);
    return change;
}

// Another temporary change that began later stands on this one's values: it has to return to what
// was there before both.
bool handDown(Project& project, const TemporaryChange::Size& size, std::string_view name) {
    for (TemporaryChange& other : project.temporary) {
        if (other.name == name)
            continue;
        for (TemporaryChange::Size& each : other.sizes)
            if (each.quota == size.quota && each.before == size.during) {
                each.before = size.before;
                return true;
            }
    }
    return false;
}

bool handDown(Project& project, const TemporaryChange::Policy& policy, std::string_view name) {
    for (TemporaryChange& other : project.temporary) {
        if (other.name == name)
            continue;
        for (TemporaryChange::Policy& each : other.policies)
            if (each.quota == policy.quota && each.before == policy.during) {
                each.before = policy.before;
                return true;
            }
    }
    return false;
}

void tell(std::string& why, const std::string& sentence) {
    why += (why.empty() ? "" : " ") + sentence;
}

}  // namespace

Result<void> keepTemporary(const CommandCall& call, CommandEffect& effect) {
    const bool lasts = call.arguments.has("for");
    if (!lasts && !call.arguments.has("until"))
        return {};
    TemporaryChange change;
    change.name = freeName(call.project);
    change.ends = lasts ? call.now + durationArgument(call.arguments.text("for")).value_or(0)
                        : momentArgument(call.arguments.text("until")).value_or(0);
    if (change.ends <= call.now)
        return refuse("temporary-past", {}, lasts ? "for" : "until");
    for (const Quota& after : effect.after.pool.quotas) {
        const Quota* before = findQuota(call.project, after.name);
        if (before == nullptr)
            continue;
        if (before->guaranteed.gpu != after.guaranteed.gpu)
            change.sizes.push_back({after.name, before->guaranteed.gpu, after.guaranteed.gpu});
        if (before->policy != after.policy) {
            const PolicyChange during = differenceOf(before->policy, after.policy);
            change.policies.push_back({after.name, during.reversed(before->policy), during});
        }
    }
    if (!change.sizes.empty() || !change.policies.empty())
        effect.after.temporary.push_back(std::move(change));
    return {};
}

void endTemporary(Project& project, std::string_view name, std::string& why) {
    const auto found = std::find_if(project.temporary.begin(), project.temporary.end(),
                                    [&](const TemporaryChange& each) { return each.name == name; });
    if (found == project.temporary.end())
        return;
    const TemporaryChange change = *found;
    project.temporary.erase(found);
    for (const TemporaryChange::Size& size : change.sizes) {
        auto quota = quotaOf(project, size.quota);
        if (handDown(project, size, name) || !quota)
            continue;
        if ((*quota)->guaranteed.gpu == size.during)
            (*quota)->guaranteed.gpu = size.before;
        else
            tell(why, "The size of " + size.quota + " was changed meanwhile and stays.");
    }
    for (const TemporaryChange::Policy& policy : change.policies) {
        auto quota = quotaOf(project, policy.quota);
        if (handDown(project, policy, name) || !quota)
            continue;
        QuotaPolicy& now = (*quota)->policy;
        if (policy.during.appliedTo(now) == now)
            now = policy.before.appliedTo(now);
        else
            tell(why, "The policy of " + policy.quota + " was changed meanwhile and stays.");
    }
}

std::optional<Due> nextDue(const Project& project, Moment now) {
    const auto ended =
        std::min_element(project.temporary.begin(), project.temporary.end(),
                         [](const auto& a, const auto& b) { return a.ends < b.ends; });
    const bool returns = ended != project.temporary.end() && ended->ends <= now;

    // Of a timetable only the last step that was missed counts.
    const Timetable* table = nullptr;
    std::optional<DueStep> step;
    for (const Timetable& each : project.timetables)
        if (const auto last = lastStep(each, now); last && (!step || last->at < step->at)) {
            table = &each;
            step = last;
        }
    if (!returns && !step)
        return {};
    Due due;
    due.after = project;
    if (returns && (!step || ended->ends <= step->at)) {
        due.action = "temporary.return";
        due.subject = ended->name;
        endTemporary(due.after, ended->name, due.why);
        return due;
    }
    due.action = "timetable.step";
    due.subject = table->name;
    const Timetable::Step& row = table->steps[step->index];
    due.mode = row.mode;
    for (Timetable& each : due.after.timetables)
        if (each.name == table->name)
            each.applied = step->at;
    for (const auto& [name, gpu] : row.sizes)
        if (auto quota = quotaOf(due.after, name))
            (*quota)->guaranteed.gpu = gpu;
    return due;
}

std::optional<Moment> nextDueMoment(const Project& project, Moment now) {
    std::optional<Moment> next;
    const auto consider = [&](Moment moment) {
        if (!next || moment < *next)
            next = moment;
    };
    for (const TemporaryChange& each : project.temporary)
        consider(each.ends);
    for (const Timetable& each : project.timetables)
        if (const auto moment = nextStep(each, now))
            consider(*moment);
    return next;
}

std::vector<std::string> timedChangesOf(const Project& project, std::string_view quota) {
    std::vector<std::string> names;
    for (const TemporaryChange& each : project.temporary)
        if (std::any_of(each.sizes.begin(), each.sizes.end(),
                        [&](const auto& size) { return size.quota == quota; }) ||
            std::any_of(each.policies.begin(), each.policies.end(),
                        [&](const auto& policy) { return policy.quota == quota; }))
            names.push_back(each.name);
    for (const Timetable& each : project.timetables)
        if (std::any_of(each.steps.begin(), each.steps.end(), [&](const Timetable::Step& step) {
                return std::any_of(step.sizes.begin(), step.sizes.end(),
                                   [&](const auto& size) { return size.first == quota; });
            }))
            names.push_back(each.name);
    return names;
}

void renameInTimedChanges(Project& project, std::string_view from, const std::string& to) {
    for (TemporaryChange& each : project.temporary) {
        for (auto& size : each.sizes)
            if (size.quota == from)
                size.quota = to;
        for (auto& policy : each.policies)
            if (policy.quota == from)
                policy.quota = to;
    }
    for (Timetable& each : project.timetables)
        for (Timetable::Step& step : each.steps)
            for (auto& size : step.sizes)
                if (size.first == from)
                    size.first = to;
}

}  // namespace apportion
