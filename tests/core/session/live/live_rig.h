// SPDX-License-Identifier: GPL-3.0-or-later
// A live pool on a clock that is moved by hand, and the same as a simulation.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/scenario_writer.h"
#include "core/session/live/live_pool.h"
#include "core/sim/simulation.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {

class LiveProject : public SmallProject {
protected:
    ~LiveProject() override { live_.reset(); }  // before the desk

    void makeFrom(const Scenario& scenario) {
        ASSERT_TRUE(saveScenario(folder_ / "scenario.json", scenario));
        Problems notes;
        auto made = ProjectDesk::init(path_, folder_ / "scenario.json", notes, "ana", clock());
        ASSERT_TRUE(made) << allOf(made.error());
        desk_ = std::make_unique<ProjectDesk>(std::move(*made));
        epoch_ = now();
    }
    void goLive() {
        auto live = LivePool::start(*desk_);
        ASSERT_TRUE(live) << allOf(live.error());
        live_.emplace(std::move(*live));
        tick();
    }
    // The program ends and is started again.
    void restart() {
        live_.reset();
        reopen();
        goLive();
    }
    std::vector<JournalEntry> tick() {
        auto ticked = live_->tick();
        EXPECT_TRUE(ticked) << allOf(ticked.error());
        return ticked ? ticked->written : std::vector<JournalEntry>{};
    }
    std::vector<JournalEntry> tickAfter(Duration time) {
        passes(time);
        return tick();
    }
    void at(Instant instant) { *now_ = epoch_ + instant; }

    Outcome shown() {
        auto shown = desk_->show();
        EXPECT_TRUE(shown) << allOf(shown.error());
        return shown ? shown->outcome : Outcome{};
    }
    WorkloadOutcome work(const std::string& name) {
        std::optional<WorkloadOutcome> found;
        for (auto& [each, outcome] : shown().workloads)
            if (each == name)
                found = outcome;
        EXPECT_TRUE(found) << "no work " << name;
        return found.value_or(WorkloadOutcome{});
    }
    WorkloadState state(const std::string& name) { return work(name).state; }
    WorkloadRun runOf(const std::string& name) {
        const ProjectWorkload* found = findWork(project(), name);
        EXPECT_NE(found, nullptr) << name;
        return found ? found->run : WorkloadRun{};
    }
    bool verified() {
        const auto audit = desk_->audit(true);
        EXPECT_TRUE(audit && audit->verified) << (audit ? allOf(audit->problems) : "");
        return audit && audit->verified;
    }

    Moment epoch_ = 0;
    std::optional<LivePool> live_;
};

inline std::string decimal(Gpu gpu) {
    std::string text = std::to_string(gpu / kOneGpu);
    if (gpu % kOneGpu != 0)
        text += "." + std::to_string(kOneGpu + gpu % kOneGpu).substr(1);
    return text;
}

inline std::string secondsOf(Duration time) {
    return std::to_string(time / kSecond) + "." +
           std::to_string(kSecond + time % kSecond).substr(1);
}

// What a person would type to submit it.
inline CommandRequest submitOf(const Workload& work) {
    Given given{{"name", work.name},
                {"quota", work.quota},
                {"gpu", decimal(work.request.gpu)},
                {"replicas", std::to_string(work.replicas)},
                {"priority", std::to_string(work.priority)},
                {"module", std::string(word(work.module))}};
    if (work.minReplicas)
        given.emplace_back("min-replicas", std::to_string(*work.minReplicas));
    if (work.duration)
        given.emplace_back("duration", secondsOf(*work.duration));
    if (work.checkpoint)
        given.emplace_back("checkpoint", secondsOf(*work.checkpoint));
    if (work.preemptible)
        given.emplace_back("preemptible", *work.preemptible ? "yes" : "no");
    if (work.idle)
        given.emplace_back("idle", "true");
    return command("submit", given);
}

inline CommandRequest commandOf(const EventAction& action) {
    if (const auto* finish = std::get_if<FinishEvent>(&action))
        return command("finish", {{"name", finish->workload}});
    if (const auto* cancel = std::get_if<CancelEvent>(&action))
        return command("cancel", {{"name", cancel->workload}});
    if (const auto* node = std::get_if<NodeEvent>(&action))
        return command("nodes.state",
                       {{"node", node->node}, {"state", std::string(word(node->state))}});
    const auto& scale = std::get<ScaleEvent>(action);
    Given given{{"mode", std::string(word(scale.mode))}, {"after", secondsOf(scale.after)}};
    for (const auto& [quota, limit] : scale.targets)
        given.emplace_back("sizes", quota + "=" + decimal(*limit.gpu));
    return command("scale", given);
}

// What both say of the work, line by line.
inline std::vector<std::string> linesOf(const Outcome& outcome) {
    std::map<std::string, std::string> byName;
    const auto time = [](const std::optional<Instant>& instant) {
        return instant ? std::to_string(*instant) : std::string("-");
    };
    for (const auto& [name, work] : outcome.workloads) {
        std::string line = name + " " + std::string(stateText(work.state)) + " start " +
                           time(work.start) + " end " + time(work.end) + " stopping " +
                           time(work.stopping) + " waited " + std::to_string(work.waited) +
                           " preempted " + std::to_string(work.preemptions) + " on";
        for (const Placement& placement : work.placements)
            line += " " + placement.node + "=" + decimal(placement.gpu);
        byName[name] = line;
    }
    std::vector<std::string> lines;
    lines.reserve(byName.size() + outcome.evictions.size());
    for (auto& [name, line] : byName)
        lines.push_back(std::move(line));
    for (const Eviction& each : outcome.evictions)
        lines.push_back(std::to_string(each.at) + " " + each.victim + " for " + each.preemptor +
                        " by " + std::string(ruleText(each.rule)) + " of " + each.quota + " gpu " +
                        decimal(each.gpu) + " lost " + std::to_string(each.lost) + " because " +
                        render(each.why) + " worse by " + each.worseBy);
    return lines;
}

}  // namespace apportion::testing
