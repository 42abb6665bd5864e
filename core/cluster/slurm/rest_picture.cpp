// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/rest_picture.h"

#include <algorithm>
#include <ctime>

#include <nlohmann/json.hpp>

#include "core/cluster/slurm/texts.h"
#include "core/model/date_text.h"

namespace apportion::slurm {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kSecondsOfAMinute = 60;

const Json& at(const Json& value, std::initializer_list<const char*> path) {
    static const Json nothing;
    const Json* reached = &value;
    for (const char* name : path) {
        if (!reached->is_object())
            return nothing;
        const auto found = reached->find(name);
        if (found == reached->end())
            return nothing;
        reached = &*found;
    }
    return *reached;
}

std::string text(const Json& value, std::initializer_list<const char*> path) {
    const Json& found = at(value, path);
    return found.is_string() ? found.get<std::string>() : std::string();
}

// null is unset and infinite alike; later versions say {"set", "infinite", "number"}.
std::optional<std::int64_t> number(const Json& value, std::initializer_list<const char*> path) {
    const Json* found = &at(value, path);
    if (found->is_object() && found->contains("number")) {
        if (found->value("infinite", false) || !found->value("set", true))
            return {};
        found = &(*found)["number"];
    }
    if (!found->is_number())
        return {};
    const auto given = found->get<std::int64_t>();
    return given >= 0 ? std::optional(given) : std::nullopt;
}

std::vector<std::string> texts(const Json& list) {
    std::vector<std::string> all;
    if (list.is_array())
        for (const Json& each : list)
            if (each.is_string())
                all.push_back(each.get<std::string>());
    return all;
}

// GPUs among trackable resources.
std::optional<std::int64_t> gpusIn(const Json& list) {
    if (!list.is_array())
        return {};
    for (const Json& each : list)
        if (text(each, {"type"}) == "gres" && text(each, {"name"}) == "gpu")
            return number(each, {"count"});
    return {};
}

const Json& listOf(const Json& answer, const char* name) {
    const Json& list = at(answer, {name});
    static const Json none = Json::array();
    return list.is_array() ? list : none;
}

std::string lower(std::string made) {
    for (char& letter : made)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return made;
}

std::string jobId(const Json& job) {
    const std::int64_t array = number(job, {"array_job_id"}).value_or(0);
    const std::string tasks = text(job, {"array_task_string"});
    if (array > 0 && !tasks.empty())
        return std::to_string(array) + "_[" + tasks + "]";
    if (const auto task = number(job, {"array_task_id"}); array > 0 && task)
        return std::to_string(array) + "_" + std::to_string(*task);
    return std::to_string(number(job, {"job_id"}).value_or(0));
}

// "cycle_max" of /diag as sdiag writes it.
std::string figureName(std::string_view key) {
    std::string name(key);
    std::replace(name.begin(), name.end(), '_', ' ');
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z')
        name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
}

std::string figureText(const std::string& key, const Json& value) {
    if (value.is_boolean())
        return value.get<bool>() ? "yes" : "no";
    const bool isTime = key.starts_with("req_time") || key.ends_with("_ts") ||
                        key.find("_when_") != std::string::npos;
    if (!isTime || !value.is_number())
        return value.is_string() ? value.get<std::string>() : value.dump();
    const auto seconds = value.get<std::int64_t>();
    return seconds > 0 ? dateText(seconds * kSecond) : "N/A";
}

}  // namespace

std::string figuresOf(const Json& answer) {
    constexpr std::string_view kSchedule = "schedule_", kBackfill = "bf_";
    std::string plain, schedule, backfill;
    for (const auto& [key, value] : at(answer, {"statistics"}).items()) {
        if (value.is_structured() || value.is_null() || key == "parts_packed")
            continue;
        const bool isSchedule = key.starts_with(kSchedule), isBackfill = key.starts_with(kBackfill);
        const auto prefix = isSchedule ? kSchedule.size() : isBackfill ? kBackfill.size() : 0;
        (isSchedule   ? schedule
         : isBackfill ? backfill
                      : plain)
            .append(figureName(std::string_view(key).substr(prefix)))
            .append(": ")
            .append(figureText(key, value))
            .append("\n");
    }
    return plain + "Main schedule statistics (microseconds):\n" + schedule +
           "Backfilling stats:\n" + backfill;
}

void takeNodes(const Json& answer, Picture& picture) {
    for (const Json& each : listOf(answer, "nodes")) {
        ClusterNode& node = picture.nodes.emplace_back();
        node.name = text(each, {"name"});
        const Gpus gpus = gpusOfGres(text(each, {"gres"}));
        node.gpus = gpus.count;
        node.gpuType = gpus.type;
        node.gpusUsed = gpusOfGres(text(each, {"gres_used"})).count;
        node.cpus = number(each, {"cpus"}).value_or(0);
        node.memory = number(each, {"real_memory"}).value_or(0);
        // A text here, a list in later versions.
        const Json& state = at(each, {"state"});
        node.states = texts(state.is_array() ? state : Json::array({state}));
        for (const std::string& flag : texts(at(each, {"state_flags"})))
            node.states.push_back(flag);
        for (std::string& word : node.states)
            for (char& letter : word)
                if (letter >= 'a' && letter <= 'z')
                    letter = static_cast<char>(letter - 'a' + 'A');
        node.reason = text(each, {"reason"});
        node.partitions = texts(at(each, {"partitions"}));
    }
}

