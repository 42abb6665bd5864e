// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/local_runs.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <poll.h>

#include "core/change/approval_digest.h"
#include "core/change/refuse.h"
#include "core/cluster/local/keeper/private_folder.h"
#include "core/cluster/local/run_verdict.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

// For what is ended by hand where the pool has no grace period: nobody waits for it.
constexpr Duration kGraceOfCancel = 10 * kSecond;

// What the system said.
std::string detailOf(const Problems& problems) {
    for (const Argument& argument : problems.front().message.arguments)
        if (argument.name == "detail")
            return argument.value.text;
    return problems.front().message.code;
}

}  // namespace

Duration graceOf(const Project& project) {
    const Duration grace = project.pool.settings.gracePeriod;
    return grace > 0 ? grace : kGraceOfCancel;
}

std::optional<Message> LocalRuns::refusal(const std::string& who, const Project& project) {
    for (const ProjectWorkload& work : project.work)
        if (isRunning(work) && work.run.approvedBy != who)
            return Message{"live-others-commands",
                           {textArgument("workload", work.spec.name),
                            textArgument("user", work.run.approvedBy)}};
    return {};
}

bool LocalRuns::needed(ProjectFile& file, const Project& project) {
    if (std::any_of(project.work.begin(), project.work.end(),
                    [](const ProjectWorkload& work) { return work.command.has_value(); }))
        return true;
    const auto folder = poolFolder(file);
    std::error_code ignored;
    return folder && fs::exists(*folder + "/runs", ignored);
}

Result<LocalRuns> LocalRuns::open(ProjectFile& file, const Project& project, LocalMachine machine) {
    auto held = holdPoolFolder(file);
    if (!held)
        return tl::unexpected(std::move(held.error()));
    auto socket = ApprovalSocket::listen(held->path, machine.peer);
    if (!socket)
        return tl::unexpected(std::move(socket.error()));
    LocalRuns local(std::move(*held), std::move(machine), std::move(*socket));
    local.removeWhatNeverStarted();
    local.unknown_ = runsUnknown(local.folder_, file, project);
    return local;
}

// Of a program that was killed in between: its command is started again.
void LocalRuns::removeWhatNeverStarted() {
    std::error_code ignored;
    for (const std::string& run : std::exchange(neverStarted_, {}))
        fs::remove_all(run, ignored);
    for (const auto& workload : fs::directory_iterator(folder_ + "/runs", ignored))
        fs::remove(workload.path(), ignored);  // if it is empty
}

bool LocalRuns::isUnknown(const std::string& run) const {
    return std::any_of(unknown_.begin(), unknown_.end(),
                       [&](const RunElsewhere& each) { return each.run == run; });
}

std::vector<RunElsewhere> LocalRuns::others() const {
    std::vector<RunElsewhere> all = runsElsewhere(folder_);
    all.insert(all.end(), unknown_.begin(), unknown_.end());
    return all;
}

bool LocalRuns::mayRun(const ProjectWorkload& work, const std::string& here) const {
    return isApproved(work) && !failures_.contains(work.spec.name) && !work.run.stopping &&
           std::all_of(work.run.placements.begin(), work.run.placements.end(),
                       [&](const Placement& placement) { return placement.node == here; });
}

// Not sooner, however old it is: what counts as running is known by its folder alone, and would
// run a second time.
void LocalRuns::letGo(Keeper& keeper) {
    // Of one whose keeper was killed it is not known when it ended.
    const KeeperStatus& status = keeper.status();
    if (const Moment last = status.running ? status.started : status.ended; last > 0)
        old_.add(keeper.folder(), last);
}

void LocalRuns::keepApprovals(const Project& project) {
    std::set<std::string> digests;
    for (const ProjectWorkload& work : project.work)
        if (work.command)
            digests.insert(digestOf(work));
    approvals_.keepOnly(digests);
}

void LocalRuns::stop(Keeper& keeper, Duration grace, Moment now) {
    const Moment deadline = now + std::max<Duration>(grace, 0);
    const auto [asked, fresh] = deadlines_.try_emplace(keeper.folder(), deadline);
    if (!fresh && asked->second <= deadline)
        return;
    asked->second = deadline;
    // What cannot be written down is tried again at the next look.
    if (!keeper.stop(deadline - now))
        deadlines_.erase(asked);
}

