// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of squeue and sinfo in which any text can be: each ends with a mark that no name has.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::slurm {

std::string freshMark();
// Of squeue and sinfo: as long as each is, the last ended by the mark of the call.
std::string columns(std::initializer_list<const char*> names, const std::string& mark);
// The rows, each without its mark.
std::vector<std::string_view> rows(std::string_view text, std::string_view mark);
// So many columns; the last has the rest. Nothing if there are fewer.
std::optional<std::vector<std::string_view>> cells(std::string_view row, std::size_t count);

}  // namespace apportion::slurm
