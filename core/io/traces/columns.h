// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns of a table are which fields: a mapping as a user writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/trace_options.h"

namespace apportion {

struct MappedFields {
    std::string option;  // that the mapping belongs to
    std::vector<std::string> names;
    std::vector<std::string> needed;  // that no table can do without
    std::string variant = {};         // of the message about a text that is no pair
};

// "submit=TIME,gpus=n", or the name of a file with one "field = column" a line; there, blank lines
// and those that begin with "#" are let be.
Result<ColumnMapping> columnMapping(const std::string& text, const MappedFields& known);

// A field's column in the mapping; nothing if it has none there.
const std::string* columnOf(const ColumnMapping& columns, std::string_view field);

}  // namespace apportion
