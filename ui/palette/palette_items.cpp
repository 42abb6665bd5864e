// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_items.h"

#include <QStringList>

namespace apportion::ui {

namespace {

bool startsWord(const QString& text, qsizetype at) {
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

}  // namespace

std::optional<PaletteMatch> match(const QString& query, const PaletteItem& item) {
    PaletteMatch found;
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        const qsizetype at = item.title.indexOf(word, 0, Qt::CaseInsensitive);
        if (at >= 0) {
            found.score += at == 0 ? 100 : startsWord(item.title, at) ? 60 : 30;
            if (item.title.size() == word.size())
                found.score += 50;
            for (qsizetype i = at; i < at + word.size(); ++i)
                found.letters.push_back(static_cast<int>(i));
        } else if (item.detail.contains(word, Qt::CaseInsensitive)) {
            found.score += 5;
        } else {
            return std::nullopt;
        }
    }
    return found;
}

}  // namespace apportion::ui
