// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_texts.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/priorities_text.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct WorkspaceTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::WorkspaceTexts)
};

QString countText(MemberRole role, int count) {
    switch (role) {
        case MemberRole::admin:
            return WorkspaceTexts::tr("%Ln admin(s)", nullptr, count);
        case MemberRole::member:
            return WorkspaceTexts::tr("%Ln member(s)", nullptr, count);
        case MemberRole::viewer:
            return WorkspaceTexts::tr("%Ln viewer(s)", nullptr, count);
    }
    return {};
}

}  // namespace

QString roleText(MemberRole role) {
    switch (role) {
        case MemberRole::admin:
            return WorkspaceTexts::tr("Admin");
        case MemberRole::member:
            return WorkspaceTexts::tr("Member");
        case MemberRole::viewer:
            return WorkspaceTexts::tr("Viewer");
    }
    return {};
}

QString roleHint(MemberRole role) {
    switch (role) {
        case MemberRole::admin:
            return WorkspaceTexts::tr(
                "Submits, sees, and ends all workloads of the workspace. Sets its members and "
                "caps.");
        case MemberRole::member:
            return WorkspaceTexts::tr("Submits workloads and ends its own.");
        case MemberRole::viewer:
            return WorkspaceTexts::tr("Sees the workloads of the workspace.");
    }
    return {};
}

QString membersText(const Workspace& workspace) {
    if (workspace.members.empty())
        return WorkspaceTexts::tr("open to all");
    QStringList parts;
    for (const MemberRole role : {MemberRole::admin, MemberRole::member, MemberRole::viewer})
        if (const auto count =
                std::count_if(workspace.members.begin(), workspace.members.end(),
                              [&](const Member& member) { return member.role == role; }))
            parts << countText(role, static_cast<int>(count));
    return parts.join(QStringLiteral(", "));
}

QString capSubjectText(const Cap& cap) {
    if (cap.user && cap.role)
        return WorkspaceTexts::tr("%1 as %2", "a user, in a role")
            .arg(qt(*cap.user), roleText(*cap.role).toLower());
    if (cap.user)
        return qt(*cap.user);
    if (!cap.role)
        return WorkspaceTexts::tr("Each user");
    switch (*cap.role) {
        case MemberRole::admin:
            return WorkspaceTexts::tr("Each admin");
        case MemberRole::member:
            return WorkspaceTexts::tr("Each member");
        case MemberRole::viewer:
            return WorkspaceTexts::tr("Each viewer");
    }
    return {};
}

QString capPrioritiesText(const Cap& cap) {
    return cap.priorities ? prioritiesText(*cap.priorities) : WorkspaceTexts::tr("all");
}

QString capModulesText(const Cap& cap) {
    return cap.modules ? modulesText(*cap.modules) : WorkspaceTexts::tr("all kinds");
}

QString capsText(const Workspace& workspace) {
    if (workspace.caps.empty())
        return WorkspaceTexts::tr("none");
    QStringList parts;
    for (const Cap& cap : workspace.caps)
        parts << WorkspaceTexts::tr("%1 %2", "whom a cap is about, the most GPUs")
                     .arg(capSubjectText(cap), gpusText(cap.gpu));
    return parts.join(QStringLiteral(" · "));
}

QString capCountText(const Workspace& workspace) {
    const auto count = static_cast<int>(workspace.caps.size());
    return count == 0 ? WorkspaceTexts::tr("no caps")
                      : WorkspaceTexts::tr("%Ln cap(s)", nullptr, count);
}

}  // namespace apportion::ui
