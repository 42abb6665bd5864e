// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/model/message.h"

namespace apportion {

// An argument of a message; null, 0 and empty where it has none.
const Value* argumentOf(const Message& message, std::string_view name);
Gpu gpuArgumentOf(const Message& message, std::string_view name);
std::string textArgumentOf(const Message& message, std::string_view name);

}  // namespace apportion
