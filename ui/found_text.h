// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed into a filter, in the texts of widgets: the same search as in the core.
#pragma once

#include <algorithm>

#include <QString>

#include "core/view/text_search.h"

namespace apportion::ui {

inline TextSearch searchFor(const QString& part) {
    return TextSearch(part.toStdString());
}

// The first place from a letter on.
inline std::optional<TextSearch::Place> placeIn(const QString& text, const TextSearch& search,
                                                std::size_t from = 0) {
    const std::u16string_view units(reinterpret_cast<const char16_t*>(text.utf16()),
                                    static_cast<std::size_t>(text.size()));
    auto place = search.placeIn(units.substr(std::min(from, units.size())));
    if (place) {
        place->begin += from;
        place->end += from;
    }
    return place;
}

inline bool isIn(const QString& text, const TextSearch& search) {
    return placeIn(text, search).has_value();
}

}  // namespace apportion::ui
