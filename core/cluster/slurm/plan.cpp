// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/process.h"

namespace apportion::slurm {

namespace {

using Danger = Line::Danger;

std::string joinedNames(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& each : list)
        text.append(text.empty() ? "" : ",").append(each);
    return text;
}

std::string gpuText(const std::optional<std::int64_t>& gpus) {
    return "gres/gpu=" + std::to_string(gpus.value_or(-1));
}

// Objects with the same settings share a line.
class Groups {
public:
    void add(const std::vector<std::string>& settings, const std::string& name) {
        for (auto& [known, names] : groups_)
            if (known == settings) {
                names.push_back(name);
                return;
            }
        groups_.emplace_back(settings, std::vector{name});
    }
    const auto& all() const { return groups_; }

private:
    std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> groups_;
};

// QOS of accounts that are not wanted and stay: their jobs use them, and a job whose QOS its
// account loses never starts; or accounts that are not ours inherit them, with the default one.
struct KeptQos {
    std::vector<std::string> names;
    std::optional<std::string> usual;
};
using UsedQos = std::map<std::string, KeptQos>;

UsedQos usedQos(const Wanted& wanted, const Picture& actual) {
    UsedQos kept;
    if (!wanted.keepsUsedQos)
        return kept;
    std::map<std::string, std::set<std::string>> used;
    for (const ClusterJob& job : actual.jobs)
        used[job.account].insert(job.qos);
    const auto foreign = foreignAccounts(wanted, actual);
    const auto inherited = accountsAboveForeign(wanted, actual);
    for (const WantedAccount& each : wanted.accounts)
        for (const Association& is : actual.associations)
            if (is.account == each.name && is.user.empty() && !foreign.contains(each.name)) {
                const bool isInherited = inherited.contains(each.name);
                for (const std::string& qos : is.qos)
                    if ((isInherited || used[each.name].contains(qos)) &&
                        std::find(each.qos.begin(), each.qos.end(), qos) == each.qos.end())
                        kept[each.name].names.push_back(qos);
                if (isInherited)
                    kept[each.name].usual = is.defaultQos;
            }
    return kept;
}

Wanted withQos(Wanted wanted, const UsedQos& kept) {
    wanted.keepsUsedQos = false;
    for (WantedAccount& each : wanted.accounts)
        if (const auto more = kept.find(each.name); more != kept.end()) {
            const auto& [names, usual] = more->second;
            each.qos.insert(each.qos.end(), names.begin(), names.end());
            std::sort(each.qos.begin(), each.qos.end());
            each.defaultQos = usual.value_or(each.defaultQos);
        }
    return wanted;
}

class Planner {
public:
    Planner(const Wanted& wanted, const Picture& actual)
        : kept_(usedQos(wanted, actual)),
          foreignAccounts_(foreignAccounts(wanted, actual)),
          wanted_(withoutUselessQos(withQos(wanted, kept_), actual, foreignAccounts_)),
          actual_(actual),
          accounts_(actual) {
        for (const Qos& each : actual.qos)
            qos_[each.name] = &each;
        for (const Association& each : actual.associations)
            (each.user.empty() ? tops_[each.account] : users_[{each.user, each.account}]) = &each;
    }

    NativePlan plan() {
        for (const auto& [account, kept] : kept_)
            if (!kept.names.empty())
                plan_.refused.push_back(
                    {kept.usual ? "cluster-plan-used-qos.inherited" : "cluster-plan-used-qos",
                     {{"name", Value::ofText(account)}, names(kept.names)}});
        tellForeign();
        qosAdds();
        qosChanges();
        accounts();
        limits();
        shares();
        lists();
        users();
        if (!wanted_.keepsOthers)
            removals();
        return std::move(plan_);
    }

private:
    void line(std::vector<std::string> words, const char* code, std::vector<Argument> arguments,
              Danger danger = Danger::none) {
        words.insert(words.begin(), {"sacctmgr", "-i"});
        plan_.lines.push_back({std::move(words), danger, {code, std::move(arguments)}});
    }
    void refuse(const char* code, const std::string& name) {
        plan_.refused.push_back({code, {{"name", Value::ofText(name)}}});
    }
    static Argument names(const std::vector<std::string>& list) {
        return {"names", Value::ofList(list)};
    }

