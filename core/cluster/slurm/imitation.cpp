// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/imitation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/texts.h"

namespace apportion::slurm {

namespace {

// preempt_reorder_count, as it is unless it is set.
constexpr int kReorders = 1;

struct Room {
    const ClusterNode* node = nullptr;
    std::int64_t gpus = 0, cpus = 0;  // free
};
using Rooms = std::vector<Room>;          // in the order of the nodes
using Places = std::vector<std::size_t>;  // among them, sorted

// What a job takes of each of its nodes.
std::int64_t gpusEach(const ClusterJob& job) {
    return (job.gpus + job.nodeCount - 1) / job.nodeCount;
}
std::int64_t cpusEach(const ClusterJob& job) {
    return std::max<std::int64_t>(1, job.cpus / job.nodeCount);
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

// The number of a job or of a task of an array; Slurm has its own for each task.
std::int64_t numberOf(const ClusterJob& job) {
    return wholeNumber(std::string_view(job.id).substr(0, job.id.find('_'))).value_or(0);
}

struct Running {
    const ClusterJob* job = nullptr;
    Places places;
    std::int64_t priority = 0;  // of its QOS
    std::size_t usable = 0;     // nodes that the taker would use
};

class Imitation {
public:
    explicit Imitation(const Picture& picture) : picture_(picture) {
        for (const Qos& each : picture.qos)
            qos_[each.name] = &each;
        for (const Association& each : picture.associations)
            (each.user.empty() ? tops_[each.account] : users_[{each.user, each.account}]) = &each;
        for (const ClusterNode& node : picture.nodes) {
            places_[node.name] = rooms_.size();
            rooms_.push_back({&node, node.gpus, node.cpus});
        }
        for (const ClusterJob& job : picture.jobs)
            if (job.isRunning())
                takeRunning(job);
        // Jobs of others may be hidden.
        for (Room& each : rooms_)
            each.gpus = std::min(each.gpus, each.node->gpus - each.node->gpusUsed);
        // A stable sort: what is alike keeps its number.
        std::stable_sort(running_.begin(), running_.end(), [](const Running& a, const Running& b) {
            return numberOf(*a.job) < numberOf(*b.job);
        });
        if (isYoungestFirst())
            std::stable_sort(
                running_.begin(), running_.end(),
                [](const Running& a, const Running& b) { return a.job->started > b.job->started; });
        else
            std::stable_sort(
                running_.begin(), running_.end(),
                [](const Running& a, const Running& b) { return a.priority < b.priority; });
    }

    Imitated run() {
        Imitated made;
        made.mark.code = !preempts()         ? "cluster-imitated.no-preemption"
                         : isYoungestFirst() ? "cluster-imitated.youngest"
                                             : "cluster-imitated";
        for (const ClusterJob* job : queue())
            for (const std::string& id : arrayIds(job->id))
                if (auto start = tried(*job, id))
                    made.starts.push_back(std::move(*start));
                else
                    break;
        return made;
    }

private:
    const Qos* qosOf(const std::string& name) const {
        const auto found = qos_.find(name);
        return found == qos_.end() ? nullptr : found->second;
    }
    bool has(const char* setting, std::string_view word) const {
        const auto found = picture_.settings.find(setting);
        if (found == picture_.settings.end())
            return false;
        const auto words = split(found->second, ',');
        return std::find(words.begin(), words.end(), word) != words.end();
    }
    bool preempts() const { return has("PreemptType", "preempt/qos"); }
    bool isYoungestFirst() const { return has("SchedulerParameters", "preempt_youngest_first"); }
    std::int64_t qosPriority(const ClusterJob& job) const {
        const Qos* qos = qosOf(job.qos);
        return qos == nullptr ? 0 : qos->priority;
    }

    void takeRunning(const ClusterJob& job) {
        Running made{&job, {}, qosPriority(job)};
        for (const std::string& node : nodeNames(job.nodes).value_or(std::vector<std::string>{}))
            if (const auto found = places_.find(node); found != places_.end())
                made.places.push_back(found->second);
        change(rooms_, job, made.places, -1);
        count(job, 1);
        if (job.state == "RUNNING")
            running_.push_back(std::move(made));
    }
    static void change(Rooms& rooms, const ClusterJob& job, const Places& places, int sign) {
        for (const std::size_t place : places) {
            rooms[place].gpus += sign * gpusEach(job);
            rooms[place].cpus += sign * cpusEach(job);
        }
    }

    // What waits for a place, in the order in which Slurm looks at it. Its priority is that of its
    // QOS first, which a plan may change.
    std::vector<const ClusterJob*> queue() const {
        std::vector<const ClusterJob*> jobs;
        for (const ClusterJob& job : picture_.jobs)
            if (job.isPending() && job.gpus > 0 && !isHeld(job) && job.reason != "BeginTime" &&
                !job.reason.starts_with("Dependency"))
                jobs.push_back(&job);
        std::stable_sort(jobs.begin(), jobs.end(), [&](const ClusterJob* a, const ClusterJob* b) {
            return std::tuple(qosPriority(*b), b->priority, numberOf(*a)) <
                   std::tuple(qosPriority(*a), a->priority, numberOf(*b));
        });
        return jobs;
    }

    // Limits

    void count(const ClusterJob& job, int times) {
        for (const Association* at : chainOf(job))
            used_[at] += times * job.gpus;
        const std::string user = "/" + job.user;
        ofQos_[job.qos] += times * job.gpus;
        ofQos_[job.qos + user] += times * job.gpus;
        jobsOfQos_[job.qos] += times;
    }
    // The user in the account, the account, and those above it.
    std::vector<const Association*> chainOf(const ClusterJob& job) const {
        std::vector<const Association*> chain;
        if (const auto user = users_.find({job.user, job.account}); user != users_.end())
            chain.push_back(user->second);
        for (auto top = tops_.find(job.account); top != tops_.end() && chain.size() < 100;
             top = tops_.find(top->second->parent))
            chain.push_back(top->second);
        return chain;
    }
    // Preemption makes no room below a limit: the victims count until they are gone.
    bool isLimited(const ClusterJob& job) const {
        const auto isAbove = [&](const auto& used, const auto& key, std::int64_t more,
                                 const std::optional<std::int64_t>& limit) {
            const auto found = used.find(key);
            return limit && (found == used.end() ? 0 : found->second) + more > *limit;
        };
        for (const Association* at : chainOf(job))
            if (isAbove(used_, at, job.gpus, at->grpGpus))
                return true;
        const Qos* qos = qosOf(job.qos);
        return qos != nullptr &&
               (isAbove(ofQos_, job.qos, job.gpus, qos->grpGpus) ||
                isAbove(ofQos_, job.qos + "/" + job.user, job.gpus, qos->maxGpusPerUser) ||
                isAbove(jobsOfQos_, job.qos, 1, qos->grpJobs));
    }

    // Nodes

    // One of several partitions is enough.
    static bool isIn(const ClusterNode& node, std::string_view partitions) {
        const auto list = split(partitions, ',');
        return std::any_of(list.begin(), list.end(), [&](std::string_view each) {
            return contains(node.partitions, std::string(each));
        });
    }
    bool fits(const Room& room, const ClusterJob& job) const {
        return !isClosed(*room.node) && room.gpus >= gpusEach(job) && room.cpus >= cpusEach(job) &&
               (job.gpuType.empty() || job.gpuType == room.node->gpuType) &&
               (job.partition.empty() || isIn(*room.node, job.partition));
    }
    // Rows of neighbours: the row with the fewest free CPUs that is enough, else the one with the
    // most, and another. Of one node the one with the fewest. Empty = no room.
    Places chosen(const Rooms& rooms, const ClusterJob& job) const {
        std::vector<Places> rows(1);
        for (std::size_t i = 0; i < rooms.size(); ++i)
            if (fits(rooms[i], job))
                rows.back().push_back(i);
            else if (!rows.back().empty())
                rows.emplace_back();
        const auto cpus = [&](const Places& row) {
            std::int64_t sum = 0;
            for (const std::size_t place : row)
                sum += rooms[place].cpus;
            return sum;
        };
        auto left = static_cast<std::size_t>(job.nodeCount);
        Places taken;
        while (left > 0) {
            const auto best =
                std::min_element(rows.begin(), rows.end(), [&](const Places& a, const Places& b) {
                    const bool first = a.size() >= left, second = b.size() >= left;
                    return first != second ? first : first ? cpus(a) < cpus(b) : cpus(a) > cpus(b);
                });
            if (best == rows.end() || best->empty())
                return {};
            if (left == 1) {
                taken.push_back(*std::min_element(
                    best->begin(), best->end(),
                    [&](std::size_t a, std::size_t b) { return rooms[a].cpus < rooms[b].cpus; }));
                left = 0;
            }
            const std::size_t count = std::min(left, best->size());
            taken.insert(taken.end(), best->begin(),
                         best->begin() + static_cast<std::ptrdiff_t>(count));
            left -= count;
            rows.erase(best);
        }
        std::sort(taken.begin(), taken.end());
        return taken;
    }

    // Victims

    std::vector<Running> candidatesFor(const ClusterJob& job) const {
        std::vector<Running> found;
        const Qos* taker = qosOf(job.qos);
        if (taker == nullptr || !preempts())
            return found;
        const auto mode = picture_.settings.find("PreemptMode");
        const auto exempt = picture_.settings.find("PreemptExemptTime");
        const std::int64_t least =
            exempt == picture_.settings.end() ? 0 : seconds(exempt->second).value_or(0);
        for (const Running& each : running_) {
            const Qos* qos = qosOf(each.job->qos);
            if (qos == nullptr || !contains(taker->preempts, qos->name))
                continue;
            const std::string& how =
                qos->preemptMode == "cluster" && mode != picture_.settings.end() ? mode->second
                                                                                 : qos->preemptMode;
            const bool goes = how.starts_with("REQUEUE") || how.starts_with("CANCEL") ||
                              how == "requeue" || how == "cancel";
            if (goes && each.job->started + qos->exemptSeconds.value_or(least) <= picture_.asOf)
                found.push_back(each);
        }
        return found;
    }
    static std::size_t shared(const Places& a, const Places& b) {
        return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](std::size_t place) {
            return std::binary_search(b.begin(), b.end(), place);
        }));
    }

