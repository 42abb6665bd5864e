// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl cluster submit|cancel|hold|release|requeue|set-qos|drain|resume CLUSTER
#include "app/ctl/cluster_parts.h"
#include "app/ctl/output.h"
#include "app/ctl/words.h"
#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/answers.h"
#include "core/cluster/slurm/carry_out.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/gate.h"
#include "core/cluster/slurm/texts.h"
#include "core/cluster/slurm/work.h"
#include "core/model/told.h"
#include "core/model/visible_text.h"
#include "core/model/words.h"

namespace apportion::ctl {

namespace {

constexpr const char* kJob = "JOB";
constexpr const char* kNode = "NODE";
constexpr std::int64_t kMostGpus = 1'000'000;
constexpr std::int64_t kMostMinutes = 525'600;  // a year

struct WorkOptions : ClusterPlace {
    slurm::VerbRequest request;
    slurm::Submission submission;
    std::string script;
    std::string module;
    int priority = 5;
    bool yes = false;
    bool json = false;
};

const char* dangerWord(slurm::Line::Danger danger) {
    return danger == slurm::Line::Danger::none ? "" : "Danger: ";
}

// What would be run, and what it does.
int preview(const slurm::Line& line, const std::optional<Message>& wait,
            const WorkOptions& options) {
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json) {
            slurm::writeVerb(out, line, false);
            return;
        }
        out << "Preview: " << slurm::lineText(line)
            << (options.script.empty() ? "" : " < " + options.script) << "\n  "
            << dangerWord(line.danger) << visibleText(told(line.note)) << '\n';
        if (wait)
            out << "  It waits at first. " << visibleText(told(*wait)) << '\n';
        out << "Add --yes to run it.\n";
    });
}

int done(const slurm::Line& line, const std::string& what, const WorkOptions& options,
         const std::string& job = {}) {
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            slurm::writeVerb(out, line, true, job);
        else
            out << what << '\n';
    });
}

// Nodes as Slurm writes lists of them: node[002-003]. What cannot be told stays, and is no node.
slurm::VerbRequest withNodeNames(slurm::VerbRequest request) {
    std::vector<std::string> names;
    for (std::string& each : request.targets)
        if (auto nodes = slurm::nodeNames(each); nodes && !nodes->empty())
            names.insert(names.end(), nodes->begin(), nodes->end());
        else
            names.push_back(std::move(each));
    request.targets = std::move(names);
    return request;
}

int doVerb(const WorkOptions& options) {
    const bool ofNodes =
        options.request.verb == slurm::Verb::drain || options.request.verb == slurm::Verb::resume;
    const slurm::VerbRequest request = ofNodes ? withNodeNames(options.request) : options.request;
    auto access = commandsOf(options);
    if (!access)
        return refuseCluster(access.error(), options.json);
    const auto before = slurm::readForVerb(*access, request.verb == slurm::Verb::setQos);
    if (!before)
        return refuseCluster(before.error(), options.json);
    const auto line = slurm::lineFor(request, *before);
    if (!line)
        return refuseCluster(line.error(), options.json);
    if (!options.yes)
        return preview(*line, {}, options);
    const auto after = slurm::carryOut(*access, request, *before, *line);
    if (!after)
        return refuseCluster(after.error(), options.json);
    return done(*line, "Ran: " + slurm::lineText(*line), options);
}

int submit(const WorkOptions& options) {
    const auto script = slurm::readScript(options.script);
    if (!script)
        return refuseInput(script.error(), options.json);
    slurm::Submission job = options.submission;
    job.script = *script;
    auto access = commandsOf(options);
    if (!access)
        return refuseCluster(access.error(), options.json);
    const auto before = slurm::readForVerb(*access, true);
    if (!before)
        return refuseCluster(before.error(), options.json);
    if (job.qos.empty() && !options.module.empty())
        job.qos = slurm::qosFor(*before, job.account,
                                {*fromWord<Module>(options.module), options.priority});
    const auto line = slurm::lineFor(job, *before);
    if (!line)
        return refuseCluster(line.error(), options.json);
    const slurm::Accounts accounts(*before);
    const slurm::ClusterJob first = slurm::jobOf(job, accounts, *before);
    if (!options.yes)
        return preview(*line,
                       first.reason.empty()
                           ? std::nullopt
                           : std::optional(slurm::waitOf(first, accounts, *before)),
                       options);
    const auto made = slurm::submit(*access, job, *before, *line);
    if (!made)
        return refuseCluster(made.error(), options.json);
    std::string what = "Submitted job " + made->id + ".";
    const slurm::ClusterJob* found = made->job();
    if (found != nullptr && found->isPending())
        what += " It waits. " +
                visibleText(told(slurm::waitOf(*found, slurm::Accounts(made->after), made->after)));
    else if (found != nullptr)
        what += " It runs on " + visibleText(found->nodes) + ".";
    return done(*line, what, options, made->id);
}

}  // namespace

