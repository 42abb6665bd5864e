// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/nearest.h"

#include <algorithm>

namespace apportion {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

std::string nearestWord(std::string_view word, const std::vector<std::string_view>& words) {
    constexpr std::size_t kMostWords = 10'000;
    constexpr std::size_t kMostLetters = 80;
    const auto cut = word.substr(0, kMostLetters);
    std::string_view best;
    std::size_t least = std::string_view::npos;
    for (std::size_t i = 0; i < std::min(words.size(), kMostWords); ++i) {
        const auto distance = editDistance(cut, words[i].substr(0, kMostLetters));
        if (distance < least) {
            least = distance;
            best = words[i];
        }
    }
    return std::string{best};
}

}  // namespace apportion
