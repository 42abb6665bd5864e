// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/model/message.h"
#include "ui/rich_text.h"

namespace apportion::ui {

// messageText() with these of its arguments in bold.
RichText boldMessage(const Message& message, const std::vector<std::string_view>& names);

}  // namespace apportion::ui
