// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/view/view.h"

namespace apportion::ui {

// Role is that of a colour here.
using MemberRole = apportion::Role;

QString roleText(MemberRole role);
// What somebody of this role may do in a workspace. Rule 24.
QString roleHint(MemberRole role);
// "2 admins, 5 members"; of one that lists nobody, that it is open.
QString membersText(const Workspace& workspace);
// Whom a cap is about: "each member", "ana".
QString capSubjectText(const Cap& cap);
QString capPrioritiesText(const Cap& cap);
QString capModulesText(const Cap& cap);
// All of them in one line: "each member 8 GPUs · ana 16 GPUs".
QString capsText(const Workspace& workspace);
QString capCountText(const Workspace& workspace);  // "2 caps"

}  // namespace apportion::ui
