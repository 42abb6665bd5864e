// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/slurm/slurm_pool.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/change/arguments.h"
#include "core/change/refuse.h"
#include "core/cluster/local/keeper/private_folder.h"
#include "core/cluster/slurm/texts.h"
#include "core/io/output_file.h"
#include "core/model/validate.h"
#include "core/session/project/desk.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoted = ".driven";  // behind the name of a cluster

std::string realPath(const std::string& file) {
    std::error_code failed;
    const fs::path real = fs::weakly_canonical(file, failed);
    return failed ? file : real.string();
}

// What the engine rejected waits at the gate, and what was held comes back.
slurm::PastInFile pastOf(ProjectDesk& desk, const slurm::GateJob& job) {
    slurm::PastInFile past;
    const std::string name = slurm::workloadOf(job);
    const auto all = desk.file().beginningWith(ObjectKind::ended, name + "@");
    if (!all)
        return past;
    for (const auto& each : *all) {
        const auto work = store::endedFrom(each.second.body);
        if (!work || work->spec.name != name)
            continue;
        const WorkloadRun& run = work->run;
        const bool held = run.reason && run.reason->code == slurm::kHeldCode;
        const bool same = job.restarts > 0 || run.submitted / kSecond == job.submitted;
        if (same && held) {
            past.asked = {work->spec.module, work->spec.priority};
            past.submitted = run.submitted;
        } else if (same && run.state != WorkloadState::rejected) {
            past.ended = true;
        }
    }
    return past;
}

constexpr const char* kAsInSlurm = "as in Slurm";

bool closedBySlurm(ProjectDesk& desk, const std::string& node) {
    const store::Object* object = desk.objects().find(ObjectKind::nodeState, node);
    if (object == nullptr)
        return false;
    const auto entry = desk.file().entriesBack(object->changed, 1, kNoFacts);
    return entry && !entry->empty() && entry->front().n == object->changed &&
           entry->front().why == kAsInSlurm;
}

// The workspace of the quota in which the user may submit; empty = none.
std::string workspaceOf(const Scenario& pool, const std::string& quota, const std::string& user) {
    for (const Workspace& each : pool.workspaces) {
        const bool has =
            std::find(each.quotas.begin(), each.quotas.end(), quota) != each.quotas.end();
        if (has && std::any_of(each.members.begin(), each.members.end(), [&](const Member& member) {
                return member.user == user && member.role != Role::viewer;
            }))
            return each.name;
    }
    return {};
}

Workload specOf(const Scenario& pool, const std::string& quota, const slurm::GateJob& job,
                const slurm::GateClass& before) {
    Workload spec;
    spec.name = slurm::workloadOf(job);
    spec.user = job.user;
    spec.quota = quota;
    spec.workspace = workspaceOf(pool, quota, job.user);
    spec.replicas = static_cast<int>(job.nodeCount);
    spec.request.gpu = job.gpusEach() * kOneGpu;
    const auto asked = slurm::classAt(job.qos).value_or(before);
    spec.module = asked.module;
    spec.priority = asked.priority;
    return spec;
}

// The first that is wrong with each, by its place among them.
std::map<std::size_t, Problem> problemsOfEach(const Scenario& pool, std::vector<Workload> specs) {
    constexpr std::string_view kPlace = "/workloads/";
    Scenario checked = pool;
    checked.workloads = std::move(specs);
    std::map<std::size_t, Problem> problems;
    for (Problem& each : validate(checked)) {
        if (each.warning || !each.pointer.starts_with(kPlace))
            continue;
        const std::string_view number = std::string_view(each.pointer).substr(kPlace.size());
        if (const auto place = slurm::wholeNumber(number.substr(0, number.find('/'))))
            problems.emplace(static_cast<std::size_t>(*place), std::move(each));
    }
    return problems;
}

// The one that had its name before ends first.
std::vector<const slurm::GateJob*> jobsToTake(const Project& project, const slurm::GateJobs& known,
                                              const std::vector<slurm::GateJob>& jobs) {
    std::vector<const slurm::GateJob*> taken;
    std::set<std::string> names;
    for (const slurm::GateJob& job : jobs)
        if (const std::string name = slurm::workloadOf(job);
            known.isManaged(job) && findWork(project, name) == nullptr && names.insert(name).second)
            taken.push_back(&job);
    return taken;
}

}  // namespace

std::unique_ptr<slurm::SlurmBackend> slurmBackend(ProjectDesk& desk, slurm::RunWords run,
                                                  std::string version,
                                                  std::function<void(const Step&)> sent,
                                                  std::optional<Duration> killWait) {
    return std::make_unique<slurm::SlurmBackend>(slurm::SlurmBackend::World{
        std::move(run), desk.who(), std::move(version),
        [&desk](const slurm::GateJob& job) { return pastOf(desk, job); }, std::move(sent),
        [&desk](const std::string& node) { return closedBySlurm(desk, node); }, killWait});
}

