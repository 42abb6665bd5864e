// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces and workloads.
#include "core/io/scenario/enum_field.h"
#include "core/io/scenario/parts.h"

namespace apportion::scenario {

using json::Field;
using json::Object;

namespace {

void readMember(const Field& field, Member& member) {
    constexpr std::array<std::string_view, 2> kKeys{"user", "role"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readText(object.required("user"), member.user);
    readEnum(object["role"], member.role);
}

void readRequest(const Field& field, MoreRequest& request) {
    constexpr std::array<std::string_view, 4> kKeys{"quota", "gpu", "by", "why"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readText(object.required("quota"), request.quota);
    json::readGpu(object.required("gpu"), request.gpu);
    readReference(object.given("by"), request.by);
    if (const auto why = object.given("why"))
        json::readText(why, request.why);
}

void readRunning(const Field& field, RunningSince& running) {
    constexpr std::array<std::string_view, 2> kKeys{"since", "placements"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readSeconds(object["since"], running.since);
    json::readArray(object.required("placements"), [&](const Field& element) {
        readPlacement(element, running.placements.emplace_back());
    });
}

void readTime(const Field& field, std::optional<Duration>& target) {
    if (Duration time = 0; json::readSeconds(field, time))
        target = time;
}

}  // namespace

void readCap(const Field& field, Cap& cap) {
    constexpr std::array<std::string_view, 5> kKeys{"role", "user", "priorities", "modules", "gpu"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    if (Role role{}; readEnum(object.given("role"), role))
        cap.role = role;
    if (std::string user; json::readText(object.given("user"), user))
        cap.user = std::move(user);
    if (const auto priorities = object.given("priorities"))
        readRange(priorities, cap.priorities.emplace());
    if (const auto modules = object.given("modules"))
        readModules(modules, cap.modules.emplace());
    json::readGpu(object.required("gpu"), cap.gpu);
}

void readWorkspace(const Field& field, Workspace& workspace) {
    constexpr std::array<std::string_view, 5> kKeys{"name", "quotas", "members", "caps", "request"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readText(object.required("name"), workspace.name);
    json::readArray(object["quotas"], [&](const Field& element) {
        json::readText(element, workspace.quotas.emplace_back());
    });
    json::readArray(object["members"], [&](const Field& element) {
        readMember(element, workspace.members.emplace_back());
    });
    json::readArray(object["caps"],
                    [&](const Field& element) { readCap(element, workspace.caps.emplace_back()); });
    if (const auto request = object.given("request"))
        readRequest(request, workspace.request.emplace());
}

void readWorkload(const Field& field, Workload& workload) {
    constexpr std::array<std::string_view, 19> kKeys{
        "name",       "workspace",   "quota",    "user",        "module",  "priority", "gpu",
        "cpu",        "memory",      "replicas", "minReplicas", "gpuType", "submit",   "duration",
        "checkpoint", "preemptible", "idle",     "accepted",    "running"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readText(object.required("name"), workload.name);
    readReference(object.given("workspace"), workload.workspace);
    readReference(object.given("quota"), workload.quota);
    readReference(object.given("user"), workload.user);
    readModule(object["module"], workload.module);
    json::readWhole(object["priority"], workload.priority);
    json::readGpu(object["gpu"], workload.request.gpu);
    json::readCpu(object["cpu"], workload.request.cpu);
    json::readMemory(object["memory"], workload.request.memory);
    json::readWhole(object["replicas"], workload.replicas);
    if (int least = 0; json::readWhole(object.given("minReplicas"), least))
        workload.minReplicas = least;
    readReference(object.given("gpuType"), workload.gpuType);
    json::readSeconds(object["submit"], workload.submit);
    readTime(object.given("duration"), workload.duration);
    readTime(object.given("checkpoint"), workload.checkpoint);
    if (bool preemptible = false; json::readFlag(object.given("preemptible"), preemptible))
        workload.preemptible = preemptible;
    json::readFlag(object["idle"], workload.idle);
    json::readFlag(object["accepted"], workload.accepted);
    if (const auto running = object.given("running"))
        readRunning(running, workload.running.emplace());
}

}  // namespace apportion::scenario
