// SPDX-License-Identifier: GPL-3.0-or-later
// What an explanation proposes is taken by a file as it is printed: its events by a scenario and by
// a plan, its nodes by a plan, and does there what it says. A cap has no event in either: it stands
// with its workspace.
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/io/answers/explanation_writer.h"
#include "core/io/plan/plan_reader.h"
#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"
#include "core/model/validate.h"
#include "core/plan/apply.h"
#include "core/sim/simulation.h"

namespace apportion {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::string allOf(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems)
        if (!problem.warning)
            text += problem.pointer + ": " + render(problem.message) + "\n";
    return text;
}

class Story {
public:
    explicit Story(std::shared_ptr<const Scenario> scenario) : scenario_(std::move(scenario)) {
        std::ostringstream out;
        writeScenario(out, *scenario_);
        text_ = Json::parse(out.str());
    }

    // Of everyone who waits after each submission, and at the end. By verb how many there were.
    void lookAtAll(std::map<std::string, int>& proposed) {
        std::set<Instant> moments;
        for (const Workload& workload : scenario_->workloads)
            moments.insert(workload.submit);
        Simulation simulation(scenario_);
        for (const Instant at : moments) {
            simulation.runTo(std::min(at, scenario_->until.value_or(at)));
            lookAt(simulation, proposed);
        }
        simulation.runToEnd();
        lookAt(simulation, proposed);
    }

private:
    void lookAt(const Simulation& simulation, std::map<std::string, int>& proposed) {
        for (const Workload& workload : scenario_->workloads) {
            const auto explanation = simulation.explain(workload.name);
            if (!explanation || explanation->unblock.empty())
                continue;
            std::ostringstream out;
            writeExplanation(out, *explanation);
            const Json document = Json::parse(out.str());
            for (const Json& unblock : document["unblock"]) {
                const Json& change = unblock["change"];
                const std::string verb = change["do"];
                ++proposed[verb];
                if (verb != "set-cap" && seen_.insert(change.dump()).second)
                    isTaken(change, verb, workload.name);
            }
        }
    }

    void isTaken(const Json& change, const std::string& verb, const std::string& work) {
        const Json plan = {{"apportionPlan", 1},
                           {"base", {{"scenario", "story.json"}}},
                           {"sets", {{{"name", "set"}, {"edits", Json::array({change})}}}}};
        const Result<PlanFile> read = parsePlan(plan.dump());
        ASSERT_TRUE(read) << change << "\n" << allOf(read.error());
        const Result<Applied> applied =
            applySet(PlanBase(scenario_, {}), read->plan.sets.front(), "/sets/0", 1);
        EXPECT_TRUE(applied) << change << "\n" << allOf(applied.error());
        if (applied)
            startsThere(*applied, read->plan.sets.front().edits.front().at, work, change);
        if (verb == "add-nodes")
            return;
        Json with = text_;
        with["events"].push_back(change);
        const Result<ScenarioFile> scenario = parseScenario(with.dump());
        EXPECT_TRUE(scenario) << change << "\n" << allOf(scenario.error());
    }

    // Or is booked. Where the run ends at that instant, nothing can come behind what is decided in
    // it.
    void startsThere(const Applied& applied, Instant at, const std::string& work,
                     const Json& change) {
        if (at >= scenario_->until.value_or(kNever))
            return;
        Simulation with(applied.loaded(), applied.course);
        with.runTo(at);
        const Engine& engine = with.engine();
        const WorkloadId id = *engine.findWorkload(work);
        const auto reason = engine.reason(id);
        EXPECT_TRUE(engine.state(id) == WorkloadState::running ||
                    (reason && reason->code == ReasonCode::waitingForVictims))
            << work << ": " << change;
    }

    std::shared_ptr<const Scenario> scenario_;
    Json text_;
    std::set<std::string> seen_;
};

TEST(ProposedChanges, AreTakenByAFileAsTheyArePrinted) {
    std::map<std::string, int> proposed;
    for (const auto& entry :
         fs::directory_iterator(fs::path(APPORTION_SOURCE_DIR) / "tests/scenarios")) {
        const fs::path& path = entry.path();
        if (path.extension() != ".json" || path.stem().extension() == ".expect")
            continue;
        Result<ScenarioFile> read = readScenario(path.string());
        if (!read)
            continue;  // it tells what is refused
        SCOPED_TRACE(path.filename().string());
        Story(std::make_shared<const Scenario>(std::move(read->scenario))).lookAtAll(proposed);
    }
    for (const char* verb : {"scale", "policy", "cancel", "add-nodes", "set-cap"})
        EXPECT_GT(proposed[verb], 0) << verb;
}

}  // namespace
}  // namespace apportion
