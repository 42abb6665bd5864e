// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/inherited_values.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/engine/engine.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

using Json = nlohmann::json;

bool isInherited(const EntryChange& change) {
    return change.hasDefault && change.key == "minRuntime" &&
           (change.before.empty() || change.after.empty());
}

Message inherited(Duration time) {
    return {"value-inherited", {{"time", Value::ofSeconds(time)}}};
}

// Rule 18, read above the quota; nothing = there is no such quota.
std::optional<Duration> minRuntimeAbove(const Engine& engine, const std::string& name) {
    const auto quota = engine.findQuota(name);
    if (!quota)
        return std::nullopt;
    for (auto above = engine.parent(*quota); above; above = engine.parent(*above))
        if (const auto& said = engine.quota(*above).policy.minRuntime)
            return *said;
    return engine.settings().minRuntime;
}

Json bodyOf(const store::Objects& objects, ObjectKind kind, const std::string& key) {
    const store::Object* object = objects.find(kind, key);
    return object == nullptr ? Json() : Json::parse(object->body, nullptr, false);
}

std::optional<Duration> minRuntimeIn(const Json& body) {
    const auto found = body.is_object() ? body.find("minRuntime") : body.end();
    return found == body.end() || !found->is_number()
               ? std::nullopt
               : std::optional<Duration>(scaledNumber(found->dump(), kSecond));
}

std::optional<Duration> minRuntimeAbove(const store::Objects& objects, const std::string& name) {
    Json quota = bodyOf(objects, ObjectKind::quota, name);
    if (!quota.is_object())
        return std::nullopt;
    for (std::size_t left = objects.of(ObjectKind::quota).size(); left > 0; --left) {
        const auto parent = quota.find("parent");
        if (parent == quota.end() || !parent->is_string())
            break;
        quota = bodyOf(objects, ObjectKind::quota, parent->get<std::string>());
        if (!quota.is_object())
            return std::nullopt;
        if (const auto said = minRuntimeIn(quota))
            return said;
    }
    for (const auto& [key, pool] : objects.of(ObjectKind::pool)) {
        const Json body = Json::parse(pool.body, nullptr, false);
        if (body.is_object() && body.contains("settings"))
            if (const auto said = minRuntimeIn(body.at("settings")))
                return said;
    }
    return Settings().minRuntime;
}

template <typename Pool>
void say(EntryChanges& changes, const Pool& before, const Pool& after) {
    for (EntryChange& each : changes.changes) {
        if (!isInherited(each))
            continue;
        if (each.before.empty())
            if (const auto time = minRuntimeAbove(before, each.name))
                each.messageBefore = inherited(*time);
        if (each.after.empty())
            if (const auto time = minRuntimeAbove(after, each.name))
                each.messageAfter = inherited(*time);
    }
}

}  // namespace

bool inheritsAny(const EntryChanges& changes) {
    return std::any_of(changes.changes.begin(), changes.changes.end(), isInherited);
}

void sayInherited(EntryChanges& changes, const Engine& now) {
    say(changes, now, now);
}

void sayInherited(EntryChanges& changes, const store::Objects& before,
                  const store::Objects& after) {
    say(changes, before, after);
}

}  // namespace apportion