    static std::vector<std::string> settingsOf(const WantedQos& each) {
        std::vector<std::string> settings{"Priority=" + std::to_string(each.priority),
                                          "PreemptMode=requeue"};
        if (each.graceSeconds > 0)
            settings.push_back("GraceTime=" + std::to_string(each.graceSeconds));
        if (each.exemptSeconds > 0)
            settings.push_back("PreemptExemptTime=" + clock(each.exemptSeconds));
        if (each.gpusPerUser)
            settings.push_back("MaxTRESPerUser=" + gpuText(each.gpusPerUser));
        if (each.jobs)
            settings.push_back("GrpJobs=" + std::to_string(*each.jobs));
        return settings;
    }
    std::vector<std::string> withMark(std::vector<std::string> settings,
                                      const WantedQos& each) const {
        settings.push_back("Description=" + markOf(each));
        return settings;
    }
    // Slurm reads a number alone as minutes here.
    static std::string clock(std::int64_t seconds) {
        const auto two = [](std::int64_t number) {
            return (number < 10 ? "0" : "") + std::to_string(number);
        };
        return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
    }

    void qosAdds() {
        Groups groups;
        for (const WantedQos& each : wanted_.qos) {
            const auto found = qos_.find(each.name);
            if (found == qos_.end())
                groups.add(withMark(settingsOf(each), each), each.name);
            else if (!isOurs(found->second->description)) {
                refuse("cluster-plan-foreign-qos", each.name);
                foreign_.insert(each.name);
            }
        }
        for (const auto& [settings, list] : groups.all()) {
            std::vector<std::string> words{"add", "qos", joinedNames(list)};
            words.insert(words.end(), settings.begin(), settings.end());
            line(std::move(words), "cluster-line-add-qos", {names(list)});
        }
    }

    void qosChanges() {
        Groups groups;
        for (const WantedQos& each : wanted_.qos) {
            if (foreign_.contains(each.name))
                continue;
            const auto found = qos_.find(each.name);
            std::vector<std::string> settings;
            std::vector<std::string> preempts;
            if (found != qos_.end()) {
                const Qos& is = *found->second;
                preempts = is.preempts;
                std::sort(preempts.begin(), preempts.end());
                if (is.priority != each.priority)
                    settings.push_back("Priority=" + std::to_string(each.priority));
                if (is.preemptMode != "requeue")
                    settings.emplace_back("PreemptMode=requeue");
                if (is.graceSeconds != each.graceSeconds)
                    settings.push_back("GraceTime=" + std::to_string(each.graceSeconds));
                if (is.exemptSeconds.value_or(0) != each.exemptSeconds)
                    settings.push_back("PreemptExemptTime=" +
                                       (each.exemptSeconds > 0 ? clock(each.exemptSeconds) : "-1"));
                if (is.maxGpusPerUser != each.gpusPerUser)
                    settings.push_back("MaxTRESPerUser=" + gpuText(each.gpusPerUser));
                if (!isOfGate(each.name) && is.description != markOf(each))
                    settings.push_back("Description=" + markOf(each));
                if (is.grpJobs != each.jobs)
                    settings.push_back("GrpJobs=" + std::to_string(each.jobs.value_or(-1)));
            }
            if (preempts != each.preempts)
                settings.push_back("Preempt=" + joinedNames(each.preempts));
            if (!settings.empty())
                groups.add(settings, each.name);
        }
        for (const auto& [settings, list] : groups.all()) {
            std::vector<std::string> words{"modify", "qos", "where", "name=" + joinedNames(list),
                                           "set"};
            words.insert(words.end(), settings.begin(), settings.end());
            line(std::move(words), "cluster-line-set-qos", {names(list)});
        }
    }

