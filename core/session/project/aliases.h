// SPDX-License-Identifier: GPL-3.0-or-later
// The names under which somebody hears of the work in a project: that of other teams goes by its
// module and quota.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/access/access.h"
#include "core/model/project.h"

namespace apportion {

class Aliases {
public:
    // The project must outlive it, and may change meanwhile with its revision.
    Aliases(const Project& project, std::string who)
        : project_(project), who_(std::move(who)), roster_(project) {}

    // Nothing = by its own name.
    std::optional<std::string> operator()(std::string_view name);

private:
    void follow();

    const Project& project_;
    std::string who_;
    Roster roster_;
    std::optional<Revision> revision_;  // that the rest is of
    bool readsAll_ = false;
    std::unordered_map<std::string_view, const Workload*> work_;  // empty where all is read
};

}  // namespace apportion