void LocalRuns::stopWhatIsNotWanted(const Project& project, Moment now) {
    if (keepers_.empty())
        return;
    struct Wanted {
        const ProjectWorkload* work = nullptr;
        std::optional<Moment> until;  // it is told to stop
    };
    std::map<std::string, Wanted> wanted;
    std::set<std::string_view> there;
    for (const ProjectWorkload& work : project.work) {
        there.insert(work.spec.name);
        auto folders = runFolders(folder_, work);
        for (std::size_t i = 0; i < folders.size(); ++i)
            wanted.emplace(std::move(folders[i]),
                           Wanted{&work, stoppingAlone(work.run, i) ? work.run.replicas[i].stopping
                                                                    : work.run.stopping});
    }
    for (auto each = keepers_.begin(); each != keepers_.end();) {
        Keeper& keeper = each->second;
        const auto found = wanted.find(each->first);
        const bool alive = keeper.look() == Keeper::State::alive;
        if (!alive && found == wanted.end()) {
            letGo(keeper);
            deadlines_.erase(each->first);
            std::erase_if(unknown_,
                          [&](const RunElsewhere& other) { return other.run == each->first; });
            each = keepers_.erase(each);
            continue;
        }
        if (alive && found == wanted.end() && !isUnknown(each->first))
            // Taken from, its grace is over; or somebody has ended it.
            stop(keeper, there.contains(keeper.job().workload) ? 0 : graceOf(project), now);
        else if (alive && found != wanted.end() &&
                 failures_.contains(found->second.work->spec.name))
            stop(keeper, graceOf(project), now);
        else if (alive && found != wanted.end() && found->second.until)
            stop(keeper, *found->second.until - now, now);
        ++each;
    }
}

void LocalRuns::follow(const Project& project, Moment now) {
    awaiting_.clear();
    stopWhatIsNotWanted(project, now);
    old_.tidy(now);
    if (keepers_.empty() &&
        std::none_of(project.work.begin(), project.work.end(),
                     [](const ProjectWorkload& work) { return work.command.has_value(); }))
        return;
    const std::string here = nodeHere(project, machine_);
    DeviceBook book = deviceBook(project, here, machine_);
    for (auto& [folder, keeper] : keepers_)
        if (keeper.look() == Keeper::State::alive)
            book.hold(keeper.job().devices, keeper.job().gpu,
                      deadlines_.contains(folder) || isUnknown(folder));
    if (std::none_of(project.work.begin(), project.work.end(),
                     [&](const ProjectWorkload& work) { return isToStart(work, here); }))
        return;
    // Between looking what runs elsewhere and starting, nobody else starts anything.
    const store::Descriptor alone = lockStarts(folder_);
    const std::vector<RunElsewhere> elsewhere = others();
    for (const RunElsewhere& each : elsewhere)
        if (!each.pool.empty())
            book.hold(each.job.devices, each.job.gpu, true);
    for (const ProjectWorkload& work : project.work)
        if (isToStart(work, here))
            start(work, elsewhere, book);
}

Problems LocalRuns::elsewhere(const Project& project) const {
    const DeviceBook book = deviceBook(project, nodeHere(project, machine_), machine_);
    return tellElsewhere(others(), project, book.count());
}

bool LocalRuns::isToStart(const ProjectWorkload& work, const std::string& here) const {
    if (!isRunning(work) || !mayRun(work, here))
        return false;
    const auto folders = runFolders(folder_, work);
    for (std::size_t i = 0; i < folders.size(); ++i)
        if (!keepers_.contains(folders[i]) && !stoppingAlone(work.run, i))
            return true;
    return false;
}

