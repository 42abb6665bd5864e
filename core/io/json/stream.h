// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a JSON document whose top is an object, by nlohmann's SAX parser, and hands its members
// out one by one; of those that are split, element by element. Nothing is kept but one element.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/io/json/tape.h"
#include "core/model/findings.h"

namespace apportion::json {

class Sections {
public:
    virtual ~Sections() = default;
    // Whether the elements of this array, or the members of this object, come one by one.
    virtual bool splits(std::string_view key, Type type) const = 0;
    // A member of the document, which is complete, or an empty container that would be split.
    virtual void member(std::string_view key, Value value) = 0;
    // One element of a split array; of a split object, with value.key().
    virtual void element(std::string_view key, std::size_t index, Value value) = 0;
};

inline constexpr std::size_t kDeepest = 64;
inline constexpr std::size_t kLargestElement = 4'000'000;  // values

// Where reading had to stop: syntax, nesting or size. Nothing = the document was read to its end.
// What is wrong goes to `findings` (the pointer is the innermost place), also duplicate keys of
// the document itself, of which only the first is handed out.
struct Stop {
    std::string_view code;  // of the problem
    std::optional<std::size_t> offset =
        {};  // bytes from the beginning; nothing = look up its pointer
};
std::optional<Stop> stream(std::string_view text, Sections& sections, Findings& findings);

}  // namespace apportion::json
