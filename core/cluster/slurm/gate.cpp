// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/gate.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/cluster/slurm/controller_accounts.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/import.h"
#include "core/cluster/slurm/marks.h"
#include "core/cluster/slurm/reader.h"
#include "core/cluster/slurm/rows.h"
#include "core/cluster/slurm/texts.h"
#include "core/model/bounds.h"

namespace apportion::slurm {

namespace {

constexpr std::string_view kGate = "ap-wait";
constexpr std::array kModules{Module::training, Module::notebook, Module::inference};
constexpr int kRunPriority = 10;

constexpr std::array<std::string_view, 11> kOver{
    "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED", "LAUNCH_FAILED",
    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT"};

std::int64_t timeOf(std::string_view text) {
    return std::max<std::int64_t>(0, wholeNumber(text).value_or(0));
}

bool names(std::string_view list, std::string_view name) {
    const auto parts = split(list, ',');
    return std::find(parts.begin(), parts.end(), name) != parts.end();
}

// "0:15" of sacct as a wait status.
int waitStatusOf(std::string_view text) {
    constexpr int kExit = 256;
    const auto parts = split(text, ':');
    if (parts.size() != 2)
        return 0;
    return static_cast<int>(wholeNumber(parts[0]).value_or(0) * kExit +
                            wholeNumber(parts[1]).value_or(0));
}

}  // namespace

std::string gateOf(const GateClass& asked) {
    if (asked == GateClass{})
        return std::string(kGate);
    return std::string(kGate) + "-" + shortModule(asked.module) + "-" +
           std::to_string(asked.priority);
}

std::optional<GateClass> classAt(std::string_view qos) {
    static const auto all = [] {
        std::map<std::string, GateClass, std::less<>> gates;
        for (const Module module : kModules)
            for (int priority = kLowestPriority; priority <= kHighestPriority; ++priority)
                gates[gateOf({module, priority})] = {module, priority};
        return gates;
    }();
    const auto found = all.find(qos);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

std::string qosFor(const Picture& picture, const std::string& account, const GateClass& asked) {
    const std::string gate = gateOf(asked);
    const bool has = std::any_of(
        picture.associations.begin(), picture.associations.end(), [&](const Association& each) {
            return each.account == account && each.user.empty() &&
                   std::find(each.qos.begin(), each.qos.end(), gate) != each.qos.end();
        });
    return has ? gate : qosNameOf(account, asked.module, asked.priority);
}

Result<Wanted> gatesFor(const Scenario& pool) {
    auto wanted = wantedOf(pool);
    if (!wanted)
        return wanted;
    wanted->keepsOthers = true;
    wanted->keepsUsedQos = false;  // what waits in another QOS is put behind a gate
    wanted->qos.clear();
    std::vector<std::string> list{std::string(kRunQos)};
    for (const Module module : kModules)
        for (int priority = kLowestPriority; priority <= kHighestPriority; ++priority)
            list.push_back(gateOf({module, priority}));
    std::sort(list.begin(), list.end());
    for (const std::string& name : list) {
        WantedQos& qos = wanted->qos.emplace_back();
        qos.name = name;
        if (name == kRunQos)
            qos.priority = kRunPriority;
        else
            qos.jobs = 0;
    }
    for (WantedAccount& account : wanted->accounts) {
        account.gpus.reset();
        account.shares.reset();
        account.qos = list;
        account.defaultQos = kGate;
    }
    return wanted;
}

Problems whyOpen(const Picture& picture) {
    Problems problems;
    const auto setting = [&](const char* name) {
        const auto found = picture.settings.find(name);
        return found == picture.settings.end() ? std::string_view{} : found->second;
    };
    const std::string_view enforced = setting("AccountingStorageEnforce");
    for (const std::string_view needed : {"limits", "qos"})
        if (!names(enforced, needed))
            problems.emplace_back().message = {"cluster-drive-enforce",
                                               {{"needed", Value::ofText(std::string(needed))}}};
    if (!names(setting("AccountingStorageTRES"), "gres/gpu"))
        problems.emplace_back().message = {"cluster-drive-tres", {}};
    return problems;
}

// An account without a list of QOS of its own has that of the one above, with the gates.
std::vector<Message> accountsBelow(const Wanted& gates, const Picture& picture) {
    std::set<std::string> quotas;
    for (const WantedAccount& each : gates.accounts)
        quotas.insert(each.name);
    AccountParents parents;
    std::map<std::string, std::set<std::string>> lists;
    for (const Association& each : picture.associations)
        if (each.user.empty()) {
            parents[each.account] = each.parent;
            lists[each.account] = {each.qos.begin(), each.qos.end()};
        }
    std::map<std::string, std::vector<std::string>> counted, apart;  // by the quota above
    for (const auto& [account, list] : lists) {
        if (quotas.contains(account))
            continue;
        const auto above = accountsAbove(parents, account);
        const auto quota = std::find_if(above.begin(), above.end(), [&](const std::string& name) {
            return quotas.contains(name);
        });
        if (quota == above.end())
            continue;
        const bool isGated = std::any_of(list.begin(), list.end(), isOfGate);
        (isGated || list == lists[*quota] ? counted : apart)[*quota].push_back(account);
    }
    std::vector<Message> told;
    for (const auto& [code, groups] : {std::pair("cluster-drive-child", &counted),
                                       std::pair("cluster-drive-child.apart", &apart)})
        for (const auto& [quota, names] : *groups)
            told.push_back(
                {code, {{"name", Value::ofText(quota)}, {"names", Value::ofList(names)}}});
    return told;
}

// "30 sec"
std::optional<Duration> killWaitOf(const Picture& picture) {
    const auto found = picture.settings.find("KillWait");
    if (found == picture.settings.end())
        return {};
    const std::string_view text = found->second;
    const auto seconds = wholeNumber(text.substr(0, text.find(' ')));
    return seconds ? std::optional(*seconds * kSecond) : std::nullopt;
}

bool GateJob::holdsNodes() const {
    return !nodes.empty() && !waits() && !isOver();
}

bool GateJob::isOver() const {
    return std::find(kOver.begin(), kOver.end(), state) != kOver.end();
}

bool GateJob::isHeld(std::int64_t now) const {
    const std::string_view why = reason;
    // After a requeue it waits in BeginTime, too, which no user asked for.
    return waits() && (why.starts_with("JobHeld") || why.starts_with("Dependency") ||
                       why == "job requeued in held state" ||
                       (restarts == 0 && why == "BeginTime" && eligible > now));
}

Result<std::vector<GateJob>> readGateJobs(const RunWords& run) {
    const std::string mark = freshMark();
    const auto text =
        run({"squeue", "-h", "-a", "-r", "-t", "all", "-O",
             columns({"JobArrayID", "State", "Reason", "Account", "UserName", "QOS", "tres-alloc",
                      "NumNodes", "NodeList", "ReqNodes", "SubmitTime", "StartTime", "EndTime",
                      "EligibleTime", "RestartCnt", "exit_code", "Requeue", "Name"},
                     mark)});
    if (!text)
        return tl::unexpected(text.error());
    std::vector<GateJob> jobs;
    for (const std::string_view row : rows(*text, mark)) {
        const auto parts = cells(row, 18);
        if (!parts)
            continue;
        const auto at = [&](std::size_t column) { return (*parts)[column]; };
        GateJob& job = jobs.emplace_back();
        job.id = at(0);
        job.state = at(1);
        job.reason = at(2);
        job.account = at(3);
        job.user = at(4);
        job.qos = at(5);
        job.gpus = gpusOfTres(at(6)).count;
        job.nodeCount = std::max<std::int64_t>(1, timeOf(at(7)));
        job.nodes = nodeNames(at(8)).value_or(std::vector<std::string>{});
        job.askedNodes = nodeNames(at(9)).value_or(std::vector<std::string>{});
        job.submitted = timeOf(at(10));
        job.started = job.waits() ? 0 : timeOf(at(11));
        job.ended = job.isOver() ? timeOf(at(12)) : 0;
        job.eligible = timeOf(at(13));
        job.restarts = timeOf(at(14));
        job.waitStatus = static_cast<int>(timeOf(at(15)));
        job.requeues = at(16) != "0";
        job.name = at(17);
    }
    return jobs;
}

Result<std::vector<GateJob>> readOver(const RunWords& run, const std::set<std::string>& ids) {
    constexpr std::size_t kMost = 500;  // a line of arguments has its length
    std::string list;
    std::size_t count = 0;
    for (const std::string& id : ids)
        if (count++ < kMost)
            list.append(list.empty() ? "" : ",").append(id);
    std::vector<GateJob> over;
    if (list.empty())
        return over;
    const auto text =
        run({"sacct", "-n", "-P", "-X", "-j", list, "-o", "JobID,State,ExitCode,Submit,Start,End"});
    if (!text)
        return tl::unexpected(text.error());
    for (const std::string_view row : split(*text, '\n')) {
        const auto parts = split(row, '|');
        if (parts.size() != 6)
            continue;
        GateJob job;
        job.id = parts[0];
        // "CANCELLED by 0"
        job.state = parts[1].substr(0, parts[1].find(' '));
        job.waitStatus = waitStatusOf(parts[2]);
        job.submitted = timeOf(parts[3]);
        job.started = timeOf(parts[4]);
        job.ended = timeOf(parts[5]);
        if (job.isOver())
            over.push_back(std::move(job));
    }
    return over;
}

Result<std::vector<ClusterNode>> readNodes(const RunWords& run) {
    const std::string mark = freshMark();
    const auto text = run({"sinfo", "-h", "-a", "-N", "-O",
                           columns({"NodeHost", "Gres", "GresUsed", "CPUs", "Memory",
                                    "StateComplete", "Partition", "Reason"},
                                   mark)});
    if (!text)
        return tl::unexpected(text.error());
    Picture picture;
    parseNodes(*text, mark, picture);
    return std::move(picture.nodes);
}

Result<AccountParents> readParents(const RunWords& run) {
    const auto text = run({"scontrol", "show", "assoc_mgr", "flags=assoc"});
    if (!text)
        return tl::unexpected(text.error());
    Picture picture;
    parseController(*text, picture);
    AccountParents parents;
    for (const Association& each : picture.associations)
        if (each.user.empty())
            parents[each.account] = each.parent;
    return parents;
}

std::vector<std::string> accountsAbove(const AccountParents& parents, const std::string& account) {
    std::vector<std::string> above;
    for (auto at = parents.find(account);
         at != parents.end() && !at->second.empty() && above.size() < parents.size();
         at = parents.find(at->second))
        above.push_back(at->second);
    return above;
}

Message heldMessage(const GateJob& job) {
    return {std::string(kHeldCode),
            {{"job", Value::ofText(job.id)}, {"reason", Value::ofText(job.reason)}}};
}

std::optional<Message> whyNoWorkload(const Scenario& pool, std::int64_t gpus,
                                     std::int64_t nodeCount) {
    if (gpus % nodeCount != 0)
        return Message{"cluster-drive-uneven", {}};
    const Gpu each = gpus / nodeCount * kOneGpu;
    if (nodeCount == 1 || each == 0)
        return {};
    for (const NodeGroup& group : pool.nodes)
        if (group.node.gpu >= 2 * each)
            return Message{"cluster-drive-shape",
                           {{"nodes", Value::ofCount(nodeCount)},
                            {"requested", Value::ofGpu(each)},
                            {"has", Value::ofGpu(group.node.gpu)}}};
    return {};
}

bool isPartOfJob(std::string_view id) {
    return id.find('+') != std::string_view::npos;
}

std::string workloadOf(const GateJob& job) {
    return nameOf(job.name.empty() ? job.id : job.id + " " + job.name);
}

std::string_view jobIdOf(std::string_view workload) {
    return workload.substr(0, workload.find(' '));
}

}  // namespace apportion::slurm
