// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace apportion::validation {

// Where a value stands. Its pointer is made only for what is told of it: a crowd has millions.
class Place {
public:
    Place(const std::string& pointer) : base_(pointer) {}  // NOLINT(google-explicit-constructor)
    Place(const char* pointer) : base_(pointer) {}         // NOLINT(google-explicit-constructor)
    Place(std::string_view list, std::size_t index) : base_(list), index_(index) {}

    // Of a member; `key` has no slash.
    Place operator/(const char* key) const;
    std::string pointer() const;

private:
    std::string_view base_;
    std::optional<std::size_t> index_;
    const char* key_ = nullptr;
};

}  // namespace apportion::validation
