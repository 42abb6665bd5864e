// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/temporary.h"

#include <algorithm>
#include <span>

#include "core/model/policy_keys.h"
#include "core/model/validate.h"
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
    const PolicyChange same = differencesOf(before);
    const PolicyChange gone = same.reversed(after);
    eachPolicyKey([&](auto PolicyChange::*key) {
        if (!(change.*key))
            change.*key = gone.*key;
        if (change.*key && same.*key && *(change.*key) == *(same.*key))
            (change.*key).reset();
    });
    return change;
}

// The temporary changes that began after the one that ends: they stand on its values.
using Later = std::span<TemporaryChange>;

// The next one that set the size of the quota returns to what was there before both. False if
// there is none, or somebody changed the size between the two.
bool handDown(Later later, const TemporaryChange::Size& size) {
    for (TemporaryChange& other : later)
        for (TemporaryChange::Size& each : other.sizes)
            if (each.quota == size.quota) {
                const bool stands = each.before == size.during;
                if (stands)
                    each.before = size.before;
                return stands;
            }
    return false;
}

// The same for one key of a policy.
template <typename Key>
bool handDown(Later later, const TemporaryChange::Policy& policy, Key key) {
    for (TemporaryChange& other : later)
        for (TemporaryChange::Policy& each : other.policies)
            if (each.quota == policy.quota && each.during.*key) {
                const bool stands = each.before.*key == policy.during.*key;
                if (stands)
                    each.before.*key = policy.before.*key;
                return stands;
            }
    return false;
}

// Puts back each key that has its temporary value still. False if one has another.
bool putBack(Later later, const TemporaryChange::Policy& policy, QuotaPolicy& now) {
    const PolicyChange present = policy.during.reversed(now);
    PolicyChange back;
    bool whole = true;
    eachPolicyKey([&](auto PolicyChange::*key) {
        if (!(policy.during.*key) || handDown(later, policy, key))
            return;
        if (present.*key == policy.during.*key)
            back.*key = policy.before.*key;
        else
            whole = false;
    });
    now = back.appliedTo(now);
    return whole;
}

void tell(std::string& why, const std::string& sentence) {
    why += (why.empty() ? "" : " ") + sentence;
}

}  // namespace

Result<void> keepTemporary(const CommandCall& call, CommandEffect& effect) {
    const bool lasts = call.arguments.has("for");
    if (!lasts && !call.arguments.has("until"))
        return {};
    if (lasts && call.arguments.has("until"))
        return wrongArgument("until", call.arguments.text("until"),
                             "either how long (--for) or until when (--until)");
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
    const auto index = static_cast<std::size_t>(found - project.temporary.begin());
    project.temporary.erase(found);
    const Later later = Later(project.temporary).subspan(index);
    for (const TemporaryChange::Size& size : change.sizes) {
        auto quota = quotaOf(project, size.quota);
        if (!quota || handDown(later, size))
            continue;
        if ((*quota)->guaranteed.gpu == size.during)
            (*quota)->guaranteed.gpu = size.before;
        else
            tell(why, "The size of " + size.quota + " was changed meanwhile and stays.");
    }
    for (const TemporaryChange::Policy& policy : change.policies)
        if (auto quota = quotaOf(project, policy.quota);
            quota && !putBack(later, policy, (*quota)->policy))
            tell(why, "The policy of " + policy.quota + " was changed meanwhile and stays.");
}

Problems outlook(const Project& project) {
    Problems told;
    for (const TemporaryChange& each : project.temporary) {
        Project after = project;
        std::string why;
        endTemporary(after, each.name, why);
        const Problems wrong = validate(after.pool);
        const auto error = std::find_if(wrong.begin(), wrong.end(),
                                        [](const Problem& problem) { return !problem.warning; });
        if (error == wrong.end() && why.empty())
            continue;
        Problem& problem = told.emplace_back();
        problem.warning = true;
        problem.message = {
            error != wrong.end() ? "temporary-blocked" : "temporary-stays",
            {textArgument("name", each.name),
             sentenceArgument("detail", error != wrong.end() ? render(error->message) : why)}};
    }
    return told;
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
