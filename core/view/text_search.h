// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody types to find a text: whatever the case, the accents and the width of letters, in
// all scripts. "acao" and "AÇÃO" find "ação"; so does "ação" find "acao".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

class TextSearch {
public:
    // In UTF-8, as all texts of the core.
    explicit TextSearch(std::string_view part = {});

    // Then it is in everything.
    bool isEmpty() const { return part_.empty(); }
    bool isIn(std::string_view text) const;

    // The first place in a text of UTF-16, in its units, [begin, end).
    struct Place {
        std::size_t begin = 0;
        std::size_t end = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    std::optional<Place> placeIn(std::u16string_view text) const;

private:
    std::u16string part_;  // without case and accents
    std::string ascii_;    // the same, if that is all it has
};

// One for each word, between white space of any script.
std::vector<TextSearch> searchWords(std::string_view typed);

}  // namespace apportion
