// SPDX-License-Identifier: GPL-3.0-or-later
// The names under which somebody hears of the work and quotas of a project: work of other teams
// goes by its module, and a quota that somebody may not read by its place in the tree.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/access/access.h"
#include "core/change/visible_entry.h"
#include "core/model/project.h"

namespace apportion {

class Aliases {
public:
    // The project must outlive it, and may change meanwhile with its revision. Also of what is
    // `over` the name is told to whom it belongs; null = none of it is known.
    Aliases(const Project& project, std::string who, std::shared_ptr<const PastWork> over = {})
        : project_(project), who_(std::move(who)), over_(std::move(over)), roster_(project) {}

    // Nothing = by its own name.
    std::optional<std::string> ofWork(std::string_view name);
    std::optional<std::string> ofQuota(std::string_view name);

private:
    void follow();
    const Workload* workNamed(std::string_view name) const;

    const Project& project_;
    std::string who_;
    std::shared_ptr<const PastWork> over_;
    Roster roster_;
    std::optional<Revision> revision_;  // that the rest is of
    bool readsAll_ = false;
    std::unordered_map<std::string_view, const Workload*> work_;          // empty where all is read
    std::unordered_map<std::string, std::optional<std::string>> quotas_;  // that were asked about
};

}  // namespace apportion
