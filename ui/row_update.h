// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of a list differ between two moments: one run of rows in the middle, so that selection
// and scroll position outside of it stay.
#pragma once

#include <vector>

namespace apportion::ui {

struct RowUpdate {
    int first = 0;     // rows before it are the same
    int removed = 0;   // old rows from `first` that go
    int inserted = 0;  // new rows in their place
};

template <typename Key>
RowUpdate rowUpdate(const std::vector<Key>& before, const std::vector<Key>& after) {
    std::size_t head = 0;
    while (head < before.size() && head < after.size() && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (tail + head < before.size() && tail + head < after.size() &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {static_cast<int>(head), static_cast<int>(before.size() - head - tail),
            static_cast<int>(after.size() - head - tail)};
}

}  // namespace apportion::ui
