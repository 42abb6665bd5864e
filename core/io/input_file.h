// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an input: a file or standard input, plain or gzip.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion {

// Whether there is a file at all, before its format is asked for. "-" is standard input.
Result<void> checkInput(const std::string& path);
// Standard input, a pipe or another device: what was read of it is gone.
bool isReadOnce(const std::string& path);

// How a SQLite database begins, which a project is.
inline constexpr std::string_view kDatabaseMark{"SQLite format 3\0", 16};

inline constexpr std::size_t kLargestFile = std::size_t{256} << 20;  // bytes, unpacked

// `path` may be "-" for standard input; gzip is recognised by content. Errors: no-such-file,
// is-directory, unreadable, too-large, bad-gzip, truncated-gzip, empty-file, blank-file, bad-utf8,
// file-is-database.
Result<std::string> readInput(const std::string& path, std::size_t most = kLargestFile);

// The same, for a document of a kind: "scenario", "plan"; an empty file says what is to be in it.
Result<std::string> readInputOf(std::string_view kind, const std::string& path);

// The part of readInput() after reading: `bytes` as they stand in the file named.
Result<std::string> decodeInput(std::string bytes, const std::string& path,
                                std::size_t most = kLargestFile);

}  // namespace apportion
