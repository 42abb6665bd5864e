// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody may not do in a project, and who could. Arguments, all texts: user, quota,
// workspace.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kAccessRows[] = {
    {"not-allowed", "user", "{user} may not do that.", "Ask an administrator."},
    {"not-allowed.administer", "user", "{user} is no administrator of this pool.",
     "Ask an administrator; 'apportionctl project user FILE' lists them."},
    {"not-allowed.read-pool", "user", "{user} may not see the whole pool.",
     "Ask an administrator for the role viewer."},
    {"not-allowed.read-quota", "user quota", "{user} may not see quota {quota}.",
     "Ask an administrator for the role viewer of {quota}, or to join a workspace that uses it."},
    {"not-allowed.quota", "user quota", "{user} may not change quota {quota}.",
     "Ask an administrator, or a quota administrator of {quota} or above."},
    {"not-allowed.resize", "user quota", "{user} may not change what quota {quota} was given.",
     "Ask an administrator, or a quota administrator of a quota above {quota}: its name, size, "
     "limit, weight, rank, lending, over-quota use, minimum runtime and nodes are what they give, "
     "and whether it may take from its siblings."},
    {"not-allowed.workspace", "user workspace", "{user} may not manage workspace {workspace}.",
     "Ask an admin of the workspace, or an administrator."},
    {"not-allowed.read-workspace", "user workspace", "{user} may not see workspace {workspace}.",
     "Ask an admin of the workspace to make {user} a viewer or member."},
    {"not-allowed.submit", "user workspace", "{user} may not submit in workspace {workspace}.",
     "Ask an admin of the workspace to make {user} a member."},
    {"not-allowed.submit-bare", "user quota",
     "{user} may not submit to {quota} outside a workspace.",
     "Name a workspace of which {user} is a member, or ask an administrator."},
    {"not-allowed.submit-nowhere", "user", "{user} may not submit outside a workspace.",
     "Name a workspace of which {user} is a member with --workspace, or ask an administrator."},
    {"not-allowed.workload", "user", "{user} has no right to this workload.",
     "Its owner, the admins of its workspace, and administrators have."},
};

}  // namespace

std::span<const Row> access() {
    return kAccessRows;
}

}  // namespace apportion::messages
