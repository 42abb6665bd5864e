// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/work.h"

#include <algorithm>
#include <set>

#include "core/cluster/slurm/check.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/texts.h"
#include "core/io/input_file.h"

namespace apportion::slurm {

namespace {

using Danger = Line::Danger;
using Jobs = std::vector<const ClusterJob*>;

constexpr std::size_t kMostShown = 20;  // names in a sentence

Argument textArgument(const char* name, const std::string& text) {
    return {name, Value::ofText(text)};
}

Argument namesArgument(const std::vector<std::string>& names) {
    std::vector<std::string> shown(
        names.begin(),
        names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMostShown)));
    if (names.size() > shown.size())
        shown.emplace_back("…");
    return {"names", Value::ofList(std::move(shown))};
}

Argument countArgument(const char* name, std::size_t count) {
    return {name, Value::ofCount(static_cast<std::int64_t>(count))};
}

std::string commas(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& each : names)
        text.append(text.empty() ? "" : ",").append(each);
    return text;
}

bool isOfNodes(Verb verb) {
    return verb == Verb::drain || verb == Verb::resume;
}

// "17", "17_3": what a command takes as one job, and nothing else.
bool isJobId(std::string_view text) {
    const auto parts = split(text, '_');
    return (parts.size() == 1 || parts.size() == 2) &&
           std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
               return !part.empty() && part.size() < 12 &&
                      part.find_first_not_of("0123456789") == std::string_view::npos;
           });
}

// The records that a target names: a job, a task, or an array with all its tasks.
Jobs jobsOf(const std::string& target, const Picture& picture) {
    const auto end = target.find('_');
    const std::string array = target.substr(0, end) + "_";
    Jobs found;
    for (const ClusterJob& job : picture.jobs) {
        if (job.id == target) {
            found.push_back(&job);
        } else if (job.id.starts_with(array)) {
            const auto tasks = arrayIds(job.id);
            if (end == std::string::npos ||
                std::find(tasks.begin(), tasks.end(), target) != tasks.end())
                found.push_back(&job);
        }
    }
    return found;
}

const ClusterNode* nodeOf(const std::string& name, const Picture& picture) {
    const auto found = std::find_if(picture.nodes.begin(), picture.nodes.end(),
                                    [&](const ClusterNode& each) { return each.name == name; });
    return found == picture.nodes.end() ? nullptr : &*found;
}

const Qos* qosOf(const std::string& name, const Picture& picture) {
    const auto found = std::find_if(picture.qos.begin(), picture.qos.end(),
                                    [&](const Qos& each) { return each.name == name; });
    return found == picture.qos.end() ? nullptr : &*found;
}

tl::unexpected<Problems> noQos(const std::string& name) {
    return fail("cluster-no-qos", {textArgument("qos", name)});
}

bool hasEffect(const VerbRequest& request, const ClusterJob& job, const ClusterJob* before) {
    switch (request.verb) {
        case Verb::cancel:
            return job.state == "COMPLETING";
        case Verb::hold:
            return isHeld(job);
        case Verb::release:
            return !isHeld(job);
        case Verb::requeue:
            return job.state != "RUNNING" || (before != nullptr && before->started != job.started);
        case Verb::setQos:
            return job.qos == request.text;
        case Verb::drain:
        case Verb::resume:
            break;
    }
    return true;
}

// What a verb can be done to; a requeue of what waits would fail without harm.
bool fits(Verb verb, const ClusterJob& job) {
    switch (verb) {
        case Verb::hold:
            return job.isPending() && !isHeld(job);
        case Verb::release:
            return job.isPending() && isHeld(job);
        case Verb::requeue:
            return job.state == "RUNNING" || job.state == "SUSPENDED";
        case Verb::setQos:
            return job.isPending();
        case Verb::cancel:
        case Verb::drain:
        case Verb::resume:
            break;
    }
    return true;
}

const char* stateCode(Verb verb) {
    switch (verb) {
        case Verb::hold:
            return "cluster-job-state.hold";
        case Verb::release:
            return "cluster-job-state.release";
        case Verb::requeue:
            return "cluster-job-state.requeue";
        default:
            break;
    }
    return "cluster-job-state";
}

// Running jobs of the QOS that this one lists.
std::size_t victimsOf(const Qos& qos, const Picture& picture) {
    return static_cast<std::size_t>(
        std::count_if(picture.jobs.begin(), picture.jobs.end(), [&](const ClusterJob& job) {
            return job.isRunning() && std::find(qos.preempts.begin(), qos.preempts.end(),
                                                job.qos) != qos.preempts.end();
        }));
}

