// SPDX-License-Identifier: GPL-3.0-or-later
// A sum over the rows of each kind of object, kept beside them: a row that the disk has changed or
// lost shows when the state is read, without folding the journal. Not against people, who can sum
// up as well. Internal to store.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/store/objects.h"

namespace apportion::store {

struct StateSums {
    Revision n = 0;  // the last entry that they count
    std::array<std::uint64_t, kObjectKinds> of{};

    std::uint64_t& at(ObjectKind kind) { return of[static_cast<std::size_t>(kind)]; }
    friend bool operator==(const StateSums&, const StateSums&) = default;
};

// What a row adds to its sum: rows come and go in any order.
std::uint64_t shareOf(std::string_view key, const Object& object);
template <typename Rows>
std::uint64_t sumOf(const Rows& rows) {
    std::uint64_t sum = 0;
    for (const auto& [key, object] : rows)
        sum += shareOf(key, object);
    return sum;
}
StateSums sumsOf(const Objects& objects);

std::string textOf(const StateSums& sums);
// Nothing if it is not what textOf() wrote.
std::optional<StateSums> sumsFrom(const std::string& text);

}  // namespace apportion::store
