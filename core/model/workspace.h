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

// More GPUs, asked for by who leads the workspace. It decides nothing: whoever sizes the quota sees
// it and answers.
struct MoreRequest {
    std::string quota;
    Gpu gpu = 0;      // that the quota would be guaranteed
    std::string by;   // the user
    std::string why;  // the evidence, in words
    friend bool operator==(const MoreRequest&, const MoreRequest&) = default;
};

struct Workspace {
    std::string name;
    std::vector<std::string> quotas;
    std::vector<Member> members;
    std::vector<Cap> caps;
    std::optional<MoreRequest> request = {};
    friend bool operator==(const Workspace&, const Workspace&) = default;
};

}  // namespace apportion