void addClusterWork(CLI::App& cluster, Action& run) {
    const auto verb = [&](const char* name, const char* help, int (*work)(const WorkOptions&)) {
        auto options = std::make_shared<WorkOptions>();
        CLI::App* command = cluster.add_subcommand(name, help);
        addPlace(*command, *options);
        command->add_flag("--yes", options->yes, "Run it (default: only a preview)");
        command->add_flag("--json", options->json, "Answer in JSON");
        command->callback(
            [&run, options, work] { run = [options, work] { return work(*options); }; });
        return std::pair(command, options);
    };
    {
        auto [command, options] = verb("submit", "Submit a script to a cluster", submit);
        slurm::Submission& job = options->submission;
        command->add_option("SCRIPT", options->script, "The script, - for standard input")
            ->required();
        command->add_option("--account", job.account, "Account, which is a quota")
            ->required()
            ->option_text("NAME");
        command->add_option("--gpus", job.gpus, "GPUs of all nodes together (default: 1)")
            ->check(CLI::Range(std::int64_t{1}, kMostGpus))
            ->option_text("N");
        command->add_option("--nodes", job.nodes, "Nodes (default: 1)")
            ->check(CLI::Range(std::int64_t{1}, kMostGpus))
            ->option_text("N");
        CLI::Option* qos =
            command->add_option("--qos", job.qos, "QOS (default: that of module and priority)")
                ->option_text("NAME");
        command->add_option("--module", options->module, "Module of the QOS (default: no QOS)")
            ->check(CLI::IsMember({"training", "notebook", "inference"}))
            ->excludes(qos)
            ->option_text("training|notebook|inference");
        command->add_option("--priority", options->priority, "Priority of the QOS (default: 5)")
            ->check(CLI::Range(1, 9))
            ->excludes(qos)
            ->option_text("1-9");
        command->add_option("--name", job.name, "Name of the job (default: apportion)")
            ->option_text("NAME");
        command->add_option("--partition", job.partition, "Partition (default: the cluster's)")
            ->option_text("NAME");
        command->add_option("--minutes", job.limitMinutes, "Time limit (default: the partition's)")
            ->check(CLI::Range(std::int64_t{1}, kMostMinutes))
            ->option_text("N");
        command->add_flag("--hold", job.held, "It starts after a release only");
        command->footer(
            "The job belongs to the user who runs this command, whatever token there is: a job "
            "keeps "
            "the\nenvironment of its submission, and a token is no part of it.\n\n"
            "Examples:\n"
            "  apportionctl cluster submit lab train.sh --account team-a --gpus 8 --module "
            "training\n"
            "  apportionctl cluster submit lab train.sh --account team-a --gpus 16 --nodes 2 "
            "--yes");
    }
    const auto change = [&](const char* name, slurm::Verb kind, const char* help,
                            const char* target, const char* example) {
        auto made = verb(name, help, doVerb);
        made.second->request.verb = kind;
        made.first
            ->add_option(target, made.second->request.targets,
                         target == kJob ? "Ids of jobs, arrays, or tasks"
                                        : "Names of nodes, or node[002-003]")
            ->required();
        made.first->footer(std::string("Without --yes it shows the command and what it does.\n\n"
                                       "Example:\n  apportionctl cluster ") +
                           name + " lab " + example);
        return made;
    };
    change("cancel", slurm::Verb::cancel, "Cancel jobs", kJob, "17 18_3 --yes");
    change("hold", slurm::Verb::hold, "Keep waiting jobs from starting", kJob, "17 --yes");
    change("release", slurm::Verb::release, "Let held jobs start", kJob, "17 --yes");
    change("requeue", slurm::Verb::requeue, "Stop running jobs and return them to the queue", kJob,
           "17");
    {
        auto [command, options] =
            change("set-qos", slurm::Verb::setQos, "Set the QOS of waiting jobs", kJob,
                   "17 --qos team-a-trn-7 --yes");
        command->add_option("--qos", options->request.text, "The QOS")
            ->required()
            ->option_text("NAME");
    }
    {
        auto [command, options] = change("drain", slurm::Verb::drain, "Let nodes take no new jobs",
                                         kNode, "node007 --reason 'fan is broken' --yes");
        command->add_option("--reason", options->request.text, "Why, which users see")
            ->required()
            ->option_text("TEXT");
    }
    change("resume", slurm::Verb::resume, "Let drained nodes take jobs again", kNode,
           "node007 --yes");
}

}  // namespace apportion::ctl
