// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/marks.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/gate.h"

namespace apportion::slurm {

namespace {

constexpr std::string_view kOf = " of ";
constexpr std::size_t kLongestTree = 60;

bool hasDescription(const Picture& picture, const std::string& account) {
    const auto found = picture.descriptions.find(account);
    return found != picture.descriptions.end() && isOurs(found->second);
}

}  // namespace

bool isOurs(std::string_view description) {
    return description.starts_with(kOurMark);
}

std::string accountMark(const std::string& account, const std::string& tree) {
    std::string mark = std::string(kOurMark) + " " + account;
    return tree.empty() ? mark : mark.append(kOf).append(tree);
}

std::string qosMark(const std::string& tree) {
    std::string mark(kOurMark);
    return tree.empty() ? mark : mark.append(kOf).append(tree);
}

std::string treeOf(std::string_view description) {
    const auto at = description.rfind(kOf);
    if (!isOurs(description) || at == std::string_view::npos)
        return {};
    const std::string_view tree = description.substr(at + kOf.size());
    return isPlainName(tree) ? std::string(tree) : std::string();
}

std::string treeNamed(std::string_view name) {
    std::string tree;
    for (char letter : name.substr(0, kLongestTree)) {
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
        const bool plain = isPlainName(std::string("x") + letter);
        if (plain || (!tree.empty() && tree.back() != '-'))
            tree += plain ? letter : '-';
    }
    while (tree.ends_with('-'))
        tree.pop_back();
    tree.erase(0, tree.find_first_not_of('-'));
    return tree;
}

Result<std::optional<Message>> nameByFile(Wanted& wanted, const std::string& file) {
    if (!wanted.tree.empty())
        return std::nullopt;
    wanted.tree = treeNamed(std::filesystem::path(file).stem().string());
    if (wanted.tree.empty())
        return fail("cluster-plan-no-name");
    return Message{"cluster-plan-tree", {{"tree", Value::ofText(wanted.tree)}}};
}

std::set<std::string> foreignAccounts(const Wanted& wanted, const Picture& actual) {
    std::map<std::string, std::string> parents;  // of accounts that are there
    for (const Association& each : actual.associations)
        if (each.user.empty())
            parents[each.account] = each.parent;
    std::set<std::string> foreign;
    for (const WantedAccount& each : wanted.accounts) {
        const auto is = parents.find(each.name);
        const bool there = is != parents.end();
        const bool marked = hasDescription(actual, each.name) || wanted.adopts.contains(each.name);
        // What is below a foreign account already stays there.
        const bool isPlaced = there && is->second == each.parent;
        if ((there && !marked) || (foreign.contains(each.parent) && !isPlaced))
            foreign.insert(each.name);
    }
    return foreign;
}

std::set<std::string> accountsAboveForeign(const Wanted& wanted, const Picture& actual) {
    std::map<std::string, std::string> parents;
    for (const Association& each : actual.associations)
        if (each.user.empty())
            parents[each.account] = each.parent;
    std::set<std::string> above;
    for (const auto& [name, parent] : parents) {
        if (hasDescription(actual, name) || wanted.adopts.contains(name))
            continue;
        for (auto at = parents.find(parent); at != parents.end() && above.insert(at->first).second;)
            at = parents.find(at->second);
    }
    return above;
}

Wanted withoutUselessQos(Wanted wanted, const Picture& actual,
                         const std::set<std::string>& foreign) {
    std::set<std::string> listed, there;  // by accounts that change
    std::set<std::string> useless;
    for (const Qos& each : actual.qos)
        there.insert(each.name);
    for (const WantedAccount& each : wanted.accounts)
        for (const std::string& qos : each.qos)
            (foreign.contains(each.name) ? useless : listed).insert(qos);
    const auto isUseless = [&](const std::string& qos) {
        return useless.contains(qos) && !listed.contains(qos) && !there.contains(qos);
    };
    std::erase_if(wanted.qos, [&](const WantedQos& each) { return isUseless(each.name); });
    for (WantedQos& each : wanted.qos)
        std::erase_if(each.preempts, isUseless);
    return wanted;
}

bool lacksDefault(const Association& user, const Association& account, const std::string& qos) {
    const std::set<std::string> own(user.qos.begin(), user.qos.end());
    return !own.empty() && !own.contains(qos) &&
           own != std::set<std::string>(account.qos.begin(), account.qos.end());
}

bool goesWith(const Wanted& wanted, std::string_view description) {
    return isOurs(description) && (wanted.ofAllTrees || treeOf(description) == wanted.tree);
}

bool isOfGate(std::string_view qos) {
    return qos == kRunQos || classAt(qos).has_value();
}

bool gateIsUsed(const Wanted& wanted, const Picture& actual) {
    const bool driven = std::any_of(actual.qos.begin(), actual.qos.end(), [](const Qos& each) {
        return each.name == kRunQos && each.description.find(kDrivenBy) != std::string::npos;
    });
    const bool holdsJobs = std::any_of(actual.jobs.begin(), actual.jobs.end(),
                                       [](const ClusterJob& job) { return isOfGate(job.qos); });
    // A plan deletes them.
    const auto goes = [&](const std::string& account) {
        const auto found = actual.descriptions.find(account);
        return !wanted.keepsOthers && found != actual.descriptions.end() &&
               goesWith(wanted, found->second) &&
               std::none_of(actual.jobs.begin(), actual.jobs.end(),
                            [&](const ClusterJob& job) { return job.account == account; });
    };
    return driven || holdsJobs ||
           std::any_of(actual.associations.begin(), actual.associations.end(),
                       [&](const Association& each) {
                           return std::any_of(each.qos.begin(), each.qos.end(), isOfGate) &&
                                  !goes(each.account) &&
                                  std::none_of(wanted.accounts.begin(), wanted.accounts.end(),
                                               [&](const WantedAccount& own) {
                                                   return own.name == each.account;
                                               });
                       });
}

}  // namespace apportion::slurm
