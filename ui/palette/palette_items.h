// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette offers, and how well each entry matches what is typed.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QString>

#include "core/view/text_search.h"
#include "ui/widgets/icons.h"

namespace apportion::ui {

struct PaletteItem {
    QString group;
    QString title;
    QString detail;    // what it is, and its state
    QString shortcut;  // or what Enter does
    Icon icon = Icon::none;
    std::function<void()> run;
    std::function<std::vector<PaletteItem>()> actions;  // of an object: what Tab offers
    bool whenTyped = false;                             // not in the list of everything
    bool enabled = true;
    QString whyNot;  // of what is not enabled: told in place of the detail, and not searched
    const QString& told() const { return enabled || whyNot.isEmpty() ? detail : whyNot; }
};

struct PaletteMatch {
    int score = 0;             // higher is better
    std::vector<int> letters;  // of the title, to be set in bold
};

// Every word of the query must occur, in the title or the detail; in the title's beginning counts
// most, then at the start of a word, then inside, then in the detail. Two words want two places.
class PaletteQuery {
public:
    explicit PaletteQuery(const QString& query);
    std::optional<PaletteMatch> match(const PaletteItem& item) const;

private:
    std::vector<TextSearch> words_;
};

}  // namespace apportion::ui
