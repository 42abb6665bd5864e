// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/value_json.h"

#include <array>

namespace apportion {

template <>
struct Words<Value::Kind> {
    static constexpr std::array<std::string_view, 8> all{"text", "list",   "count",   "gpu",
                                                         "cpu",  "memory", "seconds", "flag"};
};

namespace store {

Json messageJson(const Message& message) {
    Json arguments = Json::array();
    for (const Argument& argument : message.arguments) {
        const Value& value = argument.value;
        Json held = value.number;
        if (value.kind == Value::Kind::text)
            held = value.text;
        else if (value.kind == Value::Kind::list)
            held = value.list;
        arguments.push_back(
            {{"name", argument.name}, {"kind", word(value.kind)}, {"value", std::move(held)}});
    }
    return {{"code", message.code}, {"arguments", std::move(arguments)}};
}

Message messageFrom(const Json& value) {
    Message message;
    message.code = value.at("code").get<std::string>();
    for (const Json& each : value.at("arguments")) {
        Argument argument;
        argument.name = each.at("name").get<std::string>();
        argument.value.kind = wordAt<Value::Kind>(each, "kind");
        const Json& held = each.at("value");
        if (argument.value.kind == Value::Kind::text)
            argument.value.text = held.get<std::string>();
        else if (argument.value.kind == Value::Kind::list)
            argument.value.list = held.get<std::vector<std::string>>();
        else
            argument.value.number = held.get<std::int64_t>();
        message.arguments.push_back(std::move(argument));
    }
    return message;
}

}  // namespace store
}  // namespace apportion
