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

bool isOurs(std::string_view description) {
    return description.starts_with(kOurMark);
}

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

// QOS of accounts, that their jobs use and that are not wanted. A job whose QOS its account loses
// never starts.
using UsedQos = std::map<std::string, std::vector<std::string>>;

UsedQos usedQos(const Wanted& wanted, const Picture& actual) {
    UsedQos kept;
    if (!wanted.keepsUsedQos)
        return kept;
    std::map<std::string, std::set<std::string>> used;
    for (const ClusterJob& job : actual.jobs)
        used[job.account].insert(job.qos);
    for (const WantedAccount& each : wanted.accounts)
        for (const Association& is : actual.associations)
            if (is.account == each.name && is.user.empty())
                for (const std::string& qos : is.qos)
                    if (used[each.name].contains(qos) &&
                        std::find(each.qos.begin(), each.qos.end(), qos) == each.qos.end())
                        kept[each.name].push_back(qos);
    return kept;
}

Wanted withQos(Wanted wanted, const UsedQos& kept) {
    wanted.keepsUsedQos = false;
    for (WantedAccount& each : wanted.accounts)
        if (const auto more = kept.find(each.name); more != kept.end()) {
            each.qos.insert(each.qos.end(), more->second.begin(), more->second.end());
            std::sort(each.qos.begin(), each.qos.end());
        }
    return wanted;
}

class Planner {
public:
    Planner(const Wanted& wanted, const Picture& actual)
        : kept_(usedQos(wanted, actual)),
          wanted_(withQos(wanted, kept_)),
          actual_(actual),
          accounts_(actual) {
        for (const Qos& each : actual.qos)
            qos_[each.name] = &each;
        for (const Association& each : actual.associations)
            (each.user.empty() ? tops_[each.account] : users_[{each.user, each.account}]) = &each;
    }

    NativePlan plan() {
        for (const auto& [account, kept] : kept_)
            plan_.refused.push_back(
                {"cluster-plan-used-qos", {{"name", Value::ofText(account)}, names(kept)}});
        qosAdds();
        qosChanges();
        accounts();
        limits();
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
                groups.add(settingsOf(each), each.name);
            else if (!isOurs(found->second->description)) {
                refuse("cluster-plan-foreign-qos", each.name);
                foreign_.insert(each.name);
            }
        }
        for (const auto& [settings, list] : groups.all()) {
            std::vector<std::string> words{"add", "qos", joinedNames(list)};
            words.insert(words.end(), settings.begin(), settings.end());
            words.push_back("Description=" + std::string(kOurMark));
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
        return tops_.contains(name) &&
               (found == actual_.descriptions.end() || !isOurs(found->second));
    }

    void accounts() {
        for (const WantedAccount& each : wanted_.accounts) {
            if (isForeignAccount(each.name) || foreignAccounts_.contains(each.parent)) {
                refuse("cluster-plan-foreign-account", each.name);
                foreignAccounts_.insert(each.name);
                continue;
            }
            const std::string parent = each.parent.empty() ? "root" : each.parent;
            const auto found = tops_.find(each.name);
            if (found == tops_.end()) {
                std::vector<std::string> words{"add", "account", each.name, "parent=" + parent};
                if (each.gpus)
                    words.push_back("GrpTRES=" + gpuText(each.gpus));
                words.push_back("Description=" + std::string(kOurMark) + " " + each.name);
                line(std::move(words), "cluster-line-add-account",
                     {{"name", Value::ofText(each.name)}});
            } else if (found->second->parent != parent) {
                line({"modify", "account", "where", "name=" + each.name, "set", "parent=" + parent},
                     "cluster-line-move-account",
                     {{"name", Value::ofText(each.name)}, {"parent", Value::ofText(parent)}});
            }
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
            line({"modify", "account", "where", "name=" + each.name, "set",
                  "qos=" + joinedNames(each.qos),
                  "defaultqos=" + (each.defaultQos.empty() ? "-1" : each.defaultQos)},
                 "cluster-line-lists", {{"name", Value::ofText(each.name)}, names(each.qos)});
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
            // Slurm deletes a QOS that jobs are in: running ones lose it, waiting ones are held.
            if (std::any_of(actual_.jobs.begin(), actual_.jobs.end(),
                            [&](const ClusterJob& job) { return job.qos == each.name; }))
                refuse("cluster-plan-busy-qos", each.name);
            else
                unused.push_back(each.name);
        }
        if (!unused.empty())
            line({"delete", "qos", "where", "name=" + joinedNames(unused)},
                 "cluster-line-delete-qos", {names(unused)}, Danger::removes);
    }

    UsedQos kept_;
    Wanted wanted_;
    const Picture& actual_;
    Accounts accounts_;
    NativePlan plan_;
    std::map<std::string, const Qos*> qos_;
    std::map<std::string, const Association*> tops_;
    std::map<std::pair<std::string, std::string>, const Association*> users_;
    std::set<std::string> foreign_, foreignAccounts_;
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

Picture pictureWith(const Wanted& wanted, Picture actual) {
    const Wanted aim = withUsedQos(wanted, actual);
    std::set<std::string> left, kept;  // accounts that stay as they are, and all that are wanted
    for (const WantedAccount& each : aim.accounts) {
        kept.insert(each.name);
        auto found = std::find_if(
            actual.associations.begin(), actual.associations.end(),
            [&](const Association& is) { return is.user.empty() && is.account == each.name; });
        const bool there = found != actual.associations.end();
        if (left.contains(each.parent) || (there && !isOurs(actual.descriptions[each.name]))) {
            left.insert(each.name);
            continue;
        }
        Association& is = there ? *found : actual.associations.emplace_back();
        is.account = each.name;
        is.parent = each.parent.empty() ? "root" : each.parent;
        is.grpGpus = each.gpus;
        is.qos = each.qos;
        is.defaultQos = each.defaultQos;
        actual.descriptions[each.name] = std::string(kOurMark) + " " + each.name;
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
                   isOurs(actual.descriptions[is.account]);
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
            return isOurs(is.description) && !qosKept.contains(is.name);
        });
    return actual;
}

Wanted wantedAsIs(const Picture& actual) {
    Wanted made;
    made.onlyTheseUsers = true;
    std::set<std::string> ours;
    for (const auto& [name, description] : actual.descriptions)
        if (isOurs(description))
            ours.insert(name);
    const Accounts accounts(actual);
    for (const Account& each : accounts.inOrder())
        for (const Association& is : actual.associations)
            if (is.account == each.name && is.user.empty() && ours.contains(each.name)) {
                auto& account = made.accounts.emplace_back();
                account = {is.account, is.parent, is.grpGpus, is.qos, is.defaultQos};
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
                   is.grpJobs};
            std::sort(qos.preempts.begin(), qos.preempts.end());
        }
    return made;
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
