// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/controller_accounts.h"

#include <map>
#include <set>
#include <tuple>

#include "core/cluster/slurm/texts.h"

namespace apportion::slurm {

namespace {

std::optional<std::int64_t> plainAmount(std::string_view text) {
    const auto number = wholeNumber(text);
    return number && *number >= 0 ? number : std::nullopt;
}

using WhoseAssociation = std::tuple<std::string_view, std::string_view, std::string_view>;

// "5(1)" is a limit with its use, "N(1)" use without a limit.
struct LimitInUse {
    std::optional<std::int64_t> limit, used;
};
LimitInUse limitInUse(std::string_view text) {
    const auto open = text.find('(');
    LimitInUse made;
    made.limit = plainAmount(text.substr(0, open));
    if (open != std::string_view::npos && text.ends_with(')'))
        made.used = plainAmount(text.substr(open + 1, text.size() - open - 2));
    return made;
}
LimitInUse gpusInUse(std::string_view list) {
    constexpr std::string_view kGpus = "gres/gpu=";
    for (const std::string_view each : split(list, ','))
        if (each.starts_with(kGpus))
            return limitInUse(each.substr(kGpus.size()));
    return {};
}

// "root(0)" without its number.
std::string_view named(std::string_view text) {
    return text.substr(0, text.rfind('('));
}

// A record of the controller: the words behind its first key up to the next, and its values.
class ControllerRecord {
public:
    explicit ControllerRecord(std::string_view head) : head_(head) {}
    void add(std::string_view line) { lines_.push_back(line); }

    // Of the head, where a name of others can hold any text: from one key to the next.
    std::string_view between(std::string_view key, std::string_view next) const {
        const auto at = head_.find(key);
        const auto end = at == std::string_view::npos ? at : head_.find(next, at + key.size());
        return end == std::string_view::npos ? std::string_view{}
                                             : head_.substr(at + key.size(), end - at - key.size());
    }
    // The first, as later ones are of single accounts and users; empty = none.
    std::string_view value(std::string_view key) const {
        for (const std::string_view line : lines_)
            for (const std::string_view word : split(line, ' '))
                if (word.starts_with(key) && word.substr(key.size()).starts_with('='))
                    return word.substr(key.size() + 1);
        return {};
    }
    std::string_view head() const { return head_; }

private:
    std::string_view head_;
    std::vector<std::string_view> lines_;
};

// Those that begin with the key.
std::vector<ControllerRecord> controllerRecords(std::string_view text, std::string_view key) {
    std::vector<ControllerRecord> records;
    bool isInside = false;
    for (const std::string_view line : split(text, '\n')) {
        if (!line.starts_with(' '))
            isInside = line.starts_with(key);
        if (isInside && !line.starts_with(' '))
            records.emplace_back(line);
        else if (isInside)
            records.back().add(line);
    }
    return records;
}

// Each association once: what stands twice has a forged row.
template <typename Take>
std::int64_t eachOfController(std::string_view text, Take&& take) {
    std::set<WhoseAssociation> seen;
    std::int64_t unreadable = 0;
    const auto records = controllerRecords(text, "ClusterName=");
    for (const ControllerRecord& each : records) {
        const auto account = each.between(" Account=", " UserName=");
        const auto user = named(each.between(" UserName=", " Partition="));
        const auto partition = each.between(" Partition=", " Priority=");
        if (account.empty() || !seen.emplace(account, user, partition).second)
            ++unreadable;
        else
            take(each, account, user, partition);
    }
    return unreadable;
}

}  // namespace

void parseController(std::string_view text, Picture& picture) {
    picture.unreadable +=
        eachOfController(text, [&](const ControllerRecord& each, std::string_view account,
                                   std::string_view user, std::string_view partition) {
            Association& made = picture.associations.emplace_back();
            made.account = account;
            made.user = user;
            made.partition = partition;
            made.parent = named(each.value("ParentAccount"));
            const auto shares = each.value("SharesRaw/Norm/Level/Factor");
            made.shares = plainAmount(shares.substr(0, shares.find('/'))).value_or(1);
            made.grpGpus = gpusInUse(each.value("GrpTRES")).limit;
            const LimitInUse minutes = gpusInUse(each.value("GrpTRESMins"));
            made.grpGpuMinutes = minutes.limit;
            if (minutes.limit)
                made.gpuMinutesUsed = minutes.used;
            made.grpJobs = limitInUse(each.value("GrpJobs")).limit;
            made.maxJobs = limitInUse(each.value("MaxJobs")).limit;
            made.maxGpusPerJob = gpuLimit(each.value("MaxTRESPJ"));
        });
    for (const ControllerRecord& each : controllerRecords(text, "QOS=")) {
        Qos& made = picture.qos.emplace_back();
        made.name = named(each.head().substr(each.head().find('=') + 1));
        made.priority = plainAmount(each.value("Priority")).value_or(0);
        made.grpGpus = gpusInUse(each.value("GrpTRES")).limit;
        made.grpJobs = limitInUse(each.value("GrpJobs")).limit;
        made.maxGpusPerUser = gpusInUse(each.value("MaxTRESPU")).limit;
    }
}

void takeMinutes(std::string_view text, Picture& picture) {
    std::map<WhoseAssociation, std::int64_t> used;
    (void)eachOfController(text, [&](const ControllerRecord& each, std::string_view account,
                                     std::string_view user, std::string_view partition) {
        if (const auto minutes = gpusInUse(each.value("GrpTRESMins")).used)
            used[{account, user, partition}] = *minutes;
    });
    for (Association& each : picture.associations)
        if (const auto found = used.find({each.account, each.user, each.partition});
            each.grpGpuMinutes && found != used.end())
            each.gpuMinutesUsed = found->second;
}

}  // namespace apportion::slurm
