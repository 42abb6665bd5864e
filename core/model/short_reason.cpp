// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/short_reason.h"

#include <algorithm>

namespace apportion {

namespace {

// The table has no row for a code that it answers with itself.
bool isKnown(const std::string& code) {
    return messageTemplate(code) != code;
}

}  // namespace

Message shortReason(const Reason& reason) {
    std::string code = "short-" + reason.message.code;
    if (!isKnown(code))
        code = "short-" + std::string(codeText(reason.code));
    const auto& given = reason.message.arguments;
    for (const std::string_view name : messageArguments(code))
        if (std::none_of(given.begin(), given.end(),
                         [&](const Argument& argument) { return argument.name == name; }))
            return reason.message;
    return isKnown(code) ? Message{std::move(code), given} : reason.message;
}

}  // namespace apportion
