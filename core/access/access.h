// SPDX-License-Identifier: GPL-3.0-or-later
// Who may do what in a project (rule 24). Every command and every query of session asks here, and
// nothing else decides. Who somebody is comes from the operating system; a file that its owner can
// edit with other programs is as safe as the rights that the file system gives it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/message.h"
#include "core/model/project.h"

namespace apportion {

enum class Right {
    administer,    // the whole pool: nodes, settings, roots, restore points; with a quota: who has
                   // which role there
    readPool,      // everything there is
    readQuota,     // numbers and queue of a quota
    changePolicy,  // policies, weights and limits of a quota
    resizeQuota,   // its size, and whether it is there: the word of who is above it
    addQuota,      // a child of the quota
    tieWorkspace,  // which workspaces use the quota
    manageWorkspace,  // members and caps of a workspace
    readWorkspace,
    submit,        // in the workspace, to the quota
    endWorkload,   // cancel, finish, change while it waits
    readWorkload,  // its name, owner and history
};
inline constexpr int kRights = 12;

// What a right is asked for. What does not apply is left empty.
struct Subject {
    std::string quota = {};  // administer, readPool: empty; addQuota: the parent, empty = a root
    std::string workspace = {};
    std::string owner = {};  // of a workload
};

class Roster {
public:
    // The project must outlive it, as it is.
    explicit Roster(const Project& project) : project_(&project) {}

    // A project that nobody may administer could never be changed again.
    bool hasAdministrator() const;
    bool may(std::string_view who, Right right, const Subject& subject = {}) const;
    // Why not, with who could; nothing if it is allowed.
    std::optional<Message> refusal(std::string_view who, Right right,
                                   const Subject& subject = {}) const;

    // Those of a name that somebody may see; nothing = there is none, or it is not for them to
    // know: whoever asks for one tells both alike.
    const ProjectWorkload* work(std::string_view who, std::string_view name) const;
    const Workspace* workspace(std::string_view who, std::string_view name) const;
    const TemporaryChange* temporary(std::string_view who, std::string_view name) const;
    // The name under which somebody may hear of a quota; nothing = its own.
    std::optional<std::string> aliasOf(std::string_view who, std::string_view quota) const;

private:
    bool granted(std::string_view who, ProjectRole role, std::string_view quota) const;
    bool grantedAbove(std::string_view who, std::string_view quota) const;
    std::optional<Role> roleIn(std::string_view who, std::string_view workspace) const;
    bool administersWorkspace(std::string_view who, std::string_view workspace) const;
    bool mayUse(std::string_view who, const Subject& subject) const;
    bool readsQuota(std::string_view who, std::string_view quota) const;
    bool ownsWork(std::string_view who, const Subject& subject) const;
    bool readsWork(std::string_view who, const Subject& subject) const;
    bool isAtOrBelow(std::string_view quota, std::string_view above) const;
    const std::vector<const Workspace*>& workspacesOf(std::string_view quota) const;
    const Quota* find(std::string_view quota) const;
    const Workspace* findWorkspace(std::string_view workspace) const;

    const Project* project_;
    // Made when they are first asked for: most questions are answered by a role alone.
    mutable std::unordered_map<std::string_view, const Quota*> quotas_;
    mutable std::unordered_map<std::string_view, const Workspace*> workspaces_;
    mutable std::unordered_map<std::string_view, std::vector<const Workspace*>> byQuota_;
};

}  // namespace apportion