    bool isForeignAccount(const std::string& name) const {
        const auto found = actual_.descriptions.find(name);
        return tops_.contains(name) && !wanted_.adopts.contains(name) &&
               (found == actual_.descriptions.end() || !isOurs(found->second));
    }

    void accounts() {
        for (const WantedAccount& each : wanted_.accounts) {
            if (foreignAccounts_.contains(each.name))
                continue;
            const std::string parent = each.parent.empty() ? "root" : each.parent;
            const auto found = tops_.find(each.name);
            if (found == tops_.end()) {
                std::vector<std::string> words{"add", "account", each.name, "parent=" + parent};
                if (each.gpus)
                    words.push_back("GrpTRES=" + gpuText(each.gpus));
                if (each.shares)
                    words.push_back("fairshare=" + sharesText(*each.shares));
                words.push_back("Description=" + markOf(each));
                line(std::move(words), "cluster-line-add-account",
                     {{"name", Value::ofText(each.name)}});
                continue;
            }
            mark(each);
            if (found->second->parent != parent)
                line({"modify", "account", "where", "name=" + each.name, "set", "parent=" + parent},
                     "cluster-line-move-account",
                     {{"name", Value::ofText(each.name)}, {"parent", Value::ofText(parent)}});
        }
    }

    std::string markOf(const WantedAccount& each) const {
        return each.mark.empty() ? accountMark(each.name, wanted_.tree) : each.mark;
    }
    std::string markOf(const WantedQos& each) const {
        return !each.mark.empty()    ? each.mark
               : isOfGate(each.name) ? std::string(kOurMark)
                                     : qosMark(wanted_.tree);
    }

    // Of an account that is there.
    void mark(const WantedAccount& each) {
        const auto found = actual_.descriptions.find(each.name);
        const std::string is = found == actual_.descriptions.end() ? std::string() : found->second;
        const std::string mark = markOf(each);
        if (is == mark)
            return;
        const std::string before = treeOf(is);
        const bool adopts = !isOurs(is), takes = !before.empty() && isOurs(mark);
        line({"modify", "account", "where", "name=" + each.name, "set", "Description=" + mark},
             adopts          ? "cluster-line-mark.adopt"
             : takes         ? "cluster-line-mark.tree"
             : !isOurs(mark) ? "cluster-line-mark.back"
                             : "cluster-line-mark",
             {{"name", Value::ofText(each.name)}, {"tree", Value::ofText(before)}},
             adopts || takes ? Danger::limits : Danger::none);
    }

    // Names as --adopt takes them.
    void tellForeign() {
        std::string without, below;
        for (const WantedAccount& each : wanted_.accounts)
            if (foreignAccounts_.contains(each.name)) {
                std::string& names =
                    tops_.contains(each.name) && isForeignAccount(each.name) ? without : below;
                names.append(names.empty() ? "" : ",").append(each.name);
            }
        if (!without.empty())
            plan_.refused.push_back(
                {"cluster-plan-foreign-account", {{"names", Value::ofText(without)}}});
        if (!below.empty())
            plan_.refused.push_back(
                {"cluster-plan-foreign-account.below", {{"names", Value::ofText(below)}}});
    }

    static std::string sharesText(std::int64_t shares) {
        return shares == kSharesOfParent ? "parent" : std::to_string(shares);
    }
    void shares() {
        for (const WantedAccount& each : wanted_.accounts) {
            const auto found = tops_.find(each.name);
            if (!each.shares || foreignAccounts_.contains(each.name) || found == tops_.end() ||
                found->second->shares == *each.shares)
                continue;
            line({"modify", "account", "where", "name=" + each.name, "set",
                  "fairshare=" + sharesText(*each.shares)},
                 "cluster-line-shares",
                 {{"name", Value::ofText(each.name)},
                  {"shares", Value::ofText(sharesText(*each.shares))}});
        }
    }

