// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/reason.h"

#include <array>

namespace apportion {

namespace {

// In the order of ReasonCode.
constexpr std::array<std::string_view, 18> kCodes{
    "forbidden",           "max-priority",
    "never-fits",          "gpu-type",
    "blocked-by-head",     "cap",
    "over-limit",          "non-preemptible-over-quota",
    "over-quota-off",      "kept-back",
    "waiting-for-victims", "fragmented",
    "above-fair-share",    "no-eligible-victims",
    "no-capacity",         "needs-approval",
    "command-failed",      "not-live"};

}  // namespace

std::string_view codeText(ReasonCode code) {
    return kCodes[static_cast<std::size_t>(code)];
}

std::optional<ReasonCode> reasonFromText(std::string_view text) {
    for (std::size_t i = 0; i < kCodes.size(); ++i)
        if (kCodes[i] == text)
            return static_cast<ReasonCode>(i);
    return std::nullopt;
}

bool isOfRule(const Reason& reason) {
    return reason.code != ReasonCode::commandFailed;
}

}  // namespace apportion
