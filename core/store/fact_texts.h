// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of an entry one after the other, as they stand in its text: an entry may have as many
// as a pool has objects. Internal to store.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace apportion::store {

class FactTexts {
public:
    // Nothing if they are not where an entry in canonical form has them.
    static std::optional<FactTexts> in(std::string_view entry);

    // The entry as it would stand without them.
    std::string rest() const;

    // The next one, a JSON object by its brackets; nothing behind the last.
    std::optional<std::string_view> next();
    // Nothing stands between or behind them that belongs to none.
    bool areWhole() const { return whole_ && at_ == end_; }

private:
    FactTexts(std::string_view entry, std::size_t begin, std::size_t end)
        : entry_(entry), begin_(begin), end_(end), at_(begin) {}

    std::string_view entry_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t at_ = 0;
    bool whole_ = true;
};

// The kind of a fact in canonical form, as it stands there; empty = it has none.
std::string_view kindIn(std::string_view fact);

}  // namespace apportion::store
