// SPDX-License-Identifier: GPL-3.0-or-later
// Small values of the model as JSON values. Internal to store; what is not of the shape expected
// throws nlohmann's exceptions or std::invalid_argument, both std::exception.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "core/model/message.h"
#include "core/model/words.h"

namespace apportion::store {

using Json = nlohmann::json;

template <typename T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

template <typename T>
std::optional<T> optionalAt(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return {};
    return found->get<T>();
}

template <typename E>
E wordAt(const Json& object, const char* key) {
    const auto value = fromWord<E>(object.at(key).get<std::string>());
    if (!value)
        throw std::invalid_argument(std::string("unknown word under ") + key);
    return *value;
}

// With the kinds of its arguments, so that nothing is lost.
Json messageJson(const Message& message);
Message messageFrom(const Json& value);

}  // namespace apportion::store
