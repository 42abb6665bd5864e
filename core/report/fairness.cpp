// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fairness.h"

#include <array>

#include "core/engine/engine.h"
#include "core/io/answers/parts.h"
#include "core/io/json/writer.h"
#include "core/model/number_text.h"
#include "core/report/sweep.h"

namespace apportion::report {

namespace {

using json::Layout;
using json::Writer;

Gpu perMillisecond(Amount amount) {
    return static_cast<Gpu>(amount);
}

std::vector<Gpu> pendingAt(const Usage& usage, Moment at) {
    std::vector<Gpu> pending(usage.quotas.size(), 0);
    for (const UsageJob& job : usage.jobs) {
        if (job.background || job.submit > at || job.left <= at)
            continue;
        const auto begin = usage.runs.begin() + job.firstRun;
        const bool runs = std::any_of(begin, begin + job.runs, [&](const UsageRun& run) {
            return run.start <= at && at < run.end;
        });
        pending[job.quota] += runs ? 0 : job.request;
    }
    return pending;
}

// The last moment up to `at` from which on the quota used less than its guarantee.
Moment idleSince(const Usage& usage, std::uint32_t quota, Moment at) {
    std::vector<std::pair<Moment, std::array<Gpu, 2>>> changes;  // guarantee, use
    Gpu guaranteed = 0;
    for (const UsageStep& step : usage.guarantees)
        if (step.subject == quota && step.at <= at) {
            changes.push_back({step.at, {step.value - guaranteed, 0}});
            guaranteed = step.value;
        }
    for (const UsageJob& job : usage.jobs)
        for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
            const UsageRun& run = usage.runs[i];
            if (job.quota != quota || job.background || run.start > at)
                continue;
            changes.push_back({run.start, {0, run.gpu}});
            if (run.end <= at)
                changes.push_back({run.end, {0, -run.gpu}});
        }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Moment since = usage.from;
    bool idle = false;
    Gpu guarantee = 0, used = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        guarantee += changes[i].second[0];
        used += changes[i].second[1];
        if (i + 1 < changes.size() && changes[i + 1].first == changes[i].first)
            continue;
        if (used < guarantee && !idle)
            since = std::max(usage.from, changes[i].first);
        idle = used < guarantee;
    }
    return since;
}

void pairUp(const Usage& usage, Fairness& fairness) {
    struct Side {
        std::optional<std::size_t> team;
        Gpu left = 0;
        std::uint32_t group = 0;
    };
    std::vector<Side> below, above;
    for (std::size_t i = 0; i < fairness.teams.size(); ++i) {
        const FairTeam& team = fairness.teams[i];
        const std::uint32_t group = team.quota == kNone ? 0 : usage.quotas[team.quota].group;
        if (team.below() > 0)
            below.push_back({i, team.below(), group});
        if (team.above() > 0)
            above.push_back({i, team.above(), group});
    }
    const auto larger = [](const Side& a, const Side& b) { return a.left > b.left; };
    std::stable_sort(below.begin(), below.end(), larger);
    std::stable_sort(above.begin(), above.end(), larger);
    for (Side& each : below) {
        for (Side& other : above) {
            const Gpu gpu = each.group == other.group ? std::min(each.left, other.left) : 0;
            if (gpu == 0)
                continue;
            fairness.pairs.push_back({*each.team, other.team, gpu});
            each.left -= gpu;
            other.left -= gpu;
        }
        if (each.left > 0)
            fairness.pairs.push_back({*each.team, {}, each.left});
    }
    std::stable_sort(fairness.pairs.begin(), fairness.pairs.end(),
                     [](const FairPair& a, const FairPair& b) { return a.gpu > b.gpu; });
}

}  // namespace

Fairness fairnessOf(const Usage& usage, Moment at) {
    Fairness fairness;
    fairness.at = at;
    const Swept swept = sweep(usage, std::array<Moment, 2>{at, at + 1});
    fairness.free = perMillisecond(swept.capacity[0].free);
    const std::vector<Gpu> pending = pendingAt(usage, at);
    const std::vector<QuotaColumns>& columns = swept.quotas[0];
    std::vector<bool> parent(usage.quotas.size(), false);
    for (const UsageQuota& quota : usage.quotas)
        if (quota.parent != kNone)
            parent[quota.parent] = true;
    FairTeam hidden;
    for (std::uint32_t i = 0; i < usage.quotas.size(); ++i) {
        const QuotaColumns& from = columns[i];
        FairTeam team;
        team.quota = i;
        team.guaranteed = perMillisecond(from.guaranteed);
        team.entitled =
            from.known > 0 ? std::optional(perMillisecond(from.entitled)) : std::nullopt;
        team.used = perMillisecond(from.within + from.borrowed);
        team.borrowed = perMillisecond(from.borrowed);
        team.lent = perMillisecond(from.lent);
        team.idle = perMillisecond(from.idleWaited + from.idleCalm);
        team.pending = pending[i];
        // A removed quota has no share either.
        if ((parent[i] || !team.entitled) &&
            team.guaranteed + team.entitled.value_or(0) + team.used + team.pending == 0)
            continue;
        if (!usage.quotas[i].hidden) {
            fairness.teams.push_back(team);
            continue;
        }
        hidden.guaranteed += team.guaranteed;
        hidden.entitled = hidden.entitled && team.entitled
                              ? std::optional(*hidden.entitled + *team.entitled)
                              : std::nullopt;
        hidden.used += team.used;
        hidden.borrowed += team.borrowed;
        hidden.lent += team.lent;
        hidden.idle += team.idle;
        hidden.pending += team.pending;
    }
    if (std::any_of(usage.quotas.begin(), usage.quotas.end(),
                    [](const UsageQuota& quota) { return quota.hidden; }))
        fairness.teams.push_back(hidden);
    for (std::size_t i = 0; i < fairness.teams.size(); ++i) {
        FairTeam& team = fairness.teams[i];
        if (team.entitled.value_or(0) > 0)
            team.saturationMillionths = mulDivHalfUp(team.used, 1'000'000, *team.entitled);
        const Gpu within = team.used - team.borrowed;
        if (team.guaranteed > within && team.quota != kNone)
            fairness.idle.push_back(
                {i, team.guaranteed - within, idleSince(usage, team.quota, at)});
    }
    pairUp(usage, fairness);
    return fairness;
}