    // They are taken one after another until it fits. Then whoever came last is tried first, and
    // the others by how many of the nodes are theirs; of these those on the nodes have to go.
    Places withVictims(const ClusterJob& job, std::vector<Running>& victims) const {
        std::vector<Running> candidates = candidatesFor(job);
        for (std::size_t pass = 0;; ++pass) {
            Rooms rooms = rooms_;
            Places places;
            std::size_t last = 0;
            for (; last < candidates.size() && places.empty(); ++last) {
                change(rooms, *candidates[last].job, candidates[last].places, 1);
                places = chosen(rooms, job);
            }
            if (places.empty())
                return places;
            if (pass > kReorders || candidates.size() <= pass + 1) {
                std::copy_if(candidates.begin(),
                             candidates.begin() + static_cast<std::ptrdiff_t>(last),
                             std::back_inserter(victims),
                             [&](const Running& each) { return shared(each.places, places) > 0; });
                return places;
            }
            for (std::size_t i = 0; i < candidates.size(); ++i)
                candidates[i].usable = i + 1 < last    ? shared(candidates[i].places, places)
                                       : i + 1 == last ? rooms.size() + 1
                                                       : 0;
            std::stable_sort(
                candidates.begin(), candidates.end(),
                [](const Running& a, const Running& b) { return a.usable > b.usable; });
        }
    }

