// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scenario_reader.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/io/input_file.h"
#include "core/io/json/placing.h"
#include "core/io/json/stream.h"
#include "core/io/scenario/consequences.h"
#include "core/io/scenario/parts.h"
#include "core/io/traces/read_trace.h"
#include "core/model/validate.h"

namespace apportion {

namespace {

using json::Field;
using json::Path;

constexpr std::array<std::string_view, 10> kSections{
    "apportion", "name",       "epoch",     "settings", "nodes",
    "quotas",    "workspaces", "workloads", "events",   "until"};

// Puts each element into the scenario as it comes.
class Builder : public json::Sections {
public:
    Builder(Scenario& scenario, Findings& findings) : scenario_(scenario), findings_(findings) {}

    bool splits(std::string_view key, json::Type type) const override {
        return type == json::Type::array && isList(key);
    }

    static bool isList(std::string_view key) {
        constexpr std::array<std::string_view, 5> kLists{"nodes", "quotas", "workspaces",
                                                         "workloads", "events"};
        return std::find(kLists.begin(), kLists.end(), key) != kLists.end();
    }

    void member(std::string_view key, json::Value value) override {
        const Path root;
        const Field field{value, root / key, &findings_};
        sections_.emplace(key);
        if (key == "apportion")
            readFormat(field);
        else if (key == "name")
            json::readText(field, scenario_.name);
        else if (key == "epoch")
            scenario::readEpoch(field, scenario_.epoch);
        else if (key == "settings")
            scenario::readSettings(field, scenario_.settings);
        else if (key == "until")
            readUntil(field);
        else if (isList(key))
            field.is(json::Type::array);
        else
            json::tellUnknownKey(field, kSections);
    }

    void element(std::string_view key, std::size_t index, json::Value value) override {
        const Path root;
        const Path list = root / key;
        if (index == 0)
            sections_.emplace(key);
        const Field field{value, list / index, &findings_};
        if (key == "nodes")
            scenario::readNodeGroup(field, scenario_.nodes.emplace_back());
        else if (key == "quotas")
            scenario::readQuota(field, scenario_.quotas.emplace_back());
        else if (key == "workspaces")
            scenario::readWorkspace(field, scenario_.workspaces.emplace_back());
        else if (key == "workloads")
            scenario::readWorkload(field, scenario_.workloads.emplace_back());
        else
            scenario::readEvent(field, scenario_.events.emplace_back());
    }

    bool formatSeen() const { return formatSeen_; }
    const std::set<std::string, std::less<>>& sections() const { return sections_; }

private:
    void readFormat(const Field& field) {
        formatSeen_ = true;
        std::int64_t format = 0;
        if (!json::readWhole(field, format))
            return;
        if (format > kScenarioFormat)
            field.error("format-newer", {{"version", Value::ofCount(format)},
                                         {"known", Value::ofCount(kScenarioFormat)}});
        else if (format != kScenarioFormat)
            field.error("format-unknown",
                        {{"value", Value::ofText(std::string{field.value.text()})},
                         {"known", Value::ofCount(kScenarioFormat)}});
    }

    void readUntil(const Field& field) {
        if (field.isNull())
            return;
        if (Instant until = 0; json::readSeconds(field, until))
            scenario_.until = until;
    }

    Scenario& scenario_;
    Findings& findings_;
    std::set<std::string, std::less<>> sections_;  // that the file has
    bool formatSeen_ = false;
};

void append(Problems& problems, Problems more) {
    problems.insert(problems.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
}

// A file of another format: nothing else that is said of it would help.
Problems otherFormat(std::string_view code, std::initializer_list<Argument> arguments = {}) {
    Findings findings;
    findings.error("", code, arguments);
    return findings.take();
}

void keepOnlyTrace(std::string_view text, Problems& problems) {
    std::string format = guessFormatOf(text);
    if (!format.empty() && format != "scenario")
        problems = otherFormat("format-trace", {{"format", Value::ofText(std::move(format))}});
}

bool keepOnlyFormat(Problems& problems) {
    if (std::any_of(problems.begin(), problems.end(),
                    [](const Problem& problem) { return problem.pointer == "/apportionPlan"; })) {
        problems = otherFormat("format-plan");
        return true;
    }
    const auto other = std::find_if(problems.begin(), problems.end(), [](const Problem& problem) {
        return problem.message.code == "format-newer" || problem.message.code == "format-unknown";
    });
    if (other == problems.end())
        return false;
    problems = {*other};
    return true;
}

}  // namespace

Result<ScenarioFile> readScenario(const std::string& path) {
    auto text = readInputOf("scenario", path);
    if (!text)
        return tl::unexpected(std::move(text.error()));
    return parseScenario(*text, path);
}

Result<ScenarioFile> parseScenario(std::string_view text, const std::string& file) {
    ScenarioFile read;
    Findings findings;
    Builder builder(read.scenario, findings);
    const auto stop = json::stream(text, builder, findings);
    if (!stop && !builder.formatSeen())
        findings.error("", "format-missing", {{"version", Value::ofCount(kScenarioFormat)}});
    auto problems = findings.take();
    if (stop)
        keepOnlyTrace(text, problems);
    if (!keepOnlyFormat(problems) && !stop) {
        auto found = validate(read.scenario);
        append(problems, problems.empty() ? std::move(found)
                                          : scenario::withoutConsequences(
                                                std::move(found), problems, builder.sections()));
    }
    json::place(text, stop, file, problems);
    if (hasErrors(problems))
        return tl::unexpected(std::move(problems));
    read.warnings = std::move(problems);
    return read;
}

}  // namespace apportion
