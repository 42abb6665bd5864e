// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces: who works with which quotas, and what each user may hold at most.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/workload.h"

namespace apportion {

enum class Role { admin, member, viewer };

struct Member {
    std::string user;
    Role role = Role::member;
    friend bool operator==(const Member&, const Member&) = default;
};

// Per user; every part that is named narrows what it applies to (rule 24).
struct Cap {
    std::optional<Role> role;
    std::optional<std::string> user;
    std::optional<PriorityRange> priorities;
    std::optional<ModuleSet> modules;
    Gpu gpu = 0;
    friend bool operator==(const Cap&, const Cap&) = default;
};

struct Workspace {
    std::string name;
    std::vector<std::string> quotas;
    std::vector<Member> members;
    std::vector<Cap> caps;
    friend bool operator==(const Workspace&, const Workspace&) = default;
};

}  // namespace apportion
