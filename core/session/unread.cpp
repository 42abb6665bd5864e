// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/unread.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/plan/draft/submit_request.h"

namespace apportion {

namespace {

using Fields = std::set<std::string, std::less<>>;

Fields fieldsOf(const Problems& unread) {
    Fields fields;
    for (const Problem& each : unread)
        fields.insert(submitField(each));
    return fields;
}

// Of a field nothing can be said while what it is measured by cannot be read.
bool isMeasuredBy(std::string_view field, const Fields& unread) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kMeasures{
        {{"minReplicas", "replicas"},
         {"directory", "command"},
         {"command", "directory"},
         {"quota", "workspace"},
         {"workspace", "quota"}}};
    return std::any_of(kMeasures.begin(), kMeasures.end(), [&](const auto& each) {
        return each.first == field && unread.contains(each.second);
    });
}

}  // namespace

Problems holdsAnyway(Problems found, const Problems& unread) {
    const Fields fields = fieldsOf(unread);
    std::erase_if(found, [&](const Problem& each) {
        const std::string field = submitField(each);
        // What names no field is a cap or a right, which may look at any of them.
        return each.warning || field.empty() || fields.contains(field) ||
               isMeasuredBy(field, fields);
    });
    return found;
}

}  // namespace apportion
