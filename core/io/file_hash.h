// SPDX-License-Identifier: GPL-3.0-or-later
// Which file an answer was made from.
#pragma once

#include <string>

#include "core/model/problem.h"

namespace apportion {

// SHA-256 of the bytes as they stand in the file, in 64 hexadecimal digits: what sha256sum prints.
Result<std::string> fileHash(const std::string& path);

}  // namespace apportion