    // What shrinks comes first, so that the sum of siblings is never above what it was or will be.
    void limits() {
        for (const bool shrinks : {true, false})
            for (const WantedAccount& each : wanted_.accounts) {
                const auto found = tops_.find(each.name);
                if (foreignAccounts_.contains(each.name) || found == tops_.end() ||
                    found->second->grpGpus == each.gpus)
                    continue;
                const auto& before = found->second->grpGpus;
                if ((each.gpus && (!before || *each.gpus < *before)) != shrinks)
                    continue;
                const Account* account = accounts_.find(each.name);
                const std::int64_t running = account == nullptr ? 0 : account->running;
                const bool below = each.gpus && running > *each.gpus;
                std::vector<Argument> arguments{{"name", Value::ofText(each.name)}};
                if (each.gpus)
                    arguments.push_back({"limit", Value::ofGpu(*each.gpus * kOneGpu)});
                if (below)
                    arguments.push_back({"used", Value::ofGpu(running * kOneGpu)});
                line({"modify", "account", "where", "name=" + each.name, "set",
                      "GrpTRES=" + gpuText(each.gpus)},
                     below       ? "cluster-line-limit.below"
                     : each.gpus ? "cluster-line-limit"
                                 : "cluster-line-limit.none",
                     std::move(arguments), below ? Danger::limits : Danger::none);
            }
    }

    void lists() {
        for (const WantedAccount& each : wanted_.accounts) {
            if (foreignAccounts_.contains(each.name))
                continue;
            const auto found = tops_.find(each.name);
            if (found != tops_.end()) {
                auto has = found->second->qos;
                std::sort(has.begin(), has.end());
                if (has == each.qos && found->second->defaultQos == each.defaultQos)
                    continue;
            }
            if (found != tops_.end())
                userLists(each, *found->second);
            line({"modify", "account", "where", "name=" + each.name, "set",
                  "qos=" + joinedNames(each.qos),
                  "defaultqos=" + (each.defaultQos.empty() ? "-1" : each.defaultQos)},
                 "cluster-line-lists", {{"name", Value::ofText(each.name)}, names(each.qos)});
        }
    }

    // An account gets no default QOS that one of its users has no access to.
    void userLists(const WantedAccount& account, const Association& is) {
        if (account.defaultQos.empty() || account.defaultQos == is.defaultQos)
            return;
        for (const auto& [key, association] : users_) {
            const auto& user = key.first;
            if (key.second == account.name && isPlainName(user) &&
                lacksDefault(*association, is, account.defaultQos))
                line({"modify", "user", "where", "name=" + user, "account=" + account.name, "set",
                      "qos+=" + account.defaultQos},
                     "cluster-line-user-qos",
                     {{"user", Value::ofText(user)},
                      {"name", Value::ofText(account.name)},
                      {"qos", Value::ofText(account.defaultQos)}});
        }
    }

    void users() {
        for (const WantedUser& each : wanted_.users)
            if (!users_.contains({each.user, each.account}) &&
                !foreignAccounts_.contains(each.account))
                line({"add", "user", each.user, "account=" + each.account}, "cluster-line-add-user",
                     {{"user", Value::ofText(each.user)}, {"name", Value::ofText(each.account)}});
        if (!wanted_.onlyTheseUsers)
            return;
        const std::set<WantedUser> kept(wanted_.users.begin(), wanted_.users.end());
        for (const auto& [key, association] : users_)
            if (const auto& [user, account] = key; !kept.contains({user, account}) &&
                                                   isPlainName(user) && isPlainName(account) &&
                                                   !isForeignAccount(account))
                line({"delete", "user", "where", "name=" + user, "account=" + account},
                     "cluster-line-delete-user",
                     {{"user", Value::ofText(user)}, {"name", Value::ofText(account)}},
                     Danger::removes);
    }

