// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/plan.h"

namespace apportion::slurm {

Picture pictureWith(const Wanted& wanted, Picture actual) {
    // Accounts that stay as they are, and all that are wanted.
    const std::set<std::string> left = foreignAccounts(wanted, actual);
    const Wanted aim = withoutUselessQos(withUsedQos(wanted, actual), actual, left);
    std::set<std::string> kept;
    const bool gateStays = gateIsUsed(aim, actual);
    for (const WantedAccount& each : aim.accounts) {
        kept.insert(each.name);
        auto found = std::find_if(
            actual.associations.begin(), actual.associations.end(),
            [&](const Association& is) { return is.user.empty() && is.account == each.name; });
        const bool there = found != actual.associations.end();
        if (left.contains(each.name))
            continue;
        if (there)
            for (Association& user : actual.associations)
                if (!user.user.empty() && user.account == each.name && !user.qos.empty() &&
                    !each.defaultQos.empty()) {
                    if (std::is_permutation(user.qos.begin(), user.qos.end(), found->qos.begin(),
                                            found->qos.end()))
                        user.qos = each.qos;  // of its account
                    else if (each.defaultQos != found->defaultQos &&
                             lacksDefault(user, *found, each.defaultQos))
                        user.qos.push_back(each.defaultQos);
                }
        Association& is = there ? *found : actual.associations.emplace_back();
        is.account = each.name;
        is.parent = each.parent.empty() ? "root" : each.parent;
        is.grpGpus = each.gpus;
        is.qos = each.qos;
        is.defaultQos = each.defaultQos;
        if (each.shares)
            is.shares = *each.shares;
        actual.descriptions[each.name] =
            each.mark.empty() ? accountMark(each.name, aim.tree) : each.mark;
    }
    std::set<std::string> qosKept;
    for (const WantedQos& each : aim.qos) {
        qosKept.insert(each.name);
        auto found = std::find_if(actual.qos.begin(), actual.qos.end(),
                                  [&](const Qos& is) { return is.name == each.name; });
        if (found != actual.qos.end() && !isOurs(found->description))
            continue;
        Qos& is = found == actual.qos.end() ? actual.qos.emplace_back() : *found;
        is.name = each.name;
        if (!isOfGate(each.name))
            is.description = each.mark.empty() ? qosMark(aim.tree) : each.mark;
        else if (is.description.empty())
            is.description = kOurMark;
        is.priority = each.priority;
        is.preempts = each.preempts;
        is.preemptMode = "requeue";
        is.graceSeconds = each.graceSeconds;
        is.exemptSeconds = each.exemptSeconds;
        is.maxGpusPerUser = each.gpusPerUser;
        is.grpJobs = each.jobs;
    }
    // What has jobs stays, and what it is in.
    const Accounts accounts(actual);
    for (const ClusterJob& job : actual.jobs) {
        qosKept.insert(job.qos);
        for (const Account* at = accounts.find(job.account); at != nullptr;
             at = accounts.find(at->parent))
            kept.insert(at->name);
    }
    const std::set<WantedUser> users(aim.users.begin(), aim.users.end());
    std::set<WantedUser> there;
    std::erase_if(actual.associations, [&](const Association& is) {
        if (is.user.empty())
            return !aim.keepsOthers && !kept.contains(is.account) &&
                   goesWith(aim, actual.descriptions[is.account]);
        there.insert({is.user, is.account});
        return aim.onlyTheseUsers && isOurs(actual.descriptions[is.account]) &&
               !users.contains({is.user, is.account});
    });
    for (const WantedUser& each : users)
        if (!there.contains(each) && !left.contains(each.account)) {
            Association& made = actual.associations.emplace_back();
            made.account = each.account;
            made.user = each.user;
        }
    if (!aim.keepsOthers)
        std::erase_if(actual.qos, [&](const Qos& is) {
            return !qosKept.contains(is.name) && isOurs(is.description) &&
                   (isOfGate(is.name) ? !gateStays : goesWith(aim, is.description));
        });
    return actual;
}

Wanted wantedAsIs(const Picture& actual, const std::set<std::string>& adopted) {
    Wanted made;
    made.onlyTheseUsers = true;
    made.ofAllTrees = true;
    std::set<std::string> ours = adopted;
    for (const auto& [name, description] : actual.descriptions)
        if (isOurs(description))
            ours.insert(name);
    const Accounts accounts(actual);
    for (const Account& each : accounts.inOrder())
        for (const Association& is : actual.associations)
            if (is.account == each.name && is.user.empty() && ours.contains(each.name)) {
                auto& account = made.accounts.emplace_back();
                const auto description = actual.descriptions.find(is.account);
                account = {is.account, is.parent, is.grpGpus, is.qos, is.defaultQos, is.shares,
                           // Slurm changes nothing to an empty one.
                           description == actual.descriptions.end() || description->second.empty()
                               ? is.account
                               : description->second};
                std::sort(account.qos.begin(), account.qos.end());
            }
    for (const Association& is : actual.associations)
        if (!is.user.empty() && ours.contains(is.account))
            made.users.push_back({is.user, is.account});
    for (const Qos& is : actual.qos)
        if (isOurs(is.description)) {
            auto& qos = made.qos.emplace_back();
            qos = {is.name,
                   is.priority,
                   is.preempts,
                   is.graceSeconds,
                   is.exemptSeconds.value_or(0),
                   is.maxGpusPerUser,
                   is.grpJobs,
                   is.description};
            std::sort(qos.preempts.begin(), qos.preempts.end());
        }
    return made;
}

}  // namespace apportion::slurm