Line jobLine(const VerbRequest& request, const Picture& picture, std::size_t running) {
    const std::string ids = commas(request.targets);
    const Argument names = namesArgument(request.targets);
    switch (request.verb) {
        case Verb::hold:
            return {{"scontrol", "hold", ids}, Danger::none, {"cluster-work-hold", {names}}};
        case Verb::release:
            return {{"scontrol", "release", ids}, Danger::none, {"cluster-work-release", {names}}};
        case Verb::requeue:
            return {{"scontrol", "requeue", ids},
                    Danger::ends,
                    {"cluster-work-requeue",
                     {names, {"wait", Value::ofSeconds(requeueWait(picture.settings) * kSecond)}}}};
        case Verb::setQos: {
            const std::size_t victims = victimsOf(*qosOf(request.text, picture), picture);
            return {{"scontrol", "update", "JobId=" + ids, "QOS=" + request.text},
                    victims > 0 ? Danger::ends : Danger::none,
                    {victims > 0 ? "cluster-work-qos.victims" : "cluster-work-qos",
                     {names, textArgument("qos", request.text), countArgument("count", victims)}}};
        }
        default:
            break;
    }
    std::vector<std::string> words{"scancel"};
    words.insert(words.end(), request.targets.begin(), request.targets.end());
    return {std::move(words),
            running > 0 ? Danger::ends : Danger::removes,
            {running > 0 ? "cluster-work-cancel.running" : "cluster-work-cancel",
             {names, countArgument("count", running)}}};
}

Result<Line> nodeLine(const VerbRequest& request, const Picture& picture) {
    for (const std::string& each : request.targets)
        if (nodeOf(each, picture) == nullptr)
            return fail("cluster-no-node", {textArgument("node", each)});
    const std::string names = "NodeName=" + commas(request.targets);
    if (request.verb == Verb::resume)
        return Line{{"scontrol", "update", names, "State=RESUME"},
                    Danger::none,
                    {"cluster-work-resume", {namesArgument(request.targets)}}};
    const bool isText = std::none_of(request.text.begin(), request.text.end(), [](char letter) {
        return static_cast<unsigned char>(letter) < ' ' || letter == '\x7F';
    });
    if (request.text.empty() || !isText)
        return fail("cluster-reason");
    std::size_t running = 0;
    for (const ClusterJob& job : picture.jobs) {
        const auto nodes = job.isRunning() ? nodeNames(job.nodes) : std::nullopt;
        running += nodes && std::any_of(nodes->begin(), nodes->end(),
                                        [&](const std::string& each) {
                                            return std::find(request.targets.begin(),
                                                             request.targets.end(),
                                                             each) != request.targets.end();
                                        })
                       ? 1
                       : 0;
    }
    return Line{
        {"scontrol", "update", names, "State=DRAIN", "Reason=" + request.text},
        Danger::limits,
        {"cluster-work-drain", {namesArgument(request.targets), countArgument("count", running)}}};
}

}  // namespace

Result<Line> lineFor(const VerbRequest& request, const Picture& picture) {
    if (isOfNodes(request.verb))
        return nodeLine(request, picture);
    if (request.verb == Verb::setQos &&
        (!isPlainName(request.text) || qosOf(request.text, picture) == nullptr))
        return noQos(request.text);
    std::size_t running = 0;
    for (const std::string& target : request.targets) {
        const Jobs jobs = isJobId(target) ? jobsOf(target, picture) : Jobs();
        if (jobs.empty())
            return fail("cluster-no-job", {textArgument("job", target)});
        bool any = false;
        for (const ClusterJob* job : jobs) {
            any = any || fits(request.verb, *job);
            running += job->isRunning() ? 1 : 0;
        }
        if (!any)
            return fail(stateCode(request.verb),
                        {textArgument("job", target), textArgument("state", jobs[0]->state)});
    }
    return jobLine(request, picture, running);
}

std::vector<std::string> withoutEffect(const VerbRequest& request, const Picture& before,
                                       const Picture& after) {
    std::vector<std::string> left;
    for (const std::string& target : request.targets) {
        bool done = true;
        if (isOfNodes(request.verb)) {
            const ClusterNode* node = nodeOf(target, after);
            done = node != nullptr && isClosed(*node) == (request.verb == Verb::drain);
        } else {
            const Jobs was = jobsOf(target, before);
            for (const ClusterJob* job : jobsOf(target, after)) {
                const auto same = std::find_if(was.begin(), was.end(), [&](const ClusterJob* each) {
                    return each->id == job->id;
                });
                const ClusterJob* old = same == was.end() ? nullptr : *same;
                // What could not have it before is not asked for it.
                if (old == nullptr || fits(request.verb, *old))
                    done = done && hasEffect(request, *job, old);
            }
        }
        if (!done)
            left.push_back(target);
    }
    return left;
}

