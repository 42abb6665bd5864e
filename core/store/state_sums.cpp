// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/state_sums.h"

#include <charconv>
#include <sstream>

namespace apportion::store {

namespace {

// FNV-1a, 64 bits; goes on from `hash`.
std::uint64_t hashOf(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325) {
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

}  // namespace

std::uint64_t shareOf(std::string_view key, const Object& object) {
    std::array<char, 48> numbers{};
    char* at = numbers.data() + 1;  // a zero in front
    char* const end = numbers.data() + numbers.size();
    at = std::to_chars(at, end, object.place).ptr;
    *at++ = ' ';
    at = std::to_chars(at, end, object.changed).ptr;
    *at++ = ' ';
    const std::string_view between(numbers.data(), static_cast<std::size_t>(at - numbers.data()));
    return hashOf(object.body, hashOf(between, hashOf(key)));
}

StateSums sumsOf(const Objects& objects) {
    StateSums sums{objects.revision, {}};
    for (std::size_t i = 0; i < kObjectKinds; ++i)
        sums.of[i] = sumOf(objects.of(static_cast<ObjectKind>(i)));
    return sums;
}

std::string textOf(const StateSums& sums) {
    std::string text = std::to_string(sums.n);
    for (const std::uint64_t sum : sums.of)
        text += ' ' + std::to_string(sum);
    // The disk may change this, too.
    return text + ' ' + std::to_string(hashOf(text));
}

std::optional<StateSums> sumsFrom(const std::string& text) {
    StateSums sums;
    std::istringstream in(text);
    in >> sums.n;
    for (std::uint64_t& sum : sums.of)
        in >> sum;
    return in && textOf(sums) == text ? std::optional(sums) : std::nullopt;
}

}  // namespace apportion::store
