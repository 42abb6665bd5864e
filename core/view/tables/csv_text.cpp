// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/tables/csv_text.h"

namespace apportion {

void CsvText::add(const std::vector<CsvCell>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0)
            text_ += ',';
        appendField(text_, fields[i], CsvCells::safe);
    }
    text_ += "\r\n";
}

std::string csvList(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : "; ") + name;
    return list;
}

}  // namespace apportion
