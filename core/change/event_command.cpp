// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/event_command.h"

#include <nlohmann/json.hpp>

#include "core/io/scenario_parts.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

namespace {

struct Maker {
    CommandRequest operator()(const ScaleEvent& scale) const {
        CommandRequest request;
        request.id = "scale";
        std::vector<std::string> sizes;
        for (const auto& [quota, target] : scale.targets)
            if (target.gpu)
                sizes.push_back(quota + "=" + gpuText(*target.gpu));
        request.arguments.set("sizes", std::move(sizes));
        setMode(request, scale.mode, ScaleMode::refuse, scale.after);
        return request;
    }

    static void setMode(CommandRequest& request, ScaleMode mode, ScaleMode usual, Duration after) {
        if (mode != usual)
            request.arguments.set("mode", std::string(word(mode)));
        if (after > 0)
            request.arguments.set("after", std::to_string(after / kSecond) + "s");
    }

    CommandRequest operator()(const PolicyEvent& policy) const {
        // The keys of the change are those of the event beside these three.
        auto keys = nlohmann::json::parse(partText(Event{0, policy}));
        for (const char* other : {"at", "do", "quota", "mode", "after"})
            keys.erase(other);
        CommandRequest request;
        request.id = "policy";
        request.arguments.set("quota", policy.quota);
        request.arguments.set("set", keys.dump());
        setMode(request, policy.mode, ScaleMode::drain, policy.after);
        return request;
    }

    CommandRequest operator()(const CancelEvent& cancel) const {
        return named("cancel", "name", cancel.workload);
    }

    CommandRequest operator()(const FinishEvent& finish) const {
        return named("finish", "name", finish.workload);
    }

    CommandRequest operator()(const NodeEvent& node) const {
        CommandRequest request = named("nodes.state", "node", node.node);
        request.arguments.set("state", std::string(word(node.state)));
        return request;
    }

    static CommandRequest named(const char* id, const char* argument, const std::string& name) {
        CommandRequest request;
        request.id = id;
        request.arguments.set(argument, name);
        return request;
    }
};

}  // namespace

CommandRequest commandOf(const EventAction& action) {
    return std::visit(Maker{}, action);
}

}  // namespace apportion
