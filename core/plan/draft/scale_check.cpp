// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_check.h"

#include <algorithm>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_drain.h"
#include "core/plan/draft/scale_event.h"

namespace apportion {

namespace {

constexpr std::size_t kMostProblems = 8;
constexpr std::size_t kMostRepairs = 3;

ScaleTargets differing(const Engine& engine, const ScaleTargets& targets) {
    ScaleTargets changes;
    for (const auto& [name, gpu] : targets) {
        const auto id = engine.findQuota(name);
        if (!id || engine.quota(*id).guaranteed.gpu != gpu)
            changes.emplace_back(name, gpu);
    }
    return changes;
}

ScaleTargets with(ScaleTargets targets, const std::string& quota, Gpu gpu) {
    for (auto& [name, size] : targets)
        if (name == quota) {
            size = gpu;
            return targets;
        }
    targets.emplace_back(quota, gpu);
    return targets;
}

// Tries repairs and keeps those after which that refusal is gone.
class Repairs {
public:
    Repairs(const Engine& engine, Instant at, const ScaleTargets& targets, const Message& refusal)
        : engine_(engine), at_(at), targets_(targets), refusal_(refusal) {}

    std::vector<ScaleRepair> find() {
        const std::string quota = textArgumentOf(refusal_, "quota");
        if (refusal_.code == "invalid.limit")
            set(quota, gpuArgumentOf(refusal_, "bound"));
        else if (refusal_.code == "invalid.lend")
            set(quota, gpuArgumentOf(refusal_, "lend"));
        else if (refusal_.code == "sum-of-children" || refusal_.code == "above-capacity")
            sums(quota);
        return std::move(found_);
    }

private:
    void keep(ScaleRepair::Kind kind, const std::string& quota, Gpu gpu, ScaleTargets mended) {
        if (found_.size() == kMostRepairs)
            return;
        const auto left = refusalOf(engine_, at_, scaleEvent(mended, ScaleMode::drain));
        if (!left || !isOf(*left, refusal_))
            found_.push_back({kind, quota, gpu, std::move(mended)});
    }
    // A larger parent may want more than there is above it, and that must have its end, too.
    bool holds(const ScaleTargets& mended) const {
        const auto left = refusalOf(engine_, at_, scaleEvent(mended, ScaleMode::drain));
        if (!left || (left->code != "sum-of-children" && left->code != "above-capacity"))
            return true;
        const auto next = Repairs(engine_, at_, mended, *left).find();
        return std::any_of(next.begin(), next.end(), [&](const ScaleRepair& repair) {
            const auto last = refusalOf(engine_, at_, scaleEvent(repair.targets, ScaleMode::drain));
            return !last || !isOf(*last, refusal_);
        });
    }
    static bool isOf(const Message& one, const Message& other) {
        return one.code == other.code &&
               textArgumentOf(one, "quota") == textArgumentOf(other, "quota");
    }
    void set(const std::string& quota, Gpu gpu) {
        keep(ScaleRepair::Kind::set, quota, gpu, with(targets_, quota, gpu));
    }

    // More is given than there is: less for who asks for more, less for a sibling, or a larger
    // parent.
    void sums(const std::string& quota) {
        const Gpu over = gpuArgumentOf(refusal_, "short");
        const std::string parent = refusal_.code == "sum-of-children" ? quota : std::string{};
        for (const ScaleLevel& level : scaleLevels(engine_, targets_)) {
            const bool here =
                parent.empty() ? level.parent.empty() && has(level, quota) : level.parent == parent;
            if (!here)
                continue;
            for (const ScaleRow& row : level.rows)
                if (row.target > row.now && row.target - over >= row.least)
                    set(row.quota, row.target - over);
            if (const ScaleRow* giver = mostSpare(level); giver)
                keep(ScaleRepair::Kind::takeFrom, giver->quota, over,
                     with(targets_, giver->quota, giver->target - over));
            const auto raised = with(targets_, parent, level.whole + over);
            if (!parent.empty() && holds(raised))
                keep(ScaleRepair::Kind::raiseParent, parent, level.whole + over, raised);
        }
    }
    static bool has(const ScaleLevel& level, const std::string& quota) {
        return std::any_of(level.rows.begin(), level.rows.end(),
                           [&](const ScaleRow& row) { return row.quota == quota; });
    }
    // The sibling that gives it with the most left beyond what is in use.
    const ScaleRow* mostSpare(const ScaleLevel& level) const {
        const Gpu over = gpuArgumentOf(refusal_, "short");
        const ScaleRow* best = nullptr;
        const auto spare = [](const ScaleRow& row) { return row.target - row.numbers.subtree; };
        for (const ScaleRow& row : level.rows)
            if (row.target <= row.now && row.target - over >= row.least &&
                (!best || spare(row) > spare(*best)))
                best = &row;
        return best;
    }