void takeJobs(const Json& answer, Picture& picture) {
    for (const Json& each : listOf(answer, "jobs")) {
        ClusterJob job;
        const Json& state = at(each, {"job_state"});
        const auto states = texts(state.is_array() ? state : Json::array({state}));
        job.state = states.empty() ? std::string() : states.front();
        if (!job.isRunning() && !job.isPending() && job.state != "SUSPENDED")
            continue;
        job.id = jobId(each);
        job.reason = text(each, {"state_reason"});
        if (job.reason == "None")
            job.reason.clear();
        job.account = text(each, {"account"});
        job.user = text(each, {"user_name"});
        job.qos = text(each, {"qos"});
        job.partition = text(each, {"partition"});
        job.name = text(each, {"name"});
        const std::string given = text(each, {"tres_alloc_str"});
        const Gpus gpus = gpusOfTres(given.empty() ? text(each, {"tres_req_str"}) : given);
        job.gpus = gpus.count;
        job.gpuType = gpus.type;
        job.nodeCount = std::max<std::int64_t>(1, number(each, {"node_count"}).value_or(1));
        job.nodes = text(each, {"nodes"});
        job.tasks = static_cast<std::int64_t>(arrayIds(job.id).size());
        job.priority = number(each, {"priority"}).value_or(0);
        job.submitted = number(each, {"submit_time"}).value_or(0);
        job.started = job.isPending() ? 0 : number(each, {"start_time"}).value_or(0);
        if (const auto minutes = number(each, {"time_limit"}))
            job.limitSeconds = *minutes * kSecondsOfAMinute;
        picture.jobs.push_back(std::move(job));
    }
}

void takeAssociations(const Json& answer, Picture& picture) {
    for (const Json& each : listOf(answer, "associations")) {
        if (!picture.cluster.empty() && text(each, {"cluster"}) != picture.cluster)
            continue;
        Association& made = picture.associations.emplace_back();
        made.account = text(each, {"account"});
        made.user = text(each, {"user"});
        made.parent = text(each, {"parent_account"});
        made.partition = text(each, {"partition"});
        made.shares = number(each, {"shares_raw"}).value_or(1);
        made.grpGpus = gpusIn(at(each, {"max", "tres", "total"}));
        made.grpGpuMinutes = gpusIn(at(each, {"max", "tres", "group", "minutes"}));
        made.maxJobs = number(each, {"max", "jobs", "active"});
        made.grpJobs = number(each, {"max", "jobs", "per", "count"});
        made.maxGpusPerJob = gpusIn(at(each, {"max", "tres", "per", "job"}));
        const Json& usual = at(each, {"default", "qos"});
        made.defaultQos = usual.is_string() ? usual.get<std::string>() : std::string();
        made.qos = texts(at(each, {"qos"}));
    }
}

void takeQos(const Json& answer, Picture& picture) {
    for (const char* name : {"QOS", "qos"})
        for (const Json& each : listOf(answer, name)) {
            Qos& made = picture.qos.emplace_back();
            made.name = text(each, {"name"});
            made.description = text(each, {"description"});
            made.priority = number(each, {"priority"}).value_or(0);
            made.preempts = texts(at(each, {"preempt", "list"}));
            const auto modes = texts(at(each, {"preempt", "mode"}));
            made.preemptMode = modes.empty() ? "cluster" : lower(modes.front());
            made.exemptSeconds = number(each, {"preempt", "exempt_time"});
            made.grpGpus = gpusIn(at(each, {"limits", "max", "tres", "total"}));
            made.maxGpusPerUser = gpusIn(at(each, {"limits", "max", "tres", "per", "user"}));
            made.grpJobs = number(each, {"limits", "max", "active_jobs", "count"});
            made.graceSeconds = number(each, {"limits", "grace_time"}).value_or(0);
        }
}

Result<void> workByRest(Rest& rest, Picture& picture) {
    picture.asOf = std::time(nullptr);
    const auto jobs = rest.controller("jobs");
    if (!jobs)
        return tl::unexpected(jobs.error());
    for (const Json& each : listOf(*jobs, "jobs"))
        if (picture.cluster.empty())
            picture.cluster = text(each, {"cluster"});
    takeJobs(*jobs, picture);
    const auto nodes = rest.controller("nodes");
    if (!nodes)
        return tl::unexpected(nodes.error());
    takeNodes(*nodes, picture);
    return {};
}

Result<void> accountsByRest(Rest& rest, Picture& picture) {
    const auto associations = rest.accounting("associations");
    if (!associations)
        return tl::unexpected(associations.error());
    takeAssociations(*associations, picture);
    const auto qos = rest.accounting("qos");
    if (!qos)
        return tl::unexpected(qos.error());
    takeQos(*qos, picture);
    return {};
}

Result<std::string> countersByRest(Rest& rest) {
    const auto answer = rest.controller("diag");
    if (!answer)
        return tl::unexpected(answer.error());
    std::string counters;
    for (const auto& [name, value] : at(*answer, {"statistics"}).items())
        if (name.starts_with("jobs_") && value.is_number())
            counters.append(name).append("=").append(value.dump()).append("\n");
    return counters;
}

Result<std::string> figuresByRest(Rest& rest) {
    const auto answer = rest.controller("diag");
    if (!answer)
        return tl::unexpected(answer.error());
    return figuresOf(*answer);
}

Result<Picture> readByRest(Rest& rest) {
    Picture picture;
    if (auto work = workByRest(rest, picture); !work)
        return tl::unexpected(std::move(work.error()));
    if (picture.cluster.empty()) {
        // Without a job nothing of the controller names it; with one cluster there is no choice.
        const auto clusters = rest.accounting("clusters");
        if (clusters && listOf(*clusters, "clusters").size() == 1)
            picture.cluster = text(listOf(*clusters, "clusters").front(), {"name"});
    }
    picture.jobsBy = picture.restBy = "REST " + rest.version();
    return picture;
}

}  // namespace apportion::slurm
