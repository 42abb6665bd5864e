// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/workspace_request.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace apportion {

std::vector<std::string> tiedQuotas(const std::vector<std::string>& before,
                                    std::vector<std::string> chosen) {
    const auto place = [&](const std::string& quota) {
        return std::find(before.begin(), before.end(), quota) - before.begin();
    };
    std::stable_sort(chosen.begin(), chosen.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    return chosen;
}

std::optional<CapPart> refusedCap(const Problem& problem) {
    constexpr std::string_view kCaps = "/caps/";
    std::string_view at = problem.pointer;
    const auto caps = at.find(kCaps);
    if (caps == std::string_view::npos)
        return {};
    at.remove_prefix(caps + kCaps.size());
    CapPart found;
    const auto [end, error] = std::from_chars(at.data(), at.data() + at.size(), found.cap);
    at.remove_prefix(static_cast<std::size_t>(end - at.data()));
    if (error != std::errc() || at.substr(0, 1) != "/")
        return {};
    at.remove_prefix(1);
    found.part = at.substr(0, at.find('/'));
    return found;
}

std::vector<std::string> knownUsers(const View& view) {
    std::set<std::string> names;
    for (const WorkspaceRow& row : view.workspaces) {
        for (const WorkspaceRow::User& user : row.users)
            names.insert(user.name);
        for (const Cap& cap : row.spec.caps)
            names.insert(cap.user.value_or(""));
    }
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            names.insert(row.user);
    names.insert(view.document.who);
    names.erase("");
    return {names.begin(), names.end()};
}

}  // namespace apportion
