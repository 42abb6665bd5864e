// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/short_reason.h"

#include <algorithm>
#include <array>

namespace apportion {

namespace {

// The table has no row for a code that it answers with itself.
bool isKnown(const std::string& code) {
    return messageTemplate(code) != code;
}

constexpr std::array<std::string_view, 5> kNeverRan = {
    "command-failed.start", "command-failed.no-node", "command-failed.elsewhere",
    "command-failed.devices", "command-failed.missing-device"};

// It may run, or have run, for another file.
constexpr std::array<std::string_view, 2> kRunElsewhere = {"command-failed.approval",
                                                           "command-failed.other-pool"};

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

std::string badgeCode(const Reason& reason) {
    if (std::find(kNeverRan.begin(), kNeverRan.end(), reason.message.code) != kNeverRan.end())
        return "not-started";
    if (std::find(kRunElsewhere.begin(), kRunElsewhere.end(), reason.message.code) !=
        kRunElsewhere.end())
        return "not-run-here";
    return std::string(codeText(reason.code));
}

}  // namespace apportion
