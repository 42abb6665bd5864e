// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/change/refuse.h"
#include "core/report/accounts.h"

namespace apportion::report {

namespace {

struct KeyWord {
    std::string_view word;
    Key key;
    std::optional<PeriodUnit> unit = {};
};
constexpr std::array<KeyWord, 10> kKeyWords{{{"quota", Key::quota},
                                             {"workspace", Key::workspace},
                                             {"team", Key::team},
                                             {"user", Key::user},
                                             {"module", Key::module},
                                             {"gpuType", Key::gpuType},
                                             {"day", Key::period, PeriodUnit::day},
                                             {"week", Key::period, PeriodUnit::week},
                                             {"month", Key::period, PeriodUnit::month},
                                             {"quarter", Key::period, PeriodUnit::quarter}}};

}  // namespace

bool Grouping::has(Key key) const {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool Grouping::isOfQuotas() const {
    return std::all_of(keys.begin(), keys.end(), [](Key key) {
        return key == Key::quota || key == Key::team || key == Key::period;
    });
}

Result<Grouping> groupingOf(const std::string& words) {
    Grouping by;
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        const std::string word = words.substr(begin, end - begin);
        const auto known = std::find_if(kKeyWords.begin(), kKeyWords.end(),
                                        [&](const KeyWord& each) { return each.word == word; });
        if (known == kKeyWords.end() || by.has(known->key))
            return refuse(known == kKeyWords.end() ? "report-by" : "report-by.twice",
                          {textArgument("value", word)});
        by.keys.push_back(known->key);
        by.words.push_back(word);
        if (known->unit)
            by.unit = known->unit;
        begin = end + 1;
    }
    return by;
}

}  // namespace apportion::report
