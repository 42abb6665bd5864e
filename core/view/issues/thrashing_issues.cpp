// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is evicted again and again and loses more than it gets done.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/view/issues/quota_look.h"

namespace apportion {

namespace {

constexpr Duration kWindow = 24 * 3600 * kSecond;
constexpr std::size_t kOften = 3;
constexpr Duration kLittle = 5 * 60 * kSecond;  // to lose it is no trouble
constexpr Duration kMinute = 60 * kSecond;
constexpr Duration kLongest = 8 * 3600 * kSecond;  // that a protection is proposed for
constexpr int kMostTried = 16;

// By other work; what a node or a scale took is over.
bool isTaking(EvictionRule rule) {
    return rule != EvictionRule::consolidation && rule != EvictionRule::node &&
           rule != EvictionRule::scale;
}

struct Loss {
    Instant at = 0;
    Duration lost = 0;  // running time, not GPU time
    Duration run = 0;   // how long it had run
};

struct Story {
    std::vector<Loss> losses;  // in the window, by time
    const Eviction* last = nullptr;
};

Duration lostBy(const Eviction& eviction) {
    return eviction.lost / eviction.gpu;
}

std::map<std::string_view, Story> storiesOf(const IssueInput& input) {
    std::map<std::string_view, Story> stories;
    const auto& all = input.source.evictions;
    const auto before = [](Instant clock, const Eviction& eviction) { return clock < eviction.at; };
    const auto end = std::upper_bound(all.begin(), all.end(), input.view.clock, before);
    const auto begin = std::upper_bound(all.begin(), end, input.view.clock - kWindow - 1, before);
    for (auto it = begin; it != end; ++it) {
        if (!isTaking(it->rule) || it->gpu <= 0)
            continue;
        Story& story = stories[it->victim];
        story.losses.push_back({it->at, lostBy(*it), lostBy(*it)});
        story.last = &*it;
    }
    return stories;
}

// A record does not say when the run began: what was saved of it is as much as there was time for.
void measureRuns(std::vector<Loss>& losses, Instant submitted, Duration checkpoint) {
    if (checkpoint <= 0)
        return;
    Instant free = submitted;
    for (Loss& each : losses) {
        each.run += std::max<Duration>(0, each.at - free - each.lost) / checkpoint * checkpoint;
        free = each.at;
    }
}

// What would have been lost, had each run been left alone for so long: whoever took it comes at the
// same times, waits for its turn, and leaves after as long.
Duration lostWith(Duration protection, const std::vector<Loss>& losses, Duration checkpoint,
                  std::optional<Duration> left) {
    Duration lost = 0;
    Duration saved = 0;
    Instant start = losses.front().at - losses.front().run;
    for (std::size_t i = 0; i < losses.size();) {
        const Instant stop = std::max(losses[i].at, start + protection);
        const Duration run = stop - start;
        if (left && saved + run >= *left)
            break;  // it had ended before
        const Duration kept = checkpoint > 0 ? run / checkpoint * checkpoint : 0;
        saved += kept;
        lost += run - kept;
        Duration away = 0;
        for (; i < losses.size() && losses[i].at <= stop; ++i)
            if (i + 1 < losses.size())
                away = losses[i + 1].at - losses[i + 1].run - losses[i].at;
        start = stop + std::max<Duration>(0, away);
    }
    return lost;
}

struct Protection {
    Duration time = 0;
    Duration lost = 0;  // with it
};

// The shortest by which half of what was lost had been saved. Others wait for what is theirs
// meanwhile, so it has a bound.
std::optional<Protection> protectionFor(const std::vector<Loss>& losses, Duration lost,
                                        Duration checkpoint, std::optional<Duration> left,
                                        Duration now) {
    std::vector<Duration> candidates;
    for (int i = 1; checkpoint > 0 && i <= kMostTried; ++i)
        candidates.push_back(i * checkpoint);
    if (left)
        candidates.push_back((*left + kMinute - 1) / kMinute * kMinute);
    Duration longest = 0;
    std::optional<Duration> leftThen = left;  // when the first of these runs began
    for (const Loss& each : losses) {
        longest = std::max(longest, each.run);
        if (leftThen)
            *leftThen += each.run - each.lost;
    }
    candidates.push_back((2 * longest + kMinute - 1) / kMinute * kMinute);
    std::sort(candidates.begin(), candidates.end());
    for (const Duration each : candidates) {
        const Duration whole = (each + kSecond - 1) / kSecond * kSecond;
        if (whole <= now || whole > kLongest)
            continue;
        if (const Duration then = lostWith(whole, losses, checkpoint, leftThen); 2 * then <= lost)
            return Protection{whole, then};
    }
    return std::nullopt;
}

// Where rule 18 is read for it: its branch beside the taker's, or where both are submitted.
const QuotaRow& protectedAt(const QuotaLook& look, const QuotaRow& quota, const Eviction& last) {
    const QuotaRow* taker = look.find(last.quota);
    const QuotaRow* at = &quota;
    if (taker == nullptr || look.isBelow(*taker, quota))
        return quota;
    for (const QuotaRow* above = look.parent(*at);
         above != nullptr && !look.isBelow(*taker, *above); above = look.parent(*at))
        at = above;
    return *at;
}

}  // namespace

void findThrashing(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    const Engine& engine = input.source.engine;
    for (auto& [name, story] : storiesOf(input)) {
        if (story.losses.size() < kOften)
            continue;
        const auto id = engine.findWorkload(name);
        if (!id)
            continue;
        const WorkloadState state = engine.state(*id);
        if (state != WorkloadState::pending && state != WorkloadState::running)
            continue;
        const QuotaRow* quota = look.find(engine.quota(engine.quotaOf(*id)).name);
        if (quota == nullptr)
            continue;
        const Workload workload = engine.workload(*id);
        const Duration checkpoint = workload.checkpoint.value_or(0);
        std::vector<Loss>& losses = story.losses;
        measureRuns(losses, workload.submit + input.source.shift, checkpoint);
        const bool byChild = story.last->rule == EvictionRule::childLevel;
        const QuotaRow& where = protectedAt(look, *quota, *story.last);
        const Duration now = look.minRuntime(where);
        // What the protection of today would have left alone was taken before it was set.
        if (!byChild)
            losses.erase(std::remove_if(losses.begin(), losses.end(),
                                        [&](const Loss& each) { return each.run < now; }),
                         losses.end());
        Duration lost = 0;
        for (const Loss& each : losses)
            lost += each.lost;
        const Duration done = engine.past(*id).done;
        Duration kept = done;
        if (const auto start = engine.status(*id).start; state == WorkloadState::running && start)
            kept += std::max<Duration>(0, input.view.clock - input.source.shift - *start);
        if (losses.size() < kOften || lost <= std::max(kept, kLittle))
            continue;
        Issue issue;
        issue.what = {"issue-thrashing",
                      {{"workload", Value::ofText(std::string(name))},
                       {"count", Value::ofCount(static_cast<std::int64_t>(losses.size()))},
                       {"window", Value::ofSeconds(kWindow)},
                       {"lost", Value::ofSeconds(lost)},
                       {"kept", Value::ofSeconds(kept)},
                       {"quota", Value::ofText(byChild ? story.last->quota : where.name)}}};
        issue.subjectKind = Issue::Subject::workload;
        issue.subject = name;
        issue.colour = quota->colour;
        issue.since = losses.front().at;
        std::optional<Duration> left = workload.duration;
        if (left)
            left = std::max<Duration>(0, *left - done);
        if (byChild) {
            issue.what.code += ".child";
            issue.fix.kind = IssueFix::Kind::childPreemption;
            issue.fix.subject = story.last->quota;
        } else if (const auto safe = protectionFor(losses, lost, checkpoint, left, now)) {
            issue.what.arguments.push_back({"safe", Value::ofSeconds(safe->time)});
            issue.what.arguments.push_back({"then", Value::ofSeconds(safe->lost)});
            issue.fix = policyFix(where.name, &PolicyChange::minRuntime, safe->time);
        } else {
            issue.what.code += ".unprotected";
            const Eviction& last = *story.last;
            if (last.rule != EvictionRule::selfLevel) {
                // Who takes it, and by which right, is known there.
                issue.fix.kind = IssueFix::Kind::explain;
                issue.fix.subject = name;
            } else if (last.why.code.find(".priority") != std::string::npos) {
                issue.fix = policyFix(last.quota, &PolicyChange::priorityPreemption, false);
            } else {
                issue.fix.kind = IssueFix::Kind::selfPreemption;
                issue.fix.subject = last.quota;
            }
            issue.what.arguments.push_back({"most", Value::ofSeconds(kLongest)});
        }
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