Result<Line> lineFor(const Submission& submission, const Picture& picture) {
    const bool known = std::any_of(
        picture.associations.begin(), picture.associations.end(), [&](const Association& each) {
            return each.user.empty() && each.account == submission.account;
        });
    if (!known || !isPlainName(submission.account))
        return fail("cluster-no-account", {textArgument("account", submission.account)});
    const Qos* qos = qosOf(submission.qos, picture);
    if (!submission.qos.empty() && (qos == nullptr || !isPlainName(submission.qos)))
        return noQos(submission.qos);
    if (submission.gpus % submission.nodes != 0)
        return fail("cluster-uneven", {{"requested", Value::ofGpu(submission.gpus * kOneGpu)},
                                       {"nodes", Value::ofCount(submission.nodes)}});
    if (!submission.script.starts_with("#!"))
        return fail("cluster-script");
    std::vector<std::string> words{"sbatch", "--parsable", "--account=" + submission.account};
    if (qos != nullptr)
        words.push_back("--qos=" + submission.qos);
    if (!submission.partition.empty())
        words.push_back("--partition=" + submission.partition);
    words.push_back("--nodes=" + std::to_string(submission.nodes));
    words.push_back("--gres=gpu:" + std::to_string(submission.gpus / submission.nodes));
    if (submission.limitMinutes)
        words.push_back("--time=" + std::to_string(*submission.limitMinutes));
    if (submission.held)
        words.emplace_back("--hold");
    words.push_back("--job-name=" + submission.name);
    const std::size_t victims = qos == nullptr ? 0 : victimsOf(*qos, picture);
    return Line{std::move(words),
                victims > 0 ? Danger::ends : Danger::none,
                {victims > 0 ? "cluster-work-submit.victims" : "cluster-work-submit",
                 {textArgument("account", submission.account),
                  {"requested", Value::ofGpu(submission.gpus * kOneGpu)},
                  {"nodes", Value::ofCount(submission.nodes)},
                  countArgument("count", victims)}}};
}

std::string firstAccount(const Accounts& accounts, const Picture& picture, const Submitter& whose,
                         std::string_view chosen) {
    const auto isOfUser = [&](const std::string& account) {
        return !whose.user.empty() &&
               std::any_of(picture.associations.begin(), picture.associations.end(),
                           [&](const Association& each) {
                               return each.user == whose.user && each.account == account;
                           });
    };
    // By worth; the first account of several that are worth the same.
    const auto worth = [&](const Account& each) {
        if (each.depth == 0)
            return 0;
        return each.name == chosen                                 ? 4
               : each.name == whose.account && isOfUser(each.name) ? 3
               : isOfUser(each.name)                               ? 2
                                                                   : 1;
    };
    const std::vector<Account>& all = accounts.inOrder();
    const auto first =
        std::max_element(all.begin(), all.end(),
                         [&](const Account& a, const Account& b) { return worth(a) < worth(b); });
    return first == all.end() ? std::string() : first->name;
}

std::vector<std::string> partitionsOf(const Picture& picture) {
    std::set<std::string> names;
    for (const ClusterNode& node : picture.nodes)
        names.insert(node.partitions.begin(), node.partitions.end());
    names.erase("");
    return {names.begin(), names.end()};
}

ClusterJob jobOf(const Submission& submission, const Accounts& accounts, const Picture& picture) {
    ClusterJob job;
    job.state = "PENDING";
    job.account = submission.account;
    job.qos = submission.qos;
    job.partition = submission.partition;
    job.gpus = submission.gpus;
    job.nodeCount = submission.nodes;
    const Qos* qos = qosOf(submission.qos, picture);
    if (submission.held)
        job.reason = "JobHeldUser";
    else if (accounts.fullFor(job.account, job.gpus) != nullptr)
        job.reason = "AssocGrpGRES";
    else if (qos != nullptr && qos->grpJobs && *qos->grpJobs == 0)
        job.reason = "QOSGrpJobsLimit";
    else if (freeGpus(picture, job.partition) < job.gpus)
        job.reason = "Resources";
    return job;
}

Result<std::string> readScript(const std::string& path) {
    return readInput(path);
}

Result<std::string> submittedId(std::string_view printed) {
    // "17", or "17;cluster".
    const std::string id(printed.substr(0, printed.find_first_of(";\n")));
    if (!isJobId(id))
        return fail("cluster-answer", {textArgument("command", "sbatch"),
                                       textArgument("answer", firstLine(printed))});
    return id;
}

}  // namespace apportion::slurm
