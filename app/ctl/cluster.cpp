// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl cluster add|list|check|show|import|plan|apply. Its other verbs have a file each.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/ctl/cluster_parts.h"
#include "app/ctl/cluster_text.h"
#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/words.h"
#include "core/cluster/local/keeper/private_folder.h"
#include "core/cluster/slurm/answers.h"
#include "core/cluster/slurm/apply.h"
#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/gate.h"
#include "core/cluster/slurm/import.h"
#include "core/cluster/slurm/plan.h"
#include "core/session/commands/project_answers.h"
#include "core/session/project/desk.h"

namespace apportion::ctl {

namespace {

struct ClusterOptions : ClusterPlace {
    std::string place;
    std::string scenario;
    std::string output = "-";
    bool json = false;
    bool script = false;
    bool dangers = false;             // they are allowed
    std::vector<std::string> adopts;  // accounts of the cluster
    double settle = 10;               // seconds until the last look
    JobFilter jobs;                   // that are listed
};

int add(const ClusterOptions& options) {
    auto connection = slurm::connectionTo(options.place);
    if (!connection)
        return refuseCluster(connection.error(), options.json);
    connection->name = options.name;
    connection->user = options.user;
    if (!options.tokenFile.empty())
        connection->tokenFile = std::filesystem::absolute(options.tokenFile).string();
    if (const auto added = slurm::addConnection(*connection); !added)
        return refuseCluster(added.error(), options.json);
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            slurm::writeConnections(out, {*connection});
        else
            out << "Added cluster " << options.name << ". Check it with apportionctl cluster check "
                << options.name << ".\n";
    });
}

int list(const ClusterOptions& options) {
    const auto connections = slurm::readConnections();
    if (!connections)
        return refuseCluster(connections.error(), options.json);
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            slurm::writeConnections(out, *connections);
        else
            out << connectionsText(*connections);
    });
}

int check(const ClusterOptions& options) {
    const auto connection = connectionOf(options);
    if (!connection)
        return refuseCluster(connection.error(), options.json);
    const slurm::Checked checked = slurm::check(*connection);
    const int code = answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            slurm::writeCheck(out, checked);
        else
            out << checkText(checked);
    });
    return code != kDone ? code : checked.hasErrors() ? kNo : kDone;
}

// Reads the cluster, and what a scenario of it says and leaves out.
int withPicture(const ClusterOptions& options, Result<slurm::Picture> (*read)(slurm::Access&),
                const std::function<int(const slurm::Picture&, const slurm::Imported&)>& work) {
    const auto connection = connectionOf(options);
    if (!connection)
        return refuseCluster(connection.error(), options.json);
    auto access = slurm::openAccess(*connection);
    if (!access)
        return refuseCluster(access.error(), options.json);
    const auto picture = read(*access);
    if (!picture)
        return refuseCluster(picture.error(), options.json);
    return work(*picture, slurm::scenarioOf(*picture));
}

// What the engine says of jobs in its queue, by id, where the project that drives the cluster is at
// hand.
std::map<std::string, Message> queuedReasons(const std::string& cluster,
                                             const slurm::Picture& picture) {
    constexpr std::ptrdiff_t kMost = 1000;  // of a crowd it takes long
    const auto waiting = std::count_if(
        picture.jobs.begin(), picture.jobs.end(),
        [](const slurm::ClusterJob& job) { return job.isPending() && slurm::classAt(job.qos); });
    const auto folder = stateFolder();
    if (waiting == 0 || waiting > kMost || !folder)
        return {};
    const std::string file = *folder + "/clusters/" + fileName(cluster) + ".apportion";
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        return {};
    auto desk = ProjectDesk::open(file, OpenMode::readOnly);
    if (!desk)
        return {};
    const auto shown = desk->show();
    const auto project = desk->project();
    std::map<std::string, Message> reasons;
    for (const slurm::ClusterJob& job : picture.jobs) {
        if (slurm::isPartOfJob(job.id) && slurm::classAt(job.qos))
            reasons.emplace(job.id, Message{"cluster-drive-parts", {}});
        else if (auto why = project
                                ? slurm::whyNoWorkload((*project)->pool, job.gpus, job.nodeCount)
                                : std::nullopt)
            reasons.emplace(job.id, std::move(*why));
    }
    if (shown)
        for (const auto& [name, outcome] : shown->outcome.workloads)
            if (outcome.state == WorkloadState::pending && outcome.reason)
                reasons.emplace(slurm::jobIdOf(name), outcome.reason->message);
    return reasons;
}

