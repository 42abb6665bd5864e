// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed over the table of workloads: a row is found when each of the words stands in one of
// the texts that it shows, in whatever columns. Numbers and times are passed over. An eviction is
// its victim's and its preemptor's: the quota, team, user and workspace of either find it. What is
// the whole name of a quota, team, workspace or user finds what is theirs, of quotas also what is
// below, and nothing that has the name's letters elsewhere. A view has few enough rows
// (View::kMostRows) for any thread.
#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/text_search.h"
#include "core/view/view.h"

namespace apportion {

inline constexpr std::size_t kWorkloadStates = static_cast<std::size_t>(WorkloadState::failed) + 1;

// What the table says in the user's language.
struct WorkTexts {
    std::array<std::string, kWorkloadStates> states;  // by WorkloadState
    std::array<std::string, kModules> modules;        // by Module, all names of it
    std::string evicted;
    // The last column, where it tells more than nodes and states. Such a text costs most: it is
    // asked for when the others do not do.
    std::function<std::string(const WorkloadRow&)> why;
    std::function<std::string(const EvictionRow&)> evictionWhy;
};

class WorkFilter {
public:
    explicit WorkFilter(std::string_view typed = {});
    // With the names that are in the view.
    WorkFilter(std::string_view typed, const View& view);

    bool isEmpty() const { return words_.empty(); }
    // A whole name was typed.
    bool isExact() const { return !quotas_.empty() || !workspace_.empty() || !user_.empty(); }
    bool finds(const WorkloadRow& row, const WorkTexts& texts) const;
    bool finds(const EvictionRow& row, const WorkTexts& texts) const;

private:
    bool isOf(const std::string& quota, const std::string& workspace,
              const std::string& user) const;

    std::vector<TextSearch> words_;
    std::set<std::string, std::less<>> quotas_;
    std::string workspace_;
    std::string user_;
};

}  // namespace apportion
