// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/watch.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "core/cluster/slurm/accounts.h"

namespace apportion::slurm {

namespace {

using Millis = Pace::Millis;

constexpr Millis kLongestPause{30'000}, kShortestPause{50};
constexpr Millis kCalm{2'000};              // at least, between two pictures where nothing changed
constexpr Millis kAccountsAtLeast{10'000};  // between two readings of the accounts
constexpr int kShare = 10;  // of the time of a calm cluster one part in so many is ours
constexpr std::size_t kMostOfAKind = 10;

// An array that waits has a new id with each task that leaves it: its own number stays.
std::string keyOf(const ClusterJob& job) {
    const auto open = job.id.find('[');
    return open == std::string::npos ? job.id : job.id.substr(0, open);
}

std::string arrayKeyOf(const std::string& key) {
    const auto end = key.find('_');
    return end == std::string::npos ? std::string() : key.substr(0, end + 1);
}

class Changes {
public:
    Changes(const Picture& before, const Picture& after) : before_(before), after_(after) {
        for (const ClusterJob& job : before.jobs)
            was_[keyOf(job)] = &job;
        for (const ClusterJob& job : after.jobs)
            is_[keyOf(job)] = &job;
    }

    std::vector<Message> all() {
        jobs();
        nodes();
        accounts();
        std::vector<Message> list;
        for (auto& [code, messages] : kinds_)
            if (messages.size() <= kMostOfAKind)
                std::move(messages.begin(), messages.end(), std::back_inserter(list));
            else
                list.push_back(
                    {code + ".many",
                     {{"count", Value::ofCount(static_cast<std::int64_t>(messages.size()))}}});
        return list;
    }

private:
    void saw(const char* code, std::vector<Argument> arguments) {
        const auto kind = std::find_if(kinds_.begin(), kinds_.end(),
                                       [&](const auto& each) { return each.first == code; });
        auto& messages = kind == kinds_.end()
                             ? kinds_.emplace_back(code, std::vector<Message>()).second
                             : kind->second;
        messages.push_back({code, std::move(arguments)});
    }
    static Argument named(const char* name, const std::string& text) {
        return {name, Value::ofText(text)};
    }
    static std::vector<Argument> ofJob(const ClusterJob& job) {
        return {named("job", job.id), named("user", job.user), named("account", job.account)};
    }

    // What a job was before. A task of an array waited in the record of the array.
    const ClusterJob* before(const std::string& key) const {
        const auto found = was_.find(key);
        if (found != was_.end())
            return found->second;
        const auto array = was_.find(arrayKeyOf(key));
        return array == was_.end() ? nullptr : array->second;
    }

    void jobs() {
        std::set<std::string> arrays;  // that still have tasks
        for (const auto& [key, job] : is_) {
            arrays.insert(arrayKeyOf(key));
            const ClusterJob* was = before(key);
            // After a crash the controller gives ids out again.
            if (was == nullptr || was->user != job->user || was->name != job->name)
                added(*job);
            else
                compare(*was, *job);
        }
        for (const auto& [key, job] : was_)
            if (!is_.contains(key) && (key.back() != '_' || !arrays.contains(key)) &&
                job->state != "COMPLETING")
                saw("cluster-saw-gone", ofJob(*job));
    }

    void added(const ClusterJob& job) {
        auto arguments = ofJob(job);
        arguments.push_back({"requested", Value::ofGpu(job.gpus * kOneGpu)});
        saw("cluster-saw-new", std::move(arguments));
        if (job.isRunning())
            started(job);
    }

    void started(const ClusterJob& job) {
        auto arguments = ofJob(job);
        arguments.push_back(named("nodes", job.nodes));
        saw("cluster-saw-started", std::move(arguments));
    }

    void compare(const ClusterJob& was, const ClusterJob& job) {
        const bool ran = was.state == "RUNNING", runs = job.state == "RUNNING";
        if (runs && (!ran || was.started != job.started))
            started(job);
        else if (ran && job.isPending())
            saw("cluster-saw-requeued", ofJob(job));
        else if (ran && job.state == "COMPLETING")
            saw("cluster-saw-gone", ofJob(job));
        if (isHeld(was) != isHeld(job) && job.isPending())
            saw(isHeld(job) ? "cluster-saw-held" : "cluster-saw-released", ofJob(job));
        if (was.qos != job.qos)
            saw("cluster-saw-qos", {named("job", job.id), named("qos", job.qos)});
    }

    void nodes() {
        std::map<std::string, const ClusterNode*> known;
        for (const ClusterNode& each : before_.nodes)
            known[each.name] = &each;
        for (const ClusterNode& each : after_.nodes) {
            const auto found = known.find(each.name);
            const bool wasClosed = found != known.end() && isClosed(*found->second);
            const bool wasDown = found != known.end() && isDown(*found->second);
            if (isDown(each) && !wasDown)
                saw("cluster-saw-node-down",
                    {named("node", each.name), named("reason", each.reason)});
            else if (isClosed(each) && !wasClosed)
                saw("cluster-saw-node-closed",
                    {named("node", each.name), named("reason", each.reason)});
            else if (!isClosed(each) && wasClosed)
                saw("cluster-saw-node-open", {named("node", each.name)});
        }
    }

    void accounts() {
        std::map<std::string, std::optional<std::int64_t>> limits;
        for (const Association& each : before_.associations)
            if (each.user.empty())
                limits[each.account] = each.grpGpus;
        for (const Association& each : after_.associations) {
            if (!each.user.empty())
                continue;
            const auto found = limits.find(each.account);
            const bool isNew = found == limits.end();
            if (isNew)
                saw("cluster-saw-account", {named("account", each.account)});
            if (each.grpGpus && (isNew || found->second != each.grpGpus))
                saw("cluster-saw-limit", {named("account", each.account),
                                          {"limit", Value::ofGpu(*each.grpGpus * kOneGpu)}});
            else if (!each.grpGpus && !isNew && found->second)
                saw("cluster-saw-no-limit", {named("account", each.account)});
            if (!isNew)
                limits.erase(found);
        }
        for (const auto& [account, limit] : limits)
            saw("cluster-saw-account-gone", {named("account", account)});
    }

    const Picture& before_;
    const Picture& after_;
    std::map<std::string, const ClusterJob*> was_, is_;
    std::vector<std::pair<std::string, std::vector<Message>>> kinds_;
};

}  // namespace

bool showsTheSame(const Picture& one, const Picture& two) {
    return one.jobs == two.jobs && one.nodes == two.nodes && one.associations == two.associations &&
           one.qos == two.qos && one.descriptions == two.descriptions &&
           one.settings == two.settings && one.cluster == two.cluster &&
           one.accountsBy == two.accountsBy && one.accountingIsDown == two.accountingIsDown &&
           one.unreadable == two.unreadable;
}

std::vector<Message> changesBetween(const Picture& before, const Picture& after) {
    return Changes(before, after).all();
}

Millis Pace::pause() const {
    Millis pause = least_;
    for (int i = 1; i < failures_ && pause < kLongestPause; ++i)
        pause *= 2;
    return std::min(std::max(pause, least_), std::max(kLongestPause, least_));
}

bool Pace::isDue(bool changed, Millis age) const {
    return age >= (changed ? took_ : std::max(kCalm, took_ * kShare));
}

Watch::Watch(Connection connection, Access access, Picture first, Millis least)
    : connection_(std::move(connection)),
      access_(std::move(access)),
      picture_(std::move(first)),
      pace_(least),
      readAt_(Clock::now()),
      accountsAt_(Clock::now()) {}

Millis Watch::pause() const {
    const Millis usual = pace_.pause();
    if (!changed_ || pace_.isFailing())
        return usual;
    const Millis age = std::chrono::floor<Millis>(Clock::now() - readAt_);
    return std::min(usual, std::max(kShortestPause, took_ - age));
}

void Watch::lookAtAccounts(Picture& next, Look& look) {
    const auto began = Clock::now();
    if (began - accountsAt_ < std::max(kAccountsAtLeast, accountsTook_ * kShare))
        return;
    const bool wasDown = next.accountingIsDown;
    refreshAccounts(access_, next);
    accountsAt_ = Clock::now();
    accountsTook_ = std::chrono::ceil<Millis>(accountsAt_ - began);
    if (next.accountingIsDown != wasDown)
        look.changes.push_back(
            {wasDown ? "cluster-saw-accounting" : "cluster-saw-no-accounting", {}});
}

Look Watch::look() {
    Look look;
    const auto fails = [&](Problems problems) {
        pace_.failed();
        changed_ = true;
        look.failed = std::move(problems);
        return look;
    };
    renewToken(access_, connection_, std::time(nullptr));
    auto counters = readCounters(access_);
    if (!counters)
        return fails(std::move(counters.error()));
    pace_.answered();
    changed_ = changed_ || *counters != counters_;
    counters_ = std::move(*counters);
    const auto began = Clock::now();
    if (!pace_.isDue(changed_, std::chrono::floor<Millis>(began - readAt_)))
        return look;
    Picture next = picture_;
    next.unreadable = 0;
    if (auto read = readWork(access_, next); !read)
        return fails(std::move(read.error()));
    readAt_ = Clock::now();
    took_ = std::chrono::ceil<Millis>(readAt_ - began);
    pace_.tookToRead(took_);
    lookAtAccounts(next, look);
    auto changes = changesBetween(picture_, next);
    look.changes.insert(look.changes.begin(), changes.begin(), changes.end());
    look.read = true;
    look.differs = !showsTheSame(picture_, next);
    changed_ = false;
    picture_ = std::move(next);
    return look;
}

}  // namespace apportion::slurm
