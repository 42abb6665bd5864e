// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/submit_request.h"

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

}  // namespace apportion
