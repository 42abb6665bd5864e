// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_items.h"

#include <algorithm>

#include <QStringList>

#include "ui/found_text.h"

namespace apportion::ui {

namespace {

bool startsWord(const QString& text, qsizetype at) {
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

// That no other word of the query has taken: of "n-3, device 3" the second 3 is the device's.
std::optional<TextSearch::Place> freePlace(const QString& title, const TextSearch& word,
                                           const std::vector<int>& taken) {
    for (auto place = placeIn(title, word); place; place = placeIn(title, word, place->begin + 1))
        if (std::none_of(taken.begin(), taken.end(), [&](int letter) {
                const auto at = static_cast<std::size_t>(letter);
                return at >= place->begin && at < place->end;
            }))
            return place;
    return {};
}

}  // namespace

PaletteQuery::PaletteQuery(const QString& query) {
    for (const QString& word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        words_.push_back(searchFor(word));
}

std::optional<PaletteMatch> PaletteQuery::match(const PaletteItem& item) const {
    PaletteMatch found;
    for (const TextSearch& word : words_) {
        if (const auto place = freePlace(item.title, word, found.letters)) {
            const int begin = static_cast<int>(place->begin);
            const int end = static_cast<int>(place->end);
            found.score += begin == 0 ? 100 : startsWord(item.title, begin) ? 60 : 30;
            if (begin == 0 && end == item.title.size())
                found.score += 50;
            for (int i = begin; i < end; ++i)
                found.letters.push_back(i);
        } else if (isIn(item.detail, word)) {
            found.score += 5;
        } else if (isIn(item.title, word)) {
            found.score += 1;
        } else {
            return std::nullopt;
        }
    }
    return found;
}

}  // namespace apportion::ui
