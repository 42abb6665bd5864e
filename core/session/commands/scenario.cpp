// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on one scenario file.
#include <algorithm>

#include "core/io/scenario_reader.h"
#include "core/model/nearest.h"
#include "core/plan/draft/estimator.h"
#include "core/session/commands/commands.h"
#include "core/sim/simulation.h"

namespace apportion {

Problems validateFile(const std::string& file) {
    const Result<ScenarioFile> read = readScenario(file);
    return read ? read->warnings : read.error();
}

Result<LoadedScenario> loadScenario(const std::string& file) {
    Result<ScenarioFile> read = readScenario(file);
    if (!read)
        return tl::unexpected(read.error());
    return LoadedScenario{std::make_shared<const Scenario>(std::move(read->scenario)),
                          std::move(read->warnings)};
}

std::optional<Explanation> explainWorkload(std::shared_ptr<const Scenario> scenario,
                                           const std::string& workload, std::optional<Instant> at) {
    // A moment behind the end of the run is one of a longer run, as for `simulate --until`.
    Course course = courseOf(scenario);
    if (at && course.until)
        course.until = std::max(*course.until, *at);
    Simulation simulation(std::move(scenario), std::move(course));
    if (at)
        simulation.runTo(*at);
    else
        simulation.runToEnd();
    auto explanation = simulation.explain(workload);
    if (explanation && explanation->state == WorkloadState::pending)
        tellWhenItStarts(likelyStarts({simulation.engine(), explanation->time}, {}, workload),
                         *explanation);
    return explanation;
}

const Workload* findWorkload(const Scenario& scenario, std::string_view name) {
    const auto found = std::find_if(scenario.workloads.begin(), scenario.workloads.end(),
                                    [&](const Workload& w) { return w.name == name; });
    return found == scenario.workloads.end() ? nullptr : &*found;
}

std::string nearestWorkload(const Scenario& scenario, const std::string& name) {
    std::vector<std::string_view> names;
    for (const Workload& workload : scenario.workloads)
        names.push_back(workload.name);
    return nearestWord(name, names);
}

}  // namespace apportion
