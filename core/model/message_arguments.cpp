// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/message_arguments.h"

namespace apportion {

const Value* argumentOf(const Message& message, std::string_view name) {
    for (const Argument& argument : message.arguments)
        if (argument.name == name)
            return &argument.value;
    return nullptr;
}

Gpu gpuArgumentOf(const Message& message, std::string_view name) {
    const Value* value = argumentOf(message, name);
    return value ? value->number : 0;
}

std::string textArgumentOf(const Message& message, std::string_view name) {
    const Value* value = argumentOf(message, name);
    return value ? value->text : std::string{};
}

}  // namespace apportion
