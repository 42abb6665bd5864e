// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/command_place.h"

#include <algorithm>

#include "core/change/refuse.h"
#include "core/cluster/local/keeper/startable.h"
#include "core/cluster/local/local_machine.h"

namespace apportion {

namespace {

const Quota* rootOf(const Project& project, const std::string& name) {
    const Quota* quota = findQuota(project, name);
    for (std::size_t i = 0; quota != nullptr && !quota->parent.empty(); ++i) {
        if (i == project.pool.quotas.size())
            return nullptr;  // no tree; told elsewhere
        quota = findQuota(project, quota->parent);
    }
    return quota;
}

// Those that the root divides: by its selector, else what no selector names.
std::vector<Node> nodesOf(const Project& project, const Quota& root) {
    std::vector<Node> nodes = expand(project.pool.nodes);
    const auto isNamed = [&](const Node& node) {
        return std::any_of(project.pool.quotas.begin(), project.pool.quotas.end(),
                           [&](const Quota& quota) {
                               return quota.policy.nodes && quota.policy.nodes->matches(node);
                           });
    };
    const auto isForeign = [&](const Node& node) {
        return root.policy.nodes ? !root.policy.nodes->matches(node) : isNamed(node);
    };
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(), isForeign), nodes.end());
    return nodes;
}

Problem warning(Message message) {
    Problem problem;
    problem.warning = true;
    problem.message = std::move(message);
    return problem;
}

Problems told(const char* code, const std::string& here, std::vector<Argument> more) {
    Message message{code, {textArgument("node", here)}};
    for (Argument& argument : more)
        message.arguments.push_back(std::move(argument));
    return {warning(std::move(message))};
}

}  // namespace

Problems keepCommandHere(CommandRequest& submission, const Project& project,
                         const std::string& here, const std::string& machine) {
    auto* asked = std::get_if<SubmitWork>(&submission.change);
    if (asked == nullptr || !asked->command)
        return {};
    if (here.empty()) {
        const auto nodes = static_cast<std::int64_t>(expand(project.pool.nodes).size());
        return {warning({"command-fate.no-node",
                         {textArgument("machine", machine), {"nodes", Value::ofCount(nodes)}}})};
    }
    std::string quota = asked->quota;
    if (quota.empty())
        if (const Workspace* workspace = findWorkspace(project, asked->workspace))
            quota = workspace->quotas.size() == 1 ? workspace->quotas.front() : std::string();
    const Quota* root = rootOf(project, quota);
    if (root == nullptr)
        return {};
    const std::vector<Node> nodes = nodesOf(project, *root);
    const auto node = std::find_if(nodes.begin(), nodes.end(),
                                   [&](const Node& each) { return each.name == here; });
    if (node == nodes.end())
        return told("command-fate.not-of-quota", here, {{"quota", Value::ofText(quota)}});
    if (nodes.size() == 1)
        return expand(project.pool.nodes).size() == 1
                   ? Problems{}
                   : told("command-fate.quota", here, {{"quota", Value::ofText(quota)}});
    const auto isAlone = [&](const std::string& type) {
        return !type.empty() && std::count_if(nodes.begin(), nodes.end(), [&](const Node& each) {
                                    return each.gpuType == type;
                                }) == 1;
    };
    const std::string type = asked->gpuType.empty() ? node->gpuType : asked->gpuType;
    if (type != node->gpuType || !isAlone(type))
        return told("command-fate.nodes", here,
                    {{"nodes", Value::ofCount(static_cast<std::int64_t>(nodes.size()))}});
    asked->gpuType = type;
    if (submission.typed)
        submission.typed->arguments.set("gpu-type", type);
    return told("command-fate.type", here, {{"gpuType", Value::ofText(type)}});
}

bool isOfMissing(const Problem& note) {
    return plainCode(note.message.code) == "command-missing";
}

std::optional<Message> missingOfCommand(const WorkCommand& command,
                                        const std::optional<store::Lease>& holder,
                                        const std::string& who,
                                        const std::optional<std::string>& path) {
    if (holder && (holder->holder.machine != store::thisProcess().machine || holder->who != who))
        return {};
    return missingToStart(command.arguments, command.directory, path);
}

Problems missingOfCommand(const CommandRequest& submission,
                          const std::optional<store::Lease>& holder, const std::string& who,
                          const std::optional<std::string>& path) {
    const auto* asked = std::get_if<SubmitWork>(&submission.change);
    if (asked == nullptr || !asked->command)
        return {};
    auto missing =
        missingOfCommand({*asked->command, asked->directory.value_or("")}, holder, who, path);
    return missing ? Problems{warning(std::move(*missing))} : Problems{};
}

bool runsNothingHere(const Project& project, const std::optional<store::Lease>& holder,
                     const std::string& machine) {
    LocalMachine here;
    here.name = machine;
    return (!holder || holder->holder.machine == store::thisProcess().machine) &&
           nodeHere(project, here).empty();
}

void sayNoNode(const std::string& workload, const std::string& machine,
               std::optional<Reason>& reason) {
    if (!reason || reason->code != ReasonCode::needsApproval)
        return;
    Workload spec;
    spec.name = workload;
    reason = noNodeReason(spec, machine);
}

Reason noNodeReason(const Workload& spec, const std::string& machine) {
    return {ReasonCode::needsApproval,
            Rule::access,
            {"needs-approval.no-node",
             {textArgument("workload", spec.name), textArgument("machine", machine)}}};
}

}  // namespace apportion
