// SPDX-License-Identifier: GPL-3.0-or-later
// The words that traces and their options have for values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/workload.h"

namespace apportion {

// training, notebook, inference; DLC, DSW, EAS.
std::optional<Module> moduleValue(std::string_view text);
std::optional<std::uint8_t> priorityValue(std::string_view text);
// yes, true, 1; no, false, 0.
std::optional<bool> flagValue(std::string_view text);

// comma, semicolon, tab, pipe, blanks, or the character itself.
std::optional<char> separatorOf(std::string_view text);
// The same word, or the character.
std::string wordOfSeparator(char separator);
// Those that tables have, then what else of a line may be one.
std::string separatorsFor(std::string_view line);
// That a first line "sep=;" names, as spreadsheets write it.
std::optional<char> separatorLine(std::string_view line);

// Whether two names of columns are one: letters count alike, large or small.
bool isSameName(std::string_view a, std::string_view b);

}  // namespace apportion