int show(const ClusterOptions& options) {
    const auto write = [&](const slurm::Picture& picture, const slurm::Imported& made) {
        return answer("-", textOrData(options.json), [&](std::ostream& out) {
            if (options.json)
                slurm::writePicture(out, picture, made.notRepresented);
            else
                out << pictureText(picture, made.notRepresented, options.jobs,
                                   queuedReasons(options.name, picture));
        });
    };
    return withPicture(options, slurm::readToShow, write);
}

int import(const ClusterOptions& options) {
    const auto write = [&](const slurm::Picture&, const slurm::Imported& made) {
        const int code = answer(options.output, Form::data,
                                [&](std::ostream& out) { writeScenario(out, made.scenario); });
        if (code == kDone)
            std::cerr << notRepresentedText(made.notRepresented);
        return code;
    };
    return withPicture(options, slurm::readPicture, write);
}

// The objects that a scenario wants, and the commands of the cluster that shall have them.
struct PlanInput {
    std::shared_ptr<const Scenario> scenario;
    slurm::Wanted wanted;
    slurm::Access access;
};

// Nothing = refused, with the exit code.
std::optional<PlanInput> planInput(const ClusterOptions& options, int& code) {
    PlanInput input;
    const auto loaded = loadScenario(options.scenario);
    if (!loaded) {
        code = refuseInput(loaded.error(), options.json);
        return {};
    }
    input.scenario = loaded->scenario;
    auto wanted = slurm::wantedOf(*input.scenario);
    if (!wanted) {
        code = refuseInput(wanted.error(), options.json);
        return {};
    }
    input.wanted = std::move(*wanted);
    const auto named = slurm::nameByFile(input.wanted, options.scenario);
    if (!named) {
        code = refuseInput(named.error(), options.json);
        return {};
    }
    if (*named)
        printNotes({**named});
    if (const auto adopted = slurm::adoptInto(input.wanted, options.adopts); !adopted) {
        code = refuseInput(adopted.error(), options.json);
        return {};
    }
    const auto connection = connectionOf(options);
    if (!connection) {
        code = refuseCluster(connection.error(), options.json);
        return {};
    }
    auto access = connection->way == slurm::Connection::Way::rest
                      ? Result<slurm::Access>(slurm::fail("cluster-plan-rest"))
                      : slurm::openAccess(*connection);
    if (!access) {
        code = refuseCluster(access.error(), options.json);
        return {};
    }
    input.access = std::move(*access);
    return input;
}

int plan(const ClusterOptions& options) {
    int code = kDone;
    auto input = planInput(options, code);
    if (!input)
        return code;
    const auto picture = slurm::readPicture(input->access);
    if (!picture)
        return refuseCluster(picture.error(), options.json);
    const slurm::NativePlan made = slurm::planFor(input->wanted, *picture);
    const auto judged = slurm::judge(*input->scenario);
    const slurm::Imitated next = slurm::imitate(slurm::pictureWith(input->wanted, *picture));
    return answer("-", textOrData(options.json || options.script), [&](std::ostream& out) {
        if (options.json)
            slurm::writePlan(out, made, judged, next);
        else if (options.script)
            out << slurm::scriptText(made);
        else
            out << planText(made, judged, next);
    });
}

Duration seconds(double given) {
    return static_cast<Duration>(given * kSecond);
}

