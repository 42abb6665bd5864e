// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl cluster drive CLUSTER: the engine decides, and Slurm does it.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <mutex>
#include <ostream>
#include <set>
#include <utility>

#include "app/ctl/cluster_parts.h"
#include "app/ctl/cluster_text.h"
#include "app/ctl/live_loop.h"
#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/words.h"
#include "core/cluster/slurm/apply.h"
#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/gate_holder.h"
#include "core/cluster/slurm/plan.h"
#include "core/session/slurm/slurm_pool.h"

namespace apportion::ctl {

namespace {

namespace fs = std::filesystem;

struct DriveOptions {
    ClusterPlace place;
    std::string project;   // empty = that of the cluster's name
    std::string scenario;  // which the project is made of where there is none
    double seconds = 0;
    bool once = false;
    bool takeOver = false;
    bool putsBack = false;            // what runs already waits again
    bool yes = false;                 // lines that make the gates are run
    std::vector<std::string> adopts;  // accounts of the cluster
};

constexpr Duration kLookEvery = 500;
constexpr int kLooksApart = 5;            // times as long as a look takes
constexpr std::int64_t kRenewEvery = 60;  // seconds
constexpr Duration kHolderEvery = 10 * kSecond;

int refuseDrive(const Problems& problems) {
    const std::string_view code = slurm::codeOf(problems);
    return code.starts_with("cluster-drive-") ? refuseProject(problems, false)
                                              : refuseCluster(problems, false);
}

// With marks of its own. `file`: of the project. What is to be said of it is said once.
Result<slurm::Wanted> wantedGates(const Scenario& pool, const std::string& file,
                                  const DriveOptions& options, bool tells) {
    auto wanted = slurm::gatesFor(pool);
    if (!wanted)
        return wanted;
    const auto named = slurm::nameByFile(*wanted, file);
    if (!named)
        return tl::unexpected(named.error());
    if (*named && tells)
        printNotes({**named});
    if (auto adopted = slurm::adoptInto(*wanted, options.adopts); !adopted)
        return tl::unexpected(std::move(adopted.error()));
    return wanted;
}

// The lines that make the gates of a pool. Nothing = refused, with the exit code.
std::optional<slurm::NativePlan> gatePlan(const slurm::Wanted& wanted,
                                          const slurm::Picture& picture, bool tells, int& code) {
    if (tells)
        printNotes(slurm::accountsBelow(wanted, picture));
    if (const Problems open = slurm::whyOpen(picture); !open.empty()) {
        code = refuseDrive(open);
        return {};
    }
    slurm::NativePlan plan = slurm::planFor(wanted, picture);
    if (plan.refused.empty())
        return plan;
    Problems refused;
    for (const Message& each : plan.refused)
        refused.emplace_back().message = each;
    printProblems(refused);
    code = kNo;
    return {};
}

// `made`: the project file that does not exist yet.
int previewGates(const slurm::NativePlan& plan, const std::string& made) {
    return answer("-", Form::text, [&](std::ostream& out) {
        if (!made.empty())
            out << "Preview: creates " << made << '\n';
        out << "Lines: " << plan.lines.size() << '\n'
            << linesText(plan.lines) << "Add --yes to run them and drive the cluster.\n";
    });
}

// What stands between a cluster and its pool while it is driven.
class Drive {
public:
    Drive(ProjectDesk& desk, const DriveOptions& options, slurm::Connection connection,
          slurm::Access access)
        : desk_(desk),
          options_(options),
          connection_(std::move(connection)),
          access_(std::move(access)) {
        run_ = [this](const std::vector<std::string>& words) { return runWords(words); };
    }

