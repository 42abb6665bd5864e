// SPDX-License-Identifier: GPL-3.0-or-later
// gzip in memory, by zlib.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace apportion {

enum class GzipError { damaged, truncated, tooLarge };

// Whether the bytes begin as gzip does.
bool isGzip(std::string_view bytes);
// All members one after another. Stops as soon as the text would be larger than `most` bytes.
tl::expected<std::string, GzipError> gunzip(std::string_view bytes, std::size_t most);
// The same bytes for the same text: no time and no name in the header.
std::string gzip(std::string_view text);

}  // namespace apportion
