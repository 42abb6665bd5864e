// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scenario_writer.h"

#include <sstream>

#include "core/io/output_file.h"
#include "core/io/scenario/write_parts.h"
#include "core/model/words.h"

namespace apportion {

namespace {

void writeSettings(json::Writer& out, const Settings& settings) {
    const Settings defaults;
    if (settings == defaults)
        return;
    out.key("settings");
    out.beginObject(json::Layout::lines);
    if (settings.placement != defaults.placement) {
        out.key("placement");
        out.text(word(settings.placement));
    }
    if (settings.consolidation != defaults.consolidation) {
        out.key("consolidation");
        out.flag(settings.consolidation);
    }
    if (settings.moveLoss != defaults.moveLoss) {
        if (settings.moveLoss) {
            scenario::writeTime(out, "moveLoss", *settings.moveLoss);
        } else {
            out.key("moveLoss");
            out.null();
        }
    }
    const auto time = [&](std::string_view key, Duration Settings::*setting) {
        if (settings.*setting != defaults.*setting)
            scenario::writeTime(out, key, settings.*setting);
    };
    time("gracePeriod", &Settings::gracePeriod);
    time("minRuntime", &Settings::minRuntime);
    time("balanceTimeout", &Settings::balanceTimeout);
    time("agingInterval", &Settings::agingInterval);
    out.endObject();
}

template <typename T>
void writeList(json::Writer& out, std::string_view key, const std::vector<T>& list) {
    if (list.empty())
        return;
    out.key(key);
    out.beginArray(json::Layout::lines);
    for (const auto& element : list)
        scenario::write(out, element);
    out.endArray();
}

// Recorded work is made one by one: all of it would take several times its memory.
void writeWorkloads(json::Writer& out, const Scenario& scenario) {
    if (!scenario.recorded)
        return writeList(out, "workloads", scenario.workloads);
    out.key("workloads");
    out.beginArray(json::Layout::lines);
    for (const Workload& workload : scenario.workloads)
        scenario::write(out, workload);
    for (std::size_t i = 0; i < scenario.recorded->size(); ++i)
        scenario::write(out, scenario.recorded->at(i));
    out.endArray();
}

}  // namespace

void writeScenario(std::ostream& out, const Scenario& scenario) {
    json::Writer json(out);
    json.beginObject(json::Layout::lines);
    json.key("apportion");
    json.whole(kScenarioFormat);
    if (!scenario.name.empty()) {
        json.key("name");
        json.text(scenario.name);
    }
    if (!scenario.epoch.empty()) {
        json.key("epoch");
        json.text(scenario.epoch);
    }
    writeSettings(json, scenario.settings);
    writeList(json, "nodes", scenario.nodes);
    writeList(json, "quotas", scenario.quotas);
    writeList(json, "workspaces", scenario.workspaces);
    writeWorkloads(json, scenario);
    writeList(json, "events", scenario.events);
    if (scenario.until)
        scenario::writeTime(json, "until", *scenario.until);
    json.endObject();
    json.finish();
}

Result<void> saveScenario(const std::string& path, const Scenario& scenario) {
    std::ostringstream text;
    writeScenario(text, scenario);
    return writeOutput(path, std::move(text).str());
}

}  // namespace apportion