    // Deepest first. What has jobs stays.
    void removals() {
        std::set<std::string> keptAccounts, keptQos;
        std::map<std::string, std::vector<std::string>> others;  // names by their tree
        const bool gateStays = gateIsUsed(wanted_, actual_);
        bool gateIsThere = false;
        for (const WantedAccount& each : wanted_.accounts)
            keptAccounts.insert(each.name);
        for (const WantedQos& each : wanted_.qos)
            keptQos.insert(each.name);
        const auto& all = accounts_.inOrder();
        for (auto each = all.rbegin(); each != all.rend(); ++each) {
            if (keptAccounts.contains(each->name) || !tops_.contains(each->name) ||
                isForeignAccount(each->name) || !isPlainName(each->name)) {
                keptAccounts.insert(each->parent);
                continue;
            }
            if (!goesWith(wanted_, actual_.descriptions.at(each->name))) {
                others[treeOf(actual_.descriptions.at(each->name))].push_back(each->name);
                keptAccounts.insert(each->parent);
                continue;
            }
            const bool busy =
                std::any_of(actual_.jobs.begin(), actual_.jobs.end(),
                            [&](const ClusterJob& job) { return job.account == each->name; });
            if (busy) {
                refuse("cluster-plan-busy-account", each->name);
                keptAccounts.insert(each->parent);
            } else
                line({"delete", "account", "where", "name=" + each->name},
                     "cluster-line-delete-account", {{"name", Value::ofText(each->name)}},
                     Danger::removes);
        }
        std::vector<std::string> unused;
        for (const Qos& each : actual_.qos) {
            if (keptQos.contains(each.name) || !isOurs(each.description) || !isPlainName(each.name))
                continue;
            if (gateStays && isOfGate(each.name)) {
                gateIsThere = true;
                continue;
            }
            if (!isOfGate(each.name) && !goesWith(wanted_, each.description)) {
                others[treeOf(each.description)].push_back(each.name);
                continue;
            }
            // Slurm deletes a QOS that jobs are in: running ones lose it, waiting ones are held.
            if (std::any_of(actual_.jobs.begin(), actual_.jobs.end(),
                            [&](const ClusterJob& job) { return job.qos == each.name; }))
                refuse("cluster-plan-busy-qos", each.name);
            else
                unused.push_back(each.name);
        }
        if (gateIsThere)
            plan_.refused.push_back({"cluster-plan-gate", {}});
        for (auto& [tree, list] : others) {
            std::sort(list.begin(), list.end());
            plan_.refused.push_back(
                {tree.empty() ? "cluster-plan-other-tree.unnamed" : "cluster-plan-other-tree",
                 {{"tree", Value::ofText(tree)}, names(list)}});
        }
        if (!unused.empty())
            line({"delete", "qos", "where", "name=" + joinedNames(unused)},
                 "cluster-line-delete-qos", {names(unused)}, Danger::removes);
    }

    UsedQos kept_;
    std::set<std::string> foreignAccounts_;
    Wanted wanted_;
    const Picture& actual_;
    Accounts accounts_;
    NativePlan plan_;
    std::map<std::string, const Qos*> qos_;
    std::map<std::string, const Association*> tops_;
    std::map<std::pair<std::string, std::string>, const Association*> users_;
    std::set<std::string> foreign_;
};

bool isSafeWord(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') ||
               std::string_view("=/.,:_-+").find(letter) != std::string_view::npos;
    });
}

}  // namespace

NativePlan planFor(const Wanted& wanted, const Picture& actual) {
    return Planner(wanted, actual).plan();
}

Wanted withUsedQos(const Wanted& wanted, const Picture& actual) {
    return withQos(wanted, usedQos(wanted, actual));
}

std::string lineText(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : " ").append(isSafeWord(word) ? word : shellWord(word));
    return text;
}

// Slurm deletes a QOS that jobs are in, so a script asks once more before it does.
std::string guardText(const Line& line) {
    if (line.note.code != "cluster-line-delete-qos")
        return {};
    std::string names = line.words.back();
    names.erase(0, names.find('=') + 1);
    return "test -z \"$(squeue -h -q " + names + " -o %i)\" && ";
}

std::string scriptText(const NativePlan& plan) {
    std::string text = "#!/bin/sh\nset -e\n";
    for (const Line& each : plan.lines)
        text.append(guardText(each))
            .append(lineText(each))
            .append(guardText(each).empty() ? "\n" : " || exit 1\n");
    return text;
}

}  // namespace apportion::slurm
