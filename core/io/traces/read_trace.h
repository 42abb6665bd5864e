// SPDX-License-Identifier: GPL-3.0-or-later
// Traces by the name of their format.
#pragma once

#include <string>
#include <string_view>

#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// "-" is standard input; gzip is known by its content. A problem with the code "trace-format" if
// no reader has that name.
Result<Trace> readTrace(const std::string& path, std::string_view format);

}  // namespace apportion