int apply(const ClusterOptions& options) {
    int code = kDone;
    auto input = planInput(options, code);
    if (!input)
        return code;
    const auto read = [&] { return slurm::readPicture(input->access); };
    const auto before = read();
    if (!before)
        return refuseCluster(before.error(), false);
    const slurm::NativePlan first = slurm::planFor(input->wanted, *before);
    const auto dangers = std::count_if(
        first.lines.begin(), first.lines.end(),
        [](const slurm::Line& each) { return each.danger != slurm::Line::Danger::none; });
    if (dangers > 0 && !options.dangers) {
        printProblems(
            slurm::fail("cluster-plan-dangers", {{"count", Value::ofCount(dangers)}}).value());
        return kNo;
    }
    const auto connection = connectionOf(options);
    const std::int64_t now = std::time(nullptr);
    const auto rollback = slurm::rollbackFile(*connection, now);
    if (!rollback)
        return refuseCluster(rollback.error(), false);
    slurm::Applied applied;
    code = answer("-", Form::text, [&](std::ostream& out) {
        slurm::ApplyHands hands;
        hands.shown = &first;
        hands.read = [&] {
            slurm::renewToken(input->access, *connection, std::time(nullptr));
            return read();
        };
        hands.run = [&](const std::vector<std::string>& words) {
            return input->access.commands->run(words);
        };
        hands.did = [&](const slurm::Line& line) {
            out << "done: " << slurm::lineText(line) << '\n' << std::flush;
        };
        hands.keep = [&](const slurm::NativePlan& undo) {
            return slurm::keepRollback(*rollback, undo);
        };
        if (options.settle > 0)
            hands.settle = [&] {
                out << "Looks again after " << durationWords(seconds(options.settle)) << ".\n"
                    << std::flush;
                std::this_thread::sleep_for(std::chrono::milliseconds(seconds(options.settle)));
            };
        applied = slurm::apply(input->wanted, hands);
        out << appliedText(applied);
        if (applied.done > 0)
            out << "Rollback list: " << *rollback << '\n';
    });
    printProblems(applied.stopped);
    return code != kDone ? code : applied.stopped.empty() ? kDone : kFailed;
}

}  // namespace

