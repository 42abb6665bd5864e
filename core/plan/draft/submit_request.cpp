// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/submit_request.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace apportion {

SubmitWork submissionOf(const Workload& work, const std::optional<WorkCommand>& command) {
    const auto unlessNone = [](std::int64_t amount) {
        return amount == 0 ? std::nullopt : std::optional(amount);
    };
    SubmitWork submit{work.quota,
                      work.workspace,
                      work.request.gpu,
                      work.replicas,
                      work.minReplicas,
                      work.priority,
                      work.module,
                      work.name,
                      work.gpuType,
                      unlessNone(work.request.cpu),
                      unlessNone(work.request.memory),
                      work.duration,
                      work.checkpoint,
                      work.preemptible,
                      work.idle};
    if (command) {
        submit.directory = command->directory;
        submit.command = command->arguments;
    }
    return submit;
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
