// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a file is no text that is read here, by what it begins with.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/model/message.h"

namespace apportion {

// As many bytes tell it.
inline constexpr std::size_t kLongestFileMark = 16;

// What it is: text in another encoding, packed otherwise, a database. Not gzip.
std::optional<Message> otherKind(std::string_view begin);

}  // namespace apportion
