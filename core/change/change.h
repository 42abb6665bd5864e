// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done to a project, as values: one struct for each row of the table of commands.
// Of a required member the default means nothing; of every other it means "not given".
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/model/plan.h"
#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

// Part of a longer text: its value, or why a person's text is none. That is told after the rights.
template <typename T>
using Read = Result<T>;
// A part that is not given keeps what is there.
template <typename T>
using MaybeRead = std::optional<Read<T>>;

using QuotaSize = std::pair<std::string, Gpu>;

// ---- the tree of quotas

struct CreateQuota {
    std::string name;
    std::string parent = {};
    Gpu guaranteed = 0;
    std::string team = {};
    std::optional<std::int64_t> weight = {};
    std::optional<Gpu> limit = {};
    std::optional<Gpu> lend = {};
    std::optional<OverQuota> overQuota = {};
    MaybeRead<PolicyChange> set = {};
    std::vector<Read<QuotaSize>> take = {};  // what others give up for it
    std::string workspace = {};
};

struct DeleteQuota {
    std::string name;
};

struct RenameQuota {
    std::string name;
    std::string to;
    std::string team = {};
};

struct ScaleQuotas {
    std::vector<Read<QuotaSize>> sizes;
    std::optional<ScaleMode> mode = {};
    std::optional<Duration> after = {};
    std::optional<Duration> lasts = {};
    std::optional<Moment> until = {};
};

struct SetPolicy {
    std::string quota;
    MaybeRead<std::optional<SelfPreemption>> self = {};
    MaybeRead<std::optional<ChildPreemption>> child = {};
    MaybeRead<PolicyChange> set = {};
    std::optional<ScaleMode> mode = {};
    std::optional<Duration> after = {};
    std::optional<Duration> lasts = {};
    std::optional<Moment> until = {};
};

// The same of several quotas: policies, the guarantee, or both in one entry.
struct SetQuotas {
    std::vector<std::string> quotas;
    MaybeRead<PolicyChange> set = {};
    std::optional<ScaleMode> mode = {};
    std::optional<Duration> after = {};
    std::optional<Gpu> guaranteed = {};
};

// Edits of a plan, in their order, as one entry; their moments do not count.
struct ApplyEdits {
    std::vector<Read<PlanEdit>> edits;
    std::string variant = {};  // that they are
};

// ---- workspaces

struct CreateWorkspace {
    std::string name;
    std::vector<std::string> quotas;
};

struct SetWorkspaceQuotas {
    std::string name;
    std::vector<std::string> quotas;
};

struct UntieQuota {
    std::string name;
    std::string quota;
};

struct DeleteWorkspace {
    std::string name;
};

struct SetMember {
    struct As {
        std::optional<Role> role;  // nothing = no member any more
    };
    std::string name;
    std::string user;
    As as = {};
};

struct SetCaps {
    std::string name;
    Read<std::vector<Cap>> caps;
};

// More GPUs for a quota of the workspace; 0 takes the request back, or declines it.
struct AskForMore {
    std::string name;
    std::string quota = {};  // empty = the only one of the workspace
    Gpu gpu = 0;             // that it would be guaranteed
    std::string evidence = {};
};

// ---- people

struct GrantRole {
    std::string user;
    ProjectRole role = ProjectRole::viewer;
    std::string quota = {};
};

struct RevokeRoles {
    std::string user;
    std::optional<ProjectRole> role = {};
    std::string quota = {};
};

// ---- nodes and settings

struct CreateNodes {
    Read<NodeGroup> nodes;
};

struct DeleteNodes {
    std::string name;
};

struct SetNodes {
    std::string name;
    std::optional<std::int64_t> devices = {};
    std::optional<std::string> gpuType = {};
    MaybeRead<std::optional<Cpu>> cpu = {};  // nothing inside = not bounded
    MaybeRead<std::optional<Memory>> memory = {};
    MaybeRead<Labels> labels = {};
};

struct SetNodeState {
    std::string node;
    NodeState state = NodeState::ready;
};

struct SetSettings {
    Read<Settings> settings;
};

// For reports. A currency or model that is not given stays.
struct SetPrices {
    std::vector<std::string> prices;  // core/change/price_text.h
    std::string currency = {};
    std::string cost = {};
};

struct ImportScenario {
    std::string from;
    std::string content = {};
    bool replace = false;
};

// ---- work

struct SubmitWork {
    std::string quota = {};
    std::string workspace = {};
    Gpu gpu = 0;  // of one replica, as CPU and memory
    int replicas = 1;
    std::optional<int> minReplicas = {};
    int priority = 5;
    Module module = Module::training;
    std::string name = {};
    std::string gpuType = {};
    std::optional<Cpu> cpu = {};
    std::optional<Memory> memory = {};
    std::optional<Duration> duration = {};
    std::optional<Duration> checkpoint = {};
    std::optional<bool> preemptible = {};
    bool idle = false;
    std::optional<std::string> directory = {};
    std::optional<std::vector<std::string>> command = {};
};

struct CancelWork {
    std::string name;
};

struct DeclineWork {
    std::string name;
    std::string digest = {};
};

struct FinishWork {
    std::string name;
};

struct SetPriority {
    std::string name;
    int priority = 5;
};

// ---- time

struct EndTemporary {
    std::string name;
};

struct SetTimetable {
    std::string name;
    std::vector<Read<Timetable::Step>> steps;
    std::string zone = {};
};

struct DeleteTimetable {
    std::string name;
};

struct CreateRestorePoint {
    std::string name;
};

using Change =
    std::variant<CreateQuota, DeleteQuota, RenameQuota, ScaleQuotas, SetPolicy, SetQuotas,
                 ApplyEdits, CreateWorkspace, SetWorkspaceQuotas, UntieQuota, DeleteWorkspace,
                 SetMember, SetCaps, AskForMore, GrantRole, RevokeRoles, CreateNodes, DeleteNodes,
                 SetNodes, SetNodeState, SetSettings, ImportScenario, SubmitWork, CancelWork,
                 DeclineWork, FinishWork, SetPriority, EndTemporary, SetTimetable, DeleteTimetable,
                 CreateRestorePoint, SetPrices>;

}  // namespace apportion
