// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/io/scenario/enum_field.h"
#include "core/io/scenario/parts.h"

namespace apportion::scenario {

using json::Field;
using json::Object;

namespace {

constexpr std::array<std::string_view, 5> kVerbs{"scale", "policy", "cancel", "finish", "node"};

// Each verb has keys of its own; "at" and "do" were read before.
void readScale(const Field& field, ScaleEvent& scale) {
    constexpr std::array<std::string_view, 5> kKeys{"at", "do", "quotas", "mode", "after"};
    const Object object(field, kKeys);
    json::readMembers(object.required("quotas"), [&](const Field& target, std::string_view quota) {
        readLimit(target, scale.targets.emplace_back(std::string{quota}, Limit{}).second);
    });
    readEnum(object["mode"], scale.mode);
    json::readSeconds(object["after"], scale.after);
}

void readPolicy(const Field& field, PolicyEvent& policy) {
    constexpr auto kKeys = [] {
        std::array<std::string_view, kPolicyKeys.size() + 5> keys{"at", "do", "quota", "mode",
                                                                  "after"};
        std::copy(kPolicyKeys.begin(), kPolicyKeys.end(), keys.begin() + 5);
        return keys;
    }();
    const Object object(field, kKeys, Object::Misplaced{"guaranteed", "unknown-key.policy"});
    json::readText(object.required("quota"), policy.quota);
    readPolicyKeys(object, policy.change);
    readEnum(object["mode"], policy.mode);
    json::readSeconds(object["after"], policy.after);
}

void readEnd(const Field& field, std::string& workload) {
    constexpr std::array<std::string_view, 3> kKeys{"at", "do", "workload"};
    const Object object(field, kKeys);
    json::readText(object.required("workload"), workload);
}

void readNode(const Field& field, NodeEvent& node) {
    constexpr std::array<std::string_view, 4> kKeys{"at", "do", "node", "state"};
    const Object object(field, kKeys);
    json::readText(object.required("node"), node.node);
    readEnum(object.required("state"), node.state);
}

}  // namespace

void readEvent(const Field& field, Event& event) {
    if (!field.is(json::Type::object))
        return;
    json::readSeconds(json::memberOf(field, "at"), event.at);
    const auto verb = json::readWord(json::memberOf(field, "do"), kVerbs);
    if (!verb)
        return;
    switch (*verb) {
        case 0:
            return readScale(field, event.action.emplace<ScaleEvent>());
        case 1:
            return readPolicy(field, event.action.emplace<PolicyEvent>());
        case 2:
            return readEnd(field, event.action.emplace<CancelEvent>().workload);
        case 3:
            return readEnd(field, event.action.emplace<FinishEvent>().workload);
        default:
            return readNode(field, event.action.emplace<NodeEvent>());
    }
}

}  // namespace apportion::scenario
