// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are either written whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion {

// Replaces what stands at `path`: a new file beside it is written, flushed to the device and
// renamed, so that a failure leaves the old one as it was. A link is followed; rights are kept.
// What is no plain file ("-" for standard output, a device, a pipe) is written straight to.
// A name that ends in ".gz" packs the text. Error: not-written.
Result<void> writeOutput(const std::string& path, std::string_view text);

}  // namespace apportion