    const Engine& engine_;
    Instant at_;
    const ScaleTargets& targets_;
    const Message& refusal_;
    std::vector<ScaleRepair> found_;
};

// The engine names one at a time: each is mended in turn to hear of the next.
std::vector<ScaleProblem> problemsOf(const Engine& engine, Instant at, ScaleTargets targets) {
    std::vector<ScaleProblem> problems;
    while (problems.size() < kMostProblems) {
        const auto refusal = refusalOf(engine, at, scaleEvent(targets, ScaleMode::drain));
        if (!refusal)
            break;
        ScaleProblem problem{textArgumentOf(*refusal, "quota"), *refusal, {}};
        problem.repairs = Repairs(engine, at, targets, *refusal).find();
        const bool mended = !problem.repairs.empty();
        if (mended)
            targets = problem.repairs.front().targets;
        problems.push_back(std::move(problem));
        if (!mended)
            break;
    }
    return problems;
}

ScaleObstacle obstacleOf(Message message) {
    ScaleObstacle obstacle;
    obstacle.quota = textArgumentOf(message, "quota");
    obstacle.placed = gpuArgumentOf(message, "placed");
    obstacle.bound = gpuArgumentOf(message, "bound");
    if (const Value* names = argumentOf(message, "workloads"))
        obstacle.workloads = names->list;
    obstacle.message = std::move(message);
    return obstacle;
}

bool isBelow(const Engine& engine, QuotaId quota, QuotaId ancestor) {
    for (std::optional<QuotaId> at = quota; at; at = engine.parent(*at))
        if (*at == ancestor)
            return true;
    return false;
}

}  // namespace

std::vector<ScaleObstacle> obstaclesOf(const Engine& engine, Instant at,
                                       const ScaleTargets& targets) {
    std::vector<ScaleObstacle> obstacles;
    const auto ask = [&](const ScaleTargets& some) {
        auto refusal = refusalOf(engine, at, scaleEvent(some, ScaleMode::refuse));
        if (!refusal || plainCode(refusal->code) != "below-usage")
            return;
        ScaleObstacle obstacle = obstacleOf(std::move(*refusal));
        if (std::none_of(obstacles.begin(), obstacles.end(),
                         [&](const ScaleObstacle& other) { return other.quota == obstacle.quota; }))
            obstacles.push_back(std::move(obstacle));
    };
    ask(targets);
    if (obstacles.empty())
        return obstacles;
    // The engine names the first. What is made smaller, with what is made smaller below it, is
    // valid alone and says whether it stands in the way too.
    ScaleTargets smaller;
    for (const auto& [name, gpu] : targets)
        if (const auto id = engine.findQuota(name); id && gpu < engine.quota(*id).guaranteed.gpu)
            smaller.emplace_back(name, gpu);
    for (const auto& [name, gpu] : smaller) {
        ScaleTargets part;
        for (const auto& each : smaller)
            if (isBelow(engine, *engine.findQuota(each.first), *engine.findQuota(name)))
                part.push_back(each);
        ask(part);
    }
    return obstacles;
}

ScaleCheck checkScale(const Engine& engine, Instant at, const ScaleTargets& targets) {
    ScaleCheck check;
    check.at = at;
    check.levels = scaleLevels(engine, targets);
    check.changes = differing(engine, targets);
    if (check.changes.empty())
        return check;
    check.problems = problemsOf(engine, at, check.changes);
    if (!check.problems.empty())
        return check;
    check.obstacles = obstaclesOf(engine, at, check.changes);
    if (check.obstacles.empty())
        return check;
    ForkRun fork(engine, at);
    fork.keepRunnerUp(false);
    fork.apply({EventAction{scaleEvent(check.changes, ScaleMode::drain)}});
    Drain drain(engine, check.changes, check.obstacles);
    if (drain.run(fork))
        check.drained = fork.now();
    else
        check.drainUnknown = drain.whyNot(fork);
    return check;
}

}  // namespace apportion