void addCluster(CLI::App& app, Action& run) {
    CLI::App* cluster = app.add_subcommand(
        "cluster", "Read a Slurm cluster, give it a tree of quotas, or drive it");
    cluster->require_subcommand(1);
    const auto verb = [&](const char* name, const char* help, int (*work)(const ClusterOptions&)) {
        auto options = std::make_shared<ClusterOptions>();
        CLI::App* command = cluster->add_subcommand(name, help);
        command->callback(
            [&run, options, work] { run = [options, work] { return work(*options); }; });
        return std::pair(command, options);
    };
    const auto json = [](CLI::App& command, ClusterOptions& options) {
        command.add_flag("--json", options.json, "Answer in JSON");
    };
    {
        auto [command, options] = verb("add", "Keep a cluster under a name", add);
        command->add_option("NAME", options->name, "Its name")->required();
        command->add_option("PLACE", options->place, "here, ssh:user@host, or a URL")->required();
        addToken(*command, *options);
        json(*command, *options);
        command->footer(
            "The list holds no secret: of a token it has the path of its file.\n\n"
            "Examples:\n"
            "  apportionctl cluster add lab ssh:ana@login.lab.example\n"
            "  apportionctl cluster add lab https://slurm.example --token-file ~/.slurm-token");
    }
    {
        auto [command, options] = verb("list", "List the clusters that were added", list);
        json(*command, *options);
    }
    const auto reading = [&](const char* name, const char* help,
                             int (*work)(const ClusterOptions&)) {
        auto made = verb(name, help, work);
        addPlace(*made.first, *made.second);
        return made;
    };
    {
        auto [command, options] = verb("check", "Check what Apportion needs of a cluster", check);
        addPlaceOrHere(*command, *options);
        json(*command, *options);
        command->footer(std::string(kClusterPlaces) +
                        "Exit code 4: a fact is an error. slurm.conf is checked, never edited.\n\n"
                        "Examples:\n"
                        "  apportionctl cluster check\n"
                        "  apportionctl cluster check unix:/run/slurmrestd.sock --json");
    }
    {
        const auto made =
            reading("show", "Show accounts with their limits, and why jobs wait", show);
        CLI::App* const command = made.first;
        const std::shared_ptr<ClusterOptions> options = made.second;
        json(*command, *options);
        const auto only = [command](const char* name, std::string& value, const char* help,
                                    const char* of) {
            command->add_option(name, value, help)->option_text(of)->excludes("--json");
        };
        only("--job", options->jobs.job, "List this waiting job only", "ID");
        only("--account", options->jobs.account, "List waiting jobs of this account only", "NAME");
        only("--job-user", options->jobs.user, "List waiting jobs of this user only", "NAME");
        command->footer(std::string(kClusterPlaces) +
                        "Examples:\n"
                        "  apportionctl cluster show here\n"
                        "  apportionctl cluster show lab --job 4711\n"
                        "  apportionctl cluster show lab --json");
    }
    {
        auto [command, options] = reading("import", "Write a cluster as a scenario", import);
        command
            ->add_option("-o,--out,--output", options->output,
                         "To a file (default: standard output)")
            ->option_text("SCENARIO");
        command->footer(
            std::string(kClusterPlaces) +
            "Accounts become quotas with GrpTRES as limits, jobs become workloads. What "
            "a scenario cannot\nsay is listed on standard error.\n\n"
            "Examples:\n"
            "  apportionctl cluster import here -o lab.json\n"
            "  apportionctl cluster import lab | apportionctl simulate -");
    }
    const auto changing = [&](const char* name, const char* help,
                              int (*work)(const ClusterOptions&)) {
        auto made = reading(name, help, work);
        made.first->add_option("SCENARIO", made.second->scenario, "The wanted tree")->required();
        made.first
            ->add_option("--adopt", made.second->adopts,
                         "Accounts made by hand that get the mark of Apportion")
            ->option_text("NAME,...")
            ->delimiter(',')
            ->allow_extra_args(false);
        return made;
    };
    {
        auto [command, options] =
            changing("plan", "Show the lines that give a cluster the tree of a scenario", plan);
        json(*command, *options);
        command->add_flag("--script", options->script, "Only the lines, as a script");
        command->footer(
            "A quota becomes an account, and each quota, module and priority in use becomes a QOS. "
            "Only accounts\nand QOS whose description begins with 'apportion v1' are changed, and "
            "of those only the ones of\nthe scenario are deleted. --adopt gives other accounts "
            "that mark.\n\n"
            "The dry run imitates Slurm: which waiting jobs would start after these lines, and "
            "which "
            "jobs they\nwould evict.\n\n"
            "Examples:\n"
            "  apportionctl cluster plan here pool.json\n"
            "  apportionctl cluster plan lab pool.json --script > lines.sh\n"
            "  apportionctl cluster plan lab pool.json --adopt physics,biology");
    }
    {
        auto [command, options] =
            changing("apply", "Run those lines one by one, and read each back", apply);
        command->add_flag("--allow-dangers", options->dangers,
                          "Also lines that remove objects or limit below the use");
        command
            ->add_option("--settle", options->settle,
                         "Last look after so many seconds, 0 for none (default: 10)")
            ->check(CLI::Range(0.0, 3600.0))
            ->option_text("SECONDS");
        command->footer(
            "It stops where a line has no effect, or where somebody else changes the cluster. "
            "Apply again to go on.\nThe lines that undo it are kept as a script beside the list of "
            "clusters.\n\n"
            "Example:\n"
            "  apportionctl cluster apply here pool.json");
    }
    addClusterHistory(*cluster, run);
    addClusterWatch(*cluster, run);
    addClusterWork(*cluster, run);
    addClusterDrive(*cluster, run);
}

}  // namespace apportion::ctl
