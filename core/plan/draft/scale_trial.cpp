// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_trial.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/plan/draft/scale_drain.h"
#include "core/plan/draft/scale_effects.h"
#include "core/plan/draft/scale_event.h"
#include "core/plan/fork_run.h"

namespace apportion {

namespace {

struct Shown {
    QuotaId quota = 0;
    bool ownPart = false;
};

// From its root down.
std::vector<QuotaId> pathOf(const Engine& engine, QuotaId quota) {
    std::vector<QuotaId> path;
    for (std::optional<QuotaId> at = quota; at; at = engine.parent(*at))
        path.push_back(*at);
    std::reverse(path.begin(), path.end());
    return path;
}

// Each before what stands below it; its own part first among these.
void sortAsInTheTree(const Engine& engine, std::vector<Shown>& shown) {
    std::vector<std::pair<std::vector<QuotaId>, Shown>> placed;
    placed.reserve(shown.size());
    for (const Shown& each : shown)
        placed.emplace_back(pathOf(engine, each.quota), each);
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.second.ownPart) < std::tie(b.first, b.second.ownPart);
    });
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] = placed[i].second;
}

// The quotas that divide one amount with a changed one, with the own part of their parent.
std::vector<Shown> shownQuotas(const Engine& engine, const ScaleTargets& targets) {
    std::vector<Shown> shown;
    for (const ScaleLevel& level : scaleLevels(engine, targets)) {
        if (std::none_of(level.rows.begin(), level.rows.end(),
                         [](const ScaleRow& row) { return row.target != row.now; }))
            continue;
        if (const auto parent = engine.findQuota(level.parent))
            shown.push_back({*parent, true});
        for (const ScaleRow& row : level.rows)
            shown.push_back({*engine.findQuota(row.quota), false});
    }
    sortAsInTheTree(engine, shown);
    return shown;
}

// Levels below a shown quota divide a part of what it has.
Gpu wholeOf(const Engine& engine, const ScaleTargets& targets, const std::vector<Shown>& shown) {
    const auto sum = [&](const ScaleTargets& sizes) {
        Gpu gpu = 0;
        for (const ScaleLevel& level : scaleLevels(engine, sizes)) {
            const auto is = [&](const std::string& name, bool row) {
                return std::any_of(shown.begin(), shown.end(), [&](const Shown& each) {
                    return !(row && each.ownPart) && engine.quota(each.quota).name == name;
                });
            };
            if (is(level.rows.front().quota, true) && !is(level.parent, true))
                gpu += level.whole;
        }
        return gpu;
    };
    return std::max(sum({}), sum(targets));
}

ScaleAmounts amountsOf(const Engine& engine, const Shown& shown) {
    const QuotaNumbers numbers = engine.numbers(shown.quota);
    if (!shown.ownPart)
        return {numbers.guaranteed, numbers.subtree, numbers.fairShare, numbers.pending};
    ScaleAmounts amounts{numbers.unassigned, numbers.own, engine.ownShare(shown.quota),
                         numbers.pending};
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        if (engine.parent(id) == shown.quota)
            amounts.waiting -= engine.pending(id);
    return amounts;
}

ScaleMoment momentOf(const std::vector<Shown>& shown, const Engine& without, const Engine& with,
                     Instant at) {
    ScaleMoment moment{at, {}};
    for (const Shown& each : shown) {
        ScaleQuotaEffect effect{with.quota(each.quota).name, each.ownPart, amountsOf(without, each),
                                amountsOf(with, each)};
        // An own part that never has anything is nobody's concern.
        if (!each.ownPart || effect.before != ScaleAmounts{} || effect.after != ScaleAmounts{})
            moment.quotas.push_back(std::move(effect));
    }
    return moment;
}

class Trial {
public:
    Trial(const Engine& engine, Instant at, const ScaleRequest& request)
        : engine_(engine), without_(engine, at), with_(engine, at) {
        answer_.request = request;
        answer_.at = at;
    }

    Outlook run() {
        const ScaleRequest& request = answer_.request;
        const auto obstacles = request.mode == ScaleMode::refuse
                                   ? std::vector<ScaleObstacle>{}
                                   : obstaclesOf(engine_, answer_.at, request.targets);
        without_.keepRunnerUp(false);
        without_.apply({});
        with_.apply({EventAction{scaleEvent(request.targets, request.mode, request.after)}});
        shown_ = shownQuotas(engine_, request.targets);
        answer_.whole = wholeOf(engine_, request.targets, shown_);
        answer_.atOnce = momentOf(shown_, engine_, with_.engine(), answer_.at);
        const ForkRun decided = with_;
        if (settle(obstacles) && with_.runGraceOut() && without_.runTo(with_.now()))
            answer_.settled = with_.now() == answer_.at ? answer_.atOnce
                                                        : momentOf(shown_, without_.engine(),
                                                                   with_.engine(), with_.now());
        else
            with_ = decided;
        ScaleEffects effects(engine_, without_, with_);
        effects.look();  // reasons as they are when the scale has done its work
        lookAhead(effects);
        answer_.workloads = effects.all(answer_.unchanged);
        return std::move(answer_);
    }

private:
    // Runs the fork with the scale to where its mode has done its work.
    bool settle(const std::vector<ScaleObstacle>& obstacles) {
        const ScaleRequest& request = answer_.request;
        if (obstacles.empty())
            return true;
        if (request.mode == ScaleMode::reclaim) {
            if (with_.runTo(answer_.at + request.after))
                return true;
            answer_.unsettled = Message{"scale-too-long", {}};
            return false;
        }
        const Drain drain(engine_, request.targets, obstacles);
        if (drain.run(with_))
            return true;
        answer_.unsettled = drain.whyNot(with_);
        return false;
    }

    // To the horizon; what states no duration runs on.
    void lookAhead(ScaleEffects& effects) {
        const Instant until = answer_.at + kScaleHorizon;
        const ForkRun withoutNow = without_;
        const ForkRun withNow = with_;
        if (!without_.runTo(until) || !with_.runTo(until)) {
            answer_.waitUnknown = Message{"scale-too-long", {}};
            without_ = withoutNow;
            with_ = withNow;
            return;
        }
        std::vector<std::string> endless = runningWithoutEnd(without_.engine());
        for (std::string& name : runningWithoutEnd(with_.engine()))
            if (std::find(endless.begin(), endless.end(), name) == endless.end())
                endless.push_back(std::move(name));
        if (endless.size() > kMostNamed)
            answer_.waitNote =
                Message{"scale-endless.many",
                        {{"count", Value::ofCount(static_cast<std::int64_t>(endless.size()))}}};
        else if (!endless.empty())
            answer_.waitNote =
                Message{"scale-endless", {{"workloads", Value::ofList(std::move(endless))}}};
        for (const ScaleQuotaEffect& each : answer_.atOnce.quotas)
            answer_.waits.push_back(effects.waitOf(each.quota, each.ownPart));
    }

    static constexpr std::size_t kMostNamed = 3;
    const Engine& engine_;
    ForkRun without_;
    ForkRun with_;
    std::vector<Shown> shown_;
    Outlook answer_;
};

}  // namespace

Effect tryScale(const Engine& engine, Instant at, const ScaleRequest& request) {
    const ScaleEvent event = scaleEvent(request.targets, request.mode, request.after);
    Effect effect = effectOf(engine, at, {{event}, {}}, Horizon::grace);
    if (effect.refusal.empty()) {
        effect.outlook = Trial(engine, at, request).run();
        return effect;
    }
    effect.outlook.emplace().request = request;
    effect.outlook->at = at;
    return effect;
}

}  // namespace apportion