    int run(const std::string& file, const std::string& folder) {
        slurm::Picture picture;
        if (const auto code = prepare(file, picture))
            return *code;
        // The console shows then which cluster it is.
        if (!options_.project.empty())
            if (auto noted = noteDriven(fileName(options_.place.name), file); !noted)
                return refuseProject(noted.error(), false);
        auto holder = slurm::GateHolder::take(
            run_, folder + "/" + fileName(picture.cluster) + ".lock", options_.takeOver);
        if (!holder)
            return refuseDrive(holder.error());
        holder_.emplace(std::move(*holder));
        LiveLoop loop;
        loop.file = file;
        loop.seconds = options_.seconds;
        loop.once = options_.once;
        loop.backend = [&] {
            auto made = slurmBackend(
                desk_, run_, picture.settings["SLURM_VERSION"],
                [this](const Step& step) { sent_.push_back(step.text); },
                slurm::killWaitOf(picture));
            backend_ = made.get();
            if (const auto project = desk_.project())
                printNotes(made->facts(**project).limits);
            return made;
        };
        loop.looked = [this](LivePool& pool, std::ostream& out) { return looked(pool, out); };
        const int code = runLive(desk_, loop);
        holder_->release();
        return code;
    }

private:
    // On any thread, one command at a time.
    Result<std::string> runWords(const std::vector<std::string>& words) {
        const std::scoped_lock lock(mutex_);
        if (const std::int64_t now = std::time(nullptr); now - renewed_ >= kRenewEvery) {
            renewed_ = now;
            slurm::renewToken(access_, connection_, now);
        }
        return access_.commands->run(words);
    }

    // Makes the gates, and what they need. What is not from Apportion is left alone. Nothing = the
    // cluster is driven now.
    std::optional<int> prepare(const std::string& file, slurm::Picture& picture) {
        const auto project = desk_.project();
        if (!project)
            return refuseProject(project.error(), false);
        auto wanted = wantedGates((*project)->pool, file, options_, true);
        if (!wanted)
            return refuseInput(wanted.error(), false);
        auto read = slurm::readPicture(access_);
        if (!read)
            return refuseDrive(read.error());
        picture = std::move(*read);
        int code = kDone;
        const auto plan = gatePlan(*wanted, picture, true, code);
        if (!plan)
            return code;
        if (code = askAboutRunning(**project); code != kDone)
            return code;
        if (plan->lines.empty())
            return {};
        if (!options_.yes)
            return previewGates(*plan, {});
        const auto rollback = slurm::rollbackFile(connection_, std::time(nullptr));
        if (!rollback)
            return refuseDrive(rollback.error());
        slurm::Applied applied;
        code = answer("-", Form::text, [&](std::ostream& out) {
            slurm::ApplyHands hands{[&] { return slurm::readPicture(access_); }, run_,
                                    [&](const slurm::Line& line) {
                                        out << "done: " << slurm::lineText(line) << '\n'
                                            << std::flush;
                                    }};
            hands.shown = &*plan;
            bool isKept = false;
            hands.keep = [&](const slurm::NativePlan& undo) {
                auto kept = slurm::keepRollback(*rollback, undo);
                if (kept && !std::exchange(isKept, true))
                    out << "Rollback list: " << *rollback << '\n' << std::flush;
                return kept;
            };
            applied = slurm::apply(*wanted, hands);
        });
        if (!applied.stopped.empty())
            return refuseDrive(applied.stopped);
        return code == kDone ? std::nullopt : std::optional(code);
    }

    // A project without work knows nothing of what runs: all of it would be put back.
    int askAboutRunning(const Project& project) const {
        if (options_.putsBack || !project.work.empty())
            return kDone;
        const auto jobs = slurm::readGateJobs(run_);
        if (!jobs)
            return refuseDrive(jobs.error());
        const slurm::GateJobs known(*jobs, project);
        const auto running =
            std::count_if(jobs->begin(), jobs->end(), [&](const slurm::GateJob& job) {
                return known.isManaged(job) && job.holdsNodes() && slurm::slipped(job, nullptr);
            });
        return running == 0 ? kDone
                            : refuseDrive(slurm::fail("cluster-drive-running",
                                                      {{"count", Value::ofCount(running)}})
                                              .value());
    }

