// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/temporary.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/change/day_time.h"
#include "core/change/end_check.h"
#include "core/change/refuse.h"
#include "core/change/timed_steps.h"
#include "core/model/date_text.h"
#include "core/model/policy_keys.h"
#include "core/model/validate.h"
#include "core/model/words.h"

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

bool holdsSize(const Project& project, const std::string& quota) {
    for (const TemporaryChange& change : project.temporary)
        for (const TemporaryChange::Size& size : change.sizes)
            if (size.quota == quota)
                return true;
    return false;
}

template <typename Key>
bool holdsKey(const Project& project, const std::string& quota, Key key) {
    for (const TemporaryChange& change : project.temporary)
        for (const TemporaryChange::Policy& policy : change.policies)
            if (policy.quota == quota && policy.during.*key)
                return true;
    return false;
}

// The first step of each timetable that sets for good what is to return later.
void noteSteps(const Project& project, const TemporaryChange& change, Moment now, Problems& notes) {
    for (const Timetable& table : project.timetables) {
        std::optional<DueStep> first;
        std::vector<std::string> quotas;
        for (const DueStep& step : comingSteps(table, now)) {
            if (step.at >= change.ends || (first && step.at >= first->at))
                continue;
            std::vector<std::string> set;
            for (const TemporaryChange::Size& size : change.sizes)
                if (std::any_of(step.step->sizes.begin(), step.step->sizes.end(),
                                [&](const auto& each) { return each.first == size.quota; }))
                    set.push_back(size.quota);
            if (set.empty())
                continue;
            first = step;
            quotas = std::move(set);
        }
        if (!first)
            continue;
        Problem& note = notes.emplace_back();
        note.warning = true;
        note.message = {"temporary-meets-timetable",
                        {textArgument("name", table.name),
                         textArgument("step", timeOfDayText(first->step->minute)),
                         listArgument("quotas", std::move(quotas))}};
    }
}

// The delay of a reclaim that the end overtakes.
void noteReclaim(const CommandCall& call, const std::optional<Duration>& after,
                 const TemporaryChange& change, Problems& notes) {
    if (!after || change.ends >= call.now + *after)
        return;
    Problem& note = notes.emplace_back();
    note.warning = true;
    note.message = {"temporary-before-reclaim", {{"after", Value::ofSeconds(*after)}}};
}

void tell(std::string& why, const std::string& sentence) {
    why += (why.empty() ? "" : " ") + sentence;
}

}  // namespace

std::optional<Message> settle(Project& project, const SetValues& set) {
    std::vector<std::string> names;
    std::erase_if(project.temporary, [&](TemporaryChange& change) {
        const auto was = change;
        for (const std::string& quota : set.sizes)
            std::erase_if(change.sizes, [&](const auto& size) { return size.quota == quota; });
        for (const auto& [quota, keys] : set.policies)
            for (TemporaryChange::Policy& policy : change.policies)
                if (policy.quota == quota)
                    eachPolicyKey([&, &given = keys](auto PolicyChange::*key) {
                        if (given.*key) {
                            (policy.before.*key).reset();
                            (policy.during.*key).reset();
                        }
                    });
        std::erase_if(change.policies,
                      [](const auto& policy) { return policy.during == PolicyChange{}; });
        if (change != was)
            names.push_back(change.name);
        return change != was && change.sizes.empty() && change.policies.empty();
    });
    if (names.empty())
        return {};
    return Message{"temporary-settled", {listArgument("names", std::move(names))}};
}