void findReasons(const Usage& usage, const Engine& asked, Fairness& fairness) {
    for (FairPair& pair : fairness.pairs) {
        const std::uint32_t quota = fairness.teams[pair.starves].quota;
        const auto id = quota == kNone ? std::nullopt : asked.findQuota(usage.quotas[quota].name);
        if (!id)
            continue;
        for (const WorkloadId each : asked.waiting(*id)) {
            auto reason = asked.reason(each);
            if (!reason || reason->code == ReasonCode::blockedByHead)
                continue;
            pair.waits = asked.name(each);
            pair.reason = std::move(reason);
            break;
        }
    }
}

std::string teamName(const Usage& usage, const FairTeam& team) {
    return team.quota == kNone ? std::string() : usage.quotas[team.quota].team;
}

std::optional<std::int64_t> keptBy(const Usage& usage, const FairTeam& team, const FairDay& day) {
    if (team.quota == kNone)
        return {};
    const std::string& name = usage.quotas[team.quota].name;
    const auto found = std::find_if(day.kept.begin(), day.kept.end(),
                                    [&](const auto& each) { return each.first == name; });
    return found == day.kept.end() ? std::nullopt : found->second;
}

void writeFairness(std::ostream& stream, const Usage& usage, const Fairness& fairness,
                   const FairDay* day, Moment zero) {
    Writer out(stream);
    const auto quota = [&](const char* key, std::optional<std::size_t> team) {
        out.key(key);
        const std::uint32_t place = team ? fairness.teams[*team].quota : kNone;
        if (place == kNone)
            out.null();
        else
            out.text(usage.quotas[place].name);
    };
    const auto part = [&](const char* key, std::optional<std::int64_t> millionths) {
        out.key(key);
        if (millionths)
            out.number(decimalText(*millionths, 6, 1));
        else
            out.null();
    };
    const auto gpus = [&](const char* key, Gpu gpu) {
        out.key(key);
        out.gpu(gpu);
    };
    out.beginObject(Layout::lines);
    out.key("apportion");
    out.whole(1);
    out.key("time");
    out.seconds(fairness.at - zero);
    gpus("free", fairness.free);
    part("shareKept", day != nullptr ? day->keptByAll : std::nullopt);
    out.key("teams");
    out.beginArray(Layout::lines);
    for (std::size_t i = 0; i < fairness.teams.size(); ++i) {
        const FairTeam& team = fairness.teams[i];
        out.beginObject();
        quota("quota", i);
        gpus("guaranteed", team.guaranteed);
        out.key("entitled");
        if (team.entitled)
            out.gpu(*team.entitled);
        else
            out.null();
        gpus("used", team.used);
        gpus("borrowed", team.borrowed);
        gpus("lent", team.lent);
        gpus("pending", team.pending);
        part("saturation", team.saturationMillionths);
        part("shareKept", day != nullptr ? keptBy(usage, team, *day) : std::nullopt);
        out.endObject();
    }
    out.endArray();
    writeList(
        out, "pairs", fairness.pairs,
        [&](const FairPair& pair) {
            out.beginObject();
            quota("starves", pair.starves);
            quota("borrows", pair.borrows);
            out.key("isFree");
            out.flag(!pair.borrows);
            gpus("gpu", pair.gpu);
            out.key("waits");
            pair.reason ? out.text(pair.waits) : out.null();
            out.key("reason");
            if (pair.reason)
                answers::message(out, pair.reason->message);
            else
                out.null();
            out.endObject();
        },
        Layout::lines);
    writeList(
        out, "idleGuarantees", fairness.idle,
        [&](const IdleGuarantee& each) {
            out.beginObject();
            quota("quota", each.team);
            gpus("gpu", each.gpu);
            out.key("since");
            out.seconds(each.since - zero);
            out.endObject();
        },
        Layout::lines);
    out.endObject();
    out.finish();
}

}  // namespace apportion::report
