// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody may not do in a project, and who could. Arguments, all texts: user, quota,
// workspace.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kAccessRows[] = {
    {"not-allowed", "user", "{user} is not allowed to do that.", "Ask an administrator."},
    {"not-allowed.administer", "user", "{user} is not an administrator of this pool.",
     "Ask an administrator; 'apportionctl project user FILE' lists them."},
    {"not-allowed.read-pool", "user", "{user} cannot see the whole pool.",
     "Ask an administrator for the role viewer."},
    {"not-allowed.read-quota", "user quota", "{user} cannot see quota {quota}.",
     "Ask an administrator for the role viewer of {quota}, or to join a workspace that uses it."},
    {"not-allowed.quota", "user quota", "{user} cannot change quota {quota}.",
     "Ask an administrator, or a quota administrator of {quota} or above."},
    {"not-allowed.resize", "user quota",
     "{user} cannot change what a quota above gives to {quota}.",
     "Ask an administrator, or a quota administrator of a quota above {quota}. They set its name, "
     "guarantee, limit, weight, rank, lending, borrowing, minimum runtime, nodes, and preemption "
     "of siblings."},
    {"not-allowed.workspace", "user workspace", "{user} cannot manage workspace {workspace}.",
     "Ask an admin of the workspace, or an administrator."},
    {"not-allowed.read-workspace", "user workspace", "{user} cannot see workspace {workspace}.",
     "Ask an admin of the workspace to make {user} a viewer or member."},
    {"not-allowed.submit", "user workspace", "{user} cannot submit in workspace {workspace}.",
     "Ask an admin of the workspace to make {user} a member."},
    {"not-allowed.submit-bare", "user quota",
     "{user} cannot submit to {quota} outside a workspace.",
     "Name a workspace of which {user} is a member, or ask an administrator."},
    {"not-allowed.submit-nowhere", "user", "{user} cannot submit outside a workspace.",
     "Name a workspace of which {user} is a member with --workspace, or ask an administrator."},
    {"not-allowed.workload", "user", "{user} is not allowed to change this workload.",
     "Ask the owner, an admin of its workspace, or an administrator."},
};

}  // namespace

std::span<const Row> access() {
    return kAccessRows;
}

}  // namespace apportion::messages
