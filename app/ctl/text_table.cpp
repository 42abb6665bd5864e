// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/text_table.h"

#include <algorithm>
#include <cstdint>

#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

bool isWide(std::uint32_t c) {
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
           (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
           (c >= 0x20000 && c <= 0x3FFFD);
}

bool isCombining(std::uint32_t c) {
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0xFE00 && c <= 0xFE0F);
}

struct Shown {
    std::size_t column = 0;
    std::size_t width = 0;
    Align align = Align::left;
};

void appendLine(std::string& text, const std::vector<Shown>& shown,
                const std::vector<std::string>& cells) {
    const std::size_t start = text.size();
    for (const Shown& column : shown) {
        const std::string& cell = cells[column.column];
        const std::size_t padding = column.width - displayWidth(cell);
        text += "  ";
        if (column.align == Align::right)
            text.append(padding, ' ');
        text += cell;
        if (column.align == Align::left)
            text.append(padding, ' ');
    }
    while (text.size() > start && text.back() == ' ')
        text.pop_back();
    text += '\n';
}

}  // namespace

std::size_t displayWidth(std::string_view text) {
    std::size_t width = 0;
    std::uint32_t c = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        c = (byte & 0xC0) == 0x80 ? (c << 6) | (byte & 0x3Fu)
            : byte >= 0xF0        ? byte & 0x07u
            : byte >= 0xE0        ? byte & 0x0Fu
            : byte >= 0xC0        ? byte & 0x1Fu
                                  : byte;
        const bool last =
            i + 1 == text.size() || (static_cast<unsigned char>(text[i + 1]) & 0xC0) != 0x80;
        if (last)
            width += isCombining(c) ? 0 : isWide(c) ? 2 : 1;
    }
    return width;
}

void TextTable::row(std::vector<std::string> cells) {
    for (std::string& cell : cells)
        cell = visibleText(cell);
    rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<Shown> shown;
    std::vector<std::string> titles;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        titles.push_back(visibleText(columns_[i].title));
        std::size_t width = displayWidth(titles.back());
        bool empty = true;
        for (const auto& cells : rows_) {
            width = std::max(width, displayWidth(cells[i]));
            empty = empty && cells[i] == "-";
        }
        if (!columns_[i].hidden || !empty)
            shown.push_back({i, width, columns_[i].align});
    }
    std::string text;
    appendLine(text, shown, titles);
    for (const auto& cells : rows_)
        appendLine(text, shown, cells);
    return text;
}

}  // namespace apportion::ctl
