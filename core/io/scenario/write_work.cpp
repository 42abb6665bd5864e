// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes, workspaces, workloads and events.
#include "core/io/scenario/write_parts.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion::scenario {

using json::Writer;

namespace {

void writeText(Writer& out, std::string_view key, std::string_view text) {
    if (text.empty())
        return;
    out.key(key);
    out.text(text);
}

void writeNumber(Writer& out, std::string_view key, const std::string& digits) {
    out.key(key);
    out.number(digits);
}

void writeList(Writer& out, std::string_view key, const std::vector<std::string>& list) {
    out.key(key);
    out.beginArray();
    for (const auto& element : list)
        out.text(element);
    out.endArray();
}

void writeRunning(Writer& out, const RunningSince& running) {
    out.key("running");
    out.beginObject();
    writeTime(out, "since", running.since);
    out.key("placements");
    out.beginArray();
    for (const auto& placement : running.placements)
        scenario::write(out, placement);
    out.endArray();
    out.endObject();
}

// What follows "at" and "do".
struct ActionKeys {
    Writer& out;

    void operator()(const ScaleEvent& scale) const {
        out.key("quotas");
        out.beginObject();
        for (const auto& [quota, target] : scale.targets) {
            out.key(quota);
            scenario::write(out, target);
        }
        out.endObject();
        writeMode(scale.mode, ScaleMode::refuse, scale.after);
    }
    void operator()(const PolicyEvent& policy) const {
        out.key("quota");
        out.text(policy.quota);
        writePolicyKeys(out, policy.change);
        writeMode(policy.mode, ScaleMode::drain, policy.after);
    }
    void operator()(const CancelEvent& cancel) const { workload(cancel.workload); }
    void operator()(const FinishEvent& finish) const { workload(finish.workload); }
    void operator()(const NodeEvent& node) const {
        out.key("node");
        out.text(node.node);
        out.key("state");
        out.text(word(node.state));
    }

    void writeMode(ScaleMode mode, ScaleMode usual, Duration after) const {
        if (mode != usual) {
            out.key("mode");
            out.text(word(mode));
        }
        if (after != 0)
            writeTime(out, "after", after);
    }

    void workload(const std::string& name) const {
        out.key("workload");
        out.text(name);
    }
};

}  // namespace

void write(Writer& out, const Cap& cap) {
    out.beginObject();
    if (cap.role) {
        out.key("role");
        out.text(word(*cap.role));
    }
    if (cap.user) {
        out.key("user");
        out.text(*cap.user);
    }
    if (cap.priorities) {
        out.key("priorities");
        out.beginArray();
        out.whole(cap.priorities->from);
        out.whole(cap.priorities->to);
        out.endArray();
    }
    if (cap.modules) {
        out.key("modules");
        out.beginArray();
        for (std::size_t i = 0; i < cap.modules->size(); ++i)
            if (cap.modules->test(i))
                out.text(word(static_cast<Module>(i)));
        out.endArray();
    }
    out.key("gpu");
    out.gpu(cap.gpu);
    out.endObject();
}

void writeTime(Writer& out, std::string_view key, Instant time) {
    writeNumber(out, key, decimalText(time, 3));
}

void write(Writer& out, const NodeGroup& group) {
    const auto& node = group.node;
    out.beginObject();
    out.key("name");
    out.text(node.name);
    if (group.count != 1) {
        out.key("count");
        out.whole(group.count);
    }
    out.key("gpu");
    out.gpu(node.gpu);
    writeText(out, "gpuType", node.gpuType);
    if (node.cpu)
        writeNumber(out, "cpu", cpuText(*node.cpu));
    if (node.memory)
        writeNumber(out, "memory", memoryText(*node.memory));
    if (!node.labels.empty()) {
        out.key("labels");
        out.beginObject();
        for (const auto& [key, value] : node.labels) {
            out.key(key);
            out.text(value);
        }
        out.endObject();
    }
    out.endObject();
}

void write(Writer& out, const Workspace& workspace) {
    out.beginObject();
    out.key("name");
    out.text(workspace.name);
    writeList(out, "quotas", workspace.quotas);
    if (!workspace.members.empty()) {
        out.key("members");
        out.beginArray();
        for (const auto& member : workspace.members) {
            out.beginObject();
            out.key("user");
            out.text(member.user);
            out.key("role");
            out.text(word(member.role));
            out.endObject();
        }
        out.endArray();
    }
    if (!workspace.caps.empty()) {
        out.key("caps");
        out.beginArray();
        for (const auto& cap : workspace.caps)
            write(out, cap);
        out.endArray();
    }
    if (workspace.request) {
        out.key("request");
        out.beginObject();
        out.key("quota");
        out.text(workspace.request->quota);
        out.key("gpu");
        out.gpu(workspace.request->gpu);
        writeText(out, "by", workspace.request->by);
        writeText(out, "why", workspace.request->why);
        out.endObject();
    }
    out.endObject();
}

void write(Writer& out, const Placement& placement) {
    out.beginObject();
    out.key("node");
    out.text(placement.node);
    out.key("gpu");
    out.gpu(placement.gpu);
    out.endObject();
}

void write(Writer& out, const Workload& workload) {
    const Workload defaults;
    out.beginObject();
    out.key("name");
    out.text(workload.name);
    writeText(out, "workspace", workload.workspace);
    writeText(out, "quota", workload.quota);
    writeText(out, "user", workload.user);
    if (workload.module != defaults.module) {
        out.key("module");
        out.text(word(workload.module));
    }
    if (workload.priority != defaults.priority) {
        out.key("priority");
        out.whole(workload.priority);
    }
    out.key("gpu");
    out.gpu(workload.request.gpu);
    if (workload.request.cpu != 0)
        writeNumber(out, "cpu", cpuText(workload.request.cpu));
    if (workload.request.memory != 0)
        writeNumber(out, "memory", memoryText(workload.request.memory));
    if (workload.replicas != defaults.replicas) {
        out.key("replicas");
        out.whole(workload.replicas);
    }
    if (workload.minReplicas) {
        out.key("minReplicas");
        out.whole(*workload.minReplicas);
    }
    writeText(out, "gpuType", workload.gpuType);
    writeTime(out, "submit", workload.submit);
    if (workload.duration)
        writeTime(out, "duration", *workload.duration);
    if (workload.checkpoint)
        writeTime(out, "checkpoint", *workload.checkpoint);
    if (workload.preemptible) {
        out.key("preemptible");
        out.flag(*workload.preemptible);
    }
    if (workload.idle) {
        out.key("idle");
        out.flag(true);
    }
    if (workload.accepted) {
        out.key("accepted");
        out.flag(true);
    }
    if (workload.running)
        writeRunning(out, *workload.running);
    out.endObject();
}

void write(Writer& out, const Event& event) {
    out.beginObject();
    writeTime(out, "at", event.at);
    out.key("do");
    out.text(eventName(event.action));
    std::visit(ActionKeys{out}, event.action);
    out.endObject();
}

}  // namespace apportion::scenario