void LocalRuns::noteAwaited(const ProjectWorkload& work, const std::vector<RunElsewhere>& elsewhere,
                            const std::vector<int>& booked) {
    const std::string& workload = work.spec.name;
    for (auto& [folder, keeper] : keepers_) {
        if (keeper.look() != Keeper::State::alive || isUnknown(folder))
            continue;
        for (const HeldDevice& held : keeper.job().devices)
            if (std::find(booked.begin(), booked.end(), held.number) != booked.end()) {
                awaiting_.emplace(workload,
                                  awaitsDevice(workload, keeper.job().workload, held.number));
                return;
            }
    }
    if (auto wait = waitsForElsewhere(elsewhere, work, booked))
        awaiting_.emplace(workload, std::move(*wait));
}

void LocalRuns::start(const ProjectWorkload& work, const std::vector<RunElsewhere>& elsewhere,
                      DeviceBook& book) {
    const std::string& name = work.spec.name;
    if (sameRun(elsewhere, work) != nullptr)
        return noteAwaited(work, elsewhere, {});
    const auto folders = runFolders(folder_, work);
    Gpu all = 0;
    std::vector<KeeperJob> jobs;
    jobs.reserve(folders.size());
    // All of a gang or none: what is still held by what ends is waited for.
    DeviceBook after = book;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const Gpu gpu = work.run.placements[i].gpu;
        all += std::max(gpu, gpu > 0 ? Gpu{1} : Gpu{0});
        if (keepers_.contains(folders[i]) || stoppingAlone(work.run, i))
            continue;
        const std::vector<int> booked =
            i < work.run.devices.size() ? work.run.devices[i] : std::vector<int>();
        auto devices = after.take(gpu, booked);
        if (!devices) {
            std::optional<Message> why;
            if (all > book.count() * kOneGpu)
                why = {"command-failed.devices",
                       {textArgument("workload", name),
                        {"declared", Value::ofCount((all + kOneGpu - 1) / kOneGpu)},
                        {"found", Value::ofCount(book.count())}}};
            else if (const auto missing = book.missing(booked))
                why = {"command-failed.missing-device",
                       {textArgument("workload", name),
                        textArgument("node", work.run.placements[i].node),
                        {"device", Value::ofCount(*missing)},
                        {"found", Value::ofCount(book.count())}}};
            if (why)
                failures_.emplace(name, Change{Change::What::fail, name, std::move(why)});
            else
                noteAwaited(work, elsewhere, booked);
            return;
        }
        KeeperJob job;
        job.workload = name;
        job.replica =
            i < work.run.replicas.size() ? work.run.replicas[i].place : static_cast<int>(i);
        job.replicas = work.spec.replicas;
        job.arguments = work.command->arguments;
        job.directory = work.command->directory;
        job.devices = std::move(*devices);
        job.gpu = gpu;
        job.grace = kGraceOfCancel;
        jobs.push_back(std::move(job));
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const std::string& folder = folders[i];
        if (keepers_.contains(folder) || stoppingAlone(work.run, i))
            continue;
        auto keeper = Keeper::start(folder, std::move(jobs[next++]), machine_.keeper);
        if (!keeper) {
            failures_.emplace(name, Change{Change::What::fail, name,
                                           notStarted(name, static_cast<int>(next) - 1,
                                                      detailOf(keeper.error()))});
            return;
        }
        keepers_.emplace(folder, std::move(*keeper));
    }
    book = std::move(after);
}

void LocalRuns::wait(Duration most) const {
    std::vector<pollfd> all;
    const auto descriptors = socket_.descriptors();
    all.reserve(descriptors.size() + keepers_.size());
    for (const int descriptor : descriptors)
        all.push_back({descriptor, POLLIN, 0});
    for (const auto& [folder, keeper] : keepers_)
        if (keeper.descriptor() >= 0)
            all.push_back({keeper.descriptor(), POLLIN, 0});
    constexpr Duration kLongest = 60 * kSecond;
    poll(all.data(), all.size(), static_cast<int>(std::clamp<Duration>(most, 0, kLongest)));
}

Message awaitsDevice(const std::string& workload, const std::string& holder, int device) {
    return {"waiting-for-victims.device",
            {textArgument("workload", workload),
             textArgument("victim", holder),
             {"device", Value::ofCount(device)}}};
}

}  // namespace apportion