    Result<Duration> looked(LivePool& pool, std::ostream& out) {
        for (const std::string& line : std::exchange(sent_, {}))
            out << "done: " << line << std::endl;
        for (const auto& [workload, why] : pool.awaitingDevices())
            if (const auto told = waits_.find(workload);
                told == waits_.end() || told->second != why)
                out << "waits: " << workload << ": " << render(why) << std::endl;
        waits_ = pool.awaitingDevices();
        tellOthers(pool.takenByOthers(), out);
        if (const Moment now = desk_.now(); now - held_ >= kHolderEvery) {
            held_ = now;
            if (auto held = holder_->check(); !held)
                return tl::unexpected(std::move(held.error()));
        }
        if (options_.once && !backend_->failure().empty())
            return tl::unexpected(backend_->failure());
        const auto project = desk_.project();
        if (!project)
            return tl::unexpected(project.error());
        for (auto& [node, state] : backend_->nodeChanges(**project)) {
            if (auto set = desk_.run(nodeOfSlurm(node, state)); !set)
                return tl::unexpected(std::move(set.error()));
            out << "node: " << node << " " << word(state) << std::endl;
        }
        auto adopted = adopt(desk_, backend_->arrivals(**project));
        if (!adopted)
            return tl::unexpected(std::move(adopted.error()));
        for (const std::string& workload : adopted->workloads)
            out << "job: " << workload << std::endl;
        for (const Problems* list : {&adopted->refused, &adopted->notes})
            for (const Problem& problem : *list)
                if (refused_.insert(problem.file).second)
                    printProblems({problem});
        if (!adopted->workloads.empty() || backend_->isUnderWay())
            return 0;
        return std::max(kLookEvery, kLooksApart * backend_->readTook());
    }

    void tellOthers(const std::map<std::string, Gpu>& taken, std::ostream& out) {
        const auto tell = [&](const Message& message) {
            out << "node: " << render(message) << std::endl;
        };
        for (const auto& [node, held] : taken)
            if (const auto before = others_.find(node);
                before == others_.end() || before->second != held)
                tell({"cluster-drive-others",
                      {{"node", Value::ofText(node)}, {"held", Value::ofGpu(held)}}});
        for (const auto& [node, held] : others_)
            if (!taken.contains(node))
                tell({"cluster-drive-others.none", {{"node", Value::ofText(node)}}});
        others_ = taken;
    }