CommandRequest nodeOfSlurm(const std::string& node, NodeState state) {
    CommandRequest request{SetNodeState{node, state}};
    request.why = kAsInSlurm;
    return request;
}

Result<Adopted> adopt(ProjectDesk& desk, const std::vector<slurm::GateJob>& jobs) {
    Adopted adopted;
    if (jobs.empty())
        return adopted;
    const auto written = desk.file().write([&]() -> Result<std::optional<JournalEntry>> {
        adopted = {};
        const auto project = desk.project();
        if (!project)
            return tl::unexpected(project.error());
        const Scenario& pool = (*project)->pool;
        const slurm::GateJobs known(jobs, **project);
        JournalEntry entry;
        entry.at = desk.now();
        entry.who = desk.who();
        entry.action = "submit";
        std::int64_t place = desk.objects().nextPlace(ObjectKind::workload);
        const auto taken = jobsToTake(**project, known, jobs);
        std::vector<Workload> specs;
        std::vector<Moment> submitted;
        for (const slurm::GateJob* job : taken) {
            const slurm::PastInFile past =
                job->restarts > 0 ? pastOf(desk, *job) : slurm::PastInFile{};
            specs.push_back(specOf(pool, *known.quotaOf(*job), *job, past.asked));
            submitted.push_back(past.submitted.value_or(job->submitted * kSecond));
        }
        auto wrong = problemsOfEach(pool, specs);
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const slurm::GateJob& job = *taken[i];
            if (auto why = slurm::whyNoWorkload(pool, job.gpus, job.nodeCount))
                wrong[i].message = std::move(*why);
            if (slurm::isPartOfJob(job.id))
                wrong[i].message = {"cluster-drive-parts", {}};
            if (const auto found = wrong.find(i); found != wrong.end()) {
                Problem& problem = adopted.refused.emplace_back();
                problem.file = "job " + job.id;
                problem.message = std::move(found->second.message);
                problem.warning = true;
                continue;
            }
            if (job.restarts == 0 && slurm::classAt(job.qos) && !job.askedNodes.empty()) {
                Problem& note = adopted.notes.emplace_back();
                note.file = "job " + job.id;
                note.warning = true;
                note.message = {"cluster-drive-nodes", {{"nodes", Value::ofList(job.askedNodes)}}};
            }
            WorkloadRun run;
            run.submitted = std::min(submitted[i], entry.at);
            run.waitingSince = run.submitted;
            const std::string& name = specs[i].name;
            entry.facts.push_back(
                {ObjectKind::workload, name, place, {}, store::bodyOf(specs[i], std::nullopt)});
            entry.facts.push_back({ObjectKind::run, name, place, {}, store::bodyOf(run)});
            ++place;
            adopted.workloads.push_back(name);
        }
        if (adopted.workloads.empty())
            return std::nullopt;
        entry.subject = adopted.workloads.front();
        if (adopted.workloads.size() > 1)
            entry.subject += " +" + std::to_string(adopted.workloads.size() - 1);
        Arguments arguments;
        arguments.set("name", entry.subject);
        entry.arguments = arguments.json();
        return entry;
    });
    if (!written)
        return tl::unexpected(written.error());
    return adopted;
}

Result<std::string> driveFolder() {
    auto folder = stateFolder();
    if (!folder)
        return folder;
    *folder += "/clusters";
    if (auto made = makePrivateFolder(*folder); !made)
        return tl::unexpected(std::move(made.error()));
    return folder;
}

Result<void> noteDriven(const std::string& cluster, const std::string& file) {
    auto folder = driveFolder();
    if (!folder)
        return tl::unexpected(std::move(folder.error()));
    return writeOutput(*folder + "/" + cluster + std::string(kNoted), realPath(file));
}

std::optional<std::string> drivenClusterOf(const std::string& file) {
    const auto state = stateFolder();
    if (!state || file.empty())
        return std::nullopt;
    const fs::path path(file), folder(*state + "/clusters");
    if (path.extension() == ".apportion" && path.parent_path() == folder)
        return path.stem().string();
    std::error_code none;
    const std::string real = realPath(file);
    for (const fs::directory_entry& each : fs::directory_iterator(folder, none)) {
        if (each.path().extension() != kNoted)
            continue;
        std::ifstream in(each.path());
        if (std::string(std::istreambuf_iterator<char>(in), {}) == real)
            return each.path().stem().string();
    }
    return std::nullopt;
}

}  // namespace apportion
