// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/mapped_words.h"

namespace apportion {

namespace {

constexpr std::array<std::string_view, MappedWords::kFields> kNames{"module", "priority",
                                                                    "preemptible", "idle"};

}  // namespace

MappedWords::MappedWords(const std::vector<WordMap>& maps) {
    for (const WordMap& map : maps)
        for (std::size_t field = 0; field < kFields; ++field)
            if (map.field == kNames[field])
                maps_[field] = &map;
}

std::string_view MappedWords::valueOf(Field field, std::string_view text, bool missing) {
    if (!maps(field))
        return missing ? std::string_view() : text;
    asked_[field] = true;
    const std::string* other = nullptr;
    for (const auto& [word, value] : maps_[field]->values) {
        if (word == text)
            return value;
        if (word == "*")
            other = &value;
    }
    if (missing)
        return {};
    return other != nullptr ? std::string_view(*other) : text;
}

std::vector<std::string> MappedWords::unasked() const {
    std::vector<std::string> names;
    for (std::size_t field = 0; field < kFields; ++field)
        if (maps_[field] != nullptr && !asked_[field])
            names.emplace_back(kNames[field]);
    return names;
}

}  // namespace apportion
