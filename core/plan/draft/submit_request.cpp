// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/submit_request.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

CommandRequest submitRequest(const Workload& work, const std::optional<WorkCommand>& command) {
    CommandRequest request;
    request.id = "submit";
    Arguments& arguments = request.arguments;
    const auto text = [&](const char* name, const std::string& value) {
        if (!value.empty())
            arguments.set(name, value);
    };
    const auto seconds = [&](const char* name, const std::optional<Duration>& value) {
        if (value)
            arguments.set(name, secondsText(*value));
    };
    text("name", work.name);
    text("quota", work.quota);
    text("workspace", work.workspace);
    text("gpu-type", work.gpuType);
    arguments.set("gpu", gpuText(work.request.gpu));
    if (work.request.cpu != 0)
        arguments.set("cpu", cpuText(work.request.cpu));
    if (work.request.memory != 0)
        arguments.set("memory", memoryText(work.request.memory));
    arguments.set("replicas", std::to_string(work.replicas));
    if (work.minReplicas)
        arguments.set("min-replicas", std::to_string(*work.minReplicas));
    arguments.set("priority", std::to_string(work.priority));
    arguments.set("module", std::string(word(work.module)));
    seconds("duration", work.duration);
    seconds("checkpoint", work.checkpoint);
    if (work.preemptible)
        arguments.set("preemptible", *work.preemptible ? "yes" : "no");
    if (work.idle)
        arguments.set("idle", "true");
    if (command) {
        arguments.set("directory", command->directory);
        arguments.set("command", command->arguments);
    }
    return request;
}

namespace {

using Named = std::pair<std::string_view, std::string_view>;

template <std::size_t count>
std::string_view valueOf(const std::array<Named, count>& table, std::string_view key,
                         std::string_view byDefault) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const Named& each) { return each.first == key; });
    return found == table.end() ? byDefault : found->second;
}

// Of problems that name no place: they are told of work that others read, too.
std::string_view fieldByCode(const Message& message) {
    constexpr std::array<Named, 11> kFields{{{"no-quota", "quota"},
                                             {"no-quota.workspace", "quota"},
                                             {"forbidden.quota", "quota"},
                                             {"submit-no-quota", "workspace"},
                                             {"not-allowed.submit", "workspace"},
                                             {"not-allowed.submit-bare", "workspace"},
                                             {"not-allowed.submit-nowhere", "workspace"},
                                             {"max-priority", "priority"},
                                             {"max-priority.module", "module"},
                                             {"max-priority.both", "priority"},
                                             {"max-priority.all", "workspace"}}};
    if (plainCode(message.code) == "project-unknown")
        for (const Argument& each : message.arguments)
            if (each.name == "noun" &&
                (each.value.text == "workspace" || each.value.text == "quota"))
                return each.value.text == "quota" ? "quota" : "workspace";
    return valueOf(kFields, message.code, {});
}

}  // namespace

std::string submitField(const Problem& problem) {
    constexpr std::array<Named, 2> kInScenario{
        {{"min-replicas", "minReplicas"}, {"gpu-type", "gpuType"}}};
    if (problem.pointer.empty())
        return std::string(fieldByCode(problem.message));
    const std::string_view name = std::string_view(problem.pointer).substr(1);
    return std::string(valueOf(kInScenario, name, name));
}

}  // namespace apportion