Result<void> keepTemporary(const CommandCall& call, const Term& term, const SetValues& set,
                           CommandEffect& effect) {
    if (!term.lasts && !term.until) {
        if (auto settled = settle(effect.after, set)) {
            Problem& note = effect.notes.emplace_back();
            note.warning = true;
            note.message = std::move(*settled);
        }
        return {};
    }
    if (term.lasts && term.until)
        return wrongArgument("until", dateText(*term.until),
                             "either how long (--for) or until when (--until)");
    TemporaryChange change;
    change.name = freeName(call.project);
    change.ends = term.lasts ? call.now + *term.lasts : *term.until;
    if (auto refusal = refusalOfEnd(call.now, change.ends))
        return refuse(refusal->code, {}, term.lasts ? "for" : "until");
    for (const std::string& name : set.sizes) {
        const Gpu before = findQuota(call.project, name)->guaranteed.gpu;
        const Gpu during = findQuota(effect.after, name)->guaranteed.gpu;
        if (before != during || holdsSize(call.project, name))
            change.sizes.push_back({name, before, during});
    }
    for (const auto& [name, keys] : set.policies) {
        const QuotaPolicy& before = findQuota(call.project, name)->policy;
        const QuotaPolicy& after = findQuota(effect.after, name)->policy;
        PolicyChange during = differenceOf(before, after);
        const PolicyChange present = keys.reversed(after);
        eachPolicyKey([&, &name = name](auto PolicyChange::*key) {
            if (!(during.*key) && present.*key && holdsKey(call.project, name, key))
                during.*key = present.*key;
        });
        if (during != PolicyChange{})
            change.policies.push_back({name, during.reversed(before), during});
    }
    noteReclaim(call, term.reclaim, change, effect.notes);
    noteSteps(effect.after, change, call.now, effect.notes);
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
            tell(why, "The guarantee of " + size.quota + " was changed meanwhile and stays.");
    }
    for (const TemporaryChange::Policy& policy : change.policies)
        if (auto quota = quotaOf(project, policy.quota);
            quota && !putBack(later, policy, (*quota)->policy))
            tell(why, "The policy of " + policy.quota + " was changed meanwhile and stays.");
}

std::optional<Message> obstacle(const Scenario& pool) {
    for (Problem& problem : validate(pool))
        if (!problem.warning)
            return std::move(problem.message);
    return {};
}

Problems outlook(const Project& project, Moment now) {
    Problems told;
    for (const TemporaryChange& each : project.temporary) {
        Project after = project;
        std::string why;
        endTemporary(after, each.name, why);
        const auto wrong = obstacle(after.pool);
        if (!wrong && why.empty())
            continue;
        Problem& problem = told.emplace_back();
        problem.warning = true;
        problem.message = {!wrong             ? "temporary-stays"
                           : each.ends <= now ? "temporary-overdue"
                                              : "temporary-blocked",
                           {textArgument("name", each.name),
                            sentenceArgument("detail", wrong ? render(*wrong) : why)}};
    }
    return told;
}

namespace {

Due returned(const Project& project, const std::string& name) {
    Due due{.action = "temporary.return", .subject = name, .after = project};
    endTemporary(due.after, name, due.why);
    return due;
}

}  // namespace

// A step is always later than the beginning of a temporary change that still holds: which of the
// two comes first makes no difference to the sizes.
std::optional<Due> nextDue(const Project& project, Moment now) {
    std::vector<TemporaryChange> ended;
    std::copy_if(project.temporary.begin(), project.temporary.end(), std::back_inserter(ended),
                 [&](const TemporaryChange& each) { return each.ends <= now; });
    std::stable_sort(ended.begin(), ended.end(),
                     [](const auto& a, const auto& b) { return a.ends < b.ends; });
    for (const TemporaryChange& each : ended)
        if (Due due = returned(project, each.name); !obstacle(due.after.pool))
            return due;
    return nextStepDue(project, now);
}

Project afterWhatIsDue(Project project, Moment now) {
    while (auto due = nextDue(project, now))
        project = std::move(due->after);
    return project;
}

std::optional<Moment> nextDueMoment(const Project& project, Moment now) {
    std::optional<Moment> next;
    const auto consider = [&](Moment moment) {
        if (!next || moment < *next)
            next = moment;
    };
    for (const TemporaryChange& each : project.temporary)
        if (each.ends > now)
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
    const auto rename = [&](Timetable::Step& step) {
        for (auto& size : step.sizes)
            if (size.first == from)
                size.first = to;
    };
    for (Timetable& each : project.timetables) {
        for (Timetable::Step& step : each.steps)
            rename(step);
        for (Timetable::Missed& missed : each.missed)
            rename(missed.step);
    }
}

}  // namespace apportion