    std::optional<Imitated::Start> tried(const ClusterJob& job, const std::string& id) {
        if (isLimited(job))
            return {};
        Shape shape{job.qos, job.partition, job.gpuType, job.gpus, job.cpus, job.nodeCount};
        if (noRoomFor_.contains(shape))
            return {};
        std::vector<Running> victims;
        Places places = chosen(rooms_, job);
        if (places.empty())
            places = withVictims(job, victims);
        if (places.empty()) {
            noRoomFor_.insert(std::move(shape));
            return {};
        }
        noRoomFor_.clear();
        Imitated::Start start{id, {}, {}};
        for (const Running& each : victims) {
            start.victims.push_back(each.job->id);
            change(rooms_, *each.job, each.places, 1);
            std::erase_if(running_, [&](const Running& one) { return one.job == each.job; });
        }
        for (const std::size_t place : places)
            start.nodes.push_back(rooms_[place].node->name);
        change(rooms_, job, places, -1);
        count(job, 1);
        for (const Running& each : victims)
            count(*each.job, -1);
        return start;
    }

    const Picture& picture_;
    std::map<std::string, const Qos*> qos_;
    std::map<std::string, const Association*> tops_;
    std::map<std::pair<std::string, std::string>, const Association*> users_;
    std::map<std::string, std::size_t> places_;
    Rooms rooms_;
    std::vector<Running> running_;  // in the order of candidates
    // What found no room since the last start.
    using Shape =
        std::tuple<std::string, std::string, std::string, std::int64_t, std::int64_t, std::int64_t>;
    std::set<Shape> noRoomFor_;
    std::map<const Association*, std::int64_t> used_;
    std::map<std::string, std::int64_t> ofQos_, jobsOfQos_;  // GPUs of a QOS, of "QOS/user"; jobs
};

}  // namespace

std::vector<std::string> Imitated::victims() const {
    std::vector<std::string> all;
    for (const Start& each : starts)
        all.insert(all.end(), each.victims.begin(), each.victims.end());
    return all;
}

Imitated imitate(const Picture& picture) {
    return Imitation(picture).run();
}

std::vector<Message> sentencesOf(const Imitated& imitated) {
    std::vector<Message> sentences;
    for (const Imitated::Start& each : imitated.starts)
        sentences.push_back(
            {each.victims.empty() ? "cluster-imitated-start" : "cluster-imitated-start.victims",
             {{"job", Value::ofText(each.job)},
              {"nodes", Value::ofList(each.nodes)},
              {"victims", Value::ofList(each.victims)}}});
    if (sentences.empty())
        sentences.push_back({"cluster-imitated-none", {}});
    sentences.push_back(imitated.mark);
    return sentences;
}

}  // namespace apportion::slurm
