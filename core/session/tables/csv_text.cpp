// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tables/csv_text.h"

#include "core/model/spreadsheet_text.h"

namespace apportion {

namespace {

void addField(std::string& text, const std::string& field) {
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
        text += field;
        return;
    }
    text += '"';
    for (const char c : field) {
        if (c == '"')
            text += '"';
        text += c;
    }
    text += '"';
}

}  // namespace

void CsvText::add(const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0)
            text_ += ',';
        addField(text_, spreadsheetText(fields[i]));
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
