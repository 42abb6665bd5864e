// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/end_check.h"

#include <utility>

namespace apportion {

namespace {

constexpr Duration kYear = Duration{366} * 24 * 3600 * kSecond;

}  // namespace

std::optional<Message> refusalOfEnd(Moment now, Moment ends) {
    if (ends <= now)
        return Message{"temporary-past", {}};
    if (ends - now > kYear)
        return Message{"temporary-far", {}};
    return std::nullopt;
}

Message refusalOfNoEnd(std::string example) {
    return {"temporary-no-moment", {{"example", Value::ofText(std::move(example))}}};
}

}  // namespace apportion