    ProjectDesk& desk_;
    const DriveOptions& options_;
    slurm::Connection connection_;
    std::mutex mutex_;  // of what follows
    slurm::Access access_;
    std::int64_t renewed_ = 0;
    slurm::RunWords run_;
    std::optional<slurm::GateHolder> holder_;
    slurm::SlurmBackend* backend_ = nullptr;  // the pool's
    Moment held_ = 0;
    std::vector<std::string> sent_;
    std::map<std::string, Message> waits_;
    std::map<std::string, Gpu> others_;  // what they hold of nodes, as it was told
    std::set<std::string> refused_;      // jobs, as they were told
};

// For a scenario that has no project yet: what would be done, or whether it can be. Nothing = it
// can.
std::optional<int> tryScenario(const std::string& file, const Scenario& pool,
                               const DriveOptions& options, slurm::Access& access) {
    const bool tells = !options.yes;
    const auto wanted = wantedGates(pool, file, options, tells);
    if (!wanted)
        return refuseInput(wanted.error(), false);
    const auto picture = slurm::readPicture(access);
    if (!picture)
        return refuseDrive(picture.error());
    int code = kDone;
    const auto plan = gatePlan(*wanted, *picture, tells, code);
    if (!plan)
        return code;
    return options.yes ? std::nullopt : std::optional(previewGates(*plan, file));
}

// Quotas, nodes and policies are those of the scenario; its work is what the jobs are.
std::optional<int> makeProject(const std::string& file, Scenario pool) {
    pool.workloads.clear();
    pool.events.clear();
    Problems notes;
    const auto made = ProjectDesk::create(file, pool, notes);
    printProblems(notes);
    if (!made)
        return refuseProject(made.error(), false);
    const int code =
        answer("-", Form::text, [&](std::ostream& out) { out << "done: made " << file << '\n'; });
    return code == kDone ? std::nullopt : std::optional(code);
}

int drive(const DriveOptions& options) {
    const auto folder = driveFolder();
    if (!folder)
        return refuseProject(folder.error(), false);
    auto connection = connectionOf(options.place);
    auto access = commandsOf(options.place);
    if (!access)
        return refuseCluster(access.error(), false);
    const std::string file = options.project.empty()
                                 ? *folder + "/" + fileName(options.place.name) + ".apportion"
                                 : options.project;
    if (std::error_code ignored; !fs::exists(file, ignored)) {
        if (options.scenario.empty())
            return refuseProject(
                slurm::fail("cluster-drive-no-project", {{"file", Value::ofText(file)}}).value(),
                false);
        const auto loaded = loadScenario(options.scenario);
        if (!loaded)
            return refuseInput(loaded.error(), false);
        Scenario pool = *loaded->scenario;
        if (pool.name.empty()) {
            pool.name = slurm::treeNamed(fs::path(options.scenario).stem().string());
            if (!pool.name.empty())
                printNotes({{"cluster-plan-tree", {{"tree", Value::ofText(pool.name)}}}});
        }
        if (const auto code = tryScenario(file, pool, options, *access))
            return *code;
        if (const auto code = makeProject(file, std::move(pool)))
            return *code;
    } else if (!options.scenario.empty()) {
        printNotes({{"cluster-drive-from", {{"file", Value::ofText(file)}}}});
    }
    return withPool(file, Opens::write, false, [&](ProjectPool& pool) {
        return Drive(pool.desk(), options, std::move(*connection), std::move(*access))
            .run(file, *folder);
    });
}

}  // namespace

void addClusterDrive(CLI::App& cluster, Action& run) {
    auto options = std::make_shared<DriveOptions>();
    CLI::App* command = cluster.add_subcommand(
        "drive", "Let the engine decide which jobs of a cluster run, and where");
    addPlace(*command, options->place);
    command->add_option("--project", options->project, "Its project file (default: one by name)")
        ->option_text("FILE");
    command
        ->add_option("--from", options->scenario,
                     "Make the project file of this scenario if it does not exist")
        ->option_text("SCENARIO");
    command->add_option("--for", options->seconds, "End after so long")
        ->option_text("SECONDS")
        ->check(secondsValidator(1));
    command->add_flag("--once", options->once, "Look, decide, do it, and end");
    command->add_flag("--take-over", options->takeOver,
                      "Replace a holder on another machine, which then stops");
    command->add_flag("--put-back", options->putsBack,
                      "Requeue running jobs that a new project does not have");
    command
        ->add_option("--adopt", options->adopts,
                     "Accounts made by hand that get the mark of Apportion")
        ->option_text("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_flag("--yes", options->yes,
                      "Run the lines that create accounts and gates (default: only a preview)");
    command->footer(
        "Each quota becomes an account. Its jobs wait in QOS ap-wait, which starts nothing, until "
        "the engine\ngives them a place; then they run in QOS ap-run on the nodes it chose. "
        "ap-wait-MODULE-PRIORITY, for\nexample ap-wait-nbk-7, asks for a notebook (nbk), a service "
        "(inf) or training (trn) of that priority.\nVictims are requeued. A job that started "
        "without a place is put back and reported.\n\n"
        "Everything is in the project file and in Slurm: kill it at any time, and start it again. "
        "Without\n--project the file is in $XDG_STATE_HOME/apportion/clusters. One program drives "
        "a cluster.\nA service for it: systemctl --user enable --now apportion-drive@NAME.\n\n"
        "Lines that create accounts and gates are shown first. With --yes they are run, and the "
        "lines that\nundo them are kept as a script beside the list of clusters.\n\n"
        "Exit codes: as those of 'apportionctl project serve'; 4 if another program drives the "
        "cluster.\n\n"
        "Examples:\n"
        "  apportionctl cluster drive lab --from pool.json\n"
        "  apportionctl cluster drive lab --from pool.json --yes\n"
        "  apportionctl cluster drive lab --once");
    command->callback([&run, options] { run = [options] { return drive(*options); }; });
}

}  // namespace apportion::ctl
